"""The service: frames and requests in, a match kept; and a match that comes through whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from device.cameras.errors import CameraError
from device.cameras.shot import Shot
from engine.errors import RunewatchError
from runewatch.clocks import RanOut, Timer, Timing, Way
from runewatch.events import TIME, Abandoned, Acted, Began, Ended, Event, Paused
from runewatch.journal.faults import JournalError
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listener, Listeners
from runewatch.live.service import BLIND, CALM_AFTER, MISSED, Service
from runewatch.live.sitting import RESTART, Blind, FellDue, House, Lost, Sitting, Times, Trouble
from runewatch.live.watching import Look, Watched
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from tests.clock import Clock
from tests.runewatch.refereeing import Camera, played
from tests.runewatch.test_referee_more import LAST, OPENING, OVER, RIVAL, SOLO

BEGAN = Began("spell", {"edition": "2e"}, ("Ana", "Leo"), OPENING)
PACE = 0.1
FRAME = np.zeros((4, 4, 3), np.uint8)


class Script:
    """A camera and a watcher that tell what the test wants, the last of it for ever."""

    is_stuck = False

    def __init__(self, clock: Clock) -> None:
        self.clock, self.is_closed, self.wakes = clock, False, 0
        self.trouble: RunewatchError | None = None
        self.fails: Exception | None = None
        self.looks: list[Watched] = [Watched(Look.RESTING)]
        self.eased: list[bool] = []

    def shot(self) -> Shot | None:
        self.clock.now += PACE
        return None if self.trouble else Shot.of(FRAME, self.clock.now)

    def ease(self, is_calm: bool) -> None:
        self.eased.append(is_calm)

    def wake(self) -> None:
        self.wakes += 1

    def close(self) -> None:
        self.is_closed = True

    def see(self, shot: Shot, **wished: Any) -> Watched:
        if self.fails is not None:
            raise self.fails
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with Journal.open(tmp_path / "journal.db") as journal, Listeners[Any]() as listeners:
        yield House(journal, listeners, Timing(), Times(clock, lambda: 1_700_000_000.0 + clock.now))


@pytest.fixture
def listener(house: House) -> Listener[Any]:
    return house.listeners.listen("test")


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def timed(house: House, **timing: Any) -> House:
    return replace(house, timing=Timing(**timing))


def heard(listener: Listener[Any], kind: Any = object) -> list[Any]:
    told = []
    while (one := listener.take(timeout=0)) is not None:
        told.append(one)
    return [one for one in told if isinstance(one, kind)]


def kept(house: House, number: int) -> list[Event]:
    return [one.event for one in house.journal.events(number)]


def serving(house: House, clock: Clock) -> tuple[Service, Script]:
    script = Script(clock)
    return Service(Sitting.begin(house, BEGAN), script, script), script  # type: ignore[arg-type]


def seen(sitting: Sitting, *texts: str) -> Watched:
    rules, state = sitting.match.rules, sitting.match.state
    state = played(rules, state, texts)[-1] if texts else state
    return Watched(Look.RESTING, Camera(sitting.referee.plan).sighting(rules.layout(state)))


# -- the loop ---------------------------------------------------------------------------------------------


def test_what_is_seen_is_kept(house: House, clock: Clock) -> None:
    service, script = serving(house, clock)
    script.looks = [seen(service.sitting, "move c3")]
    service.step()
    assert kept(house, 1)[-1] == Acted(0, "move c3", seen=True)


def test_it_stops_when_it_is_told_to_and_closes_the_camera(house: House, clock: Clock) -> None:
    service, script = serving(house, clock)
    asked = iter([False, False, True])
    service.run(lambda: next(asked))
    assert script.is_closed
    service.run(lambda: True)


def test_a_camera_that_is_gone_is_said_once_and_once_that_it_is_back(
    house: House, clock: Clock, listener: Listener[Any]
) -> None:
    service, script = serving(house, clock)
    script.trouble = gone = CameraError("the camera {name} is not there", name="0")
    for _ in range(round(BLIND / PACE)):
        assert service.step().look is Look.BLIND
    assert heard(listener, Blind) == []
    for _ in range(10):
        service.step()
    script.trouble = another = CameraError("the camera {name} may not be used", name="0")
    for _ in range(10):
        service.step()
    script.trouble = None
    for _ in range(3):
        service.step()
    assert heard(listener, Blind) == [Blind(gone), Blind(another), Blind()]


def test_without_a_picture_requests_are_answered_and_the_clocks_go_on(
    house: House, clock: Clock, listener: Listener[Any]
) -> None:
    sitting = Sitting.begin(timed(house, turn=Timer(Way.DOWN, 2)), BEGAN)
    script = Script(clock)
    service = Service(sitting, script, script)  # type: ignore[arg-type]
    script.trouble = CameraError("gone")
    service.ask(ask.Say("move c3"))
    assert script.wakes == 1
    for _ in range(30):
        service.step()
    assert kept(house, 1)[-1] == Acted(0, "move c3")
    assert [one.due for one in heard(listener, FellDue)] == [RanOut(0, ends=False)]


def test_a_picture_that_cannot_be_had_is_none(house: House, clock: Clock, listener: Listener[Any]) -> None:
    service, script = serving(house, clock)
    script.fails = CameraError("gone while it was looked at")
    assert service.step().look is Look.BLIND
    script.fails = None
    service.step()
    assert heard(listener, Blind | Trouble) == [], "one picture is not missed"


def test_what_should_not_fail_is_said_once_and_the_match_goes_on(
    house: House, clock: Clock, listener: Listener[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, script = serving(house, clock)
    script.fails = ZeroDivisionError("in the eyes")
    for _ in range(5):
        service.step()
    script.fails = None
    script.looks = [seen(service.sitting, "move c3")]
    monkeypatch.setattr(service.sitting, "rest", raising(KeyError("in the referee")))
    for _ in range(5):
        service.step()
    told = [str(one.why) for one in heard(listener, Trouble)]
    assert len(told) == 2
    assert "in the eyes" in told[0] and "in the referee" in told[1]
    monkeypatch.undo()
    service.step()
    assert kept(house, 1)[-1] == Acted(0, "move c3", seen=True)


def test_a_source_that_breaks_its_word_is_survived_too(
    house: House, clock: Clock, listener: Listener[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, script = serving(house, clock)
    monkeypatch.setattr("time.sleep", lambda seconds: setattr(clock, "now", clock.now + seconds))
    monkeypatch.setattr(script, "shot", raising(OSError("no bus")))
    for _ in range(10):
        service.step()
    assert ["no bus" in str(one.why) for one in heard(listener, Blind)] == [True]


def test_a_request_that_fails_holds_up_none_of_the_others(
    house: House, clock: Clock, listener: Listener[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, _ = serving(house, clock)
    request = service.sitting.request

    def broken(asked: Any) -> None:
        if isinstance(asked, ask.StepBack):
            raise TypeError("a request")
        request(asked)

    monkeypatch.setattr(service.sitting, "request", broken)
    for asked in (ask.StepBack(), ask.Pause()):
        service.ask(asked)
    service.step()
    assert kept(house, 1)[-1] == Paused()
    assert len(heard(listener, Trouble)) == 1


def test_requests_come_from_any_thread_and_in_order(house: House, clock: Clock) -> None:
    service, _ = serving(house, clock)
    threads = [Thread(target=service.ask, args=(asked,)) for asked in (ask.Pause(), ask.Resume(), ask.Pause())]
    for thread in threads:
        thread.start()
        thread.join()
    service.step()
    assert [type(event).__name__ for event in kept(house, 1)] == ["Began", "Paused", "Resumed", "Paused"]


def test_a_button_pressed_before_the_move_was_read_ends_the_turn_after_it(house: House, clock: Clock) -> None:
    service, script = serving(house, clock)
    script.looks = [Watched(Look.HAND), Watched(Look.MOVING), seen(service.sitting, "move c3")]
    service.step()
    service.ask(ask.EndTurn())
    for _ in range(2):
        service.step()
    assert [event.text for event in kept(house, 1) if isinstance(event, Acted)] == ["move c3", "end"]


def test_a_board_out_of_view_is_said_once_and_once_that_it_is_back(
    house: House, clock: Clock, listener: Listener[Any]
) -> None:
    service, script = serving(house, clock)
    why = RunewatchError("no board")
    script.looks = [Watched(Look.LOST, lost=why)]
    for _ in range(round(MISSED / PACE)):
        service.step()
    assert heard(listener, Lost) == []
    for _ in range(5):
        service.step()
    assert heard(listener, Lost) == [Lost(why)]
    script.looks = [Watched(Look.RESTING)]
    for _ in range(5):
        service.step()
    assert heard(listener, Lost) == [Lost()]


def test_a_listener_that_fails_is_no_matter_of_the_match(house: House, clock: Clock) -> None:
    def fail(said: Any) -> None:
        raise ValueError(said)

    house.listeners.call("broken", fail)
    service, script = serving(house, clock)
    script.looks = [seen(service.sitting, "move c3")]
    service.step()
    assert len(kept(house, 1)) == 2


def test_a_table_at_rest_is_calm_until_somebody_asks_for_something(house: House, clock: Clock) -> None:
    service, script = serving(house, clock)
    calm: list[bool] = []

    def see(shot: Shot, **wished: Any) -> Watched:
        calm.append(wished["is_calm"])
        return Watched(Look.RESTING)

    script.see = see  # type: ignore[method-assign]
    for _ in range(round((house.patience.out + CALM_AFTER) / PACE) + 3):
        service.step()
    assert not calm[0] and calm[-1]
    service.ask(ask.Pause())
    service.step()
    assert not calm[-1]
    assert script.eased == calm


def test_a_shot_that_is_late_makes_no_hurry(house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    service, script = serving(house, clock)
    for _ in range(round((house.patience.out + CALM_AFTER) / PACE) + 3):
        service.step()
    with monkeypatch.context() as late:
        late.setattr(script, "shot", lambda: None)
        service.step()
    service.step()
    assert script.eased[-1]
    script.trouble = RunewatchError("gone")
    service.step()
    script.trouble = None
    service.step()
    assert not script.eased[-1]


# -- when the disk fails ----------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, house: House, which: Callable[[Event], bool]) -> None:
    add = house.journal.add

    def tried(match: int, events: Any, at: float, clock: Any = None) -> None:
        if which(events[0]):
            raise JournalError("the disk is full")
        add(match, events, at, clock)

    monkeypatch.setattr(house.journal, "add", tried)


def test_two_actions_of_which_only_one_could_be_kept(
    house: House, clock: Clock, listener: Listener[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, script = serving(house, clock)
    failing(monkeypatch, house, lambda event: isinstance(event, Acted) and event.text == "move c3")
    script.looks = [seen(service.sitting, "shift b4 right", "move c3")]
    for _ in range(4):
        service.step()
    assert len(heard(listener, Trouble)) == 1
    before = service.sitting.match
    monkeypatch.undo()
    again = Sitting.resume(house, 1)
    assert again.match.state == before.state
    again.rest(script.looks[0].sighting)  # type: ignore[arg-type]
    texts = [event.text for event in kept(house, 1) if isinstance(event, Acted)]
    assert sorted(texts) == ["move c3", "shift b4 right"]


def test_what_was_not_kept_leaves_the_clocks_as_they_were(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting.begin(timed(house, turn=Timer(Way.DOWN, 60)), BEGAN)
    clock.now += 7
    failing(monkeypatch, house, lambda event: True)
    sitting.request(ask.EndTurn())
    assert sitting.clocks.acting == {0}
    assert sitting.clocks.face(clock.now).seats[0].lap == pytest.approx(7)


def test_time_goes_on_with_a_full_disk_and_ends_the_match_later(
    house: House, clock: Clock, listener: Listener[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting.begin(timed(house, turn=Timer(Way.DOWN, 40), out_ends=True), BEGAN)
    failing(monkeypatch, house, lambda event: True)
    monkeypatch.setattr(house.journal, "keep_clock", lambda *_: (_ for _ in ()).throw(JournalError("full")))
    for _ in range(10):
        clock.now += 5
        sitting.tick()
        sitting.stir()
    assert [one.due for one in heard(listener, FellDue)] == [RanOut(0, ends=True)]
    assert sitting.match.over is None
    monkeypatch.undo()
    sitting.tick()
    assert sitting.match.over == Ended((1,), TIME)


def test_an_end_that_was_not_kept_any_more_is_kept_at_the_restart(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting.begin(house, Began("spell", {"edition": "2e"}, (), LAST))
    failing(monkeypatch, house, lambda event: isinstance(event, Ended))
    sitting.request(ask.EndTurn())
    assert house.journal.unfinished() == 1
    monkeypatch.undo()
    assert isinstance(Sitting.resume(house, 1).match.over, Ended)
    assert house.journal.unfinished() is None


# -- clocks -----------------------------------------------------------------------------------------------


def test_time_that_runs_out_while_an_action_is_kept_is_told(
    house: House, clock: Clock, listener: Listener[Any]
) -> None:
    sitting = Sitting.begin(timed(house, turn=Timer(Way.DOWN, 10), out_ends=True), BEGAN)
    clock.now += 9.9
    sitting.tick()
    clock.pace = 0.06
    sitting.request(ask.Say("shift b4 right"))
    sitting.tick()
    assert heard(listener, FellDue) == [FellDue(RanOut(0, ends=True))]
    assert sitting.match.over == Ended((1,), TIME)


def test_a_turn_brings_its_seconds_though_the_table_is_asked_first(house: House, clock: Clock) -> None:
    position = OPENING.replace("v N b b / v BM b v / v B b .", ". V b b / v BM B v / v B B N").replace(
        "| runes", "| used flip | runes"
    )
    began = Began("spell", {"edition": "2e"}, (), position)
    sitting = Sitting.begin(timed(house, turn=Timer(Way.INCREMENT, 60, 5)), began)
    sitting.request(ask.Say("claim 1O"))
    sitting.request(ask.EndTurn())
    assert sitting.match.rules.requests(sitting.match.state)[0].kind == "reveal"
    rules, state = sitting.match.rules, sitting.match.state
    sitting.request(ask.Say(rules.write_action(state, next(iter(rules.legal(state))))))
    assert [seat.left for seat in sitting.clocks.face(clock.now).seats] == [65, 65]


def test_stepping_back_over_the_end_of_a_turn_brings_no_seconds(house: House, clock: Clock) -> None:
    sitting = Sitting.begin(timed(house, turn=Timer(Way.INCREMENT, 60, 5)), BEGAN)
    for _ in range(3):
        sitting.request(ask.EndTurn())
        sitting.request(ask.StepBack())
    assert sitting.clocks.acting == {0}
    assert sitting.clocks.face(clock.now).seats[0].left == 65


# -- taking it up again -----------------------------------------------------------------------------------


def test_every_restart_says_that_the_clocks_stand(house: House, listener: Listener[Any]) -> None:
    Sitting.begin(house, BEGAN)
    for _ in range(2):
        heard(listener)
        Sitting.resume(house, 1)
        told = heard(listener)
        assert say.Kept(Paused(RESTART)) in told
        assert [type(one) for one in told] == [say.Kept, say.Waiting]


def test_clocks_that_cannot_be_read_stand_too(house: House) -> None:
    Sitting.begin(house, BEGAN)
    Sitting.resume(house, 1)
    house.journal.keep_clock(1, {})
    house.journal._connection.execute("DELETE FROM clocks")
    sitting = Sitting.resume(house, 1)
    assert sitting.match.paused == RESTART
    assert not sitting.clocks.runs


def test_a_rival_goes_on_where_it_was_broken_off(house: House, listener: Listener[Any]) -> None:
    Sitting.begin(house, Began("spell", SOLO, (), RIVAL))
    for _ in range(2):
        assert heard(listener, say.Instructed)
        Sitting.resume(house, 1)


def test_a_match_that_is_over_stays_over(house: House, listener: Listener[Any]) -> None:
    Sitting.begin(house, BEGAN).request(ask.Abandon())
    sitting = Sitting.resume(house, 1)
    for asked in (ask.Resume(), ask.Pause(), ask.EndTurn()):
        sitting.request(asked)
    assert kept(house, 1)[-1] == Abandoned()
    assert not sitting.clocks.runs
    assert house.journal.unfinished() is None


def test_a_match_may_begin_where_it_ends(house: House) -> None:
    sitting = Sitting.begin(house, Began("spell", {"edition": "2e"}, (), OVER))
    assert isinstance(sitting.match.over, Ended)
    assert not sitting.clocks.runs
