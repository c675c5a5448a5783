"""Every legal action of a state. Written apart from ``judging``: tests hold the two against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from engine.bigbook.agenda import burnable, mendable, pickable, room, wounds
from engine.bigbook.cards import ELEMENTS, KINDS, LETTERS, MADNESS, subsets
from engine.bigbook.changes import filled, never_laid, on_top, pile, tokens_left
from engine.bigbook.costs import cost_of, curse_cost, learning_cost, payments, times
from engine.bigbook.hands import in_hand, may_be_mad, may_hold, out_of_hand
from engine.bigbook.state import ALL_TURN, NOBODY, Action, State, Task
from engine.contract import TABLE

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

Listing = Callable[["BigbookRules", State, Task], Iterator[Action]]
NOTHING = "nothing"


def legal(rules: BigbookRules, state: State) -> Iterator[Action]:
    """Everything that may be done now. What may be said at any time, the cards of a hand, is not among it."""
    if not state.over and state.agenda:
        yield from _LISTINGS[state.agenda[0].kind](rules, state, state.agenda[0])


# -- setting up, and the course of a turn -----------------------------------------------------------------


def _magicians(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    taken = {player.magician for player in state.players}
    for seat, player in enumerate(state.players):
        if not player.magician:
            yield from (Action("magician", code, seat=seat) for code in rules.box.magicians if code not in taken)


def _first(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("first", seat=seat) for seat in range(len(state.players)))


def _cover(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("cover", page.code) for page in rules.box.pages.values() if page.kind == "cover")


def _page(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    pages = rules.box.pages.values()
    return (Action("page", page.code) for page in pages if page.kind == "page" and page.code not in state.book)


def _reveal(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    value = 4 - state.library[list(LETTERS).index(task.arg)][0]
    for spell in rules.box.spells.values():
        if spell.element == task.arg and spell.value == value:
            yield Action("reveal", spell.code)


def _concentrate(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    yield Action("concentrate")
    if rules.house.has("choose-ready"):
        tired = sorted({code for code, ready in state.players[task.seat].spells if not ready})
        for number in range(1, len(tired) + 1):
            yield from (Action("concentrate", cards=codes) for codes in combinations(tired, number))


def _lay(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("lay", code, slot=task.n) for code in on_top(rules, state, task.arg))


def by_chance(rules: BigbookRules, state: State, pick: Callable[[int], int]) -> Action | None:
    """What is turned up, each card as likely as any other. Hands are drawn by those who hold them."""
    if state.over or not state.agenda:
        return None
    task = state.agenda[0]
    if task.kind == "top":
        deck = list(state.players[task.seat].pool)
        return Action("mill", cards=tuple(sorted(deck.pop(pick(len(deck))) for _ in range(task.n))))
    if task.seat != TABLE:
        return None
    heap = [one for one in legal(rules, state) for _ in range(_copies(rules, state, one))]
    return heap[pick(len(heap))]


def _copies(rules: BigbookRules, state: State, action: Action) -> int:
    """How many cards there are whose turning up is this action."""
    if action.kind != "lay":
        return 1
    return never_laid(rules, state, rules.box.curses[action.code].type)[action.code] or 1


# -- the action phase ---------------------------------------------------------------------------------------


def _act(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    seat = task.seat
    player = state.players[seat]
    for code in sorted({code for code, ready in player.spells if ready}):
        for pay in payments(rules, state, seat, rules.box.spells[code].cost, "cast"):
            action = Action("cast", code, pay=pay)
            if not too_often(rules, state, seat, action):
                yield action
    yield from _learning(rules, state, task, "learn")
    for card in KINDS:
        if card[1:] in ("2", "3") and pile(state, card[0], int(card[1])):
            action = Action("acquire", card)
            for pay in payments(rules, state, seat, cost_of(rules, state, action, seat), "acquire"):
                yield action._replace(pay=pay)
    yield from _destroying(rules, state, seat)
    yield from _healing(rules, state, seat)
    if task.n == ALL_TURN:
        if rules.magician(state, seat).use and not player.used:
            yield Action("use")
        yield Action("end")
    else:
        yield Action("pass")
    if rules.house.has("free-forgetting"):
        yield from _forgetting(rules, state, task)


def too_often(rules: BigbookRules, state: State, seat: int, action: Action) -> bool:
    """Whether a spell is paid more often than support has room, at a table that does not allow that."""
    spell = rules.box.spells[action.code]
    if not rules.house.has("within-support"):
        return False
    places = sum(int(step[7:] or 1) for step in spell.effect if step[:7] == "support" and step[7:8] in (" ", ""))
    return places * times(rules, spell.cost, action.pay) > room(rules, state, seat) > -1 and places > 0


def _learning(rules: BigbookRules, state: State, task: Task, kind: str) -> Iterator[Action]:
    player = state.players[task.seat]
    limit = rules.magician(state, task.seat).spell_limit
    for element, (_, code) in zip(LETTERS, state.library, strict=True):
        if not code:
            continue
        cost = learning_cost(rules, state, task.seat, element)
        pays = list(payments(rules, state, task.seat, cost, "learn")) if kind == "learn" else [()]
        for old in ("", *player.codes):
            if len(player.spells) - bool(old) < limit:
                yield from (Action(kind, code, pay=pay, extra=old) for pay in pays)


def _destroying(rules: BigbookRules, state: State, seat: int) -> Iterator[Action]:
    left = filled(state, 2)
    rewards = tuple(LETTERS) if left and rules.house.has("reward-may-fail") else left or (NOTHING,)
    for slot, curse in enumerate(state.slots):
        if curse:
            for pay in payments(rules, state, seat, curse_cost(rules, curse), "destroy"):
                yield from (Action("destroy", pay=pay, slot=slot, extra=reward) for reward in rewards)


def _healing(rules: BigbookRules, state: State, seat: int) -> Iterator[Action]:
    player = state.players[seat]
    targets = wounds(rules, state, seat)
    seen = set()
    # both letters of a tie may pay, so the same cards may come twice
    for pay in payments(rules, state, seat, (("*", 2),), "heal"):
        if pay in seen:
            continue
        seen.add(pay)
        mine = tuple(card for owner, card in pay if owner < 0)
        left = out_of_hand(player, mine)
        for where, who in targets:
            if where != "hand" or MADNESS in may_hold(left):
                yield Action("heal", pay=pay, seat=NOBODY if who == seat else who, extra=where)


def _forgetting(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("forget", code) for code in state.players[task.seat].codes)


# -- what effects ask for -----------------------------------------------------------------------------------


def _cut(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    player = state.players[task.seat]
    elements = [card for card in KINDS if card != MADNESS]
    most = player.hand_size if rules.house.has("drop-all") else task.n
    for cards in in_hand(player, 0, most, elements):
        left = out_of_hand(player, cards)
        if may_be_mad(left) or (len(cards) == task.n and not rules.house.has("drop-all")):
            yield Action("discard", cards=cards)


def _discard(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("discard", cards=cards) for cards in in_hand(state.players[task.seat], task.n, task.n, KINDS))


def _discard_element(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    player = state.players[task.seat]
    for cards in in_hand(player, 0, task.n, [card for card in KINDS if card != MADNESS]):
        if len(cards) == task.n or may_be_mad(out_of_hand(player, cards)):
            yield Action("discard", cards=cards)


def _top(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("mill", cards=cards) for cards in subsets(state.players[task.seat].pool, task.n, task.n))


def _drop(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("drop", cards=cards) for cards in subsets(state.players[task.seat].support, task.n, task.n))


def _heal(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    for where, who in mendable(state, task.seat, task.arg):
        yield Action("mend", seat=NOBODY if who == task.seat else who, extra=where)
    yield Action("pass")


def may_decline(rules: BigbookRules, state: State, task: Task) -> bool:
    """Whether nothing need be destroyed: by the text, or because the hand may hold nothing that could be."""
    player = state.players[task.seat]
    words = task.arg.split()
    return "may" in words or (
        "hand" in words and may_be_mad(player) and ("element" in words or not rules.house.has("burn-madness"))
    )


def _ruin(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    for card in sorted(set(burnable(rules, state, task))):
        yield Action("ruin", cards=(card,))
    if may_decline(rules, state, task):
        yield Action("pass")


def _group(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    for seat, player in enumerate(state.players):
        yield from (Action("forget", code, seat=seat) for code in player.codes)


def _turning(kind: str, ready: bool) -> Listing:
    def listed(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
        codes = {code for code, is_ready in state.players[task.seat].spells if is_ready == ready}
        return (Action(kind, code) for code in sorted(codes))

    return listed


def _pick(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("pick", seat=seat) for seat in pickable(rules, state, task))


def _put(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    player = state.players[task.seat]
    allowed = [card for card in KINDS if card != MADNESS or not rules.house.has("elements-only")]
    free = room(rules, state, task.seat)
    for cards in in_hand(player, 0, task.n, allowed):
        for old in subsets(player.support, max(0, len(cards) - free), max(0, len(cards) - free)):
            yield Action("put", cards=cards, pay=tuple((task.seat, card) for card in old))


def _swap(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    lying = sorted((seat, card) for seat, player in enumerate(state.players) for card in player.support)
    for cards in in_hand(state.players[task.seat], 1, task.n, KINDS):
        for taken in sorted(set(permutations(lying, len(cards)))):
            yield Action("swap", cards=cards, pay=taken)
    yield Action("pass")


def _gain(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("gain", extra=element) for element in filled(state, task.n))


def _token(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("token", slot=task.n, extra=ELEMENTS[letter]) for letter in tokens_left(state))


def _dispel(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    return (Action("dispel", slot=slot) for slot, curse in enumerate(state.slots) if curse)


def _study(rules: BigbookRules, state: State, task: Task) -> Iterator[Action]:
    yield from _learning(rules, state, task, "study")
    yield Action("pass")


_LISTINGS: dict[str, Listing] = {
    "magicians": _magicians,
    "first": _first,
    "cover": _cover,
    "page": _page,
    "reveal": _reveal,
    "concentrate": _concentrate,
    "book": lambda rules, state, task: iter([Action("book", slot=task.n)]),
    "hat": lambda rules, state, task: iter([Action("hat", slot=task.n)]),
    "lay": _lay,
    "act": _act,
    "cut": _cut,
    "discard": _discard,
    "discard-element": _discard_element,
    "top": _top,
    "drop": _drop,
    "heal": _heal,
    "destroy-card": _ruin,
    "destroy-spell": _forgetting,
    "group": _group,
    "exhaust-spell": _turning("tire", True),
    "refresh-spell": _turning("straighten", False),
    "pick": _pick,
    "support": _put,
    "support-swap": _swap,
    "gain": _gain,
    "token": _token,
    "destroy-curse": _dispel,
    "learn": _study,
    "read": lambda rules, state, task: iter([Action("effect", extra="none")]),
    "sanity": lambda rules, state, task: iter([Action("mad"), Action("sane")]),
}
"""What may be done where somebody is waited for."""
