"""The table of Archimage: the board's spaces, the zones of dice, and what each player has in front of them.

The origin is the middle of the board. Beside the spaces there are: ``zone-red`` and so on; for each player
``tray-`` (dice), ``scrolls-``, ``bond-`` (the Bond scroll, with the familiar on it of whoever has finished),
``home-`` (the familiar beside it) and ``first-`` (the first-player token); ``beside`` for guardians that wait.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.archimage.board import SIZES, Board
from engine.archimage.elements import (
    CARD_NUMBERS,
    COLOURS,
    DICE_EACH,
    ELEMENTS,
    NATURE,
    TOKENS,
    TOKENS_EACH,
    card_name,
    card_of,
    colour_of,
    face_of,
    is_scroll,
    seal_of,
)
from engine.archimage.state import AT_HOME, DONE, Phase, State
from engine.table import Layout, Place, Supply, TablePlan, Thing

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

UNIT_MM = 40.0
ZONE_MM = (70.0, 50.0)
TRAY_MM = (170.0, 50.0)
SCROLLS_MM = (260.0, 110.0)
BOND_MM = (36.0, 46.0)
TOKEN_MM = (30.0, 30.0)
FROM_BOARD_MM = 45.0
"""Between the outermost space and what lies beside the board."""

SPACE = "space"
ZONE, TRAY, SCROLLS, BOND, HOME, FIRST, BESIDE = "zone", "tray", "scrolls", "bond", "home", "first", "beside"
SHARED = (*(f"{ZONE}-{COLOURS[colour]}" for colour in NATURE), BESIDE)
FIRST_PLAYER = Thing("first-player", "marker")
SCROLL = "scroll"
SCROLL_BACK = Thing("scroll-back", "scroll")
UNKNOWN: dict[str, Thing] = {kind: Thing(f"unknown-{kind}", kind, unknown=True) for kind in ("seal", SCROLL)}
"""What somebody is to lay on a space, or has laid there, and nobody knows yet."""


def die_thing(one: int) -> Thing:
    """A die as it shows; one that waits for a roll shows nothing that counts."""
    colour, face = COLOURS[colour_of(one)], face_of(one)
    name = f"die-{colour}"
    return Thing(f"{name}-{face}" if face else name, "die", colour=colour, pips=face)


def cell_thing(cell: int) -> Thing:
    if is_scroll(cell):
        return scroll_thing(card_of(cell))
    colour, power = seal_of(cell)
    return Thing(f"seal-{COLOURS[colour]}-{power}", "seal", colour=COLOURS[colour], number=power)


def scroll_thing(card: int) -> Thing:
    return Thing(f"{SCROLL}-{card_name(card)}", "scroll")


def card_of_thing(thing: Thing) -> int | None:
    """Which scroll a thing is; None for what is none, or lies face down."""
    return CARD_NUMBERS.get(thing.name.removeprefix(f"{SCROLL}-")) if thing.kind == "scroll" else None


@lru_cache(maxsize=64)
def figure_thing(kind: str, name: str, owner: int | None) -> Thing:
    """A mage, a familiar or a guardian."""
    return Thing(f"{kind}-{name}", "figure", owner, tall=True)


def bond_thing(name: str, owner: int, *, is_up: bool) -> Thing:
    return Thing(f"bond-{name}" if is_up else f"bond-back-{name}", "bond", owner)


def mage(rules: ArchimageRules, seat: int) -> Thing:
    return figure_thing("mage", rules.seats[seat], seat)


def familiar(rules: ArchimageRules, seat: int) -> Thing:
    return figure_thing("familiar", rules.seats[seat], seat)


def guardian(element: int) -> Thing:
    return figure_thing("guardian", ELEMENTS[element], None)


# -- the plan -------------------------------------------------------------------------------------------


def table_plan(rules: ArchimageRules) -> TablePlan:
    from engine.archimage.layouts import field  # noqa: PLC0415 - it looks at a part of this plan

    names = {space.name for space in rules.board.spaces}
    links = [(rules.board.name_of(one), rules.board.name_of(other)) for one, other in rules.board.links]
    return TablePlan(
        (*_spaces(rules.board), *_zones(rules.board), *_around(rules)),
        tuple(things(rules)),
        UNIT_MM,
        links=tuple(pair for pair in links if names >= set(pair)),
        walls=tuple((rules.board.name_of(one), rules.board.name_of(other)) for one, other in rules.board.walls),
        markers=field.markers(rules.board),
        supply=tuple(_supply(rules)),
        cards=("scroll", "bond"),
    )


def _spaces(board: Board) -> Iterator[Place]:
    """The hub comes last: nothing ever stands there."""
    for space in sorted(board.spaces, key=lambda one: one.kind == "hub"):
        kinds = {"circle": ("seal", "figure"), "scroll": ("scroll", "figure"), "start": ("figure",), "hub": ()}
        yield _place(space.name, SPACE if space.kind != "hub" else "floor", space.x, space.y, kinds[space.kind],
                     SIZES[space.kind])  # fmt: skip


def _place(  # noqa: PLR0913, PLR0917 - a place is these six things
    name: str,
    kind: str,
    x: float,
    y: float,
    kinds: tuple[str, ...],
    size: tuple[float, float],
    many: bool = False,
) -> Place:
    width, height = (side / UNIT_MM for side in size)
    return Place(name, kind, x / UNIT_MM, y / UNIT_MM, kinds, width, height, many=many, blank=kind == ZONE)


def radius(board: Board) -> float:
    """How far the outermost space reaches from the middle, in millimetres."""
    return max(math.hypot(space.x, space.y) for space in board.spaces) + max(SIZES["scroll"]) / 2


def zones_at(board: Board) -> tuple[tuple[float, float], ...]:
    """The middles of the four zones, at the corners of a square around the board."""
    across, down = (radius(board) * _CORNER + side / 2 for side in ZONE_MM)
    return ((-across, -down), (across, -down), (across, down), (-across, down))


_CORNER = 0.71
"""A zone touches the circle around the board with its inner corner."""


def outermost(board: Board) -> float:
    """How far the board reaches from its middle, zones included."""
    return max(radius(board), zones_at(board)[1][0] + max(ZONE_MM) / 2)


def _zones(board: Board) -> Iterator[Place]:
    for colour, (x, y) in zip(NATURE, zones_at(board), strict=True):
        yield _place(f"{ZONE}-{COLOURS[colour]}", ZONE, x, y, ("die",), ZONE_MM, many=True)


def _around(rules: ArchimageRules) -> Iterator[Place]:
    """What the players have in front of them: a row each, the rows below the board."""
    below = radius(rules.board) + FROM_BOARD_MM + SCROLLS_MM[1] / 2
    for seat, name in enumerate(rules.seats):
        y = below + seat * (SCROLLS_MM[1] + 10)
        yield _place(f"{TRAY}-{name}", TRAY, -215, y, ("die",), TRAY_MM, many=True)
        yield _place(f"{FIRST}-{name}", FIRST, -105, y, ("marker",), TOKEN_MM)
        yield _place(f"{HOME}-{name}", HOME, -65, y, ("figure",), TOKEN_MM)
        yield _place(f"{BOND}-{name}", BOND, -20, y, ("bond", "figure"), BOND_MM)
        yield _place(f"{SCROLLS}-{name}", SCROLLS, 135, y, ("scroll", "seal"), SCROLLS_MM, many=True)
    yield _place(BESIDE, BESIDE, 0, below - SCROLLS_MM[1] / 2 - 20, ("figure",), TRAY_MM, many=True)


def in_front_of(name: str) -> tuple[str, ...]:
    """The places of a player: dice first, as they are asked for most."""
    return tuple(f"{kind}-{name}" for kind in (TRAY, BOND, SCROLLS, HOME, FIRST))


def things(rules: ArchimageRules) -> Iterator[Thing]:
    for colour in NATURE:
        yield from (die_thing(colour * 7 + face) for face in range(7))
    yield from map(cell_thing, TOKENS)
    yield from (scroll_thing(card) for card in sorted(rules.cards))
    yield SCROLL_BACK
    for seat, name in enumerate(rules.seats):
        yield from (mage(rules, seat), familiar(rules, seat))
        yield from (bond_thing(name, seat, is_up=True), bond_thing(name, seat, is_up=False))
    yield from map(guardian, range(len(ELEMENTS)))
    yield FIRST_PLAYER
    if rules.is_aided:
        yield from UNKNOWN.values()


def _supply(rules: ArchimageRules) -> Iterator[Supply]:
    for colour in NATURE:
        yield Supply(tuple(die_thing(colour * 7 + face).name for face in range(7)), DICE_EACH)
    yield from (Supply((cell_thing(cell).name,), TOKENS_EACH[seal_of(cell)[1]]) for cell in TOKENS)
    yield from (Supply((scroll_thing(card).name,), count) for card, count in rules.cards.items())
    for seat, name in enumerate(rules.seats):
        yield from (Supply((one.name,), 1) for one in (mage(rules, seat), familiar(rules, seat)))
        yield Supply((f"bond-{name}", f"bond-back-{name}"), 1)
    yield from (Supply((guardian(element).name,), 1) for element in range(len(ELEMENTS)))
    yield Supply((FIRST_PLAYER.name,), 1)


# -- a state laid out -----------------------------------------------------------------------------------


def layout(rules: ArchimageRules, state: State) -> Layout:
    found: dict[str, list[Thing]] = {}
    for number, cell in enumerate(state.board):
        if cell:
            found[rules.board.name_of(number)] = [cell_thing(cell)]
        elif state.phase is Phase.DEAL and rules.is_aided and rules.board.spaces[number].power:
            kind = "seal" if rules.board.spaces[number].kind == "circle" else SCROLL
            found[rules.board.name_of(number)] = [UNKNOWN[kind]]
    _stand(rules, state, found)
    for colour in NATURE:
        found[f"{ZONE}-{COLOURS[colour]}"] = [die_thing(colour * 7)] * state.reserve(colour)
    for seat, name in enumerate(rules.seats):
        found[f"{TRAY}-{name}"] = list(map(die_thing, state.hands[seat]))
        owned = state.owned[seat]
        found[f"{SCROLLS}-{name}"] = [
            *(scroll_thing(one.card) if one.is_up else SCROLL_BACK for one in owned),
            *(cell_thing(one.stored) for one in owned if one.stored),
        ]
    if state.round or any(at >= 0 for at in state.mages):
        found[f"{FIRST}-{rules.seats[state.first]}"] = [FIRST_PLAYER]
    return {place: _ordered(place, lying) for place, lying in found.items() if lying}


def _stand(rules: ArchimageRules, state: State, found: dict[str, list[Thing]]) -> None:
    """The figures, and the Bond scrolls that familiars come home to."""
    space = rules.board.name_of
    for seat, name in enumerate(rules.seats):
        found[f"{BOND}-{name}"] = [bond_thing(name, seat, is_up=state.bond_is_up(seat))]
    for element, at in enumerate(state.guardians):
        if at >= AT_HOME:
            found.setdefault(space(at) if at >= 0 else BESIDE, []).append(guardian(element))
    for seat, at in enumerate(state.familiars):
        name = rules.seats[seat]
        where = {AT_HOME: f"{HOME}-{name}", DONE: f"{BOND}-{name}"}.get(at) or space(at)
        found.setdefault(where, []).append(familiar(rules, seat))
    for seat, at in enumerate(state.mages):
        if at >= 0:
            found.setdefault(space(at), []).append(mage(rules, seat))


def _ordered(place: str, lying: list[Thing]) -> tuple[Thing, ...]:
    """Things that lie side by side, by their names."""
    return tuple(sorted(lying, key=lambda one: one.name)) if is_loose(place) else tuple(lying)


def is_loose(place: str) -> bool:
    return place == BESIDE or place.partition("-")[0] in (ZONE, TRAY, SCROLLS)


def tidy(found: Layout) -> dict[str, tuple[Thing, ...]]:
    """A layout as ``layout`` would tell it, so that the two can be compared."""
    return {place: _ordered(place, list(lying)) for place, lying in found.items() if lying}
