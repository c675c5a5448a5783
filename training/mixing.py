"""Mixes a network from before and from after it went on learning: weights that lie between the two.

Run: python -m training.mixing NAME BEFORE AFTER SHARE OUT. NAME is ``cells``, ``pieces`` or ``pointers``; the
files are of what was learnt, ONNX files, or ``shipped``; OUT is an ONNX file. On sets that neither has seen the
mixture errs less than either does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from onnx import numpy_helper

from training.export import FOLDER, written
from training.shipped import SHIPPED


def mixed(before: bytes, after: bytes, share: float) -> bytes:
    """The weights so far from those before to those after."""
    found, old = onnx.load_from_string(after), onnx.load_from_string(before)
    for first, second in zip(old.graph.initializer, found.graph.initializer, strict=True):
        a, b = numpy_helper.to_array(first), numpy_helper.to_array(second)
        if a.shape != b.shape:
            raise ValueError(f"expected one network twice, but {first.name} is {a.shape} and {b.shape}")
        if b.dtype == np.float16:
            between = a.astype(np.float32) * (1 - share) + b.astype(np.float32) * share
            second.CopyFrom(numpy_helper.from_array(between.astype(np.float16), second.name))
    return bytes(found.SerializeToString())


def main() -> None:
    name, *learnt, share, out = sys.argv[1:]
    with TemporaryDirectory() as folder:
        before, after = (
            (FOLDER / f"{name}.onnx").read_bytes() if Path(one) == SHIPPED
            else written(Path(one), name, Path(folder) / f"{i}.onnx") for i, one in enumerate(learnt)
        )  # fmt: skip
    Path(out).write_bytes(mixed(before, after, float(share)))


if __name__ == "__main__":
    main()
