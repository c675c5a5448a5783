"""The best of a turn, held against trying everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.catalogue import game_named
from engine.contract import Best
from engine.search import reachable
from engine.spell import GAME
from engine.spell.best import best
from engine.spell.game import SpellRules
from engine.spell.state import STEP, UNUSED, Phase, State
from engine.verdict import Accepted
from tests.engine.spell.oracle import AMULETS, random_turn
from tests.engine.spell.positions import random_position

MODES: list[dict[str, Any]] = [
    {"edition": "2e"},
    {"edition": "1e"},
    {"edition": "2e", "zero-slide": True},
    {"edition": "2e", "asymmetric": True},
    {"edition": "1e", "asymmetric": True},
    {"edition": "2e", "tournament": True},
    {"edition": "1e", "tournament": True, "asymmetric": True, "one-meeple-per-tile": True},
]


def tried_everything(rules: SpellRules, state: State) -> int:
    """The most points of any legal line of this turn, by visiting every position."""
    seat = state.stage.seat
    ends = reachable(rules, state, lambda _, action: action.kind != "end")
    return max(end.points[seat] for end in ends) - state.points[seat]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: " ".join(f"{k}={v}" for k, v in mode.items()))
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cards", [0, 1])
def test_never_wrong_against_trying_everything(mode: dict[str, Any], seed: int, cards: int) -> None:
    rules, state = random_position(seed, cards, **mode)
    if cards and any(state.stage.amulets):
        # two actions and a card are too many positions for a test
        state = state._replace(shifts=min(state.shifts, seed % 2), mage_used=STEP if seed % 2 else UNUSED)
    found = best(rules, state)
    assert found.proven
    assert found.points == tried_everything(rules, state)


@pytest.mark.parametrize("seed", range(6))
def test_the_line_is_legal_and_gains_what_it_says(seed: int) -> None:
    rules, state = random_position(seed, 2, edition="2e")
    found = best(rules, state)
    for action in found.actions:
        verdict = rules.judge(state, action)
        assert isinstance(verdict, Accepted), rules.write_action(state, action)
        state = verdict.state
    start = random_position(seed, 2, edition="2e")[1]
    assert state.points[state.stage.seat] - start.points[state.stage.seat] == found.points


@pytest.mark.parametrize("amulet", [None, *AMULETS])
def test_never_wrong_on_any_table(amulet: str | None) -> None:
    """Tables that play would hardly lead to: patterns of all forms, figures everywhere, few actions left."""
    chance = random.Random(f"best {amulet}")
    for number in range(40):
        turn = random_turn(chance, "2e" if number % 2 else "1e", amulets=(amulet, amulet) if amulet else None)
        turn.hands = {seat: [0, 0, 0] for seat in turn.hands}
        turn.hands[turn.seat][number % 3] += number % 4 == 0
        turn.used = ["step", "shift"] if number % 4 == 0 else chance.choice([["step"], ["shift"]])
        if amulet == "bilevitagramaton":
            turn.used.append("shift")
        turn.cards = {code: turn.cards[code] for code in chance.sample(sorted(turn.cards), 3)}
        rules, state = opened(turn.text())
        found = best(rules, state)
        assert found.proven
        assert found.points == tried_everything(rules, state), turn.text()


FOUND = [
    # only a tile that is carried without a slide completes the rune
    ("2e zero-slide", "v V N V / V V V B / BM b B . / b be v bm | turn violet | used step",
     "4A=.#../#.#./...#/.#.#", 4),
    ("1e zero-slide", "B . b b / V V V V / bM B B V / V N vm b | turn violet | used step",
     "4A=.#../####/...#/..#.", 4),
    # where the special tile lies makes all the difference
    ("2e asymmetric", "V Vm B V / B . N v / b b BM V / v v b b | turn black | hands 100 000 | used flip shift"
     " | amulets extralimitae extralimitae", "1A=..#/.#./#.. 1B=#./## 2A=.#/##/.#", 3),
    ("1e asymmetric", "V v V . / V vM b v / B b V B / B B Nm b | turn black | used flip shift | claimed 4"
     " | amulets extralimitae extralimitae", "1A=##/#. 3B=.#./.#./###", 4),
    # only a summon under the rival's mage completes the rune
    ("1e asymmetric", "v bME Bm V / V b v NE / V V . B / b b B V | turn black | used shift"
     " | amulets trielementaris extralimitae", "1A=#./#./##/#. 2A=##/#. 3B=##./.##", 5),
    ("1e asymmetric", "N b V b / VM b v V / V v bm B / v B B . | turn black | used flip"
     " | amulets trielementaris trielementaris", "2B=##/## 3A=#/# 3B=##", 5),
    # or such a summon long before, since after the shift there is nowhere to move that mage
    ("2e asymmetric", "vm bE v b / NM v b v / b B v b / v v b . | turn black | hands 100 000 | used step"
     " | amulets trielementaris bilevitagramaton", "4A=#.../##../..../...#", 4),
    # the special tile must be laid before the shift brings the gap beside it
    ("1e asymmetric no-rival-mage-masks special-touches-tile",
     "v vm ve B / B B VM b / N B v b / v B v . | turn violet | used flip | amulets bilevitagramaton extralimitae",
     "1A=.##/#.#", 1),
    ("2e asymmetric special-touches-tile",
     ". b B v / VM b N be / B b V vm / V B v Ve | turn violet | used step | amulets extralimitae extralimitae",
     "1A=.#./.##/#.#", 1),
]  # fmt: skip


@pytest.mark.parametrize(("head", "given", "runes", "points"), FOUND)
def test_lines_that_are_easily_missed(head: str, given: str, runes: str, points: int) -> None:
    rules, state = opened(f"spell {head} deck=none | {given} | runes {runes}")
    assert best(rules, state).points == tried_everything(rules, state) == points


def opened(text: str) -> tuple[SpellRules, State]:
    return GAME.read_position(text)


def patience(looks: int) -> Callable[[], bool]:
    """Says that time is up once it was asked so often."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def gain(rules: SpellRules, state: State, line: tuple[Any, ...]) -> int | None:
    """What the player in turn gains by a line, or None if it is not legal."""
    seat, before = state.stage.seat, state.points
    for action in line:
        verdict = rules.judge(state, action)
        if not isinstance(verdict, Accepted):
            return None
        state = verdict.state
    return state.points[seat] - before[seat]


def assert_nothing_in_vain(rules: SpellRules, state: State, found: Best) -> None:
    line = tuple(found.actions)
    assert gain(rules, state, line) == found.points
    for i, action in enumerate(line):
        if action.kind != "claim":
            assert gain(rules, state, line[:i] + line[i + 1 :]) != found.points, rules.write_action(state, action)


VAIN = [
    # a search that stops at once, early or never; it comes upon a line whose first action does nothing for it
    ("2e asymmetric", "Be bM V v / B b Be v / . b b v / N vm v V | turn violet | hands 000 001"
     " | amulets bilevitagramaton bilevitagramaton", "1B=##/## 2A=#####"),
    ("2e asymmetric", "b V bm V / v VM . B / V v V b / N b B be | turn violet | hands 000 100 | special c0"
     " | amulets extralimitae extralimitae", "3A=#####"),
    # or one in the middle of it
    ("2e asymmetric", "B b . bM / v v N V / b bm V B / B V v v | turn violet | hands 000 010 | claimed 1"
     " | amulets extralimitae extralimitae", "3A=#../.## 4B=#./##/.#/.#"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "given", "runes"), VAIN)
def test_nothing_is_done_in_vain(head: str, given: str, runes: str) -> None:
    rules, state = opened(f"spell {head} deck=none | {given} | runes {runes}")
    for looks in range(0, 60, 2):
        assert_nothing_in_vain(rules, state, best(rules, state, patience(looks)))
    found = best(rules, state)
    assert found.proven
    assert_nothing_in_vain(rules, state, found)


def test_a_search_that_is_stopped_says_so() -> None:
    rules, state = random_position(0, 3, edition="2e")
    assert not best(rules, state, out_of_time=lambda: True).proven
    assert best(rules, state).proven


def test_outside_a_turn_there_is_nothing_to_gain() -> None:
    rules = game_named("spell").open({"first": "black"})
    state = rules.start()
    assert state.stage.phase is Phase.REVEAL
    assert rules.best(state) is None
