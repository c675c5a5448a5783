"""The referee of one match: sightings and requests go in, kept events and announcements come out.

It is fed from outside, time included, and has no thread of its own. Whatever it says has been kept before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Seat
from engine.errors import N_, NotationError, RunewatchError
from engine.table import Difference, Thing, differences
from engine.verdict import Refusal
from runewatch.events import Abandoned, Acted, Corrected, Ended, Event, Paused, Resumed, SteppedBack
from runewatch.match import Match
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Assessment, Standing, assess
from runewatch.referee.evidence import gist, likeliest
from runewatch.referee.readings import Reading
from vision.sighting import Sighting

RESTORING = "out-of-step"
"""Why the clocks stand while the table is put right."""


@dataclass(frozen=True, slots=True)
class Patience:
    """For how many seconds of stillness something must look odd before the referee says so."""

    doubt: float = 1.0
    out: float = 3.0


class Referee:
    """Follows one match."""

    def __init__(
        self,
        match: Match,
        keep: Callable[[Event, Match], None],
        tell: Callable[[say.Announcement], None],
        patience: Patience | None = None,
    ) -> None:
        self.match = match
        self.standing = Standing.IN_STEP
        self.plan = match.rules.plan()
        self._keep, self._tell = keep, tell
        self._patience = patience or Patience()
        self._last: Assessment | None = None
        self._seen: Sighting | None = None
        self._odd_since: tuple[Standing, float] | None = None
        self._outstanding: dict[str, tuple[Thing, ...]] = {}
        self._said: say.Announcement | None = None
        self._called: tuple[Any, Any] | None = None
        self._moved_house = False
        self._puzzle: object = None

    @property
    def overlay(self) -> bool:
        """Whether to look at the places that lie over others: what is being built is told in those."""
        laid = self.match.rules.layout(self.match.state)
        return any(place.overlay for place in self.plan.places if place.name in laid)

    # -- what is seen ---------------------------------------------------------------------------------

    def stir(self) -> None:
        """Something moves over the table: what looked odd may be on its way to being right."""
        self._odd_since = None

    def rest(self, sighting: Sighting, seconds: float) -> Assessment:
        """The table at rest looks like this, at this moment of a clock that never goes back."""
        found = self._assessed(sighting)
        self._last, self._seen = found, sighting
        self._settle(found.done)
        if self.match.over is not None:
            return found
        if found.standing is Standing.IN_STEP:
            self._odd_since, self._moved_house = None, False
            self._follow(found.readings[0])
            self._stand(Standing.IN_STEP)
            self._heed(sighting)
        elif self._moved_house:
            self._tell_once(say.Outstanding(found.differences))
        elif self._has_lasted(found.standing, seconds):
            self._stand(found.standing)
        return found

    def _assessed(self, sighting: Sighting) -> Assessment:
        """What is made of a sighting; what nothing explains is not puzzled over again while it looks the same."""
        looks = (self.match.steps, frozenset(self._outstanding), gist(sighting))
        if self._last is None or self._puzzle != looks:
            found = assess(self.match, self.plan, sighting, self._outstanding)
            self._puzzle = looks if found.standing is Standing.OUT_OF_STEP else None
            return found
        return self._last

    def _has_lasted(self, standing: Standing, seconds: float) -> bool:
        if standing is self.standing:
            return True
        if self._odd_since is None or self._odd_since[0] is not standing:
            self._odd_since = (standing, seconds)
        patience = self._patience.doubt if standing is Standing.IN_DOUBT else self._patience.out
        return seconds - self._odd_since[1] >= patience

    def _follow(self, reading: Reading) -> None:
        """Makes the draft of the turn what was read."""
        done = tuple(step.action for step in self.match.draft)
        common = next(
            (i for i, (old, new) in enumerate(zip(done, reading.actions, strict=False)) if old != new),
            min(len(done), len(reading.actions)),
        )
        if common < len(done):
            self._add(SteppedBack(self.match.turn + common))
        for action in reading.actions[common:]:
            self._act(action, seen=True)

    def _stand(self, standing: Standing) -> None:
        """Says how things stand, if that is news."""
        last = self._last
        assert last is not None
        news = standing is not self.standing
        before, self.standing = self.standing, standing
        if standing is Standing.IN_STEP:
            if news:
                self._tell(say.InStep())
                if before is Standing.OUT_OF_STEP and self.match.paused == RESTORING:
                    self._add(Resumed())
            return
        if standing is Standing.IN_DOUBT:
            told: say.Announcement = say.InDoubt(tuple(map(self._alternative, last.readings)))
        else:
            told = say.OutOfStep(last.differences, last.breaches)
            if news and not self.match.paused:
                self._add(Paused(RESTORING))
        if news:
            self._said = None
        self._tell_once(told)

    def _tell_once(self, told: say.Announcement) -> None:
        news = told
        if isinstance(told, say.InDoubt):
            # how likely each is changes with every frame, and is no news
            news = say.InDoubt(tuple(replace(one, likely=0.0) for one in told.alternatives))
        if news != self._said:
            self._tell(told)
        self._said = news

    def _alternative(self, reading: Reading) -> say.Alternative:
        texts, state = [], self.match.turn_state
        for action in reading.actions:
            texts.append(self.match.rules.write_action(state, action))
            state = self.match.rules.play(state, action)
        return say.Alternative(tuple(texts), reading.likely)

    def _heed(self, sighting: Sighting) -> None:
        """Does what the table itself asks for, such as the way a pointer points."""
        rules, state = self.match.rules, self.match.state
        if rules.scripted(state) and not self._outstanding:
            action = rules.called_for(state, likeliest(self.plan, sighting))
            if action is not None and self._called != (state, action):
                self._called = (state, action)
                self._instruct((action,))

    def pause(self, why: str) -> None:
        """The clocks stand, for a reason that nobody at the table asked for."""
        self._add(Paused(why))

    def end(self, event: Ended) -> None:
        """The match is over for a reason that its rules do not know."""
        self._add(event)

    # -- what is asked --------------------------------------------------------------------------------

    def request(self, asked: ask.Request) -> None:
        """Does what somebody asks, or says why not."""
        try:
            self._request(asked)
        except RunewatchError as error:
            self._refuse(asked, error)

    def _request(self, asked: ask.Request) -> None:
        match asked:
            case ask.Say(text, by):
                self._say(text, by)
            case ask.EndTurn():
                self._end_turn()
            case ask.StepBack():
                self._step_back()
            case ask.Choose(number):
                self._choose(number)
            case ask.AcceptTable():
                self._accept_table()
            case ask.Correct(position, why):
                self._correct(self.match.rules.read_position(position), why)
            case ask.Pause():
                self._add(Paused())
            case ask.Resume():
                self._add(Resumed())
            case ask.Abandon():
                self._add(Abandoned())

    def _refuse(self, asked: ask.Request, error: RunewatchError) -> None:
        self._tell(say.Refused(self.match.actor(), str(asked), why=error.message, facts=dict(error.facts)))

    def _say(self, text: str, by: Seat | None) -> None:
        rules, state = self.match.rules, self.match.state
        action = rules.read_action(state, text)
        by = rules.actor(state, action) if by is None else by
        verdict = rules.judge(state, action, by)
        if isinstance(verdict, Refusal):
            self._tell(say.Refused(by, text, verdict.breaches))
        else:
            self._act(action, seen=False)

    def _end_turn(self) -> None:
        rules, state = self.match.rules, self.match.state
        action = rules.closing(state)
        if action is None:
            raise NotationError(N_("there is no turn to end now"))
        if self.standing is not Standing.IN_STEP:
            raise NotationError(N_("the table and the match do not agree yet: settle that first"))
        verdict = rules.judge(state, action)
        if isinstance(verdict, Refusal):
            self._tell(say.Refused(self.match.actor(), rules.write_action(state, action), verdict.breaches))
        else:
            self._act(action, seen=False)

    def _step_back(self) -> None:
        if not self.match.steps:
            raise NotationError(N_("nothing was done yet"))
        if self.match.steps[-1].is_final and self.match.steps[-1].action is not None:
            raise NotationError(N_("what was shown cannot be undone; correct the position instead"))
        before = self.match
        self._add(SteppedBack(len(self.match.steps) - 1))
        self._owe(before)

    def _choose(self, number: int) -> None:
        readings = self._last.readings if self._last and self.standing is Standing.IN_DOUBT else ()
        if not 0 <= number < len(readings):
            raise NotationError(N_("there are {count} ways to choose from"), count=len(readings))
        self._follow(readings[number])
        self._odd_since = None
        self._stand(Standing.IN_STEP)

    def _accept_table(self) -> None:
        if self._seen is None or self.standing is not Standing.OUT_OF_STEP or self._last is None:
            raise NotationError(N_("the match follows the table already"))
        shown = dict(self.match.rules.layout(self.match.state))
        shown |= {one.place: one.seen for one in self._last.differences}
        state = self.match.rules.amended(self.match.state, shown)
        if state is None:
            raise NotationError(N_("no match can stand like this; put the table right instead"))
        self._correct(state, "")

    def _correct(self, state: Any, why: str) -> None:
        before = self.match
        self._add(Corrected(self.match.rules.write_position(state), why))
        self._owe(before)
        self._odd_since = None
        if self.standing is not Standing.IN_STEP:
            self.standing = Standing.IN_STEP
            self._tell(say.InStep())
            if self.match.paused == RESTORING:
                self._add(Resumed())

    # -- what comes of it -----------------------------------------------------------------------------

    def _act(self, action: Any, *, seen: bool) -> None:
        rules, before, was_overlay = self.match.rules, self.match, self.overlay
        by = rules.actor(before.state, action)
        self._add(Acted(by, rules.write_action(before.state, action), seen))
        step = self.match.steps[-1]
        if step.told or step.notices:
            self._tell(say.Told(step.told, step.notices))
        if was_overlay and not self.overlay:
            # nobody knows yet where on the table the whole of it will come to lie
            self._moved_house = True
        elif not seen:
            self._owe(before)
        self._after_step(before)

    def _after_step(self, before: Match) -> None:
        rules, state = self.match.rules, self.match.state
        result = rules.result(state)
        if result is not None:
            self._add(Ended(result.winners, result.rule, dict(result.facts)))
            return
        if rules.requests(before.state) != rules.requests(state):
            self._tell(say.Waiting(rules.requests(state)))
        if rules.scripted(state):
            self._play_script()

    def _play_script(self) -> None:
        rules, state = self.match.rules, self.match.state
        choices = tuple(rules.legal(state))
        if len(choices) == 1 and rules.shown(choices[0]) == "said":
            self._act(choices[0], seen=False)
        else:
            self._instruct(choices)

    def _instruct(self, choices: Sequence[Any]) -> None:
        rules, state = self.match.rules, self.match.state
        now, changed = rules.layout(state), set()
        for action in choices:
            changed |= {one.place for one in differences(now, rules.layout(rules.play(state, action)))}
        texts = tuple(rules.write_action(state, action) for action in choices)
        self._tell(say.Instructed(self.match.actor(), texts, tuple(sorted(changed))))

    def _add(self, event: Event) -> None:
        after = self.match.after(event)
        self._keep(event, after)
        self.match = after
        self._tell(say.Kept(event))

    # -- what the table still owes --------------------------------------------------------------------

    def _owe(self, before: Match) -> None:
        """The match went on without the table: until it follows, it may look as before."""
        rules = self.match.rules
        was, now = rules.layout(before.state), rules.layout(self.match.state)
        for one in differences(was, now):
            self._outstanding.setdefault(one.place, was.get(one.place, ()))
        self._settle([name for name, things in self._outstanding.items() if things == now.get(name, ())])
        if self._outstanding:
            self._tell(say.Outstanding(self._owed()))

    def _owed(self) -> tuple[Difference, ...]:
        now = self.match.rules.layout(self.match.state)
        return tuple(
            Difference(name, now.get(name, ()), things) for name, things in sorted(self._outstanding.items())
        )

    def _settle(self, places: Sequence[str]) -> None:
        for name in places:
            self._outstanding.pop(name, None)
        if places:
            self._tell(say.Outstanding(self._owed()))
