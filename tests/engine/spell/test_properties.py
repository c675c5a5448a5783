"""What holds in every state of every match: random matches in all modes, looked at from all sides."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import TABLE
from engine.spell import GAME
from engine.spell.actions import Action
from engine.spell.notation.cells import NO_AMULETS, write_arena
from engine.spell.state import Phase, State
from engine.verdict import Accepted, Refusal
from tests.engine.spell.casebook import check_refusal
from tests.engine.spell.oracle import AMULETS

OPTIONS_1E = (
    "zero-slide",
    "no-rival-mage-masks",
    "one-meeple-per-tile",
    "edge-contact",
    "over-16",
    "tie-second-player",
)
SYMMETRIC = [
    "2e", "1e", "2e tournament", "1e tournament", "2e first=violet", "1e deck=advanced", "2e deck=none",
    "2e zero-slide edge-contact", "2e tournament edge-contact strict-touch",
    "1e tournament edge-contact first=violet",
    *(f"1e {option}" for option in OPTIONS_1E), "1e " + " ".join(OPTIONS_1E),
]  # fmt: skip
SOLO = [
    "2e solo=normal", "2e solo=hard", "2e solo=normal opening=siege solo-orthogonal",
    "2e solo=hard opening=comets",
    "2e solo=normal solo-stop-at-16 deck=advanced", "2e solo=hard solo-stop-at-16 opening=islands",
    "2e solo=normal solo-no-card-no-points cards=1mono", "2e solo=normal opening=lanterns zero-slide deck=none",
]  # fmt: skip
ASYMMETRIC = [
    f"{edition} asymmetric{more} amulets={one}-{other}"
    for edition in ("1e", "2e")
    for i, one in enumerate(AMULETS)
    for j, other in enumerate(AMULETS)
    for more in (["", " tournament", " special-touches-tile first=violet", " zero-slide"][(i + j) % 4],)
]
MODES = SYMMETRIC + SOLO + ASYMMETRIC
GAINS = {"normal": {3: 3, 4: 6, 5: 6, 6: 10}, "hard": {3: 6, 4: 6, 5: 6}}


def opened(mode: str) -> tuple[Any, list[str]]:
    """The rules of a mode, and the amulets that are to be worn."""
    choices: dict[str, Any] = {}
    amulets: list[str] = []
    for word in mode.split():
        name, equals, value = word.partition("=")
        if word in ("1e", "2e"):
            choices["edition"] = word
        elif name == "amulets":
            amulets = value.split("-")
        elif name == "cards":
            choices["cards"] = ("1mono=#",)
        elif equals:
            choices[name] = value
        else:
            choices[name.removeprefix("no-")] = not name.startswith("no-")
    return GAME.open(choices), amulets


def chosen(chance: random.Random, rules: Any, state: State, amulets: list[str]) -> Action:
    """What a lively player does: claims and flips when there is something to gain, and ends the turn at last."""
    actions: list[Action] = list(rules.legal(state))
    if state.stage.phase is Phase.AMULETS:
        seat = next(action.source for action in actions)
        return Action("amulet", source=seat, other=1 + AMULETS.index(amulets[seat]))
    if state.stage.phase is not Phase.TURN:
        return chance.choice(actions)
    lively = [action for action in actions if action.kind in ("claim", "flip")]
    if lively and chance.random() < 0.6:
        return chance.choice(lively)
    kinds = sorted({action.kind for action in actions})
    kind = chance.choice([*kinds, "end"])
    return chance.choice([action for action in actions if action.kind == kind])


def match(mode: str, seed: int = 0) -> Iterator[tuple[Any, State, Action | None, State]]:
    """The steps of a random match: rules, state, action, state after; at the end an action of None."""
    chance = random.Random(f"{mode} {seed}")
    rules, amulets = opened(mode)
    state = rules.start()
    for _ in range(2000):
        if rules.result(state) is not None:
            yield rules, state, None, state
            return
        action = chosen(chance, rules, state, amulets)
        after = rules.play(state, action)
        yield rules, state, action, after
        state = after
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("mode", MODES)
def test_a_match_ends_and_never_breaks(mode: str) -> None:
    """A whole match; in each state what always holds, and now and then what takes longer to look at."""
    for number, (rules, state, action, after) in enumerate(match(mode)):
        check_state(rules, state)
        if action is None:
            check_end(rules, state)
            return
        check_step(rules, state, action, after)
        if number % 7 == 0:
            check_texts(rules, state)


def check_state(rules: Any, state: State) -> None:
    over = state.stage.phase is Phase.OVER
    requests = rules.requests(state)
    assert bool(requests) is not over
    assert any(True for _ in rules.legal(state)) is not over
    assert (rules.result(state) is not None) is over
    assert 1 <= rules.clock(state).round <= 6
    assert rules.points(state) == state.points
    assert max(state.points) <= (26 if rules.house.ending_points > 16 else 25)
    if state.arena and not state.stage.sheet:
        check_table(rules, state)


def check_table(rules: Any, state: State) -> None:
    # while mages are still to be placed, one alone is not two on one tile
    worn = NO_AMULETS if state.stage.phase is Phase.MAGES else state.stage.amulets
    cells = write_arena(state.arena, worn).replace(" / ", " ").split()
    tiles = Counter(cell[0].upper() for cell in cells)
    assert tiles == {"B": 7, "V": 7, "N": 1, ".": 1}
    assert all(cell == "." or cell[0] != "." for cell in cells)
    if state.stage.phase is not Phase.MAGES:
        figures = Counter("".join(cell[1:] for cell in cells))
        for seat, letter in enumerate("Mm"):
            assert figures[letter] == (2 if state.stage.amulets[seat] == 1 else 1)
    if rules.house.one_per_tile:
        assert max(map(len, cells)) <= 2


def check_step(rules: Any, state: State, action: Action, after: State) -> None:
    assert all(was <= now for was, now in zip(state.points, after.points, strict=True))
    assert sum(after.points) - sum(state.points) <= 10
    assert after.stage.round >= state.stage.round
    verdict = rules.judge(state, action)
    assert isinstance(verdict, Accepted)
    # judging and playing again give the same: nothing was changed behind anybody's back
    assert verdict.state == after
    assert hash(verdict.state) == hash(after)
    if action.kind == "shift":
        cells = write_arena(after.arena, after.stage.amulets).split(" / ")
        gap = [
            (row, column)
            for row, text in enumerate(cells)
            for column, cell in enumerate(text.split())
            if cell == "."
        ]
        assert len(gap) == 1
        assert {0, 3} & set(gap[0])
    if state.arena and after.arena and action.kind not in ("lay", "mage"):
        was, now = faces(state), faces(after)
        changed = [abs(a - b) for a, b in zip(was, now, strict=True)]
        assert sum(changed) == (action.kind == "flip")
        if not rules.house.first_edition:
            assert all(a <= b for a, b in zip(was, now, strict=True))


def faces(state: State) -> tuple[int, int]:
    """How many tiles show their active face, of black and of violet."""
    drawn = [cell[0] for cell in write_arena(state.arena).replace(" / ", " ").split()]
    return drawn.count("B"), drawn.count("V")


def check_end(rules: Any, state: State) -> None:
    assert list(rules.legal(state)) == []
    result = rules.result(state)
    black, violet = state.points
    if black != violet:
        assert result.winners == ((0,) if black > violet else (1,))
    else:
        second = 1 - state.stage.first
        assert result.winners == ((second,) if rules.house.second_wins_ties else ())
    assert max(state.points) >= rules.house.ending_points or state.stage.round == rules.house.last_round


def check_texts(rules: Any, state: State) -> None:
    """Position and actions come back from every form they are written in."""
    line = rules.write_position(state)
    assert "\n" not in line
    assert rules.read_position(line) == state
    assert rules.write_position(rules.read_position(line)) == line
    assert rules.read_position(rules.draw(state)) == state
    assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state
    others, read = GAME.read_position(line)
    assert read == state
    assert others.write_position(read) == line
    for action in rules.legal(state):
        told = rules.write_action(state, action)
        assert rules.read_action(state, told) == action, told
        assert others.write_action(read, action) == told


@pytest.mark.parametrize("mode", [mode for mode in SOLO if "no-card" not in mode])
def test_the_solo_rival_follows_its_schedule(mode: str) -> None:
    for seed in range(4):
        for rules, state, action, after in match(mode, seed):
            gains = GAINS[rules.house.solo]
            over = action is None
            if state.stage.phase is Phase.TURN or (over and state.stage.seat == 1):
                assert state.points[0] == sum(gains.get(number, 0) for number in range(state.stage.round))
            elif over:
                assert state.points[0] == sum(gains.get(number, 0) for number in range(state.stage.round + 1))
            assert after.hands & 0xFFFFFF == 0


# -- judging against listing -------------------------------------------------------------------------------


def anything(rules: Any) -> list[Action]:
    """Actions of all kinds, sensible and not; test_oracle tries those of a player's turn more thoroughly."""
    cards = range(len(rules.deck.cards))
    found = [Action(kind, other=card) for kind in ("claim", "reveal", "take") for card in cards]
    found += [Action("gem", other=seat) for seat in (0, 1)]
    found += [Action("amulet", source=seat, other=amulet) for seat in (0, 1) for amulet in (1, 2, 3, 4)]
    found += [Action(kind, other=way) for kind in ("core", "slide") for way in range(4)]
    found += [Action("lay", place, tile=tile) for place in range(49) for tile in "BbVv"]
    found += [Action(kind, place) for kind in ("mage", "carry", "flip", "special") for place in range(32)]
    found += [Action("move", place, source) for place in range(32) for source in range(0, 32, 3)]
    found += [Action("shift", place, other=way) for place in range(32) for way in range(-1, 4)]
    found += [Action("summon", place, card=card) for place in range(32) for card in range(5)]
    found += [Action("levitate", place, source, 2) for place in range(0, 32, 3) for source in range(32)]
    found += [Action("push", place, source, 3) for place in range(0, 32, 3) for source in range(32)]
    return [*found, Action("end"), Action("wait")]


JUDGED = [
    "2e", "1e tournament", "2e asymmetric tournament amulets=doppelganger-doppelganger",
    "1e asymmetric amulets=trielementaris-doppelganger", "2e asymmetric amulets=extralimitae-bilevitagramaton",
    "2e solo=normal", "2e solo=hard deck=none", "1e zero-slide edge-contact",
]  # fmt: skip


@pytest.mark.parametrize("mode", JUDGED)
def test_judging_agrees_with_listing_in_every_phase(mode: str) -> None:
    seen: Counter[Phase] = Counter()
    for rules, state, _, _ in match(mode):
        seen[state.stage.phase] += 1
        # each phase a few times, and not always its first states
        if seen[state.stage.phase] not in (1, 2, 5, 12):
            continue
        legal = set(rules.legal(state))
        for action in {*anything(rules), *legal}:
            verdict = rules.judge(state, action)
            assert bool(verdict) == (action in legal), (rules.write_position(state), action, verdict)
            if isinstance(verdict, Refusal):
                check_refusal_loosely(verdict, rules)
    assert len(seen) >= 5


def check_refusal_loosely(refusal: Refusal, rules: Any) -> None:
    # an action that only the solo rival knows is refused in its words in either edition
    if rules.house.is_solo or not any(rule.startswith("spell.solo") for rule in refusal.rules):
        check_refusal(refusal, str(rules.setup["edition"]))


@pytest.mark.parametrize("mode", ["2e", "1e tournament", "2e asymmetric amulets=doppelganger-trielementaris"])
def test_only_those_may_act_who_are_waited_for(mode: str) -> None:
    for rules, state, action, _ in match(mode):
        if action is None:
            continue
        actor = rules.actor(state, action)
        assert actor in {request.by for request in rules.requests(state)}
        for seat in (0, 1):
            verdict = rules.judge(state, action, seat)
            assert bool(verdict) == (actor in (TABLE, seat)), action


# -- any turn of any match ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.sampled_from(MODES), st.integers(0, 10**6), st.integers(0, 300))
def test_a_state_is_a_value(mode: str, seed: int, depth: int) -> None:
    """The same match played twice gives equal states with equal hashes; playing changes neither."""
    one, other = match(mode, seed), match(mode, seed)
    for _, (left, right) in zip(range(depth), zip(one, other, strict=True), strict=False):
        assert left[1] == right[1]
        assert hash(left[1]) == hash(right[1])
        assert left[3] == right[3]
    rules, state, _, _ = left if depth else next(one)
    text = rules.write_position(state)
    for action in rules.legal(state):
        rules.play(state, action)
        rules.judge(state, action)
        rules.events(state, action, rules.play(state, action))
    assert rules.write_position(state) == text
    assert GAME.read_position(text)[1] == state


@settings(max_examples=60)
@given(st.sampled_from(MODES), st.integers(0, 10**6))
def test_a_turn_can_be_undone_and_redone(mode: str, seed: int) -> None:
    """A list of actions, replayed from the start, leads to the same states: nothing is hidden elsewhere."""
    played = [(state, action) for _, state, action, _ in match(mode, seed) if action is not None]
    rules, _ = opened(mode)
    state = rules.start()
    for expected, action in played[:200]:
        assert state == expected
        state = rules.played(state, rules.read_action(state, rules.write_action(state, action)))
