"""What is on the table: setting up, playing, over; and everybody who asks for something meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import get_native_id
from typing import Any

import pytest

from engine.errors import SetupError
from runewatch.events import Began
from runewatch.live import opening
from runewatch.live.host import GIVING_WAY, HostError
from runewatch.live.moment import LONGEST_LOG, Stage
from runewatch.live.sitting import Trouble
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.web.hosting import OPENING, PATIENCE, Table, hosting
from vision.profile import ProfileError


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with hosting(tmp_path) as found:
        yield found


def stage(table: Table) -> Stage:
    return table.host.moment.stage


def done(table: Table, job: Any) -> Any:
    return table.host.do(job).result(PATIENCE)


def test_what_takes_long_gives_way(table: Table) -> None:
    def rank() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    assert table.host.apart(rank).result(PATIENCE) == max(rank(), GIVING_WAY)
    assert done(table, rank) == rank()


def test_from_nothing_to_a_match_and_the_next(table: Table) -> None:
    assert stage(table) is Stage.SETTING_UP
    table.begin()
    assert stage(table) is Stage.PLAYING
    assert table.host.moment.match_number == 1
    table.ask(ask.Abandon())
    assert stage(table) is Stage.OVER
    done(table, table.host.leave)
    assert stage(table) is Stage.SETTING_UP
    assert table.host.moment.unfinished is None
    table.begin()
    assert table.host.moment.match_number == 2


def test_after_one_that_is_over_the_next_may_begin_at_once(table: Table) -> None:
    table.begin()
    table.ask(ask.Abandon())
    table.begin()
    assert stage(table) is Stage.PLAYING


def test_one_match_at_a_time(table: Table) -> None:
    table.begin()
    for job in (lambda: table.host.begin(Began("spell", {})), table.host.go_on):
        with pytest.raises(HostError, match="is being played"):
            done(table, job)
    assert table.host.moment.match_number == 1


def test_a_match_that_was_left_can_be_gone_on_with(table: Table) -> None:
    table.begin()
    table.ask(ask.Say("flip c2"))
    done(table, table.host.leave)
    assert table.host.moment.unfinished == 1
    done(table, table.host.go_on)
    match = table.host.moment.match
    assert match is not None
    assert len(match.steps) == 1
    assert match.paused == "restart"
    table.ask(ask.Abandon())
    done(table, table.host.leave)
    with pytest.raises(HostError, match="no unfinished match"):
        done(table, table.host.go_on)


def test_without_a_match_there_is_nothing_to_ask(table: Table) -> None:
    with pytest.raises(HostError, match="no match on the table"):
        table.ask(ask.EndTurn())


def test_what_cannot_be_set_up_leaves_no_trace(table: Table) -> None:
    with pytest.raises(SetupError):
        done(table, lambda: table.host.begin(Began("spell", {"edition": "9e"})))
    assert stage(table) is Stage.SETTING_UP
    assert table.host.house.journal.count() == 0


def test_what_cannot_be_watched_is_not_played(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise ProfileError("no such profile")

    monkeypatch.setattr(opening, "service", fail)
    with pytest.raises(ProfileError):
        table.begin()
    assert stage(table) is Stage.SETTING_UP
    assert table.host.moment.unfinished is None


def test_the_answer_is_what_the_referee_says_at_once(table: Table) -> None:
    table.begin()
    said = table.ask(ask.Say("move d4"))
    assert [type(one) for one in said] == [say.Refused]
    assert any(isinstance(one, say.Kept) for one in table.ask(ask.Say("flip c2")))


def test_a_job_that_fails_is_its_own_matter(table: Table) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        done(table, fail)
    assert done(table, lambda: 5) == 5


def test_long_work_goes_on_beside_the_match(table: Table) -> None:
    table.begin()
    assert table.host.apart(lambda: table.ask(ask.Say("flip c2"))).result(PATIENCE)


def test_every_change_is_a_moment(table: Table) -> None:
    heard = table.host.moments.listen("test")
    table.begin()
    table.ask(ask.Pause())
    numbers = []
    while (moment := heard.take(timeout=0)) is not None:
        numbers.append(moment.number)
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == table.host.moment.number


def test_trouble_is_part_of_the_moment_until_it_is_over(table: Table) -> None:
    table.begin()
    table.spoil("a1", "violet-active")
    moment = table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)
    assert moment.out is not None
    table.clear()
    assert table.until(lambda moment: moment.standing is Standing.IN_STEP).out is None


def test_the_log_is_bounded_and_numbered(table: Table) -> None:
    table.begin(OPENING)
    for _ in range(LONGEST_LOG):
        table.ask(ask.Pause())
        table.ask(ask.Resume())
    log = table.host.moment.log
    assert len(log) == LONGEST_LOG
    assert [one.number for one in log] == list(range(log[0].number, log[0].number + LONGEST_LOG))


def test_trouble_without_a_match_is_told_too(table: Table) -> None:
    table.host.house.listeners.tell(Trouble(HostError("the disk is full")))
    assert table.until(lambda moment: bool(moment.log)).stage is Stage.SETTING_UP
