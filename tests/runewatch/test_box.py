"""The box at a match: what is on the table as lights and sounds, and presses as requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from device.buttons import Press
from device.patterns import (
    DANGER,
    DARK,
    DOUBLE,
    FOUND,
    LONG,
    LONGS,
    NOW,
    REFUSED,
    SLOW,
    STEADY,
    WARNING,
    WINK,
    Pattern,
)
from engine.errors import RunewatchError
from engine.record import read_record, replay
from engine.verdict import Accepted
from engine.words import Words
from runewatch.box import Box
from runewatch.box.pressing import asked
from runewatch.box.showing import SOUNDS, WEIGHT, found, lasting, passing, sign, sounds
from runewatch.box.wiring import wiring
from runewatch.clocks import NotCounted, RanOut, Timing, Warned
from runewatch.events import Acted, Began, Ended, Paused
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live.moment import Entry, Moment
from runewatch.live.sitting import Announcement, Blind, FellDue, House, Lost, Times, Trouble
from runewatch.match import Match, begun
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import AcceptTable, Choose, EndTurn, Pause, Request, Resume, StepBack
from runewatch.settings import Settings, read_settings
from runewatch.settings.hardware import SOUNDS as KNOWN_SOUNDS
from tests.clock import Clock

POSITION = (
    "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | runes 1O 1J 2P 2W 3M 3D 4O 4T "
    "| bag rest"
)
MATCH = begun(Began("spell", {"edition": "2e"}, ("Ana", "Leo"), POSITION))
WHY = RunewatchError("it is gone")
LIGHTS = tuple(light.name for light in wiring(Settings()).lights)


def after(match: Match, *texts: str) -> Match:
    for text in texts:
        match = match.after(Acted(match.actor(), text))
    return match


def moment(match: Match | None = MATCH, *said: Announcement, number: int = 1, **more: Any) -> Moment:
    log = tuple(Entry(i, 0.0, one, match) for i, one in enumerate(said, 1))
    return Moment(number, match=match, log=log, **more)


def lit(one: Moment) -> dict[str, Pattern]:
    return {name: pattern for name, pattern in lasting(one, LIGHTS).items() if pattern is not DARK}


# -- lights ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "light", "pattern"),
    [
        ({}, "in-step", STEADY),
        ({"standing": Standing.IN_DOUBT}, "in-doubt", SLOW),
        ({"standing": Standing.OUT_OF_STEP}, "out-of-step", DOUBLE),
        ({"lost": WHY}, "out-of-step", WINK),
        ({"blind": WHY, "standing": Standing.IN_DOUBT}, "out-of-step", WINK),
    ],
)
def test_each_standing_has_a_light_and_a_pattern_of_its_own(
    more: dict[str, Any], light: str, pattern: Pattern
) -> None:
    assert lit(moment(**more)) == {light: pattern, "seat-1": STEADY}


def test_whose_turn_it_is() -> None:
    assert lit(moment(after(MATCH, "end")))["seat-2"] is STEADY
    assert lit(moment(MATCH.after(Paused())))["seat-1"] is WINK


def test_what_the_table_owes_is_signalled() -> None:
    assert lit(moment(owed=say.Outstanding(())))["signal"] is SLOW


@pytest.mark.parametrize(
    ("position", "pattern"),
    [
        ("bigbook | turn 2 black | madness 9", None),
        ("bigbook | turn 2 black | madness 2", DANGER),
        ("bigbook | turn 2 black | slots 2:standin.air.mill-2:! | todo top:black:1 act:black:all", NOW),
        ("bigbook | turn 6 black | madness 9 | todo hat:black:2 act:black:all", None),
    ],
)
def test_how_pressing_a_match_is_is_signalled(position: str, pattern: Pattern | None) -> None:
    match = begun(Began("bigbook", {}, (), f"{position} | black pool e1 e1"))
    assert lit(moment(match)).get("signal") is pattern


def test_where_nobody_in_particular_is_waited_for_it_is_signalled_too() -> None:
    opening = begun(Began("spell", {"edition": "2e"}))
    if any(request.by >= 0 for request in opening.rules.requests(opening.state)):
        pytest.skip("this match begins with a player")
    assert "signal" in lit(moment(opening))


def test_when_it_is_over_the_winners_blink_and_nothing_else() -> None:
    assert lit(moment(MATCH.after(Ended((1,), "spell.score")))) == {"seat-2": SLOW}
    assert lit(Moment()) == {}


def test_what_passes() -> None:
    def shown(*said: Announcement) -> list[tuple[str, Pattern]]:
        return list(passing(moment(), moment(), said))

    assert shown(FellDue(Warned(1, 10)), FellDue(RanOut(None))) == [("seat-2", WARNING), ("signal", WARNING)]
    assert shown(FellDue(NotCounted(3)), say.InStep(), Lost()) == []
    assert shown(say.Refused(0, "x"), Trouble(WHY)) == [("signal", REFUSED)] * 2


def found_by(monkeypatch: pytest.MonkeyPatch, before: set[str], now: set[str]) -> bool:
    first, second = moment(MATCH), moment(replace(MATCH))
    formed = {id(first.match): frozenset(before), id(second.match): frozenset(now)}
    monkeypatch.setattr("runewatch.box.showing._formed", lambda match: formed[id(match)])
    return found(first, second)


def test_what_can_newly_be_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_by(monkeypatch, {"a"}, {"a", "b"})
    assert not found_by(monkeypatch, {"a", "b"}, {"a"})
    assert not found_by(monkeypatch, set(), set())


def test_a_formed_rune_blinks() -> None:
    record = read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))
    rules = record.open()
    told = []
    for step in replay(record, rules):
        before, now = (moment(replace(MATCH, rules=rules, first=state)) for state in (step.before, step.after))
        events = step.verdict.events if isinstance(step.verdict, Accepted) else ()
        is_formed = any(event.name == "rune-formed" for event in events)
        if step.is_legal and rules.clock(step.before) == rules.clock(step.after):
            assert (("signal", FOUND) in passing(before, now, ())) == is_formed
            told.append(is_formed)
    assert 0 < sum(told) < len(told)


def test_the_turn_of_somebody_else_finds_nothing() -> None:
    assert not found(moment(), moment(after(MATCH, "end")))
    assert not found(moment(), moment())


# -- sounds ---------------------------------------------------------------------------------------------


def test_every_sound_of_the_settings_can_be_played() -> None:
    assert set(SOUNDS) == set(WEIGHT) == set(KNOWN_SOUNDS)


@pytest.mark.parametrize(
    ("said", "sound"),
    [
        (FellDue(Warned(0, 10)), "warning"),
        (FellDue(RanOut(0)), "warning"),
        (say.Refused(0, "x"), "refused"),
        (Trouble(WHY), "trouble"),
        (Blind(WHY), "trouble"),
        (Lost(WHY), "trouble"),
        (say.Kept(Ended((0,), "x")), "over"),
    ],
)
def test_what_is_said_is_heard(said: Announcement, sound: str) -> None:
    assert list(sounds(moment(), moment(), [said])) == [sound]


def test_a_change_of_standing_is_heard_once() -> None:
    doubt, out = moment(standing=Standing.IN_DOUBT), moment(standing=Standing.OUT_OF_STEP)
    assert list(sounds(moment(), doubt, ())) == ["question"]
    assert list(sounds(doubt, doubt, [say.InDoubt(())])) == []
    assert list(sounds(doubt, out, ())) == ["trouble"]
    assert list(sounds(out, moment(), [say.InStep(), Lost(), Blind()])) == []


def test_the_weightiest_comes_first() -> None:
    turned = moment(after(MATCH, "end"))
    assert list(sounds(moment(), turned, ())) == ["turn"]
    said: list[Announcement] = [FellDue(Warned(0, 1)), say.Refused(0, "x")]
    assert list(sounds(moment(), turned, said)) == ["refused", "warning", "turn"]


# -- the display ----------------------------------------------------------------------------------------


def test_the_scores() -> None:
    shown = sign(MATCH, Words())
    assert (len(shown.digits), shown.colon) == (4, True)
    assert [line.split() for line in shown.lines] == [[">", "Ana", "0"], ["Leo", "0"]]
    assert max(map(len, shown.lines)) <= 21
    assert sign(None, Words()).digits == ""


class Several:
    """Rules with as many points as the test wants."""

    def __init__(self, *points: int) -> None:
        self.told = points
        self.seats = tuple(f"seat {i}" for i in range(len(points)))

    def points(self, _: Any) -> tuple[int, ...]:
        return self.told

    def clock(self, _: Any) -> Any:
        return MATCH.rules.clock(MATCH.state)

    def requests(self, _: Any) -> tuple[Any, ...]:
        return ()


@pytest.mark.parametrize(
    ("points", "digits", "colon"),
    [((7,), " 7", False), ((120, 3), "99 3", True), ((5, 6, 7), "1- 5", False), ((), "", False)],
)
def test_any_number_of_scores(points: tuple[int, ...], digits: str, colon: bool) -> None:
    shown = sign(replace(MATCH, rules=Several(*points)), Words("fr"))  # type: ignore[arg-type]
    assert (shown.digits, shown.colon) == (digits, colon)


# -- presses --------------------------------------------------------------------------------------------

SEAT_1, SEAT_2, ARBITER = Press("button-1"), Press("button-2"), Press("arbiter")


@pytest.mark.parametrize(
    ("press", "more", "requests"),
    [
        (SEAT_1, {}, (EndTurn(by=0),)),
        (SEAT_2, {}, (EndTurn(by=1),)),
        (Press("button-3"), {}, ()),
        (ARBITER, {}, (StepBack(),)),
        (ARBITER, {"standing": Standing.IN_DOUBT}, (Choose(0),)),
        (ARBITER, {"standing": Standing.OUT_OF_STEP}, (AcceptTable(),)),
        (ARBITER, {"match": MATCH.after(Paused())}, (Resume(),)),
        (Press("arbiter", long=True), {}, (Pause(),)),
        (Press("arbiter", long=True), {"match": MATCH.after(Paused())}, (Resume(),)),
        (SEAT_1, {"match": None}, ()),
        (ARBITER, {"match": None}, ()),
    ],
)
def test_what_a_press_asks_for(press: Press, more: dict[str, Any], requests: tuple[Request, ...]) -> None:
    assert asked(press, moment(**more)) == requests


def test_a_button_ends_no_turn_where_it_is_not_to() -> None:
    assert asked(SEAT_1, moment(), ends_turns=False) == ()


def test_a_long_press_takes_the_whole_draft_back() -> None:
    held = Press("button-1", long=True)
    played = after(MATCH, "shift b4 right", "flip c3")
    requests = asked(held, moment(played))
    assert requests == (StepBack(), StepBack())
    ended = after(played, "end")
    assert asked(held, moment(ended)) == (StepBack(),)


# -- all together ---------------------------------------------------------------------------------------


@dataclass
class Table:
    """A table that only remembers what it was asked."""

    house: House
    moments: Listeners[Moment] = field(default_factory=Listeners)
    box: Box | None = None
    moment: Moment = field(default_factory=Moment)
    asked: list[Request] = field(default_factory=list)

    def ask(self, asked: Request, /) -> None:
        self.asked.append(asked)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal, Listeners[Any]() as listeners:
        yield Table(House(journal, listeners, Timing(), Times()))


@dataclass
class Scene:
    """A box at a table, led by hand."""

    box: Box
    table: Table
    clock: Clock

    def hear(self, one: Moment) -> None:
        self.table.moment = one
        self.box.hear(one)
        self.box.panel.step()

    def levels(self, name: str) -> list[float]:
        line: Any = self.box.panel._lines.outputs[name]
        return list(line.levels)

    def press(self, name: str, seconds: float) -> None:
        self.box.press(name, True)
        self.clock.now += seconds
        self.box.panel.step()
        self.box.press(name, False)


@pytest.fixture
def scene(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("device.panel.Panel.start", lambda panel: panel)
    settings = read_settings("[buzzer]\npin = 12\n[display]\nkind = 'digits'\n[box]\npins = 'simulated'", "")
    clock = Clock()
    with Box(settings, Words(), clock) as box:
        box.attach(table)
        yield Scene(box, table, clock)


def test_a_match_lights_the_box(scene: Scene) -> None:
    assert scene.table.box is scene.box
    scene.hear(moment())
    assert scene.levels("in-step") == [1]
    assert scene.levels("seat-1") == [1]
    assert scene.levels("seat-2") == [0]
    assert scene.box.sign.digits == " 0 0"


def test_moments_that_come_late_change_nothing(scene: Scene) -> None:
    scene.hear(moment(number=5))
    scene.hear(moment(None, number=4))
    assert scene.levels("in-step") == [1]


def test_what_was_said_is_shown_once(scene: Scene) -> None:
    refused = say.Refused(0, "x")
    scene.hear(moment(MATCH, refused, number=1))
    shown = {one.name: one.pattern for one in scene.box.panel.shown()}
    assert (shown["signal"], shown["buzzer"]) == (REFUSED, LONG)
    scene.clock.now += 10
    scene.hear(moment(MATCH, refused, number=2))
    shown = {one.name: one.pattern for one in scene.box.panel.shown()}
    assert (shown["signal"], shown["buzzer"]) == (DARK, DARK)


def test_only_the_sounds_that_are_wished_are_heard(scene: Scene) -> None:
    scene.hear(moment())
    scene.clock.now += 10
    scene.hear(moment(after(MATCH, "end"), number=2))
    assert scene.box.panel.shown()[-1].pattern is DARK
    scene.hear(moment(standing=Standing.OUT_OF_STEP, number=3))
    assert scene.box.panel.shown()[-1].pattern is LONGS


def test_presses_are_asked_of_the_table(scene: Scene) -> None:
    scene.hear(moment())
    scene.press("button-1", 0.2)
    scene.press("arbiter", 1.5)
    assert scene.table.asked == [EndTurn(by=0), Pause()]


def test_the_page_hears_of_every_change(scene: Scene) -> None:
    heard = scene.box.shown.listen("page")
    scene.hear(moment())
    told = []
    while (shown := heard.take(timeout=0)) is not None:
        told.append({one.name: one.pattern.name for one in shown})
    assert told[-1]["in-step"] == "steady"
    assert set(told[-1]) == {*LIGHTS, "buzzer"}


def test_lines_that_fail_are_told_to_everybody(table: Table) -> None:
    heard = table.house.listeners.listen("test")
    with Box(read_settings("[box]\npins = 'pigpio'", ""), Words()) as box:
        box.attach(table)
    told = heard.take(timeout=0)
    assert isinstance(told, Trouble)
    assert "pigpio" in str(told.why)
