"""Texts that were spoilt: each is understood, or refused with an error that says where; nothing else happens."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.archimage import GAME
from engine.archimage.elements import CIRCLES, ELEMENTS, card_name
from engine.archimage.notation.position import FIELDS, PHASES
from engine.errors import NotationError
from engine.verdict import Accepted, Refusal
from engine.words import Words
from tests.engine.archimage.playing import match

PIECES = [
    *FIELDS, *PHASES.values(), *ELEMENTS, card_name(44),
    "shaman", "witch", "seer", "1p", "12", "v1", "hub", "r2", "y7", "g", "v3", "home", "done", "bond", "none",
    "absorption-fire+r5", "theft-air*", "synergy-spirit", "=", "", ",", "-1", "999999999999", "é", "with", "on",
    "then", "over", "break", "to", "red", "violet", "shaman=r,r,r,r", "1p=evolution-fire", "circle=4",
]  # fmt: skip


def spoilt(text: str, chance: random.Random) -> str:
    """A text with a few words exchanged, doubled or left out."""
    words = text.split(" ")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(words))
        piece = chance.choice([*PIECES, chance.choice(words)])
        left, equals, _ = words[at].partition("=")
        words[at : at + chance.randint(0, 1)] = [f"{left}={piece}" if equals and chance.random() < 0.5 else piece]
    return " ".join(words)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(CIRCLES), st.integers(0, 10**6))
def test_spoilt_texts_are_refused_in_words(circle: str, seed: int) -> None:
    chance = random.Random(seed)
    steps: list[Any] = list(match({"players": 3, "circle": circle}, seed, 60))
    for _ in range(30):
        rules, state, action, _ = chance.choice(steps)
        try:
            GAME.read_position(spoilt(rules.write_position(state), chance))
        except NotationError as error:
            told(error)
        try:
            tried = rules.read_action(state, spoilt(rules.write_action(state, action), chance))
        except NotationError as error:
            told(error)
        else:
            verdict = rules.judge(state, tried)
            assert isinstance(verdict, Accepted | Refusal)
            assert rules.read_action(state, rules.write_action(state, tried)) == tried


def told(error: NotationError) -> None:
    assert error.line >= 1
    for words in (Words("en"), Words("fr")):
        assert "{" not in words.error(error)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(CIRCLES), st.integers(0, 10**6))
def test_whatever_is_read_can_be_played_on(circle: str, seed: int) -> None:
    chance = random.Random(seed)
    steps: list[Any] = list(match({"players": 2, "circle": circle}, seed, 40))
    for _ in range(20):
        rules, state, _, _ = chance.choice(steps)
        try:
            others, read = GAME.read_position(spoilt(rules.write_position(state), chance))
        except NotationError:
            continue
        assert GAME.read_position(others.write_position(read))[1] == read
        for number, action in enumerate(others.legal(read)):
            after = others.play(read, action)
            assert others.read_position(others.write_position(after)) == after
            others.events(read, action, after)
            others.notices(read, action)
            others.layout(after)
            if number > 4:
                break
