"""What a lesson teaches of stones: how each thing's body and rim are coloured, light aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan, Thing
from vision.profile import Photo, Profile
from vision.sighting import NOTHING
from vision.stones.measuring import STEPS, WIDTH, Doubles, logs, looks
from vision.stones.table import pixels, points, stones

ROUNDS = 12
BRIGHTER, TINTED = 0.8, 0.15
"""How far the light of a photo may lie from that of the lesson: in brightness, and in colour."""
SAME = 0.06
"""How far the colours of things of one name differ at least, whatever the light."""
BODY_SHADED, RIM_SHADED = 0.25, 0.12
"""How far their brightness differs at least, by where they lie."""
FIRM = 8.0
"""So many examples weigh as much as what is expected of how things differ."""
BARE = 0.09
"""How far a bare point differs from the ground around it at least."""
BARE_FIRM = 6.0
OWN = 3.0
"""So many examples of a thing weigh as much as what is known of all things of its owner."""
ASIDE = 0.5
"""How much speaks against a stone lying beside its spot, a pixel squared."""
LIGHT = np.vstack([np.eye(3)] * (WIDTH // 3))
"""How the light enters what is measured: body and rim alike."""
PULL = ASIDE * (STEPS**2).sum(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The things of one kind as a lesson showed them, as normal distributions of body and rim."""

    names: tuple[str, ...]
    means: Doubles
    """(names, WIDTH)"""
    exact: Doubles
    """The inverse of how things of one name differ."""
    bare: Doubles
    """The inverse of how bare points differ from the ground around them."""
    wider: float
    """How much more widely bare points differ than stones do, as a logarithm."""

    def against(self, colours: Doubles, light: Doubles) -> Doubles:
        """How far each look is from each name in this light, squared; (…, names)."""
        root = np.linalg.cholesky(self.exact)
        at, means = colours @ root, (self.means + LIGHT @ light) @ root
        # the square of a difference, so that no more is laid out than the distances themselves
        own, other = np.einsum("...i,...i", at, at), np.einsum("ni,ni->n", means, means)
        return np.asarray(np.maximum(own[..., None] + other - 2 * (at @ means.T), 0.0), np.float64)

    def nearest(self, colours: Doubles, light: Doubles) -> Doubles:
        """The same for looks at several steps aside: at the step that fits best."""
        return np.asarray((self.against(colours, light) + PULL[None, :, None]).min(axis=1), np.float64)

    def bareness(self, colours: Doubles, ground: Doubles) -> Doubles:
        """The same for bare points, which look like the ground around them in whatever light."""
        off = colours - np.tile(ground, WIDTH // 3)
        return np.asarray(((off @ self.bare) * off).sum(axis=1) + self.wider, np.float64)


@cache
def prior() -> Doubles:
    """What is known of the light before anything was seen, as the inverse of its spread."""
    even = np.ones((3, 3)) / 3
    spread = BRIGHTER**2 * even + TINTED**2 * (np.eye(3) - even)
    return np.asarray(np.linalg.inv(spread), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The looks of a lesson at the points for one kind."""

    colours: Doubles
    grounds: Doubles
    names: tuple[str, ...]
    photo: NDArray[np.intp]


def colours(plan: TablePlan, profile: Profile) -> dict[str, Colours]:
    """All that a profile teaches of round things, by kind."""
    return {kind: _learnt(things, _shown(plan, profile.photos, things)) for kind, things in stones(plan).items()}


def _shown(plan: TablePlan, photos: Sequence[Photo], things: Sequence[Thing]) -> _Shown:
    known = {thing.name for thing in things}
    rows, grounds = [np.zeros((0, WIDTH))], [np.zeros((0, 3))]
    names: list[str] = []
    numbers: list[int] = []
    for number, photo in enumerate(photos):
        told = tuple(place for place in points(plan) if place.name in photo.told)
        seen = looks(logs(photo.cut), pixels(plan, told))
        rows.append(seen.even)
        grounds.append(seen.ground)
        names += [next((one for one in photo.told[place.name] if one in known), NOTHING) for place in told]
        numbers += [number] * len(told)
    return _Shown(np.concatenate(rows), np.concatenate(grounds), tuple(names), np.array(numbers, np.intp))


def _learnt(things: Sequence[Thing], shown: _Shown) -> Colours:
    """Means of each thing after every photo's own light was taken off, and how far things lie from them."""
    there = np.array([name != NOTHING for name in shown.names], np.bool_)
    bare = _spread(
        shown.colours[~there] - np.tile(shown.grounds[~there], WIDTH // 3), BARE**2 * np.eye(WIDTH), BARE_FIRM
    )
    names = tuple(thing.name for thing in things if thing.name in shown.names)
    if not names:
        return Colours((), np.zeros((0, WIDTH)), np.eye(WIDTH), np.linalg.inv(bare), 0.0)
    rows, photo = shown.colours[there], shown.photo[there]
    which = np.array([names.index(name) for name in shown.names if name != NOTHING])
    owner_of = {thing.name: thing.owner for thing in things}
    owners = [owner_of[name] for name in names]
    lights = np.zeros((int(photo.max()) + 1, 3))
    taught = Colours(names, np.zeros((len(names), WIDTH)), np.eye(WIDTH), np.linalg.inv(bare), 0.0)
    for _ in range(ROUNDS):
        even = rows - lights[photo] @ LIGHT.T
        means = _means(even, which, owners)
        spread = _blocks(_spread(even - means[which], _least(), FIRM))
        wider = float(np.linalg.slogdet(bare)[1] - np.linalg.slogdet(spread)[1])
        taught = Colours(names, means, np.linalg.inv(spread), taught.bare, wider)
        for number in np.unique(photo):
            here = photo == number
            lights[number] = lit(taught, rows[here], np.eye(len(names))[which[here]])
    return taught


def lit(taught: Colours, seen: Doubles, share: Doubles) -> Doubles:
    """The light in which looks are most as taught, if each is each name by so large a share."""
    pull = LIGHT.T @ taught.exact
    off = (share.sum(axis=1)[:, None] * seen).sum(axis=0) - share.sum(axis=0) @ taught.means
    return np.asarray(np.linalg.solve(pull @ LIGHT * share.sum() + prior(), pull @ off), np.float64)


def _means(rows: Doubles, which: NDArray[np.intp], owners: Sequence[int | None]) -> Doubles:
    """The mean look of each thing; the rims of an owner's things are alike."""
    found = np.array([rows[which == number].mean(axis=0) for number in range(len(owners))])
    counts = np.bincount(which, minlength=len(owners))
    for owner in set(owners):
        own = np.array([one == owner for one in owners])
        share = (counts[own] / (counts[own] + OWN))[:, None]
        found[own, 3:] = share * found[own, 3:] + (1 - share) * rows[own[which]][:, 3:].mean(axis=0)
    return np.asarray(found, np.float64)


def _least() -> Doubles:
    """How far things of one name differ even where the lesson showed them alike."""
    found = SAME**2 * np.eye(WIDTH)
    found[:3, :3] += BODY_SHADED**2
    found[3:, 3:] += RIM_SHADED**2
    return found


def _spread(rows: Doubles, least: Doubles, firm: float) -> Doubles:
    """The spread of rows about nothing; few rows are believed less than what is expected."""
    return np.asarray((rows.T @ rows + firm * least) / (len(rows) + firm) + least, np.float64)


def _blocks(spread: Doubles) -> Doubles:
    """Body and rim by themselves: how they vary together is another lamp's, not the thing's."""
    found = np.zeros_like(spread)
    for part in (slice(0, 3), slice(3, WIDTH)):
        found[part, part] = spread[part, part]
    return found
