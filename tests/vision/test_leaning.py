"""Dice that lean: told by where their undersides are seen, with and without knowing the camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.catalogue import game_named
from engine.table import Place, TablePlan
from vision.camera import Lens, View
from vision.dice.leaning import LEANS, Tilted, leaning, of_no_neighbour, undersides_of
from vision.dice.network import dice_network
from vision.dice.pieces import Piece
from vision.dice.profile import DiceProfile, Named
from vision.dice.reading import DiceReader
from vision.dice.trays import edge_seen, known_of
from vision.scene.blocks import Block, corners_of
from vision.scene.moods import MOODS
from vision.scene.seeing import Pose
from vision.scene.setting import Loose, Scene
from vision.scene.viewpoint import overlooking

SIZE = (1280, 960)
SIDE = 0.4
RULES = game_named("archimage").open()
DICE = {thing.name: thing for thing in RULES.plan().things if thing.pips}
PLAN = TablePlan(
    (
        Place("spot", "spot", 0, 0, ("die",), 1, 1),
        Place("tray", "tray", 0, 0.9, ("die",), 4.4, 1.4, many=True),
    ),
    RULES.plan().things,
    RULES.plan().unit_mm,
)
NEAR = overlooking(PLAN, Lens.usual(*SIZE), 14.0)
VIEW = replace(NEAR, shift=(NEAR.shift[0] * 2.4, NEAR.shift[1] * 2.4, NEAR.shift[2] * 2.4))


def seen_under(view: View, pose: Pose) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where the upper face of a die that lies so is, and how far from there its underside, in edges."""
    made = Block.of(DICE["die-red-3"], PLAN, RULES.drawing, 1.0)
    assert made is not None
    low, high = (view.project(corners) for corners in corners_of(made, pose))
    edge = np.linalg.norm(high - np.roll(high, 1, 0), axis=1).mean()
    return high.mean(0), (low.mean(0) - high.mean(0)) / edge


def those(poses: Sequence[Pose], **beside: list[tuple[float, float]]) -> Tilted:
    """Dice that lie so; what pips are seen beside some of them, by their number."""
    at, seen = zip(*(seen_under(VIEW, pose) for pose in poses), strict=True)
    pips = [np.array(beside.get(f"die_{n}", [])).reshape(-1, 2) for n in range(len(at))]
    return Tilted(np.array(at), np.array(seen), pips)


FLAT = [Pose(x, y, turn) for x, y, turn in ((-2, 0.5, 0.3), (1.5, 1.2, 1.0), (0, 0, 2.0), (2, 0.4, 0.1))]


def test_undersides_of_flat_dice_are_seen_towards_one_point() -> None:
    seen = those(FLAT)
    assert undersides_of(VIEW, SIDE).off(seen.at, seen.under).max() < 0.05
    assert not any(leaning(seen, SIZE))
    assert not any(leaning(seen, SIZE, undersides_of(VIEW, SIDE)))


@pytest.mark.parametrize("turn", [0.0, 1.6, 3.1, 4.7])
def test_one_that_leans_is_told_whether_the_camera_is_known_or_not(turn: float) -> None:
    seen = those([*FLAT, Pose(-0.5, 1.0, turn, lean=math.radians(26))])
    told = [False] * len(FLAT) + [True]
    assert leaning(seen, SIZE) == told
    assert leaning(seen, SIZE, undersides_of(VIEW, SIDE)) == told


def test_two_of_five_that_lean_do_not_outvote_the_others() -> None:
    seen = those([*FLAT[:3], *(Pose(x, 1.0, 3.1, lean=math.radians(26)) for x in (-0.5, 0.7))])
    assert leaning(seen, SIZE) == [False] * 3 + [True] * 2


def test_one_die_alone_does_not_tell_how_an_unknown_camera_looks() -> None:
    seen = those([Pose(0, 0, 0.2, lean=math.radians(24))])
    assert leaning(seen, SIZE) == [False]
    assert leaning(seen, SIZE, undersides_of(VIEW, SIDE)) == [True]
    assert leaning(Tilted(np.zeros((0, 2)), np.zeros((0, 2)), []), SIZE) == []


def test_a_slight_lean_within_what_undersides_are_mistaken_by_is_none() -> None:
    seen = those([*FLAT, Pose(-0.5, 1.0, 1.0, lean=math.asin(LEANS) * 0.7)])
    assert not any(leaning(seen, SIZE))


def test_pips_on_a_side_that_no_flat_die_shows_speak_for_leaning() -> None:
    # it is seen to lean to the right, but not far enough to be sure of it
    slight = [*FLAT, Pose(0.2, 1.0, math.pi, lean=math.radians(12))]
    assert leaning(those(slight), SIZE)[-1] is False
    right, left, below = [(0.6, -0.25), (0.65, 0.1)], [(-0.6, -0.25), (-0.65, 0.1)], [(-0.2, 0.62), (0.2, 0.62)]
    assert leaning(those(slight, die_4=right), SIZE)[-1] is True
    assert leaning(those(slight, die_4=[right[0], (0.61, -0.22)]), SIZE)[-1] is False
    # where it does not look, and where flat ones show a side
    assert leaning(those(slight, die_4=left), SIZE)[-1] is False
    assert leaning(those(slight, die_4=below), SIZE)[-1] is False
    assert not any(leaning(those(FLAT, die_0=right, die_1=left), SIZE))


def test_pips_towards_another_die_are_those_of_that_one() -> None:
    pips = np.array([(0.6, 0.1), (-0.6, 0.1)])
    at, near, far = np.array([100.0, 100.0]), np.array([[140.0, 102.0]]), np.array([[200.0, 100.0]])
    assert of_no_neighbour(pips, at, 30.0, near).tolist() == [[-0.6, 0.1]]
    assert len(of_no_neighbour(pips, at, 30.0, far)) == 2
    assert len(of_no_neighbour(pips, at, 30.0, np.zeros((0, 2)))) == 2


# -- drawn ----------------------------------------------------------------------------------------------------


def test_what_leans_touches_the_table_with_its_lowest_edge() -> None:
    made = Block.of(DICE["die-red-3"], PLAN, RULES.drawing, 1.0)
    assert made is not None
    low, high = corners_of(made, Pose(1, 2, 0.7, lean=math.radians(30)))
    every = np.concatenate([low, high])
    assert every[:, 2].min() == pytest.approx(0)
    assert (every[:, 2] < 1e-9).sum() == 2
    assert np.linalg.norm(high - np.roll(high, 1, 0), axis=1) == pytest.approx(made.width)
    flat_low, _ = corners_of(made, Pose(1, 2, 0.7))
    assert flat_low[:, 2] == pytest.approx(0)


def scene(seed: int) -> Scene:
    return Scene(PLAN, VIEW, RULES.drawing, MOODS["day"], "wood", (), seed)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    names = [f"die-{colour}-{n}" for n in (2, 5, 6) for colour in ("red", "blue", "yellow", "green")]
    drawn, layout = scene(9), {"tray": tuple(DICE[name] for name in names)}
    named = []
    for thing, pose in drawn.poses(PLAN.place("tray"), layout["tray"]):
        (x, y), _ = seen_under(VIEW, pose)
        named.append(Named("die", thing.colour, thing.pips or 0, float(x), float(y), edge_seen(VIEW, SIDE)))
    profile = DiceProfile("drawn").with_photo(drawn.picture(layout), named)
    return DiceReader(dice_network(), profile.taught(), known_of(PLAN))


TRAY = {
    "tray": tuple(DICE[name] for name in ("die-red-4", "die-blue-6", "die-green-5", "die-yellow-2", "die-red-3"))
}


def near(pieces: Sequence[Piece], pose: Pose) -> list[Piece]:
    (x, y), _ = seen_under(VIEW, pose)
    return [one for one in pieces if math.hypot(one.x - x, one.y - y) < one.size]


@pytest.mark.parametrize("degrees", [0, 26, 34])
def test_a_die_that_leans_on_a_rim_is_asked_about_and_one_that_lies_flat_is_not(
    reader: DiceReader, degrees: int
) -> None:
    loose = Loose((DICE["die-blue-5"],), 0.0, -0.6, 0.0, "spot", math.radians(degrees))
    pieces = reader.read(scene(3).picture(TRAY, loose=(loose,)), None, undersides_of(VIEW, SIDE))
    (found,) = near(pieces, Pose(0.0, -0.6, lean=loose.lean))
    assert ("leaning" in found.doubts) == bool(degrees)
    assert [one.doubts for one in pieces if one is not found] == [()] * 5


def test_a_die_that_leans_on_another_is_asked_about(reader: DiceReader) -> None:
    under = Loose((DICE["die-green-4"],), -0.42, -0.6, 0.0, "spot")
    # it lies with its left side on the other's edge
    over = Loose((DICE["die-red-5"],), 0.0, -0.6, 0.0, "spot", math.radians(32))
    pieces = reader.read(scene(3).picture(TRAY, loose=(under, over)), None, undersides_of(VIEW, SIDE))
    (found,) = [one for one in near(pieces, Pose(0.0, -0.6, lean=over.lean)) if one.colour == "red"]
    assert "leaning" in found.doubts
    assert all("leaning" not in one.doubts for one in pieces if one is not found)


def test_what_leans_is_asked_about_in_whatever_way_a_camera_is_known(reader: DiceReader) -> None:
    loose = Loose((DICE["die-blue-5"],), 0.0, -0.6, 0.0, "spot", math.radians(34))
    pieces = reader.read(scene(3).picture(TRAY, loose=(loose,)))
    assert ["leaning" in one.doubts for one in near(pieces, Pose(0.0, -0.6, lean=loose.lean))] == [True]
    assert sum("leaning" in one.doubts for one in pieces) == 1
