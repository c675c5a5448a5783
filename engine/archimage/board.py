"""Boards as data: spaces, their powers, what joins them, and where they are drawn; read from a TOML text.

Where two spaces are walls is said for people who look at the board; that nothing joins them is what counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, get_args

from engine.archimage.elements import POWERS
from engine.datafile import Entry, packaged, read_file, told
from engine.errors import N_, DataError, shown

Kind = Literal["hub", "start", "circle", "scroll"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NUMBERED = ("circle", "scroll")

STAND_IN = "stand-in"
PLAYERS = (2, 3, 4, 5)
MOST_SPACES = 250
FARTHEST_MM = 1000.0
"""No space is farther than this from the middle of a board."""
NAME = re.compile(r"[a-z0-9]{1,8}")
RESERVED = ("hub",)
"""The one name that is given: that of the chamber's floor."""
CIRCLE_MM = 30.0
SCROLL_MM = (36.0, 46.0)
START_MM = 26.0
HUB_MM = 140.0
SIZES: Mapping[str, tuple[float, float]] = {
    "hub": (HUB_MM, HUB_MM),
    "start": (START_MM, START_MM),
    "circle": (CIRCLE_MM, CIRCLE_MM),
    "scroll": SCROLL_MM,
}
"""How large a space is: wider than a token or a card, so that a figure leaves its number to be seen."""


@dataclass(frozen=True, slots=True)
class Space:
    """A node of the board. (x, y) are millimetres from its middle, right and down."""

    name: str
    kind: Kind
    power: int
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """A dungeon as a graph. Spaces are known by their number; a set of them is an integer, bit by space."""

    name: str
    origin: str
    title: Mapping[str, str] = field(hash=False)
    players: int
    spaces: tuple[Space, ...]
    links: tuple[tuple[int, int], ...]
    walls: tuple[tuple[int, int], ...]

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {space.name: number for number, space in enumerate(self.spaces)}

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """Of each space, the set of those that are joined to it."""
        found = [0] * len(self.spaces)
        for one, other in self.links:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return tuple(found)

    @cached_property
    def hub(self) -> int:
        return next(number for number, space in enumerate(self.spaces) if space.kind == "hub")

    @cached_property
    def starts(self) -> tuple[int, ...]:
        return self._of_kind("start")

    @cached_property
    def circles(self) -> tuple[int, ...]:
        return self._of_kind("circle")

    @cached_property
    def scrolls(self) -> tuple[int, ...]:
        return self._of_kind("scroll")

    @cached_property
    def chamber(self) -> int:
        """The floor of the chamber and its violet spots, as a set."""
        return sum(1 << number for number in (self.hub, *self.starts))

    def _of_kind(self, kind: Kind) -> tuple[int, ...]:
        return tuple(number for number, space in enumerate(self.spaces) if space.kind == kind)

    def name_of(self, number: int) -> str:
        return self.spaces[number].name

    def names(self, mask: int) -> tuple[str, ...]:
        return tuple(self.spaces[number].name for number in bits(mask))


def bits(mask: int) -> Iterator[int]:
    """The numbers in a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def stand_in(players: int) -> str:
    """The name of the board that comes with the game for so many players."""
    return f"fan-{players}"


def board_names() -> tuple[str, ...]:
    return tuple(map(stand_in, PLAYERS))


def load_board(said: str, players: int) -> Board:
    """The board an option means: one that comes with the game by name, or the text of one. Raises DataError."""
    name = said or stand_in(players)
    if "\n" in name or "=" in name:
        return own_board(name)
    if name not in board_names():
        raise DataError(
            N_("there is no board {name}; the boards are: {known}"),
            name=shown(name),
            known=", ".join(board_names()),
        )
    return _packaged(name)


@lru_cache(maxsize=8)
def _packaged(name: str) -> Board:
    return read_board(packaged("engine.archimage", f"{name}.toml"), f"{name}.toml")


_OWN = "board"
"""What errors call the text of a board: as the option is written that holds it, the same in every language."""


@lru_cache(maxsize=8)
def own_board(text: str) -> Board:
    """A board of one's own, which has to be fit for play."""
    from engine.archimage.fitness import fit  # noqa: PLC0415 - it needs the boards that are read here

    return fit(read_board(text, _OWN), _OWN)


def read_board(text: str, source: str) -> Board:
    """The board written in a TOML text; ``source`` is what errors call it. Whether it is fit is not asked here."""
    whole = read_file(text, source)
    whole.expect(["name", "origin", "players", "title", "space"], ["wall"])
    players = whole.values["players"]
    if isinstance(players, bool) or players not in PLAYERS:
        raise whole.fault(N_("{where}: players must be 2, 3, 4 or 5, not {came}"), came=told(players))
    entries = whole.entries("space", "name", MOST_SPACES)
    spaces: list[Space] = []
    for entry in entries:
        space = _space(entry)
        if any(space.name == known.name for known in spaces):
            raise entry.fault(N_("{where}: there is a space {name} already"), name=space.name)
        spaces.append(space)
    if [space.kind for space in spaces].count("hub") != 1:
        raise whole.fault(N_("{where}: a board has one space of the kind hub, the floor of its chamber"))
    numbers = {space.name: number for number, space in enumerate(spaces)}
    links = _links(entries, numbers)
    walls = tuple(_pair(entry, numbers) for entry in whole.entries("wall", "between", MOST_SPACES)
                  ) if "wall" in whole.values else ()  # fmt: skip
    for one, other in walls:
        if (min(one, other), max(one, other)) in links:
            raise whole.fault(
                N_("{where}: {one} and {other} are joined, and yet a wall is between them"),
                one=spaces[one].name,
                other=spaces[other].name,
            )
    return Board(
        whole.text("name"), whole.text("origin"), whole.titles("title"), players, tuple(spaces), links, walls
    )


def _space(entry: Entry) -> Space:
    entry.expect(["name", "kind", "at"], ["power", "to"])
    name = entry.text("name")
    kind = next((kind for kind in KINDS if kind == entry.text("kind")), None)
    if kind is None:
        raise entry.fault(
            N_("{where}: the kind must be one of: {known}; not {came}"),
            known=", ".join(KINDS),
            came=shown(entry.text("kind")),
        )
    if not NAME.fullmatch(name) or (name in RESERVED) != (kind == "hub"):
        raise entry.fault(
            N_("{where}: a space is named by 1 to 8 small letters or digits, and only the hub by hub, not {came}"),
            came=shown(name),
        )
    x, y = _point(entry)
    return Space(name, kind, _power(entry, kind), x, y)


def _power(entry: Entry, kind: Kind) -> int:
    power = entry.values.get("power", 0)
    if kind in NUMBERED and (isinstance(power, bool) or power not in POWERS):
        raise entry.fault(N_("{where}: a {kind} has a power from 2 to 6, not {came}"), kind=kind, came=told(power))
    if kind not in NUMBERED and "power" in entry.values:
        raise entry.fault(N_("{where}: a {kind} has no power"), kind=kind)
    return int(power)


def _point(entry: Entry) -> tuple[float, float]:
    value = entry.values["at"]
    numbers = [
        float(one)
        for one in (value if isinstance(value, list) else [])
        if isinstance(one, int | float) and not isinstance(one, bool) and abs(one) <= FARTHEST_MM
    ]
    if len(numbers) != 2 or len(value) != 2:
        raise entry.fault(
            N_("{where}: at must be two numbers of millimetres from the middle, right and down, not {came}"),
            came=told(value) if not isinstance(value, list) else shown(str(value)),
        )
    return numbers[0], numbers[1]


def _links(entries: tuple[Entry, ...], numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    found: dict[tuple[int, int], None] = {}
    for here, entry in enumerate(entries):
        for name in entry.words("to") if "to" in entry.values else []:
            there = _known(entry, name, numbers)
            if there == here:
                raise entry.fault(N_("{where}: a space is not joined to itself"))
            found[min(here, there), max(here, there)] = None
    return tuple(found)


def _pair(entry: Entry, numbers: Mapping[str, int]) -> tuple[int, int]:
    entry.expect(["between"])
    names = entry.words("between")
    if len(names) != 2 or names[0] == names[1]:
        raise entry.fault(N_("{where}: a wall is between two spaces, not {came}"), came=shown(", ".join(names)))
    one, other = (_known(entry, name, numbers) for name in names)
    return one, other


def _known(entry: Entry, name: str, numbers: Mapping[str, int]) -> int:
    if name not in numbers:
        raise entry.fault(N_("{where}: there is no space {name}"), name=shown(name))
    return numbers[name]
