"""Hours of refereeing in minutes: whether memory, threads and open files stay what they were.

Matches are played one after the other at a made-up table, with a journal on disk, listeners that do not keep up,
faults that are put right, and restarts. ``python -m bench.endurance 20`` does it for 20 minutes of play.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.timing import table
from engine.table import Layout
from runewatch.clocks import Timer, Timing, Way
from runewatch.events import Began
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live.sitting import Announcement, House, Sitting, Times
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.runewatch.modes import MODES
from tests.runewatch.refereeing import Camera
from vision.combining import combine
from vision.sighting import Sighting

MINUTES = 8 * 60
WARM = 30
"""Minutes after which nothing may grow any more."""
FLAT = 5.0
"""Megabytes."""
SAMPLED, RESTARTED = 5, 15
"""Every so many minutes."""
RATE = 5
"""Frames a second."""
HAND, REST, THINK = 1.5, 2.5, 4.0
"""Seconds that an action, a look at what it led to, and the thought before it take."""
MISREAD = 0.005
SLOW = 0.02
"""Seconds that the slow listener takes for each announcement: much longer than they take to come."""
FAREWELL = 0.2
STUCK = 8
"""So often a table that is right is shown before the match is given up as not understood."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The process at one moment of play."""

    minute: float
    memory: float
    """Resident, in megabytes."""
    threads: int
    handles: int


@dataclass(slots=True)
class Played:
    """What went on."""

    frames: int = 0
    actions: int = 0
    matches: int = 0
    restarts: int = 0
    faults: int = 0
    stuck: int = 0


def sampled(minute: float) -> Sample:
    """The process as it is now."""
    gc.collect()
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    memory = int(told["VmRSS"].split()[0]) / 1024
    handles = sum(1 for _ in Path("/proc/self/fd").iterdir())
    return Sample(round(minute, 1), round(memory, 2), int(told["Threads"]), handles)


class Evening:
    """People who play one match after the other, and the referee, whose machine is restarted now and then."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.now = 0.0
        self.played = Played()
        self.house = self._open()
        self._restart_at = 60.0 * RESTARTED

    def go(self, minutes: float) -> Iterator[Sample]:
        """Plays for so long; the process every few minutes."""
        due = 0.0
        for setup in cycle(MODES.values()):
            for _ in self._match(setup):
                if self.now >= due:
                    yield sampled(self.now / 60)
                    due += 60 * SAMPLED
                if self.now >= 60 * minutes:
                    self._close()
                    return

    # -- the house ------------------------------------------------------------------------------------

    def _open(self) -> House:
        listeners: Listeners[Announcement] = Listeners()
        listeners.call("slow", lambda _: time.sleep(SLOW))
        listeners.call("broken", _break)
        listeners.listen("asleep")
        timing = Timing(Timer(Way.DOWN, 60, warnings=(30.0, 10.0)), Timer(Way.UP))
        times = Times(lambda: self.now, lambda: 1_700_000_000.0 + self.now)
        return House(Journal.open(self.folder / "journal.db"), listeners, timing, times)

    def _close(self) -> None:
        self.house.listeners.close(FAREWELL)
        self.house.journal.close()

    def _restarted(self, sitting: Sitting) -> Sitting:
        self.played.restarts += 1
        self._close()
        self.house = self._open()
        again = Sitting.resume(self.house, sitting.number)
        again.request(ask.Resume())
        return again

    # -- a match --------------------------------------------------------------------------------------

    def _match(self, setup: dict[str, Any]) -> Iterator[None]:
        """A match from its set-up to its end, action by action."""
        self.played.matches += 1
        sitting = Sitting.begin(self.house, Began("spell", setup, ("Ana", "Leo")))
        people = _People(self, sitting)
        while people.sitting.match.over is None:
            if self.now >= self._restart_at:
                people.sitting = self._restarted(people.sitting)
                self._restart_at = self.now + 60 * RESTARTED * self.rng.uniform(0.5, 1.5)
            people.act()
            yield


class _People:
    """Who sits at the table, and what a camera would tell of it."""

    def __init__(self, evening: Evening, sitting: Sitting) -> None:
        self.evening, self.sitting, self.rng = evening, sitting, evening.rng
        self.camera = Camera(sitting.referee.plan, evening.rng, MISREAD)
        self.layout: Layout = sitting.match.rules.layout(sitting.match.state)

    def act(self) -> None:
        """One action, now and then with a fault or a change of mind before it."""
        self._look(self.sitting.match.rules.layout(self.sitting.match.state), THINK)
        if self.rng.random() < 0.05:
            self._blunder()
        rules, state = self.sitting.match.rules, self.sitting.match.state
        action = self._chosen()
        text, after = rules.write_action(state, action), rules.play(state, action)
        traced = rules.traces(state, action, after)
        if rules.shown(action) == "said" or traced == rules.layout(state):
            self.sitting.request(ask.Say(text))
        elif self.sitting.referee.overlay:
            self._look(traced, REST)
        self._look(rules.layout(after), REST)
        self.evening.played.actions += 1
        self._agree()

    def _chosen(self) -> Any:
        rules, state = self.sitting.match.rules, self.sitting.match.state
        legal, closing = list(rules.legal(state)), rules.closing(state)
        if closing is not None and self.rng.random() < 0.25:
            return closing
        said = [action for action in legal if rules.shown(action) == "both"]
        return self.rng.choice(said or legal)

    def _blunder(self) -> None:
        """Some things fall over, are noticed, and are put back."""
        lying = [name for name, things in self.layout.items() if things]
        gone = set(self.rng.sample(lying, min(len(lying), 3)))
        right = self.layout
        self._look({name: things for name, things in right.items() if name not in gone}, REST + 3)
        self._look(right, REST)
        self.evening.played.faults += 1

    def _agree(self) -> None:
        """Lays the table as the match has it until the referee is content; gives up what cannot be saved."""
        for _ in range(STUCK):
            match = self.sitting.match
            if self.sitting.referee.standing is Standing.IN_STEP:
                return
            self._look(match.rules.layout(match.state), REST)
        self.evening.played.stuck += 1
        self.sitting.request(ask.Abandon())

    def _look(self, layout: Layout, seconds: float) -> None:
        """A hand brings something about, and the table rests: some frames are read, then one now and then."""
        self.layout = layout
        for _ in range(round(HAND * RATE)):
            self._frame()
            self.sitting.stir()
        seen: list[Sighting] = []
        for number in range(round(seconds * RATE)):
            self._frame()
            if number < RATE or number % RATE == 0:
                seen = [*seen[-4:], self.camera.sighting(layout, overlay=self.sitting.referee.overlay)]
                self.sitting.rest(combine(seen))
            else:
                self.sitting.tick()

    def _frame(self) -> None:
        self.evening.now += 1 / RATE
        self.evening.played.frames += 1


def _break(said: object) -> None:
    raise ValueError("a listener that is broken")


# -- what came of it --------------------------------------------------------------------------------------


def run(minutes: float, seed: int = 1) -> dict[str, Any]:
    """Plays for so long in this process."""
    logging.getLogger("runewatch").addHandler(logging.NullHandler())
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="runewatch-endurance-") as folder:
        evening = Evening(Path(folder), seed)
        samples = [asdict(sample) for sample in evening.go(minutes)]
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
    took = time.perf_counter() - begin
    return {"samples": samples, "played": asdict(evening.played), "journal": size, "took": took}


def section(minutes: float = MINUTES) -> str:
    said = subprocess.run(
        [sys.executable, "-m", "bench.endurance", str(minutes), "--json"],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    return told(json.loads(said), minutes)


def told(found: dict[str, Any], minutes: float) -> str:
    """What was measured, as a section of the page."""
    samples, played = [Sample(**one) for one in found["samples"]], found["played"]
    warm = next((one for one in samples if one.minute >= min(WARM, minutes / 2)), samples[-1])
    last, most = samples[-1], max(one.memory for one in samples if one.minute >= warm.minute)
    rows = [
        [f"{one.minute:.0f}", f"{one.memory:.1f} MB", one.threads, one.handles]
        for one in samples
        if one in (samples[0], warm, last) or round(one.minute / SAMPLED) % 12 == 0
    ]
    return "\n".join([
        "## Endurance\n",
        f"`make bench ARGS=endurance`. {minutes / 60:.1f} hours of play in {found['took'] / 60:.1f} minutes, at "
        f"{RATE} made-up frames a second: {played['actions']} actions in {played['matches']} matches of six "
        f"modes, {played['faults']} times things fell over, {played['restarts']} restarts in mid-match, "
        f"{played['stuck']} matches given up because the referee did not understand the table any more. One "
        "listener is slow, one raises at everything, one never listens. The journal is "
        f"{found['journal']:.1f} MB in the end.\n",
        f"Resident memory after {warm.minute:.0f} minutes {warm.memory:.1f} MB, in the end {last.memory:.1f} MB "
        f"({last.memory - warm.memory:+.1f} MB; required: within {FLAT:.0f} MB), at most {most:.1f} MB. Threads "
        f"{warm.threads} and {last.threads}, open handles {warm.handles} and {last.handles} (required: no "
        "growth).\n",
        table(["minute", "resident memory", "threads", "handles"], rows),
    ])  # fmt: skip


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    found = run(minutes)
    print(json.dumps(found) if "--json" in sys.argv else told(found, minutes))


if __name__ == "__main__":
    main()
