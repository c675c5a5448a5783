"""The journal: what it survives, what it writes, and how fast it opens."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from bench import journal_trials as trials
from bench.timing import spread, table
from engine.record import Record, read_record, replay
from runewatch.journal.keeping import PAGE_SIZE, Journal
from runewatch.journal.recording import Imported, from_record

KILLS = 500
MATCHES = 10_000
SMALL_JOURNAL, LARGE_JOURNAL = 4, 14
LOOKS = 50
KEPT = {
    "file cut": "always opened; the file set aside, whole rows saved, more of a longer file",
    "file cut, its log beside it": "always opened; the same",
    "log cut": "always opened; each match as it was at some moment",
}


@contextmanager
def _folder(where: str | None = None) -> Iterator[Path]:
    found = Path(tempfile.mkdtemp(prefix="runewatch-journal-", dir=where))
    try:
        yield found
    finally:
        shutil.rmtree(found)


def _in_memory() -> str | None:
    """A folder in memory, where waiting for the disk costs nothing; for trials that are about the files only."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


# -- what it survives -------------------------------------------------------------------------------------


def _killed(rounds: int) -> list[object]:
    with _folder() as folder:
        killing = trials.Killing(folder / "journal.db", random.Random(1))
        for _ in range(rounds):
            killing.round()
        said = killing.look_at_all()
        return [f"{rounds} × kill -9", f"{said} events said to be on disk", "none lost, always readable"]


def _damaged(every: int) -> list[list[object]]:
    """Every kind of damage, at every so many-th byte."""
    chance = random.Random(2)
    rows: list[list[object]] = []
    with _folder(_in_memory()) as folder:
        made, work = folder / "made", folder / "work"
        made.mkdir()
        work.mkdir()
        closed = trials.image(made, SMALL_JOURNAL, closed=True)
        left = trials.image(made, LARGE_JOURNAL, closed=False)
        kinds = {
            "file cut": trials.cut(closed, range(0, len(closed.database) + 1, every)),
            "file cut, its log beside it": trials.cut(left, range(0, len(left.database) + 1, 8 * every)),
            "log cut": trials.cut_log(left, range(0, len(left.log) + 1, 8 * every)),
        }
        for name, images in kinds.items():
            counts = [sum(trials.opened(work, given).values()) for given in images]
            if name != "log cut":
                trials.need_growing(counts)
            rows.append([name, f"{len(counts)} places", KEPT[name]])
        places = range(0, len(closed.database), every)
        found = 0
        for given in trials.flipped(closed, places, chance):
            trials.need_all_but_one(given, trials.opened(work, given))
            found += 1
        rows.append(["a byte flipped", f"{found} places", "always opened; at most one match shortened"])
    return rows


# -- what it writes ---------------------------------------------------------------------------------------


def _demo() -> Imported:
    """A whole match: the record that comes with us, without what is refused in it."""
    record = read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))
    entries = tuple(step.entry for step in replay(record, record.open()) if step.is_legal)
    return from_record(Record(record.tags, entries, record.result), 1.8e9)


def _written() -> tuple[int, int]:
    """Bytes handed to the system so far, and bytes of the blocks that they make the disk write."""
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text(encoding="utf-8").splitlines())
    return int(told["wchar"]), int(told["write_bytes"])


def _wear() -> tuple[list[object], list[float]]:
    """A match action by action, with clocks; and how long each commit takes."""
    match, times = _demo(), []
    clock = {"way": "bank", "left": [1500.0, 1500.0], "turn": 93.25, "paused": False, "warned": [300, 60]}
    # a folder on the disk itself: blocks in memory wear nothing
    with _folder(str(Path.cwd())) as folder, Journal.open(folder / "journal.db") as journal:
        before = _written()
        number = journal.begin(match.began, match.at, clock=clock)
        for second, event in enumerate(match.then):
            begin = time.perf_counter()
            journal.add(number, [event], match.at + second, {**clock, "turn": second + 0.25})
            times.append(1000 * (time.perf_counter() - begin))
        journal.close()
        after = _written()
        size = (folder / "journal.db").stat().st_size
    handed, blocks = (now - then for now, then in zip(after, before, strict=True))
    count = len(match.then) + 1
    row: list[object] = [
        count, f"{handed / 1024:.0f} kB", f"{blocks / 1024:.0f} kB", f"{blocks / count / 1024:.1f} kB",
        f"{size / 1024:.0f} kB",
    ]  # fmt: skip
    return row, times


# -- how fast it opens ------------------------------------------------------------------------------------


def _filled(path: Path, matches: int) -> None:
    """A journal of so many whole matches, without waiting for the disk."""
    match = _demo()
    with Journal.open(path) as journal:
        journal._connection.execute("PRAGMA synchronous = OFF")
        first = journal.begin(match.began, match.at, then=match.then)
        tally = journal.summary(first).tally
        assert tally is not None
        body = tally.to_json()
        journal._count = lambda *_: None  # type: ignore[method-assign]  # the figures of all are the same
        for number in range(first + 1, matches + 1):
            journal.begin(match.began, match.at + 86400 * number, then=match.then)
            with journal._writing():
                journal._keep("tallies", number, body)


def _timed(path: Path, pages: int) -> tuple[list[float], list[float], list[float]]:
    opening, reading, paging = [], [], []
    chance = random.Random(3)
    for _ in range(LOOKS // 5):
        begin = time.perf_counter()
        journal = Journal.open(path)
        opening.append(time.perf_counter() - begin)
        journal.close()
    begin = time.perf_counter()
    reader = Journal.read(path)
    reading.append(time.perf_counter() - begin)
    with reader:
        for page in (0, pages - 1, *(chance.randrange(pages) for _ in range(LOOKS))):
            begin = time.perf_counter()
            found = reader.history(page)
            reader.count()
            paging.append(1000 * (time.perf_counter() - begin))
            assert found
    return opening, reading, paging


def section(kills: int = KILLS, every: int = 29, matches: int = MATCHES) -> str:
    rows = [_killed(kills), *_damaged(every)]
    worn, commits = _wear()
    with _folder() as folder:
        _filled(folder / "journal.db", matches)
        size = (folder / "journal.db").stat().st_size
        opening, reading, paging = _timed(folder / "journal.db", matches // PAGE_SIZE)
    return (
        "## Journal\n\n"
        "`make bench ARGS=journal`. Writers are killed at random moments while they write as fast as they can\n"
        "and another process reads. Files are damaged in memory, "
        f"one byte in {every} or in {8 * every}.\n\n"
        + table(["trial", "", "found"], rows)
        + "\nA whole match, an event a commit, with the clocks beside it: bytes handed to the system (`wchar`),\n"
        "and blocks the disk has to write (`write_bytes`, both from `/proc/self/io`; the file system's own\n"
        f"journal comes on top). A commit takes {spread(commits, 'ms', 1)} (median / 95th percentile / worst).\n\n"
        + table(["events", "bytes", "blocks", "blocks an event", "size in the end"], [worn])
        + f"\n{matches} such matches are {size / 2**20:.0f} MB. Opening it for writing takes {spread(opening)},\n"
        f"for reading {reading[0]:.3f} s; a page of the list, and their number, {spread(paging, 'ms', 1)}.\n"
    )
