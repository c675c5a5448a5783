"""Books as they stand in a match, what may be ruled of them, and how gems go in a cast."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.catalogue import game_named
from engine.spellbook.layouts import board_of
from engine.spellbook.state import Phase
from engine.table import Layout
from engine.verdict import Accepted
from tests.engine.spellbook.positions import random_board

GAME = game_named("spellbook")
OPENED = (
    "spellbook north-book=elements south-book=formations | south F1 F3 A20 W7 E14 E22 | north A2 W10 | round 6 | "
    "open south | reserve 1221 3223 | cast south s1"
)


def test_each_spell_tells_how_it_stands() -> None:
    rules, state = GAME.read_position(OPENED)
    south, north = rules.volumes(state)
    assert (south.seat, south.is_open, north.is_open) == (0, True, False)
    by_name = {leaf.name: leaf for leaf in south.leaves}
    assert by_name["Dragon's Breath"].used == (0,)
    assert by_name["Dragon's Breath"].breaches[0].rule == "spellbook.cast.once"
    assert len(by_name["Dread of Fire"].ways) == 2
    assert north.leaves[0].breaches[0].rule == "spellbook.appropriate.conditions"


def test_every_way_and_every_ruling_is_legal() -> None:
    rules, state = GAME.read_position(OPENED)
    for volume in rules.volumes(state):
        for leaf in volume.leaves:
            said = [*leaf.ways, *(one.action.replace("{words}", "; ".join(leaf.lines)) for one in leaf.rulings)]
            for text in said:
                assert isinstance(rules.judge(state, rules.read_action(state, text)), Accepted), text


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("spellbook | phase study", ["ready south", "ready north"]),
        ("spellbook | phase study | ready south", ["ready north"]),
        ("spellbook | phase toss", ["toss south", "toss north"]),
        ("spellbook | south F1 F2 F3 A4 A5 A6 | round 3", ["open"]),
        ("spellbook | south F1 F2 F3 A4 A5 | round 3", []),
    ],
)
def test_what_can_be_said_by_a_press(position: str, said: list[str]) -> None:
    rules, state = GAME.read_position(position)
    assert [rules.write_action(state, action) for action in rules.sayable(state)] == said


def test_gems_go_from_board_to_board_as_the_spell_sends_them() -> None:
    rules, _ = GAME.read_position("spellbook")
    chance = random.Random(5)
    casts = 0
    for _ in range(15):
        state = rules.start()._replace(board=random_board(chance), reserve=bytes(8), turns=chance.randrange(2))
        state = state._replace(stage=state.stage._replace(phase=Phase.TURN, open=3))
        for volume in rules.volumes(state):
            for leaf in volume.leaves:
                for text in leaf.ways[:2]:
                    action = rules.read_action(state, text)
                    motions = rules.motions(state, action)
                    assert carried(rules.layout(state), motions) == board_of(
                        rules.layout(rules.play(state, action))
                    )
                    casts += 1
    assert casts > 100


def carried(layout: Layout, motions: object) -> bytes | None:
    """The board after these gems went, all at once."""
    found = {name: list(things) for name, things in layout.items() if name.isdigit()}
    going = list(motions)  # type: ignore[call-overload]
    for one in going:
        found[one.source].remove(one.thing)
    for one in going:
        if one.target:
            found.setdefault(one.target, []).append(one.thing)
    assert max(Counter(one.target for one in going if one.target).values(), default=1) == 1
    return board_of({name: tuple(things) for name, things in found.items() if things})


def test_a_spell_given_up_while_books_are_read_stays_so_in_a_position() -> None:
    rules, state = GAME.read_position("spellbook | phase study")
    given_up = rules.played(state, rules.read_action(state, 'inhibit "Bull" from south doubted onlooker'))
    position = rules.write_position(given_up)
    assert rules.read_position(position) == given_up
    assert GAME.from_json(rules.to_json(given_up))[1] == given_up
