"""Settings as TOML text."""

from __future__ import annotations

import textwrap
from typing import Any

from engine.datafile import quoted
from engine.errors import N_
from engine.words import Words
from runewatch.settings.forms import KEYS, PARTS
from runewatch.settings.rules import NONE

_WIDTH = 100


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(written, value))}]"
    if value is None:
        return quoted(NONE)
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def example(words: Words) -> str:
    """A file that sets every key to its default and says what it is about."""
    lines = _comment(words(N_("The settings of Runewatch. What is left out has its default, as written here.")))
    for part in PARTS:
        lines += ["", f"[{part}]"]
        for key in KEYS.values():
            if key.part == part:
                lines += [*_comment(words(key.about)), f"{key.name.partition('.')[2]} = {written(key.default)}"]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False)]
