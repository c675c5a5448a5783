"""Readings of a turn: several of one table are remembered, and the one that explains what comes next holds."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.spell.state import Phase
from runewatch.events import Acted, Began, SteppedBack
from runewatch.match import begun, replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing, assess, turn_of
from runewatch.referee.evidence import evidence
from runewatch.referee.readings import INSTEAD, OTHERS, WIDTHS, explain
from tests.engine.spell.looks import SETUPS, random_states
from tests.runewatch.refereeing import Camera, Sitting, played, sitting

RUNES = "runes 1O 1J 2P 2W 3M 3D 4O 4T | bag rest"
FLOWN = f"spell 2e | v v b . / b Vm v b / v v b N / bM b b v | turn violet | hands 000 011 | {RUNES}"
"""Violet may step to b1 or fly there; then it may turn a1 over only if it flew."""


def looked_at(sit: Sitting, *texts: str) -> list[Any]:
    """The table after each action, one look each; the states that were played."""
    states = played(sit.rules, sit.state, texts)
    for state in states:
        sit.look(sit.rules.layout(state))
    return states


def acts(sit: Sitting) -> list[str]:
    """What the record tells of the turn in the end."""
    return [step.event.text for step in sit.referee.match.draft if isinstance(step.event, Acted)]


def test_the_plainest_reading_holds_and_others_are_remembered() -> None:
    sit = sitting("spell", FLOWN)
    looked_at(sit, "levitate b1 with L2")
    assert acts(sit) == ["move b1"]
    others = [sit.rules.write_action(sit.referee.match.turn_state, one.actions[0]) for one in remembered(sit)]
    assert others == ["levitate b1 with L2", "levitate b1 with L3"]


def test_what_explains_the_next_table_holds_instead() -> None:
    sit = sitting("spell", FLOWN)
    truth = looked_at(sit, "levitate b1 with L2", "shift c2 up", "flip a1")[-1]
    assert sit.state == truth
    assert acts(sit) == ["levitate b1 with L2", "shift c2 up", "flip a1"]
    assert sit.of(say.OutOfStep) == sit.of(say.InDoubt) == []
    # the record tells that the step was none, and replays to the same
    assert SteppedBack(0) in sit.kept
    assert replayed(sit.kept).state == truth


def test_what_is_said_is_done_in_the_other_readings_too() -> None:
    sit = sitting("spell", FLOWN.replace("runes 1O", "runes 1I"))
    looked_at(sit, "levitate b1 with L2")
    sit.referee.request(ask.Say("summon d4 with L3"))
    # with its only card of level 3 gone it cannot have flown with that
    assert [len(one.actions) for one in remembered(sit)] == [2]
    sit.wait(1)
    sit.look(sit.rules.layout(sit.state))
    looked = played(sit.rules, remembered(sit)[0].state, ["flip a1"])[-1]
    sit.look(sit.rules.layout(looked))
    assert acts(sit) == ["levitate b1 with L2", "summon d4 with L3", "flip a1"]


def test_nothing_is_remembered_beyond_the_turn_or_a_step_back() -> None:
    for asked in (ask.EndTurn(at_once=True), ask.StepBack(), ask.Correct(FLOWN)):
        sit = sitting("spell", FLOWN)
        looked_at(sit, "move b1")
        assert remembered(sit)
        sit.referee.request(asked)
        assert remembered(sit) == ()


def test_a_change_of_mind_is_dearer_than_going_on() -> None:
    sit = sitting("spell", FLOWN)
    looked_at(sit, "move b1")
    for _ in range(3):
        before = remembered(sit)
        sit.wait(1)
        assert remembered(sit) == before
        assert all(one.cost >= INSTEAD for one in before)
    assert acts(sit) == ["move b1"]


def remembered(sit: Sitting) -> tuple[Any, ...]:
    return sit.referee.others


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(SETUPS)), st.integers(0, 500), st.integers(1, 4))
def test_whatever_is_remembered_is_legal_and_lays_out_the_same_table(setup: str, seed: int, count: int) -> None:
    chance = random.Random(seed)
    turns = [
        (rules, state)
        for rules, state in random_states(setup, seed, 120)
        if state.stage.phase is Phase.TURN and not (state.mage_used or state.claimed) and state.shifts
    ]
    rules, state = chance.choice(turns)
    sit = Sitting(begun(Began("spell", SETUPS[setup], (), rules.write_position(state))))
    for _ in range(count):
        state = chance.choice(nexts(sit.rules, state) or [state])
        sit.look(sit.rules.layout(state))
        match = sit.referee.match
        assert len(remembered(sit)) <= OTHERS
        for other in remembered(sit):
            reached = match.turn_state
            for action in other.actions:
                assert action in set(sit.rules.legal(reached))
                reached = sit.rules.play(reached, action)
            assert reached == other.state != match.state
            assert sit.rules.layout(other.state) == sit.rules.layout(match.state)
            assert other.actions[: turn_of(match).fixed] == turn_of(match).actions[: turn_of(match).fixed]


def nexts(rules: Any, state: Any) -> list[Any]:
    """The states after what a camera may see in this turn."""
    return [rules.play(state, action) for action in rules.legal(state) if rules.shown(action) == "camera"]


def test_a_wide_search_only_where_a_narrow_one_finds_nothing() -> None:
    sit = sitting("spell", FLOWN)
    rules, match = sit.rules, sit.referee.match
    told = evidence(sit.referee.plan, sit.camera.sighting(rules.layout(played(rules, sit.state, ["move b1"])[-1])))
    searched: list[int] = []

    class Counting:
        """The rules, counting from how many states the search goes on."""

        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

        def legal(self, state: Any) -> Any:
            searched.append(1)
            return rules.legal(state)

    counting: Any = Counting()
    found = explain(counting, turn_of(match), told)
    assert found[0].fits
    assert len(searched) <= 1 + WIDTHS[0]


def test_an_action_is_not_taken_back_where_nothing_is_seen() -> None:
    sit = sitting("spell", FLOWN)
    looked_at(sit, "move b1")
    hidden = Camera(sit.referee.plan, hidden=tuple(place.name for place in sit.referee.plan.places))
    found = assess(sit.referee.match, sit.referee.plan, hidden.sighting(sit.table), {}, remembered(sit))
    assert found.standing is Standing.IN_STEP
    assert found.readings[0].state == sit.state


def test_a_mage_may_join_its_own_elemental_though_one_of_them_is_not_seen() -> None:
    position = FLOWN.replace("2e", "1e").replace("000 011", "000 100")
    sit = sitting("spell", position, {"edition": "1e"})
    truth = looked_at(sit, "summon c2 with L1", "move c2", "shift a1 up")[-1]
    sit.wait(4)
    assert sit.state == truth
    assert sit.of(say.OutOfStep) == sit.of(say.InDoubt) == []


def test_two_mages_on_one_tile_are_no_scandal() -> None:
    stacked = (
        "spell 1e asymmetric tournament | . vM v b / N v V BM / V V Bmm b / B b v B | turn black | round 4 "
        "| first violet | amulets doppelganger doppelganger | runes 1S 1J 2W 2X 3W 3M 4C 4W | bag rest"
    )
    sit = sitting("spell", stacked, {"edition": "1e", "asymmetric": True, "tournament": True})
    sit.wait(4)
    truth = looked_at(sit, "move b1-b2")[-1]
    sit.wait(4)
    assert sit.state == truth
    assert sit.of(say.OutOfStep) == []


def test_what_goes_on_from_the_draft_is_not_doubted_for_stories_that_fit_no_better() -> None:
    position = (
        "spell 2e asymmetric | bM v . v / Vm N v V / vm b B b / b v BM b | turn violet | round 3 | first violet "
        "| hands 000 220 | amulets doppelganger doppelganger | runes 1I 1L 2Q 2V 3R 3L 4C 4X | bag rest"
    )
    sit = sitting("spell", position, {"asymmetric": True})
    done = [
        "levitate a2-d1 with L2", "shift b2 right", "move d1-c2", "move c2-b1 with L1", "move b1-b2 with L1",
        "move b2-b3 with L2",
    ]  # fmt: skip
    looked_at(sit, *done)
    sit.wait(4)
    assert acts(sit) == done
    assert sit.of(say.InDoubt) == []


def test_two_dear_spells_between_two_looks_are_found_though_a_misreading_would_be_cheaper() -> None:
    sit = sitting(
        "spell",
        "spell 2e | v v v v / v BM v . / b N b V / Bm b b b | turn black | round 2 | first violet "
        "| hands 112 000 | runes 1S 1Z 2Q 2F 3R 3L 4R 4X | bag rest",
    )
    done = ["shift b4 left", "push b3 with L3", "move a2", "push c4 with L3"]
    truth = played(sit.rules, sit.state, done)[-1]
    found = assess(sit.referee.match, sit.referee.plan, sit.camera.sighting(sit.rules.layout(truth)), {})
    assert found.standing is Standing.IN_STEP
    assert sit.rules.layout(found.readings[0].state) == sit.rules.layout(truth)
