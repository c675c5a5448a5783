"""The guided demo: a few turns that play themselves on the simulated table, told in plain words.

Hands lay what the script says, the camera sees it, the referee judges it; each scene waits for that. Nothing of it
is kept: the demo has a journal of its own, and a match that was on the table is gone on with afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import Any, TypeVar

from engine.contract import Rules
from engine.errors import N_, RunewatchError
from engine.record import Record, Step, read_record, replay
from engine.words import SOURCE, languages
from runewatch.box.wiring import button_of
from runewatch.clocks import Timing
from runewatch.events import Began
from runewatch.journal.folder import NAME
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.acting import Deed, deed_of
from runewatch.live.host import Host, HostError
from runewatch.live.moment import Moment, Stage
from runewatch.live.sitting import Sitting
from runewatch.live.sources import Simulated
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import Choose, Correct, EndTurn, Say

T = TypeVar("T")

PACE = 1.25
"""How fast hands are."""
LEAD, READING = 1.2, 0.055
"""Seconds before hands come, so that people look up; and for each letter of a caption."""
LONGEST = 20.0
"""Seconds that the referee gets to understand what was done."""
PATIENCE, SETTING_UP = 15.0, 120.0
"""Seconds within which the loop has to do what it is asked; and to lay the table, which may take long."""
TICK = 0.05

_log = logging.getLogger(__name__)


class DemoError(RunewatchError, RuntimeError):
    """The demo cannot go on."""


class _StoppedError(Exception):
    """Somebody wants no more of it."""


class Going(StrEnum):
    """How the demo is going."""

    OFF = "off"
    PLAYING = "playing"
    PAUSED = "paused"
    STUCK = "stuck"
    """The referee did not answer as expected; somebody has to say what next."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Showing:
    """What the demo shows now."""

    going: Going = Going.OFF
    scene: int = 0
    """Which one it is, counted from 1."""
    caption: int = -1
    """Which of the script's comments is told."""
    why: RunewatchError | None = None
    """What is off, or why it ended before its end."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A comment, and what is done while it is told."""

    caption: int
    deed: Deed | None = None
    mends: bool = False
    """It puts right what was wrong."""
    seat: int = 0
    """Who does it."""


# -- the script ---------------------------------------------------------------------------------------------


def record(language: str = SOURCE) -> Record:
    """The record that is played, with comments in this language."""
    folder = files("runewatch") / "data"
    own = folder / f"guided.{language}.rwr"
    return read_record((own if own.is_file() else folder / "guided.rwr").read_text(encoding="utf-8"))


def captions(language: str) -> tuple[str, ...]:
    """What is told, in this language."""
    return tuple(entry.text for entry in record(language).entries if entry.is_comment)


def prepare() -> None:
    """Has known what the demo is seen by, so that it can begin as soon as somebody wishes it."""
    opening.prepare(record().open().game)


def scenes(told: Record, rules: Rules[Any, Any]) -> Iterator[Scene]:
    """A scene for every comment. What is not legal is put right while the next one is told."""
    steps, caption = replay(told, rules), -1
    scene: Scene | None = None
    mend: Deed | None = None
    for entry in told.entries:
        if entry.is_comment:
            if scene is not None:
                yield scene
            caption += 1
            scene, mend = Scene(caption, mend, mends=mend is not None), None
            continue
        step = next(steps)
        deed = deed_of(rules, step)
        if scene is None or scene.deed is not None or deed is None:
            raise DemoError(N_("line {line} of the demo cannot be played"), line=entry.line)
        scene = replace(scene, deed=deed, seat=_seat(rules, step))
        mend = Deed(rules.layout(step.before), "", step.before) if deed.is_fault else None
    if scene is not None:
        yield scene


def _seat(rules: Rules[Any, Any], step: Step) -> int:
    """Whose hands do it: people's, whoever plays."""
    seat = rules.clock(step.before).seat
    return seat if seat in rules.people else min(rules.people)


# -- the showing --------------------------------------------------------------------------------------------


class Demo:
    """The demo of one host. Everything may be called from any thread."""

    def __init__(self, host: Host, touched: Callable[[], object] = lambda: None) -> None:
        self._host, self._touched = host, touched
        self.changed: Listeners[Showing] = Listeners()
        """Told whatever it shows, as it changes."""
        self.scenes = len(captions(SOURCE))
        self._showing = Showing()
        self._news = Condition()
        self._is_stopped = self._is_paused = self._goes_on = False
        self._thread: Thread | None = None

    @property
    def showing(self) -> Showing:
        """What it shows now."""
        return self._showing

    def start(self) -> None:
        """Plays it from the beginning. Raises HostError where it cannot be played."""
        source = self._host.source
        if not isinstance(source, Simulated) and (source is not None or opening.cameras(self._host.settings)):
            raise HostError(N_("the demo needs the simulated table: choose it as the camera"))
        with self._news:
            if self._thread is not None and self._thread.is_alive():
                raise HostError(N_("the demo is playing already"))
            self._is_stopped = self._is_paused = self._goes_on = False
            self._thread = Thread(target=self._run, name="demo", daemon=True)
            self._show(Showing(Going.PLAYING, 1, 0))
            self._thread.start()

    def pause(self) -> None:
        """Hands do nothing more until somebody says go on."""
        self._tell(paused=True)

    def go_on(self) -> None:
        """Hands may work again."""
        self._tell(paused=False)

    def next(self) -> None:
        """No more waiting for readers; what the referee did not understand is put right."""
        with self._news:
            self._goes_on = True
        self._tell(paused=False)

    def stop(self) -> None:
        """The table is free again."""
        with self._news:
            self._is_stopped = True
            self._news.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(PATIENCE)

    def _tell(self, *, paused: bool) -> None:
        with self._news:
            self._is_paused = paused
            now = self._showing
            if now.going in (Going.PLAYING, Going.PAUSED):
                self._show(replace(now, going=Going.PAUSED if paused else Going.PLAYING))
            self._news.notify_all()

    def _show(self, showing: Showing) -> None:
        self._showing = showing
        self.changed.tell(showing)

    # -- its thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        told: RunewatchError | None = None
        try:
            with (
                TemporaryDirectory(prefix="runewatch-demo-") as folder,
                Journal.open(Path(folder) / NAME) as journal,
            ):
                told = self._play(journal)
        except Exception as error:
            _log.exception("The demo ended:")
            told = DemoError(N_("the demo ended by itself: {why}"), why=str(error)[:200])
        self._show(Showing(why=told))

    def _play(self, journal: Journal) -> RunewatchError | None:
        """All of it; gives why it ended before its end."""
        sitting, why = None, None
        was_playing = self._host.moment.stage is Stage.PLAYING
        try:
            prepare()
            sitting = self._do(lambda: self._begin(journal), SETTING_UP)
            script = record()
            for number, scene in enumerate(scenes(script, sitting.match.rules), start=1):
                self._scene(number, scene)
            self._show(replace(self._showing, going=Going.DONE))
            self._until(lambda: self._host.sitting is not sitting, None)
        except _StoppedError:
            pass
        except RunewatchError as error:
            why = error
        finally:
            with suppress(RunewatchError):
                self._do(lambda: self._end(sitting, goes_on=was_playing))
        return why

    def _begin(self, journal: Journal) -> Sitting:
        """People sit down to the demo; what was played waits."""
        host, script = self._host, record()
        rules = script.open()
        names = tuple(script.tags.get(seat, "") for seat in rules.seats)
        position = rules.write_position(script.start(rules))
        if host.sitting is not None:
            host.leave()
        house = replace(host.house, journal=journal, timing=Timing())
        sitting = host.begin(Began(rules.game.name, dict(rules.setup), names, position), house)
        self._touched()
        return sitting

    def _end(self, sitting: Sitting | None, *, goes_on: bool) -> None:
        if sitting is not None and self._host.sitting is sitting:
            self._host.leave()
        if goes_on and self._host.sitting is None:
            self._host.go_on()
        self._touched()

    # -- a scene --------------------------------------------------------------------------------------

    def _scene(self, number: int, scene: Scene) -> None:
        """Tells it, has it done, and goes on when the referee has understood and people have read."""
        with self._news:
            self._goes_on = False
            self._show(replace(self._showing, scene=number, caption=scene.caption))
        began = self._steady()
        self._until(lambda: self._goes_on, LEAD)
        if scene.deed is not None:
            self._done(scene, scene.deed)
        reading = READING * max(len(captions(one)[scene.caption]) for one in languages())
        self._until(lambda: self._goes_on, reading - (self._steady() - began))

    def _done(self, scene: Scene, deed: Deed) -> None:
        """Hands do it, and the referee is waited for; if it does not understand, people say what next."""
        self._do(lambda: self._lay(scene, deed))
        while not self._until(lambda: self._is_understood(deed), LONGEST):
            self._stick()
            if deed.is_fault:
                return
            self._do(lambda: self._force(deed))

    def _lay(self, scene: Scene, deed: Deed) -> None:
        """Hands lay it, or somebody says it: at the box, if that is where turns are ended."""
        rules, state = self._sitting.match.rules, self._sitting.match.state
        if deed.layout is not None:
            self._source.table.show(deed.layout, rules.facing(scene.seat), PACE)
            self._touched()
        elif rules.read_action(state, deed.said) != rules.closing(state):
            self._host.request(Say(deed.said))
        elif not self._pressed(button_of(rules.clock(state).seat)):
            self._host.request(EndTurn())

    def _pressed(self, name: str) -> bool:
        """Presses a button, if there is a simulated one that ends turns."""
        box = self._host.box
        if box is None or "button" not in self._host.settings.turn.ends:
            return False
        if box.panel.is_real(name) or name not in {one.name for one in box.panel.wiring.buttons}:
            return False
        box.tap(name)
        return True

    def _is_understood(self, deed: Deed) -> bool:
        """Whether hands are done and the referee makes of it what it should. Doubt is settled on the way."""
        moment, source = self._host.moment, self._source
        if moment.match is None or source.table.free > source.now():
            return False
        if deed.is_fault:
            return moment.standing is Standing.OUT_OF_STEP
        if moment.standing is Standing.IN_DOUBT:
            self._do(lambda: self._choose(deed))
        return moment.standing is Standing.IN_STEP and _was_reached(moment, deed)

    def _choose(self, deed: Deed) -> None:
        """Says which of several things was done."""
        for number, reading in enumerate(self._sitting.referee.offered):
            if reading.state == deed.expected:
                self._host.request(Choose(number))
                return

    def _stick(self) -> None:
        """Says what is off, and waits until somebody says what next."""
        why = DemoError(N_("the referee has not understood this within {seconds} seconds"), seconds=round(LONGEST))
        with self._news:
            self._goes_on = False
            self._show(replace(self._showing, going=Going.STUCK, why=why))
        self._until(lambda: self._goes_on, None)
        self._show(replace(self._showing, going=Going.PLAYING, why=None))

    def _force(self, deed: Deed) -> None:
        """Puts right whatever is off: the table, and what the referee has made of it."""
        rules = self._sitting.match.rules
        self._source.table.put(rules.layout(deed.expected))
        self._touched()
        if self._sitting.match.state != deed.expected:
            self._host.request(Correct(rules.write_position(deed.expected)))

    # -- the host -------------------------------------------------------------------------------------

    @property
    def _sitting(self) -> Sitting:
        sitting = self._host.sitting
        if sitting is None:
            raise _StoppedError
        return sitting

    @property
    def _source(self) -> Simulated:
        source = self._host.source
        if not isinstance(source, Simulated):
            raise _StoppedError
        return source

    def _steady(self) -> float:
        return self._host.house.times.steady()

    def _do(self, job: Callable[[], T], patience: float | None = None) -> T:
        try:
            return self._host.do(job).result(patience or PATIENCE)
        except Late:
            raise DemoError(N_("the referee is busy; try again")) from None

    def _until(self, is_so: Callable[[], bool], seconds: float | None) -> bool:
        """Waits until it is so, but not for longer; no time passes while the demo is paused."""
        last, left = self._steady(), seconds
        while not is_so() or (self._is_paused and seconds is not None):
            if self._is_stopped:
                raise _StoppedError
            now = self._steady()
            if left is not None and not self._is_paused:
                left -= now - last
                if left <= 0:
                    return False
            last = now
            with self._news:
                self._news.wait(TICK)
        return True


def _was_reached(moment: Moment, deed: Deed) -> bool:
    """Whether the match came by the state that was meant; a script may have gone on from there by itself."""
    match = moment.match
    return match is not None and any(
        state == deed.expected for state in (match.first, *(s.after for s in match.steps))
    )
