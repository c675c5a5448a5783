"""Whole matches acted out on the simulated table and read by the networks: is the record what was played?"""

from __future__ import annotations

import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

import cv2

from bench.timing import table
from runewatch.events import Acted, Began
from runewatch.referee import announcements as say
from runewatch.sight.profiles import built_in
from tests.runewatch.acted import Room
from tests.runewatch.modes import MODES
from tests.runewatch.scripted import acted_out

SEEDS = ("", " 2")
"""Matches of each mode: those of the tests, and others that the same script plays well at a painted table."""
ABOUT = (
    "`make bench ARGS=matches`. {count} matches, {each} of each mode, are acted out by a scripted hand on the "
    "simulated table (1280×960, the printed set, the built-in profile), from the empty mat over the building to "
    "the last turn, with a hand that wavers, something taken back, two actions at once, something that is not "
    "allowed, a knocked camera and less light. The referee knows them only through frames, which the networks "
    "read; what leaves no trace (which card pays, claimed runes) is said. A match holds if it ends, its record is "
    "what was played, action for action, the fault alone is named, with its rule, and nothing was lost."
)


@dataclass(frozen=True, slots=True)
class _Played:
    mode: str
    held: bool
    why: str
    actions: int
    seen: int
    doubts: int
    table_seconds: float
    seconds: float


def section() -> str:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        built_in()
        played = [_play(mode, seed) for mode in MODES for seed in SEEDS]
    finally:
        cv2.setNumThreads(threads)
    rows = [_row(mode, [one for one in played if one.mode == mode]) for mode in MODES]
    held = sum(one.held for one in played)
    text = "## Whole matches read by the networks\n\n" + ABOUT.format(count=len(played), each=len(SEEDS))
    head = ["mode", "held", "actions", "of them seen", "passed through doubt", "at the table", "processor"]
    text += f"\n\n**{held} of {len(played)}** held.\n\n" + table(head, rows)
    return text + "".join(f"\n{one.mode}: {one.why}\n" for one in played if not one.held)


def _play(mode: str, seed: str) -> _Played:
    started, why, doubts = time.process_time(), "", 0
    with tempfile.TemporaryDirectory() as folder:
        here = Room(Path(folder), Began("spell", MODES[mode]))
        try:
            said = acted_out(here, mode + seed)
            doubts = sum(isinstance(one, say.InDoubt) for one in said)
        except AssertionError as error:
            held = traceback.extract_tb(error.__traceback__)[-1].line
            why = f"not so: `{held}` {error}"[:400].replace("\n", " ")
        acted = [event for event in here.kept() if isinstance(event, Acted)]
        here.close()
    seen = sum(event.seen for event in acted)
    return _Played(mode, not why, why, len(acted), seen, doubts, here.hours.now, time.process_time() - started)


def _row(mode: str, played: list[_Played]) -> list[str]:
    held = sum(one.held for one in played)
    spans = [sum(one.table_seconds for one in played), sum(one.seconds for one in played)]
    counts = [sum(getattr(one, name) for one in played) for name in ("actions", "seen", "doubts")]
    return [mode, f"{held} of {len(played)}", *map(str, counts), *(f"{span:.0f} s" for span in spans)]
