"""A match at a table: kept before it is told, its clocks running, gone on with after a power cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.errors import SetupError
from engine.words import Words
from runewatch.clocks import NotCounted, RanOut, Timer, Timing, Warned, Way
from runewatch.events import TIME, Acted, Began, Ended, Paused, Resumed
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listener, Listeners
from runewatch.live.sitting import CLOCK_KEPT, RESTART, FellDue, House, Sitting, Times, Trouble
from runewatch.match import MatchError, replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from tests.clock import Clock
from tests.runewatch.refereeing import Camera

POSITION = (
    "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | runes 1O 1J 2P 2W 3M 3D 4O 4T "
    "| bag rest"
)
BEGAN = Began("spell", {"edition": "2e"}, ("Ana", "Leo"), POSITION)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with Journal.open(tmp_path / "journal.db") as journal, Listeners[Any]() as listeners:
        timing = Timing(Timer(Way.DOWN, 60, warnings=(10.0,)))
        yield House(journal, listeners, timing, Times(clock, lambda: 1_700_000_000.0 + clock.now))


@pytest.fixture
def listener(house: House) -> Listener[Any]:
    return house.listeners.listen("test")


def heard(listener: Listener[Any], kind: type[Any] = object) -> list[Any]:
    """What was told since the last time."""
    told = []
    while (one := listener.take(timeout=0)) is not None:
        told.append(one)
    return [one for one in told if isinstance(one, kind)]


def kept(house: House, number: int) -> list[Any]:
    return [one.event for one in house.journal.events(number)]


def test_a_match_is_kept_from_its_first_event(house: House, listener: Listener[Any]) -> None:
    sitting = Sitting.begin(house, BEGAN)
    assert kept(house, sitting.number) == [BEGAN]
    assert heard(listener)[0] == say.Kept(BEGAN)
    assert sitting.clocks.runs


def test_what_is_told_has_been_kept(house: House, listener: Listener[Any]) -> None:
    sitting = Sitting.begin(house, BEGAN)
    seen: list[int] = []
    house.listeners.call("spy", lambda said: seen.append(len(kept(house, sitting.number))))
    sitting.request(ask.Say("shift b4 right"))
    house.listeners.close()
    assert Acted(0, "shift b4 right") in kept(house, sitting.number)
    assert seen and min(seen) == 2


def test_what_cannot_be_kept_is_not_told_and_not_done(house: House, listener: Listener[Any]) -> None:
    sitting = Sitting.begin(house, BEGAN)
    heard(listener)
    house.journal.close()
    sitting.request(ask.Say("shift b4 right"))
    told = heard(listener)
    assert [type(one) for one in told] == [say.Refused]
    assert sitting.match.steps == ()
    rules, state = sitting.match.rules, sitting.match.state
    moved = rules.layout(rules.play(state, rules.read_action(state, "move c3")))
    for _ in range(3):
        sitting.rest(Camera(sitting.referee.plan).sighting(moved))
    assert [type(one) for one in heard(listener)] == [Trouble]
    assert sitting.match.steps == ()


def test_a_broken_off_match_goes_on_where_it_was_with_its_clocks_paused(house: House, clock: Clock) -> None:
    before = Sitting.begin(house, BEGAN)
    clock.now += 5
    before.tick()
    before.request(ask.Say("shift b4 right"))
    clock.now += 1000
    after = Sitting.resume(house, before.number)
    assert after.match.state == before.match.state
    assert after.match.paused == RESTART
    assert kept(house, before.number)[-1] == Paused(RESTART)
    assert not after.clocks.runs
    assert after.clocks.face(clock.now).seats[0].used == pytest.approx(5)
    after.request(ask.Resume())
    assert after.clocks.runs
    assert kept(house, before.number)[-1] == Resumed()
    again = Sitting.resume(house, before.number)
    assert again.match.state == before.match.state


def test_no_time_runs_while_books_are_studied(house: House, clock: Clock) -> None:
    sitting = Sitting.begin(house, Began("spellbook", {}, ("Ana", "Leo")))
    for deed in ("ready south", "ready north", "toss south"):
        clock.now += 300
        sitting.tick()
        sitting.request(ask.Say(deed))
    assert [seat.used for seat in sitting.clocks.face(clock.now).seats] == [0, 0]
    clock.now += 7
    sitting.tick()
    south, north = sitting.clocks.face(clock.now).seats
    assert south.used == pytest.approx(7)
    assert not north.used
    assert south.left == pytest.approx(53)


def test_resuming_twice_pauses_once(house: House) -> None:
    first = Sitting.begin(house, BEGAN)
    for _ in range(2):
        Sitting.resume(house, first.number)
    assert kept(house, first.number) == [BEGAN, Paused(RESTART)]


def test_a_match_can_be_abandoned_after_a_restart(house: House) -> None:
    first = Sitting.begin(house, BEGAN)
    again = Sitting.resume(house, first.number)
    again.request(ask.Abandon())
    assert house.journal.unfinished() is None
    assert replayed(kept(house, first.number)).over is not None


def test_the_clock_of_the_player_in_turn_runs(house: House, clock: Clock) -> None:
    sitting = Sitting.begin(house, BEGAN)
    clock.now += 7
    sitting.request(ask.Say("shift b4 right"))
    sitting.request(ask.EndTurn())
    clock.now += 3
    sitting.tick()
    used = [seat.used for seat in sitting.clocks.face(clock.now).seats]
    assert used == pytest.approx([7, 3])


def test_clocks_stand_when_asked_to(house: House, clock: Clock) -> None:
    sitting = Sitting.begin(house, BEGAN)
    sitting.request(ask.Pause())
    clock.now += 30
    sitting.request(ask.Resume())
    clock.now += 2
    assert sitting.clocks.face(clock.now).seats[0].used == pytest.approx(2)


def test_what_falls_due_is_told_once(house: House, clock: Clock, listener: Listener[Any]) -> None:
    sitting = Sitting.begin(house, BEGAN)
    for _ in range(14):
        clock.now += 5
        sitting.tick()
    assert [one.due for one in heard(listener, FellDue)] == [Warned(0, 10.0), RanOut(0, ends=False)]
    assert sitting.match.over is None


def test_running_out_ends_the_match_only_if_it_is_to(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "other.db") as journal, Listeners[Any]() as listeners:
        timing = Timing(Timer(Way.DOWN, 10), out_ends=True)
        sitting = Sitting.begin(House(journal, listeners, timing, Times(clock, clock)), BEGAN)
        for _ in range(3):
            clock.now += 4
            sitting.tick()
        assert sitting.match.over == Ended((1,), TIME)
        assert not sitting.clocks.runs


def test_clocks_are_kept_now_and_then_without_an_event(house: House, clock: Clock) -> None:
    sitting = Sitting.begin(house, BEGAN)
    before = house.journal.clock(sitting.number)
    for _ in range(int(CLOCK_KEPT) // 5 + 1):
        clock.now += 5
        sitting.tick()
    assert house.journal.clock(sitting.number) != before
    assert len(kept(house, sitting.number)) == 1


def test_a_position_that_is_none_begins_nothing(house: House) -> None:
    with pytest.raises(ValueError, match="row 1 needs 4 cells"):
        Sitting.begin(house, Began("spell", {}, (), "spell | nothing"))
    assert house.journal.count() == 0


def test_the_clocks_run_again_when_the_end_is_taken_back(house: House, clock: Clock) -> None:
    last = Began("spell", {}, (), POSITION.replace("turn black | round 2", "turn violet | round 6"))
    sitting = Sitting.begin(house, last)
    sitting.request(ask.EndTurn(at_once=True))
    assert not sitting.clocks.runs
    assert house.journal.unfinished() is None
    sitting.request(ask.StepBack())
    assert sitting.clocks.runs
    assert house.journal.unfinished() == sitting.number


# -- going back over the end of a turn --------------------------------------------------------------------


def test_an_increment_is_given_once_though_a_turn_is_ended_twice(house: House, clock: Clock) -> None:
    timing = Timing(Timer(Way.INCREMENT, 60, 5), Timer(Way.INCREMENT, 600, 30))
    sitting = Sitting.begin(replace(house, timing=timing), BEGAN)
    clock.now += 2
    sitting.request(ask.EndTurn(at_once=True))
    once = [account.granted for account in (*sitting.clocks.seats, sitting.clocks.round)]
    for _ in range(3):
        sitting.request(ask.StepBack())
        assert sitting.clocks.acting == {0}
        sitting.request(ask.EndTurn(at_once=True))
    assert [account.granted for account in (*sitting.clocks.seats, sitting.clocks.round)] == once
    assert sitting.clocks.face(clock.now).seats[0].used == 2


# -- who plays, and matches of another day ----------------------------------------------------------------


def test_more_names_than_seats_are_refused(house: House) -> None:
    with pytest.raises(SetupError, match=r"at most 2 were expected, but 3 came \('Ana, Leo, Eva'\)"):
        Sitting.begin(house, replace(BEGAN, names=("Ana", "Leo", "Eva")))
    assert house.journal.count() == 0


def test_against_a_script_the_one_name_is_that_of_the_player(house: House) -> None:
    sitting = Sitting.begin(house, Began("spell", {"solo": "normal"}, ("Ana",)))
    assert sitting.match.began.names == ("", "Ana")
    assert kept(house, sitting.number)[0].names == ("", "Ana")


def test_a_match_that_does_not_follow_any_more_says_what_to_do(house: House) -> None:
    number = house.journal.begin(BEGAN, 0.0, then=(Acted(0, "move d4"),))
    with pytest.raises(MatchError) as raised:
        Sitting.resume(house, number)
    said = Words("en").error(raised.value)
    assert "event 2 does not follow: 'move d4' is not legal here" in said
    assert f"runewatch history export {number} --json" in said
    assert "runewatch run --new" in said
    assert Words("fr").error(raised.value) != said
    assert kept(house, number) == [BEGAN, Acted(0, "move d4")]


def test_getting_ready_is_nobodys_time_and_no_news(house: House, clock: Clock, listener: Listener[Any]) -> None:
    sitting = Sitting.begin(house, BEGAN)
    clock.now += 60
    sitting.tick()
    assert heard(listener, FellDue) == []
    assert sitting.clocks.face(clock.now).seats[0].used == 0
    clock.now += 60
    sitting.tick()
    assert heard(listener, FellDue) == [FellDue(NotCounted(60.0))]
