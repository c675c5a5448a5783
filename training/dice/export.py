"""From what was learnt to what is shipped: python -m training.dice.export LEARNT FOLDER [FOLDER ...].

How far to trust the answers is fitted on pictures held back from learning.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from training.dice.learn import HELD_BACK, closely
from training.dice.network import STATES, VALUES, FaceNetwork, SpotNetwork, UnderNetwork
from vision.dice.network import NAMES
from vision.dice.patches import CLOSE, told

MODEL = Path("vision/model")
ROUNDS = 4


def main(learnt: Path, folders: list[Path]) -> None:
    torch.set_num_threads(1)
    finder, looker, under = SpotNetwork().eval(), FaceNetwork().eval(), UnderNetwork().eval()
    for network, state in zip((finder, looker, under), torch.load(learnt), strict=True):
        network.load_state_dict(state)
    hashes = [
        _write(finder, NAMES[0], torch.zeros(1, 3, 308, 412), ("picture", {2: "high", 3: "wide"})),
        *(
            _write(network, name, torch.zeros(1, 3, CLOSE, CLOSE), ("patches", {0: "count"}))
            for network, name in zip((looker, under), NAMES[1:], strict=True)
        ),
    ]
    answers, truths = _trial(looker, folders)
    shares, scales = [], []
    for column, (low, high) in enumerate(((0, STATES), (STATES, STATES + VALUES))):
        logits, right = answers[:, low:high], truths[:, column].astype(int)
        asked = right >= 0
        shares.append(float((logits[asked].argmax(1) == right[asked]).mean()))
        scales.append(_scale(logits[asked], right[asked]))
    lines = ["# Written by training/dice/export.py.", "",
             "# Share of right answers about patches of pictures held back from learning.", "[right]"]  # fmt: skip
    lines += [f"{name} = {share:.5f}" for name, share in zip(("state", "face"), shares, strict=True)]
    lines += ["", "[fit]"]
    lines += [
        f'{name}_sha256 = "{one}"' for name, one in zip(("spots", "faces", "undersides"), hashes, strict=True)
    ]
    lines += [f"{name}_scale = {scale:.4f}" for name, scale in zip(("state", "face"), scales, strict=True)]
    (MODEL / "dice.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def _write(network: torch.nn.Module, name: str, example: torch.Tensor, free: tuple[str, dict[int, str]]) -> str:
    """Writes a network with weights of half length; gives the hash of the file."""
    path = MODEL / f"{name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(network, (example,), str(path), input_names=[free[0]], dynamic_axes={free[0]: free[1]},
                          opset_version=13, dynamo=False)  # fmt: skip
    made = onnx.load(str(path))
    for weight in made.graph.initializer:
        if weight.data_type == onnx.TensorProto.FLOAT:
            weight.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), weight.name))
    del made.graph.value_info[:]
    path.write_bytes(made.SerializeToString())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _trial(looker: torch.nn.Module, folders: list[Path]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rng = np.random.default_rng(0)
    shown, asked = [], []
    for folder in folders:
        for path in sorted(folder.glob("*.npz")):
            if "part" not in path.name and int(path.stem) < HELD_BACK:
                with np.load(path) as found:
                    one = {name: found[name] for name in found.files}
                for _ in range(ROUNDS):
                    for patch, truth in closely(rng, one, 16):
                        shown.append(patch)
                        asked.append(truth)
    with torch.no_grad():
        answers = looker(torch.from_numpy(told(shown))).numpy()
    return answers, np.stack(asked)


def _scale(logits: NDArray[np.float32], right: NDArray[np.int64]) -> float:
    """The factor under which the answers are as sure as they ought to be; never surer than they say."""
    best, least = 1.0, np.inf
    for factor in np.exp(np.linspace(-1.0, 1.0, 41)):
        scaled = logits.astype(np.float64) * factor
        top = scaled.max(1)
        surprise = (
            np.log(np.exp(scaled - top[:, None]).sum(1)) + top - scaled[np.arange(len(right)), right]
        ).mean()
        if surprise < least:
            best, least = float(factor), float(surprise)
    return best


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(folder) for folder in sys.argv[2:]])
