"""What lies and stands on the spaces of a printed board: number tokens, cards, and figures by their feet.

Not here: dice and tokens that lie anywhere, and what may lie where.
"""

from vision.spaces.cuts import PER_MM
from vision.spaces.looks import Looks, looks_of
from vision.spaces.reader import SpaceReader, has_spaces, space_reader

__all__ = ["PER_MM", "Looks", "SpaceReader", "has_spaces", "looks_of", "space_reader"]
