"""Layouts as text: whatever can lie on a table is written and read back, and faults are told with their place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import game_named
from engine.errors import DataError, NotationError
from engine.spell.deck import load_deck
from engine.spell.frame import DIRECTION_NAMES, NAMES
from engine.spell.layouts.plan import FIGURES, GEM, GEM_TIPS, SPECIALS, TILES, rune_thing
from engine.table import Layout, Thing

GAME = game_named("spell")
RULES = GAME.open(GAME.sight)
PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
ARENA = "v b V . / b B v N / Vm v b v / b v bM B"

figures = st.lists(st.sampled_from(list(FIGURES.values())), max_size=2)
DECK = load_deck("basic")
CODES = {level: [card.code for card in DECK.cards if card.level == level] for level in (1, 2, 3, 4)}


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, tuple[Thing, ...]]:
    """Anything on any place, possible or not; of a level's cards the first lies on the first slot."""
    found: dict[str, tuple[Thing, ...]] = {}
    for number, name in enumerate(NAMES):
        ground = draw(st.sampled_from([None, *(TILES if number < 16 else SPECIALS).values()]))
        found[name] = (*((ground,) if ground else ()), *draw(figures))
    for level, codes in CODES.items():
        for slot, code in zip("ab", draw(st.lists(st.sampled_from(codes), max_size=2, unique=True)), strict=False):
            found[f"library-{level}{slot}"] = (rune_thing(code),)
    tip = draw(st.sampled_from([None, *GEM_TIPS]))
    found[GEM] = (tip,) if tip else ()
    return {name: things for name, things in found.items() if things}


@settings(max_examples=25)
@given(layouts())
def test_what_is_written_is_read_back(layout: Layout) -> None:
    text = RULES.write_layout(layout)
    rules, found = GAME.read_layout(text)
    assert found == layout
    assert rules.write_layout(found) == text
    assert all(
        line.rstrip() for panel in RULES.picture_of(layout) for line in ["".join(i.text for i in panel.lines[0])]
    )


@pytest.mark.parametrize(
    "text",
    [
        ARENA,
        f"spell | {ARENA}",
        f"spell 2e | {ARENA} | turn violet | round 3 | points 3 5 | hands 010 100 | used flip | claimed 1",
        "spell\n      a    b    c    d\n  1   v    b    V    .\n  2   b    B    v    N\n"
        "  3   Vm   v    b    v\n  4   b    v    bM   B\n",
    ],
)
def test_a_head_is_optional_and_a_position_is_a_layout(text: str) -> None:
    rules, found = GAME.read_layout(text)
    assert rules.write_layout(found) == f"spell | {ARENA}"
    assert [thing.name for thing in found["a3"]] == ["violet-active", "violet-mage"]
    assert "d1" not in found


@pytest.mark.parametrize(
    ("beside", "canonical"),
    [
        ("special violet e2", "special violet e2"),
        ("special violet e2 m | special black b0", "special black b0 violet e2 m"),
        ("ring z3 m a0 ME", "ring a0 ME z3 m"),
        ("gem left", "gem left"),
        ("runes 2P 1T 1I", "runes 1T 1I 2P"),
        ("turn violet | special z2", "special violet z2"),
        ("turn black | special z2", "special black z2"),
    ],
)
def test_what_lies_beside_the_arena(beside: str, canonical: str) -> None:
    assert RULES.write_layout(RULES.read_layout(f"{ARENA} | {beside}")) == f"spell | {ARENA} | {canonical}"


def test_a_sheet_is_a_layout_and_so_is_a_position_while_building() -> None:
    free = RULES.read_layout("spell | sheet Nd4 Bd3 vc5")
    assert [thing.name for thing in free["sheet-d3"]] == ["black-active"]
    assert RULES.write_layout(free) == "spell | sheet Nd4 Bd3 vc5"
    _, built = GAME.read_layout("spell 2e | sheet Nd4 Bd3 Vd5 vc5 | phase build | turn black")
    assert [thing.name for thing in built["sheet-d3"]] == ["black-active", "black-mage"]


def test_cards_of_another_deck_or_drawn_in_the_text() -> None:
    rules, found = GAME.read_layout(f"spell deck=none | {ARENA} | runes 1O=##/##")
    assert [thing.name for thing in found["library-1a"]] == ["rune-1O"]
    assert rules.write_layout(found) == f"spell deck=none | {ARENA} | runes 1O=##/##"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1, column 1: expected the arena"),
        ("spell", "line 1, column 1: expected the arena"),
        ("spell | gem up", "expected the arena"),
        ("v b V . / b B v N / Vm v b v", "expected four rows"),
        (f"{ARENA} / b b b b", "expected four rows, not more"),
        (ARENA.replace("N", "X"), r"column 17: cell d2: expected a tile .*'X'"),
        (ARENA.replace("Vm", "Vx"), r"column 22: cell a3: expected a figure .*'x'"),
        (f"{ARENA} | special violet b2", "column 58: expected a place of the ring"),
        (f"{ARENA} | special violet", "expected a place here, but the text ends"),
        (f"{ARENA} | special green z2", "expected a place of the ring"),
        (f"{ARENA} | ring z2", "expected a figure .* after z2"),
        (f"{ARENA} | gem north", "column 47: expected a direction"),
        (f"{ARENA} | gem up down", "takes one word"),
        (f"{ARENA} | runes 9Z", "expected a card of the deck"),
        (f"{ARENA} | runes 1I 1T 1O", "third visible rune"),
        (f"{ARENA} | jewel up", "expected the name of a field"),
        (f"spell 3e | {ARENA}", "expected an edition"),
        ("spell | sheet d4", "as in Nd4"),
        ("\x07", "control character"),
    ],
)
def test_faults_are_told_with_their_place(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        GAME.read_layout(text)


@given(st.text(alphabet="vbVBNMmEe./| spellringm2z0\n", max_size=80))
def test_any_text_is_read_or_refused_as_notation(text: str) -> None:
    try:
        rules, found = GAME.read_layout(text)
    except NotationError:
        return
    assert rules.read_layout(rules.write_layout(found)) == found


def test_a_layout_that_is_a_position() -> None:
    layout = RULES.read_layout(f"{ARENA} | gem up | runes 1I 1T")
    assert RULES.position_of(layout) == f"spell 2e | {ARENA} | turn black | runes 1I 1T"
    assert RULES.position_of(RULES.read_layout(ARENA.replace("B", "b", 1).replace("N", "."))) is None
    assert RULES.position_of(RULES.read_layout(f"{ARENA} | special violet z2")) is None


def test_the_page_tells_the_truth() -> None:
    (example,) = re.findall(r"```layout\n(.*?)\n```", PAGE, re.DOTALL)
    rules, found = GAME.read_layout(example)
    assert rules.write_layout(found) == example


# -- truth files ----------------------------------------------------------------------------------------

TRUTH = {
    "rows": ["bV.n", "VBVB", "VBvv", "vbBB"],
    "occupants": [
        ["be", None, None, None], [None, "ve", None, None], ["bw", None, None, None], [None, "vw", None, None],
    ],
    "arena_rotation_deg": 93.5,
    "lattice_corners_px": [[1, 2], [3, 2], [3, 4], [1, 4]],
    "surface": "mat",
    "special_tiles": [
        {"color": "violet", "side": "top", "index": 0}, {"color": "black", "side": "left", "index": 3},
    ],
    "gem": {"direction": "right", "in_frame": True},
    "hidden_cells": [[0, 1]],
    "glare_cells": [[3, 3]],
}  # fmt: skip


def test_a_truth_file() -> None:
    truth = GAME.read_truth(TRUTH)
    arena = "bE V . N / V Be V B / VM B v v / v bm B B"
    assert RULES.write_layout(truth.layout) == f"spell | {arena} | special violet a0 black z4 | gem right"
    assert (truth.ground, truth.turned, truth.still) == ("mat", 93.5, True)
    assert set(truth.hidden) == {"b1"} and set(truth.glared) == {"d4"}
    assert truth.corners == ((1, 2), (3, 2), (3, 4), (1, 4))
    assert {"a1", "e4", GEM} <= set(truth.told)


def test_a_gem_out_of_the_picture_is_not_asked_for() -> None:
    assert GEM not in GAME.read_truth({**TRUTH, "gem": {"direction": "up", "in_frame": False}}).told
    none = GAME.read_truth({**TRUTH, "gem": None, "stable": False})
    assert GEM in none.told and GEM not in none.layout and not none.still


@pytest.mark.parametrize(
    "wrong",
    [{}, {"rows": ["b"]}, {**TRUTH, "rows": ["xxxx"] * 4}, {**TRUTH, "occupants": None},
     {**TRUTH, "gem": {"direction": "north"}}, {**TRUTH, "hidden_cells": [[9, 9]]},
     {**TRUTH, "special_tiles": [{}]},
     {**TRUTH, "arena_rotation_deg": "left"}],
)  # fmt: skip
def test_what_is_no_truth_file_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DataError, match="no truth file of SPELL"):
        GAME.read_truth(wrong)


def test_directions_are_those_of_the_gem() -> None:
    assert [thing.turn for thing in GEM_TIPS] == [0, 90, 180, 270] and len(DIRECTION_NAMES) == 4
