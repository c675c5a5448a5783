"""In the lab's virtual machine: lights and buttons over real lines, through gpiozero, lgpio and rpi-lgpio.

A press is a write to the pull of a line; what a light gets is read back from its line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from statistics import median

from device.buttons import Press
from device.display import Sign
from device.panel import Ears, Panel
from device.patterns import DARK, DOUBLE, STEADY
from device.pins import choose
from device.wiring import Button, Light, Screen, Wiring

SIM = Path("/run/gpio")
WIRING = Wiring(
    lights=(
        *(Light(f"light {pin}", "white", (pin,)) for pin in (17, 27, 22, 23, 24)),
        Light("low", "white", (25,), active_low=True),
    ),
    buttons=(Button("one", 5), Button("two", 6), Button("high", 16, active_low=False, pull="down")),
    screen=Screen("digits", clock=3, data=2),
    hold=1.0,
)
TRIES = 40
MOST = 0.020
"""Seconds from an edge to its event that half of all may take through lgpio; the other way is only measured."""


def value(pin: int) -> int:
    return int((SIM / f"sim_gpio{pin}/value").read_text())


def pull(pin: int, up: bool) -> None:
    (SIM / f"sim_gpio{pin}/pull").write_text("pull-up" if up else "pull-down")


def are(wanted: dict[int, int]) -> bool:
    return {pin: value(pin) for pin in wanted} == wanted


def soon(is_so: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + 3
    while not is_so():
        assert time.monotonic() < until, what
        time.sleep(0.002)


def lights(panel: Panel) -> None:
    """Each light alone, then a pattern."""
    outputs = [light.pins[0] for light in WIRING.lights]
    dark = {pin: int(light.active_low) for pin, light in zip(outputs, WIRING.lights, strict=True)}
    for light in WIRING.lights:
        panel.show(light.name, STEADY)
        wanted = dark | {light.pins[0]: 1 - dark[light.pins[0]]}
        soon(partial(are, wanted), light.name)
        panel.show(light.name, DARK)
    panel.show("light 17", DOUBLE)
    seen = []
    until = time.monotonic() + 3 * DOUBLE.round
    while time.monotonic() < until:
        seen.append(value(17))
        time.sleep(0.01)
    flashes = sum(now > before for before, now in pairwise(seen))
    assert 5 <= flashes <= 7, flashes
    print(f"lights: {len(outputs)} lit one by one; {flashes} flashes in three rounds of a pattern of two")


def buttons(panel: Panel, presses: SimpleQueue[Press], edges: SimpleQueue[float]) -> None:
    """How long it takes from an edge to its event, and that no press is lost or made up."""
    down: list[float] = []
    up: list[float] = []
    for pin, name, is_low in ((5, "one", True), (6, "two", True), (16, "high", False)):
        pull(pin, is_low)
        time.sleep(0.1)
        for _ in range(TRIES // 2):
            while not edges.empty():
                edges.get()
            begin = time.monotonic()
            pull(pin, not is_low)
            down.append(edges.get(timeout=3) - begin)
            time.sleep(0.06)
            begin = time.monotonic()
            pull(pin, is_low)
            press = presses.get(timeout=3)
            assert press == Press(name), (press, name, len(up))
            up.append(time.monotonic() - begin)
            time.sleep(0.06)
    for what, took in (("down to the edge", down), ("up to the press", up)):
        print(
            f"buttons: {what}: median {1e3 * median(took):.1f} ms, most {1e3 * max(took):.1f} ms, of {len(took)}"
        )
        assert median(took) < MOST or panel.pins.name != "lgpio"
    assert presses.empty()


def holding(presses: SimpleQueue[Press]) -> None:
    pull(5, False)
    begin = time.monotonic()
    assert presses.get(timeout=3) == Press("one", long=True)
    print(f"a long press of {WIRING.hold} s is told after {time.monotonic() - begin:.2f} s, the finger still down")
    pull(5, True)
    time.sleep(0.2)
    for _ in range(3):
        pull(5, False)
        pull(5, True)
    time.sleep(0.3)
    count = presses.qsize()
    assert count <= 1
    print(f"three bounces within some milliseconds: {count} presses")


class Watched(Panel):
    """A box that notes when a button goes down."""

    edges: SimpleQueue[float]

    def edge(self, name: str, is_down: bool) -> None:
        if is_down:
            self.edges.put(time.monotonic())
        super().edge(name, is_down)


def whole(pins: str) -> None:
    presses: SimpleQueue[Press] = SimpleQueue()
    edges: SimpleQueue[float] = SimpleQueue()
    for pin, is_up in ((5, True), (6, True), (16, False)):
        pull(pin, is_up)
    panel = Watched(WIRING, choose(pins), Ears(presses.put))
    panel.edges = edges
    assert not panel.faults, panel.faults
    print(f"-- {panel.pins.name}: {panel.pins.why.format(**panel.pins.facts)}")
    panel.start()
    try:
        lights(panel)
        buttons(panel, presses, edges)
        holding(presses)
        begin = time.monotonic()
        panel.sign(Sign("1234", colon=True))
        soon(lambda: panel._drawn == panel._sign and value(3) == value(2) == 1, "display")
        print(f"four digits told in less than {1e3 * (time.monotonic() - begin):.0f} ms")
        busy()
    finally:
        panel.close()
    assert [value(pin) for pin in (17, 27, 22)] == [0, 0, 0]


ELSEWHERE = """
from device.panel import Ears, Panel
from device.pins import choose
from device.wiring import Light, Wiring
panel = Panel.open(Wiring((Light("a", "red", (17,)), Light("b", "red", (26,)))), "auto", Ears())
print(panel.is_real("b"), *panel.faults, sep="|")
"""


def elsewhere(**how: object) -> str:
    """What another process finds."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], capture_output=True, text=True, check=False, timeout=60, **how
    )  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    return str(done.stdout.strip().splitlines()[-1])


def busy() -> None:
    """A pin that is taken is told, the rest can be used."""
    found = elsewhere()
    assert found == "True|pin 17 (a) is used by another program: end that, a second Runewatch too", found
    print("a second process:", found.partition("|")[2])


def outsiders() -> None:
    """A user without the right to it, and a folder in which nothing can be written."""
    Path("/dev/gpiochip0").chmod(0o660)
    found = elsewhere(user="nobody", group="nogroup", extra_groups=[], env={**os.environ, "HOME": "/tmp"})
    assert found.startswith("False|"), found
    assert "group gpio" in found, found
    print("another user:", found.partition("|")[2])
    found = elsewhere(cwd="/proc", env={name: told for name, told in os.environ.items() if name != "LG_WD"})
    assert found == "True", found
    print("from a folder that cannot be written to: all lines open")


if sys.argv[1:]:
    whole(sys.argv[1])
else:
    # a process each: the two libraries would have the same lines
    for way in ("auto", "rpigpio"):
        subprocess.run([sys.executable, __file__, way], check=True, timeout=120)
    outsiders()
    print("lines: all proved")
