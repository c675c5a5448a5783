"""What importing the engine and starting a match costs in memory, above bare Python."""

from __future__ import annotations

import subprocess
import sys

from bench.timing import table

# not getrusage: its peak still counts what the parent had before it became another program
_PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
_STEPS = {
    "bare Python": "",
    "import engine's contract and catalogue": "import engine.catalogue",
    "a match started": (
        "from engine.catalogue import games\n"
        "for game in games().values():\n"
        "    rules = game.open(); state = rules.start(); list(rules.legal(state))"
    ),
    "a turn of it searched": (
        "from engine.catalogue import game_of\nfrom engine.search import perft\n"
        "text = 'spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 110 | bag rest'\n"
        "rules, state = game_of(text).read_position(text); perft(rules, state, 3)"
    ),
}


def peak_mb(code: str) -> float:
    """The largest resident memory of a fresh Python that runs this code, in megabytes."""
    said = subprocess.run([sys.executable, "-c", f"{code}\n{_PEAK}"], check=True, capture_output=True, text=True)
    return int(said.stdout) / 1024


def section() -> str:
    bare = min(peak_mb("") for _ in range(3))
    rows = []
    for name, code in _STEPS.items():
        peak = min(peak_mb(code) for _ in range(3))
        rows.append([name, f"{peak:.1f} MB", f"+{peak - bare:.1f} MB"])
    return (
        "## Memory\n\n`make bench ARGS=memory`. Peak resident memory of a process of its own, least of three.\n\n"
        + table(["", "peak", "above bare Python"], rows)
    )
