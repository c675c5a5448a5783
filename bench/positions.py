"""The fixed positions that are measured, always the same."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_PERFT = Path(__file__).parent.parent / "tests" / "engine" / "spell" / "perft.txt"


class Perft(NamedTuple):
    """A position, how deep to go from it, and what is to be counted."""

    depth: int
    nodes: int
    position: str


def perft_positions() -> list[Perft]:
    """The positions that the tests count too."""
    lines = _PERFT.read_text(encoding="utf-8").splitlines()
    parts = [line.split(maxsplit=2) for line in lines if not line.startswith("#")]
    return [Perft(int(depth), int(count), position) for depth, count, position in parts]


_TABLE = "v b v N / B B V b / B bM V v / b v . Vm | turn violet"
TWO_CARDS = tuple(
    f"spell {edition} | {_TABLE} | hand {hand}"
    for edition in ("2e", "1e")
    for hand in ("110", "101", "011", "200")
)
"""The same table with two spell cards of different levels in hand."""
