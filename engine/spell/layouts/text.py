"""Layouts as text: what lies on the table, whether or not a match could ever lead there.

The arena is written as in positions; what lies beside it has fields of its own. Described in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from engine.contract import Game
from engine.errors import N_, NotationError, SetupError
from engine.spell.building import COLUMNS, SHEET, sheet_name
from engine.spell.deck import load_deck
from engine.spell.frame import DIRECTION_NAMES, NAMES, SIDE
from engine.spell.layouts import plan
from engine.spell.layouts.plan import (
    FIGURES,
    GEM,
    GEM_TIPS,
    LETTERS,
    LIBRARY,
    ON_SHEET,
    PIECES,
    RUNE,
    SLOTS,
    SPECIAL_LETTERS,
    TILES,
    rune_thing,
)
from engine.spell.notation import cells, reading
from engine.spell.notation.position import SEPARATOR, head, usual_first
from engine.spell.runes import LEVELS
from engine.spell.state import SEATS
from engine.table import Layout, Thing
from engine.text import Word, checked_text, end_of, one_of

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

RING_FIELD = "ring"
FIELDS = (*reading.NAMES, GEM, RING_FIELD)
"""Those of a position that say nothing of what lies on the table are passed over."""
SEVERAL = ("special", RING_FIELD)
FRAME_NAMES, RING_NAMES = NAMES[: SIDE * SIDE], NAMES[SIDE * SIDE :]
SHEET_NAMES = frozenset(sheet_name(row, column) for row in range(SHEET) for column in range(len(COLUMNS)))
IN_HEAD = ("deck",)
"""What of a match's head matters to a layout: which cards there can be."""

Things = tuple[Thing, ...]


# -- reading --------------------------------------------------------------------------------------------


def read_layout(rules: SpellRules, text: str) -> Layout:
    """The layout that a text draws; a whole position means what lies on the table in it. Raises NotationError."""
    text = checked_text(text)
    _, said = reading.split(rules.game, text, FIELDS, headed=False, several=SEVERAL)
    if "sheet" in said and "phase" in said:
        return plan.layout(*reading.read_position(rules.game, text, within=rules))
    reading.inline_cards(said)
    found: dict[str, Things] = {}
    if "sheet" in said:
        found |= _sheet(said["sheet"])
    elif "arena" in said:
        found |= _arena(said["arena"])
    else:
        raise NotationError(N_("expected the arena: four rows joined by /")).at(1, 1)
    found |= _specials(said.get("special", []), _seat(rules, said.get("turn", [])))
    found |= _on_ring(said.get(RING_FIELD, []))
    found |= _gem(said.get(GEM, []))
    return found | _runes(rules, said.get("runes", []))


def rules_for(game: Game, text: str) -> SpellRules:
    """The rules under which a layout is read: of its head's options those count that change what can lie there."""
    told, said = reading.split(game, checked_text(text), FIELDS, headed=False, several=SEVERAL)
    named = reading.choices_of(told or [])
    choices = {**game.sight, **{name: named[name] for name in IN_HEAD if name in named}}
    try:
        return cast("SpellRules", game.open({**choices, "cards": reading.inline_cards(said)}))
    except SetupError as error:
        where = told[0] if told else Word("", 1, 1)
        raise NotationError(error.message, **error.facts).at(where.line, where.column) from error


def _arena(drawn: Sequence[Word]) -> Iterator[tuple[str, Things]]:
    for name, word in zip(FRAME_NAMES, cells.sixteen(drawn), strict=True):
        things = _cell(word, name)
        if things:
            yield name, things


def _cell(word: Word, place: str) -> Things:
    """A tile or bare table, and who stands there."""
    tile, standing = word.text[0], word.text[1:]
    if tile not in TILES and tile != cells.BLANK:
        raise word.error(N_("cell {place}: expected a tile (B b V v N) or . for the gap"), place=place)
    things = (TILES[tile],) if tile in TILES else ()
    return (*things, *_figures(word._replace(text=standing, column=word.column + 1), place))


def _figures(word: Word, place: str) -> Iterator[Thing]:
    for i, letter in enumerate(word.text):
        if letter not in FIGURES:
            raise word._replace(column=word.column + i if word.column else 0).error(
                N_("cell {place}: expected a figure (M m E e), not {letter}"), place=place, letter=letter
            )
        yield FIGURES[letter]


def _sheet(found: Sequence[Word]) -> Iterator[tuple[str, Things]]:
    for word in found:
        letters, place = word.text[:-2], word.text[-2:]
        if not letters or place not in SHEET_NAMES:
            raise word.error(N_("expected a tile and a place of the sheet, as in Nd4"))
        yield f"{ON_SHEET}{place}", _cell(word._replace(text=letters), place)


def _seat(rules: SpellRules, turn: Sequence[Word]) -> int:
    """Whose turn it is, as far as it is said: in a position the special tile is theirs."""
    if not turn:
        return usual_first(rules)
    return SEATS.index(one_of(turn[0], SEATS, N_("a player")))


def _specials(found: Sequence[Word], in_turn: int) -> dict[str, Things]:
    """Special tiles: whose, where, and who stands on it."""
    laid: dict[str, Things] = {}
    left = list(found)
    while left:
        word = left.pop(0)
        seat = in_turn
        if word.text in SEATS:
            seat = SEATS.index(word.text)
            word = left.pop(0) if left else _missing(word)
        place = _ring_place(word)
        laid[place] = (PIECES[SPECIAL_LETTERS[seat]], *_standing(left, place))
    return laid


def _on_ring(found: Sequence[Word]) -> dict[str, Things]:
    """Figures in the ring that stand on no special tile: somebody put them there by mistake."""
    laid: dict[str, Things] = {}
    left = list(found)
    while left:
        word = left.pop(0)
        place = _ring_place(word)
        if not (things := tuple(_standing(left, place))):
            raise end_of(word, "").error(N_("expected a figure (M m E e) after {place}"), place=place)
        laid[place] = things
    return laid


def _standing(left: list[Word], place: str) -> Iterator[Thing]:
    """The figures that the next word names, if it names any; takes it."""
    if left and left[0].text not in SEATS and left[0].text not in NAMES:
        yield from _figures(left.pop(0), place)


def _ring_place(word: Word) -> str:
    if word.text not in RING_NAMES:
        raise word.error(N_("expected a place of the ring around the frame, such as z2 or c0"))
    return word.text


def _missing(after: Word) -> Word:
    raise end_of(after, "").error(N_("expected {what} here, but the text ends"), what=N_("a place"))


def _gem(found: Sequence[Word]) -> dict[str, Things]:
    if not found:
        return {}
    if len(found) > 1:
        raise found[1].error(N_("field {name} takes one word"), name=GEM)
    return {GEM: (GEM_TIPS[DIRECTION_NAMES.index(one_of(found[0], DIRECTION_NAMES, N_("a direction")))],)}


def _runes(rules: SpellRules, found: Sequence[Word]) -> dict[str, Things]:
    """The visible cards: of each level the first that is named lies on the first slot."""
    levels = {card.code: card.level for card in rules.deck.cards}
    laid: dict[str, Things] = {}
    for word in found:
        level = levels[one_of(word, levels, N_("a card of the deck"))]
        free = [slot for slot in SLOTS if f"{LIBRARY}{level}{slot}" not in laid]
        if not free:
            raise word.error(N_("this is the third visible rune of level {level}"), level=level)
        laid[f"{LIBRARY}{level}{free[0]}"] = (rune_thing(word.text),)
    return laid


# -- writing --------------------------------------------------------------------------------------------


def write_layout(rules: SpellRules, layout: Layout) -> str:
    """One line; ``read_layout`` reads it back, but for the slot a card lies on, which means nothing."""
    fields = [" ".join([rules.game.name, *_options(rules)]), _drawn(layout)]
    fields += [f"{name} {told}" for name, told in _fields(rules, layout).items() if told]
    return SEPARATOR.join(fields)


def _options(rules: SpellRules) -> list[str]:
    return [word for word in head(rules) if word.partition("=")[0] in IN_HEAD]


def _drawn(layout: Layout) -> str:
    laid = [
        f"{_letters(things)}{name.removeprefix(ON_SHEET)}"
        for name, things in layout.items()
        if name.startswith(ON_SHEET) and things
    ]
    if laid:
        return " ".join(["sheet", *laid])
    letters = frame_letters(layout)
    return " / ".join(" ".join(letters[row : row + SIDE]) for row in range(0, len(letters), SIDE))


def frame_letters(layout: Layout) -> list[str]:
    """The letters of every place of the frame."""
    return [_letters(layout.get(name, ())) for name in FRAME_NAMES]


def _letters(things: Sequence[Thing]) -> str:
    """A tile, or the sign of bare table, and the figures on it."""
    letters = [LETTERS[thing.name] for thing in things]
    tiles = [letter for letter in letters if letter in TILES]
    return (tiles[0] if tiles else cells.BLANK) + "".join(letter for letter in letters if letter in FIGURES)


def _fields(rules: SpellRules, layout: Layout) -> Mapping[str, str]:
    specials, ring = [], []
    for name in RING_NAMES:
        letters = [LETTERS[thing.name] for thing in layout.get(name, ())]
        standing = ["".join(letter for letter in letters if letter in FIGURES)]
        owners = [SEATS[SPECIAL_LETTERS.index(letter)] for letter in letters if letter in SPECIAL_LETTERS]
        if owners:
            specials += [owners[0], name, *filter(None, standing)]
        elif standing[0]:
            ring += [name, *standing]
    tips = [thing.name.removeprefix(f"{GEM}-") for thing in layout.get(GEM, ())]
    found = {"special": specials, RING_FIELD: ring, GEM: tips[:1], "runes": list(_codes(rules, layout))}
    return {name: " ".join(words) for name, words in found.items()}


def _codes(rules: SpellRules, layout: Layout) -> Iterator[str]:
    """The visible cards; those are drawn that are not of the deck."""
    printed = {card.code for card in load_deck(str(rules.setup["deck"])).cards}
    drawn = {card.code: str(card) for card in rules.deck.cards if card.code not in printed}
    return (drawn.get(code, code) for code in card_codes(layout))


def card_codes(layout: Layout) -> list[str]:
    """The codes of the visible cards, by level."""
    slots = [f"{LIBRARY}{level}{slot}" for level in LEVELS for slot in SLOTS]
    return [thing.name.removeprefix(RUNE) for slot in slots for thing in layout.get(slot, ())]


def position_of(rules: SpellRules, layout: Layout) -> str | None:
    """The position that a layout shows, as far as the table tells; None where no turn could begin like this."""
    fields = [" ".join([rules.game.name, str(rules.setup["edition"]), *_options(rules)]), _drawn(layout)]
    told = _fields(rules, layout)
    if told["runes"]:
        fields.append(f"runes {told['runes']}")
    if told["special"] or told[RING_FIELD]:
        return None
    try:
        found, state = reading.read_position(rules.game, SEPARATOR.join(fields))
    except NotationError:
        return None
    return found.write_position(state)
