"""What hands can do with what lies there, and what they cannot."""

from __future__ import annotations

import random

import pytest

from engine.catalogue import game_named, game_of
from runewatch.live import handling
from runewatch.live.handling import HandlingError, as_laid, aside, moved, places_in_use, rolled, settled, turned

POSITION = "spell 2e | b v b v / V V b N / v Vm b b / v . BM b | turn violet | runes 1O 2P"
RULES, STATE = game_of(POSITION).read_position(POSITION)
PLAN, LAYOUT = RULES.plan(), RULES.layout(STATE)


def names(layout: object, place: str) -> tuple[str, ...]:
    return tuple(thing.name for thing in dict(layout).get(place, ()))  # type: ignore[call-overload]


def test_a_tile_goes_with_whoever_stands_on_it_and_a_figure_alone() -> None:
    after = moved(PLAN, LAYOUT, "violet-active", "b3", "b4")
    assert names(after, "b4") == ("violet-active", "violet-mage")
    assert names(after, "b3") == ()
    after = moved(PLAN, LAYOUT, "violet-mage", "b3", "a3")
    assert names(after, "a3") == ("violet-inactive", "violet-mage")
    assert names(after, "b3") == ("violet-active",)


def test_nothing_is_lost_and_nothing_comes_of_nothing() -> None:
    after = moved(PLAN, LAYOUT, "violet-mage", "b3", "")
    assert [(p.faces[0].name, p.count) for p in aside(PLAN, after) if p.faces[0].name == "violet-mage"] == [
        ("violet-mage", 2)
    ]
    assert moved(PLAN, after, "violet-mage", "", "b3") == LAYOUT
    with pytest.raises(HandlingError, match="beside"):
        moved(PLAN, LAYOUT, "neutral", "", "b4")


def test_a_push_moves_the_row_into_the_gap() -> None:
    after = moved(PLAN, LAYOUT, "violet-inactive", "b1", "b2")
    assert [names(after, f"b{row}") for row in range(1, 5)] == [
        (), ("violet-inactive",), ("violet-active",), ("violet-active", "violet-mage"),
    ]  # fmt: skip


@pytest.mark.parametrize(("source", "target"), [("a1", "a2"), ("a1", "b2"), ("a1", "c1")])
def test_where_there_is_no_gap_there_is_no_push(source: str, target: str) -> None:
    with pytest.raises(HandlingError, match="no room"):
        moved(PLAN, LAYOUT, "black-inactive", source, target)


def test_a_tile_slides_under_who_stands_in_the_gap() -> None:
    stands = moved(PLAN, LAYOUT, "violet-mage", "b3", "b4")
    after = moved(PLAN, stands, "violet-active", "b3", "b4")
    assert names(after, "b4") == ("violet-active", "violet-mage")


def test_only_so_many_stand_in_one_place() -> None:
    layout = LAYOUT
    for thing in ("violet-elemental", "violet-elemental", "black-elemental"):
        layout = moved(PLAN, layout, thing, "", "a1")
    with pytest.raises(HandlingError, match="no room"):
        moved(PLAN, layout, "black-elemental", "", "a1")


def test_a_thing_shows_its_other_side() -> None:
    assert names(turned(PLAN, LAYOUT, "violet-active", "b3"), "b3") == ("violet-inactive", "violet-mage")
    with pytest.raises(HandlingError, match="other side"):
        turned(PLAN, LAYOUT, "neutral", "d2")
    with pytest.raises(HandlingError, match="any more"):
        turned(PLAN, LAYOUT, "neutral", "d3")


def test_a_pointer_points_the_next_way() -> None:
    solo = "spell 2e solo=normal | b v b v / V V b N / v Vm b b / v . BM b | turn violet | runes 1O 2P"
    rules, state = game_of(solo).read_position(solo)
    plan = rules.plan()
    (gem,) = [piece for piece in aside(plan, rules.layout(state)) if len(piece.faces) == 4]
    layout = moved(plan, rules.layout(state), gem.faces[0].name, "", "gem")
    assert names(turned(plan, layout, gem.faces[0].name, "gem"), "gem") == (gem.faces[1].name,)
    assert not any(piece.faces == gem.faces for piece in aside(plan, layout))


def test_the_places_are_those_in_use() -> None:
    below = {place.name for place in places_in_use(PLAN, overlay=False, layout=LAYOUT)}
    over = {place.name for place in places_in_use(PLAN, overlay=True, layout={})}
    assert "b2" in below
    assert "sheet-d4" not in below
    assert "sheet-d4" in over
    assert "b2" not in over
    assert "library-1a" in below & over
    tile = LAYOUT["a1"]
    assert "sheet-a1" in {place.name for place in places_in_use(PLAN, overlay=False, layout={"sheet-a1": tile})}


def test_one_spot_has_one_name() -> None:
    tile = LAYOUT["a1"]
    assert settled(PLAN, overlay=False, layout={"sheet-d4": tile}) == {"b2": tile}
    assert settled(PLAN, overlay=True, layout={"b2": tile}) == {"sheet-d4": tile}
    assert settled(PLAN, overlay=False, layout={"sheet-a1": tile}) == {"sheet-a1": tile}
    assert settled(PLAN, overlay=False, layout={"library-1a": tile}) == {"library-1a": tile}


def test_every_piece_is_told_once() -> None:
    faces = [face for piece in handling.pieces(PLAN) for face in piece.faces]
    assert len(faces) == len(set(faces)) == len(PLAN.things)


def test_a_stone_takes_the_place_of_another_on_a_point_but_not_in_a_tray() -> None:
    rules, state = game_of("spellbook").read_position("spellbook | south F2 A1 | north W10 | round 3")
    plan, layout = rules.plan(), rules.layout(state)
    after = moved(plan, layout, "south-fire", "2", "10")
    assert (names(after, "2"), names(after, "10")) == ((), ("south-fire",))
    beside = {piece.faces[0].name: piece.count for piece in aside(plan, after)}
    assert beside == {"north-water": 1}
    with pytest.raises(HandlingError, match="no room"):
        moved(plan, layout, "south-fire", "2", "south-tray-7")


# -- dice side by side ----------------------------------------------------------------------------------------

SHEET = game_named("archimage").open().watched()
DICE = {thing.name: thing for thing in SHEET.things}
LYING = {
    "tray-witch": (DICE["die-blue-2"], DICE["die-red-6"]),
    "zone-red": (DICE["die-red"], DICE["die-red"]),
}


def test_a_die_goes_alone_and_shows_what_counts_where_it_lies() -> None:
    after = moved(SHEET, LYING, "die-red", "zone-red", "tray-witch")
    assert names(after, "tray-witch") == ("die-blue-2", "die-red-1", "die-red-6")
    assert names(after, "zone-red") == ("die-red",)
    back = moved(SHEET, after, "die-blue-2", "tray-witch", "zone-blue")
    assert names(back, "zone-blue") == ("die-blue",)
    assert names(back, "tray-witch") == ("die-red-1", "die-red-6")


def test_a_die_is_turned_to_its_next_face_and_in_a_zone_has_none() -> None:
    assert names(turned(SHEET, LYING, "die-red-6", "tray-witch"), "tray-witch") == ("die-blue-2", "die-red-1")
    with pytest.raises(HandlingError, match="no other side"):
        turned(SHEET, LYING, "die-red", "zone-red")


def test_dice_are_rolled_where_faces_count() -> None:
    chance = random.Random(3)
    found = {names(rolled(SHEET, LYING, "tray-witch", chance), "tray-witch") for _ in range(200)}
    assert len(found) == 36
    assert all(name.startswith(("die-blue-", "die-red-")) for lying in found for name in lying)
    for place in ("zone-red", "tray-shaman"):
        with pytest.raises(HandlingError, match="no die"):
            rolled(SHEET, LYING, place, chance)
    with pytest.raises(HandlingError, match="no place"):
        rolled(SHEET, LYING, "nowhere", chance)


def test_what_waits_for_its_roll_lies_there_with_some_face() -> None:
    waiting = {"tray-witch": (DICE["die-red"],), "zone-red": (DICE["die-red"],)}
    laid = as_laid(SHEET, waiting)
    assert (names(laid, "tray-witch"), names(laid, "zone-red")) == (("die-red-1",), ("die-red",))


def test_what_is_to_be_put_down_next_is_known_by_its_kind() -> None:
    rules = game_named("spell").open()
    state = rules.play(rules.start(), rules.read_action(rules.start(), "gem black"))
    assert handling.wanted(rules, state) == {"card"}
    line = (
        "spell 2e | sheet Nd4 | phase core | turn black | first violet | runes 1O 1S 2U 2F 3R 3C 4T 4W | bag rest"
    )
    assert handling.wanted(*game_of(line).read_position(line)) == {"tile", "figure"}
