"""Keeping a camera going: read in a thread of its own, opened again when it fails, never waited for for long.

A camera can be pulled out, be slow to open, or hang inside its driver, where nobody can reach it. None of this may
hold up the clocks, or a button. So there is one thread that opens and reads it; whoever wants a shot takes the
newest there is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Condition, Thread

from device.cameras.errors import CameraError
from device.cameras.opening import called
from device.cameras.shot import Camera, Leisure, Shot
from engine.errors import N_, RunewatchError

WAIT = 0.25
"""Seconds to wait for a shot before something else is done."""
SILENT = 6.0
"""Seconds without a shot after which the camera is said not to answer."""
SLOW = 20.0
"""The same while it is being opened, which takes some cameras long."""
STUCK = 25.0
"""Seconds after which only a new process can help."""
BACKOFF = (0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before it is opened again: each time longer, the last for ever."""
_FAREWELL = 2.0

_log = logging.getLogger(__name__)


class Keeper:
    """A camera that is always being looked for.

    ``lamp`` is called with True before it is opened the first time, and with False when no more shots are wanted.
    ``leisure`` is what the camera was given to see how closely it is looked through.
    """

    def __init__(
        self,
        name: str,
        open_: Callable[[], Camera],
        lamp: Callable[[bool], object] | None = None,
        steady: Callable[[], float] = time.monotonic,
        leisure: Leisure | None = None,
    ) -> None:
        self._leisure = leisure or Leisure()
        self._name, self._open, self._lamp, self._steady = called(name), open_, lamp, steady
        self._changed = Condition()
        self._next: Shot | None = None
        self._taken: Shot | None = None
        self._is_woken = self._is_closed = False
        self._why: RunewatchError | None = None
        self._failures = 0
        self._since, self._most = steady(), SLOW
        self._thread = Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    # -- for whoever wants shots ----------------------------------------------------------------------

    def shot(self) -> Shot | None:
        """The newest that was not taken yet. None if none comes for ``WAIT``, or somebody wakes us."""
        with self._changed:
            self._changed.wait_for(lambda: self._next is not None or self._is_woken or self._is_closed, WAIT)
            self._is_woken = False
            if self._next is None:
                return None
            if self._taken is not None:
                self._taken.close()
            self._taken, self._next = self._next, None
            return self._taken

    @property
    def trouble(self) -> RunewatchError | None:
        """Why there are no shots; none while there are, or while they may still come."""
        with self._changed:
            if self._why is None and self._steady() - self._since >= self._most:
                return CameraError(
                    N_("the camera {name} does not answer: pull it out and put it in again"), name=self._name
                )
            return self._why

    @property
    def is_stuck(self) -> bool:
        """Whether it has hung for so long that it will not come back while this process lives."""
        with self._changed:
            return self._steady() - self._since >= STUCK

    def ease(self, is_calm: bool) -> None:
        """Half as many shots will do, as long as nothing goes on."""
        self._leisure.is_on = is_calm

    def wake(self) -> None:
        """Whoever waits for a shot has something else to do first."""
        with self._changed:
            self._is_woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """No more are wanted. More than once does no harm."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(_FAREWELL)  # one that hangs dies with the process
        with self._changed:
            for shot in (self._next, self._taken):
                if shot is not None:
                    shot.close()
            self._next = self._taken = None

    # -- the thread -----------------------------------------------------------------------------------

    def _work(self) -> None:
        self._light(is_lit=True)
        while not self._is_closed:
            try:
                self._sign(SLOW)
                self._read(self._open())
            except Exception as error:
                self._fail(error)
        self._light(is_lit=False)

    def _read(self, camera: Camera) -> None:
        try:
            while not self._is_closed:
                self._sign(SILENT)
                self._give(camera.shot())
        finally:
            camera.close()

    def _sign(self, most: float) -> None:
        """A sign of life; the next one is due within so many seconds."""
        with self._changed:
            self._since, self._most = self._steady(), most

    def _give(self, shot: Shot) -> None:
        with self._changed:
            if self._next is not None:
                self._next.close()
            self._next, self._why, self._failures = shot, None, 0
            self._changed.notify_all()

    def _fail(self, error: Exception) -> None:
        """Says why, and waits a little: a camera that was pulled out does not come back at once."""
        why = error if isinstance(error, RunewatchError) else self._unforeseen(error)
        with self._changed:
            if str(why) != str(self._why):
                _log.warning("%s", why)
            self._why = why
            pause = BACKOFF[min(self._failures, len(BACKOFF) - 1)]
            self._failures += 1
            self._since, self._most = self._steady(), pause + SLOW
            self._changed.wait_for(lambda: self._is_closed, pause)

    def _unforeseen(self, error: Exception) -> CameraError:
        why = str(error) or type(error).__name__
        return CameraError(N_("the camera {name} gives no picture: {why}"), name=self._name, why=why)

    def _light(self, *, is_lit: bool) -> None:
        if self._lamp is None:
            return
        try:
            self._lamp(is_lit)
        except Exception as error:
            _log.warning("The lamp cannot be switched: %s", error)
