"""The settings: what can be set, what is set, and changing it in its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Annotated, Any, Literal

from flask import current_app

from engine.errors import N_
from engine.words import Words
from runewatch.live.host import Host, HostError
from runewatch.settings import KEYS, Key, Origin, Settings, SettingsError, settings_file, stored_settings
from runewatch.settings.changing import When, change, when, with_overrides
from runewatch.settings.forms import PARTS
from runewatch.settings.rules import Choice, Flag, Number, Pin, PinOrNone, Rule, Several, Whole
from runewatch.settings.writing import written
from web.api.endpoints import Api
from web.api.forms import FormError, Limit
from web.api.match import host, outcome
from web.words import reader

api = Api("settings")

TITLES: Mapping[str, str] = {
    "table": N_("What is played"), "camera": N_("The camera"), "sight": N_("When the table is read"),
    "turn": N_("How a turn ends"), "clocks": N_("Clocks"), "lights": N_("Lights"), "buttons": N_("Buttons"),
    "buzzer": N_("Buzzer"), "display": N_("Display for the scores"), "lamp": N_("Lamp"),
    "box": N_("How the pins are reached"), "web": N_("The page"), "journal": N_("What is kept"),
}  # fmt: skip

Kind = Literal["choice", "choices", "flag", "number", "whole", "text", "list"]
Source = Literal["default", "file", "command-line"]

_turn = Lock()


@dataclass(frozen=True, slots=True)
class Setting:
    """One key: what it is about, what it may be, and what it is. ``text`` is a value as it is sent."""

    name: str
    about: str
    kind: Kind
    choices: tuple[str, ...]
    least: float | None
    most: float | None
    text: str
    """The value in the file, or the default."""
    default: str
    in_use: str
    """What counts now, which may be another: until a restart, or because the command line says so."""
    source: Source
    line: int
    """Of the file; 0 if it is not there."""
    when: Literal["next-match", "restart"]
    """When another value begins to matter."""


@dataclass(frozen=True, slots=True)
class SettingsPart:
    """Keys that belong together."""

    name: str
    title: str
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class AllSettings:
    """The file, whether it is there, and every key."""

    file: str
    exists: bool
    parts: tuple[SettingsPart, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Values by the names of keys, as on a command line (``down``, ``30, 10``); null is the default again."""

    values: Mapping[str, Annotated[str, Limit(1000)] | None]


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of it: the keys whose new value waits for a restart, and the settings as they are now."""

    waiting: tuple[str, ...]
    settings: AllSettings


@api.get("/settings", gives=AllSettings, is_open=False, about=N_("Every setting, with what it is about."))
def all_settings() -> AllSettings:
    return told(host(), reader())


@api.put(
    "/settings", takes=Wishes, gives=Settled, about=N_("Change settings in their file: all of it or nothing.")
)
def change_settings(wanted: Wishes) -> Settled:
    current = host()
    wishes = {name: _meant(name, text) for name, text in wanted.values.items()}
    with _turn:
        try:
            stored = change(wishes)
        except SettingsError as error:
            raise _at_its_place(error, wishes) from error
        settings = with_overrides(stored, current.settings)
        outcome(current.do(lambda: _take(current, settings)))
    now = told(current, reader())
    waiting = tuple(
        one.name for part in now.parts for one in part.settings if one.name in wishes and one.in_use != one.text
    )
    return Settled(waiting, now)


def _meant(name: str, text: str | None) -> object:
    if name not in KEYS:
        raise FormError(f"/values/{name}"[:200], N_("there is no key {key}"), key=name[:60])
    return None if text is None else KEYS[name].rule.from_text(text.strip())


def _at_its_place(error: SettingsError, wishes: Mapping[str, object]) -> FormError:
    """The same fault, pointing at what was sent."""
    key = str(error.facts.get("key", error.facts.get("name", error.facts.get("patience", ""))))
    blamed = key if key in wishes else next(iter(wishes), "")
    return FormError(f"/values/{blamed}", error.message, **error.facts)


def _take(current: Host, settings: Settings) -> None:
    """In the loop's thread: what can be used at once is used."""
    try:
        current.change(settings)
    except HostError:
        # another camera has to wait until nobody plays
        current.change(replace(settings, camera=current.settings.camera))


# -- telling ----------------------------------------------------------------------------------------------


def told(current: Host, words: Words) -> AllSettings:
    """Raises SettingsError where the file is not as it should be."""
    path, stored = settings_file(), stored_settings()
    now = _in_use(current)
    parts = (
        SettingsPart(
            part, words(TITLES.get(part, part)), tuple(_told(key, stored, now, words) for key in _keys(part))
        )
        for part in PARTS
    )
    return AllSettings(str(path), path.is_file(), tuple(parts))


def _keys(part: str) -> Iterator[Key]:
    return (key for key in KEYS.values() if key.part == part)


@dataclass(frozen=True, slots=True)
class _InUse:
    """The settings as they are used: some since the start, some as they were changed since."""

    started: Settings
    now: Settings

    def value(self, name: str) -> Any:
        return (self.started if when(name) is When.RESTART else self.now).value(name)

    def is_said(self, name: str) -> bool:
        """Whether the command line says it."""
        return self.started.origins.get(name) == Origin()


def _in_use(current: Host) -> _InUse:
    started: Settings = current_app.extensions["started"]
    return _InUse(started, current.settings)


def _told(key: Key, stored: Settings, now: _InUse, words: Words) -> Setting:
    origin = stored.origins.get(key.name)
    source: Source = "command-line" if now.is_said(key.name) else "file" if origin else "default"
    kind, choices, least, most = _field(key.rule)
    return Setting(
        key.name, words(key.about), kind, choices, least, most, as_text(stored.value(key.name)),
        as_text(key.default), as_text(now.value(key.name)), source, origin.line if origin else 0,
        when(key.name).value,
    )  # fmt: skip


def as_text(value: Any) -> str:
    """A value as it is typed in."""
    if isinstance(value, tuple):
        return ", ".join(map(as_text, value))
    return value if isinstance(value, str) else written(value).strip('"')


def _field(rule: Rule) -> tuple[Kind, tuple[str, ...], float | None, float | None]:
    """How a value is asked for: the kind of field, what to choose from, the least and the most."""
    match rule:
        case Choice(words):
            return "choice", words(), None, None
        case Several(Choice(words)):
            return "choices", words(), None, None
        case Several():
            return "list", (), None, None
        case Flag():
            return "flag", ("true", "false"), None, None
        case Number(least, most):
            return "number", (), least, most
        case Whole(least, most):
            return "whole", (), least, most
        case PinOrNone():
            return "text", (), None, None
        case Pin():
            return "whole", (), 0, 27
    return "text", (), None, None
