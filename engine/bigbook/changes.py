"""The small changes that everything is made of: cards drawn, madness taken, players eliminated."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS, LETTERS, MADNESS, MULTI, Cards, plus
from engine.bigbook.hands import out_of_hand, reshuffled, settled
from engine.bigbook.log import Log
from engine.bigbook.state import OWN_HAND, ROUNDS, TURNS, State, Task

if TYPE_CHECKING:
    from engine.bigbook.box import Page
    from engine.bigbook.game import BigbookRules

WON = "bigbook.end.win"
NO_MADNESS = "bigbook.end.lose-madness"
LAST_MONSTER = "bigbook.end.lose-last-monster"
NOBODY_LEFT = "bigbook.end.lose-all-eliminated"
LAST_TURN = "bigbook.player.eliminated"
TOKENS_EACH = 4


def over(state: State, rule: str) -> State:
    """The match has ended, by this rule."""
    return state._replace(agenda=(), over=rule)


def took_madness(rules: BigbookRules, state: State, seat: int, log: Log) -> State:
    """A madness card is taken off the pile; where it goes is not said here. With no card left all lose."""
    if not state.madness:
        return over(state, NO_MADNESS)
    log.tell("madness", who=rules.seats[seat], left=state.madness - 1)
    return state._replace(madness=state.madness - 1)


def new_deck(rules: BigbookRules, state: State, seat: int, log: Log) -> State:
    """An empty draw pile is made anew of the discards and one madness card more."""
    state = took_madness(rules, state, seat, log)
    if state.over:
        return state
    player = state.players[seat]
    log.tell("reshuffled", who=rules.seats[seat])
    return state.with_player(seat, reshuffled(player._replace(discard=plus(player.discard, (MADNESS,)))))


def drawn(rules: BigbookRules, state: State, seat: int, n: int, log: Log) -> State:
    """Somebody draws cards; a new draw pile is made when it is needed, or as soon as there is none."""
    count = 0
    for _ in range(n):
        if not state.players[seat].deck_size:
            if rules.house.has("draw-none") and not state.players[seat].discard:
                break
            state = new_deck(rules, state, seat, log)
            if state.over:
                return state
        player = state.players[seat]
        state = state.with_player(seat, settled(player._replace(unseen=player.unseen + 1)))
        count += 1
        state = refilled_early(rules, state, seat, log)
        if state.over:
            return state
    if count:
        log.tell("drawn", who=rules.seats[seat], count=count)
    return state


def refilled_early(rules: BigbookRules, state: State, seat: int, log: Log) -> State:
    """At a table that does so, the draw pile is made anew the moment it is empty."""
    player = state.players[seat]
    if rules.house.has("reshuffle=empty") and not player.deck_size and player.discard:
        return new_deck(rules, state, seat, log)
    return state


def discarded(state: State, seat: int, cards: Cards) -> State:
    """Cards go from a hand to its discard pile."""
    player = out_of_hand(state.players[seat], cards)
    return state.with_player(seat, player._replace(discard=plus(player.discard, cards)))


def dropped(state: State, seat: int, cards: Cards) -> State:
    """Cards go from support to their owner's discard pile."""
    player = state.players[seat]
    left = tuple((Counter(player.support) - Counter(cards)).elements())
    return state.with_player(seat, player._replace(support=left, discard=plus(player.discard, cards)))


def spent(rules: BigbookRules, state: State, seat: int, pay: tuple[tuple[int, str], ...], log: Log) -> State:
    """The cards that pay go to the discard piles of those who own them."""
    state = discarded(state, seat, tuple(sorted(card for owner, card in pay if owner == OWN_HAND)))
    for owner in sorted({owner for owner, _ in pay if owner != OWN_HAND}):
        state = dropped(state, owner, tuple(sorted(card for whose, card in pay if whose == owner)))
        log.tell("lent", who=rules.seats[owner])
        magician = rules.magician(state, owner)
        if owner != seat and magician.when == "support-spent" and not state.players[owner].used:
            state = state.with_player(owner, state.players[owner]._replace(used=True))
            state = state.then(*(Task("effect", owner, arg=step) for step in magician.effect))
    return state


def gained(state: State, seat: int, letter: str, number: int, to: str) -> State:
    """Somebody takes an element card from its pile."""
    at = list(ELEMENTS).index(letter)
    piles = state.value2 if number == 2 else state.value3
    piles = (*piles[:at], piles[at] - 1, *piles[at + 1 :])
    state = state._replace(value2=piles) if number == 2 else state._replace(value3=piles)
    player = state.players[seat]
    card = (f"{letter}{number}",)
    if to == "hand":
        return state.with_player(seat, player._replace(hand=plus(player.hand, card)))
    return state.with_player(seat, player._replace(discard=plus(player.discard, card)))


def pile(state: State, letter: str, number: int) -> int:
    """How many element cards of this value are left to take."""
    return (state.value2 if number == 2 else state.value3)[list(ELEMENTS).index(letter)]


def filled(state: State, number: int) -> tuple[str, ...]:
    """The elements of which there are cards of this value left to take."""
    return tuple(element for element, letter in LETTERS.items() if pile(state, letter, number))


def eliminated(rules: BigbookRules, state: State, seat: int, log: Log) -> State:
    """Somebody is out, and all they had with them."""
    player = state.players[seat]
    if rules.house.has("madness-returns"):
        every = (*player.hand, *player.pool, *player.discard, *player.support)
        state = state._replace(madness=state.madness + every.count(MADNESS))
    log.tell("eliminated", who=rules.seats[seat])
    bare = player._replace(hand=(), unseen=0, pool=(), discard=(), support=(), spells=(), out=True, used=False)
    state = state.with_player(seat, bare)
    is_last = state.round == ROUNDS
    if all(player.out for player in state.players):
        wins = rules.house.has("nobody-wins") and is_last and not any(state.slots)
        return over(state, WON if wins else NOBODY_LEFT)
    if rules.house.has("last-turn-counts") and is_last and state.space == 5:
        return over(state, LAST_TURN)
    return state


def removed_curse(rules: BigbookRules, state: State, slot: int) -> State:
    """A curse is destroyed: it goes under its pile, or out of the game."""
    curse = state.slots[slot]
    slots = (*state.slots[:slot], None, *state.slots[slot + 1 :])
    state = state._replace(slots=slots)
    if curse is None:
        return state
    if rules.house.has("curses-leave"):
        return state._replace(gone=(*state.gone, curse.code))
    return state._replace(under=(*state.under, curse.code))


def never_laid(rules: BigbookRules, state: State, curse_type: str) -> Counter[str]:
    """How many of each curse of a type have not been seen yet."""
    seen = Counter(curse.code for curse in state.slots if curse) + Counter(state.under) + Counter(state.gone)
    return rules.box.of_type(curse_type) - seen


def on_top(rules: BigbookRules, state: State, curse_type: str) -> tuple[str, ...]:
    """Which curses may come off the pile of a type: those that never lay there, then the first that went under."""
    if curse_type == "any":
        return tuple(code for element in LETTERS for code in on_top(rules, state, element))
    if bag := never_laid(rules, state, curse_type):
        return tuple(sorted(bag))
    return next(((code,) for code in state.under if rules.box.curses[code].type == curse_type), ())


def spread(rules: BigbookRules, state: State) -> tuple[Page | None, Page | None]:
    """What the open book shows: the monster, and the page beside it, which says how its round ends."""
    # before the first turn's monster it is closed; the last settling leaves it as it lies
    is_closed = not state.space and state.turn <= TURNS
    if is_closed or state.round > len(state.book):
        return None, None
    monster = rules.box.pages[state.book[state.round - 1]]
    if state.round == ROUNDS:
        return monster, rules.box.final
    return monster, rules.box.pages[state.book[state.round]] if state.round < len(state.book) else None


def expected_types(rules: BigbookRules, state: State) -> tuple[str, ...]:
    """The types of the curses of this round, in the order of their slots."""
    monster = rules.box.pages[state.book[state.round - 1]]
    return (MULTI,) * rules.house.multi[state.round - 1] + (monster.symbols or ("any",) * 3)


def tokens_left(state: State) -> tuple[str, ...]:
    """The elements of which there are tokens beside the board."""
    lying = Counter(token[0] for curse in state.slots if curse for token in curse.tokens)
    return tuple(letter for letter in ELEMENTS if lying[letter] < TOKENS_EACH)
