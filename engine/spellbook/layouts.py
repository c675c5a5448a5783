"""What the table looks like: points and trays, and what a look at them tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.spellbook import flow
from engine.spellbook.agrica import ADJACENT, EACH, GEMS, KINDS, LETTERS, LINES, POINTS, SEATS, has_gems
from engine.spellbook.state import Action, Phase, State
from engine.table import Layout, Marker, Motion, Place, Supply, TablePlan, Thing
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

GEM = "gem"
POINT = "point"
TRAY = "tray"
Things = tuple[Thing, ...]
MOST_NEW = 9
"""On so many points at most a gem that was not there is looked for; no more than three were placed."""
UNIT_MM = 40.0
"""From one arc to the next on the printed board."""

GRID = (
    (0, 0), (3, 0), (6, 0), (6, 3), (6, 6), (3, 6), (0, 6), (0, 3),
    (1, 1), (3, 1), (5, 1), (5, 3), (5, 5), (3, 5), (1, 5), (1, 3),
    (2, 2), (3, 2), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (2, 3),
)  # fmt: skip
"""Columns and rows of the points, from the corner at South's far left."""

MIDDLE = 3.0
MARKER_AT, MARKER_SIDE = -1.0, 0.6
"""Where the marks of the printed board are, beyond its corners, and how large."""
_FIRST_MARKER = 20
TRAY_PITCH = 0.6
TRAY_AT = (8.0, -2.0)
"""How far down the masters' trays lie: beyond the printed board."""

THINGS: tuple[Thing, ...] = tuple(
    Thing(f"{seat}-{kind}", GEM, number, round=True) for number, seat in enumerate(SEATS) for kind in KINDS
)
"""The gems, by code less one."""
NAMES = tuple(str(point + 1) for point in range(POINTS))
LETTER_OF = {thing.name: f"{thing.name[0].upper()}{LETTERS[index % 4]}" for index, thing in enumerate(THINGS)}


@cache
def table_plan() -> TablePlan:
    """The board, South below, and beside each master's edge a row for the gems not yet placed."""
    points = tuple(
        Place(name, POINT, float(x), float(y), (GEM,), 0.8, 0.8) for name, (x, y) in zip(NAMES, GRID, strict=True)
    )
    trays = tuple(
        Place(
            tray,
            TRAY,
            MIDDLE + TRAY_PITCH * (slot - (GEMS - 1) / 2),
            TRAY_AT[seat],
            (GEM,),
            TRAY_PITCH,
            TRAY_PITCH,
            owner=seat,
        )
        for seat in (0, 1)
        for slot, tray in enumerate(tray_of(seat))
    )
    links = tuple((NAMES[a], NAMES[b]) for line in LINES for a, b in ((line[0], line[1]), (line[1], line[2])))
    supply = tuple(Supply((thing.name,), EACH, least=EACH) for thing in THINGS)
    return TablePlan(
        (*points, *trays),
        THINGS,
        unit_mm=UNIT_MM,
        links=links,
        markers=tuple(_markers()),
        supply=supply,
        alike=(tray_of(0), tray_of(1)),
    )


def _markers() -> Iterator[Marker]:
    low, high = MARKER_AT, 2 * MIDDLE - MARKER_AT
    for number, (x, y) in enumerate(((low, low), (high, low), (high, high), (low, high))):
        yield Marker(_FIRST_MARKER + number, x, y, MARKER_SIDE)


def tray_of(seat: int) -> tuple[str, ...]:
    """The places of a master's tray: three for each kind, in the order of the kinds."""
    return tuple(f"{SEATS[seat]}-{TRAY}-{slot}" for slot in range(1, GEMS + 1))


def layout_of(board: bytes) -> dict[str, Things]:
    """What a board looks like, without trays."""
    return {NAMES[point]: (THINGS[gem - 1],) for point, gem in enumerate(board) if gem}


def motions_of(before: bytes, after: bytes, going: Iterable[tuple[int, int]]) -> Iterator[Motion]:
    """How gems go from board to board, each from where to where, and which of them are taken."""
    gone = dict(going)
    reached = {target for source, target in gone.items() if source != target}
    for point, gem in enumerate(before):
        target = gone.get(point, point)
        if gem and target != point:
            yield Motion(THINGS[gem - 1], NAMES[point], NAMES[target] if after[target] == gem else "")
        elif gem and point not in gone and point in reached:
            yield Motion(THINGS[gem - 1], NAMES[point], "")


def layout(state: State) -> Layout:
    found = layout_of(state.board)
    for seat in (0, 1):
        slots = tray_of(seat)
        for kind, left in enumerate(state.reserve_of(seat)):
            # each gem has a slot of its own: what is placed leaves all others where they are
            found |= dict.fromkeys(slots[EACH * kind : EACH * kind + left], (THINGS[4 * seat + kind],))
    return found


def board_of(layout: Layout) -> bytes | None:
    """The board a layout shows; None if a point holds more than one thing."""
    board = bytearray(POINTS)
    for point, name in enumerate(NAMES):
        things = layout.get(name, ())
        if len(things) > 1:
            return None
        if things:
            board[point] = _code(things[0])
    return bytes(board)


def _code(thing: Thing) -> int:
    return THINGS.index(thing) + 1


def inspect(layout: Layout) -> tuple[Breach, ...]:
    """What one look tells to be wrong: crowded points, and gems that nobody can have."""
    return tuple(_wrong(layout))


def _wrong(layout: Layout) -> Iterator[Breach]:
    crowded = tuple(name for name in NAMES if len(layout.get(name, ())) > 1)
    if crowded:
        yield Breach("spellbook.board.one-gem-per-point", {"places": crowded})
    counted = Counter(thing.name for things in layout.values() for thing in things)
    for thing, count in counted.items():
        if count > EACH:
            yield Breach("spellbook.components.twelve-gems", {"gem": thing, "count": count})


def _on_points(layout: Layout) -> Layout:
    """Without the trays, which follow the points: what was placed may not have been taken from them yet."""
    return {name: layout[name] for name in NAMES if name in layout}


# -- from one look to the next --------------------------------------------------------------------------


def explained(rules: SpellbookRules, state: State, layout: Layout) -> tuple[Action, ...]:
    """The legal actions after which the points look like this; the trays follow the points."""
    board = board_of(layout)
    if board is None or state.stage.phase is not Phase.TURN:
        return ()
    return tuple(
        action
        for action in _candidates(rules, state, board)
        if not rules.breaches(state, action, state.seat) and rules.play(state, action).board == board
    )


def _candidates(rules: SpellbookRules, state: State, board: bytes) -> Iterator[Action]:
    """Actions that may lead from what stands there to a board."""
    yield from _plain(state.board, board)
    if board == state.board and flow.may_open(state, state.seat):
        yield Action("open")
    if state.stage.open >> state.seat & 1:
        castable = flow.castable_by(rules, state, state.seat)
        for spell in rules.spells:
            if castable >> spell & 1:
                yield Action("cast", spell=spell, board=board)
    if board == state.board and rules.house.passing:
        yield Action("pass")


def _plain(before: bytes, after: bytes) -> Iterator[Action]:
    """The placing or the move that turns one board into another, if one does, legal or not."""
    changed = [point for point in range(POINTS) if before[point] != after[point]]
    gained = [point for point in changed if not before[point]]
    if changed and gained == changed and len({after[point] for point in gained}) == 1:
        yield Action("place", after[gained[0]], tuple(gained))
    if len(changed) == 2:
        for source, target in (changed, changed[::-1]):
            if before[source] and not after[source] and after[target] == before[source]:
                yield Action("move", points=(source, target))


def toward(rules: SpellbookRules, state: State, table: Mapping[str, Sequence[Things]]) -> Iterator[Action]:
    """The legal actions that may have led to what is seen: of thousands, those that put gems where some are."""
    if state.stage.phase is not Phase.TURN:
        yield from rules.legal(state)
        return
    may = [_codes(table.get(name)) for name in NAMES]
    for action in _towards(rules, state, may):
        if not rules.breaches(state, action, state.seat):
            yield action


def _codes(ways: Sequence[Things] | None) -> tuple[int, ...] | None:
    """What a point may hold, as codes, the likeliest first; None if that is not seen."""
    return None if not ways else tuple(_code(way[0]) if way else 0 for way in ways)


def _towards(rules: SpellbookRules, state: State, may: Sequence[tuple[int, ...] | None]) -> Iterator[Action]:
    before = state.board
    for gem in range(4 * state.seat + 1, 4 * state.seat + 5):
        free = [point for point in range(POINTS) if not before[point] and _may_hold(may[point], gem)]
        surest = sorted(free, key=lambda point: _rank(may[point], gem))[:MOST_NEW]
        for count in range(1, EACH + 1):
            yield from (Action("place", gem, points) for points in combinations(sorted(surest), count))
    for source in range(POINTS):
        if before[source] and _may_hold(may[source], 0, but=before[source]):
            for target in ADJACENT[source]:
                if _may_hold(may[target], before[source]):
                    yield Action("move", points=(source, target))
    board = bytes(ways[0] if ways else before[point] for point, ways in enumerate(may))
    yield from (action for action in _candidates(rules, state, board) if action.kind == "cast")


def _may_hold(ways: tuple[int, ...] | None, gem: int, *, but: int | None = None) -> bool:
    """Whether a point may hold a gem, or anything but one."""
    if ways is None or gem in ways:
        return True
    return but is not None and any(way != but for way in ways)


def _rank(ways: tuple[int, ...] | None, gem: int) -> int:
    """How near a gem is to being what a point holds; what is not seen comes last."""
    return POINTS if ways is None else ways.index(gem)


def diagnose(rules: SpellbookRules, state: State, layout: Layout) -> tuple[Breach, ...]:
    """Which rule is broken if one action led from the state to this table."""
    if state.stage.phase is not Phase.TURN:
        board = board_of(layout)
        if state.stage.phase in (Phase.STUDY, Phase.TOSS) and board is not None and any(board):
            return (Breach("spellbook.setup.start-empty"),)
        return ()
    found = inspect(_on_points(layout))
    board = board_of(layout)
    if found or board is None or board == state.board or explained(rules, state, layout):
        return found
    return tuple(_blamed(rules, state, board))


def _blamed(rules: SpellbookRules, state: State, board: bytes) -> Iterator[Breach]:
    for action in _plain(state.board, board):
        broken = rules.breaches(state, action, state.seat)
        if broken:
            yield from broken
            return
    before = state.board
    gained = [point for point in range(POINTS) if not before[point] and board[point]]
    lost = [point for point in range(POINTS) if before[point] and not board[point]]
    replaced = [
        point for point in range(POINTS) if before[point] and board[point] and before[point] != board[point]
    ]
    if gained and not lost and not replaced:
        yield Breach("spellbook.place.one-to-three-same-kind", {"count": len(gained)})
    elif lost and not gained and not replaced:
        yield Breach("spellbook.take.only-by-arrival", {"places": tuple(NAMES[point] for point in lost)})
    elif replaced and not lost:
        yield Breach("spellbook.place.empty-points", {"places": tuple(NAMES[point] for point in replaced)})
    elif not has_gems(before, state.seat):
        yield Breach("spellbook.turn.first-action-is-placement")
    elif not state.stage.open >> state.seat & 1:
        yield Breach("spellbook.turn.one-action")
    else:
        yield Breach("spellbook.cast.name-first")


def attempted(rules: SpellbookRules, state: State, action: Action) -> Layout | None:
    """What the table looks like if somebody takes an action, legal or not."""
    board = bytearray(state.board)
    if action.kind == "place":
        for point in action.points:
            board[point] = action.gem
    elif action.kind == "move":
        source, target = action.points
        board[target], board[source] = board[source], 0
    elif action.kind == "cast" and action.board:
        board = bytearray(action.board)
    elif action not in set(rules.legal(state)):
        return None
    else:
        return layout(rules.play(state, action))
    reserve = bytearray(state.reserve)
    if action.kind == "place":
        reserve[action.gem - 1] = max(0, reserve[action.gem - 1] - len(action.points))
    return layout(state._replace(board=bytes(board), reserve=bytes(reserve)))


def amended(state: State, layout: Layout) -> State | None:
    """The state with the points as in a layout; reserves shrink where more stands there than was placed."""
    board = board_of(layout)
    if board is None or inspect(_on_points(layout)) or state.stage.phase is not Phase.TURN:
        return None
    reserve = bytes(min(state.reserve[gem - 1], EACH - board.count(gem)) for gem in range(1, 9))
    return state._replace(board=board, reserve=reserve, stage=state.stage._replace(contested=None))
