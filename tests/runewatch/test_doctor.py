"""Every check of the doctor, with a machine that is well and one that is not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.catalogue import games
from engine.errors import N_, RunewatchError
from engine.words import Words
from runewatch.doctor import cameras, header
from runewatch.doctor.finding import Finding, Level, fine, said, sentence, wrong
from runewatch.doctor.machine import check_clock, check_disk, check_memory, check_python, check_settings
from runewatch.doctor.pins import Opener, check_pins
from runewatch.doctor.sight import CameraError, check_board, check_camera, check_profile
from runewatch.settings import Settings, SettingsError, read_settings
from tests.sighted import photo, view
from vision.board import BoardNotFoundError, Found, find
from vision.picture import PictureError
from vision.profile import Profile, ProfileError
from vision.teaching import Confusion

GAME = next(iter(games().values()))
PICTURE = np.zeros((480, 640, 3), np.uint8)


def told(finding: Finding, level: Level) -> str:
    """What is found, and that it is as grave as it should be and says what to do."""
    assert finding.level is level, finding
    assert (finding.todo is None) == (level is Level.FINE)
    words = Words()
    texts = [sentence(words, one) for one in (finding.found, finding.todo) if one is not None]
    assert all(text.endswith((".", "!", "?")) and "{" not in text for text in texts), texts
    return texts[0]


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


# -- findings -------------------------------------------------------------------------------------------


def test_a_finding_is_a_sentence() -> None:
    words = Words()
    assert sentence(words, said(N_("{free} MB"), free=3)) == "3 MB."
    assert sentence(words, RunewatchError("no board is in view")) == "No board is in view."
    assert sentence(words, SettingsError("wrong").at(3, source="s.toml")) == "s.toml, line 3: wrong."
    assert fine("disk", said("a")).todo is None
    assert wrong("disk", said("a"), said("b")).level == "wrong"


# -- the machine ----------------------------------------------------------------------------------------


def test_python() -> None:
    def load(name: str) -> str:
        if name == "picamera2":
            raise ModuleNotFoundError("no such module", name=name)
        return {"numpy": "1.26", "cv2": "4.11"}[name]

    well = check_python((3, 11, 7), load)
    assert told(well, Level.FINE) == "Python 3.11.7 with numpy 1.26 and cv2 4.11."
    assert "was not tried" in told(check_python((3, 14, 0), lambda _: "1"), Level.NOTE)
    ill = check_python((3, 11, 7), raising(ImportError("numpy.core.multiarray failed to import")))
    assert told(ill, Level.WRONG) == "numpy cannot be imported: numpy.core.multiarray failed to import."
    assert "numpy 1, cv2 1 and picamera2" in told(
        check_python((3, 12, 1), lambda name: "" if name == "picamera2" else "1"), Level.FINE
    )
    assert "AttributeError" in told(check_python((3, 12, 1), raising(AttributeError())), Level.WRONG)


def test_a_camera_library_built_for_another_numpy_is_told() -> None:
    def load(name: str) -> str:
        if name == "picamera2":
            raise ValueError("numpy.dtype size changed")
        return "1"

    ill = check_python((3, 11, 7), load)
    assert told(ill, Level.WRONG) == "picamera2 cannot be imported: numpy.dtype size changed."


def test_a_camera_library_that_lacks_its_own_is_told() -> None:
    def load(name: str) -> str:
        if name == "picamera2":
            raise ModuleNotFoundError("No module named 'libcamera'", name="libcamera")
        return "1"

    assert "libcamera" in told(check_python((3, 11, 7), load), Level.WRONG)


def test_settings() -> None:
    finding, settings = check_settings(Settings)
    assert told(finding, Level.FINE) == "Everything has its default."
    finding, settings = check_settings(lambda: read_settings("web.port = 99", ""))
    assert told(finding, Level.FINE) == "The settings are in order; chosen: web.port."
    assert settings.web.port == 99
    finding, settings = check_settings(lambda: read_settings("\nweb.prot = 99", "s.toml"))
    assert told(finding, Level.WRONG).startswith(
        "s.toml, line 2: there is no key 'web.prot'; did you mean web.port"
    )
    assert settings == Settings()


def test_disk(tmp_path: Path) -> None:
    def nothing(_: Path) -> None:
        """Writes well."""

    def free(megabytes: int) -> Callable[[Path], int]:
        return lambda _: megabytes * 1_000_000

    assert "900 MB are free" in told(check_disk(tmp_path, free(900), nothing), Level.FINE)
    assert "400 MB" in told(check_disk(tmp_path, free(400), nothing), Level.NOTE)
    assert "20 MB" in told(check_disk(tmp_path, free(20), nothing), Level.WRONG)
    used: list[Path] = []
    assert "/not/yet can be" in told(check_disk(tmp_path / "not" / "yet", free(900), used.append), Level.FINE)
    assert used == [tmp_path]
    ill = check_disk(tmp_path, free(900), raising(OSError(30, "Read-only file system")))
    assert told(ill, Level.WRONG) == f"Nothing can be written to {tmp_path}: Read-only file system."


def test_clock() -> None:
    assert told(check_clock(date(2027, 1, 2), (5.0, 5.01)), Level.FINE) == "It is 2027-01-02, and time runs."
    assert "1970-01-01" in told(check_clock(date(1970, 1, 1), (5.0, 5.01)), Level.WRONG)
    assert "stands still" in told(check_clock(date(2027, 1, 2), (5.0, 5.0)), Level.WRONG)
    assert "backwards" in told(check_clock(date(2027, 1, 2), (5.0, 4.0)), Level.WRONG)


def test_memory() -> None:
    def meminfo(kilobytes: int) -> str:
        return f"MemTotal:  1 kB\nMemFree:   2 kB\nMemAvailable: {kilobytes} kB\n"

    assert told(check_memory(meminfo(400_000)), Level.FINE).startswith("409 MB of memory are free")
    assert told(check_memory(meminfo(100_000)), Level.WRONG).startswith("102 MB of memory are free")
    assert "does not tell" in told(check_memory(""), Level.NOTE)


# -- pins -----------------------------------------------------------------------------------------------

WIRED = {"lights.signal": (25,), "buttons.seats": (5, 6)}


def opener(*closed: int) -> Callable[[], Opener]:
    def open_pin(_: str, pin: int) -> None:
        if pin in closed:
            raise OSError("GPIO busy")

    return lambda: open_pin


def test_pins() -> None:
    assert told(check_pins(WIRED, True, opener()), Level.FINE) == "All 3 pins can be opened."
    ill = check_pins(WIRED, True, opener(25, 6))
    assert told(ill, Level.WRONG) == (
        "Not every pin can be opened: 25 (lights.signal): GPIO busy and 6 (buttons.seats): GPIO busy."
    )
    assert "gpiozero cannot be used: no lgpio" in told(
        check_pins(WIRED, True, raising(ImportError("no lgpio"))), Level.WRONG
    )


def test_pins_that_do_something_else_are_mentioned() -> None:
    assert "3 (I2C)" in told(check_pins({"lights.signal": (3,)}, True, opener()), Level.NOTE)


def test_no_pins_are_no_fault() -> None:
    assert "has no pins" in told(check_pins(WIRED, False, raising(ImportError())), Level.NOTE)


def test_pins_are_opened_through_gpiozero(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int]] = []

    def form(name: str) -> Callable[[int], object]:
        def make(pin: int) -> object:
            return SimpleNamespace(close=lambda: opened.append((name, pin)))

        return make

    monkeypatch.setitem(sys.modules, "gpiozero", SimpleNamespace(LED=form("LED"), Button=form("Button")))
    assert check_pins(WIRED, True, header.opener).level is Level.FINE
    assert opened == [("LED", 25), ("Button", 5), ("Button", 6)]
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert check_pins(WIRED, True, header.opener).level is Level.WRONG


def test_a_chosen_stand_in_counts_as_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert header.has_header()


# -- the camera -----------------------------------------------------------------------------------------


def camera(wanted: str | int = "auto", there: Sequence[str] = ("/dev/video0",), **more: Any) -> Finding:
    size, take = more.get("size", (640, 480)), more.get("take", lambda: PICTURE)
    finding, picture = check_camera(wanted, size, there, take)
    assert (picture is None) == (finding.level is Level.WRONG or wanted == "simulated" or not there)
    return finding


def test_camera() -> None:
    assert told(camera(), Level.FINE) == "The camera gives pictures of 640 by 480 pixels."
    assert "640 by 480" in told(camera(size=(1920, 1080)), Level.NOTE)
    assert "as the settings say" in told(camera("simulated", take=raising(AssertionError())), Level.FINE)
    assert "no camera" in told(camera(there=(), take=raising(AssertionError())), Level.NOTE)
    ill = camera(
        "/dev/video9", take=raising(CameraError("the camera {name} gives no picture", name="/dev/video9"))
    )
    assert told(ill, Level.WRONG) == "The camera /dev/video9 gives no picture."
    assert "lens" in told(camera(take=raising(PictureError("is the lens covered?"))), Level.WRONG)


def test_devices_that_are_no_cameras_are_left_out(tmp_path: Path) -> None:
    names = {
        "video10": "bcm2835-codec-decode",
        "video2": "USB Camera",
        "video0": "unicam-image",
        "video1": "HD Pro",
    }
    for device, name in names.items():
        (tmp_path / device).mkdir()
        (tmp_path / device / "name").write_text(f"{name}\n", encoding="utf-8")
    assert cameras.devices(tmp_path) == ("/dev/video1", "/dev/video2")
    assert cameras.devices(tmp_path / "none") == ()


def test_a_device_gives_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    shown = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    cv2.imwrite(str(path), shown)
    assert (cameras.picture(str(path), (), (320, 240)) == shown).all()
    assert (cameras.picture("auto", (str(path),), (320, 240)) == shown).all()
    with pytest.raises(CameraError, match="gives no picture"):
        cameras.picture(str(tmp_path / "none.png"), (), (320, 240))
    cv2.imwrite(str(path), np.zeros((240, 320, 3), np.uint8))
    with pytest.raises(PictureError):
        cameras.picture(str(path), (), (320, 240))


class Camera:
    """Stands in for a camera of libcamera."""

    frame = np.random.default_rng(2).integers(0, 255, (240, 320, 3), np.uint8)

    def __init__(self, number: int) -> None:
        if number:
            raise RuntimeError("Camera in use")

    def __enter__(self) -> Camera:
        return self

    def __exit__(self, *_: object) -> None:
        """Closed."""

    @staticmethod
    def global_camera_info() -> list[object]:
        return [{}, {}]

    def create_still_configuration(self, main: dict[str, object]) -> dict[str, object]:
        return main

    def configure(self, main: dict[str, object]) -> None:
        assert main == {"size": (320, 240), "format": "RGB888"}

    def start(self) -> None:
        """Started."""

    def capture_array(self) -> Any:
        return self.frame


def test_the_pis_own_cameras_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Camera))
    there = cameras.cameras()
    assert there[:2] == ("picamera2:0", "picamera2:1")
    assert (cameras.picture("auto", there, (320, 240)) == Camera.frame).all()
    with pytest.raises(CameraError, match="Camera in use"):
        cameras.picture("picamera2:1", there, (320, 240))


def test_without_picamera2_there_are_only_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert not any(name.startswith("picamera2") for name in cameras.cameras())


# -- board and profile ----------------------------------------------------------------------------------


def test_board() -> None:
    rules = GAME.open(GAME.sight)
    plan = rules.plan()
    layout = rules.layout(rules.start())

    def check(picture: Any) -> Finding:
        return check_board(lambda: picture, lambda seen: find(seen, plan))

    assert "marks of its mat" in told(check(photo(rules, layout)), Level.FINE)
    assert (
        "no board is in view"
        in told(
            check(np.tile(np.arange(240, dtype=np.uint8), (480, 1))[..., None].repeat(3, 2)), Level.WRONG
        ).lower()
    )
    assert "no picture" in told(check(None), Level.NOTE)


def test_a_board_that_is_not_in_view() -> None:
    ill = check_board(lambda: PICTURE, raising(BoardNotFoundError("no board is in view")))
    assert told(ill, Level.WRONG) == "No board is in view."
    assert "cannot be read" in told(
        check_board(raising(PictureError("x.png cannot be read")), lambda _: pytest.fail()), Level.WRONG
    )


def test_a_board_without_marks_has_no_top() -> None:
    bare = check_board(lambda: PICTURE, lambda _: Found(view(), 0.93, "bare"))
    assert told(bare, Level.NOTE) == "The board is in view, found by its tiles, 93 % sure."


def profiled(right: int, asked: int, **more: Any) -> Finding:
    profile = Profile("mine", (), more.get("about", {"game": GAME.name}))
    found = [Confusion("tile", 50, 50, None, 1.0), Confusion("figure", right, asked, None, 0.1)]
    return check_profile(lambda: profile, GAME.name, lambda _: found if asked else [], GAME.things)


def test_profile() -> None:
    assert told(profiled(50, 50), Level.FINE).startswith("Profile mine tells 50 of 50 apart")
    assert told(profiled(47, 50), Level.NOTE).startswith("Profile mine tells 47 of 50 apart")
    assert told(profiled(30, 50), Level.WRONG).startswith("Profile mine tells 30 of 50 apart")
    assert "too few photos" in told(profiled(0, 0), Level.NOTE)


def test_a_profile_that_is_none_or_of_another_game() -> None:
    missing = check_profile(raising(ProfileError("no set has been taught yet")), GAME.name, lambda _: (), {})
    assert told(missing, Level.WRONG) == "No set has been taught yet."
    assert "of another game: go" in told(profiled(50, 50, about={"game": "go"}), Level.WRONG)
    assert told(profiled(50, 50, about=None), Level.FINE)
