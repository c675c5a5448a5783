"""Round things on the points of a board and beside it: told by the colours of their bodies and of their rims.

No network takes part: what is round looks the same from all sides, so two colours say all, once the light is known
in which they are seen. The light is found together with the names.

Not here: tiles, figures and other things with a side of their own; networks look at those.
"""

from vision.stones.reader import StoneReader, stone_reader
from vision.stones.table import has_stones, photo_of, points, stones

__all__ = ["StoneReader", "has_stones", "photo_of", "points", "stone_reader", "stones"]
