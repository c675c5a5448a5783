"""The checker: what it finds in a text, and that it finds it quickly however the text is made."""

from __future__ import annotations

import time

import pytest

from engine.datafile import packaged
from engine.errors import NotationError
from engine.review import Finding
from engine.spellbook import GAME
from engine.spellbook.books import packaged_books, read_book
from engine.spellbook.checking import check_spell, review
from engine.spellbook.language.meaning import PLAIN, Meaning
from engine.words import Words

MOST_SECONDS = 5.0
"""A book of forty spells is checked within these, in processor time."""


def findings(text: str) -> list[Finding]:
    return list(review(f"book: B\nspell: S\n{text}").findings)


def only(text: str) -> Finding:
    (found,) = findings(text)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "move my fire clockwise",
        "place my fire on 1, 9, 17",
        "place my fire on 3",
        "move gems from 1 to 2, 3 to 2",
        "let a be my fire on the angles; place my fire on a, neighbours of a",
        "push their gems away from my fire",
        "move my air to a neighbour",
        "swap my fire with my water",
        "move all air on the angles to the river beside",
    ],
)
def test_what_a_text_leaves_open_is_found_and_drawn(text: str) -> None:
    found = findings(text)
    (unclear,) = [one for one in found if one.weight == "unclear"]
    assert unclear.breach.rule == "spellbook.design.clear"
    assert (unclear.line, unclear.column) == (2, 8)
    assert len(unclear.drawn) == 3
    _, state = GAME.read_position(f"spellbook | {unclear.example} | turn south")
    meaning = Meaning(read_book(f"book: B\nspell: S\n{text}").spells[0].text, PLAIN)
    assert len(meaning.cast(state.board).ambiguous) == 2
    for point in range(24):  # nothing can be left out of the example
        smaller = state.board[:point] + b"\0" + state.board[point + 1 :]
        if state.board[point]:
            assert not meaning.cast(smaller).ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "move my fire clockwise by 3",
        "place my fire on 1, 9, 17 in order",
        "place my fire on 1, 9, 17, my choice",
        "needs three of my fire; place my fire on 1, 9, 17",
        "move gems from 1 to 2, 3 to 2; where two meet, my choice",
        "needs exactly one of my fire; let a be my fire; place my fire on neighbours of a, my choice",
        "choose a among my fire; move my air from 1 to 2",
        "push their air away from my fire, my choice; where two meet, my choice",
        "needs as many of my fire as of my water; swap my fire with my water",
        "if two of their fire: move my air through the centre; otherwise: move my air across the axis",
    ],
)
def test_a_clear_text_is_left_alone(text: str) -> None:
    assert not findings(text)


def test_a_gem_that_would_move_twice_is_found_with_an_example() -> None:
    all_found = findings("move my fire clockwise by 1; move my gems on the angles through the centre")
    (found,) = [one for one in all_found if one.weight == "forbidden"]
    assert found.breach.rule == "spellbook.cast.each-gem-once"
    assert found.example.count("F") == 1
    assert not review("book: B\nspell: S\nmove my fire clockwise by 1; move my gems through the centre").is_allowed


def test_two_lines_that_send_a_gem_to_the_same_point_agree() -> None:
    assert not findings("move my fire from 1 to 2; move my gems on point 1 clockwise by 1")


def test_a_spell_that_can_never_be_cast_is_found() -> None:
    found = only(
        "needs three of my fire on the front and at least one of my fire on the guard; place my fire on 1, 2, 3"
    )
    assert (found.weight, found.breach.rule) == ("forbidden", "spellbook.cast.requirement")


@pytest.mark.parametrize("second", ["no my fire", "at most 2 of my fire", "exactly one of my fire"])
def test_requirements_that_contradict_each_other_are_refused_in_their_place(second: str) -> None:
    with pytest.raises(NotationError, match="contradicts") as caught:
        read_book(f"book: B\nspell: S\nneeds three of my fire\nneeds {second}\nmove my fire clockwise by 1")
    assert (caught.value.line, caught.value.column) == (4, 7)


def test_a_spell_without_any_effect_is_worth_a_remark() -> None:
    assert only("move my fire from 3 to 3").weight == "remark"


@pytest.mark.parametrize("name", packaged_books())
def test_the_examples_are_open_exactly_where_their_tables_say(name: str) -> None:
    found = [finding.about for finding in GAME.review(packaged("engine.spellbook", f"{name}.book")).findings]
    wanted = {
        "formations": ["Leopard King", "Dread of Fire", "Dread of Water", "Dread of Air", "Dread of Stone"],
        "formations-fr": ["Le Roi Léopard", "Pyrophobie", "Hydrophobie", "Aérophobie", "Lithophobie"],
    }
    assert found == wanted.get(name, [])


def test_the_same_book_is_always_judged_alike() -> None:
    book = read_book("book: B\nspell: S\nmove my air to a neighbour")
    assert list(check_spell(book.spells[0])) == list(check_spell(book.spells[0]))


def every(line: str) -> str:
    return "book: B\n" + "".join(f"spell: S{number}\n{line}\n" for number in range(40))


@pytest.mark.parametrize(
    "text",
    [
        packaged("engine.spellbook", "formations.book"),
        every("\n".join(f"if two of my fire: move my air from {point} to {point + 1}" for point in range(1, 23))),
        every("move gems to a neighbour, my choice"),
        every(
            "".join(f"choose {letter} among my gems\n" for letter in "abcd") + "move my fire to the next number"
        ),
    ],
    ids=["examples", "longest", "widest", "deepest"],
)
def test_a_book_of_forty_is_checked_within_seconds(text: str) -> None:
    begin = time.process_time()
    review(text)
    assert time.process_time() - begin < MOST_SECONDS


def test_findings_are_sentences_in_both_languages() -> None:
    found = only("move my fire clockwise")
    for language in ("en", "fr"):
        assert "S" in Words(language).sentence(GAME, found.breach)
