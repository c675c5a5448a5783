"""Settings: what may be set, every fault with its place, and a page that lists what there is."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.datafile import quoted
from engine.errors import DataError, RunewatchError
from engine.words import Words, languages
from runewatch.clocks import Timer, Timing, Way
from runewatch.settings import (
    KEYS,
    Origin,
    Settings,
    SettingsError,
    data_folder,
    overridden,
    read_settings,
    settings_file,
    stored_settings,
)
from runewatch.settings.lines import lines_of
from runewatch.settings.places import CONFIG
from runewatch.settings.wired import pins
from runewatch.settings.writing import example, written

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")


def fault(text: str) -> str:
    with pytest.raises(SettingsError) as raised:
        read_settings(text, "s.toml")
    return str(raised.value)


# -- the page, the example and the code agree ------------------------------------------------------------


def listed() -> dict[str, tuple[str, str]]:
    """The default and the example of every key of the page, as written there."""
    found = {}
    for part, body in re.findall(r"^## `\[(\w+)\]`.*?\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL):
        for key, default, shown in re.findall(r"^\| `(\w+)` \| `(.*?)` \| `(.*?)` \| \S", body, re.MULTILINE):
            found[f"{part}.{key}"] = (default, shown)
        assert len(re.findall(r"^\| `", body, re.MULTILINE)) == sum(name.startswith(f"{part}.") for name in found)
    return found


def test_the_page_lists_every_key_with_its_default() -> None:
    assert {name: default for name, (default, _) in listed().items()} == {
        name: written(key.default) for name, key in KEYS.items()
    }


@pytest.mark.parametrize("name", KEYS)
def test_the_examples_of_the_page_can_be_set(name: str) -> None:
    default, shown = listed()[name]
    part, _, last = name.partition(".")
    assert shown != default
    settings = read_settings(f"[{part}]\n{last} = {shown}", "")
    assert written(settings.value(name)) == shown


@pytest.mark.parametrize("language", languages())
def test_the_example_file_is_the_defaults(language: str) -> None:
    text = example(Words(language))
    settings = read_settings(text, "example")
    assert settings == Settings()
    assert set(settings.origins) == set(KEYS)
    assert max(map(len, text.splitlines())) <= 115
    for name, origin in settings.origins.items():
        assert text.splitlines()[origin.line - 1].startswith(f"{name.partition('.')[2]} =")


def test_every_default_passes_its_own_check() -> None:
    for key in KEYS.values():
        default = list(key.default) if isinstance(key.default, tuple) else key.default
        assert key.rule.read(key.name, default) == key.default


# -- reading --------------------------------------------------------------------------------------------


def test_what_is_set_and_where() -> None:
    settings = read_settings('[table]\nlanguage = "fr"\n\n[sight]\npatience = 5', "s.toml")
    assert settings.table.language == "fr"
    assert settings.sight.patience == 5
    assert settings.sight.still_seconds == 0.3
    assert settings.origins == {"table.language": Origin("s.toml", 2), "sight.patience": Origin("s.toml", 5)}


def test_the_clocks_that_are_set() -> None:
    settings = read_settings('[clocks]\nturn = "increment"\nturn_seconds = 300\nout = "ends"\nround = "up"', "")
    assert settings.clocks.timing == Timing(
        Timer(Way.INCREMENT, 300, 5, (30, 10)), Timer(Way.UP, 600, 0, (60,)), out_ends=True, most_gap=10
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[table]\n\nlangage = 'fr'", "line 3: there is no key 'table.langage'; did you mean table.language?"),
        ("[tabel]\nx = 1", "s.toml, line 1: there is no key 'tabel'; did you mean table?"),
        ("port = 80", "s.toml, line 1: there is no key 'port'; did you mean web.port?"),
        ("[table]\nport = 80", "s.toml, line 2: there is no key 'table.port'; did you mean web.port?"),
        ("[sight]\nzzz = 1", "no key 'sight.zzz'; there are: sight.still_seconds, sight.patience"),
        ("[qqq]", "line 1: there is no key 'qqq'; there are: table, camera, sight,"),
        ("table = 3", "line 1: table must be a part that begins with [table], not '3'"),
        ("[table]\nlanguage = 'f'", "line 2: table.language must be one of: auto, en, fr; not 'f'"),
        ("[turn]\nends = ['buton']", "not 'buton'; did you mean button?"),
        ("[turn]\nends = []", "line 2: turn.ends must be a list of 1 to 3 values, not []"),
        ("[turn]\nends = 'page'", "line 2: turn.ends must be a list of 1 to 3 values, not 'page'"),
        ("[turn]\nends = ['page', 'page']", "line 2: turn.ends names 'page' twice"),
        ("[table]\ngame = 7", "line 2: table.game must be one of: auto, "),
        ("[table]\nprofile = '../x'", "table.profile must be a name of letters, digits, - and _, not '../x'"),
        ("[table]\nnames = ['']", "line 2: table.names must be a text of 1 to 40 letters in one line, not ''"),
        ("[camera]\nwhich = 'webcam'", "camera.which must be auto, simulated, a number up to 63 or such as"),
        ("[camera]\nwhich = 'http://'", "camera.which must be auto"),
        ("[camera]\nwhich = 'http://phone:99999/'", "camera.which must be auto"),
        ("[camera]\nwhich = 'http://phone/a b'", "camera.which must be auto"),
        ("[camera]\nwhich = 'ftp://phone/'", "camera.which must be auto"),
        ("[camera]\nwhich = 'picamera2:10'", "camera.which must be auto"),
        ("[camera]\nwhich = 64", "camera.which must be auto"),
        ("[camera]\nfocus = 30", "camera.focus must be auto or a number from 0 to 20"),
        ("[camera]\nfocus = 'near'", "camera.focus must be auto or a number from 0 to 20"),
        ("[camera]\nwhich = 64", "not '64'"),
        ("[camera]\nwhich = true", "not true"),
        ("[camera]\nwidth = 1920.5", "camera.width must be a whole number from 320 to 10000, not '1920.5'"),
        ("[camera]\nquarter = 4", "camera.quarter must be a whole number from 0 to 3, not '4'"),
        ("[camera]\nrate = nan", "camera.rate must be a number from 1 to 120, not 'nan'"),
        ("[lights]\nbrightness = true", "lights.brightness must be a number from 0 to 1, not true"),
        ("[lights]\nsignal = 28", "lights.signal must be a pin by its BCM number, from 0 to 27, or none; not"),
        ("[lights]\nseats = [-1]", "lights.seats must be a pin by its BCM number, from 0 to 27, not '-1'"),
        ("[buttons]\narbiter = true", "be a pin by its BCM number, from 0 to 27, or none; not true"),
        ("[lights]\nseats = ['none']", "lights.seats must be a pin by its BCM number, from 0 to 27, not 'none'"),
        ("[lights]\nrgb = [12, 13]", "line 2: lights.rgb must name three pins, red, green and blue, or none"),
        ("[lights]\nactive_low = [4]", "line 2: lights.active_low: nothing is wired to pin 4; used are: 17, 27,"),
        ("[lights]\nactive_low = [5]", "lights.active_low: nothing is wired to pin 5"),
        ("[buttons]\nactive_high = [17]", "buttons.active_high: nothing is wired to pin 17; used are: 5, 6, 16"),
        ("[buttons]\narbiter = 2\nno_pull = [2]", "line 3: buttons.no_pull: the board pulls pin 2 up;"),
        ("[buttons]\nseats = [3, 6]\nactive_high = [3]", "line 3: buttons.active_high: the board pulls pin 3 up;"),
        ("[display]\nkind = 'oled'\n[buttons]\narbiter = 2", "pin 2 is used by"),
        ("[display]\nkind = 'digits'\nclock = 17", "line 3: display.clock: pin 17 is used by lights.in_step"),
        ("[buzzer]\npin = 16", "line 2: buzzer.pin: pin 16 is used by buttons.arbiter already"),
        ("[lamp]\npin = 5", "line 2: lamp.pin: pin 5 is used by buttons.seats already"),
        ("[lamp]\nactive_low = 1", "line 2: lamp.active_low must be true or false, not '1'"),
        ("[box]\npins = 'lgpi'", "line 2: box.pins must be one of: auto, lgpio, rpigpio, pigpio, native, mock,"),
        ("[web]\naddress = 'home'", "web.address must be an address such as 127.0.0.1 or 0.0.0.0, or localhost,"),
        ("[web]\naddress = 80", "not '80'"),
        ("[web]\nport = 0", "line 2: web.port must be a whole number from 1 to 65535, not '0'"),
        ("[journal]\nfolder = 'x'", "journal.folder must be auto or a path that begins with / or ~/, not 'x'"),
        ("[clocks]\nturn_warnings = [0]", "clocks.turn_warnings must be a number from 1 to 86400, not '0'"),
        ("[table.language]\nx = 1", "line 1: table.language must be one of: auto, en, fr; not {…}"),
    ],
)  # fmt: skip
def test_faults_say_where_what_was_expected_and_what_came(text: str, message: str) -> None:
    assert message in fault(text)


def test_what_is_no_toml_is_told_with_its_line() -> None:
    with pytest.raises(DataError, match=r"s\.toml, line 2, column 10: this is not TOML"):
        read_settings("[table]\nlanguage fr", "s.toml")


def test_no_pin_is_used_twice_and_no_default_is_blamed() -> None:
    assert (
        fault("[lights]\nsignal = 17") == "s.toml, line 2: lights.signal: pin 17 is used by lights.in_step already"
    )
    assert "line 2: lights.in_step: pin 16 is used by buttons.arbiter already" in fault("[lights]\nin_step = 16")
    assert "line 2: buttons.seats: pin 23 is used by lights.seats already" in fault("[buttons]\nseats = [5, 23]")
    moved = read_settings("[lights]\nin_step = 26\nsignal = 17", "")
    assert pins(moved)["lights.signal"] == (17,)


def test_pins_that_nothing_is_wired_to_are_free_for_others() -> None:
    assert pins(read_settings("[lights]\nin_step = 'none'\nsignal = 17", ""))["lights.signal"] == (17,)
    several = pins(read_settings("[lights]\nrgb = [17, 27, 22]\nactive_low = [27]", ""))
    assert several["lights.rgb"] == (17, 27, 22)
    assert "lights.in_step" not in several
    assert "display.clock" not in several
    oled = pins(read_settings("[display]\nkind = 'oled'\nclock = 12", ""))
    assert (oled["display.clock"], oled["display.data"]) == ((3,), (2,))


def test_the_default_pins_collide_with_no_bus() -> None:
    used = [pin for every in pins(Settings()).values() for pin in every]
    assert len(set(used)) == len(used) == 9
    assert not {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15} & set(used)


def test_patience_must_outlast_stillness() -> None:
    message = "sight.patience must be more than sight.still_seconds, but they are 3.0 and 4.0"
    assert fault("[sight]\nstill_seconds = 4") == f"s.toml, line 2: {message}"


# -- the line of a key ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("web.port = 1\n\nweb . address = '::1'", "web.address", 3),
        ("\n[ 'web' ] # web\r\n\r\n\"port\" = 1\r\n", "web.port", 4),
        ('[web]\naddress = "# port = 3"\nport = 1', "web.port", 3),
        ("[web]\naddress = 'a = \"'\nport = 1", "web.port", 3),
        ('[web]\naddress = """\nport = 2\n\\""" ""\n"""\nport = 1', "web.port", 6),
        ("[web]\naddress = '''\n[web]\nport = 2'''\nport = 1", "web.port", 5),
        ('[web]\naddress = """a""""\nport = 1', "web.port", 3),
        ('[web]\naddress = """"""\nport = 1', "web.port", 3),
        ("web = {address = '}', port = 1}", "web.port", 1),
        ("[lights]\nseats = [\n 1, # ]\n '[', [2],\n {a.b = 3}, ]\nsignal = 4", "lights.signal", 6),
        ("[lights]\nseats = [\n 1, # ]\n 2]\n", "lights.seats", 2),
        ("[a.b]\nc.d = 1979-05-27 07:32:00\ne = 1", "a.b.e", 3),
        ("[[a]]\nb = 1\n[[a]]\nb = 2", "a.b", 2),
        ('"a.b".c = 1\na.b.c = 2', "a.b.c", 2),
        ('"\\u0061" = 1', "a", 1),
    ],
)  # fmt: skip
def test_odd_but_valid(text: str, path: str, line: int) -> None:
    tomllib.loads(text)
    assert lines_of(text)[tuple(path.split("."))] == line


def test_what_is_no_toml_has_no_lines_but_does_no_harm() -> None:
    assert lines_of("a = 1\nb ! 2\nc = 3") == {("a",): 1, ("b",): 2}
    assert lines_of("a = " + "[" * 50_000)[("a",)] == 1
    for text in ("a", "a.", "= 3", "[", "[a", "a = {", 'a = "', "a = [1", "a = "):
        lines_of(text)


_scalars = st.one_of(
    st.integers(),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8),
    st.sampled_from(["#", "]", "}", "a = 1", "\n[x]\n", '"""', "'''", "\\", '"']),
)
_bare = st.text("abc_-1", min_size=1, max_size=3)
_keys = st.one_of(_bare, st.text("a.#=]\"' ", max_size=4))
_values = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys, inner, max_size=3), max_leaves=6
)
_tables = st.dictionaries(_keys, st.dictionaries(_keys, _values, min_size=1, max_size=4), max_size=3)


def _toml(value: Any, gap: str) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{gap}{f',{gap}'.join(_toml(one, gap) for one in value)}{gap}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {_toml(one, gap)}" for key, one in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else repr(value)


@given(_tables, st.sampled_from(["", " ", "\n", " # ]\n", "\r\n"]), st.booleans())
def test_every_key_that_tomllib_finds_has_its_line(
    tables: dict[str, dict[str, Any]], gap: str, dotted: bool
) -> None:
    lines: list[str] = []
    wanted = {}
    for table, inner in tables.items():
        if not dotted:
            lines.append(f"[{quoted(table)}] # a comment")
        for key, value in inner.items():
            wanted[(table, key)] = len("\n".join(lines).split("\n")) + bool(lines)
            prefix = f"{quoted(table)} . " if dotted else "\t"
            lines += [f"{prefix}{quoted(key)} = {_toml(value, gap)}", ""]
    text = "\n".join(lines)
    assert tomllib.loads(text) == tables
    found = lines_of(text)
    assert {path: line for path, line in found.items() if path in wanted} == wanted


# -- the file -------------------------------------------------------------------------------------------


def test_where_the_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CONFIG, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "runewatch" / "settings.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/whole")
    monkeypatch.setenv("HOME", "/home/ann")
    assert settings_file() == Path("/home/ann/.config/runewatch/settings.toml")
    monkeypatch.setenv(CONFIG, str(tmp_path))
    assert settings_file() == tmp_path / "settings.toml"
    monkeypatch.setenv(CONFIG, str(tmp_path / "mine.toml"))
    assert settings_file() == tmp_path / "mine.toml"


def test_data_are_where_profiles_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from runewatch.settings.rules import Name  # noqa: PLC0415
    from runewatch.sight import profiles  # noqa: PLC0415 - the other tests here need no OpenCV

    for name in ("RUNEWATCH_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
        assert data_folder() / "profiles" == profiles.folder()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() / "profiles" == profiles.folder() == tmp_path / "runewatch" / "profiles"
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "here"))
    assert data_folder() / "profiles" == profiles.folder()
    assert Settings().journal.path == tmp_path / "here"
    assert read_settings("journal.folder = '/srv/x'", "").journal.path == Path("/srv/x")
    assert profiles.path_of("a-b_1").stem == "a-b_1"
    assert Name.PATTERN.fullmatch("a-b_1")


def test_without_a_file_everything_is_default_unless_one_was_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(CONFIG, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert stored_settings() == Settings()
    monkeypatch.setenv(CONFIG, str(tmp_path / "none.toml"))
    with pytest.raises(SettingsError, match=r"none\.toml: there is no such file"):
        stored_settings()
    with pytest.raises(SettingsError, match="there is no such file"):
        stored_settings(tmp_path / "other.toml")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 99\r\n")
    settings = stored_settings(path)
    assert settings.web.port == 99
    assert settings.origins == {"web.port": Origin(str(path), 2)}
    path.write_bytes(b"[web]\nport = 1 # \xff")
    with pytest.raises(SettingsError, match=r"s\.toml, line 2: this is not UTF-8 text"):
        stored_settings(path)
    with pytest.raises(SettingsError, match="this cannot be read"):
        stored_settings(tmp_path)


# -- the command line -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("table.language=fr", "table.language", "fr"),
        (" table.language = 'fr' ", "table.language", "fr"),
        ("table.names=Ann, Bob", "table.names", ("Ann", "Bob")),
        ('table.names=["A, B"]', "table.names", ("A, B",)),
        ("table.names=", "table.names", ()),
        ("table.profile=2024", "table.profile", "2024"),
        ("camera.which=0", "camera.which", 0),
        ("camera.which=/dev/video1", "camera.which", "/dev/video1"),
        ("sight.patience=4", "sight.patience", 4.0),
        ("lights.seats=12,13", "lights.seats", (12, 13)),
        ("web.address=0.0.0.0", "web.address", "0.0.0.0"),
        ("clocks.turn_warnings=[20, 5.5]", "clocks.turn_warnings", (20.0, 5.5)),
    ],
)
def test_a_command_line_overrides(text: str, name: str, value: object) -> None:
    settings = overridden(Settings(), [text])
    assert settings.value(name) == value
    assert settings.origins == {name: Origin()}


def test_the_last_word_counts_and_the_file_stays() -> None:
    stored = read_settings("web.port = 1\nweb.address = '::1'", "s.toml")
    settings = overridden(stored, ["web.port=2", "web.port=3"])
    assert settings.web.port == 3
    assert settings.origins == {"web.port": Origin(), "web.address": Origin("s.toml", 2)}
    assert stored.web.port == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("web.port", "--set: write KEY=VALUE, such as web.port=80; not 'web.port'"),
        ("=3", "--set: there is no key ''"),
        ("prot=3", "--set: there is no key 'prot'; did you mean web.port?"),
        ("web=3", "--set: there is no key 'web'; there are: web.address, web.port"),
        ("web.port=http", "--set: web.port must be a whole number from 1 to 65535, not 'http'"),
        ("web.port=1\ntable.language=2", "--set: web.port must be a whole number"),
        ("lights.signal=16", "--set: lights.signal: pin 16 is used by buttons.arbiter already"),
        ("sight.patience=0.5", ""),
        ("lights.seats=" + "[" * 5000, "--set: lights.seats must be"),
    ],
)
def test_its_faults_are_told_alike(text: str, message: str) -> None:
    if not message:
        assert overridden(Settings(), [text]).sight.patience == 0.5
        return
    with pytest.raises(SettingsError) as raised:
        overridden(Settings(), [text])
    assert message in str(raised.value)


@given(st.text(max_size=60))
def test_any_text_is_settings_or_a_fault_of_ours(text: str) -> None:
    with suppress(RunewatchError):
        read_settings(text, "")
    with suppress(RunewatchError):
        overridden(Settings(), [f"table.names={text}"])
