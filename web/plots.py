"""Plots as SVG: bars for players, and the course of a match. Colours and letters are those of the style sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDE = 360
"""All plots are drawn so wide, which is about that of a phone: letters stay readable there."""
ROW = 46
HIGH = 150
LEFT, RIGHT, TOP, BOTTOM = 26, 12, 10, 22
LONGEST_KEY = 22
"""Letters of a key that fits beside another."""
LEAST_PART = 14
"""A part of a bar that is narrower carries no number."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: who, how it is told, and the parts of the bar."""

    label: str
    told: str
    parts: tuple[float, ...]


def bars(title: str, rows: Sequence[Bar], parts: Sequence[str] = ()) -> str:
    """A bar for each row, one below the other. ``parts`` says what the parts of a bar are."""
    most = max((sum(row.parts) for row in rows), default=0) or 1
    drawn = "".join(_bar(row, number, most, bool(parts)) for number, row in enumerate(rows))
    legend = "".join(_legend(parts, ROW * len(rows) + 8))
    high = ROW * len(rows) + (26 * -(-len(parts) // _columns(parts)) + 4 if parts else 0)
    return _plot(title, high, drawn + legend)


def _bar(row: Bar, number: int, most: float, is_told: bool) -> str:
    y = ROW * number
    head = (
        f'<text class="label" x="0" y="{y + 15}">{escape(row.label)}</text>'
        f'<text class="value" x="{WIDE}" y="{y + 15}">{escape(row.told)}</text>'
    )
    ground = f'<rect class="ground" x="0" y="{y + 21}" width="{WIDE}" height="17" rx="4"/>'
    return head + ground + "".join(_parts(row.parts, y + 21, WIDE / most, is_told))


def _parts(parts: Iterable[float], y: int, scale: float, is_told: bool) -> Iterator[str]:
    x = 0.0
    for number, part in enumerate(parts):
        wide = part * scale
        if wide > 0:
            yield (
                f'<rect class="part part-{number % 4}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="17" rx="4"/>'
            )
        if is_told and wide >= LEAST_PART:
            yield f'<text class="inside" x="{x + wide / 2:.1f}" y="{y + 13}">{part:g}</text>'
        x += wide


def _columns(parts: Sequence[str]) -> int:
    """How many keys fit side by side."""
    return 2 if max(map(len, parts)) <= LONGEST_KEY else 1


def _legend(parts: Sequence[str], y: int) -> Iterator[str]:
    for number, part in enumerate(parts):
        columns = _columns(parts)
        x, row = WIDE / 2 * (number % columns), y + 26 * (number // columns)
        yield f'<rect class="part part-{number % 4}" x="{x:.0f}" y="{row}" width="14" height="14" rx="3"/>'
        yield f'<text class="key" x="{x + 20:.0f}" y="{row + 12}">{escape(part)}</text>'


def course(title: str, points: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """The points of each seat after every event of a match; ``now`` is a line that a script moves."""
    if len(points) < 2 or not points[-1]:
        return ""
    most = max(5, *(max(told, default=0) for told in points))
    high = HIGH - TOP - BOTTOM
    step = (WIDE - LEFT - RIGHT) / (len(points) - 1)

    def y(value: float) -> float:
        return TOP + high * (1 - value / most)

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDE - RIGHT}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{y(value) + 4:.1f}">{value}</text>'
        for value in range(0, most + 1, 5)
    )
    now = f'<path class="now" d="M0 {TOP}V{HIGH - BOTTOM}" transform="translate({LEFT} 0)"/>'
    seats = range(len(points[-1]))
    lines = "".join(_line([after[seat] for after in points], seat, step, y) for seat in seats)
    wide = (WIDE - LEFT) // len(seats)
    keys = "".join(
        f'<text class="key seat-{seat}" x="{LEFT + wide * seat}" y="{HIGH - 4}">'
        f"{_SIGNS[seat % 4]} {escape(name[: wide // 8])}</text>"
        for seat, name in zip(seats, names, strict=False)
    )
    return _plot(title, HIGH, grid + now + lines + keys, f' data-left="{LEFT}" data-step="{step:.4f}"')


_SIGNS = "■●◆▲"


def _line(values: Sequence[int], seat: int, step: float, y: Callable[[float], float]) -> str:
    """Points as stairs: they come at once."""
    path = f"M{LEFT} {y(values[0]):.1f}"
    for number in range(1, len(values)):
        if values[number] != values[number - 1]:
            path += f"H{LEFT + step * number:.1f}V{y(values[number]):.1f}"
    return f'<path class="line seat-{seat}" d="{path}H{LEFT + step * (len(values) - 1):.1f}"/>'


def _plot(title: str, high: int, drawn: str, more: str = "") -> str:
    about = f'viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(title)}"'
    return f'<svg class="plot" {about}{more}>{drawn}</svg>'
