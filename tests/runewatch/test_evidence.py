"""What a sighting says: layouts weighed at once or place by place, crowds of which one is seen, places alike."""

from __future__ import annotations

import math
import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.table import Layout, Thing
from runewatch.referee.evidence import AGAINST, Evidence, Seen, evidence
from runewatch.referee.heaping import FLOOR
from tests.engine.spell.looks import SETUPS, random_states
from tests.runewatch.refereeing import Camera
from vision.sighting import NOTHING, Belief, Sighting

MAGE, OTHER, IMP = Thing("mage", "figure"), Thing("other-mage", "figure"), Thing("imp", "figure")
TILE = Thing("tile", "tile")


def seen(**figure: float) -> Seen:
    """A place with a tile, and how likely each figure on it is."""
    return Seen({"tile": {NOTHING: 0.01, "tile": 0.99}, "figure": figure}, 0.0)


def seen_of(rules: Any, chance: random.Random, layout: Layout) -> Evidence:
    """A poor look at a table: every fifth place misread, some hidden."""
    return evidence(rules.plan(), Camera(rules.plan(), chance, misread=0.2, hands=0.5).sighting(layout))


def slowly(told: Evidence, layout: Layout) -> float:
    """The loss of a layout, place by place, with whichever way things lie best on places that are alike."""
    together = [*told.alike, *((name,) for name in told.places if all(name not in names for names in told.alike))]
    return sum(
        min(
            sum(
                told.places[name].loss(things)
                for name, things in zip(names, way, strict=True)
                if name in told.places
            )
            for way in permutations([layout.get(name, ()) for name in names])
        )
        for names in together
    )


@pytest.mark.parametrize("setup", SETUPS)
def test_a_layout_weighs_what_its_places_weigh_together(setup: str) -> None:
    chance = random.Random(21)
    states = list(random_states(setup, 21, 80))
    rules = states[0][0]
    for _ in range(6):
        told = seen_of(rules, chance, rules.layout(chance.choice(states)[1]))
        for _, state in states:
            layout = rules.layout(state)
            weighed = told.weigh(layout)
            assert weighed.loss == slowly(told, layout)
            assert weighed.fits == (told.against(layout) == ())
            # remembered or not, and whoever made the things
            anew = {name: (*things,) for name, things in layout.items()}
            assert told.weigh(anew) == told.weigh(layout) == weighed


@given(st.permutations([MAGE, OTHER, IMP]), st.integers(1, 3), st.sampled_from(["mage", "other-mage", "imp"]))
def test_of_a_crowd_any_one_may_be_seen(order: list[Thing], count: int, shown: str) -> None:
    crowd = order[:count]
    place = seen(**{shown: 0.97, NOTHING: 0.03})
    is_in = shown in {thing.name for thing in crowd}
    assert (place.loss((TILE, *crowd)) <= AGAINST) == is_in


def test_a_crowd_is_likelier_than_any_one_of_it() -> None:
    place = seen(**{"mage": 0.5, "imp": 0.4, NOTHING: 0.1})
    assert place.loss((TILE, MAGE, IMP)) <= min(place.loss((TILE, MAGE)), place.loss((TILE, IMP)))
    assert place.loss((TILE,)) > place.loss((TILE, MAGE))


def test_what_cannot_lie_there_is_held_against_a_layout() -> None:
    place = seen(**{NOTHING: 1.0})
    assert place.loss((Thing("card", "card"),)) == pytest.approx(-math.log(FLOOR))


@given(st.permutations(["one", "two", "none"]))
def test_where_a_thing_lies_among_alike_places_means_nothing(laid: list[str]) -> None:
    names = ("x", "y", "z")
    cards = {"one": (Thing("one", "card"),), "two": (Thing("two", "card"),), "none": ()}
    sure = {"one": ("one", NOTHING, "two"), "two": ("two", NOTHING, "one"), "none": (NOTHING, "one", "two")}
    told = Evidence(
        {
            name: Seen({"card": dict(zip(sure[on], (0.9, 0.06, 0.04), strict=True))}, 0.0)
            for name, on in zip(names, laid, strict=True)
        },
        (names,),
    )
    straight = {"x": cards["one"], "y": cards["two"]}
    weighed = told.weigh(straight)
    assert weighed.fits
    assert told.against(straight) == ()
    assert told.placed(straight) == {name: cards[on] for name, on in zip(names, laid, strict=True)}
    assert told.weigh({"z": cards["one"], "x": cards["two"]}).loss == weighed.loss


def test_a_hidden_place_says_nothing() -> None:
    belief = {"figure": {NOTHING: 0.0, "mage": 1.0}}
    states = list(random_states("2e", 3, 5))
    rules = states[0][0]
    hidden = Sighting({"a1": Belief(belief, 1.0)}, 1.0)
    assert evidence(rules.plan(), hidden).weigh(rules.layout(states[-1][1])).loss == 0.0
