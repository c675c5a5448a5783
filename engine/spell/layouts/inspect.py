"""What one still view shows to be wrong, whatever led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.spell.arena import BLACK, VIOLET
from engine.spell.building import TILES_EACH
from engine.spell.flow import DISPLAYED
from engine.spell.frame import EDGES, NAMES, PLACES
from engine.spell.layouts.look import FRAME, Look, look_of
from engine.spell.layouts.plan import LETTERS, LIBRARY, RUNE, SPECIAL_LETTERS, TILES
from engine.spell.notation import cells
from engine.spell.notation.cells import ELEMENTAL_LETTERS, MAGE_LETTERS
from engine.spell.state import SEATS, Amulet
from engine.spell.turn import elementals_owned, mages_owned
from engine.table import Layout
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Amulets = tuple[Amulet, Amulet]
Found = Iterator[Breach]

_BOTH = (BLACK, VIOLET)


def broken(rule: str, **facts: Fact) -> Breach:
    """Something forbidden that was done."""
    return Breach(f"spell.{rule}", facts)


def owed(rule: str, **facts: Fact) -> Breach:
    """Something compulsory that was left undone."""
    return Breach(f"spell.{rule}", facts, duty=True)


def at(spots: Iterable[int] | Iterable[str], **facts: Fact) -> dict[str, Fact]:
    """The facts of something that is wrong at one or several places."""
    found = tuple(NAMES[spot] if isinstance(spot, int) else spot for spot in spots)
    return {"place": found[0], "places": found, "count": len(found), **facts} if found else {"count": 0, **facts}


def distinct(found: Iterable[Breach]) -> tuple[Breach, ...]:
    """Each breach once, in order; of two of the same rule and place the first."""
    kept: dict[tuple[str, Fact | None], Breach] = {}
    for breach in found:
        kept.setdefault((breach.rule, breach.facts.get("place")), breach)
    return tuple(kept.values())


def inspect(rules: SpellRules, found: Layout, amulets: Amulets | None = None) -> tuple[Breach, ...]:
    """Everything wrong in one still view of an arena, the plainest first.

    Which amulets are worn a picture does not tell; with ``amulets`` pieces are counted exactly.
    """
    look = look_of(found)
    breaches: list[Breach] = []
    if set(look.tiles) != {cells.BLANK} or any(look.figures):
        breaches += _off_tiles(look)
        breaches += _crowds(rules, look)
        breaches += _gaps(look)
        breaches += _tiles(found)
        breaches += _mages(rules, look, amulets)
        breaches += _elementals(rules, look, amulets)
    breaches += _special_tiles(rules, found, look, amulets)
    breaches += _library(rules, found)
    return distinct(breaches)


# -- tiles ------------------------------------------------------------------------------------------------


def _gaps(look: Look) -> Found:
    bare = [place for place, tile in enumerate(look.tiles) if tile == cells.BLANK]
    if len(bare) != 1:
        yield broken("setup.one-gap", **at(bare, most=1))


def _tiles(found: Layout) -> Found:
    """The tiles of the frame by colour, stacked ones too; and tiles that lie outside it."""
    colours: dict[str, list[str]] = {"black": [], "violet": [], "neutral": []}
    outside: list[str] = []
    names = {TILES[letter].name for letter in TILES}
    for name, things in found.items():
        index = PLACES.get(name)
        for thing in things:
            if index is None or thing.name not in names:
                continue
            if index >= FRAME:
                outside.append(name)
            else:
                colours[thing.name.partition("-")[0]].append(name)
    if outside:
        yield broken("setup.pieces", **at(outside))
    for colour, places in colours.items():
        most = 1 if colour == "neutral" else TILES_EACH
        if len(places) != most:
            yield broken("inv.tiles", colour=colour, **at(places, most=most))


# -- figures ----------------------------------------------------------------------------------------------


def _off_tiles(look: Look) -> Found:
    """Figures on bare table, inside the frame or around it."""
    for seat in _BOTH:
        mage, elemental = MAGE_LETTERS[seat], ELEMENTAL_LETTERS[seat]
        bare = [place for place, tile in enumerate(look.tiles) if tile == cells.BLANK]
        if off := [place for place in bare if mage in look.figures[place]]:
            yield broken("mage.move.not-gap", seat=SEATS[seat], **at(off))
        if outside := look.on_ring(mage):
            yield broken("mage.move.arena-only", seat=SEATS[seat], **at(outside))
        astray = [NAMES[place] for place in bare if elemental in look.figures[place]] + look.on_ring(elemental)
        if astray:
            yield broken("summon.free-tile", seat=SEATS[seat], **at(astray))


def _crowds(rules: SpellRules, look: Look) -> Found:
    """More than one figure on a tile. The first edition lets a mage join figures of its own colour."""
    for place, standing in enumerate(look.figures):
        if len(standing) < 2:
            continue
        mages = sum(standing.count(letter) for letter in MAGE_LETTERS)
        rivals = not (standing.isupper() or standing.islower())
        facts = at([place]) | {"count": len(standing), "most": 1}
        if rules.house.one_per_tile:
            yield broken("inv.one-per-tile", **facts)
        if mages > 1 and (rivals or rules.house.one_per_tile):
            yield broken("mage.move.not-mage", **facts)
        elif mages and rules.house.one_per_tile:
            yield broken("mage.move.not-elemental", **facts)
        elif rivals or any(standing.count(letter) > 1 for letter in ELEMENTAL_LETTERS):
            yield broken("summon.free-tile", **facts)


def _mages(rules: SpellRules, look: Look, amulets: Amulets | None) -> Found:
    for seat in _BOTH:
        letter = MAGE_LETTERS[seat]
        here = [*(NAMES[place] for place in look.standing(letter)), *look.on_ring(letter)]
        most = mages_owned(amulets[seat]) if amulets else 2 if rules.house.asymmetric else 1
        least = most if amulets else 0 if rules.house.tournament else 1
        if least <= len(here) <= most:
            continue
        facts = at(here, seat=SEATS[seat], most=most)
        if most == 1 and len(here) > 1 and not rules.house.asymmetric:
            yield broken("setup.pieces", **facts)
        if amulets and amulets[seat] is Amulet.DOPPELGANGER and len(here) < most:
            yield broken("amulet.doppel.two-mages", **facts)
        yield broken("inv.mages", **facts)


def _elementals(rules: SpellRules, look: Look, amulets: Amulets | None) -> Found:
    out: dict[int, list[str]] = {}
    for seat in _BOTH:
        letter = ELEMENTAL_LETTERS[seat]
        here = [*(NAMES[place] for place in look.standing(letter)), *look.on_ring(letter)]
        if not here:
            continue
        out[seat] = here
        doubled = len(look.standing(MAGE_LETTERS[seat])) > 1
        most = elementals_owned(amulets[seat]) if amulets else 3 if rules.house.asymmetric else 2
        facts = at(here, seat=SEATS[seat])
        if rules.house.is_solo and seat == BLACK:
            yield broken("solo.no-spells", **facts)
        if rules.house.asymmetric and (doubled or not most):
            yield broken("amulet.doppel.no-elementals", **facts)
        elif len(here) > most:
            facts["most"] = most
            yield broken("amulet.trio.three" if most > 2 else "summon.reserve", **facts)
            if not rules.house.asymmetric:
                yield broken("setup.pieces", **facts)
            yield broken("inv.elementals", **facts)
    if len(out) > 1:
        yield broken("inv.elementals", **at([name for here in out.values() for name in here]))


# -- what lies around -------------------------------------------------------------------------------------


def _special_tiles(rules: SpellRules, found: Layout, look: Look, amulets: Amulets | None) -> Found:
    """Special tiles: whether they are in the match at all, where they lie, and how many."""
    where: dict[str, list[str]] = {letter: [] for letter in SPECIAL_LETTERS}
    for name, things in found.items():
        for thing in things:
            if LETTERS.get(thing.name) in where:
                where[LETTERS[thing.name]].append(name)
    for seat in _BOTH:
        here = sorted(where[SPECIAL_LETTERS[seat]], key=lambda name: PLACES.get(name, len(NAMES)))
        if not here:
            continue
        worn = rules.house.asymmetric and (not amulets or amulets[seat] is Amulet.EXTRALIMITAE)
        facts = at(here, seat=SEATS[seat], most=int(worn))
        if len(here) > worn:
            yield broken("setup.pieces", **facts)
        wrong = [name for name in here if not _may_lie(rules, look, name)]
        if wrong or not worn:
            yield broken("amulet.extra.place", **at(wrong or here, seat=SEATS[seat]))
    if all(where.values()):
        yield broken("amulet.extra.home", **at([name for here in where.values() for name in here]))


def _may_lie(rules: SpellRules, look: Look, name: str) -> bool:
    place = PLACES.get(name, 0)
    if place < FRAME:
        return False
    beside = next(tile for tile in range(FRAME) if EDGES[place] >> tile & 1)
    return not rules.house.special_touches_tile or look.tiles[beside] != cells.BLANK


def _library(rules: SpellRules, found: Layout) -> Found:
    """The runes on display: of the deck in force, each at its level, two of a level at most."""
    codes = {card.code: card.level for card in rules.deck.cards}
    levels: dict[str, list[str]] = {}
    for name, things in found.items():
        if not name.startswith(LIBRARY):
            continue
        level = name[len(LIBRARY) : len(LIBRARY) + 1]
        for thing in things:
            code = thing.name.removeprefix(RUNE)
            levels.setdefault(level, []).append(code)
            if code not in codes:
                yield broken("setup.one-deck", rune=code, level=level, **at([name]))
            elif str(codes[code]) != level:
                yield broken("setup.piles", rune=code, level=level, **at([name]))
    for level, runes in sorted(levels.items()):
        if len(runes) > DISPLAYED:
            yield broken("setup.two-visible", level=level, runes=tuple(runes), count=len(runes), most=DISPLAYED)
