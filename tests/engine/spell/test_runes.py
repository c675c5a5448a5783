"""Patterns, their quarter turns and mirror images, and the matcher against a check made another way."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.spell.deck import deck_names, load_deck
from engine.spell.frame import FULL, NAMES, PLACES, SPOTS
from engine.spell.runes import (
    Card,
    Matcher,
    Pattern,
    mirrored,
    placements,
    read_pattern,
    rotations,
    turned,
    write_pattern,
)

SPOT_LISTS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8)
PATTERNS = SPOT_LISTS.map(
    lambda spots: read_pattern(
        "/".join("".join("#" if (r, c) in spots else "." for c in range(4)) for r in range(4))
    )
)
FRAME_SETS = st.integers(0, FULL)
RING_PLACES = st.integers(16, 31)


def test_a_pattern_is_pushed_into_the_corner() -> None:
    assert read_pattern("..../..##/..#.") == {(0, 0), (0, 1), (1, 0)}
    assert write_pattern(read_pattern("..../..##/..#.")) == "##/#."


def test_a_pattern_may_be_drawn_in_lines() -> None:
    assert read_pattern("\n#.\n##\n") == read_pattern("#./##")


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("#x", "line 1, column 2: a pattern is drawn with # and . only (found 'x')"),
        ("##/.o", "line 2, column 2: a pattern is drawn with # and . only (found 'o')"),
        ("", "a pattern needs at least one # (found '')"),
        ("../..", "a pattern needs at least one # (found '../..')"),
        ("######", "a pattern is at most 5 places long (found '######')"),
    ],
)
def test_a_bad_drawing_is_refused(drawn: str, told: str) -> None:
    with pytest.raises(NotationError) as error:
        read_pattern(drawn)
    assert str(error.value) == told


@pytest.mark.parametrize(("drawn", "count"), [("##/##", 1), ("####", 2), (".##/##.", 2), ("###/#..", 4)])
def test_quarter_turns(drawn: str, count: int) -> None:
    assert len(rotations(read_pattern(drawn))) == count


def test_a_quarter_turn_is_clockwise() -> None:
    assert write_pattern(turned(read_pattern("###/#.."))) == "##/.#/.#"


@given(PATTERNS)
def test_drawing_round_trip(pattern: Pattern) -> None:
    assert read_pattern(write_pattern(pattern)) == pattern


@given(PATTERNS)
def test_four_quarter_turns_lead_back(pattern: Pattern) -> None:
    assert turned(turned(turned(turned(pattern)))) == pattern


@given(PATTERNS)
def test_two_mirrorings_lead_back(pattern: Pattern) -> None:
    assert mirrored(mirrored(pattern)) == pattern


@given(PATTERNS)
def test_mirroring_turns_the_other_way_round(pattern: Pattern) -> None:
    assert mirrored(turned(pattern)) == turned(turned(turned(mirrored(pattern))))


@given(PATTERNS)
def test_turns_and_mirror_images_keep_the_size(pattern: Pattern) -> None:
    assert len(turned(pattern)) == len(mirrored(pattern)) == len(pattern)
    assert len(rotations(pattern)) in (1, 2, 4)


@given(PATTERNS)
def test_a_turned_pattern_fits_the_same_places(pattern: Pattern) -> None:
    assert placements(turned(pattern)) == placements(pattern)


@given(PATTERNS)
def test_placements_are_as_large_as_the_pattern(pattern: Pattern) -> None:
    for mask in placements(pattern):
        assert mask.bit_count() == len(pattern)
        assert (mask & ~FULL).bit_count() <= 1


def formed_by_hand(pattern: Pattern, counting: int) -> bool:
    """Whether a pattern is formed, by trying every turn and shift of it on a sheet of squares."""
    lit = {SPOTS[place] for place in range(len(SPOTS)) if counting >> place & 1}
    turns = [
        pattern,
        {(c, -r) for r, c in pattern},
        {(-r, -c) for r, c in pattern},
        {(-c, r) for r, c in pattern},
    ]
    return any(
        all((r + down, c + right) in lit for r, c in turn)
        for turn in turns
        for down, right in product(range(-6, 10), repeat=2)
    )


ALL_CARDS = [card for name in deck_names() for card in load_deck(name).cards]
ALL_RUNES = Matcher((1 << i, card) for i, card in enumerate(ALL_CARDS))


@settings(deadline=None)  # the search by hand is slow
@given(FRAME_SETS, st.none() | RING_PLACES)
def test_the_matcher_agrees_with_a_search_by_hand(inside: int, ring: int | None) -> None:
    counting = inside | (0 if ring is None else 1 << ring)
    expected = sum(1 << i for i, card in enumerate(ALL_CARDS) if formed_by_hand(card.pattern, counting))
    assert ALL_RUNES.formed(counting) == expected


@given(PATTERNS, FRAME_SETS, st.none() | RING_PLACES)
def test_the_matcher_agrees_for_any_pattern(pattern: Pattern, inside: int, ring: int | None) -> None:
    counting = inside | (0 if ring is None else 1 << ring)
    formed = Matcher([(1, Card("1X", pattern))]).formed(counting)
    assert bool(formed) == formed_by_hand(pattern, counting)


@given(PATTERNS, st.data())
def test_every_placement_forms_the_pattern_and_needs_all_its_places(pattern: Pattern, data: st.DataObject) -> None:
    fits = placements(pattern)
    mask = data.draw(st.sampled_from(fits))
    lost = data.draw(st.sampled_from([place for place in range(32) if mask >> place & 1]))
    matcher = Matcher([(1, Card("1X", pattern))])
    assert matcher.formed(mask)
    assert not matcher.formed(mask ^ 1 << lost)


def counting_places(names: str) -> int:
    return sum(1 << PLACES[name] for name in names.split())


def test_a_straight_five_needs_a_tile_in_the_ring() -> None:
    """spell.amulet.extra.place"""
    matcher = Matcher([(1, Card("2I", read_pattern("#####")))])
    assert matcher.formed(counting_places("z2 a2 b2 c2 d2"))
    assert matcher.formed(counting_places("c1 c2 c3 c4 c5"))
    assert not matcher.formed(counting_places("z1 a2 b2 c2 d2"))
    assert not matcher.formed(FULL)


def test_the_ring_does_not_join_over_a_corner_of_the_frame() -> None:
    matcher = Matcher([(1, Card("1X", read_pattern("#./.#")))])
    assert matcher.formed(counting_places("a0 b1"))
    assert not matcher.formed(counting_places("a0 a1"))


def test_the_mirror_image_is_no_match() -> None:
    """spell.rune.no-mirror"""
    matcher = Matcher([(1, Card("1L", read_pattern("#./#./##")))])
    assert matcher.formed(counting_places("a1 b1 c1 a2"))
    assert not matcher.formed(counting_places("a1 b1 c1 c2"))


def test_places_beside_the_pattern_do_no_harm() -> None:
    """spell.rune.contained"""
    matcher = Matcher([(1, Card("4O", read_pattern("###/#.#/###")))])
    assert matcher.formed(FULL ^ 1 << PLACES["d4"])


def test_the_matcher_answers_the_same_after_forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = [0x000F, 0x0033, 0x0F0F, 0x5A5A, 0xFFFF, 0x000F, 0x5A5A]
    expected = [ALL_RUNES.formed(places) for places in sets]
    monkeypatch.setattr(Matcher, "REMEMBERED", 3)
    forgetful = Matcher((1 << i, card) for i, card in enumerate(ALL_CARDS))
    assert [forgetful.formed(places) for places in sets] == expected


def test_an_empty_arena_forms_nothing() -> None:
    assert ALL_RUNES.formed(0) == 0


def test_a_card_is_written_as_it_is_named_in_positions() -> None:
    assert str(Card("1S", read_pattern(".##/##."))) == "1S=.##/##."
    assert Card("3R", read_pattern("###/###")).level == 3


def test_every_place_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == 32
