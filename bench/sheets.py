"""How rightly and how quickly several sheets in one picture are found and read: dice in trays, and spaces."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bench.boards import PLAYERS, board_layout, told_of
from bench.mats import SURE
from engine.catalogue import games
from engine.contract import Rules
from engine.errors import RunewatchError
from engine.table import Layout, TablePlan, Thing
from runewatch.live.opening import WIDE
from runewatch.sight.looking import Hints, sights
from runewatch.sight.profiles import built_in
from runewatch.simulated import Wish, scene_of
from vision.heaps import DIE_MM, has_heaps, trays
from vision.sighting import Sighting

TAKEN = ((2.0, "day"), (6.0, "lamp"), (10.0, "evening"), (2.0, "lamp"), (6.0, "day"), (4.0, "evening"))
MOST_DICE = 5
"""In a tray, at most so many dice lie."""


def section() -> str:
    lines = [
        "## Several sheets in one picture",
        "",
        f"{len(TAKEN)} simulated tables, {WIDE[0]} × {WIDE[1]}, from 2 to 10 degrees, in three lights, on which "
        f"dice and a board lie side by side, up to {MOST_DICE} dice in each tray and zone. *Right*: dice whose "
        "colour and, in trays, pips are told; *asked about*: dice told wrongly, and rightly, that are asked "
        f"about. Of the board's spaces how many are wholly told, more than {SURE:.0%} sure, and how many wrongly.",
        "",
        "| table | pixels a die | sheets found | dice right | wrong | asked about | though right | invented | "
        "spaces right | wrong | ms to find | ms to read |",
        "| --- " + "| --: " * 11 + "|",
        *map(_line, _tables()),
    ]
    return "\n".join(lines)


def _tables() -> Iterator[Rules[Any, Any]]:
    """Every game's table of several sheets, for as few and for as many as may play."""
    for game in games().values():
        for players in PLAYERS:
            try:
                rules = game.open({"players": players})
            except RunewatchError:
                continue
            if rules.watched().sheets:
                yield rules


def _line(rules: Rules[Any, Any]) -> str:
    plan, told = rules.watched(), Counter[str]()
    heaped = next(sheet for sheet in plan.sheets if has_heaps(sheet))
    board = next(sheet for sheet in plan.sheets if sheet is not heaped)
    eyes, edges, finding, reading = sights(rules, built_in(rules.game)), list[float](), 0.0, 0.0
    for seed, (tilt, light) in enumerate(TAKEN):
        rng = random.Random(200 + seed)
        layout = {**_dice(heaped, rng), **board_layout(board, rng)}
        scene = scene_of(rules, Wish(size=WIDE, tilt=tilt, light=light, seed=200 + seed), layout)
        picture = scene.picture(layout)
        begin = time.process_time()
        found = eyes.where(picture, Hints())
        between = time.process_time()
        seen = eyes.seen(picture, found)
        finding, reading = finding + between - begin, reading + time.process_time() - between
        told["found"] += sum(one is not None for one in found)
        told.update(_of_dice(heaped, layout, seen))
        told.update(f"space {one}" for one in told_of(board, layout, seen))
        x, y = scene.middle
        left, right = scene.view.project([(x, y), (x + DIE_MM / plan.unit_mm, y)])
        edges.append(float(right[0] - left[0]))
    many = len(TAKEN) * len(board.places)
    row = (
        f"{rules.game.title}, {len(rules.seats)} players",
        f"{sum(edges) / len(edges):.0f}",
        f"{told['found']} of {len(TAKEN) * len(plan.sheets)}",
        f"{told['right']} of {told['dice']}",
        told["wrong"],
        told["asked"],
        told["doubted"],
        told["invented"],
        f"{told['space right']} of {many}",
        told["space wrong"],
        round(1000 * finding / len(TAKEN)),
        round(1000 * reading / len(TAKEN)),
    )
    return f"| {' | '.join(map(str, row))} |"


def _dice(plan: TablePlan, rng: random.Random) -> Layout:
    found: dict[str, tuple[Thing, ...]] = {}
    for place in trays(plan):
        dice = [thing for thing in plan.things if (thing.pips == 0) == place.blank]
        lying = rng.choices(dice, k=rng.randint(0, MOST_DICE))
        found[place.name] = tuple(sorted(lying, key=lambda one: one.name))
    return found


def _of_dice(plan: TablePlan, layout: Layout, seen: Sighting) -> Iterator[str]:
    for place in trays(plan):
        # where faces do not count, what is told of them does not, either
        there, heap = Counter(one.name for one in layout[place.name]), seen.heaps.get(place.name)
        each = heap.each if heap else ()
        looks = Counter(one.best for one in each)
        right, lacking, over = there & looks, there - looks, looks - there
        yield from ["dice"] * there.total() + ["right"] * right.total() + ["wrong"] * lacking.total()
        yield from ["invented"] * max(0, over.total() - lacking.total())
        yield from ("asked" if over[one.best] else "doubted" for one in each if one.doubts)
