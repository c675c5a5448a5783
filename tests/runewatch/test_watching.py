"""Frames in, sightings out: when the table is read, how often, and what if the board is not there."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.cameras.shot import SMALL, Shot
from runewatch.live import following, watching
from runewatch.live.watching import AGAIN, QUORUM, TOGETHER, Look, Watcher
from runewatch.sight.looking import Hints, Sights
from vision.board import BoardNotFoundError
from vision.network import EVERY_WAY, Turns
from vision.sighting import Belief, Sighting
from vision.stillness import Rest, Stir

FRAME = np.tile(np.arange(0, 256, 4, dtype=np.uint8), (48, 1))[..., None].repeat(3, 2)
STEP = 0.1


class Quiet:
    """Stillness as the test says."""

    def __init__(self) -> None:
        self.now = Rest(Stir.AT_REST, 1.0, 0)
        self.shapes: list[tuple[int, ...]] = []

    def step(self, frame: Any, seconds: float) -> Rest:
        self.shapes.append(frame.shape)
        return self.now

    def rests(self, number: int) -> None:
        self.now = Rest(Stir.AT_REST, 1.0, number)

    def stirs(self, stir: Stir, still_for: float = 0.0) -> None:
        self.now = Rest(stir, still_for, self.now.number)


class Eyes:
    """A sight that counts its looks."""

    def __init__(self) -> None:
        self.plan = None
        self.overlays: list[bool] = []
        self.turns: list[Turns] = []

    def seen(self, frame: Any, found: Any, *, overlay: bool = False, turns: Turns = EVERY_WAY) -> Sighting:
        self.overlays.append(overlay)
        self.turns.append(turns)
        return Sighting({"a1": Belief({"tile": {"": 0.5, "x": 0.5}})}, 1.0)


class Table:
    """A watcher of a board that is there, or not."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.quiet, self.eyes = Quiet(), Eyes()
        self.is_there, self.finds, self.follows, self.moves, self.now = True, 0, 0, False, 0.0
        patch.setattr(following, "board", self._find)
        patch.setattr(following, "follow", self._follow)
        patch.setattr(
            following, "Anchor", SimpleNamespace(of=lambda frame, found, plan: SimpleNamespace(found=found))
        )
        self.watcher = Watcher(Sights(None, (self.eyes,)), stillness=self.quiet)  # type: ignore[arg-type]

    def _find(self, *args: Any, **others: Any) -> Any:
        self.finds += 1
        if not self.is_there:
            raise BoardNotFoundError("no board")
        return object()

    def _follow(self, frame: Any, anchor: Any, plan: Any) -> Any:
        self.follows += 1
        if not self.is_there:
            raise BoardNotFoundError("no board")
        return object() if self.moves else anchor.found

    def see(self, frame: Any = FRAME, **others: Any) -> Any:
        self.now += STEP
        return self.watcher.see(Shot.of(frame, self.now), **others)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def test_one_frame_is_no_sighting(table: Table) -> None:
    told = [table.see().sighting is not None for _ in range(QUORUM)]
    assert told == [False] * (QUORUM - 1) + [True]


def test_a_table_that_rests_is_read_now_and_then_only(table: Table) -> None:
    for _ in range(TOGETHER):
        table.see()
    first = len(table.eyes.overlays)
    for _ in range(round(2 * AGAIN / STEP)):
        table.see()
    assert first == TOGETHER
    assert len(table.eyes.overlays) - first <= 2
    assert table.finds == 1


def test_every_frame_is_looked_at_another_way_round(table: Table) -> None:
    for _ in range(TOGETHER):
        table.see()
    ways = table.eyes.turns
    assert all(len(one) == 1 for one in ways)
    assert all(one != other for one, other in pairwise(ways))
    assert set(ways) == {(turn,) for turn in EVERY_WAY}


def test_a_calm_table_is_looked_at_rarely(table: Table) -> None:
    for _ in range(TOGETHER):
        table.see()
    for _ in range(round(2 * watching.CALM / STEP)):
        table.see(is_calm=True)
    assert len(table.eyes.overlays) - TOGETHER <= 2
    before = len(table.eyes.overlays)
    table.see(), table.see()
    table.quiet.rests(1)
    table.see(is_calm=True)
    assert len(table.eyes.overlays) > before, "what was moved is read at once"


def test_a_new_rest_is_read_anew_and_the_board_followed(table: Table) -> None:
    table.see(), table.see()
    table.quiet.rests(1)
    assert table.see().sighting is None
    assert table.see().sighting is not None
    assert (table.finds, table.follows) == (1, 1)


def test_a_board_that_was_pushed_lies_elsewhere_from_then_on(table: Table) -> None:
    table.see()
    before = table.watcher.found
    table.quiet.rests(1)
    table.moves = True
    table.see()
    assert table.watcher.found != before


@pytest.mark.parametrize(("stir", "look"), [(Stir.MOVING, Look.MOVING), (Stir.HAND, Look.HAND)])
def test_what_moves_is_not_read(table: Table, stir: Stir, look: Look) -> None:
    table.see()
    table.quiet.stirs(stir)
    assert table.see().look is look
    assert len(table.eyes.overlays) == 1
    table.quiet.rests(0)
    assert table.see().sighting is None, "what was read before it moved does not count any more"


def test_a_hand_that_is_laid_down_is_looked_at_once_if_that_is_wanted(table: Table) -> None:
    table.see(), table.see()
    for wanted in (False, True):
        table.quiet.stirs(Stir.HAND, watching.LAID + 0.1)
        told = [table.see(hands=wanted).sighting is not None for _ in range(3)]
        assert told == [wanted, False, False]


def test_a_board_out_of_view_is_said_and_looked_for(table: Table) -> None:
    table.is_there = False
    lost = table.see()
    assert lost.look is Look.LOST
    assert isinstance(lost.lost, BoardNotFoundError)
    assert table.watcher.found == (None,)
    table.see()
    assert table.finds == 2
    table.is_there = True
    table.see()
    assert table.see().sighting is not None


def test_of_two_sheets_the_missing_one_is_looked_for_seldom_and_read_once_it_is_there(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, sought = {"left"}, []

    def found(frame: Any, plan: str, hints: Hints) -> Any:
        sought.append(plan)
        assert hints.corners is None, "each has its own marks"
        if plan not in there:
            raise BoardNotFoundError(plan)
        return SimpleNamespace(plan=plan)

    monkeypatch.setattr(following, "board", found)
    eyes = [Eyes(), Eyes()]
    eyes[0].plan, eyes[1].plan = "left", "right"  # type: ignore[assignment]
    hints: Any = Hints(((0, 0), (1, 0), (1, 1), (0, 1)))
    table.watcher = Watcher(Sights(None, tuple(eyes)), hints, table.quiet)  # type: ignore[arg-type]
    seen = [table.see().sighting for _ in range(round(following.SELDOM / STEP) - 1)]
    assert sought == ["left", "right"]
    assert seen[-1] is None
    assert {tuple(one is not None for one in told.sheets) for told in seen if told} == {(True, False)}
    there.add("right")
    later = [told for _ in range(round(2 * AGAIN / STEP) + TOGETHER) if (told := table.see().sighting)]
    assert sought == ["left", "right", "right"]
    assert [one is not None for one in later[-1].sheets] == [True, True]
    there.clear()
    table.quiet.rests(1)
    monkeypatch.setattr(following, "follow", lambda frame, anchor, plan: found(frame, plan, Hints()))
    assert table.see().look is Look.LOST


def test_a_black_picture_is_said_to_be_one(table: Table) -> None:
    table.is_there = False
    assert "is black" in str(table.see(np.zeros_like(FRAME)).lost)


def test_a_camera_that_comes_back_with_another_size_is_another_view(table: Table) -> None:
    table.see(), table.see()
    table.see(FRAME.repeat(2, 0).repeat(2, 1))
    assert (table.finds, table.follows) == (2, 0)
    table.quiet.stirs(Stir.HAND, watching.LAID + 0.1)
    assert table.see(FRAME, hands=True).sighting is None


def test_the_large_picture_is_fetched_only_to_be_read(table: Table) -> None:
    fetched: list[float] = []

    def see() -> None:
        table.now += STEP
        table.watcher.see(Shot(table.now, FRAME, fetch))

    def fetch() -> Any:
        fetched.append(table.now)
        return FRAME

    table.quiet.stirs(Stir.MOVING)
    for _ in range(20):
        see()
    assert fetched == []
    table.quiet.rests(1)
    for _ in range(round(1 / STEP) + TOGETHER):
        see()
    assert len(fetched) == TOGETHER + round(1 / AGAIN)


def test_a_board_that_is_taken_away_is_lost(table: Table) -> None:
    table.see(), table.see()
    table.is_there = False
    table.quiet.rests(1)
    assert table.see().look is Look.LOST
    assert table.watcher.found == (None,)


def test_what_lies_over_is_never_read_together_with_what_lies_below(table: Table) -> None:
    table.see(), table.see()
    assert table.see(overlay=True).sighting is None
    assert table.see(overlay=True).sighting is not None
    assert table.eyes.overlays == [False, False, True, True]


@pytest.mark.parametrize(("shape", "small"), [((1080, 1920, 3), (360, 640, 3)), ((2000, 1000, 3), (640, 320, 3))])
def test_motion_is_looked_for_in_a_small_picture(
    table: Table, shape: tuple[int, ...], small: tuple[int, ...]
) -> None:
    table.quiet.stirs(Stir.MOVING)
    table.see(np.zeros(shape, np.uint8))
    assert table.quiet.shapes == [small]
    assert max(small[:2]) == SMALL
