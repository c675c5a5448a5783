"""The record of a match: who played under which options, every action, and how it ended. For any game.

    [game "pebbles"]
    [pebbles "7"]
    [left "Ana"]

    { A comment stands on lines of its own. }
    table: roll 3
    1 left: take 2
    arbiter: set pebbles 4 seat 1 die 0
    result: unfinished

Reading is about form only; ``replay`` plays the record under its rules and judges every action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from engine.catalogue import game_named
from engine.contract import ARBITER, TABLE, Game, Rules, Seat
from engine.errors import N_, IllegalActionError, NotationError, RunewatchError, SetupError
from engine.options import Setup, value_from_text, written
from engine.text import LONGEST_TEXT, Word, checked_text, one_of
from engine.verdict import Accepted, Refusal, Verdict

TABLE_NAME, ARBITER_NAME = "table", "arbiter"
SET = "set "
UNFINISHED = "unfinished"
RESULT = "result"
_TAG = re.compile(r'\[(?P<name>[A-Za-z0-9-]{1,40}) "(?P<value>(?:[^"\\]|\\["\\n])*)"\]')
_ACTION = re.compile(r"(?:[^;\\]|\\.?)*")
OTHER_TAGS = ("game", "position", "date", "place", "event")
"""Tags that every record may have beside the options and the names of the players."""
_LABEL = re.compile(r"(?:(?P<round>[0-9]{1,4}) )?(?P<who>[a-z][a-z-]{0,30}):\s*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a record: an action, a position set by the arbiter, or a comment.

    Where it stood in the text it was read from does not count when two entries are compared.
    """

    text: str
    who: str = ""
    round: int = 0
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @property
    def is_comment(self) -> bool:
        return not self.who

    @property
    def is_correction(self) -> bool:
        return self.who == ARBITER_NAME and self.text.startswith(SET)

    @property
    def label(self) -> str:
        """What stands before the actions of one player in one round."""
        return f"{self.round} {self.who}" if self.round else self.who


@dataclass(frozen=True, slots=True)
class Record:
    """A match on paper."""

    tags: Mapping[str, str]
    entries: tuple[Entry, ...] = ()
    result: str = UNFINISHED
    result_line: int = field(default=0, compare=False)
    tag_places: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    """Where in the text each tag's value begins: line and column."""

    @property
    def game(self) -> Game:
        """The game that was played. Raises UnknownGameError, or NotationError if none is named."""
        if "game" not in self.tags:
            raise NotationError(N_('a record begins with the tag [game "…"]')).at(1, 1)
        return game_named(self.tags["game"])

    def open(self) -> Rules[Any, Any]:
        """The rules the match was played under. Raises SetupError."""
        choices = {}
        for option in self.game.options:
            if option.name in self.tags:
                choices[option.name] = value_from_text(option, self.tags[option.name])
        rules = self.game.open(choices)
        known = [option.name for option in self.game.options]
        for name in self.tags.keys() - {*known, *rules.seats, *OTHER_TAGS}:
            if near := get_close_matches(name, known, n=1, cutoff=0.8):
                line, column = self.tag_places.get(name, (0, 0))
                error = NotationError(N_("no option is called so; did you mean {near}?"), near=near[0])
                raise error.at(line, column, name)
        return rules

    def start(self, rules: Rules[Any, Any]) -> Any:
        """The first state: the position the record names, or the game's own start."""
        if "position" not in self.tags:
            return rules.start()
        try:
            return rules.read_position(self.tags["position"])
        except NotationError as error:
            line, column = self.tag_places.get("position", (0, 1))
            raise error.moved(column - 1, line) from None

    def plus(self, rules: Rules[Any, Any], state: Any, action: Any, by: Seat | None = None) -> Record:
        """The record with one more action."""
        actor = rules.actor(state, action) if by is None else by
        round_ = rules.clock(state).round if actor >= 0 else 0
        entry = Entry(rules.write_action(state, action), seat_name(rules, actor), round_)
        return replace(self, entries=(*self.entries, entry))

    def with_comment(self, text: str) -> Record:
        clean = re.sub(r"[ \t\r\n]+", " ", text.replace("{", "(").replace("}", ")")).strip()
        return replace(self, entries=(*self.entries, Entry(clean)))

    def with_position(self, position: str) -> Record:
        """The record with a position set by the arbiter."""
        return replace(self, entries=(*self.entries, Entry(f"{SET}{position}", ARBITER_NAME)))

    def ended(self, rules: Rules[Any, Any], state: Any) -> Record:
        """The record with the result that the state has."""
        return replace(self, result=result_text(rules, state))


def blank(game: Game, setup: Setup, tags: Mapping[str, str] | None = None) -> Record:
    """A record with nothing played yet: the game, every option that is not as usual, and further tags."""
    said = dict(setup)
    for name in setup:
        without = {other: value for other, value in said.items() if other != name}
        with suppress(SetupError):
            if game.open(without).setup == setup:
                said = without
    return Record({"game": game.name, **{name: written(value) for name, value in said.items()}, **(tags or {})})


def seat_name(rules: Rules[Any, Any], actor: Seat) -> str:
    """What a record calls somebody who acts."""
    return {TABLE: TABLE_NAME, ARBITER: ARBITER_NAME}.get(actor) or rules.seats[actor]


def seat_of(rules: Rules[Any, Any], word: Word) -> Seat:
    """Who is meant by a name in a record."""
    one_of(word, [*rules.seats, TABLE_NAME, ARBITER_NAME], N_("who acts"))
    return {TABLE_NAME: TABLE, ARBITER_NAME: ARBITER}.get(word.text) or rules.seats.index(word.text)


def result_text(rules: Rules[Any, Any], state: Any) -> str:
    """Who won and by how much, as the last line of a record says it."""
    result = rules.result(state)
    if result is None:
        return UNFINISHED
    winners = "+".join(rules.seats[seat] for seat in result.winners) or "nobody"
    points = "-".join(str(points) for points in rules.points(state))
    return f"{winners} {points}".rstrip()


# -- writing --------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The text of a record; what one player does in one round stands on one line."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in record.tags.items()] + [""]
    open_label = None
    for entry in record.entries:
        if entry.is_comment:
            lines.append("{ " + entry.text + " }")
            open_label = None
        elif entry.label == open_label and not entry.is_correction:
            lines[-1] += f"; {_guarded(entry.text)}"
        else:
            lines.append(f"{entry.label}: {entry.text if entry.is_correction else _guarded(entry.text)}")
            open_label = None if entry.is_correction else entry.label
    return "\n".join([*lines, f"{RESULT}: {record.result}", ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _guarded(action: str) -> str:
    """An action as it stands among others: what would end it, or its line, is marked."""
    return action.replace("\\", "\\\\").replace(";", "\\;").replace("\n", "\\n")


def _bare(text: str) -> str:
    """A tag's value or an action without its marks."""
    return re.sub(r"\\(.)", lambda found: found[1].replace("n", "\n"), text)


# -- reading --------------------------------------------------------------------------------------------


def read_record(text: str) -> Record:
    """The record in a text. Raises NotationError; whether its actions are legal is not looked at."""
    lines = checked_text(text, LONGEST_TEXT).split("\n")
    tags: dict[str, str] = {}
    places: dict[str, tuple[int, int]] = {}
    entries: list[Entry] = []
    number = 0
    while number < len(lines):
        number += 1
        line = lines[number - 1].strip()
        word = Word(line, number, len(lines[number - 1]) - len(lines[number - 1].lstrip()) + 1)
        if not line:
            continue
        if line.startswith("["):
            name = _read_tag(word, tags, entries)
            places[name] = (number, word.column + len(name) + 3)
        elif line.startswith("{"):
            number = _read_comment(lines, word, entries)
        elif line.startswith(f"{RESULT}:"):
            _nothing_after(lines, number)
            said = line.removeprefix(f"{RESULT}:").strip()
            if not said:
                raise word.error(N_("expected the winners and the points after result:, or unfinished"))
            return Record(tags, tuple(entries), said, number, places)
        else:
            entries += _read_actions(word)
    raise NotationError(
        N_('a record ends with a line "result: …"; this one stops before it, it may have been cut off')
    ).at(len(lines), len(lines[-1]) + 1)


def _read_tag(word: Word, tags: dict[str, str], entries: list[Entry]) -> str:
    """Takes in a tag; gives its name."""
    match = _TAG.fullmatch(word.text)
    if match is None:
        raise word.error(N_('expected a tag of the form [name "value"]'))
    if entries:
        raise word.error(N_("tags stand before the first action"))
    if match["name"] in tags:
        raise word.error(N_("tag {name} is given twice"), name=match["name"])
    tags[match["name"]] = _bare(match["value"])
    return match["name"]


def _read_comment(lines: list[str], word: Word, entries: list[Entry]) -> int:
    """Reads on to the closing brace; gives the number of its line."""
    for number in range(word.line, len(lines) + 1):
        line = lines[number - 1].rstrip()
        if "}" in line:
            if not line.endswith("}"):
                raise Word(line.partition("}")[2], number, line.index("}") + 2).error(
                    N_("expected the line to end after a comment")
                )
            said = re.sub(r"[ \t\n]+", " ", "\n".join(lines[word.line - 1 : number])).strip()
            inside = said[1:-1]
            if "{" in inside or "}" in inside:
                raise word.error(N_("a comment cannot hold braces"))
            entries.append(Entry(inside.strip(), line=word.line, column=word.column))
            return number
    raise word.error(N_("this comment is never closed; the record may have been cut off"))


def _read_actions(word: Word) -> Iterator[Entry]:
    """The actions of one line, ``2 left: roll 3; take 2``."""
    match = _LABEL.match(word.text)
    if match is None:
        raise word.error(N_('expected a line such as "2 NAME: action; action"'))
    who, round_ = match["who"], int(match["round"] or 0)
    column = word.column + match.end()
    rest = word.text[match.end() :]
    if who == ARBITER_NAME and rest.startswith(SET):
        yield Entry(rest, who, round_, word.line, column)
        return
    for start, said in _parted(rest):
        begin = column + start + len(said) - len(said.lstrip())
        if not said.strip():
            raise Word("", word.line, begin).error(N_("expected an action here"))
        yield Entry(_bare(said.strip()), who, round_, word.line, begin)


def _parted(rest: str) -> Iterator[tuple[int, str]]:
    """The actions of a line and where they begin; a marked ; is part of one."""
    begin = 0
    while True:
        end = _ACTION.match(rest, begin).end()  # type: ignore[union-attr]  # it matches the empty text too
        yield begin, rest[begin:end]
        if end == len(rest):
            return
        begin = end + 1


def _nothing_after(lines: list[str], number: int) -> None:
    for later, line in enumerate(lines[number:], number + 1):
        if line.strip():
            raise Word(line.strip(), later, 1).error(N_("expected nothing after the result"))


# -- replaying ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One entry played: the state before, what was said of it, and the state after.

    A refused or unreadable action leaves the state as it was, so that the rest can still be judged.
    """

    entry: Entry
    before: Any
    verdict: Verdict | RunewatchError
    after: Any

    @property
    def is_legal(self) -> bool:
        return isinstance(self.verdict, Accepted)


def replay(record: Record, rules: Rules[Any, Any]) -> Iterator[Step]:
    """Plays the record under its rules, a step an action; comments are passed over."""
    state = record.start(rules)
    for entry in record.entries:
        if entry.is_comment:
            continue
        verdict = _judged(rules, state, entry)
        after = verdict.state if isinstance(verdict, Accepted) else state
        yield Step(entry, state, verdict, after)
        state = after


def _judged(rules: Rules[Any, Any], state: Any, entry: Entry) -> Verdict | RunewatchError:
    try:
        if entry.is_correction:
            return Accepted(rules.read_position(entry.text.removeprefix(SET)))
        by = seat_of(rules, Word(entry.who, entry.line, 1))
        now = rules.clock(state).round
        if entry.round and entry.round != now:
            return NotationError(N_("this is round {round}"), round=now).at(entry.line, 1, entry.label)
        action = rules.read_action(state, entry.text)
        return rules.judge(state, action, by)
    except NotationError as error:
        return error if error.line != 1 or not entry.line else error.moved(entry.column - 1, entry.line)
    except SetupError as error:
        return error


def final_state(record: Record, rules: Rules[Any, Any]) -> Any:
    """The state after the whole record. Raises the first error, or IllegalActionError with the first refusal."""
    state = record.start(rules)
    for step in replay(record, rules):
        if isinstance(step.verdict, Refusal):
            raise IllegalActionError(step.verdict)
        if isinstance(step.verdict, RunewatchError):
            raise step.verdict
        state = step.after
    return state
