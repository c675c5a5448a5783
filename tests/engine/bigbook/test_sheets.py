"""The printed stand-in set: every card as often as it is in the box, marked for what it is, in its place."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.bigbook.box import STAND_IN, box_of
from engine.bigbook.cards import IN_BOX, KINDS, MADNESS, value
from engine.bigbook.mat import UNIT_MM
from engine.catalogue import game_named
from engine.drawing import Drawing, Text
from engine.printed import Batch, Ground
from engine.table import Thing

GAME = game_named("bigbook")
PARTS = GAME.printed()
BATCHES = {part.name: part for part in PARTS if isinstance(part, Batch)}
BOX = box_of("", True)


@pytest.mark.parametrize(
    ("name", "cards"),
    [("magicians", BOX.magicians), ("spells", BOX.spells), ("curses", BOX.curses), ("book", BOX.pages)],
)
def test_every_card_is_printed_as_often_as_it_is_in_the_box(name: str, cards: dict[str, object]) -> None:
    assert {piece.name: piece.count for piece in BATCHES[name].pieces} == {
        code: getattr(card, "copies", 1) for code, card in cards.items()
    }


def test_element_cards_and_madness_are_complete() -> None:
    printed = {piece.name: piece.count for piece in BATCHES["cards"].pieces}
    assert set(printed) == set(KINDS)
    assert all(printed[card] == IN_BOX[value(card)] for card in KINDS if card != MADNESS)
    assert printed[MADNESS] == 10 + 2 * 5


def test_stand_ins_say_so_and_others_do_not() -> None:
    every = {**BOX.magicians, **BOX.spells, **BOX.curses, **BOX.pages}
    for name in ("magicians", "spells", "curses", "book"):
        for piece in BATCHES[name].pieces:
            said = {shape.text for shape in piece.front.shapes if isinstance(shape, Text)}
            assert ("stand-in" in said) == (every[piece.name].origin == STAND_IN)
            assert piece.name in said


def test_no_two_cards_look_the_same() -> None:
    fronts = [piece.front for batch in BATCHES.values() for piece in batch.pieces]
    assert len(set(fronts)) == len(fronts)


def test_the_mat_holds_all_that_a_camera_looks_at() -> None:
    (found,) = (part for part in PARTS if isinstance(part, Ground))
    plan = GAME.open({"players": 5}).watched()
    assert {place.kind for place in plan.places} == {"track", "slot", "page", "library", "spell"}
    for place in plan.places:
        assert abs(place.x - found.x) * UNIT_MM + 10 <= found.drawing.width_mm / 2
        assert abs(place.y - found.y) * UNIT_MM + 10 <= found.drawing.height_mm / 2


def test_nothing_on_the_mat_lies_over_anything_else() -> None:
    plan = GAME.open({"players": 5}).plan()
    boxes = [(one.name, one.x, one.y, one.width / 2, one.height / 2) for one in plan.places]
    boxes += [(str(mark.number), mark.x, mark.y, mark.side * 0.7, mark.side * 0.7) for mark in plan.markers]
    for (name, x, y, wide, high), (other, x2, y2, wide2, high2) in combinations(boxes, 2):
        assert abs(x - x2) >= wide + wide2 - 1e-9 or abs(y - y2) >= high + high2 - 1e-9, (name, other)


def test_a_part_of_the_plan_is_named_and_placed_alike() -> None:
    rules = GAME.open({"players": 3})
    plan = {place.name: place for place in rules.plan().places}
    assert all(plan[place.name] == place for place in rules.watched().places)
    assert set(rules.watched().things) < set(rules.plan().things)


def test_all_that_can_be_seen_is_drawn_and_a_spell_on_its_side_is_the_spell_turned() -> None:
    rules = GAME.open()
    for thing in rules.watched().things:
        drawn = rules.drawing(thing)
        assert (drawn is None) == thing.unknown
        if thing.sideways:
            upright = rules.drawing(Thing(thing.sideways, thing.kind))
            assert isinstance(upright, Drawing)
            assert drawn == upright.turned(90)


def test_lettering_stays_within_its_card() -> None:
    for batch in BATCHES.values():
        for piece in batch.pieces:
            for shape in piece.front.shapes:
                if isinstance(shape, Text):
                    assert 0.25 * shape.size * len(shape.text) < piece.front.width_mm / 2, (piece.name, shape.text)
                    assert abs(shape.y) < piece.front.height_mm / 2 - 4
