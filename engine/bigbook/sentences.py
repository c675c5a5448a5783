"""What is said: rules that are broken, how a match ended, what happened, what is waited for."""

from __future__ import annotations

from engine.errors import N_

SENTENCES: dict[str, str] = {
    # -- components --
    "bigbook.components.element-total": N_("The box holds 136 element cards, 34 of each element."),
    "bigbook.components.element-values": N_(
        "Each element has 18 cards of value 1, 10 of value 2 and 6 of value 3."
    ),
    "bigbook.components.element-sums": N_(
        "In all there are 72 cards of value 1, 40 of value 2 and 24 of value 3."
    ),
    "bigbook.components.curses": N_(
        "The box holds 48 curses of five types: earth, water, fire, air and multi-element."
    ),
    "bigbook.components.madness": N_("There are 35 madness cards, all alike."),
    "bigbook.components.spells": N_("There are 56 spells: 20 basic ones and 36 for the library."),
    "bigbook.components.basic-spells": N_(
        "The basic spells are Combustion, Ice, Growth and Telepathy, one of each for every player."
    ),
    "bigbook.components.library-spells": N_(
        "The library has three different spells of each value for each element."
    ),
    "bigbook.components.spell-border": N_("Basic spells have a white border, those of the library a black one."),
    "bigbook.components.magicians": N_("There are eight magicians, two of each element."),
    "bigbook.components.grimoire": N_("The book is made of 17 cards: 4 covers, 12 pages and a last page."),
    "bigbook.components.markers": N_(
        "A wooden book, a wooden hat and a token for the active player mark the game."
    ),
    "bigbook.components.element-tokens": N_("There are 16 element tokens, four of each element."),
    "bigbook.components.board": N_(
        "The board has room for the book, the madness pile, the curses and the rounds."
    ),
    "bigbook.components.card-sizes": N_("Each kind of card has a size of its own; spells are square."),
    "bigbook.components.colours": N_("Water is blue, fire red, air yellow and earth green."),
    "bigbook.components.page-faces": N_(
        "A page shows its panel in front and its monster behind; the last page has no monster."
    ),
    # -- setup --
    "bigbook.setup.players": N_("Two to five play."),
    "bigbook.setup.basic-spells": N_("Each player begins with one of each basic spell, face up."),
    "bigbook.setup.magician": N_("Each player chooses one magician, whose ability can be used as its sheet says."),
    "bigbook.setup.magician-unique": N_("No two players have the same magician[; {card} is taken]."),
    "bigbook.setup.deck": N_(
        "The magician's element cards, shuffled, are the player's draw pile[; these cannot be the {number} "
        "cards on top of it]."
    ),
    "bigbook.setup.deck-size": N_("A starting deck has twelve cards: eleven of value 1 and one of value 2."),
    "bigbook.setup.value1-removed": N_("Cards of value 1 that nobody begins with stay in the box."),
    "bigbook.setup.hand": N_("Each player begins with six cards in hand."),
    "bigbook.setup.madness-pile": N_("The madness pile has 10 cards and two more for each player."),
    "bigbook.setup.madness-rest": N_("Madness cards beyond the pile stay in the box."),
    "bigbook.setup.curse-piles": N_("The curses lie in five piles, face down, one for each type."),
    "bigbook.setup.element-piles": N_("Eight open piles hold the element cards of value 2 and of value 3."),
    "bigbook.setup.element-pile-order": N_(
        "The cards of value 2 that players begin with come out of those piles."
    ),
    "bigbook.setup.grimoire-final": N_("The last page lies at the bottom of the book."),
    "bigbook.setup.grimoire-interior": N_(
        "Five different pages, by chance, lie on the last one[; {card} cannot be among them]."
    ),
    "bigbook.setup.grimoire-cover": N_(
        "One of the covers, by chance, lies on top of the book, before the game begins[; {card} is none]."
    ),
    "bigbook.setup.grimoire-count": N_("The book has seven cards, which make six openings."),
    "bigbook.setup.library": N_(
        "Each library pile has one spell of each value of its element: 1 on top, then 2, then 3[; now "
        "{element} turns up one of value {value}]."
    ),
    "bigbook.setup.library-visible": N_("Only the top of each library pile is turned up."),
    "bigbook.setup.library-rest": N_("The other library spells stay in the box."),
    "bigbook.setup.round-marker": N_("The hat starts where the difficulty says."),
    "bigbook.setup.difficulty-levels": N_("The game can be easy, medium or hard."),
    "bigbook.setup.invocation-marker": N_("The wooden book starts on the invocation space."),
    "bigbook.setup.tokens": N_(
        "Element tokens lie beside the board until a curse calls for them[; now one goes on the curse of slot"
        " {slot}]."
    ),
    "bigbook.setup.first-player": N_("The table chooses who begins, once."),
    # -- game --
    "bigbook.game.rounds": N_("The game has six rounds, each with a monster of its own."),
    "bigbook.game.turns-per-round": N_("A round has five turns, however many play."),
    "bigbook.game.turn-total": N_("A whole game has thirty turns."),
    "bigbook.game.turn-order": N_(
        "Turns go clockwise, and a new round does not begin anew with the first player."
    ),
    "bigbook.game.no-early-round-end": N_("A round without curses still has its five turns."),
    "bigbook.game.coop": N_("Everybody wins or everybody loses."),
    "bigbook.game.talk": N_(
        "Players may talk freely and say what they hold, as long as it can be so[; {cards} cannot be in this "
        "hand]."
    ),
    # -- turn --
    "bigbook.turn.phases": N_(
        "A turn has four phases in this order: concentration, monster, actions, recuperation. What is under "
        "way comes first."
    ),
    "bigbook.turn.active-only": N_(
        "Only the active player acts, and others when an effect lets them[; now it is for {turn}]."
    ),
    # -- concentration --
    "bigbook.concentration.refresh": N_("In concentration the active player straightens all exhausted spells."),
    "bigbook.concentration.own-only": N_(
        "Spells of other players, and spells that are ready, are left as they are in concentration."
    ),
    # -- invocation --
    "bigbook.invocation.advance": N_(
        "The wooden book goes one step on, once a turn[; its next space is {number}]."
    ),
    "bigbook.invocation.spaces": N_("The track goes from the invocation space over 1, 2, 3, 4 and 5 back to it."),
    "bigbook.invocation.space1": N_("Space 1 opens a new round."),
    "bigbook.invocation.spaces2-5": N_("Spaces 2 to 5 trigger the curses that still lie there."),
    "bigbook.invocation.space3": N_("On space 3 the left curse takes effect before the right one."),
    "bigbook.invocation.slots": N_("The five slots for curses are 2, 3-left, 3-right, 4 and 5."),
    "bigbook.invocation.end-space": N_("At the invocation space the round ends."),
    "bigbook.invocation.end-space-no-turn": N_(
        "The invocation space is no turn of its own: the book goes on to space 1."
    ),
    "bigbook.invocation.space1-no-curse": N_("No curse lies on space 1."),
    # -- curse --
    "bigbook.curse.trigger": N_(
        "A curse takes effect on all players, from the active one on, as far as they can do what it asks[: "
        "{number}]."
    ),
    "bigbook.curse.trigger-order": N_("Its effect goes round in turn order."),
    "bigbook.curse.trigger-skip-player": N_("Whoever cannot do what it asks is passed over."),
    "bigbook.curse.trigger-ignored": N_("A curse that can do nothing is ignored."),
    "bigbook.curse.stays": N_("A curse that took effect stays in its slot, and does so once only."),
    "bigbook.curse.empty-slot": N_("A curse that was destroyed before never takes effect."),
    "bigbook.curse.discard-madness-allowed": N_("When an effect makes somebody discard, a madness card may go."),
    # -- round --
    "bigbook.round.turn-page": N_("A page is turned at the start of each round, and then only."),
    "bigbook.round.appearance": N_("A new monster's appearance takes effect."),
    "bigbook.round.marker-down": N_(
        "The hat goes down one step at the start of each round but the first[; now to round {number}]."
    ),
    "bigbook.round.multi-count": N_("The hat shows how many multi-element curses a round brings[: {number}]."),
    "bigbook.round.multi-place": N_(
        "Curses fill the slots from space 2 on, multi-element ones first[; the next slot is {slot}]."
    ),
    "bigbook.round.element-curses": N_(
        "Then come three curses of the types of the monster's symbols[; now {element}]."
    ),
    "bigbook.round.curse-order": N_("The monster's symbols are read from left to right[; now comes {element}]."),
    "bigbook.round.curse-faceup": N_("Curses on the track lie face up."),
    "bigbook.round.curse-total": N_("A round brings three to five curses, all of them at its start."),
    "bigbook.round.multi-by-difficulty": N_("The harder the game, the earlier multi-element curses come."),
    # -- action --
    "bigbook.action.unlimited": N_("There is no limit to the actions of a turn."),
    "bigbook.action.order-free": N_("Actions come in any order and may be repeated."),
    "bigbook.action.kinds": N_(
        "There are five: activate a spell, learn one, acquire an element, destroy a curse, heal a madness."
    ),
    "bigbook.action.pass": N_("One may do nothing."),
    "bigbook.action.independent": N_("Each action is paid by itself."),
    # -- cost --
    "bigbook.cost.pay": N_(
        "Costs are paid with element cards from one's own hand, or from support[; {cards} cannot all be in "
        "this hand]."
    ),
    "bigbook.cost.value-counts": N_("A card counts as many elements as its value."),
    "bigbook.cost.overpay-lost": N_("What is paid beyond the cost is lost."),
    "bigbook.cost.same-element": N_("Only the elements that are asked for pay[; not {cards}]."),
    "bigbook.cost.madness-pays-nothing": N_("A madness card pays nothing."),
    "bigbook.cost.support": N_(
        "Cards in support may pay, whoever they belong to, if they lie there[; {cards} do not, at {who}]."
    ),
    "bigbook.cost.support-discard": N_("A support card that was spent goes to its owner's discard pile."),
    "bigbook.cost.hands-not-shared": N_("Nobody pays from another player's hand[; see {who}]."),
    # -- spell --
    "bigbook.spell.activate-cost": N_("Activating a spell costs the elements printed on it[: {asked}]."),
    "bigbook.spell.not-exhausted": N_("An exhausted spell cannot be activated[: {card}]."),
    "bigbook.spell.once": N_("A spell is used once a turn and then turned sideways[: {card}]."),
    "bigbook.spell.exhausted-until": N_("It stays exhausted until its owner's next concentration."),
    "bigbook.spell.multiply": N_("The cost may be paid several times at once, for as many times the effect."),
    "bigbook.spell.as-much-as-possible": N_("All of an effect that can be done is done."),
    "bigbook.spell.own-only": N_(
        "Whoever acts activates only spells that lie in front of them[; {card} lies elsewhere]."
    ),
    "bigbook.spell.given-actions-optional": N_("Whoever is given actions may take fewer, or none."),
    "bigbook.spell.given-actions-no-refill": N_("Whoever acts in another's turn does not refill."),
    # -- learn --
    "bigbook.learn.visible": N_("Only a spell on top of a library pile can be learned[; {card} is not]."),
    "bigbook.learn.cost": N_("Learning costs two of the spell's element[: {asked}]."),
    "bigbook.learn.limit": N_("A player has at most five spells, or as many as the magician allows[: {number}]."),
    "bigbook.learn.destroy-first": N_(
        "A spell may be destroyed as part of learning one, and one's own only[; not {card}]."
    ),
    "bigbook.learn.destroyed-spell": N_("A destroyed spell leaves the game."),
    "bigbook.learn.usable-now": N_("A spell that was learned can be used at once."),
    "bigbook.learn.reveal-next": N_(
        "Then the next spell of its pile is turned up[: of {element}, value {value}]."
    ),
    "bigbook.learn.pile-empty": N_("An empty library pile offers nothing[: {element}]."),
    "bigbook.learn.limit-exception": N_("A magician may allow another number of spells."),
    # -- acquire --
    "bigbook.acquire.values": N_("Only element cards of value 2 and 3 can be acquired."),
    "bigbook.acquire.cost": N_("Acquiring a card costs its value in its element[: {asked}]."),
    "bigbook.acquire.destination": N_("An acquired card goes to the buyer's discard pile."),
    "bigbook.acquire.no-value1": N_("Cards of value 1 cannot be acquired."),
    "bigbook.acquire.pile-empty": N_("Nothing can be acquired from an empty pile[: {card}]."),
    # -- curse --
    "bigbook.curse.destroy-cost": N_("Destroying a curse costs four of its element[: {asked}]."),
    "bigbook.curse.destroy-cost-multi": N_(
        "Destroying a multi-element curse costs one of each element[: {asked}]."
    ),
    "bigbook.curse.token-surcharge": N_(
        "Each token on a curse makes it dearer; at this table option A10 says by how much[: {asked}]."
    ),
    "bigbook.curse.destroy-any-slot": N_(
        "Any curse on the track can be destroyed, before or after it took effect[; slot {slot} is empty]."
    ),
    "bigbook.curse.destroy-reward": N_(
        "Whoever destroys a curse gains an element card of value 2, freely chosen."
    ),
    "bigbook.curse.reward-destination": N_(
        "The reward goes where the table option A4 says, usually to the discard pile."
    ),
    "bigbook.curse.reward-empty": N_(
        "The reward comes from a pile that has cards; with none left there is no reward."
    ),
    "bigbook.curse.destroyed-where": N_("A destroyed curse goes under the pile of its type."),
    # -- madness --
    "bigbook.madness.heal-cost": N_("Healing a madness costs two elements of one type[; not {cards}][: {asked}]."),
    "bigbook.madness.heal-target": N_(
        "One heals a madness of one's own, or one in anybody's support, if there is one."
    ),
    "bigbook.madness.heal-destination": N_("A healed madness goes back to its pile."),
    "bigbook.madness.heal-own-zone": N_("One's own madness can be healed in hand and in support, not in a pile."),
    # -- support --
    "bigbook.support.source": N_("Cards enter support by effects only[; not {cards}]."),
    "bigbook.support.limit": N_(
        "Support has room for three cards, or as many as the magician allows[: {number}]."
    ),
    "bigbook.support.any-payer": N_("Whoever acts may spend anybody's support."),
    "bigbook.support.madness": N_("A madness card may lie in support; it takes up a place and pays nothing."),
    "bigbook.support.forced-full": N_(
        "When support is full and must take a madness, one card of it is discarded first[; cards to discard: "
        "{number}]."
    ),
    "bigbook.support.not-hand": N_("Support does not count as hand."),
    # -- round --
    "bigbook.round.end-check": N_("At the end of a round one looks whether curses are left."),
    "bigbook.round.end-failed": N_("With a curse left, the failure panel is applied."),
    "bigbook.round.end-vanquished": N_("With none left, the bonus panel is applied."),
    "bigbook.round.end-clear": N_("Leftover curses go under their piles."),
    "bigbook.round.end-tokens": N_("Tokens go back when their curse leaves."),
    "bigbook.round.end-order": N_("Panels that name each player go round from the one whose turn begins."),
    "bigbook.round.fail-survivable": N_("Failing one of the first five monsters loses nothing yet."),
    "bigbook.round.new-pile-recycled": N_(
        "Curses that went under a pile come back only when those above are used up[; {card} is not on top]."
    ),
    # -- recuperation --
    "bigbook.recuperation.refill": N_("The active player draws up to six cards."),
    "bigbook.recuperation.active-only": N_("Nobody else refills."),
    "bigbook.recuperation.keep": N_("Cards that were not used stay in hand; nobody discards unasked."),
    "bigbook.recuperation.over6": N_("A hand above six is cut back to six[; cards to discard: {number}]."),
    "bigbook.recuperation.over6-element-only": N_(
        "In recuperation only element cards are discarded, never madness."
    ),
    "bigbook.recuperation.next": N_("Then it is the next player's turn."),
    # -- deck --
    "bigbook.deck.reshuffle": N_("An empty draw pile is made anew from the discards and one madness card."),
    "bigbook.deck.reshuffle-when": N_("That happens when a card is needed from it."),
    "bigbook.deck.reshuffle-not-draw": N_("It happens too when cards go from the draw pile to the discards."),
    # -- madness --
    "bigbook.madness.take": N_("Madness cards are taken from the madness pile."),
    "bigbook.madness.removed": N_("Some cards take madness off the pile for good."),
    "bigbook.madness.in-hand": N_(
        "A madness in hand takes up a place, and a spell that destroys cards does not reach it."
    ),
    # -- player --
    "bigbook.player.eliminated": N_("Whoever ends their recuperation with six madness cards is eliminated."),
    "bigbook.player.eliminated-over": N_("More than six madness and nothing else eliminates too."),
    "bigbook.player.eliminated-only-then": N_("That is looked at after one's own recuperation only."),
    "bigbook.player.eliminated-removal": N_("All that an eliminated player had leaves the game."),
    "bigbook.player.eliminated-madness": N_("Madness and support leave with them, and pay no more[; see {who}]."),
    "bigbook.player.eliminated-turns": N_("The others go on, and rounds still have five turns."),
    # -- end --
    "bigbook.end.trigger-pages": N_(
        "The game is over once the sixth round is settled, or it was lost before; nothing more can be done."
    ),
    "bigbook.end.trigger-madness": N_("It ends at once when a madness card must be taken and there is none."),
    "bigbook.end.madness-pile-zero-safe": N_("An empty madness pile alone ends nothing."),
    "bigbook.end.win": N_("The game is won when the last monster is vanquished at the end of round six."),
    "bigbook.end.lose-last-monster": N_("It is lost with a curse left at the end of round six."),
    "bigbook.end.lose-madness": N_("It is lost when a madness card cannot be taken."),
    "bigbook.end.lose-all-eliminated": N_("It is lost when nobody is left."),
    "bigbook.end.one-eliminated": N_("One eliminated player does not lose the game."),
    "bigbook.end.earlier-monsters": N_("Only the last monster must be vanquished."),
    "bigbook.end.eliminated-share": N_("Eliminated players share the result."),
}
"""What to say when a rule is broken; without facts, what the rule asks for."""

NOTICES: dict[str, str] = {
    "bigbook.cost.overpay-lost": N_("{number} more than it costs is lost[; {card} could stay]."),
    "bigbook.setup.madness-pile": N_(
        "The summary has 10 madness cards and two for each player; here {number} were counted ({option})."
    ),
    "bigbook.curse.trigger": N_("The text of this card is the table's own reading ({option})."),
    "bigbook.spell.activate-cost": N_("The cost of this spell is the table's own reading ({option})."),
    "bigbook.curse.reward-destination": N_(
        "The summary speaks of a reserve; at this table it is the hand ({option})."
    ),
    "bigbook.acquire.cost": N_("By the letter of the summary cards are counted, not values ({option})."),
    "bigbook.spell.multiply": N_("One card may pay for several uses; the table option {option} can change this."),
    "bigbook.madness.in-hand": N_("A spell may destroy madness at this table ({option})."),
}
"""What to say where the rules leave something open and the table has decided."""

RESULTS: dict[str, str] = {
    "bigbook.end.win": N_("The last monster is vanquished: everybody wins.[ {number} of the others were, too.]"),
    "bigbook.end.lose-last-monster": N_("A curse of the last monster is left: everybody loses."),
    "bigbook.end.lose-madness": N_("A madness card had to be taken and there is none: everybody loses."),
    "bigbook.end.lose-all-eliminated": N_("Nobody is left: everybody loses."),
    "bigbook.player.eliminated": N_("A player was eliminated in the very last turn: everybody loses."),
}
"""How a match ended, and why it ended then."""

EVENTS: dict[str, str] = {
    "drawn": N_("{who} draws cards: {count}."),
    "madness": N_("{who} takes a madness card; left in the pile: {left}."),
    "reshuffled": N_("{who} shuffles a new draw pile."),
    "removed": N_("Madness cards off the pile for good: {count}; left: {left}."),
    "healed": N_("A madness of {who} goes back to its pile; there now: {left}."),
    "lent": N_("Support of {who} is spent."),
    "milled": N_("From the draw pile of {who} go: {cards}."),
    "failed": N_("Monster {number} was not vanquished: the failure panel."),
    "vanquished": N_("Monster {number} is vanquished: the bonus panel."),
    "opened": N_("Round {number} begins."),
    "triggered": N_("{card} takes effect[: {effect}]."),
    "cast": N_("{card} takes effect[; times: {count}]."),
    "learned": N_("{card} is learned."),
    "acquired": N_("{card} goes to the discard pile."),
    "rewarded": N_("{who} gains {card}."),
    "destroyed": N_("{card} is destroyed."),
    "ruined": N_("{card} leaves the game."),
    "forgotten": N_("{who} loses {card} for good."),
    "used": N_("The ability of {card} is used."),
    "contained": N_("The last monster is contained; the remaining turns are played."),
    "eliminated": N_("{who} is eliminated."),
    "pile-empty": N_("The madness pile is empty: the next card that is needed loses the game."),
    "pile-low": N_("Few madness cards are left: {left}."),
    "next-space": N_("Waiting on the next space: {cards}."),
    "over": N_("The match is over."),
}
"""What happened, to be announced."""

TALLIES: dict[str, str] = {
    "destroyed": N_("curses destroyed"),
    "triggered": N_("curses that took effect"),
    "madness": N_("madness cards taken"),
    "healed": N_("madness cards healed"),
    "learned": N_("spells learned"),
    "acquired": N_("element cards acquired"),
    "vanquished": N_("monsters vanquished before the last"),
    "eliminated": N_("players eliminated"),
}
"""What statistics count."""

REQUESTS: dict[str, str] = {
    "magicians": N_("Choose a magician each."),
    "first": N_("Choose who begins."),
    "cover": N_("Which cover closes the book?"),
    "page": N_("Turn the page: which one shows on the right?"),
    "reveal": N_("Turn up the next spell: {element}."),
    "concentrate": N_("{seat}: straighten the exhausted spells."),
    "book": N_("{seat}: move the wooden book to space {number}.[ Waiting there: {cards}.]"),
    "hat": N_("Move the hat down, to round {number}."),
    "lay": N_("Lay a curse of the type {element} on slot {slot}."),
    "act": N_("It is {seat}'s turn to act.[ Actions left: {number}.][ Space: {space}.]"),
    "cut": N_("{seat}: discard elements down to six cards; over: {number}."),
    "discard": N_("[Space {space}, {card} – {effect}. ]{seat}: discard cards from the hand: {number}."),
    "discard-element": N_(
        "[Space {space}, {card} – {effect}. ]{seat}: discard element cards from the hand: {number}."
    ),
    "top": N_(
        "[Space {space}, {card} – {effect}. ]{seat}: turn over the top of the draw pile and discard it; "
        "cards: {number}."
    ),
    "drop": N_("[Space {space}, {card} – {effect}. ]{seat}: discard from support: {number}."),
    "heal": N_("{seat}: choose a madness to heal."),
    "destroy-card": N_("[Space {space}, {card} – {effect}. ]{seat}: choose a card to destroy ({zone})."),
    "destroy-spell": N_("[Space {space}, {card} – {effect}. ]{seat}: choose a spell to destroy."),
    "group": N_("[Space {space}, {card} – {effect}. ]Choose together which spells to destroy: {number}."),
    "exhaust-spell": N_("[Space {space}, {card} – {effect}. ]{seat}: choose a spell to exhaust."),
    "refresh-spell": N_("{seat}: choose a spell to straighten."),
    "pick": N_("{seat}: choose who it is for."),
    "support": N_("{seat}: put cards into support, at most: {number}."),
    "support-swap": N_("{seat}: exchange cards with support, at most: {number}."),
    "gain": N_("{seat}: choose the element of a card of value {number}."),
    "token": N_("[Space {space}, {card} – {effect}. ]Draw an element token for the curse on slot {slot}."),
    "destroy-curse": N_("{seat}: choose a curse to destroy for nothing."),
    "learn": N_("{seat}: choose a spell to learn for nothing."),
    "read": N_("[Space {space}, {card} – {effect}. ]Read the card aloud: what does it do?"),
    "sanity": N_("{seat}: is the hand nothing but madness?"),
}
"""What the match waits for."""

DEEDS: dict[str, str] = {
    "magician": N_("choose the magician {card}"),
    "first": N_("let {who} begin"),
    "cover": N_("close the book with {card}"),
    "page": N_("turn the page; on the right shows {card}"),
    "reveal": N_("turn up {card}"),
    "concentrate": N_("straighten[ {cards}, of] the exhausted spells"),
    "book": N_("move the wooden book to space {number}"),
    "home": N_("move the wooden book to the invocation space"),
    "hat": N_("move the hat to round {number}"),
    "lay": N_("lay {card} on slot {slot}"),
    "cast": N_("activate {card}[, paying {pay}]"),
    "learn": N_("learn {card}[, paying {pay}][, and destroy {old}]"),
    "acquire": N_("acquire {card}[, paying {pay}]"),
    "destroy": N_("destroy the curse[ {card}] on slot {slot}[, paying {pay}][, and gain {element}]"),
    "heal": N_("heal a madness ({zone})[ of {who}][, paying {pay}]"),
    "use": N_("use the magician's ability"),
    "end": N_("end the actions"),
    "pass": N_("do no more"),
    "discard": N_("discard {cards}"),
    "mill": N_("discard {cards} from the top of the draw pile ({seat})"),
    "drop": N_("discard {cards} from support"),
    "mend": N_("let a madness be healed ({zone})[ of {who}]"),
    "ruin": N_("destroy the card {cards}"),
    "forget": N_("destroy the spell {card}[ of {who}]"),
    "tire": N_("exhaust {card}"),
    "straighten": N_("straighten {card}"),
    "pick": N_("choose {who}"),
    "put": N_("put into support: {cards}[, in exchange for {pay}]"),
    "swap": N_("exchange {cards} for {pay}"),
    "gain": N_("gain a card of {element}"),
    "token": N_("put a token of {element} on[ {card},] slot {slot}"),
    "dispel": N_("destroy the curse[ {card}] on slot {slot} for nothing"),
    "study": N_("learn {card} for nothing[, and destroy {old}]"),
    "effect": N_("read out: {text}"),
    "mad": N_("say that the hand is nothing but madness"),
    "sane": N_("say that the hand is not all madness"),
    "show": N_("show {cards}"),
}
"""What somebody does, by the kind of the action; after a name and a colon, or as an instruction."""

PLACES: dict[str, str] = {
    "track": N_("space {number} of the track"),
    "invocation": N_("the invocation space"),
    "slot": N_("slot {slot} of the curses"),
    "round": N_("round {number} of the hat's track"),
    "monster": N_("the left page"),
    "panel": N_("the right page"),
    "library": N_("the library pile of {element}"),
    "pile": N_("the pile of {element}, value {number}"),
    "madness": N_("the madness pile"),
    "spell": N_("spell {number} of {who}"),
    "support": N_("support of {who}, card {number}"),
}
"""What people call the places of the plan."""

FACTS: tuple[str, ...] = (
    N_("earth"),
    N_("water"),
    N_("fire"),
    N_("air"),
    N_("multi-element"),
    N_("any"),
    N_("nothing"),
    N_("hand"),
    N_("support"),
    N_("discard"),
    N_("deck"),
    N_("3-left"),
    N_("3-right"),
    N_("black"),
    N_("violet"),
    N_("green"),
    N_("orange"),
    N_("blue"),
)
"""The words that facts are made of."""

THINGS: dict[str, str] = {
    "book": N_("the wooden book"),
    "hat": N_("the hat"),
    "madness": N_("madness card"),
    "back": N_("a curse face down ({element})"),
    "unknown": N_("a card that is not known"),
    "curse": N_("curses"),
    "spell": N_("spells"),
    "exhausted": N_("{card}, exhausted"),
    "page": N_("pages of the book"),
    "card": N_("element cards"),
}
"""What people call the things of the plan."""

CALLED: dict[str, str] = {
    "card": N_("[{count} × ]{element} {number}[ (support of {who})][ (hand of {seat})]"),
    "madness": N_("[{count} × ]madness[ (support of {who})][ (hand of {seat})]"),
    "asked": N_("{count} {element}"),
    "any": N_("{count} of one element"),
}
"""What people call cards without a title, and parts of a cost."""

CHAPTERS: dict[str, str] = {
    "components": N_("What is in the box"),
    "setup": N_("Setting up the book"),
    "game": N_("The course of the game"),
    "concentration": N_("Concentration"),
    "invocation": N_("The monster's phase"),
    "round": N_("A round begins and ends"),
    "action": N_("Actions and what they cost"),
    "spell": N_("Activating spells"),
    "learn": N_("Learning spells"),
    "acquire": N_("Acquiring elements"),
    "curse": N_("Curses"),
    "madness": N_("Madness"),
    "support": N_("Support"),
    "recuperation": N_("Recuperation and draw piles"),
    "player": N_("Elimination"),
    "end": N_("The end of the game"),
}
"""What the chapters of the digest are called, by the second part of the identifiers."""
