"""What each kind of action brings about. For actions that are legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.bigbook.agenda import arrived, deeds, effects_of, run
from engine.bigbook.cards import LETTERS, MADNESS, counted, minus, plus, value
from engine.bigbook.changes import (
    WON,
    discarded,
    dropped,
    eliminated,
    gained,
    on_top,
    over,
    pile,
    refilled_early,
    removed_curse,
    spent,
)
from engine.bigbook.costs import times
from engine.bigbook.effects import read_step, read_steps
from engine.bigbook.hands import out_of_hand, said, settled
from engine.bigbook.log import Log
from engine.bigbook.state import ALL_TURN, ROUNDS, Action, Curse, Player, State, Task

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

Do = Callable[["BigbookRules", State, Task, Action, Log], State]


def play(rules: BigbookRules, state: State, action: Action, log: Log) -> State:
    """The state after a legal action, and after all that follows by itself."""
    if action.kind == "show":
        return state.with_player(action.seat, said(state.players[action.seat], action.cards))
    task = state.agenda[0]
    state = state._replace(agenda=state.agenda[1:])
    if task.kind == "act" and action.kind not in ("end", "pass"):
        state = state.then(task._replace(n=task.n if task.n == ALL_TURN else task.n - 1))
    return run(rules, _DO[action.kind](rules, state, task, action, log), log)


# -- setting up, and the course of a turn -----------------------------------------------------------------


def _magician(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = state.with_player(action.seat, state.players[action.seat]._replace(magician=action.code))
    if all(player.magician for player in state.players):
        return state
    return state.then(task)


def _first(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return state.then(Task("turn", action.seat))


def _page(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return state._replace(book=(*state.book, action.code))


def _reveal(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return _with_pile(state, task.arg, lambda left: (left, action.code))


def _with_pile(state: State, element: str, change: Callable[[int], tuple[int, str]]) -> State:
    at = list(LETTERS).index(element)
    new = change(state.library[at][0])
    return state._replace(library=(*state.library[:at], new, *state.library[at + 1 :]))


def _concentrate(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    player = state.players[task.seat]
    chosen = action.cards or tuple(code for code, _ in player.spells)
    spells = tuple((code, ready or code in chosen) for code, ready in player.spells)
    return state.with_player(task.seat, player._replace(spells=spells))


def _book(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return arrived(rules, state._replace(space=task.n), log)


def _hat(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return state._replace(hat=task.n)


def _lay(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    curse_type = rules.box.curses[action.code].type
    seen = [curse.code for curse in state.slots if curse] + [*state.under, *state.gone]
    if seen.count(action.code) >= rules.box.curses[action.code].copies and action.code in on_top(
        rules, state, curse_type
    ):
        state = state._replace(under=_without(state.under, action.code))
    slots = (*state.slots[: task.n], Curse(action.code), *state.slots[task.n + 1 :])
    return state._replace(slots=slots)


def _without(codes: tuple[str, ...], code: str) -> tuple[str, ...]:
    at = codes.index(code)
    return (*codes[:at], *codes[at + 1 :])


def _done(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    """Nothing happens but that this is over."""
    return state


# -- the five kinds of actions ----------------------------------------------------------------------------


def _cast(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    spell = rules.box.spells[action.code]
    count = times(rules, spell.cost, action.pay)
    player = state.players[task.seat]
    spells = list(player.spells)
    spells[spells.index((action.code, True))] = (action.code, False)
    state = state.with_player(task.seat, player._replace(spells=tuple(spells)))
    log.tell("cast", card=action.code, **({"count": count} if count > 1 else {}))
    together = rules.house.has("one-helper") and spell.effect[0].startswith("other:")
    state = state.then(*effects_of(spell.effect, task.seat, count, together=together))
    return spent(rules, state, task.seat, action.pay, log)


def _learn(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = _learned(rules, state, task.seat, action, log)
    if task.seat == state.seat:
        state = state._replace(learned=True)
    return spent(rules, state, task.seat, action.pay, log)


def _learned(rules: BigbookRules, state: State, seat: int, action: Action, log: Log) -> State:
    player = state.players[seat]
    spells = _forgotten(player, action.extra).spells if action.extra else player.spells
    state = state.with_player(seat, player._replace(spells=(*spells, (action.code, True))))
    state = _with_pile(state, rules.box.spells[action.code].element, lambda left: (left - 1, ""))
    log.tell("learned", who=rules.seats[seat], card=action.code)
    return state if rules.house.has("library=end-of-turn") else state.then(Task("library"))


def _forgotten(player: Player, code: str) -> Player:
    """Without this spell, an exhausted one first if there are two of it."""
    spells = list(player.spells)
    spells.remove((code, False) if (code, False) in spells else (code, True))
    return player._replace(spells=tuple(spells))


def _acquire(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    # paid first: the card that is bought lies on top of those that bought it
    state = spent(rules, state, task.seat, action.pay, log)
    log.tell("acquired", who=rules.seats[task.seat], card=action.code)
    return gained(state, task.seat, action.code[0], value(action.code), "discard")


def _destroy(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    curse = state.slots[action.slot]
    state = spent(rules, state, task.seat, action.pay, log)
    state = _gone(rules, state, task, action.slot, log)
    letter = LETTERS.get(action.extra)
    if letter and pile(state, letter, 2):
        state = gained(state, task.seat, letter, 2, rules.house.reward)
        log.tell("rewarded", who=rules.seats[task.seat], card=f"{letter}2")
    magician = rules.magician(state, task.seat)
    if curse and magician.when == "curse-destroyed":
        state = state.then(*(Task("effect", task.seat, arg=step) for step in magician.effect))
    return _won_early(rules, state)


def _gone(rules: BigbookRules, state: State, task: Task, slot: int, log: Log) -> State:
    curse = state.slots[slot]
    log.tell("destroyed", who=rules.seats[task.seat], card=curse.code if curse else "")
    state = removed_curse(rules, state, slot)
    if state.hat == ROUNDS and not any(state.slots):
        log.tell("contained")
    return state


def _won_early(rules: BigbookRules, state: State) -> State:
    is_last = state.hat == ROUNDS and not any(state.slots)
    return over(state, WON) if is_last and rules.house.has("win-early") else state


def _heal(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    seat = task.seat if action.seat < 0 else action.seat
    # paid first: what is spent leaves the hand, and a madness card stays in it
    state = spent(rules, state, task.seat, action.pay, log)
    return _mended(rules, state, seat, action.extra, log)


def _mended(rules: BigbookRules, state: State, seat: int, where: str, log: Log) -> State:
    """A madness card goes back to its pile."""
    player = state.players[seat]
    if where == "hand":
        player = out_of_hand(player, (MADNESS,))
    elif where == "support":
        player = player._replace(support=minus(player.support, (MADNESS,)))
    elif where == "discard":
        player = player._replace(discard=minus(player.discard, (MADNESS,)))
    else:
        player = settled(player._replace(pool=minus(player.pool, (MADNESS,))))
    log.tell("healed", who=rules.seats[seat], left=state.madness + 1)
    return state.with_player(seat, player)._replace(madness=state.madness + 1)


def _use(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    magician = rules.magician(state, task.seat)
    state = state.with_player(task.seat, state.players[task.seat]._replace(used=True))
    log.tell("used", card=magician.code)
    return state.then(*(Task("effect", task.seat, arg=step) for step in magician.effect))


# -- what effects ask for -----------------------------------------------------------------------------------


def _discard(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = discarded(state, task.seat, action.cards)
    if len(action.cards) < task.n or (task.kind == "cut" and rules.house.has("drop-all")):
        # fewer than asked for: what stays is madness, everybody knows now
        player = state.players[task.seat]
        mad = (MADNESS,) * player.hand_size
        state = state.with_player(task.seat, said(player, mad))
    return state


def _mill(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    player = state.players[task.seat]
    player = settled(
        player._replace(pool=minus(player.pool, action.cards), discard=plus(player.discard, action.cards))
    )
    log.tell("milled", who=rules.seats[task.seat], cards=counted(action.cards))
    return refilled_early(rules, state.with_player(task.seat, player), task.seat, log)


def _drop(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return dropped(state, task.seat, action.cards)


def _mend(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = state.then(task._replace(n=task.n - 1))
    seat = task.seat if action.seat < 0 else action.seat
    return _mended(rules, state, seat, action.extra, log)


def _ruin(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = state.then(task._replace(n=task.n - 1))
    player = state.players[task.seat]
    if "hand" in task.arg.split():
        player = out_of_hand(player, action.cards)
    else:
        player = player._replace(discard=minus(player.discard, action.cards))
    log.tell("ruined", card=action.cards[0])
    return state.with_player(task.seat, player)


def _forget(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    if task.kind != "act":
        state = state.then(task._replace(n=task.n - 1))
    elif task.n != ALL_TURN:
        # forgetting a spell is no action of its own
        state = state._replace(agenda=(task, *state.agenda[1:]))
    seat = task.seat if action.seat < 0 else action.seat
    log.tell("forgotten", who=rules.seats[seat], card=action.code)
    return state.with_player(seat, _forgotten(state.players[seat], action.code))


def _tire(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return _turned(state.then(task._replace(n=task.n - 1)), task.seat, action.code, False)


def _straighten(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return _turned(state.then(task._replace(n=task.n - 1)), task.seat, action.code, True)


def _turned(state: State, seat: int, code: str, ready: bool) -> State:
    player = state.players[seat]
    spells = list(player.spells)
    spells[spells.index((code, not ready))] = (code, ready)
    return state.with_player(seat, player._replace(spells=tuple(spells)))


def _pick(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return state.then(*deeds(read_step(task.arg).deeds, action.seat, task.n))


def _put(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = dropped(state, task.seat, tuple(card for _, card in action.pay))
    player = out_of_hand(state.players[task.seat], action.cards)
    return state.with_player(task.seat, player._replace(support=plus(player.support, action.cards)))


def _swap(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    """Each card keeps its place among those that count for the owner of the support it lay in."""
    player = out_of_hand(state.players[task.seat], action.cards)
    taken = tuple(card for _, card in action.pay)
    state = state.with_player(task.seat, player._replace(hand=plus(player.hand, taken)))
    for (owner, card), given in zip(action.pay, action.cards, strict=True):
        other = state.players[owner]
        state = state.with_player(owner, other._replace(support=plus(minus(other.support, (card,)), (given,))))
    return state


def _gain(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    letter = LETTERS[action.extra]
    log.tell("rewarded", who=rules.seats[task.seat], card=f"{letter}{task.n}")
    return gained(state, task.seat, letter, task.n, "discard")


def _token(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    curse = state.slots[task.n]
    if curse is None:
        return state
    marked = curse._replace(tokens=plus(curse.tokens, (f"{LETTERS[action.extra]}{task.arg}",)))
    return state._replace(slots=(*state.slots[: task.n], marked, *state.slots[task.n + 1 :]))


def _dispel(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    state = state.then(task._replace(n=task.n - 1))
    return _won_early(rules, _gone(rules, state, task, action.slot, log))


def _study(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return _learned(rules, state.then(task._replace(n=task.n - 1)), task.seat, action, log)


def _effect(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return state.then(*(Task("effect", task.n, arg=step) for step in read_steps(action.extra.split("; "))))


def _mad(rules: BigbookRules, state: State, task: Task, action: Action, log: Log) -> State:
    return eliminated(rules, state, task.seat, log)


_DO: dict[str, Do] = {
    "magician": _magician,
    "first": _first,
    "cover": _page,
    "page": _page,
    "reveal": _reveal,
    "concentrate": _concentrate,
    "book": _book,
    "hat": _hat,
    "lay": _lay,
    "cast": _cast,
    "learn": _learn,
    "acquire": _acquire,
    "destroy": _destroy,
    "heal": _heal,
    "use": _use,
    "end": _done,
    "pass": _done,
    "discard": _discard,
    "mill": _mill,
    "drop": _drop,
    "mend": _mend,
    "ruin": _ruin,
    "forget": _forget,
    "tire": _tire,
    "straighten": _straighten,
    "pick": _pick,
    "put": _put,
    "swap": _swap,
    "gain": _gain,
    "token": _token,
    "dispel": _dispel,
    "study": _study,
    "effect": _effect,
    "mad": _mad,
    "sane": _done,
}
KINDS = (*_DO, "show")
