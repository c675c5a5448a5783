"""The journal: what it says is on disk is on disk, one writes, any number read."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from engine.catalogue import game_named
from runewatch.events import Abandoned, Acted, Began, Corrected, Ended, Event, Paused, SteppedBack
from runewatch.journal import schema
from runewatch.journal.faults import (
    DamagedJournalError,
    JournalError,
    JournalInUseError,
    NewerJournalError,
    NoMatchError,
    OlderJournalError,
)
from runewatch.journal.folder import journal_path
from runewatch.journal.keeping import Journal
from runewatch.journal.rows import Kept
from runewatch.settings import Settings, overridden

BEGAN = Began("pebbles", {"pebbles": "7"}, ("Ana", "Léo"))
WON = Ended((1,), "pebbles.last")


@pytest.fixture(name="path")
def journal_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


def test_what_was_added_is_there_again(path: Path) -> None:
    happened: list[Event] = [Acted(0, "take 2", seen=True), Corrected("pebbles 4", "zurück"), Paused(), WON]
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 100.25)
        for number, event in enumerate(happened, 1):
            journal.add(match, [event], 100.25 + number, {"left": [60 - number, 60.5]})
    with Journal.read(path) as journal:
        assert journal.events(match) == tuple(Kept(100.25 + i, e) for i, e in enumerate([BEGAN, *happened]))
        assert journal.clock(match) == {"left": [56, 60.5]}
        assert journal.salvage is None


def test_a_commit_is_on_disk_when_it_returns(path: Path) -> None:
    """Whoever opens the file then, without the writer's leave, finds it."""
    with Journal.open(path) as journal:
        (level,) = journal._connection.execute("PRAGMA synchronous").fetchone()
        (mode,) = journal._connection.execute("PRAGMA journal_mode").fetchone()
        assert (level, mode) == (2, "wal")
        match = journal.begin(BEGAN, 1)
        journal.add(match, [Acted(0, "take 1")], 2)
        with Journal.read(path) as other:
            assert len(other.events(match)) == 2


def test_several_events_come_all_or_none(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 1, then=[Acted(0, "take 1"), Acted(1, "take 2")])
        with pytest.raises(TypeError):
            journal.add(match, [Acted(0, "take 3"), Acted(1, {1, 2})], 2)  # type: ignore[arg-type]
        assert len(journal.events(match)) == 3
        journal.add(match, [], 3, {"a": 1})
        assert (len(journal.events(match)), journal.clock(match)) == (3, {"a": 1})


def test_the_last_unfinished_match(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.unfinished() is None
        first, second = journal.begin(BEGAN, 1), journal.begin(BEGAN, 2)
        assert journal.unfinished() == second
        journal.add(second, [WON], 3)
        assert journal.unfinished() == first
        journal.add(first, [Abandoned()], 4)
        assert journal.unfinished() is None
        journal.add(second, [SteppedBack(0)], 5)
        assert journal.unfinished() == second


def test_the_list_is_newest_first_and_in_pages(path: Path) -> None:
    with Journal.open(path) as journal:
        for number in range(5):
            journal.begin(BEGAN, number)
        journal.add(2, [Acted(0, "take 1"), WON], 50.5)
        journal.add(4, [Acted(0, "take 1")], 60)
        assert [one.match for one in journal.history(0, 2)] == [5, 4]
        assert [one.match for one in journal.history(2, 2)] == [1]
        assert journal.history(9) == ()
        assert journal.count() == 5
        over = journal.summary(2)
        assert (over.names, over.began, over.last, over.events) == (("Ana", "Léo"), 1, 50.5, 3)
        assert (over.over, over.winners, over.rule) == ("ended", (1,), "pebbles.last")
        assert (journal.summary(4).events, journal.summary(4).last, journal.summary(4).over) == (2, 60, "")
        assert [one.match for one in journal.ended()] == [2]


def test_there_is_no_such_match(path: Path) -> None:
    with Journal.open(path) as journal:
        for ask in (journal.events, journal.summary, lambda match: journal.add(match, [WON], 1)):
            with pytest.raises(NoMatchError, match="there is no match 7"):
                ask(7)
        assert journal.clock(7) is None


def test_a_clock_is_overwritten_in_place(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 1, clock={"left": 9})
        for left in range(50):
            journal.keep_clock(match, {"left": left})
        assert journal.clock(match) == {"left": 49}
        assert journal._connection.execute("SELECT count(*) FROM clocks").fetchone() == (1,)


def test_only_one_writes(path: Path) -> None:
    with Journal.open(path):
        with pytest.raises(JournalInUseError, match=f"process {os.getpid()}"):
            Journal.open(path)
        code = (
            "import sys, pathlib; from runewatch.journal.keeping import Journal\n"
            "Journal.open(pathlib.Path(sys.argv[1]))"
        )
        found = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)
        assert "JournalInUseError: another Runewatch" in found.stderr
        Journal.read(path).close()
    Journal.open(path).close()


def test_readers_hold_nobody_up(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 1)
        counts: list[int] = []

        def read() -> None:
            with Journal.read(path) as reader:
                for _ in range(30):
                    counts.append(len(reader.events(match)))

        thread = Thread(target=read)
        thread.start()
        for number in range(30):
            journal.add(match, [Acted(0, str(number))], number)
        thread.join()
        assert counts == sorted(counts)
        assert len(journal.events(match)) == 31


def test_a_reader_writes_nothing(path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be used"):
        Journal.read(path)
    assert not path.exists()
    Journal.open(path).close()
    with Journal.read(path) as journal, pytest.raises(JournalError, match="only be read"):
        journal.begin(BEGAN, 1)


def test_errors_of_the_place_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="file' is a file, but matches are kept in a folder: move it away"):
        Journal.open(tmp_path / "file" / "journal.db")
    with pytest.raises(JournalError, match=r"cannot be (written|used)"):
        Journal.open(tmp_path / ("x" * 300))
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match="cannot be used"):
        Journal.open(tmp_path / "folder")
    journal = Journal.open(tmp_path / "journal.db")
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.begin(BEGAN, 1)


@pytest.mark.parametrize("pages", [1, 2])
def test_a_disk_that_is_full_before_there_are_tables_is_said_to_be_full(pages: int) -> None:
    """SQLite takes back by itself what it could not write; to do it again would be another error."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            schema.migrate(base, 0)


def test_a_full_disk_keeps_nobody_from_holding_the_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds it is told in words only."""

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with Journal.open(path), pytest.raises(JournalInUseError):
        Journal.open(path)


def test_a_full_disk_is_told_and_nothing_half_written(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 1)
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="full"):
            journal.add(match, [Acted(0, "x" * 5000)], 2)
        journal._connection.execute("PRAGMA max_page_count = 100000")
        journal.add(match, [Acted(0, "take 1")], 3)
        assert [one.at for one in journal.events(match)] == [1, 3]


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    assert journal_path(Settings()) == tmp_path / "journal.db"
    assert (
        journal_path(overridden(Settings(), [f"journal.folder={tmp_path}/here"])) == tmp_path / "here/journal.db"
    )


# -- forms ------------------------------------------------------------------------------------------------

NEWER = (*schema.MIGRATIONS, ("ALTER TABLE matches ADD COLUMN place TEXT", "UPDATE matches SET place = 'home'"))


def test_an_older_form_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(path) as journal:
        journal.begin(BEGAN, 1)
    monkeypatch.setattr(schema, "MIGRATIONS", NEWER)
    with pytest.raises(OlderJournalError, match="older form"):
        Journal.read(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        version = schema.version_of(base, path)
        schema.migrate(base, version, NEWER)
        assert (version, schema.version_of(base, path)) == (1, 2)
        assert base.execute("SELECT place FROM matches").fetchall() == [("home",)]


def test_a_form_is_reached_wholly_or_not_at_all(path: Path) -> None:
    Journal.open(path).close()
    broken = (*schema.MIGRATIONS, (NEWER[1][0], "UPDATE nowhere SET place = 'home'"))
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        with pytest.raises(sqlite3.Error):
            schema.migrate(base, 1, broken)
        assert schema.version_of(base, path) == 1
        assert "place" not in [row[1] for row in base.execute("PRAGMA table_info(matches)")]


def test_a_newer_form_is_left_alone(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin(BEGAN, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        schema.migrate(base, 1, NEWER)
    before = path.read_bytes()
    for opened in (Journal.open, Journal.read):
        with pytest.raises(NewerJournalError, match="newer Runewatch"):
            opened(path)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))


@pytest.mark.parametrize("told", [0, 2, schema.stamp(1) ^ 0x40, schema.stamp(1) ^ 0x010000])
def test_a_damaged_number_is_no_newer_form(path: Path, told: int) -> None:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"PRAGMA user_version = {told}")
    with pytest.raises(DamagedJournalError):
        Journal.read(path)
    with Journal.open(path) as journal:
        assert journal.salvage


# -- figures ----------------------------------------------------------------------------------------------


def test_a_match_that_cannot_be_replayed_is_kept_all_the_same(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin(replace(BEGAN, game="nowhere"), 1, then=[Acted(0, "x"), WON])
        assert journal.summary(match).over == "ended"
        assert journal.summary(match).tally is None


def test_figures_are_there_as_soon_as_a_match_has_ended(path: Path) -> None:
    rules = game_named("spell").open()
    begun = Began("spell", dict(rules.setup), ("Ana", "Léo"))
    with Journal.open(path) as journal:
        match = journal.begin(begun, 1)
        journal.add(match, [Ended((0,), "agreed")], 2)
        tally = journal.summary(match).tally
        assert tally is not None
        assert tally.points == (0, 0)
