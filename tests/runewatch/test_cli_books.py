"""``runewatch book``: books looked through from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runewatch.cli import main

FINE = "book: Fine\nspell: Sky\nplace my fire: one on 2\n"
OPEN = "book: Open\nspell: Whirl\nmove my fire clockwise\n"
TWICE = "book: Twice\nspell: Twice\nmove my fire clockwise by 1\nmove my gems through the centre\n"


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (FINE, 0, "Nothing was found"),
        (OPEN, 0, "not clear"),
        (TWICE, 1, "not allowed"),
    ],
)
def test_what_is_found_is_told(
    text: str, status: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.book"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["book", "check", str(file)])
    assert left.value.code == status
    assert told in capsys.readouterr().out


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.book"
    file.write_text(OPEN, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["book", "check", "--json", str(file)])
    document = json.loads(capsys.readouterr().out)
    assert document["entries"] == ["Whirl"]
    assert document["allowed"]
    (finding,) = document["findings"]
    assert finding["weight"] == "unclear"
    assert finding["line"] == 2
    assert finding["example"]


@pytest.mark.parametrize(
    "text", ["", "book: B\nspell: S\nmvoe my fire clockwise", "book: B\nspell: S\nremove all fire"]
)
def test_what_cannot_be_read_is_told_with_its_place(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.book"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["book", "check", str(file)])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert "my.book, line" in told
    assert "Traceback" not in told


def test_a_game_without_books_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.book"
    file.write_text(FINE, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["book", "check", "--game", "spell", str(file)])
    assert left.value.code == 2
    assert "SPELL has no books" in capsys.readouterr().err
