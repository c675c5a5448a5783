"""SPELL as the contract sees it: the game on the shelf and its rules, put together from the parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.contract import (
    TABLE,
    Addition,
    Best,
    Clock,
    Game,
    NewCard,
    Pattern,
    Request,
    Result,
    Rules,
    Seat,
    Shown,
    Stock,
)
from engine.digest import Chapter
from engine.drawing import Drawing, Standing
from engine.options import Setup, same_setup
from engine.picture import Panel
from engine.printed import Batch, Ground
from engine.spell import best as planning
from engine.spell import box, building, digest, drawings, flow, owndeck, picture, showing, solo, turn
from engine.spell.actions import END, Action
from engine.spell.arena import BLACK, VIOLET, gap
from engine.spell.deck import Deck
from engine.spell.drawings import sheets
from engine.spell.frame import names
from engine.spell.house import OPTIONS, complete, house
from engine.spell.judging import judge, telling
from engine.spell.layouts import amending, attempting, diagnose, inspect, plan, travelling, truth
from engine.spell.layouts import text as layouts
from engine.spell.layouts.plan import GEM
from engine.spell.notation import calling, phrases, position, reading
from engine.spell.runes import LEVELS, Matcher
from engine.spell.sentences import EVENTS, NOTICES, REQUESTS, RESULTS, SENTENCES, TALLIES, THINGS
from engine.spell.state import SEATS, Phase, State
from engine.table import Layout, Motion, TablePlan, Thing
from engine.truth import Truth
from engine.verdict import Breach, Event, Notice, Phrase

START_ONLY = ("first", "opening")

Play = Callable[["SpellRules", State, Action], State]
Listing = Callable[["SpellRules", State], Iterator[Action]]


def _gem(rules: SpellRules, state: State, action: Action) -> State:
    return flow.with_first(rules, state, action.other)


def _end(rules: SpellRules, state: State, action: Action) -> State:
    return flow.end_turn(rules, state)


_PLAYS: dict[str, Play] = {
    "gem": _gem,
    "amulet": flow.choose_amulet,
    "reveal": flow.reveal,
    "core": building.lay_core,
    "lay": building.lay,
    "mage": building.place_mage,
    **turn.PLAYS,
    "end": _end,
    "wait": solo.play_mage,
    "carry": solo.play_carry,
    "slide": solo.play_slide,
    "take": solo.play_take,
}
"""What each kind of action brings about."""

_LEGAL: dict[Phase, Listing] = {
    Phase.GEM: lambda rules, state: (Action("gem", other=seat) for seat in range(len(SEATS))),
    Phase.AMULETS: lambda rules, state: flow.legal_amulets(state),
    Phase.REVEAL: flow.legal_reveals,
    Phase.CORE: lambda rules, state: building.legal_cores(),
    Phase.BUILD: building.legal_tiles,
    Phase.MAGES: lambda rules, state: building.legal_mages(state),
    Phase.TURN: turn.legal,
    Phase.RIVAL_MAGE: solo.legal_mage,
    Phase.RIVAL_CARRY: lambda rules, state: solo.legal_carries(state),
    Phase.RIVAL_GEM: lambda rules, state: solo.legal_slides(),
    Phase.RIVAL_TAKE: solo.legal_takes,
    Phase.OVER: lambda rules, state: iter(()),
}
"""What may be done in each phase."""

_REQUESTS = {
    Phase.GEM: "gem",
    Phase.REVEAL: "reveal",
    Phase.CORE: "core",
    Phase.BUILD: "lay",
    Phase.MAGES: "mage",
    Phase.TURN: "turn",
    Phase.RIVAL_MAGE: "rival-mage",
    Phase.RIVAL_CARRY: "rival-carry",
    Phase.RIVAL_GEM: "rival-gem",
    Phase.RIVAL_TAKE: "rival-take",
}
_BY_TABLE = {Phase.GEM, Phase.REVEAL, Phase.CORE, Phase.RIVAL_GEM, Phase.RIVAL_TAKE}
_BY_HUMAN = {Phase.RIVAL_MAGE, Phase.RIVAL_CARRY}
"""The rival's choices, which the human makes."""

_SAID = {"amulet", "end", "wait"}
_EITHER = {"claim", "gem", "reveal", "take", "slide"}
_BY_WORD = {"amulet", "claim", "gem", "take"}
"""What is soon said; of runes that are revealed there are too many to choose from."""


class SpellRules(Rules[State, Action]):
    """The rules of SPELL under one setup."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = complete(setup)
        self.house = house(self.setup)
        self.deck: Deck = box.deck_of(self.setup)
        self.opening = box.opening_of(self.setup)
        self.level_masks = {level: self.deck.level_mask(level) for level in LEVELS}
        self.levels_open = tuple(
            sum(mask for level, mask in self.level_masks.items() if not claimed >> level & 1)
            for claimed in range(1 << len(LEVELS) + 1)
        )
        self.matcher = Matcher((1 << index, card) for index, card in enumerate(self.deck.cards))
        self._plan: TablePlan | None = None

    @property
    def people(self) -> tuple[Seat, ...]:
        return (VIOLET,) if self.house.is_solo else (BLACK, VIOLET)

    # -- play ---------------------------------------------------------------------------------------

    def start(self) -> State:
        return flow.start(self)

    def legal(self, state: State) -> Iterator[Action]:
        return _LEGAL[state.stage.phase](self, state)

    def play(self, state: State, action: Action) -> State:
        if state.stage.phase is Phase.RIVAL_MAGE:
            return solo.play_mage(self, state, action)
        return _PLAYS[action.kind](self, state, action)

    def requests(self, state: State) -> tuple[Request, ...]:
        phase = state.stage.phase
        if phase is Phase.OVER:
            return ()
        if phase is Phase.AMULETS:
            waiting = (seat for seat, worn in enumerate(state.stage.amulets) if not worn)
            return tuple(Request(seat, "amulet") for seat in waiting)
        by = TABLE if phase in _BY_TABLE else VIOLET if phase in _BY_HUMAN else state.stage.seat
        return (Request(by, _REQUESTS[phase]),)

    def actor(self, state: State, action: Action) -> Seat:
        if state.stage.phase is Phase.AMULETS and action.kind == "amulet":
            return action.source
        return super().actor(state, action)

    def result(self, state: State) -> Result | None:
        return flow.result(self, state)

    def clock(self, state: State) -> Clock:
        return Clock(state.stage.round, state.stage.seat)

    def points(self, state: State) -> tuple[int, ...]:
        return state.points

    # -- judging ------------------------------------------------------------------------------------

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        return judge.breaches(self, state, action, by)

    def events(self, before: State, action: Action, after: State) -> tuple[Event, ...]:
        return telling.events(self, before, action, after)

    def notices(self, state: State, action: Action) -> tuple[Notice, ...]:
        return telling.notices(self, state, action)

    def reveals(self, state: State, action: Action) -> bool:
        return self.house.strict_touch or super().reveals(state, action)

    # -- help -----------------------------------------------------------------------------------------

    def patterns(self, state: State, drawn: Sequence[str] = ()) -> tuple[Pattern, ...]:
        return showing.patterns(self, state, drawn)

    def best(self, state: State, out_of_time: Callable[[], bool] = lambda: False) -> Best | None:
        return planning.best(self, state, out_of_time) if state.stage.phase is Phase.TURN else None

    # -- the table ----------------------------------------------------------------------------------

    def plan(self) -> TablePlan:
        if self._plan is None:
            self._plan = plan.table_plan(self)
        return self._plan

    def layout(self, state: State) -> Layout:
        return plan.layout(self, state)

    def drawing(self, thing: Thing) -> Drawing | Standing | None:
        return drawings.drawing(thing, self.deck)

    def shown(self, action: Action) -> Shown:
        return "said" if action.kind in _SAID else "both" if action.kind in _EITHER else "camera"

    def sayable(self, state: State) -> tuple[Action, ...]:
        return tuple(action for action in self.legal(state) if action.kind in _BY_WORD)

    def traces(self, before: State, action: Action, after: State) -> Layout:
        """The last tile laid still lies on the sheet, though the frame is known from then on."""
        return plan.traces(self, before, action, after)

    def effort(self, action: Action) -> float:
        """What a card pays for is less likely than the same for nothing, and a dear card less than a cheap one."""
        return 1.0 + action.card

    def inspect(self, layout: Layout) -> tuple[Breach, ...]:
        return inspect.inspect(self, layout)

    def diagnose(self, state: State, layout: Layout) -> tuple[Breach, ...]:
        return diagnose.diagnose(self, state, layout)

    def explained(self, state: State, layout: Layout) -> tuple[Action, ...]:
        return diagnose.explained(self, state, layout)

    def attempted(self, state: State, action: Action) -> Layout | None:
        return attempting.attempted(self, state, action)

    def amended(self, state: State, layout: Layout) -> State | None:
        return amending.amended(self, state, layout)

    def closing(self, state: State) -> Action | None:
        return END if state.stage.phase is Phase.TURN else None

    def gesture(self, state: State) -> tuple[str, ...]:
        """The gap: the one place of the frame where nothing lies that a hand could be about to move."""
        return names(gap(state.arena)) if state.stage.phase is Phase.TURN else ()

    def scripted(self, state: State) -> bool:
        return state.stage.phase in solo.PHASES

    def called_for(self, state: State, layout: Layout) -> Action | None:
        """The way the Gem points is the way the rival's line slides."""
        tips = [thing.turn for thing in layout.get(GEM, ()) if thing.turn is not None]
        return Action("slide", other=tips[0] // 90) if tips and state.stage.phase is Phase.RIVAL_GEM else None

    def motions(self, state: State, action: Action) -> tuple[Motion, ...]:
        return travelling.motions(self, state, action)

    # -- text ---------------------------------------------------------------------------------------

    def deed(self, state: State, action: Action) -> Phrase:
        return calling.deed(self, state, action)

    def write_position(self, state: State) -> str:
        return position.write_position(self, state)

    def read_position(self, text: str) -> State:
        return self._of_this_match(*reading.read_position(self.game, text, within=self))

    def _of_this_match(self, rules: SpellRules, state: State) -> State:
        """The state, if it was written under the same setup; what only a start needs may differ."""
        same_setup(self.setup, rules.setup, START_ONLY)
        return state

    def write_action(self, state: State, action: Action) -> str:
        return phrases.write_action(self, state, action)

    def read_action(self, state: State, text: str) -> Action:
        return phrases.read_action(self, state, text)

    def read_layout(self, text: str) -> Layout:
        return layouts.read_layout(self, text)

    def write_layout(self, layout: Layout) -> str:
        return layouts.write_layout(self, layout)

    def position_of(self, layout: Layout) -> str | None:
        return layouts.position_of(self, layout)

    def draw(self, state: State) -> str:
        return position.draw(self, state)

    def picture(self, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        return picture.picture(self, state, marked)

    def picture_of(self, layout: Layout, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        return picture.picture_of(self, layout, marked)

    def to_json(self, state: State) -> dict[str, Any]:
        return position.to_json(self, state)

    def from_json(self, data: Mapping[str, Any]) -> State:
        return self._of_this_match(*reading.from_json(self.game, data))


class Spell(Game):
    """The game of SPELL, both editions."""

    name = "spell"
    title = "SPELL"
    seats = SEATS
    options = OPTIONS
    sentences = SENTENCES
    notices = NOTICES
    results = RESULTS
    events = EVENTS
    tallies = TALLIES
    requests = REQUESTS
    things = THINGS
    letters = plan.LETTERS
    sight: Mapping[str, Any] = {"solo": "normal"}  # the only way to play in which the Gem lies in view
    signs = picture.SIGNS

    def place_name(self, place: str) -> Phrase:
        return calling.place_name(place)

    def thing_name(self, thing: Thing) -> Phrase:
        return calling.thing_name(thing)

    def digest(self) -> tuple[Chapter, ...]:
        return digest.chapters()

    def stock(self) -> tuple[Stock, ...]:
        return tuple(showing.stock())

    def printed(self) -> tuple[Batch | Ground, ...]:
        return sheets.printed()

    def deck_with(self, card: NewCard, text: str, source: str) -> Addition:
        return owndeck.deck_with(card, text, source)

    def rules(self, setup: Setup) -> SpellRules:
        return SpellRules(self, setup)

    def read_position(self, text: str) -> tuple[SpellRules, State]:
        return reading.read_position(self, text)

    def from_json(self, data: Mapping[str, Any]) -> tuple[SpellRules, State]:
        return reading.from_json(self, data)

    def read_layout(self, text: str) -> tuple[SpellRules, Layout]:
        rules = layouts.rules_for(self, text)
        return rules, rules.read_layout(text)

    def read_truth(self, document: Mapping[str, Any]) -> Truth:
        return truth.truth(document)
