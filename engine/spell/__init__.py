"""The rules of SPELL, both editions and every mode, from rules digest to text forms.

``GAME`` is what the catalogue finds; ``game`` puts the parts together.

Not here: whatever a shared module could do for every game, and the table as pixels.
"""

from engine.spell.game import Spell

GAME = Spell()
