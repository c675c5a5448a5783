"""Archimage: a tower of seals and scrolls for two to five magicians.

Not here: whatever a shared module could do for every game, and the table as pixels.
"""

from engine.archimage.game import Archimage

GAME = Archimage()
"""What the catalogue finds."""
