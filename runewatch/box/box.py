"""The box at a match: moments in, lights and sounds out; presses in, requests out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Protocol

from device.buttons import Press
from device.display import Sign
from device.panel import Ears, Panel
from device.patterns import Shown
from engine.errors import RunewatchError
from engine.words import Words
from runewatch.box.pressing import asked
from runewatch.box.showing import SOUNDS, lasting, passing, sign, sounds
from runewatch.box.wiring import wiring
from runewatch.listeners import Listener, Listeners
from runewatch.live.moment import Moment
from runewatch.live.sitting import House, Trouble
from runewatch.referee.requests import Request
from runewatch.settings import Settings


class Table(Protocol):
    """Where matches are played: what is on it, and whom to ask."""

    house: House
    moments: Listeners[Moment]
    box: Box | None
    """Its lights and buttons, for the page and the camera's lamp."""

    @property
    def moment(self) -> Moment:
        """What is on the table now."""

    def ask(self, asked: Request, /) -> object:
        """Asks the referee; from any thread."""


class Box:
    """Lights, buttons, buzzer and display of one table, for as long as it is open."""

    def __init__(
        self, settings: Settings, words: Words | None = None, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.shown: Listeners[tuple[Shown, ...]] = Listeners()
        """What all lights show, whenever that changes: for a page to draw."""
        self._settings, self._words = settings, words or Words(settings.table.language)
        self._table: Table | None = None
        self._listener: Listener[Moment] | None = None
        self._before = Moment()
        self._hearing = threading.Lock()
        ears = Ears(self._press, self._fail, self._change)
        self.panel = Panel.open(wiring(settings), settings.box.pins, ears, steady)

    def attach(self, table: Table) -> None:
        """Follows what happens at this table, from what is on it now. Lines that cannot be used are told."""
        self._table, self._before = table, table.moment
        table.box = self
        self.panel.start()
        self._listener = table.moments.call("box", self.hear)
        self.hear(self._before)
        for fault in self.panel.faults:
            table.house.listeners.tell(Trouble(fault))

    def hear(self, moment: Moment) -> None:
        """Shows what is on the table now, and what was said since the moment before."""
        with self._hearing:
            if moment.number >= self._before.number:
                before, self._before = self._before, moment
                self._show(before, moment)

    def press(self, name: str, is_down: bool) -> None:
        """A finger on a button of the page or of a script: the same as one on the real button."""
        self.panel.edge(name, is_down)

    def tap(self, name: str, long: bool = False) -> None:
        """A whole press, where nobody can tell when the finger leaves."""
        self.panel.tap(name, long)

    def light(self, is_lit: bool) -> None:
        """Switches the lamp over the table, if there is one."""
        self.panel.light(is_lit)

    @property
    def sign(self) -> Sign:
        """What the display shows."""
        return self.panel.reads

    def __enter__(self) -> Box:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Dark, and deaf. More than once does no harm."""
        if self._listener is not None:
            self._listener.close()
        self.panel.close()
        self.shown.close()

    # -- its parts ------------------------------------------------------------------------------------

    def _show(self, before: Moment, moment: Moment) -> None:
        for name, pattern in lasting(moment, (light.name for light in self.panel.wiring.lights)).items():
            self.panel.show(name, pattern)
        self.panel.sign(sign(moment.match, self._words))
        told = before.log[-1].number if before.log else 0
        said = [entry.said for entry in moment.log if entry.number > told]
        for name, pattern in passing(before, moment, said):
            self.panel.show(name, pattern)
        heard = [sound for sound in sounds(before, moment, said) if sound in self._settings.buzzer.sounds]
        if heard:
            self.panel.sound(SOUNDS[heard[0]])

    def _press(self, press: Press) -> None:
        if self._table is None:
            return
        ends_turns = "button" in self._settings.turn.ends
        for request in asked(press, self._table.moment, ends_turns=ends_turns):
            self._table.ask(request)

    def _fail(self, fault: RunewatchError) -> None:
        if self._table is not None:
            self._table.house.listeners.tell(Trouble(fault))

    def _change(self) -> None:
        self.shown.tell(self.panel.shown())


def attach(table: Table, settings: Settings, words: Words | None = None) -> Box:
    """A box at this table, of real lights and buttons or of twins; to be closed in the end."""
    box = Box(settings, words)
    box.attach(table)
    return box
