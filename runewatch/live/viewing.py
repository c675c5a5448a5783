"""What the camera sees, for whoever looks: made once for all of them, and not too often.

The loop gives away no more than a frame. While nobody plays, whoever asks finds and reads; in a match the
referee's own reading is shown.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from typing import Any, Generic, TypeVar

import cv2
import numpy as np

from device.cameras import finding
from device.cameras.opening import called
from device.cameras.shot import Frame
from engine.catalogue import games
from engine.contract import Game, Rules
from engine.errors import N_, RunewatchError
from engine.table import Layout, TablePlan
from engine.words import Words
from runewatch.live import opening
from runewatch.live.host import Host
from runewatch.live.service import Service
from runewatch.live.watching import Look
from runewatch.settings import Settings
from runewatch.settings.rules import AUTO
from runewatch.sight import profiles
from runewatch.sight.looking import Corners, Hints, Sights, board, sheets, sights, unseen
from runewatch.sight.showing import lesson_layout
from runewatch.simulated import Wish, scene_of
from vision.board import CornersError, How, lattice
from vision.camera import View
from vision.overlay import overlay
from vision.picture import Picture, PictureError, decode
from vision.scene.table import SimulatedTable
from vision.sighting import Sighting

T = TypeVar("T")

PICTURES = 0.3
"""Seconds from one picture to the next."""
READINGS = 1.0
"""Seconds from one reading to the next, at least."""
SHARE = 3.0
"""A reading that takes long is not made again before so many times as long."""
WIDE = 1280
"""Pictures that are sent are at most this wide."""
PATIENCE, LONG = 20.0, 180.0
"""Seconds to wait for the loop, and for what has to be learnt."""
_QUALITY = 80
_STILL = (960, 720)
"""The simulated table is drawn no larger than this while nobody plays at it."""


class NoPictureError(RunewatchError, RuntimeError):
    """The camera has nothing to show."""


class PhotoError(RunewatchError, ValueError):
    """What somebody sent is no picture that can be read."""


class State(StrEnum):
    """How far what is seen is understood."""

    SEEN = "seen"
    FOUND = "found"
    """Where the board lies is known; what lies on it is not yet, or cannot be."""
    MOVING = "moving"
    """Something moves; what is told is from before."""
    LOST = "lost"
    """No board is in view."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as it is sent: JPEG, and a tag that is another one if it is another picture."""

    tag: str
    data: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One look at the table."""

    state: State
    rules: Rules[Any, Any]
    frame: Frame
    view: View | None = None
    how: How | None = None
    """By what the board was found, if it was looked for."""
    sighting: Sighting | None = None
    why: RunewatchError | None = None
    """Why there is no more to tell."""

    @property
    def unseen(self) -> tuple[RunewatchError, ...]:
        """What to say of sheets that are not in view, where others are."""
        return () if self.sighting is None else unseen(self.rules.watched(), self.sighting)

    @property
    def corners(self) -> Corners:
        """The board's corners as shares of the picture's width and height, clockwise from its own top left."""
        if self.view is None:
            return ()
        high, wide = self.frame.shape[:2]
        at = self.view.project(lattice(self.rules.watched()).corners)
        return tuple((float(x + 0.5) / wide, float(y + 0.5) / high) for x, y in at)

    def drawn(self) -> Picture:
        """The picture with what was seen drawn over it."""
        if self.sighting is None:
            return self.frame
        return overlay(self.frame, self.rules.watched(), self.sighting, self.rules.game.letters)


class _Kept(Generic[T]):
    """Something that is made anew when it is asked for, but not before it is due."""

    def __init__(self, steady: Callable[[], float], pause: float, share: float = 0.0) -> None:
        self._steady, self._pause, self._share = steady, pause, share
        self._lock = Lock()
        self._due = -math.inf
        self._last: T | None = None

    def get(self, make: Callable[[], T]) -> T:
        with self._lock:
            begin = self._steady()
            if self._last is None or begin >= self._due:
                self._last = make()
                end = self._steady()
                self._due = max(begin + self._pause, end + self._share * (end - begin))
            return self._last

    def forget(self) -> None:
        self._due = -math.inf


class Viewer:
    """Looks through the eyes of one host. For any thread but the loop's."""

    def __init__(self, host: Host, steady: Callable[[], float] = time.monotonic) -> None:
        self.host = host
        self._picture: _Kept[Image] = _Kept(steady, PICTURES)
        self._seen: _Kept[Seen] = _Kept(steady, READINGS, SHARE)
        self._drawn: tuple[Seen | None, Image | None] = None, None
        self._still: tuple[str, Frame] | None = None
        self._sight: tuple[str, Future[Sights]] | None = None
        self._begun: set[str] = set()
        """The games whose printed sets are learnt ahead, or are known by now."""

    # -- pictures -------------------------------------------------------------------------------------

    def picture(self) -> Image:
        """What the camera sees. Raises NoPictureError, or why the camera gives none."""
        return self._picture.get(lambda: _image(self.frame()))

    def drawn(self) -> Image:
        """The same with what was seen drawn over it."""
        seen = self.seen()
        of, image = self._drawn
        if of is not seen or image is None:
            image = _image(seen.drawn())
            self._drawn = seen, image
        return image

    def frame(self) -> Frame:
        """All that the camera sees now. Raises NoPictureError, or why the camera gives nothing."""
        frame = _outcome(self.host.do(self._taken), PATIENCE)
        return self._simulated() if frame is None else frame

    def _taken(self) -> Frame | None:
        """In the loop's thread: the last frame; None where the table is simulated and nobody plays."""
        source, shot = self.host.source, self.host.shot
        if source is None:
            if opening.cameras(self.host.settings):
                raise NoPictureError(N_("the camera is not open yet"))
            return None
        if source.trouble is not None:
            raise source.trouble
        if shot is None:
            raise NoPictureError(N_("the camera is not open yet"))
        return np.asarray(shot.large().copy(), np.uint8)

    def _simulated(self) -> Frame:
        rules = _usual_rules()
        if self._still is None or self._still[0] != rules.game.name:
            wish = Wish(size=_STILL, tilt=opening.TILT)
            self._still = rules.game.name, _photo(rules, lesson_layout(rules), wish)
        return self._still[1]

    # -- what is understood ---------------------------------------------------------------------------

    def seen(self) -> Seen:
        """What is made of it. Raises NoPictureError, or why the camera gives nothing."""
        return self._seen.get(self._look)

    def point(self, corners: Corners | None) -> None:
        """Somebody says where the corners are, as shares of the picture; or that the board is to be looked for.

        Raises CornersError where no board can lie like that.
        """
        at = None
        if corners is not None:
            frame, match = self.frame(), self.host.moment.match
            high, wide = frame.shape[:2]
            at = tuple((x * wide - 0.5, y * high - 0.5) for x, y in corners)
            plan = (match.rules if match else _usual_rules()).watched()
            if plan.sheets:
                raise CornersError(N_("several sheets lie there: each is found by its own marks"))
            board(frame, plan, Hints(at))
        _outcome(self.host.do(lambda: self.host.point(at)), PATIENCE)
        self.forget()

    def forget(self) -> None:
        """Somebody changed what there is to look with: the next look is a new one."""
        self._seen.forget()
        self._picture.forget()

    def _look(self) -> Seen:
        service = self.host.service
        if service is not None:
            return _of_match(service, self.frame(), self.host.moment.lost)
        return self._of_set_up(self.frame())

    def _of_set_up(self, frame: Frame) -> Seen:
        """Where the board lies, and as soon as there is something to read it by, what lies on it."""
        settings, corners = self.host.settings, self.host.corners
        rules = _usual_rules()
        ready = self._ready(settings.table.profile)
        why = None
        if ready.done():
            why = _error_of(ready)
            rules = rules if why else ready.result().rules
        try:
            found = sheets(frame, rules.watched().apart, Hints(corners, settings.camera.quarter))
            where = next(one for one in found if one is not None)
            view = where.view if len(found) == 1 else None
            if why is not None or not ready.done():
                return Seen(State.FOUND, rules, frame, view, where.how, why=why)
            sighting = ready.result().seen(frame, found)
        except RunewatchError as error:
            return Seen(State.LOST, rules, frame, why=error)
        return Seen(State.SEEN, rules, frame, view, where.how, sighting)

    def apart(self, job: Callable[[], T]) -> T:
        """What comes of something that takes long. Raises what it raised, or NoPictureError if it does not end."""
        return _outcome(self.host.apart(job), LONG)

    def _ready(self, profile: str) -> Future[Sights]:
        """What reads with this set; the first time it may have to be drawn, which takes a while."""
        key = profile if not self._is_simulated else profiles.BUILT_IN
        if self._sight is None or self._sight[0] != key:
            self._sight = key, self.host.apart(lambda: _sights(key))
        return self._sight[1]

    def prepare(self, game: Game) -> None:
        """Has the game's printed set learnt if it is to be read and nobody did so yet: it takes a while, once."""
        if self._is_simulated or self.host.settings.table.profile in (AUTO, profiles.BUILT_IN):
            self.apart(lambda: profiles.built_in(game))

    def begin_preparing(self, game: Game) -> None:
        """The same, as soon as somebody sets up a match of this game, and nobody waits for it."""
        name = self.host.settings.table.profile
        is_printed = self._is_simulated or name == profiles.BUILT_IN or (name == AUTO and not profiles.names())
        is_learnt = game.is_watched and not game.is_aided
        if is_learnt and is_printed and game.name not in self._begun:
            self._begun.add(game.name)
            self.host.apart(lambda: profiles.built_in(game))

    @property
    def _is_simulated(self) -> bool:
        return not opening.cameras(self.host.settings)

    def taught(self) -> None:
        """A set was taught: what is read from now on is read by what it knows now."""
        self._sight = None
        self.forget()


def photo(rules: Rules[Any, Any], layout: Layout, number: int = 0, plan: TablePlan | None = None) -> Frame:
    """A photo of the simulated table on which this was laid out, or of one of its sheets."""
    return _photo(rules, layout, Wish(seed=number, tilt=opening.TILT), plan)


def _photo(rules: Rules[Any, Any], layout: Layout, wish: Wish, plan: TablePlan | None = None) -> Frame:
    scene = scene_of(rules, wish, layout, plan)
    return np.asarray(SimulatedTable(scene, layout).frame(0.0), np.uint8)


def _of_match(service: Service, frame: Frame, lost: RunewatchError | None) -> Seen:
    rules, sighting = service.sitting.match.rules, service.sighted
    view = sighting.view if sighting is not None else None
    if lost is not None or service.look is Look.LOST:
        return Seen(State.LOST, rules, frame, why=lost)
    state = State.SEEN if sighting is not None else State.FOUND
    state = State.MOVING if service.look in (Look.MOVING, Look.HAND) else state
    return Seen(state, rules, frame, view, None, sighting)


def _usual_rules() -> Rules[Any, Any]:
    """The game that is looked for where nobody said which."""
    game = next(iter(games().values()))
    return game.open(game.sight)


def _sights(name: str) -> Sights:
    taught = profiles.names()
    if name == AUTO:
        name = taught[0] if len(taught) == 1 else profiles.BUILT_IN
    profile = profiles.chosen(name)
    rules = profiles.rules_of(profile)
    return sights(rules, profiles.completed(profile, rules))


def _image(picture: Picture) -> Image:
    high, wide = picture.shape[:2]
    if wide > WIDE:
        size = (WIDE, round(high * WIDE / wide))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return Image(hashlib.sha256(data).hexdigest()[:16], data)


def _outcome(done: Future[T], patience: float) -> T:
    try:
        return done.result(patience)
    except Late:
        done.cancel()
        raise NoPictureError(N_("looking takes too long: try again")) from None


def _error_of(done: Future[Any]) -> RunewatchError | None:
    error = done.exception()
    if error is not None and not isinstance(error, RunewatchError):
        raise error
    return error


# -- which camera -----------------------------------------------------------------------------------------


def cameras(settings: Settings) -> tuple[str, ...]:
    """The cameras there are to choose from, by their names in the settings; the simulated table last."""
    return tuple(dict.fromkeys((*opening.cameras(settings), *finding.cameras(), opening.SIMULATED)))


def camera_in_use(settings: Settings) -> str:
    """The one that is looked through, or is looked for."""
    return next(iter(opening.cameras(settings)), opening.SIMULATED)


def camera_title(words: Words, name: str) -> str:
    """What people call it."""
    kind, _, rest = name.partition(":")
    if name == opening.SIMULATED:
        return words(N_("The simulated table"))
    if kind == finding.OWN:
        return words(N_("Camera {number} on the Pi's own connector"), number=str(int(rest) + 1))
    if name.startswith(_DEVICE):
        return words(N_("USB camera {number}"), number=name.removeprefix(_DEVICE))
    return called(name)


_DEVICE = "/dev/video"


def read_photo(data: bytes) -> Frame:
    """The picture that somebody sends. Raises PhotoError for what is none."""
    try:
        return decode(data)
    except PictureError as error:
        raise PhotoError(error.message, **error.facts) from None
