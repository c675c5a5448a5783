"""Following a board: nothing moved, something covers it, the camera was knocked, the light changed."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.board_drawn import Picture, Style, a_plan, a_view, lay, mat, seen, table, worst
from vision.board import Anchor, BoardNotFoundError, Found, find, follow
from vision.camera import View

STYLE = Style()
STILL = a_view(tilt=10.0)
KNOCKED = a_view(tilt=10.6, turn=7.2, away=8.4)
ELSEWHERE = a_view(tilt=4.0, turn=31.0, away=9.5, middle=(1.0, 2.0))


@cache
def frame(
    view: View = STILL, *, with_mat: bool = False, gap: tuple[int, int] = (2, 1), light: float = 1.0
) -> Picture:
    """Always the same table; the grains of noise differ."""
    random = np.random.default_rng(3)
    on = table(STYLE, random)
    if with_mat:
        mat(on)
    lay(on, STYLE, random, gap=gap)
    return seen(on, view, Style(light=light), np.random.default_rng(round(1000 * light)))


@cache
def anchored(*, with_mat: bool = False) -> tuple[Found, Anchor]:
    plan = a_plan(mat=with_mat)
    first = frame(with_mat=with_mat)
    found = find(first, plan)
    return found, Anchor.of(first, found, plan)


@pytest.mark.parametrize("with_mat", [False, True])
def test_what_did_not_move_is_the_same_as_before(with_mat: bool) -> None:
    found, anchor = anchored(with_mat=with_mat)
    assert follow(frame(with_mat=with_mat), anchor, a_plan(mat=with_mat)) is found


def test_another_light_is_no_move() -> None:
    found, anchor = anchored()
    assert follow(frame(light=0.5), anchor, a_plan()) is found


def test_a_slid_tile_is_no_move() -> None:
    found, anchor = anchored()
    assert follow(frame(gap=(2, 2)), anchor, a_plan()) is found


def test_a_hand_is_no_move() -> None:
    found, anchor = anchored()
    covered = frame().copy()
    cv2.line(covered, (400, 599), (360, 280), (140, 165, 215), 110, cv2.LINE_AA)
    assert follow(covered, anchor, a_plan()) is found


@pytest.mark.parametrize("with_mat", [False, True])
@pytest.mark.parametrize("view", [KNOCKED, ELSEWHERE], ids=["knocked", "elsewhere"])
def test_a_camera_that_moved_is_followed(view: View, with_mat: bool) -> None:
    found, anchor = anchored(with_mat=with_mat)
    now = follow(frame(view, with_mat=with_mat), anchor, a_plan(mat=with_mat))
    assert now is not found
    assert now.how == found.how
    assert worst(now.view, view) < 0.06


def test_a_frame_of_another_size_is_searched_anew() -> None:
    _, anchor = anchored()
    smaller = a_view(width=720, height=540, tilt=10.0)
    assert worst(follow(frame(smaller), anchor, a_plan()).view, smaller) < 0.06


def test_a_board_that_is_gone_is_told() -> None:
    _, anchor = anchored()
    with pytest.raises(BoardNotFoundError):
        follow(np.zeros((600, 800, 3), np.uint8), anchor, a_plan())
    empty = seen(table(STYLE, np.random.default_rng(8)), STILL, STYLE, np.random.default_rng(9))
    with pytest.raises(BoardNotFoundError):
        follow(empty, anchor, a_plan())


def test_a_plain_table_has_nothing_to_hold_on_to() -> None:
    plain = np.full((600, 800, 3), 90, np.uint8)
    anchor = Anchor.of(plain, Found(STILL, 0.9, "corners"), a_plan())
    assert worst(follow(frame(), anchor, a_plan()).view, STILL) < 0.06
