"""The cards of a box: magicians, spells, curses and the pages of the book, read from data files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from engine.bigbook.cards import ELEMENTS, IN_BOX, LETTERS, TYPES, Cards, value
from engine.bigbook.effects import EVERYBODY, NOBODY_NAMED, read_steps
from engine.datafile import LONGEST_TEXT, Entry, packaged, read_file, told
from engine.errors import N_, NotationError, SetupError, shown
from engine.text import Word

STAND_IN = "stand-in"
SPELL_LIMIT, SUPPORT_LIMIT = 5, 3
READ = ("read",)
"""What a card does whose text is not known: the table reads it out."""
_CODE = re.compile(r"(?=.{1,40}\Z)[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
_MOST = 200


@dataclass(frozen=True, slots=True)
class Card:
    """What every card has."""

    code: str
    origin: str
    title: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Magician(Card):
    element: str
    deck: Cards
    effect: tuple[str, ...] = ()
    use: str = ""
    """How often the effect may be used: once a turn of one's own, or once a round."""
    when: str = ""
    """What brings about the effect."""
    spell_limit: int = SPELL_LIMIT
    support_limit: int = SUPPORT_LIMIT
    discount: int = 0
    """What the first spell learned in a turn costs less."""


@dataclass(frozen=True, slots=True)
class Spell(Card):
    element: str
    effect: tuple[str, ...]
    cost: tuple[tuple[str, int], ...]
    """What it takes of each element; empty if that is to be read from the card."""
    value: int = 0
    """0 for the basic spells."""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class CurseCard(Card):
    type: str
    effect: tuple[str, ...]
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Page(Card):
    kind: str
    symbols: tuple[str, ...] = ()
    """Empty if they are to be read from the card."""
    appearance: tuple[str, ...] = ()
    failure: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """All cards of one kind by their codes."""

    magicians: Mapping[str, Magician]
    spells: Mapping[str, Spell]
    curses: Mapping[str, CurseCard]
    pages: Mapping[str, Page]

    @property
    def has_stand_ins(self) -> bool:
        """Whether a card of it is one that we made up."""
        kinds: tuple[Mapping[str, Card], ...] = (self.magicians, self.spells, self.curses, self.pages)
        return any(card.origin == STAND_IN for cards in kinds for card in cards.values())

    @property
    def basic(self) -> tuple[str, ...]:
        """The spells that everybody begins with."""
        return tuple(spell.code for spell in self.spells.values() if not spell.value)

    @property
    def final(self) -> Page:
        return next(page for page in self.pages.values() if page.kind == "final")

    def card(self, code: str) -> Card | None:
        """The card of this code, of whatever kind."""
        kinds: tuple[Mapping[str, Card], ...] = (self.spells, self.curses, self.pages, self.magicians)
        return next((kind[code] for kind in kinds if code in kind), None)

    def of_type(self, curse_type: str) -> Counter[str]:
        """The curses of a type and how many there are of each."""
        return Counter({card.code: card.copies for card in self.curses.values() if card.type == curse_type})


AnyCard = TypeVar("AnyCard", bound=Card)

SAID_BY = {
    "a magician": "bigbook.components.magicians",
    "a spell": "bigbook.components.spells",
    "a curse": "bigbook.components.curses",
    "a page": "bigbook.components.grimoire",
    "a card": "bigbook.components.element-values",
}
"""Which rule says what cards of a kind there are."""


def in_box(word: Word, known: Iterable[str], what: str) -> str:
    """The word, if it is one of these cards. Raises NotationError with the rule that says which there are."""
    choices = list(known)
    if word.text in choices:
        return word.text
    code, rule = shown(word.text), SAID_BY[what]
    if what == "a card":
        message = N_("no card is {code}; there are {choices} ({rule})")
        raise word.error(message, code=code, choices=", ".join(choices), rule=rule)
    if near := get_close_matches(word.text[:40], choices, n=1):
        message = N_("the box of this match knows no card {code}; did you mean {near}? ({rule})")
        raise word.error(message, code=code, near=near[0], rule=rule)
    raise word.error(
        N_("the box of this match knows no card {code} ({rule}; your own go into the option cards)"),
        code=code,
        rule=rule,
    )


@lru_cache(maxsize=16)
def box_of(own: str, stand_ins: bool) -> Box:
    """The cards of a match: what is known, the players' own, and the stand-ins if they are wanted.

    Raises DataError for a fault in the players' own cards, SetupError where they leave the box incomplete.
    """
    cards = [*read_cards(packaged("engine.bigbook", "known.toml"), "known.toml")]
    cards += read_cards(packaged("engine.bigbook", "standin.toml"), "standin.toml")
    replaced: set[str] = set()
    if own:
        mine = read_file(own, "cards")
        cards += _cards(mine)
        replaced = {
            str(item["replaces"]) for items in mine.values.values() for item in items if "replaces" in item
        }
        for code in sorted(replaced - {card.code for card in cards}):
            raise SetupError(N_("there is no card {code} to be replaced"), code=told(code))
    kept = {card.code: card for card in cards if card.code not in replaced}
    if not stand_ins:
        kept = {code: silent for code, card in kept.items() if (silent := _silenced(card)) is not None}
    return _checked(
        Box(_all(kept, Magician), _all(kept, Spell), _all(kept, CurseCard), _all(kept, Page)), stand_ins
    )


def _all(cards: Mapping[str, Card], kind: type[AnyCard]) -> dict[str, AnyCard]:
    return {code: card for code, card in cards.items() if isinstance(card, kind)}


def _silenced(card: Card) -> Card | None:
    """A stand-in as far as it may be used with the real box: it has no text, a magician not even a deck."""
    if card.origin != STAND_IN:
        return card
    if isinstance(card, Spell):
        return replace(card, effect=READ, cost=())
    if isinstance(card, CurseCard):
        return replace(card, effect=READ)
    if isinstance(card, Page):
        panels = () if card.kind == "cover" else READ
        return replace(card, symbols=(), appearance=READ, failure=panels, bonus=panels)
    return None


def _checked(box: Box, stand_ins: bool) -> Box:
    if len(box.magicians) < 2:
        raise SetupError(
            N_(
                "to play without the stand-in texts, write down the magicians that play, with their decks,"
                " among the cards of your own box (option {name})"
            ),
            name="cards",
        )
    kinds = Counter(page.kind for page in box.pages.values())
    if kinds["final"] != 1 or kinds["cover"] < 1 or kinds["page"] < 5:
        raise SetupError(N_("the book needs a cover, five pages and one last page"))
    if len(box.basic) < 1:
        raise SetupError(N_("there is no basic spell"))
    for element in ELEMENTS.values():
        values = {spell.value for spell in box.spells.values() if spell.element == element}
        if not {1, 2, 3} <= values:
            raise SetupError(N_("the library needs spells of the values 1, 2 and 3 of {element}"), element=element)
    for curse_type in TYPES:
        if box.of_type(curse_type).total() < 4:
            raise SetupError(N_("there are fewer than four curses of the type {type}"), type=curse_type)
    return box


def read_cards(text: str, source: str) -> tuple[Card, ...]:
    """The cards of a file. Raises DataError with the place of a fault."""
    return _cards(read_file(text, source))


def _cards(whole: Entry) -> tuple[Card, ...]:
    whole.expect([], list(_READERS))
    found: dict[str, Card] = {}
    for kind in whole.values:
        for entry in whole.entries(kind, "code", _MOST):
            needed, optional, reader = _READERS[kind]
            entry.expect(["code", "origin", "title", *needed], ["replaces", *optional])
            code = entry.text("code")
            if not _CODE.fullmatch(code) or code in found:
                raise entry.fault(
                    N_("{where}: a code is two lower-case words or more with dots between, used once")
                )
            if entry.text("origin") == STAND_IN and not code.startswith("standin."):
                raise entry.fault(N_("{where}: the code of a stand-in begins with standin."))
            try:
                found[code] = reader(entry, code)
            except NotationError as error:
                raise entry.fault(N_("{where}: {why}"), why=str(error)) from error
    return tuple(found.values())


def _magician(entry: Entry, code: str) -> Magician:
    return Magician(
        code,
        entry.text("origin"),
        entry.titles("title"),
        _one_of(entry, "element", LETTERS),
        _deck(entry),
        _steps(entry, "effect"),
        _one_of(entry, "use", ("turn", "round")) if "use" in entry.values else "",
        _one_of(entry, "when", ("curse-destroyed", "support-spent")) if "when" in entry.values else "",
        _number(entry, "spell-limit", SPELL_LIMIT, 4, 9),
        _number(entry, "support-limit", SUPPORT_LIMIT, 1, 9),
        _number(entry, "discount", 0, 0, 2),
    )


def _spell(entry: Entry, code: str) -> Spell:
    cost = _printed(entry, "cost")
    totals = {letter: sum(value(card) for card in cost if card[0] == letter) for letter in ELEMENTS}
    return Spell(
        code,
        entry.text("origin"),
        entry.titles("title"),
        _one_of(entry, "element", LETTERS),
        _steps(entry, "effect"),
        tuple((letter, total) for letter, total in totals.items() if total),
        _number(entry, "value", 0, 0, 3),
        _number(entry, "copies", 1, 1, 9),
    )


def _curse(entry: Entry, code: str) -> CurseCard:
    return CurseCard(
        code,
        entry.text("origin"),
        entry.titles("title"),
        _one_of(entry, "type", TYPES),
        _steps(entry, "effect", EVERYBODY),
        _number(entry, "copies", 1, 1, 20),
    )


def _page(entry: Entry, code: str) -> Page:
    symbols = tuple(entry.words("symbols")) if "symbols" in entry.values else ()
    kind = _one_of(entry, "kind", ("cover", "page", "final"))
    if any(symbol not in LETTERS for symbol in symbols) or len(symbols) not in ((0,) if kind == "final" else (3,)):
        raise entry.fault(
            N_("{where}: a monster has three symbols, each one of: {names}"), names=", ".join(LETTERS)
        )
    steps = (_steps(entry, key) for key in ("appearance", "failure", "bonus"))
    return Page(code, entry.text("origin"), entry.titles("title"), kind, symbols, *steps)


def _steps(entry: Entry, key: str, nobody: str = NOBODY_NAMED) -> tuple[str, ...]:
    return read_steps(entry.words(key), nobody) if key in entry.values else ()


def _one_of(entry: Entry, key: str, known: Iterable[str]) -> str:
    word = entry.text(key)
    if word not in known:
        raise entry.fault(
            N_("{where}: {key} must be one of: {names}; not {came}"),
            key=key,
            names=", ".join(known),
            came=shown(word),
        )
    return word


def _number(entry: Entry, key: str, default: int, least: int, most: int) -> int:
    number = entry.values.get(key, default)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise entry.fault(
            N_("{where}: {key} must be a number from {least} to {most}"), key=key, least=least, most=most
        )
    return number


def _printed(entry: Entry, key: str) -> Cards:
    """Element cards as they are written: ``e1 e1 f2``."""
    cards = tuple(entry.drawing(key).split()[:LONGEST_TEXT])
    if not cards or any(len(card) != 2 or card[0] not in ELEMENTS or card[1] not in "123" for card in cards):
        raise entry.fault(N_("{where}: {key} must be element cards such as e1 f2"), key=key)
    return tuple(sorted(cards))


def _deck(entry: Entry) -> Cards:
    deck = _printed(entry, "deck")
    if Counter(map(value, deck)) != {1: 11, 2: 1} or max(Counter(deck).values()) > IN_BOX[1]:
        raise entry.fault(N_("{where}: a starting deck is eleven cards of value 1 and one of value 2"))
    return deck


_READERS = {
    "magician": (
        ("element", "deck"),
        ("effect", "use", "when", "spell-limit", "support-limit", "discount"),
        _magician,
    ),
    "spell": (("element", "cost", "effect"), ("value", "copies"), _spell),
    "curse": (("type", "effect"), ("copies",), _curse),
    "page": (("kind",), ("symbols", "appearance", "failure", "bonus"), _page),
}
