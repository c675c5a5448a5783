"""What a value may be: a rule each, that checks it and says in one sentence what is wrong with it."""

from __future__ import annotations

import ipaddress
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

from engine.datafile import LONGEST_LINE, told
from engine.errors import N_, NotationError

AUTO = "auto"
"""Whatever is there: the program finds it by itself."""
NONE = "none"
"""There is no such thing; in the code it is None."""
_LONGEST_ADDRESS = 300
HIGHEST_PIN = 27
"""Pins have BCM numbers from 0 to this."""


class SettingsError(NotationError):
    """A setting is not as it should be; says where it stands, what was expected and what came."""


class Rule(ABC):
    """What the value of a key may be."""

    @abstractmethod
    def read(self, key: str, value: object) -> Any:
        """The value as it is used. Raises SettingsError."""

    def from_text(self, text: str) -> object:
        """The value somebody means who writes this on a command line."""
        found = _as_toml(text)
        return text if found is None else found


class Worded(Rule):
    """A rule for texts: what looks like a number is a text all the same."""

    def from_text(self, text: str) -> object:
        found = _as_toml(text)
        return found if isinstance(found, str) else text


@dataclass(frozen=True, slots=True)
class Choice(Worded):
    """One of several words."""

    words: Callable[[], tuple[str, ...]]

    def read(self, key: str, value: object) -> str:
        words = self.words()
        if isinstance(value, str) and value in words:
            return value
        near = get_close_matches(value, words, n=1, cutoff=0.6) if isinstance(value, str) else []
        if near:
            raise SettingsError(
                N_("{name} must be one of: {choices}; not {came}; did you mean {near}?"),
                name=key, choices=", ".join(words), came=told(value), near=near[0],
            )  # fmt: skip
        raise SettingsError(
            N_("{name} must be one of: {choices}; not {came}"),
            name=key,
            choices=", ".join(words),
            came=told(value),
        )


@dataclass(frozen=True, slots=True)
class Number(Rule):
    """A number within bounds."""

    least: float
    most: float

    def read(self, key: str, value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most:
            return float(value)
        raise SettingsError(
            N_("{key} must be a number from {least} to {most}, not {came}"),
            key=key, least=f"{self.least:g}", most=f"{self.most:g}", came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Whole(Rule):
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, key: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        raise SettingsError(
            N_("{key} must be a whole number from {least} to {most}, not {came}"),
            key=key, least=self.least, most=self.most, came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flag(Rule):
    """Yes or no."""

    def read(self, key: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise SettingsError(N_("{key} must be true or false, not {came}"), key=key, came=told(value))


@dataclass(frozen=True, slots=True)
class Pin(Rule):
    """A pin of the header, by its BCM number. ``claims``: what is wired there, not only a word about it."""

    claims: bool = True

    def read(self, key: str, value: object) -> int | None:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST_PIN:
            return value
        raise SettingsError(
            N_("{key} must be a pin by its BCM number, from 0 to {most}, not {came}"),
            key=key, most=HIGHEST_PIN, came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PinOrNone(Pin):
    """A pin, or none where nothing is wired."""

    def read(self, key: str, value: object) -> int | None:
        if value is None or value == NONE:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST_PIN:
            return value
        raise SettingsError(
            N_("{key} must be a pin by its BCM number, from 0 to {most}, or {none}; not {came}"),
            key=key, most=HIGHEST_PIN, none=NONE, came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text(Worded):
    """A text of one line."""

    most: int

    def read(self, key: str, value: object) -> str:
        if isinstance(value, str) and value.strip() and len(value) <= self.most and value.isprintable():
            return value
        raise SettingsError(
            N_("{key} must be a text of 1 to {most} letters in one line, not {came}"),
            key=key, most=self.most, came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name(Worded):
    """A name that can be that of a file."""

    PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

    def read(self, key: str, value: object) -> str:
        if isinstance(value, str) and self.PATTERN.fullmatch(value):
            return value
        raise SettingsError(
            N_("{key} must be a name of letters, digits, - and _, not {came}"), key=key, came=told(value)
        )


@dataclass(frozen=True, slots=True)
class Folder(Worded):
    """A folder, by its whole path."""

    def read(self, key: str, value: object) -> str:
        if isinstance(value, str) and (value == AUTO or _is_whole_path(value)):
            return value
        raise SettingsError(
            N_("{key} must be {auto} or a path that begins with / or ~/, not {came}"),
            key=key, auto=AUTO, came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Device(Rule):
    """A camera: found by itself, simulated, by its number, the path of its device or file, or its address."""

    HIGHEST = 63
    SIMULATED = "simulated"
    OWN = re.compile(r"picamera2:[0-9]")

    def read(self, key: str, value: object) -> str | int:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.HIGHEST:
            return value
        if isinstance(value, str) and (
            value in (AUTO, self.SIMULATED)
            or self.OWN.fullmatch(value)
            or _is_whole_path(value)
            or _is_web_address(value)
        ):
            return value
        raise SettingsError(
            N_("{key} must be {auto}, {simulated}, a number up to {most} or such as {examples}; not {came}"),
            key=key, auto=AUTO, simulated=self.SIMULATED, most=self.HIGHEST,
            examples="picamera2:0, /dev/video0, ~/table.mp4, http://192.168.1.20:8080/video", came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class NumberOrAuto(Rule):
    """A number within bounds, or whatever the program finds out."""

    least: float
    most: float

    def read(self, key: str, value: object) -> float | str:
        if value == AUTO:
            return AUTO
        if isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most:
            return float(value)
        raise SettingsError(
            N_("{key} must be {auto} or a number from {least} to {most}, not {came}"),
            key=key, auto=AUTO, least=f"{self.least:g}", most=f"{self.most:g}", came=told(value),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Address(Worded):
    """An address of this machine to be reached at."""

    def read(self, key: str, value: object) -> str:
        try:
            if not isinstance(value, str):
                raise ValueError
            return value if value == "localhost" else str(ipaddress.ip_address(value))
        except ValueError:
            raise SettingsError(
                N_("{key} must be an address such as {one} or {all}, or localhost, not {came}"),
                key=key, one="127.0.0.1", all="0.0.0.0", came=told(value),
            ) from None  # fmt: skip


@dataclass(frozen=True, slots=True)
class Several(Rule):
    """A list of such values, none twice."""

    of: Rule
    least: int
    most: int

    def read(self, key: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            raise SettingsError(
                N_("{key} must be a list of {least} to {most} values, not {came}"),
                key=key, least=self.least, most=self.most, came=told(value),
            )  # fmt: skip
        found: list[Any] = []
        for item in value:
            one = self.of.read(key, item)
            if one in found:
                raise SettingsError(N_("{key} names {came} twice"), key=key, came=told(item))
            found.append(one)
        return tuple(found)

    def from_text(self, text: str) -> object:
        """A list as in TOML, or its items with commas between."""
        found = _as_toml(text)
        if isinstance(found, list):
            return found
        return [self.of.from_text(item.strip()) for item in text.split(",")] if text else []


def _is_whole_path(text: str) -> bool:
    return text.startswith(("/", "~/")) and text.isprintable()


def _is_web_address(text: str) -> bool:
    """An address in the network that can be asked for pictures."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    is_clean = text.isascii() and text.isprintable() and " " not in text and len(text) <= _LONGEST_ADDRESS
    return is_clean and parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0


def _as_toml(text: str) -> object | None:
    """The value this text is in TOML; None if it is none."""
    if len(text) > LONGEST_LINE:
        return None
    try:
        found = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return None
    # a text of several lines might hold more than a value
    return found["value"] if len(found) == 1 else None
