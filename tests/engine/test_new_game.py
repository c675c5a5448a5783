"""The contract is enough for a new game: the page that explains it is run and played through the generic parts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, record
from engine.contract import TABLE, Game
from engine.errors import IllegalActionError, NotationError, SetupError
from engine.record import final_state, read_record, replay, write_record
from engine.search import divide, perft, reachable
from engine.table import differences
from engine.verdict import Accepted, Refusal

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"

MATCH = """\
[game "pebbles"]
[pebbles "5"]
[left "Ana"]

{ A short match. }
table: roll 3
1 left: take 2
table: roll 6
1 right: take 3
result: right
"""


@pytest.fixture(name="toy")
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game of the page, on the shelf beside the others."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "engine.pebbles"}
    exec(compile(code, PAGE.name, "exec"), names)
    game: Game = names["GAME"]
    shelf = {**catalogue.games(), game.name: game}
    monkeypatch.setattr(catalogue, "games", lambda: shelf)
    return game


def test_a_record_is_read_replayed_and_written_back(toy: Game) -> None:
    match = read_record(MATCH)
    rules = match.open()
    assert all(step.is_legal for step in replay(match, rules))
    end = final_state(match, rules)
    result = rules.result(end)
    assert result is not None
    assert result.winners == (1,)
    assert record.result_text(rules, end) == match.result
    assert write_record(match) == MATCH


def test_an_illegal_action_is_named_and_the_rest_still_judged(toy: Game) -> None:
    match = read_record(MATCH.replace("take 2", "take 4"))
    rules = match.open()
    steps = list(replay(match, rules))
    verdict = steps[1].verdict
    assert isinstance(verdict, Refusal)
    assert verdict.rules == ("pebbles.die",)
    assert verdict.breaches[0].facts == {"die": 3, "count": 4}
    assert steps[1].after == steps[1].before
    with pytest.raises(IllegalActionError, match=r"pebbles\.die"):
        final_state(match, rules)


def test_the_record_can_be_kept_while_playing(toy: Game) -> None:
    rules = toy.open({"pebbles": 3})
    state, kept = rules.start(), record.blank(toy, rules.setup)
    for text in ("roll 2", "take 2", "roll 1", "take 1"):
        action = rules.read_action(state, text)
        kept = kept.plus(rules, state, action)
        state = rules.played(state, action)
    kept = kept.ended(rules, state)
    assert write_record(read_record(write_record(kept))) == write_record(kept)
    assert final_state(kept, kept.open()) == state


def test_counting_works_for_it_too(toy: Game) -> None:
    rules = toy.open({"pebbles": 2})
    start = rules.start()
    assert perft(rules, start, 1) == 6
    assert perft(rules, start, 2) == 1 + 5 * 2
    assert sum(count for _, count in divide(rules, start, 3)) == perft(rules, start, 3)
    whole = reachable(rules, start, lambda _state, _action: True)
    assert sum(rules.result(state) is not None for state in whole) == 2


def test_judging_agrees_with_what_is_legal(toy: Game) -> None:
    rules = toy.open({"pebbles": 4})
    for state in reachable(rules, rules.start(), lambda _state, _action: True):
        legal = set(rules.legal(state))
        for kind in ("roll", "take"):
            for count in range(8):
                action = rules.read_action(state, f"{kind} {count}")
                assert isinstance(rules.judge(state, action), Accepted) == (action in legal)


def test_texts_of_states_and_errors(toy: Game) -> None:
    rules = toy.open()
    for state in reachable(rules, rules.start(), lambda _state, _action: True):
        assert rules.read_position(rules.write_position(state)) == state
        assert rules.from_json(rules.to_json(state)) == state
    with pytest.raises(NotationError, match="pebbles 7 seat 0"):
        rules.read_position("pebbles many")
    with pytest.raises(SetupError, match="one of"):
        toy.open({"pebbles": 22})
    with pytest.raises(SetupError, match="did you mean pebbles"):
        toy.open({"pebble": 2})


def test_the_table_plan_covers_every_layout(toy: Game) -> None:
    rules = toy.open()
    plan = rules.plan()
    names = {place.name for place in plan.places}
    for state in reachable(rules, rules.start(), lambda _state, _action: True):
        assert set(rules.layout(state)) <= names
    four, two = (rules.layout(rules.read_position(f"pebbles {heap} seat 0 die 0")) for heap in (4, 2))
    assert [one.place for one in differences(four, two)] == ["spot-2", "spot-3"]


def test_chance_comes_from_the_table_and_cannot_be_undone(toy: Game) -> None:
    rules = toy.open()
    start = rules.start()
    roll = rules.read_action(start, "roll 4")
    assert rules.actor(start, roll) == TABLE
    assert rules.reveals(start, roll)
    after = rules.played(start, roll)
    assert rules.actor(after, rules.read_action(after, "take 1")) == 0
    assert not rules.reveals(after, rules.read_action(after, "take 1"))
    assert isinstance(rules.judge(after, rules.read_action(after, "take 1"), by=1), Refusal)
