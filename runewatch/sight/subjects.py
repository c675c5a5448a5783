"""What photos of a lesson may show: the table of a game or, where it has several sheets, each as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Game, Rules
from engine.printed import Ground
from engine.table import TablePlan
from runewatch.printing.markers import lies_on


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """Something that a photo shows, and the rules under which it is so."""

    rules: Rules[Any, Any]
    plan: TablePlan
    name: str = ""
    """That of the printed ground; empty where there is no choice."""
    title: str = ""


def subjects(game: Game) -> tuple[Subject, ...]:
    """All that may be shown, in the order in which it is best shown."""
    rules = game.open(game.sight)
    if len(rules.sheets()) == 1:
        return (Subject(rules, rules.watched()),)
    return tuple(one for sheet in rules.sheets() for one in _printed(game, sheet.name))


def subject(game: Game, name: str) -> Subject:
    """The one of this name, or the first."""
    every = subjects(game)
    return next((one for one in every if one.name == name), every[0])


def _printed(game: Game, sheet: str) -> Iterator[Subject]:
    """A sheet as it is printed: a board for two players, for three, and so on."""
    for ground in game.printed():
        if isinstance(ground, Ground) and ground.marked:
            rules = game.open({**game.sight, **ground.choices})
            plan = next(one for one in rules.sheets() if one.name == sheet)
            if lies_on(ground, plan):
                yield Subject(rules, plan, ground.name, ground.title)
