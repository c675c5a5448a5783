"""SPELL's drawings: everything is drawn, and can be told apart by any eye and by a camera."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from engine.drawing import BLEED_MM, Area, Drawing, Line, Standing, Text
from engine.printed import Batch, Ground
from engine.spell import GAME
from engine.spell.deck import deck_names, load_deck
from engine.spell.drawings import cards, figures, gem, grounds, tiles
from engine.spell.drawings.cards import CELL
from engine.spell.layouts import plan
from engine.spell.layouts.cards import LATTICE_MM, LATTICE_Y
from engine.spell.layouts.plan import CARD_MM
from engine.spell.runes import Card, read_pattern, rotations
from engine.table import Thing
from tests.painting import luminance, painted

RULES: Any = GAME.open({"solo": "normal"})
FACES = {name: draw() for name, draw in tiles.FACES.items()}
FIGURES = {name: figure(owner) for owner, colour in enumerate(("black", "violet")) for name, figure in (
    (f"{colour}-mage", figures.mage), (f"{colour}-elemental", figures.elemental))}  # fmt: skip
DECKS = [load_deck(name) for name in deck_names()]
CARDS = [(deck.name, card) for deck in DECKS for card in deck.cards]
SMALL = 0.5
"""Pixels a millimetre of a camera far away: a tile is 30 pixels wide."""


def all_drawings() -> list[Drawing]:
    found = [*FACES.values(), gem.gem("sun"), gem.gem("star"), grounds.mat(), grounds.strip()]
    found += [part for figure in FIGURES.values() for part in (figure.front, figure.foot)]
    found += [cards.face(card, deck) for deck, card in CARDS]
    return found + [cards.back(level, deck.name) for level in (1, 2, 3, 4) for deck in DECKS]


def difference(one: Drawing, other: Drawing) -> float:
    """How different two drawings are in grey, whatever the light: both at the same brightness and contrast."""
    pictures = [painted(drawing, SMALL).astype(float) for drawing in (one, other)]
    first, second = ((picture - picture.mean()) / max(picture.std(), 1.0) for picture in pictures)
    return float(np.sqrt(((first - second) ** 2).mean()))


# -- everything -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", deck_names())
@pytest.mark.parametrize("solo", ["no", "normal"])
def test_every_thing_of_the_plan_is_drawn(deck: str, solo: str) -> None:
    rules = GAME.open({"deck": deck, "solo": solo})
    for thing in rules.plan().things:
        found = rules.drawing(thing)
        assert isinstance(found, Standing if thing.tall else Drawing), thing


def test_what_lies_beside_the_arena_is_not_drawn() -> None:
    things = set(plan.table_plan(RULES, beside=True).things) - set(RULES.plan().things)
    assert things
    assert not any(RULES.drawing(thing) for thing in things)
    assert RULES.drawing(Thing("rune-9X", "card")) is None


def test_a_card_of_ones_own_is_drawn_too() -> None:
    rules = GAME.open({"deck": "none", "cards": ("4Own=#####/#....",)})
    (thing,) = (thing for thing in rules.plan().things if thing.kind == "card")
    assert isinstance(rules.drawing(thing), Drawing)


def test_colours_and_sizes_are_well_formed() -> None:
    for drawing in all_drawings():
        assert drawing.width_mm > 0 < drawing.height_mm
        for shape in drawing.shapes:
            assert re.fullmatch("#[0-9a-f]{6}", shape.colour)
            if not isinstance(shape, Text):
                assert len(shape.points) >= 2


@pytest.mark.parametrize(
    "drawing", [*FACES.values(), cards.face(CARDS[0][1], CARDS[0][0]), cards.back(1, "basic")]
)
def test_what_is_cut_square_bleeds_on_every_side(drawing: Drawing) -> None:
    ground = drawing.shapes[0]
    assert isinstance(ground, Area)
    right, down = drawing.width_mm / 2 + BLEED_MM, drawing.height_mm / 2 + BLEED_MM
    assert set(ground.points) == {(-right, -down), (right, -down), (right, down), (-right, down)}


# -- told apart ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), list(combinations(FACES, 2)))
def test_tiles_differ_in_grey_whatever_the_light(one: str, other: str) -> None:
    assert difference(FACES[one], FACES[other]) > 0.9


@pytest.mark.parametrize("name", FACES)
def test_a_tile_looks_the_same_from_all_four_sides(name: str) -> None:
    turned = FACES[name].turned(90)
    assert difference(FACES[name], turned) < 0.35
    assert (turned.width_mm, turned.height_mm) == (tiles.TILE_MM, tiles.TILE_MM)


@pytest.mark.parametrize("colour", ["black", "violet"])
def test_what_is_active_is_bolder_than_what_is_not(colour: str) -> None:
    active, inactive = (painted(FACES[f"{colour}-{side}"], 2.0) for side in ("active", "inactive"))
    assert active.std() > 3 * inactive.std()


def test_owners_differ_by_brightness_and_not_only_by_hue() -> None:
    means = {name: painted(drawing, SMALL).mean() for name, drawing in FACES.items()}
    order = ["black-inactive", "black-active", "violet-active", "violet-inactive", "neutral"]
    assert sorted(order, key=lambda name: means[name]) == order
    for darker, brighter in pairwise(order):
        assert means[brighter] - means[darker] > 12


def test_feet_differ_in_grey_and_by_size() -> None:
    assert figures.MAGE_FOOT_MM > 1.3 * figures.ELEMENTAL_FOOT_MM
    for kind in ("mage", "elemental"):
        assert difference(FIGURES[f"black-{kind}"].foot, FIGURES[f"violet-{kind}"].foot) > 0.4
    for name, figure in FIGURES.items():
        rim, ground = (luminance(shape.colour) for shape in (figure.foot.shapes[2], figure.foot.shapes[1]))
        assert abs(rim - ground) > 0.5, name
        # three to one is what those who see badly are owed
        assert (max(rim, ground) ** 2.2 + 0.05) / (min(rim, ground) ** 2.2 + 0.05) > 3, name


def test_the_gem_is_bright_at_its_tip() -> None:
    for sign in ("sun", "star"):
        upper, lower = np.array_split(painted(gem.gem(sign), 2.0)[:, 26:46].astype(float), 2)
        assert upper.mean() > lower.mean() + 50
    tips = {thing.name: RULES.drawing(thing) for thing in plan.GEM_TIPS}
    ends = {"gem-up": (0, -29), "gem-right": (29, 0), "gem-down": (0, 29), "gem-left": (-29, 0)}
    assert {name: drawing.outline[0] for name, drawing in tips.items()} == ends


# -- cards -----------------------------------------------------------------------------------------------


def lattice_read(drawing: Drawing, count: int) -> str:
    """The dark cells of a card as a pattern, read from its picture."""
    per_mm = 4.0
    picture = painted(drawing, per_mm)
    pitch = LATTICE_MM / count
    rows = []
    for row in range(count):
        marks = ""
        for column in range(count):
            x = drawing.width_mm / 2 + (column - (count - 1) / 2) * pitch
            y = drawing.height_mm / 2 + LATTICE_Y + (row - (count - 1) / 2) * pitch
            reach = pitch * CELL * 0.3
            top, bottom, left, right = (round(v * per_mm) for v in (y - reach, y + reach, x - reach, x + reach))
            marks += "#" if np.median(picture[top:bottom, left:right]) < 128 else "."
        rows.append(marks)
    return "/".join(rows)


@pytest.mark.parametrize(("deck", "card"), CARDS, ids=str)
def test_the_pattern_of_a_card_can_be_read_off_it(deck: str, card: Card) -> None:
    assert read_pattern(lattice_read(cards.face(card, deck), 4)) == card.pattern


def test_a_long_pattern_has_a_lattice_of_its_own() -> None:
    card = Card("4L", read_pattern("#####/....#"))
    assert lattice_read(cards.face(card, "basic"), 5) == "...../#####/....#/...../....."


@pytest.mark.parametrize(("deck", "card"), CARDS, ids=str)
def test_a_card_says_its_code_and_shows_its_level(deck: str, card: Card) -> None:
    shapes = cards.face(card, deck).shapes
    assert [shape.text for shape in shapes if isinstance(shape, Text)] == [card.code]
    pips = [shape for shape in shapes if isinstance(shape, Area) and min(y for _, y in shape.points) > 20]
    assert len(pips) == card.level


def test_two_cards_of_a_deck_never_look_alike() -> None:
    for deck in DECKS:
        patterns = [
            frozenset(rotations(read_pattern(lattice_read(cards.face(c, deck.name), 4)))) for c in deck.cards
        ]
        assert len(set(patterns)) == len(deck.cards)


def test_backs_are_dark_and_faces_bright() -> None:
    for deck in DECKS:
        backs = [painted(cards.back(level, deck.name), SMALL) for level in (1, 2, 3, 4)]
        assert max(float(back.mean()) for back in backs) < 90
        assert min(float(painted(cards.face(card, deck.name), SMALL).mean()) for card in deck.cards) > 130


def test_the_art_of_a_back_stays_away_from_the_cut() -> None:
    for drawing in (cards.back(level, deck.name) for level in (1, 2, 3, 4) for deck in DECKS):
        for shape in drawing.shapes[1:]:
            assert not isinstance(shape, Text)
            assert max(abs(x) for x, _ in shape.points) < CARD_MM[0] / 2 - 2 * BLEED_MM
            assert max(abs(y) for _, y in shape.points) < CARD_MM[1] / 2 - 2 * BLEED_MM


# -- figures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_stands_on_its_foot(name: str) -> None:
    figure = FIGURES[name]
    bottom = [x for x, y in figure.front.outline if y == figure.height_mm / 2]
    assert max(bottom) - min(bottom) <= figure.foot_mm
    assert max(abs(x) for x, _ in figure.front.outline) <= figure.width_mm / 2


@pytest.mark.parametrize("name", FIGURES)
def test_the_two_sides_of_a_folded_figure_cover_each_other(name: str) -> None:
    net = figures.folded(name, FIGURES[name], 1)
    outline = {(round(x, 6), round(y, 6)) for x, y in net.front.outline}
    assert outline == {(x, -y) for x, y in outline} == {(-x, y) for x, y in outline}
    (_, back), (_, middle), (_, front) = (fold[0] for fold in net.folds)
    height = FIGURES[name].height_mm
    assert (back, middle, front) == (-height, 0, height)
    assert net.front.height_mm == 2 * height + FIGURES[name].foot_mm


@pytest.mark.parametrize("name", FIGURES)
def test_a_foot_is_the_same_turned_by_half(name: str) -> None:
    foot = FIGURES[name].foot
    assert difference(foot, foot.turned(180)) < 0.05


# -- the box ---------------------------------------------------------------------------------------------


def test_the_quantities_are_those_of_the_box() -> None:
    found: dict[str, int] = {}
    sides = {}
    for part in GAME.printed():
        if isinstance(part, Batch):
            for piece in part.pieces:
                found[piece.name] = found.get(piece.name, 0) + piece.count
                sides[piece.name] = piece.back is not None
    runes = {name for name in found if name.startswith(("basic-", "advanced-"))}
    assert {name: found[name] for name in found.keys() - runes} == {
        "black": 7, "violet": 7, "neutral": 1, "black-special": 1, "violet-special": 1, "gem": 1,
        "black-mage": 2, "violet-mage": 2, "black-elemental": 3, "violet-elemental": 3,
        "mage-sole": 4, "elemental-sole": 6,
        "black-mage-action": 1, "violet-mage-action": 1, "black-shift-action": 1, "violet-shift-action": 1,
         "black-points": 1, "violet-points": 1, "round": 1,
    }  # fmt: skip
    assert runes == {f"{deck}-{card.code}" for deck, card in CARDS}
    assert {found[name] for name in runes} == {1}
    assert all(sides[name] for name in (*runes, "black", "violet", "neutral", "black-special", "gem"))


def test_the_mat_lies_where_the_plan_says() -> None:
    table = RULES.plan()
    mat, strip, _ = (part for part in GAME.printed() if isinstance(part, Ground))
    assert (mat.x, mat.y, mat.marked) == (1.5, 1.5, True)
    cells = [shape for shape in mat.drawing.shapes if isinstance(shape, Line) and shape.closed]
    middles = {
        tuple(
            round(sum(point[i] for point in cell.points) / len(cell.points) / table.unit_mm + 1.5, 6)
            for i in (0, 1)
        )
        for cell in cells
    }
    assert middles == {(place.x, place.y) for place in table.places if place.kind == "frame"}
    slots = [shape for shape in strip.drawing.shapes if isinstance(shape, Line) and shape.closed]
    for place in (place for place in table.places if place.kind == "library"):
        x, y = (place.x - strip.x) * table.unit_mm, (place.y - strip.y) * table.unit_mm
        assert any(
            min(px for px, _ in slot.points)
            < x - CARD_MM[0] / 2
            < x + CARD_MM[0] / 2
            < max(px for px, _ in slot.points)
            and min(py for _, py in slot.points) < y - CARD_MM[1] / 2
            and y + CARD_MM[1] / 2 < max(py for _, py in slot.points)
            for slot in slots
        ), place.name


def test_the_cards_of_the_library_do_not_overlap_nor_touch_the_arena() -> None:
    table = RULES.plan()
    room = [place for place in table.places if place.kind == "library"]
    assert {(round(p.width * table.unit_mm, 6), round(p.height * table.unit_mm, 6)) for p in room} == {CARD_MM}
    for one, other in combinations(room, 2):
        apart = abs(one.x - other.x) - one.width, abs(one.y - other.y) - one.height
        assert max(apart) * table.unit_mm >= 5 - 1e-9
    ring = max(place.x + 0.5 for place in table.places if place.kind == "ring")
    assert min(place.x - place.width / 2 for place in room) > ring
