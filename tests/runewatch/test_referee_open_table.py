"""The referee where a camera only helps: cards turned up are proposed, what differs is told with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.contract import TABLE
from engine.table import Layout, Thing
from engine.words import Words
from runewatch.events import Acted, Began, Paused
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.simulated import in_view
from runewatch.telling import told
from tests.runewatch.refereeing import Camera, Sitting
from vision.sighting import Belief, Sighting

SEATED = "black as standin.mag.water.m pool w1 w1 w1 e1 e1 e1 a1 unseen 6 | violet as standin.mag.air.f"
ACTS = f"bigbook | turn 3 black | madness 9 | slots 2:standin.fire.madness:! 4:standin.water.support | {SEATED}"
TIRED = (
    f"{ACTS} spells base.combustion! base.ice base.growth base.telepathy | todo concentrate:violet book:violet:4"
)


class Overhead(Camera):
    """Sees the mat. ``strange`` are cards that nobody showed."""

    strange: tuple[str, ...] = ()

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        shown = in_view(self.plan, layout)
        seen = super().sighting(shown)
        return Sighting({name: self._as_known(name, belief, shown) for name, belief in seen.places.items()}, 1.0)

    def _as_known(self, place: str, belief: Belief, shown: Layout) -> Belief:
        if not any(thing.name in self.strange for thing in shown.get(place, ())):
            return belief
        (kind,) = belief.kinds
        names = self.names[kind]
        weights = {name: 15.0 if name.startswith("unknown") else 0.01 if not name else 1.0 for name in names}
        return Belief({kind: {name: one / sum(weights.values()) for name, one in weights.items()}})


def sitting(position: str = "", **camera: Any) -> Sitting:
    match = begun(Began("bigbook", {"players": 2}, (), position))
    sit = Sitting(match, Overhead(match.rules.watched(), **camera))
    sit.table = laid(sit, {})
    return sit


def linger(sit: Sitting, layout: Layout | None = None) -> None:
    """The table lies like this for longer than anybody's patience."""
    sit.look(layout, frames=3)
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)


def laid(sit: Sitting, changes: Mapping[str, str]) -> dict[str, tuple[Thing, ...]]:
    """The table as the match has it, as far as it is settled, with these changes; nothing where it says so."""
    things = {thing.name: thing for thing in sit.referee.plan.things}
    layout = {name: there for name, there in sit.rules.layout(sit.state).items() if not there[0].unknown}
    return {**layout, **{place: (things[name],) if name else () for place, name in changes.items()}}


def acted(sit: Sitting) -> list[tuple[str, bool]]:
    return [(event.text, event.seen) for event in sit.kept if isinstance(event, Acted)]


def rules_told(sit: Sitting) -> list[str]:
    """The rules of what was last said to be out of step."""
    return [breach.rule for breach in sit.of(say.OutOfStep)[-1].breaches]


def standing(sit: Sitting) -> Standing:
    return sit.referee.standing


def begin() -> Sitting:
    """A match whose magicians are chosen: the library is turned up next."""
    sit = sitting()
    for text in ("magician black standin.mag.water.m", "magician violet standin.mag.air.f"):
        sit.referee.request(ask.Say(text))
    sit.look(laid(sit, {}))
    return sit


TOPS = {f"library-{element}": f"standin.lib.{element}.1" for element in ("earth", "water", "fire", "air")}


def test_what_the_table_turns_up_is_proposed_and_one_tap_does_all_of_it() -> None:
    sit = begin()
    assert not sit.referee.aloud.places, "nothing lies there yet"
    sit.look(laid(sit, TOPS))
    assert standing(sit) is Standing.IN_STEP
    assert {name: spots[0].shows.name for name, spots in sit.referee.aloud.places.items()} == TOPS
    before = len(acted(sit))
    sit.referee.request(ask.Confirm())
    assert acted(sit)[before:] == [(f"reveal {code}", True) for code in TOPS.values()]
    sit.look(laid(sit, TOPS))
    assert standing(sit) is Standing.IN_STEP
    assert not sit.of(say.OutOfStep)


def test_what_was_read_wrongly_is_put_right_with_one_tap_and_not_held_against_the_table() -> None:
    sit = begin()
    sit.look(laid(sit, TOPS))
    sit.referee.request(ask.Confirm())
    sit.look(laid(sit, {"panel": "standin.cover.moth"}))
    (spot,) = sit.referee.aloud.places["panel"]
    other = next(thing.name for thing in spot.faces if thing != spot.seen)
    sit.referee.request(ask.Confirm("panel", (other,)))
    assert acted(sit)[-1] == (f"cover {other}", True)
    linger(sit)
    assert standing(sit) is Standing.IN_STEP


def test_a_card_that_may_not_come_up_is_told_by_its_rule_before_anybody_taps() -> None:
    sit = begin()
    sit.look(laid(sit, {"library-earth": "standin.lib.fire.1"}))
    (spot,) = sit.referee.aloud.places["library-earth"]
    assert [breach.rule for breach in spot.breaches] == ["bigbook.setup.library"]
    assert not sit.referee.aloud.sure
    sit.referee.request(ask.Confirm())
    assert isinstance(sit.said[-1], say.Refused)


LAYING = (
    "bigbook | turn 1 black | space 1 | book standin.cover.inkblot standin.page.well"
    f" | {SEATED} | todo lay:table:0:fire lay:table:1:air lay:table:2:earth act:black:all"
)


def test_a_curse_laid_in_a_later_slot_is_told_until_one_lies_where_it_is_due() -> None:
    sit = sitting(LAYING)
    sit.look(laid(sit, {"slot-3-right": "standin.fire.madness"}))
    assert standing(sit) is Standing.IN_STEP
    ((place, (spot,)),) = sit.referee.aloud.places.items()
    assert (place, spot.shows.name) == ("slot-3-right", "standin.fire.madness")
    assert "bigbook.round.multi-place" in [breach.rule for breach in spot.breaches]
    sit.referee.request(ask.Confirm("slot-3-right", ("standin.fire.madness",)))
    assert isinstance(sit.said[-1], say.Refused)
    sit.look(laid(sit, {"slot-2": "standin.fire.madness"}))
    assert list(sit.referee.aloud.places) == ["slot-2"]
    assert sit.referee.aloud.sure


def test_curses_that_were_left_are_not_taken_for_those_of_the_new_round() -> None:
    left = {"slot-2": "standin.fire.madness", "slot-4": "standin.water.support"}
    sit = sitting(
        f"bigbook | turn 6 violet | space 5 | hat 1 | book standin.cover.inkblot standin.page.well"
        f" | slots 2:standin.fire.madness:! 4:standin.water.support:! | {SEATED} | todo book:violet:1"
    )
    sit.look(laid(sit, {}))
    for text in ("book 1", "page standin.page.candle", "hat 2"):
        sit.referee.request(ask.Say(text))
    sit.look(laid(sit, left))
    assert not sit.referee.aloud.places
    sit.look(laid(sit, {"slot-2": "standin.multi.madness"}))
    assert list(sit.referee.aloud.places) == ["slot-2"]


def test_a_card_that_nobody_showed_is_asked_for() -> None:
    sit = begin()
    sit.camera.strange = (TOPS["library-earth"],)  # type: ignore[attr-defined]
    sit.look(laid(sit, TOPS))
    (spot,) = sit.referee.aloud.places["library-earth"]
    assert (spot.seen, spot.doubts) == (None, ("unknown",))
    sit.referee.request(ask.Confirm("library-earth", (TOPS["library-earth"],)))
    linger(sit)
    assert standing(sit) is Standing.IN_STEP
    assert "library-earth" not in sit.referee.relied
    assert "library-fire" in sit.referee.relied


def test_markers_and_spells_straightened_are_seen_without_a_word() -> None:
    sit = sitting(TIRED)
    sit.look(laid(sit, {}))
    upright = {f"violet-spell-{number}": "" for number in range(1, 6)}
    upright |= {"violet-spell-1": "base.ice", "violet-spell-2": "base.combustion", "violet-spell-4": "base.growth",
                "violet-spell-5": "base.telepathy"}  # fmt: skip
    sit.look(laid(sit, upright))
    assert acted(sit) == [("concentrate", True)]
    sit.look({**sit.table, "space-3": (), "space-4": sit.table["space-3"]})
    assert acted(sit)[-1] == ("book 4", True)
    assert standing(sit) is Standing.IN_STEP


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"slot-5": "standin.air.discard-element"}, "bigbook.round.multi-place"),
        ({"slot-4": ""}, "bigbook.curse.destroy-cost"),
        ({"slot-4": "", "slot-5": "standin.water.support"}, "bigbook.round.multi-place"),
        ({"slot-5": "back-air"}, "bigbook.round.curse-faceup"),
        ({"space-3": "", "space-5": "book"}, "bigbook.invocation.advance"),
        ({"round-1": "", "round-2": "hat"}, "bigbook.round.marker-down"),
        ({"panel": "standin.page.candle"}, "bigbook.round.turn-page"),
        ({"library-fire": "standin.lib.fire.2"}, "bigbook.learn.visible"),
        ({"black-spell-2": "base.ice-exhausted"}, "bigbook.spell.activate-cost"),
        ({"violet-spell-2": "base.ice-exhausted"}, "bigbook.spell.own-only"),
        ({"black-spell-5": "standin.lib.fire.1"}, "bigbook.learn.visible"),
        ({"black-spell-1": ""}, "bigbook.learn.destroy-first"),
    ],
)
def test_what_differs_is_told_with_the_rule_and_how_to_put_it_right(changes: Mapping[str, str], rule: str) -> None:
    sit = sitting(ACTS)
    sit.look(laid(sit, {}))
    linger(sit, laid(sit, changes))
    assert standing(sit) is Standing.OUT_OF_STEP
    assert rules_told(sit) == [rule]
    assert {one.place for one in sit.of(say.OutOfStep)[-1].differences} <= set(changes)
    assert not any(isinstance(event, Paused) for event in sit.kept), "nobody has to heed it"
    for language in ("en", "fr"):
        said = list(told(Words(language), sit.rules, sit.of(say.OutOfStep)[-1]))
        assert len(said) > 2
        assert not any("{" in one or "[" in one for one in said), said
    sit.look(laid(sit, {}))
    assert standing(sit) is Standing.IN_STEP


LIBRARY = f"{ACTS} | library earth:3 water:3 fire:3:standin.lib.fire.1 air:3"
FULL = " ".join(f"base.{name}" for name in ("combustion", "ice", "growth", "telepathy"))


@pytest.mark.parametrize(
    ("position", "changes", "rule"),
    [
        (LIBRARY, {"library-fire": "", "black-spell-5": "standin.lib.fire.1"}, "bigbook.learn.cost"),
        (
            LIBRARY.replace("unseen 6 |", f"unseen 6 spells {FULL} standin.lib.water.1 |"),
            {"library-fire": ""},
            "bigbook.learn.limit",
        ),
    ],
)
def test_a_spell_taken_from_the_library_that_nobody_learned_is_told_with_what_is_lacking(
    position: str, changes: Mapping[str, str], rule: str
) -> None:
    sit = sitting(position)
    sit.look(laid(sit, {}))
    linger(sit, laid(sit, changes))
    assert rules_told(sit) == [rule]


def test_a_card_the_box_does_not_know_is_told_where_none_should_lie() -> None:
    sit = sitting(ACTS)
    sit.camera.strange = ("standin.air.discard-element",)  # type: ignore[attr-defined]
    linger(sit, laid(sit, {"slot-5": "standin.air.discard-element"}))
    assert rules_told(sit) == ["bigbook.components.curses"]


def test_a_card_nobody_showed_is_believed_where_one_should_lie() -> None:
    sit = sitting(
        ACTS,
    )
    sit.camera.strange = ("standin.water.support",)  # type: ignore[attr-defined]
    linger(sit, laid(sit, {}))
    assert standing(sit) is Standing.IN_STEP
    assert "slot-4" not in sit.referee.relied
    assert "slot-2" in sit.referee.relied


def test_all_can_be_said_and_the_table_owes_only_what_is_seen() -> None:
    sit = sitting(ACTS)
    sit.look(laid(sit, {}))
    sit.referee.request(ask.Say("cast base.ice with w1"))
    assert acted(sit)[-1] == ("cast base.ice with w1", False)
    assert any(one.place.startswith("black-spell") for one in sit.referee.owed)
    linger(sit)
    assert standing(sit) is Standing.IN_STEP, "it may lie as it did until somebody turns it"
    sit.look(laid(sit, {}))
    assert not sit.referee.owed


def test_what_differs_keeps_nobody_from_ending_the_actions_or_taking_back() -> None:
    sit = sitting(ACTS)
    linger(sit, laid(sit, {"black-spell-2": "base.ice-exhausted"}))
    assert standing(sit) is Standing.OUT_OF_STEP
    sit.referee.request(ask.EndTurn())
    assert acted(sit)[-1][0] == "end"
    sit.referee.request(ask.StepBack())
    assert not sit.of(say.Refused)


def test_the_table_is_right_where_somebody_says_so() -> None:
    sit = sitting(ACTS)
    linger(sit, laid(sit, {"black-spell-2": "base.ice-exhausted"}))
    sit.referee.request(ask.AcceptTable())
    assert ("base.ice", False) in sit.state.players[0].spells
    sit.look(frames=10)
    assert standing(sit) is Standing.IN_STEP


def test_out_of_view_all_is_as_it_is_said() -> None:
    sit = sitting(ACTS)
    linger(sit, laid(sit, {"black-spell-2": "base.ice-exhausted"}))
    assert sit.referee.relied
    sit.referee.unseen()
    assert standing(sit) is Standing.IN_STEP
    assert not sit.referee.relied
    assert isinstance(sit.said[-1], say.InStep)
    sit.referee.request(ask.Say("end"))
    assert not sit.referee.owed


def test_a_round_opens_page_by_page_and_curse_by_curse() -> None:
    """The book moves on, the page is turned, curses are laid: each as it comes, and nothing of it is wrong."""
    sit = begin()
    sit.look(laid(sit, TOPS))
    sit.referee.request(ask.Confirm())
    sit.look(laid(sit, {"panel": "standin.cover.moth"}))
    sit.referee.request(ask.Confirm())
    sit.referee.request(ask.Say("first black"))
    linger(sit, laid(sit, {"space-0": "", "space-1": "book"}))
    assert acted(sit)[-1] == ("book 1", True)
    assert {one.place for one in sit.referee.owed} == {"monster", "panel"}
    sit.look(laid(sit, {"panel": "standin.page.candle"}))
    sit.referee.request(ask.Confirm())
    assert acted(sit)[-1] == ("page standin.page.candle", True)
    while sit.rules.requests(sit.state)[0].by != TABLE:
        sit.referee.request(ask.Say(sit.rules.write_action(sit.state, next(sit.rules.legal(sit.state)))))
    state = sit.state
    while any(one.by == TABLE for one in sit.rules.requests(state)):
        state = sit.rules.play(state, next(sit.rules.legal(state)))
    laid_there = {name: there[0].name for name, there in sit.rules.layout(state).items() if not there[0].unknown}
    curses = {name: code for name, code in laid_there.items() if name.startswith("slot")}
    linger(sit, laid(sit, curses))
    assert len(sit.referee.aloud.sure) == len(curses) >= 3
    sit.referee.request(ask.Confirm())
    linger(sit, laid(sit, {}))
    assert standing(sit) is Standing.IN_STEP
    assert not sit.of(say.OutOfStep)
    assert not sit.referee.owed


@pytest.mark.parametrize("follows", ["", "book", "book and spell"])
def test_nothing_is_still_to_be_done_once_the_match_is_over(follows: str) -> None:
    """The last page is settled by word: neither before the end is told nor after it the table is sent for."""
    pages = "standin.cover.moth " + " ".join(
        f"standin.page.{name}" for name in ("candle", "quill", "mirror", "owl", "well")
    )
    sit = sitting(f"bigbook | turn 31 black | space 5 | hat 6 | book {pages} | {SEATED} | todo book:black")
    linger(sit)
    sit.said.clear()
    sit.referee.request(ask.Say("book 0"))
    assert sit.referee.match.over is not None
    places = {"book": ("space-0",), "book and spell": ("space-0", "black-spell-1")}.get(follows, ())
    now = laid(sit, {})
    linger(sit, {**sit.table, **{name: now.get(name, ()) for name in places}})
    english = [line for said in sit.said for line in told(Words("en"), sit.rules, said)]
    assert not any("Still to be done" in line for line in english), english
    assert all(not one.differences for one in sit.of(say.Outstanding))
