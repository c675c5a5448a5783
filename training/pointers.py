"""Teaches the third network: whether something that points lies about a spot, and which of four ways it points.

Run: python -m training.pointers make FOLDER FIRST COUNT, then learn FOLDER OUT [STEPS] in place of that.
A file holds the pictures of one made-up set; its number is its seed.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.arranging import beside
from training.boards import Shot, Showing, photo_of, stand
from training.covers import cover
from training.faces import Rng, bgr, face, motif, style
from training.figures import FIGURES
from training.gems import gem
from training.ground import Flat, Lie, ground, sign
from training.lessons import HELD_BACK
from training.lighting import Staging, eye, light, lit_ground
from training.network import PointerNetwork
from training.plane import FIRST, Field, Spot
from training.sets import Set, made_up
from vision.cut import Tone, tone_of
from vision.scene.light import Plane
from vision.scene.solids import Solid
from vision.upright import PATCH, POINTER_WIDE, normal

FIELD = Field(0, 3, 56)
EACH = 24
"""Pictures of a set."""
TAKEN = 96
"""Pixels across what is kept: a little more than a patch."""
OFF = 0.55
"""How far the middle of a patch may be from the middle of the thing, in cells, each way."""
BATCH = 128
WITHOUT = 4
"""The name of pictures on which nothing points."""
View = tuple[NDArray[np.uint8], tuple[float, ...], float]
"""A patch, the tone it is seen in, and how far things lean there."""


def _beside(rng: Rng, flat: Flat, made: Set) -> None:
    """Tiles and what else lies near."""
    for _ in range(int(rng.choice([0, 1, 1, 2, 3]))):
        at = 1 + rng.uniform(0.9, 1.7) * np.array([math.cos(a := rng.uniform(0, 2 * np.pi)), math.sin(a)])
        art = made.faces[int(rng.integers(len(made.faces)))]
        flat.lay(art, Lie(at, rng.normal(0, 0.05), (made.tile_size,) * 2))
    if rng.random() < 0.4:
        base = (rng.random(), rng.uniform(0, 1), rng.uniform(0.05, 1))
        art = face(rng, base, (rng.random(), rng.random(), rng.random()), motif(rng), style(rng))
        at = 1 + rng.uniform(0.4, 1.6) * np.array([math.cos(a := rng.uniform(0, 2 * np.pi)), math.sin(a)])
        flat.lay(art, Lie(at, rng.uniform(0, 6.3), (rng.uniform(0.15, 0.7), rng.uniform(0.15, 1.2))))
    if rng.random() < 0.4:
        ink = bgr((rng.random(), rng.uniform(0, 0.5), rng.random()))
        drawn = (rng.uniform(0.15, 0.6) * FIELD.fine, int(rng.integers(1, 5)))
        for _ in range(int(rng.integers(1, 5))):
            sign(rng, flat.canvas, FIELD.px(rng.uniform(-0.4, 2.2, 2)), ink, drawn)


def _things(rng: Rng, flat: Flat, made: Set) -> tuple[list[Solid], int, NDArray[np.float64]]:
    """What lies in the middle, which way it points, and where it is."""
    at = 1 + rng.uniform(-0.25, 0.25, 2)
    if rng.random() < 0.65:
        way = int(rng.integers(4))
        found = gem(rng).turned(math.pi / 2 * way + rng.normal(0, 0.12)).moved(float(at[0]), float(at[1]))
        return [found], way, at
    kind = rng.random()
    if kind < 0.35:
        solid = made.figures[int(rng.integers(FIGURES))].turned(rng.uniform(0, 2 * np.pi))
        return [(solid.laid() if rng.random() < 0.4 else solid).moved(float(at[0]), float(at[1]))], WITHOUT, at
    if kind < 0.7:
        art = made.faces[int(rng.integers(len(made.faces)))]
        flat.lay(art, Lie(at, rng.uniform(0, 6.3), (rng.uniform(0.3, 1.0),) * 2))
    return [], WITHOUT, at


def picture(rng: Rng, made: Set) -> tuple[NDArray[np.uint8], int, tuple[float, ...], float]:
    """One picture about a spot, what points there, its tone and how far things lean there."""
    at, shine, flat = eye(rng), light(rng), ground(rng, FIELD)
    _beside(rng, flat, made)
    solids, way, where = _things(rng, flat, made)
    if rng.random() < 0.3:
        x, y = 1 + rng.uniform(0.8, 1.5) * np.array([math.cos(a := rng.uniform(0, 2 * np.pi)), math.sin(a)])
        solids.append(made.figures[int(rng.integers(FIGURES))].turned(rng.uniform(0, 6)).moved(float(x), float(y)))
    points = np.concatenate([solid.points for solid in solids]) if solids else np.zeros((0, 3), np.float32)
    over = cover(rng, FIELD.size, FIELD.fine) if rng.random() < 0.05 else None
    plane, bright = lit_ground(rng, flat, Staging(shine, at, points, over, made.tile_gloss, made.thickness))
    stand(plane, bright, solids, Showing(made, shine, at, FIELD))
    if over is not None:
        plane = plane * (1 - over.mask[..., None]) + over.light(shine) * over.mask[..., None]
        x, y = FIELD.px(where).astype(int)
        way = WITHOUT if over.mask[y, x] > 0.3 else way
    patch, told, lean = viewed(rng, (plane, FIELD), at, where)
    return patch, way, told, lean


def viewed(rng: Rng, shown: tuple[Plane, Field], at: Spot, where: NDArray[np.float64]) -> View:
    """A camera's view of what is about a spot, the light it is seen in, and how far things lean there."""
    plane, field = shown
    photo = photo_of(rng, plane, field, float(np.exp(rng.uniform(math.log(50), math.log(150)))), clean=False)
    scale = photo.shape[0] / field.size
    tone = tone_of(photo)
    half = POINTER_WIDE * TAKEN / PATCH / 2
    middle = where + rng.uniform(-OFF, OFF, 2)
    corners = middle + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    whole = np.array([[0, 0], [TAKEN, 0], [TAKEN, TAKEN], [0, TAKEN]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(whole, (field.px(corners) * scale - 0.5).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    taken = cv2.warpPerspective(photo, matrix, (TAKEN, TAKEN), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    lean = math.dist(where, at[:2]) / at[2]
    return np.asarray(taken, np.uint8), (*tone.mean, tone.spread), lean


def views_of(rng: Rng, one: Shot) -> dict[str, np.ndarray]:
    """Views of a board: of what points on it, if anything does, and of other places about it."""
    found: list[tuple[View, int]] = []
    gem = one.gem[:2].astype(np.float64) - FIRST
    if one.gem[0] >= 0:
        found += [(viewed(rng, (one.picture, one.field), one.eye, gem), int(one.gem[2])) for _ in range(3)]
    for _ in range(4):
        place = beside(rng, rng.uniform(1.6, 3.4)) if rng.random() < 0.8 else rng.uniform(0, 3, 2)
        if one.gem[0] < 0 or np.abs(place - gem).max() > 2 * OFF + 0.3:
            found.append((viewed(rng, (one.picture, one.field), one.eye, place), WITHOUT))
    patches, tones, leans = (np.array(part) for part in zip(*(view for view, _ in found), strict=True))
    return {"patches": patches, "ways": np.array([way for _, way in found]), "tones": tones, "leans": leans}


def make(folder: Path, first: int, count: int) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        path = folder / f"{number:06}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng(number)
        made = made_up(rng)
        found = [picture(rng, made) for _ in range(EACH)]
        patches, ways, tones, leans = (np.array(part) for part in zip(*found, strict=True))
        part = path.with_suffix(".part.npz")
        np.savez(part, patches=patches, ways=ways, tones=tones, leans=leans)
        part.rename(path)


# -- learning ---------------------------------------------------------------------------------------------


def changed(rng: Rng, patch: NDArray[np.uint8], way: int) -> tuple[NDArray[np.uint8], int]:
    """The same thing turned, mirrored, in other colours, a little off."""
    if rng.random() < 0.5:
        patch, way = patch[:, ::-1], {1: 3, 3: 1}.get(way, way)
    quarters = int(rng.integers(4))
    patch = np.rot90(patch, quarters)
    way = way if way == WITHOUT else (way + 3 * quarters) % 4
    if rng.random() < 0.5:
        patch = patch[..., rng.permutation(3)]
    off = rng.integers(0, TAKEN - PATCH + 1, 2)
    return np.ascontiguousarray(patch[off[0] : off[0] + PATCH, off[1] : off[1] + PATCH]), way


def normalised(rng: Rng, patch: NDArray[np.uint8], told: NDArray[np.float64], lean: float) -> NDArray[np.float32]:
    """As ``vision`` shows it: in the light of an arena that is not the same as what lies beside it."""
    mean = np.full(3, told[:3].mean()) * rng.normal(1, 0.25, 1) + rng.normal(0, 6, 3)
    tone = Tone(
        (float(mean[0]), float(mean[1]), float(mean[2])), float(np.clip(told[3] * rng.uniform(0.6, 1.7), 0.06, 1))
    )
    return normal(patch, tone, lean)


def _loss(out: Tensor, ways: Tensor) -> Tensor:
    there = ways < WITHOUT
    return functional.binary_cross_entropy_with_logits(out[:, 4], there.float()) + functional.cross_entropy(
        out[there, :4], ways[there]
    )


def learn(folder: Path, out: Path, steps: int = 3000) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    kept = [np.load(path) for path in sorted(folder.glob("*.npz")) if int(path.stem) >= HELD_BACK]
    patches, ways, tones, leans = (np.concatenate([one[name] for one in kept])
                                   for name in ("patches", "ways", "tones", "leans"))  # fmt: skip
    network = PointerNetwork().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, steps, pct_start=0.12)
    recent, started = 0.0, time.monotonic()
    for step in range(1, steps + 1):
        chosen = rng.integers(len(patches), size=BATCH)
        shown = [changed(rng, patches[i], int(ways[i])) for i in chosen]
        batch = np.stack(
            [
                normalised(rng, patch, tones[i], float(leans[i]))
                for (patch, _), i in zip(shown, chosen, strict=True)
            ]
        )
        with torch.autocast("cpu", torch.bfloat16):
            answer = network(torch.from_numpy(batch).contiguous(memory_format=torch.channels_last))
        loss = _loss(answer.float(), torch.tensor([way for _, way in shown]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        plan.step()
        recent = 0.98 * (recent or loss.item()) + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"{step} {time.monotonic() - started:.0f}s {recent:.4f}", flush=True)
        if step % 250 == 0 or step == steps:
            torch.save(network.state_dict(), out)


def main() -> None:
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    else:
        learn(Path(sys.argv[2]), Path(sys.argv[3]), *(int(steps) for steps in sys.argv[4:5]))


if __name__ == "__main__":
    main()
