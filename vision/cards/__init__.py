"""Cards with a pattern: one shown to the camera in the reading spot, and those laid out beside the board.

Not here: what a card is worth or who may take it.
"""

from vision.cards.library import read_library
from vision.cards.spot import CardNotReadError, CardReading, CardSeen, read_card

__all__ = ["CardNotReadError", "CardReading", "CardSeen", "read_card", "read_library"]
