"""The stand-in decks hold what they promise, and faulty deck files are refused with a helpful sentence."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import DataError, NotationError
from engine.spell.deck import EMPTY, Deck, deck_names, load_deck, read_card, read_deck, write_deck
from engine.spell.frame import BORDER, FULL
from engine.spell.runes import (
    LEVELS,
    Card,
    Matcher,
    Pattern,
    mirrored,
    placements,
    rotations,
)

BASIC, ADVANCED = load_deck("basic"), load_deck("advanced")
BOTH = pytest.mark.parametrize("deck", [BASIC, ADVANCED], ids=["basic", "advanced"])
COUNTING = 7 + 1 + 2
"""What a player can have without amulets: own faces, the mage, two elementals."""


# -- what patterns look like ----------------------------------------------------------------------------


def same_shape(a: Pattern, b: Pattern) -> bool:
    return b in rotations(a)


def handed(pattern: Pattern) -> bool:
    return not same_shape(pattern, mirrored(pattern))


def partnered(deck: Deck, card: Card) -> bool:
    return any(same_shape(mirrored(card.pattern), other.pattern) for other in deck.cards if other != card)


def groups(cells: Pattern, *, corners: bool) -> int:
    """How many pieces the cells fall into, corner contacts holding or not."""
    left, found = set(cells), 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            row, column = edge.pop()
            near = {(r, c) for r, c in left if touching(r - row, c - column, corners=corners)}
            left -= near
            edge += near
    return found


def touching(rows: int, columns: int, *, corners: bool) -> bool:
    return max(abs(rows), abs(columns)) == 1 and (corners or 0 in (rows, columns))


def encloses_a_blank(pattern: Pattern) -> bool:
    sheet = {(r, c) for r in range(-1, 6) for c in range(-1, 6)}
    return groups(frozenset(sheet - pattern), corners=False) > 1


def contained(small: Card, large: Card) -> bool:
    """Whether whoever forms the large pattern forms the small one too."""
    matcher = Matcher([(1, small)])
    return all(matcher.formed(mask) for mask in placements(large.pattern))


def card(deck: Deck, code: str) -> Card:
    return deck.cards[deck.index(code)]


# -- both decks -----------------------------------------------------------------------------------------


def test_there_are_two_decks() -> None:
    assert deck_names() == ("basic", "advanced")


@BOTH
def test_a_deck_says_what_it_is(deck: Deck) -> None:
    assert deck.name in deck_names()
    assert deck.origin == "stand-in"
    assert set(deck.title) == {"en", "fr"}


@BOTH
def test_counts_and_sizes(deck: Deck) -> None:
    assert Counter(card.level for card in deck.cards) == {1: 7, 2: 7, 3: 6, 4: 6}
    assert {card.level: len(card.pattern) for card in deck.cards} == {1: 4, 2: 5, 3: 6, 4: 8}
    assert all(len(card.pattern) == {1: 4, 2: 5, 3: 6, 4: 8}[card.level] for card in deck.cards)


def test_all_patterns_of_both_decks_are_different_shapes() -> None:
    shapes = {frozenset(rotations(card.pattern)) for deck in (BASIC, ADVANCED) for card in deck.cards}
    assert len(shapes) == 52


@BOTH
def test_every_pattern_can_be_formed_without_amulets(deck: Deck) -> None:
    """Inside the frame, with tiles that one player can have, and with a border place left for the gap."""
    for rune in deck.cards:
        assert len(rune.pattern) <= COUNTING
        assert any(mask <= FULL and mask & BORDER != BORDER for mask in placements(rune.pattern)), rune


@BOTH
def test_cards_go_by_level(deck: Deck) -> None:
    assert [card.level for card in deck.cards] == sorted(card.level for card in deck.cards)


@BOTH
def test_a_higher_level_is_rarer(deck: Deck) -> None:
    """Of all ways to have nine counting tiles, fewer hold a rune of a higher level."""
    matcher = Matcher((1 << i, card) for i, card in enumerate(deck.cards))
    met = [matcher.formed(sum(1 << p for p in places)) for places in combinations(range(16), 9)]
    shares = [
        sum((runes & deck.level_mask(level)).bit_count() for runes in met) / deck.level_mask(level).bit_count()
        for level in LEVELS
    ]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(LEVELS)


@BOTH
def test_features_of_a_deck(deck: Deck) -> None:
    patterns = [card.pattern for card in deck.cards]
    assert {len(rotations(pattern)) for pattern in patterns} == {1, 2, 4}
    assert any(encloses_a_blank(pattern) for pattern in patterns)
    odd = [card for card in deck.cards if handed(card.pattern)]
    assert any(partnered(deck, card) for card in odd)
    assert any(not partnered(deck, card) for card in odd)


@BOTH
def test_every_level_below_the_last_leads_on(deck: Deck) -> None:
    """Most runes are part of one of the next level, so that one arrangement can serve both."""
    for level in LEVELS[:-1]:
        lower = [card for card in deck.cards if card.level == level]
        higher = [card for card in deck.cards if card.level == level + 1]
        leading = [small for small in lower if any(contained(small, large) for large in higher)]
        assert len(leading) * 2 >= len(lower)


CHAINS = [
    (BASIC, "1O 2P 3R 4R"),
    (BASIC, "1I 3C 4C"),
    (ADVANCED, "1A 2A 3A 4A"),
    (ADVANCED, "1A 2B 3A 4A"),
    (ADVANCED, "1Y 2X 3X 4X"),
    (ADVANCED, "1D 3X 4X"),
    (ADVANCED, "1D 2D 3D 4D"),
    (ADVANCED, "1H 2H 3H 4H"),
    (ADVANCED, "1T 2Q 3Q 4Q"),
    (ADVANCED, "1S 2S 3Q 4Q"),
    (ADVANCED, "1Z 3P 4Q"),
    (ADVANCED, "1H 2H 4S"),
    (ADVANCED, "1T 2Q 3Q 4S"),
]


@pytest.mark.parametrize(("deck", "chain"), CHAINS, ids=[chain for _, chain in CHAINS])
def test_chains_of_runes_within_runes(deck: Deck, chain: str) -> None:
    codes = chain.split()
    for small, large in pairwise(codes):
        assert contained(card(deck, small), card(deck, large)), (small, large)


# -- one deck -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), [("1S", "1Z"), ("1L", "1J"), ("2P", "2Q"), ("3W", "3M")])
def test_mirror_pairs_of_the_basic_deck(one: str, other: str) -> None:
    assert same_shape(mirrored(card(BASIC, one).pattern), card(BASIC, other).pattern)


@pytest.mark.parametrize(("one", "other"), [("1S", "1Z"), ("2A", "2B"), ("3Q", "3P")])
def test_mirror_pairs_of_the_advanced_deck(one: str, other: str) -> None:
    assert same_shape(mirrored(card(ADVANCED, one).pattern), card(ADVANCED, other).pattern)


def test_handed_runes_without_a_partner() -> None:
    alone = [
        [rune.code for rune in deck.cards if handed(rune.pattern) and not partnered(deck, rune)]
        for deck in (BASIC, ADVANCED)
    ]
    assert alone == [["2F", "3L", "4C", "4W"], ["1T", "2H", "2S", "4S"]]


def test_basic_runes_hang_together_by_their_edges() -> None:
    assert all(groups(rune.pattern, corners=False) == 1 for rune in BASIC.cards)


def test_advanced_runes_do_not() -> None:
    """Every advanced rune has a contact by corners alone, or lies in two parts."""
    parts = {rune.code: groups(rune.pattern, corners=True) for rune in ADVANCED.cards}
    assert all(groups(rune.pattern, corners=False) > 1 for rune in ADVANCED.cards)
    assert {code for code, count in parts.items() if count == 2} == {"1H", "2H", "3H", "4H"}
    assert set(parts.values()) == {1, 2}


def test_advanced_runes_are_harder_to_meet() -> None:
    for level in LEVELS:
        basic, advanced = (
            sum(mask <= FULL for rune in deck.cards if rune.level == level for mask in placements(rune.pattern))
            for deck in (BASIC, ADVANCED)
        )
        assert advanced < basic


def test_all_patterns_fit_in_the_frame() -> None:
    for deck in (BASIC, ADVANCED):
        for rune in deck.cards:
            assert max(max(spot) for spot in rune.pattern) < 4


# -- the deck as a value --------------------------------------------------------------------------------


@BOTH
def test_level_masks_part_the_deck(deck: Deck) -> None:
    masks = [deck.level_mask(level) for level in LEVELS]
    assert sum(masks) == (1 << len(deck.cards)) - 1
    for level, mask in zip(LEVELS, masks, strict=True):
        assert [c.level for i, c in enumerate(deck.cards) if mask >> i & 1] == [level] * mask.bit_count()


@BOTH
def test_index_finds_every_card(deck: Deck) -> None:
    assert [deck.index(card.code) for card in deck.cards] == list(range(26))


def test_index_of_an_unknown_code() -> None:
    with pytest.raises(DataError, match="the deck basic has no rune '4Z'"):
        BASIC.index("4Z")


def test_decks_are_loaded_once() -> None:
    assert load_deck("basic") is load_deck("basic")


def test_an_unknown_deck() -> None:
    with pytest.raises(DataError, match=r"there is no deck '\.\./openings'; the decks are: basic, advanced"):
        load_deck("../openings")


def test_decks_can_be_keys_and_be_sent() -> None:
    assert {BASIC: 1}[read_deck(write_deck(BASIC), "again")] == 1
    assert pickle.loads(pickle.dumps(BASIC)) == BASIC
    assert BASIC != ADVANCED


def test_the_empty_deck() -> None:
    assert EMPTY.cards == ()
    assert [EMPTY.level_mask(level) for level in LEVELS] == [0, 0, 0, 0]


def test_plus_extends_a_deck() -> None:
    deck = EMPTY.plus([read_card("1O=##/##"), read_card("2P=##/##/#.")])
    assert [card.code for card in deck.cards] == ["1O", "2P"]
    assert deck.level_mask(2) == 0b10
    assert EMPTY.cards == ()


def test_plus_keeps_the_places_of_the_deck() -> None:
    longer = BASIC.plus([read_card("4Z=####/####/#...")])
    assert longer.cards[:26] == BASIC.cards
    assert longer.index("4Z") == 26


def test_plus_takes_the_very_same_card_again() -> None:
    assert BASIC.plus([read_card("1O=##/##")]) == BASIC


def test_plus_refuses_a_code_for_two_patterns() -> None:
    with pytest.raises(DataError) as error:
        BASIC.plus([read_card("1O=####")])
    assert str(error.value) == "the deck basic with 1O=####: the code 1O already means ##/##"
    assert error.value.facts["code"] == "1O"


def test_plus_refuses_a_clash_among_the_new_cards() -> None:
    with pytest.raises(DataError, match="the code 1O already means"):
        EMPTY.plus([read_card("1O=##/##"), read_card("1O=####")])


# -- a card in a line -----------------------------------------------------------------------------------


@BOTH
def test_inline_cards_round_trip(deck: Deck) -> None:
    assert tuple(read_card(str(card)) for card in deck.cards) == deck.cards


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "column 1: a rune is written as its code, = and its pattern (found '')"),
        ("1O", "column 3: a rune is written as its code, = and its pattern (found '1O')"),
        ("5O=##", "column 1: a rune's code is its level, 1 to 4, and 1 to 7 letters or digits (found '5O')"),
        ("1=##", "column 1: a rune's code is its level, 1 to 4, and 1 to 7 letters or digits (found '1')"),
        ("1é=##", "column 1: a rune's code is its level, 1 to 4, and 1 to 7 letters or digits (found '1é')"),
        (
            "1O\n=##",
            "column 1: a rune's code is its level, 1 to 4, and 1 to 7 letters or digits (found '1O�')",
        ),
        ("1O=##/#x", "column 8: a pattern is drawn with # and . only (found 'x')"),
        ("1O=## /##", "column 6: a pattern is drawn with # and . only (found ' ')"),
        ("1O==", "column 4: a pattern is drawn with # and . only (found '=')"),
        ("1O=", "column 4: a pattern needs at least one # (found '')"),
        ("1O=./.", "column 4: a pattern needs at least one # (found './.')"),
        ("1O=######", "column 4: a pattern is at most 5 places long (found '######')"),
        ("1O=#####/#####", "column 4: no counting tiles can ever form this pattern (found '#####/#####')"),
        (
            "1O=####/####/####",
            "column 4: no counting tiles can ever form this pattern (found '####/####/####')",
        ),
    ],
)
def test_a_faulty_inline_card(text: str, told: str) -> None:
    with pytest.raises(NotationError) as error:
        read_card(text)
    assert str(error.value) == told


@given(st.text(alphabet="14O=#./ x\n", max_size=20))
def test_any_inline_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = read_card(text)
    except NotationError as error:
        assert error.column >= 1
    else:
        assert read_card(str(card)) == card


# -- the text of a deck ---------------------------------------------------------------------------------


@BOTH
def test_deck_files_round_trip_to_the_letter(deck: Deck) -> None:
    written = files("engine.spell") / "data" / f"{deck.name}.toml"
    assert write_deck(deck) == written.read_text(encoding="utf-8")
    assert read_deck(write_deck(deck), "again") == deck


LINES = st.text(
    st.characters(codec="utf-8").filter(lambda letter: letter.isprintable()), min_size=1, max_size=30
).filter(lambda text: bool(text.strip()))


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    cards = draw(st.lists(st.sampled_from(BASIC.cards + ADVANCED.cards), min_size=1, unique_by=lambda c: c.code))
    return Deck(draw(LINES), draw(LINES), {"en": draw(LINES), "de": draw(LINES)}, tuple(cards))


@settings(deadline=None)
@given(decks())
def test_any_deck_round_trips(deck: Deck) -> None:
    again = read_deck(write_deck(deck), "again")
    assert again == deck
    assert write_deck(again) == write_deck(deck)


def test_any_sizes_and_counts_will_do_for_a_players_own_deck() -> None:
    deck = replace(EMPTY, name="mine", cards=(read_card("3I=#####"), read_card("1a=#"), read_card("1b=##")))
    assert read_deck(write_deck(deck), "mine.toml") == deck


def test_line_ends_of_other_systems() -> None:
    assert read_deck(write_deck(BASIC).replace("\n", "\r\n"), "basic.toml") == BASIC
