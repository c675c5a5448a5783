"""The referee of one match: sightings and requests go in, kept events and announcements come out.

It is fed from outside, time included, and has no thread of its own. Whatever it says has been kept before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Seat
from engine.errors import N_, NotationError, RunewatchError
from engine.table import Difference, Layout, differences
from engine.verdict import Refusal
from runewatch.events import Abandoned, Acted, Corrected, Ended, Event, Paused, Resumed, SteppedBack
from runewatch.match import Match, only_way
from runewatch.referee import announcements as say
from runewatch.referee import doubting, owing
from runewatch.referee import requests as ask
from runewatch.referee.aloud import awaits_a_fall, fallen, read_aloud, surely_laid, turned_up
from runewatch.referee.assessing import Assessment, Standing, assess, others_after
from runewatch.referee.evidence import gist, known_before, likeliest, shows, vouched_for
from runewatch.referee.heaping import Pair, misread, still_mistaken
from runewatch.referee.readings import Reading
from runewatch.referee.unrolled import lain, untaken
from vision.cells import is_cell
from vision.sighting import Belief, Heap, Sighting

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
        self._odd_since: tuple[Standing, float] | None = None
        self._outstanding: owing.Debts = {}
        self._said: say.Announcement | None = None
        self._offered: tuple[Reading, ...] = ()
        """In doubt: what there is to choose from, in the order in which it was told."""
        self._differing: Layout = {}
        """Not in step: the places in question, and what was seen there."""
        self._ending: ask.EndTurn | None = None
        self._stirs = False
        self._called: tuple[Any, Any] | None = None
        self._moved_house = False
        self._begun: tuple[Difference, ...] = ()
        self._told_owed: tuple[Difference, ...] = ()
        self._puzzle: object = None
        self._watched = match.rules.watched()
        self._in_view = {place.name for place in self._watched.places}
        self._heaps: Mapping[str, Heap] = {}
        """What was seen to lie side by side when the table rested last."""
        self._lain: Mapping[str, Heap] = {}
        """How what is to fall lay before: what still lies so was not rolled."""
        self._seen: Mapping[str, Belief] = {}
        """What was seen of each place when the table rested last."""
        self._relied: frozenset[str] = frozenset()
        self._is_aided = match.rules.is_aided
        self._aloud = say.ReadAloud()
        self._hushed = False
        self._mistaken: dict[str, tuple[Pair, ...]] = {}
        """What people told to be misread, place by place."""
        self.others: tuple[Reading, ...] = ()
        """What else explains the table, should the turn go on in a way that is not legal otherwise."""

    @property
    def overlay(self) -> bool:
        """Whether to look at the places that lie over others: what is being built, or will be, is told there."""
        layout = self.match.rules.layout(self.match.state)
        # cards that lie beside the board say nothing about what lies on it
        laid = [place for place in self.plan.places if is_cell(place) and layout.get(place.name)]
        return any(place.overlay for place in laid or self.plan.places)

    # -- what is seen ---------------------------------------------------------------------------------

    @property
    def aloud(self) -> say.ReadAloud:
        """What fell and is to be confirmed."""
        return self._aloud

    @property
    def relied(self) -> frozenset[str]:
        """The places for which what is seen counts; for all others it is what is said."""
        return self._relied

    @property
    def owed(self) -> tuple[Difference, ...]:
        """What the table still has to follow, and what is missing of what was begun; nothing once it is over."""
        is_over = self.match.over is not None or self.match.rules.result(self.match.state) is not None
        return () if is_over else (*self.behind, *self._begun)

    @property
    def behind(self) -> tuple[Difference, ...]:
        """What the table still has to follow."""
        if not self._outstanding:
            return ()
        return owing.told(self._outstanding, self.match.rules.layout(self.match.state))

    @property
    def offered(self) -> tuple[Reading, ...]:
        """In doubt, the readings to choose from, in the order they were told in."""
        return tuple(self._offered) if self.standing is Standing.IN_DOUBT else ()

    def stir(self) -> None:
        """Something moves over the table: what looked odd may be on its way to being right."""
        self._odd_since = None
        self._stirs = True
        if self._aloud.places and self._heaps:
            # what fell may fall anew
            self._heaps = {}
            self._read_aloud()

    def rest(self, sighting: Sighting, seconds: float) -> Assessment:
        """The table at rest looks like this, at this moment of a clock that never goes back."""
        found = self._last = self._assessed(sighting)
        self._stirs = False
        self._begun = found.begun or ()
        self._settle(found.done)
        if self.match.over is not None:
            return found
        self._heaps, self._seen = sighting.heaps, sighting.places
        still_lies = untaken if awaits_a_fall(self.match.rules, self.match.state) else lain
        self._lain = still_lies(self._lain, sighting.heaps)
        self._rely()
        self._excuse(sighting)
        if self._take_what_was_laid():
            found = self._last = self._assessed(sighting)
        self._read_aloud()
        if self._hides(sighting, found):
            return found
        if found.standing is Standing.IN_STEP:
            self._odd_since, self._moved_house = None, False
            self._follow(found.readings[0])
            self.others = found.others
            self._stand(Standing.IN_STEP)
            self._heed(sighting)
        elif self._moved_house:
            if found.differences:
                self._tell_once(say.Outstanding(found.differences, as_a_whole=True))
        elif self._has_lasted(found, seconds):
            self._stand(found.standing)
        self._end_at_last()
        return found

    def unseen(self) -> None:
        """The table is out of view: where the camera only helps, all is as it is said again."""
        if not self._is_aided or not self._relied:
            return
        self._seen, self._heaps, self._outstanding = {}, {}, {}
        self._rely()
        self._tell_owed()
        self._read_aloud()
        if self.standing is not Standing.IN_STEP:
            self._back_in_step()

    def _rely(self) -> None:
        """Says for which places it relies on what it sees, if that is news."""
        relied = vouched_for(self._watched, self._seen, self._heaps) if self._is_aided else frozenset()
        if relied != self._relied:
            self._relied = relied
            self._tell(say.Relies(relied))

    def _excuse(self, sighting: Sighting) -> None:
        """A sheet that is out of view owes nothing, and nothing there is told against it: it is as it is said."""
        gone = {
            place.name
            for sheet, seen in zip(self._watched.sheets, sighting.sheets, strict=False)
            if seen is None
            for place in sheet.places
        }
        if gone & self._outstanding.keys():
            self._settle(tuple(gone))
        self._differing = {name: things for name, things in self._differing.items() if name not in gone}

    def _hides(self, sighting: Sighting, found: Assessment) -> bool:
        """Whether nothing can be told against it only because what is in question is covered."""
        is_odd = self.standing is not Standing.IN_STEP and found.standing is Standing.IN_STEP
        return is_odd and bool(self._differing) and not shows(sighting, self._differing)

    def _assessed(self, sighting: Sighting) -> Assessment:
        """What is made of a sighting; what nothing explains is not puzzled over again while it looks the same."""
        mistaken = frozenset(self._mistaken.items())
        looks = (self.match.steps, frozenset(self._outstanding), mistaken, gist(sighting))
        if self._last is None or self._puzzle != looks:
            match, owed = self.match, self._outstanding
            found = assess(match, self.plan, sighting, owed, self.others, mistaken=self._mistaken)
            is_puzzling = found.standing is Standing.OUT_OF_STEP or found.begun is not None
            self._puzzle = looks if is_puzzling else None
            return found
        return self._last

    def _has_lasted(self, found: Assessment, seconds: float) -> bool:
        if found.standing is self.standing:
            return True
        if self._odd_since is None or self._odd_since[0] is not found.standing:
            self._odd_since = (found.standing, seconds)
        # what was begun will mostly be ended without a question
        is_doubt = found.standing is Standing.IN_DOUBT and found.begun is None
        patience = self._patience.doubt if is_doubt else self._patience.out
        return seconds - self._odd_since[1] >= patience

    def _follow(self, reading: Reading) -> None:
        """Makes the draft of the turn what was read."""
        done = tuple(step.action for step in self.match.draft)
        common = next(
            (i for i, (old, new) in enumerate(zip(done, reading.actions, strict=False)) if old != new),
            min(len(done), len(reading.actions)),
        )
        before = self.match
        if common < len(done):
            self._add(SteppedBack(self.match.turn + common))
        for action in reading.actions[common:]:
            self._act(action, seen=True)
        if common == len(reading.actions) < len(done):
            self._go_on(before)

    def _stand(self, standing: Standing) -> None:
        """Says how things stand, if that is news."""
        last = self._last
        assert last is not None
        news = standing is not self.standing
        self.standing = standing
        if standing is Standing.IN_STEP:
            self._offered, self._differing = (), {}
            if news:
                self._tell(say.InStep())
                if self.match.paused == RESTORING:
                    self._add(Resumed())
            return
        if standing is Standing.IN_DOUBT:
            self._offered = doubting.in_order(last.readings, self._offered)
            self._differing = doubting.disputed(self.match.rules, last.readings)
            alternatives = tuple(doubting.alternative(self.match, reading) for reading in self._offered)
            told: say.Announcement = say.InDoubt(alternatives)
        else:
            self._offered = ()
            self._differing = {one.place: one.seen for one in last.differences}
            told = say.OutOfStep(last.differences, last.breaches, self._as_it_lies() is not None)
            if news and not self.match.paused and not self._is_aided:
                self._add(Paused(RESTORING))
        if news:
            self._said = None
        self._tell_once(told)

    def _tell_once(self, told: say.Announcement) -> None:
        news = doubting.news(told)
        if news != self._said:
            self._tell(told)
        self._said = news

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

    def take_up(self) -> None:
        """Begins, or goes on where it was broken off: says what is waited for, ends what has ended."""
        if self.match.over is None:
            self._go_on(None)

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
                self._end_turn(asked)
            case ask.StepBack():
                self._step_back()
            case ask.Choose(number, actions):
                self._choose(number, actions)
            case ask.Confirm(place, things):
                self._confirm(place, things)
            case ask.Misread():
                self._misread()
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
        text = asked.text if isinstance(asked, ask.Say) else ""
        self._tell(say.Refused(self.match.actor(), text, error=error))

    def _say(self, text: str, by: Seat | None) -> None:
        rules, state = self.match.rules, self.match.state
        action = rules.read_action(state, text)
        if action == rules.closing(state):
            self._end_turn(ask.EndTurn(by))
            return
        by = rules.actor(state, action) if by is None else by
        verdict = rules.judge(state, action, by)
        if isinstance(verdict, Refusal):
            self._tell(say.Refused(by, text, verdict.breaches))
        else:
            self._act(action, seen=False)

    def _end_turn(self, asked: ask.EndTurn) -> None:
        rules, state = self.match.rules, self.match.state
        action = rules.closing(state)
        if action is None:
            told = say.Refused(self.match.actor(), "", rules.unclosed(state), waits=rules.requests(state))
            error = None if told.breaches else NotationError(N_("there is no turn to end now"))
            self._tell(replace(told, error=error))
            return
        if self.standing is not Standing.IN_STEP and not self._is_aided:
            raise NotationError(N_("the table and the match do not agree yet: settle that first"))
        by = rules.actor(state, action) if asked.by is None else asked.by
        verdict = rules.judge(state, action, by)
        if isinstance(verdict, Refusal):
            self._tell(say.Refused(by, rules.write_action(state, action), verdict.breaches))
        elif self._is_unread() and not asked.at_once and self._ending is None:
            self._ending = replace(asked, by=by)
            self._tell(say.Held(by))
        else:
            self._ending = None
            self._act(action, seen=False)

    def _is_unread(self) -> bool:
        """Whether something was done at the table that nobody has understood yet."""
        if self._is_aided:
            return False
        is_odd = self._last is not None and self._last.standing is not Standing.IN_STEP
        return self._stirs or (is_odd and not self._moved_house)

    def _end_at_last(self) -> None:
        """Ends the turn as asked before, once it is known what was done in it, or says that this is not known."""
        asked = self._ending
        if asked is not None and (self.standing is not Standing.IN_STEP or not self._is_unread()):
            self._ending = None
            self.request(asked)

    def _step_back(self) -> None:
        if not self.match.steps:
            raise NotationError(N_("nothing was done yet"))
        before, left = self.match, len(self.match.steps) - 1
        while left and only_way(self.match.rules, self.match.steps[left].before) is not None:
            left -= 1
        last, watched = self.match.steps[left], self.match.rules.game.is_watched and not self._is_aided
        # what was said, though it was shown, may be taken back by who named the wrong card
        if last.is_final and last.action is not None and watched:
            raise NotationError(N_("what was shown cannot be undone; correct the position instead"))
        self._add(SteppedBack(left))
        self._lain = {}
        # the table still shows what was done, in the places in which it was done
        self._moved_house = False
        self._owe(before.table)
        self._go_on(before)

    def _choose(self, number: int, actions: tuple[str, ...] | None) -> None:
        if not self._offered:
            raise NotationError(N_("there is nothing to choose from now"))
        if not 0 <= number < len(self._offered):
            raise NotationError(N_("there are {count} ways to choose from"), count=len(self._offered))
        if actions is not None and doubting.alternative(self.match, self._offered[number]).actions != actions:
            raise NotationError(N_("the table has changed and asks something else now: look again"))
        is_begun = self._last is not None and self._last.begun is not None
        was = self.match.rules.layout(self.match.state)
        self._follow(self._offered[number])
        if is_begun:
            self._owe(was)
        self._odd_since = None
        self._stand(Standing.IN_STEP)

    def _confirm(self, place: str, names: tuple[str, ...]) -> None:
        """What fell was read aloud, and is this."""
        if not self._aloud.places:
            raise NotationError(N_("nothing fell that is to be confirmed"))
        if place:
            self._confirm_one(place, names)
            return
        sure = [(where, tuple(one.shows.name for one in spots)) for where, spots in self._aloud.sure.items()]
        if not sure and self._aloud.unrolled:
            raise NotationError(N_("nothing was rolled there yet: it lies as it did"))
        if not sure:
            raise NotationError(N_("I cannot read all that lies there: say what it shows"))
        # dice are looked at tray by tray; cards were turned up together
        are_cards = any(spot.wanted.unknown for spots in self._aloud.places.values() for spot in spots)
        with self._hush():
            for where, shown in sure if are_cards else sure[:1]:
                self._confirm_one(where, shown)
        self._read_aloud()

    def _confirm_one(self, place: str, names: tuple[str, ...]) -> None:
        rules, state = self.match.rules, self.match.state
        action = fallen(rules, state, self._watched, place, names)
        verdict = rules.judge(state, action)
        if isinstance(verdict, Refusal):
            self._tell(say.Refused(rules.actor(state, action), "", verdict.breaches))
            return
        heap = self._heaps.get(place)
        seen = likeliest(self._watched, Sighting(self._seen, 1.0)) if heap is None else {}
        self._act(action, seen=True)
        lying = rules.layout(self.match.state).get(place, ())
        if heap is not None:
            self._mistake(place, misread(lying, heap.things(self._watched)))
        elif place in seen:
            self._mistake(place, misread(lying, seen[place]))

    def _misread(self) -> None:
        """The table is as the match has it: what differs is taken for what it should be, while it looks so."""
        if self.standing is not Standing.OUT_OF_STEP or self._last is None:
            raise NotationError(N_("the match follows the table already"))
        for one in self._last.differences:
            self._mistake(one.place, misread(one.expected, one.seen))
        self._odd_since = None
        self._stand(Standing.IN_STEP)

    def _mistake(self, place: str, pairs: tuple[Pair, ...]) -> None:
        self._mistaken[place] = tuple(dict.fromkeys((*self._mistaken.get(place, ()), *pairs)))

    def _accept_table(self) -> None:
        if self.standing is not Standing.OUT_OF_STEP:
            raise NotationError(N_("the match follows the table already"))
        state = self._as_it_lies()
        if state is None:
            raise NotationError(N_("no match can stand like this; put the table right instead"))
        self._correct(state, "", right=tuple(self._differing))

    def _as_it_lies(self) -> Any | None:
        """The state that the table shows, out of step; None where no match could be so."""
        rules, state = self.match.rules, self.match.state
        return rules.amended(state, {**rules.layout(state), **self._differing})

    def _correct(self, state: Any, why: str, *, right: Sequence[str] = ()) -> None:
        """The match stands like this. The table follows, but for the places in which it is ``right`` already."""
        before, was_overlay = self.match, self.overlay
        self._add(Corrected(self.match.rules.write_position(state), why))
        self._lain = {}
        if was_overlay and not self.overlay:
            self._moved_house = True
        else:
            now = self.match.rules.layout(self.match.state)
            self._owe({**before.rules.layout(before.state), **{name: now.get(name, ()) for name in right}})
        self._odd_since = None
        if self.standing is not Standing.IN_STEP:
            self._back_in_step()
        self._offered, self._differing = (), {}
        self._go_on(before)

    def _back_in_step(self) -> None:
        """In step without another look at the table."""
        self.standing = Standing.IN_STEP
        self._offered, self._differing = (), {}
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
            self._owe(rules.layout(before.state))
        elif self._is_aided:
            # what hands did may have more to follow than could be seen at once
            self._owe(rules.traces(before.state, action, self.match.state))
        self._go_on(before)

    def _go_on(self, before: Match | None) -> None:
        """Says whom the match waits for now, goes on with a script, or ends."""
        rules, state = self.match.rules, self.match.state
        result = rules.result(state)
        if result is not None:
            self._add(Ended(result.winners, result.rule, dict(result.facts)))
            return
        if before is None or rules.requests(before.state) != rules.requests(state):
            self._tell(say.Waiting(rules.requests(state)))
        self._read_aloud()
        if not rules.scripted(state):
            return
        only = only_way(rules, state)
        if only is None:
            self._instruct(tuple(rules.legal(state)))
        else:
            self._act(only, seen=False)

    def _instruct(self, choices: Sequence[Any]) -> None:
        rules, state = self.match.rules, self.match.state
        now, changed = rules.layout(state), set()
        for action in choices:
            changed |= {one.place for one in differences(now, rules.layout(rules.play(state, action)))}
        given = tuple(
            say.Instruction(rules.write_action(state, one), rules.deed(state, one), rules.motions(state, one))
            for one in choices
        )
        texts = tuple(one.text for one in given)
        self._tell(say.Instructed(self.match.actor(), texts, tuple(sorted(changed)), given))

    def _read_aloud(self) -> None:
        """Reads what fell, if there is something to confirm and it looks otherwise than before."""
        if self._hushed:
            return
        rules, state = self.match.rules, self.match.state
        aloud = read_aloud(rules, state, self._watched, self._heaps, self._lain)
        if self._is_aided and not aloud.places:
            # what was to be taken away lies there still, and was not turned up
            seen = {name: one for name, one in self._seen.items() if name not in self._outstanding}
            aloud = turned_up(rules, state, self._watched, seen)
        if aloud != self._aloud:
            self._aloud = aloud
            self._tell(aloud)

    def _take_what_was_laid(self) -> bool:
        """Does what surely lies where something was to be laid, one after the other; whether there was any."""
        if not self._is_aided:
            return False
        rules, count = self.match.rules, len(self.match.steps)
        with self._hush():
            while (action := surely_laid(rules, self.match.state, self._watched, self._seen)) is not None:
                self._act(action, seen=True)
        return len(self.match.steps) > count

    @contextmanager
    def _hush(self) -> Iterator[None]:
        """Many things are done one after the other: what there is to confirm is told once they are."""
        self._hushed = True
        try:
            yield
        finally:
            self._hushed = False

    def _add(self, event: Event) -> None:
        before, after = self.match, self.match.after(event)
        self._keep(event, after)
        if after.steps is not before.steps:
            self._offered, self._begun = (), ()
            if self._mistaken:
                self._mistaken = still_mistaken(self._mistaken, before.table, after.table)
            self.others = others_after(before, after, self.others)
        self.match = after
        self._tell(say.Kept(event, before.deeds(event)))

    # -- what the table still owes --------------------------------------------------------------------

    def _owe(self, was: Layout) -> None:
        """The match went on without the table: until it follows, it may look as it was.

        A table that nobody looks at is owed nothing: it would never be seen to follow.
        """
        if not self.match.rules.game.is_watched:
            return
        rules, before = self.match.rules, self._outstanding
        was = known_before(was, self._watched, self._seen)
        within = self._relied if self._is_aided else self._in_view
        self._outstanding = owing.more_owed(before, was, rules.layout(self.match.state), self.plan.alike, within)
        if self._outstanding or before:
            self._tell_owed()

    def _settle(self, places: Sequence[str]) -> None:
        self._outstanding = owing.without(self._outstanding, places)
        self._tell_owed()

    def _tell_owed(self) -> None:
        """What the table owes now, if that is news."""
        owed = self.owed
        if owed != self._told_owed:
            self._told_owed = owed
            self._tell(say.Outstanding(owed))
