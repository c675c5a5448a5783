"""The referee at the table: it follows, doubts aloud, says what is wrong, and tells nothing it has not kept."""

from __future__ import annotations

import random

import pytest

from engine.table import Layout
from runewatch.events import Abandoned, Acted, Corrected, Ended, Paused, Resumed, SteppedBack
from runewatch.match import replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.runewatch.refereeing import Sitting, played, sitting
from vision.sighting import NOTHING, Belief, Sighting

RUNES = "runes 1O 1J 2P 2W 3M 3D 4O 4T | bag rest"
OPENING = f"spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | {RUNES}"
HOLDING = (
    "spell 2e | V V V v / bm B b v / v B B N / vM . B B | turn violet | round 4 | points 16 7 | hands 000 101 "
    "| spent 222 110 | used step shift | claimed 1 | runes 1T 2V 2X 3C 3M 4R 4O | bag 1I 1S 2U 2F 3L 4C 4X 4W"
)
CLAIMABLE = f"spell 2e | V Vm v b / . V b b / v BM B v / v B B N | turn black | round 3 | used flip | {RUNES}"


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def layouts(sit: Sitting, *texts: str) -> list[Layout]:
    return [sit.rules.layout(state) for state in played(sit.rules, sit.state, texts)]


def moved(layout: Layout, figure: str, start: str, end: str) -> Layout:
    """The same table with a figure on another place, legal or not."""
    here = tuple(thing for thing in layout[start] if thing.name == figure)
    left = tuple(thing for thing in layout[start] if thing.name != figure)
    return {**layout, start: left, end: (*layout.get(end, ()), *here)}


# -- in step ----------------------------------------------------------------------------------------------


def test_a_table_as_it_was_left_is_no_news() -> None:
    sit = sitting("spell", OPENING)
    sit.look()
    assert len(sit.kept) == 1
    assert sit.said == []


def test_a_legal_action_is_kept_and_told() -> None:
    sit = sitting("spell", OPENING)
    sit.look(layouts(sit, "shift b4 right")[0])
    assert acted(sit) == ["shift b4 right"]
    (kept,) = sit.of(say.Kept)
    assert kept.event == Acted(0, "shift b4 right", seen=True)
    assert [deed.facts["place"] for deed in kept.deeds] == ["b4"]
    assert sit.referee.standing is Standing.IN_STEP


def test_what_is_taken_back_on_the_table_is_taken_back_in_the_draft() -> None:
    sit = sitting("spell", OPENING)
    before = sit.table
    first, second = layouts(sit, "shift b4 right", "move c3")
    sit.look(first)
    sit.look(second)
    sit.look(first)
    assert sit.kept[-1] == SteppedBack(1)
    sit.look(before)
    assert sit.kept[-1] == SteppedBack(0)
    assert sit.rules.write_position(sit.state) == OPENING


def test_several_actions_between_two_looks_are_found() -> None:
    sit = sitting("spell", OPENING)
    sit.look(layouts(sit, "shift b4 right", "move c3")[-1])
    assert sorted(acted(sit)) == ["move c3", "shift b4 right"]


def test_the_kept_events_alone_give_the_same_match() -> None:
    sit = sitting("spell", OPENING)
    first, second = layouts(sit, "shift b4 right", "move c3")
    for layout in (first, second, first):
        sit.look(layout)
    sit.referee.request(ask.EndTurn())
    again = replayed(sit.kept)
    assert again.state == sit.state
    assert again.turn == sit.referee.match.turn


def test_a_frame_misread_now_and_then_breaks_nothing() -> None:
    sit = sitting("spell", OPENING, misread=0.02, rng=random.Random(3))
    first, second = layouts(sit, "shift b4 right", "move c3")
    for layout in (first, second):
        sit.look(layout, frames=8)
    assert sit.state == played(sit.rules, sit.rules.read_position(OPENING), ("shift b4 right", "move c3"))[-1]
    assert sit.of(say.OutOfStep) == []


def test_a_hidden_corner_says_nothing_until_it_is_seen() -> None:
    sit = sitting("spell", OPENING, hidden=("c3", "b3"))
    goal = layouts(sit, "move c3")[0]
    sit.look(goal)
    assert acted(sit) == []
    sit.camera.hidden = ()
    sit.look(goal)
    assert acted(sit) == ["move c3"]


# -- in doubt ---------------------------------------------------------------------------------------------


def doubtful(sit: Sitting) -> Sighting:
    """The black mage left b3: for c3 or for b2, who can say?"""
    left = {**sit.table, "b3": sit.table["b3"][:1]}
    clear = sit.camera.sighting(left)
    half = {NOTHING: 0.5, "black-mage": 0.5, "violet-mage": 0.0, "black-elemental": 0.0, "violet-elemental": 0.0}
    places = dict(clear.places)
    for name in ("c3", "a3"):
        places[name] = Belief({**clear.places[name].kinds, "figure": half})
    return Sighting(places, 1.0)


def test_doubt_is_said_after_a_while_and_one_word_settles_it() -> None:
    sit = sitting("spell", OPENING)
    seen = doubtful(sit)
    sit.referee.rest(seen, 0.0)
    assert sit.of(say.InDoubt) == []
    sit.referee.rest(seen, 1.1)
    (doubt,) = sit.of(say.InDoubt)
    assert {one.actions for one in doubt.alternatives} == {("move c3",), ("move a3",)}
    assert sum(one.likely for one in doubt.alternatives) == pytest.approx(1, abs=0.05)
    assert acted(sit) == []
    wanted = [one.actions for one in doubt.alternatives].index(("move a3",))
    sit.referee.request(ask.Choose(wanted))
    assert acted(sit) == ["move a3"]
    assert sit.referee.standing is Standing.IN_STEP


def test_there_must_be_something_to_choose_from() -> None:
    sit = sitting("spell", OPENING)
    sit.referee.request(ask.Choose(0))
    (refused,) = sit.of(say.Refused)
    assert "to choose from" in str(refused.error)


# -- out of step ------------------------------------------------------------------------------------------


def stolen(sit: Sitting) -> Layout:
    """The black mage goes two tiles at once."""
    return moved(sit.table, "black-mage", "b3", "d3")


def test_an_illegal_action_is_named_once_the_table_has_rested() -> None:
    sit = sitting("spell", OPENING)
    sit.look(stolen(sit))
    assert sit.of(say.OutOfStep) == []
    sit.wait(4)
    (out,) = sit.of(say.OutOfStep)
    assert {one.place for one in out.differences} == {"b3", "d3"}
    assert [breach.rule for breach in out.breaches] == ["spell.mage.move.adjacent"]
    assert sit.kept[-1] == Paused("out-of-step")


def test_putting_the_table_back_is_watched() -> None:
    sit = sitting("spell", OPENING)
    right = sit.table
    sit.look(stolen(sit))
    sit.wait(4)
    half = {**sit.table, "d3": right["d3"]}
    sit.look(half)
    assert {one.place for one in sit.of(say.OutOfStep)[-1].differences} == {"b3"}
    sit.look(right)
    assert sit.of(say.InStep)
    assert isinstance(sit.kept[-1], Resumed)
    assert sit.rules.write_position(sit.state) == OPENING


def test_moving_pieces_about_is_no_scandal() -> None:
    sit = sitting("spell", OPENING)
    right = sit.table
    for _ in range(4):
        sit.look(stolen(sit), frames=12)
        sit.look(right, frames=2)
    assert sit.of(say.OutOfStep) == []
    assert len(sit.kept) == 1


def test_the_table_can_be_declared_right_and_that_undone() -> None:
    sit = sitting("spell", OPENING)
    sit.look(stolen(sit))
    sit.wait(4)
    sit.referee.request(ask.AcceptTable())
    (corrected,) = [event for event in sit.kept if isinstance(event, Corrected)]
    assert sit.rules.layout(sit.state) == {name: things for name, things in sit.table.items() if things}
    assert corrected.position == sit.rules.write_position(sit.state)
    sit.wait(1)
    assert sit.referee.standing is Standing.IN_STEP
    sit.referee.request(ask.StepBack())
    assert sit.rules.write_position(sit.state) == OPENING


def test_no_match_can_stand_like_that() -> None:
    sit = sitting("spell", OPENING)
    neutral = sit.table["b2"]
    sit.look({**sit.table, "a1": neutral, "c1": neutral, "d1": neutral})
    sit.wait(4)
    assert sit.of(say.OutOfStep)
    sit.referee.request(ask.AcceptTable())
    assert "no match can stand like this" in str(sit.of(say.Refused)[-1].error)
    assert sit.referee.standing is Standing.OUT_OF_STEP


def test_a_table_in_step_needs_no_accepting() -> None:
    sit = sitting("spell", OPENING)
    sit.look()
    sit.referee.request(ask.AcceptTable())
    assert "follows the table already" in str(sit.of(say.Refused)[-1].error)


# -- what people say --------------------------------------------------------------------------------------


def test_the_end_of_a_turn_is_said() -> None:
    sit = sitting("spell", OPENING)
    sit.look(layouts(sit, "shift b4 right")[0])
    sit.referee.request(ask.EndTurn())
    assert acted(sit) == ["shift b4 right", "end"]
    assert sit.of(say.Waiting)[-1].requests[0].by == 1
    assert "turn-began" in [event.name for event in sit.of(say.Told)[-1].events]


def test_a_turn_cannot_end_while_the_table_is_out_of_step() -> None:
    sit = sitting("spell", OPENING)
    sit.look(stolen(sit))
    sit.wait(4)
    sit.referee.request(ask.EndTurn())
    assert acted(sit) == []
    assert "settle that first" in str(sit.of(say.Refused)[-1].error)


def test_what_must_be_cleared_away_is_said_and_watched() -> None:
    sit = sitting("spell", HOLDING.replace("points 16 7", "points 9 7"))
    summoned = layouts(sit, "summon c1 with L1")[0]
    sit.look(summoned)
    sit.referee.request(ask.EndTurn())
    assert sit.referee.match.over is None
    owed = sit.of(say.Outstanding)[-1].differences
    assert [one.place for one in owed] == ["c1"]
    sit.wait(4)
    assert sit.of(say.OutOfStep) == []
    cleared = sit.rules.layout(sit.state)
    sit.look(cleared)
    assert sit.of(say.Outstanding)[-1].differences == ()
    assert sit.of(say.OutOfStep) == []


def test_an_action_that_is_said_is_judged() -> None:
    sit = sitting("spell", OPENING)
    sit.referee.request(ask.Say("move d4"))
    refused = sit.of(say.Refused)[-1]
    assert refused.breaches
    assert acted(sit) == []
    sit.referee.request(ask.Say("gibberish"))
    assert "gibberish" in str(sit.of(say.Refused)[-1])


def test_a_claim_is_seen_when_the_card_leaves_or_said() -> None:
    for said in (False, True):
        sit = sitting("spell", CLAIMABLE)
        after = layouts(sit, "claim 1O")[0]
        if said:
            sit.referee.request(ask.Say("claim 1O"))
        sit.look(after)
        assert acted(sit) == ["claim 1O"]
        assert sit.rules.points(sit.state) == (1, 0)


def test_which_of_two_slots_a_card_lies_on_means_nothing() -> None:
    sit = sitting("spell", CLAIMABLE)
    first, second = sit.table["library-1a"], sit.table["library-1b"]
    sit.look({**sit.table, "library-1a": second, "library-1b": first})
    sit.wait(4)
    assert sit.of(say.OutOfStep) == []
    assert acted(sit) == []
    after = dict(layouts(sit, "claim 1O")[0])
    left = after.pop("library-1a")
    sit.look({**after, "library-1b": left})
    sit.wait(4)
    assert acted(sit) == ["claim 1O"]
    assert sit.of(say.OutOfStep) == []


def test_a_correction_from_the_page_is_kept_and_the_table_then_owes() -> None:
    sit = sitting("spell", OPENING)
    wanted = OPENING.replace("V Vm v b", "V vm V b")
    sit.referee.request(ask.Correct(wanted, "the cat"))
    assert sit.kept[-1] == Corrected(sit.rules.write_position(sit.state), "the cat")
    assert {one.place for one in sit.of(say.Outstanding)[-1].differences} == {"b1", "c1"}
    sit.look()
    assert sit.of(say.OutOfStep) == []
    sit.referee.request(ask.Correct("spell | what", ""))
    assert sit.of(say.Refused)


def test_nothing_to_take_back() -> None:
    sit = sitting("spell", OPENING)
    sit.referee.request(ask.StepBack())
    assert "nothing was done" in str(sit.of(say.Refused)[-1].error)


def test_what_was_shown_cannot_be_undone() -> None:
    sit = sitting("spell", setup={"edition": "2e"})
    sit.referee.request(ask.Say("gem black"))
    sit.referee.request(ask.StepBack())
    assert "cannot be undone" in str(sit.of(say.Refused)[-1].error)
    assert acted(sit) == ["gem black"]


def test_clocks_can_be_stopped_and_a_match_given_up() -> None:
    sit = sitting("spell", OPENING)
    for asked, kept in ((ask.Pause(), Paused()), (ask.Resume(), Resumed()), (ask.Abandon(), Abandoned())):
        sit.referee.request(asked)
        assert sit.kept[-1] == kept
    sit.referee.request(ask.Say("shift b4 right"))
    assert "the match is over" in str(sit.of(say.Refused)[-1].error)
    sit.look(layouts(sitting("spell", OPENING), "shift b4 right")[0])
    assert acted(sit) == []


def test_the_end_of_a_match_is_kept() -> None:
    last = OPENING.replace("turn black | round 2", "turn violet | round 6").replace(
        "| runes", "| first black | runes"
    )
    sit = sitting("spell", last)
    sit.referee.request(ask.EndTurn())
    assert isinstance(sit.kept[-1], Ended), sit.kept[-1]
    assert sit.referee.match.over == sit.kept[-1]


def test_a_last_turn_ended_by_mistake_can_be_taken_back() -> None:
    last = OPENING.replace("turn black | round 2", "turn violet | round 6")
    sit = sitting("spell", last)
    sit.referee.request(ask.EndTurn(at_once=True))
    sit.referee.request(ask.StepBack())
    assert sit.referee.match.over is None
    assert sit.rules.write_position(sit.state) == last
    assert replayed(sit.kept).over is None
