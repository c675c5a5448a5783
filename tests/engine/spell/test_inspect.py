"""What one still view tells; the pictures of pictures.txt show most rules, here are the facts and the corners."""

from __future__ import annotations

from typing import Any

import pytest

from engine.spell import GAME
from engine.spell.layouts import plan
from engine.spell.layouts.inspect import inspect
from engine.spell.layouts.laying import inspect_start
from engine.spell.state import Amulet, Phase
from engine.verdict import Breach
from tests.engine.spell.casebook import RULES, opened
from tests.engine.spell.looks import SETUPS, layout_of_text, random_states

ARENA = "v v b . / b Vm v b / v v b N / bM b b v"


def seen(text: str, **choices: Any) -> list[Breach]:
    rules: Any = GAME.open(choices)
    found = list(inspect(rules, layout_of_text(text)))
    for breach in found:
        assert breach.rule in RULES
    return found


def rules_of(text: str, **choices: Any) -> list[str]:
    return [breach.rule for breach in seen(text, **choices)]


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_is_wrong_with_any_state_of_a_match(setup: str) -> None:
    for seed in range(3):
        for rules, state in random_states(setup, seed):
            assert inspect(rules, rules.layout(state)) == ()
            if state.stage.phase in (Phase.TURN, Phase.OVER):
                assert inspect(rules, rules.layout(state), state.stage.amulets) == ()


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_is_wrong_at_the_start_of_any_match(setup: str) -> None:
    for seed in range(6):
        for rules, state in random_states(setup, seed):
            found = plan.layout(rules, state, beside=True)
            assert inspect_start(rules, state, found) == ()
            if state.stage.phase is Phase.TURN:
                break


def test_two_gaps() -> None:
    gap, tiles = seen(ARENA.replace("N", "."))
    assert (gap.rule, tiles.rule) == ("spell.setup.one-gap", "spell.inv.tiles")
    assert gap.facts == {"place": "d1", "places": ("d1", "d3"), "count": 2, "most": 1}
    assert tiles.facts == {"colour": "neutral", "count": 0, "most": 1}


def test_no_gap() -> None:
    assert rules_of(ARENA.replace(".", "b")) == ["spell.setup.one-gap", "spell.inv.tiles"]


def test_eight_black_tiles() -> None:
    black, violet = seen(ARENA.replace("bM b b v", "bM b b b"))
    assert black.rule == violet.rule == "spell.inv.tiles"
    assert (black.facts["colour"], black.facts["count"], black.facts["most"]) == ("black", 8, 7)
    assert (violet.facts["colour"], violet.facts["count"]) == ("violet", 6)


def test_a_mage_on_bare_table() -> None:
    breach, *others = seen(ARENA.replace("Vm", "V").replace(".", ".m"))
    assert breach == Breach(
        "spell.mage.move.not-gap", {"seat": "violet", "place": "d1", "places": ("d1",), "count": 1}
    )
    assert not others


def test_a_mage_outside() -> None:
    assert rules_of(f"{ARENA.replace('Vm', 'V')} | e3 m") == ["spell.mage.move.arena-only"]


def test_two_mages_on_a_tile() -> None:
    text = ARENA.replace("Vm", "V").replace("bM", "bMm")
    assert rules_of(text) == ["spell.inv.one-per-tile", "spell.mage.move.not-mage"]
    assert rules_of(text, edition="1e") == ["spell.mage.move.not-mage"]


@pytest.mark.parametrize(
    ("cell", "first", "second"),
    [
        ("Vme", [], ["spell.inv.one-per-tile", "spell.mage.move.not-elemental"]),
        ("Vmee", ["spell.summon.free-tile"], ["spell.inv.one-per-tile", "spell.mage.move.not-elemental"]),
        ("VmE", ["spell.summon.free-tile"], ["spell.inv.one-per-tile", "spell.mage.move.not-elemental"]),
    ],
)
def test_figures_together_in_the_two_editions(cell: str, first: list[str], second: list[str]) -> None:
    text = ARENA.replace("Vm", cell)
    assert rules_of(text, edition="1e") == first
    assert rules_of(text) == second
    assert rules_of(text, **{"edition": "1e", "one-meeple-per-tile": True})[:1] == second[:1]


def test_two_own_mages_may_share_a_tile_in_the_first_edition() -> None:
    text = ARENA.replace("Vm", "Vmm")
    assert rules_of(text, edition="1e", asymmetric=True) == []
    assert rules_of(text, asymmetric=True) == ["spell.inv.one-per-tile", "spell.mage.move.not-mage"]
    assert "spell.inv.mages" in rules_of(text, edition="1e")


def test_elementals_on_one_tile() -> None:
    assert rules_of(ARENA.replace("N", "Nee"), edition="1e") == ["spell.summon.free-tile"]


def test_elementals_of_both_players() -> None:
    assert seen(ARENA.replace("N", "NE")) == []
    (breach,) = seen(ARENA.replace("N", "NE").replace("b b v", "b b ve"))
    assert breach.rule == "spell.inv.elementals"
    assert breach.facts["places"] == ("d3", "d4")


def test_a_third_elemental_needs_the_amulet() -> None:
    text = "ve ve be . / b Vm v b / v v b N / bM b b v"
    assert rules_of(text) == ["spell.summon.reserve", "spell.setup.pieces", "spell.inv.elementals"]
    assert rules_of(text, asymmetric=True) == []
    rules: Any = GAME.open({"asymmetric": True})
    worn = (Amulet.TRIELEMENTARIS, Amulet.BILEVITAGRAMATON)
    assert next(b.rule for b in inspect(rules, layout_of_text(text), worn)) == "spell.summon.reserve"


def test_a_doppelganger_has_no_elementals() -> None:
    text = "vm v be . / b Vm v b / v v b N / bM b b v"
    assert rules_of(text, asymmetric=True) == ["spell.amulet.doppel.no-elementals"]


def test_a_missing_mage() -> None:
    (breach,) = seen(ARENA.replace("bM", "b"))
    assert (breach.rule, breach.facts) == ("spell.inv.mages", {"seat": "black", "count": 0, "most": 1})
    # in a tournament mages come last: a picture cannot tell whether they are still to come
    assert rules_of(ARENA.replace("bM", "b"), tournament=True) == []


@pytest.mark.parametrize(
    ("where", "options", "told"),
    [
        ("z2 s", {}, ["spell.setup.pieces", "spell.amulet.extra.place"]),
        ("z2 s", {"asymmetric": True}, []),
        ("d0 s", {"asymmetric": True}, []),
        ("d0 s", {"asymmetric": True, "special-touches-tile": True}, ["spell.amulet.extra.place"]),
        ("e5 s", {"asymmetric": True}, ["spell.amulet.extra.place"]),
        ("z2 s | z3 s", {"asymmetric": True}, ["spell.setup.pieces"]),
        ("z2 s | z3 S", {"asymmetric": True}, ["spell.amulet.extra.home"]),
    ],
)
def test_special_tiles(where: str, options: dict[str, Any], told: list[str]) -> None:
    assert rules_of(f"{ARENA} | {where}", **options) == told


def test_a_tile_outside_the_frame() -> None:
    found = seen(f"{ARENA.replace('b b v', 'b b .')} | e4 v")
    assert [breach.rule for breach in found] == [
        "spell.setup.one-gap", "spell.setup.pieces", "spell.inv.tiles",
    ]  # fmt: skip
    assert found[1].facts["place"] == "e4"


def test_a_table_without_an_arena_is_not_inspected() -> None:
    assert seen("") == []
    assert seen("| sheet-d4 N") == []


def test_the_library() -> None:
    assert rules_of("| library-1a rune-1O | library-1b rune-1I") == []
    assert rules_of("| library-1a rune-1O rune-1I rune-1T") == ["spell.setup.two-visible"]
    assert rules_of("| library-1a rune-2P") == ["spell.setup.piles"]
    assert rules_of("| library-1a rune-1Other") == ["spell.setup.one-deck"]


@pytest.mark.parametrize(
    ("head", "given", "shown", "told"),
    [
        ("2e", "sheet Nd4 | phase core | turn violet", "sheet-d4 N", []),
        ("2e", "sheet Nd4 | phase core | turn violet", "sheet-d4 N | sheet-c4 BM | sheet-d3 Vm",
         ["spell.setup.core"]),
        ("2e", "sheet Nd4 Bc4 Ve4 | phase build | turn violet", "sheet-d4 N | sheet-c4 B | sheet-e4 VmM",
         ["spell.setup.core-mages"]),
        ("2e", "sheet Nd4 Bc4 Ve4 | phase build | turn violet",
         "sheet-d4 N | sheet-c4 BM | sheet-e4 Vm | sheet-b4 v | sheet-f4 v",
         ["spell.setup.grid-4x4", "spell.setup.own-colour"]),
        ("2e tournament", "sheet Nd4 | phase build | turn violet",
         "sheet-d4 Nm | sheet-c4 V | sheet-e4 V | sheet-d3 V | sheet-d5 V",
         ["spell.setup.own-colour", "spell.tournament.neutral-first", "spell.tournament.three-active"]),
    ],
)  # fmt: skip
def test_the_sheet_before_the_first_turn(head: str, given: str, shown: str, told: list[str]) -> None:
    rules, state = opened(head, given)
    found = inspect_start(rules, state, layout_of_text(f"| {shown}"))
    assert [breach.rule for breach in found] == told
