"""The wiring: from the settings to lights and buttons, as a table and as a picture that is never stale."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.patterns import LIGHTS
from device.wiring import Button, Buzzer, Lamp, Light, Screen
from engine.words import Words, languages
from runewatch.box.picture import BCM, drawing, wires
from runewatch.box.wiring import button_of, light_of, seat_of, wiring
from runewatch.settings import Settings, read_settings
from runewatch.settings.wired import pins

DOCS = Path(__file__).parents[2] / "docs"
ALL = """
[lights]
rgb = [12, 13, 19]
active_low = [23]
brightness = 0.5
[buttons]
active_high = [5]
no_pull = [6]
hold_seconds = 2
[buzzer]
pin = 18
tone = 2000
[display]
kind = "digits"
[lamp]
pin = 26
active_low = true
"""


def test_the_defaults() -> None:
    found = wiring(Settings())
    assert [light.name for light in found.lights] == [
        "in-step", "in-doubt", "out-of-step", "seat-1", "seat-2", "signal",
    ]  # fmt: skip
    assert [button.name for button in found.buttons] == ["button-1", "button-2", "arbiter"]
    assert (found.buzzer, found.lamp, found.screen, found.hold) == (None, None, None, 1.0)


def test_everything_that_can_be_set() -> None:
    found = wiring(read_settings(ALL, ""))
    assert found.lights[1] == Light("in-doubt", "yellow", (12, 13, 19), brightness=0.5)
    assert found.lights[3] == Light("seat-1", "white", (23,), active_low=True, brightness=0.5)
    assert found.buttons == (
        Button("button-1", 5, active_low=False, pull="down"),
        Button("button-2", 6, pull="none"),
        Button("arbiter", 16),
    )
    assert found.buzzer == Buzzer(18, tone=2000)
    assert found.lamp == Lamp(26, active_low=True)
    assert found.screen == Screen("digits", 3, 2, 0.6)
    assert found.hold == 2


def test_what_is_not_wired_is_not_there() -> None:
    none = (
        "[lights]\nin_step = 'none'\nseats = []\n[buttons]\narbiter = 'none'\n[display]\nkind = 'oled'\nclock = 9"
    )
    found = wiring(read_settings(none, ""))
    assert [light.name for light in found.lights] == ["in-doubt", "out-of-step", "signal"]
    assert [button.name for button in found.buttons] == ["button-1", "button-2"]
    assert found.screen == Screen("oled", 3, 2, 0.6)


@given(st.integers(0, 4))
def test_names_count_from_one(seat: int) -> None:
    assert seat_of(button_of(seat)) == seat
    assert light_of(seat) == f"seat-{seat + 1}"
    assert seat_of("arbiter") is None


# -- table and picture -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", ALL, "[display]\nkind = 'oled'"])
def test_there_is_a_wire_for_every_pin_in_use(text: str) -> None:
    settings = read_settings(text, "")
    found = wires(wiring(settings))
    assert sorted(wire.pin for wire in found) == sorted(pin for used in pins(settings).values() for pin in used)
    assert [wire.header for wire in found] == sorted(wire.header for wire in found)


def test_the_header_has_every_pin_once() -> None:
    assert len(BCM) == 40
    assert sorted(pin for pin in BCM if pin is not None) == list(range(28))
    # what the page of the settings says about the default pins
    headers = {wire.name: wire.header for wire in wires(wiring(Settings()))}
    assert list(headers.values()) == [11, 13, 15, 16, 18, 22, 29, 31, 36]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("text", ["", ALL])
def test_the_picture_is_one(text: str, language: str) -> None:
    found = wiring(read_settings(text, ""))
    root = ElementTree.fromstring(drawing(found, Words(language)))
    told = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    words = Words(language)
    assert {words(wire.about, **dict(wire.facts)) for wire in wires(found)} <= set(told)
    assert not [text for text in told if "{" in text]


def test_the_picture_of_the_documents_is_that_of_the_defaults() -> None:
    stored = (DOCS / "wiring.svg").read_text(encoding="utf-8")
    assert stored == drawing(wiring(Settings())), "draw it anew: runewatch box wiring docs/wiring.svg --lang en"


def test_the_page_tells_every_light_that_there_is() -> None:
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    for light in wiring(Settings()).lights:
        assert re.search(rf"^\| ({light.name.replace('-', ' ')}|a seat’s|a seat's)\b", page, re.MULTILINE), (
            light.name
        )
    assert len(LIGHTS) == 10
