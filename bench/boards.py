"""How rightly and how quickly the spaces of a board are read: tokens, cards and figures on simulated frames."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bench.mats import SURE
from engine.catalogue import games
from engine.contract import Rules
from engine.errors import RunewatchError
from engine.table import Layout, TablePlan, Thing
from runewatch.sight.boards import board_reader
from runewatch.simulated import Wish, scene_of
from vision.board import find
from vision.profile import Profile
from vision.sighting import NOTHING, Sighting
from vision.spaces import has_spaces

SIZES = ((1920, 1080), (1280, 960))
TAKEN = ((2.0, "day"), (6.0, "lamp"), (10.0, "evening"), (15.0, "day"))
PLAYERS = (2, 5)
BARE = 0.25
"""So many spaces stay bare."""
ON_BARE = 0.7
"""So many figures stand on bare spaces, as most do."""


def section() -> str:
    lines = [
        "## Boards with spaces",
        "",
        f"{len(TAKEN)} simulated boards a size, from 2 to 15 degrees, in three lights: tokens in any turn "
        "and cards by chance on three quarters of the spaces, every figure somewhere. *Right*: all that is on "
        f"a space, more than {SURE:.0%} sure. *Open*: not sure of all of it. Figures on bare spaces, and on "
        "tokens and cards, which is rare: how many were told, of how many.",
        "",
        "| board | frame | spaces | right | open | covered | wrong | figures on bare | on others | ms a first "
        "look | ms a further look |",
        "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for rules in _boards():
        lines += [_line(rules, size) for size in SIZES]
    return "\n".join(lines)


def _boards() -> Iterator[Rules[Any, Any]]:
    """Every game's table above which a board is seen, for as few and for as many as may play."""
    for game in games().values():
        for players in PLAYERS:
            for camera in ("dice", "board"):
                try:
                    rules = game.open({"players": players, "camera": camera})
                except RunewatchError:
                    continue
                if has_spaces(rules.watched()):
                    yield rules


def _line(rules: Rules[Any, Any], size: tuple[int, int]) -> str:
    plan, told = rules.watched(), Counter[str]()
    first = again = 0.0
    for seed, (tilt, light) in enumerate(TAKEN):
        layout = board_layout(plan, random.Random(100 + seed))
        scene = scene_of(rules, Wish(size=size, tilt=tilt, light=light, seed=100 + seed), layout)
        pictures = [scene.picture(layout, moment=float(number)) for number in range(2)]
        view = find(pictures[0], plan).view
        reader = board_reader(rules, plan, Profile("bench"))
        begin = time.process_time()
        seen = reader.read(pictures[0], view)
        first += time.process_time() - begin
        begin = time.process_time()
        reader.read(pictures[1], view)
        again += time.process_time() - begin
        told.update(told_of(plan, layout, seen))
    figures = [f"{told[f'{where} right']} of {told[where]}" for where in ("bare", "on")]
    row = (
        f"{rules.game.title}, {len(rules.seats)} players",
        f"{size[0]} × {size[1]}",
        len(TAKEN) * len(plan.places),
        *(told[key] for key in ("right", "open", "covered", "wrong")),
        *figures,
        round(1000 * first / len(TAKEN)),
        round(1000 * again / len(TAKEN)),
    )
    return f"| {' | '.join(map(str, row))} |"


def board_layout(plan: TablePlan, rng: random.Random) -> Layout:
    """A board on which each thing lies somewhere, and every figure stands."""
    found: dict[str, tuple[Thing, ...]] = {}
    for place in plan.places:
        flat = [one for one in plan.things if one.kind in place.kinds and not one.tall and not one.unknown]
        if flat and rng.random() >= BARE:
            found[place.name] = (rng.choice(flat),)
    for figure in (thing for thing in plan.things if thing.tall):
        is_bare = rng.random() < ON_BARE
        free = [
            place.name
            for place in plan.places
            if figure.kind in place.kinds
            and not any(one.tall for one in found.get(place.name, ()))
            and (place.name not in found) == is_bare
        ]
        spot = rng.choice(free)
        found[spot] = (*found.get(spot, ()), figure)
    return found


def told_of(plan: TablePlan, layout: Layout, seen: Sighting) -> Iterator[str]:
    """How each space was told, and each figure."""
    unknown = {thing.name for thing in plan.things if thing.unknown}
    for place in plan.places:
        wanted = {thing.kind: thing.name for thing in layout.get(place.name, ())}
        belief = seen.places[place.name]
        best = {kind: belief.best(kind) for kind in belief.kinds}
        sure = {kind: name for kind, (name, share) in best.items() if share >= SURE and name not in unknown}
        for figure in (thing for thing in layout.get(place.name, ()) if thing.tall):
            where = "bare" if len(layout[place.name]) == 1 else "on"
            yield where
            if sure.get(figure.kind) == figure.name:
                yield f"{where} right"
        if belief.hidden:
            yield "covered"
        elif any(name != wanted.get(kind, NOTHING) for kind, name in sure.items()):
            yield "wrong"
        else:
            yield "right" if len(sure) == len(best) else "open"
