"""Made-up sets: for every thing of a table plan what it looks like."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.faces import SIZE, Colour, Face, Motif, Rng, drawn, face, motif, style
from training.figures import CLOUDS, Workshop, figures
from vision.scene.light import Gloss
from vision.scene.solids import Cloud, Solid

TILES = 5
"""Two owners' active and inactive faces, and one that is nobody's."""
SPECIALS = 2


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


FACE_TRAITS = 4


def face_traits(art: Face) -> Cloud:
    """A face's mean colour, and how much of it differs from that."""
    return np.array([*(art.mean((0, 1)) / 128 - 1), art.std() / 64], np.float32)


def made_up(rng: Rng, by: Workshop = CLOUDS) -> Set:
    """A set nobody has seen."""
    owners = _owners(rng)
    how = (rng.uniform(0.4, 1), rng.uniform(0.5, 0.95))
    faces = [art for owner in owners for art in _pair(rng, owner, how)]
    faces += [_neutral(rng), *(_special(rng, owner) for owner in owners)]
    assert all(art.shape == (SIZE, SIZE, 3) for art in faces)
    return Set(
        faces=tuple(faces),
        figures=figures(rng, owners, by),
        tile_gloss=Gloss(float(rng.choice([0.02, 0.05, 0.12])), rng.uniform(0.15, 0.5)),
        figure_gloss=Gloss(float(rng.choice([0.03, 0.08, 0.2, 0.35])), rng.uniform(0.1, 0.45)),
        tile_size=rng.uniform(0.86, 0.985),
        thickness=rng.uniform(0.005, 0.07),
        upright_art=bool(rng.random() < 0.3),
    )
