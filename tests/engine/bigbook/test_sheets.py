"""The printed stand-in set: every card as often as it is in the box, marked for what it is, in its place."""

from __future__ import annotations

import pytest

from engine.bigbook.box import STAND_IN, box_of
from engine.bigbook.cards import IN_BOX, KINDS, MADNESS, value
from engine.bigbook.layouts import UNIT_MM
from engine.catalogue import game_named
from engine.drawing import Text
from engine.printed import Batch, Ground

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


@pytest.mark.parametrize(("ground", "kinds"), [("board", ("track", "slot", "page")), ("library", ("library",))])
def test_the_grounds_hold_the_places_of_the_plan(ground: str, kinds: tuple[str, ...]) -> None:
    (found,) = (part for part in PARTS if isinstance(part, Ground) and part.name == ground)
    for place in GAME.open().plan().places:
        if place.kind in kinds:
            assert abs(place.x - found.x) * UNIT_MM + 10 <= found.drawing.width_mm / 2
            assert abs(place.y - found.y) * UNIT_MM + 10 <= found.drawing.height_mm / 2


def test_lettering_stays_within_its_card() -> None:
    for batch in BATCHES.values():
        for piece in batch.pieces:
            for shape in piece.front.shapes:
                if isinstance(shape, Text):
                    assert 0.25 * shape.size * len(shape.text) < piece.front.width_mm / 2, (piece.name, shape.text)
                    assert abs(shape.y) < piece.front.height_mm / 2 - 4
