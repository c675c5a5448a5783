"""The whole box: on gpiozero's mock pins through the real devices, and of twins, on a clock of the test's own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from device import lines, opening
from device.buttons import Press
from device.display import Sign
from device.opening import BUZZER, LAMP, SCREEN
from device.panel import Ears, Panel
from device.patterns import BEEPS, DARK, DOUBLE, FOUND, SLOW, STEADY
from device.pins import TWINS, choose
from device.twins import TwinDisplay, TwinInput, TwinOutput
from device.wiring import Button, Buzzer, Lamp, Light, Screen, Wiring
from engine.errors import RunewatchError
from tests.clock import Clock

WIRING = Wiring(
    lights=(Light("red", "red", (22,)), Light("low", "white", (23,), active_low=True)),
    buttons=(Button("up", 5), Button("down", 6, active_low=False, pull="down"), Button("own", 16, pull="none")),
    buzzer=Buzzer(12),
    lamp=Lamp(26, active_low=True),
    screen=Screen("digits", clock=3, data=2),
)


class Scene:
    """A box, who hears it, and its pins."""

    def __init__(self, wiring: Wiring, pins: str) -> None:
        self.clock = Clock()
        self.presses: list[Press] = []
        self.faults: list[RunewatchError] = []
        self.changes = 0
        ears = Ears(self.presses.append, self.faults.append, self.changed)
        self.panel = Panel(wiring, choose(pins), ears, self.clock)

    def changed(self) -> None:
        self.changes += 1

    def wait(self, seconds: float) -> float | None:
        """Time passes; the box is led on."""
        self.clock.now += seconds
        return self.panel.step()

    def pin(self, number: int) -> Any:
        return self.panel.pins.factory.pin(number)

    def level(self, number: int) -> float:
        return float(self.pin(number).state)

    def line(self, name: str) -> Any:
        lines = self.panel._lines
        return {**lines.outputs, **lines.buttons, SCREEN: lines.display}[name]


Make = Callable[..., Scene]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[Scene] = []

    def make_one(wiring: Wiring = WIRING, pins: str = "mock") -> Scene:
        made.append(Scene(wiring, pins))
        return made[-1]

    yield make_one
    for scene in made:
        scene.panel.close()


# -- real devices on mock pins ---------------------------------------------------------------------------


def test_lights_play_their_patterns(make: Make) -> None:
    scene = make()
    scene.panel.show("red", SLOW)
    assert scene.panel.step() == pytest.approx(100.8)
    assert scene.level(22) == 1
    assert scene.wait(0.81) == pytest.approx(101.6)
    assert scene.level(22) == 0
    scene.panel.show("red", STEADY)
    assert scene.panel.step() is None
    assert scene.level(22) == 1


def test_a_light_may_be_lit_by_a_low_pin(make: Make) -> None:
    scene = make()
    scene.panel.step()
    assert scene.level(23) == 1
    scene.panel.show("low", STEADY)
    scene.panel.step()
    assert scene.level(23) == 0


def test_what_passes_comes_back_to_what_lasts(make: Make) -> None:
    scene = make()
    scene.panel.show("red", STEADY)
    scene.panel.show("red", FOUND)
    levels = []
    for _ in range(24):
        scene.wait(0.05)
        levels.append(scene.level(22))
    assert 0 in levels
    assert levels[-2:] == [1, 1]


def test_a_dimmed_light_is_pulsed(make: Make) -> None:
    scene = make(Wiring((Light("red", "red", (22,), brightness=0.25),)))
    scene.panel.show("red", STEADY)
    scene.panel.step()
    assert scene.pin(22).frequency == 100
    assert scene.level(22) == 0.25


def test_one_light_of_three_colours(make: Make) -> None:
    pins = (17, 27, 22)
    scene = make(Wiring(tuple(Light(name, name, pins) for name in ("green", "yellow", "red"))))
    told = {}
    for name in ("green", "yellow", "red"):
        scene.panel.show(name, STEADY)
        scene.panel.step()
        told[name] = tuple(scene.level(pin) for pin in pins)
        scene.panel.show(name, DARK)
        scene.panel.step()
    assert told == {"green": (0, 1, 0), "yellow": (1, 1, 0), "red": (1, 0, 0)}
    assert [scene.level(pin) for pin in pins] == [0, 0, 0]


def test_the_buzzer_and_the_lamp(make: Make) -> None:
    scene = make()
    scene.panel.sound(BEEPS)
    scene.panel.step()
    assert scene.level(12) == 1
    scene.wait(0.5)
    assert scene.level(12) == 0
    assert scene.level(26) == 1
    scene.panel.light(True)
    scene.panel.step()
    assert scene.level(26) == 0


def test_a_buzzer_without_a_tone_of_its_own_gets_one(make: Make) -> None:
    scene = make(Wiring(buzzer=Buzzer(12, tone=2300)))
    scene.panel.sound(BEEPS)
    scene.panel.step()
    assert (scene.pin(12).frequency, scene.level(12)) == (2300, 0.5)


def test_presses_of_every_kind_of_wiring(make: Make) -> None:
    scene = make()
    for name, pin, pressed, released in (
        ("up", 5, "drive_low", "drive_high"),
        ("down", 6, "drive_high", "drive_low"),
    ):
        getattr(scene.pin(pin), pressed)()
        assert scene.line(name).is_down()
        scene.clock.now += 0.2
        getattr(scene.pin(pin), released)()
        assert scene.presses.pop() == Press(name)
    assert (scene.pin(5).pull, scene.pin(6).pull, scene.pin(16).pull) == ("up", "down", "floating")
    assert not scene.presses


def test_a_long_press_is_told_while_the_finger_is_down(make: Make) -> None:
    scene = make()
    scene.pin(5).drive_low()
    assert scene.panel.step() == 101
    scene.wait(1.0)
    assert scene.presses == [Press("up", long=True)]
    scene.pin(5).drive_high()
    assert scene.presses == [Press("up", long=True)]


def test_a_release_that_was_not_seen_is_noticed(make: Make) -> None:
    scene = make()
    scene.panel._feel("up", True)
    scene.wait(1.0)
    assert scene.presses == [Press("up")]


def test_a_page_may_hold_a_real_button_down(make: Make) -> None:
    scene = make()
    scene.panel.edge("up", True)
    scene.wait(1.0)
    scene.panel.tap("down")
    scene.panel.tap("own", long=True)
    scene.panel.tap("nobody")
    assert scene.presses == [Press("up", long=True), Press("down"), Press("own", long=True)]


def test_the_display_is_told_only_what_is_new(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = make()
    shown: list[Sign] = []
    monkeypatch.setattr(scene.line(SCREEN), "show", shown.append)
    sign = Sign("12 7", colon=True)
    scene.panel.sign(sign)
    scene.panel.sign(sign)
    scene.panel.step()
    scene.panel.step()
    assert shown == [sign]
    assert scene.panel.reads == sign


def test_after_closing_every_pin_is_an_input(make: Make) -> None:
    scene = make()
    scene.panel.show("red", STEADY)
    scene.panel.step()
    pins = [scene.pin(number) for number in (22, 23, 12, 26, 5)]
    scene.panel.close()
    scene.panel.close()
    assert [pin.function for pin in pins] == ["input"] * 5
    scene.panel.edge("up", True)
    scene.panel.edge("up", False)
    assert not scene.presses


# -- twins ----------------------------------------------------------------------------------------------


def test_twins_remember_what_they_were_told(make: Make) -> None:
    scene = make(pins="simulated")
    scene.panel.show("red", DOUBLE)
    for _ in range(24):
        scene.wait(0.05)
    assert scene.line("red").levels[:4] == [1, 0, 1, 0]
    scene.panel.sign(Sign("1"))
    scene.panel.step()
    assert scene.line(SCREEN).signs == [Sign("1")]
    assert not scene.panel.is_real("red")


def test_a_twin_is_pressed_like_a_button(make: Make) -> None:
    scene = make(pins="simulated")
    scene.line("up").press()
    scene.clock.now += 0.3
    scene.line("up").release()
    scene.panel.edge("own", True)
    scene.wait(1.1)
    scene.panel.edge("own", False)
    scene.panel.edge("nobody", True)
    assert scene.presses == [Press("up"), Press("own", long=True)]


def test_what_lights_show_is_told_to_whoever_draws_it(make: Make) -> None:
    scene = make(pins="simulated")
    scene.panel.show("red", SLOW)
    scene.panel.show("red", SLOW)
    scene.panel.show("nothing of ours", SLOW)
    assert scene.changes == 1
    shown = {one.name: one.pattern for one in scene.panel.shown()}
    assert shown == {"red": SLOW, "low": DARK, BUZZER: DARK}
    scene.panel.sign(Sign("1"))
    assert scene.changes == 2


# -- what goes wrong -------------------------------------------------------------------------------------


def test_a_line_that_cannot_be_opened_is_a_twin_and_the_rest_works(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = lines.GpioOutput

    def busy(factory: Any, pin: int, **how: Any) -> Any:
        if pin in (22, 12, 26):
            raise RuntimeError("GPIO busy")
        return real(factory, pin, **how)

    monkeypatch.setattr(opening, "GpioOutput", busy)
    scene = make()
    assert [str(fault).split(":")[0] for fault in scene.panel.faults] == [
        f"pin {pin} ({name}) is used by another program" for pin, name in ((22, "red"), (12, BUZZER), (26, LAMP))
    ]
    scene.panel.show("red", STEADY)
    scene.panel.show("low", STEADY)
    scene.panel.step()
    assert scene.line("red").levels == [1]
    assert scene.level(23) == 0
    assert [scene.panel.is_real(name) for name in ("red", "low", "up", BUZZER)] == [False, True, True, False]


def test_a_line_that_breaks_later_is_told_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = make()

    def broken(_: float) -> None:
        raise OSError("Input/output error")

    for name in ("red", BUZZER, LAMP):
        monkeypatch.setattr(scene.line(name), "write", broken)
    scene.panel.show("red", SLOW)
    scene.panel.show("low", STEADY)
    scene.panel.sound(BEEPS)
    scene.panel.light(True)
    for _ in range(5):
        scene.wait(1)
    assert {str(fault) for fault in scene.faults} == {
        f"pin {pin} ({name}) cannot be used: Input/output error"
        for pin, name in ((22, "red"), (12, BUZZER), (26, LAMP))
    }
    assert len(scene.faults) == 3
    assert isinstance(scene.line("red"), TwinOutput)
    assert scene.level(23) == 0


def test_a_display_that_breaks(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = make()

    def broken(_: Sign) -> None:
        raise OSError("Remote I/O error")

    monkeypatch.setattr(scene.line(SCREEN), "show", broken)
    for text in ("1", "2"):
        scene.panel.sign(Sign(text))
        scene.panel.step()
    assert [str(fault) for fault in scene.faults] == ["pin 2 (display) cannot be used: Remote I/O error"]
    assert isinstance(scene.line(SCREEN), TwinDisplay)


def test_an_oled_without_its_library(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.core.render", None)
    scene = make(Wiring(screen=Screen("oled", 3, 2)))
    assert "luma.oled" in str(scene.panel.faults[0])
    scene.panel.sign(Sign("1"))
    scene.panel.step()


def test_without_any_way_to_the_pins_there_are_twins() -> None:
    panel = Panel.open(WIRING, "pigpio", Ears())
    assert panel.pins is TWINS
    assert "pigpio" in str(panel.faults[0])
    panel.close()


# -- its own thread --------------------------------------------------------------------------------------


def test_in_its_own_thread_a_slow_line_holds_up_nobody() -> None:
    going_on, written = threading.Event(), threading.Event()
    panel = Panel(WIRING, choose("simulated"), Ears())

    def slow(level: float) -> None:
        if level:
            written.set()
            assert going_on.wait(10)

    panel._lines.outputs["red"] = SimpleNamespace(write=slow, close=lambda: None)
    panel.start()
    panel.show("red", STEADY)
    assert written.wait(10)
    # its thread hangs in the line; telling it more does not
    panel.show("low", STEADY)
    assert {one.name: one.pattern for one in panel.shown()}["low"] is STEADY
    panel.edge("up", True)
    going_on.set()
    panel.close()


def test_a_listener_that_fails_does_not_end_the_box() -> None:
    again = threading.Event()

    def pressed(_: Press) -> None:
        raise KeyError("nobody")

    panel = Panel(
        Wiring((Light("red", "red", (22,)),), (Button("up", 5),), hold=0.001), choose("simulated"), Ears(pressed)
    ).start()

    def write(level: float) -> None:
        if level:
            again.set()

    panel._lines.outputs["red"] = SimpleNamespace(write=write, close=lambda: None)
    twin = panel._lines.buttons["up"]
    assert isinstance(twin, TwinInput)
    twin.press()
    panel.show("red", STEADY)
    assert again.wait(10)
    panel.close()
