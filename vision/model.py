"""The files of the networks that come with the program: each is the one described beside it, or is not loaded."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import cv2
import numpy as np

from engine.errors import N_, RunewatchError

Made = TypeVar("Made")


class ModelError(RunewatchError, ValueError):
    """The network's file is not the one that belongs to this program."""


def loaded(onnx: bytes, expected: str) -> cv2.dnn.Net:
    """The network of a file that has this hash. Raises ModelError if it has another."""
    came = hashlib.sha256(onnx).hexdigest()
    if came != expected:
        raise ModelError(
            N_("the network's file has the hash {came}, not {expected}"), came=came[:12], expected=expected[:12]
        )
    return cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))


def shipped(about: str, names: Sequence[str], make: Callable[[Sequence[bytes], Mapping[str, Any]], Made]) -> Made:
    """What is made of the files of these names and of the fit told in the file ``about`` them.

    Raises ModelError if they are not there, or are others.
    """
    folder = files("vision") / "model"
    try:
        described = tomllib.loads((folder / about).read_text(encoding="utf-8"))
        return make([(folder / f"{name}.onnx").read_bytes() for name in names], described["fit"])
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ModelError(
            N_("the networks of sight are missing or of another version: {why}"), why=str(error)
        ) from error
