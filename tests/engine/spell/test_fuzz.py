"""Whatever is typed, the readers give a value or an error of the house that says what is wrong and where."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError, RunewatchError
from engine.spell import GAME
from engine.spell.notation.phrases import KINDS
from engine.spell.notation.position import FIELDS, PHASES
from engine.text import LONGEST_POSITION

PLAIN = "spell 2e deck=none | v v b . / b Vm v b / v v b N / bM b b v | turn violet"
POSITIONS = [
    PLAIN,
    f"{PLAIN} | round 4 | first violet | points 3 12 | hands 001 120 | used flip shift | claimed 1 4",
    "spell 1e asymmetric deck=none zero-slide | Vme v b . / b V v b / v v b N / bM b b ve | turn violet"
    " | hands 000 120 | special z2 | amulets doppelganger extralimitae".replace("bM b", "bMM b"),
    "spell 2e | v v b . / b Vm v b / v v b N / bM b b v | turn violet | runes 1O 1T 2P 2U | pile 1I 1L | bag rest",
    "spell 2e deck=none | v v b . / b Vm v b / v v b N / bM b b v | turn violet | cards 1A=##/.# 2B=####"
    " | runes 1A | bag 2B",
    "spell 1e tournament deck=none | sheet Nd4 vc4 be4 Vc3 | phase build | turn black",
    "spell 2e asymmetric deck=none | v v b . / b V v b / v v b N / B b b v | phase mages violet black violet"
    " | turn violet | amulets trielementaris doppelganger",
    "spell 2e solo=normal | v v b . / b Vm v b / v v b N / bM b b v | phase rival-take 1 2 | turn black | round 3"
    " | runes 1O 1T 2P 2U 3R 3C 4R 4O | bag rest",
    "spell 2e asymmetric | phase amulets | turn black | amulets none trielementaris | bag rest",
    "spell 2e | phase gem | turn black | bag rest",
    """spell 1e deck=none
      a    b    c    d
  1   v    v    b    .
  2   b    Vm   v    b
  3   v    v    b    N
  4   bM   b    b    v
turn violet
hands 000 010""",
]
ACTIONS = [
    "move a1", "move a1-b2 with L1", "flip b1", "shift b2 up", "shift a1", "summon a1 with L1",
    "summon a1 to b2 with L3", "levitate d4 with L2", "push b3 with L3", "special z2", "claim 1O", "end",
    "gem black", "amulet black doppelganger", "reveal 1O", "core left", "lay v d4", "mage a1",
    "carry b2", "slide up", "take 1O", "wait",
]  # fmt: skip
VOCABULARY = sorted({
    *(word for text in (*POSITIONS, *ACTIONS) for word in text.split()), *FIELDS, *PHASES, *KINDS,
    "|", "/", ".", "#", "L4", "MM", "Vmm", "bME", "e5", "z0", "-", "=", "no-", "deck=", "deck=advanced",
    "opening=siege",
    "edition=1e", "solo=hard", "9", "-1", "999999999999", "½", "٣", "hand", "111", "1O=##/##", "1O=", "5X=#",
    "cards",
})  # fmt: skip
ODD = st.text(st.characters(), max_size=60)
STRANGE = "\x00\x07\x1b\t\n\r\x0b\x0c\x1c\x85\u2028\u200b\u202e\ufeff\U0010ffff|/.#=-N"


def survives(read: Callable[[], Any]) -> Any:
    """The value, or None if an error of the house says why there is none. Anything else is a fault."""
    try:
        return read()
    except RunewatchError as error:
        assert str(error)
        assert len(str(error)) < 1000
        return None


def check_position(text: str) -> None:
    found = survives(lambda: GAME.read_position(text))
    if found is None:
        return
    rules, state = found
    line = rules.write_position(state)
    others, read = GAME.read_position(line)
    assert read == state
    assert others.write_position(read) == line
    assert GAME.read_position(rules.draw(state))[1] == state
    assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state
    for action in list(rules.legal(state))[:20]:
        rules.play(state, action)
    rules.requests(state)
    rules.result(state)
    rules.clock(state)
    for told in ACTIONS:
        action = survives(partial(rules.read_action, state, told))
        if action is not None:
            rules.judge(state, action)


def check_action(text: str) -> None:
    for rules, state in STATES:
        action = survives(partial(rules.read_action, state, text))
        if action is not None:
            verdict = rules.judge(state, action)
            assert rules.read_action(state, rules.write_action(state, action)) == action
            assert bool(verdict) == (action in set(rules.legal(state)))


STATES = [GAME.read_position(text) for text in POSITIONS]


@pytest.mark.parametrize("text", POSITIONS)
def test_the_texts_that_are_twisted_here_are_good(text: str) -> None:
    rules, state = GAME.read_position(text)
    check_position(text)
    if "\n" not in text:
        assert rules.read_position(rules.write_position(state)) == state


@given(st.one_of(ODD, st.text(STRANGE, max_size=40)))
def test_any_string(text: str) -> None:
    check_position(text)
    check_position(f"spell {text}")
    check_position(f"{PLAIN} | {text}")
    check_action(text)
    check_action(f"move {text}")


@settings(max_examples=150)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=30))
def test_words_in_any_order(words: list[str]) -> None:
    text = " ".join(words)
    check_position(f"spell {text}")
    check_position(f"{PLAIN} | {text}")
    check_action(text)


@settings(max_examples=150)
@given(st.sampled_from(ACTIONS), st.lists(st.sampled_from(VOCABULARY), max_size=5), st.integers(0, 6))
def test_actions_with_words_changed(text: str, words: list[str], at: int) -> None:
    told = text.split()
    check_action(" ".join([*told[:at], *words, *told[at + 1 :]]))
    check_action(" ".join([*told[:at], *words, *told[at:]]))


@settings(max_examples=200)
@given(st.sampled_from(POSITIONS), st.data())
def test_positions_with_something_changed(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        to = min(len(text), at + data.draw(st.integers(0, 6)))
        put = data.draw(
            st.one_of(st.sampled_from(VOCABULARY), st.text(STRANGE + "BbVvMmEe0123456789 ", max_size=3))
        )
        text = text[:at] + put + text[to:]
    check_position(text)


@settings(max_examples=150)
@given(st.sampled_from(POSITIONS), st.randoms(use_true_random=False))
def test_positions_with_parts_swapped(text: str, chance: random.Random) -> None:
    parts = text.split(" | ")
    others = chance.choice(POSITIONS).split(" | ")
    chance.shuffle(others)
    mixed = [part for part in (*parts, *others) if chance.random() < 0.6]
    check_position(" | ".join([parts[0], *mixed]))


@pytest.mark.parametrize("text", POSITIONS)
def test_texts_that_are_cut(text: str) -> None:
    for at in range(len(text)):
        check_position(text[:at])
        check_position(text[at:])


JSON_VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.sampled_from(VOCABULARY), ODD
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(
    st.sampled_from(range(len(POSITIONS))),
    st.dictionaries(st.sampled_from([*FIELDS, "game", "head"]), JSON_VALUES),
)
def test_json_with_something_changed(number: int, changes: dict[str, Any]) -> None:
    rules, state = STATES[number]
    survives(lambda: rules.from_json({**rules.to_json(state), **changes}))
    survives(lambda: rules.from_json(changes))


@given(st.dictionaries(st.one_of(st.sampled_from([option.name for option in GAME.options]), ODD), JSON_VALUES))
def test_any_setup(choices: dict[str, Any]) -> None:
    rules = survives(lambda: GAME.open(choices))
    if rules is not None:
        assert rules.requests(rules.start())


# -- what an error must say --------------------------------------------------------------------------------

ARENA = "v v b . / b Vm v b / v v b N / bM b b v"


def instead(piece: str, other: str) -> str:
    """The arena with a piece of it replaced."""
    assert ARENA.count(piece) == 1
    return ARENA.replace(piece, other)


BUILDING = "spell 2e | phase build"
CORE_DUE = "spell 2e | phase core"
BUILT = "Nd4 Bc4 Ve4 vd3 bb5 vd2 be3 ve2 bb4 vc5 bd5 ve5 bc2 vb2"
"""All tiles but black's last, laid in turn."""
MAGES_DUE = "spell 2e tournament deck=none | V v b . / b V v b / v v b N / B b b V"
SECOND_DUE = (
    "spell 2e asymmetric deck=none | V V b . / b Vm V b / V V b N / BM b b V | amulets trielementaris doppelganger"
)

FAULTS = [
    # the mark » stands where the error must point: before what it says it found
    ("eight-black-tiles", f"spell 2e | {instead('bM b b v', 'bM b b »b')} | turn violet", "'b'", "d4 black 8 7"),
    ("two-gaps", f"spell 2e | {instead('bM b b v', 'bM b b ».')} | turn violet", "'.'", "d4 second gap"),
    ("no-gap", f"spell 2e | {instead('b . / b', 'b v / b')[:-1]}»v | turn violet", "'v'", "d4 violet 8 7"),
    ("two-neutral-tiles", f"spell 2e | {instead('bM b b v', 'bM b b »N')} | turn violet", "'N'", "second neutral"),
    ("an-unknown-card", f"spell 2e | {ARENA} | turn violet | runes 1O »1Q", "'1Q'", "a card of the deck"),
    ("a-card-twice", f"spell 2e | {ARENA} | turn violet | runes 1O »1O", "'1O'", "1O twice"),
    ("three-of-a-level", f"spell 2e | {ARENA} | turn violet | runes 1O 1T »1I", "'1I'", "third level 1"),
    ("cut-in-a-row", "spell 2e | v v b . / b Vm v b / v v »", "''", "row 3 needs 4 not 2"),
    ("cut-after-a-row", "spell 2e | v v b . / b Vm v b / v v b N »", "''", "four rows not 3"),
    ("nothing", "»", "''", "the name of its game, spell"),
    ("a-row-without-cells", "spell 2e | 1", "''", "row 1 needs 4 not 0"),
    ("a-row-and-an-arena", f"spell 2e | {ARENA} | »1", "'/'", "arena twice"),
    ("rows-out-of-order", "spell 2e\n1 v v b .\n»3 v v b N", "'3'", "row 2"),
    ("a-number", "spell 2e | »000", "'000'", "row 1"),
    (
        "in-the-drawn-form",
        "spell 2e\n  1   v    v    b    .\n  2   b    V»?   v    b\n  3   v v b N\n  4   bM b b v\nturn violet",
        "'V?'", "b2 figure ?",
    ),
    ("control-characters", f"spell 2e | {ARENA}\nturn»\x1b violet", "'\ufffd'", "control character"),
    ("no-mage", f"spell 2e | {instead('bM', 'b').removesuffix('v')}»v | turn violet", "'v'", "1 black found 0"),
    ("two-mages", f"spell 2e | {instead('v v b N', '»vm v b N')} | turn violet", "'vm'", "violet found 2"),
    ("three-elementals", f"spell 2e | {instead('v v b N', 've ve »be N')} | turn violet", "'be'", "violet most 2"),
    ("a-rivals-elemental", f"spell 2e | {instead('v v b N', 'v »vE b N')} | turn violet", "'vE'", "b3 black"),
    ("two-on-a-tile", f"spell 2e | {instead('Vm', '»Vme')} | turn violet", "'Vme'", "b2 more than one figure"),
    ("on-the-gap", f"spell 2e | {instead('b . /', 'b ».e /')} | turn violet", "'.e'", "d1 gap"),
    ("no-tile", f"spell 2e | {instead('b . /', 'b »x /')} | turn violet", "'x'", "d1 tile B b V v N"),
    ("round", f"spell 2e | {ARENA} | turn violet | round »7", "'7'", "round number from 1 to 6"),
    ("points", f"spell 2e | {ARENA} | turn violet | points »3", "'3'", "points 2 words"),
    ("hands", f"spell 2e | {ARENA} | turn violet | hands 000 »00", "'00'", "level 1, 2, 3 120"),
    ("used", f"spell 2e | {ARENA} | turn violet | used step »flip", "'flip'", "often"),
    ("claimed", f"spell 2e | {ARENA} | turn violet | claimed 1 »1", "'1'", "twice"),
    ("player", f"spell 2e | {ARENA} | turn »green", "'green'", "a player black, violet"),
    ("special", f"spell 2e | {ARENA} | turn violet | special »z2", "'z2'", "Extralimitae"),
    ("a-field-twice", f"spell 2e | {ARENA} | turn violet | turn »black", "'black'", "turn twice"),
    ("no-field", f"spell 2e | {ARENA} | turn violet | »nonsense 3", "'nonsense'", "field"),
    ("option-of-another-edition", "spell »2e over-16 | " + ARENA, "''", "over-16 1e"),
    ("edition", "spell »3e | " + ARENA, "'3e'", "2e"),
    ("option", "spell 2e »solo=maybe | " + ARENA, "'solo=maybe'", "solo normal hard maybe"),
    ("game", "»chess 2e | " + ARENA, "'chess'", "spell"),
    ("on-a-tile", "spell 2e | phase build | turn violet | sheet Nd4 Bc4 Ve4 »ve4", "'ve4'", "cannot"),
    ("off-the-sheet", "spell 2e | phase build | turn violet | sheet Nd4 »vh5", "'vh5'", "sheet"),
    ("no-arena", "spell 2e", "''", "arena four rows"),
    # while building, the tiles must have been laid as the rules have it
    ("no-sheet", "spell 2e | phase build | turn violet", "''", "begins Nd4"),
    ("a-core-elsewhere", "spell 2e | phase core | turn violet | sheet »Nc4", "'Nc4'", "begins Nd4"),
    ("more-than-a-core", f"{CORE_DUE} | sheet Nd4 »Bc4 Ve4", "'Bc4'", "cannot laid here"),
    ("a-tile-before-the-core", f"{CORE_DUE} | sheet Nd4 »vd5", "'vd5'", "cannot laid here"),
    ("no-core-line", f"{BUILDING} | sheet Nd4 »vd5", "'vd5'", "neutral active beside"),
    ("half-a-core-line", f"{BUILDING} | sheet Nd4 »Bc4", "'Bc4'", "neutral active beside"),
    ("a-bent-core-line", f"{BUILDING} | sheet Nd4 »Bc4 Vd5", "'Bc4'", "neutral active beside"),
    ("an-inactive-core-line", f"{BUILDING} | sheet Nd4 »bc4 ve4", "'bc4'", "neutral active beside"),
    ("not-touching", f"{BUILDING} | sheet Nd4 Bc4 Ve4 »vg6", "'vg6'", "cannot laid here"),
    ("by-a-corner", f"{BUILDING.replace('2e', '2e edge-contact')} | sheet Nd4 Bc4 Ve4 »vf5", "'vf5'", "cannot"),
    ("beyond-the-frame", f"{BUILDING} | sheet Nd4 Bc4 Ve4 vf4 »bg4", "'bg4'", "cannot laid here"),
    ("an-active-tile", f"{BUILDING} | sheet Nd4 Bc4 Ve4 »Ve5", "'Ve5'", "cannot laid here"),
    ("the-other-colour", f"{BUILDING} | sheet Nd4 Bc4 Ve4 »be5", "'be5'", "cannot laid here"),
    ("twice-the-same", f"{BUILDING} | sheet Nd4 Bc4 Ve4 ve5 »vd5", "'vd5'", "cannot laid here"),
    ("the-first-player-first", f"{BUILDING} | first violet | sheet Nd4 Bc4 Ve4 »ve5", "'ve5'", "cannot"),
    ("the-other-turn", "spell 2e | phase build | turn »black | sheet Nd4 Bc4 Ve4", "'black'", "turn violet"),
    ("the-same-turn", "spell 2e | phase build | turn »violet | sheet Nd4 Bc4 Ve4 ve5", "'violet'", "turn black"),
    ("all-laid", f"{BUILDING} | sheet {BUILT} »bc3", "'bc3'", "too many tiles"),
    ("eight-of-a-colour", f"{BUILDING} | sheet {BUILT} »vc3", "'vc3'", "cannot laid here"),
    ("more-than-all", f"{BUILDING} | sheet {BUILT} bc3 »vb5", "'vb5'", "too many tiles"),
    ("not-beside-neutral", "spell 2e tournament | phase build | sheet Nd4 »vc3", "'vc3'", "cannot laid here"),
    ("the-same-face", "spell 2e tournament | phase build | sheet Nd4 vd5 bd3 »vc4", "'vc4'", "cannot laid here"),
    # no such moment comes up
    ("too-early", f"spell 2e | {ARENA} | phase »over | turn violet | round 5 | points 15 3", "'over'", "not over"),
    ("mid-round", f"spell 2e | {ARENA} | phase »over | turn black | round 6 | points 3 20", "'over'", "not over"),
    ("over-by-16", f"spell 1e over-16 | {ARENA} | phase »over | turn violet | points 16 3", "'over'", "not over"),
    ("no-active-tile", f"{MAGES_DUE.replace('V', 'v')} | phase »mages violet black | turn violet", "'mages'",
     "violet no tile place"),
    ("nor-for-the-last", f"{MAGES_DUE.replace('B', 'b')} | phase »mages violet black | turn violet", "'mages'",
     "black no tile place"),
    ("no-inactive-tile", f"{SECOND_DUE} | phase »mages violet | turn violet", "'mages'", "violet no tile place"),
    ("nobody-due", f"{MAGES_DUE} | phase »mages | turn violet", "'mages'", "still done"),
    ("another-due", f"{MAGES_DUE} | phase »mages violet black | turn black", "'mages'", "whose turn"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "came", "told"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_what_an_error_says(text: str, came: str, told: str) -> None:
    before, mark, _ = text.partition("»")
    with pytest.raises(NotationError) as caught:
        GAME.read_position(text.replace("»", ""))
    error = caught.value
    assert (error.came or "''") == came
    if mark:
        word = before.rpartition("\n")[2]
        # a figure is pointed at within its cell
        assert (error.line, error.column) == (before.count("\n") + 1, len(word) + 1), str(error)
    for part in told.split():
        assert part in str(error)


ACTION_FAULTS = [
    ("", 1, 1, ["an action"]),
    ("moove a1", 1, 1, ["did you mean move"]),
    ("move", 1, 6, ["a place", "ends"]),
    ("move j9", 1, 6, ["a place of the arena", "j9"]),
    ("move a1-q7", 1, 9, ["a place", "q7"]),
    ("shift b2 upp", 1, 10, ["did you mean up"]),
    ("summon a1 with L5", 1, 16, ["L5"]),
    ("summon a1 with", 1, 16, ["a card", "ends"]),
    ("summon a1 to", 1, 14, ["a place", "ends"]),
    ("claim 1O", 1, 7, ["a card of the deck"]),
    ("move a1 b2", 1, 9, ["nothing more", "b2"]),
    ("end\x00", 1, 4, ["control character"]),
]


@pytest.mark.parametrize(("text", "line", "column", "told"), ACTION_FAULTS)
def test_what_an_error_says_of_an_action(text: str, line: int, column: int, told: list[str]) -> None:
    rules, state = GAME.read_position(PLAIN)
    with pytest.raises(NotationError) as caught:
        rules.read_action(state, text)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    for word in told:
        assert word in str(caught.value)


ARENA_WITHOUT_MAGES = ARENA.replace("M", "").replace("m", "")
NOWHERE = {
    # nothing could ever happen here, though the match is not over
    "nothing-to-take": f"spell 2e solo=normal | {ARENA} | phase rival-take 1 | turn black | round 3",
    "nothing-to-reveal": f"spell 2e deck=none | {ARENA} | phase reveal | turn violet",
    "no-amulet-to-choose": "spell 2e asymmetric deck=none | phase amulets | turn black"
    " | amulets trielementaris doppelganger",
    "no-place-for-a-mage": f"spell 2e tournament deck=none | {ARENA_WITHOUT_MAGES.replace('B', 'b')}"
    " | phase mages black violet | turn black",
    # and this is no moment of a match
    "the-solo-rival-as-a-player": f"spell 2e solo=normal deck=none | {ARENA} | turn black",
    "the-solo-rival-in-violet": f"spell 2e solo=normal deck=none | {ARENA} | phase rival-mage | turn violet",
    "the-solo-rival-begins": f"spell 2e solo=normal deck=none | {ARENA} | turn violet | first black",
    "a-gem-in-solo": "spell 2e solo=normal deck=none | phase gem | turn black",
    "a-level-taken-twice": f"spell 2e solo=normal | {ARENA} | phase rival-take 1 1 | turn black | round 3"
    " | runes 1O",
}


@pytest.mark.parametrize("name", NOWHERE)
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_position(NOWHERE[name])


MOMENTS = [
    # what the positions above come close to, and what can come up
    f"spell 2e | sheet {BUILT} | phase build | turn black",
    "spell 2e tournament | sheet Nd4 vd5 bd3 Vc4 | phase build | turn black",
    "spell 1e tournament | sheet Nd4 vc3 | phase build | turn black",
    f"spell 2e | {ARENA} | phase over | turn violet | points 16 3",
    f"spell 2e | {ARENA} | phase over | turn violet | round 6",
    f"spell 2e | {ARENA} | phase over | turn black | round 6 | first violet",
    f"{MAGES_DUE} | phase mages violet black | turn violet",
    SECOND_DUE.replace("V V b N", "v V b N").replace("amulets", "phase mages violet | turn violet | amulets"),
    f"spell 2e | {ARENA} | turn violet | hands 12-0-3 010",
    f"spell 2e | {ARENA} | turn violet | hands 999 0-10-0 | spent 1-2-10 99-99-99",
]  # fmt: skip


@pytest.mark.parametrize("text", MOMENTS)
def test_a_moment_that_comes_up_is_read_and_comes_back(text: str) -> None:
    rules, state = GAME.read_position(text)
    assert rules.write_position(state) == text
    assert rules.from_json(rules.to_json(state)) == state
    assert rules.read_position(rules.draw(state)) == state


def test_hands_of_more_than_nine_cards() -> None:
    rules, state = GAME.read_position(f"spell 2e | {ARENA} | turn violet | hands 12-0-3 0-1-0 | spent 000 1-0-11")
    assert [[state.cards(seat, level) for level in (1, 2, 3)] for seat in (0, 1)] == [[12, 0, 3], [0, 1, 0]]
    assert [[state.spent(seat, level) for level in (1, 2, 3)] for seat in (0, 1)] == [[0, 0, 0], [1, 0, 11]]
    assert rules.write_position(state).endswith("hands 12-0-3 010 | spent 000 1-0-11")


HUGE = {
    "letters": "x" * (LONGEST_POSITION + 1),
    "position": PLAIN + " | claimed 1" * LONGEST_POSITION,
    "a-word": "spell " + "x" * (LONGEST_POSITION - 10),
    "words": "spell 2e | " + "v " * (LONGEST_POSITION // 2 - 10),
    "fields": "spell 2e | " + "a | " * (LONGEST_POSITION // 4 - 10),
    "lines": "spell 2e\n" + "1 v\n" * (LONGEST_POSITION // 4 - 10),
    "slashes": "spell 2e | " + "/ " * (LONGEST_POSITION // 2 - 10),
    "levels": f"{PLAIN} | claimed " + " ".join(map(str, range(15_000))),
    "seats": PLAIN.replace("turn violet", "phase mages ") + "black " * 20_000,
    "cards": f"{PLAIN} | bag " + " ".join(f"1{number}=##/##" for number in range(7_000)),
    "a-pattern": f"{PLAIN} | runes 1A={'#' * 100_000}",
    "rows-of-a-pattern": f"{PLAIN} | runes 1A={'#/' * 60_000}#",
    "the-bag": PLAIN.replace(" deck=none", "") + " | bag " + "1O " * 40_000,
    "options": "spell " + "zero-slide " * 10_000 + "| " + ARENA,
    "comments": PLAIN + "\n" + "# nothing\n" * 12_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_texts_give_a_value_or_a_clear_error(name: str) -> None:
    survives(lambda: GAME.read_position(HUGE[name]))
    rules, state = STATES[0]
    survives(lambda: rules.read_action(state, HUGE[name]))


def test_huge_numbers_in_json_are_refused() -> None:
    rules, state = STATES[0]
    for value in (10**5000, [10**5000], [[10**5000]]):
        for field in ("round", "points", "arena", "turn"):
            with pytest.raises(RunewatchError):
                rules.from_json({**rules.to_json(state), field: value})


@pytest.mark.parametrize("first", ["black", "violet"])
@pytest.mark.parametrize("built", ["phase core | sheet Nd4", "phase build | sheet Nd4 Bc4 Ve4"])
def test_whose_turn_it_is_while_building_follows_from_the_tiles(first: str, built: str) -> None:
    rules, state = GAME.read_position(f"spell 2e deck=none | {built} | first {first}")
    assert state.stage.seat != state.stage.first
    assert GAME.read_position(rules.write_position(state))[1] == state
