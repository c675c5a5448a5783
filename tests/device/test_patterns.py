"""Patterns as values: how bright at which moment, told apart without colours."""

from __future__ import annotations

import json
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.patterns import DARK, DOUBLE, FOUND, LIGHTS, SLOW, SOUNDS, STEADY, Pattern, Shown, Step
from device.playing import Player

ALL = (*LIGHTS, *SOUNDS)


def over_time(pattern: Pattern, seconds: float, pause: float = 0.05) -> list[float]:
    return [pattern.at(i * pause)[0] for i in range(round(seconds / pause))]


def test_a_pattern_is_played_step_by_step() -> None:
    assert DOUBLE.at(0) == (1.0, 0.15)
    assert DOUBLE.at(0.2) == pytest.approx((0.0, 0.1))
    assert DOUBLE.at(0.35)[0] == 1.0
    assert DOUBLE.at(1.0)[0] == 0.0
    assert DOUBLE.at(DOUBLE.round)[0] == 1.0


def test_what_never_changes_has_nothing_to_wait_for() -> None:
    assert STEADY.at(1e6) == (1.0, None)
    assert DARK.at(0) == (0.0, None)


def test_what_passes_is_dark_in_the_end() -> None:
    assert FOUND.lasts == pytest.approx(3 * 0.35)
    assert FOUND.at(1.0)[1] is not None
    assert FOUND.at(1.1) == (0.0, None)


def test_no_two_lasting_patterns_look_alike() -> None:
    lasting = [pattern for pattern in LIGHTS if not pattern.times]
    for one, other in combinations(lasting, 2):
        assert over_time(one, 6) != over_time(other, 6), (one.name, other.name)


def test_names_are_unique_and_sounds_end() -> None:
    assert len({pattern.name for pattern in ALL}) == len(ALL)
    assert all(pattern.times for pattern in SOUNDS)


@pytest.mark.parametrize("pattern", LIGHTS, ids=lambda pattern: pattern.name)
def test_nothing_flashes_more_than_three_times_a_second(pattern: Pattern) -> None:
    levels = [0.0, *over_time(pattern, 10, 0.01)]
    lit = [i for i, (before, now) in enumerate(pairwise(levels)) if now > before]
    assert all(later - earlier >= 100 for earlier, later in zip(lit, lit[3:], strict=False))


@given(st.sampled_from(ALL), st.floats(0, 1e5))
def test_the_level_holds_until_it_says(pattern: Pattern, seconds: float) -> None:
    level, wait = pattern.at(seconds)
    assert 0 <= level <= 1
    if wait is not None:
        assert 0 < wait <= max(step.seconds for step in pattern.steps) + 1e-6
        assert pattern.at(seconds + wait * 0.9)[0] == level


def test_a_page_gets_plain_values() -> None:
    told = json.loads(json.dumps(Shown("in-step", "green", DOUBLE, 3.5).to_json()))
    assert told == {
        "name": "in-step",
        "colour": "green",
        "began": 3.5,
        "pattern": {"name": "double", "steps": [[1, 0.15], [0, 0.15], [1, 0.15], [0, 0.75]], "times": 0},
    }


# -- one line's player -----------------------------------------------------------------------------------


def test_what_passes_goes_over_what_lasts() -> None:
    player = Player()
    assert player.show(STEADY, 10)
    assert player.show(FOUND, 12)
    assert player.at(12.25) == pytest.approx((0.0, 12.35))
    assert player.shown("x", "blue", 12.25) == Shown("x", "blue", FOUND, 12)
    assert player.at(14) == (1.0, None)
    assert player.shown("x", "blue", 14) == Shown("x", "blue", STEADY, 10)


def test_the_same_again_is_no_news_and_does_not_begin_anew() -> None:
    player = Player()
    assert player.show(SLOW, 10)
    assert not player.show(SLOW, 10.5)
    assert player.at(11)[0] == 0.0
    assert player.show(FOUND, 11)
    assert player.show(FOUND, 11.1)


def test_one_step_of_a_pattern_of_ones_own() -> None:
    glow = Pattern("glow", (Step(0.2, 1), Step(0.4, 1)))
    assert [glow.at(seconds)[0] for seconds in (0, 1, 2)] == [0.2, 0.4, 0.2]
