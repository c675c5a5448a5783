"""Dice on the simulated table: they stand up, show what they should, and lie side by side."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from engine.drawing import Area, Drawing, box, disc
from engine.table import Place, TablePlan, Thing
from vision.camera import Lens
from vision.scene.blocks import Block
from vision.scene.moods import MOODS
from vision.scene.setting import Scene
from vision.scene.viewpoint import overlooking

INK = {"red": "#c02018", "blue": "#2060b0"}
DICE = tuple(Thing(f"{colour}-{n}", "die", colour=colour, pips=n) for colour in INK for n in range(7))
PLAN = TablePlan(
    (Place("tray", "tray", 0, 0, ("die",), 4, 2, many=True), Place("spot", "spot", 4, 0, ("die",))), DICE, 40.0
)


def draw(thing: Thing) -> Drawing:
    """As many white strokes as pips."""
    strokes = tuple(Area(disc(-6 + 2.4 * n, 0, 0.9), "#ffffff") for n in range(thing.pips or 0))
    return Drawing((Area(box(0, 0, 16, 16), INK[thing.colour]), *strokes), 16, 16)


def scene(tilt: float = 15.0) -> Scene:
    return Scene(PLAN, overlooking(PLAN, Lens.usual(640, 480), tilt), draw, MOODS["day"], "wood", (), 3)


def die(name: str) -> Thing:
    return next(thing for thing in DICE if thing.name == name)


def test_opposite_sides_make_seven() -> None:
    painted = {n: Block.of(die(f"red-{n}"), PLAN, draw, 2.0) for n in range(1, 7)}
    for n, block in painted.items():
        assert block is not None
        white = [int((side.ink[..., :3].min(-1) > 200).sum()) for side in block.sides]
        # the more pips, the more white
        assert np.argsort(white[:2]).tolist() == [0, 1]
        assert white[0] < white[2] or white[1] < white[3] or n in (3, 4)
        assert abs(white[0] + white[2] - white[1] - white[3]) < 0.15 * sum(white)


def test_a_die_nobody_drew_is_no_block() -> None:
    assert Block.of(die("red-3"), PLAN, lambda _: None, 2.0) is None


def test_a_die_shows_its_colour_where_its_upper_side_is() -> None:
    seen = scene()
    empty, laid = seen.picture({}), seen.picture({"spot": (die("blue-1"),)})
    ((x, y),) = seen.view.project([(4.0, 0.0, 0.4)])
    here = laid[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3).astype(int)
    there = empty[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3).astype(int)
    blue, red = np.median(here, axis=0)[[0, 2]]
    assert blue > red + 30
    assert np.median(there, axis=0)[0] < np.median(there, axis=0)[2]


def test_dice_in_a_tray_lie_side_by_side_within_it() -> None:
    seen = scene()
    names = ("red-3", "red-3", "blue-1", "blue-6", "red-2")
    poses = [pose for _, pose in seen.poses(PLAN.place("tray"), tuple(map(die, names)))]
    edge = 16 / 40
    for one, other in combinations(poses, 2):
        assert np.hypot(one.x - other.x, one.y - other.y) >= edge
    assert all(abs(one.x) <= 2 - edge / 2 and abs(one.y) <= 1 - edge / 2 for one in poses)
    assert len({round(one.turn, 3) for one in poses}) > 1
