"""What lies and stands on the spaces of a printed board: number tokens, cards, and figures by their feet.

Not here: dice and tokens that lie anywhere, and what may lie where.
"""

from vision.spaces.alike import Alike, alike, confusions
from vision.spaces.cuts import PER_MM, Cut, soft
from vision.spaces.lesson import Shown, photos_of, seems_bare, shown_in
from vision.spaces.looks import Looks, card_sizes, looks_of
from vision.spaces.reader import SpaceReader, has_spaces, space_reader

__all__ = [
    "PER_MM",
    "Alike",
    "Cut",
    "Looks",
    "Shown",
    "SpaceReader",
    "alike",
    "card_sizes",
    "confusions",
    "has_spaces",
    "looks_of",
    "photos_of",
    "seems_bare",
    "shown_in",
    "soft",
    "space_reader",
]
