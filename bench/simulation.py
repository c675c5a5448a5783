"""How many pictures a second the simulated table gives on one core."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2

from bench.positions import TWO_CARDS
from bench.timing import table
from engine.catalogue import game_of
from runewatch.simulated import Wish, scene_of
from vision.scene.table import SimulatedTable

FRAMES = 60
PACE = 10.0
"""Frames a second of the table's own time."""


def _each(frame: Callable[[float], object], begin: float) -> list[float]:
    """How long the processor took for each of some pictures, one after the other."""
    found = []
    for i in range(FRAMES):
        at = time.process_time()
        frame(begin + i / PACE)
        found.append(time.process_time() - at)
    return found


def section() -> str:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        rows = _rows()
    finally:
        cv2.setNumThreads(threads)
    return (
        "## The simulated table\n\n`make bench ARGS=simulation`. Pictures of 1280×960, one thread; processor "
        "time, so that whatever else runs does not count; a moving hand carries things.\n\n"
        + table(["", "median", "worst", "pictures a second"], rows)
    )


def _rows() -> list[list[str]]:
    rules, state = game_of(TWO_CARDS[0]).read_position(TWO_CARDS[0])
    layout = dict(rules.layout(state))
    at = time.process_time()
    made = SimulatedTable(scene_of(rules, Wish()), layout)
    made.frame(0.0)
    first = time.process_time() - at
    still = _each(made.frame, 0.1)
    names = [name for name, things in layout.items() if things]
    begin = FRAMES / PACE + 1
    made.frame(begin)
    # a piece to and fro, for longer than is looked at
    for source in names[: FRAMES // 10]:
        free = next(place.name for place in rules.plan().places if not layout.get(place.name))
        moved = {**layout, free: layout[source], source: ()}
        made.show(moved, side=0.0)
        made.show(layout, side=180.0)
    moving = _each(made.frame, begin)
    found = [["the first picture", f"{first:.2f} s", "", ""]]
    for name, took in (("nothing moves", still), ("a hand moves", moving)):
        middle, worst = statistics.median(took), max(took)
        found.append([name, f"{middle * 1000:.1f} ms", f"{worst * 1000:.1f} ms", f"{len(took) / sum(took):.0f}"])
    return found
