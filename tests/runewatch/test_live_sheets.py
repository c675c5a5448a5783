"""A match at the simulated table, its camera over dice and board at once: what is kept is what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from device.cameras.shot import Shot
from engine.catalogue import game_named
from engine.contract import Rules
from runewatch.events import Acted, Began
from runewatch.live.handling import as_laid
from runewatch.live.opening import TILT, WIDE
from runewatch.live.watching import Look, Watcher
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.sight.drawn import drawn_profile
from runewatch.sight.looking import Hints, Sights, layout_of, sights, unseen
from runewatch.simulated import Wish, in_view, scene_of
from tests.runewatch.refereeing import Camera, Sitting
from vision.scene.setting import Scene
from vision.sighting import Sighting

SETUP = {"players": 2, "camera": "both"}
ROLL = (
    "archimage camera=both | board 1p=r2 1q=b3 1a=g3 2p=g2 2q=y2 12=transmutation-earth 16=synergy-fire"
    " 26=synergy-water 36=synergy-air 46=synergy-earth | mages shaman=v1 witch=v2 | dice shaman=r,r,b witch=y,g,g"
    " | phase roll | turn shaman | first shaman | round 1"
)
FELL = {"tray-shaman": "die-blue-3 die-red-2 die-red-6", "tray-witch": "die-green-4 die-green-6 die-yellow-5"}


class Photographed(Camera):
    """Takes pictures of the simulated table and reads them."""

    sights: Sights
    scene: Scene

    def sighting(self, layout: Mapping[str, Any], *, overlay: bool = False) -> Sighting:
        self.taken = getattr(self, "taken", 0) + 1
        if self.taken == 1:
            self.where = self.sights.where(self.scene.picture({}), Hints())
        return self.sights.seen(self.scene.picture(layout, moment=float(self.taken)), self.where)


@pytest.fixture(scope="module")
def eyes() -> tuple[Sights, Scene]:
    game = game_named("archimage")
    rules = game.open(SETUP)
    return sights(rules, drawn_profile(game.open(game.sight))), scene_of(rules, Wish(size=WIDE, tilt=TILT, seed=4))


@pytest.fixture
def sit(eyes: tuple[Sights, Scene]) -> Sitting:
    match = begun(Began("archimage", SETUP, (), ROLL))
    camera = Photographed(match.rules.watched())
    camera.sights, camera.scene = eyes
    return Sitting(match, camera)


def changed(sit: Sitting, changes: Mapping[str, str]) -> None:
    """The table as the match has it, with these changes, looked at."""
    plan = sit.camera.plan
    things = {thing.name: thing for thing in plan.things}
    layout = dict(as_laid(plan, in_view(plan, sit.rules.layout(sit.state))))
    layout |= {place: tuple(things[name] for name in names.split()) for place, names in changes.items()}
    sit.look({place: lying for place, lying in layout.items() if lying}, frames=3)


def linger(sit: Sitting) -> None:
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)


def standing(sit: Sitting) -> Standing:
    """Asked anew each time: it changes."""
    return sit.referee.standing


def kept(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def test_dice_are_read_a_seal_is_seen_broken_and_what_may_not_be_is_told(sit: Sitting) -> None:
    changed(sit, FELL)
    assert not kept(sit), "nobody confirmed it"
    for place, names in FELL.items():
        spots = sit.referee.aloud.places[place]
        assert sorted(spot.shows.name for spot in spots) == names.split()
        sit.referee.request(ask.Confirm(place, tuple(names.split())))
    assert kept(sit) == ["roll shaman r2 r6 b3", "roll witch y5 g4 g6"]
    broken = {"v1": "", "1q": "mage-shaman"}
    changed(sit, broken)
    assert len(kept(sit)) == 2
    assert standing(sit) is Standing.IN_STEP, "the dice are still to be paid"
    after = sit.rules.layout(sit.rules.played(sit.state, sit.rules.read_action(sit.state, "break 1q with b3")))
    plan = sit.camera.plan
    paid = {name: after.get(name, ()) for name in ("tray-shaman", "zone-blue")}
    dice = {name: " ".join(one.name for one in things) for name, things in as_laid(plan, paid).items()}
    changed(sit, broken | dice)
    assert kept(sit)[2:] == ["break 1q with b3"]
    assert not sit.of(say.OutOfStep)
    # the witch has no blue die, and 12 is behind other seals
    changed(sit, {"v2": "", "12": "mage-witch"})
    linger(sit)
    assert standing(sit) is Standing.OUT_OF_STEP
    told = sit.of(say.OutOfStep)[-1]
    assert {one.place for one in told.differences} == {"v2", "12"}
    assert told.breaches
    changed(sit, {})
    assert standing(sit) is Standing.IN_STEP
    assert len(kept(sit)) == 3


def test_what_is_in_view_is_used_and_the_rest_told_to_be_missing(eyes: tuple[Sights, Scene]) -> None:
    every, scene = eyes
    rules: Rules[Any, Any] = every.rules
    plan = rules.watched()
    things = {thing.name: thing for thing in plan.things}
    layout = {"1p": (things["seal-red-2"],), "tray-witch": (things["die-green-4"],)}
    for name in ("dice", "board"):
        left = tuple(one for one in scene.sheets if is_left(one.x) == (name == "dice"))
        picture = replace(scene, sheets=left).picture(layout)
        watcher = Watcher(every)
        seen = [watcher.see(Shot.of(picture, number / 10), is_optional=True) for number in range(25)]
        sighting = next(one.sighting for one in seen if one.sighting is not None)
        assert seen[-1].look is Look.RESTING
        assert [one.name for one, told in zip(plan.sheets, sighting.sheets, strict=True) if told] == [name]
        assert len(unseen(plan, sighting)) == 1
        assert layout_of(plan, sighting) == {
            place: lying for place, lying in layout.items() if (place == "1p") == (name == "board")
        }


def is_left(x: float) -> bool:
    """Whether it is the sheet of dice that lies there."""
    return x < -8


PICK = ROLL.replace("shaman=r,r,b ", "").replace("roll |", "pick | picks shaman |").replace("round 1", "round 0")


def test_dice_that_lie_as_they_were_picked_are_not_rolled_yet(eyes: tuple[Sights, Scene]) -> None:
    match = begun(Began("archimage", SETUP, (), PICK))
    camera = Photographed(match.rules.watched())
    camera.sights, camera.scene = eyes
    sit = Sitting(match, camera)
    after = sit.rules.layout(sit.rules.played(sit.state, sit.rules.read_action(sit.state, "pick r r b")))
    lies = {name: " ".join(one.name for one in after.get(name, ())) for name in ("zone-red", "zone-blue")}
    taken = {"tray-shaman": "die-blue-4 die-red-2 die-red-5", "tray-witch": "die-green-1 die-green-3 die-yellow-6"}
    changed(sit, lies | taken)
    assert kept(sit) == ["pick r r b"]
    assert sit.referee.aloud.unrolled == set(taken)
    changed(sit, taken | {"tray-shaman": "die-blue-4 die-red-2 die-red-6"})
    assert sit.referee.aloud.unrolled == {"tray-witch"}
    assert set(sit.referee.aloud.sure) == {"tray-shaman"}
