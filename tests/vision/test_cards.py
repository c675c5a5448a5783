"""The reading spot: the pattern on a card, whatever it looks like; and what is no card is not read as one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.cards_drawn import (
    SIZE,
    Look,
    Pattern,
    Picture,
    Shot,
    draw_card,
    photograph,
    random_look,
    random_pattern,
    table,
)
from vision.cards import CardNotReadError, CardSeen, read_card

NUMBER = 30
LOOK = Look((59.0, 92.0), (40, 30, 160), (235, 240, 245), "rounded", "outline", 0.8, 4, 10.0, True, True, 3)
HOOK = ("##.", ".##", ".#.")


def turns(pattern: Pattern) -> set[Pattern]:
    """A pattern in its four turns; its mirror image is another."""
    cells = np.array([list(row) for row in pattern])
    return {tuple("".join(row) for row in np.rot90(cells, quarters)) for quarters in range(4)}


def shown(seed: int, shot: Shot | None = None, **changes: object) -> tuple[Picture, Pattern, Look]:
    """Some card in some look, photographed."""
    rng = np.random.default_rng(seed)
    pattern = random_pattern(rng)
    look = replace(random_look(rng, pattern), **changes)  # type: ignore[arg-type]
    return photograph(draw_card(pattern, look, rng), rng, shot)[0], pattern, look


def read(picture: Picture) -> CardSeen | None:
    try:
        return read_card(picture)
    except CardNotReadError:
        return None


@cache
def many() -> list[tuple[Pattern, Look, CardSeen | None]]:
    found = []
    for seed in range(NUMBER):
        picture, pattern, look = shown(seed)
        found.append((pattern, look, read(picture)))
    return found


def test_cards_of_many_looks_are_read() -> None:
    right = [seen is not None and seen.pattern in turns(pattern) for pattern, _, seen in many()]
    assert sum(right) >= 0.97 * NUMBER
    sure = [seen is not None and seen.is_sure for _, _, seen in many()]
    assert sum(sure) >= 0.9 * NUMBER


def test_nobody_is_sure_of_a_wrong_reading() -> None:
    wrong = [seen for pattern, _, seen in many() if seen is not None and seen.pattern not in turns(pattern)]
    assert not any(seen.is_sure for seen in wrong)


def test_pips_are_counted_or_left_out() -> None:
    told = [(look.pips, seen.level) for _, look, seen in many() if seen is not None]
    assert all(level in (None, pips) for pips, level in told)
    several = [level for pips, level in told if pips > 1]
    assert sum(level is not None for level in several) >= 0.8 * len(several)


def test_the_mirror_image_is_another_pattern() -> None:
    rng = np.random.default_rng(3)
    seen = read_card(photograph(draw_card(HOOK, LOOK, rng), rng)[0])
    assert seen.pattern in turns(HOOK)
    assert seen.pattern not in turns(tuple(row[::-1] for row in HOOK))


def test_it_says_where_it_saw_the_card_and_its_cells() -> None:
    rng = np.random.default_rng(4)
    picture, corners = photograph(draw_card(HOOK, LOOK, rng), rng)
    seen = read_card(picture)
    apart = np.abs(np.array(seen.corners)[:, None] - corners[None]).max(axis=2).min(axis=1)
    assert apart.max() < 15
    assert len(seen.cells_px) == 5
    assert (
        cv2.pointPolygonTest(corners.astype(np.float32), tuple(map(float, seen.cells_px.mean(axis=0))), False) > 0
    )


def test_the_corners_may_be_given() -> None:
    rng = np.random.default_rng(5)
    picture, corners = photograph(draw_card(HOOK, LOOK, rng), rng)
    for order in (corners, corners[::-1], np.roll(corners, 1, axis=0)):
        assert read_card(picture, order).pattern in turns(HOOK)


def test_a_scan_is_read_but_not_for_sure() -> None:
    rng = np.random.default_rng(6)
    seen = read_card(draw_card(HOOK, replace(LOOK, frame=False), rng))
    assert seen.pattern in turns(HOOK)
    assert not seen.is_sure


@pytest.mark.parametrize("seed", range(500, 506))
def test_cells_without_a_gap_are_read_but_not_for_sure(seed: int) -> None:
    picture, pattern, _ = shown(seed, fill=1.0, shape="square", empty="nothing", text=False)
    seen = read(picture)
    if seen is not None:
        assert seen.pattern in turns(pattern) or not seen.is_sure


@pytest.mark.parametrize("seed", range(700, 706))
def test_a_small_or_soft_picture_is_read_or_refused(seed: int) -> None:
    shot = Shot(share=(0.22, 0.3)) if seed % 2 else Shot(blur=3.0)
    picture, pattern, _ = shown(seed, shot)
    seen = read(picture)
    assert seen is None or seen.pattern in turns(pattern) or not seen.is_sure


# -- what is no card --------------------------------------------------------------------------------------


def refusal(picture: Picture) -> str:
    with pytest.raises(CardNotReadError) as caught:
        read_card(picture)
    return caught.value.message


@pytest.mark.parametrize("kind", ["black", "white", "noise", "table", "tiny", "thin"])
def test_no_card_is_refused(kind: str) -> None:
    rng = np.random.default_rng(7)
    pictures = {
        "black": np.zeros((720, 960, 3), np.uint8),
        "white": np.full((720, 960, 3), 255, np.uint8),
        "noise": rng.integers(0, 255, (720, 960, 3)).astype(np.uint8),
        "table": table(rng, *SIZE),
        "tiny": np.zeros((1, 1, 3), np.uint8),
        "thin": np.zeros((1, 900, 3), np.uint8),
    }
    assert refusal(pictures[kind])


def test_two_cards_are_refused() -> None:
    rng = np.random.default_rng(8)
    first, _ = photograph(draw_card(HOOK, LOOK, rng), rng, Shot(share=(0.5, 0.5), at=(0.25, 0.5)))
    both, _ = photograph(draw_card(("####",), LOOK, rng), rng, Shot(share=(0.5, 0.5), at=(0.75, 0.5), under=first))
    assert "more than one card" in refusal(both)


def test_a_card_of_text_and_empty_cells_is_refused() -> None:
    rng = np.random.default_rng(9)
    blank = draw_card(("....",) * 4, LOOK, rng)
    assert "nothing like a pattern" in refusal(photograph(blank, rng)[0])


def test_the_back_of_a_card_is_not_read_for_sure() -> None:
    rng = np.random.default_rng(10)
    back = np.full((441, 308, 3), (90, 60, 40), np.uint8)
    for y in range(9):
        for x in range(6):
            cv2.circle(back, (26 + 51 * x, 24 + 49 * y), 17, (210, 220, 230), -1, cv2.LINE_AA)
    seen = read(photograph(back, rng)[0])
    assert seen is None or not seen.is_sure


@pytest.mark.parametrize("seed", range(510, 518))
def test_a_thumb_over_the_pattern_makes_nobody_sure_of_the_rest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture, corners = photograph(draw_card(HOOK, replace(LOOK, pitch_mm=13.0), rng), rng)
    side = (corners[1] + corners[2]) / 2
    middle = corners.mean(axis=0)
    tip = np.round(side + (middle - side) * 0.75).astype(int)
    wide = int(np.linalg.norm(corners[0] - corners[1]) * 0.3)
    start = np.round(side + (side - middle) * 4).astype(int)
    cv2.line(picture, tuple(map(int, start)), tuple(map(int, tip)), (118, 150, 205), wide, cv2.LINE_AA)
    seen = read(picture)
    assert seen is None or seen.pattern in turns(HOOK) or not seen.is_sure
