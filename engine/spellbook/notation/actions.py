"""Actions as text, and back. Points are South's numbers, 1 to 24."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.errors import N_
from engine.spellbook import flow
from engine.spellbook.agrica import KINDS, POINTS, SEATS, code, kind, owner
from engine.spellbook.books import MOST_SPELLS
from engine.spellbook.notation.words import (
    CALLED,
    CODES,
    NOBODY,
    ONLOOKER,
    only,
    quoted,
    spell_number,
    unquoted,
    words_of,
)
from engine.spellbook.state import NEXT, OPEN, PASS, Action, State
from engine.text import Word, end_of, one_of, whole_number

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules


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
        yield spell_number(action.spell)
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
    words = list(words_of(text))
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
        said = one_of(only(rest), [*SEATS, ONLOOKER], N_("who doubts"))
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
    who = one_of(only(words), [*SEATS, NOBODY], N_("who won"))
    return Action("agree", seat=SEATS.index(who) if who != NOBODY else -1)


def _read_seated(rules: SpellbookRules, state: State, words: Sequence[Word]) -> Action:
    seat = SEATS.index(one_of(only(words), SEATS, N_("a seat")))
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
