"""Every question that the booklet leaves open is an option of the table, and each makes its difference."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.errors import SetupError
from engine.spellbook import GAME
from engine.spellbook.house import OPTIONS
from engine.verdict import Accepted

ALIKE = {"dealing", "seated"}
"""Q10 and Q11: whichever way, the same tables are right."""

FORMATIONS = "south-book=formations north-book=elements "
OPEN = "open south north | turn south"

# what an option allows and its default does not, or the other way round: head, fields, action
DIFFERENCES = [
    (FORMATIONS + "numbering=mirrored", f"south A2 A6 A10 | {OPEN}",
     'cast "Right Lance" with 1 SA 7 SA 8 SA', True),
    ("passing", "south F1 | turn south", "pass", True),
    ("enemy-start-barred", f"south W1 | {OPEN}", 'cast "Lake Mirror"', False),
    ("no-empty-casts", f"south A1 | {OPEN}", 'cast "Sky Fire"', False),
    ("unnamed-owner=mine", f"north W3 | south F1 | {OPEN}", 'cast "Lake Mirror" with 1 NW 3 .', False),
    ("angles=lines", f"south E1 | {OPEN}", 'cast "Thunder Hammer" with 1 . 9 SE', False),
    ("columns=lines", f"south A18 | {OPEN}", 'cast "Abacus of Tears" with 18 . 22 SA', False),
    ("turn-distance=two", f"south F9 | {OPEN}", 'cast "Magma Prograde" with 9 . 10 . 11 SF', True),
    ("storm-air=both", f"south F1 | north A2 | {OPEN}", 'cast "Storm in the Eye" with 2 . 6 NA', True),
    ("southern-anticyclone=prose", f"south A9 | {OPEN}",
     'cast "Long Southern Anticyclone" with 2 SA 8 . 9 .', True),
    ("great-drum=pattern", f"south E1 E2 E3 | {OPEN}",
     'cast "Great Drum" with 13 SE 6 SE 15 SE 21 . 14 . 23 .', True),
    (FORMATIONS + "leopard=impossible", f"south W1 W2 W3 E13 E15 | {OPEN}",
     'cast "Leopard King" with 15 SE', False),
    (FORMATIONS + "leopard=left", f"south W1 W2 W3 E13 E15 | {OPEN}", 'cast "Leopard King" with 13 SE', False),
    (FORMATIONS + "microcosm=one", f"south A1 A2 A3 E4 E5 E6 F7 F8 | {OPEN}",
     'cast "Microcosm" with 7 . 20 SF', True),
    (FORMATIONS + "outer-axis=axis", f"south E1 E3 E5 | {OPEN}", 'cast "Father\'s Wrath" with 24 SE', False),
    (FORMATIONS + "centaurs=impossible", f"south W1 W2 F5 F6 | {OPEN}", 'cast "Morning Centaur"', False),
    (FORMATIONS + "hemmed-in=rest", f"south F1 F3 | north A2 | {OPEN}", 'cast "Dread of Fire" with 1 NA', False),
    (FORMATIONS + "flames=names", f"south F1 F2 F3 | north F5 F6 F7 | {OPEN}",
     'cast "West Flame" with 8 SF 4 NF', True),
    ("whirl-corners=stay", f"south F1 | {OPEN}", 'cast "Fire Whirl" with 1 . 2 SF', False),
    ("gregorian=invoker", f"south A8 | north A1 | {OPEN}", 'cast "Gregorian" with 8 NA', False),
    (FORMATIONS + "only-one=at-least", f"south A1 A3 A5 | {OPEN}", 'cast "Hummingbird" with 9 SA', True),
    (FORMATIONS + "meeting=impossible", f"south F1 F5 | north A2 E4 | {OPEN}",
     'cast "Dread of Fire" with 3 NA', False),
    ("precedent=any-use",
     "south F1 | cast south s1 | contested s1 open south before SF8 | turn north | open south",
     'inhibit "Fire Whirl"', False),
    ("meeting=contestable", "south F1 | cast south s1 | turn south", 'inhibit "Fire Whirl"', True),
    ("doubters=masters", "south F1 | turn south", 'inhibit "Fire Whirl" doubted onlooker', False),
    ("irregular-forfeits", "south F1 | turn south", "forfeit south irregular", True),
    ("slips-forfeit", "south F1 | turn south", "forfeit south slip", True),
    ("dispute-loser=author",
     "south F1 | north A5 | open south north | cast north n28 | cast south n28 | turn north"
     " | contested n28 open south north before SF1 NA13", "forfeit north ambiguity", True),
]  # fmt: skip


def accepts(head: str, fields: str, text: str) -> bool:
    rules, state = GAME.read_position(f"spellbook {head} | {fields}")
    action = rules.read_action(state, text)
    return isinstance(rules.judge(state, action, rules.actor(state, action)), Accepted)


@pytest.mark.parametrize(("head", "fields", "text", "allowed"), DIFFERENCES, ids=[one[0] for one in DIFFERENCES])
def test_an_option_makes_its_difference(head: str, fields: str, text: str, allowed: bool) -> None:
    plain = " ".join(word for word in head.split() if "book=" in word)
    assert accepts(head, fields, text) is allowed
    assert accepts(plain, fields, text) is not allowed


def ended(head: str, fields: str, *actions: str) -> Any:
    rules, state = GAME.read_position(f"spellbook {head} | {fields}")
    for text in actions:
        state = rules.play(state, rules.read_action(state, text))
    return state


def test_taken_gems_may_go_back_to_their_reserve() -> None:
    fields = "south F1 | north F2 | turn south | reserve 2333 2333"
    assert ended("", fields, "move 1-2").reserve[4] == 2
    assert ended("taken-return", fields, "move 1-2").reserve[4] == 3


def test_a_spell_may_be_carried_out_gem_by_gem() -> None:
    """One after the other, the first to move takes the next, which then does not move any more."""
    head, fields = "south-book=formations north-book=elements", f"south A1 E2 | {OPEN}"
    book = 'south-book="book: B\\nspell: S\\nmove my gems to the next number"'
    assert ended(book, fields, 'cast "S"').board.count(0) == 22
    assert ended(f"{book} in-sequence", fields, 'cast "S"').board.count(0) == 23
    assert ended(head, fields, 'cast "Wheel of Ages"').board.count(0) == 22


def test_a_book_may_close_below_six() -> None:
    fields = "south F1 F2 F3 A4 A5 A6 | north E7 | open south | turn north"
    assert ended("", fields, "move 7-6").stage.open == 1
    assert ended("book-closes", fields, "move 7-6").stage.open == 0


def test_own_takings_may_not_count() -> None:
    book = 'south-book="book: B\\nspell: S\\nmove their earth from 16 to 8"'
    fields = f"south A8 | north E16 | {OPEN} | reserve 0000 0000"
    assert ended(book, fields, 'cast "S"').stage.ended == (1, "spellbook.win.annihilation")
    assert ended(f"{book} no-own-takings-count", fields, 'cast "S"').stage.ended == (1, "spellbook.win.hold")


def test_a_series_goes_on_until_enough_are_won() -> None:
    fields = "south F1 | north E2 | turn south | reserve 0000 0000"
    state = ended("wins=2", fields, "move 1-2", "next")
    assert (state.stage.game, state.stage.first, state.stage.wins) == (2, 1, (1, 0))
    rules, _ = GAME.read_position(f"spellbook wins=2 | {fields}")
    assert rules.result(state) is None
    assert GAME.read_position(rules.write_position(state))[1] == state


def test_rulings_may_outlast_a_confrontation() -> None:
    fields = "south F1 | north E2 | turn south | reserve 0000 0000 | inhibited s3 | cast south s1"
    assert ended("wins=2", fields, "move 1-2", "next").stage.inhibited == 0
    kept = ended("wins=2 inhibition-lasts=series", fields, "move 1-2", "next").stage
    assert (kept.inhibited, kept.used) == (4, 1)


def test_a_cast_that_won_can_be_taken_back_too() -> None:
    book = 'south-book="book: B\\nspell: S\\nmove my air from 8 to 16"'
    fields = f"south A8 | north E16 | {OPEN} | reserve 0000 0000"
    state = ended(book, fields, 'cast "S"')
    assert state.stage.ended == (0, "spellbook.win.annihilation")
    rules, before = GAME.read_position(f"spellbook {book} | {fields}")
    after = rules.played(state, rules.read_action(state, 'inhibit "S" doubted north'))
    assert rules.result(after) is None
    assert (after.board, after.stage.wins, after.turns) == (before.board, (0, 0), before.turns)


def test_the_same_spell_of_both_books_is_one_spell_unless_the_table_says_otherwise() -> None:
    head = "north-book=elements"
    fields = "south F1 | open south north | cast south n1 | cast north n1 | reserve 0000 0000 | turn south"
    assert not accepts(head, fields, 'cast "Fire Whirl"')
    assert accepts(f"{head} no-same-spell-once", fields, 'cast "Fire Whirl"')


def test_every_question_of_the_rules_has_its_option() -> None:
    questions = [option.source for option in OPTIONS if re.fullmatch(r"Q\d+", option.source)]
    assert questions == [f"Q{number}" for number in range(1, 38)]
    tested = " ".join(one[0] for one in DIFFERENCES)
    with pytest.raises(SetupError):
        GAME.open({"same-book": False, "north-book": "elements"})
    elsewhere = {
        "taken-return", "book-closes", "own-takings-count", "round-limit", "in-sequence", "same-spell-once",
        "same-book", "name-clash", "inhibition-lasts",
    }  # fmt: skip
    for option in OPTIONS:
        if option.source.startswith("Q"):
            assert option.name in tested or option.name in elsewhere | ALIKE, option.name


@pytest.mark.parametrize("name", sorted(ALIKE))
def test_these_make_no_difference(name: str) -> None:
    option = next(one for one in OPTIONS if one.name == name)
    fields = f"south A11 A20 A24 | {OPEN}"
    found = {
        ended(
            f"{FORMATIONS}{name}={value}" if value != option.default else FORMATIONS, fields, 'cast "Right Bolt"'
        ).board
        for value in option.values or ()
    }
    assert len(found) == 1
