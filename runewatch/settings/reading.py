"""Settings read from their file, and overridden on the command line; each fault with the place it stands at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.datafile import read_file, told
from engine.errors import N_, reason, shown
from runewatch.settings.forms import KEYS, PARTS, Key, Origin, Settings
from runewatch.settings.lines import lines_of
from runewatch.settings.places import is_named, settings_file
from runewatch.settings.rules import SettingsError
from runewatch.settings.wired import faults

SET = "--set"
"""How the command line overrides a key."""


def stored_settings(path: Path | None = None) -> Settings:
    """The settings of this file, else of the usual one; without a file, the defaults. Raises SettingsError."""
    wanted = path is not None or is_named()
    path = path or settings_file()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        if wanted:
            raise SettingsError(N_("there is no such file")).at(source=str(path)) from None
        return Settings()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(N_("this is not UTF-8 text")).at(line, source=str(path)) from None
    except OSError as error:
        raise SettingsError(N_("this cannot be read: {why}"), why=reason(error)).at(source=str(path)) from None
    return read_settings(text, str(path))


def read_settings(text: str, source: str) -> Settings:
    """The settings a TOML text makes. Raises SettingsError, or DataError if it is no TOML."""
    values = read_file(text, source).values
    lines = lines_of(text)

    def line_of(name: str) -> int:
        return lines.get(tuple(name.split(".")), 0)

    chosen: dict[str, _Chosen] = {}
    for name, value in _named(values, source, lines):
        origin = Origin(source, line_of(name))
        chosen[name] = _Chosen.checked(KEYS[name], value, origin)
    return _settings(chosen)


def overridden(settings: Settings, texts: Iterable[str]) -> Settings:
    """The settings with what a command line says instead, such as ``web.port=80``. Raises SettingsError."""
    chosen = {name: _Chosen(settings.value(name), origin) for name, origin in settings.origins.items()}
    for text in texts:
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals:
            raise SettingsError(
                N_("write KEY=VALUE, such as {example}; not {came}"), example="web.port=80", came=shown(text)
            ).at(source=SET)
        if name not in KEYS:
            raise _unknown(name).at(source=SET)
        chosen[name] = _Chosen.checked(KEYS[name], KEYS[name].rule.from_text(value), Origin())
    return _settings(chosen)


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with other values of these keys. Raises SettingsError."""
    chosen = {name: _Chosen(settings.value(name), origin) for name, origin in settings.origins.items()}
    for name, value in values.items():
        if name not in KEYS:
            raise _unknown(name)
        chosen[name] = _Chosen(KEYS[name].rule.read(name, value), Origin())
    return _settings(chosen)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A value that somebody chose, and where."""

    value: Any
    origin: Origin

    @classmethod
    def checked(cls, key: Key, value: object, origin: Origin) -> _Chosen:
        try:
            return cls(key.rule.read(key.name, value), origin)
        except SettingsError as error:
            raise _placed(error, origin) from None


def _placed(error: SettingsError, origin: Origin) -> SettingsError:
    error.at(origin.line, source=SET if origin == Origin() else origin.file)
    return error


def _named(
    values: Mapping[str, Any], source: str, lines: Mapping[tuple[str, ...], int]
) -> Iterator[tuple[str, Any]]:
    """The values by their whole names; a name that nobody knows is a fault."""
    for part, inner in values.items():
        line = lines.get((part,), 0)
        if part not in PARTS:
            raise _unknown(part).at(line, source=source)
        if not isinstance(inner, dict):
            raise SettingsError(
                N_("{part} must be a part that begins with [{part}], not {came}"), part=part, came=told(inner)
            ).at(line, source=source)
        for last, value in inner.items():
            if f"{part}.{last}" not in KEYS:
                raise _unknown(f"{part}.{last}").at(lines.get((part, last), 0), source=source)
            yield f"{part}.{last}", value


def _unknown(name: str) -> SettingsError:
    """The fault of a key that is not one, with the one that may be meant."""
    part = name.partition(".")[0]
    if name not in PARTS and (near := _near(name)):
        return SettingsError(N_("there is no key {key}; did you mean {near}?"), key=shown(name), near=near)
    known = [key for key in KEYS if key.startswith(f"{part}.")] or list(PARTS)
    return SettingsError(N_("there is no key {key}; there are: {known}"), key=shown(name), known=", ".join(known))


def _near(name: str) -> str:
    """The key most like this name: by its whole name, the name of its part, or its last name alone."""
    part, dot, last = name.partition(".")
    whole = get_close_matches(name, [*KEYS, *([] if dot else PARTS)], n=1, cutoff=0.75)
    if whole:
        return whole[0]
    by_last = {key.partition(".")[2]: key for key in reversed(list(KEYS))}
    near = get_close_matches(last or part, by_last, n=1, cutoff=0.75)
    return by_last[near[0]] if near else ""


# -- all together ---------------------------------------------------------------------------------------


def _settings(chosen: Mapping[str, _Chosen]) -> Settings:
    """The settings, if what was chosen goes together."""
    _refuse_haste(chosen)
    parts = {
        part: form(
            **{key.name.partition(".")[2]: _value(key.name, chosen) for key in KEYS.values() if key.part == part}
        )
        for part, form in PARTS.items()
    }
    settings = Settings(**parts, origins={name: one.origin for name, one in chosen.items()})
    _refuse_wiring(settings)
    return settings


def _value(name: str, chosen: Mapping[str, _Chosen]) -> Any:
    return chosen[name].value if name in chosen else KEYS[name].default


def _refuse_wiring(settings: Settings) -> None:
    for name, fault in faults(settings):
        raise _placed(fault, settings.origins.get(name, Origin()))


def _refuse_haste(chosen: Mapping[str, _Chosen]) -> None:
    patience, still = "sight.patience", "sight.still_seconds"
    if _value(patience, chosen) > _value(still, chosen):
        return
    blamed = patience if patience in chosen else still
    raise _placed(
        SettingsError(
            N_("{patience} must be more than {still}, but they are {came} and {least}"),
            patience=patience, still=still, came=_value(patience, chosen), least=_value(still, chosen),
        ),
        chosen[blamed].origin,
    )  # fmt: skip
