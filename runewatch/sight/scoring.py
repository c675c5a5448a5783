"""One picture's reading held against its truth: every answer, what is true, and how sure it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from engine.errors import RunewatchError
from engine.table import Place, TablePlan
from engine.truth import Truth
from runewatch.sight.looking import (
    HIDDEN,
    Hints,
    Sight,
    Sights,
    board,
    board_places,
    opened,
    quarters_to,
    turned,
)
from runewatch.sight.truths import Known
from vision.board import Found, lattice
from vision.network import EVERY_WAY, Turns
from vision.sighting import NOTHING, Belief, Sighting
from vision.stones import has_stones

Condition = Literal["open", "hidden", "glared"]

MISPLACED = 0.25
"""A board found further off than this, in units of the plan, lies elsewhere."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was read of one kind on one place, and what is true."""

    place: str
    kind: str
    truth: str
    seen: str
    surely: float
    condition: Condition
    said_hidden: bool
    on_board: bool
    """Whether the place is one of the board's own, not of what lies around it."""

    @property
    def right(self) -> bool:
        return self.seen == self.truth


@dataclass(frozen=True, slots=True)
class Score:
    """One picture's answers; none if its board was not found."""

    path: Path
    ground: str
    answers: tuple[Answer, ...] = ()
    how: str = ""
    certainty: float = 0.0
    off: float = 0.0
    """How far the board's worst corner was taken to lie from where it is, in units of the plan."""
    quarters: int = 0
    """By how many quarters the board had to be turned to lie as it truly does."""
    trouble: RunewatchError | None = None
    """Why the board was not found."""

    @property
    def wrong(self) -> tuple[Answer, ...]:
        return tuple(one for one in self.answers if not one.right)

    @property
    def open_board(self) -> tuple[Answer, ...]:
        """What is asked of a board: the answers about its own places that can be seen."""
        return tuple(one for one in self.answers if one.on_board and one.condition == "open")


def score_of(sights: Sights, known: Known) -> Score:
    """Reads a picture of all sheets and holds it against its truth."""
    each = [score(sight, known) for sight in sights.each]
    lost = next((one for one in each if one.trouble is not None), None)
    answers = tuple(answer for one in each for answer in one.answers)
    return lost or replace(each[0], answers=answers, certainty=min(one.certainty for one in each))


def score(sight: Sight, known: Known, turns: Turns = EVERY_WAY) -> Score:
    """Reads a picture and holds it against its truth.

    Which way a board on a bare table is turned cannot be seen: people say it once, and so does the truth here.
    """
    truth = known.truth
    picture = opened(known.path)
    try:
        found = board(picture, sight.plan, hints_of(truth, sight.plan) or Hints())
    except RunewatchError as trouble:
        return Score(known.path, truth.ground, trouble=trouble)
    quarters = quarters_to(found, sight.plan, truth.turned) if found.how == "bare" else 0
    found = turned(found, sight.plan, quarters) if quarters else found
    sighting = sight.seen(picture, found, turns=turns)
    answers = tuple(_answers(sight, truth, sighting))
    off = _off(found, truth, sight)
    return Score(known.path, truth.ground, answers, found.how, found.certainty, off, quarters)


def hints_of(truth: Truth, plan: TablePlan) -> Hints | None:
    """Where the corners are, of a board that somebody has to point out: then the truth does."""
    return Hints(corners=truth.corners) if has_stones(plan) and truth.corners else None


def _off(found: Found, truth: Truth, sight: Sight) -> float:
    """How far the corners are from the true ones, measured on the table."""
    if not truth.corners:
        return 0.0
    there = found.view.ground(np.array(truth.corners))
    return float(np.linalg.norm(there - lattice(sight.plan).corners, axis=1).max())


def _answers(sight: Sight, truth: Truth, sighting: Sighting) -> Iterator[Answer]:
    own = {place.name for place in board_places(sight.plan)}
    for place in sight.plan.places:
        belief = sighting.places.get(place.name)
        if belief is None or place.name not in truth.told:
            continue
        if place.name not in own and belief.hidden >= HIDDEN:
            continue  # the truth does not tell what is covered around the board
        yield from _of_place(place, belief, truth, on_board=place.name in own)


def _of_place(place: Place, belief: Belief, truth: Truth, *, on_board: bool) -> Iterator[Answer]:
    condition = condition_of(place.name, truth)
    laid: Mapping[str, str] = {thing.kind: thing.name for thing in truth.layout.get(place.name, ())}
    for kind in place.kinds:
        if kind in belief.kinds:
            seen, surely = belief.best(kind)
            yield Answer(place.name, kind, laid.get(kind, NOTHING), seen, surely, condition,
                         belief.hidden >= HIDDEN, on_board)  # fmt: skip


def condition_of(place: str, truth: Truth) -> Condition:
    return "hidden" if place in truth.hidden else "glared" if place in truth.glared else "open"
