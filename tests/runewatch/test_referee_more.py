"""The referee in awkward moments: hurried hands, covered places, late answers, matches that are over."""

from __future__ import annotations

import random

import pytest

from engine.table import Layout
from runewatch.events import Acted, Corrected, Ended, Paused, Resumed, SteppedBack
from runewatch.match import MatchError, begun, replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.runewatch.refereeing import Sitting, played, sitting
from vision.sighting import NOTHING, Belief, Sighting

RUNES = "runes 1O 1J 2P 2W 3M 3D 4O 4T | bag rest"
OPENING = f"spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | {RUNES}"
LAST = f"spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn violet | round 6 | first black | {RUNES}"
OVER = f"spell 2e | V Vm v b / v N b b / v BM b v / v B b . | phase over | turn violet | round 6 | {RUNES}"
RIVAL = (
    "spell 2e solo=normal | b b b . / b BM N Vm / b b v v / v v v v | phase rival-mage | turn black "
    "| runes 1T 1S 2P 2V 3R 3C 4R 4T | bag rest"
)
SOLO = {"solo": "normal"}


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def after(sit: Sitting, *texts: str) -> Layout:
    return sit.rules.layout(played(sit.rules, sit.state, texts)[-1])


def stolen(sit: Sitting) -> Layout:
    """The black mage goes two tiles at once."""
    tile, mage = sit.table["b3"]
    return {**sit.table, "b3": (tile,), "d3": (*sit.table["d3"], mage)}


def out_of_step() -> Sitting:
    sit = sitting("spell", OPENING)
    sit.look(stolen(sit))
    sit.wait(4)
    assert sit.referee.standing is Standing.OUT_OF_STEP
    return sit


def doubtful(sit: Sitting, more: float = 0.0) -> Sighting:
    """The black mage left b3, for a3 or for c3; a little more likely for c3 if it is said so."""
    clear = sit.camera.sighting({**sit.table, "b3": sit.table["b3"][:1]})
    places = dict(clear.places)
    for name, share in (("a3", 0.5 - more), ("c3", 0.5 + more)):
        told = dict.fromkeys(clear.places[name].kinds["figure"], 0.0)
        figure = {**told, NOTHING: 1 - share, "black-mage": share}
        places[name] = Belief({**clear.places[name].kinds, "figure": figure})
    return Sighting(places, 1.0)


def in_doubt() -> Sitting:
    sit = sitting("spell", OPENING)
    for seconds in (0.0, 1.1):
        sit.referee.rest(doubtful(sit), seconds)
    assert sit.referee.standing is Standing.IN_DOUBT
    return sit


# -- the end of a turn ------------------------------------------------------------------------------------


def test_a_hurried_end_of_turn_waits_for_what_was_done_before_it() -> None:
    sit = sitting("spell", OPENING)
    sit.look()
    goal = after(sit, "shift b4 right")
    sit.referee.stir()
    sit.referee.request(ask.EndTurn())
    assert acted(sit) == []
    assert sit.said == [say.Held(0)]
    sit.look(goal)
    assert [event for event in sit.kept if isinstance(event, Acted)] == [
        Acted(0, "shift b4 right", seen=True), Acted(0, "end")
    ]  # fmt: skip


def test_whoever_has_looked_need_not_wait() -> None:
    for asked in ([ask.EndTurn(at_once=True)], [ask.EndTurn(), ask.EndTurn()]):
        sit = sitting("spell", OPENING)
        sit.referee.stir()
        for one in asked:
            sit.referee.request(one)
        assert acted(sit) == ["end"]


def test_a_turn_does_not_end_over_what_nobody_understands() -> None:
    sit = sitting("spell", OPENING)
    sit.look(stolen(sit))
    sit.referee.request(ask.EndTurn())
    assert sit.of(say.Refused) == []
    sit.wait(4)
    assert acted(sit) == []
    assert "settle that first" in str(sit.of(say.Refused)[-1].error)


def test_a_button_ends_only_the_turn_of_its_seat() -> None:
    sit = sitting("spell", OPENING)
    for _ in range(2):
        sit.referee.request(ask.EndTurn(by=0))
    assert acted(sit) == ["end"]
    assert sit.of(say.Refused)[-1].breaches[0].rule == "spell.turn.own-only"


def test_the_end_of_a_turn_is_no_other_when_it_is_typed() -> None:
    sit = out_of_step()
    sit.referee.request(ask.Say("end"))
    assert acted(sit) == []
    assert "settle that first" in str(sit.of(say.Refused)[-1].error)


# -- what is covered --------------------------------------------------------------------------------------


def test_a_covered_board_settles_nothing() -> None:
    sit = out_of_step()
    sit.camera.hidden = tuple(place.name for place in sit.referee.plan.places)
    sit.look()
    sit.referee.rest(Sighting({}, 1.0), sit.now + 1)
    assert sit.of(say.InStep) == []
    assert not any(isinstance(event, Resumed) for event in sit.kept)
    sit.camera.hidden = ()
    sit.look(sit.rules.layout(sit.state))
    assert sit.kept[-1] == Resumed()


def test_covering_the_place_in_doubt_is_no_answer() -> None:
    sit = in_doubt()
    sit.camera.hidden = ("a3", "b3", "c3")
    sit.look()
    assert sit.of(say.InStep) == []
    assert sit.referee.standing is Standing.IN_DOUBT


def test_an_empty_table_is_out_of_step_and_asks_for_everything() -> None:
    sit = sitting("spell", OPENING)
    sit.look({})
    sit.wait(4)
    wanted = sit.rules.layout(sit.state)
    assert {one.place for one in sit.of(say.OutOfStep)[-1].differences} == set(wanted)


# -- doubt ------------------------------------------------------------------------------------------------


def test_what_is_offered_keeps_its_order_while_it_is_the_same() -> None:
    sit, rng = sitting("spell", OPENING), random.Random(2)
    for number in range(20):
        sit.referee.rest(doubtful(sit, rng.uniform(-0.05, 0.05)), number * 0.5)
    (doubt,) = sit.of(say.InDoubt)
    sit.referee.request(ask.Choose(1))
    assert tuple(acted(sit)) == doubt.alternatives[1].actions


def test_what_was_picked_is_done_or_nothing() -> None:
    sit = in_doubt()
    first, other = (one.actions for one in sit.of(say.InDoubt)[-1].alternatives)
    sit.referee.request(ask.Choose(0, other))
    assert acted(sit) == []
    assert "look again" in str(sit.of(say.Refused)[-1].error)
    sit.referee.request(ask.Choose(0, first))
    assert tuple(acted(sit)) == first


def test_an_answer_counts_though_the_last_look_was_a_bad_one() -> None:
    sit = in_doubt()
    sit.referee.rest(sit.camera.sighting(stolen(sit)), 1.2)
    sit.referee.request(ask.Choose(0))
    assert len(acted(sit)) == 1


def test_there_are_only_so_many_answers() -> None:
    sit = in_doubt()
    for number in (-1, len(sit.of(say.InDoubt)[-1].alternatives)):
        sit.referee.request(ask.Choose(number))
        assert acted(sit) == []
        assert "ways to choose from" in str(sit.of(say.Refused)[-1].error)


def test_the_turn_of_the_rival_is_not_for_anybody_to_end() -> None:
    sit = sitting("spell", RIVAL, SOLO)
    sit.referee.request(ask.EndTurn())
    assert acted(sit) == []
    assert "no turn to end" in str(sit.of(say.Refused)[-1].error)


def test_a_late_answer_is_none() -> None:
    sit = in_doubt()
    sit.referee.request(ask.Correct(OPENING.replace("turn black", "turn violet")))
    sit.referee.request(ask.Choose(0))
    assert acted(sit) == []
    assert "to choose from" in str(sit.of(say.Refused)[-1].error)


def test_clocks_run_again_however_the_table_came_right() -> None:
    sit = out_of_step()
    for seconds in (1, 3):
        sit.referee.rest(doubtful(sitting("spell", OPENING)), sit.now + seconds)
    assert sit.referee.standing is Standing.IN_DOUBT
    sit.referee.request(ask.Choose(0))
    assert sit.kept[-1] == Resumed()


def test_clocks_that_somebody_stopped_stay_so_when_the_table_is_right_again() -> None:
    sit = sitting("spell", OPENING)
    right = sit.table
    sit.look(stolen(sit))
    sit.wait(4)
    sit.referee.request(ask.Pause())
    sit.look(right)
    assert sit.kept[-1] == Paused()


# -- the table is right -----------------------------------------------------------------------------------


def test_a_table_is_accepted_as_it_was_shown() -> None:
    sit = out_of_step()
    sit.referee.rest(doubtful(sitting("spell", OPENING)), sit.now + 0.1)
    sit.referee.request(ask.AcceptTable())
    assert sit.rules.layout(sit.state) == {name: things for name, things in sit.table.items() if things}
    assert sit.of(say.Outstanding) == [], "it is right already"


def test_a_rival_goes_on_from_the_table_that_was_accepted() -> None:
    sit = sitting("spell", RIVAL, SOLO)
    active = next(thing for thing in sit.referee.plan.things if thing.name == "black-active")
    sit.look({**sit.table, "a1": (active,), "a2": (active,)})
    sit.wait(4)
    sit.referee.request(ask.AcceptTable())
    assert sit.of(say.Instructed)[-1].choices == ("flip b1", "flip b3")


# -- stepping back ----------------------------------------------------------------------------------------


def test_stepping_back_over_the_end_of_a_turn_while_out_of_step() -> None:
    sit = sitting("spell", OPENING)
    right = sit.table
    sit.referee.request(ask.EndTurn())
    sit.look(stolen(sit))
    sit.wait(4)
    sit.referee.request(ask.StepBack())
    assert sit.kept[-1] == SteppedBack(0)
    assert sit.of(say.Waiting)[-1].requests[0].by == 0
    sit.look(right)
    assert sit.referee.standing is Standing.IN_STEP
    assert replayed(sit.kept).state == sit.state


def test_a_rival_that_is_taken_back_asks_again() -> None:
    for by_hand in (False, True):
        sit = sitting("spell", RIVAL, SOLO)
        sit.referee.take_up()
        first, right = sit.of(say.Instructed), sit.table
        sit.look(after(sit, "flip b1"))
        if not by_hand:
            sit.referee.request(ask.StepBack())
        sit.look(right)
        assert sit.of(say.Instructed)[-1] == first[-1]
        assert len(sit.of(say.Instructed)) > 2


# -- beginning and end ------------------------------------------------------------------------------------


def test_a_script_that_was_broken_off_is_taken_up() -> None:
    sit = sitting("spell", RIVAL, SOLO)
    sit.referee.take_up()
    assert sit.of(say.Waiting)
    assert sit.of(say.Instructed)[-1].choices


def test_a_position_in_which_all_is_over_ends_the_match() -> None:
    sit = sitting("spell", OVER)
    sit.referee.take_up()
    assert isinstance(sit.kept[-1], Ended)
    sit = sitting("spell", OPENING)
    sit.referee.request(ask.Correct(OVER))
    assert [type(event) for event in sit.kept[-2:]] == [Corrected, Ended]


def test_nothing_happens_in_a_match_that_is_over() -> None:
    sit = sitting("spell", LAST)
    sit.referee.request(ask.EndTurn())
    kept = len(sit.kept)
    for asked in (ask.Pause(), ask.Resume(), ask.Abandon(), ask.Correct(LAST)):
        sit.referee.request(asked)
        assert str(sit.of(say.Refused)[-1].error) == "the match is over"
    sit.look(stolen(sit))
    sit.wait(4)
    assert len(sit.kept) == kept
    with pytest.raises(MatchError, match="the match is over"):
        begun(sit.kept[0]).after(Ended((), "x")).after(Resumed())  # type: ignore[arg-type]


def test_a_position_of_another_setup_or_game_is_refused() -> None:
    sit = sitting("spell", OPENING)
    for text in (OPENING.replace("2e", "1e"), "chess | x", ""):
        sit.referee.request(ask.Correct(text))
    assert len(sit.of(say.Refused)) == 3
    assert len(sit.kept) == 1
