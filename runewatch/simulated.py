"""A game on the simulated table: its things, its printed grounds, and what a picture of it truly shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engine.contract import Rules
from engine.lettering import face
from engine.table import Layout, TablePlan, Thing
from engine.words import SOURCE, Words
from vision.camera import Lens
from vision.scene.hands import Hand
from vision.scene.moods import MOODS
from vision.scene.setting import Scene
from vision.scene.sheets import Sheet, with_mat
from vision.scene.viewpoint import overlooking, rim

LENSES = {"standard": (66.0, -0.03), "wide": (100.0, -0.08)}
"""How many degrees a camera sees across, and how it bends straight lines."""
HIDDEN = 0.35
"""A place of which so much is covered counts as hidden."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a table should look."""

    size: tuple[int, int] = (1280, 960)
    tilt: float = 12.0
    turn: float = 0.0
    light: str = "day"
    top: str = "wood"
    lens: str = "standard"
    has_mat: bool = True
    seed: int = 0
    language: str = SOURCE
    """Of what is printed on things in words."""


def scene_of(
    rules: Rules[Any, Any],
    wish: Wish | None = None,
    layout: Layout | None = None,
    plan: TablePlan | None = None,
) -> Scene:
    """The table of a game, from where a camera sees all that it watches; of overlays, what the layout uses.

    ``plan`` is another one to be seen, such as that of the whole table.
    """
    wish, plan = wish or Wish(), plan or rules.watched()
    field, bending = LENSES[wish.lens]
    lens = replace(Lens.usual(*wish.size, field), k1=bending)
    view = overlooking(plan, lens, wish.tilt, wish.turn, layout or ())
    sheets = with_mat(plan, sheets_of(rules, plan)) if wish.has_mat else ()
    draw = partial(face, rules, words=Words(wish.language))
    return Scene(plan, view, draw, MOODS[wish.light], wish.top, sheets, wish.seed)


def in_view(plan: TablePlan, layout: Layout) -> dict[str, tuple[Thing, ...]]:
    """What of a layout lies where a camera looks."""
    names = {place.name for place in plan.places}
    return {name: things for name, things in layout.items() if name in names}


def sheets_of(rules: Rules[Any, Any], plan: TablePlan) -> tuple[Sheet, ...]:
    """The printed grounds that lie where a game's things are."""
    if plan.sheets:
        return tuple(sheet for part in plan.sheets for sheet in _laid(sheets_of(rules, part), part, plan))
    low, high = rim(plan).min(0), rim(plan).max(0)
    near = [part for part in rules.grounds() if bool(((low < (part.x, part.y)) & ((part.x, part.y) < high)).all())]
    return tuple(Sheet(ground.drawing, ground.x, ground.y, ground.marked) for ground in near)


def _laid(sheets: Sequence[Sheet], part: TablePlan, plan: TablePlan) -> Iterator[Sheet]:
    """What is printed for a part of a table, where that lies in the whole."""
    here, there = part.places[0], plan.place(part.places[0].name)
    for sheet in sheets:
        yield replace(sheet, x=sheet.x + there.x - here.x, y=sheet.y + there.y - here.y)


def truth(scene: Scene, layout: Layout, hands: Sequence[Hand] = ()) -> dict[str, Any]:
    """What a picture truly shows, as plain values: pixels are x right, y down, their centres at whole numbers."""
    plan, view = scene.plan, scene.view
    shown = [place.name for place in plan.places if not place.overlay or place.name in layout]
    covered = {name: scene.covered(hands, name) for name in shown}
    return {
        "surface": "mat" if scene.sheets else "bare",
        "size": [view.lens.width, view.lens.height],
        "seed": scene.seed,
        "stable": True,
        "places": {name: [thing.name for thing in layout.get(name, ())] for name in shown},
        "corners_px": {name: _plain(scene.corners(name)) for name in shown},
        "hidden_places": [name for name, share in covered.items() if share >= HIDDEN],
        "hand_in_view": bool(hands),
        "arena_rotation_deg": round(_rotation(scene), 3),
        # several sheets have no corners in common
        "lattice_corners_px": [] if plan.sheets else _plain(view.project(lattice(plan))),
        "markers": {str(marker.number): _plain(view.project(_square(marker.x, marker.y, marker.side)))
                    for marker in plan.markers if scene.sheets},
        "view": {**{name: getattr(view.lens, name) for name in ("width", "height", "focal", "k1", "k2")},
                 "turn": list(view.turn), "shift": list(view.shift), "unit_mm": plan.unit_mm},
        "camera_model": {"K": view.lens.matrix.tolist(), "dist_k1k2p1p2": view.lens.bending.tolist(),
                         **_in_millimetres(scene)},
    }  # fmt: skip


def lattice(plan: TablePlan) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The corners of the block of places like the first of a plan, clockwise from its top left."""
    like = [place for place in plan.places if place.kind == plan.places[0].kind]
    left, right = min(p.x - p.width / 2 for p in like), max(p.x + p.width / 2 for p in like)
    top, bottom = min(p.y - p.height / 2 for p in like), max(p.y + p.height / 2 for p in like)
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _square(x: float, y: float, side: float) -> list[tuple[float, float]]:
    half = side / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _plain(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[list[float]]:
    found: list[list[float]] = np.round(points, 2).tolist()
    return found


def _rotation(scene: Scene) -> float:
    """The picture's up turned clockwise by so many degrees is the plan's up."""
    x, y = lattice(scene.plan).mean(0)
    here, above = scene.view.project([(x, y), (x, y - 0.01)])
    right, down = above - here
    return math.degrees(math.atan2(right, -down))


def _in_millimetres(scene: Scene) -> dict[str, Any]:
    """Rotation and translation from the middle of the lattice: x right, y to its top, z up, in millimetres."""
    x, y = lattice(scene.plan).mean(0)
    rotation = scene.view.rotation
    shift = (np.array(scene.view.shift) + rotation @ (x, y, 0.0)) * scene.plan.unit_mm
    return {"R": (rotation @ np.diag([1.0, -1.0, -1.0])).tolist(), "t_mm": shift.tolist()}
