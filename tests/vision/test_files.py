"""Files written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from vision.files import write_whole


def test_the_old_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "kept"
    for data in (b"one", b"another"):
        write_whole(target, data)
        assert target.read_bytes() == data
    assert list(tmp_path.iterdir()) == [target]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "kept"
    target.write_bytes(b"old")

    def fail(_: int) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no room"):
        write_whole(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), b"gone")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path, b"a folder is no file")
