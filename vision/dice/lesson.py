"""What a few named dice and tokens teach: names of colours, how pips look on each, numbers, and sizes.

A colour is known again by its hue: a lamp that is mirrored in a body adds white to it, so what all three channels
share counts little. A name that was shown on dice alone serves for tokens, too, and the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Kind
from vision.dice.numbers import Numbers, numbers_of
from vision.dice.patches import Frame
from vision.dice.pips import PITCH, Inked, pips_of, pitch_of
from vision.lesson import softmax

Colour = NDArray[np.float32]

USUAL = 30.0
"""Pixels of a die's edge, where none was shown."""
WIDER = 1.55
"""How much wider than dice tokens are, where that was not shown."""
_CURVE = 2.2
"""A camera's values grow with light to the power of one by this."""
_SHARED = 0.9
"""How much of what all channels share is taken for a mirrored lamp."""
_DARK = 0.004
_BRIGHTNESS = 0.25
"""How much brightness counts beside that."""
_LEAST_SPREAD, _MOST_SPREAD = 0.16, 0.3
"""Two examples of a colour are taken to differ at least, and at most, so much."""
STRANGE = 3.2
"""A colour so many spreads away from all that were shown is none of them."""
_FAR = 3.0
"""A body's colour may be so many spreads from the one that was shown, wherever it is seen from."""
_COARSE = 2
"""Channels of pixels are looked up without so many of their bits."""
_FAINT = 0.03
_PALEST, _LAMP, _LEFT = 0.4, 0.2, 0.1
"""Of 1: no lamp is told from a body so pale; it adds at least so much light, and leaves the body so much."""
_LEAST_LEFT = 0.15
"""Pips that differ less than by such a share of what they usually do say nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A die or a token that somebody named: the body's colour in its photo, and a patch that shows it."""

    kind: Kind
    name: str
    face: int
    colour: Colour
    patch: Frame


@dataclass(frozen=True, eq=False)
class Colours:
    """The names of one kind's colours, and where their bodies lie among all colours."""

    names: tuple[str, ...]
    middles: NDArray[np.float32]
    spread: float

    def likely(self, colours: Colour) -> list[tuple[dict[str, float], float]]:
        """How likely each name is for each of many colours, and how far from the nearest that is, in spreads."""
        if not self.names:
            return [({}, float("inf")) for _ in colours]
        far = self._off(colours)
        shares = softmax(-(far**2) / 2).tolist()
        return [
            (dict(zip(self.names, share, strict=True)), nearest)
            for share, nearest in zip(shares, far.min(1).tolist(), strict=True)
        ]

    def far(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far from the nearest each of many colours is, in spreads."""
        if not self.names:
            return np.full(len(colours), np.inf, np.float32)
        return np.asarray(self._off(colours).min(1), np.float32)

    def bit(self, name: str) -> int:
        return 1 << self.names.index(name)

    def alike(self, pixels: Frame) -> NDArray[np.uint32]:
        """Which names pixels may be bodies' of, a bit for each: looked up, for there are many pixels."""
        fewer = pixels >> _COARSE
        return np.asarray(self._alike[fewer[..., 0], fewer[..., 1], fewer[..., 2]], np.uint32)

    @cached_property
    def _alike(self) -> NDArray[np.uint32]:
        """The same of every colour there may be."""
        levels = (np.arange(0, 256, 1 << _COARSE) + (1 << _COARSE) // 2).astype(np.uint8)
        hues = hues_of(np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1))
        found = np.zeros(hues.shape[:3], np.uint32)
        for name, middle in zip(self.names, self.middles, strict=True):
            off = hues - middle
            found |= np.where(
                np.einsum("...c,...c->...", off, off) < (_FAR * self.spread) ** 2, self.bit(name), 0
            ).astype(np.uint32)
        return found

    def _off(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        off = self.middles - hue_of(colours)[:, None]
        return np.asarray(np.sqrt((off * off).sum(-1)) / self.spread, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """All that examples teach."""

    colours: Mapping[Kind, Colours]
    pips: Mapping[str, Colour]
    """For each name of a colour, how much lighter pips are than the body, channel by channel."""
    numbers: Numbers
    edge: float = USUAL
    """How long a die's edge is, in pixels of the lesson's photos."""
    ratio: float = WIDER
    """How much wider tokens are than dice."""
    pitch: float = PITCH
    """How far the spots of a die's face are apart, in edges."""

    pale: Mapping[str, float] = field(default_factory=dict)
    """How pale bodies of each colour are: the light of the channel with the least, of that with the most."""

    def like_pips(self, name: str, seen: Inked) -> tuple[float, float]:
        """How far pips differ from the body as they should: the share of it, and what is astray beside."""
        usual = self.pips.get(name)
        if usual is None:
            return 1.0, 0.0
        differs = lighter(seen)
        length = max(float(np.linalg.norm(usual)), 1e-6)
        along = float(differs @ usual) / length
        return along / length, float(np.linalg.norm(differs - usual * (along / length)))

    def mirrored(self, name: str, seen: Inked) -> tuple[float, float] | None:
        """Where a lamp is mirrored in a face: how far pips differ as they should, and how far off the colour is.

        It adds as much light to pips as to the body, and no picture is brighter than white. None if there is no
        such lamp, or hardly anything of the body is left.
        """
        usual, pale = self.pips.get(name), self.pale.get(name, 1.0)
        if usual is None or pale > _PALEST:
            return None
        light = np.clip(seen.body, 0, 1) ** np.float32(_CURVE)
        lamp = float(light.min() - pale * light.max()) / (1 - pale)
        if lamp < _LAMP or light.max() - lamp < _LEFT:
            return None
        body = np.clip(light - np.float32(lamp), 0, 1) ** np.float32(1 / _CURVE)
        pips = np.clip((body + _FAINT) * np.exp(usual) - _FAINT, 0, None) ** np.float32(_CURVE) + lamp
        should = differing(np.minimum(pips, 1) ** np.float32(1 / _CURVE), seen.body)
        least = _LEAST_LEFT * float(np.linalg.norm(usual))
        share = float(lighter(seen) @ should) / max(float(np.linalg.norm(should)), least, 1e-6) ** 2
        return share, float(self.colours["die"].far(np.asarray(body, np.float32)[None])[0])


def lighter(seen: Inked) -> Colour:
    """How much lighter pips are than the body: the logarithm of the ratio, for each channel."""
    return differing(seen.pip, seen.body)


def differing(pips: NDArray[np.floating[Any]], bodies: NDArray[np.floating[Any]]) -> Colour:
    """The same of colours, of 1, one or many, the channels last."""
    return np.asarray(np.log((pips + _FAINT) / (bodies + _FAINT)), np.float32)


def differing_pixels(pips: Frame, bodies: Frame) -> Colour:
    """The same of pixels, which is quicker: there are only so many values."""
    return np.asarray(_LOGS[pips] - _LOGS[bodies])


_LOGS = np.log(np.arange(256) / 255 + _FAINT).astype(np.float32)


def hue_of(colours: NDArray[np.floating[Any]]) -> Colour:
    """Where bodies' colours, of 1, lie among all: their hue, hardly paler for a lamp in it, and some brightness.

    One colour, or many, the channels last.
    """
    return _placed(np.clip(np.asarray(colours, np.float32), 0, 1) ** np.float32(_CURVE))


def hues_of(pixels: Frame) -> Colour:
    """The same of pixels, which is quicker: there are only so many values."""
    return _placed(_LIGHT[pixels])


_LIGHT = ((np.arange(256) / 255) ** _CURVE).astype(np.float32)


def _placed(light: Colour) -> Colour:
    most = light.max(-1, keepdims=True)
    pure = light - np.float32(_SHARED) * light.min(-1, keepdims=True)
    scale = np.sqrt((pure.max(-1, keepdims=True) + np.float32(_DARK)) * (most + np.float32(_DARK)))
    return np.concatenate([pure / scale, np.float32(_BRIGHTNESS) * np.sqrt(most)], -1)


def learnt(examples: Iterable[Example], edge: float = USUAL, ratio: float = WIDER) -> Taught:
    """What these examples teach about dice and about tokens."""
    every = list(examples)
    dice = [one for one in every if one.kind == "die"]
    pitch = pitch_of([(one.face, one.patch) for one in dice])
    differ: dict[str, list[Colour]] = {}
    pale: dict[str, list[float]] = {}
    for one, pips in zip(dice, pips_of([one.patch for one in dice], pitch), strict=True):
        differ.setdefault(one.name, []).append(lighter(pips))
        light = np.asarray(pips.body, np.float64) ** _CURVE
        pale.setdefault(one.name, []).append(float(light.min() / max(light.max(), 1e-6)))
    return Taught(
        {"die": _of("die", every), "token": _of("token", every)},
        {name: np.asarray(np.median(np.array(some), axis=0), np.float32) for name, some in differ.items()},
        numbers_of((one.face, one.patch) for one in every if one.kind == "token"),
        edge,
        ratio,
        pitch,
        {name: min(some) for name, some in pale.items()},
    )


def _of(kind: Kind, examples: Sequence[Example]) -> Colours:
    known = {one.name for one in examples if one.kind == kind}
    used = [one for one in examples if one.kind == kind or one.name not in known]
    names = tuple(sorted({one.name for one in used}))
    if not names:
        return Colours((), np.zeros((0, 4), np.float32), 1.0)
    groups = [np.array([hue_of(one.colour) for one in used if one.name == name], np.float32) for name in names]
    # the middle one of each: a single example in a glare would spoil a mean
    middles = np.array([np.median(group, axis=0) for group in groups], np.float32)
    off = [np.linalg.norm(group - middle, axis=1) for group, middle in zip(groups, middles, strict=True)]
    spread = float(np.sqrt((np.concatenate(off) ** 2).mean()))
    return Colours(names, middles, min(max(spread, _LEAST_SPREAD), _MOST_SPREAD))
