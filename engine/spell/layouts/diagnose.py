"""Which rule was broken, if one act explains how the table came to look as it does.

A change that a legal action explains is no fault. Otherwise every act of the notation is tried, allowed or
not, and the one that breaks the fewest rules is told; then what no notation expresses: half a line pulled,
two faces turned; then what is simply missing or too much. What nothing explains is left to the referee, who
shows the differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from engine.spell.actions import Action
from engine.spell.arena import BLACK
from engine.spell.frame import DIRECTION_NAMES, NAMES
from engine.spell.layouts import aside, faults, laying, readings, still
from engine.spell.layouts.acts import everything, hole_of, without
from engine.spell.layouts.inspect import at, broken, distinct, inspect, owed
from engine.spell.layouts.look import FRAME, Look, View, look_of_state, passes_for, view_of
from engine.spell.layouts.plan import SPECIAL_LETTERS
from engine.spell.notation.cells import ELEMENTAL_LETTERS
from engine.spell.state import SEATS, UNUSED, Amulet, Phase, State, rival
from engine.spell.turn import shifts_a_turn
from engine.table import Layout
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]

_NOT_YET = (Phase.GEM, Phase.AMULETS, Phase.OVER)
_LAYING = (Phase.CORE, Phase.BUILD, Phase.MAGES)
_BETWEEN = (Phase.REVEAL, Phase.RIVAL_TAKE)
_CROWDING = {
    f"spell.{rule}"
    for rule in (
        "mage.move.not-mage",
        "mage.move.not-elemental",
        "levitate.any-tile",
        "push.free",
        "summon.free-tile",
        "amulet.trio.displace",
    )
}
"""Rules that keep figures apart."""
_PLAINEST = ("move", "flip", "shift", "carry", "slide", "summon", "levitate", "push", "special")


def explained(rules: SpellRules, state: State, found: Layout) -> tuple[Action, ...]:
    """The legal actions, each taken alone, after which the table looks like this.

    An action that shows nowhere in the layout (a claim, where it shows no library) explains a table at rest.
    """
    if state.stage.phase in _LAYING:
        return laying.explained(rules, state, found)
    return tuple(readings.told_by(rules, state, view_of(found)))


def diagnose(rules: SpellRules, state: State, found: Layout) -> tuple[Breach, ...]:
    """Which rules are broken if one act led from ``state`` to this layout, the plainest first.

    Empty if a legal action or none explains it, or if nothing does.
    """
    phase = state.stage.phase
    if phase in _NOT_YET:
        return ()
    if phase in _LAYING:
        return laying.diagnose(rules, state, found)
    view = view_of(found)
    duties = list(_left_over(rules, state, view.look))
    if state.arena:
        foe = rival(state.stage.seat)
        view = View(without(view.look, ELEMENTAL_LETTERS[foe] + SPECIAL_LETTERS[foe]), view.library, view.gem)
    arrived = readings.arrivals(rules, state, view) if state.arena else [state]
    if arrived:
        return distinct([*duties, *aside.breaches(rules, state, arrived, view, found)])
    if phase in _BETWEEN:
        return distinct([*duties, *_between(rules, state, view.look)])
    return distinct([*duties, *_told(rules, state, view, found)])


def _told(rules: SpellRules, state: State, view: View, found: Layout) -> tuple[Breach, ...]:
    """The plainest explanation of an arena that no legal action leads to."""
    before, seen = look_of_state(state), view.look
    is_rival = state.stage.phase is not Phase.TURN
    if is_rival and readings.in_two(rules, state, view):
        return ()
    said = _of_an_act(rules, state, before, view)
    if said is None:
        if readings.in_two(rules, state, view):
            return ()
        said = _of_hands(rules, state, before, seen)
    if not said:
        missing = inspect(rules, found, state.stage.amulets)
        crowded = _crowded(rules, state, before, view)
        if crowded:
            return (*crowded, *missing) if _replaced(before, seen) else (*missing, *crowded)
        return missing or tuple(still.face_breaches(rules, state, before, seen))
    return (*said, *_also(state, before, seen, said[0]), *still.face_breaches(rules, state, before, seen))


def _also(state: State, before: Look, seen: Look, first: Breach) -> Found:
    """Rules that the same act breaks as well: they say the same thing in other words."""
    if first.rule == "spell.shift.slide-mandatory":
        inside = faults.gap_inside(seen)
        rule = "shift.gap-on-border" if inside else "shift.slide-nonzero"
        yield broken(rule, place=inside or str(first.facts["place"]))
    letter = SPECIAL_LETTERS[state.stage.seat]
    if first.rule == "spell.amulet.extra.once" and before.on_ring(letter):
        yield broken("shift.special-fixed", place=before.on_ring(letter)[0])


# -- acts of the notation ---------------------------------------------------------------------------------


class _Candidate(NamedTuple):
    """An act that explains what is seen, in the order in which explanations are preferred."""

    unpaid: bool
    """A spell for which no card was there: the last thing to think of."""
    wrongs: int
    kind: int
    breaches: tuple[Breach, ...]


def _of_an_act(
    rules: SpellRules, state: State, before: Look, view: View, leads_here: Callable[[Look, Look], bool] = eq
) -> tuple[Breach, ...] | None:
    """What the plainest act that leads here breaks; None if no act of the notation leads here."""
    candidates = []
    for action, look in everything(state, before, hole_of(state)):
        if look == before or not leads_here(look, view.look):
            continue
        said = still.judged(rules, state, action)
        if not said and view.gem >= 0:
            said = (broken("solo.gem", direction=DIRECTION_NAMES[view.gem]),)
        unpaid = any(breach.rule == "spell.cast.own-card" for breach in said)
        candidates.append(_Candidate(unpaid, len(said), _PLAINEST.index(action.kind), said))
    if not candidates:
        return None
    best = min(candidates, key=lambda candidate: candidate[:3]).breaches
    return _with_owner(rules, state, before, view.look, best)


def _with_owner(
    rules: SpellRules, state: State, before: Look, seen: Look, said: tuple[Breach, ...]
) -> tuple[Breach, ...]:
    """What would have been right in the rival's turn is told as done out of turn as well."""
    if not said or rules.house.is_solo or not _right_for_rival(rules, state, before, seen):
        return said
    seat = state.stage.seat
    out_of_turn = broken("turn.own-only", seat=SEATS[rival(seat)], turn=SEATS[seat])
    far = any(breach.rule == "spell.mage.flip.orthogonal" for breach in said)
    return (out_of_turn, *said) if far else (*said, out_of_turn)


def _right_for_rival(rules: SpellRules, state: State, before: Look, seen: Look) -> bool:
    """Whether the rival's mage could have done this in a turn of its own."""
    seat = rival(state.stage.seat)
    shifts = shifts_a_turn(state.stage.amulets[seat])
    stage = state.stage._replace(seat=seat)
    theirs = state._replace(mage_used=UNUSED, shifts=shifts, claimed=0, special=0, stage=stage)
    change = still.change(seat, before, seen)
    if change is None or change.parts != 1:
        return False
    acts = [Action("flip", place) for place in change.faces]
    acts += [Action("move", to, source) for source, to in change.own_mage]
    return any(action in set(rules.legal(theirs)) for action in acts)


def _crowded(rules: SpellRules, state: State, before: Look, view: View) -> tuple[Breach, ...]:
    """What an act breaks that left two figures on one tile, of which only one is seen.

    A figure of which nothing is seen may as well have been taken away: then only what the crowd breaks is told.
    """
    said = _of_an_act(rules, state, before, view, passes_for) or ()
    return said if _replaced(before, view.look) else tuple(one for one in said if one.rule in _CROWDING)


def _replaced(before: Look, seen: Look) -> bool:
    """Whether a figure is seen where another stood."""
    return any(old and new and old != new for old, new in zip(before.figures, seen.figures, strict=True))


# -- what hands can do besides --------------------------------------------------------------------------------


def _of_hands(rules: SpellRules, state: State, before: Look, seen: Look) -> tuple[Breach, ...]:
    """Physical faults that no action expresses, the plainest explanation first."""
    hole = hole_of(state)
    if state.stage.phase is Phase.RIVAL_GEM:
        return faults.of_a_slide(before, seen, hole)
    said = still.breaches(rules, state, before, seen)
    if said:
        return said
    said = faults.of_a_shift(before, seen, hole)
    if said:
        return said if state.shifts or state.stage.phase is not Phase.TURN else (*_no_shift_left(), *said)
    return _special_moved(rules, state, before, seen) or faults.two_shifts(state, before, seen)


def _no_shift_left() -> Found:
    yield broken("turn.shift-once")
    yield broken("turn.action-card")


def _special_moved(rules: SpellRules, state: State, before: Look, seen: Look) -> tuple[Breach, ...]:
    """The special tile moved along with something else, or was taken away."""
    letter = SPECIAL_LETTERS[state.stage.seat]
    was, now = before.on_ring(letter), seen.on_ring(letter)
    if not was or was == now:
        return ()
    rest = seen._replace(ring=before.ring)
    said = broken("shift.special-fixed", place=now[0] if now else was[0], source=was[0])
    once = broken("amulet.extra.once", place=now[0] if now else was[0])
    if rest == before:
        return (once, said)
    if readings.arrivals(rules, state, View(rest, None, -1)):
        return (said, once)
    return ()


def _between(rules: SpellRules, state: State, seen: Look) -> Found:
    """Between two turns nothing in the arena changes."""
    before = look_of_state(state)
    changed = [
        place
        for place in range(FRAME)
        if (before.tiles[place], before.figures[place]) != (seen.tiles[place], seen.figures[place])
    ]
    if changed and _solo_opening(rules, state):
        yield broken("solo.setup", **at(changed))
        return
    if changed:
        yield broken("turn.end.kept", **at(changed))
    own = ELEMENTAL_LETTERS[state.stage.seat]
    if seen.standing(own):
        yield broken("inv.elementals", **at(seen.standing(own), seat=SEATS[state.stage.seat]))
    yield owed("turn.end.refill" if state.stage.phase is Phase.REVEAL else "solo.rival-gains")


def _solo_opening(rules: SpellRules, state: State) -> bool:
    """Whether the match is a solo one whose first turn has not begun."""
    stage = state.stage
    return rules.house.is_solo and stage.round == 1 and stage.seat == stage.first


def _left_over(rules: SpellRules, state: State, seen: Look) -> Found:
    """Elementals and special tile of the player whose turn it is not: they should have gone home."""
    foe = rival(state.stage.seat)
    letter = ELEMENTAL_LETTERS[foe]
    facts: dict[str, Fact] = {"seat": SEATS[foe], "turn": SEATS[state.stage.seat]}
    if here := [*(NAMES[place] for place in seen.standing(letter)), *seen.on_ring(letter)]:
        if rules.house.is_solo and foe == BLACK:
            yield broken("solo.no-spells", **at(here, **facts))
        elif state.stage.amulets[foe] is Amulet.DOPPELGANGER:
            yield broken("amulet.doppel.no-elementals", **at(here, **facts))
        else:
            yield owed("turn.end.elementals", **at(here, **facts))
        yield broken("inv.elementals", **at(here, **facts))
    if there := seen.on_ring(SPECIAL_LETTERS[foe]):
        if state.stage.amulets[foe] is Amulet.EXTRALIMITAE:
            yield owed("amulet.extra.home", **at(there, **facts))
        else:
            yield broken("setup.pieces", **at(there, **facts))
            yield broken("amulet.extra.place", **at(there, **facts))
