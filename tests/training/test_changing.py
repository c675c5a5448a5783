"""A made-up set is changed into another one, and what its pieces are like is told of that one."""

import numpy as np
import pytest

from training.changing import NARROWEST, WIDEST, Change, change
from training.figures import BANDS

GREY = np.full(3, 100.0)
TRAITS = np.array([[0.5, 0.4, 0.3, 0.2, 1.0, -0.5, -0.6, -0.7]], np.float32)


def test_nothing_changed_is_told_as_it_was() -> None:
    same = Change(np.eye(2), np.eye(3), mirrored=False)
    assert same.told(TRAITS) == pytest.approx(TRAITS, abs=1e-5)


def test_a_wider_and_lower_set_is_told_so() -> None:
    told = Change(np.diag([0.8, 1.25]), np.eye(3), mirrored=False).told(TRAITS)
    assert told[0, :BANDS] == pytest.approx(TRAITS[0, :BANDS] / 0.8)
    assert told[0, BANDS] == pytest.approx(0.8)


def test_other_colours_are_told() -> None:
    swapped = np.eye(3)[[2, 0, 1]]
    told = Change(np.eye(2), swapped, mirrored=False).told(TRAITS)
    assert told[0, -3:] == pytest.approx(TRAITS[0, [-1, -3, -2]], abs=1e-5)


def test_changes_differ_and_stay_within_what_was_kept() -> None:
    found = [change(np.random.default_rng(seed)) for seed in range(200)]
    across = np.array([one.shape[0, 0] for one in found])
    assert across.min() >= WIDEST
    assert across.max() <= NARROWEST
    assert across.std() > 0.05
    assert {one.mirrored for one in found} == {True, False}


def test_grey_stays_grey_but_for_a_tint() -> None:
    spreads = [np.ptp(change(np.random.default_rng(seed)).colours @ GREY) for seed in range(100)]
    assert sum(spread < 1e-6 for spread in spreads) > 25
    assert max(spreads) < 100
