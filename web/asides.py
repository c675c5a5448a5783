"""What is kept beside the table, such as the cards that somebody holds, in the game's own words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.picture import Ink
from engine.words import Words
from web import drawing


@dataclass(frozen=True, slots=True)
class Aside:
    """What is kept beside the table, such as the cards that somebody holds: a caption and lines of text."""

    caption: str
    lines: tuple[str, ...]


def asides(
    rules: Rules[Any, Any],
    words: Words,
    state: Any,
    without: Collection[str] = (),
    trays: Collection[str] = (),
) -> Iterator[Aside]:
    """Every part of a state's picture but the table; none that tells of the things ``without``.

    Nor of the places ``trays``, which are shown in another way.
    Of a game that tells nothing there, what lies where no picture reaches.
    """
    panels = [panel for panel in rules.picture(state) if panel.caption and not panel.is_table]
    for panel in panels:
        inks = [ink for line in panel.lines for ink in line]
        if not any(ink.text.split(" ")[0] in without for ink in inks):
            lines = ("".join(_said(ink, words) for ink in line).strip() for line in panel.lines)
            yield Aside(words(panel.caption), tuple(line for line in lines if line))
    beside = () if panels else tuple(drawing.beside(rules, words, rules.layout(state), trays))
    if beside:
        yield Aside(words(N_("Beside the table")), beside)


def _said(ink: Ink, words: Words) -> str:
    return words(ink.text) if ink.word else ink.bare or ink.text
