"""The printed stand-in set: every card as often as it is in the box, marked for what it is, in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.bigbook.box import STAND_IN, box_of
from engine.bigbook.cards import IN_BOX, KINDS, MADNESS, value
from engine.bigbook.effects import VERBS, WHO
from engine.bigbook.mat import UNIT_MM
from engine.catalogue import game_named
from engine.drawing import Drawing, Points, Text
from engine.lettering import face, worded
from engine.printed import Batch, Ground, Piece
from engine.table import Thing
from engine.words import Words, languages

GAME = game_named("bigbook")
RULES = GAME.open()
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
            said = {line.text for line in letters(piece, "en")}
            assert ("Stand-in" in said) == (every[piece.name].origin == STAND_IN)
            assert piece.name in said


@pytest.mark.parametrize("language", languages())
def test_no_two_cards_look_the_same(language: str) -> None:
    fronts = [worded(piece, RULES, Words(language)).front for piece in pieces()]
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


# -- words --------------------------------------------------------------------------------------------------


def pieces() -> Iterator[Piece]:
    for batch in BATCHES.values():
        yield from batch.pieces


def letters(piece: Piece, language: str) -> list[Text]:
    front = worded(piece, RULES, Words(language)).front
    return [shape for shape in front.shapes if isinstance(shape, Text)]


def told(piece: Piece, language: str) -> list[str]:
    """What is to be printed on a piece in words, box by box."""
    words = Words(language)
    return [" ".join(words.phrase(RULES, phrase) for phrase in one.told) for one in piece.words]


@pytest.mark.parametrize("language", languages())
def test_all_that_a_card_has_to_say_is_printed_on_it_in_words(language: str) -> None:
    for piece in pieces():
        lines = [line.text for line in letters(piece, language) if line not in piece.front.shapes]
        said = " ".join(lines).replace("\u00a0", " ").lower()
        assert said == " ".join(told(piece, language)).replace("\u00a0", " ").lower(), piece.name


@pytest.mark.parametrize("language", languages())
def test_nothing_is_printed_in_notation(language: str) -> None:
    verbs = "|".join(verb for verb in VERBS if "-" in verb)
    notation = re.compile(rf"^({'|'.join(WHO)}): |\b({verbs})\b|\b[ewfa][123]\b|[{{}}]", re.IGNORECASE)
    for piece in pieces():
        for line in letters(piece, language):
            assert line.text == piece.name or not notation.search(line.text), (piece.name, line.text)


def test_cards_are_in_the_readers_language() -> None:
    for piece in pieces():
        english, french = told(piece, "en"), told(piece, "fr")
        card = BOX.card(piece.name)
        if card is not None:
            assert (english[0], french[0]) == (card.title["en"], card.title["fr"])
        for one, other in zip(english[card is not None :], french[card is not None :], strict=True):
            assert one != other, piece.name


def test_a_card_tells_what_it_does() -> None:
    def printed(name: str, language: str) -> str:
        (piece,) = (one for one in pieces() if one.name == name)
        return " ".join(line.text for line in letters(piece, language)).replace("\u00a0", " ")

    stoker = printed("standin.mag.fire.m", "en")
    deck = "Begins with 2 × air 1, 3 × earth 1, 4 × fire 1, fire 2 and 2 × water 1"
    limits = "Up to 5 spells and 3 cards of support"
    for said in ("Stoker", "On destroying a curse:", "may be declined", limits, deck, "Stand-in"):
        assert said in stoker
    owl = printed("standin.page.owl", "fr")
    for said in ("Chouette", "À l’apparition", "S’il reste une malédiction à la fin", "S’il n’en reste aucune",
                 "Chaque joueur : soigner une Folie (à soi)", "Remplaçant"):  # fmt: skip
        assert said in owl
    assert "Coûte 2 feu" in printed("standin.lib.fire.2", "fr")
    assert "Folie" in printed("m", "fr")
    assert "Madness" in printed("m", "en")


Box = tuple[float, float, float, float]


def _around(text: Text) -> Box:
    """From left to right and from the tops of its letters to their feet."""
    across = (-text.width / 2, text.width / 2)
    return (text.x + across[0], text.y - 0.73 * text.size, text.x + across[1], text.y + 0.21 * text.size)


def _box_of(points: Points) -> Box:
    across, down = zip(*points, strict=True)
    return (min(across), min(down), max(across), max(down))


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _within(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


@pytest.mark.parametrize("language", languages())
def test_letters_can_be_read_have_room_and_lie_over_nothing_else(language: str) -> None:
    for piece in pieces():
        wide, high = piece.front.width_mm / 2 - 3.1, piece.front.height_mm / 2 - 3.1
        found = [text for text in letters(piece, language) if not text.turn]
        drawn = [_box_of(shape.points) for shape in piece.front.shapes if not isinstance(shape, Text)]
        for number, text in enumerate(found):
            here = _around(text)
            assert text.size >= 2.0, (piece.name, text.text)
            assert _within(here, (-wide, -high, wide, high)), (piece.name, text.text)
            assert not any(_meet(here, _around(other)) for other in found[:number]), (piece.name, text.text)
            # on its band or its disc, or beside a sign, but not across an edge
            assert all(_within(here, box) or not _meet(here, box) for box in drawn), (piece.name, text.text)


def test_a_thing_on_the_table_has_the_words_of_its_card() -> None:
    for thing in RULES.watched().things:
        if thing.sideways:
            upright = face(RULES, Thing(thing.sideways, thing.kind), Words("fr"))
            assert isinstance(upright, Drawing)
            assert face(RULES, thing, Words("fr")) == upright.turned(90)
    (piece,) = (one for one in pieces() if one.name == "base.ice")
    assert face(RULES, Thing("base.ice", "spell"), Words("fr")) == worded(piece, RULES, Words("fr")).front
