"""Drawings: points made, moved and mirrored; shapes placed."""

from __future__ import annotations

import math

import pytest

from engine import drawing as d
from engine.drawing import Area, Drawing, Line, Points, Standing, Text


def area_of(points: Points) -> float:
    """The shoelace formula."""
    around = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around) / 2


def test_a_box_lies_around_its_middle() -> None:
    assert d.box(10, 20, 4, 2) == ((8, 19), (12, 19), (12, 21), (8, 21))


def test_round_corners_take_away_what_they_should() -> None:
    rounded = d.box(0, 0, 40, 20, radius=5)
    assert max(x for x, _ in rounded) == 20
    assert min(y for _, y in rounded) == -10
    assert area_of(rounded) == pytest.approx(40 * 20 - (4 - math.pi) * 25, rel=2e-3)


@pytest.mark.parametrize("radius", [0.5, 3, 30])
def test_a_disc_is_round_enough(radius: float) -> None:
    points = d.disc(1, 2, radius)
    assert all(math.dist(point, (1, 2)) == pytest.approx(radius) for point in points)
    flat = radius * (1 - math.cos(math.pi / len(points)))
    assert flat < 0.03, "in millimetres"


def test_a_star_has_its_first_point_on_top() -> None:
    points = d.star(0, 0, 5, 10, 4)
    assert points[0] == pytest.approx((0, -10))
    assert [round(math.hypot(*point)) for point in points] == [10, 4] * 5


def test_a_curve_goes_from_its_start_to_its_ends() -> None:
    points = d.curve((0, 0), ((0, 1), (1, 2), (2, 2)), ((3, 2), (4, 1), (4, 0)))
    assert points[0] == (0, 0)
    assert (2, 2) in points
    assert points[-1] == (4, 0)
    assert all(0 <= x <= 4 and 0 <= y <= 2 for x, y in points)


def test_a_half_and_its_mirror_make_a_whole() -> None:
    half = ((0.0, -3.0), (2.0, 0.0), (0.0, 3.0))
    assert area_of((*half, *d.mirrored(half))) == pytest.approx(2 * area_of(half))


def test_moving_scales_then_turns_then_shifts() -> None:
    assert d.moved(((1, 0),), 10, 20, 90, 2) == ((10, 22),)
    assert d.moved(((1, 0),), turn=30)[0] == pytest.approx((math.cos(math.pi / 6), 0.5))


@pytest.mark.parametrize("turn", [-90, 0, 90, 180, 270, 360, 450])
def test_quarter_turns_are_exact(turn: float) -> None:
    assert all(x in (-3, 0, 3) and y in (-3, 0, 3) for x, y in d.moved(d.lozenge(0, 0, 3, 3), turn=turn))


def test_shapes_are_placed_with_all_they_have() -> None:
    shapes = (
        Area(((1, 0),), "#000000"),
        Line(((0, 1), (0, 2)), "#ffffff", 0.5, closed=True),
        Text("a", 1, 0, 3, "#123456", "left", is_bold=True, turn=10),
    )
    assert tuple(d.placed(shapes, 5, 5, turn=90, scale=2)) == (
        Area(((5, 7),), "#000000"),
        Line(((3, 5), (1, 5)), "#ffffff", 1.0, closed=True),
        Text("a", 5, 7, 6, "#123456", "left", is_bold=True, turn=100),
    )


def test_shapes_all_round() -> None:
    found = tuple(d.around((Area(((0, -2),), "#000000"),), 4))
    assert [shape.points for shape in found if isinstance(shape, Area)] == [
        ((0, -2),), ((2, 0),), ((0, 2),), ((-2, 0),),
    ]  # fmt: skip


def test_a_drawing_turned_by_a_quarter_changes_its_sides() -> None:
    upright = Drawing((Area(((0, -5),), "#000000"),), 6, 10, ((0, -5), (3, 5), (-3, 5)))
    turned = upright.turned(90)
    assert (turned.width_mm, turned.height_mm) == (10, 6)
    assert turned.edge == ((5, 0), (-5, 3), (-5, -3))
    assert turned.turned(-90) == upright
    assert upright.turned(180).width_mm == 6


def test_the_edge_is_the_rectangle_unless_told_otherwise() -> None:
    assert Drawing((), 4, 2).edge == ((-2, -1), (2, -1), (2, 1), (-2, 1))


def test_the_measures_of_what_stands() -> None:
    piece = Standing(Drawing((), 20, 40), Drawing((), 30, 30))
    assert (piece.width_mm, piece.height_mm, piece.foot_mm) == (20, 40, 30)
