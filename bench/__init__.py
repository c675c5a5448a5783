"""Measurements: time and memory, side by side with a yardstick where there is one. Never asserted in tests.

``python -m bench`` runs them all and writes docs/benchmarks.md; names choose some of them and only print.

Not here: whatever a test could assert; figures are looked at, and depend on the machine.
"""

import runewatch  # noqa: F401 - before NumPy is there, for it asks for one thread: what the figures are of
