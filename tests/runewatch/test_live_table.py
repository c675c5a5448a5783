"""Matches acted out on the simulated table and refereed through frames alone: what was kept is what was played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.record import Record, read_record, replay
from runewatch.events import Began, Paused, Resumed
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.acting import Actor, Deed, deeds
from runewatch.live.service import Service
from runewatch.live.sitting import House, Sitting, Times
from runewatch.match import replayed
from runewatch.referee import announcements as say
from runewatch.settings import Settings, overridden

RATE = 5
PACE = 2.0
LONGEST = 400.0
"""Seconds of the table's time after which nothing more is to be expected."""


class Hours:
    """Time that passes as fast as it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Room:
    """A simulated table with people at it, and the referee."""

    def __init__(self, folder: Path, began: Began) -> None:
        self.hours = Hours()
        self.journal = Journal.open(folder / "journal.db")
        self.listeners: Listeners[Any] = Listeners()
        self.heard = self.listeners.listen("test", most=100_000)
        house = House(self.journal, self.listeners, times=Times(self.hours, self.hours))
        self.sitting = Sitting.begin(house, began)
        settings: Settings = overridden(Settings(), [f"camera.rate={RATE}"])
        self.source = opening.simulated(self.sitting, settings, self.hours.sleep)
        self.service: Service = opening.service(self.sitting, settings, self.source)

    def play(self, told: Iterable[Deed], after: Mapping[int, Callable[[], None]] | None = None) -> None:
        """These deeds are done; ``after`` so many something else happens to table or camera."""
        actor = Actor(self.service, self.source, self._counted(told, after or {}), PACE)
        while not actor.is_done and self.hours.now < LONGEST:
            actor.step()
            self.service.step()
        assert actor.is_done, f"stuck after {self.hours.now:.0f} s: {self.said()[-4:]}"

    def _counted(self, told: Iterable[Deed], after: Mapping[int, Callable[[], None]]) -> Iterator[Deed]:
        for number, deed in enumerate(told):
            if number in after:
                after[number]()
            yield deed

    def said(self, kind: type[Any] = object) -> list[Any]:
        found = []
        while (one := self.heard.take(timeout=0)) is not None:
            found.append(one)
        return [one for one in found if isinstance(one, kind)]

    def kept(self) -> list[Any]:
        return [one.event for one in self.journal.events(self.sitting.number)]

    def close(self) -> None:
        self.listeners.close()
        self.journal.close()


@pytest.fixture
def demo() -> Record:
    return read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    yield tmp_path


@pytest.fixture
def room(home: Path) -> Iterator[Callable[..., Room]]:
    rooms: list[Room] = []

    def opened(**began: Any) -> Room:
        rooms.append(Room(home, Began("spell", **began)))
        return rooms[-1]

    yield opened
    for one in rooms:
        one.close()


def first_turn(record: Record) -> str:
    rules = record.open()
    steps = replay(record, rules)
    return next(rules.write_position(step.before) for step in steps if rules.closing(step.before) is not None)


def test_turns_with_an_illegal_try_a_bump_and_another_light(room: Callable[..., Room], demo: Record) -> None:
    here = room(setup=dict(demo.open().setup), position=first_turn(demo))
    match = here.sitting.match
    told = list(islice(deeds(match.rules, demo, match.state), 7))
    table = here.source.table
    here.play(told, {2: lambda: table.dim(0.75), 5: lambda: table.bump(right=0.15, down=-0.1, turn=2.0)})
    # two ways to say the same shift lead to the same state
    wanted = [deed.expected for deed in told if not deed.is_fault]
    assert [step.after for step in here.sitting.match.steps] == wanted
    assert replayed(here.kept()).state == here.sitting.match.state
    faults = [step for step in replay(demo, match.rules) if not step.is_legal]
    tried = [match.rules.read_action(step.before, step.entry.text) for step in faults]
    rules = [match.rules.breaches(step.before, action, match.rules.actor(step.before, action))[0].rule
             for step, action in zip(faults, tried, strict=True)]  # fmt: skip
    named = [one.breaches[0].rule for one in here.said(say.OutOfStep)]
    assert named == rules[: sum(deed.is_fault for deed in told)]
    pauses = [type(event) for event in here.kept() if isinstance(event, Paused | Resumed)]
    assert pauses == [Paused, Resumed] * len(named)


def test_a_rival_is_played_by_hand_and_seen(room: Callable[..., Room]) -> None:
    here = room(setup={"solo": "normal"})
    rules = here.sitting.match.rules
    told = list(islice(_random_deeds(rules, here.sitting.match.state, random.Random(3)), 22))
    here.play(told)
    assert here.sitting.match.state == told[-1].expected
    assert here.said(say.OutOfStep) == []


def _random_deeds(rules: Any, state: Any, rng: random.Random) -> Iterator[Deed]:
    """Somebody plays by chance; what leaves no trace is said."""
    while rules.result(state) is None:
        legal = list(rules.legal(state))
        closing = rules.closing(state)
        done = closing is not None and rng.random() < 0.3
        action = closing if done else rng.choice([one for one in legal if not getattr(one, "card", 0)] or legal)
        after = rules.play(state, action)
        traces = rules.traces(state, action, after)
        is_said = rules.shown(action) == "said" or traces == rules.layout(state)
        yield Deed(None if is_said else traces, rules.write_action(state, action) if is_said else "", after)
        state = after
