"""A file of settings with faults in it: each is told and left out, and the rest holds.

For a service, whose page has to come up to say what is wrong. At a terminal a faulty file is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from engine.errors import RunewatchError
from runewatch.settings.forms import Settings
from runewatch.settings.lines import pairs_of
from runewatch.settings.places import settings_file
from runewatch.settings.reading import overridden, read_settings, stored_settings
from runewatch.settings.rules import SettingsError

FIRST = "RUNEWATCH_FIRST_SETTINGS"
"""The variable that names the settings a box began with; they hold where its own cannot be used at all."""
SAFE_PARTS = frozenset({"table", "camera", "sight", "turn", "clocks", "journal", "web"})
"""A fault in these leaves the pins as they are; with one elsewhere a pin might drive what is wired otherwise."""
_TWINS = ("box.pins=simulated",)
_MOST = 50
_HEADER = re.compile(r"\s*\[")
_PART = re.compile(r"\s*\[*\s*([\w-]+)\s*[].]")

Borne = tuple[Settings, tuple[RunewatchError, ...]]
"""The settings that can be had, and what is wrong with the others."""


def bearable_settings(path: Path | None = None) -> Borne:
    """As much of this file, else of the usual one, as can be used."""
    try:
        return stored_settings(path), ()
    except RunewatchError as error:
        fault = error
    path = path or settings_file()
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n")
    except OSError:
        return _first(), (fault,)
    settings, faults = _mended(text.split("\n"), str(path)) or (_first(), (fault,))
    return settings, faults or (fault,)


def _first() -> Settings:
    try:
        settings = stored_settings(Path(os.environ[FIRST]))
    except (KeyError, RunewatchError):
        settings = Settings()
    return overridden(settings, _TWINS)


def _mended(lines: list[str], source: str) -> Borne | None:
    """What holds without the lines that have faults; None where that cannot be told."""
    faults: list[RunewatchError] = []
    parts: set[str] = set()
    while len(faults) < _MOST:
        text = "\n".join(lines)
        try:
            settings = read_settings(text, source)
        except SettingsError as error:
            faults.append(error)
            gone = _entry(text, lines, error.line - 1)
        except RunewatchError as error:
            faults.append(error)
            gone = _unclear(lines, int(error.facts.get("line", 0)) - 1)
        else:
            return settings if parts <= SAFE_PARTS else overridden(settings, _TWINS), tuple(faults)
        parts |= {_part(lines, number) for number in gone}
        if not gone:
            break
        for number in gone:
            lines[number] = ""
    return None


def _entry(text: str, lines: Sequence[str], at: int) -> range:
    """The lines of the key that stands here with its value; of a header with all that it is over."""
    if not 0 <= at < len(lines):
        return range(0)
    if _HEADER.match(lines[at]):
        return _under(lines, at)
    ends = (
        text.count("\n", 0, pair.end) for pair in pairs_of(text).values() if text.count("\n", 0, pair.key) == at
    )
    return range(at, max(ends, default=at) + 1)


def _under(lines: Sequence[str], at: int) -> range:
    """A header with all that stands under it, which would be taken for what belongs to the part before."""
    after = (number for number in range(at + 1, len(lines)) if _HEADER.match(lines[number]))
    return range(at, next(after, len(lines)))


def _unclear(lines: Sequence[str], at: int) -> range:
    """The line without which the rest is TOML: where that was noticed, or the one before, left open."""
    for number in (at, at - 1):
        if 0 <= number < len(lines):
            try:
                read_settings("\n".join([*lines[:number], "", *lines[number + 1 :]]), "")
            except SettingsError:
                pass
            except RunewatchError:
                continue
            return _under(lines, number) if _HEADER.match(lines[number]) else range(number, number + 1)
    return range(0)


def _part(lines: Sequence[str], at: int) -> str:
    """The part that a line stands in; empty for a header, whose own name may be what is wrong."""
    if _HEADER.match(lines[at]):
        return ""
    over = next((line for line in reversed(lines[:at]) if _HEADER.match(line)), lines[at])
    found = _PART.match(over)
    return found[1] if found else ""
