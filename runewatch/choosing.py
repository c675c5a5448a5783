"""Choosing the options of a match one after the other: which go together, and why others do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.catalogue import game_named, games
from engine.contract import Game, Rules
from engine.errors import SetupError
from engine.options import Option, Value, value_from_text
from runewatch.settings import Settings
from runewatch.settings.rules import AUTO


def usual_game(settings: Settings) -> Game:
    """The game that is meant where nobody names one: that of the settings, or else the first on the shelf."""
    name = settings.table.game
    return next(iter(games().values())) if name == AUTO else game_named(name)


@dataclass(frozen=True, slots=True)
class Way:
    """A value that an option may have, and what speaks against it now."""

    value: Value | None
    """None: whatever follows from the other choices."""
    title: Mapping[str, str] | None = None
    """Of printed matter: its name by language."""
    origin: str = ""
    refused: SetupError | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """An option as it stands among the other choices. Without ``ways`` it takes any text."""

    option: Option
    value: Value | None
    """What is in force; None if nobody chose and it follows from other choices."""
    ways: tuple[Way, ...]
    is_main: bool
    """Whether it is for everybody to choose, and no matter of where the rulebook is silent."""

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return not self.ways or any(way.refused is None and way.value != self.value for way in self.ways)


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Choices that go together."""

    rules: Rules[Any, Any]
    setup: Mapping[str, Value]
    """What was chosen; all else has its default."""
    chances: tuple[Chance, ...]
    put_back: tuple[tuple[Option, SetupError], ...] = ()
    """What was chosen before and does not go with the rest."""


def choices(game: Game, wanted: Mapping[str, Any]) -> Choices:
    """What follows from these choices. Raises SetupError where the main ones do not go together.

    Further ones that do not go with them are put back.
    """
    known = {option.name: option for option in game.options}
    read = {name: _read(known.get(name), value) for name, value in wanted.items() if value is not None}
    firm = {name: value for name, value in read.items() if name not in known or _is_firm(game, known[name])}
    game.open(firm)
    kept, put_back = _kept(game, firm, {name: value for name, value in read.items() if name not in firm})
    rules = game.open(kept)
    found = tuple(_chance(game, option, rules, firm, kept) for option in game.options)
    return Choices(rules, kept, found, tuple((known[name], why) for name, why in put_back.items()))


def _kept(
    game: Game, firm: Mapping[str, Value], further: Mapping[str, Value]
) -> tuple[Mapping[str, Value], Mapping[str, SetupError]]:
    """The firm choices with the others that go with them, whatever comes first; and why the rest does not."""
    kept, refused = dict(firm), dict[str, SetupError]()
    for name, value in further.items():
        if (why := _refusal(game, {**kept, name: value})) is None:
            kept[name] = value
        else:
            refused[name] = why
    if refused and len(kept) > len(firm):
        # what was kept later may be what an earlier one needs
        return _kept(game, kept, {name: further[name] for name in refused})
    return kept, refused


def _chance(
    game: Game, option: Option, rules: Rules[Any, Any], firm: Mapping[str, Value], kept: Mapping[str, Value]
) -> Chance:
    # what can be put back does not stand in the way of the main choices
    others = firm if _is_firm(game, option) else kept
    ways = []
    for way in _ways(game, option):
        tried = {name: value for name, value in others.items() if name != option.name}
        if way.value is not None:
            tried[option.name] = way.value
        ways.append(Way(way.value, way.title, way.origin, _refusal(game, tried)))
    return Chance(option, rules.setup.get(option.name), tuple(ways), is_main(game, option))


def _ways(game: Game, option: Option) -> tuple[Way, ...]:
    if option.values is not None:
        open_ = (Way(None),) if option.default is None and not option.is_switch else ()
        return (*open_, *map(Way, option.values))
    stock = tuple(Way(item.name, item.title, item.origin) for item in game.stock() if item.option == option.name)
    if stock and option.default not in {way.value for way in stock}:
        return (Way(option.default), *stock)
    return stock


def is_main(game: Game, option: Option) -> bool:
    """Whether an option comes from the rules themselves, not from where they are silent."""
    if option.source:
        return option.source.startswith(f"{game.name}.")
    return option.values is not None or option.is_long or any(item.option == option.name for item in game.stock())


def _is_firm(game: Game, option: Option) -> bool:
    """Whether others give way to it. A switch does not turn itself on for others, but may need them."""
    return is_main(game, option) and option.values is not None and not option.is_switch


def _read(option: Option | None, value: Any) -> Any:
    """A value as it comes from a form: texts may stand for lists."""
    if option is not None and isinstance(option.default, tuple) and isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if option is not None and option.values is not None and isinstance(value, str):
        return value_from_text(option, value)
    return tuple(value) if isinstance(value, list) else value


def _refusal(game: Game, wanted: Mapping[str, Any]) -> SetupError | None:
    try:
        game.open(wanted)
    except SetupError as error:
        return error
    return None
