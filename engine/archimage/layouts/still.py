"""What is wrong with a single view of the table: too many pieces, pieces where they cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.elements import (
    COLOURS,
    DICE_EACH,
    ELEMENTS,
    GUARDIAN,
    LETTERS,
    NATURE,
    SPIRIT,
    TOKENS_EACH,
    element_of,
)
from engine.archimage.judging.faults import broken, called
from engine.archimage.layouts.plan import (
    BESIDE,
    BOND,
    FIRST_PLAYER,
    HOME,
    SCROLL_BACK,
    ZONE,
    card_of_thing,
    guardian,
    scroll_thing,
)
from engine.table import Layout, Thing
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Found = Iterator[Breach]
_SWAPS = "2"
"""The circle whose spells let a token lie where another power is printed."""
LETTER_OF = dict(zip(COLOURS, LETTERS, strict=True))


def inspect(rules: ArchimageRules, layout: Layout) -> tuple[Breach, ...]:
    """Every rule that the table breaks as it stands."""
    found = [*_dice(rules, layout), *_tokens(rules, layout), *_scrolls(rules, layout), *_figures(rules, layout)]
    return tuple(dict.fromkeys(found))


def colour_of_die(thing: Thing) -> str:
    return thing.name.split("-")[1]


def _dice(rules: ArchimageRules, layout: Layout) -> Found:
    counted: Counter[str] = Counter()
    for place, lying in layout.items():
        dice = [colour_of_die(thing) for thing in lying if thing.kind == "die"]
        counted.update(dice)
        if place.startswith(f"{ZONE}-") and set(dice) - {place.removeprefix(f"{ZONE}-")}:
            yield broken("board.reserves", place=place)
    for colour in (COLOURS[number] for number in NATURE):
        most = len(rules.seats) + 1
        if counted[colour] > DICE_EACH:
            yield broken("comp.dice", place=f"{ZONE}-{colour}")
        if counted and counted[colour] != most:
            yield broken("reserve.dice-count", colour=colour, count=most, place=f"{ZONE}-{colour}")
            yield broken("inv.dice", colour=colour, count=most, place=f"{ZONE}-{colour}")


def _tokens(rules: ArchimageRules, layout: Layout) -> Found:
    counted: dict[str, list[str]] = {}
    for place, lying in layout.items():
        tokens = [thing for thing in lying if thing.kind == "seal"]
        for thing in tokens:
            counted.setdefault(thing.name, []).append(place)
        number = rules.board.numbers.get(place)
        if number is None or not tokens:
            continue
        kind, power = rules.board.spaces[number].kind, rules.board.spaces[number].power
        if kind == "scroll" and not rules.house.swap_any_seals:
            yield broken("setup.no-token-on-rectangle", place=place)
        elif kind in ("hub", "start"):
            yield broken("board.chamber", place=place)
        elif len(tokens) > 1:
            yield broken("setup.seals", place=place)
        elif rules.setup["circle"] != _SWAPS and tokens[0].number != power:
            yield broken("setup.seals", place=place, power=power)
    for name, places in counted.items():
        if len(places) > TOKENS_EACH[int(name[-1])]:
            yield broken("comp.seals", places=tuple(places))


def _scrolls(rules: ArchimageRules, layout: Layout) -> Found:
    counted: Counter[int] = Counter()
    for place, lying in layout.items():
        number = rules.board.numbers.get(place)
        kind = rules.board.spaces[number].kind if number is not None else ""
        for thing in lying:
            card = card_of_thing(thing)
            if card is not None:
                counted[card] += 1
            if thing.kind == "scroll" and kind == "circle" and not rules.house.swap_any_seals:
                yield broken("setup.scroll-deal", place=place)
            elif thing.kind == "scroll" and kind in ("hub", "start"):
                yield broken("board.chamber", place=place)
            elif thing.name == "scroll-back" and kind == "scroll":
                yield broken("setup.scroll-deal", place=place)
            if thing.kind == "bond" and place != f"{BOND}-{_of_whom(thing)}":
                yield broken("comp.bond-scrolls", place=place)
                yield broken("bond.personal", place=place)
    for card, count in counted.items():
        if not rules.cards[card]:
            yield broken("setup.two-circles", **called(card))
        elif count > rules.cards[card]:
            yield broken("comp.scrolls", **called(card))


def _of_whom(thing: Thing) -> str:
    return thing.name.rpartition("-")[2]


def _figures(rules: ArchimageRules, layout: Layout) -> Found:
    where: dict[str, list[str]] = {}
    for place, lying in layout.items():
        for thing in lying:
            if thing.kind in ("figure", "marker"):
                where.setdefault(thing.name, []).append(place)
        mages = [thing for thing in lying if thing.name.startswith("mage-")]
        if len(mages) > 1:
            yield broken("inv.mages", places=(place,))
            yield broken("move.exclusive-spot", place=place, who=_of_whom(mages[0]))
        if place not in rules.board.numbers and mages:
            yield broken("inv.mages", places=(place,))
        for thing in lying:
            if thing.name.startswith("familiar-"):
                yield from _familiar(rules, place, lying, thing)
            elif thing.kind == "figure" and thing.name.startswith("guardian-"):
                yield from _guardian(rules, layout, place, lying, thing)
    for name, places in where.items():
        if len(places) > 1:
            yield broken("inv.token" if name == FIRST_PLAYER.name else "comp.figures", places=tuple(places))


def _familiar(rules: ArchimageRules, place: str, lying: tuple[Thing, ...], thing: Thing) -> Found:
    on_scroll = any(other.kind == "scroll" for other in lying) and not rules.house.scrolls_are_seals
    on_token = any(other.kind == "seal" for other in lying) and rules.setup["circle"] != "4"
    if place in rules.board.numbers:
        if on_scroll or on_token:
            yield broken("familiar.where", place=place)
            yield broken("inv.familiars", places=(place,))
    elif place.partition("-")[0] not in (HOME, BOND):
        yield broken("inv.familiars", places=(place,))
    elif place.partition("-")[2] != _of_whom(thing):
        yield broken("comp.pairs", place=place)
        yield broken("inv.familiars", places=(place,))


def _guardian(rules: ArchimageRules, layout: Layout, place: str, lying: tuple[Thing, ...], thing: Thing) -> Found:
    element = next(number for number in range(len(ELEMENTS)) if guardian(number).name == thing.name)
    cards = {other for things in layout.values() for other in things if other.kind == "scroll"}
    if not cards & {scroll_thing(GUARDIAN * len(ELEMENTS) + element), SCROLL_BACK}:
        yield broken("setup.guardians-aside", place=place)
    if place == BESIDE:
        return
    under = [card for other in lying if (card := card_of_thing(other)) is not None]
    is_wild = element == SPIRIT and rules.house.spirit_any_scroll
    if not under or (element_of(under[0]) != element and not is_wild):
        yield broken("inv.guardians", places=(place,))
