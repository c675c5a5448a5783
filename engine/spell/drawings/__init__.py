"""What SPELL's things look like: ``drawing`` knows every thing of the arena, the ring and the library.

Not here: how pages are filled (``runewatch.printing``) or a table is lit (``vision.scene``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from engine.drawing import Drawing, Standing
from engine.spell.arena import BLACK, VIOLET
from engine.spell.deck import Deck
from engine.spell.drawings import cards, figures, gem, tiles
from engine.spell.frame import DIRECTION_NAMES
from engine.spell.layouts.plan import GEM, RUNE
from engine.table import Thing


def drawing(thing: Thing, deck: Deck) -> Drawing | Standing | None:
    """What a thing looks like; None for what is only counted or marked beside the arena."""
    if thing.name.startswith(RUNE):
        found = {card.code: card for card in deck.cards}.get(thing.name.removeprefix(RUNE))
        return cards.face(found, deck.name) if found else None
    return _known().get(thing.name)


@cache
def _known() -> Mapping[str, Drawing | Standing]:
    found: dict[str, Drawing | Standing] = {name: draw() for name, draw in tiles.FACES.items()}
    for owner, name in ((BLACK, "black"), (VIOLET, "violet")):
        found[f"{name}-mage"] = figures.mage(owner)
        found[f"{name}-elemental"] = figures.elemental(owner)
    for i, direction in enumerate(DIRECTION_NAMES):
        found[f"{GEM}-{direction}"] = gem.gem().turned(90 * i)
    return MappingProxyType(found)
