"""The guided demo: it plays itself through, waits for the referee, and leaves nothing behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.words import languages
from runewatch.live.demo import LONGEST, Demo, Going, Showing, captions, record, scenes
from runewatch.live.host import HostError
from runewatch.live.moment import Stage
from runewatch.live.sitting import Sitting
from runewatch.referee import announcements as say
from tests.web.hosting import PATIENCE
from tests.web.simulating import Simulation, simulating


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Simulation]:
    with simulating(tmp_path) as found:
        yield found


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 2 * PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)


def told(table: Simulation) -> list[say.Announcement]:
    return [entry.said for entry in table.host.moment.log]  # type: ignore[misc]


# -- the script ---------------------------------------------------------------------------------------------


def test_every_language_tells_the_same_scenes() -> None:
    script = record()
    for language in languages():
        other = record(language)
        assert [(e.text, e.who) for e in other.entries if not e.is_comment] == [
            (e.text, e.who) for e in script.entries if not e.is_comment
        ]
        assert [e.is_comment for e in other.entries] == [e.is_comment for e in script.entries]
        assert max(map(len, captions(language))) <= 130, "short enough to be read in passing"
    assert captions("fr") != captions("en")


def test_the_script_shows_what_it_is_to_show() -> None:
    script = record()
    rules = script.open()
    found = list(scenes(script, rules))
    assert [scene.caption for scene in found] == list(range(len(captions("en"))))
    faults = [i for i, scene in enumerate(found) if scene.deed is not None and scene.deed.is_fault]
    assert faults
    assert all(found[i + 1].mends for i in faults), "what is wrong is put right"
    assert any(scene.deed is not None and rules.scripted(scene.deed.expected) for scene in found)
    last = found[-2].deed
    assert last is not None
    assert rules.points(last.expected) > (0, 0)


# -- the showing --------------------------------------------------------------------------------------------


def test_it_plays_itself_through(table: Simulation) -> None:
    demo = Demo(table.host)
    began = table.host.house.times.steady()
    demo.start()
    until(lambda: demo.showing.going is Going.DONE)
    assert table.host.house.times.steady() - began < 90
    assert demo.showing.scene == demo.scenes
    heard = told(table)
    assert any(isinstance(one, say.OutOfStep) and one.breaches for one in heard)
    assert any(isinstance(one, say.Instructed) for one in heard)
    match = table.host.moment.match
    assert match is not None
    assert match.rules.points(match.state) == (0, 1)
    demo.stop()
    assert demo.showing.going is Going.OFF
    assert table.host.moment.stage is Stage.SETTING_UP


def test_nothing_of_it_is_kept(table: Simulation) -> None:
    demo = Demo(table.host)
    demo.start()
    until(lambda: table.host.moment.stage is Stage.PLAYING)
    demo.stop()
    assert table.host.moment.unfinished is None
    assert table.host.house.journal.history() == ()


def test_a_match_on_the_table_waits_and_goes_on(table: Simulation) -> None:
    table.begin()
    number = table.host.moment.match_number
    demo = Demo(table.host)
    demo.start()
    until(lambda: table.host.moment.match is not None and table.host.moment.match.rules.setup["solo"] == "normal")
    demo.stop()
    assert table.host.moment.stage is Stage.PLAYING
    assert table.host.moment.match_number == number
    assert table.host.moment.match is not None
    assert table.host.moment.match.rules.setup["solo"] == "no"


def test_it_is_paused_and_hurried(table: Simulation) -> None:
    demo = Demo(table.host)
    demo.start()
    demo.pause()
    until(lambda: table.host.moment.stage is Stage.PLAYING)
    assert demo.showing == Showing(Going.PAUSED, 1, 0)
    now = table.host.house.times.steady()
    until(lambda: table.host.house.times.steady() > now + 20)
    demo.go_on()
    assert demo.showing == Showing(Going.PLAYING, 1, 0)
    demo.next()
    until(lambda: demo.showing.scene == 2)
    demo.stop()


def test_what_the_referee_does_not_see_is_said_and_put_right(table: Simulation) -> None:
    demo = Demo(table.host)
    demo.start()
    until(lambda: demo.showing.scene == 4)
    table.gaze.blind = True
    until(lambda: demo.showing.going is Going.STUCK)
    assert demo.showing.why is not None
    assert demo.showing.why.facts["seconds"] == round(LONGEST)
    table.gaze.blind = False
    demo.next()
    until(lambda: demo.showing.scene == 5)
    assert demo.showing.why is None
    demo.stop()


def test_one_demo_at_a_time(table: Simulation) -> None:
    demo = Demo(table.host)
    demo.start()
    with pytest.raises(HostError, match="already"):
        demo.start()
    demo.stop()
    demo.stop()


def test_it_ends_when_the_table_is_taken(table: Simulation) -> None:
    demo = Demo(table.host)
    demo.start()
    until(lambda: table.host.moment.stage is Stage.PLAYING)
    table.host.do(table.host.leave).result(PATIENCE)
    until(lambda: demo.showing.going is Going.OFF)
    assert demo.showing.why is None


def test_it_needs_the_simulated_table(table: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    from runewatch.live import opening  # noqa: PLC0415

    monkeypatch.setattr(opening, "cameras", lambda settings: ("usb",))
    with pytest.raises(HostError, match="simulated"):
        Demo(table.host).start()


def test_what_keeps_it_from_beginning_is_said(table: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Sitting:
        raise HostError("no chairs")

    monkeypatch.setattr(Sitting, "begin", fails)
    demo = Demo(table.host)
    demo.start()
    until(lambda: demo.showing.going is Going.OFF)
    assert str(demo.showing.why) == "no chairs"
