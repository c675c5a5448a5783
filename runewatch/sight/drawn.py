"""A profile of the set that can be printed, taught from pictures that the simulated table draws of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.contract import Rules
from engine.table import Layout, Place, TablePlan, Thing
from runewatch.sight.heap_lessons import colours_of
from runewatch.sight.lessons import photos_of
from runewatch.sight.profiles import BUILT_IN, about, is_drawn
from runewatch.simulated import Wish, scene_of
from vision import heaps
from vision.cells import cells, vocabulary
from vision.cut import CELLS, MIDDLE, Window
from vision.heaps import has_heaps
from vision.profile import Photo, Profile
from vision.stones import has_stones, photo_of, points, stones
from vision.stones.table import places_of

_TAKEN = (
    (6.0, "day"), (14.0, "lamp"), (2.0, "evening"), (20.0, "day"), (10.0, "lamp"), (0.0, "day"),
    (24.0, "lamp"), (12.0, "evening"), (8.0, "day"), (18.0, "lamp"), (4.0, "evening"), (16.0, "day"),
    (7.0, "day"), (1.0, "lamp"), (5.0, "evening"), (11.0, "day"), (9.0, "lamp"), (3.0, "day"),
    (3.0, "day"), (15.0, "lamp"), (9.0, "evening"),
)  # fmt: skip
_OFTEN = (1, 1, 3) * 4 + (2,) * 6
"""On every how many-th tile something stands, picture by picture: tiles must be known covered and bare."""
STONE_PHOTOS = 6
"""So many pictures show stones: two colours are soon known."""
HEAP_PHOTOS = 3
"""So many pictures show dice; three are all that anybody is asked for."""
DICE_SHOWN = 3
"""So many dice lie in each tray."""
_EMPTY = 3
"""The last so many pictures show the ground on which nothing lies yet."""
_BESIDE = 2
"""On every how many-th place beside the arena something lies: the ground must be seen there."""
WISHES = tuple(
    Wish(tilt=tilt, light=light, turn=90.0 * number, seed=number) for number, (tilt, light) in enumerate(_TAKEN)
)
"""From where and under which light the set is drawn."""


def drawn_profile(rules: Rules[Any, Any]) -> Profile:
    """The printed set as it would be taught from photos. Takes a few seconds."""
    profile = Profile(BUILT_IN, (), about(rules))
    for plan in filter(is_drawn, rules.watched().apart):
        profile = _drawn(profile, rules, plan)
    return profile


def _drawn(profile: Profile, rules: Rules[Any, Any], plan: TablePlan) -> Profile:
    layouts = _stones_laid(plan) if has_stones(plan) else _heaped(plan) if has_heaps(plan) else _layouts(rules)
    for wish, layout in zip(WISHES, layouts, strict=False):
        photos = (replace(photo, sheet=plan.name) for photo in _photos(rules, plan, wish, layout))
        profile = profile.with_photo(*photos)
    return profile


def _photos(rules: Rules[Any, Any], plan: TablePlan, wish: Wish, layout: Layout) -> list[Photo]:
    """What is seen of one table; nothing else of it is kept."""
    scene = scene_of(rules, wish, layout, plan)
    picture = scene.picture(layout)
    if has_stones(plan):
        told = {place.name: tuple(one.name for one in layout.get(place.name, ())) for place in places_of(plan)}
        return [photo_of(picture, scene.view, plan, told)]
    if has_heaps(plan):
        told = {place.name: tuple(one.name for one in layout.get(place.name, ())) for place in heaps.trays(plan)}
        return [heaps.photo_of(picture, scene.view, plan, told)]
    return list(photos_of(picture, scene.view, layout, plan))


def _stones_laid(plan: TablePlan) -> Iterator[Layout]:
    """Boards on which each stone lies as often as it can, on other points each time, and a third stays bare."""
    every = [thing for things in stones(plan).values() for thing in things]
    for seed in range(STONE_PHOTOS):
        spots = random.Random(seed).sample(points(plan), 2 * len(every))
        yield {place.name: (every[number % len(every)],) for number, place in enumerate(spots)}


def _heaped(plan: TablePlan) -> Iterator[Layout]:
    """Trays with a few dice of one colour each, another colour and other faces each time."""
    every = colours_of(plan)
    for seed in range(HEAP_PHOTOS):
        found: dict[str, tuple[Thing, ...]] = {}
        for number, place in enumerate(heaps.trays(plan)):
            dice = every[(number + seed) % len(every)]
            lying = [dice[(seed + 2 * number + step) % len(dice)] for step in range(DICE_SHOWN)]
            found[place.name] = tuple(sorted(lying, key=lambda one: one.name))
        yield found


def _layouts(rules: Rules[Any, Any]) -> Iterator[Layout]:
    """Tables on which every thing that is told by its looks lies several times."""
    plan = rules.plan()
    words = vocabulary(plan)
    places = cells(plan)
    for seed in range(len(WISHES) - _EMPTY):
        rng = random.Random(seed)
        found: dict[str, tuple[Thing, ...]] = {}
        for kinds, often in ((words.faces, 1), (words.pieces, _OFTEN[seed])):
            for kind, things in kinds.items():
                where = [place for place in places if kind in place.kinds]
                _strew(rng, found, where, things, often if any(map(_in_arena, where)) else _BESIDE)
        yield found
    yield from [{}] * _EMPTY


def _in_arena(place: Place) -> bool:
    window = Window()
    return place.x - window.x in range(CELLS)[MIDDLE] and place.y - window.y in range(CELLS)[MIDDLE]


def _strew(rng: random.Random, found: dict[str, tuple[Thing, ...]], places: list[Place],
           things: tuple[Thing, ...], often: int) -> None:  # fmt: skip
    """Lays things of a kind on their places in turn, on every place or every so many."""
    for i, place in enumerate(rng.sample(places, len(places))[::often]):
        found[place.name] = (*found.get(place.name, ()), things[i % len(things)])
