"""Starting arenas for solo play (spell.solo.setup), read from a data file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.datafile import Entry, packaged, read_file
from engine.errors import N_, DataError, shown
from engine.spell.frame import NAMES, SIDE

MOST_OPENINGS = 60

PIECES = {"Bb": 7, "Vv": 7, "N": 1, ".": 1, "M": 1, "m": 1}
"""How many of which letters an arena has."""
TILES = "BbVvN"
MAGES = "Mm"


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting arena, as one line of arena text."""

    name: str
    origin: str
    title: Mapping[str, str] = field(hash=False)
    arena: str


@cache
def load_openings() -> tuple[Opening, ...]:
    """The openings that come with the game."""
    return read_openings(packaged("engine.spell", "openings.toml"), "openings.toml")


def opening(name: str) -> Opening:
    """An opening that comes with the game."""
    for found in load_openings():
        if found.name == name:
            return found
    known = ", ".join(found.name for found in load_openings())
    raise DataError(N_("there is no opening {name}; the openings are: {known}"), name=shown(name), known=known)


def read_openings(text: str, source: str) -> tuple[Opening, ...]:
    """The openings written in a TOML text; ``source`` is what errors call it."""
    whole = read_file(text, source)
    whole.expect(["origin", "opening"])
    origin = whole.text("origin")
    found: dict[str, Opening] = {}
    for entry in whole.entries("opening", "name", MOST_OPENINGS):
        entry.expect(["name", "title", "arena"])
        name = entry.text("name")
        if name in found:
            raise entry.fault(
                N_("{where}: every opening needs a name of its own; {name} was there before"), name=name
            )
        found[name] = Opening(name, origin, entry.titles("title"), _arena(entry))
    return tuple(found.values())


def _arena(entry: Entry) -> str:
    rows = [row.split() for row in entry.drawing("arena").strip().splitlines()]
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise entry.fault(
            N_("{where}: an arena has {side} rows of {side} cells, not rows of {came}"),
            side=SIDE,
            came=shown(", ".join(str(len(row)) for row in rows)),
        )
    cells = [cell for row in rows for cell in row]
    for place, cell in zip(NAMES, cells, strict=False):
        _check_cell(entry, place, cell)
    _check_pieces(entry, cells)
    return " / ".join(" ".join(row) for row in rows)


def _check_cell(entry: Entry, place: str, cell: str) -> None:
    tile, mage = cell[0], cell[1:]
    if cell != "." and (tile not in TILES or mage not in ("", *MAGES)):
        raise entry.fault(
            N_("{where}: {place} must be . or a tile ({tiles}), perhaps with a mage ({mages}), not {came}"),
            place=place,
            tiles=" ".join(TILES),
            mages=" ".join(MAGES),
            came=shown(cell),
        )


def _check_pieces(entry: Entry, cells: list[str]) -> None:
    letters = Counter("".join(cells))
    for group, number in PIECES.items():
        came = sum(letters[letter] for letter in group)
        if came != number:
            raise entry.fault(
                N_("{where}: an arena has {expected} of {letters}, not {came}"),
                letters=" ".join(group),
                expected=number,
                came=came,
            )
