"""How well the referee follows whole turns, names what is illegal, and how long it thinks.

Turns and tries are shared out among the machine's cores; what takes long is measured by processor time.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from bench.timing import table
from engine.contract import Rules
from engine.spell.layouts.acts import everything, hole_of
from engine.spell.layouts.look import look_of_state
from engine.spell.state import Phase
from engine.spell.turn import SPELL_LEVELS
from engine.table import Layout
from runewatch.events import Began
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing, assess
from tests.engine.spell.looks import SETUPS, layout_of_look, random_states
from tests.runewatch.refereeing import Camera, Sitting

MISREAD, HANDS = 0.02, 0.1
TURNS, TRIES, QUIET = 200, 500, 1000
SHARE = 125
"""Turns or tries that one process does at a time."""
LONGEST = 5
"""Actions in a turn."""
FAIR = {"summon": 1, "levitate": 2, "push": 3}
"""The cheapest card that pays for a spell: what paid cannot be seen, and nobody pays more than needed."""


@dataclass
class Tally:
    """What came of many turns."""

    right: int = 0
    turns: int = 0
    doubts: int = 0
    alarms: int = 0
    seconds: list[float] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.right + other.right,
            self.turns + other.turns,
            self.doubts + other.doubts,
            self.alarms + other.alarms,
            self.seconds + other.seconds,
        )


def positions(seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Positions at the beginning of a turn, from random matches under all kinds of options."""
    while True:
        for setup in SETUPS:
            seed += 1
            for rules, state in random_states(setup, seed):
                if state.stage.phase is Phase.TURN and not (state.mage_used or state.claimed) and state.shifts > 0:
                    yield rules.write_position(state), SETUPS[setup]


def sitting(position: str, setup: dict[str, Any], camera: random.Random, misread: float, hands: float) -> Sitting:
    match = begun(Began("spell", setup, (), position))
    return Sitting(match, Camera(match.rules.plan(), camera, misread, hands))


def visible(rules: Rules[Any, Any], state: Any) -> list[Any]:
    """Actions that a player would take and that change the table."""
    now = rules.layout(state)
    return [
        action
        for action in rules.legal(state)
        if rules.shown(action) == "camera"
        and action.card <= FAIR.get(action.kind, 0)
        and rules.layout(rules.play(state, action)) != now
    ]


def turn(sit: Sitting, rng: random.Random, tally: Tally) -> None:
    """A turn is acted out, with hesitation, and ended."""
    rules, state = sit.rules, sit.state
    sit.look()
    for _ in range(rng.randint(1, LONGEST)):
        open_to = visible(rules, state)
        if not open_to:
            break
        if rng.random() < 0.2:
            # tried, and taken back
            sit.look(rules.layout(rules.play(state, rng.choice(open_to))))
            sit.look(rules.layout(state))
        state = rules.play(state, rng.choice(open_to))
        at = time.process_time()
        sit.look(rules.layout(state))
        tally.seconds.append((time.process_time() - at) / 4)
    # long enough for a referee that understands nothing to say so
    sit.wait(4)
    tally.turns += 1
    tally.right += rules.layout(sit.state) == rules.layout(state)
    tally.doubts += bool(sit.of(say.InDoubt))
    tally.alarms += bool(sit.of(say.OutOfStep))


def turns(count: int, misread: float, hands: float, seed: int) -> Tally:
    rng, tally, at = random.Random(seed), Tally(), positions(seed)
    while tally.turns < count:
        position, setup = next(at)
        if rng.random() < 0.1:
            turn(sitting(position, setup, random.Random(tally.turns), misread, hands), rng, tally)
    return tally


# -- what is illegal --------------------------------------------------------------------------------------


def illegal(count: int, seed: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """Of each kind of illegal act, how often it was tried and how often it was named; and what was missed."""
    rng, tried, named, missed = random.Random(seed), Counter[str](), Counter[str](), []
    at = positions(seed)
    while tried.total() < count:
        position, setup = next(at)
        if rng.random() > 0.3:
            continue
        sit = sitting(position, setup, random.Random(tried.total()), 0.0, 0.0)
        act = _illegal_act(sit, rng)
        if act is None:
            continue
        rule, expected, layout = act
        sit.look(layout)
        sit.wait(3.5)
        tried[rule] += 1
        told = sit.of(say.OutOfStep)
        if told and any(breach.rule in expected for breach in told[-1].breaches):
            named[rule] += 1
        else:
            missed.append(
                f"{position}: {expected}, told {[b.rule for b in told[-1].breaches] if told else 'nothing'}"
            )
    return tried, named, missed


def _illegal_act(sit: Sitting, rng: random.Random) -> tuple[str, tuple[str, ...], Layout] | None:
    """An act that breaks a rule and that no legal actions explain; what the table then looks like.

    With it the rules that it breaks, or that another act breaks which leaves the same table.
    """
    rules: Any = sit.rules
    state = sit.state
    before = look_of_state(state)
    acts = [(action, look) for action, look in everything(state, before, hole_of(state)) if look != before]
    rng.shuffle(acts)
    for action, look in acts[:40]:
        verdict = rules.judge(state, action)
        if verdict:
            continue
        layout = layout_of_look(look, rules.layout(state))
        seen = assess(sit.referee.match, sit.referee.plan, sit.camera.sighting(layout), {})
        if seen.standing is Standing.OUT_OF_STEP:
            alike = [(other.kind, rules.judge(state, other)) for other, same in acts if same == look]
            named = [rule for _, one in alike if not one for rule in one.rules]
            # a push that nobody can pay for is no spell at all, and is named as that
            if not state.cards(state.stage.seat, SPELL_LEVELS["push"]):
                named += ["spell.push.only-by-spell" for kind, _ in alike if kind == "push"]
            return verdict.rules[0], tuple(named), layout
    return None


# -- how long it takes ------------------------------------------------------------------------------------


def explaining(seed: int, each: int = 60) -> list[list[str]]:
    """How long it takes to explain so many actions between two looks, and how often several ways fit."""
    rng, at, rows = random.Random(seed), positions(seed), []
    for actions in (1, 2, 3, 4):
        times: list[float] = []
        right = asked = 0
        while len(times) < each:
            position, setup = next(at)
            if rng.random() > 0.1:
                continue
            sit = sitting(position, setup, random.Random(1), 0.0, 0.0)
            state, done = sit.state, 0
            for _ in range(actions):
                open_to = visible(sit.rules, state)
                if open_to:
                    state, done = sit.rules.play(state, rng.choice(open_to)), done + 1
            if done < actions:
                continue
            laid = sit.rules.layout(state)
            sighting = sit.camera.sighting(laid)
            begin = time.process_time()
            found = assess(sit.referee.match, sit.referee.plan, sighting, {})
            times.append(time.process_time() - begin)
            right += bool(found.readings) and sit.rules.layout(found.readings[0].state) == laid
            asked += found.standing is Standing.IN_DOUBT
        rows.append([str(actions), *_spread(times), f"{right} / {each}", str(asked)])
    return rows


def _spread(times: list[float]) -> list[str]:
    ranked = sorted(times)
    return [f"{1000 * ranked[int(share * (len(ranked) - 1))]:.1f} ms" for share in (0.5, 0.95, 1)]


def section() -> str:
    with ProcessPoolExecutor(os.cpu_count()) as cores:
        seen_badly = [cores.submit(turns, TURNS // 2, MISREAD, HANDS, 1000 + seed) for seed in range(2)]
        seen_well = [cores.submit(turns, SHARE, 0.0, 0.0, 2000 + seed) for seed in range(QUIET // SHARE)]
        wrong = [cores.submit(illegal, SHARE, 3000 + seed) for seed in range(TRIES // SHARE)]
        noisy = sum((one.result() for one in seen_badly), Tally())
        quiet = sum((one.result() for one in seen_well), Tally())
        told = [one.result() for one in wrong]
    tried = sum((one[0] for one in told), Counter[str]())
    named = sum((one[1] for one in told), Counter[str]())
    missed = [one for _, _, some in told for one in some]
    rows = [[rule, str(count), str(named[rule])] for rule, count in sorted(tried.items())]
    times = noisy.seconds + quiet.seconds
    return "\n".join([
        "## The referee\n",
        "`make bench ARGS=referee`. Turns of one to five actions from random matches under all kinds of options, "
        "some tried and taken back, seen through made-up sightings ten times a second.\n",
        f"With {MISREAD:.0%} of the places misread at random in each frame and a hand over {HANDS:.0%} of the "
        f"frames: {noisy.right} of {noisy.turns} turns end with the table as it is (required: all), "
        f"{noisy.doubts} pass through *in doubt* (at most 1 %), {noisy.alarms} through *out of step*.\n",
        f"False alarms in {quiet.turns} legal turns seen clearly: {quiet.alarms} (at most 1 in 1,000); "
        f"{quiet.right} end right, {quiet.doubts} pass through doubt.\n",
        f"Illegal acts that no legal actions explain: {named.total()} of {tried.total()} caught and named with a "
        "rule that the judge gives for the act (required: 99 %). Missed: "
        + ("; ".join(missed) if missed else "none") + ".\n",
        table(["rule", "tried", "named"], rows),
        "Processor time from a sighting to the verdict, median / 95th / worst: "
        f"{' / '.join(_spread(times))} (required: 100 ms at the 95th percentile). "
        "Explaining what lies between two looks (required: 250 ms):\n",
        table(["actions", "median", "95th", "worst", "explained", "in doubt"], explaining(4)),
    ])  # fmt: skip
