"""Every line tried: with people who press the right button, the wrong one or none, and with broken lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest

from device import lines
from device import opening as opening_lines
from device.buttons import Press
from device.cameras.errors import CameraError
from device.panel import Ears, Panel
from device.pins import choose
from device.wiring import Wiring
from engine.words import Words
from runewatch.box import looking
from runewatch.box.looking import in_letters, look
from runewatch.box.trying import Times, Trial
from runewatch.box.wiring import wiring
from runewatch.doctor.finding import Finding, Level, Said, sentence
from runewatch.settings import Settings, read_settings

EVERYTHING = "[buzzer]\npin = 12\n[lamp]\npin = 26\n[display]\nkind = 'digits'\n[box]\npins = 'simulated'"


class Bench:
    """A box on the bench, on a clock that only moves when somebody waits."""

    def __init__(self, text: str, pins: str) -> None:
        self.now = 0.0
        self.asked: list[str] = []
        self.on_ask: Callable[[str], object] = lambda text: None
        self.presses: SimpleQueue[Press] = SimpleQueue()
        self.panel = Panel(wiring(read_settings(text, "")), choose(pins), Ears(self.presses.put), lambda: self.now)

    def sleep(self, seconds: float) -> None:
        self.panel.step()
        self.now += seconds
        self.panel.step()

    def ask(self, wanted: Said) -> None:
        text = sentence(Words(), wanted)
        self.asked.append(text)
        self.on_ask(text)

    def steady(self) -> float:
        # whoever waits in vain sees time pass
        self.now += 0.001
        return self.now

    def findings(self, wait: float = 0.01) -> list[Finding]:
        times = Times(lit=0.5, wait=wait, steady=self.steady, sleep=self.sleep)
        return list(Trial(self.panel, self.presses, self.ask, times).run())


@pytest.fixture
def bench() -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(text: str = "", pins: str = "mock") -> Bench:
        made.append(Bench(text, pins))
        return made[-1]

    yield make
    for one in made:
        one.panel.close()


def told(findings: list[Finding], check: str) -> list[str]:
    return [sentence(Words(), one.found) for one in findings if one.check == check]


def test_twins_press_themselves(bench: Callable[..., Bench]) -> None:
    one = bench(EVERYTHING, "simulated")
    findings = one.findings()
    assert all(finding.level is Level.FINE for finding in findings)
    assert [finding.check for finding in findings] == [
        *["light"] * 6, "buzzer", "lamp", "display", *["button"] * 3,
    ]  # fmt: skip
    assert told(findings, "light")[0] == "Light in-step (green, pin 17) was lit."
    assert told(findings, "display") == ["The display showed 12:34."]
    assert not one.asked
    lines: Any = one.panel._lines.outputs
    assert all(1 in line.levels and line.levels[-1] == 0 for line in lines.values())


def test_real_buttons_are_asked_for(bench: Callable[..., Bench]) -> None:
    one = bench()

    def press(text: str) -> None:
        one.presses.put(Press(text.split()[1]))

    one.on_ask = press
    findings = one.findings(wait=5)
    assert all(finding.level is Level.FINE for finding in findings)
    assert one.asked == [f"Press {name}." for name in ("button-1 (pin 5)", "button-2 (pin 6)", "arbiter (pin 16)")]


def test_the_wrong_button_is_named_and_the_right_one_waited_for(bench: Callable[..., Bench]) -> None:
    one = bench()
    answers = iter(["arbiter", "button-1", "button-2", "arbiter"])
    one.on_ask = lambda text: one.presses.put(Press(next(answers)))
    assert all(finding.level is Level.FINE for finding in one.findings(wait=5))
    assert one.asked[1] == "That was arbiter; press button-1."


def test_nobody_presses(bench: Callable[..., Bench]) -> None:
    findings = bench().findings(wait=0.01)
    assert told(findings, "button") == [
        f"Button {name} was not felt." for name in ("button-1 (pin 5)", "button-2 (pin 6)", "arbiter (pin 16)")
    ]
    assert all(one.level is Level.WRONG for one in findings if one.check == "button")


def test_a_line_that_cannot_be_opened_is_told_and_passed_over(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = lines.GpioOutput

    def busy(factory: Any, pin: int, **how: Any) -> Any:
        if pin == 17:
            raise RuntimeError("GPIO busy")
        return real(factory, pin, **how)

    monkeypatch.setattr(opening_lines, "GpioOutput", busy)
    findings = bench().findings()
    assert told(findings, "pins") == [
        "Pin 17 (in-step) is used by another program: end that, a second Runewatch too."
    ]
    assert len(told(findings, "light")) == 5


def test_an_empty_box_has_nothing_to_try() -> None:
    panel = Panel(Wiring(), choose("simulated"), Ears())
    assert list(Trial(panel, SimpleQueue()).run()) == []
    panel.close()


# -- the camera -----------------------------------------------------------------------------------------


def simulated() -> Settings:
    return read_settings("[camera]\nwhich = 'simulated'", "")


def test_the_simulated_table_is_seen() -> None:
    seen = look(simulated())
    assert (seen.name, seen.quality.width, seen.quality.height) == ("simulated", 1280, 960)
    assert seen.quality.rate == pytest.approx(10)
    rows = in_letters(seen.frame, 40)
    assert len(rows) == 15
    assert max(map(len, rows)) <= 40
    assert len(set("".join(rows))) > 3


def test_a_camera_that_fails_or_hangs_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "cameras", lambda _: ("/dev/video7",))

    def fail(*_: object) -> Any:
        raise RuntimeError("strange")

    monkeypatch.setattr(looking, "opened", fail)
    with pytest.raises(CameraError, match="strange"):
        look(Settings())

    def refuse(*_: object) -> Any:
        raise CameraError("the camera {name} gives no picture", name="x")

    monkeypatch.setattr(looking, "opened", refuse)
    with pytest.raises(CameraError, match="the camera x gives no picture"):
        look(Settings())
    going_on = Event()
    monkeypatch.setattr(looking, "_tried", lambda *_: going_on.wait(10))
    with pytest.raises(CameraError, match="hangs"):
        look(Settings(), longest=0.01)
    going_on.set()
