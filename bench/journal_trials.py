"""What a journal must survive: killed writers, cut files, flipped bytes. Raises where too much is lost."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.journal_writer import event_of, length_of
from runewatch.journal.faults import JournalError
from runewatch.journal.keeping import Journal
from runewatch.journal.salvage import LOG

WRITER = [sys.executable, "-m", "bench.journal_writer"]
LONGEST_LIFE = 0.12
"""Seconds from a writer's first word to its death, at most."""


class LostError(AssertionError):
    """Something was lost."""


def need(is_so: bool, told: str) -> None:
    if not is_so:
        raise LostError(told)


# -- kill -9 ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Killing:
    """Writers killed one after the other over the same journal."""

    path: Path
    chance: random.Random
    said: dict[int, int] = field(default_factory=dict)
    """The last event of each match that was said to be on disk."""
    rounds: int = 0

    def round(self) -> None:
        """A writer begins where the last one died, is read beside it, and is killed at any moment."""
        with subprocess.Popen([*WRITER, str(self.path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout
            first = writer.stdout.readline()
            until = time.monotonic() + self.chance.random() * LONGEST_LIFE
            while time.monotonic() < until:
                with Journal.read(self.path) as journal:
                    journal.history()
            writer.kill()
            words = [*first.split(), *writer.stdout.read().rpartition(b"\n")[0].split()]
        for said in zip(words[::2], words[1::2], strict=True):
            self.said[int(said[0])] = int(said[1])
        self.rounds += 1
        with Journal.open(self.path) as journal:
            need(journal.salvage is None, f"round {self.rounds}: the journal was found damaged")
            for match in sorted(self.said)[-3:]:
                self.look(journal, match)

    def look(self, journal: Journal, match: int) -> None:
        need_prefix(journal, match)
        need(journal.summary(match).events > self.said[match], f"match {match} lost what was said to be on disk")

    def look_at_all(self) -> int:
        """Every match once more; gives how many events were said to be on disk."""
        with Journal.open(self.path, thorough=True) as journal:
            need(journal.salvage is None, "the journal was found damaged in the end")
            for match in self.said:
                self.look(journal, match)
        return sum(number + 1 for number in self.said.values())


def need_prefix(journal: Journal, match: int) -> int:
    """The match is what was written, as far as it goes. Gives how far."""
    kept = [one.event for one in journal.events(match)]
    need(
        kept == [event_of(match, number) for number in range(len(kept))], f"match {match} is not what was written"
    )
    return len(kept)


# -- damage -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Image:
    """The files of a journal at a moment, and the events that were in it."""

    database: bytes
    log: bytes
    matches: int
    last: int
    """How many events of the last match."""

    def events(self, match: int) -> int:
        return self.last if match == self.matches else length_of(match)

    @property
    def count(self) -> int:
        return sum(self.events(match) for match in range(1, self.matches + 1))


def image(folder: Path, matches: int, *, closed: bool) -> Image:
    """A journal of some matches, the last of which goes on: closed, or as a power cut leaves it."""
    path = folder / "made.db"
    last = 7
    with Journal.open(path) as journal:
        _not_waiting(journal)
        for match in range(1, matches + 1):
            journal.begin(event_of(match, 0), 1.8e9)  # type: ignore[arg-type]  # the first is a Began
            for number in range(1, last if match == matches else length_of(match)):
                journal.add(match, [event_of(match, number)], 1.8e9 + number, {"left": number})
        found = Image(path.read_bytes(), _bytes(path, LOG), matches, last)
    if closed:
        found = Image(path.read_bytes(), b"", matches, last)
    shutil.rmtree(folder)
    folder.mkdir()
    return found


def _not_waiting(journal: Journal) -> None:
    """What is tried here is about the files, not about the disk."""
    journal._connection.execute("PRAGMA synchronous = OFF")


def _bytes(path: Path, suffix: str) -> bytes:
    return path.with_name(path.name + suffix).read_bytes()


def cut(whole: Image, places: Iterable[int]) -> Iterator[Image]:
    """The database cut at some places; its log stays."""
    for place in places:
        yield Image(whole.database[:place], whole.log, whole.matches, whole.last)


def cut_log(whole: Image, places: Iterable[int]) -> Iterator[Image]:
    for place in places:
        yield Image(whole.database, whole.log[:place], whole.matches, whole.last)


def flipped(whole: Image, places: Iterable[int], chance: random.Random) -> Iterator[Image]:
    """One byte of the database changed."""
    for place in places:
        found = bytearray(whole.database)
        found[place] ^= chance.randrange(1, 256)
        yield Image(bytes(found), whole.log, whole.matches, whole.last)


def opened(folder: Path, given: Image) -> dict[int, int]:
    """How many events each match has after opening a damaged journal; all else must be as promised."""
    path = folder / "journal.db"
    path.write_bytes(given.database)
    if given.log:
        path.with_name(path.name + LOG).write_bytes(given.log)
    try:
        with Journal.open(path, thorough=True) as journal:
            _not_waiting(journal)
            salvage = journal.salvage
            found = {one.match: need_prefix(journal, one.match) for one in journal.history(0, given.matches + 9)}
            # it can be gone on with
            match = journal.begin(event_of(1, 0), 1.9e9)  # type: ignore[arg-type]  # the first is a Began
            need(journal.unfinished() == match, "a new match cannot be resumed")
    except JournalError as error:
        raise LostError(f"it cannot be opened: {error}") from error
    need(all(count <= given.events(match) for match, count in found.items()), "there is more than was written")
    if salvage:
        need(salvage.aside.read_bytes() == given.database, "the damaged file is not what it was")
        need(salvage.aside.name.startswith("journal.db.damaged-"), "the damaged file has lost its name")
        need((salvage.matches, salvage.events) == (len(found), sum(found.values())), "what is told is not so")
    for old in folder.iterdir():
        old.unlink()
    return found


def need_all_but_one(given: Image, found: dict[int, int]) -> None:
    """One byte is part of one row at most: all other matches are whole."""
    short = [match for match in range(1, given.matches + 1) if found.get(match, 0) < given.events(match)]
    need(len(short) <= 1, f"one byte cost matches {short}")


def need_growing(counts: list[int]) -> None:
    """The later a file was cut, the more is left."""
    need(counts == sorted(counts), f"a longer file gave less: {counts}")
