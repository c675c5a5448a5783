"""The engine agrees with a slow, independent reading of the rules about every action of a turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.spell import GAME
from engine.spell.notation.cells import write_arena
from engine.verdict import Refusal
from tests.engine.spell.casebook import check_refusal
from tests.engine.spell.oracle import (
    AMULETS,
    EDGE_STEPS,
    FRAME,
    KING_STEPS,
    RING,
    Spot,
    Turn,
    name,
    near,
    random_turn,
)

PAIRS: list[tuple[str, str] | None] = [None, *((one, two) for one in AMULETS for two in AMULETS)]
TURNS_EACH = 25


def written(pair: tuple[str, str] | None) -> str:
    return "-".join(pair) if pair else "symmetric"


@pytest.mark.parametrize("pair", PAIRS, ids=map(written, PAIRS))
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_legal_actions(edition: str, pair: tuple[str, str] | None) -> None:
    chance = random.Random(f"{edition} {pair}")
    for _ in range(TURNS_EACH * (4 if pair is None else 1)):
        turn = random_turn(chance, edition, amulets=pair)
        rules, state = GAME.read_position(turn.text())
        actions = list(rules.legal(state))
        said = [rules.write_action(state, action) for action in actions]
        assert len(set(said)) == len(said), turn.text()
        assert set(said) == turn.legal(), turn.text()
        # of each kind some, so that claims and spells are never crowded out by shifts
        kinds = {action.kind: [other for other in actions if other.kind == action.kind] for action in actions}
        for action in [one for found in kinds.values() for one in chance.sample(found, min(4, len(found)))]:
            told = rules.write_action(state, action)
            after = rules.write_position(rules.play(state, action))
            assert said_of(after) == said_of(turn.after(told).text()), (turn.text(), told)


def said_of(position: str) -> list[str]:
    """The fields of a position, but for the head and how the cards are drawn."""
    return [said for said in position.split(" | ")[1:] if not said.startswith("cards ")]


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_verdicts(edition: str) -> None:
    """What the oracle does not allow is refused, by a rule of the edition; what it allows is accepted."""
    chance = random.Random(f"verdicts {edition}")
    for number in range(48):
        turn = random_turn(chance, edition, amulets=PAIRS[number % len(PAIRS)])
        rules, state = GAME.read_position(turn.text())
        legal = turn.legal()
        for told in universe(turn):
            action = rules.read_action(state, told)
            verdict = rules.judge(state, action)
            assert bool(verdict) == (rules.write_action(state, action) in legal), (turn.text(), told, verdict)
            if isinstance(verdict, Refusal):
                check_refusal(verdict, edition)


FRAME_AND_RING = [f"{column}{row}" for row in "1234" for column in "abcd"] + [name(spot) for spot in RING]


def universe(turn: Turn) -> list[str]:
    """Anything a player might try in a turn, sense or nonsense."""
    chance = random.Random(turn.text())
    cards = ["", *(f" with L{level}" for level in (1, 2, 3, 4))]
    ways = ["", " up", " right", " down", " left"]
    told = [f"shift {place}{way}" for place in FRAME_AND_RING for way in ways]
    told += [f"claim {code}" for code in turn.runes]
    told += [f"special {place}" for place in FRAME_AND_RING]
    told += [f"{kind} {place}{card}" for kind in ("flip", "summon") for place in FRAME_AND_RING for card in cards]
    for kind, seat in (("move", turn.seat), ("levitate", turn.seat), ("push", turn.rival)):
        sources = [name(spot) for spot in (*turn.mages(seat), *turn.mages(turn.rival))]
        sources += chance.sample(FRAME_AND_RING, 2)
        told += [f"{kind} {source}-{to}{card}" for source in sources for to in FRAME_AND_RING for card in cards]
    for under in [*map(name, turn.mages(turn.rival)), *chance.sample(FRAME_AND_RING, 2)]:
        told += [f"summon {under} to {to}{card}" for to in FRAME_AND_RING for card in cards]
    # waiting is of the solo rival, whom the first edition does not know
    told += ["wait"] if turn.edition == "2e" else []
    return [*told, "end", "gem black", "slide up", "carry b2", "mage a1", "lay v a1", "core up"]


def test_two_seats_never_act_in_one_turn() -> None:
    """Whatever is legal for the player in turn is refused when the other does it."""
    chance = random.Random("two seats")
    for number in range(40):
        turn = random_turn(chance, "2e" if number % 2 else "1e", amulets=PAIRS[number % len(PAIRS)])
        rules, state = GAME.read_position(turn.text())
        for action in rules.legal(state):
            assert_refused(rules, state, action, 1 - state.stage.seat)


def assert_refused(rules: Any, state: Any, action: Any, by: int) -> None:
    verdict = rules.judge(state, action, by)
    assert isinstance(verdict, Refusal)
    expected = {"claim": "spell.rune.own-turn"}
    expected |= dict.fromkeys(("summon", "levitate", "push"), "spell.cast.own-turn")
    assert verdict.rules[0] == expected.get(action.kind, "spell.turn.own-only")


# -- the solo rival ----------------------------------------------------------------------------------------


def away(one: Spot, other: Spot, orthogonal: bool) -> int:
    steps = [abs(one[0] - other[0]), abs(one[1] - other[1])]
    return sum(steps) if orthogonal else max(steps)


def rival_mage(cells: dict[Spot, str], orthogonal: bool) -> set[str]:
    """What the rival's mage does: the first of two things that is possible, or nothing."""
    here = next(spot for spot in FRAME if "M" in cells[spot])
    if ready := [spot for spot in near(here, EDGE_STEPS) if cells[spot] == "b"]:
        return {f"flip {name(spot)}" for spot in ready}
    violet = [spot for spot in FRAME if cells[spot] in ("v", "V")]
    least = min((away(here, spot, orthogonal) for spot in violet), default=0)
    nearest = [spot for spot in violet if away(here, spot, orthogonal) == least]
    targets = [spot for spot in nearest if cells[spot] == "v"] or nearest
    steps = [spot for spot in near(here, KING_STEPS) if cells[spot] != "." and len(cells[spot]) == 1]
    found = {
        f"move {name(step)}" for step in steps for target in targets if away(step, target, orthogonal) < least
    }
    return found or {"wait"}


def rival_carries(cells: dict[Spot, str]) -> set[str]:
    """Which inner tiles the rival may carry: those of the first class there is."""
    inner = [spot for spot in FRAME if set(spot) <= {1, 2}]
    for tile in "VvNbB":
        if found := {f"carry {name(spot)}" for spot in inner if cells[spot] == tile}:
            return found
    raise AssertionError("there is always an inner tile to carry")


@pytest.mark.parametrize("orthogonal", [False, True])
def test_the_solo_rival(orthogonal: bool) -> None:
    chance = random.Random(f"solo {orthogonal}")
    option = " solo-orthogonal" if orthogonal else ""
    for _ in range(300):
        turn = random_turn(chance, "2e")
        cells = {spot: cell.replace("E", "").replace("e", "") for spot, cell in turn.cells.items()}
        arena = Turn("2e", cells, "black").arena()
        for phase, expected in (("mage", rival_mage(cells, orthogonal)), ("carry", rival_carries(cells))):
            text = f"spell 2e solo=normal{option} deck=none | {arena} | phase rival-{phase} | turn black"
            rules, state = GAME.read_position(text)
            assert {rules.write_action(state, action) for action in rules.legal(state)} == expected, text


# -- building ----------------------------------------------------------------------------------------------


def open_places(laid: dict[Spot, str], edges: bool, flank: bool) -> set[Spot]:
    """Where the next tile may be laid, on an endless sheet."""
    found = set()
    for row, column in laid:
        for down, right in EDGE_STEPS if edges else KING_STEPS:
            spot = (row + down, column + right)
            spans = [max(axis) - min(axis) for axis in zip(*laid, spot, strict=True)]
            if spot not in laid and max(spans) < 4:
                found.add(spot)
    return found & {(3 + r, 3 + c) for r, c in EDGE_STEPS} if flank else found


@pytest.mark.parametrize("edges", [False, True])
@pytest.mark.parametrize("tournament", [False, True])
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_building(edition: str, tournament: bool, edges: bool) -> None:
    chance = random.Random(f"{edition} {tournament} {edges}")
    choices = {"edition": edition, "tournament": tournament, "edge-contact": edges, "deck": "none"}
    for number in range(6):
        first = ("black", "violet")[number % 2]
        rules = GAME.open({**choices, "first": first})
        state = rules.start()
        laid = {(3, 3): "N"}
        if not tournament:
            assert {rules.write_action(state, a) for a in rules.legal(state)} == {
                "core up", "core down", "core left", "core right",
            }  # fmt: skip
            way, (down, right) = chance.choice([("up", (-1, 0)), ("left", (0, -1))])
            state = rules.played(state, rules.read_action(state, f"core {way}"))
            laid |= {(3 + down, 3 + right): "B", (3 - down, 3 - right): "V"}
        colours = "bv" if first == "violet" else "vb"
        for turn in range(14 if tournament else 12):
            tile = colours[turn % 2]
            # in a tournament a player's tiles are laid inactive and active by turns
            tile = tile.upper() if tournament and turn // 2 % 2 else tile
            spots = open_places(laid, edges, tournament and edition == "2e" and turn < 2)
            expected = {f"lay {tile} {'abcdefg'[column]}{row + 1}": (row, column) for row, column in spots}
            assert {rules.write_action(state, a) for a in rules.legal(state)} == set(expected)
            said = chance.choice(sorted(expected))
            state = rules.played(state, rules.read_action(state, said))
            laid[expected[said]] = tile
        top, left = (min(axis) for axis in zip(*laid, strict=True))
        cells = [laid.get((top + row, left + column), ".") for row, column in FRAME]
        assert [cell[0] for cell in write_arena(state.arena).replace(" / ", " ").split()] == cells
