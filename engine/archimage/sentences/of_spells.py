"""The rules of spells."""

from __future__ import annotations

from engine.errors import N_

SPELLS: dict[str, str] = {
    "archimage.spell.face-up-only": N_(
        "Only a scroll that lies face up in front of the player can be cast[; this one does not: "
        "{spell} ({element})]."
    ),
    "archimage.spell.flip": N_(
        "A scroll that was cast is turned face down[, as was this one: {spell} ({element})][; "
        "please look at {place}]."
    ),
    "archimage.spell.once-per-round": N_("Each scroll is cast once a round[; this one was: {spell} ({element})]."),
    "archimage.spell.no-effect": N_(
        "A spell that changes nothing cannot be cast[ (the table option {option} can change this)]."
    ),
    "archimage.spell.one-at-a-time": N_("A spell is finished before anything else is done."),
    "archimage.spell.colour-bound": N_(
        "A scroll acts on its own colour[: {spell} ({element})][; all of these: {dice}][ (the "
        "table option {option} can change this)]."
    ),
    "archimage.spell.spirit-choice": N_(
        "A scroll of spirit acts on one colour that is named[, not on all of {dice}]."
    ),
    "archimage.spell.spirit-exceptions": N_(
        "Reorganisation, Transfer, Borrow and Guardian of spirit need violet scrolls[: {spell} "
        "({element})][ (the table option {option} can change this)]."
    ),
    "archimage.spell.finished-immune": N_(
        "No spell is aimed at a player who has finished the round[, here {who}]."
    ),
    "archimage.spell.face-range": N_("Dice stay between 1 and 6[; please look at {dice}]."),
    "archimage.spell.terminal": N_(
        "Leap, Teleportation and Speed end the turn, as does a familiar that breaks a seal."
    ),
    "archimage.spell.transmutation.effect": N_(
        "Transmutation replaces own dice by dice of another colour with the same faces[; see {dice}]."
    ),
    "archimage.spell.transmutation.reserve": N_(
        "Transmutation needs enough dice in the zone of the new colour[: {count} {colour}]."
    ),
    "archimage.spell.transmutation.one-target": N_(
        "All dice of a Transmutation get the same new colour[ (the table option {option} can change this)]."
    ),
    "archimage.spell.rebirth.effect": N_("Rebirth rolls one or more own dice again, once[; see {dice}]."),
    "archimage.spell.evolution.effect": N_("Evolution adds 2 to own dice, up to 6[; see {dice}]."),
    "archimage.spell.growth.effect": N_(
        "Growth takes one die from the reserve and rolls it[; please look at {place}]."
    ),
    "archimage.spell.growth.reserve": N_("Growth needs a die in the zone[: {colour}]."),
    "archimage.spell.growth.extra-die": N_(
        "The die of a Growth stays for the round; the next pick is of three dice again."
    ),
    "archimage.spell.synergy.passive": N_("Synergy is never cast; it counts at the end[: {spell} ({element})]."),
    "archimage.spell.inversion.effect": N_(
        "Inversion swaps two tokens of one power and two colours, one of them the scroll's[; see "
        "{places}][ (the table option {option} can change this)]."
    ),
    "archimage.spell.exchange.effect": N_(
        "Exchange swaps two tokens of the scroll's colour and of different powers[; see "
        "{places}][ (the table option {option} can change this)]."
    ),
    "archimage.spell.exchange.off-number": N_("A token keeps its power wherever it lies."),
    "archimage.spell.absorption.trigger": N_(
        "A token that its player breaks may be laid on an own Absorption of its colour[, not on "
        "this: {spell} ({element})][ (the table option {option} can change this)]."
    ),
    "archimage.spell.absorption.one-slot": N_(
        "An Absorption holds one token; a new one replaces it[; please look at {place}]."
    ),
    "archimage.spell.absorption.use": N_(
        "Absorption adds the power of the token on it to one own die, up to 6[; see {dice}]."
    ),
    "archimage.spell.disintegration.effect": N_(
        "Disintegration removes one token of the scroll's colour from the board[, not what is on {place}]."
    ),
    "archimage.spell.disintegration.not-a-break": N_(
        "A token that was disintegrated was not broken: nobody moves, and the duty to break remains."
    ),
    "archimage.spell.reorganisation.effect": N_(
        "Reorganisation swaps two scrolls on the board, one of them of the scroll's colour[: {spell} ({element})]."
    ),
    "archimage.spell.reorganisation.level-count": N_("A scroll keeps its power wherever it lies."),
    "archimage.spell.conflict.active-target": N_(
        "A spell of conflict is aimed at another player who has not finished the round."
    ),
    "archimage.spell.mystification.effect": N_(
        "Mystification swaps the colours of an opponent's die, of the scroll's colour, and of an "
        "own die of another[; see {dice}]."
    ),
    "archimage.spell.mystification.spirit": N_("The two colours of a Mystification of spirit must differ."),
    "archimage.spell.alteration.effect": N_(
        "Alteration adds 1 to own dice and takes 1 from dice of one opponent[; see {dice}]."
    ),
    "archimage.spell.alteration.pre": N_(
        "Alteration must change at least one die while an opponent is active[ (the table option "
        "{option} can change this)]."
    ),
    "archimage.spell.transfer.effect": N_(
        "Transfer swaps an own scroll for an opponent's of the same power and of the Transfer's "
        "colour[: {spell} ({element})][ (the table option {option} can change this)]."
    ),
    "archimage.spell.transfer.limits": N_(
        "Bond scrolls, scrolls that were used and the Transfer itself do not change hands[: "
        "{spell} ({element})][ (the table option {option} can change this)]."
    ),
    "archimage.spell.theft.effect": N_(
        "With Theft an opponent hands over a die of the scroll's colour[, here {who}][ (the "
        "table option {option} can change this)]."
    ),
    "archimage.spell.theft.spirit": N_("With Theft of spirit the opponent hands over any one die[, here {who}]."),
    "archimage.spell.theft.last-die": N_(
        "Whoever loses the last die finishes the round before the turn goes on[, here {who}]."
    ),
    "archimage.spell.borrow.effect": N_(
        "A borrowed scroll works for the borrower, and both scrolls are turned face down[; "
        "please look at {place}]."
    ),
    "archimage.spell.borrow.limits": N_(
        "Borrow uses an opponent's scroll of its colour that lies face up, but no Bond, Synergy "
        "or Borrow[: {spell} ({element})]."
    ),
    "archimage.spell.mission.effect": N_(
        "Mission sets the own familiar on a token of the scroll's colour that bears no figure[, not on {place}]."
    ),
    "archimage.spell.mission.owner-break": N_(
        "A familiar comes home when its player breaks the token beneath it[; please look at {place}]."
    ),
    "archimage.spell.mission.with-bond": N_(
        "Mission and Bond may be used in one turn, but nothing after a familiar has broken a seal."
    ),
    "archimage.spell.leap.effect": N_(
        "Leap passes one token of the scroll's colour that is within reach[; see {place}][ (the "
        "table option {option} can change this)]."
    ),
    "archimage.spell.leap.pre": N_(
        "A Leap needs a seal behind the token that can be paid for[; {place} is not one]."
    ),
    "archimage.spell.teleportation.effect": N_(
        "Teleportation passes one figure of another player, to a seal of the scroll's colour[; "
        "see {place}][ (the table option {option} can change this)]."
    ),
    "archimage.spell.teleportation.pre": N_(
        "Teleportation needs a payable seal that no free way leads to[; {place} is not one]."
    ),
    "archimage.spell.guardian.effect": N_(
        "Guardian sets its guardian on a scroll of its colour, or takes it off the board[; see "
        "{place}][ (the table option {option} can change this)]."
    ),
    "archimage.spell.guardian.blocks-all": N_("Nobody breaks a scroll under a guardian[, here {place}]."),
    "archimage.spell.speed.effect": N_(
        "Speed breaks a seal with dice, then another of the scroll's colour for nothing[; see "
        "{place}][ (the table option {option} can change this)]."
    ),
    "archimage.spell.speed.pre": N_(
        "Speed needs both its breaks to be possible, one after the other[; see {place}]."
    ),
    "archimage.spell.immediate-protection": N_(
        "Leap, Teleportation and Speed do not break protected seals[; see {place}]."
    ),
}
