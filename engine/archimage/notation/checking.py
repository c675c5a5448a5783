"""What no match can come to, and could not go on from: such a position is refused at the field that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.archimage.elements import (
    ABSORPTION,
    COLOURS,
    NATURE,
    SPIRIT,
    TOKENS_EACH,
    card_name,
    card_of,
    cell_name,
    colour_of,
    effect_of,
    element_of,
    face_of,
    is_scroll,
    is_token,
    seal_of,
    token_name,
)
from engine.archimage.flow import PICKED
from engine.archimage.house import House
from engine.archimage.spells.conflict import legal_gifts
from engine.archimage.state import NOBODY, Phase, State
from engine.errors import N_
from engine.text import Word

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Fields = Mapping[str, list[Word]]


def check(rules: ArchimageRules, state: State, said: Fields) -> None:
    """Raises NotationError at the field that cannot be."""
    _board(rules, state, said)
    _cards(rules, state, said)
    _figures(rules, state, said)
    _dice(state, said)
    _phase(rules, state, said)


def _at(said: Fields, name: str) -> Word:
    """Where a field stands; its name, if it was left out."""
    found = said.get(name)
    return found[0] if found else Word(name, 1, 1)


def _board(rules: ArchimageRules, state: State, said: Fields) -> None:
    where, house = _at(said, "board"), rules.house
    for number, cell in enumerate(state.board):
        space = rules.board.spaces[number]
        if not cell:
            continue
        if space.kind not in ("circle", "scroll") or (
            (space.kind == "circle") != is_token(cell) and not house.swap_any_seals
        ):
            raise where.error(N_("{cell} cannot lie on {place}"), cell=cell_name(cell), place=space.name)
        if state.phase is Phase.DEAL and seal_of(cell)[1] != space.power:
            raise where.error(
                N_("at first {place} holds a seal of power {power}, not {cell}"),
                place=space.name, power=space.power, cell=cell_name(cell),
            )  # fmt: skip
    tokens = Counter(cell for cell in state.board if is_token(cell))
    tokens.update(one.stored for own in state.owned for one in own if one.stored)
    for cell, count in tokens.items():
        most = TOKENS_EACH[seal_of(cell)[1]]
        if count > most:
            raise where.error(
                N_("of the token {token} there are {most}, not {came}"),
                token=token_name(cell),
                most=most,
                came=count,
            )


def _cards(rules: ArchimageRules, state: State, said: Fields) -> None:
    cards = Counter(card_of(cell) for cell in state.board if is_scroll(cell))
    cards.update(one.card for own in state.owned for one in own)
    for card, count in cards.items():
        most = rules.cards[card]
        if count > most:
            raise _at(said, "scrolls" if "scrolls" in said else "board").error(
                N_("of the scroll {scroll} there are {most} in this match, not {came}"),
                scroll=card_name(card), most=most, came=count,
            )  # fmt: skip
    for one in (one for own in state.owned for one in own if one.stored):
        fits = (SPIRIT, seal_of(one.stored)[0])
        if effect_of(one.card) != ABSORPTION or element_of(one.card) not in fits:
            raise _at(said, "scrolls").error(
                N_("{token} cannot lie on {scroll}"), token=token_name(one.stored), scroll=card_name(one.card)
            )


def _figures(rules: ArchimageRules, state: State, said: Fields) -> None:
    board, standing = rules.board, [at for at in state.mages if at >= 0]
    for at in standing:
        if at == board.hub or state.board[at] or standing.count(at) > 1:
            raise _at(said, "mages").error(N_("no mage can stand on {place} now"), place=board.name_of(at))
    if state.phase >= Phase.PICK and len(standing) < state.players:
        raise _at(said, "mages").error(N_("every mage stands on a space by now"))
    for at in state.familiars:
        if at >= 0 and not may_hold_familiar(rules, state, at):
            raise _at(said, "familiars").error(N_("no familiar can stand on {place}"), place=board.name_of(at))
    for element, at in enumerate(state.guardians):
        if at >= 0 and not may_hold_guardian(rules.house, state, at, element):
            raise _at(said, "guardians").error(N_("no guardian of this colour can stand on {place}"),
                                               place=board.name_of(at))  # fmt: skip


def may_hold_familiar(rules: ArchimageRules, state: State, at: int) -> bool:
    """An emptied space, or with circle IV a token, or the spot of a mage."""
    cell = state.board[at]
    if is_scroll(cell):
        return rules.house.scrolls_are_seals and rules.setup["circle"] == "4"
    if at == rules.board.hub:
        return False
    return not cell or rules.setup["circle"] == "4"


def may_hold_guardian(house: House, state: State, at: int, element: int) -> bool:
    cell = state.board[at]
    if not is_scroll(cell) or state.guardians.count(at) > 1:
        return False
    return seal_of(cell)[0] == element or (element == SPIRIT and house.spirit_any_scroll)


def _dice(state: State, said: Fields) -> None:
    where = _at(said, "dice")
    for colour in NATURE:
        came = sum(colour_of(one) == colour for hand in state.hands for one in hand)
        if came > state.players + 1:
            raise where.error(
                N_("of {colour} dice there are {most} on the table, not {came}"),
                colour=COLOURS[colour], most=state.players + 1, came=came,
            )  # fmt: skip
    for seat, hand in enumerate(state.hands):
        waiting = sum(face_of(one) == 0 for one in hand)
        rerolls = state.phase is Phase.REROLL and seat == state.seat
        may_wait = (
            state.phase in (Phase.ROLL, Phase.OVER)
            or (state.phase is Phase.PICK and not state.round)
            or not state.is_active(seat)
            or rerolls
        )
        if waiting > PICKED and state.phase is not Phase.REROLL:
            raise where.error(N_("nobody takes more than three dice for a round"))
        if rerolls and len({one for one in hand if not face_of(one)}) > 1:
            raise where.error(N_("the dice that a spell rolls are of one colour"))
        if waiting and not may_wait:
            raise where.error(N_("a die that was rolled has a face, such as r4"))
        if len(hand) > waiting and not state.is_active(seat):
            raise where.error(N_("whoever has finished the round has not rolled the next dice yet"))


def _phase(rules: ArchimageRules, state: State, said: Fields) -> None:
    where = _at(said, "phase")
    full = all(state.board[number] for number in (*rules.board.circles, *rules.board.scrolls))
    if (state.phase is Phase.DEAL and full) or (state.phase in (Phase.FIRST, Phase.STAND) and not full):
        raise where.error(N_("the board is laid out first, all of it"))
    if state.phase is Phase.STAND and state.mages[state.seat] >= 0:
        raise _at(said, "turn").error(N_("the mage of {seat} stands already"), seat=rules.seats[state.seat])
    if (state.phase is Phase.PICK) != bool(state.picking):
        raise _at(said, "picks").error(N_("who takes dice is said exactly while dice are taken"))
    if len(set(state.picking)) < len(state.picking):
        raise _at(said, "picks").error(N_("nobody takes dice twice"))
    if state.phase in (Phase.TURN, Phase.REROLL, Phase.GIVE) and not state.is_active(state.seat):
        raise _at(said, "turn").error(N_("whoever has finished the round has no turn"))
    if state.phase >= Phase.ROLL and state.round < 1:
        raise _at(said, "round").error(N_("the first round is round 1"))
    waiting = any(state.waits_for_roll(seat) for seat in range(state.players))
    if state.phase in (Phase.ROLL, Phase.REROLL) and not waiting:
        raise _at(said, "dice").error(N_("there are no dice to roll"))
    if (state.phase is Phase.GIVE) != (state.owing.victim != NOBODY):
        raise _at(said, "owes").error(N_("who hands over a die is said exactly while a die is stolen"))
    if (state.phase is Phase.OVER) != bool(state.ended):
        raise _at(said, "ended").error(N_("what ended the match is said exactly when it is over"))
    if state.phase is Phase.GIVE:
        _owing(rules, state, said)


def _owing(rules: ArchimageRules, state: State, said: Fields) -> None:
    owing = state.owing
    if owing.victim == state.seat or owing.card < 0 or not any(True for _ in legal_gifts(rules, state)):
        raise _at(said, "owes").error(N_("there is no die that this scroll could steal"))
