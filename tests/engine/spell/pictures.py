"""Pictures written as text: a position, what the table shows next, and what a referee has to say of it.

A block begins with the rule it is about and, in brackets, the heads it is to be run with, as in the casebook
(``[both]`` is ``[1e] [2e]``; the other words are those of a position's head). Its lines::

    spell.shift.slide-whole [both]
    given  <arena> | turn violet | used flip      a position without its head; stands for the tables that follow
    table  <arena> | special z2                   what the table shows, possible or not
    change d3 V | library-1a .                    or: what differs from the position, place by place
    then   legal                                  nothing is wrong, and some legal reading explains it
    then   illegal RULE RULE ...                  diagnosed: the first rule comes first, the others are among them
    then   seen RULE ... | unseen RULE ...        what one still view alone tells, or does not
    then   starts RULE ... | starts well          what is wrong before the first turn

``special z2`` is the special tile of the player in turn. Markers and cards beside the arena are shown only
where ``table`` or ``change`` names one of them; ``change`` then shows all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.spell.layouts import diagnose, inspect, laying, plan, readings
from engine.spell.layouts.look import view_of
from engine.spell.state import SEATS
from engine.table import Layout
from engine.verdict import Breach
from tests.engine.spell.casebook import HERE, OPTIONAL_IN_1E, RULES, opened
from tests.engine.spell.looks import comparable, layout_of_text

VERBS = ("given", "table", "change", "then")
ASSERTIONS = ("legal", "illegal", "seen", "unseen", "starts")


@dataclass(frozen=True)
class Picture:
    """One table shown after one position, with everything that must hold of it."""

    rule: str
    head: str
    line: int
    given: str
    verb: str
    shown: str
    then: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.rule} [{self.head}] line {self.line}"

    @property
    def is_legal(self) -> bool:
        return self.then[0] in ("legal", "starts well") or self.then[0].startswith("unseen")

    @property
    def cited(self) -> set[str]:
        """The rules that the picture says are broken."""
        wrong = [said.split()[1:] for said in self.then if said.split()[0] in ("illegal", "seen", "starts")]
        return {rule for rules in wrong for rule in rules} & set(RULES)


def read_pictures(text: str) -> Iterator[Picture]:
    """Every picture of a text, once for each head of its block."""
    rule, given = "", ""
    heads: list[str] = []
    open_one: tuple[int, str, str, list[str]] | None = None
    for number, line in enumerate([*text.splitlines(), ""], 1):
        verb, _, said = line.strip().partition(" ")
        said = said.strip()
        if verb == "then":
            assert open_one, f"line {number}: nothing is shown"
            open_one[3].append(said)
            continue
        if open_one:
            at, shown_as, shown, then = open_one
            yield from (Picture(rule, head, at, given, shown_as, shown, tuple(then)) for head in heads)
            open_one = None
        if verb in ("table", "change"):
            open_one = (number, verb, said, [])
        elif verb == "given":
            given = said
        elif verb.startswith("spell."):
            rule, heads = verb, list(_heads(said))
        else:
            assert not verb or verb == "#", f"line {number}: {verb}"


def _heads(said: str) -> Iterator[str]:
    for group in re.findall(r"\[([^]]*)\]", said):
        words = group.split()
        for edition in ("1e", "2e") if "both" in words else ("",):
            yield " ".join([edition, *(word for word in words if word != "both")]).strip()


def pictures() -> list[Picture]:
    return list(read_pictures((HERE / "pictures.txt").read_text(encoding="utf-8")))


def layout_shown(picture: Picture, rules: Any, state: Any) -> Layout:
    """The layout that a picture shows."""
    seat = SEATS[state.stage.seat]
    parts = [re.sub(r"^special (\S+)$", rf"\1 {seat}-special", part.strip()) for part in picture.shown.split("|")]
    if picture.verb == "table":
        return layout_of_text(" | ".join(parts))
    changes = layout_of_text("| " + " | ".join(parts))
    beside = set(changes) & set(plan.layout_beside(state))
    shown = {**plan.layout(rules, state, beside=bool(beside)), **changes}
    # a library with an empty slot is still a library that is shown
    return {name: things for name, things in shown.items() if things or name.startswith(plan.LIBRARY)}


def check(picture: Picture) -> None:
    """Hold a picture against the rules."""
    rules, state = opened(picture.head, picture.given)
    found = layout_shown(picture, rules, state)
    diagnosed = diagnose.diagnose(rules, state, found)
    inspected = inspect.inspect(rules, found)
    started = laying.inspect_start(rules, state, found)
    for breach in (*diagnosed, *inspected, *started):
        assert breach.rule in RULES, f"no such rule: {breach.rule}"
        edition = RULES[breach.rule].edition
        assert edition in ("both", picture.head.split()[0]) or breach.rule in OPTIONAL_IN_1E, breach.rule
    for said in picture.then:
        verb, *wanted = said.split()
        assert verb in ASSERTIONS, said
        if verb == "legal":
            assert not diagnosed, f"diagnosed: {_told(diagnosed)}"
            assert not inspected, f"seen: {_told(inspected)}"
            assert _has_reading(rules, state, found), "no legal reading"
        elif verb == "illegal":
            names = [breach.rule for breach in diagnosed]
            assert names[:1] == wanted[:1], f"diagnosed: {names}"
            assert set(wanted) <= set(names), f"diagnosed: {names}"
        elif verb == "starts":
            names = [breach.rule for breach in started]
            assert set(wanted) - {"well"} <= set(names), f"at the start: {names}"
            assert wanted != ["well"] or not names, f"at the start: {names}"
        else:
            names = [breach.rule for breach in inspected]
            assert not set(wanted) & set(names) if verb == "unseen" else set(wanted) <= set(names), names


def _has_reading(rules: Any, state: Any, found: Layout) -> bool:
    view = view_of(found)
    return (
        comparable(found) == comparable(plan.layout(rules, state))
        or bool(diagnose.explained(rules, state, found))
        or bool(state.arena and readings.arrivals(rules, state, view))
        or readings.in_two(rules, state, view)
    )


def _told(found: tuple[Breach, ...]) -> str:
    return ", ".join(f"{breach.rule} {dict(breach.facts)}" for breach in found)
