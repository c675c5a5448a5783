"""Every rule of the digest has a case that it allows and one that it forbids; all of them hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.archimage import GAME
from engine.archimage.fitness import needs
from engine.archimage.house import DOUBTS
from tests.engine.archimage.casebook import HERE, Case, read_cases, run

CASES = read_cases(HERE / "cases.txt")
EDGES = read_cases(HERE / "edges.txt")
FREEDOMS = frozenset(f"archimage.{rule}" for rule in ("turn.no-spell-duty", "path.distance", "path.own-familiar"))
"""Rules that only allow: there is nothing to forbid."""
CODE = Path(__file__).parents[3] / "engine" / "archimage"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_case_holds(case: Case) -> None:
    run(case)


@pytest.mark.parametrize("case", EDGES, ids=lambda case: case.title)
def test_an_edge_case_holds(case: Case) -> None:
    run(case)


def test_every_rule_has_a_legal_and_an_illegal_case() -> None:
    # what a board needs has its cases in test_boards.py
    rules = set(GAME.sentences) - set(needs())
    assert {case.title for case in CASES if case.asserts_legal()} == rules
    assert {case.title for case in CASES if case.asserts_illegal()} == rules - FREEDOMS


def test_every_option_decides_a_case() -> None:
    heads = {word for case in (*CASES, *EDGES) for step in case.steps for word in step.said.split("|")[0].split()}
    # that figures on the violet spots bar the way shows only on a board of one's own, in test_boards.py
    assert {option.name for option in DOUBTS} - heads == {"chamber-bars"}


def test_what_the_code_cites_has_a_sentence() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py")))
    cited = set(re.findall(r'"(archimage\.[a-z0-9.-]+[a-z0-9])"', code))
    cited |= {f"archimage.{rule}" for rule in re.findall(r'\bbroken\(\s*"([a-z0-9.-]+)"', code)}
    assert cited <= GAME.sentences.keys() | GAME.notices.keys() | {"archimage.board"}
    assert set(re.findall(r'\bNotice\(\s*"([a-z0-9.-]+)"', code)) == GAME.notices.keys()
    assert set(re.findall(r'\bEvent\(\s*"([a-z0-9.-]+)"', code)) == GAME.events.keys()
