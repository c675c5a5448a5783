"""The rules of play: before the spells what is on the table and what a turn is, after them how it ends."""

from __future__ import annotations

from engine.errors import N_

PLAY: dict[str, str] = {
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
}
"""From the box to the Bond scroll."""

ENDING: dict[str, str] = {
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
    "archimage.inv.tokens": N_(
        "A token leaves the board only when it is broken or by a spell, and none comes back[; one is "
        "missing from {missing}][; one too many is on {places}]."
    ),
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
"""The end, the score, and what is always so."""
