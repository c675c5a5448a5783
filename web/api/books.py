"""Books that players bring: what is in them and what of it can be done now, and what a checker says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from flask import request

from engine.catalogue import game_named, games
from engine.contract import Game, Rules
from engine.errors import N_, NotationError
from engine.review import Example, Review
from engine.table import Layout, Motion
from engine.volumes import Leaf, Volume
from engine.words import Words, capital
from runewatch.match import Match
from web import drawing
from web.api.endpoints import Api
from web.api.forms import Limit
from web.api.match import host
from web.api.sight import viewer
from web.past import NotThereError
from web.words import reader

api = Api("books")

LARGEST = 100_000
"""Letters of a book that is looked through."""
NOT_MATCHED = N_("there is no match with books on the table")


@dataclass(frozen=True, slots=True)
class RulingTold:
    """What may be ruled of an entry; where it is worded, the words of whoever says it replace ``{words}``."""

    title: str
    action: str
    is_worded: bool


@dataclass(frozen=True, slots=True)
class LeafTold:
    """An entry of a book; ``ways`` counts how it can be used now, ``why`` says why it cannot."""

    name: str
    lines: tuple[str, ...]
    note: str
    used: tuple[str, ...]
    is_barred: bool
    settled: str
    why: str
    rule: str
    ways: int
    rulings: tuple[RulingTold, ...]


@dataclass(frozen=True, slots=True)
class VolumeTold:
    """A book, and whose it is."""

    seat: int
    whose: str
    title: str
    language: str
    author: str
    origin: str
    licence: str
    is_open: bool
    leaves: tuple[LeafTold, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The books on the table, after so many steps of a match."""

    number: int
    steps: int
    volumes: tuple[VolumeTold, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """One piece on its way, from place to place; without a target it leaves the table."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class WayTold:
    """One way to use an entry: as it is written and in words, a picture with arrows, and how pieces go."""

    action: str
    sentence: str
    board: str
    gone: tuple[Gone, ...]


@dataclass(frozen=True, slots=True)
class LeafShown:
    """What an entry does on the table as it is."""

    steps: int
    ways: tuple[WayTold, ...]


@dataclass(frozen=True, slots=True)
class ExampleTold:
    """What an entry does on a table made up for it."""

    before: str
    ways: tuple[str, ...]
    gone: tuple[Gone, ...]
    """How pieces go in the first of them."""


@dataclass(frozen=True, slots=True)
class FindingTold:
    """One thing a checker found."""

    weight: Literal["forbidden", "unclear", "remark"]
    about: str
    sentence: str
    rule: str
    line: int
    column: int
    example: ExampleTold | None


@dataclass(frozen=True, slots=True)
class EntryTold:
    """An entry that could be read."""

    name: str
    example: ExampleTold | None


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text cannot be read, and where."""

    sentence: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ReviewTold:
    """What was read of a book and what there is to say of it; or why it cannot be read."""

    title: str
    entries: tuple[EntryTold, ...]
    findings: tuple[FindingTold, ...]
    fault: Fault | None
    symbols: str
    """What the pictures use."""


@dataclass(frozen=True, slots=True)
class Written:
    """A book to be looked through."""

    text: Annotated[str, Limit(LARGEST)]


# -- the books on the table ---------------------------------------------------------------------------------


@api.get("/books", gives=Shelf, about=N_("The books on the table, and what of them can be done now."))
def shelf() -> Shelf:
    match, words = _match()
    volumes = tuple(_volume(one, match, words) for one in match.rules.volumes(match.state))
    return Shelf(host().moment.match_number, len(match.steps), volumes)


@api.get(
    "/books/<int:seat>/<int:entry>",
    gives=LeafShown,
    about=N_("What an entry of a book does now, way by way. Seats and entries are counted from 0."),
)
def leaf(seat: int, entry: int) -> LeafShown:
    match, words = _match()
    found = _leaf(match, seat, entry)
    ways = tuple(_way(match.rules, match.state, words, text) for text in found.ways)
    return LeafShown(len(match.steps), ways)


@api.get("/books/<int:seat>/findings", gives=ReviewTold, about=N_("What the checker says of a book on the table."))
def findings(seat: int) -> ReviewTold:
    match, words = _match()
    volume = _volume_of(match, seat)
    return _told(match.rules.game, viewer().apart(lambda: match.rules.game.review(volume.source)), words)


def _match() -> tuple[Match, Words]:
    """The match that is played, in the words of whoever asks. Raises NotThereError."""
    match = host().moment.match
    if match is None or not match.rules.volumes(match.state):
        raise NotThereError(NOT_MATCHED)
    return match, reader().calling(match.rules.seats, match.began.names)


def _volume_of(match: Match, seat: int) -> Volume:
    for volume in match.rules.volumes(match.state):
        if volume.seat == seat:
            return volume
    raise NotThereError(NOT_MATCHED)


def _leaf(match: Match, seat: int, entry: int) -> Leaf:
    leaves = _volume_of(match, seat).leaves
    if entry >= len(leaves):
        raise NotThereError(N_("the book has no such entry"))
    return leaves[entry]


def _volume(volume: Volume, match: Match, words: Words) -> VolumeTold:
    names = [_who(match, words, seat) for seat in range(len(match.rules.seats))]
    return VolumeTold(
        volume.seat, names[volume.seat], volume.title, volume.language, volume.author, volume.origin,
        volume.licence, volume.is_open,
        tuple(_leaf_told(one, match.rules, words, names) for one in volume.leaves),
    )  # fmt: skip


def _who(match: Match, words: Words, seat: int) -> str:
    name = dict(enumerate(match.began.names)).get(seat, "") or words(match.rules.seats[seat])
    return capital(name)


def _leaf_told(one: Leaf, rules: Rules[Any, Any], words: Words, names: list[str]) -> LeafTold:
    breach = one.breaches[0] if one.breaches else None
    return LeafTold(
        one.name,
        one.lines,
        one.note,
        tuple(names[seat] for seat in one.used),
        one.is_barred,
        one.settled,
        words.sentence(rules, breach) if breach else "",
        breach.rule if breach else "",
        len(one.ways),
        tuple(RulingTold(capital(words.phrase(rules, r.title)), r.action, r.is_worded) for r in one.rulings),
    )


def _way(rules: Rules[Any, Any], state: Any, words: Words, text: str) -> WayTold:
    action = rules.read_action(state, text)
    going = rules.motions(state, action)
    board = drawing.board(rules, words, rules.layout(state), motions=going)
    return WayTold(text, capital(words.phrase(rules, rules.deed(state, action))), board, tuple(_gone(going)))


def _gone(going: tuple[Motion, ...]) -> Iterator[Gone]:
    yield from (Gone(one.source, one.target) for one in going if one.source)


# -- books that are written -----------------------------------------------------------------------------------


@api.post(
    "/books/review",
    takes=Written,
    gives=ReviewTold,
    query={"game": N_("The game it is a book of; the first that has books if it is not said.")},
    about=N_("Look through a book somebody writes: what it does, what is forbidden or not clear in it."),
    most=4 * LARGEST,
)
def review(wanted: Written) -> ReviewTold:
    game, words = writable(request.args.get("game", "")), reader()
    try:
        return _told(game, viewer().apart(lambda: game.review(wanted.text)), words)
    except NotationError as error:
        return ReviewTold("", (), (), Fault(words.error(error), error.line, error.column), "")


def writable(name: str = "") -> Game:
    """A game players write books for: the one of this name, or the first there is. Raises NotThereError."""
    for game in [game_named(name)] if name else games().values():
        if game.books():
            return game
    raise NotThereError(N_("players write no books for this game"))


def _told(game: Game, found: Review, words: Words) -> ReviewTold:
    rules = game.open(game.sight)
    shown = {one.about: one for one in found.examples}
    names = [name for one in (*found.examples, *(f.shown for f in found.findings if f.shown))
             for layout in (one.before, *one.ways) for name in drawing.drawn_names(layout)]  # fmt: skip
    return ReviewTold(
        found.title,
        tuple(EntryTold(name, _example(rules, words, shown.get(name))) for name in found.entries),
        tuple(
            FindingTold(
                one.weight, one.about, words.sentence(game, one.breach), one.breach.rule, one.line, one.column,
                _example(rules, words, one.shown),
            )
            for one in found.findings
        ),
        None,
        drawing.symbols(rules, words, names),
    )  # fmt: skip


def _example(rules: Rules[Any, Any], words: Words, one: Example | None) -> ExampleTold | None:
    if one is None:
        return None
    going = one.motions if len(one.ways) == 1 else ()
    before = drawing.board(rules, words, one.before, motions=going)
    ways = (drawing.board(rules, words, way, _changed(one.before, way)) for way in one.ways)
    return ExampleTold(before, tuple(ways), tuple(_gone(going)))


def _changed(before: Layout, after: Layout) -> Mapping[str, str]:
    return {name: "changed" for name in {*before, *after} if before.get(name) != after.get(name)}
