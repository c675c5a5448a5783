"""Where shots come from, and what is said when there are none."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.cameras import finding, keeping
from device.cameras.errors import CameraError
from device.cameras.shot import Shot, Wanted
from engine.errors import RunewatchError
from runewatch.live import opening
from runewatch.live.complaints import Complaint
from runewatch.live.sources import Simulated, Source
from runewatch.settings import Settings, overridden

FRAME = np.zeros((480, 640, 3), np.uint8)
LONG = 5.0


def settings(**wished: object) -> Settings:
    return overridden(Settings(), [f"camera.{key}={value}" for key, value in wished.items()])


def first(source: Source) -> Shot:
    end = monotonic() + LONG
    while (shot := source.shot()) is None:
        assert monotonic() < end, source.trouble
    return shot


class Camera:
    """Gives one frame, and fails the second time it is asked."""

    def __init__(self) -> None:
        self.given = 0

    def shot(self) -> Shot:
        self.given += 1
        if self.given > 1:
            raise CameraError("pulled out")
        return Shot.of(FRAME, 1.0)

    def close(self) -> None:
        """Nothing to close."""


def test_the_simulated_table_keeps_pace_and_is_never_in_trouble() -> None:
    now = [7.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    table: Any = SimpleNamespace(frame=lambda seconds: FRAME)
    source: Source = Simulated(table, 10, lambda: now[0], sleep)
    assert [round(first(source).seconds, 3) for _ in range(3)] == [7.0, 7.1, 7.2]
    assert source.trouble is None and not source.is_stuck
    source.wake()
    source.close()


@pytest.mark.parametrize(
    ("which", "expected"),
    [("simulated", ()), ("3", ("/dev/video3",)), ("picamera2:1", ("picamera2:1",)), ("auto", ("/dev/video0",))],
)
def test_which_camera_is_meant(which: str, expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "cameras", lambda: ("/dev/video0",))
    assert opening.cameras(settings(which=which)) == expected


def test_a_camera_that_comes_back_under_another_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["/dev/video0"]
    asked: list[str] = []

    def opened(name: str, wanted: Wanted, decoding: object) -> Camera:
        asked.append(name)
        there[0] = "/dev/video2"
        return Camera()

    monkeypatch.setattr(keeping, "BACKOFF", (0.001,))
    monkeypatch.setattr(finding, "cameras", lambda: tuple(there))
    monkeypatch.setattr(opening, "open_camera", opened)
    source = opening.camera(settings(), "/dev/video0")
    for _ in range(2):
        first(source)
    source.close()
    assert asked[:2] == ["/dev/video0", "/dev/video2"]


def test_what_is_wished_for_reaches_the_camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Wanted] = []

    def opened(name: str, wanted: Wanted, decoding: object) -> Camera:
        asked.append(wanted)
        return Camera()

    monkeypatch.setattr(opening, "open_camera", opened)
    opening.opened(settings(width=1280, height=720, rate=5, focus=2.5), "x")
    opening.opened(settings(), "x")
    assert asked == [Wanted((1280, 720), 5, 2.5), Wanted((1920, 1080), 10, None)]


def test_a_camera_that_never_was_there_keeps_nobody(tmp_path: Path) -> None:
    source = opening.camera(settings(which=tmp_path / "none"), str(tmp_path / "none"))
    end = monotonic() + LONG
    while source.trouble is None:
        assert source.shot() is None
        assert monotonic() < end
    assert "is not there" in str(source.trouble)
    source.close()


# -- complaints -----------------------------------------------------------------------------------------------


def test_what_is_amiss_is_said_when_it_has_lasted_and_when_it_is_over() -> None:
    told: list[RunewatchError | None] = []
    complaint = Complaint(told.append, 2.0)
    one, other = RunewatchError("one of {number}", number=1), RunewatchError("other")
    complaint.hear(one, 0.0)
    complaint.hear(one, 1.9)
    assert told == [] and not complaint.is_told
    complaint.hear(one, 2.0)
    complaint.hear(RunewatchError("one of {number}", number=2), 2.1)
    complaint.hear(other, 2.2)
    complaint.hear(one, 2.3)
    assert told == [one, other] and complaint.is_told
    complaint.hear(None, 3.0)
    complaint.hear(None, 4.0)
    assert told == [one, other, None]
    complaint.hear(one, 5.0)
    complaint.hear(None, 6.0)
    assert len(told) == 3, "what did not last is not said, and neither that it is over"
