"""Decks of rune cards: read from data files, written back, extended by cards named in a position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.datafile import Entry, packaged, quoted, read_file
from engine.errors import N_, DataError, NotationError, shown
from engine.spell.runes import LEVELS, Card, Pattern, placements, read_pattern, rotations, write_pattern

SPELLS: Mapping[int, tuple[str, ...]] = {
    1: ("summon",),
    2: ("summon", "levitate"),
    3: ("summon", "levitate", "push"),
    4: (),
}
"""What a card of each level can pay for (spell.cast.level-cap)."""

MOST_CARDS = 60
MOST_NEEDED = 11
"""No player ever has more counting tiles: seven faces, the mage, two elementals and one by an amulet."""

CODE = re.compile(r"[1-4][A-Za-z0-9]{1,7}")


@dataclass(frozen=True, slots=True)
class Deck:
    """Rune cards in a fixed order; a set of them is an integer, bit by index."""

    name: str
    origin: str
    title: Mapping[str, str] = field(hash=False)
    cards: tuple[Card, ...]
    _indexes: dict[str, int] = field(init=False, repr=False, compare=False)
    _levels: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        indexes = {card.code: index for index, card in enumerate(self.cards)}
        levels = tuple(sum(1 << i for i, card in enumerate(self.cards) if card.level == level) for level in LEVELS)
        object.__setattr__(self, "_indexes", indexes)
        object.__setattr__(self, "_levels", levels)

    def level_mask(self, level: int) -> int:
        """The cards of a level."""
        return self._levels[level - 1]

    def index(self, code: str) -> int:
        """The place of a card in the deck. Raises DataError if there is none of that code."""
        found = self._indexes.get(code)
        if found is None:
            raise DataError(N_("the deck {deck} has no rune {code}"), deck=self.name, code=shown(code))
        return found

    def plus(self, cards: Iterable[Card]) -> Deck:
        """The deck with more cards. The very same card again adds nothing; another of its code is refused."""
        known = {card.code: card for card in self.cards}
        for card in cards:
            if known.setdefault(card.code, card) != card:
                raise DataError(
                    N_("the deck {deck} with {came}: the code {code} already means {known}"),
                    deck=self.name,
                    code=card.code,
                    known=write_pattern(known[card.code].pattern),
                    came=str(card),
                )
        return Deck(self.name, self.origin, self.title, tuple(known.values()))


EMPTY = Deck("none", "inline", {"en": "No runes", "fr": "Aucune rune"}, ())


def deck_names() -> tuple[str, ...]:
    """The decks that come with the game."""
    return ("basic", "advanced")


@cache
def load_deck(name: str) -> Deck:
    """A deck that comes with the game."""
    if name == EMPTY.name:
        return EMPTY
    if name not in deck_names():
        raise DataError(
            N_("there is no deck {name}; the decks are: {known}"),
            name=shown(name),
            known=", ".join(deck_names()),
        )
    return read_deck(packaged("engine.spell", f"{name}.toml"), f"{name}.toml")


def read_deck(text: str, source: str) -> Deck:
    """The deck written in a TOML text; ``source`` is what errors call it."""
    whole = read_file(text, source)
    whole.expect(["name", "origin", "title", "spells", "rune"])
    _check_spells(whole.table("spells"))
    cards: list[Card] = []
    for entry in whole.entries("rune", "code", MOST_CARDS):
        card = _card(entry)
        _check_new(entry, card, cards)
        cards.append(card)
    return Deck(whole.text("name"), whole.text("origin"), whole.titles("title"), tuple(cards))


def write_deck(deck: Deck) -> str:
    """The TOML text of a deck; ``read_deck`` gives back an equal one."""
    parts = [
        f"name = {quoted(deck.name)}\norigin = {quoted(deck.origin)}\n",
        "[title]\n" + "".join(f"{language} = {quoted(title)}\n" for language, title in deck.title.items()),
        "[spells]\n" + "".join(f"{level} = {_list(SPELLS[level])}\n" for level in LEVELS),
    ]
    parts += [
        f'[[rune]]\ncode = "{card.code}"\npattern = """\n{_drawn(card.pattern)}\n"""\n' for card in deck.cards
    ]
    return "\n".join(parts)


def read_card(text: str) -> Card:
    """The card of an inline text such as ``1O=##/##``. Raises NotationError."""
    code, equals, drawn = text.partition("=")
    if not equals:
        raise NotationError(N_("a rune is written as its code, = and its pattern")).at(0, len(text) + 1, text)
    if not CODE.fullmatch(code):
        raise NotationError(N_("a rune's code is its level, 1 to 4, and 1 to 7 letters or digits")).at(0, 1, code)
    before = len(code) + 1
    for column, mark in enumerate(drawn, before + 1):
        if mark not in "#./":
            raise NotationError(N_("a pattern is drawn with # and . only")).at(0, column, mark)
    try:
        pattern = read_pattern(drawn)
    except NotationError as error:
        raise error.moved(before) from None
    if not _formable(pattern):
        raise NotationError(N_("no counting tiles can ever form this pattern")).at(0, before + 1, drawn)
    return Card(code, pattern)


def _card(entry: Entry) -> Card:
    entry.expect(["code", "pattern"])
    code = entry.drawing("code")
    if not CODE.fullmatch(code):
        raise entry.fault(
            N_("{where}: a rune's code is its level, 1 to 4, and 1 to 7 letters or digits, not {came}"),
            came=shown(code),
        )
    return Card(code, _pattern(entry))


def _pattern(entry: Entry) -> Pattern:
    drawn = entry.drawing("pattern")
    try:
        pattern = read_pattern(drawn)
    except NotationError as error:
        raise _misdrawn(entry, error) from None
    if not _formable(pattern):
        raise entry.fault(
            N_("{where}: the pattern {came} can never be formed, with {most} counting tiles at most"),
            came=write_pattern(pattern),
            most=MOST_NEEDED,
        )
    return pattern


def _misdrawn(entry: Entry, error: NotationError) -> DataError:
    if error.line:
        return entry.fault(
            N_("{where}: a pattern is drawn with # and . only; row {row}, column {column} has {came}"),
            row=error.line,
            column=error.column,
            came=error.came,
        )
    if "most" in error.facts:
        return entry.fault(
            N_("{where}: a pattern is at most {most} places long, not as {came}"),
            most=error.facts["most"],
            came=error.came,
        )
    return entry.fault(N_("{where}: a pattern needs at least one #, not {came}"), came=error.came)


def _formable(pattern: Pattern) -> bool:
    return len(pattern) <= MOST_NEEDED and bool(placements(pattern))


def _check_new(entry: Entry, card: Card, cards: list[Card]) -> None:
    for number, other in enumerate(cards, 1):
        if other.code == card.code:
            raise entry.fault(
                N_("{where}: every rune needs a code of its own; {code} is rune {other} already"),
                code=card.code,
                other=number,
            )
        if other.pattern in rotations(card.pattern):
            raise entry.fault(
                N_("{where}: the pattern {came} is that of rune {other} ({code}) already, perhaps turned"),
                code=other.code,
                other=number,
                came=write_pattern(card.pattern),
            )


def _check_spells(table: Entry) -> None:
    table.expect([str(level) for level in LEVELS])
    for level, spells in SPELLS.items():
        came = table.words(str(level))
        if sorted(came) != sorted(spells):
            raise table.fault(
                N_("{where}: the spells of level {level} are {expected}, not {came} ({rule})"),
                level=level,
                expected=_list(spells),
                came=shown(_list(came)),
                rule="spell.cast.level-cap",
            )


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, words))}]"


def _drawn(pattern: Pattern) -> str:
    return write_pattern(pattern).replace("/", "\n")
