"""Every rule has a case that it allows and a case that it forbids; a freedom has only the first."""

from __future__ import annotations

import pytest

from tests.engine.spell.casebook import FREEDOMS, HERE, RULES, read_cases
from tests.engine.spell.pictures import pictures

CASES = read_cases(HERE / "cases.txt")


def shown_by_cases() -> set[tuple[str, str]]:
    """(rule, legal or illegal) for everything that cases.txt shows."""
    shown = {(case.title, "legal") for case in CASES if case.asserts_legal()}
    return shown | {(case.title, "illegal") for case in CASES if case.asserts_illegal()}


def shown_by_pictures() -> set[tuple[str, str]]:
    """The same for what pictures.txt shows of a table."""
    shown = {(picture.rule, "legal") for picture in pictures() if picture.is_legal}
    return shown | {(picture.rule, "illegal") for picture in pictures() if picture.rule in picture.cited}


SHOWN = shown_by_cases() | shown_by_pictures()


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_cases(rule: str) -> None:
    verdicts = {"legal"} if rule in FREEDOMS else {"legal", "illegal"}
    assert verdicts <= {verdict for name, verdict in SHOWN if name == rule}


def test_no_case_calls_a_freedom_illegal() -> None:
    assert not {name for name, verdict in SHOWN if verdict == "illegal"} & FREEDOMS


def test_the_rules_of_one_edition_are_shown_in_it() -> None:
    for case in CASES:
        edition = RULES[case.title].edition
        if edition != "both" and edition not in case.head:
            # in the other edition such a rule forbids nothing, unless an option of the table brings it in
            with_option = "one-meeple-per-tile" in case.head
            assert with_option or case.asserts_legal(), case.name


def test_a_rule_that_both_editions_know_is_shown_in_both() -> None:
    for rule in RULES.values():
        heads = {case.head[:2] for case in CASES if case.title == rule.name}
        if rule.edition == "both" and heads:
            assert heads == {"1e", "2e"}, rule.name


def test_every_rule_is_listed_once() -> None:
    lines = [
        line for line in (HERE / "rules.txt").read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
    ]
    assert len(lines) == len(RULES) == 142
    assert {rule.edition for rule in RULES.values()} == {"both", "1e", "2e"}
    assert {rule.evidence for rule in RULES.values()} == {"F", "T", "H", "D", "none"}
