"""What people call actions, places and things, and how pieces travel: for every action of whole matches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.catalogue import game_named
from engine.contract import Rules
from engine.spell.sentences import DEEDS
from engine.table import Layout, Motion, Thing, differences, motions
from engine.words import Words, languages

GAME = game_named("spell")
SETUPS: list[dict[str, Any]] = [{}, {"solo": "normal"}, {"asymmetric": True}, {"tournament": True}]
NOTATION = re.compile(r"\b(?:rune|library|sheet|gem|score|card)-")
TURN = "spell 2e | v b v N / B B b V / b BM v v / b v . Vm | turn violet | hand 110 | runes 1O 2P"
RIVAL = (
    "spell 2e solo=normal | b b b . / b BM N Vm / b b v v / v v v v | phase rival-mage | turn black "
    "| runes 1T 1S 2P 2V 3R 3C 4R 4T | bag rest"
)


def played(setup: dict[str, Any]) -> Iterator[tuple[Rules[Any, Any], Any, Any]]:
    """Every legal action of a random match, each kind as often as any other."""
    rules, chance = GAME.open(setup), random.Random(5)
    state = rules.start()
    for _ in range(160):
        legal = sorted(rules.legal(state), key=str)
        if not legal:
            return
        yield from ((rules, state, action) for action in chance.sample(legal, min(len(legal), 8)))
        kind = chance.choice(sorted({action.kind for action in legal}))
        state = rules.play(state, chance.choice([action for action in legal if action.kind == kind]))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_action_is_said_as_people_say_it(setup: dict[str, Any]) -> None:
    for rules, state, action in played(setup):
        for language in languages():
            told = Words(language).phrase(rules, rules.deed(state, action))
            assert re.search(r"\w{3}", told), action
            assert not re.search(r"[{}\[\]]|None|  ", told), told
            assert not NOTATION.search(told), told


def test_every_kind_of_action_comes_up() -> None:
    said = {rules.deed(state, action).message for setup in SETUPS for rules, state, action in played(setup)}
    # for these, cards, certain amulets or a rival that cannot go anywhere are needed
    rare = {DEEDS[kind] for kind in ("wait", "levitate", "push", "special", "summon")}
    assert said >= set(DEEDS.values()) - rare


@pytest.mark.parametrize(
    ("position", "text", "told"),
    [
        (TURN, "move d3", "step from d4 to d3"),
        (TURN, "move d3 with L1", "step from d4 to d3 with a card of level 1"),
        (TURN, "shift a1 up", "carry the tile at a1 into the gap, then slide the line up"),
        (TURN, "claim 1O", "claim rune 1O"),
        (RIVAL, "flip b1", "for the rival, turn over the tile at b1"),
        (RIVAL, "move c3", "move the rival's mage from b2 to c3"),
        (RIVAL, "wait", "leave the rival's mage where it is"),
        (TURN, "levitate a1 with L2", "levitate from d4 to a1 with a card of level 2"),
        (TURN, "push c3 with L1", "push the rival's mage from b3 to c3 with a card of level 1"),
        (
            TURN,
            "summon a1 to b1 with L1",
            "summon an elemental to a1, from where the rival's mage goes to b1 with a card of level 1",
        ),
        (TURN, "special a0", "lay the special tile at a0"),
    ],
)
def test_some_of_them(position: str, text: str, told: str) -> None:
    rules, state = GAME.read_position(position)
    assert Words("en").phrase(rules, rules.deed(state, rules.read_action(state, text))) == told


@pytest.mark.parametrize("language", languages())
def test_every_place_and_thing_has_a_name(language: str) -> None:
    words = Words(language)
    for setup in SETUPS:
        rules = GAME.open(setup)
        places = [words.place(rules, place.name) for place in rules.plan().places]
        assert len(set(places)) == len(places)
        for told in (*places, *(words.thing(rules, thing) for thing in rules.plan().things)):
            assert not re.search(r"[{}\[\]]|  ", told)
            assert not NOTATION.search(told), told


def test_the_sheet_is_told_from_the_neutral_tile() -> None:
    words = Words("en")
    assert words.place(GAME, "sheet-d4") == "the middle (d4)"
    assert words.place(GAME, "sheet-c2") == "the place 1 left 2 up from the neutral tile (c2)"
    assert words.place(GAME, "library-3b") == "the library, level 3, right"


# -- how pieces travel ------------------------------------------------------------------------------------


def carried_out(before: Layout, way: tuple[Motion, ...]) -> dict[str, tuple[Thing, ...]]:
    """The layout once everything has gone its way."""
    lies = {name: list(things) for name, things in before.items()}
    for one in way:
        if one.source:
            lies[one.source].remove(one.thing)
        if one.target:
            lies.setdefault(one.target, []).append(one.becomes or one.thing)
    return {name: tuple(things) for name, things in lies.items() if things}


def without_slots(layout: Layout) -> dict[str, list[str]]:
    """What lies where, but for the slot of a card and which lies on top."""
    found: dict[str, list[str]] = {}
    for name, things in layout.items():
        place = name[:-1] if name.startswith("library-") else name
        found[place] = sorted([*found.get(place, []), *(thing.name for thing in things)])
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_motions_of_an_action_lead_to_its_table(setup: dict[str, Any]) -> None:
    for rules, state, action in played(setup):
        way = rules.motions(state, action)
        table = rules.traces(state, action, rules.play(state, action))
        assert without_slots(carried_out(rules.layout(state), way)) == without_slots(table), action


def test_a_line_of_alike_tiles_slides_tile_by_tile() -> None:
    rules, state = GAME.read_position(TURN)
    way = rules.motions(state, rules.read_action(state, "shift a1 up"))
    assert [(one.source, one.target) for one in way] == [("a1", "c4"), ("a2", "a1"), ("a3", "a2"), ("a4", "a3")]


def test_a_rune_that_leaves_is_the_only_one_that_moves() -> None:
    rules, state = GAME.read_position(
        RIVAL.replace("rival-mage", "rival-take 2").replace("turn", "round 3 | turn")
    )
    for action in rules.legal(state):
        (way,) = rules.motions(state, action)
        assert (
            Words("en").phrase(rules, rules.deed(state, action))
            == f"for the rival, take {way.thing.name.replace('-', ' ')}"
        )
        assert (way.source[:-1], way.target) == ("library-2", "")


def test_what_differs_can_be_done_by_hand() -> None:
    rules = GAME.open()
    tiles = {thing.name: thing for thing in rules.plan().things}
    active, bare, mage = tiles["black-active"], tiles["black-inactive"], tiles["violet-mage"]
    before: Layout = {"a1": (active, mage), "b1": (bare,), "c1": (bare,)}
    goal: Layout = {"a1": (active,), "b1": (active,), "d1": (mage,), "e1": (bare,)}
    assert carried_out(before, motions(before, goal)) == goal
    assert motions(before, before) == ()
    assert len(motions(before, goal)) == len(differences(before, goal)) - 2
