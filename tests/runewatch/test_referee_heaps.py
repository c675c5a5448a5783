"""The referee where dice lie side by side: what is picked and paid is seen, rolls are read aloud and confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from engine.table import Layout, Thing
from runewatch.events import Acted, Began, Paused, Resumed
from runewatch.live.handling import as_laid
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.simulated import in_view
from tests.runewatch.refereeing import Camera, Sitting
from vision.sighting import NOTHING, Heap, One, Sighting

BOARD = (
    "circle=1 | board 1p=r2 1q=b3 2p=g2 16=synergy-fire 26=synergy-water 36=synergy-air 46=synergy-earth"
    " | mages shaman=v1 witch=v2"
)
TURN = f"archimage {BOARD} | dice shaman=r2,r5,b3 witch=b1,g4,g6 | turn shaman | first shaman | round 1"
ROLL = f"archimage {BOARD} | dice shaman=r,r,b witch=b,g,g | phase roll | turn shaman | first shaman | round 1"
PICK = f"archimage {BOARD} | phase pick | picks shaman witch | turn shaman | first shaman | round 0"
Wrong = Mapping[str, Mapping[str, str]]


class Overhead(Camera):
    """Sees nothing but the sheet of dice. ``taken`` are names it takes for others, place by place; it tells
    that everything lies ``at`` one spot, or nothing of it."""

    taken: Wrong = MappingProxyType({})
    doubts: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    at: float | None = None

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        shown = as_laid(self.plan, in_view(self.plan, layout))
        places = [place for place in self.plan.places if place.many]
        return Sighting({}, 1.0, heaps={place.name: self._heap(place.name, shown) for place in places})

    def _heap(self, place: str, shown: Layout) -> Heap:
        wrong = self.taken.get(place, {})
        names = [wrong.get(thing.name, thing.name) for thing in shown.get(place, ())]
        return Heap(tuple(self._one(place, name) for name in names if name))

    def _one(self, place: str, name: str) -> One:
        fellow = next(thing for thing in self.plan.things if thing.name == name)
        alike = [one.name for one in self.plan.things if one.colour == fellow.colour and one.pips]
        rest = {} if fellow.pips == 0 else dict.fromkeys(alike, 0.01)
        at = None if self.at is None else (self.at, 0.0)
        return One({NOTHING: 0.02, **rest, name: 0.95}, self.doubts.get(place, ()), at)


def sitting(position: str) -> Sitting:
    match = begun(Began("archimage", {"circle": "1", "camera": "dice"}, (), position))
    return Sitting(match, Overhead(match.rules.watched()))


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def after(sit: Sitting, *texts: str) -> Layout:
    rules, state = sit.rules, sit.state
    for text in texts:
        state = rules.played(state, rules.read_action(state, text))
    return rules.layout(state)


def with_dice(sit: Sitting, place: str, *names: str) -> Layout:
    things = {thing.name: thing for thing in sit.referee.plan.things}
    return {**sit.table, place: tuple(things[name] for name in sorted(names))}


def swept(sit: Sitting, *trays: str) -> Layout:
    """All dice of these trays lie in their zones."""
    table = dict(sit.table)
    things = {thing.name: thing for thing in sit.referee.plan.things}
    for die in (die for tray in trays for die in table.pop(tray)):
        zone = f"zone-{die.colour}"
        table[zone] = (*table.get(zone, ()), things[f"die-{die.colour}"])
    return table


def standing(sit: Sitting) -> Standing:
    """Asked anew each time: it changes."""
    return sit.referee.standing


def overhead(sit: Sitting) -> Overhead:
    assert isinstance(sit.camera, Overhead)
    return sit.camera


# -- what is seen -------------------------------------------------------------------------------------------


def test_dice_that_are_picked_need_no_word() -> None:
    sit = sitting(PICK)
    sit.look(after(sit, "pick r r b"))
    sit.look(after(sit, "pick b g g"))
    assert acted(sit) == ["pick r r b", "pick b g g"]
    assert standing(sit) is Standing.IN_STEP


def test_a_die_that_is_paid_tells_which_seal_it_was_or_asks() -> None:
    sit = sitting(TURN)
    sit.look(after(sit, "break 1q with b3"))
    assert acted(sit) == ["break 1q with b3"], "no other seal is blue"
    assert standing(sit) is Standing.IN_STEP


def test_where_several_seals_may_be_meant_it_is_asked() -> None:
    two = TURN.replace("2p=g2", "2p=r2")
    sit = sitting(two)
    sit.look(after(sit, "break 1p with r2"))
    sit.wait(2)
    assert standing(sit) is Standing.IN_DOUBT
    choices = [one.actions[-1] for one in sit.of(say.InDoubt)[-1].alternatives]
    assert {"break 1p with r2", "break 2p with r2"} <= set(choices)
    sit.referee.request(ask.Choose(choices.index("break 2p with r2")))
    assert acted(sit) == ["break 2p with r2"]


def test_dice_given_back_although_a_seal_could_be_broken_are_pointed_out_before_the_next_turn() -> None:
    sit = sitting(TURN)
    sit.look(swept(sit, "tray-shaman"))
    sit.wait(5)
    (told,) = sit.of(say.OutOfStep)
    assert "archimage.turn.must-break" in [breach.rule for breach in told.breaches]
    assert acted(sit) == []
    assert sit.rules.clock(sit.state).seat == 0


def test_what_was_said_is_owed_by_the_dice_alone() -> None:
    sit = sitting(TURN)
    sit.look()
    sit.referee.request(ask.Say("break 1p with r2"))
    owed = sit.of(say.Outstanding)[-1].differences
    assert {one.place for one in owed} == {"tray-shaman", "zone-red"}, "no camera looks at the board"
    sit.look(sit.rules.layout(sit.state))
    assert sit.of(say.Outstanding)[-1].differences == ()
    assert standing(sit) is Standing.IN_STEP


def test_one_die_overlooked_is_no_scandal_and_not_paid() -> None:
    sit = sitting(TURN)
    overhead(sit).taken = {"tray-shaman": {"die-red-2": ""}}
    sit.wait(5)
    assert sit.of(say.OutOfStep) == []
    assert acted(sit) == []


def test_a_seventh_die_of_one_colour_is_named_with_its_place() -> None:
    sit = sitting(TURN)
    sit.look(with_dice(sit, "zone-red", *["die-red"] * 5))
    sit.wait(5)
    (told,) = sit.of(say.OutOfStep)
    assert told.breaches[0].rule == "archimage.comp.dice"
    assert [one.place for one in told.differences] == ["zone-red"]


# -- what fell ----------------------------------------------------------------------------------------------

FELL = {
    "tray-shaman": ("die-blue-2", "die-red-4", "die-red-5"),
    "tray-witch": ("die-blue-6", "die-green-1", "die-green-1"),
}


def rolled(sit: Sitting, *names: str, place: str = "tray-shaman") -> Layout:
    return with_dice(sit, place, *names)


def test_a_roll_is_read_aloud_and_done_once_somebody_says_that_it_is_right() -> None:
    sit = sitting(ROLL)
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    spots = sit.referee.aloud.sure["tray-shaman"]
    assert sorted(one.shows.name for one in spots) == sorted(FELL["tray-shaman"])
    assert acted(sit) == [], "nobody has said so yet"
    sit.referee.request(ask.Confirm("tray-shaman", FELL["tray-shaman"]))
    assert acted(sit) == ["roll shaman r4 r5 b2"]
    assert set(sit.referee.aloud.places) == {"tray-witch"}
    sit.look()
    assert standing(sit) is Standing.IN_STEP


def test_right_is_enough_where_all_was_read() -> None:
    sit = sitting(ROLL)
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    sit.look(rolled(sit, *FELL["tray-witch"], place="tray-witch"))
    sit.referee.request(ask.Confirm())
    sit.referee.request(ask.Confirm())
    assert acted(sit) == ["roll shaman r4 r5 b2", "roll witch b6 g1 g1"]
    assert sit.referee.aloud.places == {}


def test_a_die_put_right_is_believed_and_stays_so() -> None:
    sit = sitting(ROLL)
    overhead(sit).taken = {"tray-shaman": {"die-red-5": "die-red-6"}}
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    assert "die-red-6" in [one.shows.name for one in sit.referee.aloud.places["tray-shaman"]]
    sit.referee.request(ask.Confirm("tray-shaman", FELL["tray-shaman"]))
    sit.referee.request(ask.Say("roll witch b1 g4 g6"))
    sit.look(sit.rules.layout(sit.state))
    sit.wait(5)
    assert acted(sit)[0] == "roll shaman r4 r5 b2"
    assert sit.of(say.OutOfStep) == [], "it is still taken for a six"
    sit.look(after(sit, "break 1p with r4"))
    assert acted(sit)[-1] == "break 1p with r4"


def picked(*, at: float | None = None) -> Sitting:
    """Everybody has taken dice, and nobody has rolled."""
    sit = sitting(PICK)
    overhead(sit).at = at
    sit.look(after(sit, "pick r r b"))
    sit.look(after(sit, "pick b g g"))
    return sit


def test_dice_that_lie_as_they_were_picked_are_not_taken_for_a_roll() -> None:
    sit = picked()
    assert set(sit.referee.aloud.places) == sit.referee.aloud.unrolled == {"tray-shaman", "tray-witch"}
    assert sit.referee.aloud.sure == {}
    sit.referee.request(ask.Confirm())
    assert "nothing was rolled there yet" in str(sit.of(say.Refused)[-1].error)
    assert acted(sit) == ["pick r r b", "pick b g g"]
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    assert sit.referee.aloud.unrolled == {"tray-witch"}
    sit.referee.request(ask.Confirm())
    assert acted(sit)[2:] == ["roll shaman r4 r5 b2"]


def test_a_roll_that_looks_like_what_was_picked_is_done_if_somebody_says_so() -> None:
    sit = picked()
    spots = sit.referee.aloud.places["tray-shaman"]
    sit.referee.request(ask.Confirm("tray-shaman", tuple(one.shows.name for one in spots)))
    assert acted(sit)[2:] == ["roll shaman r1 r1 b1"]
    assert set(sit.referee.aloud.places) == {"tray-witch"}


def test_what_lies_elsewhere_with_the_same_faces_was_rolled() -> None:
    sit = picked(at=1.0)
    overhead(sit).at = 1.02
    sit.look()
    assert sit.referee.aloud.unrolled == {"tray-shaman", "tray-witch"}, "sight wavers"
    overhead(sit).at = 3.0
    sit.look()
    assert not sit.referee.aloud.unrolled
    assert set(sit.referee.aloud.sure) == {"tray-shaman", "tray-witch"}


def test_what_left_the_table_and_fell_like_that_again_was_rolled() -> None:
    sit = picked()
    there = sit.table
    sit.look({**there, "tray-shaman": ()})
    sit.look(there)
    assert sit.referee.aloud.unrolled == {"tray-witch"}


def test_a_roll_that_is_taken_back_is_no_pick() -> None:
    sit = picked()
    before = sit.rules.write_position(sit.state)
    for place, names in FELL.items():
        sit.look(rolled(sit, *names, place=place))
        sit.referee.request(ask.Confirm(place, names))
    sit.look()
    sit.referee.request(ask.Correct(before, "misread"))
    sit.look()
    assert set(sit.referee.aloud.sure) == {"tray-shaman", "tray-witch"}


def test_what_leans_is_asked_about_and_not_taken_for_read() -> None:
    sit = sitting(ROLL)
    overhead(sit).doubts = {"tray-shaman": ("leaning",), "tray-witch": ("unsure",)}
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    spots = sit.referee.aloud.places["tray-shaman"]
    assert all(one.doubts == ("leaning",) for one in spots)
    assert "tray-shaman" not in sit.referee.aloud.sure
    sit.referee.request(ask.Confirm())
    assert sit.of(say.Refused)


def test_while_dice_roll_nothing_can_be_confirmed_by_mistake() -> None:
    sit = sitting(ROLL)
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    sit.referee.stir()
    assert all(one.seen is None for one in sit.referee.aloud.places["tray-shaman"])
    sit.referee.request(ask.Confirm())
    assert acted(sit) == []


@pytest.mark.parametrize(
    ("place", "names", "why"),
    [
        ("tray-shaman", ("die-red-4", "die-red-5"), "that cannot be what fell there"),
        ("tray-shaman", ("die-red-4", "die-red-5", "die-green-2"), "that cannot be what fell there"),
        ("tray-shaman", ("die-red-4", "die-red-5", "die-blue"), "that cannot be what fell there"),
        ("tray-shaman", ("die-red-4", "die-red-5", "die-blue-7"), "there is no 'die-blue-7' on this table"),
        ("zone-blue", ("die-blue",), "that cannot be what fell there"),
        ("nowhere", (), "there is no 'nowhere' on this table"),
    ],
)
def test_what_cannot_have_fallen_is_refused(place: str, names: tuple[str, ...], why: str) -> None:
    sit = sitting(ROLL)
    sit.look(rolled(sit, *FELL["tray-shaman"]))
    sit.referee.request(ask.Confirm(place, names))
    assert why in str(sit.of(say.Refused)[-1].error)
    assert acted(sit) == []


def test_nothing_is_read_aloud_when_nothing_falls() -> None:
    sit = sitting(TURN)
    sit.look()
    assert sit.of(say.ReadAloud) == []
    sit.referee.request(ask.Confirm())
    assert sit.of(say.Refused)


# -- what was misread ---------------------------------------------------------------------------------------


def test_what_was_misread_is_told_with_one_word_and_the_match_goes_on() -> None:
    sit = sitting(TURN)
    overhead(sit).taken = {"tray-shaman": {"die-red-2": "die-red-6"}}
    sit.wait(5)
    assert standing(sit) is Standing.OUT_OF_STEP
    sit.referee.request(ask.Misread())
    assert standing(sit) is Standing.IN_STEP
    assert [type(event) for event in sit.kept[-2:]] == [Paused, Resumed]
    sit.wait(5)
    assert standing(sit) is Standing.IN_STEP
    assert len(sit.of(say.OutOfStep)) == 1
    sit.look(after(sit, "break 1q with b3"))
    assert acted(sit) == ["break 1q with b3"]
    assert standing(sit) is Standing.IN_STEP


def test_the_table_may_be_right_instead() -> None:
    sit = sitting(TURN)
    sit.look(with_dice(sit, "tray-shaman", "die-red-6", "die-red-5", "die-blue-3"))
    sit.wait(5)
    assert standing(sit) is Standing.OUT_OF_STEP
    sit.referee.request(ask.AcceptTable())
    assert "r6" in sit.rules.write_position(sit.state)
    sit.wait(5)
    assert standing(sit) is Standing.IN_STEP


def test_after_a_missed_duty_the_table_may_be_right_and_new_dice_are_taken() -> None:
    sit = sitting(TURN)
    sit.look(swept(sit, "tray-shaman"))
    sit.wait(5)
    sit.referee.request(ask.AcceptTable())
    assert standing(sit) is Standing.IN_STEP
    assert [(one.by, one.kind) for one in sit.rules.requests(sit.state)] == [(0, "pick")]
    sit.look(after(sit, "pick r b b"))
    assert acted(sit) == ["pick r b b"]
    assert [(one.by, one.kind) for one in sit.rules.requests(sit.state)] == [(1, "turn")]
    sit.wait(5)
    assert standing(sit) is Standing.IN_STEP


def test_whoever_else_laid_all_dice_back_takes_new_ones_too() -> None:
    sit = sitting(TURN)
    sit.look(swept(sit, "tray-witch"))
    sit.wait(5)
    sit.referee.request(ask.AcceptTable())
    assert [(one.by, one.kind) for one in sit.rules.requests(sit.state)] == [(1, "pick")]
    sit.look(after(sit, "pick r b b"))
    assert [(one.by, one.kind) for one in sit.rules.requests(sit.state)] == [(0, "turn")]


def test_in_step_nothing_was_misread() -> None:
    sit = sitting(TURN)
    sit.look()
    sit.referee.request(ask.Misread())
    assert sit.of(say.Refused)


def test_the_sheet_has_what_the_plan_has() -> None:
    for players in (2, 3, 4, 5):
        match = begun(Began("archimage", {"players": players}))
        plan: Any = match.rules.plan()
        names: dict[str, Thing] = {thing.name: thing for thing in plan.things}
        for place in match.rules.watched().places:
            other = plan.place(place.name)
            assert (other.many, other.blank, other.kinds) == (place.many, place.blank, place.kinds)
        assert all(names[thing.name] == thing for thing in match.rules.watched().things)
