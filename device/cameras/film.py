"""A film in the place of a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from device.cameras.errors import CameraError
from device.cameras.shot import Pace, Shot, Wanted
from engine.errors import N_

_USUAL = 25.0
"""Pictures a second, if the film does not tell."""
_MOST = 1000.0
_ROUNDING = 1e-6


class FilmCamera:
    """Shown at the film's own speed; when it is over its last picture stays."""

    def __init__(self, path: Path, wanted: Wanted) -> None:
        self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._pace = Pace(wanted.rate)
        told = self._film.get(cv2.CAP_PROP_FPS)
        self._speed = told if 0 < told <= _MOST else _USUAL
        self._begin: float | None = None
        self._passed = 0
        self._last: Shot | None = None
        if not self._film.isOpened() or not self._film.grab():
            self.close()
            raise CameraError(N_("the film {name} cannot be played: save it as MP4 or AVI"), name=str(path))
        self._name = str(path)

    def shot(self) -> Shot:
        now = self._pace.wait()
        self._begin = now if self._begin is None else self._begin
        due = int((now - self._begin) * self._speed + _ROUNDING)
        is_on = True
        while is_on and self._passed < due:
            is_on = self._film.grab()
            self._passed += 1
        is_there, found = self._film.retrieve() if is_on else (False, None)
        if is_there:
            self._last = Shot.of(np.asarray(found, np.uint8), now)
        if self._last is None:
            raise CameraError(N_("the film {name} cannot be played: save it as MP4 or AVI"), name=self._name)
        last = self._last
        return Shot(now, last.small, last.large)

    def close(self) -> None:
        self._film.release()
