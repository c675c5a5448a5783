"""Reading a board that was found: beliefs that sum to one, what is covered, and what was never taught."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.catalogue import game_named
from engine.table import Layout
from runewatch.sight.looking import layout_of
from tests.sighted import SIZE, Plain, photo, view
from vision.camera import Lens, View
from vision.cells import cells, windows
from vision.cut import CLOSE, Window, cut_out, eye_over
from vision.packing import Kept
from vision.profile import Photo, Profile
from vision.reader import Reader, reader
from vision.sighting import NOTHING, Sighting
from vision.teaching import confusions

GAME = game_named("spell")
RULES = GAME.open(GAME.sight)
PLAN = RULES.plan()
TAUGHT = "Vm vE BM be / N V b v / v B b V / b v . B | special violet e2 black z1"
ASKED = "v b V . / b Bm v N / VE v b v / b v bM Be | special violet b0"


def lesson(text: str, seen: View | None = None) -> Photo:
    layout, seen = RULES.read_layout(text), seen or view()
    ((window, places),) = windows(cells(PLAN)).items()
    told = {place.name: tuple(thing.name for thing in layout.get(place.name, ())) for place, _, _ in places}
    frame = photo(RULES, layout, seen=seen)
    cut, close = cut_out(frame, seen, window), cut_out(frame, seen, window, CLOSE)
    return Photo(cut, Kept.of(close), eye_over(seen, window), window, told)


def taught(*texts: str) -> Reader:
    return reader(PLAN, Profile("mine", tuple(lesson(text) for text in texts)), Plain())  # type: ignore[arg-type]


def arena(text: str) -> Layout:
    return {name: things for name, things in RULES.read_layout(text).items() if name != "gem"}


def read(text: str, by: Reader, hidden: tuple[str, ...] = (), seen: View | None = None) -> Sighting:
    seen = seen or view(0.05, -0.2, 8.5)
    return by.read(photo(RULES, RULES.read_layout(text), hidden, seen), seen)


def test_one_photo_teaches_a_set() -> None:
    assert layout_of(PLAN, read(ASKED, taught(TAUGHT))) == arena(ASKED)


def test_beliefs_sum_to_one_and_tell_every_thing_of_the_kind() -> None:
    found = read(ASKED, taught(TAUGHT), hidden=("b2",))
    for belief in found.places.values():
        for kind, likely in belief.kinds.items():
            assert sum(likely.values()) == pytest.approx(1, abs=1e-5)
            assert set(likely) - {NOTHING} == {thing.name for thing in PLAN.things if thing.kind == kind}


def test_what_a_hand_covers_is_not_known() -> None:
    found = read(ASKED, taught(TAUGHT), hidden=("b2",))
    assert found.places["b2"].hidden > 0.9
    assert found.places["b2"].best("tile")[1] < 0.5
    # nobody saw a figure there, and none is made up
    name, likely = found.places["b2"].best("figure")
    assert (name, likely < 0.6) == (NOTHING, True)
    assert found.places["d4"].hidden < 0.1


def test_what_lies_outside_the_frame_is_hidden() -> None:
    aside = View(Lens.usual(*SIZE), (0.0, 0.0, 0.0), (-6.5, -1.5, 9.5))
    found = taught(TAUGHT).read(photo(RULES, RULES.read_layout(ASKED), seen=aside), aside)
    assert found.places["a1"].hidden == 1.0
    assert all(p < 0.3 for p in found.places["a1"].kinds["tile"].values())


def test_a_thing_never_shown_is_told_by_nothing_but_what_is_missing() -> None:
    photo = lesson(TAUGHT.replace("N", "B"))
    by = reader(PLAN, Profile("mine", (photo,)), Plain())  # type: ignore[arg-type]
    alone = replace(by, plan=replace(PLAN, supply=()))
    tile = read(ASKED, alone).places["d2"].kinds["tile"]
    assert tile["neutral"] < 0.001 and tile[NOTHING] < 0.01
    assert read(ASKED, by).places["d2"].kinds["tile"]["neutral"] > tile["neutral"]
    assert layout_of(PLAN, read(ASKED, by))["a1"] == arena(ASKED)["a1"]


def test_things_that_differ_by_owner_alone_are_told_by_owner() -> None:
    """Of the special tiles none was shown: whose colour is it?"""
    found = read("V B . . / . . . . / . . . . / . . . . | special violet b0", taught(TAUGHT.partition(" |")[0]))
    special = found.places["b0"].kinds["special"]
    assert special["violet-special"] + special["black-special"] > 0.9


def test_nothing_was_taught() -> None:
    found = read(ASKED, reader(PLAN, Profile("none"), Plain()))  # type: ignore[arg-type]
    tile = found.places["a1"].kinds["tile"]
    assert tile[NOTHING] < 0.01
    assert tile["black-active"] == pytest.approx(tile["violet-inactive"])
    assert tile["neutral"] < tile["black-active"]


def test_the_gem_is_not_seen_where_there_is_none() -> None:
    assert read(ASKED, taught(TAUGHT)).places["gem"].best("gem")[0] == NOTHING


def _without_faith(by: Reader) -> Reader:
    """To whom the surroundings of every cell say that nothing lies there."""
    network = Plain()
    nothing = (0.0, 0.0, 0.0, -9.0)
    network.fit = replace(Plain.fit, lying_arena=nothing, lying_ring=nothing)
    return replace(by, network=network)  # type: ignore[arg-type]


def test_what_surrounds_a_cell_counts_while_the_arena_is_nearly_full() -> None:
    by = _without_faith(taught(TAUGHT))
    assert read(ASKED, by).places["a1"].best("tile")[0] == NOTHING
    building = "v b . . / b B . . / . . . . / . . . ."
    assert layout_of(PLAN, read(building, by)) == layout_of(PLAN, read(building, taught(TAUGHT)))


def test_what_surrounds_a_cell_tells_nothing_where_the_arena_is_not_in_the_middle() -> None:
    rules = GAME.open()
    plan = rules.plan()
    by = replace(taught(TAUGHT), plan=plan, known=replace(taught(TAUGHT).known, ground=None))
    frame, seen = photo(rules, rules.read_layout("v b V . / b B v N / V v v b / v b v b"), seen=view()), view()
    usual, faithless = (one.read(frame, seen, overlay=True) for one in (by, _without_faith(by)))
    assert any(window != Window() for window in windows(cells(plan, overlay=True)))
    assert usual.places == faithless.places


def test_a_profile_says_how_well_it_tells_things_apart() -> None:
    by_kind = {one.kind: one for one in confusions(PLAN, Profile("", (lesson(TAUGHT), lesson(ASKED))), Plain())}  # type: ignore[arg-type]
    assert by_kind["tile"].right == by_kind["tile"].asked == 30
    assert by_kind["tile"].margin > 0
    crossed = lesson(TAUGHT)
    swapped = {"black-active": "violet-active", "violet-active": "black-active"}
    told = {name: tuple(swapped.get(one, one) for one in names) for name, names in crossed.told.items()}
    wrong = replace(crossed, told=told)
    tiles = {one.kind: one for one in confusions(PLAN, Profile("", (lesson(TAUGHT), wrong)), Plain())}["tile"]  # type: ignore[arg-type]
    assert tiles.right < tiles.asked and tiles.margin < 0
    assert tiles.worst is not None and set(tiles.worst) == set(swapped)


def test_reading_twice_is_reading_once() -> None:
    by, seen = taught(TAUGHT), view()
    frame = photo(RULES, RULES.read_layout(ASKED), seen=seen)
    before = frame.copy()
    one, two = by.read(frame, seen), by.read(frame, seen)
    assert one.places == two.places and one.view == seen
    assert np.array_equal(frame, before)
