"""Ways: where they lead, and the refusal of one that leads beyond the board."""

from __future__ import annotations

from engine.errors import N_, NotationError
from engine.spellbook.agrica import EVERYWHERE, MAPS, POINTS
from engine.spellbook.language.lexing import Token, forbidden
from engine.spellbook.language.spells import Step, Zone
from engine.spellbook.language.vocabulary import Vocabulary

POINTS_RULE = "spellbook.design.final-points"


def stays_on_board(zone: Zone, way: tuple[Step, ...], token: Token, words: Vocabulary) -> None:
    """Refuses a way that leads beyond the board from a point of the zone, or from one that may be in it."""
    mask = EVERYWHERE & ~zone.mask if zone.outside else EVERYWHERE if zone.spots else zone.mask
    for start in range(POINTS):
        if mask >> start & 1 and not targets(way, start):
            raise _beyond(start + 1, token, words)


def _beyond(point: int, token: Token, words: Vocabulary) -> NotationError:
    error = forbidden(POINTS_RULE, token, words.examples["gems"])
    error.message = N_("from point {point} this leads beyond the board; say which gems go, such as: {example}")
    error.facts = {"point": point, "example": words.examples["gems"]}
    error.args = (error.message.format(**error.facts),)
    return error


def targets(way: tuple[Step, ...], start: int) -> tuple[int, ...]:
    """Where a way leads from a point: nowhere, to a point, or to one of several."""
    here: tuple[int, ...] = (start,)
    for step in way:
        found: dict[int, None] = {}
        for point in here:
            led = MAPS[step.name][point]
            if step.by:
                led = (led[step.by - 1],)
            found |= dict.fromkeys(led)
        here = tuple(found)
    return here
