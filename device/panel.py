"""The box as people meet it: lights that play patterns, buttons that are pressed, a buzzer, a display, a lamp.

One thread of its own plays what it is told, so that no slow or broken pin holds up anybody. Without that thread it
can be led step by step, on any clock.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from device.buttons import Finger, Press
from device.display import Sign
from device.faults import PinFactoryError, pin_error
from device.opening import BUZZER, LAMP, SCREEN, open_wiring
from device.patterns import DARK, STEADY, Pattern, Shown
from device.pins import TWINS, Pins, choose
from device.playing import Player
from device.twins import TwinDisplay, TwinOutput, is_twin
from device.wiring import Wiring
from engine.errors import RunewatchError

FAREWELL = 2.0
"""Seconds that a line gets to go dark when the box is closed."""

_log = logging.getLogger(__name__)


def _nothing(*_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Ears:
    """Who hears of what: of every press, of lines that break while they are used, and that a light shows another
    pattern. Each may be called from any thread."""

    pressed: Callable[[Press], object] = _nothing
    failed: Callable[[RunewatchError], object] = _nothing
    changed: Callable[[], object] = _nothing


class Panel:
    """The box, opened. It may be told things from any thread; nothing here waits for a pin but its own thread."""

    def __init__(
        self, wiring: Wiring, pins: Pins, ears: Ears, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.wiring, self.pins = wiring, pins
        self._ears, self._steady = ears, steady
        self._news = threading.Condition()
        self._fingers = {button.name: Finger(button.name, wiring.hold) for button in wiring.buttons}
        self._players = {name: Player() for name in (*(light.name for light in wiring.lights), BUZZER, LAMP)}
        self._sign = self._drawn = Sign()
        self._thread: threading.Thread | None = None
        self._is_open = True
        self._felt: set[str] = set()
        """The buttons that a real finger is on."""
        self._lines = open_wiring(wiring, pins, self._feel)

    @classmethod
    def open(cls, wiring: Wiring, wanted: str, ears: Ears, steady: Callable[[], float] = time.monotonic) -> Panel:
        """The box on the pins of this machine; one of twins, and the fault, where they cannot be reached."""
        try:
            return cls(wiring, choose(wanted), ears, steady)
        except PinFactoryError as error:
            panel = cls(wiring, TWINS, ears, steady)
            panel._lines.faults.append(error)
            return panel

    @property
    def faults(self) -> tuple[RunewatchError, ...]:
        """What could not be opened, or broke."""
        return tuple(self._lines.faults)

    def is_real(self, name: str) -> bool:
        """Whether there is more than a twin behind the line of this name."""
        lines = self._lines
        named = {**lines.outputs, **lines.buttons, SCREEN: lines.display}
        found = named.get(name)
        return found is not None and not is_twin(found)

    # -- what it shows ----------------------------------------------------------------------------------

    def show(self, name: str, pattern: Pattern) -> None:
        """A light plays this: until it is told otherwise, or once. One that is not wired stays dark."""
        with self._news:
            player = self._players.get(name)
            is_news = player is not None and player.show(pattern, self._steady())
            self._news.notify()
        if is_news:
            self._ears.changed()

    def sound(self, pattern: Pattern) -> None:
        """The buzzer, if there is one, plays this once."""
        if pattern.times and self.wiring.buzzer is not None:
            self.show(BUZZER, pattern)

    def light(self, is_lit: bool) -> None:
        """Switches the lamp over the table, if there is one."""
        self.show(LAMP, STEADY if is_lit else DARK)

    def sign(self, sign: Sign) -> None:
        """The display, if there is one, shows this."""
        with self._news:
            is_news = sign != self._sign
            self._sign = sign
            self._news.notify()
        if is_news:
            self._ears.changed()

    def now(self) -> float:
        """The moment on the clock that patterns are played by."""
        return self._steady()

    def shown(self) -> tuple[Shown, ...]:
        """What every light was told, and the buzzer if there is one, for a page to draw."""
        now = self._steady()
        colours = {light.name: light.colour for light in self.wiring.lights}
        if self.wiring.buzzer is not None:
            colours[BUZZER] = "none"
        with self._news:
            return tuple(self._players[name].shown(name, colour, now) for name, colour in colours.items())

    @property
    def reads(self) -> Sign:
        """What the display was told to show."""
        return self._sign

    # -- what is pressed --------------------------------------------------------------------------------

    def edge(self, name: str, is_down: bool) -> None:
        """A button went down or up, as far as a page or a script is concerned; a real one does the same."""
        with self._news:
            finger = self._fingers.get(name)
            press = finger.edge(is_down, self._steady()) if finger is not None and self._is_open else None
            self._news.notify()
        if press is not None:
            self._ears.pressed(press)

    def tap(self, name: str, long: bool = False) -> None:
        """A whole press of a button, from a page or a script."""
        if name in self._fingers and self._is_open:
            self._ears.pressed(Press(name, long))

    def _feel(self, name: str, is_down: bool) -> None:
        """What a line says of its button."""
        (self._felt.add if is_down else self._felt.discard)(name)
        self.edge(name, is_down)

    def _held(self, now: float) -> Iterator[Press]:
        """The presses that have just become long; where the line says that nobody presses, an edge was lost."""
        for name, finger in self._fingers.items():
            if finger.due is None or now < finger.due:
                continue
            button = self._lines.buttons[name]
            is_lost = name in self._felt and not button.is_down()
            press = finger.lost() if is_lost else finger.held(now)
            if press is not None:
                yield press

    # -- playing ----------------------------------------------------------------------------------------

    def start(self) -> Panel:
        """Plays in a thread of its own from now on."""
        self._thread = threading.Thread(target=self._run, name="box", daemon=True)
        self._thread.start()
        return self

    def step(self) -> float | None:
        """Plays what is due; gives the moment to come back at, None if nothing changes by itself."""
        with self._news:
            now = self._steady()
            presses = list(self._held(now))
            wanted = {}
            for name, player in self._players.items():
                level = player.at(now)[0]
                if level != player.level:
                    wanted[name] = player.level = level
            sign, is_news = self._sign, self._sign != self._drawn
            self._drawn = sign
            until = self._due(now)
        for name, level in wanted.items():
            self._write(name, level)
        if is_news:
            self._draw(sign)
        for press in presses:
            self._ears.pressed(press)
        return until

    def _due(self, now: float) -> float | None:
        """The moment at which something changes by itself."""
        moments = [player.at(now)[1] for player in self._players.values()]
        moments += [finger.due for finger in self._fingers.values()]
        return min((moment for moment in moments if moment is not None), default=None)

    def _is_behind(self, now: float) -> bool:
        """Whether something is to be played that was not yet."""
        return self._sign != self._drawn or any(p.at(now)[0] != p.level for p in self._players.values())

    def _run(self) -> None:
        while self._is_open:
            with suppress(Exception):  # nothing that somebody does who hears of a press ends the box
                self.step()
            self._wait()

    def _wait(self) -> None:
        """Until something is to be played."""
        with self._news:
            now = self._steady()
            until = self._due(now)
            if self._is_open and not self._is_behind(now):
                self._news.wait(None if until is None else max(until - now, 0))

    def _write(self, name: str, level: float) -> None:
        line = self._lines.outputs.get(name)
        if line is None:
            return
        try:
            line.write(level)
        except Exception as error:  # libraries for pins fail in many ways of their own
            self._lines.outputs[name] = TwinOutput()
            self._tell(pin_error(self._pin(name), name, error))

    def _draw(self, sign: Sign) -> None:
        if self._lines.display is None or self.wiring.screen is None:
            return
        try:
            self._lines.display.show(sign)
        except Exception as error:  # as above
            self._lines.display = TwinDisplay()
            self._tell(pin_error(self.wiring.screen.data, SCREEN, error))

    def _pin(self, name: str) -> int:
        wiring = self.wiring
        found = {light.name: light.pins[0] for light in wiring.lights}
        found |= {} if wiring.buzzer is None else {BUZZER: wiring.buzzer.pin}
        return (found | ({} if wiring.lamp is None else {LAMP: wiring.lamp.pin}))[name]

    def _tell(self, fault: RunewatchError) -> None:
        _log.warning("%s", fault)
        self._lines.faults.append(fault)
        self._ears.failed(fault)

    # -- the end ----------------------------------------------------------------------------------------

    def close(self) -> None:
        """Dark, and every pin free. More than once does no harm."""
        with self._news:
            was_open, self._is_open = self._is_open, False
            self._news.notify_all()
        if not was_open:
            return
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(FAREWELL)
        lines = self._lines
        for line in (*lines.outputs.values(), *lines.buttons.values(), lines.display):
            with suppress(Exception):  # one that does not close keeps no other from closing
                if line is not None:
                    line.close()
        with suppress(Exception):
            self.pins.close()
