"""The spaces of a printed board on the simulated table: bare, with tokens in any turn, scrolls, and figures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.catalogue import game_named
from engine.datafile import packaged
from engine.table import Thing
from runewatch.sight.boards import board_reader
from runewatch.sight.looking import board_places, layout_of
from runewatch.simulated import Wish, scene_of
from vision.board import find
from vision.camera import View
from vision.picture import Picture
from vision.profile import Profile
from vision.scene.setting import Scene
from vision.sighting import Sighting
from vision.spaces import SpaceReader, has_spaces

RULES = game_named("archimage").open({"players": 2, "camera": "board", "circle": "4"})
PLAN = RULES.watched()
THINGS = {thing.name: thing for thing in PLAN.things}
TABLE = {
    "1p": ("seal-red-2",),
    "2p": ("seal-green-2",),
    "3d": ("seal-yellow-3",),
    "1f": ("seal-blue-4",),
    "5h": ("seal-red-6",),
    "12": ("scroll-transmutation-fire",),
    "14": ("scroll-teleportation-air",),
    "16": ("scroll-speed-spirit",),
    "25": ("scroll-growth-earth",),
    "4q": ("mage-shaman",),
    "5c": ("familiar-witch",),
    "v3": ("mage-witch",),
    "45": ("scroll-guardian-water", "guardian-water"),
}

FAN = packaged("engine.archimage", "fan-2.toml")
OWN_BOARD = FAN.replace('name = "fan-2"', 'name = "my tower"')


def layout(table: dict[str, tuple[str, ...]]) -> dict[str, tuple[Thing, ...]]:
    return {place: tuple(THINGS[name] for name in names) for place, names in table.items()}


@dataclass(frozen=True)
class Looking:
    """A board from above, and what reads it."""

    scene: Scene
    reader: SpaceReader
    picture: Picture
    view: View

    def __call__(self, picture: Picture | None = None) -> Sighting:
        fresh = replace(self.reader, _looked={})
        return fresh.read(self.picture if picture is None else picture, self.view)


@pytest.fixture(scope="module")
def looking() -> Looking:
    scene = scene_of(RULES, Wish(tilt=6.0, light="lamp", seed=3))
    picture = scene.picture(layout(TABLE))
    found = find(picture, PLAN)
    assert found.how == "mat"
    return Looking(scene, board_reader(RULES, PLAN, Profile("printed")), picture, found.view)


def test_a_board_with_spaces_is_told_from_other_tables() -> None:
    assert has_spaces(PLAN)
    assert board_places(PLAN) == PLAN.places
    assert not has_spaces(game_named("archimage").open({"camera": "dice"}).watched())
    for name in ("spell", "spellbook", "bigbook"):
        assert not has_spaces(game_named(name).open().watched())


def test_what_lies_and_stands_there_is_read_and_bare_spaces_are_bare(looking: Looking) -> None:
    seen = looking()
    assert layout_of(PLAN, seen) == layout(TABLE)
    assert not any(belief.hidden for belief in seen.places.values())
    assert min(seen.places[name].best("seal")[1] for name in ("1p", "2p", "3d", "1f", "5h", "1q")) > 0.9


@pytest.mark.parametrize("board", [OWN_BOARD, "fan-2", FAN])
def test_a_board_of_ones_own_and_one_that_was_named_are_read_by_their_own_print(board: str) -> None:
    """Beside them lies the sheet for the dice, which is no print of theirs."""
    rules = game_named("archimage").open({"players": 2, "camera": "both", "circle": "4", "board": board})
    plan = next(one for one in rules.sheets() if one.name == "board")
    picture = scene_of(rules, Wish(tilt=6.0, light="lamp", seed=3), plan=plan).picture(layout(TABLE))
    seen = board_reader(rules, plan, Profile("printed")).read(picture, find(picture, plan).view)
    assert layout_of(plan, seen) == layout(TABLE)


def test_a_token_is_known_in_whatever_turn_it_lies(looking: Looking) -> None:
    poses = [pose for name in ("1p", "2p", "3d") for _, pose in looking.scene.poses(
        PLAN.place(name), layout(TABLE)[name])]  # fmt: skip
    assert max(abs(pose.turn) for pose in poses) > 0.5


def test_what_looks_as_it_did_is_not_looked_at_again(looking: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    looking()
    reader = replace(looking.reader, _looked={})
    before = reader.read(looking.picture, looking.view)

    def looked_at_again(*_: object) -> None:
        raise AssertionError("a space was looked at again")

    monkeypatch.setattr(SpaceReader, "_belief", looked_at_again)
    again = looking.scene.picture(layout(TABLE), moment=1.0)
    assert reader.read(again, looking.view).places == before.places


def test_a_hand_covers_what_it_lies_over(looking: Looking) -> None:
    hand = looking.scene.hand_over("14")
    seen = looking(looking.scene.picture(layout(TABLE), (hand,)))
    told = layout_of(PLAN, seen)
    assert seen.places["14"].hidden or all(thing.unknown for thing in told.get("14", ()))
    assert told["5h"] == layout(TABLE)["5h"]


def test_what_is_not_in_view_is_hidden(looking: Looking) -> None:
    half = np.ascontiguousarray(looking.picture[:, : looking.picture.shape[1] // 2])
    seen = looking(half)
    right = max(PLAN.places, key=lambda place: place.x)
    left = min(PLAN.places, key=lambda place: place.x)
    assert seen.places[right.name].hidden
    assert not seen.places[left.name].hidden


def test_a_scroll_that_nobody_knows_is_one_and_may_be_any(looking: Looking) -> None:
    known = looking.reader.looks.cards
    kept = [number for number, name in enumerate(known.names) if name.endswith("-air")]
    cards = replace(known, names=tuple(known.names[number] for number in kept), faces=known.faces[kept],
                    weighed=known.weighed[kept], means=known.means[kept], squares=known.squares[kept])  # fmt: skip
    reader = replace(looking.reader, looks=replace(looking.reader.looks, cards=cards), _looked={})
    seen = reader.read(looking.picture, looking.view)
    assert THINGS[seen.places["12"].best("scroll")[0]].unknown
    assert seen.places["14"].best("scroll")[0] == "scroll-teleportation-air"


def test_what_changed_is_looked_at_again_however_noisy_frames_are(looking: Looking) -> None:
    dark = scene_of(RULES, Wish(tilt=6.0, light="evening", seed=5))
    reader = replace(looking.reader, _looked={})
    view = find(dark.picture(layout(TABLE)), PLAN).view
    reader.read(dark.picture(layout(TABLE), moment=1.0), view)
    changed = {**TABLE, "1p": ("seal-red-3",), "5h": ()}
    told = layout_of(PLAN, reader.read(dark.picture(layout(changed), moment=2.0), view))
    assert told == {name: things for name, things in layout(changed).items() if things}
