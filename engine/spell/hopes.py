"""An upper bound of what a turn can still gain: what could be formed if tiles and figures moved freely.

For each level and number of shifts left, the places that would have to count *now* for a rune to be
there after the shifts are listed once. A level is still hoped for if some such list lacks no more places
than the actions left can add. Every claim adds a card, which may bring the next level within reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.spell.arena import (
    ACTIVE,
    ELEMENTALS,
    GAP,
    LANE,
    LINES,
    MAGES,
    TILES,
    elementals,
)
from engine.spell.frame import BORDER, FULL, RING, SIDE, places
from engine.spell.runes import LEVELS, placements
from engine.spell.state import COUNT, HAND, HANDS, UNUSED, Amulet, State
from engine.spell.turn import counting, elementals_owned, mages_owned

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

_REMEMBERED = 1 << 16


class _Have(NamedTuple):
    """What a player has now, and what the actions left can add."""

    faces: int
    """Places that count by their tile or by an elemental, wherever the mage goes."""
    own: int
    """Tiles of the own colour: only these can be made to count by turning them over."""
    counting: int
    """All places that count, those under the mages included."""
    standing: int
    """How many places figures can cover at once, beyond the elementals out already."""
    covered: int
    """How many places can count at once beyond the faces."""
    added: int
    """How many places can be added to those that count now."""


class Hopes:
    """Bounds for the positions of one turn."""

    def __init__(self, rules: SpellRules, state: State) -> None:
        self.seat = state.stage.seat
        self.amulet = state.stage.amulets[self.seat]
        self.zero_slide = rules.house.zero_slide
        self.rules = rules
        self.fits: dict[int, frozenset[int]] = {
            level: frozenset(
                fit for card in places(state.visible & mask) for fit in placements(rules.deck.cards[card].pattern)
            )
            for level, mask in rules.level_masks.items()
        }
        self._needs: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._finishing: dict[tuple[int, int, int, int], int] = {}
        self._answers: dict[tuple[int, int, int, _Have], bool] = {}

    def most(self, state: State) -> int:
        """No line from here gains more points than this."""
        arena, seat = state.arena, self.seat
        standing = arena >> MAGES + LANE * seat & FULL
        out = arena >> ELEMENTALS + LANE * seat & FULL
        # a tile under the rival's mage may be set free by a push, so it is counted in any case
        own = arena >> TILES + LANE * seat & FULL
        faces = own & arena >> ACTIVE | out | self._ring(state)
        cards = _held(state, seat)
        spare_mage = int(state.mage_used == UNUSED)
        summons = elementals_owned(self.amulet) - out.bit_count()
        gain, open_levels = 0, [level for level in LEVELS if not state.claimed >> level & 1]
        changed = True
        while changed:
            changed = False
            for level in open_levels:
                have = _Have(faces, own, faces | standing, *self._powers(cards, spare_mage, summons))
                if self._hoped(level, state.shifts, arena >> GAP, have):
                    gain += level
                    cards += level in (1, 2, 3)
                    open_levels.remove(level)
                    changed = True
                    break
        return gain

    def finishing(self, state: State) -> int:
        """The places that are worth a summon or the special tile now: with them alone some rune is completed."""
        arena, seat = state.arena, self.seat
        cards = _held(state, seat)
        summons = min(cards, elementals_owned(self.amulet) - elementals(arena, seat).bit_count())
        key = (counting(self.rules, state), arena >> GAP, state.claimed, summons)
        found = self._finishing.get(key)
        if found is None:
            found = self._finishing[key] = self._completing(*key, self._ring(state) & ~state.special)
        return found

    def _completing(self, counting: int, gap: int, claimed: int, summons: int, ring: int) -> int:
        """What the runes within reach of so many summons lack."""
        found = 0
        for level in LEVELS:
            if not claimed >> level & 1:
                for need in self._needed(level, 0, gap):
                    lacking = need & ~counting
                    if (lacking & FULL).bit_count() <= summons and not lacking & RING & ~ring:
                        found |= lacking
        return found

    def _powers(self, cards: int, spare_mage: int, summons: int) -> tuple[int, int, int]:
        """How many places can be stood on, count at once, and be added."""
        if self.amulet is Amulet.DOPPELGANGER:
            both = mages_owned(self.amulet)
            return both, both + spare_mage + cards, spare_mage + cards
        # one levitation is worth one place however often it is repeated
        standing = 1 + min(cards, summons)
        return standing, standing + spare_mage, spare_mage + min(cards, summons + 1)

    def _ring(self, state: State) -> int:
        """The ring places that may count."""
        if state.special or self.amulet is not Amulet.EXTRALIMITAE:
            return state.special
        return RING

    def _hoped(self, level: int, shifts: int, gap: int, have: _Have) -> bool:
        """Whether some way to lay a rune of the level is still within reach."""
        key = (level, shifts, gap, have)
        answer = self._answers.get(key)
        if answer is None:
            if len(self._answers) >= _REMEMBERED:
                self._answers.clear()
            answer = self._answers[key] = any(_within(have, need) for need in self._needed(level, shifts, gap))
        return answer

    def _needed(self, level: int, shifts: int, gap: int) -> tuple[int, ...]:
        """Sets of places: if one of them counts now, a rune of the level can be there after the shifts."""
        key = (level, shifts, gap)
        if key not in self._needs:
            found = {fit for fit in self.fits[level] if not fit & gap}
            if shifts:
                for place in places(FULL & ~gap):
                    for direction in range(4):
                        found |= self._before(level, shifts, gap, place, direction)
                    if self.zero_slide and BORDER >> place & 1:
                        found |= self._before(level, shifts, gap, place, -1)
            self._needs[key] = tuple(_lightest(found))
        return self._needs[key]

    def _before(self, level: int, shifts: int, gap: int, place: int, direction: int) -> set[int]:
        """What has to count before this shift for the level to be reached after it."""
        line = LINES[4 * place + direction] if direction >= 0 else ()
        if direction >= 0 and not line:
            return set()
        came_from = {spot: spot for spot in range(SIDE * SIDE)}
        came_from.update(zip((place, *line), line, strict=False))
        hole = line[-1] if line else place
        del came_from[hole]
        old_gap = gap.bit_length() - 1
        origin = {spot: place if post == old_gap else post for spot, post in came_from.items()}
        return {
            sum(1 << origin[spot] for spot in places(need & FULL)) | need & RING
            for need in self._needed(level, shifts - 1, 1 << hole)
        }


def _held(state: State, seat: int) -> int:
    """How many unspent cards a seat has."""
    return sum(state.hands >> HANDS * seat + HAND * i & COUNT for i in range(3))


def _within(have: _Have, need: int) -> bool:
    """Whether these places may all count before the turn is over, as far as this rough count can tell."""
    faces, own, counting, standing, covered, added = have
    lacking = need & ~faces
    return (
        lacking.bit_count() <= covered
        and (lacking & ~own).bit_count() <= standing
        and (need & ~counting).bit_count() <= added
    )


def _lightest(needs: set[int]) -> list[int]:
    """The sets in an order that finds the easy ones first."""
    return sorted(needs, key=int.bit_count)
