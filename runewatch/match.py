"""A match as a value: what replaying its events gives. Nothing here knows time, cameras or files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.catalogue import game_named
from engine.contract import ARBITER, Rules, Seat
from engine.errors import N_, NotationError, RunewatchError, SetupError, shown
from engine.table import Layout
from engine.verdict import Accepted, Notice, Phrase, Refusal
from engine.verdict import Event as Told
from runewatch.events import Abandoned, Acted, Began, Corrected, Ended, Event, Paused, Resumed, SteppedBack


class MatchError(RunewatchError, ValueError):
    """An event that cannot have happened in this match; says what was expected."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action or correction, and what came of it."""

    event: Acted | Corrected
    action: Any
    """The action, or None for a correction."""
    before: Any
    after: Any
    told: tuple[Told, ...] = ()
    notices: tuple[Notice, ...] = ()
    is_final: bool = False
    """It showed something hidden: it cannot be taken back, only corrected."""

    def deed(self, rules: Rules[Any, Any]) -> Phrase | None:
        """What was done, in words; None for a correction."""
        return None if self.action is None else rules.deed(self.before, self.action)


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands, and how it got there."""

    began: Began
    rules: Rules[Any, Any]
    first: Any
    steps: tuple[Step, ...] = ()
    turn: int = 0
    """How many steps were taken before the present turn began."""
    paused: str = ""
    """Why the clocks stand; empty while they run."""
    over: Ended | Abandoned | None = None

    @property
    def state(self) -> Any:
        return self.steps[-1].after if self.steps else self.first

    @property
    def table(self) -> Layout:
        """What lies on the table after the last step, told in the places that the step was told in."""
        last = self.steps[-1] if self.steps else None
        if last is None or last.action is None:
            return self.rules.layout(self.state)
        return self.rules.traces(last.before, last.action, last.after)

    @property
    def turn_state(self) -> Any:
        """The state in which the present turn began."""
        return self.steps[self.turn - 1].after if self.turn else self.first

    @property
    def draft(self) -> tuple[Step, ...]:
        """What was done in the present turn so far."""
        return self.steps[self.turn :]

    @property
    def lingering(self) -> tuple[Step, ...]:
        """What of the draft was all of a turn, and is open to change only until the next one is acted in."""
        now = self.rules.clock(self.state)
        return tuple(step for step in self.draft if self.rules.clock(step.before) != now)

    @property
    def fixed(self) -> int:
        """So many steps cannot be taken back by putting the table back."""
        return max((i + 1 for i, step in enumerate(self.steps) if step.is_final), default=0)

    def actor(self) -> Seat:
        """Whom the match waits for first."""
        waiting = self.rules.requests(self.state)
        return waiting[0].by if waiting else ARBITER

    def after(self, event: Event) -> Match:
        """The match with one event more. Raises MatchError if it cannot have happened."""
        if isinstance(event, Began):
            raise MatchError(N_("a match begins only once"))
        if isinstance(self.over, Ended) and isinstance(event, SteppedBack):
            # the last turn was ended by mistake
            return replace(self, over=None)._stepped_back(event)
        if self.over is not None:
            raise MatchError(N_("the match is over"))
        if isinstance(event, Paused | Resumed):
            return replace(self, paused=event.why if isinstance(event, Paused) else "")
        if isinstance(event, Ended | Abandoned):
            return replace(self, over=event)
        if isinstance(event, SteppedBack):
            return self._stepped_back(event)
        return self._with(self._corrected(event) if isinstance(event, Corrected) else self._acted(event))

    def deeds(self, event: Event) -> tuple[Phrase, ...]:
        """What an event that comes next does, or takes back, in words."""
        if isinstance(event, Acted):
            return (self.rules.deed(self.state, self.rules.read_action(self.state, event.text)),)
        taken_back = self.steps[event.left :] if isinstance(event, SteppedBack) else ()
        return tuple(told for one in taken_back if (told := one.deed(self.rules)) is not None)

    def _acted(self, event: Acted) -> Step:
        before = self.state
        action = self.rules.read_action(before, event.text)
        verdict = self.rules.judge(before, action, event.by)
        if isinstance(verdict, Refusal):
            raise MatchError(N_("{text} is not legal here"), text=shown(event.text))
        return step(self.rules, before, action, event, verdict)

    def _corrected(self, event: Corrected) -> Step:
        return Step(event, None, self.state, self.rules.read_position(event.position), is_final=True)

    def _stepped_back(self, event: SteppedBack) -> Match:
        if not 0 <= event.left <= len(self.steps):
            raise MatchError(
                N_("a match cannot go back to step {left}: its last is step {count}"),
                count=len(self.steps),
                left=event.left,
            )
        return replace(self, steps=self.steps[: event.left], turn=turn_of(self, self.steps[: event.left]))

    def _with(self, one: Step) -> Match:
        steps = (*self.steps, one)
        # of the steps before only the last can begin a turn now: if it lingered until this one
        news = len(self.steps) - 1
        return replace(self, steps=steps, turn=turn_of(self, steps, news) or self.turn)


def step(rules: Rules[Any, Any], before: Any, action: Any, event: Acted, verdict: Accepted[Any]) -> Step:
    final = rules.reveals(before, action)
    return Step(event, action, before, verdict.state, verdict.events, verdict.notices, final)


def turn_of(match: Match, steps: tuple[Step, ...], since: int = 0) -> int:
    """How many of the steps were taken before the present turn began; 0 if it began before those looked at."""
    # what lingers is a draft still, though it was all of a turn
    latest = len(steps) - 1 if steps and _lingers(match.rules, steps[-1]) else len(steps)
    counts = range(latest, max(since, 0), -1)
    return next((count for count in counts if _begins_turn(match.rules, steps[count - 1])), 0)


def _lingers(rules: Rules[Any, Any], last: Step) -> bool:
    """Whether a step is open to change by the table; what somebody said is taken back by saying so."""
    return isinstance(last.event, Acted) and last.event.seen and rules.lingers(last.action)


def _begins_turn(rules: Rules[Any, Any], last: Step) -> bool:
    """Whether another turn begins after a step: it is another's, or nothing on the table is where it was."""
    if last.action is None or rules.clock(last.before) != rules.clock(last.after):
        return True
    return rules.traces(last.before, last.action, last.after) != rules.layout(last.after)


def begun(event: Began) -> Match:
    """A match at its beginning. Raises SetupError or NotationError for what cannot be opened."""
    game = game_named(event.game)
    rules = game.open(event.setup)
    return Match(event, rules, rules.read_position(event.position) if event.position else rules.start())


def seated(rules: Rules[Any, Any], names: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat, empty where nobody gave one. Where a script plays some, people may be named alone.

    Raises SetupError where there are more names than seats, or a name twice.
    """
    given = tuple(name.strip() for name in names)
    while given and not given[-1]:
        given = given[:-1]
    if len(given) > len(rules.seats):
        raise SetupError(
            N_("there are more names than seats: at most {most} were expected, but {came} came ({names})"),
            most=len(rules.seats),
            came=len(given),
            names=shown(", ".join(given), limit=100),
        )
    named = [name.casefold() for name in given if name]
    if len(set(named)) < len(named):
        raise SetupError(
            N_("each player needs a name of their own, but {names} came"), names=shown(", ".join(given), limit=100)
        )
    all_seats = range(len(rules.seats))
    known = dict(zip(all_seats if len(given) > len(rules.people) else rules.people, given, strict=False))
    return tuple(known.get(seat, "") for seat in all_seats)


def replayed(events: Iterable[Event]) -> Match:
    """The match that these events tell. Raises MatchError naming the event that does not follow."""
    told = iter(events)
    first = next(told, None)
    if not isinstance(first, Began):
        raise MatchError(N_("a match begins with its set-up"))
    match = begun(first)
    for number, event in enumerate(told, 2):
        try:
            match = match.after(event)
        except (MatchError, NotationError) as error:
            raise MatchError(N_("event {number} does not follow: {why}"), number=number, why=str(error)) from error
    return match


def only_way(rules: Rules[Any, Any], state: Any) -> Any:
    """What a script leaves no choice about and nobody has to do by hand; None if there is no such thing."""
    choices = tuple(rules.legal(state)) if rules.scripted(state) else ()
    return choices[0] if len(choices) == 1 and rules.shown(choices[0]) == "said" else None
