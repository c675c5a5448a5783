"""Which rule was broken if the table went from a state to a view by one act that is not legal.

First the acts of the notation are tried: a seal that is gone with the dice that are gone. Then the legal act is
sought that leaves the fewest places wrong, and each of these says what was left undone or done too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import BREAK, ONE, PLACE, RETURN, Action
from engine.archimage.elements import (
    BOND,
    BORROW,
    COLOURS,
    EFFECTS,
    REORGANISATION,
    SPEED,
    SYNERGY,
    die,
    effect_of,
    face_of,
    without,
)
from engine.archimage.judging.faults import broken
from engine.archimage.layouts.plan import (
    BOND as BOND_PLACE,
)
from engine.archimage.layouts.plan import (
    FIRST,
    HOME,
    SCROLLS,
    TRAY,
    ZONE,
    familiar,
    layout,
    mage,
    tidy,
)
from engine.archimage.layouts.still import inspect
from engine.archimage.spells.breaking import can_break, removed, taken
from engine.archimage.state import DONE, Phase, State
from engine.table import Difference, Layout, Thing, differences
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Found = Iterator[Breach]
HIGHEST_EFFECTS = (SYNERGY, REORGANISATION, BORROW, SPEED)
_IN_THE_BOX = ("archimage.comp.dice", "archimage.comp.seals", "archimage.comp.scrolls", "archimage.comp.figures")
FARTHEST = 8
"""A view that differs in more places from every legal one is not explained by a slip."""


def diagnose(rules: ArchimageRules, state: State, seen: Layout) -> tuple[Breach, ...]:
    seen = tidy(seen)
    now = layout(rules, state)
    if seen == now or any(True for _ in explaining(rules, state, seen)):
        return ()
    for action in _tries(rules, state, now, seen):
        after = attempted(rules, state, action)
        if after is not None and after == seen:
            found = rules.breaches(state, action, rules.actor(state, action))
            if found:
                return found
    # more than the box holds is said before anything else: no act explains it
    too_many = (one for one in inspect(rules, seen) if one.rule in _IN_THE_BOX)
    return tuple(dict.fromkeys((*too_many, *_slips(rules, state, now, seen))))


def explaining(rules: ArchimageRules, state: State, seen: Layout) -> Iterator[Action]:
    """The legal actions after which the table looks like this."""
    wanted = tidy(seen)
    for action in rules.legal(state):
        if layout(rules, rules.play(state, action)) == wanted:
            yield action


def attempted(rules: ArchimageRules, state: State, action: Action) -> Layout | None:
    """What the table looks like after an act, legal or not; None where that cannot be said."""
    if action.kind in ("break", "cast", "return") and state.phase is not Phase.TURN:
        return None
    if action in set(rules.legal(state)):
        return layout(rules, rules.play(state, action))
    if action.kind == "return":
        after = state._replace(hands=_hand(state, ()))
        return layout(rules, after)
    if not action.breaks or not 0 <= action.place < len(state.board) or not state.board[action.place]:
        return None
    left = without(state.hands[state.seat], action.dice)
    if left is None:
        return None
    after = state._replace(hands=_hand(state, left))
    if action.kind == "break":
        return layout(rules, taken(after, action.place, action.store))
    if action.card == BOND:
        after = removed(after, action.place, action.store)
        familiars = tuple(action.place if seat == state.seat else at for seat, at in enumerate(state.familiars))
        return layout(rules, after._replace(familiars=familiars, bonds=state.bonds | 1 << state.seat))
    return None


def _hand(state: State, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(hand if seat == state.seat else other for seat, other in enumerate(state.hands))


def _tries(rules: ArchimageRules, state: State, now: Layout, seen: Layout) -> Iterator[Action]:
    """Acts that could have led there, whether or not they are allowed."""
    if state.phase is not Phase.TURN:
        return
    tray = f"{TRAY}-{rules.seats[state.seat]}"
    gone = _missing(now.get(tray, ()), seen.get(tray, ()))
    dice = tuple(sorted(die(COLOURS.index(one.split("-")[1]), int(one.split("-")[2])) for one in gone
                        if one.count("-") == 2))  # fmt: skip
    for place in rules.board.numbers:
        lost = [thing for thing in now.get(place, ()) if thing.kind in ("seal", "scroll")]
        if lost and lost[0] not in seen.get(place, ()):
            number = rules.board.numbers[place]
            yield Action("break", place=number, dice=dice)
            way = ONE if len(dice) == 1 and face_of(dice[0]) == 1 else BREAK
            yield Action("cast", card=BOND, way=way, place=number, dice=dice)
    yield RETURN
    yield Action("cast", card=BOND, way=PLACE)


def _missing(before: tuple[Thing, ...], after: tuple[Thing, ...]) -> list[str]:
    """The names of what was there and is not any more."""
    left = [thing.name for thing in after]
    found = []
    for thing in before:
        if thing.name in left:
            left.remove(thing.name)
        else:
            found.append(thing.name)
    return found


# -- slips ----------------------------------------------------------------------------------------------


def _slips(rules: ArchimageRules, state: State, now: Layout, seen: Layout) -> Found:
    """What differs from the legal view that is nearest."""
    nearest: Action | None = None
    wrong = differences(now, seen)
    for action in rules.legal(state):
        found = differences(layout(rules, rules.play(state, action)), seen)
        if len(found) <= len(wrong):
            nearest, wrong = action, found
    if len(wrong) > FARTHEST:
        return
    after = state if nearest is None else rules.play(state, nearest)
    for one in wrong:
        yield from _slip(rules, state, nearest, after, one)


def _slip(rules: ArchimageRules, state: State, action: Action | None, after: State, one: Difference) -> Found:
    """What one place that is wrong says."""
    kind, _, who = one.place.partition("-")
    where = {"place": one.place}
    if one.place in rules.board.numbers:
        yield from on_board(rules, state, action, after, one)
    elif kind == TRAY:
        yield from _in_tray(rules, state, action, after, one, who)
    elif kind == ZONE:
        yield broken("break.dice-return" if action and action.breaks else "inv.dice", **where)
    elif kind == SCROLLS:
        yield from _among_scrolls(rules, action, after, one)
    elif kind in (BOND_PLACE, HOME):
        yield from _at_home(rules, state, after, one, who)
    elif kind == FIRST:
        is_next = bool(after.round > state.round)
        yield Breach(f"archimage.{'round.token-pass' if is_next else 'inv.token'}",
                     {"place": one.place, "places": (one.place,)}, duty=is_next)  # fmt: skip


def on_board(rules: ArchimageRules, state: State, action: Action | None, after: State, one: Difference) -> Found:
    where = {"place": one.place}
    lacking, extra = _missing(one.expected, one.seen), _missing(one.seen, one.expected)
    mine, own = mage(rules, state.seat).name, familiar(rules, state.seat).name
    moved = action is not None and action.breaks and after.mages[state.seat] != state.mages[state.seat]
    for name in extra:
        if name == mine and moved:
            yield Breach("archimage.move.onto-broken", where, duty=True)
        elif name.startswith("mage-"):
            yield broken("move.only-by-break", **where)
            if after.round > state.round:
                yield broken("round.positions-stay", **where)
        elif name == own and action is not None and action.card == BOND:
            yield broken("bond.last-die" if after.familiars[state.seat] == DONE else "bond.option-place", **where)
        elif name.startswith("familiar-"):
            yield from _familiar_out(rules, state, after, one, name)
        elif name.startswith("seal-"):
            rule = "break.token-out" if action is not None and action.breaks else "inv.tokens"
            yield broken(rule, place=one.place, places=(one.place,))
        elif not name.startswith("guardian-"):
            yield broken("inv.scrolls", places=(one.place,))
            if name.startswith(tuple(f"scroll-{EFFECTS[effect]}-" for effect in HIGHEST_EFFECTS)):
                yield broken("inv.level6", places=(one.place,))
        else:
            yield broken("inv.guardians", places=(one.place,))
    yield from _gone_from_board(one, lacking, mine)


def _gone_from_board(one: Difference, lacking: list[str], mine: str) -> Found:
    """What should lie or stand on a space and does not; ``mine`` is the mage in turn."""
    for name in lacking:
        if name.startswith("guardian-"):
            yield broken("inv.guardians", places=(one.place,))
        elif name.startswith("mage-") and name != mine:
            yield broken("move.only-by-break", place=one.place)
        elif not name.startswith(("mage-", "seal-", "familiar-")):
            yield broken("inv.scrolls", places=(one.place,))
        elif name.startswith("seal-"):
            yield broken("inv.tokens", missing=(one.place,))


def _familiar_out(rules: ArchimageRules, state: State, after: State, one: Difference, name: str) -> Found:
    """A familiar on the board that should not be there."""
    seat = next(seat for seat in range(state.players) if familiar(rules, seat).name == name)
    where = {"place": one.place}
    if state.familiars[seat] == rules.board.numbers[one.place] and after.familiars[seat] == DONE:
        yield Breach("archimage.round.finish-reset", where, duty=True)
        yield Breach("archimage.familiar.return", where, duty=True)
    elif state.familiars[seat] == rules.board.numbers[one.place]:
        yield Breach("archimage.spell.mission.owner-break", where, duty=True)
        yield Breach("archimage.familiar.return", where, duty=True)
    else:
        yield broken("familiar.where", **where)


def _in_tray(  # noqa: PLR0913, PLR0917 - what a tray says depends on all of them
    rules: ArchimageRules, state: State, action: Action | None, after: State, one: Difference, who: str
) -> Found:
    seat = rules.seats.index(who)
    where = {"place": one.place}
    if action is not None and action.kind == "cast" and not action.breaks:
        name = EFFECTS[effect_of(action.spell)]
        yield broken("spell.absorption.use" if name == "absorption" else f"spell.{name}.effect", **where)
    elif len(one.seen) > len(one.expected):
        if action is not None and action.kind == "return":
            yield Breach("archimage.turn.cannot-break", where, duty=True)
        elif action is not None and action.breaks:
            yield Breach("archimage.break.dice-return", where, duty=True)
        else:
            yield broken("inv.hand", **where)
    elif len(one.seen) == len(one.expected):
        if not after.is_active(seat) and not state.is_active(seat):
            yield broken("round.unrolled-dice", **where)
        elif action is not None and action.breaks:
            yield broken("break.rest-stays", **where)
        else:
            yield broken("round.no-reroll", **where)
    elif state.phase is Phase.TURN and action is None and not can_break(rules, state):
        yield Breach("archimage.turn.cannot-break", where, duty=True)
    else:
        yield broken("round.no-reroll", **where)


def _among_scrolls(rules: ArchimageRules, action: Action | None, after: State, one: Difference) -> Found:
    where = {"place": one.place}
    lacking, extra = _missing(one.expected, one.seen), _missing(one.seen, one.expected)
    if any(name.startswith("seal-") for name in (*lacking, *extra)):
        yield broken("spell.absorption.one-slot", **where)
    if action is not None and action.kind == "cast":
        yield broken("spell.borrow.effect" if action.lender >= 0 else "spell.flip", **where)
    elif action is not None and action.breaks:
        yield broken("break.scroll-gain", **where)
    elif "scroll-back" in lacking or "scroll-back" in extra:
        yield broken("spell.flip", **where)
    elif not any(name.startswith("seal-") for name in (*lacking, *extra)):
        yield broken("inv.scrolls", places=(one.place,))


def _at_home(rules: ArchimageRules, state: State, after: State, one: Difference, who: str) -> Found:
    """The Bond scroll and the familiar beside it or on it."""
    seat = rules.seats.index(who)
    where = {"place": one.place}
    names = [thing.name for thing in one.seen]
    if one.place.startswith(f"{BOND_PLACE}-"):
        backs = [name for name in names if name.startswith("bond-back")]
        if bool(backs) != any(thing.name.startswith("bond-back") for thing in one.expected):
            rule = "round.finish-reset" if after.familiars[seat] == DONE else "spell.flip"
            yield Breach(f"archimage.{rule}", where, duty=rule == "round.finish-reset")
    is_on = familiar(rules, seat).name in names and one.place.startswith(f"{BOND_PLACE}-")
    if is_on != (after.familiars[seat] == DONE) and one.place.startswith(f"{BOND_PLACE}-"):
        if after.familiars[seat] == DONE:
            yield Breach("archimage.round.finish-reset", where, duty=True)
        yield broken("round.familiar-marker", **where)
