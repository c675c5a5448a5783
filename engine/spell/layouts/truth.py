"""Truth files beside pictures of SPELL: which keys they have, and what their letters mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import N_, DataError
from engine.spell.frame import DIRECTION_NAMES, NAMES, PLACE_AT, SIDE
from engine.spell.layouts.plan import FIGURES, GEM, GEM_TIPS, SPECIALS, TILES
from engine.table import Thing
from engine.truth import Truth

_TILES = {letter: TILES[letter] for letter in "BbVv"} | {"n": TILES["N"]}
_GAP = "."
_FIGURES = {"bw": FIGURES["M"], "vw": FIGURES["m"], "be": FIGURES["E"], "ve": FIGURES["e"]}
_SPECIALS = {"black": SPECIALS["S"], "violet": SPECIALS["s"]}
_SIDES = {"top": (-1, None), "bottom": (SIDE, None), "left": (None, -1), "right": (None, SIDE)}


def truth(document: Mapping[str, Any]) -> Truth:
    """What the file says. Raises DataError if it is not of this form."""
    try:
        return _read(document)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise DataError(N_("this is no truth file of {game}: {why}"), game="SPELL", why=repr(error)) from None


def _read(document: Mapping[str, Any]) -> Truth:
    layout = dict(_cells(document["rows"], document["occupants"]))
    layout |= {_beside(tile): (_SPECIALS[tile["color"]],) for tile in document.get("special_tiles") or ()}
    told = set(NAMES)
    gem = document.get("gem")
    if gem is None or gem.get("in_frame", True):
        told.add(GEM)
    if gem is not None:
        layout[GEM] = (GEM_TIPS[DIRECTION_NAMES.index(gem["direction"])],)
    return Truth(
        layout,
        told,
        str(document.get("surface", "")),
        float(document.get("arena_rotation_deg", 0.0)),
        corners=tuple((float(x), float(y)) for x, y in document.get("lattice_corners_px") or ()),
        hidden=frozenset(_names(document.get("hidden_cells") or ())),
        glared=frozenset(_names(document.get("glare_cells") or ())),
        still=bool(document.get("stable", True)),
    )


def _cells(
    rows: Sequence[str], occupants: Sequence[Sequence[str | None]]
) -> Iterator[tuple[str, tuple[Thing, ...]]]:
    for row in range(SIDE):
        for column in range(SIDE):
            tile, standing = rows[row][column], occupants[row][column]
            things = () if tile == _GAP else (_TILES[tile],)
            if standing is not None:
                things = (*things, _FIGURES[standing])
            if things:
                yield NAMES[PLACE_AT[row, column]], things


def _beside(tile: Mapping[str, Any]) -> str:
    row, column = _SIDES[tile["side"]]
    index = int(tile["index"])
    return NAMES[PLACE_AT[index if row is None else row, index if column is None else column]]


def _names(spots: Sequence[Sequence[int]]) -> Iterator[str]:
    return (NAMES[PLACE_AT[int(row), int(column)]] for row, column in spots)
