"""Archimage as the contract sees it: the game on the shelf and its rules, put together from the parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.archimage import digest, drawings, flow, sheets, turn
from engine.archimage import offers as usable
from engine.archimage import picture as pictures
from engine.archimage.actions import Action
from engine.archimage.board import board_names, load_board, own_board
from engine.archimage.elements import cards_in
from engine.archimage.house import OPTIONS, SEATS, house, seats_of
from engine.archimage.judging import judge, telling
from engine.archimage.layouts import changes, field, plan, sheet, watching
from engine.archimage.notation import calling, phrases, position, reading
from engine.archimage.sentences import EVENTS, NOTICES, REQUESTS, RESULTS, SENTENCES, TALLIES, THINGS
from engine.archimage.spells import conflict
from engine.archimage.spells.breaking import can_break
from engine.archimage.state import Phase, State
from engine.contract import TABLE, Clock, Game, Request, Result, Rules, Seat, Shown, Stock
from engine.digest import Chapter
from engine.drawing import Drawing, Standing
from engine.errors import N_, DataError, SetupError
from engine.offers import Item, Offer
from engine.options import Setup, same_setup
from engine.picture import Panel
from engine.printed import Batch, Ground
from engine.table import Layout, TablePlan, Thing
from engine.verdict import Breach, Event, Notice, Phrase

Listing = Callable[["ArchimageRules", State], Iterator[Action]]
Play = Callable[["ArchimageRules", State, Action], State]

_LEGAL: dict[Phase, Listing] = {
    Phase.DEAL: flow.legal_lays,
    Phase.FIRST: lambda rules, state: (Action("first", seat=seat) for seat in range(state.players)),
    Phase.STAND: flow.legal_stands,
    Phase.PICK: lambda rules, state: flow.legal_picks(state),
    Phase.ROLL: lambda rules, state: flow.legal_rolls(state, flow.rollers(state)),
    Phase.TURN: turn.legal,
    Phase.REROLL: lambda rules, state: flow.legal_rolls(state, flow.rollers(state)),
    Phase.GIVE: conflict.legal_gifts,
    Phase.OVER: lambda rules, state: iter(()),
}
"""What may be done in each phase."""

_PLAYS: dict[str, Play] = {
    "lay": flow.lay,
    "first": flow.draw_first,
    "stand": flow.stand,
    "pick": flow.pick,
    "roll": flow.roll,
    **turn.PLAYS,
}
"""What each kind of action brings about."""

_REQUESTS = {
    Phase.DEAL: "lay",
    Phase.FIRST: "first",
    Phase.STAND: "stand",
    Phase.PICK: "pick",
    Phase.ROLL: "roll",
    Phase.REROLL: "reroll",
    Phase.GIVE: "give",
}


class ArchimageRules(Rules[State, Action]):
    """The rules of Archimage under one setup."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.house = house(setup)
        self._seats = seats_of(setup)
        mages = () if self._seats == SEATS[: len(self._seats)] else self._seats
        self.setup = {**setup, "mages": mages}
        try:
            self.board = load_board(str(setup["board"]), len(self._seats))
        except DataError as error:
            # what it was raised from is a part of its sentence
            raise SetupError(error.message, **error.facts) from error.__cause__ or error
        if self.board.players != len(self._seats):
            raise SetupError(
                N_("the board {name} is for {needed} players, not for {players} ({rule})"),
                name=self.board.name,
                needed=self.board.players,
                players=len(self._seats),
                rule="archimage.board.segments-side",
            )
        self.cards = cards_in(str(setup["circle"]))
        self._plan: TablePlan | None = None
        self._sheets: tuple[TablePlan, ...] = ()
        self._watched: TablePlan | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        return self._seats

    # -- play ---------------------------------------------------------------------------------------

    def start(self) -> State:
        return flow.start(self)

    def legal(self, state: State) -> Iterator[Action]:
        return _LEGAL[state.phase](self, state)

    def play(self, state: State, action: Action) -> State:
        return _PLAYS[action.kind](self, state, action)

    def requests(self, state: State) -> tuple[Request, ...]:
        if state.phase is Phase.OVER:
            return ()
        if state.phase is Phase.TURN:
            return (Request(state.seat, "turn" if can_break(self, state) else "stuck"),)
        kind = _REQUESTS[state.phase]
        by = judge.whose(state)
        facts = {"seat": self.seats[state.seat]} if state.phase is Phase.REROLL else {}
        return (Request(by, kind, facts),)

    def actor(self, state: State, action: Action) -> Seat:
        return judge.actor(state, action)

    def by_chance(self, state: State, pick: Callable[[int], int]) -> Action | None:
        if state.phase is Phase.DEAL:
            return flow.drawn(self, state, pick)
        if state.phase in (Phase.ROLL, Phase.REROLL):
            return flow.fallen(state, pick)
        return super().by_chance(state, pick)

    def result(self, state: State) -> Result | None:
        return flow.result(self, state)

    def clock(self, state: State) -> Clock:
        return Clock(state.round, state.seat)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(flow.points(state, seat) for seat in range(state.players))

    def offers(self, state: State) -> tuple[Offer, ...]:
        return tuple(usable.offers(self, state))

    def ways(self, state: State, offer: Offer) -> Iterator[Action]:
        return usable.ways(self, state, offer)

    def hindrances(self, state: State, offer: Offer) -> tuple[Breach, ...]:
        return usable.hindrances(self, state, offer)

    def reckoning(self, state: State, seat: Seat) -> tuple[Item, ...]:
        return tuple(usable.reckoning(state, seat))

    # -- judging ------------------------------------------------------------------------------------

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        return judge.breaches(self, state, action, by)

    def events(self, before: State, action: Action, after: State) -> tuple[Event, ...]:
        return telling.events(self, before, action, after)

    def notices(self, state: State, action: Action) -> tuple[Notice, ...]:
        return telling.notices(self, state, action)

    # -- the table ----------------------------------------------------------------------------------

    def plan(self) -> TablePlan:
        if self._plan is None:
            self._plan = plan.table_plan(self)
        return self._plan

    @property
    def is_aided(self) -> bool:
        """Above the board the camera only helps: nobody has to see to it that all of it is in view."""
        return watching.sees_board(self)

    def sheets(self) -> tuple[TablePlan, ...]:
        if not self._sheets:
            self._sheets = (sheet.sheet(self._seats), field.field(self))
        return self._sheets

    def watched(self) -> TablePlan:
        if self._watched is None:
            self._watched = watching.watched(self, self.sheets())
        return self._watched

    def grounds(self) -> Iterator[Ground]:
        yield from super().grounds()
        if said := str(self.setup["board"]):
            yield sheets.board(self.board, "board", said)

    def layout(self, state: State) -> Layout:
        return plan.layout(self, state)

    def named(self, word: str) -> Thing | None:
        return calling.named(word)

    def trays(self, seat: Seat) -> tuple[str, ...]:
        return plan.SHARED if seat == TABLE else plan.in_front_of(self.seats[seat])

    def drawing(self, thing: Thing) -> Drawing | Standing | None:
        return drawings.drawing(thing)

    def shown(self, action: Action) -> Shown:
        return "both" if watching.is_shown(self, action) else "said"

    def effort(self, action: Action) -> float:
        """A spell is said when it is cast, so what dice alone may tell is a seal broken without one."""
        return 2.0 if action.kind == "cast" else 1.0

    def amended(self, state: State, layout: Layout) -> State | None:
        return watching.amended(self, state, layout)

    def toward(self, state: State, table: Mapping[str, Sequence[tuple[Thing, ...]]]) -> Iterable[Action]:
        return watching.toward(self, state, table)

    def called_for(self, state: State, layout: Layout) -> Action | None:
        return watching.called_for(self, state, layout)

    def is_plain(self, action: Action) -> bool:
        """Up to 135 things are laid on a board, in plain sight; whatever was misread is put right by a tap."""
        return action.kind == "lay"

    def awaited(self, state: State, place: str) -> tuple[Thing, ...]:
        return field.awaited(self, state, place)

    def inspect(self, layout: Layout) -> tuple[Breach, ...]:
        return watching.inspect(self, layout)

    def diagnose(self, state: State, layout: Layout) -> tuple[Breach, ...]:
        return watching.diagnose(self, state, layout)

    def explained(self, state: State, layout: Layout) -> tuple[Action, ...]:
        return tuple(changes.explaining(self, state, layout))

    def attempted(self, state: State, action: Action) -> Layout | None:
        return changes.attempted(self, state, action)

    # -- text ---------------------------------------------------------------------------------------

    def deed(self, state: State, action: Action) -> Phrase:
        return calling.deed(self, state, action)

    def write_position(self, state: State) -> str:
        return position.write_position(self, state)

    def read_position(self, text: str) -> State:
        rules, state = reading.read_position(self.game, text, within=self)
        same_setup(self.setup, rules.setup, apart=("camera",))
        return state

    def write_action(self, state: State, action: Action) -> str:
        return phrases.write_action(self, action)

    def read_action(self, state: State, text: str) -> Action:
        return phrases.read_action(self, state, text)

    def draw(self, state: State) -> str:
        return position.draw(self, state)

    def picture(self, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        return pictures.picture(self, state, marked)


class Archimage(Game):
    """The game of Archimage, for two to five players."""

    name = "archimage"
    title = "Archimage"
    shelf = 1  # only its dice are read, so it does not stand first
    is_said = True
    sight: Mapping[str, Any] = {"players": 5}  # whose sheet shows all trays
    seats = SEATS
    options = OPTIONS
    sentences = SENTENCES
    notices = NOTICES
    results = RESULTS
    events = EVENTS
    tallies = TALLIES
    requests = REQUESTS
    things = THINGS
    signs = pictures.SIGNS

    def place_name(self, place: str) -> Phrase:
        return calling.place_name(place)

    def thing_name(self, thing: Thing) -> Phrase:
        return calling.thing_name(thing)

    def digest(self) -> tuple[Chapter, ...]:
        return digest.chapters()

    def stock(self) -> tuple[Stock, ...]:
        boards = (load_board(name, 0) for name in board_names())
        return tuple(Stock("board", board.name, board.title, board.origin, len(board.spaces)) for board in boards)

    def printed(self) -> tuple[Batch | Ground, ...]:
        return tuple(sheets.printed())

    def own_ground(self, text: str) -> Ground:
        return sheets.board(own_board(text), "board", text)

    def rules(self, setup: Setup) -> ArchimageRules:
        return ArchimageRules(self, setup)

    def read_position(self, text: str) -> tuple[ArchimageRules, State]:
        return reading.read_position(self, text)
