"""The worked examples of the rulebooks, in every edition they hold in."""

from __future__ import annotations

import pytest

from tests.engine.spell.casebook import HERE, Case, ids, read_cases, run

EXAMPLES = read_cases(HERE / "examples.txt")


@pytest.mark.parametrize("case", EXAMPLES, ids=ids(EXAMPLES))
def test_example(case: Case) -> None:
    run(case)


def test_every_example_is_here() -> None:
    numbers = {case.title for case in EXAMPLES}
    assert numbers == {*(f"EX-{number:02}" for number in range(1, 23)), "EX-11b", "EX-11c"}
