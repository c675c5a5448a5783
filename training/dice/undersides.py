"""Teaches where the underside of a die is seen: python -m training.dice.undersides LEARNT FOLDER [FOLDER ...].

It begins as the network that looks closely, and wants pictures of ``scenes leaning``. LEARNT, as ``learn`` wrote
it, gets one network more.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from training.dice.learn import closely, shelf_of
from training.dice.network import FaceNetwork, UnderNetwork
from vision.dice.patches import told

EACH, ROUNDS = 40, 3
"""Patches of each picture, so many times over in other colours."""
EPOCHS, BATCH, RATE = 10, 96, 2e-3


def main(learnt: Path, folders: list[Path]) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    cv2.setNumThreads(1)
    states = torch.load(learnt)[:2]
    faces = FaceNetwork()
    faces.load_state_dict(states[1])
    network = UnderNetwork().starting_from(faces).train()
    rng = np.random.default_rng(0)
    pictures = [one for _ in range(ROUNDS) for shelf in shelf_of(folders) for one in shelf]
    every = [pair for one in pictures for pair in closely(rng, one, EACH) if pair[1][8] > 0]
    goal = torch.from_numpy(np.stack([truth[6:8] for _, truth in every]))
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    steps = len(every) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, EPOCHS * steps)
    for epoch in range(EPOCHS):
        total = 0.0
        for part in torch.randperm(len(every)).split(BATCH)[:steps]:
            shown = torch.from_numpy(told([every[n][0] for n in part.tolist()]))
            loss = functional.smooth_l1_loss(network(shown), goal[part], beta=0.05)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        print(f"{epoch} of {EPOCHS}, {len(every)} patches: {total / steps:.5f}", flush=True)
        torch.save([*states, network.state_dict()], learnt)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(folder) for folder in sys.argv[2:]])
