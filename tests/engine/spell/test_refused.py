"""Positions, setups and actions that are no such things are refused, each with what is wrong and where."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import NotationError, SetupError
from engine.spell import GAME
from tests.engine.spell.casebook import opened

ARENA = "v v b . / b Vm v b / v v b N / bM b b v"
TWINS = "v v b . / b Vm v bM / v v b N / bM b b v"
WORN = "turn violet | amulets"
SOLO = "2e solo=normal"


@pytest.mark.parametrize(
    ("head", "given", "told"),
    [
        ("2e", f"{ARENA} | turn violet black", "field turn takes one word"),
        ("2e", f"{ARENA} | phase rival-gem", "the scripted rival plays only in solo matches"),
        ("2e", f"{ARENA} | phase turn 3", "nothing follows the name of this phase"),
        ("2e asymmetric", f"{ARENA} | {WORN} none extralimitae", "by now both players wear"),
        ("2e asymmetric", f"{ARENA} | {WORN} trielementaris extralimitae | special b2", "of the ring"),
        ("2e", f"{ARENA} | turn violet | hand 100 | hands 000 100", "say hand or hands, not both"),
        ("2e", ARENA.replace("Vm", "VmEE"), "cell b2: E stands there twice"),
        ("2e", f"{ARENA} | runes 1A=##/## | bag 1A=###/#..", "card 1A is drawn in two ways"),
        (SOLO, f"{ARENA} | phase rival-gem | turn black", "the hole is one of the four inner places"),
        (SOLO, f"{ARENA} | turn black", "in solo play violet takes turns"),
    ],
)  # fmt: skip
def test_a_position_that_is_none(head: str, given: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        opened(head, given)


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"edition": "1e"}, "solo play belongs to edition 2e"),
        ({"asymmetric": True}, "solo play goes without asymmetric"),
        ({"tournament": True}, "solo play goes without tournament"),
        ({"first": "black"}, "in solo play the human is violet and begins"),
        ({"opening": "nowhere"}, "nowhere"),
    ],
)
def test_a_solo_match_that_is_none(choices: dict[str, Any], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        GAME.open({"solo": "normal", **choices}).start()


def test_of_two_mages_it_has_to_be_said_which_one_moves() -> None:
    rules, state = opened("1e asymmetric", f"{TWINS} | turn black | amulets doppelganger trielementaris")
    with pytest.raises(NotationError, match="say which mage moves: d2-c4 or a4-c4"):
        rules.read_action(state, "move c4")
    assert rules.write_action(state, rules.read_action(state, "move d2-c2")) == "move d2-c2"
