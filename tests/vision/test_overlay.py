"""What was seen, drawn onto its frame: something for every place that matters, nothing anywhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.catalogue import game_named
from tests.sighted import Picture, photo, view
from vision.board import lattice
from vision.overlay import overlay
from vision.sighting import NOTHING, Belief, Sighting

GAME = game_named("spell")
RULES = GAME.open(GAME.sight)
PLAN = RULES.plan()
VIEW = view()
FRAME = photo(RULES, {}, mat=False)


def belief(tile: str, sure: float, hidden: float = 0.0) -> Belief:
    return Belief({"tile": {tile: sure, "other": 1 - sure}}, hidden)


def drawn(places: dict[str, Belief], frame: Picture = FRAME) -> Picture:
    return overlay(frame, PLAN, Sighting(places, 0.99, VIEW), GAME.letters)


def around(picture: Picture, name: str, reach: float = 0.4) -> Picture:
    place = PLAN.place(name)
    ends = np.array([[place.x - reach, place.y - reach], [place.x + reach, place.y + reach]])
    (left, top), (right, bottom) = VIEW.project(ends).astype(int)
    return picture[top:bottom, left:right]


def changed(picture: Picture, name: str, before: Picture = FRAME) -> float:
    return float((around(picture, name) != around(before, name)).any(2).mean())


def test_places_on_the_board_are_labelled_and_quiet_ones_off_it_are_not() -> None:
    found = drawn(
        {"b2": belief("black-active", 0.99), "a0": belief(NOTHING, 0.99), "b0": belief("black-special", 0.99)}
    )
    assert changed(found, "b2") > 0.02
    assert changed(found, "b0") > 0.02
    assert changed(found, "d0") == 0


def test_bare_table_beside_the_board_needs_no_word() -> None:
    quiet = drawn({"z4": belief(NOTHING, 0.99)})
    assert changed(quiet, "z4") < 0.02, "at most the outline passes by"


@pytest.mark.parametrize(("one", "other"), [(belief("neutral", 0.5), belief("neutral", 0.99)),
                                             (belief("neutral", 0.5, 0.9), belief("neutral", 0.5))])  # fmt: skip
def test_doubtful_and_hidden_places_differ_in_form(one: Belief, other: Belief) -> None:
    first, second = (drawn({"c2": told}).mean(axis=2) for told in (one, other))
    assert np.abs(first - second).max() > 60, "in grey, too"


def test_the_frame_itself_is_not_drawn_on() -> None:
    before = FRAME.copy()
    drawn({"b2": belief("neutral", 0.4, 0.9)})
    assert np.array_equal(FRAME, before)


def test_the_outline_follows_the_board() -> None:
    found = drawn({})
    for x, y in VIEW.project(lattice(PLAN).corners):
        assert (found[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].max(axis=2) > 200).any()


def test_what_points_is_told_in_the_corner() -> None:
    gem = Belief({"gem": {"gem-left": 0.97, NOTHING: 0.03}})
    assert (drawn({"gem": gem})[:60] != FRAME[:60]).any()
    assert not (drawn({"gem": Belief({"gem": {NOTHING: 1.0}})})[:60] != FRAME[:60]).any()


def test_places_out_of_the_picture_are_left_out_and_no_view_is_no_drawing() -> None:
    far = replace(VIEW, shift=(VIEW.shift[0] - 6, VIEW.shift[1], VIEW.shift[2]))
    seen = Sighting({place.name: belief("neutral", 0.5, 0.9) for place in PLAN.places}, 0.9, far)
    assert overlay(FRAME, PLAN, seen).shape == FRAME.shape
    assert np.array_equal(overlay(FRAME, PLAN, Sighting({}, 0.9)), FRAME)
