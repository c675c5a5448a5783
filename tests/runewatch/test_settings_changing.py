"""Settings changed in their file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.words import Words
from runewatch.settings import KEYS, Settings, SettingsError, overridden, read_settings, stored_settings
from runewatch.settings.changing import When, change, changed_text, when, with_overrides
from runewatch.settings.writing import example, written

WRITTEN = """\
# our table
[web]  # the page
port = 8081   # not 8080: the printer has it

[clocks]
turn = "down"
turn_warnings = [
    20,  # hurry
    5,
]
"""


def test_a_value_is_changed_and_what_people_wrote_stays() -> None:
    found = changed_text(WRITTEN, {"web.port": 80})
    assert found == WRITTEN.replace("8081", "80")


def test_a_new_key_comes_below_those_of_its_part() -> None:
    found = changed_text(WRITTEN, {"web.address": "0.0.0.0"})
    assert 'printer has it\naddress = "0.0.0.0"\n\n[clocks]' in found
    assert "# our table" in found


def test_a_new_part_comes_at_the_end() -> None:
    assert changed_text(WRITTEN, {"table.names": ["Ana", "Leo"]}).endswith('\n\n[table]\nnames = ["Ana", "Leo"]\n')
    assert changed_text("", {"web.port": 80}) == "[web]\nport = 80\n"


def test_a_part_without_keys_gets_its_first() -> None:
    assert (
        changed_text("[ web ] # here\n\n[table]\n", {"web.port": 80}) == "[ web ] # here\nport = 80\n\n[table]\n"
    )


def test_the_default_again_takes_the_key_out() -> None:
    found = changed_text(WRITTEN, {"clocks.turn_warnings": None, "web.port": None, "sight.patience": None})
    assert found == '# our table\n[web]  # the page\n\n[clocks]\nturn = "down"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("web.port = 81\n", "web.port = 80\n"),
        ("web = { port = 81 }\n", "web = { port = 80 }\n"),
        ("'web'.\"port\" = 81 # why\n", "'web'.\"port\" = 80 # why\n"),
    ],
)
def test_other_ways_to_write_it(text: str, expected: str) -> None:
    assert changed_text(text, {"web.port": 80}) == expected


def test_dotted_keys_get_dotted_company() -> None:
    assert changed_text("web.port = 81\n", {"web.address": "::1"}) == 'web.port = 81\nweb.address = "::1"\n'


def test_what_cannot_be_changed_in_place_is_left_alone() -> None:
    with pytest.raises(SettingsError, match="by hand"):
        changed_text("web = { port = 81 }\n", {"web.address": "::1"})
    assert changed_text("web = { port = 81 }\n", {"web.port": None}) == "web = { port = 8080 }\n"


@pytest.mark.parametrize(
    "wishes",
    [{"web.port": "80"}, {"web.port": 0}, {"web.prot": 80}, {"web.port": 80, "table.game": "chess"},
     {"sight.patience": 0.5, "sight.still_seconds": 5}, {"lights.in_step": 5}],
)  # fmt: skip
def test_all_or_nothing(wishes: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    with pytest.raises(SettingsError):
        change(wishes, path)
    assert path.read_text(encoding="utf-8") == WRITTEN


def test_a_file_that_is_too_large_is_not_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# much\n" * 20_000, encoding="utf-8")
    with pytest.raises(ValueError, match="at most"):
        change({"web.port": 80}, path)
    assert path.stat().st_size == 140_000


def test_it_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    found = change({"web.port": 80, "lights.in_step": None}, path)
    assert found.web.port == 80
    assert stored_settings(path).web.port == 80
    assert found.origins["web.port"].line == 2


def test_what_the_command_line_said_stays_said() -> None:
    now = overridden(Settings(), ["web.port=81", "buzzer.pin=none", "table.names=Ana,Leo"])
    found = with_overrides(read_settings("[web]\nport = 80\n[sight]\npatience = 4\n", "file"), now)
    assert (found.web.port, found.sight.patience, found.table.names) == (81, 4.0, ("Ana", "Leo"))


def test_when_it_matters() -> None:
    assert when("clocks.turn") is When.NEXT_MATCH
    assert when("web.port") is When.RESTART


@given(st.data())
def test_any_key_can_be_set_to_its_default_and_taken_out_again(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(list(KEYS)), min_size=1, max_size=6, unique=True))
    base = data.draw(st.sampled_from([WRITTEN, "", example(Words())]))
    wishes = {name: _plain(KEYS[name].default) for name in names}
    found = changed_text(base, wishes)
    for name in names:
        assert written(read_settings(found, "").value(name)) == written(KEYS[name].default)
    changed_text(found, dict.fromkeys(names))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else "none" if value is None else value
