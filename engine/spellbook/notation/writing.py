"""Positions as text. Points are South's numbers, 1 to 24."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.options import Setup, written
from engine.spellbook.agrica import EACH, LETTERS, SEATS, kind, owner
from engine.spellbook.house import OPTIONS
from engine.spellbook.notation.words import CALLED, NAME, NOBODY, SEPARATOR, quoted, spell_number
from engine.spellbook.state import Phase, Stage, State

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

PHASES = {"study": Phase.STUDY, "toss": Phase.TOSS, "next": Phase.NEXT, "over": Phase.OVER}


def write_position(rules: SpellbookRules, state: State) -> str:
    """One line that says the state completely, and the setup as far as it is not as usual."""
    return SEPARATOR.join([" ".join([NAME, *_head(rules.setup)]), *_fields(rules, state)])


def _head(setup: Setup) -> Iterator[str]:
    for option in OPTIONS:
        value = setup.get(option.name)
        if value is None or value == option.default:
            continue
        if option.is_switch:
            yield option.name if value else f"no-{option.name}"
        else:
            yield f"{option.name}={quoted(written(value))}"


def _fields(rules: SpellbookRules, state: State) -> Iterator[str]:
    stage = state.stage
    for phase, which in PHASES.items():
        if stage.phase is which:
            yield f"phase {phase}"
    if stage.phase is Phase.STUDY:
        if stage.ready:
            yield f"ready {_seats(stage.ready)}"
        # a spell may be doubted and given up while books are read
        yield from _books(stage)
        return
    for seat, name in enumerate(SEATS):
        gems = " ".join(_standing(state.board, seat))
        if gems:
            yield f"{name} {gems}"
    if stage.phase is not Phase.TOSS:
        yield f"turn {SEATS[state.seat]}"
    if state.round > 1:
        yield f"round {state.round}"
    if stage.first:
        yield f"first {SEATS[stage.first]}"
    yield from _earlier(state)
    yield from _books(stage)


def _standing(board: bytes, seat: int) -> Iterator[str]:
    for point, gem in enumerate(board):
        if gem and owner(gem) == seat:
            yield f"{LETTERS[kind(gem)]}{point + 1}"


def _earlier(state: State) -> Iterator[str]:
    """What is left of earlier turns and confrontations."""
    stage = state.stage
    if state.reserve != untaken(state.board):
        yield "reserve " + " ".join("".join(map(str, state.reserve_of(seat))) for seat in (0, 1))
    if stage.game > 1:
        yield f"game {stage.game}"
    if any(stage.wins):
        yield f"wins {stage.wins[0]} {stage.wins[1]}"
    if any(stage.lost):
        yield f"lost {stage.lost[0]} {stage.lost[1]}"
    if stage.ended is not None:
        winner, rule = stage.ended
        yield f"ended {SEATS[winner] if winner >= 0 else NOBODY} {rule}"


def untaken(board: bytes) -> bytes:
    """The reserve if no gem was ever taken."""
    return bytes(max(0, EACH - board.count(gem)) for gem in range(1, 9))


def _books(stage: Stage) -> Iterator[str]:
    """What became of the books."""
    if stage.open:
        yield f"open {_seats(stage.open)}"
    for seat, name in enumerate(SEATS):
        if stage.cast[seat]:
            yield f"cast {name} {_spells(stage.cast[seat])}"
    if stage.inhibited:
        yield f"inhibited {_spells(stage.inhibited)}"
    if stage.used:
        yield f"used {_spells(stage.used)}"
    for spell, text in stage.settled:
        yield f"settled {spell_number(spell)} {quoted(text)}"
    if stage.contested is not None:
        spell, before, open_ = stage.contested
        gems = " ".join(f"{CALLED[gem]}{point + 1}" for point, gem in enumerate(before) if gem)
        yield f"contested {spell_number(spell)} open {_seats(open_)} before {gems}"


def _seats(bits: int) -> str:
    return " ".join(name for seat, name in enumerate(SEATS) if bits >> seat & 1)


def _spells(bits: int) -> str:
    return " ".join(spell_number(spell) for spell in range(bits.bit_length()) if bits >> spell & 1)
