"""Cards beside the board: which lies where, though it lies crooked or upside down, and where none or a hand is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.catalogue import game_named
from engine.drawing import Area, Drawing, Standing, box, lozenge
from engine.table import Place, TablePlan, Thing
from runewatch.simulated import Wish, scene_of
from vision.camera import View
from vision.cards import CardNotReadError, read_card, read_library
from vision.picture import Picture
from vision.scene.setting import Scene
from vision.sighting import NOTHING, Belief

RULES = game_named("spell").open({"solo": "normal", "deck": "advanced"})
PLAN = RULES.plan()
CARDS = tuple(thing for thing in PLAN.things if thing.name in PLAN.printed)
SLOTS = tuple(place for place in PLAN.places if place.kinds == ("card",))
WISHES = (
    Wish(size=(1280, 960), tilt=18.0, turn=20.0, light="day", has_mat=True, seed=1),
    Wish(size=(1280, 960), tilt=5.0, turn=-95.0, light="evening", lens="wide", has_mat=False, top="cloth", seed=2),
    Wish(size=(1280, 960), tilt=12.0, turn=180.0, light="lamp", has_mat=True, seed=3),
)


@dataclass(frozen=True)
class Laid:
    """A table with cards on some of their places, and the picture of it."""

    scene: Scene
    cards: dict[str, Thing]
    picture: Picture


def upside_down(thing: Thing) -> Drawing | Standing | None:
    drawing = RULES.drawing(thing)
    return drawing.turned(180) if thing in CARDS and isinstance(drawing, Drawing) else drawing


@cache
def laid(number: int) -> Laid:
    rng = np.random.default_rng(number)
    scene = scene_of(RULES, WISHES[number])
    if number % 2:
        scene = replace(scene, draw=upside_down)
    picked = rng.choice(len(CARDS), len(SLOTS), replace=False)
    cards = {slot.name: CARDS[i] for slot, i in zip(SLOTS, picked, strict=True) if rng.random() < 0.75}
    return Laid(scene, cards, scene.picture({name: (card,) for name, card in cards.items()}))


def askew(view: View, place: Place, degrees: float, shift: tuple[float, float]) -> View:
    """The view for which a card that lies well on its place lies beside it and crooked."""
    turn = math.radians(degrees)
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    middle = np.array([place.x, place.y, 0.0])
    away = middle - spin @ middle + (*shift, 0.0)
    rotation = np.asarray(cv2.Rodrigues(view.rotation @ spin)[0]).ravel()
    x, y, z = np.array(view.shift) + view.rotation @ away
    return View(
        view.lens, (float(rotation[0]), float(rotation[1]), float(rotation[2])), (float(x), float(y), float(z))
    )


def best(belief: Belief) -> tuple[str, float]:
    assert math.isclose(sum(belief.kinds["card"].values()), 1.0, abs_tol=1e-6)
    return belief.best("card")


@pytest.mark.parametrize("number", range(len(WISHES)))
def test_cards_where_they_belong_are_read(number: int) -> None:
    table = laid(number)
    found = read_library(table.picture, table.scene.view, PLAN)
    assert set(found) == {slot.name for slot in SLOTS}
    for name, belief in found.items():
        card = table.cards.get(name)
        assert best(belief)[0] == (card.name if card else NOTHING), name
        assert best(belief)[1] > (0.9 if card else 0.5), name


@pytest.mark.parametrize("number", range(len(WISHES)))
def test_cards_beside_their_place_and_crooked_are_read(number: int) -> None:
    table = laid(number)
    rng = np.random.default_rng(100 + number)
    for slot in SLOTS:
        if slot.name in table.cards:
            shift = rng.uniform(-8, 8, 2) / PLAN.unit_mm
            view = askew(table.scene.view, slot, rng.uniform(-8, 8), (float(shift[0]), float(shift[1])))
            name, share = best(read_library(table.picture, view, only(slot))[slot.name])
            assert name == table.cards[slot.name].name or share < 0.6


def only(slot: Place) -> TablePlan:
    return replace(PLAN, places=(slot,))


def test_a_hand_over_a_card_hides_it() -> None:
    table = laid(0)
    name = next(iter(table.cards))
    hand = table.scene.hand_over(name, side=90.0)
    picture = table.scene.picture({name: (card,) for name, card in table.cards.items()}, [hand])
    belief = read_library(picture, table.scene.view, PLAN)[name]
    assert table.scene.covered([hand], name) > 0.35
    assert belief.hidden > 0.5
    assert max(share for thing, share in belief.kinds["card"].items() if thing != NOTHING) < 0.5


def test_the_back_of_a_card_is_not_read() -> None:
    def back(thing: Thing) -> Drawing | Standing | None:
        if thing not in CARDS:
            return RULES.drawing(thing)
        shapes = (
            Area(box(0, 0, 46, 67), "#26324a"),
            *(Area(lozenge(0, y, 8, 6), "#d9d2bd") for y in (-15, 0, 15)),
        )
        return Drawing(shapes, 42.0, 63.0)

    table = laid(0)
    scene = replace(table.scene, draw=back)
    found = read_library(scene.picture({SLOTS[0].name: (CARDS[0],)}), scene.view, PLAN)[SLOTS[0].name]
    assert max(found.kinds["card"].values()) < 0.5


def test_places_out_of_view_are_hidden() -> None:
    view = replace(laid(0).scene.view, shift=(40.0, 0.0, 12.0))
    assert all(belief.hidden > 0.9 for belief in read_library(laid(0).picture, view, PLAN).values())


def test_a_game_without_cards_has_nothing_to_read() -> None:
    plain = replace(PLAN, printed={})
    assert read_library(laid(0).picture, laid(0).scene.view, plain) == {}


def test_our_own_cards_are_read_in_the_reading_spot() -> None:
    table = laid(0)
    right = 0
    for name, card in table.cards.items():
        place = PLAN.place(name)
        half = np.array([place.width, place.height]) / 2
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + (place.x, place.y)
        try:
            seen = read_card(table.picture, table.scene.view.project(corners))
        except CardNotReadError:
            continue
        rows = PLAN.printed[card.name].rows
        cells = np.array([list(row) for row in rows])
        down, across = np.nonzero(cells == "#")
        part = cells[down.min() : down.max() + 1, across.min() : across.max() + 1]
        turns = {tuple("".join(row) for row in np.rot90(part, quarters)) for quarters in range(4)}
        assert seen.pattern in turns or not seen.is_sure
        right += seen.pattern in turns
        assert seen.level in (None, int(card.name.split("-")[1][0]))
    assert right >= 0.6 * len(table.cards)
