"""The rules of The Big Book of Madness, from set-up to text forms.

``GAME`` is what the catalogue finds; ``game`` puts the parts together.

Not here: whatever a shared module could do for every game, and what a printed card says (``data``).
"""

from engine.bigbook.game import Bigbook

GAME = Bigbook()
