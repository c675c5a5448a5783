"""Truth files beside pictures of an Agrica: which keys they have, and what their letters mean.

What is told by its base is whose a gem is: those on white bases are South's here, whoever plays them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import N_, DataError
from engine.spellbook.layouts import NAMES, THINGS, tray_of
from engine.table import Thing
from engine.truth import Truth

_OWNERS = {"white": 0, "black": 1}
_LETTERS = "fawe"
_GEMS = {
    f"{base}{kind}": THINGS[4 * seat + number]
    for seat, base in enumerate("wb")
    for number, kind in enumerate(_LETTERS)
}
_CORNERS = ("1", "3", "5", "7")
_HALF = 0.5


def truth(document: Mapping[str, Any]) -> Truth:
    """What the file says. Raises DataError if it is not of this form."""
    try:
        return _read(document)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise DataError(N_("this is no truth file of {game}: {why}"), game="Spellbook Master",
                        why=repr(error)) from None  # fmt: skip


def _read(document: Mapping[str, Any]) -> Truth:
    board = document["board"]
    if len(board) != len(NAMES):
        raise ValueError(len(board))
    layout: dict[str, tuple[Thing, ...]] = {
        name: (_GEMS[code],) for name, code in zip(NAMES, board, strict=True) if code is not None
    }
    told = set(NAMES)
    for tray in document.get("trays") or ():
        if all(_is_in_sight(gem) for gem in tray["gems"]):
            slots = tray_of(_OWNERS[tray["owner"]])
            told |= set(slots)
            layout |= {slot: (thing,) for slot, thing in zip(slots, _contents(tray["contents"]), strict=False)}
    corners = document.get("board_corners_px") or {}
    return Truth(
        layout,
        told,
        str(document.get("look", "")),
        float(document.get("board_rotation_deg", 0.0)),
        corners=tuple(_pixel(corners[name]) for name in _CORNERS) if corners else (),
        hidden=frozenset(str(point) for point in document.get("hidden_points") or ()),
        still=bool(document.get("stable", True)),
    )


def _pixel(at: Sequence[float]) -> tuple[float, float]:
    x, y = at
    return float(x), float(y)


def _is_in_sight(gem: Mapping[str, Any]) -> bool:
    return bool(gem["in_frame"]) and max(map(float, gem["hidden"].values()), default=0.0) < _HALF


def _contents(counted: Mapping[str, int]) -> Iterator[Thing]:
    """The gems of a tray, kind by kind as layouts have them."""
    for code, thing in _GEMS.items():
        for _ in range(int(counted.get(code, 0))):
            yield thing
