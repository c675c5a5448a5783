"""Positions of SPELL read: one line, drawn form or JSON. Every fault is told with its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, cast

from engine.contract import Game
from engine.errors import N_, DataError, NotationError, SetupError
from engine.options import value_from_text
from engine.spell.box import cards_of
from engine.spell.deck import MOST_CARDS, read_card
from engine.spell.house import OPTIONS
from engine.spell.notation import cells
from engine.spell.notation.assembling import EXTRA_FIELDS, Assembly, Fields
from engine.spell.notation.position import COMMENT, FIELDS, STARTING_OPTIONS
from engine.spell.runes import Card
from engine.spell.state import State
from engine.text import Word, checked_text, one_of, parts

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

LONGEST_NUMBER = 9
"""No number in a position has more digits."""
NAMES = (*FIELDS, *EXTRA_FIELDS)


def read_position(game: Game, text: str, within: SpellRules | None = None) -> tuple[SpellRules, State]:
    """The rules and the state that a position in either text form describes.

    ``within`` a match, a head that names nothing but the game means the setup of that match.
    """
    head, said = split(game, checked_text(text))
    return _built(game, head or [], said, within)


def from_json(game: Game, data: Mapping[str, Any]) -> tuple[SpellRules, State]:
    """The rules and the state that ``to_json`` wrote."""
    if data.get("game") != game.name:
        raise NotationError(N_('expected a JSON object with "game": "{game}"'), game=game.name)
    said: Fields = {}
    for name, value in data.items():
        if name in ("game", "head"):
            continue
        if name not in FIELDS:
            raise NotationError(N_("there is no field of this name")).at(came=str(name))
        if found := _json_words(name, value):
            said[name] = found
    return _built(
        game, [Word(_json_word("head", word)) for word in _json_list("head", data.get("head", []))], said
    )


def _json_words(name: str, value: Any) -> list[Word]:
    if name == "arena":
        rows = [_json_list(name, row) for row in _json_list(name, value)]
        return [Word(_json_word(name, cell)) for row in rows for cell in (cells.ROW_END, *row)][1:]
    found = _json_list(name, value if isinstance(value, list) else [value])
    return [Word(_json_word(name, word)) for word in found]


def _json_word(name: str, value: Any) -> str:
    if _is_word(value):
        return str(value)
    raise NotationError(N_('field "{name}" must be a list of words or numbers'), name=name)


def _is_word(value: Any) -> bool:
    """Whether a JSON value can stand for a word; Python would refuse to write a number of thousands of digits."""
    return (isinstance(value, str) and value != "") or (
        isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**LONGEST_NUMBER
    )


def _json_list(name: str, value: Any) -> list[Any]:
    if isinstance(value, list) and all(_is_word(item) or isinstance(item, list) for item in value):
        return value
    raise NotationError(N_('field "{name}" must be a list of words or numbers'), name=name)


# -- cutting a text into fields ---------------------------------------------------------------------------


def split(
    game: Game, text: str, names: Collection[str] = NAMES, *, headed: bool = True, several: Collection[str] = ()
) -> tuple[list[Word] | None, Fields]:
    """The words of the head after the game's name and those of each field; None for a head that may be missing.

    What is said in more than one of the fields ``several`` is put together.
    """
    head: list[Word] | None = None
    said: Fields = {}
    rows: list[list[Word]] = []
    for number, found in enumerate(_parts(text)):
        if number == 0 and (headed or found[0].text == game.name):
            head = found
        elif found[0].text.isdecimal() and cells.ROW_END not in [word.text for word in found]:
            if found[0].text != str(len(rows) + 1):
                raise found[0].error(N_("expected row {row} of the arena here"), row=len(rows) + 1)
            rows.append(found)
        else:
            _add_field(said, found, names, several)
    if headed and (head is None or head[0].text != game.name):
        where = head[0] if head else Word("", 1, 1)
        raise where.error(N_("a position begins with the name of its game, {game}"), game=game.name)
    if rows:
        drawn = [word for row in rows for word in (row[0]._replace(text=cells.ROW_END), *row[1:])]
        _add_once(said, "arena", drawn[1:] or drawn)
    return head and head[1:], said


def _parts(text: str) -> list[list[Word]]:
    """The words of every field: fields are parted by | or by line ends; rulers and comments are left out."""
    return [
        here
        for here in parts(text)
        if not here[0].text.startswith(COMMENT) and [word.text for word in here] != list("abcd")
    ]


def _add_field(said: Fields, found: list[Word], names: Collection[str], several: Collection[str]) -> None:
    name = found[0].text
    named = name in names
    if not named and ("arena" not in said or cells.ROW_END in [word.text for word in found]):
        _add_once(said, "arena", found)
        return
    one_of(found[0], [name for name in names if name != "arena"], N_("the name of a field"))
    if len(found) == 1:
        raise found[0].error(N_("field {name} says nothing"), name=name)
    if name in several and name in said:
        said[name] += found[1:]
        return
    _add_once(said, name, found[1:])


def _add_once(said: Fields, name: str, found: list[Word]) -> None:
    if name in said:
        raise found[0].error(N_("field {name} is said twice"), name=name)
    said[name] = found


# -- the setup --------------------------------------------------------------------------------------------


def _built(
    game: Game, head: list[Word], said: Fields, within: SpellRules | None = None
) -> tuple[SpellRules, State]:
    choices = choices_of(head)
    choices["cards"] = inline_cards(said)
    if within and not head:
        own = {name: value for name, value in within.setup.items() if name not in STARTING_OPTIONS}
        choices = {**own, "cards": tuple(dict.fromkeys((*cards_of(within.setup), *choices["cards"])))}
    try:
        rules = cast("SpellRules", game.open(choices))
    except SetupError as error:
        where = head[0] if head else Word("", 1, 1)
        raise NotationError(error.message, **error.facts).at(where.line, where.column) from error
    return rules, Assembly(rules, said).state()


def choices_of(head: list[Word]) -> dict[str, Any]:
    """The options that the head of a position names."""
    known = {option.name: option for option in OPTIONS if option.name not in STARTING_OPTIONS}
    editions = known.pop("edition").values or ()
    choices: dict[str, Any] = {}
    for word in head:
        name, equals, value = word.text.partition("=")
        bare = name.removeprefix("no-")
        if word.text in editions:
            choices["edition"] = word.text
        elif equals and name in known:
            try:
                choices[name] = value_from_text(known[name], value)
            except SetupError as error:
                raise word.error(error.message, **error.facts) from error
        elif not equals and bare in known and known[bare].is_switch:
            choices[bare] = bare == name
        else:
            one_of(word, [*map(str, editions), *known], N_("an edition or a table option"))
            raise word.error(N_("option {name} needs a value, as in {name}=…"), name=name)
    return choices


def inline_cards(said: Fields) -> tuple[str, ...]:
    """Every card that is drawn in the position itself; its mentions are reduced to the code."""
    found: dict[str, Card] = {}
    for name in ("cards", "runes", "pile", "bag"):
        for i, word in enumerate(said.get(name, [])):
            if "=" not in word.text and name != "cards":
                continue
            try:
                card = read_card(word.text)
            except (NotationError, DataError) as error:
                raise word.error(error.message, **error.facts) from error
            if len(found) >= MOST_CARDS:
                raise word.error(N_("a position draws at most {most} cards"), most=MOST_CARDS)
            if found.setdefault(card.code, card) != card:
                raise word.error(N_("card {code} is drawn in two ways"), code=card.code)
            said[name][i] = word._replace(text=card.code)
    return tuple(str(card) for card in found.values())
