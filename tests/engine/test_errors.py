"""Why the machine did not do as it was told: in our words, in every language, with what to do."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from engine.errors import _REASONS, RunewatchError, reason
from engine.words import Words

FRENCH = Words("fr")


def told(error: OSError, words: Words) -> str:
    return words.error(RunewatchError("{name} cannot be written: {why}", name="'a.txt'", why=reason(error)))


@pytest.mark.parametrize("number", sorted(_REASONS))
def test_a_usual_reason_is_told_in_our_words(number: int) -> None:
    error = OSError(number, os.strerror(number))
    english, french = told(error, Words()), told(error, FRENCH)
    assert os.strerror(number) not in english + french
    assert english.endswith(_REASONS[number])
    assert not french.endswith(_REASONS[number])


def test_the_reason_is_told_of_what_really_happens(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    tried = {
        tmp_path: "it is a folder; name a file",
        tmp_path / "file" / "none": "a file is in the place of a folder",
        tmp_path / "none" / "file": "that its folder is made",
        tmp_path / ("x" * 5000): "its name is too long",
    }
    for path, words in tried.items():
        with pytest.raises(OSError) as raised:
            path.write_bytes(b"")
        assert words in reason(raised.value)


def test_names_and_waiting_have_no_number() -> None:
    assert reason(socket.gaierror(-2, "Name or service not known")) == "nothing of that name is known here"
    assert reason(TimeoutError()) == reason(OSError(errno.ETIMEDOUT, "x")) == "no answer came in time"


def test_a_rare_reason_is_told_as_it_came() -> None:
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert reason(ValueError("embedded null byte")) == "embedded null byte"
    assert reason(OSError()) == "OSError"
