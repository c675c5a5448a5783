"""Dice side by side in the trays of a sheet: found by its marks, read, and told place by place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.catalogue import game_named
from engine.table import Layout
from runewatch.sight.drawn import drawn_profile
from runewatch.sight.heap_lessons import HeapLesson, learnt
from runewatch.sight.looking import Hints, Sight, hidden_in, layout_of, sight
from runewatch.sight.showing import lesson_layout
from runewatch.sight.understood import LessonError
from runewatch.simulated import Wish, scene_of
from vision.combining import combine
from vision.dice.leaning import Undersides, undersides_of
from vision.dice.pieces import Piece
from vision.dice.trays import words_of
from vision.heaps import SURELY, UNSURE, HeapReader, has_heaps, trays
from vision.heaps import _one as told_of
from vision.profile import Profile
from vision.sighting import NOTHING, Heap, One, Sighting

RULES = game_named("archimage").open({"players": 2, "camera": "dice"})
PLAN = RULES.watched()
THINGS = {thing.name: thing for thing in PLAN.things}
LAID = {
    "tray-shaman": ("die-blue-2", "die-red-6"),
    "tray-witch": ("die-green-1", "die-yellow-5"),
    "zone-red": ("die-red", "die-red"),
    "zone-blue": ("die-blue",),
}
LAYOUT: Layout = {place: tuple(THINGS[name] for name in names) for place, names in LAID.items()}


@pytest.fixture(scope="module")
def seeing() -> Sight:
    rules = game_named("archimage").open(game_named("archimage").sight)
    return sight(RULES, drawn_profile(rules))


@pytest.fixture(scope="module")
def seen(seeing: Sight) -> tuple[Any, Sighting]:
    scene = scene_of(RULES, Wish(tilt=4.0, seed=2), LAYOUT)
    return seeing.look(scene.picture(LAYOUT))


def test_the_sheet_is_found_by_its_marks_and_its_dice_are_counted_by_colour(seen: tuple[Any, Sighting]) -> None:
    found, sighting = seen
    assert found.how == "mat"
    told = layout_of(PLAN, sighting)
    for place, names in LAID.items():
        lying = [thing.colour for thing in told.get(place, ())]
        assert sorted(lying) == sorted(THINGS[name].colour for name in names), place
    assert hidden_in(PLAN, sighting) == ()


def test_in_a_zone_faces_do_not_count(seen: tuple[Any, Sighting]) -> None:
    assert {one.best for one in seen[1].heaps["zone-red"].each} == {"die-red"}


def test_a_tray_that_the_frame_does_not_show_whole_is_hidden(seeing: Sight, seen: tuple[Any, Sighting]) -> None:
    view = seen[0].view
    aside = replace(view, shift=(view.shift[0] + 3.0, *view.shift[1:]))
    frame = np.full((view.lens.height, view.lens.width, 3), 128, np.uint8)
    assert "tray-witch" in hidden_in(PLAN, seeing.reader.read(frame, aside))


def test_only_the_part_of_a_frame_that_shows_trays_is_looked_at(seeing: Sight, seen: tuple[Any, Sighting]) -> None:
    view, found = seen[0].view, []
    reader = seeing.reader
    assert isinstance(reader, HeapReader)

    class Noted:
        def read(self, frame: Any, edge: float, flat: Undersides) -> tuple[Piece, ...]:
            found.append((frame, edge, flat))
            return (Piece("die", 10.0, 20.0, edge, {"red": 1.0}, {4: 1.0}, 5.0),)

    frame = np.arange(view.lens.height * view.lens.width * 3, dtype=np.uint32).reshape(view.lens.height, -1, 3)
    (told,) = replace(reader, dice=Noted())._pieces(frame, view)  # type: ignore[arg-type]
    (((part, edge, flat),)) = found
    left, top = told.x - 10, told.y - 20
    assert part.size < 0.8 * frame.size
    assert (part[0, 0] == frame[int(top), int(left)]).all()
    for place in trays(PLAN):
        ((x, y),) = view.project([(place.x + place.width / 2, place.y - place.height / 2)])
        assert left <= x - edge / 2 <= left + part.shape[1]
        assert top <= y - edge / 2 <= top + part.shape[0]
    whole, middle = undersides_of(view, 0.4), np.array([[600.0, 400.0]])
    there = flat.off(middle - (left, top), np.zeros((1, 2)))
    assert there == pytest.approx(whole.off(middle, np.zeros((1, 2))))


def test_frames_agree_by_what_most_of_them_read() -> None:
    one, other = (One({NOTHING: 0.02, name: 0.98}) for name in ("die-red-5", "die-red-6"))
    told = [Sighting({}, 1.0, heaps={"tray-shaman": Heap((each,))}) for each in (one, other, one, one, other)]
    assert [each.best for each in combine(told).heaps["tray-shaman"].each] == ["die-red-5"]


def piece(score: float, *doubts: Any, faces: dict[int, float] | None = None) -> Piece:
    return Piece("die", 0, 0, 30, {"red": 1.0}, faces or {4: 0.9, 5: 0.1}, score, doubts)


def test_what_leans_may_show_anything_and_what_is_faint_may_be_none() -> None:
    words = words_of(PLAN)
    leaning = told_of(piece(6.0, "leaning"), words, is_blank=False)
    assert leaning.likely["die-red-4"] == leaning.likely["die-red-5"]
    assert leaning.doubts == ("leaning",)
    assert told_of(piece(9.0), words, is_blank=False).likely[NOTHING] == SURELY
    assert told_of(piece(-2.0), words, is_blank=False).likely[NOTHING] == UNSURE
    blank = told_of(piece(6.0, "face"), words, is_blank=True)
    assert (blank.best, blank.doubts) == ("die-red", ())


@pytest.mark.parametrize("game", ["spell", "spellbook"])
def test_other_tables_have_no_heaps(game: str) -> None:
    assert not has_heaps(game_named(game).open().watched())


def test_a_lesson_shows_every_colour_and_tells_how_often() -> None:
    rules = game_named("archimage").open(game_named("archimage").sight)
    plan = rules.watched()
    shown = [lesson_layout(rules, number) for number in range(3)]
    assert all(set(layout) == {place.name for place in trays(plan)} for layout in shown)
    assert {thing.colour for things in shown[0].values() for thing in things} == {"red", "blue", "yellow", "green"}
    picture = scene_of(rules, Wish(tilt=3.0), shown[0]).picture(shown[0])
    lesson = HeapLesson(plan)
    taken = lesson.taken(picture, shown[0], Hints())
    assert sum(learnt(plan, Profile("mine", taken.photos)).values()) == len(shown[0])
    everywhere = {place.name: tuple(plan.things[5:9]) for place in trays(plan)}
    with pytest.raises(LessonError):
        lesson.taken(picture, {name: tuple([plan.things[1]] * 4) for name in everywhere}, Hints())
