"""What was freed is given back, where the C library can."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from runewatch.sight.memory import give_back


def test_the_c_library_is_asked_to_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    class Library:
        def __init__(self, name: str) -> None:
            asked.append(name)

        def malloc_trim(self, pad: int) -> int:
            asked.append(pad)
            return 1

    monkeypatch.setattr(ctypes, "CDLL", Library)
    give_back()
    assert asked == ["libc.so.6", 0]


@pytest.mark.parametrize("trouble", [OSError("no such library"), AttributeError("malloc_trim")])
def test_another_c_library_is_no_trouble(trouble: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str) -> None:
        raise trouble

    monkeypatch.setattr(ctypes, "CDLL", fails)
    give_back()
