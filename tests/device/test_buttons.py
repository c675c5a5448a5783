"""Presses, short and long, on a clock of the test's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from device.buttons import Finger, Press


def test_a_short_press_is_told_when_it_ends() -> None:
    finger = Finger("a", hold=1.0)
    assert finger.edge(True, 10) is None
    assert finger.due == 11
    assert finger.held(10.9) is None
    assert finger.edge(False, 10.95) == Press("a")
    assert finger.due is None


def test_a_long_press_is_told_while_it_is_held_and_only_then() -> None:
    finger = Finger("a", hold=1.0)
    finger.edge(True, 10)
    assert finger.held(11) == Press("a", long=True)
    assert finger.due is None
    assert finger.held(12) is None
    assert finger.edge(False, 13) is None


def test_a_long_press_that_nobody_looked_at_is_long() -> None:
    finger = Finger("a", hold=1.0)
    finger.edge(True, 10)
    assert finger.edge(False, 11.5) == Press("a", long=True)


def test_bounces_tell_nothing() -> None:
    finger = Finger("a", hold=1.0)
    assert finger.edge(False, 9) is None
    finger.edge(True, 10)
    assert finger.edge(True, 10.5) is None
    assert finger.due == 11
    assert finger.edge(False, 10.6) == Press("a")
    assert finger.edge(False, 10.7) is None


def test_what_no_finger_can_do_is_none() -> None:
    finger = Finger("a", hold=1.0)
    # a contact that bounces when it closes, and again when it opens
    edges = ((10, True), (10.006, False), (10.012, True), (10.3, False), (10.306, True), (10.313, False))
    presses = [finger.edge(is_down, now) for now, is_down in edges]
    assert [press for press in presses if press] == [Press("a")]


def test_a_release_that_got_lost_is_a_short_press() -> None:
    finger = Finger("a", hold=1.0)
    finger.edge(True, 10)
    assert finger.lost() == Press("a")
    assert finger.lost() is None


@given(st.lists(st.tuples(st.booleans(), st.floats(0.001, 3)), max_size=30))
def test_there_is_at_most_one_press_for_each_time_it_goes_down(edges: list[tuple[bool, float]]) -> None:
    finger, now, told, downs, is_down = Finger("a", hold=1.0), 0.0, 0, 0, False
    for down, pause in edges:
        now += pause
        told += finger.held(now) is not None
        downs += down and not is_down
        is_down = down
        told += finger.edge(down, now) is not None
    assert told <= downs
