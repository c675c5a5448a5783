"""A deck of one's own grows card by card, and refuses what it has already."""

from __future__ import annotations

import pytest

from engine.catalogue import game_named
from engine.contract import Game, NewCard
from engine.errors import DataError
from engine.spell.deck import MOST_CARDS, read_deck

GAME = game_named("spell")
HOOK = ("##.", ".##", ".#.")


def grown(*cards: NewCard) -> str:
    text = ""
    for card in cards:
        text = GAME.deck_with(card, text, "mine.toml").text
    return text


def refusal(card: NewCard, text: str = "") -> str:
    with pytest.raises(DataError) as caught:
        GAME.deck_with(card, text, "mine.toml")
    return str(caught.value)


def test_a_new_deck_holds_the_card() -> None:
    added = GAME.deck_with(NewCard(HOOK, level=2, title="Mine"), "", "mine.toml")
    deck = read_deck(added.text, "mine.toml")
    assert [str(card) for card in deck.cards] == ["2A=##./.##/.#."]
    assert deck.title["en"] == "Mine"
    assert (added.code, added.level, added.cards, added.line) == ("2A", 2, 1, "cards 2A=##./.##/.#.")


def test_the_line_is_understood_in_a_position() -> None:
    line = GAME.deck_with(NewCard(HOOK, code="3Hook"), "", "mine.toml").line
    rules, _ = GAME.read_position(f"spell 2e deck=none | v b v b / v BM N Vm / b v b v / b v b . | {line}")
    assert rules.plan().printed["rune-3Hook"].rows == ("##..", ".##.", ".#..", "....")


def test_codes_are_the_first_that_are_free() -> None:
    text = grown(NewCard(("##", "##"), code="2A"), NewCard(("####",), level=2), NewCard(HOOK, level=1))
    assert [card.code for card in read_deck(text, "mine.toml").cards] == ["2A", "2B", "1A"]


def test_the_rest_of_the_deck_stays() -> None:
    text = grown(NewCard(HOOK, level=2, title="Mine"), NewCard(("####",), level=1))
    deck = read_deck(text, "mine.toml")
    assert (deck.title["en"], len(deck.cards)) == ("Mine", 2)


def test_the_same_pattern_in_another_turn_is_refused() -> None:
    text = grown(NewCard(HOOK, level=2))
    assert "in the deck already: 2A" in refusal(NewCard(("..#", "###", ".#."), level=3), text)
    assert (
        GAME.deck_with(NewCard((".##", "##.", ".#."), level=3), text, "mine.toml").cards == 2
    )  # its mirror image


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (NewCard(HOOK), "which level"),
        (NewCard(HOOK, level=5), "level of 1 to 4"),
        (NewCard(HOOK, code="9X"), "not '9X'"),
        (NewCard(HOOK, code="2X", level=3), "says level 2, not 3"),
        (NewCard(("######",), level=2), "at most 5"),
        (NewCard(("###", "###", "###", "###"), level=2), "can ever form"),
    ],
)
def test_what_is_no_card_is_refused(card: NewCard, told: str) -> None:
    assert told in refusal(card)


def test_a_code_that_is_taken_is_refused() -> None:
    assert "2X is taken" in refusal(NewCard(("####",), code="2X"), grown(NewCard(HOOK, code="2X")))


def test_a_faulty_file_is_told() -> None:
    assert "mine.toml" in refusal(NewCard(HOOK, level=2), "no deck")


def test_a_full_deck_is_refused() -> None:
    head = grown(NewCard(HOOK, level=2)).split("[[rune]]", maxsplit=1)[0]
    spots = [(r, c) for r in range(4) for c in range(4)]
    text, count, number = head, 0, 1
    while count < MOST_CARDS:
        number += 1
        cells = {spots[i] for i in range(16) if number >> i & 1}
        rows = ["".join("#" if (r, c) in cells else "." for c in range(4)) for r in range(4)]
        drawn = "\n".join(rows)
        entry = f'[[rune]]\ncode = "1X{number}"\npattern = """\n{drawn}\n"""\n'
        try:
            read_deck(text + entry, "mine.toml")
        except DataError:
            continue
        text, count = text + entry, count + 1
    assert str(MOST_CARDS) in refusal(NewCard(("####", "#..#", "#..#"), level=2), text)


def test_a_game_without_decks_says_so() -> None:
    with pytest.raises(DataError, match="no decks"):
        Game.deck_with(GAME, NewCard(HOOK), "", "mine.toml")
