"""Actions of Archimage as text: ``break 1p with r2``, ``cast evolution-fire r3 r5``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.archimage.actions import BREAK, KINDS, ONE, PLACE, RETURN, Action, Kind
from engine.archimage.elements import (
    ABSORPTION,
    ALTERATION,
    BOND,
    BORROW,
    COLOURS,
    DISINTEGRATION,
    EVOLUTION,
    EXCHANGE,
    GROWTH,
    GUARDIAN,
    INVERSION,
    LEAP,
    MISSION,
    MYSTIFICATION,
    REBIRTH,
    REORGANISATION,
    SPEED,
    SYNERGY,
    TELEPORTATION,
    THEFT,
    TRANSFER,
    TRANSMUTATION,
    Hand,
    card_name,
    cell_name,
    effect_of,
)
from engine.archimage.notation.words import (
    dice_names,
    is_die,
    read_card,
    read_cell,
    read_colour,
    read_die,
    read_seat,
    read_space,
)
from engine.archimage.spells.power import in_order
from engine.archimage.spells.voyager import OFF
from engine.archimage.state import State
from engine.errors import N_
from engine.text import ActionText, one_of

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

WITH, ON, TO, FOR, AGAINST, FROM, OF, OVER, PAST, THEN = (
    "with", "on", "to", "for", "against", "from", "of", "over", "past", "then",
)  # fmt: skip
SHOWING = "showing"
"""What dice were turned to, if that is not what the spell makes of them."""
OPTIONS = (PLACE, BREAK, ONE)

# -- writing --------------------------------------------------------------------------------------------


def write_action(rules: ArchimageRules, action: Action) -> str:
    space = rules.board.name_of
    if action.kind == "lay":
        return f"lay {space(action.place)} {cell_name(action.cell)}"
    if action.kind == "first":
        return f"first {rules.seats[action.seat]}"
    if action.kind == "stand":
        return f"stand {space(action.place)}"
    if action.kind == "roll":
        return f"roll {rules.seats[action.seat]} {dice_names(action.dice)}".rstrip()
    if action.kind in ("pick", "give"):
        return f"{action.kind} {dice_names(action.dice)}".rstrip()
    if action.kind == "return":
        return "return"
    if action.kind == "break":
        return f"break {_broken(rules, action)}"
    return " ".join(filter(None, ["cast", card_name(action.card), _lent(rules, action), _rest(rules, action)]))


def _broken(rules: ArchimageRules, action: Action) -> str:
    told = f"{rules.board.name_of(action.place)} {WITH} {dice_names(action.dice)}".rstrip()
    return f"{told} {ON} {card_name(action.store)}" if action.store >= 0 else told


def _lent(rules: ArchimageRules, action: Action) -> str:
    return f"{OF} {rules.seats[action.lender]} {card_name(action.lent)}" if action.lender >= 0 else ""


def _rest(rules: ArchimageRules, action: Action) -> str:
    """What follows the name of the scroll."""
    space = rules.board.name_of
    if action.spell == BOND:
        return PLACE if action.way == PLACE else f"{action.way} {_broken(rules, action)}"
    effect = effect_of(action.spell)
    if effect in _ON_DICE:
        told = dice_names(action.dice)
        if effect == TRANSMUTATION:
            told += f" {TO} {_colours(action)}"
        return told + (f" {SHOWING} {dice_names(action.theirs)}" if action.theirs else "")
    if effect == GROWTH:
        return _colours(action)
    if effect in _ON_SPACES:
        return (
            OFF if action.way == OFF else " ".join(space(one) for one in (action.place, action.other) if one >= 0)
        )
    if effect in (LEAP, TELEPORTATION):
        by = OVER if effect == LEAP else PAST
        return f"{by} {space(action.over)} {BREAK} {_broken(rules, action)}"
    if effect == SPEED:
        return f"{BREAK} {_broken(rules, action)} {THEN} {space(action.other)}"
    return _on_others(rules, action, effect)


def _on_others(rules: ArchimageRules, action: Action, effect: int) -> str:
    who = rules.seats[action.seat] if action.seat >= 0 else ""
    if effect == MYSTIFICATION:
        return f"{dice_names(action.dice)} {FOR} {who} {dice_names(action.theirs)}"
    if effect == ALTERATION:
        hurt = f"{AGAINST} {who} {dice_names(action.theirs)}" if who else ""
        return " ".join(filter(None, [dice_names(action.dice), hurt]))
    if effect == TRANSFER:
        return f"{card_name(action.give)} {FOR} {who} {card_name(action.take)}"
    return f"{FROM} {who}" if who else ""


def _colours(action: Action) -> str:
    """The colours, or one of them if they are all alike."""
    colours = action.colours if len(set(action.colours)) > 1 else action.colours[:1]
    return " ".join(COLOURS[colour] for colour in colours)


_ON_DICE = (TRANSMUTATION, REBIRTH, EVOLUTION, ABSORPTION)
_ON_SPACES = (INVERSION, EXCHANGE, REORGANISATION, DISINTEGRATION, MISSION, GUARDIAN)
_ON_TWO = (INVERSION, EXCHANGE, REORGANISATION)

# -- reading --------------------------------------------------------------------------------------------


def read_action(rules: ArchimageRules, state: State, text: str) -> Action:
    """The action a text names, whether or not it is legal here."""
    phrase = _Phrase(rules, text)
    action = phrase.read()
    phrase.end()
    return action


class _Phrase(ActionText[Kind]):
    """What follows an action's name, in words of Archimage."""

    def __init__(self, rules: ArchimageRules, text: str) -> None:
        super().__init__(text, KINDS, N_("expected an action, such as break 1p with r2, cast bond place, return"))
        self.rules = rules

    def read(self) -> Action:
        kind = self.kind
        if kind == "return":
            return RETURN
        if kind == "lay":
            return Action(kind, place=self.space(), cell=read_cell(self.take(N_("a seal or a scroll"))))
        if kind == "first":
            return Action(kind, seat=self.seat())
        if kind == "stand":
            return Action(kind, place=self.space())
        if kind == "roll":
            return Action(kind, seat=self.seat(), dice=self.dice())
        if kind in ("pick", "give"):
            return Action(kind, dice=self.dice())
        return self.broken(Action(kind)) if kind == "break" else self.cast()

    def cast(self) -> Action:
        card = self.card()
        action = Action("cast", card=card)
        if card != BOND and effect_of(card) == BORROW:
            self.expect(OF)
            action = action._replace(lender=self.seat(), lent=self.card())
        if action.spell == BOND:
            way = self.choice(OPTIONS, N_("an option of Bond"))
            return action._replace(way=way) if way == PLACE else self.broken(action._replace(way=way))
        return self.effect(action, effect_of(action.spell))

    def effect(self, action: Action, effect: int) -> Action:
        """What a spell needs to be told."""
        if effect in (SYNERGY, BORROW):
            return action
        if effect in _ON_SPACES:
            if effect == GUARDIAN and self.follows(OFF):
                return action._replace(way=OFF)
            place = self.space()
            if effect not in _ON_TWO:
                return action._replace(place=place)
            # the order of two spaces that are swapped means nothing
            place, other = sorted((place, self.space()))
            return action._replace(place=place, other=other)
        reader: dict[int, Callable[[Action], Action]] = {
            GROWTH: lambda one: one._replace(colours=(self.colour(),)),
            LEAP: lambda one: self.passing(one, OVER),
            TELEPORTATION: lambda one: self.passing(one, PAST),
            SPEED: self.twice,
            MYSTIFICATION: self.swapped_dice,
            ALTERATION: self.altered,
            TRANSFER: self.swapped_scrolls,
            THEFT: self.stolen,
        }
        return reader.get(effect, self.on_dice)(action)

    def on_dice(self, action: Action) -> Action:
        dice = self.dice()
        colours: tuple[int, ...] = ()
        if effect_of(action.spell) == TRANSMUTATION:
            self.expect(TO)
            colours = (self.colour(),)
            while self.left and self.left[0].text in COLOURS:
                colours += (self.colour(),)
            colours = colours * len(dice) if len(colours) == 1 else colours
            colours = in_order(dice, colours) if len(colours) == len(dice) else colours
        shown = self.dice() if self.follows(SHOWING) else ()
        return action._replace(dice=dice, colours=colours, theirs=shown)

    def passing(self, action: Action, by: str) -> Action:
        self.expect(by)
        over = self.space()
        self.expect(BREAK)
        return self.broken(action._replace(over=over))

    def twice(self, action: Action) -> Action:
        self.expect(BREAK)
        action = self.broken(action)
        self.expect(THEN)
        return action._replace(other=self.space())

    def swapped_dice(self, action: Action) -> Action:
        mine = (read_die(self.take(N_("a die"))),)
        self.expect(FOR)
        return action._replace(dice=mine, seat=self.seat(), theirs=(read_die(self.take(N_("a die"))),))

    def altered(self, action: Action) -> Action:
        action = action._replace(dice=self.dice())
        return action._replace(seat=self.seat(), theirs=self.dice()) if self.follows(AGAINST) else action

    def swapped_scrolls(self, action: Action) -> Action:
        give = self.card()
        self.expect(FOR)
        return action._replace(give=give, seat=self.seat(), take=self.card())

    def stolen(self, action: Action) -> Action:
        self.expect(FROM)
        return action._replace(seat=self.seat())

    def broken(self, action: Action) -> Action:
        """What is broken, with which dice, and where the token goes."""
        place = self.space()
        dice = self.dice() if self.follows(WITH) else ()
        store = self.card() if self.follows(ON) else -1
        return action._replace(place=place, dice=dice, store=store)

    # -- single words ---------------------------------------------------------------------------------

    def expect(self, text: str) -> None:
        one_of(self.take(text), (text,), N_("the next word"))

    def space(self) -> int:
        return read_space(self.rules, self.take(N_("a space of the board")))

    def seat(self) -> int:
        return read_seat(self.rules, self.take(N_("a player")))

    def card(self) -> int:
        return read_card(self.take(N_("a scroll")))

    def colour(self) -> int:
        return read_colour(self.take(N_("a colour")))

    def dice(self) -> Hand:
        found: list[int] = []
        while self.left and is_die(self.left[0]):
            found.append(read_die(self.take(N_("a die"))))
        return tuple(sorted(found))
