"""What one look at the table at rest amounts to: in step, in doubt, or out of step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice, product
from typing import Any

from engine.table import Difference, Layout, TablePlan, Thing, differences
from engine.verdict import Breach
from runewatch.match import Match
from runewatch.referee.begun import Begun, begun
from runewatch.referee.evidence import AGAINST, Evidence, evidence, options
from runewatch.referee.heaping import Pair
from runewatch.referee.readings import (
    ENOUGH,
    PASSED_OVER,
    Reading,
    Turn,
    carried_on,
    explain,
    rivals_of,
    shared,
)
from vision.sighting import Belief, Sighting

MOST_TABLES = 24
"""So many ways to see a table that fits nothing are tried, before the likeliest is told as it is."""


class Standing(StrEnum):
    """How well the referee follows the table."""

    IN_STEP = "in-step"
    IN_DOUBT = "in-doubt"
    OUT_OF_STEP = "out-of-step"


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is made of a sighting."""

    standing: Standing
    readings: tuple[Reading, ...]
    """In step one, in doubt those that may be meant, the likeliest first; out of step none."""
    differences: tuple[Difference, ...] = ()
    """Where the table is not as the match has it; only out of step."""
    breaches: tuple[Breach, ...] = ()
    """The rule that is broken, if one illegal act explains the table."""
    done: tuple[str, ...] = ()
    """Places of the outstanding ones that look as they should now."""
    others: tuple[Reading, ...] = ()
    """In step, what else would explain the same table."""
    begun: tuple[Difference, ...] | None = None
    """If an action was begun: what is missing of it, as far as that is known."""


Outstanding = Mapping[str, tuple[Thing, ...]]
"""Places somebody still has to put right, and what lies there until then."""


def assess(  # noqa: PLR0913 - all that is known of the table
    match: Match,
    plan: TablePlan,
    sighting: Sighting,
    outstanding: Outstanding,
    others: tuple[Reading, ...] = (),
    *,
    mistaken: Mapping[str, Sequence[Pair]] | None = None,
) -> Assessment:
    """Explains what was seen by what may have been done since the turn began."""
    told = evidence(plan, sighting, mistaken)
    expected = told.placed(match.rules.layout(match.state))
    outstanding = told.placed(outstanding) if outstanding else outstanding
    done = tuple(name for name in outstanding if _is_done(told, name, expected, outstanding))
    excused = {name for name in outstanding if name not in done and _looks(told, name, outstanding[name])}
    seen = replace(told, places={name: one for name, one in told.places.items() if name not in excused})
    turn = turn_of(match, others)
    readings = explain(match.rules, turn, seen)
    fitting = [reading for reading in readings if reading.fits]
    if fitting:
        meant = _meant(fitting, turn.actions)
        if len(meant) > 1:
            return Assessment(Standing.IN_DOUBT, meant, done=done)
        others = rivals_of(match.rules, meant[0], fitting)
        return Assessment(Standing.IN_STEP, meant, done=done, others=others)
    # where a camera only helps, nobody is kept waiting for the rest
    ways = () if match.rules.game.is_aided else begun(match.rules, match.state, seen)
    return _begun(match, ways, turn, done) if ways else _out_of_step(match, plan, seen, sighting, done)


def _begun(match: Match, ways: Sequence[Begun], turn: Turn, done: tuple[str, ...]) -> Assessment:
    """Nothing is claimed yet. Of several sheets one may be forgotten: then it is asked what was meant."""
    if len(ways) > 1 and match.rules.watched().sheets:
        each = [Reading((*turn.actions, one.action), one.state, 0.0, True, 0.0) for one in ways[:ENOUGH]]
        return Assessment(Standing.IN_DOUBT, shared(each), done=done, begun=())
    as_it_is = Reading(turn.actions, match.state, 0.0, True, 0.0)
    missing = ways[0].missing if len(ways) == 1 else ()
    return Assessment(Standing.IN_STEP, (as_it_is,), done=done, begun=missing)


def turn_of(match: Match, others: tuple[Reading, ...] = ()) -> Turn:
    """What the present turn is explained from."""
    draft, fixed = tuple(step.action for step in match.draft), max(0, match.fixed - match.turn)
    return Turn(
        match.turn_state, draft, fixed, tuple(one for one in others if one.actions[:fixed] == draft[:fixed])
    )


def others_after(before: Match, after: Match, others: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """What else explains the table, after something was done in the turn; nothing after anything else."""
    if len(after.steps) <= len(before.steps) or after.turn != before.turn:
        return ()
    return carried_on(after.rules, others, after.steps[-1].action, after.rules.layout(after.state))


def _meant(fitting: Sequence[Reading], draft: tuple[Any, ...]) -> tuple[Reading, ...]:
    """Which of the readings that fit may be meant.

    If one of them goes on from what was read so far, the others have to fit better to be asked about.
    """
    ranked = sorted(fitting, key=lambda reading: reading.weight)
    near = [one for one in ranked if one.weight <= ranked[0].weight + PASSED_OVER]
    on = [one for one in near if one.actions[: len(draft)] == draft]
    if on:
        least = min(one.loss for one in on)
        near = [one for one in near if one in on or one.loss < least]
    return shared(near)


def _looks(told: Evidence, name: str, things: tuple[Thing, ...]) -> bool:
    return name in told.places and told.places[name].loss(things) <= AGAINST


def _is_done(told: Evidence, name: str, expected: Layout, outstanding: Outstanding) -> bool:
    """A place that was seen, looks as it should, and not as it did."""
    if name not in told.places:
        return False
    seen, wanted = told.places[name], expected.get(name, ())
    if any(thing.unknown for thing in wanted):
        return seen.loss(outstanding[name]) > AGAINST
    return wanted == outstanding[name] or seen.loss(wanted) < seen.loss(outstanding[name])


def _out_of_step(
    match: Match, plan: TablePlan, seen: Evidence, sighting: Sighting, done: tuple[str, ...]
) -> Assessment:
    expected = seen.placed(match.rules.layout(match.state))
    against = seen.against(expected)
    heaps = {name: sighting.heaps[name].things(plan) for name in against if name in sighting.heaps}
    sure = {**expected, **heaps}
    shown = _shown(match, plan, sure, {name: sighting.places[name] for name in against if name not in heaps})
    found = tuple(one for one in differences(expected, shown) if one.place in against)
    return Assessment(Standing.OUT_OF_STEP, (), found, blamed(match, shown), done)


def _shown(match: Match, plan: TablePlan, expected: Layout, against: Mapping[str, Belief]) -> Layout:
    """What the table looks like; where it is not clear what lies there, what a table can look like goes first."""
    ways = [options(plan, belief) or [()] for belief in against.values()]
    tables = (dict(expected) | dict(zip(against, way, strict=True)) for way in islice(product(*ways), MOST_TABLES))
    first = next(tables)
    return next((table for table in (first, *tables) if not match.rules.inspect(table)), first)


def blamed(match: Match, shown: Layout) -> tuple[Breach, ...]:
    """The rule that one illegal act broke: done now, or in the stead of what was last done in this turn."""
    rules = match.rules
    for state in _lately(match):
        broken = rules.diagnose(state, shown)
        if broken:
            return broken
    return rules.inspect(shown)


def _lately(match: Match) -> list[Any]:
    """The state now and the states of this turn before it, the latest first."""
    return [match.state, *(step.before for step in reversed(match.draft))]
