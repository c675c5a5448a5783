"""What all refusals share: how a breach is made, why a seal is out of reach, why dice do not pay for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.board import bits
from engine.archimage.elements import (
    BOND,
    COLOURS,
    ELEMENTS,
    NATURE,
    SPIRIT,
    Hand,
    card_name,
    colour_of,
    effect_of,
    element_of,
    face_of,
    seal_of,
    total,
    without,
)
from engine.archimage.notation.words import die_name
from engine.archimage.paying import is_superfluous, payments
from engine.archimage.state import State
from engine.archimage.ways import barred, brink, figures, floor, sealed, within_reach
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Found = Iterator[Breach]


def broken(rule: str, **facts: Fact) -> Breach:
    return Breach(f"archimage.{rule}", facts)


def called(card: int) -> dict[str, Fact]:
    """A scroll as sentences call it: its spell and its element."""
    spell = "Bond" if card == BOND else card_name(card).partition("-")[0].capitalize()
    return {"spell": spell, "element": ELEMENTS[element_of(card)].capitalize()}


def told(dice: Hand) -> tuple[str, ...] | str:
    """Dice as sentences name them, alike ones with their number, for no sentence names a thing twice."""
    counted = Counter(map(die_name, dice))
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in counted.items())


def name(rules: ArchimageRules, place: int) -> str:
    return rules.board.name_of(place) if 0 <= place < len(rules.board.spaces) else ""


# -- the way --------------------------------------------------------------------------------------------


def out_of_reach(rules: ArchimageRules, state: State, place: int) -> Found:
    """Why no way leads to a seal; nothing if one does."""
    seat = state.seat
    if within_reach(rules, state, seat) >> place & 1:
        return
    where: dict[str, Fact] = {"place": name(rules, place)}
    guilty = _in_the_way(rules, state, place)
    if guilty:
        yield broken("path.blocked", **where, places=rules.board.names(guilty))
        yield from _whose(rules, state, guilty)
        yield broken("path.free-way", **where)
    else:
        yield broken("path.free-way", **where)
        if _behind_seals(rules, state, place):
            yield broken("path.blocked", **where)
    walked = floor(rules.board.beside, state.mages[seat], barred(rules, state, seat))
    walls = (pair for pair in rules.board.walls if place in pair)
    if any(walked >> other & 1 for pair in walls for other in pair if other != place):
        yield broken("path.wall", **where)
    familiar = state.familiars[seat]
    if familiar >= 0 and _near(rules, state, familiar) >> place & 1:
        yield broken("path.from-mage", **where)


def _near(rules: ArchimageRules, state: State, start: int) -> int:
    beside = rules.board.beside
    return brink(beside, floor(beside, start, barred(rules, state, state.seat)))


def _in_the_way(rules: ArchimageRules, state: State, place: int) -> int:
    """The figures without which a way would lead there."""
    others = figures(state, state.seat) & ~sealed(state.board)[0]
    if not within_reach(rules, state, state.seat, others) >> place & 1:
        return 0
    alone = sum(1 << at for at in bits(others) if within_reach(rules, state, state.seat, 1 << at) >> place & 1)
    return alone or others


def _whose(rules: ArchimageRules, state: State, guilty: int) -> Found:
    for seat in range(state.players):
        if seat == state.seat:
            continue
        if state.mages[seat] >= 0 and guilty >> state.mages[seat] & 1:
            rule = "move.exclusive-spot" if state.is_active(seat) else "path.finished-mage"
            yield broken(rule, place=name(rules, state.mages[seat]), who=rules.seats[seat])
        if state.familiars[seat] >= 0 and guilty >> state.familiars[seat] & 1:
            yield broken("familiar.blocks", place=name(rules, state.familiars[seat]), who=rules.seats[seat])


def _behind_seals(rules: ArchimageRules, state: State, place: int) -> bool:
    tokens, scrolls = sealed(state.board)
    return bool(within_reach(rules, state, state.seat, (tokens | scrolls) & ~(1 << place)) >> place & 1)


def under_protection(rules: ArchimageRules, state: State, place: int, *, at_once: bool = False) -> Found:
    """Who keeps a seal from being broken."""
    where: dict[str, Fact] = {"place": name(rules, place)}
    keepers = [seat for seat, at in enumerate(state.familiars) if at == place and seat != state.seat]
    for seat in keepers:
        yield broken("familiar.protects-seal", who=rules.seats[seat], **where)
    if place in state.guardians:
        yield broken("spell.guardian.blocks-all", **where)
    if keepers or place in state.guardians:
        yield broken("path.protected-seal", **where)
        if at_once:
            yield broken("spell.immediate-protection", **where)


def is_seal(state: State, place: int) -> bool:
    return 0 <= place < len(state.board) and state.board[place] != 0


# -- the price ------------------------------------------------------------------------------------------


def unpaid(rules: ArchimageRules, state: State, cell: int, dice: Hand, *, loose: bool = False) -> Found:
    """What is wrong with the dice that are to pay for a seal."""
    hand, house = state.hands[state.seat], rules.house
    colour, power = seal_of(cell)
    facts: dict[str, Fact] = {"dice": told(dice), "power": power, "colour": COLOURS[colour]}
    if not dice:
        yield broken("break.needs-dice")
        return
    if without(hand, dice) is None:
        yield broken("break.own-dice", dice=told(dice))
    if any(face_of(one) == 0 for one in dice):
        yield broken("round.unrolled-dice")
    colours = {colour_of(one) for one in dice}
    if colour in NATURE and colours != {colour}:
        yield broken("break.colour", **facts)
    elif colour == SPIRIT and len(colours) > 1 and not house.violet_mixed:
        yield broken("break.spirit-one-colour", option="violet-mixed", **facts)
    elif total(dice) < power:
        yield broken("break.power", **facts, sum=total(dice))
    elif is_superfluous(dice, power) and not loose:
        yield broken("break.exact-dice", **facts)
    elif house.fewest_dice:
        ways = payments(hand, colour, power, house.violet_mixed, True, loose)
        if ways and len(dice) > len(ways[0]):
            yield broken("break.exact-dice", option="fewest-dice", **facts)


def is_bond(card: int) -> bool:
    return card == BOND


def effect(card: int) -> int:
    return -1 if is_bond(card) else effect_of(card)
