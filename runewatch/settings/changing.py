"""Settings changed in their file: the keys that are wished, and not a letter of what people wrote beside them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from engine.datafile import LARGEST
from engine.errors import N_, DataError, reason, shown
from runewatch.settings.forms import KEYS, Origin, Settings
from runewatch.settings.lines import Pair, pairs_of
from runewatch.settings.places import settings_file
from runewatch.settings.reading import overridden, read_settings
from runewatch.settings.rules import NONE, SettingsError
from runewatch.settings.writing import written
from vision.files import write_whole

Wishes = Mapping[str, object]
"""Values by the names of their keys, as TOML has them; None: the default again."""


class When(StrEnum):
    """When another value begins to matter."""

    NEXT_MATCH = "next-match"
    RESTART = "restart"


_NEXT_MATCH = ("table.game", "table.profile", "table.names", "sight.", "clocks.")


def when(name: str) -> When:
    """When another value of this key begins to matter, at the latest."""
    return When.NEXT_MATCH if name.startswith(_NEXT_MATCH) else When.RESTART


def change(wishes: Wishes, path: Path | None = None) -> Settings:
    """Writes the wished values into the file of the settings, all or none, and reads it again.

    Raises SettingsError (or DataError, of a file that is no TOML) and leaves the file as it was.
    """
    path = path or settings_file()
    text = _text(path)
    changed = changed_text(text, wishes)
    settings = read_settings(changed, str(path))
    if changed != text:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, changed.encode())
        except OSError as error:
            fault = SettingsError(N_("this cannot be written: {why}"), why=reason(error))
            raise fault.at(source=str(path)) from None
    return settings


def changed_text(text: str, wishes: Wishes) -> str:
    """The TOML text with these values. Raises SettingsError where a value is not as it should be."""
    wanted = {name: _checked(name, value) for name, value in wishes.items()}
    before = read_settings(text, "")
    for name, value in wanted.items():
        text = _without(text, name) if value is None else _with(text, name, value)
    _refuse_otherwise(before, wanted, text)
    return text


def with_overrides(settings: Settings, of: Settings) -> Settings:
    """The settings, with what was said on the command line when the others were made."""
    said = [name for name, origin in of.origins.items() if origin == Origin()]
    return overridden(settings, [f"{name}={written(of.value(name))}" for name in said])


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            # one that is larger is refused when it is read as settings
            return file.read(LARGEST + 1).decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(N_("this cannot be read: {why}"), why=reason(error)).at(source=str(path)) from None


def _checked(name: str, value: object) -> str | None:
    """The value as TOML writes it, if it is one that this key may have."""
    if name not in KEYS:
        raise SettingsError(N_("there is no key {key}"), key=shown(name))
    if value is None:
        return None
    found = KEYS[name].rule.read(name, value)
    return written(NONE if found is None else found)


def _refuse_otherwise(before: Settings, wanted: Mapping[str, str | None], text: str) -> None:
    """A file may be written in ways that are not understood here; then it is left alone."""
    try:
        after = read_settings(text, "")
    except DataError:
        raise _by_hand(next(iter(wanted))) from None
    for name in KEYS:
        meant: Any = before.value(name)
        if name in wanted:
            meant = KEYS[name].default if wanted[name] is None else None
        if wanted.get(name) is not None:
            is_meant = written(after.value(name)) == wanted[name]
        else:
            is_meant = after.value(name) == meant
        if not is_meant:
            raise _by_hand(name)


def _by_hand(name: str) -> SettingsError:
    return SettingsError(
        N_("{key} cannot be changed from here, as the file is written: change it by hand"), key=name
    )


# -- in the text ------------------------------------------------------------------------------------------


def _with(text: str, name: str, value: str) -> str:
    part, _, last = name.partition(".")
    pairs = pairs_of(text)
    if pair := pairs.get((part, last)):
        return f"{text[: pair.begin]}{value}{text[pair.end :]}"
    beside = [one for path, one in pairs.items() if path[0] == part and len(path) > 1 and not one.is_inner]
    if beside:
        # below the last key of its part, written the way that one is
        other = max(beside, key=lambda one: one.end)
        said = last if other.table == (part,) else name
        at = _line_end(text, other.end)
        return f"{text[:at]}\n{said} = {value}{text[at:]}"
    return _in_part(text, part, f"{last} = {value}")


def _in_part(text: str, part: str, line: str) -> str:
    """A line more below the header of a part, which has none yet; or at the end, with a header of its own."""
    at = 0
    while at < len(text):
        end = _line_end(text, at)
        if text[at:end].partition("#")[0].replace(" ", "").strip() == f"[{part}]":
            return f"{text[:end]}\n{line}{text[end:]}"
        at = end + 1
    head = text.rstrip("\n")
    return f"{head}\n\n[{part}]\n{line}\n" if head else f"[{part}]\n{line}\n"


def _without(text: str, name: str) -> str:
    part, _, last = name.partition(".")
    pair = pairs_of(text).get((part, last))
    if pair is None:
        return text
    if pair.is_inner:
        return _with(text, name, written(KEYS[name].default))
    return text[: _line_begin(text, pair)] + text[_line_end(text, pair.end) + 1 :]


def _line_begin(text: str, pair: Pair) -> int:
    return text.rfind("\n", 0, pair.key) + 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found
