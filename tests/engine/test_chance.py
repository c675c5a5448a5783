"""What the table does when nobody rolls or draws: something legal, with the odds of the box."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.bigbook.game import BigbookRules
from engine.catalogue import games
from engine.contract import TABLE, Rules
from engine.verdict import Accepted

STEPS = 90
TRIED = 40
"""What a player may do is picked among so many."""


def by_table(rules: Rules[Any, Any], state: Any) -> bool:
    return any(request.by == TABLE for request in rules.requests(state)) and not rules.scripted(state)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", list(games()))
def test_chance_does_what_is_legal_and_only_where_the_table_is_waited_for(name: str, seed: int) -> None:
    rules, chance = games()[name].open(), Random(seed)
    state = rules.start()
    drawn = 0
    for _ in range(STEPS):
        action = rules.by_chance(state, chance.randrange)
        if action is None:
            assert not by_table(rules, state)
            action = chance.choice(list(islice(rules.legal(state), TRIED)))
        else:
            assert by_table(rules, state)
            assert rules.actor(state, action) == TABLE
            assert isinstance(rules.judge(state, action, TABLE), Accepted)
            drawn += 1
        state = rules.play(state, action)
        if rules.result(state) is not None:
            break
    assert drawn


def outcomes(game: str, position: str) -> Counter[str]:
    """What may come, by how many of the equally likely numbers."""
    rules, state = games()[game].read_position(position)
    sizes: list[int] = []

    def first(several: int) -> int:
        sizes.append(several)
        return 0

    assert rules.by_chance(state, first) is not None
    found = (rules.by_chance(state, partial(_this, one)) for one in range(max(sizes)))
    return Counter(rules.write_action(state, action) for action in found)


def _this(one: int, several: int) -> int:
    return min(one, several - 1)


def test_each_die_falls_on_every_face() -> None:
    found = outcomes("archimage", "archimage | mages shaman=v1 witch=v2 | phase roll | dice shaman=r witch=b")
    assert found == {f"roll shaman r{face}": 1 for face in range(1, 7)}


def test_a_curse_is_as_likely_as_there_are_copies_of_it_left() -> None:
    lying = "slots 2:standin.fire.madness"
    rules, _ = games()["bigbook"].read_position("bigbook players=3")
    assert isinstance(rules, BigbookRules)
    copies = rules.box.of_type("fire") - Counter(["standin.fire.madness"])
    found = outcomes("bigbook", f"bigbook players=3 | turn 1 black | {lying} | todo lay::0:fire")
    assert sorted(found.values()) == sorted(copies.values())
    assert {text.split()[-1] for text in found} == set(copies)


def test_what_comes_off_a_deck_is_one_of_the_cards_nobody_has_seen() -> None:
    position = "bigbook players=3 | turn 13 green | green hand f1 unseen 2 pool e1 e1 w1 a1 | todo top:green:2"
    assert set(outcomes("bigbook", position)) <= {"mill a1 e1", "mill e1 e1", "mill e1 w1", "mill a1 w1"}
