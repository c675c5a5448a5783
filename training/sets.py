"""Made-up sets: for every thing of a table plan what it looks like."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.faces import SIZE, Colour, Face, Motif, Rng, bgr, drawn, face, motif, style
from vision.scene.light import Gloss
from vision.scene.solids import Cloud, Solid, joined, prism, revolved, upright

TILES = 5
"""Two owners' active and inactive faces, and one that is nobody's."""
SPECIALS = 2
FIGURES = 4
"""Two owners' large and small pieces."""


@dataclass(frozen=True)
class Set:
    """Faces in this order: one owner's active and inactive, the other's, the neutral one, then the specials."""

    faces: tuple[Face, ...]
    figures: tuple[Solid, ...]
    tile_gloss: Gloss
    figure_gloss: Gloss
    tile_size: float
    thickness: float
    upright_art: bool


def linear(colour: tuple[int, int, int]) -> Cloud:
    return np.asarray((np.array(colour, np.float32) / 255) ** 2.2, np.float32)


def _owners(rng: Rng) -> tuple[Colour, Colour]:
    """Two colours that people would tell apart."""
    violet: Colour = (rng.uniform(0.70, 0.84), rng.uniform(0.4, 0.95), rng.uniform(0.3, 0.85))
    black: Colour = (rng.random(), rng.uniform(0, 0.25), rng.uniform(0.06, 0.28))
    chance = rng.random()
    if chance < 0.5:
        return black, violet
    if chance < 0.6:
        return violet, black
    hue = rng.random()
    one: Colour = (hue, rng.uniform(0.3, 1), rng.uniform(0.2, 0.95))
    other: Colour = (hue + rng.uniform(0.17, 0.83), rng.uniform(0.3, 1), rng.uniform(0.2, 0.95))
    if chance < 0.75:
        other = (
            rng.random(),
            rng.uniform(0, 0.12),
            float(rng.choice([rng.uniform(0.05, 0.3), rng.uniform(0.7, 1)])),
        )
    return one, other


def _ink(rng: Rng, base: Colour, strong: bool) -> Colour:
    h, s, v = base
    if strong:
        light = v < 0.55 or rng.random() < 0.3
        if light:
            return (float(rng.choice([h, 0.12, rng.random()])), rng.uniform(0, 0.7), rng.uniform(0.75, 1))
        return (float(rng.choice([h, rng.random()])), rng.uniform(0, 1), rng.uniform(0.02, 0.3))
    step = rng.uniform(0.05, 0.2) * (1 if v < 0.5 else -1)
    return (h, s * rng.uniform(0.5, 1.1), v + step)


def _pair(rng: Rng, owner: Colour, how: tuple[float, float]) -> tuple[Face, Face]:
    """An owner's active and inactive face."""
    h, s, v = owner
    looks, drawing = style(rng), motif(rng)
    dim = (h, s * how[0], v * how[1] if v > 0.35 else v + (1 - how[1]) * 0.25)
    bright: Colour = (h, s, min(1, v * rng.uniform(1, 1.25)))
    if rng.random() < 0.12:
        # the light face with a dark motif is the active one
        bright, dim = (h, s * 0.3, rng.uniform(0.7, 0.95)), bright
    active_ink = _ink(rng, bright, strong=True)
    active = face(rng, bright, active_ink, drawing, looks, active_ink if rng.random() < 0.8 else None)
    kind = rng.random()
    faint: Motif | None = None
    if kind < 0.35:
        faint = replace(drawing, filled=False, width=1)
    elif kind < 0.6:
        faint = motif(rng)
    if kind > 0.9 and abs(dim[2] - bright[2]) < 0.3:
        faint = replace(drawing, filled=not drawing.filled)
    still = replace(looks, border=looks.border if rng.random() < 0.4 else 0)
    strong = kind > 0.82
    ink = _ink(rng, dim, strong)
    return active, face(rng, dim, ink, faint, still, ink if rng.random() < 0.5 else None)


def _neutral(rng: Rng) -> Face:
    base: Colour = (rng.random(), rng.uniform(0, 0.2), rng.uniform(0.6, 1))
    if rng.random() < 0.35:
        base = (rng.random(), rng.uniform(0, 0.8), rng.uniform(0.25, 1))
    drawing = motif(rng) if rng.random() < 0.8 else None
    return face(rng, base, _ink(rng, base, bool(rng.random() < 0.3)), drawing, style(rng), _ink(rng, base, True))


def _special(rng: Rng, owner: Colour) -> Face:
    h, s, v = owner
    base = (h, s, v * rng.uniform(0.6, 1.2))
    ink: Colour = (rng.random(), rng.uniform(0.3, 0.9), rng.uniform(0.5, 1))
    found = face(rng, base, ink, motif(rng), style(rng), ink)
    if rng.random() < 0.3:
        drawn(found, motif(rng), _ink(rng, base, True))
    return found


# -- figures ---------------------------------------------------------------------------------------------


def _turned(rng: Rng, n: int) -> Solid:
    """A pawn: a foot, a waist, perhaps a head."""
    foot, waist = rng.uniform(0.6, 1), rng.uniform(0.25, 0.7)
    line = [(0.0, 0.0), (foot, 0.0), (foot, rng.uniform(0.05, 0.2)), (waist, rng.uniform(0.25, 0.5))]
    if rng.random() < 0.6:
        neck, ball = rng.uniform(0.62, 0.75), rng.uniform(0.2, 0.5)
        line.append((waist * rng.uniform(0.5, 1), neck))
        line += [(ball * np.sin(a), neck + (1 - neck) * (1 - np.cos(a)) / 2) for a in np.linspace(0.4, np.pi, 7)]
    else:
        line += [(waist * rng.uniform(0.2, 1.2), rng.uniform(0.7, 0.95)), (rng.uniform(0, 0.4), 1.0), (0.0, 1.0)]
    return revolved(line, rng, n)


def _cone(rng: Rng, n: int) -> Solid:
    return revolved([(0, 0), (1, 0), (rng.uniform(0.6, 1), 0.12), (rng.uniform(0, 0.5), 1), (0, 1)], rng, n)


def _drum(rng: Rng, n: int) -> Solid:
    return revolved([(0, 0), (1, 0), (1, 0.9), (0.9, 1), (0, 1)], rng, n)


def _dome(rng: Rng, n: int) -> Solid:
    return revolved([(np.sin(a), (1 - np.cos(a)) / 2) for a in np.linspace(0.3, np.pi, 10)], rng, n)


def _block(rng: Rng, n: int) -> Solid:
    corners = int(rng.choice([3, 4, 4, 5, 6]))
    angle = np.arange(corners) * 2 * np.pi / corners
    return prism(
        np.column_stack([np.cos(angle), np.sin(angle)]).astype(np.float32), 1.0, rng, n, rng.uniform(0.1, 1)
    )


def _person(rng: Rng, n: int) -> Solid:
    """A wooden man: a silhouette cut from a board."""
    arm, leg = rng.uniform(0.6, 1), rng.uniform(0.5, 0.9)
    half = [(0.1, 0), (leg, 0), (leg * 0.6, 0.35), (arm, 0.5), (arm, 0.62), (0.3, 0.68), (0.32, 0.9), (0.15, 1)]
    outline = np.array([*half, *[(-x, y) for x, y in half[::-1]]], np.float32)
    return upright(outline, rng.uniform(0.4, 0.9), rng, n)


def _hatted(rng: Rng, n: int) -> Solid:
    body = revolved([(0, 0), (0.8, 0), (0.35, 0.6), (0.4, 0.7), (0, 0.72)], rng, n // 2)
    hat = revolved([(rng.uniform(0.5, 1), 0.66), (0.4, 0.7), (0, 1)], rng, n // 2)
    return joined(body, hat)


def _standee(rng: Rng, n: int) -> Solid:
    """A printed card on its edge, in a foot."""
    w = rng.uniform(0.6, 1)
    outline = np.array([(-w, 0.05), (w, 0.05), (w, 0.7), (w * 0.5, 1), (-w * 0.5, 1), (-w, 0.7)], np.float32)
    card = upright(outline, 0.08, rng, n * 2 // 3)
    ink = np.where((np.abs(card.points[:, :1]) < w * 0.4) & (card.points[:, 2:] > 0.3), rng.uniform(1.2, 2.5), 1.0)
    card = Solid(card.points, card.normals, (card.colours * ink).astype(np.float32))
    return joined(revolved([(0, 0), (w, 0), (w * 0.9, 0.1), (0, 0.12)], rng, n // 3), card)


def _flame(rng: Rng, n: int) -> Solid:
    """A body with lobes that wind upwards."""
    body = _turned(rng, n) if rng.random() < 0.4 else _dome(rng, n)
    lobes, depth, wind = int(rng.integers(2, 6)), rng.uniform(0.1, 0.45), rng.uniform(-4, 4)
    angle = np.arctan2(body.points[:, 1], body.points[:, 0])
    phase = lobes * angle + wind * body.points[:, 2]
    points = body.points.copy()
    points[:, :2] *= (1 + depth * np.cos(phase))[:, None]
    points[:, 0] += rng.uniform(-0.4, 0.4) * points[:, 2] ** 2
    tangent = np.column_stack([-np.sin(angle), np.cos(angle), np.zeros(n)])[: len(points)]
    normals = body.normals + tangent * (lobes * depth * np.sin(phase))[:, None]
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return Solid(points.astype(np.float32), normals.astype(np.float32), body.colours)


SHAPES = (_turned, _cone, _drum, _dome, _block, _person, _hatted, _hatted, _standee, _flame, _turned)


def _shape(rng: Rng, kind: int, radius: float, height: float) -> Solid:
    n = int(min(9000, 1500 + 45000 * radius * (radius + height)))
    return _sized(SHAPES[kind](rng, n), radius, height)


def _sized(solid: Solid, radius: float, height: float) -> Solid:
    scale = np.array([radius, radius, height], np.float32)
    normals = solid.normals / scale
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
    return Solid(solid.points * scale, normals.astype(np.float32), solid.colours)


def _figures(rng: Rng, owners: tuple[Colour, Colour]) -> tuple[Solid, ...]:
    """Large and small piece of each owner; both owners' mostly of one shape.

    Large and small are as unlike as makers make them: another shape, or clearly another size.
    """
    radius, height = rng.uniform(0.12, 0.25), rng.uniform(0.32, 0.8)
    shapes: list[Solid] = []
    for owner in owners:
        if not shapes or rng.random() < 0.12:
            kinds = rng.choice(len(SHAPES), 2, replace=False)
            big = _shape(rng, int(kinds[0]), radius, height)
            if rng.random() < 0.25:
                little = _sized(big, rng.uniform(0.55, 0.8), rng.uniform(0.45, 0.7))
            else:
                smaller, lower = rng.uniform(0.65, 1.0), rng.uniform(0.4, 0.8)
                little = _shape(rng, int(kinds[1]), radius * smaller, height * lower)
        h, s, v = owner
        paint = linear(bgr((h, s * rng.uniform(0.8, 1.2), v * rng.uniform(0.7, 1.2))))
        shapes += [big.painted(paint * 2 * big.colours), little.painted(paint * 2 * little.colours)]
    return tuple(shapes)


BANDS = 4
PIECE_TRAITS = BANDS + 4
FACE_TRAITS = 4


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


def face_traits(art: Face) -> Cloud:
    """A face's mean colour, and how much of it differs from that."""
    return np.array([*(art.mean((0, 1)) / 128 - 1), art.std() / 64], np.float32)


def made_up(rng: Rng) -> Set:
    """A set nobody has seen."""
    owners = _owners(rng)
    how = (rng.uniform(0.4, 1), rng.uniform(0.5, 0.95))
    faces = [art for owner in owners for art in _pair(rng, owner, how)]
    faces += [_neutral(rng), *(_special(rng, owner) for owner in owners)]
    assert all(art.shape == (SIZE, SIZE, 3) for art in faces)
    return Set(
        faces=tuple(faces),
        figures=_figures(rng, owners),
        tile_gloss=Gloss(float(rng.choice([0.02, 0.05, 0.12])), rng.uniform(0.15, 0.5)),
        figure_gloss=Gloss(float(rng.choice([0.03, 0.08, 0.2, 0.35])), rng.uniform(0.1, 0.45)),
        tile_size=rng.uniform(0.86, 0.985),
        thickness=rng.uniform(0.005, 0.07),
        upright_art=bool(rng.random() < 0.3),
    )
