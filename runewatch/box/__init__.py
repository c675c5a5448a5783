"""The box at the table: what its lights, buzzer and display show of a match, and what its buttons ask for.

``box`` puts it together, ``showing`` and ``pressing`` decide, ``wiring`` reads the settings, ``picture`` draws
the wiring, ``trying`` tries every line.

Not here: how a line is driven or a pattern is played; that is ``device``.
"""

from runewatch.box.box import Box, attach

__all__ = ["Box", "attach"]
