"""Tokens whose print looks like dice: dots about a number, as the printed set has them."""

from __future__ import annotations

import pytest

from engine.catalogue import game_named
from engine.drawing import Drawing
from engine.table import Place, TablePlan, Thing
from vision.camera import Lens
from vision.dice.network import Kind, dice_network
from vision.dice.pieces import Piece
from vision.dice.profile import DiceProfile, Named
from vision.dice.reading import DiceReader
from vision.dice.trays import known_of
from vision.picture import Picture
from vision.scene.moods import MOODS
from vision.scene.setting import Scene
from vision.scene.tops import TOPS
from vision.scene.viewpoint import overlooking

RULES = game_named("archimage").open()
THINGS = {thing.name: thing for thing in RULES.plan().things}
DICE, TOKENS = (
    Place("tray", "tray", 0, 0, ("die",), 4.6, 1.8, many=True),
    Place("tokens", "tokens", 0, 2.2, ("seal",), 4.6, 1.6, many=True),
)
PLAN = TablePlan((DICE, TOKENS), tuple(THINGS.values()), RULES.plan().unit_mm)
COLOURS = ("red", "blue", "yellow", "green")
SHOWN = {
    "tray": tuple(f"die-{colour}-{value}" for colour in COLOURS for value in (2, 4, 6)),
    "tokens": tuple(f"seal-{colour}-{number}" for colour, number in zip(COLOURS, (3, 4, 5, 6), strict=True)),
}
LAID = {
    "tray": ("die-red-5", "die-blue-4", "die-yellow-3", "die-green-6"),
    "tokens": ("seal-green-4", "seal-yellow-6", "seal-blue-3", "seal-red-5", "seal-blue-4"),
}


def laid(table: dict[str, tuple[str, ...]]) -> dict[str, tuple[Thing, ...]]:
    return {place: tuple(THINGS[name] for name in names) for place, names in table.items()}


def scene(seed: int) -> Scene:
    view = overlooking(PLAN, Lens.usual(1280, 960), 5.0, 40.0 * seed)
    return Scene(PLAN, view, RULES.drawing, MOODS[sorted(MOODS)[0]], sorted(TOPS)[0], (), seed)


def named(seen: Scene, table: dict[str, tuple[str, ...]]) -> list[Named]:
    found = []
    for place, things in laid(table).items():
        for thing, pose in seen.poses(PLAN.place(place), things):
            drawn = RULES.drawing(thing)
            assert isinstance(drawn, Drawing)
            half, up = drawn.width_mm / 2 / PLAN.unit_mm, 0.4 if thing.pips else 0.045
            (x, y), (right, below) = seen.view.project([(pose.x, pose.y, up), (pose.x + half, pose.y, up)])
            size = 2 * float(((right - x) ** 2 + (below - y) ** 2) ** 0.5)
            kind: Kind = "die" if thing.pips else "token"
            found.append(Named(kind, thing.colour, thing.pips or thing.number or 0, float(x), float(y), size))
    return found


@pytest.fixture(scope="module")
def read() -> tuple[Piece, ...]:
    lesson, table = scene(1), scene(2)
    profile = DiceProfile("mine").with_photo(lesson.picture(laid(SHOWN)), named(lesson, SHOWN))
    picture: Picture = table.picture(laid(LAID))
    return DiceReader(dice_network(), profile.taught(), known_of(PLAN)).read(picture)


def test_a_token_with_dots_is_no_die(read: tuple[Piece, ...]) -> None:
    dice = [f"die-{one.colour}-{one.face}" for one in read if one.kind == "die"]
    assert sorted(dice) == sorted(LAID["tray"])


def test_the_dots_along_its_edge_tell_a_token_as_well_as_its_number(read: tuple[Piece, ...]) -> None:
    tokens = [f"seal-{one.colour}-{one.face}" for one in read if one.kind == "token"]
    assert sorted(tokens) == sorted(LAID["tokens"])
    assert not any(one.doubts for one in read if one.kind == "token")
