"""A match is what its events tell: steps, turns, corrections, and what cannot have happened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.contract import ARBITER
from engine.errors import NotationError
from engine.record import read_record
from runewatch.events import Abandoned, Acted, Began, Corrected, Ended, Event, Paused, Resumed, SteppedBack
from runewatch.journal.recording import from_record
from runewatch.match import Match, MatchError, begun, replayed, turn_of

POSITION = (
    "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | runes 1O 1J 2P 2W 3M 3D 4O 4T "
    "| bag rest"
)
BEGAN = Began("spell", {"edition": "2e"}, ("Ana", "Leo"), POSITION)
BLACK, VIOLET = 0, 1
ENGINE = Path(__file__).parents[1] / "engine"
GOLDEN = [sorted((ENGINE / game).rglob("*.rwr"))[-1] for game in ("archimage", "bigbook", "spellbook")]
STEPS = 130


def after(*events: Event) -> Match:
    return replayed((BEGAN, *events))


def test_a_match_begins_where_it_is_said_to() -> None:
    match = begun(BEGAN)
    assert match.rules.write_position(match.state) == POSITION
    assert (match.turn, match.steps, match.actor()) == (0, (), BLACK)


def test_a_match_without_a_position_begins_at_the_beginning() -> None:
    match = begun(Began("spell", {"edition": "1e"}))
    assert match.state == match.rules.start()


def test_actions_follow_each_other_and_say_what_came_of_them() -> None:
    match = after(Acted(BLACK, "shift b4 right", seen=True), Acted(BLACK, "end"))
    assert [step.event.text for step in match.steps if isinstance(step.event, Acted)] == ["shift b4 right", "end"]
    assert match.actor() == VIOLET
    assert "turn-began" in {event.name for event in match.steps[-1].told}
    assert match.draft == ()
    assert match.turn_state == match.state


def test_a_draft_is_what_was_done_since_the_turn_began() -> None:
    match = after(Acted(BLACK, "shift b4 right"), Acted(BLACK, "move c3"))
    assert len(match.draft) == 2
    assert match.turn_state == match.first


@pytest.mark.parametrize("is_seen", [True, False])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_turn_found_step_by_step_is_that_of_the_whole_match(path: Path, is_seen: bool) -> None:
    taken = from_record(read_record(path.read_text(encoding="utf-8")), 0.0)
    match = begun(taken.began)
    turns = set()
    for event in taken.then[:STEPS]:
        match = match.after(replace(event, seen=is_seen) if isinstance(event, Acted) else event)
        assert match.turn == turn_of(match, match.steps)
        turns.add(match.turn)
    assert len(turns) > 1


def test_stepping_back_leaves_so_many_steps() -> None:
    done = (Acted(BLACK, "shift b4 right"), Acted(BLACK, "end"))
    assert after(*done, SteppedBack(1)).actor() == BLACK
    assert len(after(*done, SteppedBack(1)).draft) == 1
    assert after(*done, SteppedBack(0)).state == begun(BEGAN).state


def test_a_correction_is_a_step_of_its_own_and_can_be_stepped_back() -> None:
    wanted = POSITION.replace("turn black", "turn violet")
    match = after(Acted(BLACK, "shift b4 right"), Corrected(wanted, "we agreed"))
    assert match.rules.write_position(match.state) == wanted
    assert match.draft == ()
    assert match.fixed == 2
    assert len(after(Corrected(wanted), SteppedBack(0)).steps) == 0


@pytest.mark.parametrize("why", ["asked", "out-of-step"])
def test_clocks_stand_and_run(why: str) -> None:
    assert after(Paused(why)).paused == why
    assert after(Paused(why), Resumed()).paused == ""


@pytest.mark.parametrize("last", [Abandoned(), Ended((BLACK,), "spell.end")])
def test_after_the_end_nothing_happens(last: Event) -> None:
    assert after(last).over == last
    with pytest.raises(MatchError, match="event 3 does not follow: the match is over"):
        after(last, Acted(BLACK, "end"))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Acted(BLACK, "move d4"), "event 2 does not follow: 'move d4' is not legal here"),
        (Acted(VIOLET, "shift b4 right"), "not legal here"),
        (Acted(ARBITER, "nonsense"), "event 2 does not follow"),
        (SteppedBack(1), "cannot go back to step 1: its last is step 0"),
        (SteppedBack(-1), "cannot go back"),
        (Corrected("spell | nothing"), "event 2 does not follow"),
        (BEGAN, "a match begins only once"),
    ],
)
def test_what_cannot_have_happened_is_refused(event: Event, why: str) -> None:
    with pytest.raises(MatchError, match=why):
        after(event)


def test_there_is_no_match_without_a_beginning() -> None:
    with pytest.raises(MatchError, match="begins with its set-up"):
        replayed([Acted(BLACK, "end")])
    with pytest.raises(MatchError, match="begins with its set-up"):
        replayed([])
    with pytest.raises(NotationError):
        begun(Began("spell", {}, (), "spell | ?"))
