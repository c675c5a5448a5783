"""Installing into a machine in a folder: what is there afterwards, also where something fails half way."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from runewatch.installing import service, versions
from runewatch.installing.__main__ import main
from runewatch.installing.deeds import install, roll_back, uninstall, update
from runewatch.installing.files import FILES, SETTINGS
from runewatch.installing.machine import DATA, Done, InstallError, Machine, run, wished_folder
from runewatch.installing.packages import check_system, install_packages
from runewatch.installing.versions import Version, current, previous

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Pi:
    """A machine of folders; its commands do what they would, as far as it shows in them."""

    root: Path
    ran: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    """Commands that contain one of these fail."""
    silent: set[str] = field(default_factory=set)
    """Sources, by their README, whose service never becomes ready."""
    packages: Mapping[str, bool] = field(default_factory=dict)
    """Which there are, and whether they are installed."""
    runs: str = ""
    """What the service that runs was made from."""
    starts: int = 0

    def machine(self) -> Machine:
        return Machine(self.root, self.run, print=self.said.append)

    def run(self, command: Sequence[str]) -> Done:
        words = list(command)
        line = " ".join(words)
        self.ran.append(line)
        bad = any(part in line for part in self.failing) or not self._do(words)
        return Done(words, int(bad), self._tell(words))

    def _do(self, words: list[str]) -> bool:
        if "venv" in words:
            (Path(words[-1]) / "bin").mkdir(parents=True)
        elif words[:2] == ["systemctl", "restart"] and words[-1] == "runewatch.service":
            self.starts += 1
            link = self.root / "opt/runewatch/current"
            self.runs = (link / "README").read_text()
            return self.runs not in self.silent
        elif words[:2] == ["systemctl", "is-active"]:
            return bool(self.runs)
        elif words[0] == "install":
            target = Path(words[-1])
            target.mkdir(parents=True) if "-d" in words and not target.exists() else None
            if "-d" not in words:
                shutil.copy(words[-2], target)
        elif words[0] == "apt-cache" or words[0] == "dpkg-query":
            return words[-1] in self.packages
        return True

    def _tell(self, words: list[str]) -> str:
        if words[0] == "dpkg-query":
            return "installed" if self.packages.get(words[-1]) else "not-installed"
        return f"InvocationID={self.starts}" if "--property=InvocationID" in words else "what it said"

    def files(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    monkeypatch.setattr(service, "SETTLING", 0.0)
    monkeypatch.setattr(versions, "ROOM_MB", 0)
    moments = iter(range(1000))
    monkeypatch.setattr("time.strftime", lambda *_: f"moment-{next(moments):03}")
    # what pip would install is known by the sources' README
    monkeypatch.setattr(versions, "_pip", _installed)
    root = tmp_path / "pi"
    (root / "run/systemd/system").mkdir(parents=True)
    return Pi(root, packages={"python3-venv": True})


def _installed(_: Machine, version: Version, __: Path | None, *what: str | Path) -> None:
    if str(what[-1]).endswith("source"):
        shutil.copy(Path(what[-1]) / "README.md", version.folder / "README")


@pytest.fixture
def sources(tmp_path: Path) -> Callable[[str], Path]:
    """Sources as small as they can be; the word tells one state of them from another."""

    def made(word: str) -> Path:
        folder = tmp_path / f"sources-{word}"
        for name in versions.PACKAGES:
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text("")
        shutil.copytree(ROOT / "systemd", folder / "systemd")
        (folder / "requirements").mkdir()
        for name in ("pyproject.toml", "LICENSE", versions.LOCK):
            (folder / name).write_text("")
        (folder / "README.md").write_text(word)
        return folder

    return made


Sources = Callable[[str], Path]


def in_use(pi: Pi) -> tuple[str, str]:
    """What the version in use and the one before were made from."""
    found = current(pi.machine()), previous(pi.machine())
    one, other = ((version.folder / "README").read_text() if version else "" for version in found)
    return one, other


# -- installing ------------------------------------------------------------------------------------------


def test_a_first_installation_is_whole_and_runs(pi: Pi, sources: Sources) -> None:
    install(pi.machine(), sources("one"))
    assert in_use(pi) == ("one", "") and pi.runs == "one"
    placed = {file.place.lstrip("/") for file in FILES if not file.beside}
    assert placed <= pi.files() and SETTINGS.lstrip("/") in pi.files()
    assert "systemctl enable --quiet runewatch.service" in pi.ran
    assert os.access(pi.root / "usr/local/bin/runewatch", os.X_OK)
    assert not [name for name in pi.files() if name.endswith(".new")]


def test_installing_again_changes_nothing(pi: Pi, sources: Sources) -> None:
    one = sources("one")
    install(pi.machine(), one)
    (pi.root / SETTINGS.lstrip("/")).write_text("mine")
    before, starts = pi.files(), pi.starts
    install(pi.machine(), one)
    assert (pi.files(), pi.starts) == (before, starts)
    assert (pi.root / SETTINGS.lstrip("/")).read_text() == "mine"
    assert any("in use already" in line for line in pi.said)


def test_installing_again_mends_a_file_and_a_service_that_is_down(pi: Pi, sources: Sources) -> None:
    one = sources("one")
    install(pi.machine(), one)
    unit = pi.root / "etc/systemd/system/runewatch.service"
    unit.write_text("[Unit]")
    install(pi.machine(), one)
    assert unit.read_bytes() == (one / "systemd/runewatch.service").read_bytes() and pi.starts == 2
    pi.runs = ""
    install(pi.machine(), one)
    assert pi.starts == 3


def test_the_page_is_announced_only_where_something_announces(pi: Pi, sources: Sources) -> None:
    (pi.root / "etc/avahi/services").mkdir(parents=True)
    install(pi.machine(), sources("one"))
    assert (pi.root / "etc/avahi/services/runewatch.service").is_file()


def test_in_an_image_nothing_is_started(pi: Pi, sources: Sources) -> None:
    shutil.rmtree(pi.root / "run")
    install(pi.machine(), sources("one"))
    assert in_use(pi) == ("one", "") and not pi.starts
    # nor is anything left to be drawn in the first match, which would take longer than the watchdog waits
    assert any("built_in" in line for line in pi.ran)
    assert not [line for line in pi.ran if line.startswith("systemctl") and "enable" not in line]


@pytest.mark.parametrize("step", ["venv", "import cv2", "import cv2, picamera2"])
def test_what_fails_while_a_version_is_made_leaves_nothing_behind(pi: Pi, sources: Sources, step: str) -> None:
    pi.failing = [step]
    with pytest.raises(InstallError, match="what it said"):
        install(pi.machine(), sources("one"))
    assert not pi.files()
    pi.failing = []
    install(pi.machine(), sources("two"))
    before = pi.files()
    pi.failing = [step]
    with pytest.raises(InstallError):
        install(pi.machine(), sources("three"))
    assert pi.files() == before and pi.runs == "two"


def test_a_picamera2_that_never_worked_keeps_nobody_from_installing(pi: Pi, sources: Sources) -> None:
    pi.failing = ["-c import picamera2", "-c import cv2, picamera2"]
    install(pi.machine(), sources("one"))
    assert any("only USB" in line for line in pi.said)


def test_what_a_power_cut_left_half_made_is_tidied_away(pi: Pi, sources: Sources) -> None:
    half = pi.root / "opt/runewatch/releases/0.0.1-cut/bin"
    half.mkdir(parents=True)
    install(pi.machine(), sources("one"))
    assert not half.exists()


def test_a_link_to_a_version_that_is_not_whole_is_none(pi: Pi, sources: Sources) -> None:
    install(pi.machine(), sources("one"))
    found = current(pi.machine())
    assert found is not None
    (found.folder / versions.WHOLE).unlink()
    assert current(pi.machine()) is None
    install(pi.machine(), sources("one-again"))
    assert in_use(pi) == ("one-again", "")


def test_too_small_a_disk_is_said_before_anything_is_made(
    pi: Pi, sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "ROOM_MB", 10**12)
    with pytest.raises(InstallError, match="MB of disk are needed"):
        install(pi.machine(), sources("one"))
    assert not pi.files()


# -- updating and going back -----------------------------------------------------------------------------


def test_an_update_keeps_the_version_before_and_no_older_one(pi: Pi, sources: Sources) -> None:
    with pytest.raises(InstallError, match="nothing to update"):
        update(pi.machine(), sources("none"))
    install(pi.machine(), sources("one"))
    for word in ("two", "three"):
        update(pi.machine(), sources(word))
    assert in_use(pi) == ("three", "two") and pi.runs == "three"
    assert len(list((pi.root / "opt/runewatch/releases").iterdir())) == 2


def test_an_update_that_does_not_come_up_is_taken_back(pi: Pi, sources: Sources) -> None:
    for word in ("one", "two"):
        install(pi.machine(), sources(word))
    pi.silent = {"bad"}
    bad = sources("bad")
    (bad / "systemd/runewatch.service").write_text("[Unit]")
    with pytest.raises(InstallError, match="is in use again"):
        update(pi.machine(), bad)
    assert in_use(pi) == ("two", "one") and pi.runs == "two"
    assert (pi.root / "etc/systemd/system/runewatch.service").read_text() != "[Unit]"
    assert len(list((pi.root / "opt/runewatch/releases").iterdir())) == 2
    update(pi.machine(), sources("four"))
    assert in_use(pi) == ("four", "two")


def test_a_first_one_that_does_not_come_up_stays_to_be_looked_at(pi: Pi, sources: Sources) -> None:
    pi.silent = {"bad"}
    with pytest.raises(InstallError, match="does not come up"):
        install(pi.machine(), sources("bad"))
    assert in_use(pi) == ("bad", "")
    update(pi.machine(), sources("good"))
    assert in_use(pi)[0] == "good"


def test_one_that_is_ready_and_falls_over_did_not_come_up(
    pi: Pi, sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    def falls(*_: object) -> None:
        pi.starts += 1

    with pytest.raises(InstallError, match="does not come up"):
        service.restart(_running(pi, sources), falls)


def _running(pi: Pi, sources: Sources) -> Machine:
    install(pi.machine(), sources("one"))
    return pi.machine()


def test_going_back_is_for_once_and_there_again(pi: Pi, sources: Sources) -> None:
    install(pi.machine(), sources("one"))
    with pytest.raises(InstallError, match="no version to go back to"):
        roll_back(pi.machine())
    install(pi.machine(), sources("two"))
    roll_back(pi.machine())
    assert in_use(pi) == ("one", "two") and pi.runs == "one"
    roll_back(pi.machine())
    assert in_use(pi) == ("two", "one") and pi.runs == "two"


# -- uninstalling ----------------------------------------------------------------------------------------


def test_uninstalling_keeps_the_data_unless_they_are_to_go(pi: Pi, sources: Sources) -> None:
    install(pi.machine(), sources("one"))
    for _ in range(2):
        uninstall(pi.machine())
        assert pi.files() == {SETTINGS.lstrip("/")}
        assert any(DATA in line for line in pi.said)
    uninstall(pi.machine(), purge=True)
    assert not pi.files() and "userdel runewatch" in pi.ran


def test_installing_after_uninstalling_finds_the_old_settings(pi: Pi, sources: Sources) -> None:
    install(pi.machine(), sources("one"))
    (pi.root / SETTINGS.lstrip("/")).write_text("mine")
    uninstall(pi.machine())
    install(pi.machine(), sources("two"))
    assert (pi.root / SETTINGS.lstrip("/")).read_text() == "mine"


# -- packages --------------------------------------------------------------------------------------------


def test_only_packages_that_are_lacking_and_known_are_installed(pi: Pi) -> None:
    pi.packages = {"python3-venv": True, "python3-lgpio": False, "python3-picamera2": False}
    install_packages(pi.machine())
    wanted = [line.split()[-1] for line in pi.ran if " install " in line]
    assert wanted == ["python3-picamera2", "python3-lgpio"]


def test_a_drop_in_does_not_drive_out_what_others_need(pi: Pi) -> None:
    pi.packages = {"python3-venv": True, "python3-rpi.gpio": True, "python3-rpi-lgpio": False}
    install_packages(pi.machine())
    assert not [line for line in pi.ran if " install " in line]


def test_packages_that_cannot_be_fetched_are_told(pi: Pi) -> None:
    pi.packages, pi.failing = {"python3-venv": True, "python3-lgpio": False}, [" install "]
    install_packages(pi.machine())
    assert any("going on without it" in line for line in pi.said)


def test_without_apt_packages_are_left_alone(pi: Pi) -> None:
    pi.failing = ["apt-get"]
    install_packages(pi.machine())
    assert len(pi.ran) == 1 and pi.said


def test_32_bit_systems_are_refused() -> None:
    check_system("aarch64")
    for name, largest in (("armv7l", 2**31 - 1), ("aarch64", 2**31 - 1), ("riscv64", 2**63 - 1)):
        with pytest.raises(InstallError, match="64-bit"):
            check_system(name, largest)


# -- the command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [[], ["no"], ["install", "more"]])
def test_anything_else_is_refused_with_what_there_is(
    words: list[str], pi: Pi, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words, {}, pi.machine()) == 1
    assert "install, update, rollback, uninstall" in capsys.readouterr().err


def test_only_root_may(pi: Pi, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["install"], {}, pi.machine()) == 1
    assert "sudo make install" in capsys.readouterr().err and not pi.ran


def test_what_the_system_refuses_is_a_sentence(
    pi: Pi, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (pi.root / "opt").write_text("a file in the way")
    assert main(["install"], {}, pi.machine()) == 1
    assert "opt" in capsys.readouterr().err


def test_two_at_once_are_one_too_many(
    pi: Pi, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pi.machine().alone():
        assert main(["uninstall"], {}, pi.machine()) == 1
    assert "another installation" in capsys.readouterr().err and not pi.ran
    assert main(["uninstall"], {}, pi.machine()) == 0


def test_purging_has_to_be_said(pi: Pi, sources: Sources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    install(pi.machine(), sources("one"))
    for purge in ("", "0", "no"):
        assert main(["uninstall"], {"PURGE": purge}, pi.machine()) == 0
    assert pi.files() == {SETTINGS.lstrip("/")}
    assert main(["uninstall"], {"PURGE": "1"}, pi.machine()) == 0
    assert not pi.files()


def test_a_folder_that_is_wished_for_must_be_there(tmp_path: Path) -> None:
    assert wished_folder({}, "WHEELS") is None
    assert wished_folder({"WHEELS": str(tmp_path)}, "WHEELS") == tmp_path
    with pytest.raises(InstallError, match="WHEELS should be a folder"):
        wished_folder({"WHEELS": str(tmp_path / "none")}, "WHEELS")


def test_a_command_is_run_and_heard() -> None:
    assert (
        run(["/bin/sh", "-c", "echo one; echo two >&2; exit 3"])
        == Done(["/bin/sh", "-c", "echo one; echo two >&2; exit 3"], 3, "one\ntwo\n")
        or run(["/bin/sh", "-c", "exit 3"]).returncode == 3
    )
    assert run(["/no/such/program"]).returncode == 127
