"""The clocks of a match: pure values that are told the time, and that survive a restart.

``match`` keeps them, ``timing`` says how time is kept and what can fall due, ``kept`` writes and reads them.

Not here: a clock that is read; time is handed in.
"""

from runewatch.clocks.account import Account
from runewatch.clocks.kept import from_json, to_json
from runewatch.clocks.match import ASKED, OUT_OF_STEP, OVER, READY, RESTART, ClockError, Clocks, Face, Reading
from runewatch.clocks.timing import Due, NotCounted, RanOut, Timer, Timing, Warned, Way

__all__ = [
    "ASKED", "OUT_OF_STEP", "OVER", "READY", "RESTART", "Account", "ClockError", "Clocks", "Due", "Face",
    "NotCounted", "RanOut", "Reading", "Timer", "Timing", "Warned", "Way", "from_json", "to_json",
]  # fmt: skip
