"""What holds in every state of every match, whatever the players, the circle and the options of the table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.archimage import GAME
from engine.archimage.elements import CIRCLES, HIGHEST, is_scroll, seal_of
from engine.archimage.flow import FEWER_THAN
from engine.archimage.house import DOUBTS, MOOT
from engine.archimage.state import DONE, Phase, State
from engine.contract import TABLE
from engine.record import blank, final_state, read_record, write_record
from engine.verdict import Accepted
from engine.words import Words
from tests.engine.archimage.playing import check_conserved, match, nearly

OPTIONS = [option.name for option in DOUBTS if option.name != "count-owned"]
TABLES = st.fixed_dictionaries(
    {"players": st.sampled_from((2, 3, 4, 5)), "circle": st.sampled_from(CIRCLES)},
    optional=dict.fromkeys(OPTIONS, st.just(True)),
)


@settings(max_examples=14, deadline=None)
@given(TABLES, st.integers(0, 10**6))
def test_pieces_are_conserved_and_a_match_ends(choices: dict[str, Any], seed: int) -> None:
    state = None
    for number, (rules, before, action, after) in enumerate(match(choices, seed)):
        check_conserved(rules, before, after)
        assert after.round >= before.round
        if number % 41 == 0:
            check_texts(rules, before)
            check_said(rules, before, action, after)
        state = after
    if state is None or state.phase is not Phase.OVER:
        # where stalls do not end it, guardians may
        assert choices.get("endless")
        return
    points = rules.points(state)
    assert rules.result(state).winners == tuple(seat for seat, one in enumerate(points) if one == max(points))
    left = sum(is_scroll(cell) and seal_of(cell)[1] == HIGHEST for cell in state.board)
    assert left < FEWER_THAN[state.players] or state.ended == "archimage.end.stall"
    if not choices.get("end-at-once"):
        assert all(at == DONE for at in state.familiars)
    assert rules.requests(state) == ()


def check_texts(rules: Any, state: State) -> None:
    """Position and actions come back from every form they are written in."""
    line = rules.write_position(state)
    assert "\n" not in line
    assert rules.read_position(line) == state
    assert rules.read_position(rules.draw(state)) == state
    assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state
    others, read = GAME.read_position(line)
    assert read == state
    assert others.write_position(read) == line
    legal = list(rules.legal(state))
    assert len(set(legal)) == len(legal)
    for action in legal[:: max(1, len(legal) // 25)]:
        told = rules.write_action(state, action)
        assert rules.read_action(state, told) == action, told
    names = {place.name for place in rules.plan().places}
    layout = rules.layout(state)
    assert set(layout) <= names
    assert rules.inspect(layout) == ()
    assert rules.read_layout(rules.write_layout(layout)) == layout


def check_said(rules: Any, before: State, action: Any, after: State) -> None:
    """Everything that is told of an action is told in full, in both languages."""
    for words in (Words("en"), Words("fr")):
        told = [words.event(rules, event) for event in rules.events(before, action, after)]
        told += [words.sentence(rules, notice) for notice in rules.notices(before, action)]
        told += [words.request(rules, request) for request in rules.requests(before)]
        told.append(words.phrase(rules, rules.deed(before, action)))
        assert not any("{" in one or "[" in one for one in told), told


@settings(max_examples=14, deadline=None)
@given(TABLES, st.integers(0, 10**6), st.integers(0, 250))
def test_judging_agrees_with_listing(choices: dict[str, Any], seed: int, depth: int) -> None:
    """In some states of a match: what is listed is accepted, what is nearly right is judged as it is listed."""
    chance = random.Random(seed)
    for number, (rules, state, _, _) in enumerate(match(choices, seed, depth + 1)):
        if number != depth and number % 23:
            continue
        legal = list(rules.legal(state))
        listed = set(legal)
        for action in chance.sample(legal, min(20, len(legal))):
            assert isinstance(rules.judge(state, action), Accepted), rules.write_action(state, action)
            other = nearly(rules, state, action, chance)
            if other.theirs and not action.theirs:
                continue
            verdict = rules.judge(state, other)
            said = f"{rules.write_position(state)}: {other}: {verdict}"
            assert bool(verdict) == (other in listed), said
            if not verdict:
                assert set(verdict.rules) <= GAME.sentences.keys()
                assert not any("{" in one for one in Words("fr").refusal(rules, verdict))


@settings(max_examples=10, deadline=None)
@given(TABLES, st.integers(0, 10**6), st.integers(0, 120))
def test_only_those_may_act_who_are_waited_for(choices: dict[str, Any], seed: int, depth: int) -> None:
    for rules, state, action, _ in match(choices, seed, depth):
        actor = rules.actor(state, action)
        assert actor in {request.by for request in rules.requests(state)}
        for seat in range(state.players):
            assert bool(rules.judge(state, action, seat)) == (actor in (TABLE, seat))


@pytest.mark.parametrize("circle", CIRCLES)
def test_doubts_that_come_to_the_same_change_nothing(circle: str) -> None:
    """Whatever such an option says, the same may be done in every state and leads to the same table."""
    other = GAME.open({"players": 3, "circle": circle, **{option.name: True for option in MOOT}})
    for number, (_, state, action, after) in enumerate(match({"players": 3, "circle": circle}, 5, 150)):
        assert other.play(state, action) == after
        if number % 7 == 0:
            assert list(other.legal(state)) == list(GAME.open({"players": 3, "circle": circle}).legal(state))


def test_every_numbered_doubt_has_an_option_that_is_off_as_usual() -> None:
    numbers = {int(option.source.removeprefix("A")) for option in (*DOUBTS, *MOOT)}
    assert numbers == set(range(1, 41))
    assert not any(option.default for option in (*DOUBTS, *MOOT))
    assert {option.name for option in (*DOUBTS, *MOOT)} <= {option.name for option in GAME.options}


@pytest.mark.parametrize("circle", CIRCLES)
def test_a_record_is_played_again(circle: str) -> None:
    """A whole match written as a record, read back, judged, and told who won."""
    steps = list(match({"players": 3, "circle": circle}, 1))
    rules, first, _, _ = steps[0]
    record = blank(GAME, rules.setup, {"position": rules.write_position(first), "shaman": "Ana"})
    for _, state, action, _ in steps:
        record = record.plus(rules, state, action)
    record = record.ended(rules, steps[-1][3])
    read = read_record(write_record(record))
    assert read == record
    assert final_state(read, read.open()) == steps[-1][3]
