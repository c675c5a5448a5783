"""The rules one by one, from cases.txt."""

from __future__ import annotations

import pytest

from tests.engine.spell.casebook import HERE, RULES, Case, ids, read_cases, run

CASES = read_cases(HERE / "cases.txt")


@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_case(case: Case) -> None:
    run(case)


@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_case_is_of_a_rule_and_of_its_edition(case: Case) -> None:
    assert case.title in RULES
    if case.title.startswith("spell.solo"):
        assert case.head.startswith("2e")
    assert any(step.verb == "then" for step in case.steps)
