"""The eighty example spells once more, read from the digest's notation by an interpreter that shares nothing.

A position is a mapping from the invoker's own points, 1 to 24, to gems such as ``"iF"`` (the invoker's fire) or
``"oW"`` (the opponent's water). Slow and plain on purpose; the engine is held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

Board = dict[int, str]
POINTS = range(1, 25)

# the drawing of the board, row by row
_DRAWN = """
1 . . 2 . . 3
. 9 . 10 . 11 .
. . 17 18 19 . .
8 16 24 . 20 12 4
. . 23 22 21 . .
. 15 . 14 . 13 .
7 . . 6 . . 5
"""
AT = {
    int(word): (column, row)
    for row, line in enumerate(_DRAWN.split("\n")[1:-1])
    for column, word in enumerate(line.split())
    if word != "."
}
ON = {place: point for point, place in AT.items()}


def cw(p: int) -> int:
    return {8: 1, 16: 9, 24: 17}.get(p, p + 1)


def ccw(p: int) -> int:
    return {1: 8, 9: 16, 17: 24}.get(p, p - 1)


def _arrows(text: str) -> dict[int, int]:
    """What a row of arrows says: 1>8>7 takes 1 to 8 and 8 to 7."""
    found: dict[int, int] = {}
    for chain in text.split():
        points = [int(point) for point in chain.split(">")]
        found |= dict(pairwise(points))
    return found


_DOWN = _arrows("1>8>7 9>16>15 17>24>23 3>4>5 11>12>13 19>20>21 2>10>18>22")
_UP = _arrows("7>8>1 15>16>9 23>24>17 5>4>3 13>12>11 21>20>19 6>14>22>18")
_BANK = _arrows("1>8 7>8 3>4 5>4 9>16 15>16 11>12 13>12 17>24 23>24 19>20 21>20")
MAPS = {
    "cw": cw,
    "ccw": ccw,
    "in": lambda p: p + 8,
    "out": lambda p: p - 8,
    "half": lambda p: ON[6 - AT[p][0], 6 - AT[p][1]],
    "lr": lambda p: ON[6 - AT[p][0], AT[p][1]],
    "fb": lambda p: ON[AT[p][0], 6 - AT[p][1]],
    "next": lambda p: p % 24 + 1,
    "prev": lambda p: (p - 2) % 24 + 1,
    "down": _DOWN.__getitem__,
    "up": _UP.__getitem__,
    "bank": _BANK.__getitem__,
}
ZONES = {
    "OUT": set(range(1, 9)),
    "MID": set(range(9, 17)),
    "INN": set(range(17, 25)),
    "FRONT": {p for p in POINTS if p in (1, 2, 3, 9, 10, 11, 17, 18, 19)},
    "GUARD": {p for p in POINTS if p in (5, 6, 7, 13, 14, 15, 21, 22, 23)},
    "INTER": {p for p in POINTS if p % 2 == 0},
    "ANGLE": {p for p in POINTS if p % 2},
}
CORNERS = ({1, 9, 17}, {3, 11, 19}, {5, 13, 21}, {7, 15, 23})


class Row(NamedTuple):
    """A row of the table."""

    number: int
    name: str
    requirement: str
    effect: str
    choice: str
    takes: str


def table() -> list[Row]:
    lines = (Path(__file__).parent / "digest_table.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [Row(int(part[0]), *part[1:]) for part in parts]


def zone(text: str) -> set[int]:
    """OUT+MID, INTER*MID, {13,15}."""
    if text.startswith("{"):
        return {int(point) for point in text[1:-1].split(",")}
    union: set[int] = set()
    for part in text.split("+"):
        common = set(POINTS)
        for name in part.split("*"):
            common &= ZONES[name]
        union |= common
    return union


def gems(board: Mapping[int, str], text: str) -> list[int]:
    """The points of a set of gems: inv.F@ANGLE."""
    match = re.fullmatch(r"(inv|opp|both)\.(any|[FAWE]+)(?:@(!?)(.+))?", text)
    assert match, text
    owners = {"inv": "i", "opp": "o", "both": "io"}[match[1]]
    kinds = "FAWE" if match[2] == "any" else match[2]
    where = zone(match[4]) if match[4] else set(POINTS)
    if match[3]:
        where = set(POINTS) - where
    return [p for p in sorted(board) if board[p][0] in owners and board[p][1] in kinds and p in where]


def may_be_cast(board: Mapping[int, str], requirement: str) -> bool:
    if requirement == "-":
        return True
    for part in requirement.split(", "):
        left, sign, right = re.fullmatch(r"n\((.+?)\)(=|>=)(.+)", part).groups()  # type: ignore[union-attr]
        count = len(gems(board, left))
        wanted = len(gems(board, right[2:-1])) if right.startswith("n(") else int(right)
        if not (count == wanted if sign == "=" else count >= wanted):
            return False
    return True


Lifted = list[tuple[int, int]]


def outcomes(board: Board, row: Row) -> set[frozenset[tuple[int, str]]]:
    """Every position the spell may leave; none if it cannot be cast."""
    if not may_be_cast(board, row.requirement):
        return set()
    found: set[frozenset[tuple[int, str]]] = set()
    for lifted in _liftings(board, row.effect):
        found |= {frozenset(after.items()) for after in _landings(board, lifted, row.number)}
    return found


def _liftings(board: Board, effect: str) -> Iterator[Lifted]:
    if effect.startswith("if "):
        for part in effect.split(" / "):
            condition, rest = part.removeprefix("if ").split(": ", 1)
            if gems(board, condition):
                yield from _liftings(board, rest)
        return
    if effect.startswith("push("):
        yield from _pushes(board, *effect[5:-1].split(" from "))
        return
    named: list[dict[str, int]] = [{}]
    effect, _, where = effect.partition(" where ")
    if where:
        named = [{"a": point} for point in gems(board, where.removeprefix("a = "))]
    if effect.startswith("pick a of "):
        picked, effect = effect.removeprefix("pick a of ").split("; ", 1)
        named = [{"a": point} for point in gems(board, picked)]
    for names in named:
        ways = [_statement(board, part, names) for part in effect.split("; ")]
        for chosen in product(*ways):
            yield [move for moves in chosen for move in moves]


def _statement(board: Board, text: str, names: Mapping[str, int]) -> list[Lifted]:
    if " <=> " in text:
        ours, theirs = (gems(board, part) for part in text.split(" <=> "))
        return [[*zip(ours, theirs, strict=True), *zip(theirs, ours, strict=True)]]
    if " => " in text:
        who, points = text.split(" => ")
        return _arranged(gems(board, who), _listed(board, points, len(gems(board, who)), names))
    who, how = text.split(" : ")
    if how.startswith("{"):
        pairs = _arrows(how[1:-1].replace(",", ""))
        return [[(p, pairs[p]) for p in gems(board, who) if p in pairs]]
    return [[(p, MAPS[how](p)) for p in gems(board, who)]]


def _listed(board: Board, text: str, count: int, names: Mapping[str, int]) -> list[int] | None:
    """The points that so many gems end up on; None if nothing happens."""
    if count == 0:
        return None
    if text.startswith("first("):
        return [_point(word, names) for word in text[6:-1].split(",")][:count]
    if not text.startswith("("):
        for number, points in re.findall(r"(\d)\(([\d,]*)\)", text):
            if int(number) == count:
                return [int(point) for point in points.split(",")] if points else None
        return None
    inside = text[1:-1]
    if match := re.fullmatch(r"(next|prev)\((.+)\)", inside):
        return [MAPS[match[1]](p) for p in gems(board, match[2])]
    if inside == "a,ring(a)":
        return [names["a"], cw(names["a"]), ccw(names["a"])]
    if inside == "diag(a)":
        return sorted(next(corner for corner in CORNERS if names["a"] in corner))
    return [_point(word, names) for word in inside.split(",")]


def _point(word: str, names: Mapping[str, int]) -> int:
    return names[word] if word in names else int(word)


def _arranged(who: list[int], points: list[int] | None) -> list[Lifted]:
    """The gems dealt onto the points as listed, and the other way round; it must make no difference."""
    if points is None or not who:
        return [[]]
    assert len(points) == len(who)
    return [list(zip(who, dealt, strict=True)) for dealt in (points, points[::-1])]


def _pushes(board: Board, who: str, anchors: str) -> Iterator[Lifted]:
    feared = set(gems(board, anchors))
    ways = []
    for p in gems(board, who):
        flights = [ccw(p)] * (cw(p) in feared) + [cw(p)] * (ccw(p) in feared)
        if flights:
            ways.append([(p, target) for target in flights])
    for chosen in product(*ways):
        yield list(chosen)


def _landings(board: Board, lifted: Lifted, number: int) -> Iterator[Board]:
    """All at once: who was lifted leaves, who lands takes; of several that land together one is left."""
    resting = {p: gem for p, gem in board.items() if p not in {source for source, _ in lifted}}
    arrived: dict[int, list[str]] = {}
    for source, target in lifted:
        arrived.setdefault(target, []).append(board[source])
    ways = []
    for target, landed in arrived.items():
        ours = [gem for gem in landed if gem[0] == "i"]
        ways.append([(target, gem) for gem in (ours if number == 33 and ours else landed)])
    for chosen in product(*ways):
        yield {**resting, **dict(chosen)}
