"""The table that plays along: from layout to layout by hand, and the same film for the same calls."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.table import Layout, Thing
from tests.vision.test_scene import ARROW, COIN, KNIGHT, PLAN, RED, apart, markers, pixels_around, scene
from vision.scene.moves import Move, Slide, Turned, steps
from vision.scene.setting import UnknownPlaceError
from vision.scene.table import SimulatedTable

PLACES = {place.name: place for place in PLAN.places}
START: Layout = {"a1": (COIN,), "b1": (RED,), "b2": (COIN, KNIGHT)}


def table(layout: Layout | None = None) -> SimulatedTable:
    return SimulatedTable(scene(), START if layout is None else layout)


def through(before: Layout, after: Layout) -> dict[str, tuple[Thing, ...]]:
    stacks = {name: tuple(things) for name, things in before.items()}
    for step in steps(before, after, PLACES):
        stacks = step.done(stacks)
    return {name: things for name, things in stacks.items() if things}


# -- which hand does what ---------------------------------------------------------------------------------


def test_a_figure_goes_where_it_is_wanted() -> None:
    after = {**START, "b2": (COIN,), "a1": (COIN, KNIGHT)}
    assert steps(START, after, PLACES) == (Move((KNIGHT,), "b2", "a1"),)


def test_whoever_stands_on_a_tile_goes_with_it() -> None:
    after = {"a1": (COIN,), "b1": (RED,), "d3": (COIN, KNIGHT)}
    assert steps(START, after, PLACES) == (Move((COIN, KNIGHT), "b2", "d3"),)


def test_what_is_turned_over_is_turned_where_it_lies() -> None:
    assert steps(START, {**START, "a1": (ARROW,)}, PLACES) == (Turned("a1", (COIN,), (ARROW,)),)


def test_what_comes_and_goes_is_brought_and_taken() -> None:
    after = {"a1": (COIN,), "b2": (COIN, KNIGHT), "d1": (ARROW,)}
    assert set(steps(START, after, PLACES)) == {Move((RED,), "b1", None), Move((ARROW,), None, "d1")}


def test_a_row_is_pushed_at_once() -> None:
    before = {"a2": (COIN,), "b2": (RED, KNIGHT), "c2": (RED,)}
    after = {"b2": (COIN,), "c2": (RED, KNIGHT), "d2": (RED,)}
    (push,) = steps(before, after, PLACES)
    assert isinstance(push, Slide)
    assert {(move.source, move.target) for move in push.moves} == {("a2", "b2"), ("b2", "c2"), ("c2", "d2")}


def test_nothing_is_put_on_what_has_yet_to_go() -> None:
    before = {"a1": (COIN,), "d3": (RED,)}
    after = {"d3": (COIN,), "a3": (RED,)}
    assert steps(before, after, PLACES) == (Move((RED,), "d3", "a3"), Move((COIN,), "a1", "d3"))


def test_no_change_needs_no_hand() -> None:
    assert steps(START, dict(START), PLACES) == ()


@pytest.mark.parametrize("seed", range(40))
def test_any_layout_becomes_any_other(seed: int) -> None:
    rng = random.Random(seed)

    def some() -> dict[str, tuple[Thing, ...]]:
        flat, tall = (COIN, RED, ARROW), (KNIGHT,)
        names = rng.sample(sorted(PLACES), rng.randint(0, len(PLACES)))
        return {name: (rng.choice(flat), *rng.sample(tall, rng.randint(0, 1))) for name in names}

    before, after = some(), some()
    assert {name: sorted(t.name for t in things) for name, things in through(before, after).items()} == {
        name: sorted(t.name for t in things) for name, things in after.items()
    }


# -- in time ----------------------------------------------------------------------------------------------


def film(seconds: list[float]) -> list[np.ndarray]:  # type: ignore[type-arg]  # pictures
    made = table()
    made.frame(0.0)
    made.show({**START, "b2": (COIN,), "d3": (KNIGHT,)})
    made.reach("a1", side=180)
    return [made.frame(second) for second in seconds]


def test_the_same_calls_give_the_same_film() -> None:
    seconds = [0.1, 0.7, 1.3, 1.9, 2.5, 3.3]
    assert all((first == second).all() for first, second in zip(film(seconds), film(seconds), strict=True))


def test_a_hand_comes_carries_and_leaves() -> None:
    made = table()
    after = {**START, "b2": (COIN,), "d3": (KNIGHT,)}
    end = made.show(after)
    assert not made.is_busy(end + 0.01)
    assert made.layout(0.0) == START
    on_the_way = [made.layout(second) for second in np.arange(0, end, 0.05)]
    assert {"a1": (COIN,), "b1": (RED,), "b2": (COIN,)} in on_the_way
    assert all(made.is_busy(second) for second in np.arange(0.05, end, 0.05))
    assert made.layout(end) == after
    assert (made.frame(end + 1) == scene().picture(after, moment=end + 1)).all()


def test_a_hand_begins_and_ends_outside_the_picture() -> None:
    made = table()
    end = made.show({**START, "b2": (COIN,), "d3": (KNIGHT,)})
    still = made.frame(0.0)
    assert (apart(made.frame(end / 2), still) > 30).mean() > 0.05
    for second in (0.001, end - 0.001):
        away = apart(made.frame(second), still)
        away[pixels_around(scene(), "b2", 60) | pixels_around(scene(), "d3", 60)] = 0
        assert (away > 30).mean() < 0.01


def test_what_was_asked_later_happens_later() -> None:
    made = table()
    first = made.show({**START, "d1": (ARROW,)})
    second = made.show({**START, "d1": (ARROW,), "d3": (COIN,)})
    assert second > first + 1
    assert made.layout(first + 0.01) == {**START, "d1": (ARROW,)}
    assert made.layout(second) == {**START, "d1": (ARROW,), "d3": (COIN,)}


def test_at_twice_the_pace_it_takes_half_as_long() -> None:
    after = {**START, "d1": (ARROW,)}
    assert table().show(after, pace=2) == pytest.approx(table().show(after) / 2)


@pytest.mark.parametrize("side", [0, 180])
def test_hands_come_from_where_people_sit(side: float) -> None:
    made = table()
    made.reach("c2", side)
    change = (apart(made.frame(0.35), made.scene.picture(START, moment=0.35)) > 40).sum(axis=1)
    assert (change[:80].sum() > change[-80:].sum()) == (side == 180)
    assert max(change[:80].sum(), change[-80:].sum()) > 200


def test_a_reach_changes_nothing() -> None:
    made = table()
    end = made.reach("b2", stay=0.5)
    assert {tuple(made.layout(second).items()) for second in np.arange(0, end, 0.1)} == {tuple(START.items())}
    middle = made.frame(end / 2)
    assert apart(middle, made.scene.picture(START))[pixels_around(scene(), "b2", -10)].mean() > 15


def test_a_cut_shows_the_next_layout_at_once() -> None:
    made = table()
    made.show({"d3": (COIN,)})
    made.frame(1.0)
    made.put({"c1": (RED,)})
    assert made.layout(1.0) == {"c1": (RED,)}
    assert not made.is_busy(1.0)


def test_a_knock_and_a_dimmed_lamp_show_from_then_on() -> None:
    made = table()
    before = made.frame(1.0)
    made.bump(right=0.2, turn=2)
    moved = made.frame(1.1)
    assert np.abs(markers(moved)[0] - markers(before)[0]).max() > 3
    made.dim(0.3)
    assert made.frame(1.2).mean() < 0.9 * moved.mean()
    assert np.abs(markers(made.frame(1.3))[0] - markers(moved)[0]).max() < 1


def test_a_place_that_is_not_there_is_named_at_once() -> None:
    with pytest.raises(UnknownPlaceError, match="nowhere"):
        table().show({"nowhere": (COIN,)})
    with pytest.raises(UnknownPlaceError, match="nowhere"):
        table().reach("nowhere")
