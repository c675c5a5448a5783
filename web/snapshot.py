"""What a page shows, as plain values in the reader's language: made from a moment, which is a value too."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any

from engine.contract import TABLE, Rules, Seat
from engine.errors import N_
from engine.table import Difference, Layout, differences
from engine.verdict import Breach, Phrase
from engine.words import Words, capital
from runewatch.clocks import Clocks, Face, Reading, Timer, Way
from runewatch.live.moment import Entry, Moment, Stage
from runewatch.match import Match, Step
from runewatch.recounting import PAUSES, recounted
from runewatch.referee.assessing import Standing
from runewatch.telling import to_do, told
from web import drawing
from web.asides import Aside, asides
from web.fallen import fallen
from web.glancing import glance
from web.parts import (
    Badge,
    Choice,
    Clock,
    Fix,
    Player,
    Playing,
    Rule,
    Rune,
    Saying,
    Sheet,
    Snapshot,
    Task,
    Told,
    Tray,
    Trouble,
    Turn,
)
from web.relying import relying

KEPT = 8
"""So many pictures of the last moments are kept."""
LOG = 40
"""So many announcements a page is told."""
TRACK = 5
"""The track of points is as long as is needed, in steps of so many."""

STANDINGS: Mapping[Standing, str] = {
    Standing.IN_STEP: N_("In step"),
    Standing.IN_DOUBT: N_("In doubt"),
    Standing.OUT_OF_STEP: N_("Out of step"),
}
STAGES: Mapping[Stage, str] = {
    Stage.SETTING_UP: N_("Nothing is played"),
    Stage.PLAYING: N_("A match is played"),
    Stage.OVER: N_("The match is over"),
}


class Snapshots:
    """Snapshots of the latest moments, each made once for every language. May be used from several threads."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[int, str], Snapshot] = OrderedDict()
        self._turn = Lock()

    def of(self, moment: Moment, words: Words) -> Snapshot:
        key = (moment.number, words.language)
        with self._turn:
            found = self._made.get(key)
            if found is None:
                found = self._made[key] = snapshot(moment, words)
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
        return found


def snapshot(moment: Moment, words: Words) -> Snapshot:
    """What a page shows of this moment in these words."""
    match = moment.match
    view = _View(match, words) if match else None
    return Snapshot(
        id=moment.number,
        stage=moment.stage.value,
        standing=moment.standing.value,
        standing_word=standing_of(moment, words).word,
        lost=words.error(lost) if (lost := moment.blind or moment.lost) else "",
        unfinished=moment.unfinished,
        playing=view.playing(moment) if view else None,
        players=view.players(moment.clocks) if view else (),
        track=view.track() if view else 0,
        round=view.round() if view else 0,
        round_clock=_round_clock(moment.clocks),
        turn=view.turn(moment) if view else None,
        board=view.board() if view else "",
        places=tuple(view.places()) if view else (),
        things=tuple(view.things(moment)) if view else (),
        glance=glance(view.rules, view.words, view.state) if view else None,
        runes=tuple(view.runes()) if view else (),
        asides=tuple(view.asides()) if view else (),
        trays=tuple(view.trays(TABLE)) if view else (),
        sheets=tuple(view.sheets()) if view else (),
        doubt=tuple(view.doubt(moment)) if view else (),
        trouble=view.trouble(moment) if view else None,
        fallen=tuple(fallen(view.rules, view.words, moment.aloud)) if view else (),
        owed=tuple(view.owed(moment)) if view else (),
        relied=tuple(relying(view.rules, view.words, moment.relied)) if view else (),
        tasks=tuple(view.tasks(moment)) if view else (),
        log=tuple(_log(moment, words)),
    )


def standing_of(moment: Moment, words: Words) -> Badge:
    """How well the referee follows; or that nothing is played."""
    if moment.stage is Stage.PLAYING:
        return Badge(moment.standing.value, words(STANDINGS[moment.standing]))
    return Badge(moment.stage.value, words(STAGES[moment.stage]))


def _log(moment: Moment, words: Words) -> Iterator[Told]:
    begun = moment.match.began if moment.match else None
    for entry in moment.log[-LOG:]:
        if begun is not None and entry.match is not None and entry.match.began is not begun:
            continue  # it was said of another match
        said = _said(entry, words)
        if said:
            yield Told(entry.number, entry.at, _kind(entry), said)


def _said(entry: Entry, words: Words) -> tuple[str, ...]:
    match = entry.match
    return (
        tuple(told(words.calling(match.rules.seats, match.began.names), match.rules, entry.said)) if match else ()
    )


def _kind(entry: Entry) -> str:
    name = type(entry.said).__name__
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


class _View:
    """One match, looked at through the game's contract."""

    def __init__(self, match: Match, words: Words) -> None:
        self.match = match
        self.words = words.calling(match.rules.seats, match.began.names)
        self.rules: Rules[Any, Any] = match.rules
        self.state = match.rules.seen_by(match.state, None)
        self.layout: Layout = match.rules.layout(self.state)

    def playing(self, moment: Moment) -> Playing:
        over = self.match.over
        result = recounted(self.words, self.rules, over) if over else ""
        game = self.rules.game
        position = self.rules.write_position(self.state)
        setup = {
            name: list(value) if isinstance(value, tuple) else value for name, value in self.rules.setup.items()
        }
        is_said = game.is_said or not game.is_watched
        number = moment.match_number
        has_end = self.rules.has_closing
        return Playing(number, game.name, game.title, setup, position, result, game.is_watched, is_said, has_end)

    def players(self, clocks: Clocks | None) -> tuple[Player, ...]:
        points = self.rules.points(self.state)
        acting = {request.by for request in self.rules.requests(self.state)}
        face = _face(clocks)
        timer = clocks.timing.turn if clocks else Timer()
        names = self.match.began.names
        return tuple(
            Player(
                seat,
                (names[seat] if seat < len(names) else "") or self.words(colour),
                self.words(colour),
                points[seat] if seat < len(points) else None,
                seat in acting and self.match.over is None,
                _clock(face.seats[seat], timer) if face and seat < len(face.seats) else None,
                tuple(self.trays(seat)),
            )
            for seat, colour in enumerate(self.rules.seats)
        )

    def trays(self, seat: Seat) -> Iterator[Tray]:
        """What lies on the places of a seat, or on those of all, but not what lies on none."""
        for name in self.rules.trays(seat):
            if lying := self.layout.get(name):
                told = capital(self.words.place(self.rules, name))
                yield Tray(told, tuple(drawing.pieces(self.rules, self.words, lying)))

    def sheets(self) -> Iterator[Sheet]:
        """Where there is more to say than the points, and the match is over."""
        points = self.rules.points(self.state) if self.rules.result(self.state) else ()
        for seat, total in enumerate(points):
            lines = self.rules.reckoning(self.state, seat)
            if lines:
                told = ((self._sentence(one.title), one.points) for one in lines)
                yield Sheet(seat, tuple(told), total)

    def track(self) -> int:
        points = self.rules.points(self.state)
        return max(2 * TRACK, -(-(max(points) + 1) // TRACK) * TRACK) if points else 0

    def round(self) -> int:
        return self.rules.clock(self.state).round

    def turn(self, moment: Moment) -> Turn:
        match, words = self.match, self.words
        # what several are asked for in the same words is said once
        waits = tuple(dict.fromkeys(words.request(self.rules, one) for one in self.rules.requests(self.state)))
        done = tuple(map(self._done, match.draft[len(match.lingering) :]))
        is_over = match.over is not None
        # where the camera only helps, nobody has to heed what it sees
        is_heard = moment.standing is Standing.IN_STEP or self.rules.is_aided
        shown = frozenset(self._tapped(moment))
        says = (self._saying(one, is_shown=one in shown) for one in self.rules.sayable(self.state))
        return Turn(
            () if is_over else waits,
            done,
            not is_over and is_heard and self.rules.closing(self.state) is not None,
            len(match.steps),
            words(PAUSES.get(match.paused, PAUSES["asked"])) if match.paused and not is_over else "",
            match.paused in ("asked", "restart"),
            () if is_over else tuple(says),
            bool(self.rules.game.books()),
            not is_over and bool(self.rules.offers(self.state)),
        )

    def _tapped(self, moment: Moment) -> Iterator[Any]:
        """The actions that are said by tapping what a card is that was turned up."""
        for place, spots in (moment.aloud.places if moment.aloud else {}).items():
            for face in (face for spot in spots for face in spot.faces):
                yield self.rules.called_for(self.state, {**self.layout, place: (face,)})

    def _saying(self, action: Any, *, is_shown: bool) -> Saying:
        # the question names the one who is asked
        is_one = len({request.by for request in self.rules.requests(self.state)}) == 1
        by = TABLE if is_one else self.rules.actor(self.state, action)
        text = self.rules.write_action(self.state, action)
        return Saying(text, self._told(by, self.rules.deed(self.state, action)), is_shown)

    def _told(self, by: Seat, phrase: Phrase) -> str:
        """A deed with who does it, if that is anybody."""
        if by < 0:
            return self._sentence(phrase)
        deed = self.words.phrase(self.rules, phrase)
        return self.words(N_("{who}: {told}"), who=self.rules.seats[by], told=deed)

    def _done(self, step: Step) -> str:
        deed = step.deed(self.rules)
        if deed is None:
            return recounted(self.words, self.rules, step.event)
        # whose turn it is need not be said
        by = self.rules.actor(step.before, step.action)
        by = TABLE if by == self.rules.clock(step.before).seat else by
        return self._told(by, deed)

    def _sentence(self, deed: Phrase) -> str:
        """A deed that stands alone."""
        return capital(self.words.phrase(self.rules, deed))

    def board(self) -> str:
        ready = [one for one in self.rules.patterns(self.state) or () if one.claimable]
        marks = {place: "match" for one in ready for way in one.placements[:1] for place in way}
        return drawing.board(self.rules, self.words, self.layout, marks)

    def places(self) -> Iterator[tuple[str, str]]:
        """Place by place; where most are empty, only those that are not."""
        shown = drawing.board_places(self.rules.plan(), self.layout)
        used = [place for place in shown if self.layout.get(place.name)]
        for place in used if 2 * len(used) < len(shown) else shown:
            told = self.words.place(self.rules, place.name)
            yield told, drawing.spoken(self.rules, self.words, self.layout.get(place.name, ()))

    def things(self, moment: Moment) -> Iterator[str]:
        """Every thing that may come up in the pictures; of the printed ones, those that are in the wrong place."""
        printed = self.rules.plan().printed
        yield from drawing.common(self.rules.plan())
        wrong = moment.out.differences if moment.out else ()
        yield from (thing.name for one in wrong for thing in (*one.seen, *one.expected) if thing.name in printed)

    def runes(self) -> Iterator[Rune]:
        for one in self.rules.patterns(self.state) or ():
            yield Rune(one.name, tuple(one.drawing.split("/")), one.placements, one.claimable)

    def asides(self) -> Iterator[Aside]:
        """What is drawn as runes is not told again."""
        drawn = {one.name for one in self.rules.patterns(self.state) or ()}
        seats = (TABLE, *range(len(self.rules.seats)))
        trays = {name for seat in seats for name in self.rules.trays(seat)}
        return asides(self.rules, self.words, self.state, without=drawn, trays=trays)

    def doubt(self, moment: Moment) -> Iterator[Choice]:
        for number, one in enumerate(moment.doubt.alternatives if moment.doubt else ()):
            state = self.match.turn_state
            for text in one.actions:
                state = self.rules.play(state, self.rules.read_action(state, text))
            layout = self.rules.layout(state)
            before = self.rules.layout(self.match.turn_state)
            changed = {one.place: "changed" for one in differences(before, layout)}
            told = tuple(map(self._sentence, one.deeds)) or one.actions[one.settled :]
            board = drawing.board(self.rules, self.words, layout, changed)
            yield Choice(number, told, one.actions, one.likely, board)

    def trouble(self, moment: Moment) -> Trouble | None:
        if moment.out is None or moment.stage is Stage.OVER:
            return None
        wrong = moment.out.differences
        seen = {**self.layout, **{one.place: one.seen for one in wrong}}
        marks = {one.place: "wrong" for one in wrong}
        fixes = tuple(map(self._fix, wrong))
        rules = tuple(map(self._rule, moment.out.breaches))
        board = drawing.board(self.rules, self.words, seen, marks)
        return Trouble(rules, fixes, board, moment.out.may_stand)

    def _rule(self, breach: Breach) -> Rule:
        return Rule(breach.rule, self.words.sentence(self.rules, breach))

    def _fix(self, one: Difference) -> Fix:
        (sentence,) = to_do(self.words, self.rules, (one,))
        seen = drawing.place_picture(self.rules, self.words, one.seen)
        return Fix(one.place, sentence, seen, drawing.place_picture(self.rules, self.words, one.expected))

    def owed(self, moment: Moment) -> Iterator[Fix]:
        if moment.owed is not None and moment.standing is not Standing.OUT_OF_STEP:
            yield from map(self._fix, moment.owed.differences)

    def tasks(self, moment: Moment) -> Iterator[Task]:
        for one in moment.instructed.instructions if moment.instructed else ():
            marks = {name: "todo" for move in one.motions for name in (move.source, move.target) if name}
            picture = drawing.board(self.rules, self.words, self.layout, marks, one.motions)
            yield Task(one.text, self._sentence(one.deed), picture)


# -- clocks -----------------------------------------------------------------------------------------------


def _face(clocks: Clocks | None) -> Face | None:
    """The clocks as they stood when the moment began."""
    return clocks.face((clocks.since or 0) / 1000) if clocks else None


def _clock(reading: Reading, timer: Timer) -> Clock | None:
    if timer.way is Way.OFF:
        return None
    return Clock(reading.used, reading.lap, reading.left, reading.runs)


def _round_clock(clocks: Clocks | None) -> Clock | None:
    face = _face(clocks)
    return _clock(face.round, clocks.timing.round) if face and clocks else None
