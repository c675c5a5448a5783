"""The rules of The Big Book of Madness, from set-up to text forms.

``GAME`` is what the catalogue finds; ``game`` puts the parts together.
"""

from engine.bigbook.game import Bigbook

GAME = Bigbook()
