"""Runs the measurements and writes what came out."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench import (
    agrica,
    archimage,
    bigbook,
    boards,
    cards,
    dice,
    endurance,
    first_minutes,
    idle,
    journal,
    matches,
    mats,
    memory,
    page,
    referee,
    rules_speed,
    service,
    sheets,
    sight,
    simulation,
    spells,
    stillness,
    turn_search,
)

SECTIONS: dict[str, Callable[[], str]] = {
    "first": first_minutes.section,
    "perft": rules_speed.section,
    "spells": spells.agreement_section,
    "spell-actions": spells.speed_section,
    "books": spells.checking_section,
    "turn": turn_search.reachable_section,
    "best": turn_search.best_section,
    "diagnose": turn_search.diagnose_section,
    "memory": memory.section,
    "sight": sight.section,
    "agrica": agrica.section,
    "referee": referee.section,
    "stillness": stillness.section,
    "idle": idle.section,
    "simulation": simulation.section,
    "journal": journal.section,
    "matches": matches.section,
    "endurance": endurance.section,
    "page": page.section,
    "archimage": archimage.section,
    "bigbook": bigbook.section,
    "dice": dice.section,
    "cards": cards.section,
    "mats": mats.section,
    "boards": boards.section,
    "sheets": sheets.section,
    "service": service.section,
}
PAGE = Path("docs/benchmarks.md")
INTRO = (
    "# Benchmarks\n\nWritten by `make bench`; the figures of a section were measured in one run, on the day that "
    "is named.\n"
)


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


def dated(text: str) -> str:
    """A section with the day it was measured on, and the machine, under its title."""
    title, _, rest = text.partition("\n")
    return f"{title}\n\n*{datetime.now(UTC):%Y-%m-%d}, {machine()}.*\n{rest}"


def merged(page: str, fresh: list[str]) -> str:
    """The page with these sections in the stead of those with the same titles, new ones at its end."""
    _, *old = page.split("\n## ")
    kept = {text.partition("\n")[0]: f"## {text}".rstrip() + "\n" for text in old}
    kept |= {text.removeprefix("## ").partition("\n")[0]: text.rstrip() + "\n" for text in fresh}
    return "\n".join([INTRO, *kept.values()])


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SECTIONS, []], help="which to run; all, if none")
    parser.add_argument("--dry", action="store_true", help="only show what came out")
    chosen = parser.parse_args()
    parts = []
    for name in chosen.names or SECTIONS:
        print(f"… {name}", file=sys.stderr)
        parts.append(dated(SECTIONS[name]()))
        print(parts[-1])
        if not chosen.dry:
            # what was measured is kept, whatever comes next
            PAGE.write_text(merged(PAGE.read_text(encoding="utf-8"), parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
