"""Spellbook Master as the contract sees it: the game on the shelf and its rules, put together from the parts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.contract import ARBITER, TABLE, Clock, Game, Request, Result, Rules, Seat, Shown, Stock
from engine.datafile import LARGEST
from engine.digest import Chapter
from engine.drawing import Drawing
from engine.errors import N_, DataError, NotationError, SetupError, shown
from engine.options import Setup, same_setup
from engine.picture import Panel
from engine.printed import Batch, Ground
from engine.review import Review
from engine.spellbook import checking, digest, flow, gems, judging, layouts, picture, sheets, shelf, telling
from engine.spellbook.agrica import SEATS, Sides
from engine.spellbook.books import (
    MOST_SPELLS,
    Book,
    packaged_book,
    packaged_books,
    read_book,
    read_statements,
    text_under,
)
from engine.spellbook.house import OPTIONS, TITLES, house
from engine.spellbook.language.meaning import Law, Meaning
from engine.spellbook.language.spells import Move, Push, Spell, Text
from engine.spellbook.notation import actions, reading, writing
from engine.spellbook.sentences import EVENTS, NOTICES, REQUESTS, RESULTS, SENTENCES, TALLIES, THINGS
from engine.spellbook.state import RULED, Action, Phase, State
from engine.spellbook.truth import truth
from engine.table import Layout, Motion, TablePlan, Thing
from engine.text import Word
from engine.truth import Truth
from engine.verdict import Breach, Event, Notice, Phrase
from engine.volumes import Volume

_SAID = ("ready", "toss", "open", "pass", "next", *RULED)


class SpellbookRules(Rules[State, Action]):
    """The rules of Spellbook Master under one setup."""

    game: Spellbook

    def __init__(self, game: Spellbook, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.house = house(setup)
        self.books = tuple(_book(setup, f"{seat}-book") for seat in SEATS)
        if not setup["same-book"] and self.books[0].source == self.books[1].source:
            raise SetupError(N_("at this table the masters bring different books"))
        first = setup.get("first")
        self.first = None if first is None else SEATS.index(str(first))
        self.law = Law(
            unnamed_is_mine=setup["unnamed-owner"] == "mine",
            in_sequence=bool(setup["in-sequence"]),
            meeting_bars=setup["meeting"] == "impossible",
        )
        self.sides = Sides(mirror=setup["numbering"] == "mirrored")
        self.spells: dict[int, Spell] = {
            MOST_SPELLS * seat + number: spell
            for seat, book in enumerate(self.books)
            for number, spell in enumerate(book.spells)
        }
        self.of_book = tuple(
            sum(1 << spell for spell in self.spells if spell // MOST_SPELLS == seat) for seat in (0, 1)
        )
        self.numbers = {f"{'sn'[spell // MOST_SPELLS]}{spell % MOST_SPELLS + 1}": spell for spell in self.spells}
        self.texts = {spell: text_under(one, setup) for spell, one in self.spells.items()}
        self._meanings = {spell: Meaning(text, self.law) for spell, text in self.texts.items()}
        barred = setup["enemy-start-barred"]
        self.illegal = sum(
            1 << spell for spell, text in self.texts.items() if barred and _by_enemy_start(self, text)
        )
        self._twins = self._same_spells() if setup["same-spell-once"] else {}

    def _same_spells(self) -> dict[int, int]:
        """The spells that are in both books, by either number."""
        known = {
            (spell.name.casefold(), spell.text.source): number
            for number, spell in self.spells.items()
            if number < MOST_SPELLS
        }
        found: dict[int, int] = {}
        for number, spell in self.spells.items():
            twin = known.get((spell.name.casefold(), spell.text.source))
            if number >= MOST_SPELLS and twin is not None:
                found |= {number: twin, twin: number}
        return found

    def with_twins(self, bits: int) -> int:
        """Spells as bits, together with the same spells of the other book."""
        for spell, twin in self._twins.items():
            if bits >> spell & 1:
                bits |= 1 << twin
        return bits

    def meaning(self, spell: int, settled: tuple[tuple[int, str], ...] = ()) -> Meaning:
        """What a spell does, as its owner has settled it if that was called for."""
        if settled:
            for other, text in settled:
                if other == spell or self._twins.get(other) == spell:
                    return _settled(text, self.language_of(spell), self.law)
        return self._meanings[spell]

    def language_of(self, spell: int) -> str:
        return self.books[spell // MOST_SPELLS].language

    def check_settled(self, spell: int, text: str, word: Word) -> None:
        """Raises NotationError where a text lays down no meaning."""
        try:
            read_statements(text, self.language_of(spell))
        except NotationError as error:
            raise error.at(word.line or 1, word.column + max(error.column, 1)) from None

    def called(self, name: str, book: int) -> int:
        """The spell of this name in a book; -1 if there is none, or more than one."""
        found = [
            MOST_SPELLS * book + number
            for number, spell in enumerate(self.books[book].spells)
            if spell.name.casefold() == name.casefold()
        ]
        return found[0] if len(found) == 1 else -1

    # -- play ---------------------------------------------------------------------------------------

    def start(self) -> State:
        return State()

    def legal(self, state: State) -> Iterator[Action]:
        return flow.legal(self, state)

    def play(self, state: State, action: Action) -> State:
        return flow.play(self, state, action)

    def requests(self, state: State) -> tuple[Request, ...]:
        return flow.requests(state)

    def actor(self, state: State, action: Action) -> Seat:
        if action.kind in RULED or action.kind == "next":
            return ARBITER
        if action.kind == "ready":
            return action.seat
        return TABLE if action.kind == "toss" else state.seat

    def result(self, state: State) -> Result | None:
        return flow.result(state)

    def clock(self, state: State) -> Clock:
        # nobody's turn has begun while books are studied and a coin decides
        is_before = state.stage.phase in (Phase.STUDY, Phase.TOSS)
        return Clock(state.round, ARBITER if is_before else state.seat)

    def points(self, state: State) -> tuple[int, ...]:
        """The confrontations won."""
        return state.stage.wins

    # -- judging ------------------------------------------------------------------------------------

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        return judging.breaches(self, state, action, by)

    def events(self, before: State, action: Action, after: State) -> tuple[Event, ...]:
        return telling.events(self, before, action, after)

    def notices(self, state: State, action: Action) -> tuple[Notice, ...]:
        return telling.notices(self, state, action)

    # -- help ---------------------------------------------------------------------------------------

    def volumes(self, state: State) -> tuple[Volume, ...]:
        return shelf.volumes(self, state)

    def sayable(self, state: State) -> tuple[Action, ...]:
        return tuple(shelf.sayable(self, state))

    # -- the table ----------------------------------------------------------------------------------

    def plan(self) -> TablePlan:
        return layouts.table_plan()

    def layout(self, state: State) -> Layout:
        return layouts.layout(state)

    def drawing(self, thing: Thing) -> Drawing:
        return gems.drawing(thing)

    def shown(self, action: Action) -> Shown:
        return "said" if action.kind in _SAID else "both" if action.kind == "cast" else "camera"

    def effort(self, action: Action) -> float:
        """A spell is announced, so one that was not is harder to believe; where it may be meant, it is asked."""
        return 1.5 if action.kind == "cast" else 1.0

    def lingers(self, action: Action) -> bool:
        """Gems are put down one by one, and may be taken up again until the other master acts."""
        return action.kind in ("place", "move", "cast")

    def inspect(self, layout: Layout) -> tuple[Breach, ...]:
        return layouts.inspect(layout)

    def diagnose(self, state: State, layout: Layout) -> tuple[Breach, ...]:
        return layouts.diagnose(self, state, layout)

    def toward(self, state: State, table: Mapping[str, Sequence[tuple[Thing, ...]]]) -> Iterator[Action]:
        return layouts.toward(self, state, table)

    def explained(self, state: State, layout: Layout) -> tuple[Action, ...]:
        return layouts.explained(self, state, layout)

    def attempted(self, state: State, action: Action) -> Layout | None:
        return layouts.attempted(self, state, action)

    def motions(self, state: State, action: Action) -> tuple[Motion, ...]:
        """In a cast alike gems go where the text sends each of them, not just from where one is gone."""
        if action.kind != "cast" or not action.board:
            return super().motions(state, action)
        own, seen = self.sides.points[state.seat], self.sides.seen
        board, after = seen(state.board, state.seat), seen(action.board, state.seat)
        going = self.meaning(action.spell, state.stage.settled).going(board, after)
        absolute = [(own[source], own[target]) for source, target in going]
        return tuple(layouts.motions_of(state.board, action.board, absolute))

    def amended(self, state: State, layout: Layout) -> State | None:
        return layouts.amended(state, layout)

    # -- text ---------------------------------------------------------------------------------------

    def deed(self, state: State, action: Action) -> Phrase:
        return telling.deed(self, state, action)

    def write_position(self, state: State) -> str:
        return writing.write_position(self, state)

    def read_position(self, text: str) -> State:
        rules, state = reading.read_position(self.game, text, within=self)
        same_setup(self.setup, rules.setup)
        return state

    def write_action(self, state: State, action: Action) -> str:
        return actions.write_action(self, state, action)

    def read_action(self, state: State, text: str) -> Action:
        return actions.read_action(self, state, text)

    def picture(self, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        return picture.picture(self, state, marked)

    def picture_of(self, layout: Layout, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        return picture.picture_of(layout, marked)


def _book(setup: Setup, option: str) -> Book:
    """The book an option names or holds. Raises SetupError."""
    wish = str(setup[option])
    try:
        if wish in packaged_books():
            return packaged_book(wish)
        if "\n" not in wish and ":" not in wish:
            raise SetupError(
                N_("{option} must be one of {names}, or a whole book; not {came}"),
                option=option,
                names=", ".join(packaged_books()),
                came=shown(wish),
            )
        return _read(wish, name_clash=bool(setup["name-clash"]))
    except (NotationError, DataError) as error:
        raise SetupError(N_("{option}: {why}"), option=option, why=str(error)) from error


@lru_cache(maxsize=32)
def _read(text: str, *, name_clash: bool) -> Book:
    return read_book(text, name_clash=name_clash)


@lru_cache(maxsize=64)
def _settled(text: str, language: str, law: Law) -> Meaning:
    return Meaning(read_statements(text, language), law)


def _by_enemy_start(rules: SpellbookRules, text: Text) -> bool:
    """Whether a text sends the opponent's gems by where they start."""
    mine_only = rules.law.unnamed_is_mine
    for guarded in text.effects:
        effect = guarded.effect
        if isinstance(effect, Move | Push):
            owner = effect.gems.owner
            if owner in ("theirs", "both") or (owner == "unnamed" and not mine_only):
                return True
    return False


def _stock(option: str, name: str) -> Stock:
    """A book that comes with the game; whose it is and its licence in short, the book itself says more."""
    book = packaged_book(name)
    origin = f"{book.author.split(',')[0]}, {book.licence.split(',')[0]}"
    return Stock(option, name, TITLES[name], origin)


class Spellbook(Game):
    """The game of Spellbook Master."""

    name = "spellbook"
    title = "Spellbook Master"
    shelf = 1
    seats = SEATS
    options = OPTIONS
    sentences = SENTENCES
    notices = NOTICES
    results = RESULTS
    events = EVENTS
    tallies = TALLIES
    requests = REQUESTS
    things = THINGS
    letters: Mapping[str, str] = layouts.LETTER_OF
    signs = picture.SIGNS

    def place_name(self, place: str) -> Phrase:
        return telling.place_name(place)

    def thing_name(self, thing: Thing) -> Phrase:
        return Phrase(THINGS.get(thing.name, thing.name))

    def digest(self) -> tuple[Chapter, ...]:
        return digest.chapters()

    def stock(self) -> tuple[Stock, ...]:
        """The books that come with the game, for either seat."""
        return tuple(_stock(f"{seat}-book", name) for seat in SEATS for name in packaged_books())

    def printed(self) -> tuple[Batch | Ground, ...]:
        return sheets.printed()

    def read_truth(self, document: Mapping[str, Any]) -> Truth:
        return truth(document)

    def books(self) -> Mapping[str, str]:
        books = map(packaged_book, packaged_books())
        return {f"{book.title} ({book.language})": book.source for book in books}

    def review(self, text: str) -> Review:
        return checking.review(text)

    def rules(self, setup: Setup) -> SpellbookRules:
        if any(len(str(value)) > LARGEST for value in setup.values()):
            raise SetupError(N_("a book has at most {most} letters"), most=LARGEST)
        return SpellbookRules(self, setup)

    def opened(self, choices: Mapping[str, Any]) -> SpellbookRules:
        """``open``, remembered: a position names its setup each time it is read."""
        return _opened(tuple(sorted(choices.items())))

    def read_position(self, text: str) -> tuple[SpellbookRules, State]:
        return reading.read_position(self, text)


@lru_cache(maxsize=32)
def _opened(choices: tuple[tuple[str, Any], ...]) -> SpellbookRules:
    rules = GAME.open(dict(choices))
    assert isinstance(rules, SpellbookRules)
    return rules


GAME = Spellbook()

__all__ = ["GAME", "Phase", "Spellbook", "SpellbookRules"]
