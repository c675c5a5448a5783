"""The clocks of a match: time is conserved, things are told once, and a restart changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DataError
from runewatch.clocks import (
    ASKED,
    OUT_OF_STEP,
    RESTART,
    ClockError,
    Clocks,
    Due,
    NotCounted,
    RanOut,
    Timer,
    Timing,
    Warned,
    Way,
    from_json,
    to_json,
)
from runewatch.clocks.account import FRESH

OFF = Timer()
DOWN = Timer(Way.DOWN, 60, warnings=(30, 10))
BANK = Timer(Way.BANK, 100, warnings=(30,))
FISCHER = Timer(Way.INCREMENT, 20, increment=5, warnings=(10,))


def begun(turn: Timer, round_: Timer = OFF, seats: int = 2, acting: tuple[int, ...] = (0,)) -> Clocks:
    """Clocks that run since moment 0."""
    return Clocks.new(Timing(turn, round_, most_gap=1000), seats).begun(0, acting)


def through(clocks: Clocks, moments: Iterable[float]) -> tuple[Clocks, list[Due]]:
    told: list[Due] = []
    for now in moments:
        clocks = clocks.until(now)
        told += clocks.fell_due
    return clocks, told


# -- each way of counting -------------------------------------------------------------------------------


def test_new_clocks_stand() -> None:
    clocks = Clocks.new(Timing(DOWN), 2).until(5).until(500)
    assert not clocks.runs
    assert [seat.used for seat in clocks.face(600).seats] == [0, 0]


def test_a_timer_that_is_off_still_knows_what_was_used() -> None:
    clocks, told = through(begun(Timer()), [50, 900])
    assert told == []
    first, second = clocks.face(901).seats
    assert (first.used, first.lap, first.left, first.runs) == (901, 901, None, True)
    assert (second.used, second.runs) == (0, False)


def test_counting_up_has_no_end() -> None:
    clocks, told = through(begun(Timer(Way.UP, 10, warnings=(5,))), [999])
    assert told == []
    assert clocks.face(999).seats[0].left is None


def test_counting_down_begins_anew_every_turn() -> None:
    clocks, told = through(begun(DOWN), [29, 31, 55])
    assert told == [Warned(0, 30), Warned(0, 10)]
    clocks = clocks.turn_begun(55, [1])
    assert [seat.left for seat in clocks.face(58).seats] == [60, 57]
    clocks, told = through(clocks.turn_begun(60, [0]), [89, 95])
    assert told == [Warned(0, 30)]
    assert clocks.face(95).seats[0].used == 90


def test_running_out_is_told_once_and_time_goes_on() -> None:
    clocks, told = through(begun(DOWN), [59, 60, 61, 90])
    assert told == [Warned(0, 30), Warned(0, 10), RanOut(0)]
    assert clocks.face(90).seats[0].left == -30
    assert clocks.runs


def test_several_marks_in_one_look_are_told_together_and_never_again() -> None:
    clocks, told = through(begun(DOWN), [55, 56, 58])
    assert told == [Warned(0, 30), Warned(0, 10)]
    assert through(from_json(to_json(clocks)).resumed(0), [1])[1] == []
    bank, told = through(begun(Timer(Way.INCREMENT, 40, increment=30, warnings=(30, 20))), [55])
    assert told == [Warned(0, 30), Warned(0, 20)]
    assert through(bank.turn_begun(55, [0]), [82])[1] == []


def test_running_out_ends_the_match_only_if_wished() -> None:
    timing = Timing(DOWN, out_ends=True, most_gap=1000)
    assert Clocks.new(timing, 2).begun(0, [1]).until(60).fell_due[-1] == RanOut(1, ends=True)


def test_a_bank_lasts_the_whole_match() -> None:
    clocks, told = through(begun(BANK), [40])
    clocks = clocks.turn_begun(40, [1]).turn_begun(50, [0])
    clocks, told = through(clocks, [75, 85, 95, 115])
    assert told == [Warned(0, 30), RanOut(0)]
    assert [seat.left for seat in clocks.face(120).seats] == [-10, 90]


def test_an_increment_is_given_at_the_beginning_of_a_turn_and_warnings_are_not_repeated() -> None:
    clocks = begun(FISCHER)
    assert [seat.left for seat in clocks.face(0).seats] == [25, 20]
    clocks, told = through(clocks, [16])
    assert told == [Warned(0, 10)]
    clocks = clocks.turn_begun(16, [1]).turn_begun(18, [0])
    assert clocks.face(18).seats[0].left == 14
    clocks, told = through(clocks, [25, 40])
    assert told == [RanOut(0)]
    clocks = clocks.turn_begun(40, [0])
    assert clocks.face(40).seats[0].left == -3
    assert through(clocks, [50])[1] == []


def test_rounds_have_a_timer_of_their_own() -> None:
    clocks, told = through(begun(Timer(), DOWN), [31])
    assert told == [Warned(None, 30)]
    clocks = clocks.turn_begun(31, [1])
    assert clocks.face(31).round.left == 29
    clocks = clocks.round_begun(40)
    face = clocks.face(45)
    assert (face.round.left, face.round.lap, face.round.used) == (55, 5, 45)


def test_a_bank_of_rounds_is_a_clock_of_the_whole_match() -> None:
    clocks = begun(Timer(), BANK).round_begun(60)
    assert clocks.until(101).fell_due == (Warned(None, 30), RanOut(None))


def test_a_warning_not_below_the_whole_time_is_passed_over() -> None:
    assert through(begun(Timer(Way.DOWN, 30, warnings=(60, 30))), [1, 29])[1] == []


# -- who is to act --------------------------------------------------------------------------------------


def test_within_a_turn_a_seat_goes_on_where_it_was() -> None:
    clocks = begun(DOWN, seats=3).acting_now(10, [-1]).acting_now(15, [2]).acting_now(18, [0])
    assert [seat.left for seat in clocks.face(20).seats] == [48, 60, 57]


def test_several_seats_may_be_to_act_at_once() -> None:
    clocks = begun(DOWN, seats=4, acting=(0, 2, 3)).acting_now(10, [0, 3])
    assert [seat.lap for seat in clocks.face(31).seats] == [31, 0, 10, 31]
    assert clocks.until(31).fell_due == (Warned(0, 30), Warned(3, 30))


def test_chance_and_the_arbiter_use_nobody_s_time() -> None:
    clocks = begun(BANK, DOWN).acting_now(0, [-1, -2])
    face = clocks.face(20)
    assert [seat.used for seat in face.seats] == [0, 0]
    assert face.round.used == 20


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(ClockError, match="seats are 0 to 1"):
        begun(DOWN).turn_begun(1, [2])
    with pytest.raises(ClockError, match="at least one seat"):
        Clocks.new(Timing(), 0)


# -- standing -------------------------------------------------------------------------------------------


def test_paused_clocks_stand_for_as_long_as_one_likes() -> None:
    clocks = begun(DOWN).paused(10)
    assert clocks.stands == (ASKED,)
    clocks, told = through(clocks, [5000, 90000])
    assert told == []
    clocks = clocks.resumed(90000)
    assert clocks.face(90001).seats[0].lap == 11
    assert clocks.stood == 89_990_000


def test_every_reason_must_go_before_they_run_again() -> None:
    clocks = begun(DOWN).paused(1, OUT_OF_STEP).paused(2, ASKED).paused(3, OUT_OF_STEP)
    assert clocks.stands == (OUT_OF_STEP, ASKED)
    clocks = clocks.resumed(4, OUT_OF_STEP)
    assert not clocks.runs
    assert clocks.resumed(5, ASKED).runs
    assert clocks.resumed(5).runs


def test_what_fell_due_before_a_pause_is_told_with_it() -> None:
    assert begun(DOWN).paused(31).fell_due == (Warned(0, 30),)
    assert begun(DOWN).turn_begun(31, [1]).fell_due == (Warned(0, 30),)
    assert begun(DOWN).begun(31, [1]).fell_due == (Warned(0, 30),)


# -- a time that cannot be trusted ----------------------------------------------------------------------


def test_a_step_backwards_charges_nobody() -> None:
    clocks = begun(DOWN).until(20)
    back = clocks.until(5)
    assert back.fell_due == (NotCounted(-15),)
    assert back.face(5).seats[0].lap == 20
    assert back.until(8).face(8).seats[0].lap == 23


def test_a_jump_is_told_and_not_counted() -> None:
    clocks = Clocks.new(Timing(DOWN, most_gap=10), 2).begun(0, [0]).until(5)
    jumped = clocks.until(3605)
    assert jumped.fell_due == (NotCounted(3600),)
    assert jumped.lost == 3_600_000
    assert jumped.face(3607).seats[0].lap == 7
    assert clocks.until(15).face(15).seats[0].lap == 15


def test_a_step_backwards_while_they_stand_is_nobody_s_business() -> None:
    assert begun(DOWN).paused(9).until(2).fell_due == ()


# -- kept -----------------------------------------------------------------------------------------------


def test_they_come_back_standing_and_go_on_where_they_were() -> None:
    clocks = begun(FISCHER, DOWN, seats=3).until(16.25).paused(17, OUT_OF_STEP)
    text = json.dumps(to_json(clocks))
    assert "since" not in text
    back = from_json(json.loads(text))
    assert back.stands == (OUT_OF_STEP, RESTART)
    assert replace(back, stands=clocks.stands, since=clocks.since) == clocks
    # the machine's clock began anew
    back = back.resumed(3)
    assert back.fell_due == ()
    assert back.face(4).seats[0].used == 18
    assert through(back, [10, 11])[1] == [RanOut(0)]


@pytest.mark.parametrize(
    "change",
    [
        {"seats": []},
        {"seats": [{"used": "much"}]},
        {"acting": [7]},
        {"acting": None},
        {"timing": {}},
        {"round": {"used": -1, "lap": 0, "granted": 0, "told": None}},
        {"round": {"used": 1e999, "lap": 0, "granted": 0, "told": None}},
        {"stood": "x"},
        {"stands": 3},
    ],
)
def test_what_is_no_clock_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(DataError, match="not the clocks of a match"):
        from_json(to_json(begun(DOWN)) | change)
    with pytest.raises(DataError):
        from_json({})


# -- for any course of things ---------------------------------------------------------------------------

_seconds = st.integers(0, 9_000).map(lambda n: n / 1000)
_steps = st.lists(
    st.tuples(
        _seconds,
        st.sampled_from(["until", "turn", "acting", "round", "pause", "step", "resume", "resume"]),
        st.sets(st.integers(-2, 4)),
    ),
    min_size=1,
    max_size=40,
)
_timer = st.builds(
    Timer,
    st.sampled_from(Way),
    st.sampled_from([1, 7.5, 30]),
    st.sampled_from([0, 2, 4.25]),
    st.sets(st.sampled_from([0.5, 1, 5, 20])).map(lambda marks: tuple(sorted(marks))),
)
_timing = st.builds(Timing, _timer, _timer, st.booleans(), st.just(10))


def done(clocks: Clocks, what: str, now: float, seats: set[int]) -> Clocks:
    match what:
        case "turn":
            return clocks.turn_begun(now, seats)
        case "acting":
            return clocks.acting_now(now, seats)
        case "round":
            return clocks.round_begun(now)
        case "pause":
            return clocks.paused(now)
        case "step":
            return clocks.paused(now, OUT_OF_STEP)
        case "resume":
            return clocks.resumed(now)
    return clocks.until(now)


def course(timing: Timing, steps: list[tuple[float, str, set[int]]], seats: int) -> list[Clocks]:
    """The clocks after each step, from moment 100 on."""
    clocks, now = Clocks.new(timing, seats).begun(100, [0]), 100.0
    found = [clocks]
    for passed, what, who in steps:
        now += passed
        clocks = done(clocks, what, now, {seat for seat in who if seat < seats})
        found.append(clocks)
    return found


@given(_timing, _steps, st.integers(1, 5))
def test_time_is_conserved(timing: Timing, steps: list[tuple[float, str, set[int]]], seats: int) -> None:
    clocks = course(timing, steps, seats)
    elapsed = round(1000 * sum(passed for passed, _, _ in steps))
    assert clocks[-1].round.used + clocks[-1].stood == elapsed
    for before, after in pairwise(clocks):
        ran = after.round.used - before.round.used
        used = [now.used - then.used for then, now in zip(before.seats, after.seats, strict=True)]
        assert used == [ran if seat in before.acting else 0 for seat in range(seats)]


@given(_timing, _steps, st.integers(1, 5), st.lists(st.integers(1, 8999), max_size=60))
def test_looking_more_often_changes_nothing(
    timing: Timing, steps: list[tuple[float, str, set[int]]], seats: int, cuts: list[int]
) -> None:
    plain, split = Clocks.new(timing, seats).begun(100, [0]), Clocks.new(timing, seats).begun(100, [0])
    told_plain: list[Due] = []
    told_split: list[Due] = []
    now = 100.0
    for passed, what, who in steps:
        for cut in sorted(cuts):
            if cut / 1000 < passed:
                split = split.until(now + cut / 1000)
                told_split += split.fell_due
        now += passed
        who_is = {seat for seat in who if seat < seats}
        plain, split = done(plain, what, now, who_is), done(split, what, now, who_is)
        told_plain += plain.fell_due
        told_split += split.fell_due
        assert plain == split
    # several things due in one look are told seat by seat, not in the order of time
    assert sorted(map(repr, told_plain)) == sorted(map(repr, told_split))


@given(_timing, _steps, st.integers(1, 5))
def test_nothing_is_told_twice(timing: Timing, steps: list[tuple[float, str, set[int]]], seats: int) -> None:
    clocks = course(timing, steps, seats)
    told: set[Due] = set()
    for after, (_, what, _) in zip(clocks[1:], steps, strict=True):
        assert len(set(after.fell_due)) == len(after.fell_due)
        assert not told & set(after.fell_due)
        told |= set(after.fell_due)
        # a new turn, or a new round, has its warnings anew if it counts down
        if what == "turn" and timing.turn.way is Way.DOWN:
            told = {due for due in told if isinstance(due, NotCounted) or due.seat is None}
        if what == "round" and timing.round.way is Way.DOWN:
            told = {due for due in told if isinstance(due, NotCounted) or due.seat is not None}


@given(_timing, _steps, st.integers(1, 5))
def test_a_restart_at_any_time_loses_nothing(
    timing: Timing, steps: list[tuple[float, str, set[int]]], seats: int
) -> None:
    for clocks in course(timing, steps, seats):
        back = from_json(json.loads(json.dumps(to_json(clocks))))
        assert replace(back, stands=clocks.stands, since=clocks.since) == clocks


@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_whatever_time_says_nothing_is_corrupted(moments: list[float]) -> None:
    clocks = Clocks.new(Timing(BANK, DOWN, most_gap=10), 2).begun(0, [0])
    for now in moments:
        after = clocks.until(now)
        assert 0 <= after.round.used - clocks.round.used <= 10_000
        assert clocks.face(now) == after.face(now)
        clocks = after


# -- a turn that was ended by mistake ---------------------------------------------------------------------


@pytest.mark.parametrize("way", list(Way))
@given(first=st.integers(0, 50_000), mistaken=st.integers(0, 9_000), again=st.integers(0, 9_000))
def test_ending_a_turn_twice_comes_to_the_same_as_ending_it_once(
    way: Way, first: int, mistaken: int, again: int
) -> None:
    timing = Timing(Timer(way, 60, 5, (30,)), Timer(way, 300, 10), most_gap=100)
    at = first / 1000
    begun = Clocks.new(timing, 2).begun(0.0, {0}).until(at)
    back_at, end_at = at + mistaken / 1000, at + (mistaken + again) / 1000
    ended = begun.round_begun(at).turn_begun(at, {1})
    back = ended.round_undone(back_at).turn_undone(back_at, {1}, {0})
    once, twice = (clocks.until(end_at).round_begun(end_at).turn_begun(end_at, {1}) for clocks in (begun, back))
    assert [(one.used, one.granted, one.lap) for one in (*twice.seats, twice.round)] == [
        (one.used, one.granted, one.lap) for one in (*once.seats, once.round)
    ]


def test_a_turn_gone_back_into_goes_on_counting_down() -> None:
    clocks = Clocks.new(Timing(Timer(Way.DOWN, 60), most_gap=100), 2).begun(0.0, {0})
    clocks = clocks.turn_begun(20.0, {1}).turn_undone(25.0, {1}, {0})
    assert clocks.face(26.0).seats[0].left == 34
    assert clocks.face(26.0).seats[1].used == 0


def test_clocks_kept_before_turns_could_be_undone_are_read() -> None:
    told = to_json(Clocks.new(Timing(), 2).begun(0.0, {0}))
    for one in told["seats"]:
        del one["before"]
    assert from_json(told).seats == (FRESH, FRESH)
