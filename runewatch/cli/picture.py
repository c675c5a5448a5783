"""Showing a game's pictures: where its panels go, and which colours they get."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.picture import Ink, Line, Panel, Sign
from runewatch.cli.reply import WIDTH, Reply, wrapped

BETWEEN = 3
LEGEND_WIDTH = 64
STYLES: dict[tuple[str, int | None], dict[str, Any]] = {
    ("strong", None): {"bold": True},
    ("faint", None): {"fg": 244},
    ("mark", None): {"fg": 172, "bold": True},
    ("mark", 0): {"fg": 172, "bold": True},
    ("mark", 1): {"fg": 172, "bold": True},
    ("area", None): {"fg": 236, "bg": 252, "bold": True},
    ("area", 0): {"fg": 231, "bg": 239, "bold": True},
    ("area", 1): {"fg": 231, "bg": 97, "bold": True},
    ("tile", 0): {"fg": 244},
    ("tile", 1): {"fg": 134},
    ("figure", 0): {"fg": 231, "bg": 16, "bold": True},
    ("figure", 1): {"fg": 231, "bg": 54, "bold": True},
}
"""Colours that can be read on dark and on light ground."""


def show(reply: Reply, rules: Rules[Any, Any], state: Any, marked: Collection[str] = ()) -> None:
    """The state with its heading."""
    for line in heading(reply, rules, state):
        reply.line(line)
    for line in drawn(reply, rules.picture(state, marked)):
        reply.line(line)


def heading(reply: Reply, rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    """Whose turn it is, and the score, as far as the game has them."""
    words = reply.words
    requests = rules.requests(state)
    result = rules.result(state)
    round_ = rules.clock(state).round
    told = [words(N_("Round {round}"), round=round_)] if round_ else []
    told += [score(reply, rules, state)] if rules.points(state) else []
    if told:
        yield f"  {'   '.join(told)}"
    told = [words.request(rules, request) for request in requests]
    if result:
        told = [words.sentence(rules, result)]
    for text in told:
        for line in wrapped(text, WIDTH - 2):
            yield f"  {reply.styled(line, bold=True)}"
    yield ""


def score(reply: Reply, rules: Rules[Any, Any], state: Any) -> str:
    seats = zip(rules.seats, rules.points(state), strict=False)
    return " · ".join(f"{reply.words(seat)} {points}" for seat, points in seats)


def legend(reply: Reply, signs: tuple[Sign, ...]) -> Iterator[str]:
    """What the signs in the pictures mean, in as many lines as it takes."""
    line, width = "", 0
    for sign in signs:
        meaning = reply.words(sign.meaning)
        size = _width(reply, sign.line) + 1 + len(meaning)
        if line and width + BETWEEN + size > LEGEND_WIDTH:
            yield f"  {line}"
            line, width = "", 0
        before = " " * BETWEEN if line else ""
        line += f"{before}{painted(reply, sign.line)} {meaning}"
        width += len(before) + size
    if line:
        yield f"  {line}"


def drawn(reply: Reply, panels: tuple[Panel, ...]) -> Iterator[str]:
    """The panels: the first on the left, the others below each other beside it, if they fit."""
    blocks = [_lines(reply, panel) for panel in panels]
    if not blocks:
        return
    left, right = blocks[0], _below_each_other(blocks[1:])
    wide = max((_width(reply, line) for line in left), default=0)
    widest = max((_width(reply, line) for line in right), default=0)
    if not right or wide + BETWEEN + widest > WIDTH:
        for line in _below_each_other(blocks):
            yield painted(reply, line)
        return
    for number in range(max(len(left), len(right))):
        here = left[number] if number < len(left) else ()
        beside = right[number] if number < len(right) else ()
        gap = " " * (wide - _width(reply, here) + BETWEEN) if beside else ""
        yield painted(reply, (*here, Ink(gap), *beside)).rstrip()


def painted(reply: Reply, line: Line) -> str:
    return "".join(_paint(reply, ink) for ink in line)


def _paint(reply: Reply, ink: Ink) -> str:
    text = _text(reply, ink)
    if not text:
        return ""
    style = STYLES.get((ink.tone, ink.seat)) or STYLES.get((ink.tone, None))
    return reply.styled(text, **style) if style else text


def _text(reply: Reply, ink: Ink) -> str:
    if ink.word:
        return reply.words(ink.text)
    return ink.text if reply.colour else ink.bare or ink.text


def _width(reply: Reply, line: Line) -> int:
    return sum(len(_text(reply, ink)) for ink in line)


def _lines(reply: Reply, panel: Panel) -> list[Line]:
    caption: list[Line] = [(Ink(panel.caption, "faint", word=True),)] if panel.caption else []
    return [*caption, *panel.lines]


def _below_each_other(blocks: list[list[Line]]) -> list[Line]:
    lines: list[Line] = []
    for block in blocks:
        lines += [()] if lines else []
        lines += block
    return lines
