"""Every check of the doctor, with a machine that is well and one that is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device import opening
from device.cameras.errors import CameraError
from device.panel import Ears, Panel
from engine.catalogue import games
from engine.errors import N_, RunewatchError, reason
from engine.words import Words
from runewatch.box.wiring import wiring
from runewatch.doctor import cameras
from runewatch.doctor.finding import Finding, Level, fine, said, sentence, wrong
from runewatch.doctor.machine import check_clock, check_disk, check_memory, check_python, check_settings
from runewatch.doctor.pins import check_pins
from runewatch.doctor.sight import check_board, check_camera, check_profile
from runewatch.settings import Settings, SettingsError, overridden, read_settings
from runewatch.settings.wired import pins
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


def todo(finding: Finding) -> str:
    assert finding.todo is not None
    return sentence(Words(), finding.todo)


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
    assert told(ill, Level.WRONG) == f"Nothing can be written to {tmp_path}: {reason(OSError(30, ''))}."
    assert "Let this user write there" in todo(ill)
    full = check_disk(tmp_path, free(900), raising(OSError(28, "No space left on device")))
    assert told(full, Level.WRONG) == f"Nothing can be written to {tmp_path}: the disk is full; make room on it."
    assert todo(full) == "Make room: a full disk ends the keeping of matches."


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


def panel(text: str = "", pins: str = "mock") -> Callable[[], Panel]:
    settings = read_settings(text, "")
    return lambda: Panel.open(wiring(settings), pins, Ears())


def test_pins() -> None:
    found = check_pins(pins(Settings()), panel())
    assert told(found, Level.FINE) == "All 9 pins can be used, through mock."


def test_pins_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> Any:
        raise RuntimeError("GPIO busy")

    monkeypatch.setattr(opening, "GpioInput", busy)
    ill = check_pins(pins(Settings()), panel())
    assert told(ill, Level.WRONG) == (
        "Pin 5 (button-1) is used by another program: end that, a second Runewatch too."
    )
    assert "cannot be used: 3." in sentence(Words(), ill.todo or said(""))
    assert "No module named 'pigpio'" in told(check_pins({}, panel(pins="pigpio")), Level.WRONG)


def test_pins_that_do_something_else_are_mentioned() -> None:
    assert "3 (I2C)" in told(check_pins({"lights.signal": (3,)}, panel()), Level.NOTE)
    text = "[display]\nkind = 'oled'"
    assert check_pins(pins(read_settings(text, "")), panel(text)).level is not Level.NOTE


def test_no_pins_are_no_fault() -> None:
    assert told(check_pins({}, panel(pins="simulated")), Level.NOTE) == (
        "Simulated lights and buttons take the place of real ones: the settings say so."
    )


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


def test_a_camera_gives_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    shown = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    cv2.imwrite(str(path), shown)

    def taken(*there: str, **wished: str) -> Any:
        settings = overridden(Settings(), [f"camera.{key}={value}" for key, value in wished.items()])
        return cameras.picture(settings, there)

    assert (taken(which=str(path), rate="120") == shown).all()
    assert (taken(str(path), which="auto", rate="120") == shown).all()
    with pytest.raises(CameraError, match="it is not there"):
        taken(which=str(tmp_path / "none.png"))
    with pytest.raises(CameraError, match="/dev/video63 is not there"):
        taken(which="63")
    cv2.imwrite(str(path), np.zeros((240, 320, 3), np.uint8))
    with pytest.raises(PictureError, match="is black"):
        taken(which=str(path), rate="120")


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


def test_a_picture_that_is_none_is_no_matter_of_the_camera() -> None:
    ill = check_board(raising(PictureError("x.png cannot be read")), lambda _: pytest.fail())
    assert todo(ill) == "Give another picture: runewatch doctor --picture FILE."
    hidden = check_board(lambda: PICTURE, raising(BoardNotFoundError("no board is in view")))
    assert todo(hidden).startswith("Turn the camera")


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
