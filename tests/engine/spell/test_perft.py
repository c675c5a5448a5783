"""How many sequences of legal actions there are: some counted by hand, others fixed to notice any change."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.catalogue import game_of
from engine.search import perft

FIXED = [
    line.split(maxsplit=2)
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
IDS = [str(number) for number in range(1, len(FIXED) + 1)]

# The gap in a corner leaves 46 shifts of 15 free tiles. Mages on b2 and c3, inner places, bar 4 directions each.
SHIFTS = 46 - 4 - 4
# The violet mage on c3: 8 neighbours, one holds the rival. Of its edge neighbours b3 is its own and inactive.
STEPS = 7
FLIPS = 1
ARENA = "v v b . / b bM V b / v v Vm b / B b N v"
FREE = 15 - 2


def count(position: str, depth: int) -> int:
    rules, state = game_of(position).read_position(position)
    return perft(rules, state, depth)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("used step shift", 1),  # only the end of the turn is left
        ("used step", SHIFTS + 1),
        ("used shift", STEPS + FLIPS + 1),
        ("round 1", SHIFTS + STEPS + FLIPS + 1),
        ("used step shift | hand 100", FREE + 1),  # an elemental on any free tile
        ("used step shift | hand 010", FREE + FREE + 1),  # or the own mage there
        ("used step shift | hand 001", FREE + FREE + 7 + 1),  # or the rival's to a neighbour of b2 other than c3
        ("used step shift | runes 1O=##/##", 1),
        ("used step shift | runes 1V=#/#", 2),  # c2 and c3 count, one above the other
    ],
)
def test_counted_by_hand(fields: str, expected: int) -> None:
    assert count(f"spell 2e deck=none | {ARENA} | turn violet | {fields}", 1) == expected


def test_two_actions_counted_by_hand() -> None:
    # Either one of 13 summons and the end; or the end and what black may do: as many shifts (the mages bar the
    # same tiles), 7 steps (c3 is taken), 1 flip (beside b2 only a2 is black and inactive), its end.
    rivals_turn = SHIFTS + 7 + 1 + 1
    position = f"spell 2e deck=none | {ARENA} | turn violet | used step shift | hand 100"
    assert count(position, 2) == FREE + rivals_turn


@pytest.mark.parametrize(("depth", "expected", "position"), FIXED, ids=IDS)
def test_fixed_counts(depth: str, expected: str, position: str) -> None:
    assert count(position, int(depth)) == int(expected)


@pytest.mark.parametrize("position", [position for _, _, position in FIXED], ids=IDS)
def test_counting_judged_actions_gives_the_same(position: str) -> None:
    rules, state = game_of(position).read_position(position)
    judged = sum(1 for action in rules.legal(state) for _ in rules.legal(rules.played(state, action)))
    assert count(position, 2) == judged
