"""Run in the lab's virtual machine, by the installed Python: the service referees a turn.

Pictures go into the camera, a finger presses a button, a light is lit, the page is told.
"""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import lab_scene  # type: ignore[import-not-found]
import numpy as np

from engine.catalogue import game_of
from engine.verdict import Accepted
from runewatch.simulated import Wish, scene_of
from tests.hwlab.machine import UNIT, is_active, measured, proved, run, wait

POSITION = (
    "spell 2e | v Vm v b / v N b v / v BM b b / v b b . | turn black | runes 1O 1J 2P 2W 3M 3D 4O 4T | bag rest"
)
ACTIONS = ("shift a4 down", "flip b4")
SIZE = (1280, 720)
LINES = Path("/run/gpio")
IN_STEP, OUT_OF_STEP, SEATS = 17, 22, (23, 24)
BUTTON, ARBITER = 5, 16
SETTINGS = Path("/var/lib/runewatch/settings.toml")
SLOWLY = Path(f"/etc/systemd/system/{UNIT}.d/slowly.conf")
STRANGE = ("b1", "b2")
"""Two places whose things are swapped, which no action does."""


def tables() -> Iterator[Any]:
    """What the camera sees: the table before the turn, after each action, and one that fits nothing."""
    rules, state = game_of(POSITION).read_position(POSITION)
    scene = scene_of(rules, Wish(size=SIZE), rules.layout(state))
    yield scene.picture(rules.layout(state))
    for text in ACTIONS:
        verdict = rules.judge(state, rules.read_action(state, text))
        assert isinstance(verdict, Accepted)
        state = verdict.state
        yield scene.picture(rules.layout(state))
    layout = dict(rules.layout(state))
    layout[STRANGE[0]], layout[STRANGE[1]] = layout[STRANGE[1]], layout[STRANGE[0]]
    yield scene.picture(layout)


def show(picture: Any) -> None:
    lab_scene.show(np.ascontiguousarray(picture[:, :, ::-1]))


def now() -> dict[str, Any]:
    """What the page is told."""
    with urllib.request.urlopen("http://127.0.0.1/api/v1/now", timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def press(pin: int, seconds: float = 0.2) -> None:
    """A finger on a button, which connects its pin to ground."""
    (LINES / f"sim_gpio{pin}/pull").write_text("pull-down")
    time.sleep(seconds)
    (LINES / f"sim_gpio{pin}/pull").write_text("pull-up")


def is_lit(pin: int) -> bool:
    """Whether a light is lit most of the time, however bright."""
    level = LINES / f"sim_gpio{pin}/value"
    return any(level.read_text().strip() == "1" for _ in range(300))


def _has_seen(actions: int) -> bool:
    return len(now()["turn"]["done"]) == actions


def prepare() -> None:
    """A match that was broken off, to go on with as slowly as an emulated machine reads a table."""
    run("systemctl", "stop", UNIT)
    SLOWLY.write_text("[Service]\nTimeoutStartSec=15min\nWatchdogSec=5min\n")
    run("systemctl", "daemon-reload")
    SETTINGS.write_text(
        f'[web]\naddress = "0.0.0.0"\nport = 80\n[camera]\nwidth = {SIZE[0]}\nheight = {SIZE[1]}\n'
        "[journal]\nfolder = '/var/lib/runewatch'\n"
    )
    run("/usr/local/bin/runewatch", "run", "--new", "--no-page", "--position", POSITION, "--seconds", "1",
        "--set", "camera.which=simulated")  # fmt: skip
    for pin in (BUTTON, ARBITER):
        (LINES / f"sim_gpio{pin}/pull").write_text("pull-up")


def referee(pictures: list[Any]) -> None:
    show(pictures[0])
    run("systemctl", "start", UNIT)
    assert is_active()
    with urllib.request.urlopen("http://127.0.0.1/", timeout=60) as answer:
        page = answer.read().decode()
    assert "<html" in page and "Runewatch" in page
    proved("the page is served on port 80, by a user who is not root")
    wait("the table to be read", lambda: now()["standing"] == "in-step", 180)
    press(ARBITER)
    wait("the clocks to run", lambda: not now()["turn"]["paused"])
    proved("a match that was broken off is gone on with; the arbiter's button lets the clocks run")
    wait("the light of the seat", lambda: is_lit(IN_STEP) and is_lit(SEATS[0]) and not is_lit(SEATS[1]))
    for number, picture in enumerate(pictures[1:3], 1):
        show(picture)
        took = wait("an action to be seen", partial(_has_seen, number), 180)
        measured(f"action {number} of the turn is on the page {took:.1f} s after it is in the picture, emulated")
    proved("picture in, action out: camera, libcamera, picamera2, sight, referee, page")
    show(pictures[3])
    wait("the red light", lambda: is_lit(OUT_OF_STEP) and not is_lit(IN_STEP), 180)
    assert now()["standing"] == "out-of-step"
    show(pictures[2])
    wait("the green light", lambda: is_lit(IN_STEP) and not is_lit(OUT_OF_STEP), 180)
    proved("a table that fits nothing turns the light red, and green when it is put right")
    press(BUTTON)
    took = wait("the other seat's light", lambda: is_lit(SEATS[1]) and not is_lit(SEATS[0]))
    measured(f"the other seat's light is lit {took:.2f} s after the button")
    told = run("/usr/local/bin/runewatch", "history", "export", "1")
    assert all(text in told for text in (*ACTIONS, "end")), told
    proved("button pressed, turn ended, light lit, and all of it in the journal")


if __name__ == "__main__":
    prepare()
    referee(list(tables()))
