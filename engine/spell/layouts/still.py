"""Faults where no tile changed its place: faces turned, figures moved, several things at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.spell.actions import Action
from engine.spell.frame import NAMES
from engine.spell.judging import judge
from engine.spell.layouts.acts import COLOURED
from engine.spell.layouts.inspect import at, broken
from engine.spell.layouts.look import FRAME, Look
from engine.spell.notation import cells
from engine.spell.notation.cells import ELEMENTAL_LETTERS, MAGE_LETTERS
from engine.spell.state import SEATS, Amulet, Phase, State, rival
from engine.spell.turn import SPELL_LEVELS
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]


def held_levels(state: State) -> tuple[int, ...]:
    """The levels of which the player in turn holds an unspent card."""
    return tuple(level for level in (1, 2, 3) if state.cards(state.stage.seat, level))


def paid_ways(state: State, action: Action) -> Iterator[Action]:
    """The action with each card that might have paid for it; without one where none is held."""
    held = held_levels(state)
    doppel = state.stage.amulets[state.stage.seat] is Amulet.DOPPELGANGER
    if action.kind in ("move", "flip"):
        yield action
        yield from (action._replace(card=level) for level in (held if doppel else ()))
    elif action.kind in SPELL_LEVELS:
        yield from (action._replace(card=level) for level in held or (0,))
    else:
        yield action


def judged(rules: SpellRules, state: State, action: Action) -> tuple[Breach, ...]:
    """What is wrong with an action, paid for in the way that is least wrong."""
    ways = [judge.breaches(rules, state, way, rules.actor(state, way)) for way in paid_ways(state, action)]
    found = min(ways, key=len)
    unpaid = SPELL_LEVELS["push"] not in held_levels(state)
    if action.kind == "push" and unpaid and state.stage.phase is Phase.TURN:
        moved = broken("push.only-by-spell", place=NAMES[action.place], source=NAMES[action.source])
        return (moved, *found)
    return found


@dataclass(frozen=True)
class Change:
    """What differs between two looks whose tiles lie at the same places."""

    faces: tuple[int, ...]
    own_mage: tuple[tuple[int, int], ...]
    rival_mage: tuple[tuple[int, int], ...]
    elementals: tuple[tuple[int, int], ...]
    """(from, to) of what moved."""
    summoned: tuple[int, ...]

    @property
    def parts(self) -> int:
        return sum(
            map(len, (self.faces, self.own_mage, self.rival_mage, self.elementals, self.summoned)),
        )


def change(seat: int, before: Look, after: Look) -> Change | None:
    """What differs; None if tiles moved, or pieces vanished or came from nowhere."""
    faces = []
    for place in range(FRAME):
        old, new = before.tiles[place], after.tiles[place]
        if old != new:
            if old not in COLOURED or new != old.swapcase():
                return None
            faces.append(place)
    moves = {}
    for letter in MAGE_LETTERS + ELEMENTAL_LETTERS:
        left, came = _moved(before.standing(letter), after.standing(letter))
        if len(left) > len(came) or (letter in MAGE_LETTERS and len(left) != len(came)):
            return None
        moves[letter] = (tuple(zip(left, came, strict=False)), tuple(came[len(left) :]))
    own, foe = MAGE_LETTERS[seat], MAGE_LETTERS[rival(seat)]
    elementals = moves[ELEMENTAL_LETTERS[seat]]
    if before.ring != after.ring or any(moves[ELEMENTAL_LETTERS[rival(seat)]]):
        return None
    return Change(tuple(faces), moves[own][0], moves[foe][0], elementals[0], elementals[1])


def _moved(before: list[int], after: list[int]) -> tuple[list[int], list[int]]:
    """The places left and the places reached by figures of one kind."""
    left, came = Counter(before), Counter(after)
    return sorted((left - came).elements()), sorted((came - left).elements())


def breaches(rules: SpellRules, state: State, before: Look, after: Look) -> tuple[Breach, ...]:
    """What is wrong where faces and figures changed but no tile moved; empty if nothing is sure to be wrong."""
    found = change(state.stage.seat, before, after)
    if found is None:
        return ()
    return (*_faces(rules, state, found), *_together(state, found), *_figures(rules, state, found))


def _faces(rules: SpellRules, state: State, found: Change) -> Found:
    """Tiles turned over: by a mage that came or went, or more than one at once, or one that may not be."""
    seat = SEATS[state.stage.seat]
    trodden = {place for step in (*found.own_mage, *found.rival_mage) for place in step}
    kept = [place for place in found.faces if place in trodden]
    turned = [place for place in found.faces if place not in trodden]
    if kept:
        yield broken("active.face-kept", **at(kept, seat=seat))
    if len(turned) > 1 and not _could_be_paid(state, found):
        yield broken("mage.flip.single", **at(turned, seat=seat, most=1))
    elif len(turned) == 1 and found.parts > 1:
        yield from _flip_beside(rules, state, turned[0], found)


def _flip_beside(rules: SpellRules, state: State, place: int, found: Change) -> Found:
    """A flip together with something else, judged before and after the mage moved."""
    action = Action("flip", place)
    ways = [judged(rules, state, action)]
    for source, to in found.own_mage:
        step = judged(rules, state, Action("move", to, source))
        if not step:
            moved = rules.play(state, Action("move", to, source))._replace(mage_used=state.mage_used)
            ways.append(judged(rules, moved, action))
    yield from min(ways, key=len)


def _together(state: State, found: Change) -> Found:
    """More than one mage action in one."""
    trodden = {place for step in found.own_mage for place in step}
    flips = [place for place in found.faces if place not in trodden]
    if _could_be_paid(state, found):
        return
    if found.own_mage and flips:
        yield broken("mage.one-option")
        yield broken("turn.mage-once")
    elif len(found.own_mage) > 1:
        yield broken("turn.mage-once")
        yield broken("turn.action-card")


def _could_be_paid(state: State, found: Change) -> bool:
    """Whether cards in hand might have paid for one of more than two things."""
    held = held_levels(state)
    doppel = state.stage.amulets[state.stage.seat] is Amulet.DOPPELGANGER
    levitated = bool(found.own_mage) and any(level >= SPELL_LEVELS["levitate"] for level in held)
    return found.parts > 2 and (levitated or (doppel and bool(held)))


def _figures(rules: SpellRules, state: State, found: Change) -> Found:
    for source, to in found.elementals:
        if not rules.house.first_edition:
            yield broken("summon.stays", place=NAMES[to], source=NAMES[source], seat=SEATS[state.stage.seat])
    for source, to in found.own_mage:
        yield from judged(rules, state, Action("move", to, source))
    for source, to in found.rival_mage:
        yield from judged(rules, state, Action("push", to, source))
    for place in found.summoned:
        yield from judged(rules, state, Action("summon", place))


# -- how many faces are active ------------------------------------------------------------------------------


def face_breaches(rules: SpellRules, state: State, before: Look, after: Look) -> Found:
    """Whether the number of active faces changed as no turn of this edition changes it."""
    if Counter(before.tiles.upper()) != Counter(after.tiles.upper()):
        return
    changes = {tile: after.tiles.count(tile) - before.tiles.count(tile) for tile in cells.TILE_LETTERS}
    turned = sum(map(abs, changes.values()))
    if Counter(before.tiles) == Counter(after.tiles) and _same_places(before, after):
        turned = sum(old != new for old, new in zip(before.tiles, after.tiles, strict=True))
    doppel = state.stage.amulets[state.stage.seat] is Amulet.DOPPELGANGER
    most = 1 + (sum(state.cards(state.stage.seat, level) for level in (1, 2, 3)) if doppel else 0)
    if rules.house.first_edition:
        if turned > most:
            yield broken("inv.active-step", count=turned, most=most)
        return
    for seat, tile in enumerate(cells.TILE_LETTERS):
        if changes[tile] < 0 or changes[tile] > (most if seat == state.stage.seat else 0):
            count, was = after.tiles.count(tile), before.tiles.count(tile)
            yield broken("inv.active-only-grows", seat=SEATS[seat], count=count, before=was)


def _same_places(before: Look, after: Look) -> bool:
    return before.tiles.upper() == after.tiles.upper()
