"""Why an action is refused: every rule it breaks, the plainest first.

Written apart from the listing of legal actions on purpose: the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.contract import TABLE, Seat
from engine.spell import building, claiming, flow, solo, turn
from engine.spell.actions import Action
from engine.spell.arena import ACTIVE, LINES, elementals, free, gap, mages, neutral, occupied, tiles
from engine.spell.frame import DIRECTION_NAMES, EDGES, FULL, INNER, KINGS, NAMES, SIDE
from engine.spell.state import FLIP, SEATS, STEP, Amulet, Phase, State, rival
from engine.verdict import Breach, Event, Fact, Notice

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]

SPELLS = ("summon", "levitate", "push")
OWN_TURN = {"claim": "spell.rune.own-turn"} | dict.fromkeys(SPELLS, "spell.cast.own-turn")


def broken(rule: str, **facts: Fact) -> Breach:
    return Breach(f"spell.{rule}", facts)


def breaches(rules: SpellRules, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
    """Every rule the action breaks; empty exactly if it is legal."""
    found = list(_out_of_turn(rules, state, action, by))
    misplaced = _MISPLACED.get(action.kind)
    phase = state.stage.phase
    if action.kind in _AT_HOME[phase]:
        found += _CHECKS[phase, action.kind](rules, state, action)
    elif phase is Phase.OVER:
        found.append(Breach(flow.why_ended(rules, state)))
    elif phase.name.startswith("RIVAL"):
        found.append(broken(_RIVALS_OTHERWISE.get(action.kind, _RIVALS_RULE[phase])))
    elif phase is Phase.REVEAL:
        found.append(broken("turn.end.refill"))
    elif phase in _BEFORE_TURNS and misplaced is None:
        found.append(broken(_BEFORE_TURNS[phase]))
    else:
        found.append(broken(misplaced or _BEFORE_TURNS[phase]))
    return tuple(breach for i, breach in enumerate(found) if breach not in found[:i])


def _out_of_turn(rules: SpellRules, state: State, action: Action, by: Seat) -> Found:
    actor = rules.actor(state, action)
    if actor in (TABLE, by) or state.stage.phase.name.startswith("RIVAL"):
        return
    seats = {"seat": SEATS[by] if 0 <= by < len(SEATS) else "", "turn": SEATS[actor] if actor >= 0 else ""}
    if action.kind in OWN_TURN:
        yield Breach(OWN_TURN[action.kind], seats)
    yield broken("setup.order" if action.kind == "lay" else "turn.own-only", **seats)


# -- mage action ----------------------------------------------------------------------------------------


def _mage_action(rules: SpellRules, state: State, action: Action, use: int) -> Found:
    """Whether a step or a flip is paid for: by the mage action of the turn, or by a Doppelgänger's card."""
    if action.card:
        if state.stage.amulets[state.stage.seat] is not Amulet.DOPPELGANGER:
            yield broken("amulet.doppel.level1", card=action.card)
        yield from _card(state, action)
    elif state.mage_used:
        yield broken("turn.mage-once")
        if state.mage_used != use:
            yield broken("mage.one-option")
        yield broken("turn.action-card")


def _move(rules: SpellRules, state: State, action: Action) -> Found:
    seat = state.stage.seat
    place, source = action.place, action.source
    where: dict[str, Fact] = {"place": NAMES[place], "source": NAMES[source], "seat": SEATS[seat]}
    yield from _not_own_mage(rules, state, source)
    yield from _mage_action(rules, state, action, STEP)
    if place >= SIDE * SIDE:
        yield broken("mage.move.arena-only", **where)
        return
    if not KINGS[source] >> place & 1 if source < SIDE * SIDE else True:
        yield broken("mage.move.adjacent", **where)
    yield from _step_barred(rules, state, place, where)


def _not_own_mage(rules: SpellRules, state: State, source: int) -> Found:
    """Something other than an own mage is made to walk."""
    arena, seat = state.arena, state.stage.seat
    bit = 1 << source
    if mages(arena, seat) & bit:
        return
    if mages(arena, rival(seat)) & bit:
        yield broken("push.only-by-spell", source=NAMES[source])
    elif elementals(arena, seat) & bit and not rules.house.first_edition:
        yield broken("summon.stays", source=NAMES[source])
    else:
        yield broken("inv.mages", source=NAMES[source], seat=SEATS[seat])


def _step_barred(rules: SpellRules, state: State, place: int, where: dict[str, Fact]) -> Found:
    arena, seat, bit = state.arena, state.stage.seat, 1 << place
    if gap(arena) & bit:
        yield broken("mage.move.not-gap", **where)
    own_too = mages(arena, seat) if rules.house.one_per_tile else 0
    if (mages(arena, rival(seat)) | own_too) & bit:
        yield broken("mage.move.not-mage", **where)
    if rules.house.one_per_tile and (elementals(arena, 0) | elementals(arena, 1)) & bit:
        yield broken("mage.move.not-elemental", **where)


def _flip(rules: SpellRules, state: State, action: Action) -> Found:
    arena, seat, place = state.arena, state.stage.seat, action.place
    bit = 1 << place
    where: dict[str, Fact] = {"place": NAMES[place], "seat": SEATS[seat]}
    yield from _mage_action(rules, state, action, FLIP)
    own = mages(arena, seat)
    if place >= SIDE * SIDE or not EDGES[place] & own:
        yield broken("mage.flip.not-own-tile" if own & bit else "mage.flip.orthogonal", **where)
    if place >= SIDE * SIDE:
        return
    if neutral(arena) & bit:
        yield broken("mage.flip.not-neutral", **where)
    elif rules.house.first_edition:
        if gap(arena) & bit:
            yield broken("mage.flip.any-colour", **where)
    elif not tiles(arena, seat) & ~arena >> ACTIVE & bit:
        yield broken("mage.flip.own-inactive", **where)
    if (rules.house.one_per_tile and occupied(arena) & bit and not own & bit) or (
        rules.house.one_per_tile and own & bit and EDGES[place] & own
    ):
        yield broken("mage.flip.not-occupied", **where)


# -- shift ----------------------------------------------------------------------------------------------


def _shift(rules: SpellRules, state: State, action: Action) -> Found:
    place, direction = action.place, action.other
    where: dict[str, Fact] = {"place": NAMES[place]}
    if state.shifts <= 0:
        yield broken("turn.shift-once")
        yield broken("turn.action-card")
    if place >= SIDE * SIDE:
        yield broken("shift.special-fixed", **where)
        return
    if not free(state.arena) >> place & 1:
        yield broken("shift.tile-empty", **where)
    if direction >= 0:
        if not LINES[4 * place + direction]:
            yield broken("shift.slide-nonzero", direction=DIRECTION_NAMES[direction], **where)
    elif not rules.house.zero_slide:
        yield broken("shift.slide-mandatory", option="zero-slide", **where)
    elif INNER >> place & 1:
        yield broken("shift.gap-on-border", **where)


# -- spells ---------------------------------------------------------------------------------------------


def _card(state: State, action: Action) -> Found:
    """Whether the card that pays is there and strong enough."""
    level, needed = action.card, turn.SPELL_LEVELS[action.kind]
    facts: dict[str, Fact] = {"card": level, "level": needed}
    if level == 0:
        yield broken("cast.own-card", **facts)
        return
    if level == 4:
        yield broken("rune.level4-gone")
    if level < needed or level == 4:
        yield broken("cast.level-cap", **facts)
    if level < 4 and not state.cards(state.stage.seat, level):
        yield broken("cast.own-card", **facts)


def _not_free(state: State, place: int, rule: str) -> Found:
    if place >= SIDE * SIDE or not free(state.arena) >> place & 1:
        yield broken(rule, place=NAMES[place])


def _summon(rules: SpellRules, state: State, action: Action) -> Found:
    seat, place = state.stage.seat, action.place
    amulet = state.stage.amulets[seat]
    if amulet is Amulet.DOPPELGANGER:
        yield broken("amulet.doppel.no-elementals")
    yield from _card(state, action)
    most = turn.elementals_owned(amulet)
    if amulet is not Amulet.DOPPELGANGER and elementals(state.arena, seat).bit_count() >= most:
        yield broken("amulet.trio.three" if most > 2 else "summon.reserve", most=most)
    rivals = mages(state.arena, rival(seat))
    if amulet is Amulet.TRIELEMENTARIS and rivals >> place & 1:
        to = action.other
        if not 0 <= to < SIDE * SIDE or not KINGS[place] & free(state.arena) & 1 << to:
            yield broken("amulet.trio.displace", place=NAMES[place], to=NAMES[to] if to >= 0 else "")
        return
    if action.other >= 0:
        yield broken("amulet.trio.on-rival", place=NAMES[place])
    yield from _not_free(state, place, "summon.free-tile")


def _levitate(rules: SpellRules, state: State, action: Action) -> Found:
    yield from _card(state, action)
    yield from _not_own_mage(rules, state, action.source)
    yield from _not_free(state, action.place, "levitate.any-tile")


def _push(rules: SpellRules, state: State, action: Action) -> Found:
    place, source = action.place, action.source
    where: dict[str, Fact] = {"place": NAMES[place], "source": NAMES[source]}
    reach = "push.anywhere" if rules.house.first_edition else "push.step"
    yield from _card(state, action)
    near = source < SIDE * SIDE and KINGS[source] >> place & 1
    if (
        not mages(state.arena, rival(state.stage.seat)) >> source & 1
        or place >= SIDE * SIDE
        or not (rules.house.first_edition or near)
    ):
        yield broken(reach, **where)
    yield from _not_free(state, place, "push.free")


def _special(rules: SpellRules, state: State, action: Action) -> Found:
    where: dict[str, Fact] = {"place": NAMES[action.place]}
    if state.stage.amulets[state.stage.seat] is not Amulet.EXTRALIMITAE:
        yield broken("amulet.extra.place", **where)
        yield broken("setup.pieces")
    elif state.special:
        yield broken("amulet.extra.once", **where)
    if not turn.special_places(rules, state) >> action.place & 1:
        yield broken("amulet.extra.place", **where)


# -- library, building, the solo rival -----------------------------------------------------------------


def _reveal(rules: SpellRules, state: State, action: Action) -> Found:
    card = rules.deck.cards[action.other]
    facts: dict[str, Fact] = {"rune": card.code, "level": card.level}
    if flow.revealable(rules, state) >> action.other & 1:
        return
    if not state.stage.hidden >> action.other & 1:
        yield broken("rune.no-steal", **facts)
    elif card.level not in flow.lacking(rules, state):
        yield broken("setup.two-visible", **facts)
    else:
        yield broken("setup.piles", **facts)


def _amulet(rules: SpellRules, state: State, action: Action) -> Found:
    if state.stage.amulets[action.source]:
        yield broken("amulet.deal", seat=SEATS[action.source])


def _lay(rules: SpellRules, state: State, action: Action) -> Found:
    spot = building.sheet_spot(action.place)
    sheet, seat = state.stage.sheet, state.stage.seat
    facts: dict[str, Fact] = {"place": building.sheet_name(*spot), "tile": action.tile, "seat": SEATS[seat]}
    due = building.next_tile(rules, state)
    if action.tile.lower() != due.lower():
        yield broken("setup.own-colour", **facts)
        yield broken("tournament.order" if rules.house.tournament else "setup.order", **facts)
    elif action.tile != due:
        yield broken("tournament.alternate-faces" if rules.house.tournament else "setup.inactive", **facts)
        if rules.house.tournament:
            yield broken("tournament.three-active", **facts)
    taken = {(laid.row, laid.column) for laid in sheet}
    if spot in taken:
        yield broken("setup.no-rearrange", **facts)
        return
    if spot not in building.touching(rules, sheet):
        yield broken("setup.adjacent", **facts)
    if not building.fits_frame(taken | {spot}):
        yield broken("setup.grid-4x4", **facts)
    middle = (building.MIDDLE, building.MIDDLE)
    if building.must_flank(rules, state) and spot not in building.beside(middle, edges=True):
        yield broken("tournament.beside-neutral", **facts)


def _place_mage(rules: SpellRules, state: State, action: Action) -> Found:
    spots = {seat: building.mage_spots(state, seat) for seat in building.placers(state)}
    if any(mask >> action.place & 1 for mask in spots.values()):
        return
    seat = state.stage.seat
    facts: dict[str, Fact] = {"place": NAMES[action.place], "seat": SEATS[seat]}
    second = bool(mages(state.arena, seat))
    yield broken("amulet.doppel.second-start" if second else "tournament.mages-last", **facts)


def _rival_mage(rules: SpellRules, state: State, action: Action) -> Found:
    if action in set(solo.legal_mage(rules, state)):
        return
    facts: dict[str, Fact] = {"places": _names(solo.activations(state))}
    if solo.activations(state):
        yield broken("solo.activate", **facts)
    elif action.kind == "flip":
        yield broken("solo.activate", places=())
    else:
        yield broken("solo.approach", places=_names(solo.approaches(rules, state)))


def _carry(rules: SpellRules, state: State, action: Action) -> Found:
    bit = 1 << action.place
    where: dict[str, Fact] = {"place": NAMES[action.place], "places": _names(solo.carriable(state))}
    if solo.carriable(state) & bit:
        return
    if not INNER & bit:
        yield broken("solo.shift-central", **where)
    elif occupied(state.arena) & bit:
        yield broken("solo.not-under-mage", **where)
    else:
        yield broken("solo.priority", **where)


def _take(rules: SpellRules, state: State, action: Action) -> Found:
    if not solo.takeable(rules, state) >> action.other & 1:
        hard = rules.house.solo == "hard"
        yield broken("solo.schedule.hard" if hard else "solo.schedule.normal", levels=_levels(state.stage.pending))
        yield broken("solo.rival-gains")


def _legal_here(rules: SpellRules, state: State, action: Action) -> Found:
    return iter(())


def _names(mask: int) -> tuple[str, ...]:
    return tuple(NAMES[i] for i in range(SIDE * SIDE) if mask & FULL & 1 << i)


def _levels(levels: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(level) for level in levels)


Check = Callable[["SpellRules", State, Action], Found]

_CHECKS: dict[tuple[Phase, str], Check] = {
    (Phase.GEM, "gem"): _legal_here,
    (Phase.AMULETS, "amulet"): _amulet,
    (Phase.REVEAL, "reveal"): _reveal,
    (Phase.CORE, "core"): _legal_here,
    (Phase.BUILD, "lay"): _lay,
    (Phase.MAGES, "mage"): _place_mage,
    (Phase.TURN, "move"): _move,
    (Phase.TURN, "flip"): _flip,
    (Phase.TURN, "shift"): _shift,
    (Phase.TURN, "summon"): _summon,
    (Phase.TURN, "levitate"): _levitate,
    (Phase.TURN, "push"): _push,
    (Phase.TURN, "special"): _special,
    (Phase.TURN, "claim"): claiming.breaches,
    (Phase.TURN, "end"): _legal_here,
    (Phase.RIVAL_MAGE, "flip"): _rival_mage,
    (Phase.RIVAL_MAGE, "move"): _rival_mage,
    (Phase.RIVAL_MAGE, "wait"): _rival_mage,
    (Phase.RIVAL_CARRY, "carry"): _carry,
    (Phase.RIVAL_GEM, "slide"): _legal_here,
    (Phase.RIVAL_TAKE, "take"): _take,
}
"""Which actions belong to which phase, and who checks them."""

_AT_HOME = {phase: {kind for at, kind in _CHECKS if at is phase} for phase in Phase}

_MISPLACED = {
    "gem": "setup.first-player",
    "amulet": "amulet.deal",
    "reveal": "rune.replace-at-end",
    "core": "setup.core",
    "lay": "setup.one-gap",
    "mage": "inv.mages",
    "carry": "shift.slide-mandatory",
    "slide": "shift.atomic",
    "take": "solo.rival-gains",
    "wait": "solo.mage-first",
}
"""The rule that an action of another phase breaks."""

_BEFORE_TURNS = {
    Phase.GEM: "setup.first-player",
    Phase.AMULETS: "amulet.deal",
    Phase.CORE: "setup.core",
    Phase.BUILD: "setup.one-gap",
    Phase.MAGES: "tournament.mages-last",
}
_RIVALS_RULE = {
    Phase.RIVAL_MAGE: "solo.mage-first",
    Phase.RIVAL_CARRY: "solo.shift-central",
    Phase.RIVAL_GEM: "solo.gem",
    Phase.RIVAL_TAKE: "solo.rival-gains",
}
_RIVALS_OTHERWISE = dict.fromkeys(SPELLS, "solo.no-spells") | {"slide": "solo.gem", "claim": "rune.own-turn"}


# -- what to tell of a legal action ---------------------------------------------------------------------


def notices(rules: SpellRules, state: State, action: Action) -> tuple[Notice, ...]:
    """Where the edition is silent and the table's option decided."""
    arena, seat, place = state.arena, state.stage.seat, action.place
    where: dict[str, Fact] = {"place": NAMES[place]} if 0 <= place < len(NAMES) else {}
    option = "one-meeple-per-tile"
    if action.kind == "move" and elementals(arena, seat) >> place & 1:
        return (Notice("spell.mage.move.not-elemental", where, option),)
    if action.kind == "move" and mages(arena, seat) >> place & 1:
        return (Notice("spell.mage.move.not-mage", where, option),)
    if action.kind == "flip" and occupied(arena) >> place & 1:
        return (Notice("spell.mage.flip.not-occupied", where, option),)
    if action.kind == "lay" and building.must_flank(rules, state) and not _opposite(rules, state, place):
        return (
            Notice(
                "spell.tournament.beside-neutral",
                {"place": building.sheet_name(*divmod(place, building.SHEET))},
            ),
        )
    return ()


def _opposite(rules: SpellRules, state: State, place: int) -> bool:
    """Whether the tile lies across the neutral one from the first tile laid."""
    laid = state.stage.sheet[1:]
    row, column = building.sheet_spot(place)
    return not laid or (laid[0].row + row, laid[0].column + column) == (
        2 * building.MIDDLE,
        2 * building.MIDDLE,
    )


def events(rules: SpellRules, before: State, action: Action, after: State) -> tuple[Event, ...]:
    """What a legal action brought about, to be announced."""
    found: list[Event] = []
    seat = before.stage.seat
    if action.kind in ("claim", "take"):
        card = rules.deck.cards[action.other]
        name = "rune-claimed" if action.kind == "claim" else "rune-taken"
        found.append(
            Event(
                name,
                {"seat": SEATS[seat], "rune": card.code, "level": card.level, "points": after.points[seat]},
            )
        )
    elif action.kind == "reveal":
        card = rules.deck.cards[action.other]
        found.append(Event("rune-revealed", {"rune": card.code, "level": card.level}))
    if after.stage.phase is Phase.OVER:
        black, violet = after.points
        found.append(Event("match-over", {"black": black, "violet": violet}))
    elif after.stage.phase in (Phase.TURN, Phase.RIVAL_MAGE) and (
        before.stage.phase is not after.stage.phase or before.stage.seat != after.stage.seat
    ):
        found.append(Event("turn-began", {"seat": SEATS[after.stage.seat], "round": after.stage.round}))
    if after.stage.phase is Phase.TURN:
        known = turn.claimable(rules, before) if before.stage == after.stage else 0
        fresh = turn.claimable(rules, after) & ~known
        found += [
            Event("rune-formed", {"rune": rules.deck.cards[i].code})
            for i in range(fresh.bit_length())
            if fresh >> i & 1
        ]
    return tuple(found)
