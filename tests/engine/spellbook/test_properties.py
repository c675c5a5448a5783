"""What holds in every match, whatever is played."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import ARBITER, TABLE
from engine.record import blank, read_record, replay, write_record
from engine.search import perft
from engine.spellbook import GAME, flow
from engine.spellbook.state import OPEN, PASS, Action, Phase, State
from engine.verdict import Accepted
from tests.engine.spellbook.positions import random_board

RULES: Any = GAME.open({"first": "south"})
CHOICES: list[dict[str, Any]] = [
    {},
    {"wins": 2, "taken-return": True, "passing": True},
    {"book-closes": True, "in-sequence": True},
    {"own-takings-count": False, "empty-casts": False, "meeting": "impossible", "numbering": "mirrored"},
    {"unnamed-owner": "mine", "round-limit": 50, "south-book": "formations", "precedent": "any-use"},
]


def mid_game(random: Random, rules: Any = RULES) -> State:
    """A state with books open and some spells cast, which a match may come to."""
    board = random_board(random, 4)
    reserve = bytes(random.choice((0, 3 - board.count(gem))) for gem in range(1, 9))
    if not random.randrange(3):
        reserve = bytes(8)
    state = rules.start()
    spells = list(rules.spells)
    cast = tuple(sum(1 << spell for spell in random.sample(spells, 3)) for _ in (0, 1))
    stage = state.stage._replace(
        phase=Phase.TURN, ready=3, open=random.randrange(4), cast=cast, inhibited=1 << random.choice(spells)
    )
    return State(board, random.randrange(40), reserve, stage)


def played(rules: Any, random: Random, most: int) -> list[tuple[State, Action, State]]:
    """A match by masters who choose at random, told step by step."""
    state = rules.start()
    steps: list[tuple[State, Action, State]] = []
    while len(steps) < most:
        legal = list(rules.legal(state))
        if not legal:
            break
        by_kind = sorted({action.kind for action in legal})
        kind = random.choice(by_kind)
        action = random.choice([one for one in legal if one.kind == kind])
        after = rules.play(state, action)
        steps.append((state, action, after))
        state = after
    return steps


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_legal_is_what_judging_accepts(seed: int) -> None:
    random = Random(seed)
    state = mid_game(random)
    legal = set(RULES.legal(state))
    tried = {Action("move", points=(a, b)) for a in range(24) for b in range(24)} | {OPEN, PASS}
    tried |= {Action("place", gem, (point,)) for gem in range(1, 9) for point in range(24)}
    pairs = random.sample(list(combinations(range(24), 2)), 20)
    tried |= {Action("place", gem, pair) for gem in range(1, 9) for pair in pairs}
    for action in tried:
        assert isinstance(RULES.judge(state, action), Accepted) == (action in legal), action
    for spell in RULES.spells:
        casts = [action for action in legal if action.spell == spell]
        for action in casts:
            assert isinstance(RULES.judge(state, action), Accepted)
        if not casts:
            assert not isinstance(RULES.judge(state, Action("cast", spell=spell)), Accepted)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(CHOICES))
def test_positions_and_actions_are_read_back(seed: int, choices: dict[str, Any]) -> None:
    rules, random = GAME.open(choices), Random(seed)
    for before, action, after in played(rules, random, 25):
        text = rules.write_action(before, action)
        assert rules.read_action(before, text) == action, text
        if action.kind != "cast":
            assert rules.write_action(before, rules.read_action(before, text)) == text
        assert isinstance(rules.judge(before, action), Accepted), text
        assert rules.read_position(rules.write_position(after)) == after
        assert rules.from_json(rules.to_json(after)) == after
        assert GAME.read_position(rules.write_position(after))[1] == after
        names = {place.name for place in rules.plan().places}
        assert rules.layout(after).keys() <= names


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_no_gem_is_made_and_each_stands_alone(seed: int) -> None:
    state = mid_game(Random(seed))
    for action in RULES.legal(state):
        after = RULES.play(state, action)
        assert len(after.board) == 24
        for gem in range(1, 9):
            before = state.board.count(gem) + state.reserve[gem - 1]
            assert after.board.count(gem) + after.reserve[gem - 1] <= before
        if action.kind == "cast":
            assert any(after.board)
            assert after.reserve == state.reserve


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_casting_from_the_other_seat_is_casting_on_the_board_turned_round(seed: int) -> None:
    """What North may cast is what South could with the board turned by hand and the colours changed."""
    random = Random(seed)
    board, spell = random_board(random, 4), random.choice(sorted(RULES.spells))
    both = RULES.start().stage._replace(
        phase=Phase.TURN, ready=3, open=3, cast=(RULES.of_book[0], RULES.of_book[1])
    )
    ends = []
    for seat, seen in ((0, board), (1, turned_by_hand(board))):
        state = State(seen, seat, bytes(8), both)
        ends.append([RULES.sides.seen(after, 0) for after in flow.outcomes(RULES, state, spell).boards])
    assert ends[0] == ends[1]


def turned_by_hand(board: bytes) -> bytes:
    """Each arc turned half round, and every gem given to the other master."""
    turned = b"".join(board[arc + 4 : arc + 8] + board[arc : arc + 4] for arc in (0, 8, 16))
    return bytes(gem and (gem + 3) % 8 + 1 for gem in turned)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_what_a_legal_action_leaves_on_the_table_explains_itself(seed: int) -> None:
    random = Random(seed)
    state = mid_game(random)
    legal = [action for action in RULES.legal(state) if action.kind in ("place", "move", "cast")]
    for action in random.sample(legal, min(8, len(legal))):
        after = RULES.layout(RULES.play(state, action))
        assert action in RULES.explained(state, after)
        assert not RULES.diagnose(state, after)


def test_a_master_who_has_not_lost_can_act() -> None:
    for seed in range(300):
        state = mid_game(Random(seed))
        seat = state.seat
        if any(state.reserve_of(seat)) or any(gem and (gem > 4) == bool(seat) for gem in state.board):
            assert next(iter(RULES.legal(state)), None) is not None


@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_recorded_and_replayed(seed: int) -> None:
    choices = CHOICES[seed % len(CHOICES)]
    rules = GAME.open(choices)
    record = blank(GAME, rules.setup)
    state = rules.start()
    for before, action, after in played(rules, Random(seed), 40):
        record = record.plus(rules, before, action)
        state = after
    record = record.ended(rules, state)
    again = read_record(write_record(record))
    assert write_record(again) == write_record(record)
    steps = list(replay(again, again.open()))
    assert all(step.is_legal for step in steps)
    assert steps[-1].after == state


def test_who_acts_is_told() -> None:
    rules = GAME.open()
    state = rules.start()
    assert [request.by for request in rules.requests(state)] == [0, 1]
    for text in ("ready south", "ready north"):
        state = rules.played(state, rules.read_action(state, text))
    assert rules.requests(state)[0].by == TABLE
    assert rules.actor(state, rules.read_action(state, "agree nobody")) == ARBITER


def test_a_book_of_ones_own_travels_with_the_position() -> None:
    book = "book: Mine | yours\nspell: Sky\nmove my fire clockwise by 1".replace(" | ", " and ")
    rules = GAME.open({"north-book": book + '\n# a remark with a | stroke and "quotes"\n', "first": "north"})
    state = rules.start()
    text = rules.write_position(state)
    assert "\n" not in text
    others, again = GAME.read_position(text)
    assert (others.setup, again) == (rules.setup, state)
    record = blank(GAME, rules.setup).plus(rules, state, rules.read_action(state, "ready north"))
    assert read_record(write_record(record)).open().setup == rules.setup


def test_first_moves_are_counted() -> None:
    """One, two or three of twenty-four points, four kinds; then the same without the points taken."""
    _, state = GAME.read_position("spellbook | turn south")
    assert perft(RULES, state, 1) == 4 * (24 + 276 + 2024)
