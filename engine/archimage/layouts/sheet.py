"""The sheet that a camera looks at: a tray for each player's dice and the four zones, between four marks.

It lies by itself, wherever there is room. What lies there tells what was picked, paid and given back, and how
dice fell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import COLOURS, DICE_EACH, NATURE, colour_of, die, face_of
from engine.archimage.flow import after_picking, end_turn, finish, rollers
from engine.archimage.house import DICE, SEATS, SHEETS
from engine.archimage.layouts.plan import TRAY, UNIT_MM, ZONE, die_thing
from engine.archimage.state import Phase, State
from engine.table import Layout, Marker, Place, Supply, TablePlan, Thing

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

TRAY_MM = (150.0, 54.0)
ZONE_MM = (70.0, 54.0)
MARKS_MM = (360.0, 240.0)
"""From mark to mark, middle to middle: a whole number of units."""
MARK_MM = 20.0
SHEET_MM = (400.0, 276.0)
AT = (-0.5, -20.5)
"""Where its middle is, in the plan's unit: away from the board, beside which it may lie anywhere."""
_FIRST_MARKER = 30
_ROWS_MM = (-93.0, -31.0, 31.0, 93.0)
_ZONES_MM = (-117.0, -39.0, 39.0, 117.0)
_HALF_MM = 78.0
TRAYS_MM = (
    (-_HALF_MM, _ROWS_MM[0]),
    (_HALF_MM, _ROWS_MM[0]),
    (-_HALF_MM, _ROWS_MM[2]),
    (_HALF_MM, _ROWS_MM[2]),
    (-_HALF_MM, _ROWS_MM[3]),
)
"""The middles of the trays, seat by seat, from the sheet's middle."""

Table = Mapping[str, Sequence[tuple[Thing, ...]]]


@lru_cache(maxsize=16)
def sheet(seats: tuple[str, ...]) -> TablePlan:
    """The sheet for these players."""
    dice = tuple(die_thing(die(colour, face)) for colour in NATURE for face in range(7))
    return TablePlan(
        (*_trays(seats), *_zones()),
        dice,
        UNIT_MM,
        markers=tuple(_markers()),
        supply=tuple(
            Supply(tuple(die_thing(die(colour, face)).name for face in range(7)), DICE_EACH) for colour in NATURE
        ),
        name=DICE,
        title=SHEETS[DICE],
    )


def zones_at() -> Iterator[tuple[int, float, float]]:
    """The zones of the sheet: their colours and middles, in millimetres from its own."""
    for colour, x in zip(NATURE, _ZONES_MM, strict=True):
        yield colour, x, _ROWS_MM[1]


def _trays(seats: tuple[str, ...]) -> Iterator[Place]:
    for name, (x, y) in zip(seats, TRAYS_MM, strict=False):
        yield _place(f"{TRAY}-{name}", TRAY, x, y, TRAY_MM)


def _zones() -> Iterator[Place]:
    for colour, x, y in zones_at():
        yield _place(f"{ZONE}-{COLOURS[colour]}", ZONE, x, y, ZONE_MM)


def _place(name: str, kind: str, x: float, y: float, size: tuple[float, float]) -> Place:
    width, height = (side / UNIT_MM for side in size)
    return Place(
        name,
        kind,
        AT[0] + x / UNIT_MM,
        AT[1] + y / UNIT_MM,
        ("die",),
        width,
        height,
        many=True,
        blank=kind == ZONE,
    )


def _markers() -> Iterator[Marker]:
    right, down = (side / 2 / UNIT_MM for side in MARKS_MM)
    corners = ((-right, -down), (right, -down), (right, down), (-right, down))
    for number, (x, y) in enumerate(corners):
        yield Marker(_FIRST_MARKER + number, AT[0] + x, AT[1] + y, MARK_MM / UNIT_MM)


# -- what lies there ------------------------------------------------------------------------------------


def fallen(rules: ArchimageRules, state: State, layout: Layout) -> Action | None:
    """The roll that the dice in a player's tray show, if they are those that were to be rolled."""
    if state.phase not in (Phase.ROLL, Phase.REROLL):
        return None
    for seat in rollers(state):
        lying = sorted(_die(thing) for thing in layout.get(f"{TRAY}-{rules.seats[seat]}", ()))
        hand = state.hands[seat]
        if not all(map(face_of, lying)) or Counter(map(colour_of, lying)) != Counter(map(colour_of, hand)):
            continue
        kept = Counter(one for one in hand if face_of(one))
        if kept <= Counter(lying):
            return Action("roll", seat=seat, dice=tuple(sorted((Counter(lying) - kept).elements())))
    return None


def _die(thing: Thing) -> int:
    return die(COLOURS.index(thing.colour), thing.pips or 0)


def amended(rules: ArchimageRules, state: State, layout: Layout) -> State | None:
    """The state with the dice that lie in the trays; those that wait for a roll go on waiting.

    Whoever has none left has finished the round. None where the zones do not hold the rest of them, or more
    would be in play than there are.
    """
    if state.phase is not Phase.TURN:
        return None
    hands = []
    for seat, name in enumerate(rules.seats):
        waits = all(not face_of(one) for one in state.hands[seat])
        lying = [_die(thing) for thing in layout.get(f"{TRAY}-{name}", ())]
        if waits and (state.hands[seat] or not state.is_active(seat)):
            lying = [die(colour_of(one), 0) for one in lying]
        hands.append(tuple(sorted(lying)))
    after = state._replace(hands=tuple(hands))
    zones = {colour: len(layout.get(f"{ZONE}-{COLOURS[colour]}", ())) for colour in NATURE}
    is_whole = all(after.reserve(colour) == zones[colour] for colour in NATURE)
    return _finished(rules, state, after) if is_whole else None


def _finished(rules: ArchimageRules, before: State, after: State) -> State:
    """Nobody plays on without dice: who laid all of them back takes new ones."""
    for seat in range(after.players):
        if seat != after.seat and before.hands[seat] and not after.hands[seat] and after.is_active(seat):
            after = finish(rules, after, seat)
    if before.hands[after.seat] and not after.hands[after.seat]:
        return end_turn(rules, after, "return")
    return after_picking(rules, after) if after.picking else after


_UNSEEN = (Phase.DEAL, Phase.FIRST, Phase.STAND, Phase.ROLL, Phase.REROLL, Phase.OVER)
"""When nothing is done that the sheet tells; rolls are confirmed."""


def toward(rules: ArchimageRules, state: State, table: Table) -> Iterable[Action]:
    """The legal actions after which the trays look more like what is seen than they do now."""
    if state.phase in _UNSEEN:
        return
    seen = {
        seat: Counter(thing.name for thing in ways[0])
        for seat, name in enumerate(rules.seats)
        if (ways := table.get(f"{TRAY}-{name}"))
    }
    now = _off(state, seen)
    if not now:
        return
    for action in rules.legal(state):
        after = rules.play(state, action)
        if after.hands != state.hands and _off(after, seen) < now:
            yield action


def _off(state: State, seen: Mapping[int, Counter[str]]) -> int:
    """By how many dice the trays differ from what is seen; one that waits for its roll may show anything."""
    return sum(_differs(state.hands[seat], there) for seat, there in seen.items())


def _differs(hand: tuple[int, ...], seen: Counter[str]) -> int:
    known = Counter(die_thing(one).name for one in hand if face_of(one))
    both = (known & seen).total()
    left, open_to = seen - known, Counter(COLOURS[colour_of(one)] for one in hand if not face_of(one))
    for name, count in left.items():
        colour = name.split("-")[1]
        taken = min(count, open_to[colour])
        both, open_to[colour] = both + taken, open_to[colour] - taken
    return len(hand) + seen.total() - 2 * both


def seat_labels() -> Iterator[tuple[str, float, float]]:
    """The number of each seat and where its tray is, in millimetres from the sheet's middle."""
    for number, (x, y) in zip(range(1, len(SEATS) + 1), TRAYS_MM, strict=True):
        yield str(number), x, y
