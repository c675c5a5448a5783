"""What watching costs: deciding frame by frame whether the table is at rest."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.timing import spread, table
from vision.stillness import Stillness, Stir

Frame = NDArray[np.uint8]

WIDTH, HEIGHT = 640, 480
RATE = 15
FRAMES = 300


def _drawn() -> NDArray[np.float32]:
    """Sixteen tiles and four markers on grained wood."""
    random = np.random.default_rng(1)
    grain = cv2.GaussianBlur(random.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), sigmaX=20, sigmaY=2)
    scene = np.asarray(100 + 150 * grain, np.float32)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for place in range(16):
        row, column = divmod(place, 4)
        y, x = 110 + 62 * row, 200 + 62 * column
        scene[y : y + 58, x : x + 58] = cv2.resize(random.uniform(30, 200, (8, 8)).astype(np.float32), (58, 58))
    for marker, (y, x) in enumerate(((40, 120), (40, 480), (390, 480), (390, 120))):
        scene[y - 8 : y + 48, x - 8 : x + 48] = 220
        scene[y : y + 40, x : x + 40] = cv2.aruco.generateImageMarker(dictionary, marker, 40)
    return scene


def _frames(scene: NDArray[np.float32], hand: bool) -> list[Frame]:
    """A second of a camera's film, with or without a hand that moves over the table."""
    random = np.random.default_rng(2)
    made = []
    for step in range(RATE):
        image = scene + random.normal(0, 2.5, scene.shape)
        if hand:
            cv2.line(image, (360, HEIGHT), (320 + 2 * step, 230 - step), [180.0], 60)
        made.append(np.clip(image, 0, 255).astype(np.uint8))
    return made


def _watched(watch: Stillness, frames: Sequence[Frame], clock: count[int]) -> tuple[list[float], set[Stir]]:
    """How many milliseconds each frame takes, and what was seen."""
    times, stirs = [], set()
    for step in range(FRAMES):
        frame = frames[step % len(frames)]
        begin = time.perf_counter()
        rest = watch.step(frame, next(clock) / RATE)
        times.append(1000 * (time.perf_counter() - begin))
        stirs.add(rest.stir)
    return times, stirs


def _detected(frames: Sequence[Frame]) -> list[float]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    times = []
    for step in range(FRAMES // 3):
        begin = time.perf_counter()
        detector.detectMarkers(frames[step % len(frames)])
        times.append(1000 * (time.perf_counter() - begin))
    return times


def section() -> str:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        scene, watch, clock = _drawn(), Stillness(), count()
        still, hand = _frames(scene, hand=False), _frames(scene, hand=True)
        _watched(watch, still, clock)  # until it has come to rest
        yardstick = _detected(still)
        rows = []
        for name, frames, expected in (
            ("at rest", still, Stir.AT_REST),
            ("a hand moves", hand, Stir.HAND),
        ):
            times, stirs = _watched(watch, frames, clock)
            if expected not in stirs:
                raise RuntimeError(f"{name}: seen as {stirs}")
            rows.append(
                [name, spread(times, "ms", 2), f"{statistics.median(times) / statistics.median(yardstick):.2f}"]
            )
    finally:
        cv2.setNumThreads(threads)
    return (
        "## Stillness\n\n"
        f"`make bench ARGS=stillness`. {FRAMES} grey frames of {WIDTH}×{HEIGHT} each, one thread; median / 95th\n"
        "percentile / worst, and the median as a ratio to `cv2.aruco.ArucoDetector.detectMarkers` on the same\n"
        f"frames ({spread(yardstick, 'ms', 2)}). Once a second, and when it comes to rest, a frame takes longer:\n"
        "the table is compared with how it lay before, and the view with where it was.\n\n"
        + table(["", "per frame", "ratio"], rows)
    )
