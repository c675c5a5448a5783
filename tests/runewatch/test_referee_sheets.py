"""The referee above several sheets: dice and board in one view, or one of them out of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine.archimage.state import Phase
from engine.contract import TABLE
from engine.table import Layout, Thing
from engine.words import Words
from runewatch.events import Acted, Began, Paused
from runewatch.live.handling import as_laid
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.simulated import in_view
from tests.runewatch.refereeing import Camera, Sitting
from vision.sighting import NOTHING, Belief, Heap, One, Sighting, joined

BOARD = (
    "camera=both | board 1p=r2 1q=b3 1a=r6 2p=g2 2q=y2 12=transmutation-earth 16=synergy-fire 26=synergy-water"
    " 36=synergy-air 46=synergy-earth | mages shaman=v1 witch=v2"
)
TURN = f"archimage {BOARD} | dice shaman=r2,r5,b3 witch=b1,g4,g6 | turn shaman | first shaman | round 1"
ROLL = f"archimage {BOARD} | dice shaman=r,r,b witch=b,g,g | phase roll | turn shaman | first shaman | round 1"
FELL = ("die-blue-3", "die-red-2", "die-red-5")


@dataclass
class Overhead(Camera):
    """Sees a sheet of dice and a board, but for those that are ``gone``; ``unclear`` is of which place it knows
    nothing."""

    gone: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        shown = as_laid(self.plan, in_view(self.plan, layout))
        told = super().sighting(shown)
        found: list[Sighting | None] = []
        for sheet in self.plan.sheets:
            many = {place.name for place in sheet.places if place.many}
            places = {one.name: self._belief(one.name, told) for one in sheet.places if one.name not in many}
            heaps = {name: Heap(tuple(map(self._one, shown.get(name, ())))) for name in many}
            found.append(None if sheet.name in self.gone else Sighting(places, 1.0, heaps=heaps))
        return joined(found)

    def _belief(self, name: str, told: Sighting) -> Belief:
        belief = told.places[name]
        if name not in self.unclear:
            return belief
        return Belief({kind: dict.fromkeys(chances, 1 / len(chances)) for kind, chances in belief.kinds.items()})

    def _one(self, thing: Thing) -> One:
        alike = [one.name for one in self.plan.things if one.colour == thing.colour and one.pips]
        rest = {} if thing.pips == 0 else dict.fromkeys(alike, 0.01)
        return One({NOTHING: 0.02, **rest, thing.name: 0.95})


def sitting(position: str) -> Sitting:
    match = begun(Began("archimage", {"players": 2, "camera": "both"}, (), position))
    sit = Sitting(match, Overhead(match.rules.watched()))
    sit.look(frames=3)
    return sit


def overhead(sit: Sitting) -> Overhead:
    assert isinstance(sit.camera, Overhead)
    return sit.camera


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def changed(sit: Sitting, changes: Mapping[str, str], *, frames: int = 3) -> None:
    """The table as it lay last, with these changes, for so many frames."""
    things = {thing.name: thing for thing in sit.referee.plan.things}
    lying = {place: tuple(things[one] for one in sorted(names.split())) for place, names in changes.items()}
    sit.look({**sit.table, **lying}, frames=frames)


def linger(sit: Sitting) -> None:
    """Longer than anybody's patience."""
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)


def standing(sit: Sitting) -> Standing:
    return sit.referee.standing


def part_of(sit: Sitting, sheet: str, text: str) -> dict[str, str]:
    """What an action changes on one of the sheets."""
    rules, now = sit.rules, sit.rules.layout(sit.state)
    after = rules.layout(rules.played(sit.state, rules.read_action(sit.state, text)))
    names = [place.name for one in rules.watched().sheets if one.name == sheet for place in one.places]
    changed = [name for name in names if after.get(name) != now.get(name)]
    return {name: " ".join(thing.name for thing in after.get(name, ())) for name in changed}


def paid(sit: Sitting) -> dict[str, str]:
    return part_of(sit, "dice", "break 1q with b3")


BROKEN = {"v1": "", "1q": "mage-shaman"}


# -- both in view -------------------------------------------------------------------------------------------


def test_a_seal_that_is_paid_and_broken_is_understood_in_whatever_order() -> None:
    for is_paid_first in (True, False):
        sit = sitting(TURN)
        first, then = (paid(sit), BROKEN) if is_paid_first else (BROKEN, paid(sit))
        changed(sit, first)
        linger(sit)
        assert standing(sit) is Standing.IN_STEP, "hands do one thing after the other"
        assert not acted(sit)
        changed(sit, then)
        assert acted(sit) == ["break 1q with b3"]
        assert not sit.of(say.OutOfStep)
        assert not sit.of(say.InDoubt)


def test_which_of_two_seals_was_paid_for_the_board_tells() -> None:
    sit = sitting(TURN.replace("1a=r6", "1a=b3"))
    changed(sit, paid(sit), frames=20)
    assert not acted(sit)
    assert not sit.of(say.InDoubt), "it will be seen"
    changed(sit, {"v1": "", "1a": "mage-shaman"})
    assert acted(sit) == ["break 1a with b3"]


def test_a_seal_that_nobody_paid_for_is_asked_about_and_the_dice_are_owed() -> None:
    sit = sitting(TURN.replace("shaman=r2,r5,b3", "shaman=r2,b4,b3"))
    changed(sit, BROKEN, frames=20)
    assert standing(sit) is Standing.IN_STEP
    linger(sit)
    assert standing(sit) is Standing.IN_DOUBT
    choices = [one.actions for one in sit.of(say.InDoubt)[-1].alternatives]
    assert sorted(choices) == [("break 1q with b3",), ("break 1q with b4",)]
    sit.referee.request(ask.Choose(choices.index(("break 1q with b4",))))
    assert acted(sit) == ["break 1q with b4"]
    assert standing(sit) is Standing.IN_STEP
    changed(sit, {})
    linger(sit)
    assert standing(sit) is Standing.IN_STEP, "it was said"
    assert {one.place for one in sit.referee.behind} == {"tray-shaman", "zone-blue"}
    sit.look(sit.rules.layout(sit.state), frames=3)
    assert sit.referee.behind == ()
    assert standing(sit) is Standing.IN_STEP


def test_a_seal_that_may_not_be_broken_is_told_though_dice_were_paid() -> None:
    sit = sitting(TURN)
    changed(sit, {**paid(sit), "v1": "", "2q": "mage-shaman"})
    linger(sit)
    assert not acted(sit)
    assert standing(sit) is Standing.OUT_OF_STEP
    told = sit.of(say.OutOfStep)[-1]
    assert {one.place for one in told.differences} >= {"2q", "v1", "zone-blue"}
    assert any(breach.rule.startswith("archimage.break.") for breach in told.breaches), told.breaches


def test_what_is_missing_of_a_seal_that_was_paid_is_told() -> None:
    sit = sitting(TURN)
    changed(sit, paid(sit))
    owed = {one.place: [thing.name for thing in one.expected] for one in sit.referee.owed}
    assert owed == {"v1": [], "1q": ["mage-shaman"]}
    assert sit.referee.behind == ()


def test_a_roll_is_read_and_confirmed_though_the_board_is_wrong() -> None:
    sit = sitting(ROLL)
    changed(sit, {"tray-shaman": " ".join(FELL), "2q": ""})
    linger(sit)
    assert standing(sit) is Standing.OUT_OF_STEP
    assert not acted(sit), "nobody confirmed it"
    assert [spot.shows.name for spot in sit.referee.aloud.places["tray-shaman"]] == list(FELL)
    sit.referee.request(ask.Confirm("tray-shaman", FELL))
    assert acted(sit) == ["roll shaman r2 r5 b3"]
    changed(sit, {})
    linger(sit)
    assert standing(sit) is Standing.OUT_OF_STEP, "the board is still wrong"
    changed(sit, {"2q": "seal-yellow-2"})
    assert standing(sit) is Standing.IN_STEP
    assert acted(sit) == ["roll shaman r2 r5 b3"]


def test_after_a_missed_duty_the_table_may_be_right_and_new_dice_are_taken() -> None:
    sit = sitting(TURN.replace("v2 |", "v2 | familiars shaman=2p |").replace("2p=g2 ", ""))
    changed(sit, {"tray-shaman": "", **laid_back(sit)})
    linger(sit)
    assert "archimage.turn.must-break" in [breach.rule for breach in sit.of(say.OutOfStep)[-1].breaches]
    sit.referee.request(ask.AcceptTable())
    assert standing(sit) is Standing.IN_STEP
    assert [(one.by, one.kind) for one in sit.rules.requests(sit.state)] == [(0, "pick")]
    assert not sit.state.is_active(0), "the familiar tells that the round is over"
    assert [one.place for one in sit.referee.owed] == ["2p"], "the familiar goes home"
    changed(sit, part_of(sit, "dice", "pick r b b"))
    assert acted(sit) == ["pick r b b"]


def laid_back(sit: Sitting) -> dict[str, str]:
    """The zones with the dice of the first tray in them."""
    dice = [f"zone-{one.colour} die-{one.colour}".split() for one in sit.table["tray-shaman"]]
    there = {zone: [one.name for one in sit.table[zone]] for zone, _ in dice}
    for zone, die in dice:
        there[zone].append(die)
    return {zone: " ".join(names) for zone, names in there.items()}


def test_the_table_as_it_lies_keeps_a_roll_waiting() -> None:
    sit = sitting(ROLL)
    changed(sit, {"tray-shaman": " ".join(FELL), "2q": ""})
    linger(sit)
    sit.referee.request(ask.AcceptTable())
    assert standing(sit) is Standing.IN_STEP
    assert sit.state.board[sit.rules.board.numbers["2q"]] == 0  # type: ignore[attr-defined]
    assert not any(map(sit_face, sit.state.hands[0])), "what fell is still to be confirmed"
    assert sit.referee.aloud.places


def sit_face(die: int) -> int:
    return die % 7


def test_a_board_that_is_unclear_leaves_it_to_the_dice() -> None:
    sit = sitting(TURN)
    overhead(sit).unclear = ("1q", "v1")
    changed(sit, paid(sit))
    assert acted(sit) == ["break 1q with b3"]


def test_clocks_go_on_while_something_is_wrong() -> None:
    sit = sitting(TURN)
    changed(sit, {"2q": "seal-red-2"})
    linger(sit)
    assert standing(sit) is Standing.OUT_OF_STEP
    assert not [event for event in sit.kept if isinstance(event, Paused)]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_is_followed_whichever_sheet_shows_first_what_was_done(seed: int) -> None:
    rng = random.Random(seed)
    sit = sitting(_begun(rng))
    for _ in range(45):
        rules, state = sit.rules, sit.state
        if any(request.by == TABLE for request in rules.requests(state)):
            _roll(sit, rules.by_chance(state, rng.randrange))
            continue
        action = rng.choice([one for one in rules.legal(state) if one.kind != "cast"])
        after = rules.play(state, action)
        now, then, sheet = rules.layout(state), rules.layout(after), rng.choice(rules.watched().sheets)
        sit.look({**now, **{place.name: then.get(place.name, ()) for place in sheet.places}}, frames=2)
        assert sit.state in (state, after)
        sit.look(then, frames=2)
        assert sit.state == after, rules.write_action(state, action)
    assert not sit.of(say.OutOfStep)
    assert not sit.of(say.InDoubt)
    assert {text.split()[0] for text in acted(sit)} == {"pick", "roll", "break", "return"}


def _begun(rng: random.Random) -> str:
    """A match whose board is laid out and whose mages stand where chance would have it."""
    rules = begun(Began("archimage", {"players": 2})).rules
    state: Any = rules.start()
    while state.phase is not Phase.PICK:
        action = rules.by_chance(state, rng.randrange) or rng.choice(list(rules.legal(state)))
        state = rules.play(state, action)
    return rules.write_position(state)


def _roll(sit: Sitting, action: Any) -> None:
    """Dice fall, are read, and somebody says that it is right."""
    rules, state = sit.rules, sit.state
    after = rules.play(state, action)
    place = f"tray-{rules.seats[action.seat]}"
    fell = tuple(thing.name for thing in rules.layout(after)[place])
    sit.look(rules.layout(after), frames=2)
    assert sit.state == state, "nobody confirmed it"
    assert sorted(spot.shows.name for spot in sit.referee.aloud.places[place]) == sorted(fell)
    sit.referee.request(ask.Confirm(place, fell))
    assert sit.state == after


# -- one of them out of view ----------------------------------------------------------------------------------


def test_without_the_board_dice_tell_what_was_done() -> None:
    sit = sitting(TURN)
    overhead(sit).gone = ("board",)
    changed(sit, paid(sit))
    assert acted(sit) == ["break 1q with b3"]
    assert sit.referee.owed == (), "what nobody looks at owes nothing"
    relied = sit.referee.relied
    assert "tray-shaman" in relied
    assert "1q" not in relied
    overhead(sit).gone = ()
    changed(sit, BROKEN)
    linger(sit)
    assert standing(sit) is Standing.IN_STEP


def test_without_the_dice_the_board_tells_and_asks_who_paid_what() -> None:
    sit = sitting(TURN.replace("shaman=r2,r5,b3", "shaman=r2,b4,b3"))
    overhead(sit).gone = ("dice",)
    changed(sit, BROKEN)
    linger(sit)
    assert standing(sit) is Standing.IN_DOUBT
    assert {one.actions for one in sit.of(say.InDoubt)[-1].alternatives} == {
        ("break 1q with b3",),
        ("break 1q with b4",),
    }


def test_what_is_out_of_view_is_held_against_nobody() -> None:
    sit = sitting(TURN)
    changed(sit, {"2q": ""})
    linger(sit)
    assert standing(sit) is Standing.OUT_OF_STEP
    overhead(sit).gone = ("board",)
    changed(sit, {})
    assert standing(sit) is Standing.IN_STEP
    sit.referee.request(ask.Say("break 1q with b3"))
    assert {one.place for one in sit.referee.owed} == {"tray-shaman", "zone-blue"}
    overhead(sit).gone = ("dice", "board")
    changed(sit, {})
    assert sit.referee.owed == ()


def test_a_roll_of_which_nothing_is_seen_is_asked_for() -> None:
    sit = sitting(ROLL)
    changed(sit, {"tray-shaman": " ".join(FELL)})
    overhead(sit).gone = ("dice",)
    changed(sit, {})
    assert [spot.seen for spot in sit.referee.aloud.places["tray-shaman"]] == [None] * 3
    sit.referee.request(ask.Confirm("tray-shaman", FELL))
    assert acted(sit) == ["roll shaman r2 r5 b3"]


def test_a_board_is_laid_out_while_dice_wait_in_their_zones() -> None:
    match = begun(Began("archimage", {"players": 2, "camera": "both"}))
    sit = Sitting(match, Overhead(match.rules.watched()))
    sit.table = {name: there for name, there in sit.table.items() if not any(one.unknown for one in there)}
    sit.look(frames=3)
    changed(sit, {"3d": "seal-yellow-3", "1p": "seal-red-2"})
    assert sorted(acted(sit)) == ["lay 1p r2", "lay 3d y3"]
    assert standing(sit) is Standing.IN_STEP


def test_the_sheets_have_marks_of_their_own() -> None:
    rules: Any = begun(Began("archimage", {"players": 5, "camera": "both"})).rules
    numbers = [marker.number for sheet in rules.watched().sheets for marker in sheet.markers]
    assert len(set(numbers)) == 8


def test_a_token_that_is_lifted_alone_is_told_to_be_missing_and_one_that_is_put_down_to_be_too_many() -> None:
    sit = sitting(TURN)
    for changes, tale in (
        ({"1a": "", "2q": "seal-yellow-2"}, "one is missing from 1a"),
        ({"1a": "seal-red-6", "2q": "seal-red-2"}, "one too many is on 2q"),
    ):
        changed(sit, changes)
        linger(sit)
        told = [one for one in sit.of(say.OutOfStep)[-1].breaches if one.rule == "archimage.inv.tokens"]
        sentences = [Words("en").sentence(sit.rules, one) for one in told]
        assert any(tale in one for one in sentences), sentences
        changed(sit, {"1a": "seal-red-6", "2q": "seal-yellow-2"})
