"""Cards shown once are known from then on: turned, lit otherwise, tilted, covered; and others are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.card_faces import PER_MM, CardFace, made_up
from bench.card_shots import How, empty, shot
from vision.cards import taking
from vision.cards.album import MOST_CARDS, Album, AlbumError, load, save
from vision.cards.edges import Edged
from vision.cards.knowing import Knower, Verdict
from vision.cards.layers import Layers
from vision.cards.looks import FACE, PLAIN, Picture, corners_of, light_of, shrunk, warp_to
from vision.cards.nestling import nestled, slopes_of
from vision.cards.quads import quads
from vision.cards.spot import CardNotReadError
from vision.cards.taking import face_shown
from vision.scene.flats import painted

CALM = How(long_px=(420.0, 640.0), tilt=12.0, is_calm=True)


def face(family: int, member: int, way: str) -> CardFace:
    drawing = made_up(family, member, way)
    return CardFace(f"{way}-{member}", way, painted(drawing, PER_MM).ink, drawing.width_mm, drawing.height_mm)


def faces_of(shown: list[CardFace]) -> dict[str, Picture]:
    """The faces of these cards, as they were shown once."""
    return {
        one.name: face_shown(shot(one, np.random.default_rng([n, 9]), CALM).picture)[0]
        for n, one in enumerate(shown)
    }


FACES = [face(0, member, "text") for member in (0, 1, 2)] + [face(1, member, "symbol") for member in (0, 3, 8)]
SHOWN, OTHERS = [FACES[i] for i in (0, 1, 3, 4)], [FACES[2], FACES[5]]


@pytest.fixture(scope="module")
def album() -> dict[str, Picture]:
    return faces_of(SHOWN)


@pytest.fixture(scope="module")
def knower(album: dict[str, Picture]) -> Knower:
    return Knower(album)


@pytest.mark.parametrize(("family", "way"), [(0, "text"), (2, "number"), (3, "art")])
def test_a_card_is_taken_by_its_edge_not_by_a_line_printed_on_it(family: int, way: str) -> None:
    one = face(family, 3, way)
    for seed in (1, 2):
        seen = shot(one, np.random.default_rng([seed, family]), CALM)
        _, corners = face_shown(seen.picture)
        off = min(np.abs(np.roll(seen.corners, turn, axis=0) - corners).max() for turn in range(4))
        assert off < 0.02 * min(np.linalg.norm(seen.corners[i] - seen.corners[i - 1]) for i in range(4))


def test_a_card_that_may_end_in_two_places_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = shot(SHOWN[0], np.random.default_rng(3), CALM)
    middle = seen.corners.mean(axis=0)
    edges = [Edged(middle + share * (seen.corners - middle), 0.9, 10.0 + share / 100) for share in (1.0, 0.9)]
    monkeypatch.setattr(taking, "edged", lambda *_: edges)
    with pytest.raises(CardNotReadError, match="where the card ends"):
        face_shown(seen.picture)


@pytest.mark.parametrize("side", range(4))
def test_a_line_across_a_card_is_not_where_it_ends(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = shot(SHOWN[0], np.random.default_rng(3), CALM)
    card = face_shown(seen.picture)[1]
    part = card.copy()
    part[side] += 0.3 * (card[side - 1] - card[side])
    part[(side + 1) % 4] += 0.3 * (card[(side + 2) % 4] - card[(side + 1) % 4])
    monkeypatch.setattr(taking, "edged", lambda *_: [Edged(part, 0.9, 10.0)])
    with pytest.raises(CardNotReadError, match="where the card ends"):
        face_shown(seen.picture)


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.name)
def test_a_card_is_known_in_other_pictures(one: CardFace, knower: Knower) -> None:
    for seed in (31, 32):
        seen = shot(one, np.random.default_rng(seed), How())
        found = knower.cards(seen.picture)
        assert [card.name for card in found if card.name] == [one.name]
        (card,) = (card for card in found if card.name)
        turned = [np.abs(np.roll(seen.corners, turn, axis=0) - card.corners).max() for turn in range(4)]
        assert min(turned) < 12


@pytest.mark.parametrize("one", OTHERS, ids=lambda one: one.name)
def test_a_look_alike_that_was_never_shown_is_not_named(one: CardFace, knower: Knower) -> None:
    for seed in (41, 42):
        found = knower.cards(shot(one, np.random.default_rng(seed), How()).picture)
        assert [card.verdict for card in found] == [Verdict.UNKNOWN]


def test_a_thumb_may_lie_over_a_part_of_it(knower: Knower) -> None:
    seen = shot(SHOWN[0], np.random.default_rng(55), How(cover="thumb"))
    assert 0.04 < seen.covered <= 0.26
    assert [card.name for card in knower.cards(seen.picture)] == [SHOWN[0].name]


def test_where_a_card_lies_may_be_known(knower: Knower) -> None:
    seen = shot(SHOWN[2], np.random.default_rng(61), How(tilt=10.0))
    assert knower.card_at(seen.picture, np.roll(seen.corners, 1, axis=0)).name == SHOWN[2].name
    aside = seen.corners + 700
    assert knower.card_at(seen.picture, aside).verdict is Verdict.UNKNOWN


def test_a_face_is_laid_exactly_from_corners_that_are_off(album: dict[str, Picture]) -> None:
    seen = shot(SHOWN[0], np.random.default_rng(64), How(tilt=10.0))
    slopes = slopes_of(light_of(shrunk(album[SHOWN[0].name], PLAIN)))
    ends = []
    for off in ([[0, 0], [0, 0], [0, 0], [0, 0]], [[9, -7], [-8, 6], [7, 8], [-9, 5]]):
        at = nestled(Layers.of(seen.picture), warp_to(seen.corners + off, PLAIN), slopes)
        assert at is not None
        assert at.held > 0.5
        ends.append(cv2.perspectiveTransform(corners_of(PLAIN).reshape(-1, 1, 2), at.warp).reshape(4, 2))
    assert np.abs(ends[1] - ends[0]).max() < 2.5
    assert np.abs(ends[0] - seen.corners).max() < 8


def test_a_card_may_have_several_faces(album: dict[str, Picture]) -> None:
    known = Knower({name: (face, _printed(name)) for name, face in album.items()})
    for number, one in enumerate(SHOWN[::2]):
        found = known.cards(shot(one, np.random.default_rng([number, 81]), How(tilt=15.0)).picture)
        assert [(card.verdict, card.names) for card in found] == [(Verdict.KNOWN, (one.name,))]
    stranger = shot(OTHERS[0], np.random.default_rng(83), How(tilt=15.0))
    assert [card.verdict for card in known.cards(stranger.picture)] == [Verdict.UNKNOWN]


def _printed(name: str) -> Picture:
    """The face as it is drawn, without its rounded corners."""
    ink = next(one.ink for one in SHOWN if one.name == name)
    return shrunk(np.ascontiguousarray(ink[2:-2, 2:-2, :3]), FACE)


def test_nothing_is_known_without_cards_or_without_anything_shown(knower: Knower) -> None:
    assert not any(card.name for card in knower.cards(empty(np.random.default_rng(71))))
    seen = shot(SHOWN[0], np.random.default_rng(72), CALM)
    assert all(card.verdict is Verdict.UNKNOWN for card in Knower({}).cards(seen.picture))


@pytest.mark.parametrize("value", [0, 128, 255])
def test_an_even_picture_has_no_sides(value: int) -> None:
    assert quads(np.full((300, 400, 3), value, np.uint8)) == ()
    assert quads(np.full((1, 1, 3), value, np.uint8)) == ()


def test_an_album_is_read_as_it_was_written(
    album: dict[str, Picture], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("albums") / "box.album"
    save(Album("archimage", album), path)
    again = load(path)
    assert (again.game, list(again.faces)) == ("archimage", list(album))
    assert all((again.faces[name] == face).all() for name, face in album.items())
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(AlbumError, match="damaged"):
        load(path)


def test_an_album_holds_only_so_many_cards() -> None:
    full = Album("", {str(number): np.zeros((FACE[1], FACE[0], 3), np.uint8) for number in range(MOST_CARDS)})
    with pytest.raises(AlbumError, match="full"):
        full.with_card("one more", full.faces["0"])
    assert full.with_card("0", full.faces["1"]).faces.keys() == full.faces.keys()


@pytest.mark.parametrize(("end", "seed"), [(0, 91), (2, 93)])
def test_a_whole_end_may_be_covered(end: int, seed: int, knower: Knower) -> None:
    seen = shot(SHOWN[2], np.random.default_rng([end, seed]), How(tilt=10.0))
    inward = 0.2 * (seen.corners[(end + 3) % 4] - seen.corners[end])
    along = 0.2 * (seen.corners[end + 1] - seen.corners[end])
    first, last = seen.corners[end] - along, seen.corners[end + 1] + along
    lid = np.array([first + inward, last + inward, last - inward, first - inward])
    picture = seen.picture.copy()
    cv2.fillConvexPoly(picture, np.round(lid).astype(np.int32), (60, 160, 90))
    found = [card for card in knower.cards(picture) if card.names]
    assert [card.names for card in found] == [(SHOWN[2].name,)]
    assert min(np.abs(np.roll(seen.corners, turn, axis=0) - found[0].corners).max() for turn in range(4)) < 12


def test_what_bears_no_print_is_no_card(knower: Knower) -> None:
    picture = np.full((720, 1280, 3), (70, 110, 130), np.uint8)
    cv2.fillConvexPoly(picture, np.array([(400, 150), (650, 190), (600, 520), (350, 480)]), (40, 40, 190))
    assert len(quads(picture)) == 1
    assert knower.cards(picture) == ()


def test_a_card_is_not_cut_out_by_one_that_was_taken_badly(album: dict[str, Picture]) -> None:
    first, other = (one.name for one in SHOWN[:2])
    wide, high = FACE
    off = warp_to(
        np.array([(-0.5, -0.5), (wide - 0.5, -0.5), (wide + 13.5, high - 0.5), (-0.5, high - 0.5)]), FACE
    )
    askew = cv2.warpPerspective(album[first], np.linalg.inv(off), FACE, borderMode=cv2.BORDER_REPLICATE)
    known = Knower({first: np.asarray(askew, np.uint8), other: album[other]})
    seen = shot(SHOWN[1], np.random.default_rng(66), How(tilt=10.0))
    found = known.cards(seen.picture)
    assert [card.names for card in found] == [(other,)]
    assert np.abs(found[0].corners - seen.corners).max() < 8


@pytest.mark.parametrize("seed", [102, 103])
def test_what_tells_a_card_apart_is_not_taken_for_a_part_of_what_lies_over_it(seed: int) -> None:
    one, other, _ = family = [face(1, member, "symbol") for member in (0, 3, 8)]
    known = Knower(faces_of(family))
    down, across = np.nonzero(cv2.absdiff(one.ink, other.ink)[..., :3].max(axis=2) > 40)
    seen = shot(one, np.random.default_rng(seed), How(long_px=(420.0, 560.0), tilt=10.0))
    high, wide = one.ink.shape[:2]
    edge = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    warp = cv2.getPerspectiveTransform(edge, seen.corners.astype(np.float32))
    top, right = float(down.max()) - 8, float(across.max()) + 60
    lid = np.array([[(-60, top), (right, top), (right, top + 110), (-60, top + 110)]])
    cv2.fillConvexPoly(
        seen.picture, np.round(cv2.perspectiveTransform(lid, warp)[0]).astype(np.int32), (60, 160, 90)
    )
    assert [card.names for card in known.cards(seen.picture) if card.names] == [(one.name,)]
