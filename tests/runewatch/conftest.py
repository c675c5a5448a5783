"""The printed set is drawn and learnt once for all tests that look at the simulated table: it takes a while."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runewatch.events import Began
from runewatch.sight.profiles import built_in
from tests.runewatch.acted import Room


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the printed set in it: the first process to want it draws it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = run / "drawn"
    with (run / "drawn.lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setenv("RUNEWATCH_DATA", str(folder))
        built_in()
    return folder


@pytest.fixture
def home(drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own, in which the printed set is known."""
    shutil.copytree(drawn, tmp_path / "data")
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def room(home: Path) -> Iterator[Callable[..., Room]]:
    """Opens a match at the simulated table."""
    rooms: list[Room] = []

    def opened(**began: Any) -> Room:
        rooms.append(Room(home, Began("spell", **began)))
        return rooms[-1]

    yield opened
    for one in rooms:
        one.close()
