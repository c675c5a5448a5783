"""A whole match through the real path of a camera: every picture of the demo's is shown to the kernel's camera.

``draw FILE`` draws the table as it lies throughout the match, and ``referee FILE`` has the match refereed by what
came out of the camera; both where nothing is emulated. ``show FILE FILE`` takes the pictures, in the lab's virtual
machine, which is too slow to read so many.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.hwlab.machine import measured, proved

SIZE = (1280, 960)
LONG = 60.0
PACE, MOST = 0.2, 900.0
"""Seconds between two looks, and for all of it, on a clock that passes as fast as it is looked at."""


# -- where nothing is emulated ----------------------------------------------------------------------------


def played() -> tuple[Any, Any, Any, list[Any]]:
    """The demo: its record, rules and beginning, and all that lies on the table in the course of it, each once."""
    import runewatch  # noqa: PLC0415 - not there in the virtual machine
    from engine.record import read_record  # noqa: PLC0415
    from runewatch.cli.running import _first_turn  # noqa: PLC0415
    from runewatch.live.acting import deeds  # noqa: PLC0415

    record = read_record((Path(runewatch.__file__).parent / "data/demo.rwr").read_text(encoding="utf-8"))
    rules = record.open()
    start = rules.read_position(_first_turn(record))
    found = [rules.layout(start)]
    for deed in deeds(rules, record, start):
        for one in (deed.layout, rules.layout(deed.expected)):
            if one is not None and one not in found:
                found.append(one)
    return record, rules, start, found


def draw(file: str) -> None:
    from runewatch.live.opening import TILT  # noqa: PLC0415
    from runewatch.simulated import Wish, scene_of  # noqa: PLC0415

    _, rules, _, layouts = played()
    scene = scene_of(rules, Wish(size=SIZE, tilt=TILT), layouts[0])
    np.save(file, np.stack([scene.picture(one, moment=number) for number, one in enumerate(layouts)]))


class Taken:
    """The pictures that were taken, as a table that shows what is asked for; people act at it."""

    trouble = None
    is_stuck = False

    def __init__(self, layouts: list[Any], pictures: Any) -> None:
        self.table, self._layouts, self._pictures = self, layouts, pictures
        self._seconds, self._at = 0.0, 0

    def show(self, layout: Any, pace: float = 1.0) -> float:
        self._at = self._layouts.index({name: things for name, things in layout.items() if things})
        return self._seconds

    def now(self) -> float:
        return self._seconds

    def shot(self) -> Any:
        from device.cameras.shot import Shot  # noqa: PLC0415

        self._seconds += PACE
        return Shot.of(np.asarray(self._pictures[self._at]), self._seconds)

    def ease(self, is_calm: bool) -> None:
        """They are taken already."""

    wake = close = lambda self: None


def referee(file: str) -> None:
    from runewatch.events import Began  # noqa: PLC0415
    from runewatch.live import opening  # noqa: PLC0415
    from runewatch.live.acting import Actor, deeds  # noqa: PLC0415
    from runewatch.live.sitting import Sitting, Times  # noqa: PLC0415
    from runewatch.settings import Settings, overridden  # noqa: PLC0415

    record, rules, start, layouts = played()
    layouts = [{name: things for name, things in one.items() if things} for one in layouts]
    source: Any = Taken(layouts, np.load(file, mmap_mode="r"))
    with tempfile.TemporaryDirectory() as folder:
        settings = overridden(Settings(), [f"journal.folder={folder}", "table.profile=printed"])
        house = opening.house(settings, Times(source.now, source.now))
        began = Began(rules.game.name, dict(rules.setup), (), rules.write_position(start))
        sitting = Sitting.begin(house, began)
        service = opening.service(sitting, settings, source)
        found: list[Any] = []
        house.listeners.call("lab", found.append)
        actor = Actor(service, source, deeds(sitting.match.rules, record, sitting.match.state))
        while not actor.is_done:
            assert source.now() < MOST, found[-3:]
            actor.step()
            service.step()
        over = sitting.match.over
        house.listeners.close()
        house.journal.close()
    assert over is not None
    named = [type(one).__name__ for one in found]
    measured(f"{named.count('Kept')} events kept, {named.count('OutOfStep')} times out of step: {over}")
    proved("a whole match, refereed by pictures that went through the kernel's camera, libcamera and picamera2")


# -- in the virtual machine -------------------------------------------------------------------------------


def show(drawn: str, taken: str) -> None:
    import lab_scene  # type: ignore[import-not-found]  # noqa: PLC0415 - the lab's own

    from device.cameras.opening import open_camera  # noqa: PLC0415
    from device.cameras.shot import Decoding, Wanted  # noqa: PLC0415
    from vision.picture import decode, decode_small  # noqa: PLC0415

    pictures = np.load(drawn)
    found = np.empty_like(pictures)
    # the picture it shows by itself is drawn so slowly that the camera would count as gone
    lab_scene.show(np.ascontiguousarray(pictures[0, :, :, ::-1]))
    camera = open_camera("picamera2:0", Wanted(SIZE, 10), Decoding(decode, decode_small))
    begin = time.monotonic()
    for number, picture in enumerate(pictures):
        lab_scene.show(np.ascontiguousarray(picture[:, :, ::-1]))
        end = time.monotonic() + LONG
        while True:
            shot = camera.shot()
            found[number] = shot.large()
            shot.close()
            if np.array_equal(found[number], picture):
                break
            assert time.monotonic() < end, f"picture {number} never comes out as it went in"
    passed = time.monotonic() - begin
    camera.close()
    np.save(taken, found)
    measured(f"{len(pictures)} pictures of a whole match taken with picamera2 in {passed:.0f} s, emulated")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["draw", file]:
            draw(file)
        case ["show", drawn, taken]:
            show(drawn, taken)
        case [_, file]:
            referee(file)
