"""The wiring as a picture: the header with what hangs on each of its pins, and as a table of wires."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from device.opening import BUZZER, LAMP, SCREEN
from device.wiring import Button, Light, Wiring
from engine.errors import N_
from engine.verdict import Fact
from engine.words import Words

BCM = (
    None, None, 2, None, 3, None, 4, 14, None, 15, 17, 18, 27, None, 22, 23, None, 24, 10, None,
    9, 25, 11, 8, None, 7, 0, 1, 5, None, 6, 12, 13, None, 19, 16, 26, 20, None, 21,
)  # fmt: skip
"""What is on the 40 pins of the header, pin 1 first: BCM numbers; None where there is power or ground."""
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUND = "GND"
_HEX = {
    "red": "#c62828", "yellow": "#f2c200", "green": "#2e7d32", "white": "#ffffff", "blue": "#1565c0",
    "none": "#607d8b",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire from the header."""

    pin: int
    name: str
    kind: str
    """``light``, ``button``, ``buzzer``, ``lamp`` or ``display``."""
    colour: str
    to_ground: bool
    """Its other end goes to ground, otherwise to 3.3 V."""
    about: str
    """A message for the catalogue."""
    facts: tuple[tuple[str, Fact], ...] = ()

    @property
    def is_grounded(self) -> bool:
        """It comes back to a ground pin by itself; a display has a wire of its own for that."""
        return self.to_ground and self.kind != "display"

    @property
    def header(self) -> int:
        """The number of its pin on the header."""
        return BCM.index(self.pin) + 1


def wires(wiring: Wiring) -> tuple[Wire, ...]:
    """Every wire, in the order of the header."""
    return tuple(sorted(_wires(wiring), key=lambda wire: wire.header))


def _wires(wiring: Wiring) -> Iterator[Wire]:
    mixed = {pin: light for light in wiring.lights if len(light.pins) == 3 for pin in light.pins}
    for pin, light in mixed.items():
        colour = ("red", "green", "blue")[light.pins.index(pin)]
        about = N_("the light for the standing, {colour}")
        yield Wire(pin, colour, "light", colour, not light.active_low, about, (("colour", colour),))
    yield from (_light(light) for light in wiring.lights if len(light.pins) == 1)
    yield from (_button(button) for button in wiring.buttons)
    if (buzzer := wiring.buzzer) is not None:
        yield Wire(buzzer.pin, BUZZER, "buzzer", "none", not buzzer.active_low, N_("the buzzer"))
    if (lamp := wiring.lamp) is not None:
        yield Wire(
            lamp.pin, LAMP, "lamp", "none", not lamp.active_low, N_("the lamp, through a transistor or relay")
        )
    if (screen := wiring.screen) is not None:
        yield Wire(screen.clock, SCREEN, "display", "none", True, N_("the display: clock (CLK, SCL)"))
        yield Wire(screen.data, SCREEN, "display", "none", True, N_("the display: data (DIO, SDA)"))


_ABOUT = {
    "in-step": N_("in step"), "in-doubt": N_("in doubt"), "out-of-step": N_("out of step"),
    "signal": N_("something to tell"), "arbiter": N_("accept or contest; held: pause"),
}  # fmt: skip


def _light(light: Light) -> Wire:
    seat = light.name.rpartition("-")[2]
    about = _ABOUT.get(light.name, N_("seat {number}: your turn"))
    return Wire(light.pins[0], light.name, "light", light.colour, not light.active_low, about, (("number", seat),))


def _button(button: Button) -> Wire:
    seat = button.name.rpartition("-")[2]
    about = _ABOUT.get(button.name, N_("seat {number}: end the turn; held: take it back"))
    return Wire(button.pin, button.name, "button", "none", button.active_low, about, (("number", seat),))


# -- the picture ----------------------------------------------------------------------------------------

_ROW, _TOP, _MIDDLE, _WIDTH = 26, 70, 540, 1080
_RADIUS = 8
_RAIL = 215
"""How far from the middle the ground runs down on each side."""


def drawing(wiring: Wiring, words: Words | None = None) -> str:
    """The header seen from above, pin 1 at the top left, as SVG."""
    spoken = words or Words()
    by_pin = {wire.header: wire for wire in wires(wiring)}
    height = _TOP + 20 * _ROW + 60
    title = spoken(N_("The wiring of the box"))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
        f' width="{_WIDTH}" height="{height}" font-family="sans-serif" font-size="14" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf7"/>',
        _text(_MIDDLE, 30, title, anchor="middle", size=19, weight="bold"),
        f'<rect x="{_MIDDLE - 38}" y="{_TOP - 22}" width="76" height="{20 * _ROW + 18}" rx="8" fill="#37474f"/>',
    ]
    for side in (-1, 1):
        lines += _rail(side, [number for number in by_pin if _side(number) == side and by_pin[number].is_grounded])
    for number in range(1, 41):
        lines += _pin(number, by_pin.get(number))
    for number, wire in by_pin.items():
        lines += _wire(number, wire, spoken(wire.about, **dict(wire.facts)))
    foot = spoken(
        N_("Each light with a resistor of 330 Ω. BCM numbers beside the header, those of its pins on it.")
    )
    lines += [_text(_MIDDLE, height - 18, foot, anchor="middle", size=13), "</svg>"]
    return "\n".join(lines) + "\n"


def _side(number: int) -> int:
    return -1 if number % 2 else 1


def _y(number: int) -> int:
    return _TOP + (number - 1) // 2 * _ROW


def _pin(number: int, wire: Wire | None) -> list[str]:
    """A pin of the header: its number, and what it is."""
    x, y, bcm = _MIDDLE + _side(number) * 18, _y(number), BCM[number - 1]
    is_ground = bcm is None and number not in POWER
    fill = "#ffd54f" if wire else "#212121" if is_ground else "#ef9a9a" if number in POWER else "#b0bec5"
    ink = "#ffffff" if is_ground else "#000000"
    label = str(bcm) if bcm is not None else POWER.get(number, GROUND)
    anchor = "end" if _side(number) < 0 else "start"
    weight = "bold" if wire else "normal"
    return [
        f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}"/>',
        _text(x, y + 4, str(number), anchor="middle", size=11, ink=ink),
        _text(_MIDDLE + _side(number) * 44, y - 3, label, anchor=anchor, size=11, weight=weight),
    ]


def _rail(side: int, numbers: list[int]) -> list[str]:
    """The wire of the grounds of one side, to the ground pin nearest to them all."""
    if not numbers:
        return []
    grounds = [n for n in range(1, 41) if BCM[n - 1] is None and n not in POWER and _side(n) == side]
    middle = sum(map(_y, numbers)) / len(numbers)
    ground = min(grounds, key=lambda n: abs(_y(n) - middle))
    rows = [_y(n) for n in (*numbers, ground)]
    x = _MIDDLE + side * _RAIL
    start = _MIDDLE + side * 29
    return [
        f'<path d="M{x} {min(rows)}V{max(rows)}M{x} {_y(ground)}H{start}" fill="none" stroke="#212121"'
        ' stroke-width="3"/>'
    ]


def _wire(number: int, wire: Wire, about: str) -> list[str]:
    side, y = _side(number), _y(number)
    start, rail = _MIDDLE + side * 29, _MIDDLE + side * _RAIL
    part = _MIDDLE + side * (_RAIL - 45)
    end = rail if wire.is_grounded else part
    found = [f'<path d="M{start} {y}H{end}" stroke="#8d6e63" stroke-width="2" fill="none"/>']
    found += _part(wire, part, y, side)
    if not wire.to_ground:
        found.append(_text(rail - side * 16, y + 4, "3.3 V", anchor="middle", size=10, ink="#c62828"))
    anchor = "end" if side < 0 else "start"
    return [*found, _text(rail + side * 12, y + 5, about, anchor=anchor)]


def _part(wire: Wire, x: int, y: int, side: int) -> list[str]:
    fill = _HEX[wire.colour]
    if wire.kind == "light":
        resistor = _MIDDLE + side * (_RAIL - 100)
        return [
            f'<rect x="{resistor - 16}" y="{y - 5}" width="32" height="10" fill="#efdfbb" stroke="#5d4037"/>',
            f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="#212121" stroke-width="1.5"/>',
        ]
    if wire.kind == "button":
        return [
            f'<rect x="{x - 12}" y="{y - 9}" width="24" height="18" rx="3" fill="#cfd8dc" stroke="#212121"/>',
            f'<circle cx="{x}" cy="{y}" r="5" fill="#212121"/>',
        ]
    return [f'<rect x="{x - 12}" y="{y - 8}" width="24" height="16" fill="{fill}" stroke="#212121"/>']


def _text(x: float, y: float, text: str, **how: str | int) -> str:
    anchor, size = how.get("anchor", "start"), how.get("size", 14)
    weight, ink = how.get("weight", "normal"), how.get("ink", "#212121")
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}"'
        f' fill="{ink}">{escape(text)}</text>'
    )
