"""Cards below other cards and thumbs: known by what is in sight, and not by what may be below."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.card_faces import CardFace
from bench.card_shots import How, shot
from tests.vision.test_cards_knowing import face, faces_of
from vision.camera import Points
from vision.cards.comparing import CELL, COLUMNS, RIM, ROWS, Flags, Held, Matched, elsewise
from vision.cards.covers import cover_of, sheet_over
from vision.cards.faces import Faces
from vision.cards.knowing import Knower
from vision.cards.layers import Layers
from vision.cards.looks import FACE, PLAIN, Picture, corners_of, laid_corners, warp_to
from vision.cards.quads import holds
from vision.cards.spots import Spots

TEXTS, SYMBOLS = ([face(family, n, way) for n in range(4)] for family, way in ((0, "text"), (1, "symbol")))
SHOWN = [*TEXTS[:3], *SYMBOLS[:3]]
UPPER, STRANGE_UPPER = SYMBOLS[0], SYMBOLS[3]
THIRD = How(tilt=15.0, cover="card", share=(0.15, 0.33))


@pytest.fixture(scope="module")
def album() -> dict[str, Picture]:
    return faces_of(SHOWN)


@pytest.fixture(scope="module")
def knower(album: dict[str, Picture]) -> Knower:
    return Knower(album)


def named(knower: Knower, picture: Picture) -> set[tuple[str, ...]]:
    return {one.names for one in knower.cards(picture) if one.names}


@pytest.mark.parametrize("one", TEXTS[:3], ids=lambda one: one.name)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_card_is_known_below_another(one: CardFace, seed: int, knower: Knower) -> None:
    for upper in (UPPER, STRANGE_UPPER):
        seen = shot(one, np.random.default_rng([seed, 17]), THIRD, [upper])
        assert 0.14 < seen.covered < 0.34
        assert (one.name,) in named(knower, seen.picture)


@pytest.mark.parametrize("how", [THIRD, How(cover="thumb")], ids=["card", "thumb"])
def test_a_stranger_below_something_is_not_named(how: How, knower: Knower) -> None:
    for seed in range(3):
        seen = shot(TEXTS[3], np.random.default_rng([seed, 18]), how, [UPPER])
        assert named(knower, seen.picture) <= {(UPPER.name,)}


def test_a_card_is_known_by_what_is_left_on_both_sides_of_another(
    album: dict[str, Picture], knower: Knower
) -> None:
    seen = shot(TEXTS[0], np.random.default_rng(21), How(long_px=(580.0, 620.0), tilt=5.0, is_calm=True))
    middle, turn = seen.corners.mean(axis=0), np.array([[0.8, -0.6], [0.6, 0.8]])
    small = middle + 0.6 * (seen.corners - middle) @ turn
    _paste(seen.picture, album[UPPER.name], small)
    assert named(knower, seen.picture) == {(TEXTS[0].name,), (UPPER.name,)}


def _paste(picture: Picture, card: Picture, corners: Points) -> None:
    warp = warp_to(corners, FACE)
    size = (picture.shape[1], picture.shape[0])
    cover = cv2.warpPerspective(np.ones(card.shape[:2], np.uint8), warp, size)
    picture[cover > 0] = cv2.warpPerspective(card, warp, size)[cover > 0]


def test_what_lies_on_top_hides_what_it_covers() -> None:
    layers = Layers.of(np.zeros((288, 208, 3), np.uint8))
    warp = warp_to(corners_of((208, 288)), PLAIN)
    assert layers.hidden(warp, PLAIN) is None
    half = np.array([(-10, -10), (104, -10), (104, 300), (-10, 300)], np.float64)
    hidden = layers.below([half]).hidden(warp, PLAIN)
    assert hidden is not None
    assert hidden[:, :50].all()
    assert not hidden[:, 58:].any()
    assert layers.below([half + 500]).hidden(warp, PLAIN) is None
    assert 0.48 < layers.below([half]).share_hidden(corners_of((208, 288))) < 0.56


def test_likeness_goes_by_what_is_in_sight(album: dict[str, Picture]) -> None:
    faces = Faces(album)
    picture = album[TEXTS[0].name].copy()
    picture[:110] = (40, 200, 60)
    whole = corners_of(FACE)
    lid = np.array([(-9, -9), (FACE[0] + 9, -9), (FACE[0] + 9, 110), (-9, 110)], np.float64)
    layers, number = Layers.of(picture), faces.names.index(TEXTS[0].name)
    before = faces.likeness(layers, [whole])[0, :, number].max()
    after = faces.likeness(layers.below([lid]), [whole])[0, :, number].max()
    assert before < 0.6
    assert after > 0.9


def test_a_cover_is_one_piece_without_dents() -> None:
    strange = np.zeros((FACE[1], FACE[0]), bool)
    strange[100:, 60:] = True
    lying = strange.copy()
    outline = cover_of(_held(strange, lying))
    assert outline is not None
    assert np.abs(outline.min(axis=0) - (60, 100)).max() < 6
    # another print in the far corner is none of it
    strange[:40, :40] = True
    apart = cover_of(_held(strange, lying))
    assert apart is not None
    assert (apart == outline).all()
    # what lies between would have to be covered, and is not
    strange[:100, 130:] = True
    strange[:20] = True
    assert cover_of(_held(strange, lying)) is None
    assert cover_of(_held(np.zeros_like(strange), lying)) is None


def test_a_cover_ends_in_an_edge() -> None:
    strange = np.zeros((FACE[1], FACE[0]), bool)
    strange[100:, 60:] = True
    assert cover_of(_held(strange, strange)) is not None
    assert cover_of(_held(strange, np.zeros_like(strange))) is None


@pytest.mark.parametrize(("turn", "is_cover"), [(25, True), (0, False)], ids=["askew", "as a frame is printed"])
def test_a_card_within_another_lies_askew(turn: int, is_cover: bool) -> None:
    strange = np.zeros((FACE[1], FACE[0]), np.uint8)
    corners = cv2.boxPoints(((78.0, 108.0), (60.0, 80.0), float(turn)))
    cv2.fillConvexPoly(strange, np.round(corners).astype(np.int32), (1,))
    nowhere = np.zeros((ROWS, COLUMNS), bool)
    outline = cover_of(_held(strange > 0, strange > 0, covered=nowhere))
    assert (outline is not None) == is_cover


@pytest.mark.parametrize(("turn", "is_over"), [(25.0, True), (0.0, False)], ids=["askew", "as a frame is printed"])
def test_a_sheet_over_a_card_is_no_frame_of_it(turn: float, is_over: bool) -> None:
    corners = np.asarray(cv2.boxPoints(((78.0, 108.0), (60.0, 80.0), turn)), np.float64)
    strange = np.zeros((FACE[1], FACE[0]), np.uint8)
    cv2.fillConvexPoly(strange, np.round(corners).astype(np.int32), (1,))
    held = _held(strange > 0, strange > 0)
    assert (sheet_over(held, [corners]) is not None) == is_over
    # what shows the card's print does not lie over it
    assert sheet_over(_held(np.zeros_like(strange) > 0, strange > 0), [corners]) is None


@pytest.mark.parametrize(("beyond", "is_cover"), [(40, False), (90, True)], ids=["the table", "the cover"])
def test_what_lies_over_a_cards_edge_hides_it(beyond: int, is_cover: bool) -> None:
    """Where the table is seen to begin, what looks otherwise is printed, be it at the very edge."""
    strange = np.zeros((FACE[1], FACE[0]), bool)
    strange[120:, 50:130] = True
    held = _held(strange, strange, table=40)
    assert held.wide is not None
    held.wide[-RIM:, RIM + 50 : RIM + 130] = beyond
    assert (cover_of(held) is not None) == is_cover


def test_no_table_is_seen_where_it_looks_as_nowhere_else_beside_the_card() -> None:
    wide = np.full((FACE[1] + 2 * RIM, FACE[0] + 2 * RIM, 3), 40, np.uint8)
    some = np.zeros((ROWS, COLUMNS), bool)
    some[-1, 5:9] = True
    assert not elsewise(wide, some).any()
    wide[-RIM:, RIM + 5 * CELL : RIM + 9 * CELL] = 200
    assert (elsewise(wide, some) == some).all()
    # a cover may end anywhere beside a cell
    wide[-RIM:, RIM + 4 * CELL + 5 : RIM + 9 * CELL + 5] = 200
    assert elsewise(wide, some)[some].all()
    # what is found beside other cells, too, may be the table
    wide[:RIM] = 200
    assert not elsewise(wide, some)[some].any()


def test_a_cover_may_end_next_to_the_cards_edge() -> None:
    strange = np.zeros((FACE[1], FACE[0]), np.uint8)
    corners = np.array([(150, 206), (92, 212), (40, 140), (106, 95), (153, 172)])
    cv2.fillConvexPoly(strange, corners.astype(np.int32), (1,))
    nowhere = np.zeros((ROWS, COLUMNS), bool)
    assert cover_of(_held(strange > 0, strange > 0, covered=nowhere, table=40)) is not None


def test_how_far_a_card_reaches_below_a_known_one_may_be_guessed_badly(knower: Knower) -> None:
    how = How(cover="card", share=(0.28, 0.45))
    seen = shot(TEXTS[2], np.random.default_rng([38, 31]), how, [UPPER])
    assert named(knower, seen.picture) == {(TEXTS[2].name,), (UPPER.name,)}


def test_what_lies_on_top_may_go_on_beyond_the_picture(album: dict[str, Picture], knower: Knower) -> None:
    picture = np.asarray(np.random.default_rng(1).normal(90, 4, (480, 640, 3)), np.uint8)
    _paste(picture, album[UPPER.name], np.array([(380, 60), (660, 110), (590, 500), (310, 450)], np.float64))
    (one,) = knower.cards(picture)
    assert one.name == UPPER.name and one.is_whole


@pytest.mark.parametrize("how", [How(), THIRD], ids=["whole", "below a card"])
def test_a_card_is_known_by_its_spots_where_no_side_is_seen(
    how: How, knower: Knower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cards.knowing.quads_of", lambda _: ())
    monkeypatch.setattr("vision.cards.knowing.open_ended", lambda *_: [])
    seen = shot(TEXTS[0], np.random.default_rng(5), how, [STRANGE_UPPER])
    assert named(knower, seen.picture) == {(TEXTS[0].name,)}


def test_spots_tell_where_a_card_lies_and_leave_out_what_is_known(album: dict[str, Picture]) -> None:
    spots = Spots()
    assert spots.guesses([np.zeros((720, 1280, 3), np.uint8)], []) == []
    for one in album.values():
        spots.add(np.asarray(cv2.resize(one, FACE), np.uint8))
    seen = shot(SYMBOLS[1], np.random.default_rng(8), How(tilt=10.0))
    pictures = Layers.of(seen.picture).pictures
    warp, _ = spots.guesses(pictures, [])[0]
    off = [np.abs(np.roll(laid_corners(warp), turn, axis=0) - seen.corners).max() for turn in range(4)]
    assert min(off) < 0.1 * np.ptp(seen.corners)
    middle = seen.corners.mean(axis=0)
    beside = [
        laid_corners(one).mean(axis=0) for one, _ in spots.guesses(pictures, [1.1 * seen.corners - 0.1 * middle])
    ]
    assert not any(holds(seen.corners, point) for point in beside)


def test_a_card_in_other_colours_is_another(album: dict[str, Picture], knower: Knower) -> None:
    """A family may differ by nothing but its colours; one that was never shown is not called by another's name."""
    seen = shot(TEXTS[1], np.random.default_rng(3), How(long_px=(420.0, 560.0), tilt=10.0, is_calm=True))
    assert named(knower, seen.picture) == {(TEXTS[1].name,)}
    hue, light, rich = cv2.split(cv2.cvtColor(seen.picture, cv2.COLOR_BGR2HLS))
    dyed = cv2.cvtColor(cv2.merge([np.asarray((hue + 60) % 180, np.uint8), light, rich]), cv2.COLOR_HLS2BGR)
    assert named(knower, np.asarray(dyed, np.uint8)) == set()


def _held(strange: Flags, lying: Flags, covered: Flags | None = None, table: int | None = None) -> Held:
    """What looks so, everything else agreeing, in a picture in which something ``lying`` there is darker.

    Around the card is a table so bright, or all goes on.
    """
    cells, none = np.zeros((ROWS, COLUMNS), np.float32), np.zeros((ROWS, COLUMNS), bool)
    if covered is None:
        covered = cv2.resize(strange.astype(np.float32), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) > 0
    light = np.zeros((FACE[1], FACE[0]), np.float32)
    matched = Matched(light, np.zeros((2, *light.shape), np.float32), 0.0, 1.0)
    wide = np.pad(np.where(lying, 90, 160).astype(np.uint8), RIM, mode="edge")
    if table is not None:
        wide[:RIM] = wide[-RIM:] = wide[:, :RIM] = wide[:, -RIM:] = table
    wide = np.repeat(wide[..., None], 3, axis=2)
    return Held(cells, cells, none, cells, np.asarray(covered), none, strange, ~strange, matched, wide)
