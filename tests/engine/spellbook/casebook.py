"""Cases of play written as text (cases.txt), and how they are held against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.contract import ARBITER, TABLE
from engine.errors import NotationError
from engine.laid import read_plain
from engine.spellbook import GAME
from engine.spellbook.checking import review
from engine.spellbook.language.lexing import ForbiddenError
from engine.verdict import Accepted, Refusal

HERE = Path(__file__).parent
WHO = {"south": 0, "north": 1, "table": TABLE, "arbiter": ARBITER}

FREEDOMS = frozenset({
    "spellbook.grimoire.language",
    "spellbook.grimoire.legible",
    "spellbook.study.full-access",
})  # fmt: skip
"""Rules about people and paper: the engine can neither see nor break them."""

ELSEWHERE = {
    "spellbook.grimoire.max-forty": "test_books.py",
    "spellbook.grimoire.unique-names": "test_books.py",
    "spellbook.grimoire.frozen": "test_books.py",
    "spellbook.design.one-name": "test_books.py",
    "spellbook.study.no-edit": "test_books.py",
}
"""Rules about whole books, and the tests that show them kept and broken."""


@dataclass(frozen=True)
class Case:
    """A block of the file: a rule and its lines."""

    rule: str
    lines: tuple[str, ...]

    def shows(self, *verbs: str) -> bool:
        return any(line.split()[0] in verbs for line in self.lines)


def cases() -> list[Case]:
    text = (HERE / "cases.txt").read_text(encoding="utf-8")
    blocks = [
        "\n".join(line for line in block.split("\n") if not line.startswith("#")) for block in text.split("\n\n")
    ]
    found = [[line for line in block.split("\n") if line] for block in blocks]
    return [Case(lines[0], tuple(lines[1:])) for lines in found if lines]


@dataclass
class Run:
    """Where a case has got to."""

    rule: str
    head: str = ""
    rules: Any = None
    state: Any = None
    verdict: Any = None
    text: str = field(default="")

    def step(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        getattr(self, f"_{verb}")(rest)

    # -- setting up -----------------------------------------------------------------------------------

    def _under(self, options: str) -> None:
        self.head = f"{options} "

    def _given(self, fields: str) -> None:
        self.text = f"spellbook {self.head}| {fields}"
        self.rules, self.state = GAME.read_position(self.text)

    def _start(self, _: str) -> None:
        self.rules, _state = GAME.read_position(f"spellbook {self.head}| phase study")
        self.state = self.rules.start()

    # -- actions --------------------------------------------------------------------------------------

    def _judged(self, text: str) -> Any:
        match = re.fullmatch(r"(.*?)(?: by (south|north|table|arbiter))?", text)
        assert match
        action = self.rules.read_action(self.state, match[1])
        by = WHO[match[2]] if match[2] else None
        if by is None and action.kind not in ("ready", "toss"):
            by = self.state.seat
        return self.rules.judge(self.state, action, by)

    def _legal(self, text: str) -> None:
        self.verdict = self._judged(text)
        assert isinstance(self.verdict, Accepted), (text, self.verdict)
        self.state = self.verdict.state

    def _illegal(self, text: str) -> None:
        self._refused(f"{self.rule} {text}")

    def _refused(self, text: str) -> None:
        rule, _, action = text.partition(" ")
        verdict = self._judged(action)
        assert isinstance(verdict, Refusal), action
        assert rule in verdict.rules, (action, verdict.rules)

    def _wrong(self, text: str) -> None:
        assert isinstance(self._judged(text), Refusal), text

    # -- what comes of them ---------------------------------------------------------------------------

    def _then(self, fields: str) -> None:
        now = self.rules.write_position(self.state).split(" | ")
        for wanted in fields.split(" | "):
            assert wanted in now or _sorted(wanted) in map(_sorted, now), (wanted, now)

    def _waits(self, seat: str) -> None:
        assert [request.by for request in self.rules.requests(self.state)] == [WHO[seat]]

    def _won(self, text: str) -> None:
        seat, rule = text.split()
        result = self.rules.result(self.state)
        assert result is not None
        assert result.winners == ((WHO[seat],) if seat in WHO else ())
        assert result.rule == rule

    def _notice(self, rule: str) -> None:
        assert rule in [notice.rule for notice in self.verdict.notices]

    def _event(self, name: str) -> None:
        assert name in [event.name for event in self.verdict.events]

    # -- looks at the table ---------------------------------------------------------------------------

    def _look(self, text: str) -> list[str]:
        rules = GAME.open()
        return [breach.rule for breach in rules.inspect(read_plain("spellbook", rules.plan(), text))]

    def _looks(self, text: str) -> None:
        assert not self._look(text)

    def _bad(self, text: str) -> None:
        assert self.rule in self._look(text)

    def _seen(self, fields: str) -> Any:
        head = f"spellbook {self.head}| "
        board = GAME.read_position(f"{head}{fields} | reserve 0000 0000 | turn south")[1].board
        shown = self.rules.layout(self.state._replace(board=board))
        layout = {place: things for place, things in shown.items() if place.isdigit()}
        return layout, self.rules.explained(self.state, layout)

    def _turns(self, fields: str) -> None:
        layout, ways = self._seen(fields)
        assert ways
        assert not self.rules.diagnose(self.state, layout)

    def _cannot(self, fields: str) -> None:
        layout, ways = self._seen(fields)
        assert not ways
        assert self.rules.diagnose(self.state, layout)

    # -- texts ----------------------------------------------------------------------------------------

    def _spell(self, text: str) -> None:
        assert not review(f"book: B\nspell: S\n{text}").findings

    def _barred(self, text: str) -> None:
        try:
            found = review(f"book: B\nspell: S\n{text}").findings
        except ForbiddenError as error:
            assert error.line == 3
            if error.rule != self.rule:
                assert self.rule in ("spellbook.design.selectors", "spellbook.design.references")
            return
        assert self.rule in [finding.breach.rule for finding in found]


def _sorted(text: str) -> tuple[str, list[str]]:
    first, *rest = text.split()
    return first, sorted(rest)


def run(case: Case) -> None:
    """Plays a case through. Raises AssertionError where the rules say otherwise."""
    going = Run(case.rule)
    for line in case.lines:
        try:
            going.step(line)
        except NotationError as error:
            pytest.fail(f"{line}: {error}")


def verdicts() -> Iterator[tuple[str, str]]:
    """Each rule with whether a case shows it kept, and broken."""
    for case in cases():
        if case.shows("legal", "looks", "turns", "spell"):
            yield case.rule, "kept"
        if case.shows("illegal", "wrong", "bad", "cannot", "barred", "refused"):
            yield case.rule, "broken"
