"""Taking the time."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes, once, without the garbage collector's whims."""
    gc.collect()
    gc.disable()
    try:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin
    finally:
        gc.enable()


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))]


def spread(values: Sequence[float], unit: str = "s", digits: int = 3) -> str:
    """Median, 95th percentile and worst of some figures."""
    worst = max(values)
    middle = statistics.median(values)
    return f"{middle:.{digits}f} / {percentile(values, 0.95):.{digits}f} / {worst:.{digits}f} {unit}"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; a bar inside a cell must not end it."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
