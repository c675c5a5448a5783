"""How rightly and how quickly a printed mat is read: cards and markers on simulated frames."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.catalogue import games
from engine.contract import Rules
from engine.table import Layout, TablePlan, Thing
from runewatch.sight.mats import mat_reader
from runewatch.simulated import Wish, scene_of
from vision.board import find
from vision.camera import View
from vision.open_table import AT_ONCE, OpenReader, is_open_table
from vision.sighting import NOTHING, Sighting

SIZES = ((1920, 1080), (1280, 720), (960, 540))
TABLES = 4
TAKEN = ((2.0, "day"), (6.0, "lamp"), (10.0, "evening"), (15.0, "day"))
BARE = 0.25
"""So many places stay bare."""
SURE = 0.9


def section() -> str:
    lines = [
        "## Mats with cards",
        "",
        f"{TABLES} simulated tables a size, cards by chance in three quarters of the places, markers on their "
        "tracks, from 2 to 15 degrees, in three lights. *Open*: a card was seen, and not which. A further look "
        "takes longer while cards that were not told for sure are looked at again, one in each look.",
        "",
        "| game | frame | places | right | open | covered | wrong | ms a new card | ms a further look |",
        "| --- | --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for game in games().values():
        rules = game.open({"players": 5} if game.is_aided else {})
        if not rules.watched().sheets and is_open_table(rules.watched()):
            lines += [_line(rules, size) for size in SIZES]
    return "\n".join(lines)


def _line(rules: Rules[Any, Any], size: tuple[int, int]) -> str:
    plan, told, cards = rules.watched(), Counter[str](), 0
    first = again = 0.0
    for seed, (tilt, light) in enumerate(TAKEN[:TABLES]):
        layout = _layout(plan, random.Random(seed))
        scene = scene_of(rules, Wish(size=size, tilt=tilt, light=light, seed=seed), layout)
        pictures = [scene.picture(layout, moment=float(number)) for number in range(2)]
        view = find(pictures[0], plan).view
        reader = mat_reader(rules, plan)
        _warm(reader, plan, view)
        looks = -(-len(plan.places) // AT_ONCE)
        begin = time.process_time()
        seen = [reader.read(pictures[0], view) for _ in range(looks)][-1]
        first += time.process_time() - begin
        begin = time.process_time()
        reader.read(pictures[1], view)
        again += time.process_time() - begin
        told.update(_told(plan, layout, seen))
        cards += sum(bool(layout.get(place.name)) for place in plan.places if place.kinds[0] in plan.cards)
    # the looks among which the cards are shared out cost what further ones do
    each = (first - again * looks) / cards
    figures = [sum(told.values()), *(told[key] for key in ("right", "open", "covered", "wrong"))]
    row = (rules.game.title, f"{size[0]} × {size[1]}", *figures, round(1000 * each), round(1000 * again / TABLES))
    return f"| {' | '.join(map(str, row))} |"


def _warm(reader: OpenReader, plan: TablePlan, view: View) -> None:
    """Faces are drawn when the first card of a kind lies there; that is not what is measured."""
    for kind in plan.cards:
        reader._knower(kind, view)


def _layout(plan: TablePlan, rng: random.Random) -> Layout:
    found: dict[str, tuple[Thing, ...]] = {}
    for place in plan.places:
        open_to = [thing for thing in plan.things if thing.kind in place.kinds and not thing.unknown]
        if place.kinds[0] in plan.cards and rng.random() >= BARE:
            found[place.name] = (rng.choice(open_to),)
    for kind in {place.kinds[0] for place in plan.places} - set(plan.cards):
        stop = rng.choice([place for place in plan.places if place.kinds == (kind,)])
        found[stop.name] = tuple(thing for thing in plan.things if thing.kind == kind)
    return found


def _told(plan: TablePlan, layout: Layout, seen: Sighting) -> Iterator[str]:
    unknown = {thing.name for thing in plan.things if thing.unknown}
    for place in plan.places:
        wanted = next((thing.name for thing in layout.get(place.name, ())), NOTHING)
        belief = seen.places[place.name]
        name, share = belief.best(place.kinds[0])
        if belief.hidden:
            yield "covered"
        elif name in unknown or share < SURE:
            yield "open"
        else:
            yield "right" if name == wanted else "wrong"
