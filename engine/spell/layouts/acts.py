"""What hands can do to an arena, allowed or not: looks before and after.

Everything here is physical. Pieces go where they are put; whether they may is the judge's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.spell.actions import Action, Kind
from engine.spell.arena import BLACK, LINES, VIOLET, gap
from engine.spell.frame import DIRECTION_NAMES, NAMES, PLACES
from engine.spell.layouts.look import FRAME, Look
from engine.spell.layouts.plan import SPECIAL_LETTERS
from engine.spell.notation import cells
from engine.spell.notation.cells import ELEMENTAL_LETTERS, MAGE_LETTERS
from engine.spell.state import Phase, State, rival

COLOURED = "BbVv"
EVERYWHERE = range(len(NAMES))
DIRECTIONS = range(len(DIRECTION_NAMES))

Done = Iterator[tuple[Action, Look]]


def placed(look: Look, letter: str, place: int) -> Look:
    """A figure more, in the frame or in the ring."""
    if place >= FRAME:
        return look._replace(ring=_with(look.ring, NAMES[place], letter))
    figures = list(look.figures)
    figures[place] = "".join(sorted(figures[place] + letter))
    return look._replace(figures=tuple(figures))


def lifted(look: Look, letter: str, place: int) -> Look:
    """A figure less, in the frame."""
    figures = list(look.figures)
    figures[place] = figures[place].replace(letter, "", 1)
    return look._replace(figures=tuple(figures))


def moved(look: Look, letter: str, source: int, place: int) -> Look:
    """A figure of the frame put elsewhere."""
    return placed(lifted(look, letter, source), letter, place)


def turned(look: Look, place: int) -> Look:
    """A tile turned over; those with one face stay as they look."""
    tile = look.tiles[place]
    if tile not in COLOURED:
        return look
    return look._replace(tiles=look.tiles[:place] + tile.swapcase() + look.tiles[place + 1 :])


def swapped(look: Look, one: int, other: int) -> Look:
    """Two tiles change places; figures stay where they are."""
    tiles = list(look.tiles)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return look._replace(tiles="".join(tiles))


def carried(look: Look, hole: int, place: int) -> Look:
    """A tile is put into the hole, with whoever stands on it."""
    return pulled(look, hole, (place,))


def pulled(look: Look, hole: int, line: Sequence[int]) -> Look:
    """The tiles of ``line`` follow each other into the hole, figures ride; the last leaves a new hole."""
    tiles, figures = list(look.tiles), list(look.figures)
    for place in line:
        tiles[hole], figures[hole] = tiles[place], figures[place]
        hole = place
    tiles[hole], figures[hole] = cells.BLANK, ""
    return Look("".join(tiles), tuple(figures), look.ring)


def laid(look: Look, letter: str, place: int) -> Look:
    """The special tile put on a place; if it was out already, it comes from there."""
    ring = tuple(pair for pair in ((name, on.replace(letter, "")) for name, on in look.ring) if pair[1])
    if place >= FRAME:
        return look._replace(ring=_with(ring, NAMES[place], letter))
    if look.tiles[place] != cells.BLANK:
        return look._replace(ring=ring)
    return look._replace(tiles=look.tiles[:place] + letter + look.tiles[place + 1 :], ring=ring)


def _with(ring: tuple[tuple[str, str], ...], name: str, letter: str) -> tuple[tuple[str, str], ...]:
    there = dict(ring)
    there[name] = "".join(sorted(there.get(name, "") + letter))
    return tuple(sorted(there.items()))


def without(look: Look, letters: str) -> Look:
    """The look without the pieces of these letters, wherever they are."""
    drop = str.maketrans("", "", letters)
    ring = tuple(pair for pair in ((name, on.translate(drop)) for name, on in look.ring) if pair[1])
    return look._replace(figures=tuple(on.translate(drop) for on in look.figures), ring=ring)


def line_of(hole: int, direction: int) -> tuple[int, ...]:
    """The places whose tiles close a hole by travelling in a direction, the nearest first."""
    return LINES[4 * hole + direction]


# -- every action of the notation, legal or not -----------------------------------------------------------


def everything(state: State, look: Look, hole: int) -> Done:
    """Every action that could be meant in this phase with the look it leads to, cards left out."""
    phase = state.stage.phase
    if phase is Phase.TURN:
        yield from _turn(state, look, hole)
    elif phase in (Phase.RIVAL_MAGE, Phase.RIVAL_CARRY, Phase.RIVAL_GEM):
        yield from _rivals(state, look, hole)


def _turn(state: State, look: Look, hole: int) -> Done:
    seat = state.stage.seat
    own, foe, elemental = MAGE_LETTERS[seat], MAGE_LETTERS[rival(seat)], ELEMENTAL_LETTERS[seat]
    yield from mage_moves("move", look, own)
    yield from ((Action("flip", place), turned(look, place)) for place in range(FRAME))
    yield from _shifts(look, hole)
    for place in EVERYWHERE:
        yield Action("summon", place), placed(look, elemental, place)
    yield from mage_moves("levitate", look, own)
    yield from mage_moves("push", look, foe)
    for action, after in mage_moves("push", look, foe):
        yield (
            Action("summon", action.source, other=action.place),
            placed(after, elemental, action.source),
        )
    for place in EVERYWHERE:
        yield Action("special", place), laid(look, SPECIAL_LETTERS[seat], place)
    for name in look.on_ring(SPECIAL_LETTERS[seat]):
        yield Action("shift", PLACES[name]), laid(look, SPECIAL_LETTERS[seat], hole)


def mage_moves(kind: Kind, look: Look, letter: str) -> Done:
    """Every mage of a letter to every place."""
    for source in dict.fromkeys(look.standing(letter)):
        for place in EVERYWHERE:
            if place != source:
                yield Action(kind, place, source), moved(look, letter, source, place)


def _shifts(look: Look, hole: int) -> Done:
    for place in range(FRAME):
        if place == hole:
            continue
        carry = carried(look, hole, place)
        yield Action("shift", place), carry
        for direction in DIRECTIONS:
            if line := line_of(place, direction):
                yield Action("shift", place, other=direction), pulled(carry, place, line)


def _rivals(state: State, look: Look, hole: int) -> Done:
    """The turn of the scripted rival. Its carry and slide may be seen as one; then the carry is what is told."""
    yield from mage_moves("move", look, MAGE_LETTERS[BLACK])
    yield from ((Action("flip", place), turned(look, place)) for place in range(FRAME))
    if state.stage.phase is Phase.RIVAL_GEM:
        for direction in DIRECTIONS:
            yield Action("slide", other=direction), pulled(look, hole, line_of(hole, direction))
    else:
        yield from (
            (Action("carry", action.place), after) for action, after in _shifts(look, hole) if action.place >= 0
        )
    for place in EVERYWHERE:
        yield Action("summon", place), placed(look, ELEMENTAL_LETTERS[BLACK], place)
    yield from mage_moves("push", look, MAGE_LETTERS[VIOLET])


def hole_of(state: State) -> int:
    """The place of the gap."""
    return gap(state.arena).bit_length() - 1
