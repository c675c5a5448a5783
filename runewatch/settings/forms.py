"""Every key that can be set, with its default, what it may be, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from engine.catalogue import games
from engine.errors import N_
from engine.words import languages
from runewatch.clocks import Timer, Timing, Way
from runewatch.settings.declaring import MOST_SEATS, key
from runewatch.settings.hardware import (
    BoxSettings,
    ButtonSettings,
    BuzzerSettings,
    DisplaySettings,
    LampSettings,
    LightSettings,
)
from runewatch.settings.places import data_folder
from runewatch.settings.rules import (
    AUTO,
    Address,
    Choice,
    Device,
    Folder,
    Name,
    Number,
    NumberOrAuto,
    Rule,
    Several,
    Text,
    Whole,
)

DAY = 86_400
"""Seconds. No timer is longer."""


def _ways() -> tuple[str, ...]:
    return tuple(map(str, Way))


_WARNINGS = Several(Number(1, DAY), 0, 10)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What is played, with which set, by whom."""

    game: str = key(
        AUTO, Choice(lambda: (AUTO, *games())), N_("The game on the table; auto: the first on the shelf.")
    )
    profile: str = key(
        AUTO, Name(), N_("The taught set; auto: the only one there is, else the one that can be printed.")
    )
    language: str = key(
        AUTO, Choice(lambda: (AUTO, *languages())), N_("The language to speak; auto: that of the machine.")
    )
    names: tuple[str, ...] = key(
        (), Several(Text(40), 0, MOST_SEATS), N_("The players by name, in the order of their seats.")
    )


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Which camera looks, and how."""

    which: str | int = key(
        AUTO,
        Device(),
        N_(
            "The camera: auto (the first there is), simulated, a number, picamera2:0, the path of a device, a "
            "film, a picture or a folder of them, or the address of a phone's camera."
        ),
    )
    width: int = key(1920, Whole(320, 10_000), N_("How wide a picture is, in pixels."))
    height: int = key(1080, Whole(240, 10_000), N_("How high a picture is, in pixels."))
    rate: float = key(10.0, Number(1, 120), N_("How many pictures are taken a second."))
    focus: float | str = key(
        AUTO,
        NumberOrAuto(0, 20),
        N_("How near the camera sees sharply, if it can be told: 1 divided by the metres; auto: it finds out."),
    )
    quarter: int = key(
        0, Whole(0, 3), N_("By how many quarters a board without marks is turned clockwise in the picture.")
    )


@dataclass(frozen=True, slots=True)
class SightSettings:
    """When the table is read."""

    still_seconds: float = key(
        0.3, Number(0.1, 10), N_("For how many seconds the table must rest before it is read.")
    )
    patience: float = key(
        3.0, Number(0.5, 60), N_("After how many seconds of rest a table that fits nothing is called out of step.")
    )


@dataclass(frozen=True, slots=True)
class TurnSettings:
    """How a turn ends."""

    ends: tuple[str, ...] = key(
        ("button", "page"),
        Several(Choice(lambda: ("button", "page", "gesture")), 1, 3),
        N_("What ends a turn: a button, the page, a gesture at the table; one of them or several."),
    )


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """How time is kept."""

    turn: str = key(
        "off",
        Choice(_ways),
        N_("The timer of turns: off, up, down, bank or increment. A bank is each player's own."),
    )
    turn_seconds: float = key(
        60.0, Number(1, DAY), N_("What it counts down from, in seconds: a turn, or the bank.")
    )
    turn_increment: float = key(
        5.0,
        Number(0, DAY),
        N_("Seconds added to a bank at the beginning of a turn, if it is one with an increment."),
    )
    turn_warnings: tuple[float, ...] = key((30.0, 10.0), _WARNINGS, N_("With how many seconds left it warns."))
    round: str = key("off", Choice(_ways), N_("The timer of rounds: the same. A bank is one for the whole match."))
    round_seconds: float = key(
        600.0, Number(1, DAY), N_("What it counts down from, in seconds: a round, or the bank.")
    )
    round_increment: float = key(
        0.0,
        Number(0, DAY),
        N_("Seconds added to the bank at the beginning of a round, if it is one with an increment."),
    )
    round_warnings: tuple[float, ...] = key((60.0,), _WARNINGS, N_("With how many seconds left it warns."))
    out: str = key(
        "said",
        Choice(lambda: ("said", "ends")),
        N_("What running out of time means: it is said, or ends the match."),
    )
    most_gap: float = key(
        10.0,
        Number(1, 3600),
        N_("Time in which the program did not run is not counted if it is longer than so many seconds."),
    )

    @property
    def timing(self) -> Timing:
        return Timing(
            _timer(self.turn, self.turn_seconds, self.turn_increment, self.turn_warnings),
            _timer(self.round, self.round_seconds, self.round_increment, self.round_warnings),
            self.out == "ends",
            self.most_gap,
        )


def _timer(way: str, seconds: float, increment: float, warnings: tuple[float, ...]) -> Timer:
    return Timer(Way(way), seconds, increment, warnings)


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the page is."""

    address: str = key(
        "127.0.0.1",
        Address(),
        N_("Who may see the page: 127.0.0.1 for this machine only, 0.0.0.0 for the network."),
    )
    port: int = key(8080, Whole(1, 65_535), N_("The port of the page."))


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """Where matches are kept."""

    folder: str = key(AUTO, Folder(), N_("The folder that keeps the matches; auto: the one for data."))

    @property
    def path(self) -> Path:
        return data_folder() if self.folder == AUTO else Path(self.folder).expanduser()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value that is not the default comes from: a line of a file, or the command line without one."""

    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; the keys that are not among ``origins`` have their default."""

    table: TableSettings = field(default_factory=TableSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    sight: SightSettings = field(default_factory=SightSettings)
    turn: TurnSettings = field(default_factory=TurnSettings)
    clocks: ClockSettings = field(default_factory=ClockSettings)
    lights: LightSettings = field(default_factory=LightSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    buzzer: BuzzerSettings = field(default_factory=BuzzerSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    lamp: LampSettings = field(default_factory=LampSettings)
    box: BoxSettings = field(default_factory=BoxSettings)
    web: WebSettings = field(default_factory=WebSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False)

    def value(self, name: str) -> Any:
        """The value of a key by its whole name, such as ``web.port``."""
        part, _, last = name.partition(".")
        return getattr(getattr(self, part), last)


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it can be set."""

    name: str
    """With its part: ``web.port``."""
    default: Any
    rule: Rule
    about: str

    @property
    def part(self) -> str:
        return self.name.partition(".")[0]


PARTS: Mapping[str, type[Any]] = {
    "table": TableSettings, "camera": CameraSettings, "sight": SightSettings, "turn": TurnSettings,
    "clocks": ClockSettings, "lights": LightSettings, "buttons": ButtonSettings,
    "buzzer": BuzzerSettings, "display": DisplaySettings, "lamp": LampSettings, "box": BoxSettings,
    "web": WebSettings, "journal": JournalSettings,
}  # fmt: skip

KEYS: Mapping[str, Key] = {
    name: Key(name, one.default, one.metadata["rule"], one.metadata["about"])
    for part, form in PARTS.items()
    for one in fields(form)
    for name in [f"{part}.{one.name}"]
}
"""Every key by its whole name, in the order of the example file."""
