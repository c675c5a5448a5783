"""What cannot be as it is seen though not all of it is in sight; and what may be, because the rest is hidden."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine.catalogue import game_named
from engine.table import Layout
from runewatch.sight.certain import certain

SPELL = game_named("spell").open({})
PLAN = SPELL.watched()
BOARD = "V N b b / v BM b v / v B b . / b v Vm v"


def seen(board: str, *hidden: str) -> Layout:
    return {name: things for name, things in SPELL.read_layout(board).items() if name not in hidden}


def told(board: str, *hidden: str) -> set[str]:
    return {breach.rule.removeprefix("spell.") for breach in certain(SPELL, PLAN, seen(board, *hidden), hidden)}


def test_what_is_lacking_may_be_hidden() -> None:
    assert {breach.rule for breach in SPELL.inspect(seen(BOARD, "b2", "c3"))} >= {"spell.inv.tiles"}
    assert told(BOARD, "b2", "c3") == set()
    assert told(BOARD) == set()


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        (BOARD.replace("v B b .", "v B b vM"), {"setup.pieces", "inv.mages"}),
        (BOARD.replace("BM", "BMm"), {"inv.one-per-tile", "mage.move.not-mage", "setup.pieces", "inv.mages"}),
        (BOARD.replace("v B b .", ". B b ."), {"setup.one-gap"}),
    ],
)
@pytest.mark.parametrize("hidden", [(), ("a4",), ("a4", "b4", "d2")])
def test_what_is_too_much_in_plain_sight_is_certain(board: str, rules: set[str], hidden: tuple[str, ...]) -> None:
    assert told(board, *hidden) >= rules


@pytest.mark.parametrize("name", ["spell", "spellbook", "archimage", "bigbook"])
def test_of_what_may_lie_like_this_nothing_is_told(name: str) -> None:
    """Whatever is covered on a table of a match, nobody is blamed for it."""
    chance, game = random.Random(name), game_named(name)
    rules = game.open(game.sight)
    plan, state = rules.watched(), rules.start()
    names, tried = [place.name for place in plan.places], 0
    for _ in range(100):
        legal = list(islice(rules.legal(state), 200))
        if not legal:
            break
        state = rules.play(state, chance.choice(legal))
        lying = {
            place: things
            for place, things in rules.layout(state).items()
            if place in names and not any(thing.unknown for thing in things)
        }
        if rules.inspect(lying):
            continue
        covered = chance.sample(names, chance.choice([1, 2, 5, 12]))
        assert certain(rules, plan, {one: lying[one] for one in lying if one not in covered}, covered) == ()
        tried += 1
    assert tried > 20
