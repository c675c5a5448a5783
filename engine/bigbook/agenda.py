"""What is still to be done: what happens by itself, and where somebody is waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS, LETTERS, MADNESS, Cards, plus
from engine.bigbook.changes import (
    LAST_MONSTER,
    WON,
    drawn,
    dropped,
    eliminated,
    expected_types,
    filled,
    new_deck,
    on_top,
    over,
    tokens_left,
    took_madness,
)
from engine.bigbook.effects import EVERYBODY, NOBODY_NAMED, OF_THE_TABLE, Deed, read_step
from engine.bigbook.hands import may_be_mad, may_hold, must_be_mad
from engine.bigbook.log import Log
from engine.bigbook.state import (
    ALL_TURN,
    HAND,
    ROUNDS,
    SLOTS_OF,
    TURNS,
    TURNS_A_ROUND,
    Player,
    State,
    Task,
    space_of,
)
from engine.bigbook.wording import single
from engine.contract import ARBITER, TABLE

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

HELD = ("tokens", "destroy-curse")
"""What an appearance does to curses waits until they are laid."""


def start(rules: BigbookRules) -> State:
    """The table before anybody has chosen a magician."""
    player = Player(spells=tuple((code, True) for code in rules.box.basic))
    agenda = (
        Task("magicians", ARBITER),
        Task("deal"),
        Task("library"),
        Task("cover", TABLE),
        Task("first", ARBITER),
    )
    return State((player,) * rules.house.players, agenda, madness=rules.house.madness)


def run(rules: BigbookRules, state: State, log: Log) -> State:
    """On to the next point at which somebody is waited for, or the end."""
    while state.agenda and not state.over:
        task = state.agenda[0]
        if automatic := _AUTOMATIC.get(task.kind):
            state = automatic(rules, state._replace(agenda=state.agenda[1:]), task, log)
            continue
        wanted = _NEEDED[task.kind](rules, state, task) if task.kind in _NEEDED else task
        if wanted == task:
            break
        rest = state.agenda[1:]
        state = state._replace(agenda=(wanted, *rest) if wanted else rest)
    return state


# -- the course of a match ------------------------------------------------------------------------------


def _deal(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Everybody's starting deck, of which the cards of value 2 come off the piles, and a first hand."""
    players = []
    value2 = list(state.value2)
    for seat, player in enumerate(state.players):
        deck = rules.magician(state, seat).deck
        for at, letter in enumerate(ELEMENTS):
            value2[at] -= sum(card == f"{letter}2" for card in deck)
        players.append(player._replace(pool=deck, unseen=HAND))
    return state._replace(players=tuple(players), value2=tuple(value2))


def _library(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Piles whose top is hidden have it turned up."""
    return state.then(
        *(
            Task("reveal", TABLE, arg=element)
            for element, (left, top) in zip(LETTERS, state.library, strict=True)
            if left and not top
        )
    )


def _turn(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    turn = state.turn + 1
    if turn > TURNS:
        return state._replace(turn=turn, seat=task.seat).then(Task("book", state.in_order(task.seat)[0], 0))
    opens = turn % TURNS_A_ROUND == 1
    players = tuple(
        player._replace(used=player.used and not opens and rules.magician(state, seat).use == "round")
        for seat, player in enumerate(state.players)
    )
    state = state._replace(turn=turn, seat=task.seat, players=players, learned=False)
    space = space_of(turn)
    if state.players[task.seat].out:
        return state.then(Task("book", state.in_order(task.seat)[0], space))
    return state.then(Task("concentrate", task.seat), Task("book", task.seat, space))


def arrived(rules: BigbookRules, state: State, log: Log) -> State:
    """What the space brings on which the book now lies, and the rest of the turn."""
    seat = state.seat
    tasks: list[Task] = []
    if state.space == 0:
        return state.then(Task("settle", seat))
    if state.space == 1:
        if state.turn > 1 and rules.house.has("settling=next-turn"):
            tasks.append(Task("settle", seat))
        tasks.append(Task("open", seat))
    fixed = rules.house.has("both-fixed")
    for slot in SLOTS_OF.get(state.space, ()):
        if curse := state.slots[slot]:
            tasks.append(Task("trigger", seat, slot, curse.code if fixed else ""))
    if not state.players[seat].out:
        tasks += [Task("act", seat, ALL_TURN), Task("cut", seat), Task("refill", seat), Task("test", seat)]
    if state.space == TURNS_A_ROUND and rules.house.has("settling=fifth-turn"):
        tasks.append(Task("settle", seat))
    return state.then(*tasks, Task("next", seat))


def _settle(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """The round is over: was its monster vanquished, and what does the page say to that?"""
    number = state.hat
    is_left = any(state.slots)
    if number >= ROUNDS or state.turn > TURNS:
        if not rules.house.has("loss-first"):
            return _conclude(rules, state, task, log)
        final = rules.box.final
        steps = (step for step in (final.failure if is_left else final.bonus) if step not in ("win", "lose"))
        return state.then(*_effects(steps, task.seat), Task("conclude"))
    failed = is_left and not rules.house.has("always-vanquished")
    log.tell("failed" if failed else "vanquished", number=number)
    page = rules.box.pages[state.book[number]]
    return state.then(*_effects(page.failure if is_left else page.bonus, task.seat), Task("clear"))


def _conclude(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return over(state, LAST_MONSTER if any(state.slots) else WON)


def _clear(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Leftover curses go under their piles, their tokens back beside the board."""
    left = tuple(curse.code for curse in state.slots if curse)
    return state._replace(slots=(None,) * len(state.slots), under=(*state.under, *left))


def _open(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """A new round: the page is turned, the monster appears, the hat goes down, curses are laid."""
    page = [Task("page", TABLE)] if state.round < ROUNDS else []
    if state.round > 1:
        log.tell("opened", number=state.round)
    return state.then(*page, Task("appear", task.seat))


def _appear(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Apart from turning the page, since what follows depends on the page that is seen then."""
    steps = rules.box.pages[state.book[state.round - 1]].appearance
    held = tuple(step for step in steps if any(deed.verb in HELD for deed in read_step(step).deeds))
    now = tuple(step for step in steps if step not in held)
    hat = [Task("hat", task.seat, state.round)] if state.round > 1 else []
    lays = [Task("lay", TABLE, slot, kind) for slot, kind in enumerate(expected_types(rules, state))]
    if rules.house.has("curses-first"):
        return state.then(*hat, *lays, *_effects(now, task.seat), *_effects(held, task.seat))
    return state.then(*_effects(now, task.seat), *hat, *lays, *_effects(held, task.seat))


def _trigger(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """A curse takes effect on everybody; it stays where it lies."""
    curse = state.slots[task.n]
    code = curse.code if curse else task.arg
    if not code:
        return state
    log.tell("triggered", card=code, effect=single(rules.box.curses[code].effect))
    if curse:
        slots = (*state.slots[: task.n], curse._replace(triggered=True), *state.slots[task.n + 1 :])
        state = state._replace(slots=slots)
    return state.then(*_effects(rules.box.curses[code].effect, task.seat, task.n + 1))


def _refill(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return drawn(rules, state, task.seat, HAND - state.players[task.seat].hand_size, log)


def _test(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Six madness cards and nothing else after one's own recuperation: out. Where nobody can tell, it is asked."""
    player = state.players[task.seat]
    if player.hand_size < HAND or not may_be_mad(player):
        return state
    if must_be_mad(player):
        return eliminated(rules, state, task.seat, log)
    return state.then(Task("sanity", task.seat))


def _next(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    count = len(state.players)
    seat = (task.seat + 1) % count if rules.house.has("lost-turns") else state.in_order((task.seat + 1) % count)[0]
    return state.then(Task("library"), Task("turn", seat))


# -- effects --------------------------------------------------------------------------------------------


def _effects(steps: object, seat: int, source: int = 0) -> tuple[Task, ...]:
    """Steps to be carried out for somebody; ``source`` is the slot of the curse they stand on, counted from 1."""
    return tuple(Task("effect", seat, source, str(step)) for step in steps)  # type: ignore[attr-defined]


def effects_of(steps: tuple[str, ...], seat: int, times: int, *, together: bool) -> tuple[Task, ...]:
    """The steps of a spell, so many times; ``together``: what another player gets all goes to one."""
    if not together:
        return _effects(steps * times, seat)
    return _effects((step + f", {step.partition(': ')[2]}" * (times - 1) for step in steps), seat)


def _effect(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """One step: whom it is for, and what is to be done."""
    step = read_step(task.arg)
    if step.who == "group":
        return state.then(*(Task("group", task.seat, deed.n) for deed in step.deeds if deed.verb != "none"))
    if step.who in ("other", "any"):
        return state.then(Task("pick", task.seat, task.n, f"{step.who}: {task.arg.partition(': ')[2]}"))
    if step.who in (NOBODY_NAMED, "you"):
        seats: tuple[int, ...] = (task.seat,)
    else:
        seats = state.in_order(task.seat)[step.who == "others" :]
    if task.n and rules.house.has("all-or-nothing"):
        seats = tuple(seat for seat in seats if all(_whole(state.players[seat], deed) for deed in step.deeds))
    own = tuple(deed for deed in step.deeds if deed.verb not in OF_THE_TABLE)
    return state.then(
        *(do for seat in seats for do in deeds(step.deeds if seat == seats[0] else own, seat, task.n))
    )


def deeds(found: tuple[Deed, ...], seat: int, source: int = 0) -> tuple[Task, ...]:
    """What somebody has to do, as tasks."""

    def task(deed: Deed) -> Task:
        if deed.verb == "read":
            return Task("read", ARBITER, seat, EVERYBODY if source else NOBODY_NAMED)
        words = f"{deed.words[-1:] or 1} {source}" if deed.verb == "tokens" else deed.words
        return Task(deed.verb, seat, deed.n, words)

    return tuple(map(task, found))


def _whole(player: Player, deed: Deed) -> bool:
    """Whether a player can do all that a curse asks for."""
    has = {
        "discard": player.hand_size,
        "discard-element": len([card for card in may_hold(player) if card != MADNESS]),
        "destroy-spell": len(player.spells),
        "exhaust-spell": sum(ready for _, ready in player.spells),
        "support-clear": len(player.support),
    }
    return has.get(deed.verb, deed.n) >= deed.n


def _draw(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return drawn(rules, state, task.seat, task.n, log)


def _madness(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Madness to the hand, the discard pile or support; a full support makes room first."""
    for done in range(task.n):
        player = state.players[task.seat]
        limit = rules.magician(state, task.seat).support_limit
        if task.arg == "support" and len(player.support) >= limit > 0:
            return state.then(Task("support-clear", task.seat, 1), task._replace(n=task.n - done))
        state = took_madness(rules, state, task.seat, log)
        if state.over:
            return state
        held: Cards = getattr(player, task.arg or "hand")
        state = state.with_player(task.seat, player._replace(**{task.arg or "hand": plus(held, (MADNESS,))}))  # type: ignore[arg-type]
    return state


def _mill(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """The top of a draw pile is discarded; an empty one is made anew first."""
    player = state.players[task.seat]
    if not task.n:
        return state
    if not player.deck_size:
        if not player.discard and rules.house.has("draw-none"):
            return state
        state = new_deck(rules, state, task.seat, log)
        if state.over:
            return state
    top = min(task.n, state.players[task.seat].deck_size)
    return state.then(Task("top", task.seat, top), task._replace(n=task.n - top))


def _cleared(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Support is discarded: all of it, or so many cards, then by choice."""
    support = state.players[task.seat].support
    if task.n and task.n < len(support):
        return state.then(Task("drop", task.seat, task.n))
    return dropped(state, task.seat, support)


def _remove(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Madness off the pile for good."""
    if task.n > state.madness and rules.house.has("removal-loses"):
        return over(state, "bigbook.end.lose-madness")
    removed = min(task.n, state.madness)
    log.tell("removed", count=removed, left=state.madness - removed)
    return state._replace(madness=state.madness - removed)


def _tokens(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    """Tokens for every other curse on the track, their elements by chance."""
    amount, source = task.arg.split()
    return state.then(
        *(
            Task("token", TABLE, slot, amount)
            for slot, curse in enumerate(state.slots)
            if curse and slot != int(source) - 1
            for _ in range(task.n)
        )
    )


def _win(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return over(state, WON)


def _lose(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return over(state, LAST_MONSTER)


def _nothing(rules: BigbookRules, state: State, task: Task, log: Log) -> State:
    return state


Automatic = Callable[["BigbookRules", State, Task, Log], State]

_AUTOMATIC: dict[str, Automatic] = {
    "deal": _deal,
    "library": _library,
    "turn": _turn,
    "settle": _settle,
    "conclude": _conclude,
    "clear": _clear,
    "open": _open,
    "appear": _appear,
    "trigger": _trigger,
    "refill": _refill,
    "test": _test,
    "next": _next,
    "effect": _effect,
    "draw": _draw,
    "madness": _madness,
    "mill": _mill,
    "support-clear": _cleared,
    "remove-madness": _remove,
    "tokens": _tokens,
    "win": _win,
    "lose": _lose,
    "none": _nothing,
}
"""What happens without anybody being asked."""


# -- what is left of a task where not all of it can be done -----------------------------------------------


def _some(task: Task, most: int) -> Task | None:
    """The task as far as it can be done."""
    return task._replace(n=min(task.n, most)) if min(task.n, most) > 0 else None


def _healed(rules: BigbookRules, state: State, task: Task) -> Task | None:
    return task if task.n and any(True for _ in mendable(state, task.seat, task.arg)) else None


def mendable(state: State, seat: int, zone: str) -> tuple[tuple[str, int], ...]:
    """Where a madness card may lie that an effect heals: in a hand or in support, and whose."""
    seats = (seat,) if zone in ("", "own") else state.in_order(seat)
    zones = ("hand",) if zone == "hands" else ("hand", "support")
    return tuple(
        (where, who)
        for who in seats
        for where in zones
        if MADNESS in (may_hold(state.players[who]) if where == "hand" else state.players[who].support)
    )


def wounds(rules: BigbookRules, state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Where a madness card may lie that somebody's own action heals, and whose."""
    player = state.players[seat]
    found = [(where, who) for where, who in mendable(state, seat, "anyone") if where == "support" or who == seat]
    if rules.house.has("heal-anywhere"):
        found += [("discard", seat)] if MADNESS in player.discard else []
        found += [("deck", seat)] if MADNESS in player.pool and player.deck_size else []
    return tuple(found)


def burnable(rules: BigbookRules, state: State, task: Task) -> Cards:
    """The cards that an effect may destroy."""
    player = state.players[task.seat]
    is_hand = "hand" in task.arg.split()
    no_madness = "element" in task.arg.split() or (is_hand and not rules.house.has("burn-madness"))
    cards = may_hold(player) if is_hand else player.discard
    return tuple(card for card in cards if not (no_madness and card == MADNESS))


def room(rules: BigbookRules, state: State, seat: int) -> int:
    """How many more cards somebody's support takes."""
    return rules.magician(state, seat).support_limit - len(state.players[seat].support)


def _put(rules: BigbookRules, state: State, task: Task) -> Task | None:
    player = state.players[task.seat]
    space = room(rules, state, task.seat)
    if space <= 0 and rules.house.has("swap-support"):
        space = len(player.support)
    return _some(task, min(space, player.hand_size))


def _swapped(rules: BigbookRules, state: State, task: Task) -> Task | None:
    lying = sum(len(player.support) for player in state.players)
    return _some(task, min(lying, state.players[task.seat].hand_size))


def _spells(ready: bool | None) -> Callable[[BigbookRules, State, Task], Task | None]:
    def needed(rules: BigbookRules, state: State, task: Task) -> Task | None:
        return _some(
            task, sum(ready is None or is_ready == ready for _, is_ready in state.players[task.seat].spells)
        )

    return needed


def pickable(rules: BigbookRules, state: State, task: Task) -> tuple[int, ...]:
    """Whom an effect may be for that speaks of another player."""
    seats = state.in_order(task.seat)
    itself = task.arg.startswith("any") or rules.house.has("self-is-other")
    return tuple(seat for seat in seats if seat != task.seat or itself)


def _unseen_top(rules: BigbookRules, state: State, task: Task) -> Task | None:
    left, top = state.library[list(LETTERS).index(task.arg)]
    return task if left and not top else None


def _cut(rules: BigbookRules, state: State, task: Task) -> Task | None:
    """A hand above six is cut back; how many cards go is worked out here."""
    more = state.players[task.seat].hand_size - HAND
    if more <= 0 or must_be_mad(state.players[task.seat]) or task.n:
        return task if task.n else None
    return task._replace(n=more)


_NEEDED: dict[str, Callable[[BigbookRules, State, Task], Task | None]] = {
    "concentrate": lambda rules, state, task: (
        task if any(not ready for _, ready in state.players[task.seat].spells) else None
    ),
    "lay": lambda rules, state, task: task if on_top(rules, state, task.arg) else None,
    "act": lambda rules, state, task: task if task.n and not state.players[task.seat].out else None,
    "cut": _cut,
    "discard": lambda rules, state, task: _some(task, state.players[task.seat].hand_size),
    "discard-element": lambda rules, state, task: (
        None if must_be_mad(state.players[task.seat]) else _some(task, state.players[task.seat].hand_size)
    ),
    "reveal": _unseen_top,
    "top": lambda rules, state, task: _some(task, state.players[task.seat].deck_size),
    "drop": lambda rules, state, task: _some(task, len(state.players[task.seat].support)),
    "heal": _healed,
    "destroy-card": lambda rules, state, task: task if task.n and burnable(rules, state, task) else None,
    "destroy-spell": _spells(None),
    "exhaust-spell": _spells(True),
    "refresh-spell": _spells(False),
    "group": lambda rules, state, task: _some(task, sum(len(player.spells) for player in state.players)),
    "pick": lambda rules, state, task: task if pickable(rules, state, task) else None,
    "support": _put,
    "support-swap": _swapped,
    "gain": lambda rules, state, task: task if filled(state, task.n) else None,
    "token": lambda rules, state, task: task if state.slots[task.n] and tokens_left(state) else None,
    "destroy-curse": lambda rules, state, task: task if any(state.slots) and task.n else None,
    "learn": lambda rules, state, task: task if task.n and any(top for _, top in state.library) else None,
}
"""Of tasks that somebody has to carry out: what is left of them in this state, if anything."""
