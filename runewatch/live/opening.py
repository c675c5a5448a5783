"""Putting it all together: from settings to a service that runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from device.cameras import finding
from device.cameras.keeping import Keeper
from device.cameras.opening import open_camera
from device.cameras.shot import Camera, Decoding, Leisure, Wanted
from engine.contract import Game
from engine.record import Record
from runewatch.events import Began
from runewatch.journal.folder import NAME
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live.acting import Actor, deeds
from runewatch.live.handling import as_laid
from runewatch.live.service import Service
from runewatch.live.sitting import Announcement, House, Sitting, Times
from runewatch.live.sources import Simulated, Source
from runewatch.live.watching import Watcher
from runewatch.referee.referee import Patience
from runewatch.settings import Settings
from runewatch.settings.rules import AUTO
from runewatch.sight.looking import Hints, sights
from runewatch.sight.memory import give_back
from runewatch.sight.profiles import BUILT_IN, built_in, profile_for
from runewatch.simulated import Wish, in_view, scene_of
from vision.picture import decode, decode_small
from vision.scene.table import SimulatedTable
from vision.stillness import Patience as Quiet
from vision.stillness import Stillness

SIMULATED = "simulated"
SIZE, MAT_SIZE, WIDE = (1280, 960), (1600, 900), (1920, 1080)
"""Of the simulated table's pictures; on a mat cards have to be known by what is printed on them, and of several
sheets each is smaller."""
TILT = 2.0
"""Degrees by which its camera looks from the side: as people are told to hang theirs, nearly straight above."""


def house(settings: Settings, times: Times | None = None, folder: Path | None = None) -> House:
    """The journal, open for writing, and all that a match is played with. Raises JournalError.

    ``folder`` is another one to keep it in than that of the settings.
    """
    journal = Journal.open((folder or settings.journal.path) / NAME)
    listeners: Listeners[Announcement] = Listeners()
    patience = Patience(out=settings.sight.patience)
    return House(journal, listeners, settings.clocks.timing, times or Times(), patience)


def sitting(house: House, wanted: Began, *, new: bool) -> Sitting:
    """The match that was broken off, or a new one."""
    last = None if new else house.journal.unfinished()
    return Sitting.begin(house, wanted) if last is None else Sitting.resume(house, last)


def cameras(settings: Settings) -> tuple[str, ...]:
    """The cameras that may be looked through, the first the one to take; none where the table is simulated."""
    which = settings.camera.which
    if which == SIMULATED:
        return ()
    return (
        finding.cameras() if which == AUTO else (f"/dev/video{which}" if isinstance(which, int) else str(which),)
    )


def camera(settings: Settings, name: str, lamp: Callable[[bool], object] | None = None) -> Source:
    """A live camera: opened when it is there, and again when it comes back. The lamp is lit while it looks."""
    leisure = Leisure()
    return Keeper(name, lambda: opened(settings, _now(settings, name), leisure), lamp, leisure=leisure)


def opened(settings: Settings, name: str, leisure: Leisure | None = None) -> Camera:
    """The camera itself, for a few shots. Raises CameraError."""
    wish = settings.camera
    focus = None if isinstance(wish.focus, str) else wish.focus
    wanted = Wanted((wish.width, wish.height), wish.rate, focus, leisure or Leisure())
    return open_camera(name, wanted, Decoding(decode, decode_small))


def _now(settings: Settings, name: str) -> str:
    """What the camera is called now: one that was pulled out may come back under another number."""
    return next(iter(cameras(settings)), name) if settings.camera.which == AUTO else name


def simulated(sitting: Sitting, settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Simulated:
    """The simulated table, laid as the match has it."""
    rules = sitting.match.rules
    plan = rules.watched()
    layout = as_laid(plan, in_view(plan, rules.layout(sitting.match.state)))
    size = WIDE if plan.sheets else MAT_SIZE if rules.is_aided else SIZE
    scene = scene_of(rules, Wish(size=size, tilt=TILT), layout)
    table = SimulatedTable(scene, layout)
    return Simulated(table, settings.camera.rate, sitting.house.times.steady, sleep)


def service(sitting: Sitting, settings: Settings, source: Source) -> Service:
    """The match, watched through a camera; the simulated table shows the printed set."""
    rules = sitting.match.rules
    is_simulated = isinstance(source, Simulated)
    hints = Hints() if is_simulated else Hints(quarter=settings.camera.quarter)
    quiet = Stillness(patience=Quiet(piece=settings.sight.still_seconds))
    name = BUILT_IN if is_simulated else _profile(settings)
    watcher = Watcher(sights(rules, profile_for(rules, name)), hints, quiet)
    give_back()
    return Service(sitting, watcher, source, gestures="gesture" in settings.turn.ends)


def prepare(game: Game) -> None:
    """Has the simulated table's set known, which takes a while the first time; not for the loop's thread."""
    built_in(game)


def _profile(settings: Settings) -> str:
    return "" if settings.table.profile == AUTO else settings.table.profile


def actor(service: Service, source: Simulated, record: Record) -> Actor:
    """People who play a record at the simulated table."""
    match = service.sitting.match
    return Actor(service, source, deeds(match.rules, record, match.state))
