"""A folder of pictures in the place of a camera; or one picture."""

from __future__ import annotations

from pathlib import Path

from device.cameras.errors import CameraError
from device.cameras.shot import Decoding, Pace, Shot, Wanted
from engine.errors import N_, RunewatchError, reason

SHOWN = 2.0
"""Seconds that each picture is shown: long enough to be read."""
MOST = 64_000_000
"""Bytes. A larger file is no picture of a table."""
_KINDS = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


class PictureCamera:
    """Shows the pictures by name, each for some seconds, the last until there is another.

    Another program may put more of them into the folder meanwhile; one that it has not finished is shown later.
    """

    def __init__(self, path: Path, wanted: Wanted, decoding: Decoding) -> None:
        self._path, self._decoding = path, decoding
        self._pace = Pace(wanted.rate)
        self._name = ""
        self._shown_at = 0.0
        self._last: Shot | None = None
        self._why: RunewatchError | None = None

    def shot(self) -> Shot:
        now = self._pace.wait()
        if self._last is None or now - self._shown_at >= SHOWN:
            self._turn_over(now)
        if self._last is None:
            raise self._why or CameraError(N_("the folder {name} holds no pictures"), name=str(self._path))
        return Shot(now, self._last.small, self._last.large)

    def _turn_over(self, now: float) -> None:
        """The first picture after the last one that can be read; none may be."""
        for path in self._later():
            try:
                # so long that it is read again only every few seconds, or a faulty one would keep us busy
                self._shown_at = now
                frame = self._decoding.whole(_read(path), str(path))
            except (RunewatchError, OSError) as error:
                self._why = _told(path, error)
                continue
            self._name, self._last = path.name, Shot.of(frame, now)
            return

    def _later(self) -> list[Path]:
        if not self._path.is_dir():
            return [] if self._last is not None else [self._path]
        try:
            found = [path for path in self._path.iterdir() if path.suffix.lower() in _KINDS]
        except OSError as error:
            self._why = _told(self._path, error)
            return []
        return sorted(path for path in found if path.name > self._name)

    def close(self) -> None:
        """There is nothing to close."""


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST + 1)


def _told(path: Path, error: Exception) -> RunewatchError:
    if isinstance(error, RunewatchError):
        return error
    return CameraError(N_("{name} cannot be read: {why}"), name=str(path), why=reason(error))
