"""Runs the measurements and writes what came out."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench import journal, memory, referee, rules_speed, sight, simulation, stillness, turn_search

SECTIONS: dict[str, Callable[[], str]] = {
    "perft": rules_speed.section,
    "turn": turn_search.reachable_section,
    "best": turn_search.best_section,
    "diagnose": turn_search.diagnose_section,
    "memory": memory.section,
    "sight": sight.section,
    "referee": referee.section,
    "stillness": stillness.section,
    "simulation": simulation.section,
    "journal": journal.section,
}
PAGE = Path("docs/benchmarks.md")


def machine() -> str:
    """What it was measured on."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    return f"{model}, Python {platform.python_version()}, one thread"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SECTIONS, []], help="which to run; all and write, if none")
    chosen = parser.parse_args().names
    parts = []
    for name in chosen or SECTIONS:
        print(f"… {name}", file=sys.stderr)
        parts.append(SECTIONS[name]())
        print(parts[-1])
    if not chosen:
        intro = (
            "# Benchmarks\n\nWritten by `make bench`; every figure below was measured in that one run.\n\n"
            f"{datetime.now(UTC):%Y-%m-%d}, {machine()}.\n"
        )
        PAGE.write_text("\n".join([intro, *parts]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
