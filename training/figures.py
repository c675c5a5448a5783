"""Made-up pieces that stand: turned, cut, folded and cast ones, a large and a small one of each owner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from training.faces import Colour, Rng, bgr
from vision.scene import solids
from vision.scene.solids import Cloud, Solid

FIGURES = 4
"""Two owners' large and small pieces."""


@dataclass(frozen=True)
class Workshop:
    """What bodies are made with: as clouds of points here, as meshes where they are traced."""

    revolved: Callable[..., Solid]
    prism: Callable[..., Solid]
    upright: Callable[..., Solid]
    joined: Callable[..., Solid]


CLOUDS = Workshop(solids.revolved, solids.prism, solids.upright, solids.joined)


def linear(colour: tuple[int, int, int]) -> Cloud:
    return np.asarray((np.array(colour, np.float32) / 255) ** 2.2, np.float32)


def _turned(by: Workshop, rng: Rng, n: int) -> Solid:
    """A pawn: a foot, a waist, perhaps a head."""
    foot, waist = rng.uniform(0.6, 1), rng.uniform(0.25, 0.7)
    line = [(0.0, 0.0), (foot, 0.0), (foot, rng.uniform(0.05, 0.2)), (waist, rng.uniform(0.25, 0.5))]
    if rng.random() < 0.6:
        neck, ball = rng.uniform(0.62, 0.75), rng.uniform(0.2, 0.5)
        line.append((waist * rng.uniform(0.5, 1), neck))
        line += [(ball * np.sin(a), neck + (1 - neck) * (1 - np.cos(a)) / 2) for a in np.linspace(0.4, np.pi, 7)]
    else:
        line += [(waist * rng.uniform(0.2, 1.2), rng.uniform(0.7, 0.95)), (rng.uniform(0, 0.4), 1.0), (0.0, 1.0)]
    return by.revolved(line, rng, n)


def _cone(by: Workshop, rng: Rng, n: int) -> Solid:
    return by.revolved([(0, 0), (1, 0), (rng.uniform(0.6, 1), 0.12), (rng.uniform(0, 0.5), 1), (0, 1)], rng, n)


def _drum(by: Workshop, rng: Rng, n: int) -> Solid:
    return by.revolved([(0, 0), (1, 0), (1, 0.9), (0.9, 1), (0, 1)], rng, n)


def _dome(by: Workshop, rng: Rng, n: int) -> Solid:
    return by.revolved([(np.sin(a), (1 - np.cos(a)) / 2) for a in np.linspace(0.3, np.pi, 10)], rng, n)


def _block(by: Workshop, rng: Rng, n: int) -> Solid:
    corners = int(rng.choice([3, 4, 4, 5, 6]))
    angle = np.arange(corners) * 2 * np.pi / corners
    return by.prism(
        np.column_stack([np.cos(angle), np.sin(angle)]).astype(np.float32), 1.0, rng, n, rng.uniform(0.1, 1)
    )


def _person(by: Workshop, rng: Rng, n: int) -> Solid:
    """A wooden man: a silhouette cut from a board."""
    arm, leg = rng.uniform(0.6, 1), rng.uniform(0.5, 0.9)
    half = [(0.1, 0), (leg, 0), (leg * 0.6, 0.35), (arm, 0.5), (arm, 0.62), (0.3, 0.68), (0.32, 0.9), (0.15, 1)]
    outline = np.array([*half, *[(-x, y) for x, y in half[::-1]]], np.float32)
    return by.upright(outline, rng.uniform(0.4, 0.9), rng, n)


def _hatted(by: Workshop, rng: Rng, n: int) -> Solid:
    """A body with a hat: a brim, and a crown that may be bent."""
    foot, neck, under = rng.uniform(0.55, 1), rng.uniform(0.3, 0.8), rng.uniform(0.45, 0.75)
    middle = (rng.uniform(neck, foot) if neck < foot else neck, under * rng.uniform(0.3, 0.7))
    foot_high = rng.uniform(0, 0.12)
    body = by.revolved([(0, 0), (foot, 0), (foot, foot_high), middle, (neck, under), (0, under)], rng, n // 2)
    brim, crown, thick = rng.uniform(0.5, 1), rng.uniform(0.2, 0.55), rng.uniform(0.02, 0.1)
    line = [(0, under), (brim, under), (brim, under + thick), (crown, under + 2 * thick)]
    hat = by.revolved([*line, (rng.uniform(0, 0.2), 1), (0, 1)], rng, n // 2)
    return by.joined(body, _bent(hat, rng.choice([0, rng.uniform(0, 0.7)]), under))


def _bent(solid: Solid, far: float, above: float) -> Solid:
    """The same, leaning over to one side, the more the higher up."""
    points = solid.points.copy()
    points[:, 0] += far * np.clip((points[:, 2] - above) / (1 - above), 0, 1) ** 2
    return replace(solid, points=points.astype(np.float32))


def _horned(by: Workshop, rng: Rng, n: int) -> Solid:
    """A creature: a body with horns, ears or arms on it."""
    body = _drop(by, rng, n // 2) if rng.random() < 0.5 else _dome(by, rng, n // 2)
    found, count = [body], int(rng.integers(1, 4))
    turn, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.8)
    for i in range(count):
        wide, high = rng.uniform(0.15, 0.4), rng.uniform(0.2, 0.6)
        horn = by.revolved([(0, 0), (wide, 0), (wide * 0.6, high / 2), (0, high)], rng, n // 6)
        angle, away = turn + 2 * np.pi * i / count, rng.uniform(0.3, 0.8)
        found.append(_bent(horn, rng.uniform(0, 0.5), 0.0).moved(away * np.cos(angle), away * np.sin(angle), low))
    return by.joined(*found)


def _standee(by: Workshop, rng: Rng, n: int) -> Solid:
    """A printed card on its edge, in a foot."""
    w = rng.uniform(0.6, 1)
    outline = np.array([(-w, 0.05), (w, 0.05), (w, 0.7), (w * 0.5, 1), (-w * 0.5, 1), (-w, 0.7)], np.float32)
    card = by.upright(outline, 0.08, rng, n * 2 // 3)
    ink = np.where((np.abs(card.points[:, :1]) < w * 0.4) & (card.points[:, 2:] > 0.3), rng.uniform(1.2, 2.5), 1.0)
    card = replace(card, colours=(card.colours * ink).astype(np.float32))
    return by.joined(by.revolved([(0, 0), (w, 0), (w * 0.9, 0.1), (0, 0.12)], rng, n // 3), card)


def _flame(by: Workshop, rng: Rng, n: int) -> Solid:
    """A body with lobes that wind upwards."""
    body = _turned(by, rng, n) if rng.random() < 0.4 else _dome(by, rng, n)
    lobes, depth, wind = int(rng.integers(2, 6)), rng.uniform(0.1, 0.45), rng.uniform(-4, 4)
    angle = np.arctan2(body.points[:, 1], body.points[:, 0])
    phase = lobes * angle + wind * body.points[:, 2]
    points = body.points.copy()
    points[:, :2] *= (1 + depth * np.cos(phase))[:, None]
    points[:, 0] += rng.uniform(-0.4, 0.4) * points[:, 2] ** 2
    tangent = np.column_stack([-np.sin(angle), np.cos(angle), np.zeros(len(points))])
    normals = body.normals + tangent * (lobes * depth * np.sin(phase))[:, None]
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return replace(body, points=points.astype(np.float32), normals=normals.astype(np.float32))


def _vase(by: Workshop, rng: Rng, n: int) -> Solid:
    """Any smooth outline, turned."""
    knots = int(rng.integers(3, 7))
    up = np.linspace(0, 1, 24)
    wide = np.interp(up, np.linspace(0, 1, knots), rng.uniform(0.15, 1, knots)) ** rng.uniform(0.7, 1.4)
    top = [(0.0, 1.0)] if rng.random() < 0.6 else [(wide[-1] * 0.5, 1.0), (0.0, 0.9)]
    return by.revolved([(0.0, 0.0), *zip(wide / wide.max(), up, strict=True), *top], rng, n)


def _drop(by: Workshop, rng: Rng, n: int) -> Solid:
    """A round belly that runs out into a bent tip."""
    belly, sharp = rng.uniform(0.2, 0.45), rng.uniform(0.8, 1.8)
    up = np.linspace(0, 1, 24)
    wide = np.where(
        up < belly, np.sin(np.arccos(np.clip(1 - up / belly, -1, 1) * 0.85)), ((1 - up) / (1 - belly)) ** sharp
    )
    body = by.revolved([(0.0, 0.0), *zip(wide, up, strict=True)], rng, n)
    bent = np.clip(body.points[:, 2] - belly, 0, 1)
    points = body.points.copy()
    points[:, 0] += rng.uniform(0, 1.3) * bent ** rng.uniform(1, 2.2)
    points[:, 1] += rng.uniform(-0.3, 0.3) * np.sin(bent * rng.uniform(2, 6))
    return replace(body, points=points.astype(np.float32))


def _crystal(by: Workshop, rng: Rng, n: int) -> Solid:
    """A column with edges and a pointed top; sometimes a smaller one beside it."""
    corners = int(rng.integers(3, 7))
    angle = np.arange(corners) * 2 * np.pi / corners
    outline = np.column_stack([np.cos(angle), np.sin(angle)]).astype(np.float32)
    shoulder = rng.uniform(0.3, 0.8)
    column = by.prism(outline, shoulder, rng, n // 2, rng.uniform(0.7, 1.2))
    tip = by.prism(outline * np.float32(0.9), 1 - shoulder, rng, n // 2, 0.05).moved(0, 0, shoulder)
    return by.joined(column, tip)


def _stack(by: Workshop, rng: Rng, n: int) -> Solid:
    """Two or three blocks on each other."""
    cuts = np.sort(rng.uniform(0.2, 0.85, int(rng.integers(1, 3))))
    parts, low = [], 0.0
    for high in (*cuts, 1.0):
        corners = int(rng.choice([3, 4, 6, 20]))
        angle = rng.uniform(0, 3) + np.arange(corners) * 2 * np.pi / corners
        outline = np.column_stack([np.cos(angle), np.sin(angle)]) * rng.uniform(0.4, 1)
        parts.append(
            by.prism(outline.astype(np.float32), high - low, rng, n // 3, rng.uniform(0.6, 1)).moved(0, 0, low)
        )
        low = float(high)
    return by.joined(*parts)


def _cut_out(by: Workshop, rng: Rng, n: int) -> Solid:
    """Any symmetric silhouette, sawn from a board or folded from card."""
    knots = int(rng.integers(4, 9))
    up = np.sort(rng.uniform(0.05, 0.95, knots))
    half = np.column_stack([rng.uniform(0.1, 1, knots), up])
    half = np.vstack([[rng.uniform(0.4, 1), 0.0], half, [rng.uniform(0, 0.4), 1.0]])
    outline = np.concatenate([half, (half * [-1, 1])[::-1]]).astype(np.float32)
    thick = float(rng.choice([0.06, rng.uniform(0.2, 0.8)]))
    body = by.upright(outline, thick, rng, n)
    return _inked(rng, body) if thick < 0.1 or rng.random() < 0.3 else body


def _printed(by: Workshop, rng: Rng, n: int) -> Solid:
    """A folded card on a printed foot that says from above what the card says from the side."""
    foot = by.revolved([(0, 0), (1, 0), (1, 0.05), (0, 0.06)], rng, n * 2 // 3)
    foot = replace(foot, colours=_signs(rng, foot))
    if rng.random() < 0.1:
        return foot
    w, shoulder = rng.uniform(0.45, 0.9), rng.uniform(0.5, 0.9)
    outline = [(-w, 0.05), (w, 0.05), (w * rng.uniform(0.5, 1), shoulder), (rng.uniform(0, w), 1)]
    outline += [(-x, y) for x, y in outline[:1:-1]]
    card = _inked(rng, by.upright(np.array(outline, np.float32), 0.03, rng, n // 3))
    return by.joined(foot, card)


def _signs(rng: Rng, foot: Solid) -> Cloud:
    """Rays, rings, spots or halves on a foot."""
    away, angle = np.hypot(foot.points[:, 0], foot.points[:, 1]), np.arctan2(foot.points[:, 1], foot.points[:, 0])
    inner, outer = np.sort(rng.uniform(0.1, 0.95, 2))
    within = (away > inner) & (away < outer)
    count = int(rng.integers(1, 9))
    where = [
        within & (np.sin(count * angle) > rng.uniform(-0.5, 0.6)),
        within,
        np.sin(away * rng.uniform(6, 14)) > 0,
        np.hypot(away - (inner + outer) / 2, np.sin(count * angle / 2)) < rng.uniform(0.2, 0.45),
        foot.points[:, 1] > rng.uniform(-0.3, 0.3),
    ][int(rng.integers(5))]
    low, high = rng.uniform(0.2, 1), rng.uniform(1.2, 3)
    return np.asarray(foot.colours * np.where(where, high, low)[:, None], np.float32)


def _inked(rng: Rng, body: Solid) -> Solid:
    """Printed on: bands, a middle, an edge, of another shade."""
    x, up = body.points[:, 0], body.points[:, 2]
    where = [np.abs(x) < rng.uniform(0.2, 0.6), up > rng.uniform(0.3, 0.8), np.sin(up * rng.uniform(6, 20)) > 0]
    ink = np.where(where[int(rng.integers(3))], rng.uniform(0.3, 2.6), 1.0)[:, None]
    return replace(body, colours=(body.colours * ink).astype(np.float32))


SHAPES = (
    _turned, _cone, _drum, _dome, _block, _person, _hatted, _hatted, _hatted, _hatted, _standee, _flame, _turned,
    _vase, _vase, _drop, _drop, _drop, _horned, _horned, _crystal, _stack, _cut_out, _cut_out, _printed,
)  # fmt: skip
PRINTED = SHAPES.index(_printed)


def _shape(by: Workshop, rng: Rng, kind: int, radius: float, height: float) -> Solid:
    n = int(min(16000, 2000 + 80000 * radius * (radius + height)))
    return _sized(SHAPES[kind](by, rng, n), radius, height)


def _sized(solid: Solid, radius: float, height: float) -> Solid:
    scale = np.array([radius, radius, height], np.float32)
    normals = solid.normals / scale
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return replace(solid, points=(solid.points * scale).astype(np.float32), normals=normals.astype(np.float32))


def figures(rng: Rng, owners: tuple[Colour, Colour], by: Workshop = CLOUDS) -> tuple[Solid, ...]:
    """Large and small piece of each owner; both owners' mostly of one shape.

    Large and small are as unlike as makers make them: another shape, or clearly another size.
    """
    radius, height = rng.uniform(0.1, 0.23), rng.uniform(0.28, 0.75)
    is_printed = rng.random() < 0.25
    shapes: list[Solid] = []
    for owner in owners:
        if not shapes or rng.random() < (0.5 if is_printed else 0.12):
            kinds = (PRINTED, PRINTED) if is_printed else rng.choice(len(SHAPES), 2, replace=False)
            big = _shape(by, rng, int(kinds[0]), radius, height)
            if not is_printed and rng.random() < 0.25:
                little = _sized(big, rng.uniform(0.55, 0.8), rng.uniform(0.45, 0.7))
            else:
                smaller, lower = rng.uniform(0.65, 1.0), rng.uniform(0.4, 0.8)
                little = _shape(by, rng, int(kinds[1]), radius * smaller, height * lower)
        h, s, v = owner
        paint = linear(bgr((h, s * rng.uniform(0.8, 1.2), v * rng.uniform(0.7, 1.2))))
        shapes += [big.painted(paint * 2 * big.colours), little.painted(paint * 2 * little.colours)]
    return tuple(shapes)


BANDS = 4
PIECE_TRAITS = BANDS + 4


def piece_traits(solid: Solid) -> Cloud:
    """What a piece is like, in numbers: how wide it is at each of four heights, how high, and its colour."""
    height = max(solid.height, 1e-3)
    away, band = (
        np.hypot(*solid.points[:, :2].T),
        (solid.points[:, 2] / height * BANDS).astype(int).clip(0, BANDS - 1),
    )
    widths = [float(np.percentile(away[band == i], 80)) / 0.2 if (band == i).any() else 0.0 for i in range(BANDS)]
    colour = np.log(solid.colours.mean(0) + 0.01) / 2
    return np.array([*widths, height / 0.5, *colour], np.float32)
