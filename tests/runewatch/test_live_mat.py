"""A round opened at the simulated mat, read from its pictures: what is kept must be what was done."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from device.cameras.shot import Shot
from engine.table import Difference, Layout, Thing
from runewatch.events import Acted, Began
from runewatch.live import following
from runewatch.live.handling import as_laid
from runewatch.live.obliging import Obliging
from runewatch.live.sources import Simulated
from runewatch.live.watching import Look, Watcher
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.sight.looking import board, sights
from runewatch.sight.mats import mat_reader
from runewatch.simulated import Wish, in_view, scene_of
from tests.runewatch.refereeing import Camera, Sitting
from vision.board import Found, find
from vision.profile import Profile
from vision.scene.table import SimulatedTable
from vision.sighting import Sighting

KEPT = """
said  magician black standin.mag.water.m
said  magician violet standin.mag.air.f
seen  reveal standin.lib.earth.1
seen  reveal standin.lib.water.1
seen  reveal standin.lib.fire.1
seen  reveal standin.lib.air.1
seen  cover standin.cover.moth
said  first violet
seen  book 1
seen  page standin.page.candle
said  discard e1
said  discard w1
seen  lay 2 standin.water.support
seen  lay 3-left standin.fire.madness
seen  lay 3-right standin.air.discard-element
said  cast base.ice with w1
"""


class Photographed(Camera):
    """Takes pictures of the simulated table and reads them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rules = begun(Began("bigbook", {"players": 2})).rules
        self.scene = scene_of(self.rules, Wish(size=(1280, 720), tilt=4.0, seed=5), plan=self.plan)
        self.reader = mat_reader(self.rules, self.plan)
        self.taken = 0
        self.view = find(self.scene.picture({}), self.plan).view

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        self.taken += 1
        laid = as_laid(self.plan, in_view(self.plan, layout))
        return self.reader.read(self.scene.picture(laid, moment=float(self.taken)), self.view)


@pytest.fixture(scope="module")
def sit() -> Sitting:
    match = begun(Began("bigbook", {"players": 2}))
    return Sitting(match, Photographed(match.rules.watched()))


def look(sit: Sitting, changes: Mapping[str, str] | None = None) -> None:
    """The table as the match has it, with these changes, looked at until each place had its turn."""
    things: dict[str, Thing] = {thing.name: thing for thing in sit.referee.plan.things}
    changed = {place: (things[name],) if name else () for place, name in (changes or {}).items()}
    sit.look({**sit.rules.layout(sit.state), **changed}, frames=4)


def say_so(sit: Sitting, *texts: str) -> None:
    for text in texts:
        sit.referee.request(ask.Say(text))


def kept(sit: Sitting) -> list[str]:
    acted = (event for event in sit.kept if isinstance(event, Acted))
    return [f"{'seen' if event.seen else 'said'}  {event.text}" for event in acted]


def test_a_round_is_opened_and_each_card_is_known(sit: Sitting) -> None:
    look(sit)
    say_so(sit, "magician black standin.mag.water.m", "magician violet standin.mag.air.f")
    look(sit, {f"library-{element}": f"standin.lib.{element}.1" for element in ("earth", "water", "fire", "air")})
    sit.referee.request(ask.Confirm())
    look(sit, {"panel": "standin.cover.moth"})
    sit.referee.request(ask.Confirm())
    say_so(sit, "first violet")
    look(sit, {"space-0": "", "space-1": "book"})
    look(sit, {"monster": "standin.cover.moth", "panel": "standin.page.candle"})
    sit.referee.request(ask.Confirm())
    say_so(sit, "discard e1", "discard w1")
    look(sit, {"slot-2": "standin.water.support", "slot-3-left": "standin.fire.madness",
               "slot-3-right": "standin.air.discard-element"})  # fmt: skip
    sit.referee.request(ask.Confirm())
    say_so(sit, "cast base.ice with w1")
    look(sit)
    assert kept(sit) == KEPT.split("\n")[1:-1]
    assert sit.referee.standing is Standing.IN_STEP
    assert not sit.referee.owed
    assert not sit.of(say.OutOfStep)
    assert sit.referee.relied == {place.name for place in sit.rules.watched().places}


def test_a_curse_in_a_wrong_slot_and_a_spell_straightened_too_soon_are_told(sit: Sitting) -> None:
    look(sit, {"slot-2": "", "slot-5": "standin.water.support"})
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)
    assert [breach.rule for breach in sit.of(say.OutOfStep)[-1].breaches] == ["bigbook.round.multi-place"]
    assert {one.place for one in sit.of(say.OutOfStep)[-1].differences} == {"slot-2", "slot-5"}
    ice = next(name for name, things in sit.rules.layout(sit.state).items() if things[0].sideways == "base.ice")
    look(sit, {ice: "base.ice"})
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)
    assert [breach.rule for breach in sit.of(say.OutOfStep)[-1].breaches] == ["bigbook.spell.exhausted-until"]


# -- the loop -----------------------------------------------------------------------------------------------


def test_a_table_without_a_mat_is_looked_over_seldom(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def found(*args: Any) -> Found:
        looked.append(args)
        return board(*args)

    monkeypatch.setattr(following, "board", found)
    bare = scene_of(sit.rules, Wish(size=(640, 360), has_mat=False), plan=sit.rules.watched())
    watcher = Watcher(sights(sit.rules, Profile("", ())))
    looks = [watcher.see(Shot.of(bare.picture({}), number / 10), is_optional=True).look for number in range(70)]
    assert looks[-1] is Look.LOST
    assert 1 <= len(looked) <= 2


def test_hands_at_the_simulated_table_do_what_was_said(sit: Sitting) -> None:
    assert isinstance(sit.camera, Photographed)
    plan, before = sit.rules.watched(), sit.rules.layout(sit.state)
    place = next(name for name, things in before.items() if things[0].name == "base.growth")
    turned = next(thing for thing in plan.things if thing.sideways == "base.growth")
    table = SimulatedTable(sit.camera.scene, as_laid(plan, in_view(plan, before)))
    match, owed = sit.referee.match, (Difference(place, (turned,), before[place]),)
    Obliging().carry_out(
        SimpleNamespace(match=match, referee=SimpleNamespace(behind=owed)),  # type: ignore[arg-type]
        Simulated(table, steady=lambda: 0.0),
    )
    assert table.goal[place] == (turned,)
    assert {name: things for name, things in table.goal.items() if name != place} == {
        name: things for name, things in as_laid(plan, in_view(plan, before)).items() if name != place
    }


@pytest.mark.parametrize("by_hand", [False, True])
def test_what_was_taken_back_while_hands_were_doing_it_is_undone(sit: Sitting, by_hand: bool) -> None:
    """The camera saw nothing of it, so nothing is owed; but what people themselves have turned is theirs."""
    assert isinstance(sit.camera, Photographed)
    plan, before = sit.rules.watched(), sit.rules.layout(sit.state)
    place = next(name for name, things in before.items() if things[0].name == "base.growth")
    turned = next(thing for thing in plan.things if thing.sideways == "base.growth")
    lying = as_laid(plan, in_view(plan, before))
    table, now = SimulatedTable(sit.camera.scene, lying), 0.0
    source = Simulated(table, steady=lambda: now)
    owing = SimpleNamespace(match=sit.referee.match, referee=SimpleNamespace(behind=()))
    hands = Obliging()
    if by_hand:
        table.put({**lying, place: (turned,)})
    else:
        owing.referee.behind = (Difference(place, (turned,), before[place]),)
        hands.carry_out(owing, source)  # type: ignore[arg-type]
        owing.referee.behind = ()
        hands.carry_out(owing, source)  # type: ignore[arg-type]
        assert table.goal[place] == (turned,), "the hands are busy still"
    now = table.free
    hands.carry_out(owing, source)  # type: ignore[arg-type]
    assert table.goal[place] == ((turned,) if by_hand else before[place])


def test_what_there_is_one_of_is_carried_on_from_where_it_was_put_in_passing(sit: Sitting) -> None:
    """Two moves were said before the camera saw the first."""
    assert isinstance(sit.camera, Photographed)
    plan, before = (
        sit.rules.watched(),
        as_laid(sit.rules.watched(), in_view(sit.rules.watched(), sit.rules.layout(sit.state))),
    )
    start = next(name for name, things in before.items() if things[0].name == "book")
    book, passed, end = before[start], "space-4", "space-5"
    assert start not in (passed, end)
    lying = {name: things for name, things in before.items() if name != start}
    table = SimulatedTable(sit.camera.scene, {**lying, passed: book})
    owed = (Difference(start, (), book), Difference(end, book, ()))
    rules = SimpleNamespace(
        watched=lambda: plan,
        layout=lambda state: {**lying, end: book},
        clock=sit.rules.clock,
        facing=sit.rules.facing,
    )
    match = SimpleNamespace(rules=rules, state=sit.state)
    Obliging().carry_out(
        SimpleNamespace(match=match, referee=SimpleNamespace(behind=owed)),  # type: ignore[arg-type]
        Simulated(table, steady=lambda: 0.0),
    )
    assert table.goal == {**lying, end: book}
