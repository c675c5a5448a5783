"""Whether a board is fit for play: each thing the game needs of one by its identifier, and where it is missing."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import cache

from engine.archimage.board import CIRCLE_MM, FARTHEST_MM, SIZES, Board, Space, bits
from engine.archimage.elements import CARDS_EACH, HIGHEST, NATURE, POWERS, TOKENS_EACH
from engine.errors import N_, DataError
from engine.verdict import Breach, Fact

LEAST_STARTS = 5
"""So many spots a board shows, even if fewer play."""
LEAST_HIGHEST = {2: 6, 3: 6, 4: 7, 5: 7}
"""Level-6 scrolls a board needs, by players."""
FEWEST_BREAKS = 5
"""A level-6 scroll is at least so many seals away from the chamber."""
ALL_CARDS = CARDS_EACH * len(POWERS)

NEEDS: dict[str, str] = {
    "capacity": N_("of power {power} there must be 1 to {most} circles, not {came}"),
    "scrolls": N_("of power {power} 1 to {most} spaces for scrolls are needed, below {all} in all, not {came}"),
    "level6": N_("there must be at least {least} spaces for scrolls of power 6, not {came}"),
    "connected": N_("{place} cannot be reached from the chamber"),
    "start": N_("there must be at least {least} violet spots, each joined to the hub; please look at {place}"),
    "doors": N_("at least {least} circles must lie next to the hub, not {came}"),
    "depth": N_("{place} is too near to the chamber"),
    "loops": N_("{place} needs a second approach"),
    "through-scroll": N_("a scroll must lie on a passage, so that it bars the way beyond"),
    "planar": N_("the passages {one} and {other} cross"),
    "print": N_("{one} and {other} overlap, or there is a figure's breadth too little between them"),
}  # fmt: skip
"""What a board lacks, by the last part of the identifier."""

Found = Iterator[dict[str, Fact]]


def breaches(board: Board) -> tuple[Breach, ...]:
    """Everything that keeps a board from being played on."""
    return tuple(
        Breach(f"archimage.board.req.{need}", facts) for need, check in CHECKS.items() for facts in check(board)
    )


def fit(board: Board, source: str) -> Board:
    """The board, if it is fit. Raises DataError that names the place."""
    found = breaches(board)
    if found:
        first = found[0]
        facts = {name: str(value) for name, value in first.facts.items()}
        why = DataError(NEEDS[first.rule.rpartition(".")[2]], **facts)
        message = N_("{source}: {why} ({rule})")
        raise DataError(message, source=source, why=str(why), rule=first.rule) from why
    return board


def _capacity(board: Board) -> Found:
    counted = Counter(board.spaces[number].power for number in board.circles)
    for power in POWERS:
        most = TOKENS_EACH[power] * len(NATURE)
        if not 1 <= counted[power] <= most:
            yield {"power": power, "most": most, "came": counted[power]}


def _scrolls(board: Board) -> Found:
    counted = Counter(board.spaces[number].power for number in board.scrolls)
    for power in POWERS:
        if not 1 <= counted[power] <= CARDS_EACH or len(board.scrolls) >= ALL_CARDS:
            yield {"power": power, "most": CARDS_EACH, "all": ALL_CARDS, "came": counted[power]}


def _highest(board: Board) -> list[int]:
    return [number for number in board.scrolls if board.spaces[number].power == HIGHEST]


def _level6(board: Board) -> Found:
    least, came = LEAST_HIGHEST[board.players], len(_highest(board))
    if came < least:
        yield {"least": least, "came": came}


def _connected(board: Board) -> Found:
    reached = _around(board, board.hub, (1 << len(board.spaces)) - 1)
    for name in board.names((1 << len(board.spaces)) - 1 & ~reached):
        yield {"place": name}


def _around(board: Board, start: int, allowed: int) -> int:
    """All that is joined to a space by ways that stay within a set."""
    reached, edge = 1 << start, 1 << start
    while edge:
        fresh = 0
        for number in bits(edge):
            fresh |= board.beside[number]
        edge = fresh & allowed & ~reached
        reached |= edge
    return reached


def _start(board: Board) -> Found:
    wrong = [number for number in board.starts if not board.beside[number] >> board.hub & 1]
    for number in wrong:
        yield {"least": LEAST_STARTS, "place": board.name_of(number)}
    if not wrong and len(board.starts) < LEAST_STARTS:
        yield {"least": LEAST_STARTS, "place": board.name_of(board.hub)}


def _door_numbers(board: Board) -> list[int]:
    return [number for number in bits(board.beside[board.hub]) if board.spaces[number].kind == "circle"]


def _doors(board: Board) -> Found:
    least, came = 2 * board.players - 1, len(_door_numbers(board))
    if came < least:
        yield {"least": least, "came": came}


def _depth(board: Board) -> Found:
    far = {board.hub: 0}
    queue = deque([board.hub])
    while queue:
        here = queue.popleft()
        for there in bits(board.beside[here]):
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    for number in _highest(board):
        if far.get(number, FEWEST_BREAKS) < FEWEST_BREAKS:
            yield {"place": board.name_of(number)}
    for number in bits(board.beside[board.hub]):
        space = board.spaces[number]
        if space.kind == "scroll" or (space.kind == "circle" and space.power != POWERS[0]):
            yield {"place": space.name}


def _loops(board: Board) -> Found:
    """Behind every door there is another way out, and a level-6 scroll is not in a dead end."""
    for number in _highest(board):
        if board.beside[number].bit_count() < 2:
            yield {"place": board.name_of(number)}
    everything = (1 << len(board.spaces)) - 1
    for number in _door_numbers(board):
        beyond = board.beside[number] & ~(1 << board.hub)
        without = everything & ~(1 << number)
        if beyond and not beyond & _around(board, board.hub, without):
            yield {"place": board.name_of(number)}


def _through(board: Board) -> Found:
    if not any(board.beside[number].bit_count() >= 2 for number in board.scrolls):
        yield {}


def _planar(board: Board) -> Found:
    """Straight lines between the spaces; those to the hub end at the edge of its floor."""
    lines = [
        (one, other, _line(board, one, other)) for one, other in board.links if not _in_chamber(board, one, other)
    ]
    for i, (one, other, (a, b)) in enumerate(lines):
        for third, fourth, (c, d) in lines[:i]:
            if not {one, other} & {third, fourth} - {board.hub} and _cross(a, b, c, d):
                yield {
                    "one": f"{board.name_of(third)}–{board.name_of(fourth)}",
                    "other": f"{board.name_of(one)}–{board.name_of(other)}",
                }


Point = tuple[float, float]


def _in_chamber(board: Board, one: int, other: int) -> bool:
    return board.chamber >> one & 1 == 1 and board.chamber >> other & 1 == 1


def _line(board: Board, one: int, other: int) -> tuple[Point, Point]:
    first, second = ((board.spaces[number].x, board.spaces[number].y) for number in (one, other))
    if one == board.hub:
        return _rim(board.spaces[one], second), second
    return (first, _rim(board.spaces[other], first)) if other == board.hub else (first, second)


def _rim(hub: Space, towards: Point) -> Point:
    """Where the floor of the chamber ends towards a point."""
    right, down = towards[0] - hub.x, towards[1] - hub.y
    far = max((right * right + down * down) ** 0.5, 1.0)
    reach = min(SIZES["hub"][0] / 2, far) / far
    return hub.x + right * reach, hub.y + down * reach


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _print(board: Board) -> Found:
    """No two spaces overlap; spots lie on the floor of the chamber and may."""
    for i, one in enumerate(board.spaces):
        for other in board.spaces[:i]:
            if {one.kind, other.kind} != {"hub", "start"} and _overlap(one, other):
                yield {"one": other.name, "other": one.name}
        # a board is drawn with its reserves around it, so it must not be as large as can be said
        if max(abs(one.x), abs(one.y)) > FARTHEST_MM - CIRCLE_MM:
            yield {"one": one.name, "other": one.name}


def _overlap(one: Space, other: Space) -> bool:
    """Circles and the chamber are round, spaces for scrolls are upright rectangles."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    (wide, tall), (other_wide, other_tall) = SIZES[one.kind], SIZES[other.kind]
    if "scroll" not in (one.kind, other.kind):
        return across * across + down * down < ((wide + other_wide) / 2) ** 2
    return across < (wide + other_wide) / 2 and down < (tall + other_tall) / 2


CHECKS: dict[str, Callable[[Board], Found]] = {
    "capacity": _capacity,
    "scrolls": _scrolls,
    "level6": _level6,
    "connected": _connected,
    "start": _start,
    "doors": _doors,
    "depth": _depth,
    "loops": _loops,
    "through-scroll": _through,
    "planar": _planar,
    "print": _print,
}


@cache
def needs() -> tuple[str, ...]:
    """What a board has to fulfil, as identifiers."""
    return tuple(f"archimage.board.req.{need}" for need in CHECKS)
