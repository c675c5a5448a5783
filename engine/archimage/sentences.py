"""What is said of Archimage, in English: the catalogue of ``engine.words`` has it in the other languages.

A sentence says what is right, calmly; a part in square brackets is said only where all its facts are
known, so that one sentence serves a verdict, a glance at the table and a list of the rules.
"""

from __future__ import annotations

from engine.errors import N_

SENTENCES: dict[str, str] = {
    "archimage.comp.dice": N_("There are six dice each of red, blue, yellow and green[; please look at {place}]."),
    "archimage.comp.seals": N_(
        "Of each colour there are ten seal tokens of power 2 and five of each power from 3 to "
        "6[; please look at {places}]."
    ),
    "archimage.comp.scrolls": N_(
        "A circle holds one scroll of each spell and element[; all of this one are out: {spell} ({element})]."
    ),
    "archimage.comp.bond-scrolls": N_(
        "Each mage has one Bond scroll, which never lies on the board[; please look at {place}]."
    ),
    "archimage.comp.figures": N_(
        "There is one figure of each mage and familiar, and one guardian of each colour[; please "
        "look at {places}]."
    ),
    "archimage.comp.pairs": N_("Each mage has a familiar of its own[; please look at {place}]."),
    "archimage.comp.board": N_("The board is the one for as many players as there are."),
    "archimage.colour.spirit-seal-source": N_(
        "A violet seal is always that of a scroll: there are no violet tokens."
    ),
    "archimage.colour.spirit-no-dice": N_(
        "There are no violet dice: violet seals are paid for with dice of another colour."
    ),
    "archimage.board.segments-side": N_("The parts of the board show the side for the number of players."),
    "archimage.board.spaces": N_(
        "Circles are for seal tokens and rectangles for scrolls, each of the power that is "
        "printed there[; {place} is for power {power}]."
    ),
    "archimage.board.chamber": N_(
        "Mages start on the violet spots of the chamber, and neither seals nor scrolls lie "
        "there[; please look at {place}]."
    ),
    "archimage.board.reserves": N_(
        "Each colour of dice has a zone of its own on the board[; please look at {place}]."
    ),
    "archimage.board.req.capacity": N_(
        "A board has no more circles of a power than there are tokens, and at least one."
    ),
    "archimage.board.req.scrolls": N_(
        "A board has one to ten spaces for scrolls of each power, and fewer than fifty in all."
    ),
    "archimage.board.req.level6": N_(
        "A board has at least six spaces for scrolls of power 6, or seven for four and five players."
    ),
    "archimage.board.req.connected": N_("Every space can be reached from the chamber[; {place} cannot]."),
    "archimage.board.req.start": N_(
        "A board has at least five violet spots, joined to the floor of the chamber[; please look at {place}]."
    ),
    "archimage.board.req.doors": N_(
        "Next to the chamber there are so many circles that the other players cannot close them all."
    ),
    "archimage.board.req.depth": N_(
        "Power-2 circles lie at the chamber, and scrolls of power 6 at least five seals away[; "
        "{place} is too near]."
    ),
    "archimage.board.req.loops": N_(
        "Behind every door there is another way out, and to scrolls of power 6 two ways lead[; "
        "please look at {place}]."
    ),
    "archimage.board.req.through-scroll": N_("At least one scroll lies on a passage."),
    "archimage.board.req.planar": N_("No two passages of a board cross."),
    "archimage.board.req.print": N_("The spaces of a board do not overlap."),
    "archimage.setup.two-circles": N_(
        "Only scrolls of circle 0 and of the circle that was chosen are in play[; this one is "
        "not: {spell} ({element})]."
    ),
    "archimage.reserve.dice-count": N_(
        "Of each colour there is one die more than there are players[: {count} {colour} dice][; "
        "please look at {place}]."
    ),
    "archimage.setup.seals": N_(
        "At the start each circle holds one token of its power[; {place} is for power {power}]."
    ),
    "archimage.setup.no-token-on-rectangle": N_(
        "Rectangles hold scrolls and never tokens[; please look at {place}]."
    ),
    "archimage.setup.scroll-deal": N_(
        "At the start each rectangle holds one scroll of its power, face up[; please look at {place}]."
    ),
    "archimage.setup.guardians-aside": N_(
        "A guardian waits beside the board if its scroll was dealt, and stays in the box "
        "otherwise[; please look at {place}]."
    ),
    "archimage.setup.mage-choice": N_("Each player has a mage of their own, its familiar and its Bond scroll."),
    "archimage.setup.start-spot": N_(
        "Each mage starts on a violet spot of its own[; {place} is not one that is free][; now "
        "it is for {turn} to set one][ (the table option {option} can change this)]."
    ),
    "archimage.setup.first-player": N_(
        "Who begins is drawn once the board is laid out, and has the first-player token."
    ),
    "archimage.reserve.pick-three": N_(
        "Beginning with the first player, each takes three dice from the zones[; now it is for "
        "{turn}][; here {count}]."
    ),
    "archimage.round.roll": N_("A round begins with everybody rolling all their dice[; {who} has other dice]."),
    "archimage.round.no-reroll": N_("After the opening roll only spells change dice[; please look at {place}]."),
    "archimage.round.unrolled-dice": N_(
        "Dice taken for the next round show nothing until they are rolled[; please look at {place}]."
    ),
    "archimage.turn.order": N_("The players take turns clockwise[; now it is {turn}'s turn]."),
    "archimage.turn.skip-finished": N_("Whoever has finished the round has no turn until the next[, here {who}]."),
    "archimage.turn.spells-first": N_("Spells are cast at the beginning of a turn, before a seal is broken."),
    "archimage.turn.check-break": N_("After the last spell it is seen whether a seal can be broken."),
    "archimage.turn.must-break": N_("Whoever can break a seal must break one[; possible here: {places}]."),
    "archimage.turn.no-spell-duty": N_("Nobody has to cast a spell."),
    "archimage.turn.one-seal": N_("In a turn one seal is broken with dice."),
    "archimage.turn.cannot-break": N_(
        "Whoever can break no seal lays all dice back and has finished the round[; please look at {place}]."
    ),
    "archimage.turn.no-voluntary-stop": N_("A turn cannot be passed over."),
    "archimage.round.finish-when": N_("A player has finished the round when no dice are left."),
    "archimage.round.finish-reset": N_(
        "Whoever has finished turns all scrolls face up and sets the familiar on its Bond "
        "scroll[; please look at {place}]."
    ),
    "archimage.round.finish-pick": N_(
        "Whoever has finished takes three dice for the next round at once[, here {who}][; here {count}]."
    ),
    "archimage.round.familiar-marker": N_(
        "A familiar on its Bond scroll shows that its player has finished[; please look at {place}]."
    ),
    "archimage.round.end": N_("A round is over when everybody has finished."),
    "archimage.round.token-pass": N_(
        "Between two rounds the first-player token goes one seat to the left[; please look at {place}]."
    ),
    "archimage.round.positions-stay": N_(
        "Between two rounds only familiars leave the board[; please look at {place}]."
    ),
    "archimage.break.targets": N_(
        "Only a seal can be broken: a token on a circle or a scroll on a rectangle[; there is none on {place}]."
    ),
    "archimage.break.own-dice": N_(
        "Seals are paid for with dice that lie in front of the player[; not all there: {dice}]."
    ),
    "archimage.break.needs-dice": N_("A seal is paid for with at least one die."),
    "archimage.break.colour": N_("Dice must have the colour of the seal[: {colour}, not {dice}]."),
    "archimage.break.power": N_("The dice must reach the power of the seal[: {power}, not {sum}]."),
    "archimage.break.exact-dice": N_(
        "No die may be superfluous[: with {dice} for power {power} there is one too many][ (the "
        "table option {option} can change this)]."
    ),
    "archimage.break.spirit-one-colour": N_(
        "A violet seal is paid for with dice of one colour[, not with {dice}][ (the table option "
        "{option} can change this)]."
    ),
    "archimage.break.dice-return": N_(
        "Dice that paid for a seal go back to the zone of their colour[; please look at {place}]."
    ),
    "archimage.break.token-out": N_("A broken token leaves the board for good[; please look at {place}]."),
    "archimage.break.scroll-gain": N_("A broken scroll goes to its winner, face up[; please look at {place}]."),
    "archimage.break.scroll-next-turn": N_(
        "A scroll can be cast from the turn after it was won[, so not yet: {spell} ({element})]."
    ),
    "archimage.break.rest-stays": N_("Dice that were not paid stay as they lie[; please look at {place}]."),
    "archimage.path.free-way": N_("A free way must lead from the mage to the seal[; none leads to {place}]."),
    "archimage.path.blocked": N_(
        "Seals, scrolls on the board, and mages and familiars of the others bar the way[; please "
        "look at {places}]."
    ),
    "archimage.path.wall": N_("Nobody walks through walls[; one is beside {place}]."),
    "archimage.path.distance": N_("The distance does not matter."),
    "archimage.path.from-mage": N_(
        "Ways begin at the mage, not at the familiar[; {place} is near the familiar only]."
    ),
    "archimage.path.own-familiar": N_("A player's own familiar does not bar the way."),
    "archimage.path.finished-mage": N_(
        "The mage of a player who has finished still bars the way[, here {who} at {place}]."
    ),
    "archimage.path.emptied-space": N_("Emptied circles and rectangles are free floor."),
    "archimage.path.protected-seal": N_(
        "A seal under a guardian, or under the familiar of somebody else, cannot be broken[; see {place}]."
    ),
    "archimage.move.onto-broken": N_(
        "After breaking a seal the mage steps onto its space[; please look at {place}]."
    ),
    "archimage.move.only-by-break": N_("Mages move only by breaking seals[; please look at {place}]."),
    "archimage.move.exclusive-spot": N_(
        "Where a mage stands no other mage may enter or pass[; {who} stands at {place}]."
    ),
    "archimage.familiar.where": N_(
        "A familiar is at home, on its Bond scroll, on an emptied space, or by Mission on a "
        "token[; please look at {place}][ (the table option {option} can change this)]."
    ),
    "archimage.familiar.blocks": N_(
        "A familiar bars the way to all mages but its own[, here {who}'s at {place}]."
    ),
    "archimage.familiar.protects-seal": N_(
        "A token under a familiar can be broken by the familiar's player alone[, here {who} at {place}]."
    ),
    "archimage.familiar.return": N_(
        "A familiar comes home when its player has finished, or breaks the token beneath it[; "
        "please look at {place}]."
    ),
    "archimage.bond.one-option": N_("Bond is used once a round, for one of its three options."),
    "archimage.bond.option-place": N_(
        "By its first option the familiar is set where its own mage stands[, not at {place}][ "
        "(the table option {option} can change this)]."
    ),
    "archimage.bond.option-break": N_(
        "By its second option the familiar breaks a token that is paid for as usual[; see {place}]."
    ),
    "archimage.bond.option-one": N_(
        "By its third option one die showing 1 breaks a token of the die's colour[: {colour}, "
        "not {dice}][ (the table option {option} can change this)]."
    ),
    "archimage.bond.tokens-only": N_("A familiar never breaks a scroll[; one lies on {place}]."),
    "archimage.bond.ends-turn": N_("When a familiar has broken a seal the turn is over."),
    "archimage.bond.last-die": N_(
        "If it took the last die, the familiar goes home at once[; please look at {place}]."
    ),
    "archimage.bond.score": N_("Bond is worth 1 point, and is a scroll of spirit."),
    "archimage.bond.personal": N_("A Bond scroll is neither lent nor given away[; please look at {place}]."),
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
    "archimage.end.check-time": N_("Whether the match is over is asked when everybody has finished the round."),
    "archimage.end.level6-left": N_(
        "The match is over when fewer than four scrolls of power 6 are left on the board, or "
        "fewer than five with four or five players."
    ),
    "archimage.end.stall": N_(
        "The match is over when twice in a row nobody could reach a seal at the end of a round."
    ),
    "archimage.score.sum": N_("A score is the sum of the powers of all scrolls, face up or not, Bond among them."),
    "archimage.score.synergy": N_("Each Synergy adds 1 for every scroll of its colour, itself included."),
    "archimage.score.synergy-stack": N_("Two Synergies of one colour both count."),
    "archimage.score.spirit-synergy": N_("Synergy of spirit counts all violet scrolls, and Bond."),
    "archimage.score.tie": N_("Whoever has the highest score wins; several may."),
    "archimage.score.nothing-else": N_("Dice, tokens, figures and positions score nothing."),
    "archimage.inv.dice": N_(
        "The number of dice of each colour on the table never changes[: {count} {colour}][; "
        "please look at {place}]."
    ),
    "archimage.inv.tokens": N_("Tokens on the board never become more[; please look at {places}]."),
    "archimage.inv.scrolls": N_(
        "Every scroll that was dealt is on the board or in front of a player[; please look at {places}]."
    ),
    "archimage.inv.mages": N_("Every mage stands on one space, and no two on one[; please look at {places}]."),
    "archimage.inv.familiars": N_("Every familiar is in one place where it may be[; please look at {places}]."),
    "archimage.inv.guardians": N_(
        "A guardian stands on a scroll of its colour or beside the board[; please look at {places}]."
    ),
    "archimage.inv.hand": N_(
        "A player has no more dice than were taken, grown or stolen in this round[; please look at {place}]."
    ),
    "archimage.inv.level6": N_("Scrolls of power 6 on the board never become more[; please look at {places}]."),
    "archimage.inv.token": N_(
        "There is one first-player token, and it moves only between rounds[; please look at {places}]."
    ),
}

NOTICES: dict[str, str] = {
    "archimage.spell.absorption.trigger": N_(
        "The rulebook does not say whether a token may be laid on an Absorption that lies face "
        "down; the table option {option} decided."
    ),
    "archimage.bond.option-place": N_(
        "The rulebook does not speak of a familiar in the chamber; the table option {option} decided."
    ),
    "archimage.familiar.where": N_(
        "The rulebook does not say whether a familiar on the board may be sent again; the table "
        "option {option} decided."
    ),
    "archimage.familiar.return": N_(
        "The rulebook does not say where a familiar goes that breaks the token beneath it; the "
        "table option {option} decided."
    ),
    "archimage.spell.leap.effect": N_(
        "The rulebook does not say whether a Leap may go over a token with the own familiar on "
        "it; the table option {option} decided."
    ),
    "archimage.spell.teleportation.effect": N_(
        "The rulebook does not say whether figures of players who have finished can be passed; "
        "the table option {option} decided."
    ),
    "archimage.spell.alteration.pre": N_(
        "The rulebook does not say whether Alteration may change own dice alone; the table "
        "option {option} decided."
    ),
    "archimage.spell.speed.effect": N_(
        "The rulebook does not say whether the first break may open the way to the second; the "
        "table option {option} decided."
    ),
    "archimage.reserve.pick-three": N_(
        "The rulebook does not say what happens when there are fewer than three dice; the table "
        "option {option} decided."
    ),
}
"""What to mention where the rulebook is silent."""

RESULTS: dict[str, str] = {
    "archimage.score.tie": N_(
        "{winners} won.[ {ended}][ {one}: {first}][, {two}: {second}][, {three}: {third}][, {four}: {fourth}]"
        "[, {five}: {fifth}]."
    ),
    "archimage.end.level6-left": N_("Too few scrolls of power 6 are left."),
    "archimage.end.stall": N_("Nobody could reach a seal any more."),
}
"""How a match ended."""

EVENTS: dict[str, str] = {
    "seal-broken": N_("{who} broke the seal of {place}."),
    "scroll-won": N_("{who} won a scroll of power {power}: {spell} ({element})."),
    "spell-cast": N_("{who} cast {spell} ({element})."),
    "player-finished": N_("{who} has finished the round."),
    "round-over": N_("Round {round} is over."),
    "match-over": N_("The match is over."),
}

TALLIES: dict[str, str] = {
    "scroll-won": N_("scrolls of power {power}"),
    "seal-broken": N_("seals broken"),
    "spell-cast": N_("{spell} cast"),
}
"""What is counted in statistics."""

REQUESTS: dict[str, str] = {
    "lay": N_("Lay a seal or a scroll on each space."),
    "first": N_("Draw who begins."),
    "stand": N_("{seat} sets the mage on a violet spot."),
    "pick": N_("{seat} takes dice."),
    "roll": N_("Everybody rolls their dice."),
    "reroll": N_("{seat} rolls dice."),
    "turn": N_("It is {seat}'s turn: a seal can be broken, so one must be."),
    "stuck": N_("It is {seat}'s turn: no seal can be broken now without a spell."),
    "give": N_("{seat} hands over a die."),
}
"""What a state waits for."""

DEEDS: dict[str, str] = {
    "lay-token": N_("lay a {colour} seal of power {power} on {place}"),
    "lay-scroll": N_("lay {spell} ({element}) on {place}"),
    "first": N_("{who} begins"),
    "stand": N_("set the mage on {place}"),
    "pick": N_("take dice: {dice}"),
    "roll": N_("{who} rolls {dice}"),
    "break": N_("break the seal of {place} with {dice}[ and lay it on {store}]"),
    "return": N_("lay all dice back"),
    "give": N_("hand over {dice}"),
    "cast": N_("cast {spell} ({element})[: {dice}][ at {places}][ against {who}]"),
}
"""What somebody does, by the kind of the action."""

THINGS: dict[str, str] = {
    "red-die": N_("red die"),
    "blue-die": N_("blue die"),
    "yellow-die": N_("yellow die"),
    "green-die": N_("green die"),
    "scroll-back": N_("scroll face down"),
    "first-player": N_("first-player token"),
}
"""Things that are called otherwise than by their parts."""

KINDS: dict[str, str] = {
    "die": N_("{colour} die showing {face}"),
    "token": N_("{colour} seal of power {power}"),
    "scroll": N_("{spell} ({element})"),
    "figure-mage": N_("the {who}'s mage"),
    "figure-familiar": N_("the familiar of {who}"),
    "guardian": N_("{colour} guardian"),
    "bond": N_("Bond scroll of {who}"),
}
"""Things that are called by their parts."""

OFFERS: dict[str, str] = {
    "token": N_("{place}: {colour} seal of power {power}"),
    "scroll": N_("{place}: {spell} ({element}), a {colour} seal of power {power}"),
}
"""Seals within reach, with where they lie."""

ITEMS: dict[str, str] = {
    "synergy": N_("{spell} ({element}) adds 1 for each of {count} scrolls"),
}
"""Lines of a score sheet that are no scroll's own worth."""

PLACES: dict[str, str] = {
    "reserve": N_("the {colour} zone"),
    "tray": N_("the dice of {who}"),
    "area": N_("the scrolls of {who}"),
    "bond": N_("the Bond scroll of {who}"),
    "beside": N_("beside the board"),
}
"""Places beside the board."""

NAMES = (
    N_("shaman"),
    N_("witch"),
    N_("seer"),
    N_("mage"),
    N_("enchanter"),
    N_("raven"),
    N_("cat"),
    N_("owl"),
    N_("cobra"),
    N_("toad"),
    N_("Fire"),
    N_("Water"),
    N_("Air"),
    N_("Earth"),
    N_("Spirit"),
    N_("red"),
    N_("blue"),
    N_("yellow"),
    N_("green"),
    N_("violet"),
    N_("Transmutation"),
    N_("Rebirth"),
    N_("Evolution"),
    N_("Growth"),
    N_("Synergy"),
    N_("Inversion"),
    N_("Exchange"),
    N_("Absorption"),
    N_("Disintegration"),
    N_("Reorganisation"),
    N_("Mystification"),
    N_("Alteration"),
    N_("Transfer"),
    N_("Theft"),
    N_("Borrow"),
    N_("Mission"),
    N_("Leap"),
    N_("Teleportation"),
    N_("Guardian"),
    N_("Speed"),
    N_("Bond"),
)
"""The words that facts are: mages, familiars, elements, colours, spells."""
