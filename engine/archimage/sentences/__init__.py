"""What is said of Archimage, in English: the catalogue of ``engine.words`` has it in the other languages.

A sentence says what is right, calmly; a part in square brackets is said only where all its facts are
known, so that one sentence serves a verdict, a glance at the table and a list of the rules.

Not here: when a rule is broken; that is in ``judging``.
"""

from __future__ import annotations

from engine.archimage.sentences.beside import (
    DEEDS,
    EVENTS,
    ITEMS,
    KINDS,
    NAMES,
    NOTICES,
    OFFERS,
    PLACES,
    REQUESTS,
    RESULTS,
    TALLIES,
    THINGS,
)
from engine.archimage.sentences.of_play import ENDING, PLAY
from engine.archimage.sentences.of_spells import SPELLS

__all__ = [
    "DEEDS",
    "EVENTS",
    "ITEMS",
    "KINDS",
    "NAMES",
    "NOTICES",
    "OFFERS",
    "PLACES",
    "REQUESTS",
    "RESULTS",
    "SENTENCES",
    "TALLIES",
    "THINGS",
]

SENTENCES: dict[str, str] = {**PLAY, **SPELLS, **ENDING}
"""Rule identifier -> what to say when it is broken, in the order in which a digest tells them."""
