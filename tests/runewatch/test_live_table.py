"""Stretches of play acted out on the simulated table and refereed through frames: kept as they were played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from itertools import islice
from typing import Any

import pytest

from engine.record import Record, read_record, replay
from runewatch.events import Paused, Resumed
from runewatch.live.acting import Deed, deeds
from runewatch.match import replayed
from runewatch.referee import announcements as say
from tests.runewatch.acted import Room


@pytest.fixture
def demo() -> Record:
    return read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))


def first_turn(record: Record) -> str:
    rules = record.open()
    steps = replay(record, rules)
    return next(rules.write_position(step.before) for step in steps if rules.closing(step.before) is not None)


def test_turns_with_an_illegal_try_a_bump_and_another_light(room: Callable[..., Room], demo: Record) -> None:
    here = room(setup=dict(demo.open().setup), position=first_turn(demo))
    match = here.sitting.match
    told = list(islice(deeds(match.rules, demo, match.state), 7))
    table = here.source.table
    dark, knock = partial(table.dim, 0.75), partial(table.bump, right=0.15, down=-0.1, turn=2.0)
    here.play([*told[:2], dark, *told[2:5], knock, *told[5:]])
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


@pytest.mark.parametrize("position", ["", "spell 2e | sheet Nd4 Bc4 Ve4 | phase build | turn violet"])
def test_nothing_is_taken_for_tiles_while_the_arena_is_built(room: Callable[..., Room], position: str) -> None:
    """A bare mat and one with few tiles: what is printed there is no tile."""
    here = room(setup={}, position=position)
    while here.service.sighted is None:
        here.service.step()
    for _ in range(20):
        here.service.step()
    assert here.said(say.OutOfStep) == []


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
