"""Options: what can be chosen before a match, declared as data and checked in one place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from engine.errors import N_, NotationError, SetupError, shown

Value = bool | int | str | tuple[str, ...]
Setup = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. ``values`` are what it may be; ``default`` may be None where others decide it.

    ``values`` of None means any text; a yes/no option has (False, True).
    ``about`` is for the set-up page, ``source`` names the rule or ambiguity it comes from, ``titles`` says what
    people call the values, by how they are written, where that is not the same.
    """

    name: str
    default: Value | None
    values: tuple[Value, ...] | None
    about: str
    source: str = ""
    titles: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_long: bool = False
    """Whether a whole text, of many lines, may be its value."""

    @property
    def is_switch(self) -> bool:
        return self.values == (False, True)


def switch(name: str, about: str, source: str = "", *, default: bool | None = False) -> Option:
    """A yes/no option."""
    return Option(name, default, (False, True), about, source)


def read_setup(options: tuple[Option, ...], choices: Mapping[str, Any]) -> Setup:
    """The choices completed with defaults. Raises SetupError for an unknown option or value."""
    known = {option.name: option for option in options}
    for name in choices:
        if name not in known:
            raise SetupError(
                N_("there is no option {name}; did you mean {near}?"),
                name=shown(str(name)),
                near=_nearest(str(name), list(known)),
            )
    setup: dict[str, Value] = {}
    for option in options:
        value = choices.get(option.name)
        value = option.default if value is None else value
        if value is None:
            continue
        setup[option.name] = _checked(option, value)
    return setup


def same_setup(mine: Setup, its: Setup, apart: Collection[str] = ()) -> None:
    """Raises NotationError where a position has another setup than a match; the options ``apart`` may differ."""
    differing = [name for name in {**mine, **its} if name not in apart and mine.get(name) != its.get(name)]
    if differing:
        raise NotationError(
            N_("the position belongs to another setup ({options} differ)"), options=", ".join(differing)
        )


def _checked(option: Option, value: Any) -> Value:
    if option.values is None:
        if isinstance(value, bool | int | str):
            return value
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise SetupError(N_("option {name} must be a text, not {came}"), name=option.name, came=shown(repr(value)))
    for allowed in option.values:
        # True == 1 in Python; an option of numbers must not take a yes for a 1
        if type(allowed) is type(value) and allowed == value:
            return allowed
    raise SetupError(
        N_("option {name} must be one of: {values}; not {came}"),
        name=option.name,
        values=", ".join(written(allowed) for allowed in option.values),
        came=shown(str(value)),
    )


def written(value: Value) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def value_from_text(option: Option, text: str) -> Value:
    """The value that a text means. Raises SetupError."""
    if option.values is None:
        return text
    for allowed in option.values:
        if written(allowed) == text.strip().lower():
            return allowed
    return _checked(option, text)


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0)
    return near[0] if near else "-"
