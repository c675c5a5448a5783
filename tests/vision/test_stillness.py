"""Stillness on drawn tables: hands, pieces, lamps, flicker, noise, knocks and mugs, by a clock of one's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.stillness import Patience, Rest, Stillness, Stir

HEIGHT, WIDTH = 480, 640
RATE = 10
Image = NDArray[np.float32]
Frame = NDArray[np.uint8]

DOWN, RIGHT = (np.asarray(axis, np.float32) for axis in np.mgrid[:HEIGHT, :WIDTH])


def wood(seed: int = 1) -> Image:
    grain = np.random.default_rng(seed).normal(0, 1, (HEIGHT // 4, WIDTH // 4)).astype(np.float32)
    streaks = cv2.resize(cv2.GaussianBlur(grain, (0, 0), sigmaX=12, sigmaY=1), (WIDTH, HEIGHT))
    return np.asarray(95 + 60 * streaks, np.float32)


def cloth(level: float = 90) -> Image:
    return np.asarray(level + 8 * RIGHT / WIDTH, np.float32)


def tile(image: Image, column: float, row: float, kind: int) -> None:
    """A tile of 60 pixels with one of four drawings."""
    x, y = round(200 + 62 * column), round(110 + 62 * row)
    dark, bright = ([40], [170]) if kind % 2 else ([150], [60])
    cv2.rectangle(image, (x, y), (x + 58, y + 58), dark, -1)
    if kind >= 2:
        cv2.circle(image, (x + 29, y + 29), 20, bright, 4)
        cv2.circle(image, (x + 29, y + 29), 6, bright, -1)


def board(table: Image, turned: int = -1, slid: float = 0) -> Image:
    """A table with sixteen places and a gap, one tile turned over or slid towards the gap."""
    image = table.copy()
    for place in range(15):
        row, column = divmod(place, 4)
        kind = (place * 7 + row) % 4
        tile(image, column, row + (slid if place == 11 else 0), (kind + 2) % 4 if place == turned else kind)
    return image


def with_arm(image: Image, x: float, y: float, tone: float = 185) -> Image:
    """An arm from the lower edge to a hand here."""
    shape = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.line(shape, (round(x) + 40, HEIGHT), (round(x), round(y)), [255], 50)
    cv2.circle(shape, (round(x), round(y)), 36, [255], -1)
    cover = cv2.GaussianBlur(shape, (0, 0), 1.2).astype(np.float32) / 255
    shade = cv2.GaussianBlur(np.roll(shape, (10, 14), (0, 1)), (0, 0), 6).astype(np.float32) / 255
    round_off = 0.75 + 0.25 * np.minimum(cv2.distanceTransform(shape, cv2.DIST_L2, 3) / 28, 1)
    return np.asarray(image * (1 - 0.35 * shade) * (1 - cover) + tone * round_off * cover, np.float32)


def shifted(image: Image, x: float, y: float, degrees: float = 0) -> Image:
    how = cv2.getRotationMatrix2D(((WIDTH - 1) / 2, (HEIGHT - 1) / 2), -degrees, 1)
    how = how + np.array([[0, 0, x], [0, 0, y]])
    return np.asarray(cv2.warpAffine(image, how, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.float32)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)


class Film:
    """Shows pictures to a Stillness, with fresh noise on each and a steady clock."""

    def __init__(self, watch: Stillness | None = None, noise: float = 4, seed: int = 0) -> None:
        self.watch = watch or Stillness()
        self.noise = noise
        self.time = 100.0
        self.random = np.random.default_rng(seed)
        self.grain = self.random.normal(0, 1, (HEIGHT + 200, WIDTH + 200)).astype(np.float32)

    def frame(self, image: Image) -> Frame:
        y, x = self.random.integers(0, 200, 2)
        grain = self.noise * self.grain[y : y + HEIGHT, x : x + WIDTH]
        return np.clip(image + grain, 0, 255).astype(np.uint8)

    def show(self, images: Iterable[Image]) -> list[Rest]:
        rests = []
        for image in images:
            rests.append(self.watch.step(self.frame(image), self.time))
            self.time += 1 / RATE
        return rests

    def still(self, image: Image, seconds: float) -> list[Rest]:
        return self.show([image] * round(seconds * RATE))

    def begun(self, image: Image) -> Film:
        """At rest with this."""
        assert self.still(image, 2.5)[-1].at_rest
        return self


def stirs(rests: Iterable[Rest]) -> set[Stir]:
    return {rest.stir for rest in rests}


WOOD = board(wood())
TABLES = pytest.mark.parametrize("table", [WOOD, board(cloth(110))], ids=["wood", "cloth"])
REST, HAND, MOVING = {Stir.AT_REST}, {Stir.HAND}, {Stir.MOVING}


# -- at rest ------------------------------------------------------------------------------------


@TABLES
@pytest.mark.parametrize("noise", [0, 4, 15])
def test_a_still_table_comes_to_rest_and_stays_so_whatever_the_noise(table: Image, noise: float) -> None:
    rests = Film(noise=noise).still(table, 6)
    settled = round(Patience().large * RATE) + 2
    assert stirs(rests[: settled - 4]) == MOVING
    assert stirs(rests[settled:]) == REST
    assert {(rest.number, rest.anew) for rest in rests[settled:]} == {(1, True)}
    assert rests[-1].still_for == pytest.approx(len(rests) / RATE, abs=0.15)


def test_colour_and_grey_frames_of_any_size_are_welcome() -> None:
    for width, height in ((320, 240), (1280, 720), (640, 480)):
        image = cv2.resize(WOOD, (width, height)).astype(np.uint8)
        for frame in (image, cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)):
            watch = Stillness()
            rests = [watch.step(np.asarray(frame, np.uint8), seconds) for seconds in (0.0, 0.5, 1.0, 1.6)]
            assert rests[-1].at_rest


def test_frames_of_another_shape_begin_anew() -> None:
    film = Film().begun(WOOD)
    wide = np.asarray(cv2.resize(WOOD, (WIDTH, 360)).astype(np.uint8), np.uint8)
    assert film.watch.step(wide, film.time).stir is Stir.MOVING
    assert film.watch.step(wide, film.time + 2).anew


def test_the_same_frame_twice_is_not_a_camera_without_noise() -> None:
    film = Film(noise=8).begun(WOOD)
    for _ in range(20):
        frame = film.frame(WOOD)
        for _ in range(2):
            film.time += 1 / 30
            assert film.watch.step(frame, film.time).at_rest


def test_a_clock_that_goes_back_is_survived() -> None:
    film = Film().begun(WOOD)
    film.time = 5.0
    assert film.still(WOOD, 1)[-1].at_rest


# -- hands --------------------------------------------------------------------------------------


@TABLES
@pytest.mark.parametrize("noise", [0, 10])
def test_a_hand_is_a_hand_while_it_moves_and_while_it_pauses(table: Image, noise: float) -> None:
    film = Film(noise=noise).begun(table)
    coming = film.show(with_arm(table, 330, 470 - 20 * step) for step in range(13))
    assert not coming[2].at_rest and stirs(coming[4:]) <= HAND | MOVING and coming[-1].stir is Stir.HAND
    hovering = film.show(
        with_arm(table, 330 + 3 * math.sin(step / 3), 230 + 2 * math.cos(step / 4)) for step in range(25)
    )
    assert stirs(hovering) == HAND
    assert stirs(film.still(with_arm(table, 330, 230), 4)) == HAND
    gone = film.still(table, 1)
    assert gone[-1].at_rest and gone[-1].number == 2 and not gone[-1].anew


def test_a_hand_in_dark_clothes_is_seen_too() -> None:
    film = Film().begun(WOOD)
    assert stirs(film.still(with_arm(WOOD, 330, 230, tone=25), 3)[3:]) == HAND


def test_a_slow_hand_is_not_overlooked() -> None:
    film = Film().begun(WOOD)
    rests = film.show(with_arm(WOOD, 330, 500 - 4 * step) for step in range(50))
    assert stirs(rests[-30:]) <= HAND | MOVING and rests[-1].stir is Stir.HAND


def test_what_was_left_lying_is_accepted_in_the_end_and_forgotten_when_it_goes() -> None:
    film = Film().begun(WOOD)
    left = with_arm(WOOD, 330, 230)
    rests = film.still(left, Patience().arm + 1)
    assert stirs(rests[: RATE * 7]) == HAND and rests[-1].at_rest and rests[-1].number == 2
    gone = film.still(WOOD, 1)
    assert gone[-1].at_rest and gone[-1].number == 3 and not gone[-1].anew


def test_patience_can_be_chosen() -> None:
    film = Film(Stillness(patience=Patience(piece=0.2, large=0.5, arm=1.0)))
    assert film.still(WOOD, 1)[-1].at_rest
    assert film.still(with_arm(WOOD, 330, 230), 1.5)[-1].at_rest


# -- things -------------------------------------------------------------------------------------


@TABLES
@pytest.mark.parametrize(("turned", "slid"), [(5, 0), (-1, 1)], ids=["turned over", "slid"])
def test_a_piece_that_changed_is_a_new_rest_soon(table: Image, turned: int, slid: float) -> None:
    bare = wood() if table is WOOD else cloth(110)
    film = Film().begun(table)
    rests = film.still(board(bare, turned, slid), 1.5)
    assert rests[-1].at_rest and rests[-1].number == 2 and not rests[-1].anew and rests[-1].shift is None


def test_a_tile_on_its_way_is_motion() -> None:
    film = Film().begun(WOOD)
    rests = film.show(board(wood(), slid=step / 20) for step in range(20))
    assert stirs(rests[5:]) == MOVING


def test_a_mug_put_down_away_from_the_edge_is_accepted_after_a_while() -> None:
    film = Film().begun(WOOD)
    mug = WOOD.copy()
    cv2.circle(mug, (330, 240), 62, [190], -1)
    cv2.circle(mug, (330, 240), 50, [60], -1)
    rests = film.still(mug, 2.5)
    assert stirs(rests[: RATE // 2]) <= MOVING | HAND
    assert rests[-1].at_rest and rests[-1].number == 2
    assert film.still(WOOD, 1)[-1].number == 3


# -- light --------------------------------------------------------------------------------------


def lights() -> Iterator[tuple[str, Callable[[int], Any]]]:
    yield "half the light", lambda step: 0.5
    yield "more light", lambda step: 1.3
    yield "a lamp at the side", lambda step: 0.7 + 0.8 * np.exp(-((RIGHT - 600) ** 2 + (DOWN - 50) ** 2) / 125_000)
    yield "a cloud", lambda step: 1 - 0.25 * (1 - math.cos(step / 20)) * (1 + RIGHT / WIDTH) / 2
    yield "exposure that drifts", lambda step: 1 + 0.006 * step
    yield "flicker of the whole", lambda step: 1 + 0.06 * (step % 2)
    yield "flicker in bands", lambda step: 1 + 0.08 * np.sin(2 * math.pi * (DOWN / 160 + 0.37 * step))


@TABLES
@pytest.mark.parametrize(("name", "light"), list(lights()), ids=[name for name, _ in lights()])
def test_light_is_neither_a_hand_nor_lasting_motion(table: Image, name: str, light: Callable[[int], Any]) -> None:
    film = Film().begun(table)
    rests = film.show(table * light(step) for step in range(30))
    assert Stir.HAND not in stirs(rests)
    assert stirs(rests[-10:]) == REST and rests[-1].shift is None


def test_noise_that_grows_with_the_gain_is_learnt() -> None:
    film = Film(noise=4).begun(WOOD)
    film.noise = 12
    assert stirs(film.still(WOOD, 5)[-15:]) == REST


def test_what_burns_out_in_the_light_is_not_covered() -> None:
    table = board(cloth(165))
    film = Film().begun(table)
    glaring = table + 220 * np.exp(-((RIGHT - 480) ** 2 + (DOWN - 420) ** 2) / 8_000)
    rests = film.still(np.asarray(glaring, np.float32), 2.5)
    assert Stir.HAND not in stirs(rests) and rests[-1].at_rest


def shadow(step: float, soft: float) -> Image:
    inside = np.hypot(RIGHT - 160 - 25 * math.sin(step / 8), (DOWN - HEIGHT) / 1.2) < 240
    return np.asarray(cv2.GaussianBlur(np.where(inside, 0.6, 1).astype(np.float32), (0, 0), soft), np.float32)


def test_the_soft_shadow_of_somebody_who_sways_is_no_hand() -> None:
    film = Film().begun(WOOD)
    rests = film.show(WOOD * shadow(step, 22) for step in range(0, 60, 2))
    assert Stir.HAND not in stirs(rests)
    assert film.still(WOOD * shadow(60, 22), 1)[-1].at_rest


def test_a_hard_shadow_is_accepted_in_the_end() -> None:
    table = board(cloth(110))
    film = Film().begun(table)
    assert film.still(table * shadow(0, 3), Patience().arm + 1)[-1].at_rest


def test_darkness_is_a_new_rest_and_so_is_light_again() -> None:
    film = Film().begun(WOOD)
    dark = film.still(np.zeros_like(WOOD), 3)
    assert dark[-1].at_rest and dark[-1].number == 2 and dark[-1].anew
    again = film.still(WOOD, 3)
    assert again[-1].at_rest and again[-1].number == 3 and again[-1].anew


# -- the view -----------------------------------------------------------------------------------


@TABLES
@pytest.mark.parametrize(("x", "y", "degrees"), [(6, -4, 0), (-25, 18, 0), (3, 5, 1.5)])
def test_a_knock_is_motion_and_then_the_shift_is_told(table: Image, x: float, y: float, degrees: float) -> None:
    film = Film().begun(table)
    shaking = film.show(
        shifted(table, x * math.sin(step), y * math.cos(step), degrees * math.sin(step)) for step in range(8)
    )
    assert Stir.AT_REST not in stirs(shaking[1:])
    last = film.still(shifted(table, x, y, degrees), 3)[-1]
    assert last.at_rest and last.number == 2 and last.anew and last.shift
    assert (last.shift.x, last.shift.y) == pytest.approx((x, y), abs=1.5)
    assert math.degrees(last.shift.turn) == pytest.approx(degrees, abs=0.5)


def test_a_view_that_moves_without_being_seen_to_move_is_noticed() -> None:
    film = Film().begun(WOOD)
    rests = film.still(shifted(WOOD, 2.4, 0), 2.5)
    assert stirs(rests) == REST and rests[-1].number == 2 and rests[-1].anew
    assert rests[-1].shift and rests[-1].shift.x == pytest.approx(2.4, abs=0.7)


def test_another_view_altogether_is_looked_at_anew() -> None:
    film = Film().begun(WOOD)
    last = film.still(np.asarray(np.rot90(WOOD, 2)[:, ::-1] + 20 * wood(5) / 95, np.float32), 9)[-1]
    assert last.at_rest and last.number >= 2


# -- the zone -----------------------------------------------------------------------------------

ZONE = [(150, 70), (500, 70), (500, 400), (150, 400)]


def test_what_goes_on_outside_the_zone_does_not_matter() -> None:
    film = Film(Stillness(zone=ZONE)).begun(WOOD)
    rests = film.show(with_arm(WOOD, 560, 430 + 20 * math.sin(step / 3)) for step in range(40))
    assert stirs(rests) == REST and rests[-1].number == 1


def test_a_hand_that_reaches_into_the_zone_is_a_hand() -> None:
    film = Film(Stillness(zone=ZONE)).begun(WOOD)
    assert stirs(film.still(with_arm(WOOD, 330, 230), 3)[2:]) == HAND
    assert film.still(WOOD, 1)[-1].at_rest
