"""Finding the board in drawn pictures: by the marks of a mat, by tiles alone, and by corners pointed out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.table import Place, TablePlan
from tests.vision.board_drawn import (
    MARKERS,
    Picture,
    Style,
    a_plan,
    a_view,
    lay,
    mat,
    seen,
    table,
    tile,
    worst,
)
from vision.board import BoardNotFoundError, CornersError, Lattice, find, lattice
from vision.board.markers import by_marks, corners_of
from vision.camera import Lens, Points, View
from vision.picture import PictureError


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def bare(style: Style, view: View, seed: int = 1, *, pushed: dict[int, float] | None = None) -> Picture:
    """A bare table with tiles."""
    random = rng(seed)
    on = table(style, random)
    lay(on, style, random, pushed=pushed)
    return seen(on, view, style, random)


def on_mat(view: View, seed: int = 1, *, style: Style | None = None, hidden: tuple[int, ...] = ()) -> Picture:
    """A table with the mat, some of its marks covered."""
    random, style = rng(seed), style or Style()
    on = table(style, random)
    mat(on, tuple(marker for marker in MARKERS if marker.number not in hidden))
    lay(on, style, random)
    return seen(on, view, style, random)


# -- the lattice of a plan ----------------------------------------------------------------------------------


def test_the_lattice_is_the_smallest_full_block() -> None:
    assert lattice(a_plan()) == Lattice(4, 4, 0.0, 0.0)
    assert lattice(a_plan(columns=5, rows=3)) == Lattice(5, 3, 0.0, 0.0)


def test_a_larger_sheet_over_the_block_does_not_count() -> None:
    plan = a_plan()
    sheet = [Place(f"s{x}{y}", "sheet", x - 2.0, y - 2.0, ("tile",)) for x in range(7) for y in range(7)]
    assert lattice(TablePlan((*sheet, *plan.places), plan.things, 66.0)) == Lattice(4, 4, 0.0, 0.0)


def test_a_plan_without_a_block_says_so() -> None:
    places = tuple(Place(str(i), "ring", float(i), 0.0, ("tile",)) for i in range(4))
    with pytest.raises(BoardNotFoundError, match="no block of places"):
        lattice(TablePlan(places, (), 66.0))


# -- the mat -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [4.0, 95.0, 183.0, -80.0])
def test_the_mat_is_found_however_it_is_turned(turn: float) -> None:
    view = a_view(turn=turn, tilt=12.0)
    found = find(on_mat(view), a_plan(mat=True))
    assert found.how == "mat"
    assert found.certainty > 0.95
    assert worst(found.view, view) < 0.02


def test_the_mat_is_found_through_a_wide_lens() -> None:
    view = a_view(width=1280, height=720, field=100.0, bend=-0.07, tilt=15.0, away=6.0)
    found = find(on_mat(view), a_plan(mat=True))
    assert worst(found.view, view) < 0.02
    assert found.view.lens.focal == pytest.approx(view.lens.focal, rel=0.2)


@pytest.mark.parametrize("hidden", [(0, 1), (1, 3), (2, 3), (0,)])
def test_two_marks_are_enough_once_the_camera_is_known(hidden: tuple[int, ...]) -> None:
    view = a_view(tilt=15.0, turn=20.0)
    found = find(on_mat(view, hidden=hidden), a_plan(mat=True), view.lens)
    assert found.how == "mat"
    assert found.certainty > 0.8
    assert worst(found.view, view) < 0.06


def test_the_dark_mat_is_found_in_the_evening() -> None:
    view = a_view(tilt=10.0)
    picture = on_mat(view, style=Style(light=0.16, noise=2.0))
    assert worst(find(picture, a_plan(mat=True)).view, view) < 0.03


def marks_of(view: View, numbers: tuple[int, ...]) -> list[tuple[int, Points]]:
    return [(number, view.project(corners_of(MARKERS[number]))) for number in numbers]


def test_one_mark_alone_is_a_weak_word() -> None:
    view = a_view()
    found = by_marks(marks_of(view, (2,)), MARKERS, view.lens, known=True)
    assert found is not None
    assert found.certainty < 0.5
    with pytest.raises(BoardNotFoundError, match="only one mark"):
        by_marks(marks_of(view, (2,)), MARKERS, view.lens, known=False)


def test_a_false_mark_and_a_second_copy_are_dropped() -> None:
    view = a_view(tilt=10.0)
    stray = np.array([[40.0, 50.0], [80.0, 52.0], [79.0, 91.0], [41.0, 90.0]])
    seen_marks = [(1, stray), *marks_of(view, (0, 1, 2)), (3, stray + np.array([600.0, 30.0]))]
    found = by_marks(seen_marks, MARKERS, Lens.usual(800, 600), known=False)
    assert found is not None
    assert worst(found.view, view) < 0.02


# -- the bare table ------------------------------------------------------------------------------------------

STYLES = {
    "dark and light on wood": (Style(), a_view(tilt=12.0)),
    "wood on wood": (Style(tiles=((120, 170, 205), (105, 155, 190))), a_view(turn=-30.0, tilt=18.0)),
    "dark on black": (Style(tiles=((48, 46, 44),), table="plain", tint=(24, 24, 24), noise=1.5), a_view()),
    "bright on a chequered cloth": (
        Style(tiles=((40, 40, 200), (60, 170, 60), (200, 120, 30)), table="checks", tint=(40, 50, 130)),
        a_view(turn=15.0, toward=200.0),
    ),
    "bordered, far apart": (Style(side=0.88, border=(200, 220, 230), table="cloth", tint=(60, 90, 40)), a_view()),
    "nearly touching, dim": (Style(side=0.98, light=0.4), a_view(tilt=20.0, toward=120.0)),
    "wide lens": (
        Style(table="cloth"),
        a_view(width=1280, height=720, field=100.0, bend=-0.07, tilt=14.0, away=6.5),
    ),
}


@pytest.mark.parametrize("name", STYLES)
def test_tiles_on_a_bare_table_are_found(name: str) -> None:
    style, view = STYLES[name]
    found = find(bare(style, view), a_plan())
    assert found.how == "bare"
    assert found.certainty > 0.7
    assert worst(found.view, view) < 0.07


def test_a_pushed_row_does_not_pull_the_lattice_with_it() -> None:
    view = a_view(tilt=10.0)
    found = find(bare(Style(), view, pushed={1: 0.13}), a_plan(), view.lens)
    assert worst(found.view, view) < 0.05


def test_a_tile_beside_the_block_does_not_shift_it() -> None:
    style, view, random = Style(), a_view(), rng()
    on = table(style, random)
    lay(on, style, random)
    tile(on, (4.02, 2.0), style, style.tiles[1])
    assert worst(find(seen(on, view, style, random), a_plan()).view, view) < 0.06


def test_a_hand_over_some_tiles_is_borne() -> None:
    view = a_view()
    picture = bare(Style(), view)
    wrist, finger = (
        tuple(np.rint(point).astype(int).tolist()) for point in view.project([[0.0, 5.5], [1.2, 2.2]])
    )
    cv2.line(picture, wrist, finger, (140, 165, 215), 70, cv2.LINE_AA)
    assert worst(find(picture, a_plan()).view, view) < 0.08


def test_a_block_that_is_not_square_is_found_the_right_way_up() -> None:
    style, view, random = Style(), a_view(middle=(2.0, 1.0), turn=-8.0), rng()
    on = table(style, random, 5, 3)
    lay(on, style, random, columns=5, rows=3)
    found = find(seen(on, view, style, random), a_plan(columns=5, rows=3))
    assert worst(found.view, view, 5, 3) < 0.06


def test_the_side_nearest_the_pictures_up_is_the_top_unless_told() -> None:
    view, plan = a_view(turn=95.0), a_plan()
    picture = bare(Style(), view)
    found = find(picture, plan)
    # Turned by 95 degrees, the board lies as if turned by 5: nothing on it tells.
    assert worst(found.view, view) > 1
    assert worst(find(picture, plan, last=view).view, view) < 0.05
    turned = [find(picture, plan, quarter=quarter).view for quarter in range(4)]
    assert sum(worst(one, view) < 0.05 for one in turned) == 1
    assert worst(turned[1], view) < 0.05


# -- corners by hand -------------------------------------------------------------------------------------------


def test_four_corners_give_the_view() -> None:
    view, plan = a_view(tilt=20.0, turn=30.0), a_plan()
    corners = view.project(lattice(plan).corners)
    found = find(np.full((600, 800, 3), 90, np.uint8), plan, corners=corners.tolist())
    assert found.how == "corners"
    assert found.certainty > 0.9
    assert worst(found.view, view) < 0.02


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        ([[100, 100], [500, 100], [500, 500]], "four corners"),
        ("corners", "four corners"),
        ([[100, 100], [500, float("nan")], [500, 500], [100, 500]], "four corners"),
        ([[100, 100], [1500, 100], [500, 500], [100, 500]], "outside the frame of 800 by 600"),
        ([[100, 100], [500, 500], [500, 100], [100, 500]], "do not go around"),
        ([[100, 100], [100, 500], [500, 500], [500, 100]], "wrong way around"),
        ([[100, 100], [300, 99], [500, 100], [300, 500]], "almost in one line"),
        ([[100, 100], [101, 100], [500, 500], [100, 500]], "too close"),
    ],
)
def test_impossible_corners_are_refused_with_a_word(corners: object, word: str) -> None:
    with pytest.raises(CornersError, match=word):
        find(np.zeros((600, 800, 3), np.uint8), a_plan(), corners=corners)  # type: ignore[arg-type]


# -- no board ----------------------------------------------------------------------------------------------------


def noise(shape: tuple[int, int, int]) -> Picture:
    return rng().integers(0, 255, shape, dtype=np.uint8)


def floor() -> Picture:
    """A floor of tiles that goes on and on."""
    style, random = Style(noise=2.0), rng()
    on = table(style, random)
    for y in range(-4, 8):
        for x in range(-4, 8):
            tile(on, (x, y), style, style.tiles[int(random.integers(3))])
    return seen(on, a_view(), style, random)


NOTHING = {
    "noise": noise((480, 640, 3)),
    "wood": seen(table(Style(), rng()), a_view(), Style(), rng()),
    "checks": seen(table(Style(table="checks"), rng()), a_view(), Style(), rng()),
    "cloth": seen(table(Style(table="cloth"), rng()), a_view(), Style(), rng()),
    "floor": floor(),
}


@pytest.mark.parametrize("name", NOTHING)
def test_no_board_is_made_up(name: str) -> None:
    with pytest.raises(BoardNotFoundError, match="no board is in view"):
        find(NOTHING[name], a_plan(mat=True))


@pytest.mark.parametrize("shade", [0, 3, 255])
def test_a_plain_picture_is_told_apart(shade: int) -> None:
    with pytest.raises(BoardNotFoundError, match="all but one colour"):
        find(np.full((480, 640, 3), shade, np.uint8), a_plan())


@pytest.mark.parametrize("size", [(1, 1), (2000, 3), (40, 40)])
def test_a_tiny_picture_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BoardNotFoundError, match="too small"):
        find(noise((*size, 3)), a_plan())


@pytest.mark.parametrize(
    "frame", [np.zeros((480, 640), np.uint8), np.zeros((480, 640, 4), np.uint8), np.zeros((480, 640, 3)), None]
)
def test_what_is_no_frame_is_refused(frame: Picture) -> None:
    with pytest.raises(PictureError):
        find(frame, a_plan())
