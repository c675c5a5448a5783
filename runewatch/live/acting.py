"""People at the simulated table: they play a record, action by action, and put right what they are told to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.errors import NotationError
from engine.record import Record, Step, replay
from engine.table import Layout
from runewatch.live.handling import as_laid
from runewatch.live.service import Service
from runewatch.live.sitting import Sitting
from runewatch.live.sources import Simulated
from runewatch.match import only_way
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import Choose, Say
from runewatch.simulated import in_view

LINGER = 2.0
"""Seconds before a fault that the referee has named is put right: people read first."""
THINK = 0.6
"""Seconds between two deeds."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done at the table: what it then looks like, or what is said; and what is to be made of it."""

    layout: Layout | None
    said: str
    expected: Any
    """The state it leads to."""
    is_fault: bool = False
    """It is not legal: the referee is to notice, and then it is put right."""


def deeds(rules: Rules[Any, Any], record: Record, since: Any) -> Iterator[Deed]:
    """What the people in a record do, from the state on that the match begins with."""
    reached = record.start(rules) == since
    for step in replay(record, rules):
        reached = reached or step.before == since
        if reached and (found := deed_of(rules, step)):
            yield found


def deed_of(rules: Rules[Any, Any], step: Step) -> Deed | None:
    """How an entry of a record is acted out; None if nobody can."""
    try:
        action = rules.read_action(step.before, step.entry.text)
    except NotationError:
        return None
    if not step.is_legal:
        layout = rules.attempted(step.before, action)
        return Deed(layout, "", step.before, is_fault=True) if layout is not None else None
    traces = rules.traces(step.before, action, step.after)
    plan, before = rules.watched(), rules.layout(step.before)
    if rules.shown(action) == "said" or in_view(plan, traces) == in_view(plan, before):
        return Deed(None, step.entry.text, step.after)
    return Deed(traces, "", step.after)


class Actor:
    """Does one deed after the other, each when the referee has understood the one before."""

    def __init__(self, service: Service, source: Simulated, told: Iterator[Deed], pace: float = 1.0) -> None:
        self._service, self._source, self._deeds, self._pace = service, source, told, pace
        self._deed: Deed | None = None
        self._free_at = 0.0
        self._shows: Layout | None = None
        self._mend: Layout | None = None
        self.is_done = False

    def step(self) -> None:
        """Goes on if it is time."""
        now, sitting = self._source.now(), self._service.sitting
        if now < self._free_at or self.is_done:
            return
        if self._mend is not None:
            self._show(self._mend, now)
            self._mend = None
        elif self._deed is None:
            self._begin(sitting, now)
        elif sitting.referee.standing is Standing.IN_DOUBT:
            self._answer(sitting, self._deed, now)
        elif self._deed.is_fault:
            if sitting.referee.standing is Standing.OUT_OF_STEP:
                self._mend = sitting.match.rules.layout(self._deed.expected)
                self._free_at = now + LINGER
                self._deed = None
        elif self._is_understood(sitting, self._deed):
            self._tidy(sitting, now)
            self._deed = None

    def _is_understood(self, sitting: Sitting, deed: Deed) -> bool:
        """Whether the match has come to where the deed leads, or beyond it by what a script does by itself."""
        rules, state = sitting.match.rules, deed.expected
        while state != sitting.match.state:
            only = only_way(rules, state)
            if only is None:
                return False
            state = rules.play(state, only)
        return True

    def _begin(self, sitting: Sitting, now: float) -> None:
        if sitting.referee.standing is not Standing.IN_STEP:
            return
        self._deed = next(self._deeds, None)
        if self._deed is None or sitting.match.over is not None:
            self.is_done = True
        elif self._deed.layout is None:
            self._service.ask(Say(self._deed.said))
            self._free_at = now + THINK
        else:
            self._show(self._deed.layout, now)

    def _answer(self, sitting: Sitting, deed: Deed, now: float) -> None:
        """The referee asks which of several things was done."""
        for number, reading in enumerate(sitting.referee.offered):
            if reading.state == deed.expected:
                self._service.ask(Choose(number))
                self._free_at = now + THINK

    def _tidy(self, sitting: Sitting, now: float) -> None:
        """Clears away what the referee says has to go."""
        wanted = sitting.match.rules.layout(sitting.match.state)
        if wanted != self._shows:
            self._show(wanted, now)

    def _show(self, layout: Layout, now: float) -> None:
        self._shows = layout
        plan = self._service.sitting.match.rules.watched()
        seen = as_laid(plan, in_view(plan, layout))
        self._free_at = max(self._source.table.show(seen, pace=self._pace), now) + THINK
