"""From the files that are shipped back to networks that can go on learning.

Their convolutions have swallowed what follows them; here they get it back, so that nothing changes at first.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

FOLDER = Path("vision/model")
SHIPPED = Path("shipped")
"""In place of a file of what was learnt: begin with what is shipped."""


def restore(network: nn.Module, name: str, pictures: Tensor) -> None:
    """Gives a network the weights of a shipped file; ``pictures`` tell what its layers are used to."""
    weights = {
        weight.name: torch.from_numpy(numpy_helper.to_array(weight).astype(np.float32))
        for weight in onnx.load(str(FOLDER / f"{name}.onnx")).graph.initializer
    }
    own = network.state_dict()
    swallowed = iter([weight for key, weight in weights.items() if key not in own])
    network.load_state_dict({key: weight for key, weight in weights.items() if key in own}, strict=False)
    pairs = list(_pairs(network))
    with torch.no_grad():
        for convolution, norm in pairs:
            convolution.weight.copy_(next(swallowed))
            norm.weight.fill_(float(np.sqrt(1 + norm.eps)))
            norm.bias.copy_(next(swallowed))
    assert next(swallowed, None) is None, "the file has more weights than the network"
    _used_to(network, [norm for _, norm in pairs], pictures)


def _pairs(network: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Each convolution and the normalising that follows it."""
    found, last = [], None
    for module in network.modules():
        if isinstance(module, nn.Conv2d):
            last = module
        elif isinstance(module, nn.BatchNorm2d):
            assert last is not None
            found.append((last, module))
    return found


def _used_to(network: nn.Module, norms: list[nn.BatchNorm2d], pictures: Tensor) -> None:
    """Tells every normalising layer what comes in, and has it undo what it does."""
    came: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        came[norm] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    with torch.no_grad():
        network.eval()(pictures)
        for norm in norms:
            mean, variance = came[norm]
            norm.running_mean, norm.running_var = mean.clone(), variance.clone()
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
    network.train()
