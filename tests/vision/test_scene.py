"""The simulated table, picture by picture: what lies where it should, light, lens, hands, any game."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.catalogue import games
from engine.contract import Game
from engine.drawing import Area, Drawing, Standing, Text, box, disc
from engine.table import Layout, Marker, Place, TablePlan, Thing
from tests.engine.test_contract import Together
from vision.camera import Lens, View
from vision.scene.film import Picture
from vision.scene.flats import MARGIN, painted
from vision.scene.hands import Hand
from vision.scene.light import Light
from vision.scene.moods import MOODS, Mood
from vision.scene.seeing import Seen
from vision.scene.sensor import Sensor
from vision.scene.setting import Loose, Scene, UnknownPlaceError
from vision.scene.sheets import with_mat
from vision.scene.tops import TOPS
from vision.scene.viewpoint import bumped, overlooking, rim

COIN, ARROW = Thing("coin", "token"), Thing("arrow-left", "token", turn=270)
RED, KNIGHT, FLAG = Thing("red", "token"), Thing("knight", "man", tall=True), Thing("flag", "man", tall=True)
PLACES = tuple(Place(f"{'abcd'[x]}{y + 1}", "spot", x, y, ("token", "man")) for y in range(3) for x in range(4))
MARKERS = tuple(Marker(i, x, y, 0.6) for i, (x, y) in enumerate(((-1.2, -1), (4.2, -1), (4.2, 3), (-1.2, 3))))
PLAN = TablePlan(PLACES, (COIN, ARROW, RED, KNIGHT, FLAG), 50, markers=MARKERS)
LENS = replace(Lens.usual(640, 480), k1=-0.08)
LAYOUT: Layout = {"a1": (COIN,), "b2": (COIN, KNIGHT), "d1": (ARROW,), "c3": (RED, FLAG)}


def draw(thing: Thing) -> Drawing | Standing | None:
    """Two of the things are drawn, the others are not."""
    if thing == RED:
        return Drawing((Area(box(0, 0, 44, 44), "#e01810"),), 40, 40)
    if thing == FLAG:
        front = Drawing((Area(box(0, 0, 20, 50), "#10c020"),), 20, 50)
        return Standing(front, Drawing((Area(disc(0, 0, 12), "#ffffff"),), 24, 24, disc(0, 0, 12)))
    return None


@cache
def scene(tilt: float = 15, turn: float = 0, mood: str = "day", top: str = "wood", seed: int = 1) -> Scene:
    view = overlooking(PLAN, LENS, tilt, turn)
    return Scene(PLAN, view, draw, MOODS[mood], top, with_mat(PLAN, ()), seed)


def fresh(like: Scene, **changes: Any) -> Scene:
    """The same scene, remembering nothing."""
    return replace(like, **changes)


def pixels_around(seen: Scene, name: str, margin: int) -> NDArray[np.bool_]:
    (left, top), (right, bottom) = seen.corners(name).min(0), seen.corners(name).max(0)
    found = np.zeros((LENS.height, LENS.width), np.bool_)
    rows = slice(max(0, int(top) - margin), int(bottom) + margin + 1)
    found[rows, max(0, int(left) - margin) : int(right) + margin + 1] = True
    return found


def apart(first: Picture, second: Picture) -> NDArray[np.int_]:
    """How far two pictures differ in each pixel."""
    return np.asarray(np.abs(first.astype(int) - second.astype(int)).max(axis=2))


def middle(picture: Picture, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colour around a point."""
    x, y = np.round(at).astype(int)
    return np.asarray(picture[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(0))


# -- the same again, and only what changed ----------------------------------------------------------------


def test_the_same_scene_gives_the_same_picture() -> None:
    hands = (scene().hand_over("b2"),)
    first = fresh(scene()).picture(LAYOUT, hands, moment=2.5)
    assert first.shape == (480, 640, 3)
    assert first.dtype == np.uint8
    assert (first == fresh(scene()).picture(LAYOUT, hands, moment=2.5)).all()


def test_another_seed_is_another_table() -> None:
    assert (apart(scene().picture({}), scene(seed=2).picture({})) > 20).mean() > 0.1


def test_between_two_moments_only_noise_differs() -> None:
    first, second = scene().picture(LAYOUT, moment=1.0), scene().picture(LAYOUT, moment=2.0)
    noise = first.astype(float) - second.astype(float)
    assert 0.5 < noise.std() < 8
    assert np.abs(cv2.blur(noise, (31, 31))).max() < 2


@pytest.mark.parametrize("name", ["a1", "b2", "c3", "d2"])
def test_a_change_shows_at_its_place_and_nowhere_else(name: str) -> None:
    changed = {**LAYOUT, name: (ARROW,)}
    difference = apart(scene().picture(LAYOUT), scene().picture(changed))
    near = pixels_around(scene(), name, 110)
    assert difference[pixels_around(scene(), name, 0)].mean() > 5
    assert not difference[~near].any()


def test_what_is_remembered_changes_no_picture() -> None:
    seen = fresh(scene())
    hand = seen.hand_over("c2", 90)
    for layout in ({}, LAYOUT, {"a1": (KNIGHT,)}, {**LAYOUT, "a2": (COIN, KNIGHT)}):
        seen.picture(layout, (hand,))
    assert apart(seen.picture(LAYOUT), fresh(scene()).picture(LAYOUT)).max() <= 2


def test_a_thing_that_stays_keeps_its_crookedness() -> None:
    seen = scene(tilt=0)
    before, after = seen.picture({"a1": (COIN,)}), seen.picture({"a1": (COIN,), "d3": (COIN,)})
    assert not apart(before, after)[pixels_around(seen, "a1", 0)].any()


# -- geometry ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k1", [0.0, -0.2, 0.1])
def test_every_pixel_knows_the_point_it_shows(k1: float) -> None:
    view = overlooking(PLAN, replace(LENS, k1=k1), 20, 30)
    at = Seen.by(view).at[3::37, 5::41]
    rows, columns = np.mgrid[3:480:37, 5:640:41]
    back = view.project(at.reshape(-1, 2).astype(np.float64))
    assert np.abs(back - np.column_stack([columns.ravel(), rows.ravel()])).max() < 0.2


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 0), (15, 35), (10, 180), (12, -90)])
def test_the_camera_sees_the_whole_plan(tilt: float, turn: float) -> None:
    at = overlooking(PLAN, LENS, tilt, turn).project(rim(PLAN))
    assert (at > 0).all()
    assert (at < (LENS.width - 1, LENS.height - 1)).all()
    assert np.ptp(at, axis=0).max() > 0.5 * LENS.height


@pytest.mark.parametrize(("tilt", "turn", "mood"), [(0, 0, "day"), (20, 25, "lamp"), (10, 180, "evening")])
def test_markers_are_found_where_the_view_says(tilt: float, turn: float, mood: str) -> None:
    seen = scene(tilt, turn, mood)
    found = markers(seen.picture(LAYOUT))
    assert sorted(found) == [0, 1, 2, 3]
    for marker in MARKERS:
        assert np.abs(found[marker.number] - marker_at(seen.view, marker)).max() < 1


def markers(picture: Picture) -> dict[int, NDArray[np.float64]]:
    asked = cv2.aruco.DetectorParameters()
    asked.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), asked)
    corners, ids, _ = detector.detectMarkers(picture)
    if ids is None:
        return {}
    return {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in zip(ids.ravel(), corners, strict=True)}


def marker_at(view: View, marker: Marker) -> NDArray[np.float64]:
    half = marker.side / 2
    ways = ((-half, -half), (half, -half), (half, half), (-half, half))
    return view.project([(marker.x + right, marker.y + down) for right, down in ways])


def test_a_knock_moves_everything_as_its_view_says() -> None:
    seen = scene()
    moved = seen.changed(view=bumped(seen.view, right=0.3, down=-0.1, turn=3, tilt=1))
    found = markers(moved.picture(LAYOUT))
    assert np.abs(found[0] - marker_at(seen.view, MARKERS[0])).min() > 3
    for marker in MARKERS:
        assert np.abs(found[marker.number] - marker_at(moved.view, marker)).max() < 1


@pytest.mark.parametrize("name", ["a1", "d1", "a3", "d3"])
@pytest.mark.parametrize("thing", [KNIGHT, FLAG])
def test_what_stands_leans_away_from_the_eye(name: str, thing: Thing) -> None:
    # without lamps there are no shadows to be taken for it
    seen = fresh(scene(tilt=0), mood=Mood(Light((1.0, 1.0, 1.0), ()), Sensor()))
    difference = apart(seen.picture({}), seen.picture({name: (thing,)}))
    foot = seen.corners(name).mean(0)
    nadir = seen.view.project([seen.view.eye[:2]])[0]
    away = (foot - nadir) / np.linalg.norm(foot - nadir)
    rows, columns = np.nonzero(difference > 40)
    leaning = (np.column_stack([columns, rows]) - foot) @ away
    assert leaning.max() > 1.12 * -leaning.min()


def test_a_taller_camera_sees_less_of_what_a_figure_hides() -> None:
    behind = scene(tilt=40).picture({"b1": (RED,), "b2": (KNIGHT,)})
    alone = scene(tilt=40).picture({"b1": (RED,)})
    hidden = pixels_around(scene(tilt=40), "b1", 0) & (apart(behind, alone) > 40)
    assert hidden.sum() > 20


# -- things -----------------------------------------------------------------------------------------------


def test_a_drawn_thing_has_its_colours() -> None:
    for tilt, turn in ((0, 0), (20, 140)):
        seen = scene(tilt, turn)
        blue, green, red = middle(seen.picture({**LAYOUT, "a3": (RED,)}), seen.corners("a3").mean(0))
        assert red > 2.5 * max(blue, green)


def test_a_standing_picture_is_seen_from_the_side() -> None:
    green = scene(tilt=40).picture({"b2": (FLAG,)}).astype(int)
    is_green = (green[..., 1] > green[..., 0] + 40) & (green[..., 1] > green[..., 2] + 40)
    tall = np.flatnonzero(is_green.any(1))
    assert np.ptp(tall) > 20
    assert not is_green[~pixels_around(scene(tilt=40), "b2", 60)].any()


def test_things_nobody_drew_are_told_apart() -> None:
    seen = scene(tilt=0)
    coin, arrow = seen.picture({"a1": (COIN,)}), seen.picture({"a1": (ARROW,)})
    assert apart(coin, arrow)[pixels_around(seen, "a1", 0)].mean() > 10


def test_things_on_one_another_show_all() -> None:
    seen = scene(tilt=0)
    one, two = seen.picture({"a1": (COIN,)}), seen.picture({"a1": (COIN, COIN)})
    assert apart(one, two)[pixels_around(seen, "a1", 0)].mean() > 3


def test_a_place_that_is_not_on_the_table_is_named() -> None:
    with pytest.raises(UnknownPlaceError, match="z9"):
        scene().picture({"z9": (COIN,)})
    with pytest.raises(UnknownPlaceError, match="z9"):
        scene().hand_over("z9")


# -- hands and light --------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 90, 180, 270])
def test_a_hand_covers_its_place_and_its_arm_the_way_to_it(side: float) -> None:
    seen = scene()
    hand = seen.hand_over("b2", side)
    difference = apart(seen.picture(LAYOUT), seen.picture(LAYOUT, (hand,)))
    assert difference[pixels_around(seen, "b2", -8)].mean() > 15
    assert seen.covered((hand,), "b2") > 0.6
    assert seen.covered((), "b2") < 0.05
    edge = {0: difference[-3:], 90: difference[:, :3], 180: difference[:3], 270: difference[:, -3:]}
    assert (edge[int(side)].max() > 30) and all(edge[other].max() < 30 for other in edge if other != side)


def test_a_hand_high_over_the_table_throws_its_shadow_elsewhere() -> None:
    seen = scene(mood="lamp")
    low, high = Hand(1.5, 1.5, 0, 0.1), Hand(1.5, 1.5, 0, 1.0)
    assert (apart(seen.picture({}, (low,)), seen.picture({}, (high,))) > 30).mean() > 0.02


def test_what_a_hand_carries_is_seen_under_it() -> None:
    seen = scene()
    carried = seen.picture({}, loose=(Loose((RED,), 2.5, 0.5, 0.3, "a1"),))
    ((x, y),) = seen.view.project([(2.5, 0.5, 0.3)])
    blue, green, red = middle(carried, np.array([x, y]))
    assert red > 2 * max(blue, green)


def test_dimmed_light_makes_a_darker_and_noisier_picture() -> None:
    seen = scene()
    dim = seen.changed(mood=seen.mood.dimmed(0.3))
    light, dark = seen.picture(LAYOUT), dim.picture(LAYOUT)
    assert 0.4 * light.mean() < dark.mean() < 0.9 * light.mean()
    assert noise_of(dim) > 1.2 * noise_of(seen)


def noise_of(seen: Scene) -> float:
    return float((seen.picture(LAYOUT, moment=1).astype(float) - seen.picture(LAYOUT, moment=2)).std())


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("top", TOPS)
def test_every_light_on_every_table_is_a_picture_one_can_see(mood: str, top: str) -> None:
    picture = scene(12, 10, mood, top).picture(LAYOUT)
    assert 40 < picture.mean() < 215
    assert picture.std() > 20
    assert (picture > 252).mean() < 0.15


# -- any game ---------------------------------------------------------------------------------------------


def pebbles() -> Game:
    page = Path(__file__).parents[2] / "docs" / "new-game.md"
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "engine.pebbles"}
    exec(compile(code, page.name, "exec"), names)
    game: Game = names["GAME"]
    return game


@pytest.mark.parametrize("game", [*games().values(), pebbles(), Together()], ids=lambda game: str(game.name))
def test_any_game_can_be_drawn_in_any_layout(game: Game) -> None:
    rules = game.open()
    plan = rules.plan()
    layout = {}
    for i, place in enumerate(place for place in plan.places if not place.overlay):
        fitting = [thing for thing in plan.things if thing.kind in place.kinds] or plan.things
        # one seal on a field for many hardly shows
        layout[place.name] = tuple(fitting[(i + j) % len(fitting)] for j in range(5 if place.many else 1))
    view = overlooking(plan, LENS, 15)
    seen = Scene(plan, view, rules.drawing, sheets=with_mat(plan, ()))
    empty, full = seen.picture(rules.layout(rules.start())), seen.picture(layout)
    for name in layout:
        assert apart(empty, full)[pixels_around(seen, name, 0)].mean() > 2 or name in rules.layout(rules.start())


@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize("said", ["discard the top card", "Élément \u00d7 forêt", "l’œil"])
def test_words_are_where_and_as_long_as_in_print(said: str, is_bold: bool) -> None:
    """A camera knows a printed card by a painted one."""
    text = Text(said, 0, 0, 4.0, "#000000", is_bold=is_bold)
    ground = Area(box(0, 0, 90, 12), "#ffffff")
    for part in (text, replace(text, text=said.partition(" ")[0], anchor="left", x=-text.width / 2)):
        dark = painted(Drawing((ground, part), 90, 12), 8.0).ink[..., 0] < 128
        left, right = (np.flatnonzero(dark.any(axis=0))[[0, -1]] - MARGIN) / 8.0 - 45
        begin = -text.width / 2
        assert left == pytest.approx(begin, abs=1.0)
        assert right == pytest.approx(begin + part.width, abs=1.0)


def test_letters_with_marks_are_painted_without_them() -> None:
    def ink(said: str) -> NDArray[np.uint8]:
        return painted(Drawing((Text(said, 0, 0, 4.0, "#000000"),), 30, 12), 6.0).ink

    assert (ink("été") == ink("ete")).all()
    assert (ink("été") != ink("?t?")).any()
