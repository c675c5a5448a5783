"""Dice and tokens: pips in every turn, numbers in every turn, colours by example, trays, and lessons as files."""

from __future__ import annotations

import math
import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.table import Place, Supply, TablePlan, Thing
from vision.camera import Lens, View
from vision.dice import faces, network, profile, trays
from vision.dice.inked import inked
from vision.dice.lesson import Example, Taught, learnt
from vision.dice.network import DiceNetwork, Fit, Look, Spot, dice_network
from vision.dice.numbers import numbers_of, tokens_on
from vision.dice.patches import DIE, PATCH, SMALL, STEP, TOKEN, TOKEN_PATCH, Layers
from vision.dice.pieces import Known, Piece
from vision.dice.pips import PITCH, pips_of, pitch_of
from vision.dice.reading import DiceReader
from vision.model import ModelError
from vision.profile import ProfileError

Picture = NDArray[np.uint8]

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
RED, BLUE, YELLOW, WHITE, BLACK, WOOD = (
    (40, 40, 200), (190, 80, 30), (40, 200, 230), (240, 240, 240), (25, 25, 25), (70, 110, 150),
)  # fmt: skip
OVER = 8


def face(
    value: int, turn: float, body: tuple[int, ...] = RED, pip: tuple[int, ...] = WHITE, off: float = 0
) -> Picture:
    """A patch with a die's upper face, and the side of another below it."""
    side = PATCH * OVER
    found = np.full((side, side, 3), WOOD, np.uint8)
    edge, middle = DIE * OVER, side / 2 + off * OVER
    cos, sin = math.cos(turn), math.sin(turn)

    def at(x: float, y: float) -> tuple[float, float]:
        return middle + (x * cos - y * sin) * edge, side / 2 + (x * sin + y * cos) * edge

    corners = np.array([at(x, y) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    cv2.fillPoly(
        found, [np.round(corners + np.array([0, edge * 0.2])).astype(np.int32)], tuple(part // 2 for part in body)
    )
    cv2.fillPoly(found, [np.round(corners).astype(np.int32)], body)
    for x, y in SPOTS[value]:
        right, down = at(x * 0.25, y * 0.25)
        cv2.circle(found, (round(right), round(down)), round(0.1 * edge), pip, -1)
    return np.asarray(cv2.resize(found, (PATCH, PATCH), interpolation=cv2.INTER_AREA), np.uint8)


def token(number: int, turn: float, body: tuple[int, ...] = BLUE) -> Picture:
    side = TOKEN_PATCH * OVER
    found = np.full((side, side, 3), WOOD, np.uint8)
    cv2.circle(found, (side // 2, side // 2), round(TOKEN * OVER / 2), body, -1)
    (wide, high), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_DUPLEX, 5.4, 14)
    at = (side // 2 - wide // 2, side // 2 + high // 2)
    cv2.putText(found, str(number), at, cv2.FONT_HERSHEY_DUPLEX, 5.4, WHITE, 14)
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1)
    turned = cv2.warpAffine(found, spin, (side, side), borderValue=WOOD)
    return np.asarray(cv2.resize(turned, (TOKEN_PATCH, TOKEN_PATCH), interpolation=cv2.INTER_AREA), np.uint8)


# -- faces --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0.0, 0.35, 0.8, 1.3])
def test_pips_are_counted_however_a_die_lies(turn: float) -> None:
    seen = pips_of([face(value, turn) for value in SPOTS])
    assert [int(one.likely.argmax()) + 1 for one in seen] == list(SPOTS)
    assert min(float(one.likely.max()) for one in seen) > 0.7


def test_black_pips_count_as_white_ones_and_a_die_found_beside_its_middle_is_read() -> None:
    seen = pips_of([face(value, 0.5, YELLOW, BLACK, off=2.5) for value in SPOTS])
    assert [int(one.likely.argmax()) + 1 for one in seen] == list(SPOTS)
    assert all(1 < one.x < 4 for one in seen)


def test_how_far_spots_are_apart_is_learnt() -> None:
    shown = [(value, face(value, turn)) for value in SPOTS for turn in (0.1, 0.7)]
    assert pitch_of(shown) == pytest.approx(0.25, abs=0.015)
    assert pitch_of([(1, face(1, 0.0))]) == PITCH


def test_nothing_is_asked_of_no_die() -> None:
    assert pips_of([]) == []


def test_numbers_are_read_in_every_turn_and_on_other_colours() -> None:
    numbers = numbers_of((number, token(number, 0)) for number in range(2, 7))
    for number in range(2, 7):
        for turn in (40, 115, 260):
            (told,) = numbers.likely(tokens_on([token(number, turn, RED)]))
            assert max(told.numbers, key=lambda one: told.numbers[one]) == number
            assert min(told.alike, told.whole) > 0.7


def test_without_an_example_no_number_is_known() -> None:
    nothing, some = numbers_of([]), tokens_on([token(3, 0)])
    assert nothing.likely(some) == [({}, 0.0, 0.0, (0.0, 0.0, 1.0))]
    assert nothing.nearby(some) == [(0.0, (0.0, 0.0))]


def test_tokens_are_told_together_as_each_would_be_alone() -> None:
    numbers = numbers_of((number, token(number, 0)) for number in range(2, 7))
    some = [token(number, 40 * number, RED) for number in range(2, 7)]
    alone = [told for one in some for told in numbers.likely(tokens_on([one]))]
    for one, other in zip(numbers.likely(tokens_on(some)), alone, strict=True):
        assert one.numbers == pytest.approx(other.numbers, abs=1e-4)
        assert [one.alike, one.whole] == pytest.approx([other.alike, other.whole], abs=1e-4)
        assert one.off == other.off


# -- lessons ------------------------------------------------------------------------------------------------


def example(name: str, colour: tuple[float, ...], kind: str = "die", value: int = 3) -> Example:
    patch = face(value, 0.2) if kind == "die" else token(value, 10)
    return Example("die" if kind == "die" else "token", name, value, np.array(colour, np.float32), patch)


def test_colours_are_named_as_they_were_shown() -> None:
    taught = learnt([example("red", (0.1, 0.1, 0.8)), example("blue", (0.7, 0.3, 0.1))])
    ((likely, far),) = taught.colours["die"].likely(np.array([[0.15, 0.12, 0.6]], np.float32))
    assert max(likely, key=lambda name: likely[name]) == "red"
    assert far < 2
    ((_, far),) = taught.colours["die"].likely(np.array([[0.7, 0.7, 0.7]], np.float32))
    assert far > 3


def test_a_colour_shown_on_dice_alone_serves_for_tokens() -> None:
    taught = learnt([example("red", (0.1, 0.1, 0.8)), example("blue", (0.7, 0.3, 0.1), "token")])
    assert taught.colours["token"].names == ("blue", "red")


def test_pips_of_the_wrong_colour_are_not_like_those_shown() -> None:
    taught = learnt([example("red", (0.1, 0.1, 0.8))])
    light, dark = pips_of([face(2, 0.3), face(2, 0.3, RED, BLACK)])
    assert taught.like_pips("red", light)[0] > 0.8
    assert taught.like_pips("red", dark)[0] < 0
    assert taught.like_pips("unheard-of", dark) == (1.0, 0.0)


def lit(patch: Picture, lamp: float) -> Picture:
    """The same with a lamp mirrored in it."""
    light = (patch / 255) ** 2.2 + lamp
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def test_a_lamp_that_is_mirrored_in_a_face_is_taken_off() -> None:
    # the middles of colours are those of bodies in daylight, as photos of a lesson show them
    taught = learnt([example("blue", tuple(part / 255 for part in BLUE)), example("grey", (0.6, 0.6, 0.6))])
    taught = replace(taught, pips={"blue": taught.pips["grey"], "grey": taught.pips["grey"]}, pale={"blue": 0.02})
    (seen,) = pips_of([lit(face(1, 0.3, BLUE), 0.35)])
    without, found = taught.like_pips("blue", seen)[0], taught.mirrored("blue", seen)
    assert found is not None
    assert found[0] > max(2 * without, 0.6)
    assert found[1] < 1.5
    (plain,) = pips_of([face(1, 0.3, BLUE)])
    assert taught.mirrored("blue", plain) is None
    assert taught.mirrored("grey", seen) is None


def photo() -> Picture:
    found = np.full((480, 640, 3), WOOD, np.uint8)
    found[100:140, 100:140] = face(4, 0.0)
    found[300:348, 300:348] = token(5, 0)
    return found


NAMED = [profile.Named("die", "red", 4, 119.5, 119.5, DIE), profile.Named("token", "blue", 5, 323.5, 323.5, TOKEN)]


def test_a_profile_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = profile.DiceProfile("mine").with_photo(photo(), NAMED)
    profile.save(kept, tmp_path / "mine.dice")
    again = profile.load(tmp_path / "mine.dice")
    assert [(one.kind, one.colour, one.face, one.photo) for one in again.shown] == [
        ("die", "red", 4, 0),
        ("token", "blue", 5, 0),
    ]
    assert np.array_equal(again.shown[1].picture, kept.shown[1].picture)
    taught = again.taught()
    assert taught.edge == pytest.approx(DIE)
    assert taught.ratio == pytest.approx(TOKEN / DIE)
    assert taught.colours["die"].names == ("blue", "red")


def test_a_photo_that_names_nothing_teaches_nothing() -> None:
    with pytest.raises(ProfileError, match="no die and no token"):
        profile.DiceProfile("mine").with_photo(photo(), [])
    many = [NAMED[0]] * (profile.MOST_EXAMPLES + 1)
    with pytest.raises(ProfileError, match="already"):
        profile.DiceProfile("mine").with_photo(photo(), many)


@pytest.mark.parametrize(
    "index", ["", "[]", '{"form": 99}', '{"form": 1, "name": "x", "shown": [{"kind": "card"}]}']
)
def test_a_damaged_profile_is_refused_in_a_word(tmp_path: Path, index: str) -> None:
    path = tmp_path / "bad.dice"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("dice.json", index)
    with pytest.raises(ProfileError):
        profile.load(path)
    path.write_bytes(b"no archive at all")
    with pytest.raises(ProfileError, match="damaged"):
        profile.load(path)
    with pytest.raises(ProfileError, match="no profile"):
        profile.load(tmp_path / "none.dice")


def test_another_networks_file_is_not_loaded() -> None:
    with pytest.raises(ModelError, match="hash"):
        DiceNetwork(b"spots", b"close", b"undersides", Fit("0" * 64, "0" * 64, "0" * 64))


# -- reading ------------------------------------------------------------------------------------------------


class Found:
    """In place of the networks: it finds what it was told."""

    def __init__(self, *looks: Look, tipped: float | None = None) -> None:
        self.looks = looks
        self.tipped = tipped

    def spots(self, _layers: Layers, edge: float) -> list[Spot]:
        return [one.spot for one in self.looks] if edge == pytest.approx(DIE, rel=0.1) else []

    def closely(self, _layers: Layers, spots: list[Spot]) -> list[Look]:
        return [self._look(spot) for spot in spots]

    def undersides(self, _layers: Layers, places: list[tuple[float, float, float]]) -> NDArray[np.float64]:
        return np.array([(1.3 if x == self.tipped else 0.0, 0.0) for x, _, _ in places]).reshape(-1, 2)

    def _look(self, spot: Spot) -> Look:
        near = [one for one in self.looks if math.dist((one.spot.x, one.spot.y), (spot.x, spot.y)) < DIE / 3]
        return near[0] if near else Look(spot, 0.0, 0.0, EVEN)


EVEN = np.full(6, 1 / 6, np.float32)


def look(kind: str, x: float, y: float, colour: tuple[int, ...], leans: float = 0.0) -> Look:
    blue, green, red = (part / 255 for part in colour)
    size = DIE if kind == "die" else TOKEN
    spot = Spot("die" if kind == "die" else "token", x, y, size, 0.9, (blue, green, red))
    return Look(spot, 0.99 - leans, leans, np.eye(6, dtype=np.float32)[3])


def reader_of(*looks: Look, tipped: float | None = None) -> DiceReader:
    taught: Taught = learnt(
        [
            Example("die", "red", 3, np.array(RED, np.float32) / 255, face(3, 0.2)),
            *(Example("token", "blue", n, np.array(BLUE, np.float32) / 255, token(n, 0)) for n in range(2, 7)),
        ],
        DIE,
        TOKEN / DIE,
    )
    return DiceReader(Found(*looks, tipped=tipped), taught, Known.usual())  # type: ignore[arg-type]


def test_a_die_and_a_token_are_read() -> None:
    pieces = reader_of(look("die", 119.5, 119.5, RED), look("token", 323.5, 323.5, BLUE)).read(photo())
    assert [(one.kind, one.colour, one.face, one.doubts) for one in pieces] == [
        ("die", "red", 4, ()),
        ("token", "blue", 5, ()),
    ]


def test_what_is_no_die_is_not_read_as_one() -> None:
    bare = look("die", 500, 400, RED)
    strange = look("die", 450, 100, (128, 128, 128))
    on_token = look("die", 321, 318, BLUE)
    pieces = reader_of(bare, strange, on_token, look("token", 323.5, 323.5, BLUE)).read(photo())
    assert [one.kind for one in pieces] == ["token"]


def test_one_die_found_twice_is_one() -> None:
    pieces = reader_of(look("die", 119.5, 119.5, RED), look("die", 124, 117, RED)).read(photo())
    assert len(pieces) == 1


def test_a_leaning_die_is_asked_about() -> None:
    (piece,) = reader_of(look("die", 119.5, 119.5, RED, leans=0.7)).read(photo())
    assert "leaning" in piece.doubts


def test_a_die_whose_underside_is_seen_elsewhere_is_asked_about() -> None:
    (piece,) = reader_of(look("die", 119.5, 119.5, RED), tipped=119.5).read(photo())
    assert piece.doubts == ("leaning",)


def test_the_shipped_networks_look_at_any_picture() -> None:
    for shape, edge in (((480, 640, 3), 20.0), ((101, 333, 3), 70.0), ((3, 3, 3), 500.0)):
        layers = Layers(np.full(shape, 90, np.uint8))
        spots = network.kept(dice_network().spots(layers, edge), layers.frame)
        dice = [spot for spot in spots if spot.kind == "die"]
        assert len(dice_network().closely(layers, dice)) == len(dice) < 60


def test_a_small_frame_shows_dice_as_large_as_networks_know_them() -> None:
    shrunk, share = Layers(np.zeros((960, 1280, 3), np.uint8)).small(27.0)
    assert share == pytest.approx(27.0 / SMALL, rel=0.01)
    assert shrunk.shape == (320, 428, 3)
    assert not any(side % STEP for side in shrunk.shape[:2])


def test_faces_are_found_by_their_pips_and_tell_how_large_dice_are() -> None:
    frame = np.full((400, 600, 3), WOOD, np.uint8)
    places = [(100, 100), (300, 120), (480, 300), (200, 300)]
    for (x, y), value in zip(places, (4, 5, 6, 1), strict=True):
        found = cv2.resize(face(value, 0.3 * value), None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC)
        frame[y : y + len(found), x : x + len(found)] = found
    taught = learnt([Example("die", "red", 3, np.array(RED, np.float32) / 255, face(3, 0.2))], DIE)
    layers = Layers(frame)
    edge = faces.edge_of(inked(layers, DIE, taught), taught)
    assert edge is not None
    assert edge == pytest.approx(DIE * 1.6, rel=0.1)
    found_there = faces.faces_in(inked(layers, edge, taught), edge, taught)[: len(places)]
    for x, y in places:
        assert min(math.dist((one.x, one.y), (x + 31.5, y + 31.5)) for one in found_there) < 3
    bare = Layers(np.full((400, 600, 3), WOOD, np.uint8))
    assert faces.edge_of(inked(bare, DIE, taught), taught) is None
    assert faces.faces_in(inked(bare, DIE, taught), DIE, taught) == []


def test_any_frame_is_looked_at_whatever_was_taught() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (90, 160, 3), np.uint8)
    frames = (np.zeros((1, 1, 3), np.uint8), np.full((3, 500, 3), 255, np.uint8), noise)
    lessons = (
        learnt([]),
        learnt([example("blue", (0.7, 0.3, 0.1), "token")]),
        learnt([example("red", (0.1, 0.1, 0.8))]),
    )
    for taught in lessons:
        reader = DiceReader(dice_network(), taught, Known.usual())
        for frame in frames:
            assert all(piece.score > 0 for edge in (None, 0.5, 400.0) for piece in reader.read(frame, edge))


# -- trays --------------------------------------------------------------------------------------------------

THINGS = tuple(
    Thing(f"die-{colour}-{pips}" if pips else f"die-{colour}", "die", colour=colour, pips=pips)
    for colour in ("red", "blue")
    for pips in range(7)
) + tuple(Thing(f"seal-red-{number}", "seal", colour="red", number=number) for number in range(2, 7))
PLAN = TablePlan(
    (
        Place("tray", "tray", 0, 0, ("die",), 4, 2, many=True),
        Place("zone", "zone", 0, 3, ("die",), 4, 2, many=True, blank=True),
        Place("1a", "space", 4, 0, ("seal",)),
    ),
    THINGS,
    40.0,
    supply=(
        Supply(tuple(f"die-red-{n}" for n in range(1, 7)), 3),
        Supply(("seal-red-3",), 1),
    ),
)
VIEW = View(Lens(1280, 960, 1000.0), (0.0, 0.0, 0.0), (-2.0, -2.0, 14.0))


def piece(x: float, y: float, colour: str = "red", shows: int = 4, kind: str = "die") -> Piece:
    """A piece that lies at a point of the plan."""
    size = 0.4 * 1000 / 14
    up = 0.4 if kind == "die" else 0.0
    ((right, down),) = VIEW.project([(x, y, up)])
    found = Piece("die", float(right), float(down), size, {colour: 1.0}, {shows: 1.0}, 5.0)
    return found if kind == "die" else replace(found, kind="token")


def test_each_piece_is_told_in_its_place() -> None:
    lying = trays.laid(
        PLAN,
        VIEW,
        [piece(-1, 0), piece(1, 0.5, "blue", 2), piece(0, 3), piece(4, 0, "red", 3, "token"), piece(9, 9)],
    )
    told = {name: [thing.name for thing in things] for name, things in trays.layout_of(PLAN, lying).items()}
    assert told == {"tray": ["die-blue-2", "die-red-4"], "zone": ["die-red"], "1a": ["seal-red-3"]}
    assert len(lying.beside) == 1
    assert not lying.questions
    assert not lying.too_many


def test_a_die_too_many_is_named_with_its_place() -> None:
    lying = trays.laid(PLAN, VIEW, [piece(-1, 0), piece(1, 0), piece(1.5, 0), piece(0, 3)])
    (more,) = lying.too_many
    assert (more.kind, more.colour, more.number, more.count, more.most, more.place) == (
        "die", "red", None, 4, 3, "zone",
    )  # fmt: skip


def test_a_token_too_many_is_named_with_its_number() -> None:
    lying = trays.laid(PLAN, VIEW, [piece(4, 0, "red", 3, "token"), piece(4.1, 0, "red", 3, "token")])
    (more,) = lying.too_many
    assert (more.kind, more.number, more.count, more.place) == ("token", 3, 2, "1a")


def test_doubts_are_asked_with_their_place_but_faces_that_do_not_count_are_not() -> None:
    leaning, unclear = replace(piece(-1, 0), doubts=("leaning",)), replace(piece(0, 3), doubts=("face",))
    lying = trays.laid(PLAN, VIEW, [leaning, unclear])
    assert [(one.place, one.doubt) for one in lying.questions] == [("tray", "leaning")]


def test_what_may_lie_on_a_table_follows_from_its_plan() -> None:
    known = trays.known_of(PLAN)
    assert set(known.colours["die"]) == {"red", "blue"}
    assert list(known.faces["token"]) == [2, 3, 4, 5, 6]
