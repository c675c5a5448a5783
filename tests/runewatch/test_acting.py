"""People at the simulated table: they play a record, and put right what they are told is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import pytest

from engine.record import Record, read_record, replay
from runewatch.events import Acted, Paused, Resumed
from runewatch.live.acting import LINGER, Actor, Deed, deed_of, deeds
from runewatch.match import Match
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing
from tests.runewatch.refereeing import FRAME, Sitting, sitting
from tests.runewatch.test_referee_more import OPENING, stolen

MOST = 4000
"""Frames after which nothing more is to be expected."""
SLIDE = 0.5
"""Seconds that a hand takes here."""


class Room:
    """A table whose layout the referee is told, and somebody who acts at it."""

    def __init__(self, sit: Sitting, told: Iterable[Deed]) -> None:
        self.sit, self.shown_at, self.asked = sit, 0.0, 0
        service: Any = SimpleNamespace(sitting=self, ask=self._ask)
        source: Any = SimpleNamespace(now=lambda: self.sit.now, table=self)
        self.actor = Actor(service, source, iter(list(told)))

    @property
    def referee(self) -> Any:
        return self.sit.referee

    @property
    def match(self) -> Match:
        return self.sit.referee.match

    def _ask(self, request: Any) -> None:
        self.asked += 1
        self.sit.referee.request(request)

    def show(self, layout: Any, pace: float = 1.0) -> float:
        self.sit.table, self.shown_at = layout, self.sit.now
        return self.sit.now + SLIDE

    def play(self, most: int = MOST) -> None:
        for _ in range(most):
            if self.actor.is_done:
                return
            self.actor.step()
            if self.sit.now - self.shown_at < SLIDE:
                self.sit.referee.stir()
                self.sit.now += FRAME
            else:
                sighting = self.sit.camera.sighting(self.sit.table, overlay=self.sit.referee.overlay)
                self.sit.referee.rest(sighting, self.sit.now)
                self.sit.now += FRAME


@pytest.fixture(scope="module")
def demo() -> Record:
    return read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))


def test_a_record_is_acted_out_with_its_faults(demo: Record) -> None:
    rules = demo.open()
    sit = sitting("spell", rules.write_position(demo.start(rules)), dict(rules.setup))
    told = list(deeds(rules, demo, sit.state))
    room = Room(sit, told)
    room.play()
    assert room.actor.is_done
    assert rules.points(sit.state) == (16, 12)
    faults = sum(deed.is_fault for deed in told)
    assert faults > 0
    assert len(sit.of(say.OutOfStep)) >= faults
    assert [type(event) for event in sit.kept if isinstance(event, Paused | Resumed)] == [Paused, Resumed] * faults


def test_who_comes_late_begins_where_the_match_is(demo: Record) -> None:
    rules = demo.open()
    steps = [step for step in replay(demo, rules) if step.is_legal]
    late = list(deeds(rules, demo, steps[20].before))
    assert late
    assert len(late) < len(list(deeds(rules, demo, demo.start(rules))))
    elsewhere = rules.read_position(OPENING.replace("round 2", "round 5"))
    assert list(deeds(rules, demo, elsewhere)) == []


def test_a_fault_is_put_right_only_after_it_was_named() -> None:
    sit = sitting("spell", OPENING)
    room = Room(sit, [Deed(stolen(sit), "", sit.state, is_fault=True)])
    right = sit.table
    while sit.referee.standing is not Standing.OUT_OF_STEP:
        room.play(most=1)
    named = sit.now
    assert sit.table != right
    room.play()
    assert sit.table == right
    assert room.shown_at - named >= LINGER
    assert room.actor.is_done


def test_what_cannot_be_seen_is_said() -> None:
    sit = sitting("spell", OPENING)
    rules = sit.rules
    room = Room(sit, [Deed(None, "end", rules.played(sit.state, rules.read_action(sit.state, "end")))])
    room.play()
    assert room.asked == 1
    assert [event.text for event in sit.kept if isinstance(event, Acted)] == ["end"]


def test_nobody_acts_out_what_nobody_can() -> None:
    rules = sitting("spell", OPENING).rules
    state = rules.read_position(OPENING)

    def deed(text: str, *, is_legal: bool) -> Deed | None:
        after = rules.played(state, rules.read_action(state, text)) if is_legal else state
        step: Any = SimpleNamespace(before=state, after=after, entry=SimpleNamespace(text=text), is_legal=is_legal)
        return deed_of(rules, step)

    assert deed("nonsense", is_legal=False) is None
    assert deed("claim 1O", is_legal=False) is None
    fault, said, done = deed("move d3", is_legal=False), deed("end", is_legal=True), deed("move c3", is_legal=True)
    assert fault is not None and fault.is_fault and fault.expected == state
    assert said is not None and said.layout is None and said.said == "end"
    assert done is not None and done.layout == rules.layout(done.expected)
