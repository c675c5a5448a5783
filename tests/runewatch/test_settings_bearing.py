"""A file of settings with faults: the rest of it holds, and every fault is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runewatch.settings import Settings
from runewatch.settings.bearing import FIRST, bearable_settings
from runewatch.settings.forms import KEYS, PARTS
from runewatch.settings.writing import written

WEB = '[web]\naddress = "0.0.0.0"\nport = 80\n'


def borne(folder: Path, text: str | bytes) -> tuple[Settings, list[str]]:
    path = folder / "settings.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    settings, faults = bearable_settings(path)
    return settings, [str(fault).partition("settings.toml")[2] for fault in faults]


def _keys(part: str) -> str:
    return "".join(
        f"{name.partition('.')[2]} = {written(key.default)}\n"
        for name, key in KEYS.items()
        if key.part == part and key.default is not None
    )


def test_a_file_without_faults_is_read_as_ever(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, WEB)
    assert (settings.web.port, faults) == (80, [])


def test_a_pin_that_is_used_twice_leaves_the_page_and_makes_twins_of_the_lights(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, f"{WEB}[lights]\nin_step = 17\nin_doubt = 17\n[camera]\nwidth = 1280\n")
    assert (settings.web.port, settings.camera.width, settings.box.pins) == (80, 1280, "simulated")
    assert faults == [", line 6: lights.in_doubt: pin 17 is used by lights.in_step already"]


def test_a_fault_that_is_no_matter_of_pins_leaves_them(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, "[camera]\nwidth = 'wide'\nheight = 720\n[lights]\nin_step = 12\n")
    assert (settings.camera.width, settings.camera.height, settings.lights.in_step) == (1920, 720, 12)
    assert settings.box.pins == "auto" and len(faults) == 1


def test_several_faults_are_all_told(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, f"[camera]\nwidht = 3\nheight = 0\n{WEB}")
    assert settings.web.port == 80 and len(faults) == 2


def test_a_part_that_nobody_knows_takes_its_keys_along(tmp_path: Path) -> None:
    """They would be taken for those of the part before."""
    settings, faults = borne(tmp_path, f"{WEB}[buzzer]\ntone = 440\n[lampp]\npin = 5\n[camera]\nwidth = 640\n")
    assert settings.buzzer.pin is None and settings.lamp.pin is None and settings.camera.width == 640
    assert settings.box.pins == "simulated" and len(faults) == 1


def test_a_header_left_open_takes_its_keys_along(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, f"{WEB}[clocks\nturn = 'down'\n[camera]\nwidth = 640\n")
    assert (settings.clocks.turn, settings.camera.width, len(faults)) == ("off", 640, 1)


def test_a_value_of_several_lines_goes_as_a_whole(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, f"[table]\nnames = [\n  'Ada',\n  7,\n]\n{WEB}")
    assert settings.table.names == () and settings.web.port == 80 and len(faults) == 1


@pytest.mark.parametrize("line", ["width = ", "width = 'wide", "width 640", "names = ['Ada',", "= 3"])
def test_what_is_no_toml_goes_line_by_line(tmp_path: Path, line: str) -> None:
    settings, faults = borne(tmp_path, f"{WEB}[camera]\n{line}\nheight = 720\n")
    assert settings.web.port == 80 and settings.web.address == "0.0.0.0"
    assert len(faults) == 1 and "not TOML" in faults[0]


def test_a_letter_of_another_alphabet_is_told_and_the_rest_holds(tmp_path: Path) -> None:
    settings, faults = borne(tmp_path, b"# d\xe9j\xe0 vu\n" + WEB.encode())
    assert settings.web.port == 80 and faults == [", line 1: this is not UTF-8 text"]


@pytest.mark.parametrize("text", [None, "[[[\n]]]\n[web\n\x00\n{{{\n"])
def test_the_first_settings_hold_where_nothing_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    (tmp_path / "first.toml").write_text(WEB)
    monkeypatch.setenv(FIRST, str(tmp_path / "first.toml"))
    if text is not None:
        (tmp_path / "settings.toml").write_text(text)
    settings, faults = bearable_settings(tmp_path / "settings.toml")
    assert (settings.web.port, settings.box.pins, len(faults)) == (80, "simulated", 1)
    monkeypatch.delenv(FIRST)
    assert bearable_settings(tmp_path / "settings.toml")[0].web.port == Settings().web.port


@given(st.data())
def test_any_file_gives_settings(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever is cut out of a good file, or put into it."""
    text = "".join(f"[{part}]\n{_keys(part)}" for part in PARTS)
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    piece = data.draw(st.text(alphabet="[]{}=\"'\n.,#a1", max_size=12))
    path = tmp_path_factory.mktemp("s") / "settings.toml"
    path.write_text(text[:begin] + piece + text[end:])
    assert isinstance(bearable_settings(path)[0], Settings)
