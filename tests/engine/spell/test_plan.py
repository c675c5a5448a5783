"""The table plan, and how states lie on it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.spell import GAME
from engine.spell.frame import NAMES
from engine.spell.layouts import plan
from engine.spell.layouts.diagnose import explained
from engine.spell.layouts.look import arena_of_look, look_of, look_of_state, view_of
from engine.table import Layout
from tests.engine.spell.casebook import opened
from tests.engine.spell.looks import SETUPS, comparable, layout_of_text, random_states

ARENA = "v v b . / b Vm v b / v v b N / bM b b v"


def names(found: Layout, place: str) -> list[str]:
    return [thing.name for thing in found.get(place, ())]


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("setup", SETUPS)
def test_everything_laid_out_is_in_the_plan(setup: str, beside: bool) -> None:
    for rules, state in random_states(setup, 5):
        table = plan.table_plan(rules, beside=beside)
        kinds = {place.name: place.kinds for place in table.places}
        things = set(table.things)
        for name, laid in plan.layout(rules, state, beside=beside).items():
            assert set(laid) <= things
            assert [thing.kind for thing in laid if thing.kind not in kinds[name]] == []
            assert laid, "an empty place is not named"


@pytest.mark.parametrize("setup", SETUPS)
def test_every_legal_action_is_explained_by_how_the_table_looks_after_it(setup: str) -> None:
    for rules, state in random_states(setup, 6, 70):
        for action in rules.legal(state):
            after = rules.layout(rules.play(state, action))
            assert action in explained(rules, state, after)


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_explained_looks_as_it_should(setup: str) -> None:
    for rules, state in random_states(setup, 7, 60):
        for action in list(rules.legal(state))[::7]:
            shown = comparable(rules.layout(rules.play(state, action)))
            for found in explained(rules, state, rules.layout(rules.play(state, action))):
                assert comparable(rules.layout(rules.play(state, found))) == shown


@pytest.mark.parametrize("setup", SETUPS)
def test_a_look_tells_the_arena(setup: str) -> None:
    for rules, state in random_states(setup, 8):
        if state.arena:
            assert look_of(rules.layout(state)) == look_of_state(state)
            assert arena_of_look(look_of_state(state)) == state.arena


def test_names_and_things_are_each_there_once() -> None:
    for choices in SETUPS.values():
        table = plan.table_plan(GAME.open(choices), beside=True)  # type: ignore[arg-type]
        assert len({place.name for place in table.places}) == len(table.places)
        assert len({thing.name for thing in table.things}) == len(table.things)


def test_the_places_of_the_plan() -> None:
    table = GAME.open().plan()
    kinds = [place.kind for place in table.places]
    assert (kinds.count("frame"), kinds.count("ring"), kinds.count("library"), kinds.count("sheet")) == (
        16,
        16,
        8,
        49,
    )
    assert "gem" not in kinds
    assert (table.place("a1").x, table.place("a1").y) == (0, 0)
    assert (table.place("d2").x, table.place("d2").y) == (3, 1)
    assert (table.place("z3").x, table.place("z3").y) == (-1, 2)
    middle, b2 = table.place("sheet-d4"), table.place("b2")
    assert (middle.x, middle.y) == (b2.x, b2.y)


def test_a_solo_table_has_the_gem_and_no_sheet() -> None:
    table = GAME.open({"solo": "normal"}).plan()
    assert table.place("gem").kinds == ("gem",)
    assert [thing.name for thing in table.things if thing.kind == "gem"] == [
        "gem-up", "gem-right", "gem-down", "gem-left",
    ]  # fmt: skip
    assert not [place for place in table.places if place.kind == "sheet"]


def test_figures_are_tall_and_lie_above_tiles() -> None:
    rules, state = opened("2e", f"{ARENA} | turn violet")
    found = rules.layout(state)
    assert names(found, "b2") == ["violet-active", "violet-mage"]
    assert names(found, "d3") == ["neutral"]
    assert names(found, "d1") == []
    assert found["b2"][1].tall
    assert not found["b2"][0].tall
    assert found["b2"][1].owner == 1


def test_two_mages_of_a_doppelganger_on_one_tile_are_two_figures() -> None:
    arena = ARENA.replace("Vm", "Vmm")
    rules, state = opened("1e asymmetric", f"{arena} | turn violet | amulets extralimitae doppelganger")
    assert names(rules.layout(state), "b2") == ["violet-active", "violet-mage", "violet-mage"]


def test_the_special_tile_is_that_of_the_player_in_turn() -> None:
    rules, state = opened(
        "2e asymmetric", f"{ARENA} | turn black | special z2 | amulets extralimitae extralimitae"
    )
    assert names(rules.layout(state), "z2") == ["black-special"]


def test_while_building_the_sheet_is_shown_with_the_mages_of_the_core() -> None:
    rules, state = opened("2e", "sheet Nd4 Bc4 Ve4 vd5 | phase build | turn black")
    found = rules.layout(state)
    assert set(found) == {"sheet-d4", "sheet-c4", "sheet-e4", "sheet-d5"}
    assert names(found, "sheet-c4") == ["black-active", "black-mage"]
    rules, state = opened("2e tournament", "sheet Nd4 vd5 bd3 Vc4 | phase build | turn black")
    assert names(rules.layout(state), "sheet-c4") == ["violet-active"]


def test_which_slot_a_rune_lies_on_means_nothing() -> None:
    rules, state = opened("2e deck=basic", f"{ARENA} | turn violet | runes 1I 1O 2P | bag rest")
    found = dict(rules.layout(state))
    assert names(found, "library-1a") == ["rune-1I"]
    found["library-1a"], found["library-1b"] = found["library-1b"], found["library-1a"]
    found["library-2b"] = found.pop("library-2a")
    found["gem"] = (plan.GEM_TIPS[0],)
    assert comparable(found) == comparable(rules.layout(state))


def test_what_lies_beside_the_arena() -> None:
    rules, state = opened("2e", f"{ARENA} | turn violet | round 3 | points 4 17 | hands 010 201 | used step shift")
    found = plan.layout(rules, state, beside=True)
    shown = {name: thing.name for name, (thing, *_) in found.items() if name not in NAMES}
    assert shown == {
        "round": "round-3",
        "card-black-mage": "available", "card-black-shift": "available",
        "card-violet-mage": "used", "card-violet-shift": "used",
        "score-black": "at-4", "score-violet": "at-17",
        "hand-black": "held-1", "hand-violet": "held-3",
    }  # fmt: skip


def test_a_look_may_be_what_can_never_be() -> None:
    found = layout_of_text("BM .M . bMm / N N N N / s B B B / B B B B | z2 s | e1 m | library-1a rune-1O rune-1I")
    assert names(found, "b1") == ["black-mage"]
    assert names(found, "d1") == ["black-inactive", "black-mage", "violet-mage"]
    assert names(found, "a3") == ["violet-special"]
    assert names(found, "e1") == ["violet-mage"]
    look = look_of(found)
    assert look.tiles == "B..bNNNNsBBBBBBB"
    assert look.ring == (("e1", "m"), ("z2", "s"))
    assert arena_of_look(look) is None
    assert view_of(found).library == ("1I", "1O")


def test_a_library_that_is_not_shown_is_not_an_empty_one() -> None:
    assert view_of({}).library is None
    assert view_of({"library-1a": ()}).library == ()


def test_the_plan_of_the_rules_is_the_one_without_what_lies_beside() -> None:
    rules: Any = GAME.open()
    assert rules.plan() == plan.table_plan(rules)
    assert rules.layout(rules.start()) == {}
