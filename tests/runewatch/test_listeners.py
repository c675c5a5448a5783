"""Events out: nobody who listens, slowly or badly, holds up the one who tells."""

from __future__ import annotations

import logging
from threading import Event, Thread, active_count

import pytest

from runewatch.listeners import Listeners

PATIENCE = 10.0


def test_everybody_hears_everything_in_order() -> None:
    with Listeners[int]() as stream:
        heard: list[int] = []
        by_loop = stream.listen("loop")
        stream.call("call", heard.append)
        for number in range(100):
            stream.tell(number)
        stream.close()
        assert list(by_loop) == heard == list(range(100))


def test_the_oldest_gives_way_and_is_counted() -> None:
    stream = Listeners[int]()
    slow = stream.listen("slow", most=3)
    for number in range(10):
        stream.tell(number)
    assert slow.missed == 7
    assert [slow.take(0), slow.take(0), slow.take(0), slow.take(0)] == [7, 8, 9, None]


def test_a_stuck_listener_holds_up_nobody() -> None:
    go_on, done = Event(), Event()
    stream = Listeners[int]()
    stuck = stream.call("stuck", lambda _: go_on.wait(PATIENCE), most=2)
    heard: list[int] = []

    def hear(number: int) -> None:
        heard.append(number)
        if number == 49:
            done.set()

    stream.call("quick", hear)
    for number in range(50):
        stream.tell(number)
    assert done.wait(PATIENCE)
    assert heard == list(range(50))
    assert stuck.missed >= 47
    assert stream.close(timeout=0.01) == ("stuck",)
    go_on.set()


def test_a_broken_listener_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    stream = Listeners[int]()
    heard: list[int] = []

    def broken(number: int) -> None:
        heard.append(number)
        raise KeyError("lamp")

    fine: list[int] = []
    with caplog.at_level(logging.WARNING):
        stream.call("lights", broken)
        stream.call("page", fine.append)
        for number in range(5):
            stream.tell(number)
        assert stream.close(PATIENCE) == ()
    assert heard == fine == list(range(5))
    assert [record.getMessage() for record in caplog.records] == ["The listener lights failed: KeyError: 'lamp'"]


def test_who_leaves_hears_no_more() -> None:
    stream = Listeners[str]()
    with stream.listen("guest") as guest:
        stream.tell("hello")
    stream.tell("who is there?")
    assert list(guest) == ["hello"]
    assert not guest.is_open
    guest.close()


def test_closing_ends_all_threads_and_waiting() -> None:
    before = active_count()
    stream = Listeners[int]()
    for number in range(5):
        stream.call(str(number), lambda _: None)
    waiting = stream.listen("waiting")
    heard: list[int] = []
    reader = Thread(target=lambda: heard.extend(waiting))
    reader.start()
    stream.tell(1)
    assert stream.close(PATIENCE) == ()
    reader.join(PATIENCE)
    assert heard == [1]
    assert active_count() == before


def test_a_closed_stream_is_silent() -> None:
    stream = Listeners[int]()
    stream.close()
    late = stream.listen("late")
    called: list[int] = []
    stream.call("late too", called.append)
    stream.tell(1)
    stream.close()
    assert list(late) == called == []


def test_a_listener_may_tell_and_close() -> None:
    stream = Listeners[int]()
    done = Event()

    def answer(number: int) -> None:
        if number:
            stream.tell(number - 1)
        else:
            stream.close()
            done.set()

    stream.call("answer", answer)
    stream.tell(3)
    assert done.wait(PATIENCE)


def test_telling_from_many_threads_is_heard_in_one_order() -> None:
    stream = Listeners[int]()
    first, second = stream.listen("first", most=1000), stream.listen("second", most=1000)

    def tell(start: int) -> None:
        for number in range(50):
            stream.tell(start + number)

    threads = [Thread(target=tell, args=(start,)) for start in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    stream.close()
    heard = list(first)
    assert len(heard) == 150
    assert heard == list(second)
