"""Measurements: time and memory, side by side with a yardstick where there is one. Never asserted in tests.

``python -m bench`` runs them all and writes docs/benchmarks.md; names choose some of them and only print.

Not here: whatever a test could assert; figures are looked at, and depend on the machine.
"""

import os

# Before NumPy is there: one thread is what the figures are of, as in the service.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
