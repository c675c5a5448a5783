"""From what was learnt to what is shipped: an ONNX file, its hash, and how far to trust its answers.

Run: python -m training.export LEARNT LESSONS. The trust is fitted on the sets held back from learning: scales
under which what is said to be so likely is right so often.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.lessons import LESSONS
from training.network import CHANNELS, FACE, OWNER, PIECE, Network, Taught
from training.train import FIGURES, HELD_BACK, HIDDEN_SHARE, TILES, Heads, load, split
from vision.cut import CELLS, SIDE, prepared

FOLDER = Path("vision/model")


@dataclass
class Answers:
    """What was asked, and what was answered, over all held back sets."""

    logits: Tensor
    right: Tensor

    def scale(self) -> float:
        """The factor under which the answers are as sure as they ought to be."""
        factors = torch.exp(torch.linspace(-1.5, 1.5, 121))
        worth = [functional.cross_entropy(self.logits * factor, self.right).item() for factor in factors]
        return float(factors[int(np.argmin(worth))])

    def share(self) -> float:
        return float((self.logits.argmax(1) == self.right).float().mean())


def held_back(folder: Path) -> Iterator[dict[str, np.ndarray]]:
    for path in sorted(folder.glob("*.npz")):
        if "part" not in path.name and int(path.stem) < HELD_BACK:
            yield dict(np.load(path))


def _asked(head: Taught, features: Tensor, names: Tensor, ok: Tensor, kinds: int) -> Answers | None:
    lesson = torch.zeros_like(ok)
    lesson[:LESSONS] = True
    given = ok & (names >= 0)
    shown, told = features[given & lesson], names[given & lesson]
    known = torch.zeros(kinds, dtype=torch.bool).scatter_(0, told, True)
    ask = given & ~lesson & known[names.clamp(0)]
    if known.sum() < 2 or not ask.any():
        return None
    return Answers(head(shown, told, features[ask], kinds).masked_fill(~known, -30), names[ask])


def _signs(logits: Tensor, truth: Tensor) -> Answers:
    two = torch.stack([torch.zeros_like(logits), logits], dim=1)
    return Answers(two, truth.long())


def answered(network: Network, heads: Heads, folder: Path) -> dict[str, Answers]:
    """All questions about the boards that were no lesson."""
    found: dict[str, list[Answers]] = {}
    inside = torch.zeros(CELLS, CELLS, dtype=torch.bool)
    inside[1:-1, 2:-2] = inside[2:-2, 1:-1] = True
    for raw in held_back(folder):
        eyes = [(float(x), float(y), float(up)) for x, y, up in raw["eye"]]
        pictures = np.stack([prepared(cut, eye) for cut, eye in zip(raw["cut"], eyes, strict=True)])
        with torch.no_grad():
            faces, pieces, _, signs = split(network(torch.from_numpy(pictures)))
        tiles, figures = torch.from_numpy(raw["tiles"]).long(), torch.from_numpy(raw["figures"]).long()
        share, gems = torch.from_numpy(raw["hidden"]), torch.from_numpy(raw["gem"])
        seen = share < HIDDEN_SHARE
        with torch.no_grad():
            several = {
                "face": _asked(heads.face, faces, torch.where(tiles <= TILES, tiles - 1, -1), seen, TILES),
                "piece": _asked(heads.piece, pieces, figures - 1, seen, FIGURES),
            }
        fair = seen & inside
        several["flat"] = _signs(signs[..., 0][fair], tiles[fair] > 0)
        several["stands"] = _signs(signs[..., 1][fair], figures[fair] > 0)
        clear = (share < 0.2) | (share > 0.5)
        several["covered"] = _signs(signs[..., 2][clear], share[clear] > 0.5)
        there = gems[:, 2] >= 0
        at = gems[there].round().long().clamp(0, CELLS - 1)
        several["way"] = Answers(signs[there, at[:, 1], at[:, 0], 4:], gems[there, 2].long())
        for name, answers in several.items():
            if answers is not None and len(answers.right):
                found.setdefault(name, []).append(answers)
    return {
        name: Answers(torch.cat([one.logits for one in all_]), torch.cat([one.right for one in all_]))
        for name, all_ in found.items()
    }


def written(network: Network, heads: Heads, answers: dict[str, Answers], steps: str) -> None:
    """The network and the page that describes it."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / "network.onnx"
    torch.onnx.export(network, (torch.zeros(1, CHANNELS, SIDE, SIDE),), str(path), opset_version=13, dynamo=False)
    signs = Answers(
        torch.cat([answers[name].logits for name in ("flat", "stands", "covered")]),
        torch.cat([answers[name].right for name in ("flat", "stands", "covered")]),
    )
    fit: dict[str, str | int | float] = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "faces": FACE, "pieces": PIECE, "owners": OWNER,
    }  # fmt: skip
    for name in ("face", "piece", "owner"):
        head: Taught = getattr(heads, name)
        more = answers[name].scale() if name in answers else 1.0
        fit[f"{name}_stiffness"] = round(head.stiffness.item(), 5)
        fit[f"{name}_scale"] = round(head.scale.item() + float(np.log(more)), 5)
    fit["sign_scale"] = round(signs.scale(), 5)
    fit["way_scale"] = round(answers["way"].scale(), 5)
    lines = [
        "# Written by training/export.py; `make train` makes it anew.",
        f'made = "{steps}"',
        "",
        "# Share of right answers on made-up sets held back from learning, taught from three boards each.",
        "[right]",
        *(f"{name} = {one.share():.5f} # of {len(one.right)}" for name, one in answers.items()),
        "",
        "[fit]",
        *(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in fit.items()),
        "",
    ]
    (FOLDER / "network.toml").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


def main() -> None:
    learnt, lessons = Path(sys.argv[1]), Path(sys.argv[2])
    network, heads = Network(), Heads(Taught(), Taught(), Taught())
    load(learnt, network, heads)
    network.eval()
    torch.set_num_threads(1)
    made = " ".join(sys.argv[3:])
    written(network, heads, answered(network, heads, lessons), made)


if __name__ == "__main__":
    main()
