"""The table: the board with its two tracks, the library, the piles, and what lies open before each player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.bigbook import mat
from engine.bigbook.calling import BACK
from engine.bigbook.cards import ELEMENTS, KINDS, MADNESS, TYPES
from engine.bigbook.changes import spread
from engine.bigbook.state import SLOTS, State
from engine.table import Layout, Place, Supply, TablePlan, Thing

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

BOOK, HAT, MADNESS_PILE = Thing("book", "book"), Thing("hat", "hat"), Thing("madness", "card")
UNKNOWN = "unknown"
CARDS = ("card", "curse", "page", "spell")
_BESIDE = 13.0
"""From here on down, in the plan's unit, lies what is in front of each player."""


def spells_at_most(rules: BigbookRules) -> int:
    """How many spells any magician may have."""
    return max(magician.spell_limit for magician in rules.box.magicians.values())


def support_at_most(rules: BigbookRules) -> int:
    return max(magician.support_limit for magician in rules.box.magicians.values())


def table_plan(rules: BigbookRules) -> TablePlan:
    """Every place and everything that may lie on one."""
    seen = rules.watched()
    places = [*seen.places, *(spot.place for spot in mat.piles())]
    for seat, name in enumerate(rules.seats):
        top = _BESIDE + 4 * seat
        for number in range(mat.ON_MAT, spells_at_most(rules)):
            at = f"{name}-spell-{number + 1}"
            places.append(Place(at, "spell", 4.0 * number - 20, top, ("spell",), *_size("spell")))
        for number in range(support_at_most(rules)):
            at = f"{name}-support-{number + 1}"
            places.append(Place(at, "support", 3.0 * number - 17, top, ("card",), *_size("card")))
    cards = (Thing(card, "card") for card in KINDS if card != MADNESS)
    return replace(seen, places=tuple(places), things=(*seen.things, MADNESS_PILE, *cards), cards=CARDS)


def open_table(rules: BigbookRules) -> TablePlan:
    """What a camera looks at: what lies on the mat."""
    spells = [tuple(f"{name}-spell-{number + 1}" for number in range(mat.ON_MAT)) for name in rules.seats]
    return TablePlan(
        tuple(spot.place for spot in mat.spots(rules.seats)),
        _things(rules),
        mat.UNIT_MM,
        markers=tuple(mat.markers()),
        supply=tuple(_supply(rules)),
        alike=tuple(spells),
        cards=CARDS[1:],
    )


def _size(kind: str) -> tuple[float, float]:
    """Of the place for a card, in the plan's unit."""
    width, height = mat.CARD_MM[kind]
    return width / mat.UNIT_MM, height / mat.UNIT_MM


def _things(rules: BigbookRules) -> tuple[Thing, ...]:
    curses = (Thing(code, "curse") for code in rules.box.curses)
    backs = (Thing(f"{BACK}-{kind}", "curse") for kind in TYPES)
    pages = (Thing(code, "page") for code in rules.box.pages)
    spells = (spell_thing(code, ready) for code in rules.box.spells for ready in (True, False))
    unknown = (thing for kind in CARDS[1:] for thing in _some(kind))
    return (BOOK, HAT, *curses, *backs, *pages, *spells, *unknown)


def _supply(rules: BigbookRules) -> Iterator[Supply]:
    box = rules.box
    for code, spell in box.spells.items():
        count = spell.copies if spell.value else rules.house.players
        yield Supply((code, spell_thing(code, ready=False).name), count)
    yield from (Supply((code,), curse.copies) for code, curse in box.curses.items())


@lru_cache(maxsize=512)
def spell_thing(code: str, ready: bool) -> Thing:
    """A spell upright, or turned sideways when it is exhausted."""
    return Thing(code, "spell") if ready else Thing(f"{code}-exhausted", "spell", sideways=code)


def card_thing(card: str) -> Thing:
    return MADNESS_PILE if card == MADNESS else Thing(card, "card")


def layout(rules: BigbookRules, state: State) -> Layout:
    """What lies open: hands, draw piles and what is under something are not seen."""
    found: dict[str, tuple[Thing, ...]] = {space_place(state.space): (BOOK,), f"round-{state.hat}": (HAT,)}
    for name, curse in zip(SLOTS, state.slots, strict=True):
        if curse:
            found[f"slot-{name}"] = (Thing(curse.code, "curse"),)
    found |= _book(rules, state)
    if state.madness:
        found["madness"] = (MADNESS_PILE,)
    for at, letter in enumerate(ELEMENTS):
        if top := state.library[at][1]:
            found[f"library-{ELEMENTS[letter]}"] = (spell_thing(top, True),)
        for value, piles in ((2, state.value2), (3, state.value3)):
            if piles[at]:
                found[f"pile-{letter}{value}"] = (card_thing(f"{letter}{value}"),)
    for name, player in zip(rules.seats, state.players, strict=True):
        for number, (code, ready) in enumerate(player.spells, 1):
            found[f"{name}-spell-{number}"] = (spell_thing(code, ready),)
        for number, card in enumerate(player.support, 1):
            found[f"{name}-support-{number}"] = (card_thing(card),)
    return found | _awaited(state)


def _book(rules: BigbookRules, state: State) -> dict[str, tuple[Thing, ...]]:
    """The open book; while it is closed, its cover."""
    if len(state.book) == 1 and not state.space:
        return {"panel": (Thing(state.book[0], "page"),)}
    pages = zip(("monster", "panel"), spread(rules, state), strict=True)
    return {name: (Thing(page.code, "page"),) for name, page in pages if page}


def space_place(number: int) -> str:
    """The place of a space of the book's track."""
    return f"space-{number}"


def _awaited(state: State) -> dict[str, tuple[Thing, ...]]:
    """Where the table is turning something up: anything may lie there, or nothing yet."""
    found: dict[str, tuple[Thing, ...]] = {}
    for task in state.agenda:
        if task.kind in ("clear", "open", "appear"):
            found |= {f"slot-{name}": _some("curse") for name in SLOTS}
        elif task.kind == "lay":
            found[f"slot-{SLOTS[task.n]}"] = _some("curse")
        elif task.kind == "reveal":
            found[f"library-{task.arg}"] = _some("spell")
        if task.kind in ("open", "page", "cover"):
            found["panel"] = _some("page")
    return found


def _some(kind: str) -> tuple[Thing, ...]:
    """A card of a kind, whichever."""
    return (Thing(f"{UNKNOWN}-{kind}", kind, unknown=True),)


def unmoved(rules: BigbookRules, before: Layout, after: Layout) -> Layout:
    """The layout after something, with support cards where they lay: only in the telling do they move up."""
    found = {name: things for name, things in after.items() if "-support-" not in name}
    for seat in rules.seats:
        spots = [f"{seat}-support-{number + 1}" for number in range(support_at_most(rules))]
        left = [after[name] for name in spots if name in after]
        for name in spots:
            if before.get(name) in left:
                left.remove(before[name])
                found[name] = before[name]
        free = (name for name in spots if name not in found)
        found |= dict(zip(free, left, strict=False))
    return found
