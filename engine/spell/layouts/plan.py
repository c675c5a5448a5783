"""The table of SPELL: its places, what can be there, and how a state lies on it.

The unit is one tile's pitch, the origin the middle of a1. Names are those of the notation: ``a1`` to ``d4``
for the frame, ``a0`` to ``z4`` for the ring, ``library-1a`` and ``library-1b`` for the two runes of level 1.
While the arena is being built nobody knows yet where its frame will be: tiles lie on ``sheet-a1`` to
``sheet-g7`` then, whose middle ``sheet-d4``, the neutral tile, is drawn where b2 is. A layout shows the sheet
or the frame, never both.

What lies beside the arena (markers, action cards, counts of held cards) belongs to the plan only if asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.spell.arena import BLACK, CARRIED, VIOLET
from engine.spell.arena import GAP as GAP_LANE
from engine.spell.building import MIDDLE, SHEET, TILES_EACH, sheet_name
from engine.spell.frame import DIRECTION_NAMES, NAMES, SIDE, SPOTS, places
from engine.spell.layouts.cards import printed
from engine.spell.notation import cells
from engine.spell.runes import LEVELS
from engine.spell.state import SEATS, Amulet, Phase, State
from engine.spell.turn import stacked
from engine.table import Layout, Marker, Place, Supply, TablePlan, Thing

if TYPE_CHECKING:
    from engine.spell.actions import Action
    from engine.spell.game import SpellRules

UNIT_MM = 66.0
"""The pitch of the printed mat. Only a hint for a table without it: nobody gave us the measures of the boxes."""

MAT_MM = (420.0, 297.0)
"""The printed mat is an A3 sheet, the arena in its middle."""
MARKER_MM = 30.0
MARKER_MARGIN_MM = 10.0
CARD_MM = (42.0, 63.0)
LIBRARY_PITCH_MM = (50.0, 68.0)
LIBRARY_FROM_MM = 240.0
"""From the middle of the arena to the middles of the library's first column; its strip lies beside the mat."""

TILES = {
    "B": Thing("black-active", "tile", BLACK),
    "b": Thing("black-inactive", "tile", BLACK),
    "V": Thing("violet-active", "tile", VIOLET),
    "v": Thing("violet-inactive", "tile", VIOLET),
    "N": Thing("neutral", "tile"),
}
FIGURES = {
    "M": Thing("black-mage", "figure", BLACK, tall=True),
    "m": Thing("violet-mage", "figure", VIOLET, tall=True),
    "E": Thing("black-elemental", "figure", BLACK, tall=True),
    "e": Thing("violet-elemental", "figure", VIOLET, tall=True),
}
SPECIALS = {
    "S": Thing("black-special", "special", BLACK),
    "s": Thing("violet-special", "special", VIOLET),
}
SPECIAL_LETTERS = "Ss"
"""A seat's special tile."""
PIECES = TILES | SPECIALS | FIGURES
"""Everything that can lie or stand in the arena and its ring, by the letter it is written with."""
LETTERS = {thing.name: letter for letter, thing in PIECES.items()}

SUPPLY = (
    *(
        Supply((TILES[active].name, TILES[inactive].name), TILES_EACH, least=TILES_EACH)
        for active, inactive in ("Bb", "Vv")
    ),
    Supply((TILES["N"].name,), 1, least=1),
    *(Supply((thing.name,), 1) for thing in SPECIALS.values()),
    *(Supply((FIGURES[letter].name,), 2, least=1) for letter in "Mm"),
    *(Supply((FIGURES[letter].name,), 3) for letter in "Ee"),
)
"""Two mages and three elementals each are in the box, though mostly fewer are in play; a mage never leaves."""

ONE_PLACE = CARRIED | 1 << GAP_LANE
"""All that an arena tells about its first place."""
_TWINS = 1 << ONE_PLACE.bit_length()
"""Beside it: where black's mage is, both are; twice as much for violet's."""
_FRAME = tuple(zip(NAMES, range(SIDE * SIDE), strict=False))

GEM = "gem"
GEM_TIPS = tuple(Thing(f"gem-{name}", "gem", turn=90 * turn) for turn, name in enumerate(DIRECTION_NAMES))
SLOTS = "ab"
LIBRARY = "library-"
ON_SHEET = "sheet-"
RUNE = "rune-"

MOST_POINTS = 30
"""A track is read so far; the most anybody can reach is 26."""
MOST_HELD = 24
ROUNDS = 6
ACTIONS = ("mage", "shift")
ROUND = "round"


def rune_thing(code: str) -> Thing:
    """The pattern side of a card."""
    return Thing(f"{RUNE}{code}", "card")


def on_sheet(row: int, column: int) -> str:
    """A place of the sheet."""
    return f"{ON_SHEET}{sheet_name(row, column)}"


def score_thing(points: int) -> Thing:
    """The score marker on a space of the track."""
    return Thing(f"at-{min(points, MOST_POINTS)}", "marker")


def round_thing(number: int) -> Thing:
    """The round marker on its space."""
    return Thing(f"round-{number}", "round-marker")


def held_thing(count: int) -> Thing:
    """So many unspent cards before a player."""
    return Thing(f"held-{min(count, MOST_HELD)}", "held")


AVAILABLE, USED = Thing("available", "action-card"), Thing("used", "action-card")


def card_place(seat: int, action: str) -> str:
    """Where an action card lies."""
    return f"card-{SEATS[seat]}-{action}"


def score_place(seat: int) -> str:
    return f"score-{SEATS[seat]}"


def hand_place(seat: int) -> str:
    return f"hand-{SEATS[seat]}"


# -- the plan -------------------------------------------------------------------------------------------


def table_plan(rules: SpellRules, *, beside: bool = False) -> TablePlan:
    """Every place of the table and every thing that can be there; with what lies beside the arena if asked."""
    found = [*_arena_places(), *_library_places()]
    things = [*PIECES.values(), *(rune_thing(card.code) for card in rules.deck.cards)]
    if rules.house.is_solo:
        found.append(Place(GEM, "gem", -3.0, 1.5, ("gem",)))
        things += GEM_TIPS
    else:
        found += _sheet_places()
    if beside:
        found += _places_beside()
        things += _things_beside()
    patterns = {rune_thing(card.code).name: printed(card.pattern, UNIT_MM) for card in rules.deck.cards}
    return TablePlan(
        tuple(found), tuple(things), UNIT_MM, markers=tuple(_markers()), printed=patterns, supply=SUPPLY,
        alike=tuple(tuple(f"{LIBRARY}{level}{slot}" for slot in SLOTS) for level in LEVELS),
        cards=("card",),
    )  # fmt: skip


def _markers() -> Iterator[Marker]:
    """Clockwise from the top left corner of the mat, as OpenCV counts corners."""
    middle = (SIDE - 1) / 2
    across, down = (size / 2 - MARKER_MARGIN_MM - MARKER_MM / 2 for size in MAT_MM)
    for number, (right, below) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        x, y = middle + right * across / UNIT_MM, middle + below * down / UNIT_MM
        yield Marker(number, x, y, MARKER_MM / UNIT_MM)


def _arena_places() -> Iterator[Place]:
    for name, (row, column) in zip(NAMES, SPOTS, strict=True):
        in_frame = 0 <= row < SIDE and 0 <= column < SIDE
        kind, kinds = ("frame", ("tile", "figure")) if in_frame else ("ring", ("special", "figure"))
        yield Place(name, kind, float(column), float(row), kinds)


def _library_places() -> Iterator[Place]:
    middle = (SIDE - 1) / 2
    across, down = (pitch / UNIT_MM for pitch in LIBRARY_PITCH_MM)
    width, height = (side / UNIT_MM for side in CARD_MM)
    for level in LEVELS:
        for i, slot in enumerate(SLOTS):
            x, y = middle + LIBRARY_FROM_MM / UNIT_MM + i * across, middle + (level - 2.5) * down
            yield Place(f"{LIBRARY}{level}{slot}", "library", x, y, ("card",), width, height)


def _sheet_places() -> Iterator[Place]:
    """The sheet overlies the frame: its middle is drawn at b2."""
    for row in range(SHEET):
        for column in range(SHEET):
            x, y = column - MIDDLE + 1.0, row - MIDDLE + 1.0
            name = on_sheet(row, column)
            yield Place(name, "sheet", x, y, ("tile", "figure"), overlay=True)


def _places_beside() -> Iterator[Place]:
    for seat in (BLACK, VIOLET):
        y = 6.0 if seat == BLACK else -3.0
        for i, action in enumerate(ACTIONS):
            yield Place(card_place(seat, action), "action-card", 1.5 * i, y, ("action-card",))
        yield Place(hand_place(seat), "hand", 3.5, y, ("held",))
        yield Place(score_place(seat), "track", -4.5, float(seat), ("marker",))
    yield Place(ROUND, "track", -4.5, 2.0, ("round-marker",))


def _things_beside() -> list[Thing]:
    found = [AVAILABLE, USED]
    found += [score_thing(points) for points in range(MOST_POINTS + 1)]
    found += [round_thing(number) for number in range(1, ROUNDS + 1)]
    return found + [held_thing(count) for count in range(MOST_HELD + 1)]


# -- a state laid out -------------------------------------------------------------------------------------


def layout(rules: SpellRules, state: State, *, beside: bool = False) -> Layout:
    """What lies where in a state. The Gem is not told: a state does not know which way it lies."""
    found: dict[str, tuple[Thing, ...]] = {}
    if state.stage.sheet:
        found = sheet_layout(rules, state)
    elif state.arena:
        found = _arena_layout(state)
    if state.special:
        found[NAMES[state.special.bit_length() - 1]] = (SPECIALS[SPECIAL_LETTERS[state.stage.seat]],)
    found |= library_layout(rules, state.visible)
    return found | layout_beside(state) if beside else found


def traces(rules: SpellRules, before: State, action: Action, after: State) -> Layout:
    if not before.stage.sheet or after.stage.sheet:
        return layout(rules, after)
    row, column = divmod(action.place, SHEET)
    laid = {on_sheet(row, column): pieces(action.tile)}
    return {**sheet_layout(rules, before), **laid, **library_layout(rules, after.visible)}


def pieces(letters: str) -> tuple[Thing, ...]:
    """The things that letters stand for; the dot is bare table."""
    return tuple(PIECES[letter] for letter in letters if letter != cells.BLANK)


def _arena_layout(state: State) -> dict[str, tuple[Thing, ...]]:
    """What lies and stands in the frame. A referee lays out thousands of states a second."""
    arena, told, twins = state.arena, _CONTENTS, 0
    for seat, amulet in enumerate(state.stage.amulets_in_force):
        if amulet is Amulet.DOPPELGANGER and stacked(arena, seat, amulet):
            twins |= _TWINS << seat
    return {name: things for name, place in _FRAME if (things := told[arena >> place & ONE_PLACE | twins])}


class _Contents(dict[int, tuple[Thing, ...]]):
    """What is on the first place of an arena, by all that this tells of it and whose mage there is two."""

    def __missing__(self, told: int) -> tuple[Thing, ...]:
        black, violet = (Amulet.DOPPELGANGER if told & _TWINS << seat else Amulet.NONE for seat in (BLACK, VIOLET))
        found = self[told] = pieces(cells.cell(told, 0, (black, violet)))
        return found


_CONTENTS = _Contents()


def cell_letters(state: State) -> Iterator[str]:
    """The letters of the sixteen places of the frame."""
    stage = state.stage
    amulets = stage.amulets_in_force
    return (cells.cell(state.arena, place, amulets) for place in range(SIDE * SIDE))


def sheet_layout(rules: SpellRules, state: State) -> dict[str, tuple[Thing, ...]]:
    """The tiles laid so far; by the ordinary rules the mages stand on the core's active tiles from the first."""
    found: dict[str, tuple[Thing, ...]] = {}
    for tile, row, column in state.stage.sheet:
        stands = "" if rules.house.tournament or not tile.isupper() else {"B": "M", "V": "m"}.get(tile, "")
        found[on_sheet(row, column)] = pieces(tile + stands)
    return found


@lru_cache(maxsize=512)
def library_layout(rules: SpellRules, visible: int) -> Mapping[str, tuple[Thing, ...]]:
    """The visible runes, in the deck's order. Which of the two slots a card lies on means nothing."""
    found: dict[str, tuple[Thing, ...]] = {}
    for level in LEVELS:
        for slot, card in zip(SLOTS, places(visible & rules.level_masks[level]), strict=False):
            found[f"{LIBRARY}{level}{slot}"] = (rune_thing(rules.deck.cards[card].code),)
    return found


def layout_beside(state: State) -> dict[str, tuple[Thing, ...]]:
    """Markers, action cards and counts of held cards."""
    found: dict[str, tuple[Thing, ...]] = {ROUND: (round_thing(state.stage.round),)}
    in_turn = state.stage.seat if state.stage.phase is Phase.TURN else None
    for seat in (BLACK, VIOLET):
        used = (state.mage_used > 0, state.shifts <= 0) if seat == in_turn else (False, False)
        for action, is_used in zip(ACTIONS, used, strict=True):
            found[card_place(seat, action)] = (USED if is_used else AVAILABLE,)
        found[score_place(seat)] = (score_thing(state.points[seat]),)
        found[hand_place(seat)] = (held_thing(held(state, seat)),)
    return found


def held(state: State, seat: int) -> int:
    """How many unspent cards a player holds."""
    return sum(state.cards(seat, level) for level in (1, 2, 3))
