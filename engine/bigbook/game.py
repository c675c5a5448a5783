"""The Big Book of Madness as the contract sees it: the game on the shelf and its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.bigbook import (
    agenda,
    calling,
    choosing,
    digest,
    judging,
    layouts,
    listing,
    moves,
    notation,
    offers,
    phrases,
    seeing,
    sheets,
    telling,
)
from engine.bigbook import glance as glances
from engine.bigbook.box import Box, Magician, box_of
from engine.bigbook.changes import WON
from engine.bigbook.house import OPTIONS, complete, house
from engine.bigbook.log import Log
from engine.bigbook.sentences import EVENTS, NOTICES, REQUESTS, RESULTS, SENTENCES, TALLIES, THINGS
from engine.bigbook.state import ALL_TURN, SEATS, TURNS, Action, Player, State
from engine.contract import ARBITER, TABLE, Clock, Game, Request, Result, Rules, Seat, Shown
from engine.digest import Chapter
from engine.drawing import Drawing
from engine.errors import N_, DataError, SetupError
from engine.glance import Glance, Mood
from engine.offers import Offer, Picks, Priced
from engine.options import Setup
from engine.printed import Batch, Ground, Wording
from engine.table import Layout, Motion, TablePlan, Thing, motions
from engine.verdict import Breach, Event, Notice, Phrase

_CAMERA = ("book", "hat", "page", "cover", "reveal", "lay", "token", "concentrate")
_EITHER = ("learn", "destroy", "put", "swap", "drop", "dispel", "study", "tire", "straighten", "cast", "forget")


class BigbookRules(Rules[State, Action]):
    """The rules under one setup."""

    game: Bigbook

    def __init__(self, game: Bigbook, setup: Setup) -> None:
        self.game = game
        self.setup = complete(setup)
        self.house = house(self.setup)
        self.box: Box = _box(self.setup)
        self._plan: TablePlan | None = None
        self._watched: TablePlan | None = None

    @property
    def usual_setup(self) -> Setup:
        """The setup that a position need not mention, as far as it follows from what it does."""
        bare = {option.name: option.default for option in OPTIONS if option.default is not None}
        mine = {name: self.setup[name] for name in ("players", "strict-seed")}
        return {**complete({**bare, **mine}), "players": 2, "strict-seed": False}

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[: self.house.players]

    def magician(self, state: State, seat: Seat) -> Magician:
        """A player's magician; before one is chosen, the first of the box."""
        return self.magician_of(state.players[seat])

    def magician_of(self, player: Player) -> Magician:
        return self.box.magicians.get(player.magician) or next(iter(self.box.magicians.values()))

    # -- play ---------------------------------------------------------------------------------------

    def start(self) -> State:
        return agenda.start(self)

    def legal(self, state: State) -> Iterator[Action]:
        return listing.legal(self, state)

    def play(self, state: State, action: Action) -> State:
        return moves.play(self, state, action, Log())

    def requests(self, state: State) -> tuple[Request, ...]:
        return telling.requests(self, state)

    def actor(self, state: State, action: Action) -> Seat:
        return judging.actor(self, state, action)

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        if state.over != WON:
            return Result((), state.over)
        share = not self.house.has("eliminated-lose")
        return Result(
            tuple(seat for seat, player in enumerate(state.players) if share or not player.out), state.over
        )

    def by_chance(self, state: State, pick: Callable[[int], int]) -> Action | None:
        return listing.by_chance(self, state, pick)

    def clock(self, state: State) -> Clock:
        # nobody's turn has begun while the table is set up, and what ends the last round is none
        return Clock(state.round, state.seat if state.turn else ARBITER, state.turn if state.turn <= TURNS else 0)

    def offers(self, state: State) -> tuple[Offer, ...]:
        return tuple(offers.offers(self, state))

    def ways(self, state: State, offer: Offer) -> Iterator[Action]:
        return offers.ways(self, state, offer)

    def hindrances(self, state: State, offer: Offer) -> tuple[Breach, ...]:
        return offers.hindrances(self, state, offer)

    def picks(self, state: State, offer: Offer) -> tuple[Picks, ...]:
        return tuple(choosing.picks(self, state, offer))

    def priced(self, state: State, offer: Offer, chosen: Sequence[str]) -> Priced[Action]:
        return choosing.priced(self, state, offer, chosen)

    def sayable(self, state: State) -> tuple[Action, ...]:
        return offers.sayable(self, state)

    def glance(self, state: State) -> Glance:
        return glances.glance(self, state)

    def mood(self, state: State) -> Mood:
        return glances.mood(self, state)

    # -- judging ------------------------------------------------------------------------------------

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        return judging.breaches(self, state, action, by)

    def events(self, before: State, action: Action, after: State) -> tuple[Event, ...]:
        return telling.events(self, before, action, after)

    def notices(self, state: State, action: Action) -> tuple[Notice, ...]:
        return telling.notices(self, state, action)

    def reveals(self, state: State, action: Action) -> bool:
        """Cards that were shown, and cards that were drawn because of an action, are seen for good."""
        return self.actor(state, action) in (TABLE, ARBITER) or action.kind in (
            "end",
            "show",
            "cast",
            "mad",
            "sane",
        )

    # -- the table ----------------------------------------------------------------------------------

    def plan(self) -> TablePlan:
        if self._plan is None:
            self._plan = layouts.table_plan(self)
        return self._plan

    def watched(self) -> TablePlan:
        if self._watched is None:
            self._watched = layouts.open_table(self)
        return self._watched

    def layout(self, state: State) -> Layout:
        return layouts.layout(self, state)

    def drawing(self, thing: Thing) -> Drawing | None:
        return sheets.drawing(self.box, thing)

    def words_on(self, thing: Thing) -> tuple[Wording, ...]:
        return sheets.words_on(self.box, thing)

    def title(self, thing: Thing, language: str) -> str:
        return calling.title(self, thing, language)

    def named(self, word: str) -> Thing | None:
        return calling.named(self, word)

    def shown(self, action: Action) -> Shown:
        return "camera" if action.kind in _CAMERA else "both" if action.kind in _EITHER else "said"

    def inspect(self, layout: Layout) -> tuple[Breach, ...]:
        return seeing.inspect(self, layout)

    def diagnose(self, state: State, layout: Layout) -> tuple[Breach, ...]:
        return seeing.diagnose(self, state, layout)

    def toward(self, state: State, table: Mapping[str, Sequence[tuple[Thing, ...]]]) -> Iterator[Action]:
        return seeing.toward(self, state)

    def traces(self, before: State, action: Action, after: State) -> Layout:
        return seeing.traces(self, before, action, after)

    def motions(self, state: State, action: Action) -> tuple[Motion, ...]:
        after = self.traces(state, action, self.play(state, action))
        return motions(self.layout(state), layouts.unmoved(self, self.layout(state), after))

    def called_for(self, state: State, layout: Layout) -> Action | None:
        return seeing.called_for(self, state, layout)

    def amended(self, state: State, layout: Layout) -> State | None:
        return seeing.amended(self, state, layout)

    def closing(self, state: State) -> Action | None:
        task = state.agenda[0] if state.agenda else None
        return Action("end") if task and task.kind == "act" and task.n == ALL_TURN else None

    def unclosed(self, state: State) -> tuple[Breach, ...]:
        return self.breaches(state, Action("end"), ARBITER)

    # -- text ---------------------------------------------------------------------------------------

    def deed(self, state: State, action: Action) -> Phrase:
        return telling.deed(self, state, action)

    def write_position(self, state: State) -> str:
        return notation.write_position(self, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.game, text, within=self)[1]

    def write_action(self, state: State, action: Action) -> str:
        return phrases.write_action(self, action)

    def read_action(self, state: State, text: str) -> Action:
        return phrases.read_action(self, state, text)


def _box(setup: Setup) -> Box:
    cards = setup["cards"]
    own = "\n".join(cards) if isinstance(cards, tuple) else str(cards)
    try:
        box = box_of(own, bool(setup["stand-ins"]))
    except DataError as error:
        raise SetupError(error.message, **error.facts) from error
    if len(box.magicians) < int(str(setup["players"])):
        raise SetupError(
            N_("{came} magicians are too few for {players} players"),
            came=len(box.magicians),
            players=str(setup["players"]),
        )
    return box


class Bigbook(Game):
    """The Big Book of Madness."""

    name = "bigbook"
    title = "The Big Book of Madness"
    shelf = 1  # hands are hidden, and what is paid is said, so it does not stand first
    is_aided = True
    is_said = True
    seats = SEATS
    options = OPTIONS
    sentences = SENTENCES
    notices = NOTICES
    results = RESULTS
    events = EVENTS
    tallies = TALLIES
    requests = REQUESTS
    things = THINGS

    def place_name(self, place: str) -> Phrase:
        return calling.place_name(place)

    def thing_name(self, thing: Thing) -> Phrase:
        return calling.thing_name(thing)

    def digest(self) -> tuple[Chapter, ...]:
        return digest.chapters()

    def rules(self, setup: Setup) -> BigbookRules:
        return BigbookRules(self, setup)

    def read_position(self, text: str) -> tuple[BigbookRules, State]:
        return notation.read_position(self, text)

    def printed(self) -> tuple[Batch | Ground, ...]:
        return tuple(sheets.printed())
