"""The system files: what systemd thinks of them, and that they agree with each other and with the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from configparser import ConfigParser
from pathlib import Path

import pytest

from runewatch import notify
from runewatch.installing.files import FILES
from runewatch.installing.machine import DATA, PROGRAMS, USER
from runewatch.settings.bearing import FIRST
from runewatch.settings.reading import read_settings

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "runewatch.service"
MOST_EXPOSED = 2.0


def keys(section: str) -> dict[str, list[str]]:
    """The keys of a part of the unit, with all that is set under each."""
    part = re.split(r"^\[(\w+)\]$", UNIT.read_text(), flags=re.MULTILINE)
    found: dict[str, list[str]] = {}
    for line in part[part.index(section) + 1].splitlines():
        if line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


def environment() -> dict[str, str]:
    return dict(word.split("=", 1) for line in keys("Service")["Environment"] for word in line.split())


def analyzed(*words: str) -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze here")
    done = subprocess.run(
        [program, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60
    )
    return done.stdout


def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    # a program that is not there is a fault, and it is not installed here
    unit = UNIT.read_text().replace(f"{PROGRAMS}/current/bin/runewatch", "/bin/true")
    (tmp_path / UNIT.name).write_text(unit)
    told = analyzed("verify", str(tmp_path / UNIT.name))
    # what other units of this machine are found guilty of is none of ours
    assert not [line for line in told.splitlines() if "runewatch" in line], told


def test_the_unit_is_hardly_exposed() -> None:
    told = analyzed("security", "--offline=yes", "--no-pager", str(UNIT))
    score = re.search(r"level for runewatch.service: ([\d.]+)", told)
    assert score is not None and float(score[1]) <= MOST_EXPOSED, told


def test_the_service_is_watched_and_gives_up_in_the_end() -> None:
    unit, service = keys("Unit"), keys("Service")
    assert service["Type"] == ["notify"] and service["WatchdogSec"] and service["Restart"] == ["always"]
    # the safe start comes before systemd gives up, and has some tries of its own
    assert int(unit["StartLimitBurst"][0]) > notify.MOST + 1
    # whoever sets a box up starts it anew every minute
    assert int(unit["StartLimitBurst"][0]) > 15
    assert service["RuntimeDirectoryPreserve"] == ["restart"]


def test_the_unit_knows_the_folders_of_the_installer() -> None:
    service, told = keys("Service"), environment()
    assert service["ExecStart"][0].startswith(f"{PROGRAMS}/current/bin/")
    assert f"/var/lib/{service['StateDirectory'][0]}" == DATA == told["RUNEWATCH_CONFIG"] == told["RUNEWATCH_DATA"]
    assert service["User"] == [USER]
    assert told["LG_WD"] == f"/run/{service['RuntimeDirectory'][0]}"
    program = (FOLDER / "runewatch.sh").read_text()
    assert f"{PROGRAMS}/current/bin/runewatch" in program
    assert all(f"{name}={DATA}" in program for name in ("RUNEWATCH_CONFIG", "RUNEWATCH_DATA"))


def test_its_groups_are_made() -> None:
    made = re.findall(rf"^m {USER} (\w+)$", (FOLDER / "sysusers.conf").read_text(), re.MULTILINE)
    assert keys("Service")["SupplementaryGroups"][0].split() == made


def test_its_log_is_in_memory_and_small() -> None:
    (namespace,) = keys("Service")["LogNamespace"]
    config = ConfigParser()
    config.read(FOLDER / f"journald@{namespace}.conf")
    assert config["Journal"]["Storage"] == "volatile" and config["Journal"]["RuntimeMaxUse"] == "8M"


def test_the_first_settings_are_good_and_say_what_is_announced() -> None:
    settings = read_settings((FOLDER / "settings.toml").read_text(), "settings.toml")
    announced = ET.parse(FOLDER / "avahi.xml").getroot().findtext("service/port")
    assert settings.web.address == "0.0.0.0" and str(settings.web.port) == announced
    assert set(tomllib.loads((FOLDER / "settings.toml").read_text())) == {"web"}
    # below 1024, so the right to it is given
    assert keys("Service")["AmbientCapabilities"] == ["CAP_NET_BIND_SERVICE"]
    # and they hold where those of the box are spoilt
    assert environment()[FIRST] == f"{PROGRAMS}/current/systemd/settings.toml"


def test_every_file_has_its_place() -> None:
    placed = {file.name for file in FILES} | {"settings.toml", "README.md"}
    assert placed == {path.name for path in FOLDER.iterdir()}


def test_the_program_of_the_box_is_plain_shell() -> None:
    for script in (FOLDER / "runewatch.sh", FOLDER.parent / "scripts" / "box"):
        subprocess.run(["/bin/sh", "-n", script], check=True)
        assert script.read_text().startswith("#!/bin/sh\n")
