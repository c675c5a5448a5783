"""The referee itself: watch, explain, judge, record, tell. The command line and the wiring.

Not here: a rule, a game by its name, pixels (``vision``), pins (``device``), the page (``web``).
"""

__version__ = "0.1.0"
