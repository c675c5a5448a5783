"""The referee above a board with spaces: what is laid is followed, what is broken understood, faults are told."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine.archimage.state import Phase
from engine.table import Layout, Thing
from runewatch.events import Acted, Began, Paused
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.simulated import in_view
from tests.runewatch.refereeing import Camera, Sitting
from vision.sighting import Sighting


class Overhead(Camera):
    """Sees the board, and of what lies beside it nothing."""

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        return super().sighting(in_view(self.plan, layout))


def sitting(position: str = "") -> Sitting:
    match = begun(Began("archimage", {"players": 2, "camera": "board"}, (), position))
    sit = Sitting(match, Overhead(match.rules.watched()))
    sit.table = {}
    return sit


def laid(sit: Sitting, changes: Mapping[str, str]) -> dict[str, tuple[Thing, ...]]:
    """The board as the match has it, as far as it is laid, with these changes; nothing where it says so."""
    things = {thing.name: thing for thing in sit.referee.plan.things}
    layout = {name: there for name, there in sit.rules.layout(sit.state).items() if not there[0].unknown}
    return {**layout, **{at: tuple(things[one] for one in names.split()) for at, names in changes.items()}}


def linger(sit: Sitting, layout: Layout | None = None) -> None:
    """The table lies like this for longer than anybody's patience."""
    sit.look(layout, frames=3)
    sit.now += 4
    sit.referee.rest(sit.camera.sighting(sit.table), sit.now)


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def dealt(sit: Sitting) -> Any:
    """The state with a board that chance laid out."""
    rng, state = random.Random(4), sit.state
    while state.phase is Phase.DEAL:
        state = sit.rules.play(state, sit.rules.by_chance(state, rng.randrange))
    return state


TURN = (
    "archimage camera=board | board 1p=r2 1q=b2 1a=b3 2p=g2 2q=y2 12=transmutation-earth"
    " | mages shaman=v1 witch=v2 | dice shaman=r2,r6,b3 witch=y5,g4,g6 | turn shaman | first shaman"
)


# -- laying out the board -----------------------------------------------------------------------------------


def test_what_is_laid_is_followed_without_a_word_in_whatever_order() -> None:
    sit = sitting()
    sit.look({})
    assert not acted(sit)
    sit.look(laid(sit, {"3d": "seal-yellow-3", "1p": "seal-red-2"}))
    assert sorted(acted(sit)) == ["lay 1p r2", "lay 3d y3"]
    sit.look(laid(sit, {"16": "scroll-synergy-air"}))
    assert acted(sit)[-1] == "lay 16 synergy-air"
    assert sit.referee.standing is Standing.IN_STEP
    assert not sit.of(say.OutOfStep)


def test_a_whole_board_that_lies_there_is_taken_at_once() -> None:
    sit = sitting()
    state = dealt(sit)
    sit.look(in_view(sit.camera.plan, sit.rules.layout(state)))
    assert sit.state.board == state.board
    assert sit.state.phase is Phase.FIRST
    assert not sit.referee.aloud.places


def test_what_may_not_lie_there_is_told_with_its_rule_and_what_is_unsure_is_asked() -> None:
    sit = sitting()
    sit.look(laid(sit, {"1p": "seal-red-3", "12": "unknown-scroll"}))
    assert not acted(sit)
    (wrong,), (unsure,) = (sit.referee.aloud.places[place] for place in ("1p", "12"))
    assert [one.rule for one in wrong.breaches] == ["archimage.setup.seals", "archimage.board.spaces"]
    assert sorted(one.name for one in wrong.faces) == [
        "seal-blue-2",
        "seal-green-2",
        "seal-red-2",
        "seal-yellow-2",
    ]
    assert unsure.doubts == ("unknown",)
    assert len(unsure.faces) == 5, "scrolls of power 2 of both circles are the same five"
    sit.referee.request(ask.Confirm("12", ("scroll-transmutation-air",)))
    assert acted(sit) == ["lay 12 transmutation-air"]
    assert "12" not in sit.referee.relied


def test_a_token_that_comes_to_lie_elsewhere_is_told_and_stops_no_clock() -> None:
    sit = sitting()
    sit.look(laid(sit, {"1p": "seal-red-2", "1a": "seal-blue-3"}))
    linger(sit, laid(sit, {"1p": "", "1a": "seal-red-2"}))
    (told,) = sit.of(say.OutOfStep)
    assert {one.place for one in told.differences} == {"1a", "1p"}
    assert {one.rule for one in told.breaches} == {
        "archimage.setup.seals", "archimage.board.spaces", "archimage.inv.tokens"
    }  # fmt: skip
    assert not [event for event in sit.kept if isinstance(event, Paused)]


# -- playing ------------------------------------------------------------------------------------------------


def test_mages_are_set_on_their_spots_without_a_word() -> None:
    sit = sitting()
    sit.look(in_view(sit.camera.plan, sit.rules.layout(dealt(sit))))
    sit.referee.request(ask.Say("first witch"))
    sit.look(laid(sit, {"v2": "mage-witch"}))
    sit.look(laid(sit, {"v4": "mage-shaman"}))
    assert acted(sit)[-2:] == ["stand v2", "stand v4"]


def test_a_broken_seal_is_understood_and_if_it_may_be_paid_in_several_ways_it_is_asked() -> None:
    sit = sitting(TURN)
    sit.look(laid(sit, {}))
    sit.look(laid(sit, {"1q": "mage-shaman", "v1": ""}))
    assert acted(sit)[-1:] == ["break 1q with b3"]
    sit = sitting(TURN)
    sit.look(laid(sit, {}))
    linger(sit, laid(sit, {"1p": "mage-shaman", "v1": ""}))
    (asked,) = sit.of(say.InDoubt)
    assert {one.actions for one in asked.alternatives} == {("break 1p with r2",), ("break 1p with r6",)}
    sit.referee.request(ask.Choose(0))
    linger(sit)
    assert sit.referee.standing is Standing.IN_STEP


def test_a_seal_that_may_not_be_broken_is_told_with_its_rule() -> None:
    sit = sitting(TURN)
    sit.look(laid(sit, {}))
    linger(sit, laid(sit, {"2p": "mage-shaman", "v1": ""}))
    (told,) = sit.of(say.OutOfStep)
    assert {one.rule for one in told.breaches} == {"archimage.break.colour"}
    assert not acted(sit)


def test_a_table_that_is_right_is_taken_over() -> None:
    sit = sitting(TURN)
    sit.look(laid(sit, {}))
    linger(sit, laid(sit, {"1a": "seal-green-3", "v2": "", "v5": "mage-witch"}))
    sit.referee.request(ask.AcceptTable())
    linger(sit)
    assert sit.referee.standing is Standing.IN_STEP
    assert "1a=g3" in sit.rules.write_position(sit.state)
    assert "witch=v5" in sit.rules.write_position(sit.state)
