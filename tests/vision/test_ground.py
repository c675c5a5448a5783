"""Bare ground: known again in any light once it was shown, whatever is printed there, and never a tile."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cut import CELL, CELLS, MIDDLE, Cut, Window, arena_of, tone_of
from vision.ground import Ground, Shown, ground

PAPER = np.array([205.0, 215.0, 220.0])
INKS = ((40, 38, 35), (150, 80, 110), (170, 190, 200), (60, 150, 190))
"""Colours of the tiles."""
LIGHTS = {"day": (1, 1, 1), "dusk": (0.35, 0.3, 0.25), "lamp": (0.55, 0.8, 1.05), "shade": (0.7, 0.7, 0.72)}

Cells = NDArray[np.bool_]


def cells(*arena: str) -> Cells:
    """Where tiles lie, as drawn: four rows of four."""
    found = np.zeros((CELLS, CELLS), np.bool_)
    found[MIDDLE, MIDDLE] = [[mark == "#" for mark in row] for row in arena]
    return found


FULL = cells("####", "##.#", "####", "####")
BEGUN = cells("....", ".##.", "..#.", "....")
EMPTY = cells("....", "....", "....", "....")


def seen(covered: Cells, light: str = "day", seed: int = 1) -> Cut:
    """A mat with a cross printed on each cell, tiles on some of them, and a camera's noise."""
    rng = np.random.default_rng(seed)
    table = np.ones((CELLS * CELL, CELLS * CELL, 3)) * PAPER
    for row in range(CELLS):
        for column in range(CELLS):
            cell = table[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
            cell[22:26, 12:36] = cell[12:36, 22:26] = PAPER * 0.9
            if covered[row, column]:
                ink = np.array(INKS[(row * 3 + column) % len(INKS)], float)
                cell[2:-2, 2:-2] = ink
                cell[10:-10, 10:-10] = 0.6 * ink + 40
    lit = table * np.array(LIGHTS[light]) * np.linspace(0.9, 1.1, CELLS * CELL)[:, None]
    return np.asarray(np.clip(lit + rng.normal(0, 1.5, lit.shape), 0, 255), np.uint8)


def shown(covered: Cells, light: str = "day", seed: int = 1) -> Shown:
    return Shown(seen(covered, light, seed), ~covered, covered)


def taught(*photos: Shown) -> Ground:
    found = ground(Window(), photos)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def known() -> Ground:
    return taught(shown(FULL, "day"), shown(FULL, "lamp", 2), shown(EMPTY, "day", 3))


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("covered", [FULL, BEGUN, EMPTY], ids=["full", "begun", "empty"])
def test_bare_ground_is_known_again_in_any_light(known: Ground, covered: Cells, light: str) -> None:
    told = known.bare(seen(covered, light, 7)).told
    arena = np.zeros_like(covered)
    arena[MIDDLE, MIDDLE] = True
    assert (told[arena & ~covered] > 2).all()
    assert (told[covered] < 0).all()


def test_what_is_seen_of_the_ground_in_a_single_gap_helps_too() -> None:
    told = taught(shown(FULL)).bare(seen(BEGUN, "lamp", 5)).told
    assert (told[cells("####", "#..#", "##.#", "####")] > 0).all()
    assert (told[BEGUN] < 0).all()


def test_beside_the_arena_nothing_speaks_against_bare_ground(known: Ground) -> None:
    cut = seen(FULL, "day", 4)
    cut[:CELL] = (20, 60, 110)  # the mat ends there, and the table begins
    assert (known.bare(cut).told[0] == 0).all()


@pytest.mark.parametrize("light", LIGHTS)
def test_the_light_of_an_arena_that_is_being_built_is_that_of_a_full_one(known: Ground, light: str) -> None:
    cut = seen(BEGUN, light, 6)
    told, full, begun = (
        known.bare(cut).tone,
        tone_of(arena_of(seen(FULL, light, 6))),
        tone_of(arena_of(cut)),
    )
    assert told is not None
    off = np.abs(np.array(told.mean) / full.mean - 1).max()
    assert off < 0.2 < np.abs(np.array(begun.mean) / full.mean - 1).max()


def test_the_light_of_a_full_arena_is_its_own(known: Ground) -> None:
    cut = seen(FULL)
    assert known.bare(cut).tone is None


@pytest.mark.parametrize("covered", [EMPTY, cells("####", "####", "####", "####")], ids=["empty", "full"])
def test_without_both_bare_places_and_covered_ones_nothing_is_known(covered: Cells) -> None:
    assert ground(Window(), [shown(covered)]) is None
    assert ground(Window(), []) is None


def test_a_photo_in_which_the_ground_is_nowhere_seen_beside_the_arena_is_left_out() -> None:
    lesson = shown(FULL)
    around = np.ones((CELLS, CELLS), np.bool_)
    around[MIDDLE, MIDDLE] = False
    assert ground(Window(), [Shown(lesson.cut, lesson.bare & ~around, lesson.covered | around)]) is None
