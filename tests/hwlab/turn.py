"""The service referees a turn: pictures into the camera, a finger on a button, a light that is lit, the page told.

``draw FILE`` draws the pictures and ``begin`` the match, both where nothing is emulated. The rest is for the lab's
virtual machine, and needs nothing of Runewatch but its service.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

from tests.hwlab.machine import LAB, UNIT, is_active, measured, proved, ready_after, run, wait

POSITION = (
    "spell 2e | v Vm v b / v N b v / v BM b b / v b b . | turn black | runes 1O 1J 2P 2W 3M 3D 4O 4T | bag rest"
)
ACTIONS = ("shift a2 down", "flip b4")
SIZE = (1280, 720)
LINES = Path("/run/gpio")
IN_STEP, OUT_OF_STEP, SEATS = 17, 22, (23, 24)
BUTTON, ARBITER = 5, 16
LIT, PRESSED = (17, 22, 23, 24, 25, 27), (5, 6, 16)
"""All that is wired if nothing else is said."""
STRANGE = ("b1", "b2")
"""Two places whose things are swapped, which no action does."""
TABLES = LAB / "tables.npy"
LONG = 1200.0
"""Seconds: the machine is emulated, and may get a tenth of a core."""


# -- where nothing is emulated ----------------------------------------------------------------------------


def tables() -> Iterator[Any]:
    """What the camera sees: the table before the turn, after each action, and one that fits nothing."""
    from engine.catalogue import game_of  # noqa: PLC0415 - not there in the virtual machine
    from engine.verdict import Accepted  # noqa: PLC0415
    from runewatch.simulated import Wish, scene_of  # noqa: PLC0415

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


def begin() -> None:
    """A match that was broken off."""
    run("/usr/local/bin/runewatch", "run", "--new", "--no-page", "--position", POSITION, "--seconds", "1",
        "--set", "camera.which=simulated")  # fmt: skip


# -- in the virtual machine -------------------------------------------------------------------------------


def show(picture: Any) -> None:
    import lab_scene  # type: ignore[import-not-found]  # noqa: PLC0415 - the lab's own

    lab_scene.show(np.ascontiguousarray(picture[:, :, ::-1]))


def now() -> dict[str, Any]:
    """What the page is told."""
    with urllib.request.urlopen("http://127.0.0.1/api/v1/now", timeout=300) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def press(pin: int, seconds: float = 0.3) -> None:
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


def referee(pictures: Any) -> None:
    for pin in (BUTTON, ARBITER):
        (LINES / f"sim_gpio{pin}/pull").write_text("pull-up")
    show(pictures[0])
    run("systemctl", "start", UNIT)
    assert is_active()
    measured(f"from start to READY=1, with camera and page, emulated: {ready_after():.1f} s")
    with urllib.request.urlopen("http://127.0.0.1/", timeout=300) as answer:
        page = answer.read().decode()
    assert "<html" in page and "Runewatch" in page
    proved("the page is served on port 80, by a user who is not root")
    wait("the table to be read", lambda: now()["standing"] == "in-step" and not now()["lost"], LONG)
    press(ARBITER)
    wait("the clocks to run", lambda: not now()["turn"]["paused"], LONG)
    proved("a match that was broken off is gone on with; the arbiter's button lets the clocks run")
    wait("the light of the seat", lambda: is_lit(IN_STEP) and is_lit(SEATS[0]) and not is_lit(SEATS[1]), LONG)
    for number, picture in enumerate(pictures[1:3], 1):
        show(picture)
        took = wait("an action to be seen", partial(_has_seen, number), LONG)
        measured(f"action {number} of the turn is on the page {took:.1f} s after it is in the picture, emulated")
    proved("picture in, action out: camera, libcamera, picamera2, sight, referee, page")
    show(pictures[3])
    wait("the red light", lambda: is_lit(OUT_OF_STEP) and not is_lit(IN_STEP), LONG)
    assert now()["standing"] == "out-of-step"
    show(pictures[2])
    wait("the green light", lambda: is_lit(IN_STEP) and not is_lit(OUT_OF_STEP), LONG)
    proved("a table that fits nothing turns the light red, and green when it is put right")
    press(BUTTON)
    took = wait("the other seat's light", lambda: is_lit(SEATS[1]) and not is_lit(SEATS[0]), LONG)
    measured(f"the other seat's light is lit {took:.2f} s after the button, emulated")
    told = run("/usr/local/bin/runewatch", "history", "export", "1")
    assert all(text in told for text in (*ACTIONS, "end")), told
    proved("button pressed, turn ended, light lit, and all of it in the journal")
    forbidden()


def tried() -> None:
    """``runewatch box test``: each light watched on its wire, each button pressed when it is asked for."""
    for pin in PRESSED:
        (LINES / f"sim_gpio{pin}/pull").write_text("pull-up")
    show(np.load(TABLES, mmap_mode="r")[0])
    seen: set[int] = set()
    is_over = Event()
    watch = Thread(target=_watch, args=(seen, is_over))
    watch.start()
    said: list[str] = []
    with subprocess.Popen(
        ["/usr/local/bin/runewatch", "box", "test", "--lit", "2", "--wait", "120"],
        env={**os.environ, "PYTHONUNBUFFERED": "1"}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as trial:  # fmt: skip
        assert trial.stdout is not None
        for line in trial.stdout:
            said.append(line)
            if wanted := re.search(r"Press \S+ \(pin (\d+)\)", line):
                time.sleep(0.5)
                press(int(wanted[1]))
        status = trial.wait()
    is_over.set()
    watch.join()
    told = "".join(said)
    print(told)
    assert status == 0, status
    assert seen == set(LIT), (seen, LIT)
    assert told.count("was felt") == len(PRESSED) and "sharpness" in told and "through lgpio" in told
    proved("box test: every light was lit on its wire, every button felt, and the picture judged")


def _watch(seen: set[int], is_over: Event) -> None:
    while not is_over.is_set():
        seen |= {pin for pin in LIT if (LINES / f"sim_gpio{pin}/value").read_text().strip() == "1"}
        time.sleep(0.05)


def forbidden() -> None:
    """Pins and camera taken away from the service's user: each a sentence, and the page is up."""
    begin = time.monotonic()
    Path("/dev/gpiochip0").chmod(0o600)
    for node in Path("/dev").glob("media*"):
        node.chmod(0o600)
    run("systemctl", "restart", UNIT)
    assert is_active() and now()["stage"] == "playing"
    wait("the camera to be missed", lambda: now()["lost"], LONG)
    said = run("journalctl", "--namespace=runewatch", "--no-pager", "--output=cat", "--lines=40")
    assert "group gpio" in said, said
    proved(f"without the right to pins and camera the page is up and says: {now()['lost']}")
    measured(f"that took {time.monotonic() - begin:.0f} s, emulated")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["draw", file]:
            np.save(file, np.stack(list(tables())))
        case ["begin"]:
            begin()
        case ["try"]:
            tried()
        case _:
            referee(np.load(TABLES))
            print("BOX OK")
