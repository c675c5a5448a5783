"""How long it takes to look at everything a turn may lead to, and to find the best of it."""

from __future__ import annotations

import random
from typing import Any

from bench.positions import TWO_CARDS
from bench.timing import seconds, spread, table
from engine.catalogue import game_of
from engine.search import reachable
from engine.spell.best import Best, best
from tests.engine.spell.positions import random_position

SEEDS = range(50)
CARDS = 3
MODES: dict[str, dict[str, Any]] = {
    "2e": {"edition": "2e"},
    "1e": {"edition": "1e"},
    "2e, tournament": {"edition": "2e", "tournament": True},
    "2e, asymmetric": {"edition": "2e", "asymmetric": True},
    "1e, asymmetric": {"edition": "1e", "asymmetric": True},
}


def reachable_section() -> str:
    rows = []
    for text in TWO_CARDS:
        rules, state = game_of(text).read_position(text)
        found: list[set[Any]] = []

        def work(rules: Any = rules, state: Any = state, found: Any = found) -> None:
            found.append(reachable(rules, state, lambda _, action: action.kind != "end"))

        spent = min(seconds(work) for _ in range(2))
        rows.append([f"`{text}`", f"{len(found[0]):,}", f"{spent:.2f} s"])
    return (
        "## Everything a turn with two spell cards may lead to\n\n"
        "`make bench ARGS=turn`. Distinct states, by playing every legal action from every one of them.\n\n"
        + table(["position", "states", "time"], rows)
    )


def best_section() -> str:
    rows = []
    for name, choices in MODES.items():
        times, found, eight = [], [], 0
        for seed in SEEDS:
            rules, state = random_position(seed, CARDS, **choices)
            eight += state.visible.bit_count() == 8
            result: list[Best] = []

            def work(rules: Any = rules, state: Any = state, result: Any = result) -> None:
                result.append(best(rules, state))

            times.append(seconds(work))
            found += result
        points = sum(one.points for one in found) / len(found)
        proven = sum(one.proven for one in found)
        rows.append([name, spread(times), f"{proven} of {len(found)}", eight, f"{points:.1f}"])
    return (
        "## The best of a turn with three unspent cards\n\n"
        f"`make bench ARGS=best`. {len(SEEDS)} positions a row out of random play "
        "(`tests/engine/spell/positions.py`, seeds 0 to 49), runes of both decks on display. "
        "Searched without a time limit until proven.\n\n"
        + table(["mode", "median / 95th / worst", "proven", "with eight runes", "mean points"], rows)
    )


def diagnose_section() -> str:
    rows = []
    for name, choices in MODES.items():
        times = []
        for seed in SEEDS:
            rules, state = random_position(seed, 1, **choices)
            chance = random.Random(seed)
            layout = dict(rules.layout(state))
            names = [place for place in layout if place[0] in "abcd"]
            for one, other in (chance.sample(names, 2) for _ in range(1 + seed % 3)):
                layout[one], layout[other] = layout[other], layout[one]

            def work(rules: Any = rules, state: Any = state, layout: Any = layout) -> None:
                rules.diagnose(state, layout)

            times.append(1000 * seconds(work))
        rows.append([name, spread(times, "ms", 1)])
    return (
        "## Naming what went wrong on the table\n\n"
        f"`make bench ARGS=diagnose`. {len(SEEDS)} positions a row, "
        "one to three pairs of places exchanged at random.\n\n" + table(["mode", "median / 95th / worst"], rows)
    )
