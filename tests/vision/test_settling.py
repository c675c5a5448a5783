"""Beliefs settled by what the box holds: exact, cautious, and silent about what nobody saw."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.table import Supply
from vision.settling import _EXTRA, _MISSING, settled
from vision.sighting import NOTHING, Belief

RED, KING = Supply(("red", "pale-red"), 2, least=2), Supply(("king",), 1)
QUEEN = Supply(("button",), 2, least=1)
NAMES = (NOTHING, "red", "pale-red", "king", "button")


def belief(hidden: float = 0.0, **likely: float) -> Belief:
    chances = {name: likely.get(name.replace("-", "_"), 0.0) for name in NAMES[1:]}
    return Belief({"tile": {NOTHING: 1 - sum(chances.values()), **chances}}, hidden)


def weight(supply: Supply, used: int) -> float:
    if used > supply.count:
        return _EXTRA
    return float(_MISSING ** max(supply.least - used, 0))


def tried(told: list[dict[str, float]], supply: tuple[Supply, ...]) -> list[dict[str, float]]:
    """The same by trying every way to fill the places."""
    found = [dict.fromkeys(NAMES, 0.0) for _ in told]
    for filled in itertools.product(NAMES, repeat=len(told)):
        chance = math.prod(chances[name] for chances, name in zip(told, filled, strict=True))
        chance *= math.prod(weight(one, sum(name in one.things for name in filled)) for one in supply)
        for chances, name in zip(found, filled, strict=True):
            chances[name] += chance
    return [{name: p / sum(chances.values()) for name, p in chances.items()} for chances in found]


chances = st.lists(st.floats(0.01, 1), min_size=5, max_size=5).map(
    lambda parts: dict(zip(NAMES, (part / sum(parts) for part in parts), strict=True))
)


@given(st.lists(chances, min_size=1, max_size=5), st.sampled_from([(RED, KING), (KING,), (RED,), (QUEEN,)]))
def test_it_is_what_trying_every_way_gives(told: list[dict[str, float]], supply: tuple[Supply, ...]) -> None:
    places = {f"a{i}": Belief({"tile": one}) for i, one in enumerate(told)}
    for found, expected in zip(settled(places, supply).values(), tried(told, supply), strict=True):
        assert dict(found.kinds["tile"]) == pytest.approx(expected, abs=1e-9)


sure = st.tuples(st.sampled_from(NAMES), st.floats(0, 0.001)).map(
    lambda one: {name: 1 - one[1] if name == one[0] else one[1] / 4 for name in NAMES}
)


@given(st.lists(sure | chances, min_size=1, max_size=5), st.sampled_from([(RED, KING), (KING,), (RED,)]))
def test_what_is_certain_is_only_counted(told: list[dict[str, float]], supply: tuple[Supply, ...]) -> None:
    places = {f"a{i}": Belief({"tile": one}) for i, one in enumerate(told)}
    for found, expected in zip(settled(places, supply).values(), tried(told, supply), strict=True):
        assert dict(found.kinds["tile"]) == pytest.approx(expected, abs=0.15)


def test_of_two_kings_the_surer_one_stays() -> None:
    found = settled({"a1": belief(king=0.9, button=0.1), "b1": belief(king=0.6, button=0.4)}, (KING,))
    assert found["a1"].best("tile")[0] == "king"
    assert found["b1"].best("tile")[0] == "button"


def test_what_belongs_on_the_table_is_looked_for_where_it_may_be() -> None:
    bare, doubtful = belief(), belief(red=0.3)
    assert settled({"a1": belief(red=0.98), "b1": bare, "c1": doubtful}, (RED,))["c1"].best("tile")[0] == "red"


def test_of_what_is_there_at_least_once_a_second_one_is_not_looked_for() -> None:
    lone, doubtful = belief(king=0.6, button=0.4), belief(king=0.6, button=0.4)
    assert settled({"a1": lone}, (QUEEN,))["a1"].best("tile")[0] == "button"
    assert settled({"a1": belief(button=1.0), "b1": doubtful}, (QUEEN,))["b1"].best("tile")[0] == "king"


def test_what_is_surely_gone_is_not_invented() -> None:
    assert settled({"a1": belief(red=0.01), "b1": belief()}, (RED,))["a1"].best("tile")[0] == NOTHING


def test_what_nobody_saw_is_not_told_by_what_is_left() -> None:
    covered = belief(hidden=0.9, red=0.2, pale_red=0.2, king=0.2, button=0.2)
    assert settled({"a1": belief(red=0.98), "b1": covered}, (RED, KING))["b1"] == covered


def test_a_hidden_place_may_hold_what_is_missing() -> None:
    """So nothing is taken for the missing one where it does not look like it."""
    covered = belief(hidden=0.9, red=0.2, pale_red=0.2, king=0.2, button=0.2)
    doubtful = belief(red=0.3)
    alone = settled({"a1": belief(red=1.0), "c1": doubtful}, (RED,))
    beside = settled({"a1": belief(red=1.0), "b1": covered, "c1": doubtful}, (RED,))
    assert beside["c1"].kinds["tile"]["red"] < alone["c1"].kinds["tile"]["red"]


def test_without_a_supply_nothing_changes() -> None:
    places = {"a1": belief(red=0.5), "b1": belief(king=0.9)}
    assert settled(places, ()) == places
    assert settled({}, (RED,)) == {}
