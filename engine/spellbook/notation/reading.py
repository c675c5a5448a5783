"""Positions read from text. Raises NotationError with the place of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import N_, NotationError, SetupError
from engine.options import value_from_text
from engine.spellbook import flow
from engine.spellbook.agrica import EACH, KINDS, LETTERS, POINTS, SEATS, code, kind, owner
from engine.spellbook.house import OPTIONS
from engine.spellbook.notation.words import CODES, NAME, NOBODY, STROKE, only, seat_bits, unquoted, words_of
from engine.spellbook.notation.writing import PHASES, untaken
from engine.spellbook.state import Contested, Phase, Stage, State
from engine.text import Word, end_of, one_of, whole_number

if TYPE_CHECKING:
    from engine.spellbook.game import Spellbook, SpellbookRules

MOST_ROUNDS = 1_000_000


def read_position(
    game: Spellbook, text: str, within: SpellbookRules | None = None
) -> tuple[SpellbookRules, State]:
    """The rules and the state that a text says. Raises NotationError with the place of what is wrong."""
    fields = _parted(text)
    if not fields or not fields[0] or fields[0][0].text != NAME:
        first = fields[0][0] if fields and fields[0] else Word("", 1, 1)
        raise first.error(N_("a position of this game begins with {name}"), name=NAME)
    choices = _choices(fields[0][1:])
    rules = within if within is not None and not choices else None
    if rules is None:
        try:
            rules = game.opened(choices)
        except SetupError as error:
            raise NotationError(error.message, **error.facts).at(1, 1) from error
    return rules, _Reader(rules).state(fields[1:], fields[0][-1])


def _parted(text: str) -> list[list[Word]]:
    """The words of each field, parted by strokes or line ends; a line may begin with # to be passed over."""
    found: list[list[Word]] = [[]]
    line = 1
    for word in words_of(text):
        if word.text == STROKE or (word.line != line and found[-1]):
            found.append([])
        if word.text != STROKE:
            found[-1].append(word)
        line = word.line
    return [field for number, field in enumerate(found) if field or number == 0]


def _choices(head: Sequence[Word]) -> dict[str, Any]:
    choices: dict[str, Any] = {}
    options = {option.name: option for option in OPTIONS}
    for word in head:
        name, equals, value = word.text.partition("=")
        if not equals and name.startswith("no-") and name[3:] in options:
            name, value = name[3:], "no"
        elif not equals:
            value = "yes"
        option = options[one_of(word._replace(text=name), options, N_("an option of the table"))]
        if name in choices:
            raise word.error(N_("field {name} is said twice"), name=name)
        if option.is_switch == bool(equals):
            raise word.error(N_("expected a switch by its name, or another option as name=value"))
        if option.default is not None and isinstance(option.default, int) and not option.is_switch:
            choices[name] = whole_number(word._replace(text=value), name, 0, 1000)
            continue
        try:
            choices[name] = value_from_text(option, unquoted(word._replace(text=value)))
        except SetupError as error:
            raise word.error(error.message, **error.facts) from error
    return choices


class _Reader:
    """The fields of a position, gathered one after the other."""

    def __init__(self, rules: SpellbookRules) -> None:
        self.rules = rules
        self.board = bytearray(POINTS)
        self.stage: dict[str, Any] = {"phase": Phase.TURN, "ready": flow.ALL_READY}
        self.turn: int | None = None
        self.round = 1
        self.reserve: bytes | None = None

    def state(self, fields: Sequence[Sequence[Word]], last: Word) -> State:
        seen: set[str] = set()
        for field in fields:
            name = one_of(field[0], _FIELDS, N_("a field of a position"))
            key = f"{name} {field[1].text}" if name in ("cast", "settled") and len(field) > 1 else name
            if key in seen:
                raise field[0].error(N_("field {name} is said twice"), name=key)
            seen.add(key)
            _FIELDS[name](self, field)
            last = field[-1]
        return self._whole(end_of(last, ""))

    def _whole(self, end: Word) -> State:
        """The state, if a match could be in it."""
        stage = Stage(**self.stage)
        if stage.phase in (Phase.STUDY, Phase.TOSS):
            return self._untouched(stage, end)
        if (stage.ended is not None) != (stage.phase in (Phase.NEXT, Phase.OVER)):
            raise end.error(N_("expected how the confrontation ended, exactly if it has"))
        board = bytes(self.board)
        reserve = untaken(board) if self.reserve is None else self.reserve
        for gem in range(1, 9):
            if board.count(gem) + reserve[gem - 1] > EACH:
                raise end.error(
                    N_("{seat} has only {most} gems of a kind: look at {kind}"),
                    seat=SEATS[owner(gem)],
                    most=EACH,
                    kind=KINDS[kind(gem)],
                )
        seat = stage.first if self.turn is None else self.turn
        state = State(board, 2 * (self.round - 1) + (seat != stage.first), reserve, stage)
        if stage.phase is Phase.TURN and next(flow.legal(self.rules, state), None) is None:
            raise end.error(N_("nothing can be done in this position"))
        return state

    def _untouched(self, stage: Stage, end: Word) -> State:
        if any(self.board) or self.reserve is not None or stage.game > 1:
            raise end.error(N_("before play the board is empty"))
        return State(stage=stage)

    # -- field by field -------------------------------------------------------------------------------

    def phase(self, field: Sequence[Word]) -> None:
        phase = PHASES[one_of(only(field), PHASES, N_("a phase"))]
        self.stage["phase"] = phase
        if phase is Phase.STUDY:
            self.stage["ready"] = 0

    def ready(self, field: Sequence[Word]) -> None:
        self.stage["ready"] = seat_bits(field[1:])
        if self.stage["phase"] is not Phase.STUDY or self.stage["ready"] == flow.ALL_READY:
            raise field[0].error(N_("one master may be ready in the study phase"))

    def gems(self, field: Sequence[Word]) -> None:
        seat = SEATS.index(field[0].text)
        for word in field[1:]:
            letter, rest = word.text[:1], word._replace(text=word.text[1:], column=word.column + 1)
            one_of(word._replace(text=letter), LETTERS, N_("a gem: F, A, W or E"))
            point = whole_number(rest, N_("a point"), 1, POINTS) - 1
            if self.board[point]:
                raise word.error(N_("there is a gem on this point already"))
            self.board[point] = code(seat, LETTERS.index(letter))

    def turned(self, field: Sequence[Word]) -> None:
        self.turn = SEATS.index(one_of(only(field), SEATS, N_("a seat")))

    def rounds(self, field: Sequence[Word]) -> None:
        self.round = whole_number(only(field), N_("a round"), 1, MOST_ROUNDS)

    def first(self, field: Sequence[Word]) -> None:
        self.stage["first"] = SEATS.index(one_of(only(field), SEATS, N_("a seat")))

    def reserved(self, field: Sequence[Word]) -> None:
        if len(field) != 3 or not all(re.fullmatch(r"[0-3]{4}", word.text) for word in field[1:]):
            raise field[0].error(N_("expected what is left of fire, air, water, earth: reserve 3333 2310"))
        self.reserve = bytes(int(digit) for word in field[1:] for digit in word.text)

    def game(self, field: Sequence[Word]) -> None:
        self.stage["game"] = whole_number(only(field), N_("a confrontation"), 1, 1000)

    def wins(self, field: Sequence[Word]) -> None:
        self.stage["wins"] = _pair(field, 3)

    def lost(self, field: Sequence[Word]) -> None:
        self.stage["lost"] = _pair(field, 12)

    def ended(self, field: Sequence[Word]) -> None:
        if len(field) != 3:
            raise field[0].error(N_("expected who won and by which rule"))
        who = one_of(field[1], [*SEATS, NOBODY], N_("who won"))
        rules = [rule for rule in self.rules.game.results if rule.startswith("spellbook.")]
        rule = one_of(field[2], rules, N_("a rule that ends a match"))
        self.stage["ended"] = (SEATS.index(who) if who != NOBODY else -1, rule)

    def opened(self, field: Sequence[Word]) -> None:
        self.stage["open"] = seat_bits(field[1:])

    def cast(self, field: Sequence[Word]) -> None:
        if len(field) < 2:
            raise field[0].error(N_("expected who has cast which spells: cast south s1 n2"))
        seat = SEATS.index(one_of(field[1], SEATS, N_("a seat")))
        cast = list(self.stage.get("cast", (0, 0)))
        cast[seat] = self._spells(field[2:])
        self.stage["cast"] = tuple(cast)

    def inhibited(self, field: Sequence[Word]) -> None:
        self.stage["inhibited"] = self._spells(field[1:])

    def used(self, field: Sequence[Word]) -> None:
        self.stage["used"] = self._spells(field[1:])

    def settled(self, field: Sequence[Word]) -> None:
        if len(field) != 3:
            raise field[0].error(N_("expected a spell and what it means, in quotes"))
        spell, text = self._spell(field[1]), unquoted(field[2])
        self.rules.check_settled(spell, text, field[2])
        settled = {**dict(self.stage.get("settled", ())), spell: text}
        self.stage["settled"] = tuple(sorted(settled.items()))

    def contested(self, field: Sequence[Word]) -> None:
        texts = [word.text for word in field]
        if len(field) < 5 or texts[2] != "open" or "before" not in texts:
            raise field[0].error(N_("expected the cast just made: contested s1 open south before SF2 NA10"))
        at = texts.index("before")
        board = bytearray(POINTS)
        for word in field[at + 1 :]:
            gem = CODES[one_of(word._replace(text=word.text[:2]), CODES, N_("a gem: SF, NA …"))]
            board[whole_number(word._replace(text=word.text[2:]), N_("a point"), 1, POINTS) - 1] = gem
        self.stage["contested"] = Contested(self._spell(field[1]), bytes(board), seat_bits(field[3:at]))

    def _spell(self, word: Word) -> int:
        if word.text not in self.rules.numbers:
            raise word.error(N_("expected a spell by its book and number, such as s1 or n12"))
        return self.rules.numbers[word.text]

    def _spells(self, listed: Sequence[Word]) -> int:
        return sum(1 << spell for spell in {self._spell(word) for word in listed})


_FIELDS: Mapping[str, Callable[[_Reader, Sequence[Word]], None]] = {
    "phase": _Reader.phase,
    "ready": _Reader.ready,
    "south": _Reader.gems,
    "north": _Reader.gems,
    "turn": _Reader.turned,
    "round": _Reader.rounds,
    "first": _Reader.first,
    "reserve": _Reader.reserved,
    "game": _Reader.game,
    "wins": _Reader.wins,
    "lost": _Reader.lost,
    "ended": _Reader.ended,
    "open": _Reader.opened,
    "cast": _Reader.cast,
    "inhibited": _Reader.inhibited,
    "used": _Reader.used,
    "settled": _Reader.settled,
    "contested": _Reader.contested,
}


def _pair(field: Sequence[Word], most: int) -> tuple[int, int]:
    if len(field) != 3:
        raise field[0].error(N_("expected two numbers after {name}"), name=field[0].text)
    what = N_("a number for each seat")
    return whole_number(field[1], what, 0, most), whole_number(field[2], what, 0, most)
