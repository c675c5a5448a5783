"""Positions of Archimage written: one line, or the same fields on lines of their own."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.board import board_names
from engine.archimage.elements import ELEMENTS, card_name, cell_name, token_name
from engine.archimage.house import OPTIONS
from engine.archimage.notation.words import die_name
from engine.archimage.state import AT_HOME, DONE, NOBODY, Owned, Phase, State
from engine.options import Option, Value, written

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

SEPARATOR = " | "
FIELDS = (
    "board", "mages", "familiars", "guardians", "dice", "scrolls", "bonds", "phase", "turn", "first", "round",
    "picks", "owes", "before", "quiet", "last", "ended",
)  # fmt: skip
PHASES = {
    Phase.DEAL: "deal", Phase.FIRST: "first", Phase.STAND: "stand", Phase.PICK: "pick", Phase.ROLL: "roll",
    Phase.TURN: "turn", Phase.REROLL: "reroll", Phase.GIVE: "give", Phase.OVER: "over",
}  # fmt: skip
HOME_NAME, DONE_NAME = "home", "done"
DOWN, FRESH, STORED = "*", "!", "+"
"""Marks behind a scroll: face down, waiting for the next turn, with a token on it."""
OWN_BOARD = "own-"


def write_position(rules: ArchimageRules, state: State) -> str:
    return SEPARATOR.join(parts(rules, state))


def draw(rules: ArchimageRules, state: State) -> str:
    return "\n".join(parts(rules, state))


def parts(rules: ArchimageRules, state: State) -> Iterator[str]:
    yield " ".join([rules.game.name, *head(rules)])
    for name, said in fields(rules, state):
        if said:
            yield f"{name} {said}"


def head(rules: ArchimageRules) -> Iterator[str]:
    """Every option that is not as usual."""
    for option in OPTIONS:
        value = rules.setup[option.name]
        if value != option.default:
            yield _told(rules, option, value)


def _told(rules: ArchimageRules, option: Option, value: Value) -> str:
    if option.is_switch:
        return option.name if value else f"no-{option.name}"
    if option.name == "board" and value not in board_names():
        return f"{option.name}={fingerprint(str(value))}"
    return f"{option.name}={','.join(value) if isinstance(value, tuple) else written(value)}"


def fingerprint(text: str) -> str:
    """What a position calls a board of somebody's own: it is too long to stand in a line."""
    return f"{OWN_BOARD}{zlib.crc32(text.encode()):08x}"


def fields(rules: ArchimageRules, state: State) -> Iterator[tuple[str, str]]:
    space, seats = rules.board.name_of, rules.seats
    yield "board", " ".join(f"{space(i)}={cell_name(cell)}" for i, cell in enumerate(state.board) if cell)
    yield "mages", " ".join(f"{seats[i]}={space(at)}" for i, at in enumerate(state.mages) if at >= 0)
    standing = {AT_HOME: HOME_NAME, DONE: DONE_NAME}
    yield (
        "familiars",
        " ".join(
            f"{seats[i]}={standing.get(at) or space(at)}" for i, at in enumerate(state.familiars) if at != AT_HOME
        ),
    )
    yield "guardians", " ".join(f"{ELEMENTS[i]}={space(at)}" for i, at in enumerate(state.guardians) if at >= 0)
    yield (
        "dice",
        " ".join(f"{seats[i]}={','.join(map(die_name, hand))}" for i, hand in enumerate(state.hands) if hand),
    )
    yield (
        "scrolls",
        " ".join(f"{seats[i]}={','.join(map(_owned, own))}" for i, own in enumerate(state.owned) if own),
    )
    yield "bonds", " ".join(name for i, name in enumerate(seats) if state.bonds >> i & 1)
    yield "phase", PHASES[state.phase] if state.phase is not Phase.TURN else ""
    yield "turn", seats[state.seat]
    yield "first", seats[state.first]
    yield "round", str(state.round)
    yield "picks", " ".join(seats[i] for i in state.picking)
    yield from _waiting(rules, state)
    yield "ended", state.ended


def _waiting(rules: ArchimageRules, state: State) -> Iterator[tuple[str, str]]:
    seats, owing, last = rules.seats, state.owing, state.last
    told = [seats[owing.victim]] if owing.victim != NOBODY else []
    told += [card_name(owing.card)] if owing.card >= 0 else []
    told += [seats[owing.lender], card_name(owing.lent)] if owing.lender != NOBODY else []
    yield "owes", " ".join(told)
    yield "before", ",".join(map(die_name, owing.before))
    yield "quiet", str(state.quiet or "")
    told = [seats[last.seat], last.how] if last.seat != NOBODY else []
    yield "last", " ".join([*told, card_name(last.card)] if last.card >= 0 else told)


def _owned(one: Owned) -> str:
    stored = f"{STORED}{token_name(one.stored)}" if one.stored else ""
    return f"{card_name(one.card)}{stored}{'' if one.is_up else DOWN}{FRESH if one.is_fresh else ''}"
