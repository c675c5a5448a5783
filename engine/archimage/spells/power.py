"""Circles 0 and I, the school of power: own dice replaced, rolled again, raised, added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    NATURE,
    SPIRIT,
    Hand,
    colour_of,
    die,
    element_of,
    face_of,
    of_colour,
    plus,
    without,
)
from engine.archimage.paying import choices
from engine.archimage.state import Owing, Phase, State, replaced

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

RAISE = 2


def named(card: int) -> tuple[int, ...]:
    """The colours one of which a scroll may act on: its own, or for spirit the one that is named."""
    element = element_of(card)
    return tuple(NATURE) if element == SPIRIT else (element,)


def some(rules: ArchimageRules, dice: Hand) -> Iterator[Hand]:
    """Which of the dice that a spell may change it changes: one or more, or at some tables all."""
    if rules.house.all_dice:
        yield from (dice,) if dice else ()
    else:
        yield from choices(dice)


def changed(state: State, old: Iterable[int], new: Iterable[int]) -> State:
    """The player in turn has other dice instead of some."""
    seat = state.seat
    left = without(state.hands[seat], old) or ()
    return state._replace(hands=replaced(state.hands, seat, plus(left, new)))


# -- Transmutation --------------------------------------------------------------------------------------


def transmutations(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    left = [state.reserve(colour) for colour in NATURE]
    for colour in named(card):
        others = [other for other in NATURE if other != colour and left[other]]
        for dice in some(rules, of_colour(state.hands[state.seat], colour)):
            for colours in _new_colours(rules, dice, others):
                if all(colours.count(other) <= left[other] for other in set(colours)):
                    yield Action("cast", card=card, dice=dice, colours=colours)


def _new_colours(rules: ArchimageRules, dice: Hand, others: list[int]) -> Iterator[tuple[int, ...]]:
    """A new colour for each die: one for all, or at some tables one each."""
    if not rules.house.transmutation_per_die:
        yield from ((other,) * len(dice) for other in others)
        return
    # of dice that look alike it does not matter which becomes what
    yield from (colours for colours in product(others, repeat=len(dice)) if colours == in_order(dice, colours))


def in_order(dice: Hand, colours: tuple[int, ...]) -> tuple[int, ...]:
    """New colours so that of dice that look alike the first get the lower ones."""
    return tuple(colour for _, colour in sorted(zip(dice, colours, strict=True)))


def transmuted(dice: Hand, colours: tuple[int, ...]) -> Hand:
    return tuple(die(colour, face_of(one)) for one, colour in zip(dice, colours, strict=False))


def transmute(rules: ArchimageRules, state: State, action: Action) -> State:
    return changed(state, action.dice, transmuted(action.dice, action.colours))


# -- Rebirth and Growth: a roll follows -----------------------------------------------------------------


def rebirths(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    for colour in named(card):
        for dice in some(rules, of_colour(state.hands[state.seat], colour)):
            yield Action("cast", card=card, dice=dice)


def be_reborn(rules: ArchimageRules, state: State, action: Action) -> State:
    before = state.hands[state.seat]
    state = changed(state, action.dice, (die(colour_of(one), 0) for one in action.dice))
    if rules.house.rebirth_changes:
        state = state._replace(
            owing=Owing(card=action.card, lender=action.lender, lent=action.lent, before=before)
        )
    return state._replace(phase=Phase.REROLL)


def growths(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    for colour in named(card):
        if state.reserve(colour):
            yield Action("cast", card=card, colours=(colour,))


def grow(rules: ArchimageRules, state: State, action: Action) -> State:
    return changed(state, (), (die(action.colours[0], 0),))._replace(phase=Phase.REROLL)


# -- Evolution ------------------------------------------------------------------------------------------


def evolutions(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    for colour in named(card):
        low = tuple(one for one in of_colour(state.hands[state.seat], colour) if face_of(one) < 6)
        for dice in some(rules, low):
            yield Action("cast", card=card, dice=dice)


def turned(one: int, by: int) -> int:
    """A die set to another face, within 1 to 6."""
    return die(colour_of(one), min(6, max(1, face_of(one) + by)))


def evolve(rules: ArchimageRules, state: State, action: Action) -> State:
    return changed(state, action.dice, (turned(one, RAISE) for one in action.dice))
