"""Whole matches that people act out, and what the referee has to make of them.

People waver, take back, do two things at once, try what is not allowed, knock the camera and turn the light down.
What the journal has in the end is what was played, action for action.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.contract import Rules
from engine.record import read_record, replay
from engine.table import Layout
from engine.verdict import Refusal
from runewatch.events import Acted, Ended, Paused, Resumed, SteppedBack
from runewatch.journal.recording import record_text
from runewatch.live.acting import Deed
from runewatch.live.sitting import Lost, Trouble
from runewatch.match import replayed
from runewatch.referee import announcements as say
from tests.runewatch.acted import Room
from tests.runewatch.modes import FAIR

CARDS = {"reveal", "claim", "take"}
"""What happens to cards is said here: they are not in view."""
BUSY = 0.4
"""In so many turns in which nothing special happens something is done."""


class Script:
    """What people do from the set-up to the end: deeds for the hand, and beside them what was truly played."""

    def __init__(self, here: Room, seed: str) -> None:
        self.here, self.rng = here, random.Random(seed)
        self.rules: Rules[Any, Any] = here.sitting.match.rules
        self.state: Any = here.sitting.match.state
        self.played: list[Any] = []
        """The state after every action that stands."""
        self.broken: list[tuple[str, ...]] = []
        """For each thing tried that is not allowed, the rules that speak against it."""
        self.happened: Counter[str] = Counter()
        self.wanted = iter([self.taken_back, self.at_once, self.not_allowed, self.knocked, self.darker])

    def __iter__(self) -> Iterator[Deed | Callable[[], object]]:
        """Ends with the match."""
        special = next(self.wanted, None)
        while self.rules.result(self.state) is None:
            if self.rules.closing(self.state) is None:
                yield from self.on_the_way()
                continue
            found = list(special()) if special is not None else []
            if found:
                self.happened[special.__name__] += 1  # type: ignore[union-attr]
                special = next(self.wanted, None)
            yield from found
            yield from self.claimed()
            if not found and self.rng.random() < BUSY and self.rules.closing(self.state) is not None:
                yield from self.done(self.rng.choice(self.plain(self.state) or [self.rules.closing(self.state)]))
            if (end := self.rules.closing(self.state)) is not None:
                yield from self.done(end)
        assert special is None, f"not all that was to happen did: {self.happened}"

    # -- what is done ---------------------------------------------------------------------------------

    def done(self, action: Any) -> Iterator[Deed]:
        """An action, shown if it can be seen."""
        rules, before = self.rules, self.state
        self.state = rules.play(before, action)
        self.played.append(self.state)
        traces = rules.traces(before, action, self.state)
        if action.kind in CARDS or rules.shown(action) == "said" or traces == rules.layout(before):
            yield Deed(None, rules.write_action(before, action), self.state)
        else:
            yield Deed(traces, "", self.state)

    def on_the_way(self) -> Iterator[Deed]:
        """Building, what the table decides, and what a script has done: two tiles now and then in one go."""
        legal = list(self.rules.legal(self.state))
        if self.rules.scripted(self.state) and len(legal) == 1 and self.rules.shown(legal[0]) == "said":
            # the referee does this by itself
            self.state = self.rules.play(self.state, legal[0])
            self.played.append(self.state)
            return
        yield from self.done(self.rng.choice(legal))

    def claimed(self) -> Iterator[Deed]:
        for action in self.rules.legal(self.state):
            if action.kind == "claim":
                yield from self.done(action)
                return

    def plain(self, state: Any) -> list[Any]:
        """What may be done now and cannot be mistaken: no other action that is as simple leaves the same table."""
        rules, tables = self.rules, list[tuple[Any, Layout]]()
        for action in rules.legal(state):
            if rules.shown(action) == "camera":
                tables.append((action, rules.layout(rules.play(state, action))))
        told = Counter(_key(table) for _, table in tables)
        now = rules.layout(state)
        return [
            action
            for action, table in tables
            if action.card <= FAIR.get(action.kind, 0) and told[_key(table)] == 1 and table != now
        ]

    # -- what happens besides -------------------------------------------------------------------------

    def taken_back(self) -> Iterator[Any]:
        """A hand wavers over the table and goes again; then something is tried, and undone."""
        yield partial(self.here.source.table.reach, "b2", 0.0, 1.5)
        before, plain = self.state, self.plain(self.state)
        tried = self.rng.choice(plain)
        yield Deed(self.rules.layout(self.rules.play(before, tried)), "", self.rules.play(before, tried))
        yield Deed(self.rules.layout(before), "", before)
        yield from self.done(self.rng.choice([one for one in plain if one != tried]))

    def at_once(self) -> Iterator[Deed]:
        """Two actions between two looks, that nothing else explains."""
        rules, before = self.rules, self.state
        pairs = [(one, other) for one in self.plain(before) for other in self.plain(rules.play(before, one))]
        for one, other in self.rng.sample(pairs, min(len(pairs), 20)):
            middle = rules.play(before, one)
            after = rules.play(middle, other)
            if self.is_told(before, after):
                self.state = after
                self.played += [middle, after]
                yield Deed(rules.layout(after), "", after)
                return

    def is_told(self, before: Any, after: Any) -> bool:
        """Whether two actions that leave this table always lead to this state, and one never leaves it."""
        rules, table = self.rules, self.rules.layout(after)
        ones = [rules.play(before, action) for action in rules.legal(before) if rules.shown(action) == "camera"]
        twos = (rules.play(one, action) for one in ones for action in rules.legal(one)
                if rules.shown(action) == "camera")  # fmt: skip
        return all(rules.layout(one) != table for one in (before, *ones)) and all(
            two == after for two in twos if rules.layout(two) == table
        )

    def not_allowed(self) -> Iterator[Deed]:
        """A mage goes too far, onto a tile that is free."""
        rules, state = self.rules, self.state
        places = [name for name, things in rules.layout(state).items() if [one.kind for one in things] == ["tile"]]
        for place in self.rng.sample(places, len(places)):
            try:
                action = rules.read_action(state, f"move {place}")
            except ValueError:
                continue
            verdict, table = rules.judge(state, action), rules.attempted(state, action)
            if isinstance(verdict, Refusal) and table is not None and rules.diagnose(state, table):
                self.broken.append(verdict.rules)
                yield Deed(table, "", state, is_fault=True)
                return

    def knocked(self) -> Iterator[Any]:
        yield partial(self.here.source.table.bump, 0.06)
        yield from self.done(self.rng.choice(self.plain(self.state)))

    def darker(self) -> Iterator[Any]:
        yield partial(self.here.source.table.dim, 0.85)
        yield from self.done(self.rng.choice(self.plain(self.state)))


def _key(table: Layout) -> frozenset[Any]:
    return frozenset((name, tuple(thing.name for thing in things)) for name, things in table.items())


def acted_out(here: Room, seed: str) -> list[Any]:
    """A match from its beginning to its end, which has to be kept as it was played; gives what was said."""
    script = Script(here, seed)
    here.play(script)
    match, kept, said = here.sitting.match, here.kept(), here.said()
    # it came to its end, and nothing was left out on the way
    assert isinstance(kept[-1], Ended)
    assert sorted(script.happened.values()) == [1] * 5
    assert match.state == script.state == script.played[-1]
    assert len(match.steps) == len(script.played)
    standing = [step.after for step in match.steps]
    # of two actions at once either may have come first
    assert sum(one != other for one, other in zip(standing, script.played, strict=True)) <= 1
    # what the camera could see was seen
    assert sum(isinstance(event, Acted) and event.seen for event in kept) > len(script.played) / 3
    # what was undone was seen, too; a draft may also be told otherwise on the way
    assert any(isinstance(event, SteppedBack) for event in kept)
    # each thing that is not allowed was named, with a rule that it breaks, and nothing else was blamed
    blamed = [{breach.rule for breach in one.breaches} for one in said if isinstance(one, say.OutOfStep)]
    assert len(blamed) == len(script.broken) == 1, f"blamed: {blamed}, broken: {script.broken}"
    assert blamed[0] & set(script.broken[0])
    assert [type(one) for one in kept if isinstance(one, Paused | Resumed)] == [Paused, Resumed]
    assert not [one for one in said if isinstance(one, Lost | Trouble)]
    # the record that the journal gives is a match that is legal from its first action to its last
    assert replayed(kept).state == match.state
    text = record_text(here.journal.events(here.sitting.number))
    steps = list(replay(read_record(text), match.rules))
    assert all(step.is_legal for step in steps)
    assert [step.after for step in steps] == standing
    return said
