"""The rules one by one, from cases.txt; every rule of the digest is shown kept and broken."""

from __future__ import annotations

import pytest

from engine.spellbook.sentences import SENTENCES
from tests.engine.spellbook.casebook import ELSEWHERE, FREEDOMS, HERE, Case, cases, run, verdicts

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule.removeprefix("spellbook."))
def test_case(case: Case) -> None:
    run(case)


def test_every_rule_is_shown_kept_and_broken() -> None:
    shown = set(verdicts())
    for rule in SENTENCES.keys() - FREEDOMS - ELSEWHERE.keys():
        assert {(rule, "kept"), (rule, "broken")} <= shown, rule


def test_no_case_is_of_a_rule_that_is_not_there() -> None:
    assert {case.rule for case in CASES} <= SENTENCES.keys()
    assert {*FREEDOMS, *ELSEWHERE} <= SENTENCES.keys()
    assert all((HERE / name).exists() for name in ELSEWHERE.values())
