"""A hand laid on the gap ends the turn, and hardly anything else does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.cameras.shot import Shot
from engine.catalogue import game_named
from runewatch.events import Acted, Began, Corrected, Paused
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import following, opening
from runewatch.live.gesture import ends_turn, is_expected
from runewatch.live.service import Service
from runewatch.live.sitting import House, Sitting, Times
from runewatch.live.watching import LAID, Look, Watched, Watcher
from runewatch.match import Match, begun
from runewatch.referee import requests as ask
from runewatch.settings import Settings, overridden
from runewatch.sight.looking import Sights
from tests.clock import Clock
from tests.runewatch.acted import RATE
from tests.runewatch.refereeing import Camera
from vision.board import Anchor, Found
from vision.sighting import Sighting
from vision.stillness import Rest, Stir

POSITION = (
    "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | round 2 | runes 1O 1J 2P 2W 3M 3D 4O 4T "
    "| bag rest"
)
BEGAN = Began("spell", {"edition": "2e"}, ("Ana", "Leo"), POSITION)
MOVED = Acted(0, "move c3", seen=True)
GAP = ("d4", "d5", "e4")
"""What a hand covers whose fingers lie on the gap: it is a corner."""


def match_after(*events: Any) -> Match:
    match = begun(BEGAN)
    for event in events:
        match = match.after(event)
    return match


def sightings(match: Match, *hidden: str) -> tuple[Sighting, Sighting]:
    """The table at rest, and with a hand."""
    plan, layout = match.rules.plan(), match.rules.layout(match.state)
    return Camera(plan).sighting(layout), Camera(plan, hidden=hidden).sighting(layout)


def is_end(match: Match, rested: Sighting, laid: Sighting) -> bool:
    return ends_turn(match, match.rules.plan(), rested, laid)


# -- which place it is ------------------------------------------------------------------------------------


def test_the_gap_is_the_place_and_only_while_a_turn_is_on() -> None:
    match = begun(BEGAN)
    assert match.rules.gesture(match.state) == ("d4",)
    shifted = match_after(Acted(0, "shift b4 right"))
    assert shifted.rules.gesture(shifted.state) == ("a4",)
    fresh = game_named("spell").open({})
    assert fresh.gesture(fresh.start()) == ()


# -- what is the gesture ----------------------------------------------------------------------------------


def test_a_hand_on_the_gap_ends_the_turn() -> None:
    match = match_after(MOVED)
    assert is_end(match, *sightings(match, *GAP))


def test_a_hand_elsewhere_does_not() -> None:
    match = match_after(MOVED)
    assert not is_end(match, *sightings(match, "c4", "c5"))
    assert not is_end(match, *sightings(match))


def test_a_turn_in_which_nothing_was_done_is_not_ended() -> None:
    match = begun(BEGAN)
    assert not is_end(match, *sightings(match, *GAP))
    ended = match_after(MOVED, Acted(0, "end"))
    assert not is_end(ended, *sightings(ended, *GAP))


def test_nor_one_that_is_paused() -> None:
    match = match_after(MOVED, Paused())
    assert not is_end(match, *sightings(match, *GAP))


def test_what_was_covered_before_is_no_news() -> None:
    match = match_after(MOVED)
    _, laid = sightings(match, *GAP)
    assert not is_end(match, laid, laid)


def test_a_place_merely_grazed_is_not_covered() -> None:
    match = match_after(MOVED)
    rested, laid = sightings(match, *GAP)
    grazed = {name: replace(one, hidden=min(one.hidden, 0.8)) for name, one in laid.places.items()}
    assert not is_end(match, rested, replace(laid, places=grazed))


def test_somebody_who_leans_over_the_board_ends_nothing() -> None:
    match = match_after(MOVED)
    half = [place.name for place in match.rules.plan().places if place.kind == "frame"] + list(GAP)
    assert not is_end(match, *sightings(match, *half))


def test_a_hand_that_has_moved_something_ends_nothing() -> None:
    match = match_after(MOVED)
    rested, _ = sightings(match)
    rules = match.rules
    pushed = rules.play(match.state, rules.read_action(match.state, "shift b4 right"))
    laid = Camera(rules.plan(), hidden=GAP).sighting(rules.layout(pushed))
    assert not is_end(match, rested, laid)


def test_what_is_still_owed_has_to_be_put_right_first() -> None:
    match = match_after(MOVED)
    before = begun(BEGAN)
    rested = Camera(match.rules.plan()).sighting(before.rules.layout(before.state))
    _, laid = sightings(match, *GAP, "b3", "c3")
    assert not is_end(match, rested, laid)


def test_a_correction_in_the_turn_counts_as_something_done() -> None:
    corrected = match_after(Corrected(POSITION))
    assert is_end(corrected, *sightings(corrected, *GAP))


# -- when a frame with a hand is read ---------------------------------------------------------------------


class Script:
    """In place of stillness: what is said frame by frame."""

    def __init__(self, *rests: Rest) -> None:
        self._rests = iter(rests)

    def step(self, frame: Any, seconds: float) -> Rest:
        return next(self._rests)


def test_a_hand_is_looked_at_once_each_time_it_lies_still(monkeypatch: pytest.MonkeyPatch) -> None:
    sighting = Sighting({}, 1.0)
    sight: Any = SimpleNamespace(plan=None, seen=lambda *_, **__: sighting)
    found = Found(None, 1.0, "mat")  # type: ignore[arg-type]
    monkeypatch.setattr(following, "board", lambda *_, **__: found)
    monkeypatch.setattr(Anchor, "of", lambda *_: SimpleNamespace(found=found))
    rest, hand = Rest(Stir.AT_REST, 1.0, 1), Rest(Stir.HAND, 0.5, 1)
    laid, longer = replace(hand, still_for=LAID), replace(hand, still_for=LAID + 1)
    script: Any = Script(hand, laid, rest, hand, laid, longer, hand, laid, Rest(Stir.MOVING, 0.0, 1), laid)
    watcher = Watcher(Sights(None, (sight,)), stillness=script)  # type: ignore[arg-type]
    frame = np.zeros((8, 8, 3), np.uint8)
    seen = [watcher.see(Shot.of(frame, i / 10), hands=True) for i in range(10)]
    read = [i for i, one in enumerate(seen) if one.look is Look.HAND and one.sighting is not None]
    # not before the board was found, and not twice in the same place
    assert read == [4, 7, 9]
    script._rests = iter((hand, laid))
    assert [watcher.see(Shot.of(frame, 2 + i), hands=False).sighting for i in range(2)] == [None, None]


# -- what the service makes of it -------------------------------------------------------------------------


@pytest.fixture
def hours() -> Clock:
    return Clock(0)


@pytest.fixture
def sitting(tmp_path: Path, hours: Clock) -> Iterator[Sitting]:
    with Journal.open(tmp_path / "journal.db") as journal, Listeners[Any]() as listeners:
        yield Sitting.begin(House(journal, listeners, times=Times(hours, hours)), BEGAN)


def ends(sitting: Sitting) -> int:
    events = [one.event for one in sitting.house.journal.events(sitting.number)]
    return sum(isinstance(event, Acted) and event.text == "end" for event in events)


class Seen:
    """In place of a watcher: what it would see."""

    def __init__(self) -> None:
        self.next = Watched(Look.MOVING)
        self.asked = False

    def see(self, shot: Any, *, overlay: bool, hands: bool, is_calm: bool, is_optional: bool) -> Watched:
        self.asked = hands
        return self.next if hands or self.next.look is not Look.HAND else replace(self.next, sighting=None)


FRAME = np.zeros((4, 4, 3), np.uint8)


class Room:
    """A service whose frames are made up."""

    def __init__(self, sitting: Sitting, *, gestures: bool = True) -> None:
        self.seen = Seen()
        source: Any = SimpleNamespace(
            shot=lambda: Shot.of(FRAME, 0.0), ease=lambda is_calm: None, close=lambda: None
        )
        watcher: Any = self.seen
        self.sitting = sitting
        self.service = Service(sitting, watcher, source, gestures=gestures)

    def step(self, look: Look, *hidden: str) -> None:
        match = self.sitting.match
        sighting = Camera(match.rules.plan(), hidden=hidden).sighting(match.rules.layout(match.state))
        self.seen.next = Watched(look, sighting)
        self.service.step()


def test_the_turn_is_ended_once_until_the_hand_has_left(sitting: Sitting) -> None:
    room = Room(sitting)
    sitting.request(ask.Say("move c3"))
    room.step(Look.RESTING)
    room.step(Look.HAND, *GAP)
    assert ends(sitting) == 1
    sitting.request(ask.Say("move c1"))
    assert is_expected(sitting.match)
    room.step(Look.HAND, *GAP)
    assert not room.seen.asked
    assert ends(sitting) == 1
    room.step(Look.RESTING, *GAP)
    room.step(Look.HAND, *GAP)
    assert ends(sitting) == 1
    room.step(Look.RESTING)
    room.step(Look.HAND, *GAP)
    assert ends(sitting) == 2


def test_no_gesture_before_the_table_was_seen_at_rest(sitting: Sitting) -> None:
    room = Room(sitting)
    sitting.request(ask.Say("move c3"))
    room.step(Look.HAND, *GAP)
    assert not room.seen.asked and ends(sitting) == 0


def test_hands_mean_nothing_unless_the_settings_say_so(sitting: Sitting) -> None:
    room = Room(sitting, gestures=False)
    sitting.request(ask.Say("move c3"))
    room.step(Look.RESTING)
    room.step(Look.HAND, *GAP)
    assert not room.seen.asked and ends(sitting) == 0


# -- through frames ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
def test_on_the_simulated_table(sitting: Sitting, hours: Clock) -> None:
    settings: Settings = overridden(Settings(), ["turn.ends=gesture", f"camera.rate={RATE}"])
    source = opening.simulated(sitting, settings, hours.sleep)
    service = opening.service(sitting, settings, source)

    def watch(until: float) -> None:
        while source.now() < until:
            service.step()

    watch(2.5)
    # nothing was done yet, so this hand only thinks
    watch(source.table.reach("d4", stay=2.0) + 1.5)
    assert ends(sitting) == 0
    rules, state = sitting.match.rules, sitting.match.state
    after = rules.play(state, rules.read_action(state, "shift b4 right"))
    watch(source.table.show(rules.layout(after)) + 3)
    assert sitting.match.state == after
    watch(source.table.reach("b2", side=180.0, stay=2.0) + 1.5)
    assert ends(sitting) == 0
    watch(source.table.reach("a4", stay=3.0) + 1.5)
    assert ends(sitting) == 1
    assert rules.clock(sitting.match.state).seat == 1
