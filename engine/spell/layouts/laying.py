"""Building the arena as the table shows it: which tile came, where, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell import building
from engine.spell.actions import Action
from engine.spell.arena import BLACK, VIOLET
from engine.spell.building import MIDDLE, SHEET, TILES_EACH, fits_frame, sheet_place
from engine.spell.frame import NAMES
from engine.spell.judging import judge
from engine.spell.layouts import plan, readings
from engine.spell.layouts.inspect import at, broken, distinct, inspect, owed
from engine.spell.layouts.look import FRAME, look_of_state, view_of
from engine.spell.layouts.plan import LETTERS, TILES, on_sheet
from engine.spell.notation.cells import MAGE_LETTERS, TILE_LETTERS
from engine.spell.state import SEATS, Phase, State
from engine.table import Layout
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]
Spot = tuple[int, int]
_SPOTS = {on_sheet(row, col): (row, col) for row in range(SHEET) for col in range(SHEET)}
_MIDDLE = (MIDDLE, MIDDLE)


def sheet_of(found: Layout) -> dict[Spot, str]:
    """The letters on each place of the sheet, a tile first."""
    letters = {
        _SPOTS[name]: "".join(LETTERS.get(thing.name, "") for thing in things)
        for name, things in found.items()
        if name in _SPOTS
    }
    return {spot: here for spot, here in letters.items() if here}


def tiles_of(sheet: dict[Spot, str]) -> dict[Spot, str]:
    """The tile on each place; a figure may stand on bare table."""
    return {spot: letters[0] for spot, letters in sheet.items() if letters[0] in TILES}


def mages_of(sheet: dict[Spot, str]) -> dict[Spot, str]:
    found = {
        spot: "".join(letter for letter in letters if letter in MAGE_LETTERS) for spot, letters in sheet.items()
    }
    return {spot: letters for spot, letters in found.items() if letters}


def after_laying(rules: SpellRules, state: State, action: Action) -> list[Layout]:
    """How the table may look after an action: the last tile still shows on the sheet, or in the frame already."""
    after = rules.play(state, action)
    looks = [plan.layout(rules, after)]
    if action.kind == "lay" and not after.stage.sheet:
        row, column = building.sheet_spot(action.place)
        last = {on_sheet(row, column): plan.pieces(action.tile)}
        looks.append({**plan.layout(rules, state), **last})
    return looks


def explained(rules: SpellRules, state: State, found: Layout) -> tuple[Action, ...]:
    """The legal actions of building after which the table looks like this."""
    if state.stage.phase is Phase.MAGES:
        return tuple(readings.told_by(rules, state, view_of(found)))
    drop = _mages_to_come(found)
    seen = _shown(found, drop)
    return tuple(
        action
        for action in rules.legal(state)
        if any(_shown(look, drop) == seen for look in after_laying(rules, state, action))
    )


def _mages_to_come(found: Layout) -> bool:
    """Whether no mage stands on the sheet yet: the core's mages may just as well be set later."""
    return not mages_of(sheet_of(found))


def _shown(found: Layout, without_mages: bool) -> dict[str, object]:
    """What counts while building: the sheet and the frame."""
    return {
        name: things[:1] if without_mages and name in _SPOTS else things
        for name, things in found.items()
        if things and (name in _SPOTS or name in NAMES)
    }


def diagnose(rules: SpellRules, state: State, found: Layout) -> tuple[Breach, ...]:
    """Which rules one act broke while the arena was built."""
    if state.stage.phase is Phase.MAGES:
        return distinct(_mage_set(rules, state, found))
    drop = _mages_to_come(found)
    if _shown(found, drop) == _shown(plan.layout(rules, state), drop) or explained(rules, state, found):
        return ()
    sheet = sheet_of(found)
    if not sheet:
        return ()
    if state.stage.phase is Phase.CORE:
        return distinct(core_breaches(sheet))
    return distinct([*_standing(rules, state, sheet), *_tiles_laid(rules, state, sheet)])


# -- the core line -------------------------------------------------------------------------------------------


def core_breaches(sheet: dict[Spot, str]) -> Found:
    """Three tiles in a line, the neutral one between two active ones, and the mages on theirs."""
    tiles = tiles_of(sheet)
    if len(tiles) > 1 and not _core_lies(tiles):
        others = [on_sheet(*spot) for spot in sorted(tiles) if tiles[spot] != "N"]
        yield broken("setup.core", **at(others))
    if len(tiles) >= 3:
        yield from core_mages(sheet)


def _core_lies(tiles: dict[Spot, str]) -> bool:
    """Whether the active tiles lie on opposite sides of the neutral one, or one lies beside it so far."""
    neutral = next((spot for spot, tile in tiles.items() if tile == "N"), _MIDDLE)
    actives = {tile: spot for spot, tile in tiles.items() if tile in TILE_LETTERS}
    if len(tiles) == 2 and len(actives) == 1:
        return next(iter(actives.values())) in building.beside(neutral, edges=True)
    if set(actives) != set(TILE_LETTERS):
        return False
    black, violet = (actives[letter] for letter in TILE_LETTERS)
    opposite = (2 * neutral[0] - black[0], 2 * neutral[1] - black[1])
    return black in building.beside(neutral, edges=True) and violet == opposite


def core_mages(sheet: dict[Spot, str]) -> Found:
    """Each mage on the active tile of its colour."""
    tiles, standing = tiles_of(sheet), mages_of(sheet)
    for seat, letter in enumerate(MAGE_LETTERS):
        here = [spot for spot, letters in standing.items() if letter in letters]
        if not here and standing:
            yield owed("setup.core-mages", seat=SEATS[seat])
        elif wrong := [spot for spot in here if tiles.get(spot) != TILE_LETTERS[seat]]:
            yield broken("setup.core-mages", **at((on_sheet(*spot) for spot in wrong), seat=SEATS[seat]))


# -- tiles, one after the other -----------------------------------------------------------------------------


def _standing(rules: SpellRules, state: State, sheet: dict[Spot, str]) -> Found:
    """Mages while building: by the ordinary rules on the core, in a tournament not at all."""
    standing = mages_of(sheet)
    if not rules.house.tournament:
        yield from core_mages(sheet)
    elif standing:
        where = at(on_sheet(*spot) for spot in sorted(standing))
        yield broken("tournament.neutral-first", **where)
        yield broken("tournament.mages-last", **where)


def _tiles_laid(rules: SpellRules, state: State, sheet: dict[Spot, str]) -> Found:
    before = {(laid.row, laid.column): laid.tile for laid in state.stage.sheet}
    now = tiles_of(sheet)
    lost = sorted(spot for spot in before if now.get(spot, "").upper() != before[spot].upper())
    turned = sorted(spot for spot in before if spot not in lost and now[spot] != before[spot])
    if lost or turned:
        where = at(on_sheet(*spot) for spot in (*lost, *turned))
        yield broken("setup.no-rearrange", **where)
        if turned:
            tournament = rules.house.tournament
            yield broken("tournament.alternate-faces" if tournament else "setup.inactive", **where)
    fresh = sorted(spot for spot in now if spot not in before)
    if lost and len(fresh) <= len(lost):
        return
    yield from _in_turn(rules, state, {spot: now[spot] for spot in fresh})


def _in_turn(rules: SpellRules, state: State, fresh: dict[Spot, str]) -> Found:
    """New tiles, each judged as laid by the player whose turn it was; the order is the kindest possible."""
    if len(fresh) > 1:
        due = TILE_LETTERS[state.stage.seat]
        colours = [tile.upper() for tile in fresh.values()]
        # laid by turns there is one more of the first layer's colour, or as many of each
        if colours.count(due) - (len(fresh) - colours.count(due)) not in (0, 1):
            rule = "tournament.order" if rules.house.tournament else "setup.order"
            yield broken(rule, turn=SEATS[state.stage.seat], **at(on_sheet(*spot) for spot in fresh))
    said, left = state, dict(fresh)
    while left:
        spot = min(left, key=lambda spot: _wrongs(rules, said, spot, left[spot]))
        tile = left.pop(spot)
        action = Action("lay", sheet_place(*spot), tile=tile)
        wrong = judge.breaches(rules, said, action, said.stage.seat)
        if not wrong:
            said = rules.play(said, action)
        elif len(fresh) == 1 or tile.upper() == TILE_LETTERS[said.stage.seat]:
            yield from wrong
        if said.stage.phase is not Phase.BUILD:
            return


def _wrongs(rules: SpellRules, state: State, spot: Spot, tile: str) -> tuple[bool, int]:
    action = Action("lay", sheet_place(*spot), tile=tile)
    found = judge.breaches(rules, state, action, state.stage.seat)
    return tile.upper() != TILE_LETTERS[state.stage.seat], len(found)


# -- mages set at the end of building ------------------------------------------------------------------------


def _mage_set(rules: SpellRules, state: State, found: Layout) -> Found:
    view = view_of(found)
    if readings.arrivals(rules, state, view):
        return
    before, seen = look_of_state(state), view.look
    if before.tiles != seen.tiles:
        changed = [place for place in range(FRAME) if before.tiles[place] != seen.tiles[place]]
        yield broken("setup.no-rearrange", **at(changed))
        yield from inspect(rules, {name: things for name, things in found.items() if name in NAMES})
        return
    for seat, letter in enumerate(MAGE_LETTERS):
        was = before.standing(letter)
        here = list(seen.standing(letter))
        for place in was:
            if place in here:
                here.remove(place)
            else:
                yield broken("turn.own-only", **at([place], seat=SEATS[seat]))
        for place in here:
            yield from _set_wrongly(rules, state, seat, place, bool(was))


def _set_wrongly(rules: SpellRules, state: State, seat: int, place: int, second: bool) -> Found:
    """A mage set where or when it may not be."""
    rule = "amulet.doppel.second-start" if second else "tournament.mages-last"
    may = building.mage_spots(state, seat) >> place & 1
    due = seat in building.placers(state)
    if not may or not due:
        yield broken(rule, place=NAMES[place], seat=SEATS[seat])


# -- the whole start --------------------------------------------------------------------------------------


def inspect_start(rules: SpellRules, state: State, found: Layout) -> tuple[Breach, ...]:
    """Everything wrong before the first turn, in one view: on the sheet while building, then in the frame."""
    said: list[Breach] = []
    sheet = sheet_of(found)
    if sheet:
        said += _sheet_wrongs(rules, sheet)
    elif state.stage.phase in (Phase.MAGES, Phase.TURN):
        said += _arena_wrongs(rules, state, found)
    said += _tracks(found)
    return distinct(said)


def _sheet_wrongs(rules: SpellRules, sheet: dict[Spot, str]) -> Found:
    tiles = tiles_of(sheet)
    if tiles and not fits_frame(set(tiles)):
        yield broken("setup.grid-4x4", **at(on_sheet(*spot) for spot in sorted(tiles)))
    for spot in sorted(tiles):
        around = building.beside(spot, edges=rules.house.edge_contact)
        if len(tiles) > 1 and not around & set(tiles):
            yield broken("setup.adjacent", **at([on_sheet(*spot)], tile=tiles[spot]))
    counts = {letter: sum(tile.upper() == letter for tile in tiles.values()) for letter in TILE_LETTERS}
    if abs(counts["B"] - counts["V"]) > 1:
        yield broken("setup.own-colour", count=max(counts.values()), most=min(counts.values()) + 1)
    if rules.house.tournament:
        if standing := mages_of(sheet):
            yield broken("tournament.neutral-first", **at(on_sheet(*spot) for spot in sorted(standing)))
        yield from _faces(rules, {on_sheet(*spot): tile for spot, tile in tiles.items()}, most=3)
        return
    if len(tiles) == 1:
        return
    if not _core_somewhere(tiles):
        yield broken("setup.core")
    yield from _faces(rules, {on_sheet(*spot): tile for spot, tile in tiles.items()}, most=1)
    yield from core_mages(sheet)


def _core_somewhere(tiles: dict[Spot, str]) -> bool:
    """Whether the active tiles lie across the neutral one, whatever else has been laid."""
    return _core_lies({spot: tile for spot, tile in tiles.items() if tile == "N" or tile.isupper()})


def _faces(rules: SpellRules, tiles: dict[str, str], most: int) -> Found:
    """More active faces of a colour than building gives."""
    for seat, letter in enumerate(TILE_LETTERS):
        active = [name for name, tile in tiles.items() if tile == letter]
        rule = "tournament.three-active" if rules.house.tournament else "setup.inactive"
        if len(active) > most:
            yield broken(rule, seat=SEATS[seat], **at(active, most=most))


def _arena_wrongs(rules: SpellRules, state: State, found: Layout) -> Found:
    """The finished arena: its faces, its core, its mages."""
    look = view_of(found).look
    yield from inspect(rules, found, state.stage.amulets if state.stage.phase is Phase.TURN else None)
    if rules.house.is_solo:
        if look != look_of_state(state):
            yield broken("solo.setup")
        return
    named = {NAMES[place]: look.tiles[place] for place in range(FRAME)}
    spots = {divmod(place, 4): tile for place, tile in enumerate(look.tiles) if tile != "."}
    yield from _faces(rules, named, most=3 if rules.house.tournament else 1)
    if rules.house.tournament:
        for seat, letter in enumerate(TILE_LETTERS):
            active = [name for name, tile in named.items() if tile == letter]
            if len(active) < 3 and sum(tile.upper() == letter for tile in look.tiles) == TILES_EACH:
                yield broken("tournament.three-active", seat=SEATS[seat], **at(active, most=3))
    elif not _core_somewhere(spots):
        yield broken("setup.core")
    for seat in (BLACK, VIOLET):
        yield from _first_mages(rules, state, look.tiles, look.standing(MAGE_LETTERS[seat]), seat)


def _first_mages(rules: SpellRules, state: State, tiles: str, standing: list[int], seat: int) -> Found:
    """A first mage on an active tile of its colour, a second one on an inactive one."""
    own = TILE_LETTERS[seat]
    on_active = [place for place in standing if tiles[place] == own]
    astray = [place for place in standing if tiles[place].upper() != own]
    first, second = (
        ("tournament.mages-last" if rules.house.tournament else "setup.core-mages"),
        "amulet.doppel.second-start",
    )
    if astray:
        yield broken(first if not on_active else second, **at(astray, seat=SEATS[seat]))
    elif len(on_active) > 1:
        yield broken(second, **at(on_active[1:], seat=SEATS[seat]))
    elif standing and not on_active:
        yield broken(first, **at(standing, seat=SEATS[seat]))


def _tracks(found: Layout) -> Found:
    """Score markers on 0, the round marker on 1, where they are shown."""
    for place, start in (
        (plan.score_place(BLACK), "at-0"),
        (plan.score_place(VIOLET), "at-0"),
        (plan.ROUND, "round-1"),
    ):
        if place in found and [thing.name for thing in found[place]] != [start]:
            yield broken("setup.tracks", place=place)
