"""What a few named dice and tokens teach: names of colours, how pips look on each, and numbers.

The network says of what colour a body is in plain light. That is never exactly right, but it errs alike for alike
bodies; so a few examples of each name are enough. A name that was shown on dice alone serves for tokens, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Kind
from vision.dice.numbers import Numbers, numbers_of
from vision.dice.patches import Frame
from vision.dice.pips import Pips, pips_of
from vision.lesson import softmax

Colour = NDArray[np.float32]

_DARK = 0.12
"""Colours are compared by the share of each channel; what is darker than this has hardly any."""
_BRIGHTNESS = 0.35
"""How much brightness counts beside that."""
_LEAST_SPREAD = 0.1
"""Two examples of a colour are taken to differ at least so much."""
STRANGE = 3.5
"""A colour so many spreads away from all that were shown is none of them."""
_FAINT = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A die or a token that somebody named, and a patch that shows it."""

    kind: Kind
    name: str
    face: int
    colour: Colour
    patch: Frame


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The names of one kind's colours, and where their bodies lie among all colours."""

    names: tuple[str, ...]
    middles: NDArray[np.float32]
    spread: float

    def likely(self, colour: Colour) -> tuple[dict[str, float], float]:
        """How likely each name is, and how far from the nearest the colour is, in spreads."""
        if not self.names:
            return {}, float("inf")
        far = np.linalg.norm(self.middles - _told(colour), axis=1) / self.spread
        shares = softmax((-(far**2) / 2)[None].astype(np.float32))[0]
        return dict(zip(self.names, map(float, shares), strict=True)), float(far.min())


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """All that examples teach."""

    colours: Mapping[Kind, Colours]
    pips: Mapping[str, Colour]
    """For each name of a colour, how much lighter pips are than the body, channel by channel."""
    numbers: Numbers
    ratio: float | None = None
    """How much wider tokens are than dice, if that was shown."""

    def like_pips(self, name: str, seen: Pips) -> tuple[float, float]:
        """How far pips differ from the body as they should: the share of it, and what is astray beside."""
        usual = self.pips.get(name)
        if usual is None:
            return 1.0, 0.0
        differs = lighter(seen)
        length = max(float(np.linalg.norm(usual)), 1e-6)
        along = float(differs @ usual) / length
        return along / length, float(np.linalg.norm(differs - usual * (along / length)))


def lighter(seen: Pips) -> Colour:
    """How much lighter pips are than the body: the logarithm of the ratio, for each channel."""
    return np.asarray(np.log((seen.pip + _FAINT) / (seen.body + _FAINT)), np.float32)


def _told(colour: Colour) -> Colour:
    bounded = np.clip(np.asarray(colour, np.float32), 0, 1)
    bright = float(bounded.max())
    return np.append(bounded / np.float32(bright + _DARK), np.float32(_BRIGHTNESS * bright)).astype(np.float32)


def learnt(examples: Iterable[Example], ratio: float | None = None) -> Taught:
    """What these examples teach about dice and about tokens."""
    every = list(examples)
    dice = [one for one in every if one.kind == "die"]
    seen = pips_of([one.patch for one in dice])
    differ: dict[str, list[Colour]] = {}
    for one, pips in zip(dice, seen, strict=True):
        differ.setdefault(one.name, []).append(lighter(pips))
    return Taught(
        {"die": _of("die", every), "token": _of("token", every)},
        {name: np.asarray(np.median(np.array(some), axis=0), np.float32) for name, some in differ.items()},
        numbers_of((one.face, one.patch) for one in every if one.kind == "token"),
        ratio,
    )


def _of(kind: Kind, examples: Sequence[Example]) -> Colours:
    known = {one.name for one in examples if one.kind == kind}
    used = [one for one in examples if one.kind == kind or one.name not in known]
    names = tuple(sorted({one.name for one in used}))
    if not names:
        return Colours((), np.zeros((0, 4), np.float32), 1.0)
    groups = [np.array([_told(one.colour) for one in used if one.name == name], np.float32) for name in names]
    # the middle one of each: a single example in a glare would spoil a mean
    middles = np.array([np.median(group, axis=0) for group in groups], np.float32)
    off = [np.linalg.norm(group - middle, axis=1) for group, middle in zip(groups, middles, strict=True)]
    spread = float(np.sqrt((np.concatenate(off) ** 2).mean()))
    return Colours(names, middles, max(spread, _LEAST_SPREAD))
