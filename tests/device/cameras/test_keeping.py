"""A camera that is kept going: whatever it does, nobody waits, and it comes back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Condition, Event
from time import monotonic
from typing import Any, TypeVar

import pytest

from device.cameras import keeping
from device.cameras.errors import CameraError
from device.cameras.keeping import SILENT, SLOW, STUCK, Keeper
from device.cameras.shot import Frame, Shot
from tests.clock import Clock
from tests.device.cameras.doubles import scene

T = TypeVar("T")

LONG = 5.0
"""Seconds after which a test gives up."""


class Scripted:
    """A camera that does what the test says, one thing after the other; it waits for it."""

    def __init__(self) -> None:
        self.deeds: SimpleQueue[Any] = SimpleQueue()
        self.opened = self.closed = 0
        self.released: list[float] = []
        self.opens: Exception | None = None

    def __call__(self) -> Scripted:
        if self.opens is not None:
            raise self.opens
        self.opened += 1
        return self

    def shot(self) -> Shot:
        deed = self.deeds.get(timeout=LONG)
        if isinstance(deed, Exception):
            raise deed
        if isinstance(deed, Event):
            deed.wait(LONG)
            raise CameraError("it came back too late")
        seconds = float(deed)
        return Shot(seconds, scene(), lambda: _frame(seconds), lambda: self.released.append(seconds))

    def close(self) -> None:
        self.closed += 1


def _frame(seconds: float) -> Frame:
    return scene(seed=int(seconds))


@pytest.fixture
def hours() -> Clock:
    return Clock(0)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(keeping, "BACKOFF", (0.01,))
    monkeypatch.setattr(keeping, "WAIT", 0.02)
    caplog.set_level(logging.CRITICAL)


@pytest.fixture
def camera() -> Scripted:
    return Scripted()


@pytest.fixture
def keeper(camera: Scripted, hours: Clock) -> Iterator[Keeper]:
    keeper = Keeper("http://ann:secret@phone/video", camera, steady=hours)
    yield keeper
    camera.deeds.put(CameraError("the end"))
    keeper.close()


def until(true: Callable[[], Any]) -> Any:
    end = monotonic() + LONG
    while not (found := true()):
        assert monotonic() < end, "it never came true"
    return found


def test_shots_are_handed_on(camera: Scripted, keeper: Keeper) -> None:
    camera.deeds.put(1)
    shot = until(keeper.shot)
    assert shot.seconds == 1
    assert (shot.large() == _frame(1)).all()
    assert keeper.trouble is None and not keeper.is_stuck


def test_the_newest_is_taken_and_all_are_given_back(camera: Scripted, keeper: Keeper) -> None:
    for number in (1, 2, 3):
        camera.deeds.put(number)
    until(lambda: camera.deeds.empty() and len(camera.released) == 2)
    until(lambda: keeper.shot() is not None)
    assert camera.released == [1, 2]
    assert keeper.shot() is None
    assert camera.released == [1, 2], "it may be looked at until there is another"
    camera.deeds.put(4)
    assert until(keeper.shot).seconds == 4
    assert camera.released == [1, 2, 3]


def test_whoever_waits_can_be_woken(camera: Scripted, keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "WAIT", LONG)
    begin = monotonic()
    keeper.wake()
    assert keeper.shot() is None
    assert monotonic() - begin < LONG / 2


def test_a_camera_that_fails_is_opened_again(camera: Scripted, keeper: Keeper) -> None:
    camera.deeds.put(1)
    until(keeper.shot)
    camera.opens = CameraError("it is not there")
    camera.deeds.put(CameraError("it gives no more pictures"))
    until(lambda: keeper.trouble is not None and "not there" in str(keeper.trouble))
    assert keeper.shot() is None
    assert camera.closed == 1
    camera.opens = None
    camera.deeds.put(2)
    assert until(keeper.shot).seconds == 2
    assert keeper.trouble is None
    assert camera.opened == 2


def test_what_nobody_foresaw_is_a_sentence_too_and_names_no_password(camera: Scripted, keeper: Keeper) -> None:
    camera.deeds.put(ZeroDivisionError("deep inside"))
    until(lambda: keeper.trouble)
    assert str(keeper.trouble) == "the camera http://phone/video gives no picture: deep inside"


def test_it_waits_longer_each_time(camera: Scripted, hours: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float | None] = []

    class Noted(Condition):
        def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
            waited.append(timeout)
            return super().wait_for(predicate, timeout)

    monkeypatch.setattr(keeping, "Condition", Noted)
    monkeypatch.setattr(keeping, "BACKOFF", (0.001, 0.002, 0.003))
    camera.opens = CameraError("it is not there")
    keeper = Keeper("0", camera, steady=hours)
    until(lambda: len(waited) > 4)
    keeper.close()
    assert waited[:5] == [0.001, 0.002, 0.003, 0.003, 0.003]


def test_a_camera_that_hangs_is_noticed_and_holds_up_nobody(
    camera: Scripted, keeper: Keeper, hours: Clock
) -> None:
    camera.deeds.put(1)
    until(keeper.shot)
    hangs = Event()
    camera.deeds.put(hangs)
    until(camera.deeds.empty)
    hours.now += SILENT - 1
    assert keeper.trouble is None
    hours.now += 1
    assert keeper.shot() is None
    assert "does not answer" in str(keeper.trouble)
    assert not keeper.is_stuck
    hours.now += STUCK
    assert keeper.is_stuck
    hangs.set()
    camera.deeds.put(2)
    assert until(keeper.shot).seconds == 2
    assert keeper.trouble is None and not keeper.is_stuck


def test_opening_may_take_its_time(hours: Clock) -> None:
    opens = Event()

    def slow() -> Scripted:
        opens.wait(LONG)
        raise CameraError("never mind")

    keeper = Keeper("0", slow, steady=hours)
    hours.now += SLOW - 1
    assert keeper.trouble is None
    hours.now += 1
    assert keeper.trouble is not None
    opens.set()
    keeper.close()


def test_closing_closes_the_camera_and_gives_all_back(camera: Scripted, hours: Clock) -> None:
    keeper = Keeper("0", camera, steady=hours)
    camera.deeds.put(1)
    until(keeper.shot)
    camera.deeds.put(2)
    until(camera.deeds.empty)
    until(lambda: keeper._next)
    camera.deeds.put(CameraError("the end"))
    for _ in range(2):
        keeper.close()
    assert camera.closed >= 1
    assert sorted(camera.released) == [1, 2]
    assert keeper.shot() is None


def test_closing_does_not_wait_for_one_that_hangs(
    camera: Scripted, hours: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "_FAREWELL", 0.01)
    keeper = Keeper("0", camera, steady=hours)
    hangs = Event()
    camera.deeds.put(hangs)
    until(camera.deeds.empty)
    keeper.close()
    hangs.set()
    until(lambda: camera.closed)


def test_the_lamp_is_lit_first_and_put_out_last(camera: Scripted, hours: Clock) -> None:
    told: list[object] = []
    keeper = Keeper("0", camera, lambda lit: told.append((lit, camera.opened, camera.closed)), steady=hours)
    camera.deeds.put(1)
    until(keeper.shot)
    camera.deeds.put(CameraError("the end"))
    keeper.close()
    assert told[0] == (True, 0, 0)
    assert told[-1][0] is False and camera.opened == camera.closed  # type: ignore[index]


def test_a_lamp_that_fails_is_no_matter_of_the_camera(camera: Scripted, hours: Clock) -> None:
    def fail(lit: bool) -> None:
        raise RuntimeError("no pin")

    keeper = Keeper("0", camera, fail, steady=hours)
    camera.deeds.put(1)
    assert until(keeper.shot).seconds == 1
    camera.deeds.put(CameraError("the end"))
    keeper.close()
