"""What there is to use in a turn, held against what is legal; and score sheets against scores."""

from __future__ import annotations

from typing import Any

import pytest

from engine.archimage import GAME
from engine.archimage.actions import RETURN
from engine.archimage.elements import CIRCLES
from engine.archimage.state import Phase, State
from engine.contract import TABLE
from engine.words import Words, languages
from tests.engine.archimage.playing import match


def turns(circle: str, players: int, count: int) -> list[tuple[Any, State]]:
    """Some turns of a random match, from all of its course."""
    found = [(rules, state) for rules, state, _, _ in match({"players": players, "circle": circle}, "offers")
             if state.phase is Phase.TURN]  # fmt: skip
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("circle", CIRCLES)
def test_all_that_is_legal_in_a_turn_is_offered_once(circle: str) -> None:
    for rules, state in turns(circle, 3, 40):
        offers = rules.offers(state)
        offered = [action for one in offers for action in rules.ways(state, one)]
        assert len(set(offered)) == len(offered)
        assert set(offered) == set(rules.legal(state)) - {RETURN}


def test_what_cannot_be_used_in_ones_turn_has_a_reason() -> None:
    for rules, state in turns("4", 2, 30):
        for one in rules.offers(state):
            is_ready = next(rules.ways(state, one), None) is not None
            why = rules.hindrances(state, one)
            assert is_ready or bool(why) == (one.seat == state.seat)
            assert all(breach.rule in GAME.sentences for breach in why)


@pytest.mark.parametrize("language", languages())
def test_offers_are_told_without_gaps(language: str) -> None:
    words = Words(language)
    for circle in CIRCLES:
        for rules, state in turns(circle, 2, 5):
            phrases = [phrase for one in rules.offers(state) for phrase in (one.title, *one.lines)]
            told = [words.phrase(rules, phrase) for phrase in phrases]
            assert all(text and "{" not in text and "[" not in text for text in told)


def test_a_score_sheet_adds_up_to_the_score() -> None:
    for players in (2, 5):
        *_, (rules, _, _, state) = match({"players": players, "circle": "1"}, "sums")
        sums = tuple(sum(item.points for item in rules.reckoning(state, seat)) for seat in range(players))
        assert sums == rules.points(state)
        assert rules.result(state)


def test_synergy_is_a_line_of_its_own() -> None:
    line = "archimage | mages shaman=v1 witch=v2 | scrolls shaman=synergy-air,growth-air,evolution-fire"
    rules, state = GAME.read_position(line)
    told = [(Words().phrase(rules, item.title), item.points) for item in rules.reckoning(state, 0)]
    assert told == [
        ("Bond (Spirit)", 1),
        ("Evolution (Fire)", 4),
        ("Growth (Air)", 5),
        ("Synergy (Air)", 6),
        ("Synergy (Air): 1 for each scroll of its colour, 2 in all", 2),
    ]


def test_every_tray_is_a_place_and_none_is_shown_twice() -> None:
    rules = GAME.open({"players": 5})
    trays = [name for seat in (TABLE, *range(5)) for name in rules.trays(seat)]
    assert len(set(trays)) == len(trays)
    assert {place.name for place in rules.plan().places} >= set(trays)


def test_dice_that_are_alike_are_told_with_their_number() -> None:
    rules, state = GAME.read_position("archimage | board 1p=r2 | mages shaman=v1 witch=v2 | dice shaman=r1,r1")
    deed = rules.deed(state, rules.read_action(state, "break 1p with r1 r1"))
    assert Words().phrase(rules, deed) == "break the seal of 1p with 2 × red 1"
    assert Words("fr").phrase(rules, deed) == "briser le sceau de 1p avec 2 × rouge 1"


def test_what_is_laid_out_is_called_by_its_name() -> None:
    rules = GAME.open({"players": 2})
    told = [Words().phrase(rules, rules.deed(rules.start(), rules.read_action(rules.start(), text)))
            for text in ("lay 1p r2", "lay 16 synergy-earth")]  # fmt: skip
    assert told == ["lay a red seal of power 2 on 1p", "lay Synergy (Earth) on 16"]


def test_the_options_of_bond_are_told_apart() -> None:
    rules, state = GAME.read_position(
        "archimage | board 2p=r2 | mages shaman=1p witch=v2 | dice shaman=r1,r1 witch=y5 | turn shaman"
        " | first shaman | round 1"
    )
    bond = next(one for one in rules.offers(state) if one.name == "scroll bond")
    told = {
        rules.write_action(state, action): Words("en").phrase(rules, rules.deed(state, action))
        for action in rules.ways(state, bond)
    }
    assert told == {
        "cast bond place": "cast Bond (Spirit): set the familiar down at 1p",
        "cast bond break 2p with r1 r1": "cast Bond (Spirit): the familiar breaks the seal of 2p, paid as usual"
        " with 2 × red 1",
        "cast bond one 2p with r1": "cast Bond (Spirit): the familiar breaks the seal of 2p for a single 1, with"
        " red 1",
    }
    french = {Words("fr").phrase(rules, rules.deed(state, action)) for action in rules.ways(state, bond)}
    assert len(french) == len(told)


def test_a_token_that_the_familiar_breaks_may_be_stored() -> None:
    rules, state = GAME.read_position(
        "archimage circle=2 | board 2p=r2 | mages shaman=1p witch=v2 | dice shaman=r1 witch=y5"
        " | scrolls shaman=absorption-fire | turn shaman | first shaman | round 1"
    )
    stored = [one for one in rules.legal(state) if one.kind == "cast" and one.store >= 0]
    (told,) = (Words("en").phrase(rules, rules.deed(state, one)) for one in stored)
    assert told.endswith("breaks the seal of 2p for a single 1, with red 1, and lay it on Absorption")
