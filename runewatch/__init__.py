"""The referee itself: watch, explain, judge, record, tell. The command line and the wiring.

Not here: a rule, a game by its name, pixels (``vision``), pins (``device``), the page (``web``).
"""

import os

# Before NumPy is there: sight's products are small, and threads that wait for each other cost more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
