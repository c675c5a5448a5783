"""Positions of SPELL read: one line, drawn form or JSON. Every fault is told with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.contract import Game
from engine.errors import N_, DataError, NotationError, SetupError
from engine.options import value_from_text
from engine.spell import cells
from engine.spell.arena import BLACK, VIOLET, elementals, mages
from engine.spell.building import (
    ALL_TILES,
    COLUMNS,
    MIDDLE,
    NEUTRAL,
    TILES_EACH,
    fits_frame,
)
from engine.spell.deck import read_card
from engine.spell.frame import NAMES, PLACES, SIDE, places
from engine.spell.house import OPTIONS
from engine.spell.position import (
    AMULET_NAMES,
    COMMENT,
    FIELDS,
    MAGE_USES,
    PHASES,
    REST,
    STARTING_OPTIONS,
    usual_first,
)
from engine.spell.runes import LEVELS, Card
from engine.spell.state import MOST_CARDS, SEATS, UNUSED, Amulet, Laid, Phase, Stage, State, hand_of
from engine.spell.turn import elementals_owned, mages_owned, shifts_a_turn
from engine.text import Word, checked_text, one_of, whole_number, words

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Fields = dict[str, list[Word]]
EXTRA_FIELDS = ("hand",)
"""Fields people may write that are never printed: ``hand 110`` is the hand of the player in turn."""
MOST_POINTS = 99
BUILDING = (Phase.CORE, Phase.BUILD)
BEFORE_BUILDING = (Phase.GEM, Phase.AMULETS)
SEAT_LETTERS = {"B": "black", "V": "violet"}


def read_position(game: Game, text: str) -> tuple[SpellRules, State]:
    """The rules and the state that a position in either text form describes."""
    head, said = _split(game, checked_text(text))
    return _built(game, head, said)


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
    return _built(game, [Word(str(word)) for word in _json_list("head", data.get("head", []))], said)


def _json_words(name: str, value: Any) -> list[Word]:
    if name == "arena":
        rows = [_json_list(name, row) for row in _json_list(name, value)]
        return [Word(str(cell)) for row in rows for cell in (cells.ROW_END, *row)][1:]
    return [Word(str(word)) for word in (_json_list(name, value) if isinstance(value, list) else [value])]


def _json_list(name: str, value: Any) -> list[Any]:
    if isinstance(value, list) and all(isinstance(item, str | int | list) and item != "" for item in value):
        return value
    raise NotationError(N_('field "{name}" must be a list of words or numbers'), name=name)


# -- cutting a text into fields ---------------------------------------------------------------------------


def _split(game: Game, text: str) -> tuple[list[Word], Fields]:
    """The words of the head after the game's name, and those of each field."""
    head: list[Word] | None = None
    said: Fields = {}
    rows: list[list[Word]] = []
    for found in _parts(text):
        if head is None:
            head = found
        elif found[0].text.isdecimal() and cells.ROW_END not in [word.text for word in found]:
            if found[0].text != str(len(rows) + 1):
                raise found[0].error(N_("expected row {row} of the arena here"), row=len(rows) + 1)
            rows.append(found)
        else:
            _add_field(said, found)
    if head is None or head[0].text != game.name:
        where = head[0] if head else Word("", 1, 1)
        raise where.error(N_("a position begins with the name of its game, {game}"), game=game.name)
    if rows:
        drawn = [word for row in rows for word in (row[0]._replace(text=cells.ROW_END), *row[1:])]
        _add_once(said, "arena", drawn[1:] or drawn)
    return head[1:], said


def _parts(text: str) -> list[list[Word]]:
    """The words of every field: fields are parted by | or by line ends; rulers and comments are left out."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        column = 1
        for part in line.split("|"):
            here = words(part, line=number, column=column)
            column += len(part) + 1
            if here and not here[0].text.startswith(COMMENT) and [word.text for word in here] != list("abcd"):
                found.append(here)
    return found


def _add_field(said: Fields, found: list[Word]) -> None:
    name = found[0].text
    named = name in (*FIELDS, *EXTRA_FIELDS)
    if not named and ("arena" not in said or cells.ROW_END in [word.text for word in found]):
        _add_once(said, "arena", found)
        return
    one_of(found[0], [*FIELDS[1:], *EXTRA_FIELDS], N_("the name of a field"))
    if len(found) == 1:
        raise found[0].error(N_("field {name} says nothing"), name=name)
    _add_once(said, name, found[1:])


def _add_once(said: Fields, name: str, found: list[Word]) -> None:
    if name in said:
        raise found[0].error(N_("field {name} is said twice"), name=name)
    said[name] = found


# -- the setup --------------------------------------------------------------------------------------------


def _built(game: Game, head: list[Word], said: Fields) -> tuple[SpellRules, State]:
    choices = _choices(head)
    choices["cards"] = _inline_cards(said)
    try:
        rules: Any = game.open(choices)
    except SetupError as error:
        where = head[0] if head else Word("", 1, 1)
        raise NotationError(error.message, **error.facts).at(where.line, where.column) from error
    return rules, _Reader(rules, said).state()


def _choices(head: list[Word]) -> dict[str, Any]:
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


def _inline_cards(said: Fields) -> tuple[str, ...]:
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
            if found.setdefault(card.code, card) != card:
                raise word.error(N_("card {code} is drawn in two ways"), code=card.code)
            said[name][i] = word._replace(text=card.code)
    return tuple(str(card) for card in found.values())


# -- the state --------------------------------------------------------------------------------------------


class _Reader:
    """Builds a state from the fields of a position, checking each and how they fit together."""

    def __init__(self, rules: SpellRules, said: Fields) -> None:
        self.rules = rules
        self.said = said

    def state(self) -> State:
        phase, after_phase = self.phase()
        seat = self.seat("turn", usual_first(self.rules))
        first = self.seat("first", usual_first(self.rules))
        number = self.number("round", 1, self.rules.house.last_round, 1)
        visible, hidden, order = self.library()
        stage = Stage(
            phase, seat, number, first, self.amulets(phase), hidden, order,
            self.pending(phase, after_phase), self.sheet(phase),
        )  # fmt: skip
        mage_used, shifts = self.used(stage)
        return State(
            self.arena(stage), mage_used, shifts, self.claimed(phase), self.special(stage),
            self.hands(stage), self.points(), visible, stage,
        )  # fmt: skip

    def only(self, name: str) -> Word | None:
        """The one word of a field, if it is said."""
        found = self.said.get(name)
        if found and len(found) > 1:
            raise found[1].error(N_("field {name} takes one word"), name=name)
        return found[0] if found else None

    def exactly(self, name: str, count: int) -> list[Word] | None:
        found = self.said.get(name)
        if found and len(found) != count:
            raise found[-1].error(N_("field {name} takes {count} words"), name=name, count=count)
        return found

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        word = self.only(name)
        return usual if word is None else whole_number(word, name, least, most)

    def seat(self, name: str, usual: int) -> int:
        word = self.only(name)
        return usual if word is None else _seat(word)

    def phase(self) -> tuple[Phase, list[Word]]:
        found = self.said.get("phase")
        if not found:
            return Phase.TURN, []
        phase = PHASES[one_of(found[0], PHASES, N_("a phase of the match"))]
        if phase.name.startswith("RIVAL") and not self.rules.house.is_solo:
            raise found[0].error(N_("the scripted rival plays only in solo matches"))
        return phase, found[1:]

    def pending(self, phase: Phase, found: list[Word]) -> tuple[int, ...]:
        """Who still places a mage, or which levels the rival still takes."""
        if phase is Phase.MAGES and found:
            return tuple(_seat(word) for word in found)
        if phase is Phase.RIVAL_TAKE and found:
            return tuple(whole_number(word, N_("a level"), 1, 4) for word in found)
        if found:
            raise found[0].error(N_("nothing follows the name of this phase"))
        if phase in (Phase.MAGES, Phase.RIVAL_TAKE):
            raise self.said["phase"][0].error(N_("after this phase, say what is still to be done"))
        return ()

    def amulets(self, phase: Phase) -> tuple[Amulet, Amulet]:
        found = self.exactly("amulets", 2)
        if found is None:
            if self.rules.house.asymmetric and phase not in BEFORE_BUILDING:
                raise NotationError(N_("in an asymmetric match the position names both amulets"))
            return cells.NO_AMULETS
        if not self.rules.house.asymmetric:
            raise found[0].error(N_("amulets are worn only in an asymmetric match"))
        worn = [Amulet(AMULET_NAMES.index(one_of(word, AMULET_NAMES, N_("an amulet")))) for word in found]
        if phase not in BEFORE_BUILDING and Amulet.NONE in worn:
            raise found[worn.index(Amulet.NONE)].error(N_("by now both players wear an amulet"))
        return (worn[BLACK], worn[VIOLET])

    def used(self, stage: Stage) -> tuple[int, int]:
        """What the mage action went into, and how many shifts are left."""
        if stage.phase is not Phase.TURN:
            return (UNUSED, int(self.nothing("used", 0)))
        mage_used, shifts = UNUSED, shifts_a_turn(stage.amulets[stage.seat])
        for word in self.said.get("used", []):
            name = one_of(word, (*MAGE_USES, "shift"), N_("an action: step, flip or shift"))
            if (name == "shift" and not shifts) or (name != "shift" and mage_used):
                raise word.error(N_("this action cannot be used so often in a turn"))
            mage_used, shifts = (mage_used, shifts - 1) if name == "shift" else (MAGE_USES[name], shifts)
        return mage_used, shifts

    def nothing(self, name: str, usual: Any) -> Any:
        """What a field means where it must not be said."""
        if name in self.said:
            raise self.said[name][0].error(N_("field {name} has no meaning in this phase"), name=name)
        return usual

    def claimed(self, phase: Phase) -> int:
        if phase is not Phase.TURN:
            return int(self.nothing("claimed", 0))
        return sum(
            1 << whole_number(word, N_("a level"), 1, 4) for word in _distinct(self.said.get("claimed", []))
        )

    def special(self, stage: Stage) -> int:
        word = self.only("special")
        if word is None:
            return 0
        if stage.phase is not Phase.TURN or stage.amulets[stage.seat] is not Amulet.EXTRALIMITAE:
            raise word.error(N_("only the wearer of Extralimitae lays a special tile, in their own turn"))
        place = PLACES.get(word.text, 0)
        if place < SIDE * SIDE:
            raise word.error(N_("expected a place of the ring around the frame, such as z2 or c0"))
        return 1 << place

    def hands(self, stage: Stage) -> int:
        word = self.only("hand")
        if word is not None:
            if "hands" in self.said:
                raise word.error(N_("say hand or hands, not both"))
            return _hand(word, stage.seat)
        return sum(_hand(word, seat) for seat, word in enumerate(self.exactly("hands", 2) or []))

    def points(self) -> tuple[int, int]:
        found = self.exactly("points", 2)
        black, violet = (whole_number(word, N_("points"), 0, MOST_POINTS) for word in found) if found else (0, 0)
        return (black, violet)

    # -- the library --

    def library(self) -> tuple[int, int, tuple[int, ...]]:
        """(visible, hidden, known order) as bits and numbers of the deck."""
        seen: dict[int, Word] = {}
        runes = [self.card(word, seen) for word in self.said.get("runes", [])]
        for level in LEVELS:
            at_level = [card for card in runes if self.rules.deck.cards[card].level == level]
            if len(at_level) > 2:
                raise seen[at_level[2]].error(N_("this is the third visible rune of level {level}"), level=level)
        order = tuple(self.card(word, seen) for word in self.said.get("pile", []))
        bag = self.said.get("bag", [])
        if [word.text for word in bag] == [REST]:
            hidden = (1 << len(self.rules.deck.cards)) - 1
        else:
            hidden = sum(1 << self.card(word, seen) for word in bag)
        visible = sum(1 << card for card in runes)
        return visible, (hidden | sum(1 << card for card in order)) & ~visible, order

    def card(self, word: Word, seen: dict[int, Word]) -> int:
        codes = [card.code for card in self.rules.deck.cards]
        index = codes.index(one_of(word, codes, N_("a card of the deck")))
        if index in seen:
            raise word.error(N_("card {code} is named twice"), code=word.text)
        seen[index] = word
        return index

    # -- the arena --

    def arena(self, stage: Stage) -> int:
        found = self.said.get("arena")
        if stage.phase in BUILDING or stage.phase in BEFORE_BUILDING:
            if found and not (stage.phase in BEFORE_BUILDING and self.rules.opening):
                raise found[0].error(N_("in this phase there is no arena yet"))
            return self.rules.opening
        if not found:
            if stage.phase is Phase.REVEAL and not self.rules.house.is_solo:
                return 0
            raise NotationError(N_("expected the arena: four rows joined by /"))
        arena = cells.read_arena(found)
        drawn = [word for word in found if word.text != cells.ROW_END]
        self.check_mages(arena, stage, drawn)
        self.check_elementals(arena, stage, drawn)
        self.check_crowding(arena, drawn)
        return arena

    def check_mages(self, arena: int, stage: Stage, drawn: list[Word]) -> None:
        doubled = cells.doubled(drawn)
        for seat, name in enumerate(SEATS):
            count = mages(arena, seat).bit_count() + (seat in doubled)
            due = stage.pending.count(seat) if stage.phase is Phase.MAGES else 0
            expected = mages_owned(stage.amulets[seat]) - due
            if count != expected:
                where = _last_with(drawn, cells.MAGE_LETTERS[seat])
                raise where.error(
                    N_("expected {expected} mage(s) of {seat}, found {count}"),
                    expected=expected,
                    seat=name,
                    count=count,
                )
        if doubled and self.rules.house.one_per_tile:
            raise _last_with(drawn, "MM" if BLACK in doubled else "mm").error(N_("two mages stand on one tile"))

    def check_elementals(self, arena: int, stage: Stage, drawn: list[Word]) -> None:
        for seat, name in enumerate(SEATS):
            here = elementals(arena, seat)
            if not here:
                continue
            place = here.bit_length() - 1
            if stage.phase is not Phase.TURN or seat != stage.seat:
                raise drawn[place].error(
                    N_("cell {place}: an elemental of {seat}, whose turn it is not"),
                    place=NAMES[place],
                    seat=name,
                )
            most = elementals_owned(stage.amulets[seat])
            if here.bit_count() > most:
                raise drawn[place].error(N_("{seat} has at most {most} elementals"), seat=name, most=most)

    def check_crowding(self, arena: int, drawn: list[Word]) -> None:
        for place in places(cells.crowded(arena)):
            together = drawn[place].text[1:]
            one_seat = together.isupper() or together.islower()
            if self.rules.house.one_per_tile or not one_seat:
                raise drawn[place].error(N_("cell {place}: more than one figure on a tile"), place=NAMES[place])

    def sheet(self, phase: Phase) -> tuple[Laid, ...]:
        """The tiles laid so far, in order."""
        found = self.said.get("sheet", [])
        if phase not in BUILDING:
            return tuple(self.nothing("sheet", ()))
        laid: list[Laid] = []
        for word in found:
            laid.append(_laid(word, laid))
        if not laid or laid[0] != Laid(NEUTRAL, MIDDLE, MIDDLE):
            raise (found[0] if found else Word("")).error(N_("a sheet begins with the neutral tile, Nd4"))
        if len(laid) >= ALL_TILES or (phase is Phase.CORE and len(laid) > 1):
            raise found[-1].error(N_("too many tiles for this phase"))
        return tuple(laid)


def _laid(word: Word, before: list[Laid]) -> Laid:
    tile, name = word.text[:1], word.text[1:]
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "1234567" or tile not in "NBbVv":
        raise word.error(N_("expected a tile and its place on the sheet, such as bc5"))
    laid = Laid(tile, int(name[1]) - 1, COLUMNS.index(name[0]))
    spots = {(other.row, other.column) for other in before}
    if (laid.row, laid.column) in spots:
        raise word.error(N_("a tile lies on this place already"))
    if not fits_frame(spots | {(laid.row, laid.column)}):
        raise word.error(N_("the tiles no longer fit into a square of four by four"))
    colour = sum(other.tile.upper() == tile.upper() for other in before)
    if colour >= (1 if tile == NEUTRAL else TILES_EACH):
        raise word.error(N_("there are no more tiles of this colour"))
    return laid


def _seat(word: Word) -> int:
    name = SEAT_LETTERS.get(word.text, word.text)
    return SEATS.index(one_of(word._replace(text=name), SEATS, N_("a player")))


def _hand(word: Word, seat: int) -> int:
    if len(word.text) != 3 or not (word.text.isascii() and word.text.isdecimal()):
        raise word.error(N_("expected three digits: cards of level 1, 2, 3, at most {most} each"), most=MOST_CARDS)
    one, two, three = (int(digit) for digit in word.text)
    return hand_of((one, two, three), seat)


def _distinct(found: list[Word]) -> list[Word]:
    seen: set[str] = set()
    for word in found:
        if word.text in seen:
            raise word.error(N_("this is said twice"))
        seen.add(word.text)
    return found


def _last_with(drawn: list[Word], letters: str) -> Word:
    return next((word for word in reversed(drawn) if letters in word.text[1:]), drawn[-1])
