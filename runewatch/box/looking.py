"""What the camera of the box sees, for whoever puts it up: one frame, and how good it is."""

from __future__ import annotations

from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

import cv2

from device.cameras.errors import CameraError
from device.cameras.judging import Quality, judged
from device.cameras.opening import called
from device.cameras.shot import Frame, Shot
from engine.errors import N_, RunewatchError
from runewatch.choosing import usual_game
from runewatch.live.opening import SIMULATED, SIZE, cameras, opened
from runewatch.simulated import Wish, scene_of

if TYPE_CHECKING:
    from runewatch.settings import Settings

LONGEST = 30.0
"""Seconds that a camera gets to show something."""
SETTLING, JUDGED = 8, 15
"""So many shots are passed over, since the exposure follows; so many are judged."""
_RAMP = " .:-=+*#%@"


@dataclass(frozen=True, slots=True)
class Seen:
    """A frame, how good it is, and which camera it is of."""

    name: str
    quality: Quality
    frame: Frame


def look(settings: Settings, longest: float = LONGEST) -> Seen:
    """What the camera of the settings sees; without one, the simulated table. Raises CameraError."""
    names = cameras(settings)
    if not names:
        return _simulated(settings)
    given: SimpleQueue[Seen | RunewatchError] = SimpleQueue()
    # a driver that hangs cannot be ended, only left behind
    Thread(target=lambda: given.put(_tried(settings, names[0])), name="look", daemon=True).start()
    try:
        found = given.get(timeout=longest)
    except Empty:
        raise CameraError(
            N_("the camera {name} hangs: it shows nothing for {seconds} seconds; pull it out and in again"),
            name=called(names[0]), seconds=round(longest),
        ) from None  # fmt: skip
    if isinstance(found, RunewatchError):
        raise found
    return found


def _tried(settings: Settings, name: str) -> Seen | RunewatchError:
    try:
        return _seen(settings, name)
    except RunewatchError as error:
        return error
    except Exception as error:  # drivers fail in many ways of their own
        why = str(error) or type(error).__name__
        return CameraError(N_("the camera {name} gives no picture: {why}"), name=called(name), why=why)


def _seen(settings: Settings, name: str) -> Seen:
    camera = opened(settings, name)
    try:
        for _ in range(SETTLING):
            camera.shot().close()
        shots = []
        for _ in range(JUDGED):
            shots.append(camera.shot())
            if len(shots) > 1:
                shots[-2].close()
        frame = shots[-1].large().copy()
        return Seen(called(name), judged(shots), frame)
    finally:
        camera.close()


def _simulated(settings: Settings) -> Seen:
    game = usual_game(settings)
    rules = game.open(game.sight)
    layout = rules.layout(rules.start())
    frame = scene_of(rules, Wish(size=SIZE), layout).picture(layout)
    pause = 1 / settings.camera.rate
    return Seen(SIMULATED, judged([Shot.of(frame, 0.0), Shot.of(frame, pause)]), frame)


def in_letters(frame: Frame, width: int = 60) -> list[str]:
    """A frame as rows of letters, the brighter the fuller: enough to see over a wire what is in view."""
    height = max(1, round(frame.shape[0] * width / frame.shape[1] / 2))
    small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (width, height), interpolation=cv2.INTER_AREA)
    return ["".join(_RAMP[int(grey) * len(_RAMP) // 256] for grey in row).rstrip() for row in small]
