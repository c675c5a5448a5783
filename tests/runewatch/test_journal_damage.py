"""What a journal survives: killed writers, cut files, flipped bytes. bench/ does the same some thousand times."""

from __future__ import annotations

import os
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

from bench.journal_trials import (
    Image,
    Killing,
    cut,
    cut_log,
    flipped,
    image,
    need_all_but_one,
    need_growing,
    need_prefix,
    opened,
)
from bench.journal_writer import event_of, length_of
from engine.words import Words
from runewatch.events import Acted, Began
from runewatch.journal import salvage
from runewatch.journal.faults import DamagedJournalError
from runewatch.journal.keeping import Journal
from runewatch.journal.rows import Row, new_row

BEGAN = Began("pebbles", {}, ("Ana", "Léo"))


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture(name="folder")
def empty_folder(tmp_path: Path) -> Path:
    found = tmp_path / "trial"
    found.mkdir()
    return found


@pytest.fixture(name="closed", scope="module")
def closed_journal(tmp_path_factory: pytest.TempPathFactory) -> Image:
    return image(tmp_path_factory.mktemp("closed"), 4, closed=True)


@pytest.fixture(name="left", scope="module")
def journal_after_a_power_cut(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Some of it in the database, some in the log, some in both."""
    return image(tmp_path_factory.mktemp("left"), 14, closed=False)


def test_killed_writers_lose_nothing(tmp_path: Path) -> None:
    killing = Killing(tmp_path / "journal.db", random.Random(1))
    for _ in range(5):
        killing.round()
    assert killing.look_at_all() >= 5


def test_a_file_cut_anywhere(closed: Image, folder: Path) -> None:
    size = len(closed.database)
    places = [0, 1, 15, 16, 99, 100, 511, 512, *range(600, size, size // 20), size - 1, size]
    counts = [sum(opened(folder, given).values()) for given in cut(closed, places)]
    need_growing(counts)
    assert counts[0] == 0
    assert counts[-1] == closed.count


def test_a_log_cut_anywhere(left: Image, folder: Path) -> None:
    size = len(left.log)
    places = [0, 1, 31, 32, 55, 56, *range(600, size, size // 6), size - 1, size]
    counts = [sum(opened(folder, given).values()) for given in cut_log(left, places)]
    assert counts[-1] == left.count


def test_a_file_cut_beside_its_log(left: Image, folder: Path) -> None:
    size = len(left.database)
    places = [0, 50, 512, *range(600, size, size // 4), size]
    counts = [sum(opened(folder, given).values()) for given in cut(left, places)]
    need_growing(counts)
    assert counts[-1] == left.count


def test_a_flipped_byte_anywhere(closed: Image, folder: Path) -> None:
    chance = random.Random(2)
    places = [*range(16, 100, 9), *(chance.randrange(len(closed.database)) for _ in range(20))]
    for given in flipped(closed, places, chance):
        need_all_but_one(given, opened(folder, given))


@pytest.mark.parametrize("content", [b"not a database", b"\0" * 5000, b"SQLite format 3\0", b"\xff\r" * 999])
def test_a_file_that_is_no_journal(folder: Path, content: bytes) -> None:
    path = folder / "journal.db"
    path.write_bytes(content)
    with pytest.raises(DamagedJournalError):
        Journal.read(path)
    with Journal.open(path) as journal:
        found = journal.salvage
        assert found is not None
        assert found.aside.read_bytes() == content
        assert re.fullmatch(r"journal\.db\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d", found.aside.name)
        assert found.sentences(Words())[1] == "Saved: 0 matches with 0 events."
        assert journal.begin(BEGAN, 1) == 1


def test_what_was_saved_and_lost_is_told(folder: Path) -> None:
    path = folder / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(3):
            write_quietly(journal)
            journal.keep_clock(journal.count(), {"left": journal.count()})
    content = bytearray(path.read_bytes())
    content[content.index(b"action 2 3 ")] ^= 1
    path.write_bytes(content)
    with Journal.open(path) as journal:
        found = journal.salvage
        assert found is not None
        assert (found.matches, found.shortened, found.lost) == (3, (2,), ())
        assert found.events == length_of(1) + 3 + length_of(3)
        assert found.sentences(Words())[2] == "These end early: 2."
        assert [need_prefix(journal, match) for match in (1, 2, 3)] == [length_of(1), 3, length_of(3)]
        assert journal.unfinished() == 2
        assert journal.clock(3) == {"left": 3}


def test_a_match_without_its_beginning_is_told_as_lost(folder: Path) -> None:
    path = folder / "journal.db"
    with Journal.open(path) as journal:
        journal.begin(BEGAN, 1, then=[Acted(0, "one")])
        journal.begin(BEGAN, 2, then=[Acted(0, "two")])
        journal._connection.execute("DELETE FROM events WHERE id = 1 << 20")
    with Journal.open(path) as journal:
        assert journal.salvage
        assert (journal.salvage.matches, journal.salvage.lost) == (1, (1,))
        assert [one.match for one in journal.history()] == [2]


def test_rows_in_place_of_others_are_not_taken(folder: Path) -> None:
    """A row that once was about to be written, whole in itself, is no part of what came to pass instead."""
    path = folder / "journal.db"
    with Journal.open(path) as journal:
        match = journal.begin(BEGAN, 1, then=[Acted(0, "one"), Acted(1, "two"), Acted(0, "three")])
        rows = journal._rows(match)
        other = new_row(match, 2, 1, Acted(1, "never"), rows[1].check)
        journal._connection.execute(
            "UPDATE events SET body = ?, chk = ? WHERE id = ?", (other.body, other.check, other.key)
        )
        with pytest.raises(DamagedJournalError):
            journal.events(match)
    with Journal.open(path) as journal:
        assert journal.salvage
        assert [one.event for one in journal.events(match)][:2] == [BEGAN, Acted(0, "one")]
        assert journal.salvage.shortened == (match,)


def test_of_two_courses_the_longer_is_true() -> None:
    first = new_row(1, 0, 1, BEGAN, 0)
    second, never = (new_row(1, 1, 2, Acted(0, text), first.check) for text in ("two", "never"))
    third = new_row(1, 2, 3, Acted(1, "three"), second.check)
    rows: dict[int, dict[Row, None]] = {0: {first: None}, 1: {never: None, second: None}, 2: {third: None}}
    assert salvage._course(rows) == [first, second, third]
    assert salvage._course({1: {second: None}}) == []


@pytest.mark.parametrize("stops", range(8))
def test_saving_may_be_interrupted_anywhere(closed: Image, folder: Path, stops: int) -> None:
    """Whoever comes next finishes it, and the damaged file is still there."""
    path = folder / "journal.db"
    path.write_bytes(closed.database[: len(closed.database) * 3 // 4])
    left = [stops]

    class Stop(BaseException):
        pass

    def counted(usual: object) -> object:
        def work(*args: object, **more: object) -> object:
            if not left[0]:
                raise Stop
            left[0] -= 1
            assert callable(usual)
            return usual(*args, **more)

        return work

    with pytest.MonkeyPatch.context() as patch:
        for name in ("replace", "unlink", "hardlink_to"):
            patch.setattr(Path, name, counted(getattr(Path, name)))
        patch.setattr(salvage, "_settle", counted(salvage._settle))
        with suppress(Stop):
            Journal.open(path).close()
    with Journal.open(path) as journal:
        saved = [need_prefix(journal, one.match) for one in journal.history()]
    assert sum(saved) > closed.count // 2
    aside = [one for one in folder.iterdir() if ".damaged-" in one.name]
    assert {one.read_bytes() for one in aside} == {closed.database[: len(closed.database) * 3 // 4]}


def test_it_is_looked_at_closely_if_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "journal.db"
    with Journal.open(path) as journal:
        write_quietly(journal)
        write_quietly(journal)
    monkeypatch.setattr("runewatch.journal.opening.SMALL", 0)
    content = bytearray(path.read_bytes())
    content[content.index(b"action 1 ")] ^= 1
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.salvage is None
        with pytest.raises(DamagedJournalError, match="is damaged"):
            journal.events(1)
    with Journal.open(path, thorough=True) as journal:
        assert journal.salvage


def write_quietly(journal: Journal) -> None:
    match = journal.begin(_began(journal.count() + 1), 1.8e9)
    journal.add(match, [event_of(match, number) for number in range(1, length_of(match))], 1.8e9)


def _began(match: int) -> Began:
    event = event_of(match, 0)
    assert isinstance(event, Began)
    return event


@pytest.mark.parametrize("letters", [b"names", b"INTEGER PRIMARY KEY, at", b"CREATE TABLE matches", b"winners"])
def test_a_damaged_name_of_a_table_or_column_costs_nothing(folder: Path, closed: Image, letters: bytes) -> None:
    at = closed.database.index(letters)
    broken = closed.database[:at] + bytes([letters[0] ^ 1]) + closed.database[at + 1 :]
    assert opened(folder, Image(broken, b"", closed.matches, closed.last)) == {
        match: closed.events(match) for match in range(1, closed.matches + 1)
    }


def test_a_damaged_list_is_made_again(folder: Path, closed: Image) -> None:
    at = closed.database.rindex(b'["Ana"') if b'["Ana"' in closed.database else closed.database.rindex(b"[")
    broken = closed.database[:at] + b"?" + closed.database[at + 1 :]
    found = opened(folder, Image(broken, b"", closed.matches, closed.last))
    assert sum(found.values()) >= sum(closed.events(match) for match in found) - max(found.values())
