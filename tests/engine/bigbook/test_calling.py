"""What people read: cards by their titles, costs in elements, and cards that no box has by the rule."""

from __future__ import annotations

import pytest

from engine.bigbook.game import Bigbook, BigbookRules
from engine.bigbook.state import State
from engine.errors import NotationError
from engine.words import Words

TABLE = (
    "bigbook | slots 2:standin.water.support:w1"
    " | black hand f1 f1 m spells base.ice base.growth | violet support f2"
)


@pytest.fixture
def table() -> tuple[BigbookRules, State]:
    return Bigbook().read_position(TABLE)


def told(table: tuple[BigbookRules, State], text: str, language: str = "en") -> str:
    rules, state = table
    words = Words(language).calling(rules.seats, ("Ana", "Ben"))
    return words.phrase(rules, rules.deed(state, rules.read_action(state, text)))


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "learn standin.lib.fire.1 with f1 f1 f2@violet over base.ice",
            "learn Ember, paying 2 × fire 1 and fire 2 (support of Ben), and destroy Ice",
            "apprendre Braise en payant 2 × feu 1 et feu 2 (soutien de Ben) et détruire Glace",
        ),
        (
            "destroy 2 with f1@black-hand m gain fire",
            "destroy the curse Cold shoulder (water) on slot 2, paying madness and fire 1 (hand of Ana),"
            " and gain fire",
            "détruire la malédiction Dos tourné (eau) de l’emplacement 2 en payant folie et feu 1 (main de Ana)"
            " et gagner\u00a0: feu",
        ),
        ("show black f1 f1 m", "show 2 × fire 1 and madness", "montrer 2 × feu 1 et folie"),
        (
            "magician violet standin.mag.earth.m",
            "choose the magician Digger",
            "choisir le magicien Terrassier",
        ),
    ],
)
def test_cards_are_called_by_their_titles(
    table: tuple[BigbookRules, State], text: str, english: str, french: str
) -> None:
    assert told(table, text) == english
    assert told(table, text, "fr") == french


def test_what_something_costs_is_told_in_elements(table: tuple[BigbookRules, State]) -> None:
    rules, state = table
    verdicts = rules.breaches(state, rules.read_action(state, "destroy 2 with f1 gain fire"), 0)
    assert "Destroying a curse costs four of its element: 5 water." in [
        Words().sentence(rules, one) for one in verdicts
    ]


def test_two_alike_on_the_next_space_are_both_told() -> None:
    position = "bigbook | slots 3-left:standin.fire.madness 3-right:standin.fire.madness | todo book:black:3"
    rules, state = Bigbook().read_position(position.replace("| slots", "| turn 2 black | slots"))
    (asked,) = rules.requests(state)
    assert Words().request(rules, asked).endswith("Waiting there: 2 × Creeping doubt (fire).")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("lay 2 my.curse", "bigbook.components.curses"),
        ("cast base.fly", "bigbook.components.spells"),
        ("page some.page", "bigbook.components.grimoire"),
        ("magician violet a.b", "bigbook.components.magicians"),
        ("discard f4", "bigbook.components.element-values"),
        ("acquire f2 with z1", "bigbook.components.element-values"),
    ],
)
def test_a_card_the_box_does_not_know_is_told_with_the_rule(
    table: tuple[BigbookRules, State], text: str, rule: str
) -> None:
    rules, state = table
    with pytest.raises(NotationError, match=rule):
        rules.read_action(state, text)
