"""Positions and actions of Spellbook Master as text, and back. Points are South's numbers, 1 to 24."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import N_, NotationError, SetupError
from engine.options import Setup, value_from_text, written
from engine.spellbook import flow
from engine.spellbook.agrica import EACH, KINDS, LETTERS, POINTS, SEATS, code, kind, owner
from engine.spellbook.books import MOST_SPELLS
from engine.spellbook.house import OPTIONS
from engine.spellbook.state import NEXT, OPEN, PASS, Action, Contested, Phase, Stage, State
from engine.text import Word, checked_text, end_of, one_of, whole_number

if TYPE_CHECKING:
    from engine.spellbook.game import Spellbook, SpellbookRules

NAME = "spellbook"
SEPARATOR = " | "
MOST_ROUNDS = 1_000_000
NOBODY = "nobody"
ONLOOKER = "onlooker"
PHASES = {"study": Phase.STUDY, "toss": Phase.TOSS, "next": Phase.NEXT, "over": Phase.OVER}
CODES = {
    f"{seat[0].upper()}{letter}": code(number, k)
    for number, seat in enumerate(SEATS)
    for k, letter in enumerate(LETTERS)
}
"""SF is South's fire."""
CALLED = {gem: name for name, gem in CODES.items()}
_WORDS = re.compile(r'[^\s"|]*"(?:[^"\\]|\\.)*"?|\||[^\s|]+')


# -- writing positions ----------------------------------------------------------------------------------


def write_position(rules: SpellbookRules, state: State) -> str:
    """One line that says the state completely, and the setup as far as it is not as usual."""
    return SEPARATOR.join([" ".join([NAME, *_head(rules.setup)]), *_fields(rules, state)])


def _head(setup: Setup) -> Iterator[str]:
    for option in OPTIONS:
        value = setup.get(option.name)
        if value is None or value == option.default:
            continue
        if option.is_switch:
            yield option.name if value else f"no-{option.name}"
        else:
            yield f"{option.name}={quoted(written(value))}"


def quoted(text: str) -> str:
    """A word as it is; anything longer in quotes, on one line and without a stroke."""
    if re.fullmatch(r"[\w.-]+", text):
        return text
    return json.dumps(text, ensure_ascii=False).replace("|", "\\u007c").replace("\x7f", "\\u007f")


def _fields(rules: SpellbookRules, state: State) -> Iterator[str]:
    stage = state.stage
    for phase, which in PHASES.items():
        if stage.phase is which:
            yield f"phase {phase}"
    if stage.phase is Phase.STUDY:
        if stage.ready:
            yield f"ready {_seats(stage.ready)}"
        return
    for seat, name in enumerate(SEATS):
        gems = " ".join(_standing(state.board, seat))
        if gems:
            yield f"{name} {gems}"
    if stage.phase is not Phase.TOSS:
        yield f"turn {SEATS[state.seat]}"
    if state.round > 1:
        yield f"round {state.round}"
    if stage.first:
        yield f"first {SEATS[stage.first]}"
    yield from _earlier(state)
    yield from _books(stage)


def _standing(board: bytes, seat: int) -> Iterator[str]:
    for point, gem in enumerate(board):
        if gem and owner(gem) == seat:
            yield f"{LETTERS[kind(gem)]}{point + 1}"


def _earlier(state: State) -> Iterator[str]:
    """What is left of earlier turns and confrontations."""
    stage = state.stage
    if state.reserve != _untaken(state.board):
        yield "reserve " + " ".join("".join(map(str, state.reserve_of(seat))) for seat in (0, 1))
    if stage.game > 1:
        yield f"game {stage.game}"
    if any(stage.wins):
        yield f"wins {stage.wins[0]} {stage.wins[1]}"
    if any(stage.lost):
        yield f"lost {stage.lost[0]} {stage.lost[1]}"
    if stage.ended is not None:
        winner, rule = stage.ended
        yield f"ended {SEATS[winner] if winner >= 0 else NOBODY} {rule}"


def _untaken(board: bytes) -> bytes:
    """The reserve if no gem was ever taken."""
    return bytes(max(0, EACH - board.count(gem)) for gem in range(1, 9))


def _books(stage: Stage) -> Iterator[str]:
    """What became of the books."""
    if stage.open:
        yield f"open {_seats(stage.open)}"
    for seat, name in enumerate(SEATS):
        if stage.cast[seat]:
            yield f"cast {name} {_spells(stage.cast[seat])}"
    if stage.inhibited:
        yield f"inhibited {_spells(stage.inhibited)}"
    if stage.used:
        yield f"used {_spells(stage.used)}"
    for spell, text in stage.settled:
        yield f"settled {_number(spell)} {quoted(text)}"
    if stage.contested is not None:
        spell, before, open_ = stage.contested
        gems = " ".join(f"{CALLED[gem]}{point + 1}" for point, gem in enumerate(before) if gem)
        yield f"contested {_number(spell)} open {_seats(open_)} before {gems}"


def _seats(bits: int) -> str:
    return " ".join(name for seat, name in enumerate(SEATS) if bits >> seat & 1)


def _spells(bits: int) -> str:
    return " ".join(_number(spell) for spell in range(bits.bit_length()) if bits >> spell & 1)


def _number(spell: int) -> str:
    return f"n{spell - MOST_SPELLS + 1}" if spell >= MOST_SPELLS else f"s{spell + 1}"


# -- reading positions ----------------------------------------------------------------------------------


def read_position(
    game: Spellbook, text: str, within: SpellbookRules | None = None
) -> tuple[SpellbookRules, State]:
    """The rules and the state that a text says. Raises NotationError with the place of what is wrong."""
    fields = _parted(checked_text(text))
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
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#"):
            continue
        if found[-1]:
            found.append([])
        for match in _WORDS.finditer(line):
            if match.group() == "|":
                found.append([])
            else:
                found[-1].append(Word(match.group(), number, match.start() + 1))
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


def unquoted(word: Word) -> str:
    """What a word in quotes holds."""
    if not word.text.startswith('"'):
        return word.text
    try:
        found = json.loads(word.text)
    except ValueError:
        raise word.error(N_("expected a text in quotes")) from None
    return checked_text(str(found))


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
        reserve = _untaken(board) if self.reserve is None else self.reserve
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
        phase = PHASES[one_of(_only(field), PHASES, N_("a phase"))]
        self.stage["phase"] = phase
        if phase is Phase.STUDY:
            self.stage["ready"] = 0

    def ready(self, field: Sequence[Word]) -> None:
        self.stage["ready"] = _bits(field[1:])
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
        self.turn = SEATS.index(one_of(_only(field), SEATS, N_("a seat")))

    def rounds(self, field: Sequence[Word]) -> None:
        self.round = whole_number(_only(field), N_("a round"), 1, MOST_ROUNDS)

    def first(self, field: Sequence[Word]) -> None:
        self.stage["first"] = SEATS.index(one_of(_only(field), SEATS, N_("a seat")))

    def reserved(self, field: Sequence[Word]) -> None:
        if len(field) != 3 or not all(re.fullmatch(r"[0-3]{4}", word.text) for word in field[1:]):
            raise field[0].error(N_("expected what is left of fire, air, water, earth: reserve 3333 2310"))
        self.reserve = bytes(int(digit) for word in field[1:] for digit in word.text)

    def game(self, field: Sequence[Word]) -> None:
        self.stage["game"] = whole_number(_only(field), N_("a confrontation"), 1, 1000)

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
        self.stage["open"] = _bits(field[1:])

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
        self.stage["contested"] = Contested(self._spell(field[1]), bytes(board), _bits(field[3:at]))

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


def _only(field: Sequence[Word]) -> Word:
    if len(field) != 2:
        raise field[0].error(N_("expected one word after {name}"), name=field[0].text)
    return field[1]


def _pair(field: Sequence[Word], most: int) -> tuple[int, int]:
    if len(field) != 3:
        raise field[0].error(N_("expected two numbers after {name}"), name=field[0].text)
    what = N_("a number for each seat")
    return whole_number(field[1], what, 0, most), whole_number(field[2], what, 0, most)


def _bits(words: Sequence[Word]) -> int:
    return sum(1 << seat for seat in {SEATS.index(one_of(word, SEATS, N_("a seat"))) for word in words})


# -- actions --------------------------------------------------------------------------------------------


def write_action(rules: SpellbookRules, state: State, action: Action) -> str:
    """The action in the words of the notation."""
    if action.kind == "place":
        points = " ".join(str(point + 1) for point in action.points)
        whose = f"{SEATS[owner(action.gem)]}'s " if owner(action.gem) != state.seat else ""
        return f"place {whose}{KINDS[kind(action.gem)]} {points}"
    if action.kind == "move":
        return f"move {action.points[0] + 1}-{action.points[1] + 1}"
    if action.kind == "cast":
        return " ".join(["cast", *_spell_called(rules, action, state.seat), *_with(rules, state, action)])
    if action.kind == "inhibit":
        who = SEATS[action.seat] if action.seat >= 0 else ONLOOKER
        return " ".join(["inhibit", *_spell_called(rules, action, -1), "doubted", who])
    if action.kind == "settle":
        return " ".join(["settle", *_spell_called(rules, action, -1), "as", quoted(action.words)])
    if action.kind in ("ready", "toss"):
        return f"{action.kind} {SEATS[action.seat]}"
    if action.kind == "forfeit":
        return f"forfeit {SEATS[action.seat]} {action.words}"
    if action.kind == "agree":
        return f"agree {SEATS[action.seat] if action.seat >= 0 else NOBODY}"
    return action.kind


def _spell_called(rules: SpellbookRules, action: Action, seat: int) -> Iterator[str]:
    """A spell by its name in quotes and, unless it is of the caster's own book, whose book it is in."""
    if action.spell < 0:
        yield json.dumps(action.words, ensure_ascii=False)
        return
    book = 0 if action.spell < MOST_SPELLS else 1
    name = rules.spells[action.spell].name
    if rules.called(name, book) != action.spell:
        yield _number(action.spell)
        return
    yield json.dumps(name, ensure_ascii=False)
    if book != seat:
        yield f"from {SEATS[book]}"


def _with(rules: SpellbookRules, state: State, action: Action) -> Iterator[str]:
    """What tells this outcome of a cast from the others: what stands on the points where they differ."""
    if action.spell < 0 or not action.board:
        return
    boards = [rules.sides.seen(after, state.seat) for after in flow.outcomes(rules, state, action.spell).boards]
    others = boards if action.board in boards else [*(boards or [state.board]), action.board]
    differing = [point for point in range(POINTS) if len({board[point] for board in others}) > 1]
    if differing:
        yield "with"
        for point in differing:
            yield f"{point + 1} {CALLED.get(action.board[point], '.')}"


def read_action(rules: SpellbookRules, state: State, text: str) -> Action:
    """The action a text means, legal or not. Raises NotationError."""
    words = [
        Word(match.group(), line, match.start() + 1)
        for line, row in enumerate(checked_text(text).split("\n"), 1)
        for match in _WORDS.finditer(row)
    ]
    first = words[0] if words else Word("", 1, 1)
    return _ACTIONS[one_of(first, _ACTIONS, N_("an action"))](rules, state, words)


def _read_place(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    seat, rest = state.seat, list(words[1:])
    for number, name in enumerate(SEATS):
        if rest and rest[0].text == f"{name}'s":
            seat = number
            rest.pop(0)
    if not rest:
        raise end_of(words[-1], "").error(N_("expected a kind of gems and points: place fire 2 10"))
    which = KINDS.index(one_of(rest[0], KINDS, N_("a kind of gems")))
    points = [whole_number(word, N_("a point"), 1, POINTS) - 1 for word in rest[1:]]
    return Action("place", code(seat, which), tuple(sorted(points)))


def _read_move(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", words[1].text, re.ASCII) if len(words) == 2 else None
    if match is None:
        raise end_of(words[0], "").error(N_("expected two points: move 2-3"))
    column = words[1].column
    found = [
        whole_number(Word(match[group], 1, column + match.start(group)), N_("a point"), 1, POINTS) - 1
        for group in (1, 2)
    ]
    return Action("move", points=(found[0], found[1]))


def _read_cast(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    spell, name, rest = _read_spell(rules, words, state.seat, ("with",))
    if spell < 0:
        return Action("cast", words=name)
    boards = [rules.sides.seen(after, state.seat) for after in flow.outcomes(rules, state, spell).boards]
    if not rest:
        if len(boards) > 1:
            example = write_action(rules, state, Action("cast", spell=spell, board=boards[0]))
            raise end_of(words[-1], "").error(
                N_("this spell can end in {count} ways; say which, such as: {example}"),
                count=len(boards),
                example=example,
            )
        return Action("cast", spell=spell, board=boards[0] if boards else b"")
    wished = _contents(rest[1:], rest[0])
    board = bytearray(boards[0] if boards else state.board)
    fitting = [one for one in boards if all(one[point] == gem for point, gem in wished.items())]
    if len(fitting) == 1:
        return Action("cast", spell=spell, board=fitting[0])
    if fitting:
        raise rest[0].error(N_("this leaves {count} ways open; say more points"), count=len(fitting))
    for point, gem in wished.items():
        board[point] = gem
    return Action("cast", spell=spell, board=bytes(board))


def _contents(listed: Sequence[Word], first: Word) -> dict[int, int]:
    """Points and what stands on them: 3 NA 5 ."""
    if not listed or len(listed) % 2:
        raise first.error(N_("expected points and what stands on them: with 3 NA 5 ."))
    found = {}
    for point, gem in zip(listed[::2], listed[1::2], strict=True):
        number = whole_number(point, N_("a point"), 1, POINTS) - 1
        found[number] = CODES[one_of(gem, [*CODES, "."], N_("a gem: SF, NA …"))] if gem.text != "." else 0
    return found


def _read_spell(
    rules: SpellbookRules, words: Sequence[Word], seat: int, stops: Sequence[str]
) -> tuple[int, str, Sequence[Word]]:
    """The spell a text names (-1 if no book has it), its name, and the words after it."""
    stop = next((at for at, word in enumerate(words) if at and word.text in stops), len(words))
    named, rest = list(words[1:stop]), words[stop:]
    book: int | None = None
    if len(named) >= 3 and named[-2].text == "from" and named[-1].text in SEATS:
        book = SEATS.index(named[-1].text)
        named = named[:-2]
    if not named:
        raise end_of(words[0], "").error(N_('expected a spell: cast "Sky Fire"'))
    if len(named) == 1 and named[0].text in rules.numbers and book is None:
        return rules.numbers[named[0].text], "", rest
    name = unquoted(named[0]) if len(named) == 1 else " ".join(word.text for word in named)
    own = seat if seat >= 0 else 0
    for which in (own, 1 - own) if book is None else (book,):
        spell = rules.called(name, which)
        if spell >= 0:
            return spell, name, rest
    return -1, name, rest


def _read_inhibit(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    spell, name, rest = _read_spell(rules, words, -1, ("doubted",))
    who = -1
    if rest:
        said = one_of(_only(rest), [*SEATS, ONLOOKER], N_("who doubts"))
        who = SEATS.index(said) if said in SEATS else -1
    return Action("inhibit", spell=spell, seat=who, words="" if spell >= 0 else name)


def _read_settle(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    spell, name, rest = _read_spell(rules, words, -1, ("as",))
    if len(rest) != 2:
        raise end_of(words[-1], "").error(N_('expected what it means: settle "Bull" as "move gems from 12 to 11"'))
    if spell < 0:
        return Action("settle", words=name)
    text = unquoted(rest[1])
    rules.check_settled(spell, text, rest[1])
    return Action("settle", spell=spell, words=text)


def _read_forfeit(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    if len(words) != 3:
        raise end_of(words[-1], "").error(N_("expected who forfeits and why: forfeit south ambiguity"))
    seat = SEATS.index(one_of(words[1], SEATS, N_("a seat")))
    return Action("forfeit", seat=seat, words=one_of(words[2], flow.REASONS, N_("why")))


def _read_agree(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    who = one_of(_only(words), [*SEATS, NOBODY], N_("who won"))
    return Action("agree", seat=SEATS.index(who) if who != NOBODY else -1)


def _read_seated(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    seat = SEATS.index(one_of(_only(words), SEATS, N_("a seat")))
    return Action("ready" if words[0].text == "ready" else "toss", seat=seat)


def _read_plain(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    if len(words) > 1:
        raise words[1].error(N_("expected nothing after {name}"), name=words[0].text)
    return {"open": OPEN, "pass": PASS, "next": NEXT}[words[0].text]


_ACTIONS: Mapping[str, Callable[[SpellbookRules, State, Sequence[Word]], Action]] = {
    "place": _read_place,
    "move": _read_move,
    "open": _read_plain,
    "cast": _read_cast,
    "ready": _read_seated,
    "toss": _read_seated,
    "pass": _read_plain,
    "next": _read_plain,
    "inhibit": _read_inhibit,
    "settle": _read_settle,
    "forfeit": _read_forfeit,
    "agree": _read_agree,
}
