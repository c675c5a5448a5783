"""Spellbook Master: gems on the Agrica, and spells that the masters write themselves.

``GAME`` is what the catalogue finds; ``game`` puts the parts together. The language of spells is in
``language``, the example books in ``data``; they are marked with where they come from and their licence.

Not here: whatever a shared module could do for every game, and the table as pixels.
"""

from engine.spellbook.game import GAME

__all__ = ["GAME"]
