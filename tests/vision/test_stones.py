"""Round things on the points of a painted board: told by colour in any light, where they lie and beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.catalogue import game_named
from engine.table import Layout
from runewatch.sight.lessons import LessonError, learnt, lesson_after, told_apart
from runewatch.sight.looking import Hints, Sight, board, layout_of, sight
from tests.sighted import SIZE, view
from vision import network as networks
from vision.board import BoardNotFoundError, find, lattice
from vision.camera import View
from vision.cut import Cut
from vision.profile import Profile, load, save
from vision.sighting import NOTHING
from vision.stones.closely import Close
from vision.stones.reader import StoneReader
from vision.stones.supply import Stock, settled
from vision.stones.table import beside, points
from vision.stones.waiting import waiting

GAME = game_named("spellbook")
RULES = GAME.open(GAME.sight)
PLAN = RULES.plan()
PER_UNIT = 60
REACH = 8
KINDS = {"fire": (40, 40, 210), "air": (90, 220, 235), "water": (200, 70, 40), "earth": (60, 150, 40)}
BASES = {"south": (230, 232, 235), "north": (34, 32, 30)}
WOOD, LINE, TABLE = (120, 165, 205), (40, 60, 80), (90, 110, 100)
BACK = "back"
"""What is seen of a gem that lies on its face."""
FULL = "F1 A2 W3 E4 F9 A10 W11 E12 / F5 A6 W7 E8 F13 A14 W15 E16"
"""What the lessons show: every gem twice, on either side."""


def laid(text: str) -> Layout:
    """Gems on points: South's before the stroke, North's behind it."""
    things = {thing.name: thing for thing in PLAN.things}
    kinds = {name[0].upper(): name for name in KINDS}
    found = {}
    for seat, part in zip(BASES, text.split("/"), strict=True):
        for word in part.split():
            found[word[1:]] = (things[f"{seat}-{kinds[word[0]]}"],)
    return found


def middle_of(x: float, y: float) -> tuple[int, int]:
    return round((x - 3 + REACH) * PER_UNIT), round((y - 3 + REACH) * PER_UNIT)


def painted(
    layout: Layout,
    loose: dict[str, int] | None = None,
    *,
    seen: View | None = None,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
    hand: str = "",
) -> Cut:
    """The board as a camera sees it, gems and all; ``loose`` ones lie to its right."""
    flat = np.full((2 * REACH * PER_UNIT,) * 2 + (3,), TABLE, np.uint8)
    cv2.rectangle(flat, middle_of(-0.45, -0.45), middle_of(6.45, 6.45), WOOD, -1)
    places = {place.name: place for place in PLAN.places}
    for a, b in PLAN.links:
        cv2.line(flat, middle_of(places[a].x, places[a].y), middle_of(places[b].x, places[b].y), LINE, 3)
    for name, things in layout.items():
        gem(flat, things[0].name, places[name].x + 0.04, places[name].y - 0.03)
    every = [name for name, count in (loose or {}).items() for _ in range(count)]
    for number, name in enumerate(every):
        gem(flat, name, 7.6 + 0.62 * (number % 3), 0.6 + 0.62 * (number // 3))
    if hand:
        cv2.circle(flat, middle_of(places[hand].x, places[hand].y), PER_UNIT, (90, 120, 190), -1)
    picture = seen_through(flat, seen or camera()).astype(np.float32) * np.array(light, np.float32)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def gem(flat: Cut, name: str, x: float, y: float) -> None:
    seat, kind = name.split("-")
    cv2.circle(flat, middle_of(x, y), round(0.25 * PER_UNIT), BASES[seat], -1, cv2.LINE_AA)
    if kind == BACK:
        return
    cv2.circle(flat, middle_of(x, y), round(0.175 * PER_UNIT), KINDS[kind], -1, cv2.LINE_AA)
    cv2.circle(flat, middle_of(x + 0.05, y - 0.05), round(0.03 * PER_UNIT), (250, 250, 250), -1, cv2.LINE_AA)


def camera(tilt: float = 0.1) -> View:
    """Over the middle of the board, as of a table whose unit is the board's pitch."""
    near = view(tilt, 0.05, 14.0)
    rotation = near.rotation
    shift = np.array(near.shift) + rotation @ np.array([-1.5, -1.5, 0.0])
    return View(near.lens, near.turn, (float(shift[0]), float(shift[1]), float(shift[2])))


def seen_through(flat: Cut, seen: View) -> Cut:
    corners = np.array([[-5, -5], [11, -5], [11, 11], [-5, 11]], np.float64)
    there = np.array([middle_of(x, y) for x, y in corners], np.float32)
    matrix = cv2.getPerspectiveTransform(there, seen.project(corners).astype(np.float32))
    return np.asarray(cv2.warpPerspective(flat, matrix, SIZE, borderValue=TABLE), np.uint8)


def hints(seen: View | None = None) -> Hints:
    at = (seen or camera()).project(lattice(PLAN).corners)
    return Hints(corners=tuple((float(x), float(y)) for x, y in at))


def taught(*pictures: tuple[str, Cut]) -> Profile:
    profile = Profile("mine")
    for text, picture in pictures:
        lesson = lesson_after(profile, RULES, networks.network())
        profile = profile.with_photo(*lesson.taken(picture, laid(text), hints()).photos)
    return profile


@pytest.fixture(scope="module")
def one() -> Profile:
    return taught((FULL, painted(laid(FULL))))


@pytest.fixture(scope="module")
def by(one: Profile) -> Sight:
    return sight(RULES, one)


def read(by: Sight, picture: Cut, seen: View | None = None) -> Layout:
    return layout_of(PLAN, by.look(picture, hints(seen))[1])


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.35, 0.35, 0.35), (0.6, 0.75, 0.85), (1.05, 1.0, 0.9)])
def test_one_photo_teaches_a_set_for_other_lights(by: Sight, light: tuple[float, float, float]) -> None:
    asked = laid("F24 A22 E1 W16 / W2 A4 E6 F17 F18")
    assert read(by, painted(asked, light=light, seen=camera(-0.15)), camera(-0.15)) == asked


def test_an_empty_board_holds_nothing(by: Sight) -> None:
    assert read(by, painted({})) == {}


def test_gems_beside_the_board_are_counted(by: Sight) -> None:
    beside_it = {"south-fire": 2, "south-earth": 1, "north-water": 3, "north-air": 1}
    found = read(by, painted(laid("A24 / E17"), beside_it))
    trays = {place.name for place in beside(PLAN)}
    assert Counter(things[0].name for place, things in found.items() if place in trays) == beside_it
    assert {place: found[place] for place in found.keys() - trays} == laid("A24 / E17")


MOST = "F1 F3 F5 A9 A11 A13 W17 E2 E4 E6 / F7 F8 F10 A12 A14 A15 W16 W18 W20 E21 E22 E23"
"""All gems but two of South's."""


@pytest.mark.parametrize(("more", "count"), [("", 2), (" W24", 1)])
def test_a_gem_on_its_face_is_told_by_what_is_missing(by: Sight, more: str, count: int) -> None:
    south, north = MOST.split(" /")
    picture = painted(laid(f"{south}{more} /{north}"), {"south-water": 1, f"south-{BACK}": 1})
    found = read(by, picture)
    trays = {place.name for place in beside(PLAN)}
    told = Counter(things[0].name for place, things in found.items() if place in trays)
    assert told == {"south-water": count}


def test_a_gem_in_its_owners_company_is_theirs() -> None:
    at = np.array([[0.0, 0.0], [14.0, 0.0], [28.0, 0.0], [200.0, 0.0]])
    speaks = np.array([[4.0, -4.0], [1.0, 1.5], [4.0, -4.0], [1.0, 1.5]])
    loose = waiting(Close(at, speaks), np.array([0, 1]))
    assert loose.far.argmin(axis=1).tolist() == [0, 0, 0, 1]


def test_what_lies_between_four_is_no_fifth() -> None:
    square = np.array([[0.0, 0.0], [13.0, 0.0], [0.0, 13.0], [13.0, 13.0], [6.5, 6.5]])
    speaks = np.array([[3.0], [3.0], [3.0], [3.0], [5.0]])
    assert waiting(Close(square, speaks), np.array([0])).at.tolist() == square[:4].tolist()


def test_beliefs_sum_to_one_and_name_every_gem(by: Sight) -> None:
    _, sighting = by.look(painted(laid("A24 / E17")), hints())
    for belief in sighting.places.values():
        for likely in belief.kinds.values():
            assert sum(likely.values()) == pytest.approx(1, abs=1e-6)
            assert len(likely) == len(PLAN.things) + 1


def test_a_point_under_a_hand_is_hidden_and_no_other_is(by: Sight) -> None:
    _, sighting = by.look(painted(laid("A24 / E1"), hand="5"), hints())
    assert {name for name, belief in sighting.places.items() if belief.hidden > 0.5} == {"5"}


def test_what_lies_outside_the_picture_is_hidden(by: Sight) -> None:
    aside = camera()
    moved = View(aside.lens, aside.turn, (aside.shift[0] - 7.5, *aside.shift[1:]))
    found = by.reader.read(painted({}, seen=moved), moved)
    assert found.places["1"].hidden > 0.5 > found.places["3"].hidden


def taken_for(far: list[list[float]], most: int, *, is_laid: bool) -> list[int]:
    """Which name each look gets, or none, the last, if to be none is 20 away."""
    names = len(far[0])
    there = Stock(np.full(names, float(most)), np.full(names, is_laid))
    found = settled(np.array(far), np.full(len(far), 20.0), there)
    return [int(at) for at in np.hstack([found, np.full((len(far), 1), 20.0)]).argmin(axis=1)]


def test_no_more_of_a_gem_is_seen_than_the_box_holds() -> None:
    assert taken_for([[0.0, 9.0], [0.0, 8.0], [4.0, 5.0], [30.0, 40.0]], 2, is_laid=False) == [0, 0, 1, 2]


def test_what_belongs_on_the_table_is_believed_where_little_speaks_against_it() -> None:
    far = [[0.0, 60.0], [25.0, 26.0], [24.0, 50.0], [70.0, 45.0]]
    assert taken_for(far, 1, is_laid=True) == [0, 1, 2, 2]
    assert taken_for(far, 1, is_laid=False) == [0, 2, 2, 2]


def test_a_photo_that_shows_something_else_teaches_nothing(one: Profile) -> None:
    lesson = lesson_after(one, RULES, networks.network())
    other = painted(laid("F24 A22 E1 W16 / W2 A4 E6 F17 F18"))
    with pytest.raises(LessonError):
        lesson.taken(other, laid(FULL), hints())
    assert lesson.taken(other, laid(FULL), hints(), trusting=True).photos


def test_what_was_learnt_is_told_and_kept(one: Profile, tmp_path: Path) -> None:
    other = "F24 A22 E1 W16 / W2 A4 E6 F17 F18"
    more = taught((FULL, painted(laid(FULL))), (other, painted(laid(other), light=(0.7, 0.7, 0.8))))
    assert learnt(PLAN, more)["north-fire"] == 4
    (told,) = told_apart(RULES, more, networks.network())
    assert (told.kind, told.right) == ("gem", told.asked)
    assert told.asked > 20
    (alone,) = told_apart(RULES, one, networks.network())
    assert alone.asked == 0
    save(more, tmp_path / "mine.profile")
    again = sight(RULES, load(tmp_path / "mine.profile"))
    assert isinstance(again.reader, StoneReader)
    assert read(again, painted(laid(FULL))) == laid(FULL)


def test_a_board_of_lines_has_its_corners_where_they_meet() -> None:
    assert lattice(PLAN).corners.tolist() == [[0, 0], [6, 0], [6, 6], [0, 6]]
    assert len(points(PLAN)) == 24


def test_without_marks_somebody_points_the_corners_out() -> None:
    with pytest.raises(BoardNotFoundError):
        find(painted(laid(FULL)), PLAN)
    assert board(painted(laid(FULL)), PLAN, hints()).how == "corners"


def test_an_untaught_reader_names_nothing_surely() -> None:
    _, sighting = sight(RULES, Profile("none")).look(painted(laid(FULL)), hints())
    told = [belief.best("gem") for belief in sighting.places.values()]
    assert all(name == NOTHING or sure < 0.2 for name, sure in told)
