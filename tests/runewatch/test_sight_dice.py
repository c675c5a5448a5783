"""Truth beside pictures of dice, and readings held against it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from runewatch.sight import dice
from runewatch.sight.truths import TruthError
from vision.dice.pieces import Piece
from vision.dice.profile import DiceProfile

DIE: dict[str, Any] = {
    "colour": "red", "value": 4, "centre_px": [50, 60], "top_quad_px": [[40, 50], [60, 50], [60, 70], [40, 70]],
    "hidden": {"hand": 0.0, "other": 0.0}, "cocked": False, "in_frame": True,
}  # fmt: skip
TOKEN: dict[str, Any] = {
    "colour": "blue", "number": 5, "centre_px": [150, 60], "radius_px": 16.0, "hidden": {"hand": 0.0},
}  # fmt: skip
READ = (
    Piece("die", 51, 60, 20, {"red": 1.0}, {4: 1.0}, 5.0),
    Piece("token", 150, 61, 32, {"blue": 1.0}, {5: 1.0}, 0.8),
)


def written(folder: Path, document: object) -> Path:
    path = folder / "a.png"
    cv2.imwrite(str(path), np.random.default_rng(0).integers(0, 255, (120, 200, 3), np.uint8))
    path.with_suffix(".json").write_text(json.dumps(document), encoding="utf-8")
    return path


def facts(tmp_path: Path, **changed: object) -> tuple[dice.Fact, ...]:
    return dice.truth_of(written(tmp_path, {"dice": [{**DIE, **changed}], "tokens": [TOKEN]}))


def test_truth_is_read(tmp_path: Path) -> None:
    one, other = facts(tmp_path)
    assert (one.kind, one.colour, one.face, one.size, one.is_asked) == ("die", "red", 4, 20.0, True)
    assert (other.kind, other.colour, other.face, other.size) == ("token", "blue", 5, 32.0)
    assert dice.pictures_in(tmp_path) == [tmp_path / "a.png"]


@pytest.mark.parametrize("document", [{}, {"dice": [{}], "tokens": []}, {"dice": 3, "tokens": []}])
def test_what_is_no_truth_of_dice_is_refused(tmp_path: Path, document: object) -> None:
    with pytest.raises(TruthError, match="dice and tokens"):
        dice.truth_of(written(tmp_path, document))
    with pytest.raises(TruthError, match="cannot be read"):
        dice.pictures_in(tmp_path / "nowhere")


def test_a_lesson_takes_what_lies_in_plain_sight(tmp_path: Path) -> None:
    hidden = {**DIE, "hidden": {"hand": 0.4, "other": 0.0}}
    path = written(tmp_path, {"dice": [DIE, hidden, {**DIE, "cocked": True}], "tokens": [TOKEN]})
    assert [one.kind for one in dice.lesson(DiceProfile("mine"), [path]).shown] == ["die", "token"]


def test_right_readings_count(tmp_path: Path) -> None:
    told = dice.total([dice.scored(READ, facts(tmp_path), "a.png")])
    assert {kind: (share.count, share.of) for kind, share in told.right.items()} == {
        "die": (1, 1),
        "token": (1, 1),
    }
    assert (told.misses, told.invented, told.doubted) == ((), {"die": 0, "token": 0}, 0)


def test_wrong_missing_and_invented_ones_are_named(tmp_path: Path) -> None:
    wrong = replace(READ[0], faces={5: 1.0})
    extra = replace(READ[0], x=180.0)
    score = dice.scored([wrong, extra], facts(tmp_path), "a.png")
    assert [(miss.truth and miss.truth.kind, miss.seen) for miss in score.wrong] == [
        ("die", wrong),
        ("token", None),
    ]
    assert [miss.seen for miss in score.invented] == [extra]


def test_what_is_invented_but_asked_about_is_told_apart(tmp_path: Path) -> None:
    extra, doubtful = replace(READ[0], x=180.0), replace(READ[1], x=90.0, y=180.0, doubts=("unsure",))
    told = dice.total([dice.scored([*READ, extra, doubtful], facts(tmp_path), "a.png")])
    assert (told.invented, told.suspected) == ({"die": 1, "token": 0}, {"die": 0, "token": 1})


def test_a_leaning_die_has_to_be_asked_about(tmp_path: Path) -> None:
    truth = facts(tmp_path, cocked=True)
    sure = dice.scored(READ, truth, "a.png")
    asked = dice.scored([replace(READ[0], doubts=("leaning",)), READ[1]], truth, "a.png")
    assert (sure.asked["die"], len(sure.lenient), sure.leaning.count) == (0, 1, 0)
    assert (len(asked.lenient), asked.leaning.count, asked.leaning.of) == (0, 1, 1)
