"""Names learnt by example."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.lesson import softmax, teach

RNG = np.random.default_rng(2)
WAYS = np.linalg.qr(RNG.standard_normal((16, 16)))[0][:4].astype(np.float32)
NAMES = ["mage", "imp", "cat", "king"]


def near(way: int, n: int, spread: float = 0.15) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.asarray(WAYS[way] + spread * RNG.standard_normal((n, 16)), np.float32)


def lesson(counts: list[int]) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], list[str]]:
    rows = np.concatenate([near(way, n) for way, n in enumerate(counts)])
    return rows, [NAMES[way] for way, n in enumerate(counts) for _ in range(n)]


def test_one_example_each_is_enough_for_things_unlike_each_other() -> None:
    taught = teach(*lesson([1, 1, 1, 1]), stiffness=-1, scale=2)
    for way, name in enumerate(NAMES):
        likely = taught.likelihoods(near(way, 20))
        assert [taught.names[i] for i in likely.argmax(1)] == [name] * 20


def test_what_was_shown_often_does_not_drown_what_was_shown_once() -> None:
    taught = teach(*lesson([40, 1, 1, 1]), stiffness=-1, scale=2)
    assert [taught.names[i] for i in taught.likelihoods(near(1, 20)).argmax(1)] == ["imp"] * 20


@given(st.lists(st.integers(1, 6), min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_the_lesson_does_not_matter(counts: list[int], chance: object) -> None:
    rows, names = lesson(counts)
    order = np.random.default_rng(getattr(chance, "randint")(0, 99)).permutation(len(names))  # noqa: B009
    one = teach(rows, names, -1, 2)
    other = teach(rows[order], [names[i] for i in order], -1, 2)
    assert one.names == other.names
    assert other.weights == pytest.approx(one.weights, abs=1e-4)


def test_likelihoods_sum_to_one_and_do_not_heed_the_length_of_features() -> None:
    taught = teach(*lesson([2, 3, 1]), stiffness=-1, scale=2)
    asked = near(0, 5)
    likely = taught.likelihoods(asked)
    assert likely.sum(1) == pytest.approx(1)
    assert taught.likelihoods(asked * 7) == pytest.approx(likely, abs=1e-5)


def test_no_lesson_knows_no_names() -> None:
    taught = teach(np.zeros((0, 16), np.float32), [], -1, 2)
    assert taught.names == ()
    assert taught.likelihoods(near(0, 3)).shape == (3, 0)


def test_softmax_of_large_numbers() -> None:
    assert softmax(np.array([[1e4, 0.0], [0.0, 1e4]], np.float32)) == pytest.approx(np.eye(2))
