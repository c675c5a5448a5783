"""A board of points played by hand on the simulated table, gem by gem, and refereed through frames alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Rules
from runewatch.events import Acted, Began, SteppedBack
from runewatch.live.acting import Deed
from runewatch.referee import announcements as say
from tests.runewatch.acted import Room

PLAYED = "spellbook | south F2 E5 W7 F9 F12 A20 | north W10 A3 | turn south | round 6"


@pytest.fixture(scope="module", autouse=True)
def _data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A house of its own, in which the printed gems are learnt once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUNEWATCH_DATA", str(tmp_path_factory.mktemp("gems")))
        yield


@pytest.fixture(name="room")
def _room(tmp_path: Path) -> Iterator[Callable[[], Room]]:
    """Opens the match at the simulated table."""
    rooms: list[Room] = []

    def opened() -> Room:
        rooms.append(Room(tmp_path, Began("spellbook", {}, (), PLAYED)))
        return rooms[-1]

    yield opened
    for one in rooms:
        one.close()


def deeds_of(rules: Rules[Any, Any], state: Any, texts: Sequence[str]) -> Iterator[Deed]:
    """What people do, action by action; ``!`` is tried although it is not legal."""
    for text in texts:
        action = rules.read_action(state, text.lstrip("!"))
        if text.startswith("!"):
            yield Deed(rules.attempted(state, action), "", state, is_fault=True)
            continue
        after = rules.played(state, action)
        is_said = rules.shown(action) == "said"
        yield Deed(None if is_said else rules.layout(after), text if is_said else "", after)
        state = after


def played(here: Room, *texts: str) -> Room:
    match = here.sitting.match
    told = list(deeds_of(match.rules, match.state, texts))
    here.play(told)
    assert here.sitting.match.state == told[-1].expected
    return here


def acted(here: Room) -> list[str]:
    return [one.text for one in here.kept() if isinstance(one, Acted)]


def test_gems_are_placed_moved_and_taken_and_a_wrong_one_is_put_right(room: Callable[[], Room]) -> None:
    here = played(room(), "!move 2-18", "move 2-10", "!place air 10", "place earth 6 14 22")
    assert acted(here)[-1] == "place earth 6 14 22"
    named = [one.breaches[0].rule for one in here.said(say.OutOfStep)]
    assert named == ["spellbook.move.one-step", "spellbook.place.empty-points"]


def test_gems_that_come_one_by_one_are_one_placing(room: Callable[[], Room]) -> None:
    here = room()
    rules, state = here.sitting.match.rules, here.sitting.match.state
    told = [next(deeds_of(rules, state, (text,))) for text in ("place air 13", "place air 13 15")]
    here.play(told)
    kept = [type(one) for one in here.kept()[1:]]
    assert kept == [Acted, SteppedBack, Acted]
    assert acted(here)[-1] == "place air 13 15"
    assert here.said(say.OutOfStep) == []
