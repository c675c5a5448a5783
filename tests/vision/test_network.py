"""The shipped network: it is the one described beside it, small, and steady."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import replace
from importlib.resources import files

import cv2
import numpy as np
import pytest

from vision import network as networks
from vision.cut import CELLS, CLOSE_SIDE, SIDE, Cut, Tone
from vision.model import ModelError
from vision.network import EVERY_WAY, INNER, NAMES, Network, network
from vision.upright import Part, Patch, Spot, part_kept

FOLDER = files("vision") / "model"
STANDS, POINTS = 1, 3
"""Which of the signs say that something stands on a cell, and that something which points lies there."""
NEVER = -20.0
ONNX = {name: (FOLDER / f"{name}.onnx").read_bytes() for name in NAMES}


def part(picture: Cut) -> Part:
    return part_kept(picture, np.asarray(cv2.resize(picture, (CLOSE_SIDE, CLOSE_SIDE)), np.uint8), (3.5, 3.5, 9.0))


def noise(seed: int) -> Part:
    return part(np.random.default_rng(seed).integers(0, 255, (SIDE, SIDE, 3)).astype(np.uint8))


def test_it_is_small_and_the_one_described() -> None:
    described = tomllib.loads((FOLDER / "network.toml").read_text(encoding="utf-8"))
    assert sum(map(len, ONNX.values())) < 2_000_000
    for name, onnx in ONNX.items():
        assert hashlib.sha256(onnx).hexdigest() == described["fit"][f"{name}_sha256"]
    assert all(0.5 < share <= 1 for share in described["right"].values())


def test_another_file_is_not_loaded() -> None:
    fit = network().fit
    with pytest.raises(ModelError, match="hash"):
        Network(ONNX["cells"] + b" ", ONNX["pieces"], ONNX["pointers"], fit)
    with pytest.raises(ModelError, match="hash"):
        Network(ONNX["cells"], ONNX["pieces"], ONNX["pointers"], replace(fit, pieces_sha256="0" * 64))
    with pytest.raises(ModelError, match="hash"):
        Network(ONNX["cells"], ONNX["pieces"], ONNX["cells"], fit)


def test_what_it_sees_has_the_shape_it_says() -> None:
    seen = network().look(noise(0))
    fit = network().fit
    assert seen.faces.shape == (CELLS, CELLS, fit.faces)
    assert seen.pieces.shape == (CELLS, CELLS, 2 * fit.pieces)
    assert seen.owners.shape == (CELLS, CELLS, fit.owners)
    for sign in (seen.flat, seen.stands, seen.covered, seen.pointer):
        assert sign.shape == (CELLS, CELLS)
        assert ((sign >= 0) & (sign <= 1)).all()
    assert seen.ways.sum(axis=2) == pytest.approx(1)


def test_the_same_cut_gives_the_same_answer() -> None:
    first, again = (network().look(noise(1)) for _ in range(2))
    assert (first.faces == again.faces).all()
    assert (first.flat == again.flat).all()


def test_several_looks_are_seen_as_one() -> None:
    each = [network().look(noise(1), (), turns=(turn,)).faces for turn in EVERY_WAY]
    assert not np.allclose(each[0], each[1])
    whole = network().look(noise(1), (), turns=EVERY_WAY)
    assert whole.faces == pytest.approx(np.mean(each, axis=0), abs=1e-4)
    # where something points is told by the first look alone
    assert (whole.pointer == network().look(noise(1), ()).pointer).all()


def test_a_piece_is_seen_from_its_other_side_in_every_other_turn() -> None:
    spot = (3, 4)
    fine = network().fit.pieces
    first, second, third = (
        network().look(noise(2), (spot,), turns=(turn,)).pieces[spot][:fine] for turn in range(3)
    )
    assert (first == third).all()
    assert not np.allclose(first, second)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_blank_cut_gives_numbers(shade: int) -> None:
    seen = network().look(part(np.full((SIDE, SIDE, 3), shade, np.uint8)))
    assert all(np.isfinite(part).all() for part in (seen.faces, seen.pieces, seen.flat, seen.ways))


def test_pieces_are_looked_for_only_where_something_may_stand() -> None:
    nowhere, one = (network().look(noise(2), spots).pieces for spots in ((), ((3, 4),)))
    assert not nowhere.any()
    assert one[3, 4].any()
    assert not np.delete(one.reshape(CELLS * CELLS, -1), 3 * CELLS + 4, axis=0).any()


def told(monkeypatch: pytest.MonkeyPatch, sign: int, likely: dict[Spot, float]) -> None:
    """The first network says of one sign what is told here, and that nothing is covered."""
    fit = network().fit
    before = fit.faces + fit.pieces + fit.owners
    said = np.zeros((CELLS, CELLS, before + 8), np.float32)
    said[..., before + 2] = NEVER
    said[..., before + sign] = NEVER
    for spot, logit in likely.items():
        said[(*spot, before + sign)] = logit
    monkeypatch.setattr(Network, "_cells_of", lambda *_, **__: said)


def looked_at(monkeypatch: pytest.MonkeyPatch, how: str) -> list[Spot]:
    """The spots at which a network looks closely; ``how`` patches are taken of them."""
    found: list[Spot] = []
    taken = getattr(networks, how)

    def note(part: Part, tone: Tone, row: int, column: int) -> Patch:
        found.append((row, column))
        return np.asarray(taken(part, tone, row, column), np.float32)

    monkeypatch.setattr(networks, how, note)
    network().look(noise(3))
    return found


def test_a_dozen_pieces_are_looked_for_and_the_likeliest_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    likely = {spot: 5.0 - i / 10 for i, spot in enumerate(INNER)}
    told(monkeypatch, STANDS, likely)
    assert looked_at(monkeypatch, "upright") == list(INNER[:12])


def test_no_piece_is_looked_for_where_hardly_any_stands_nor_at_the_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, STANDS, {(3, 3): 2.0, (3, 4): -8.0, (0, 4): 5.0})
    assert looked_at(monkeypatch, "upright") == [(3, 3)]


def test_what_points_is_looked_for_where_it_may_lie_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, POINTS, {(0, 7): 4.0, (4, 1): 2.0, (6, 6): 0.5})
    assert looked_at(monkeypatch, "level") == [(0, 7), (4, 1)]
    told(monkeypatch, POINTS, dict.fromkeys(INNER, 1.0))
    assert len(looked_at(monkeypatch, "level")) == 3
