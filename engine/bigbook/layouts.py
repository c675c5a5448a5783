"""The table: the board with its two tracks, the library, the piles, and what lies open before each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS, KINDS, LETTERS, MADNESS
from engine.bigbook.changes import spread
from engine.bigbook.state import SLOTS, TURNS_A_ROUND, State
from engine.table import Layout, Place, TablePlan, Thing
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

UNIT_MM = 22
"""Half the length of an element card."""
BOOK, HAT, MADNESS_PILE = (
    Thing("book", "marker", tall=True),
    Thing("hat", "marker", tall=True),
    Thing("madness", "card"),
)
CARD_MM = {"card": (44.0, 63.0), "curse": (63.0, 88.0), "spell": (75.0, 75.0), "page": (88.0, 126.5)}
"""How large each kind of card is."""
SLOT_SPOTS = ((3.0, 1.0), (6.0, 1.0), (9.5, 1.0), (13.0, 1.0), (16.0, 1.0))
"""Where the slots lie, in the plan's unit."""


def spells_at_most(rules: BigbookRules) -> int:
    """How many spells any magician may have."""
    return max(magician.spell_limit for magician in rules.box.magicians.values())


def support_at_most(rules: BigbookRules) -> int:
    return max(magician.support_limit for magician in rules.box.magicians.values())


def table_plan(rules: BigbookRules) -> TablePlan:
    """Every place and everything that may lie on one."""
    places = [
        Place(f"space-{number}", "track", 3.0 * number, -2.0, ("marker",)) for number in range(TURNS_A_ROUND + 1)
    ]
    places += [
        Place(f"slot-{name}", "slot", x, y, ("curse",), *_size("curse"))
        for name, (x, y) in zip(SLOTS, SLOT_SPOTS, strict=True)
    ]
    places += [Place(f"round-{number}", "track", -3.0, 2.0 * number - 2, ("marker",)) for number in range(1, 7)]
    places += [
        Place("monster", "page", 3.0, 7.0, ("page",), *_size("page")),
        Place("panel", "page", 7.5, 7.0, ("page",), *_size("page")),
        Place("madness", "pile", 12.0, 7.0, ("card",), *_size("card")),
    ]
    for at, (letter, element) in enumerate(ELEMENTS.items()):
        places.append(Place(f"library-{element}", "library", 20.0 + 4 * at, 0.0, ("spell",), *_size("spell")))
        places += [
            Place(f"pile-{letter}{value}", "pile", 20.0 + 4 * at, 4.0 * value - 3.5, ("card",), *_size("card"))
            for value in (2, 3)
        ]
    for seat, name in enumerate(rules.seats):
        top = 15.0 + 8 * seat
        places += [
            Place(f"{name}-spell-{number}", "spell", 4.0 * number - 4, top, ("spell",), *_size("spell"))
            for number in range(1, spells_at_most(rules) + 1)
        ]
        places += [
            Place(f"{name}-support-{number}", "support", 3.0 * number - 3, top + 4, ("card",), *_size("card"))
            for number in range(1, support_at_most(rules) + 1)
        ]
    return TablePlan(tuple(places), _things(rules), UNIT_MM, cards=("card", "curse", "page", "spell"))


def _size(kind: str) -> tuple[float, float]:
    """Of the place for a card, in the plan's unit."""
    width, height = CARD_MM[kind]
    return width / UNIT_MM, height / UNIT_MM


def _things(rules: BigbookRules) -> tuple[Thing, ...]:
    cards = (Thing(card, "card") for card in KINDS if card != MADNESS)
    curses = (Thing(code, "curse") for code in rules.box.curses)
    pages = (Thing(code, "page") for code in rules.box.pages)
    spells = (spell_thing(code, ready) for code in rules.box.spells for ready in (True, False))
    return (BOOK, HAT, MADNESS_PILE, *cards, *curses, *pages, *spells)


def spell_thing(code: str, ready: bool) -> Thing:
    """A spell upright, or turned sideways when it is exhausted."""
    return Thing(code if ready else f"{code}-exhausted", "spell", turn=0 if ready else 90)


def card_thing(card: str) -> Thing:
    return MADNESS_PILE if card == MADNESS else Thing(card, "card")


def layout(rules: BigbookRules, state: State) -> Layout:
    """What lies open: hands, draw piles and what is under something are not seen."""
    found: dict[str, tuple[Thing, ...]] = {f"space-{state.space}": (BOOK,), f"round-{state.hat}": (HAT,)}
    for name, curse in zip(SLOTS, state.slots, strict=True):
        if curse:
            found[f"slot-{name}"] = (Thing(curse.code, "curse"),)
    for name, page in zip(("monster", "panel"), spread(rules, state), strict=True):
        if page:
            found[name] = (Thing(page.code, "page"),)
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
    return found


def inspect(rules: BigbookRules, seen: Layout) -> tuple[Breach, ...]:
    """What one look at the table tells to be wrong."""
    found = []
    lying = [name for name in SLOTS if seen.get(f"slot-{name}")]
    for name in lying:
        (thing, *_) = seen[f"slot-{name}"]
        curse_type = rules.box.curses[thing.name].type if thing.name in rules.box.curses else ""
        if curse_type not in (*LETTERS, "multi"):
            found.append(Breach("bigbook.round.curse-faceup"))
    for spot in ("space", "round"):
        places = [name for name in seen if name.startswith(f"{spot}-") and seen[name]]
        if len(places) > 1:
            rule = "bigbook.invocation.advance" if spot == "space" else "bigbook.round.marker-down"
            found.append(Breach(rule))
    for name in rules.seats:
        spells = sum(bool(things) for place, things in seen.items() if place.startswith(f"{name}-spell-"))
        most = spells_at_most(rules)
        if spells > most:
            found.append(Breach("bigbook.learn.limit", {"number": most}))
    return tuple(found)
