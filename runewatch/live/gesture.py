"""The gesture that ends a turn: a hand comes and lies on a place where no hand has anything to do."""

from __future__ import annotations

from engine.table import TablePlan
from runewatch.match import Match
from runewatch.referee.evidence import HIDDEN, evidence
from vision.cells import cells
from vision.sighting import Sighting

COVERED = 0.9
"""A place likelier hidden than this is one that a hand lies on, and does not merely graze."""
IN_VIEW = 0.5
"""If less than this share of the board is in view, somebody leans over it."""


def is_expected(match: Match) -> bool:
    """Whether the gesture would mean anything now: something was done in this turn, and the match goes on."""
    if match.over is not None or match.paused or not match.steps:
        return False
    rules, last = match.rules, match.steps[-1]
    return bool(rules.gesture(match.state)) and rules.clock(last.before) == rules.clock(last.after)


def ends_turn(match: Match, plan: TablePlan, rested: Sighting, laid: Sighting) -> bool:
    """Whether a hand that came from outside and lies still is the gesture.

    ``rested`` is how the table last looked at rest, ``laid`` how it looks with the hand.
    """
    return is_expected(match) and (
        any(_is_laid_on(name, rested, laid) for name in match.rules.gesture(match.state))
        and _in_view(plan, laid) >= IN_VIEW
        and _agrees(match, plan, rested)
        and _agrees(match, plan, laid)
    )


def _is_laid_on(name: str, rested: Sighting, laid: Sighting) -> bool:
    """A place that was open, and is covered now."""
    before, now = rested.places.get(name), laid.places.get(name)
    return before is not None and now is not None and before.hidden <= HIDDEN and now.hidden > COVERED


def _in_view(plan: TablePlan, laid: Sighting) -> float:
    """Which share of the board's places shows."""
    told = [laid.places[place.name].hidden for place in cells(plan) if place.name in laid.places]
    return sum(hidden <= HIDDEN for hidden in told) / len(told) if told else 0.0


def _agrees(match: Match, plan: TablePlan, sighting: Sighting) -> bool:
    """Whether all that is in view is as the match has it: nothing is owed, and this hand has moved nothing."""
    return evidence(plan, sighting).weigh(match.rules.layout(match.state)).fits
