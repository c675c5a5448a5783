"""Every rule has a case that it allows; those that can be broken have one that breaks them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import pytest

import engine.bigbook
from engine.bigbook.game import Bigbook, BigbookRules
from engine.bigbook.house import NUMBERED, OPTIONS
from engine.bigbook.sentences import EVENTS, NOTICES, RESULTS, SENTENCES
from engine.bigbook.state import Action, State
from engine.verdict import Accepted, Breach, Refusal
from engine.words import Words

GAME = Bigbook()
HERE = Path(__file__).parent
FACTS = "bigbook.components."
"""Rules that are counts of what is in the box; test_cards.py holds the data against them."""
SOURCES = Path(engine.bigbook.__file__).parent
_SWITCHES = {option.name for option in OPTIONS if option.is_switch}
_VALUE = re.compile("(" + "|".join(option.name for option in OPTIONS) + ")=")


class Case(NamedTuple):
    rule: str
    given: str
    lines: tuple[str, ...]


def read_cases(name: str, headings: Collection[str]) -> list[Case]:
    found: list[Case] = []
    rule = ""
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line[0] in "+-=!":
            if not found or found[-1].rule != rule:
                found.append(Case(rule, "", ()))
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, line))
        elif line in headings:
            rule = line
        else:
            found.append(Case(rule, line, ()))
    return found


CASES = read_cases("cases.txt", SENTENCES)
OPEN_POINTS = read_cases("open_points.txt", NUMBERED)
SHOWN_ELSEWHERE = {"A7", "A12", "A25"}
"""What they change is no part of a position."""


def opened(given: str) -> tuple[BigbookRules, State]:
    """The position of a case; options stand before its first field."""
    first, *options = given.split()
    if first in ("start", "dealt"):
        rules = GAME.read_position(" ".join(["bigbook", *options]))[0]
        state = rules.start()
        if first == "start":
            return rules, state
        for text in ("magician black standin.mag.earth.m", "magician violet standin.mag.earth.f"):
            state = rules.played(state, rules.read_action(state, text))
        while state.agenda[0].kind in ("reveal", "cover"):
            state = rules.play(state, next(iter(rules.legal(state))))
        return rules, state
    words = given.split()
    head = []
    while words and (words[0] in _SWITCHES or _VALUE.match(words[0])):
        head.append(words.pop(0))
    rules, state = GAME.read_position(" | ".join(filter(None, [" ".join(["bigbook", *head]), " ".join(words)])))
    return rules, state


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case.rule}-{n}") for n, case in enumerate((*CASES, *OPEN_POINTS))]
)
def test_case(case: Case) -> None:
    rules, state = opened(case.given)
    for line in case.lines:
        mark, text = line[0], line[2:]
        if line.startswith("-by "):
            seat, text = line[4:].split(" ", 1)
            verdict = rules.judge(state, rules.read_action(state, text), rules.seats.index(seat))
            assert isinstance(verdict, Refusal)
            assert case.rule in verdict.rules
        elif mark == "-":
            verdict = rules.judge(state, rules.read_action(state, text))
            assert isinstance(verdict, Refusal), line
            assert case.rule in verdict.rules or case.rule in NUMBERED, (line, verdict.rules)
        elif mark == "+":
            for one in text.split("; "):
                state = rules.played(state, rules.read_action(state, one))
        else:
            assert (text in rules.write_position(state)) == (mark == "="), (line, rules.write_position(state))


@pytest.mark.parametrize("number", sorted(NUMBERED.keys() - SHOWN_ELSEWHERE))
def test_every_open_point_is_played_both_ways(number: str) -> None:
    mine = [any(word.split("=")[0] == NUMBERED[number] for word in case.given.split())
            for case in OPEN_POINTS if case.rule == number]  # fmt: skip
    assert set(mine) == {True, False}


def test_leftover_curses_may_count_as_vanquished_yet_bring_the_penalty() -> None:
    given = ("turn 6 black | space 5 | hat 1 | book grim.cover.bee standin.page.owl"
             " | slots 2:standin.fire.support | todo book:black:1")  # fmt: skip
    for option, told in (("", "failed"), ("always-vanquished ", "vanquished")):
        rules, state = opened(option + given)
        verdict = rules.judge(state, rules.read_action(state, "book 1"))
        assert isinstance(verdict, Accepted)
        assert told in [event.name for event in verdict.events]
        assert "black hand m" in rules.write_position(verdict.state)


@pytest.mark.parametrize(("option", "winners"), [("", (0, 1)), ("eliminated-lose ", (0,))])
def test_who_is_eliminated_may_share_the_win(option: str, winners: tuple[int, ...]) -> None:
    rules, state = opened(f"{option}turn 31 black | space 5 | violet out | todo book:black")
    result = rules.result(rules.played(state, rules.read_action(state, "book 0")))
    assert result is not None
    assert result.winners == winners


LAST_PAGE = """
[[page]]
code = "mine.final"
replaces = "grim.final"
origin = "our box"
title = { en = "Our own" }
kind = "final"
failure = ["lose"]
bonus = ["madness 1 hand", "win"]
"""


@pytest.mark.parametrize(("option", "rule"), [(False, "bigbook.end.win"), (True, "bigbook.end.lose-madness")])
def test_the_last_panel_may_come_before_the_win(option: bool, rule: str) -> None:
    rules = GAME.open({"cards": LAST_PAGE, "loss-first": option})
    state = opened("turn 31 black | space 5 | madness 0 | todo book:black")[1]
    assert rules.played(state, rules.read_action(state, "book 0")).over == rule


def cited() -> set[str]:
    """Every rule that judging may cite."""
    text = "".join((SOURCES / name).read_text(encoding="utf-8") for name in ("judging.py", "costs.py"))
    return set(re.findall(r'"(bigbook\.[a-z-]+\.[a-z0-9-]+)"', text))


@pytest.mark.parametrize("rule", sorted(SENTENCES))
def test_every_rule_has_its_cases(rule: str) -> None:
    mine = [line for case in CASES if case.rule == rule for line in case.lines]
    if not rule.startswith(FACTS):
        assert any(line[0] in "+=!" for line in mine)
    assert any(line[0] == "-" for line in mine) == (rule in cited())


def test_the_digest_s_rules_are_all_there() -> None:
    assert len(SENTENCES) == 169
    assert cited() <= set(SENTENCES)
    assert set(NOTICES) <= set(SENTENCES)
    assert set(RESULTS) <= set(SENTENCES)
    entries = Counter(entry.rule for chapter in GAME.digest() for entry in chapter.entries)
    assert entries == Counter(list(SENTENCES))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_is_said_without_open_facts(language: str) -> None:
    words = Words(language)
    for rule in SENTENCES:
        told = words.sentence(GAME, Breach(rule))
        assert told.endswith(".")
        assert not re.search(r"[\[\]{}]", told)
    assert set(EVENTS) >= set(GAME.tallies)


def test_saying_something_does_not_need_a_turn() -> None:
    rules, state = opened("black unseen 1 pool e1 f1")
    assert rules.actor(state, Action("show", seat=0, cards=("e1",))) == 0
    assert rules.played(state, Action("show", seat=0, cards=("e1",))).players[0].hand == ("e1",)
