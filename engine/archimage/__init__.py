"""Archimage: a tower of seals and scrolls for two to five magicians."""

from engine.archimage.game import Archimage

GAME = Archimage()
"""What the catalogue finds."""
