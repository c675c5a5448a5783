"""Run in the lab's container, under a systemd of its own: the real service, installed, watched, ill-treated.

It looks at a picture of a table; pins and cameras are for the virtual machine.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.hwlab import trouble
from tests.hwlab.machine import (
    DATA,
    LAB,
    UNIT,
    is_active,
    log,
    measured,
    process,
    proved,
    ready_after,
    run,
    shown,
    wait,
)

IDLE = float(os.environ.get("IDLE", "120"))
"""Seconds that it is watched for while nothing happens."""
BOX = str(LAB / "scripts/box")
WHEELS = str(LAB / "wheels")
CURRENT = Path("/opt/runewatch/current")
RELEASES = Path("/opt/runewatch/releases")
POSITION = "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | bag rest"
SETTINGS = DATA / "settings.toml"


def install() -> None:
    begin = time.monotonic()
    print(run(BOX, "install", WHEELS=WHEELS))
    measured(f"make install takes {time.monotonic() - begin:.0f} s, from wheels")
    assert is_active() and "enabled" in run("systemctl", "is-enabled", UNIT)
    proved("the installer leaves a service that is ready and starts with the machine")
    before = process()
    assert "in use already" in run(BOX, "install", WHEELS=WHEELS)
    assert process() == before
    proved("installing again changes nothing, and does not even restart")


def hardened() -> None:
    told = run("systemd-analyze", "verify", f"/etc/systemd/system/{UNIT}")
    assert not told.strip(), told
    score = re.search(
        r"level for runewatch.service: ([\d.]+)", run("systemd-analyze", "security", "--no-pager", UNIT)
    )
    assert score is not None and float(score[1]) <= 2.0, score
    measured(f"systemd-analyze security: {score[1]} ({run('systemctl', '--version').splitlines()[0]})")
    status = Path(f"/proc/{process()}/status").read_text()
    assert not re.search(r"^Uid:\s+0", status, re.MULTILINE)
    proved("it runs as a user of its own; verify has nothing to say")


def logged_in_memory() -> None:
    assert log(1) and Path("/run/log/journal").is_dir()
    # systemd makes the folder for every namespace
    kept = list(Path("/var/log/journal").glob("*.runewatch/*"))
    assert not kept, kept
    assert any(path.name.endswith(".runewatch") for path in Path("/run/log/journal").iterdir())
    proved("its log is in memory")


def set_up() -> None:
    """A match to go on with, at a table that is a picture."""
    run("systemctl", "stop", UNIT)
    picture = DATA / "table.png"
    run("/usr/local/bin/runewatch", "simulate", POSITION, str(picture))
    trouble.write(f'{trouble.GOOD}[camera]\nwhich = "{picture}"\n')
    run("/usr/local/bin/runewatch", "run", "--new", "--no-page", "--position", POSITION, "--seconds", "1",
        "--set", "camera.which=simulated")  # fmt: skip
    starts = []
    for _ in range(3):
        run("systemctl", "restart", UNIT)
        starts.append((ready_after(), int(shown("CPUUsageNSec")[0]) / 1e9))
    took, worked = (", ".join(f"{one[at]:.1f}" for one in starts) for at in (0, 1))
    measured(f"from start to READY=1, with a match to go on with: {took} s, of the processor {worked} s")
    wait("the table to be read", lambda: trouble.now()["standing"] == "in-step")
    proved("a match that was broken off is gone on with, its table read from a picture")


def idle() -> None:
    """What it takes and writes while nothing happens."""
    time.sleep(20)
    number = process()
    begin, cpu, before = time.monotonic(), int(shown("CPUUsageNSec")[0]), _written(number)
    time.sleep(IDLE)
    passed = time.monotonic() - begin
    share = (int(shown("CPUUsageNSec")[0]) - cpu) / passed / 1e7
    own = _written(number) - before
    now, most = (_memory(number, name) for name in ("VmRSS", "VmHWM"))
    measured(f"idle for {passed:.0f} s: {share:.1f} % of a core, {now:.0f} MB resident, {most:.0f} MB at most")
    measured(f"idle for {passed:.0f} s: {own} bytes written")
    assert own == 0 and most <= 200, (own, most)
    proved("a service that watches a table writes nothing, and stays below 200 MB")


def _written(number: int) -> int:
    os.sync()
    found = re.search(r"^write_bytes: (\d+)", Path(f"/proc/{number}/io").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def _memory(number: int, name: str) -> float:
    lines = Path(f"/proc/{number}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


# -- watched over -----------------------------------------------------------------------------------------


def back_after(sign: signal.Signals) -> float:
    """Sends the service a signal that is no wish to end; how long until another process of it is ready."""
    before = process()
    os.kill(before, sign)
    return wait(f"a restart after {sign.name}", lambda: is_active() and process() not in (0, before))


def killed() -> None:
    measured(f"killed with SIGKILL: ready again after {back_after(signal.SIGKILL):.1f} s")
    wait("the page", lambda: trouble.now()["stage"] == "playing")
    proved("killed, it comes back with the match")


def hung() -> None:
    """A process that stands still, as one that waits for a dead driver does."""
    run("systemctl", "restart", UNIT)
    measured(f"hung: another one is ready after {back_after(signal.SIGSTOP):.1f} s, 20 s of patience among them")
    proved("a process that hangs is ended by the watchdog and starts anew")
    told = run("journalctl", "--namespace=runewatch", "--no-pager", "--output=cat", "--lines=5000")
    assert "Fatal Python error: Aborted" in told, told
    proved("where each of its threads was is in the log")


def camera_hung() -> None:
    """A driver that never answers: a pipe that nobody writes to. Three bad starts, then a safe one."""
    folder = DATA / "hung"
    folder.mkdir()
    os.mkfifo(folder / "table.png")
    run("chown", "--recursive", "runewatch:", str(folder))
    trouble.write(f'{trouble.GOOD}[camera]\nwhich = "{folder}"\n')
    run("systemctl", "restart", UNIT)
    wait("it to be said", lambda: "does not answer" in trouble.said())
    begin = time.monotonic()
    # how often it says so on the way depends on how slow the machine is
    wait("the safe start", lambda: is_active() and "without the camera" in trouble.said(), 1200)
    measured(f"a camera that hangs: {time.monotonic() - begin:.0f} s and three starts later it is done without")
    last = process()
    time.sleep(70)
    assert process() == last and is_active() and trouble.page()
    proved("a camera that hangs three times is done without; the page stays up")
    trouble.write(f'{trouble.GOOD}[camera]\nwhich = "{DATA / "table.png"}"\n')
    run("systemctl", "restart", UNIT)
    wait("the table to be read", lambda: trouble.now()["standing"] == "in-step")
    proved("a restart by hand ends the safe mode")
    shutil.rmtree(folder)


# -- versions ---------------------------------------------------------------------------------------------


def other(name: str, change: Callable[[Path], object]) -> Path:
    """Sources of another version."""
    folder = Path("/var/tmp") / name
    shutil.copytree(LAB, folder, ignore=shutil.ignore_patterns("wheels"))
    change(folder)
    return folder


def silent(folder: Path) -> None:
    """It never says that it is ready."""
    with (folder / "runewatch/notify.py").open("a") as file:
        file.write("\n\ndef _silent(heart: Heart) -> None:\n    pass\n\n\nHeart.beat = _silent\n")


def newer(folder: Path) -> None:
    path = folder / "runewatch/__init__.py"
    path.write_text(re.sub(r'__version__ = ".*"', '__version__ = "9.9.9"', path.read_text()))


def broken_update() -> None:
    """A version that never becomes ready, and what is then in use."""
    old = CURRENT.readlink()
    broken = other("broken", silent)
    conf = Path(f"/etc/systemd/system/{UNIT}.d/lab.conf")
    conf.parent.mkdir(exist_ok=True)
    conf.write_text("[Service]\nTimeoutStartSec=90\n")
    run("systemctl", "daemon-reload")
    begin = time.monotonic()
    told = run(str(broken / "scripts/box"), "update", fails=True, WHEELS=WHEELS)
    print(told)
    shutil.rmtree(conf.parent)
    run("systemctl", "daemon-reload")
    assert "is in use again" in told
    assert CURRENT.readlink() == old and is_active()
    assert len(list(RELEASES.iterdir())) == 1
    measured(f"an update that fails takes {time.monotonic() - begin:.0f} s to be back at the version before")
    proved("an update that does not become ready goes back to the version before by itself")


def interrupted_update() -> None:
    """The power goes, as far as the installer can tell, at any moment of its work."""
    source = other("newer", newer)
    old = CURRENT.readlink()
    for seconds in (1, 4, 10, 20):
        with subprocess.Popen(
            [str(source / "scripts/box"), "update"], env={"PATH": os.environ["PATH"], "WHEELS": WHEELS},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        ) as installer:  # fmt: skip
            time.sleep(seconds)
            os.killpg(installer.pid, signal.SIGKILL)
        assert CURRENT.readlink() == old and is_active()
        assert "0.1.0" in run("/usr/local/bin/runewatch", "--version")
    proved("an installer that is killed four times leaves what was in use, in use")
    command = [str(source / "scripts/box"), "update"]
    with subprocess.Popen(
        command, env={"PATH": os.environ["PATH"], "WHEELS": WHEELS}, stdout=subprocess.DEVNULL
    ) as first:
        time.sleep(3)
        told = run(str(source / "scripts/box"), "update", fails=True, WHEELS=WHEELS)
        assert "another installation is going on" in told, told
        assert first.wait(600) == 0
    proved("two at once are one too many; the first comes to its end")
    assert len(list(RELEASES.iterdir())) == 2 and is_active()
    assert "9.9.9" in run("/usr/local/bin/runewatch", "--version")
    proved("what the interrupted ones left is tidied away, and the new version is in use")
    print(run(BOX, "rollback"))
    assert CURRENT.readlink() == old and is_active() and trouble.now()["stage"] == "playing"
    print(run(BOX, "rollback"))
    assert "9.9.9" in run("/usr/local/bin/runewatch", "--version") and is_active()
    proved("going back, and forward again; the match goes on")


def offline() -> None:
    """No network and no wheels, in French."""
    source = other("french", lambda folder: (folder / "README.md").write_text("autre"))
    old = sorted(RELEASES.iterdir())
    told = run(str(source / "scripts/box"), "install", fails=True, LANG="fr_FR.UTF-8", LC_ALL="")
    assert sorted(RELEASES.iterdir()) == old and is_active()
    assert "a échoué" in told and "Traceback" not in told, told
    print(told)
    proved("without network and wheels nothing is changed, and it is said in French, too")


def uninstalled() -> None:
    print(run(BOX, "uninstall"))
    assert not Path("/opt/runewatch").exists() and not Path(f"/etc/systemd/system/{UNIT}").exists()
    assert SETTINGS.is_file() and (DATA / "journal.db").is_file() and not is_active()
    assert "not installed" in run(BOX, "uninstall")
    print(run(BOX, "install", WHEELS=WHEELS))
    wait("the match", lambda: trouble.now()["stage"] == "playing")
    proved("uninstalling leaves the data, twice does no harm; installed again it goes on with the match")
    run(BOX, "uninstall", PURGE="1")
    assert not DATA.exists() and "runewatch" not in Path("/etc/passwd").read_text()
    left = [
        str(path) for top in ("/etc", "/opt", "/usr/local", "/var/lib") for path in Path(top).rglob("*runewatch*")
    ]
    assert not left, left
    proved("with PURGE=1 nothing of it is left")


STEPS = (
    install, hardened, logged_in_memory, set_up, killed, hung, idle, trouble.spoilt_settings, trouble.full_disk,
    trouble.read_only_disk, trouble.cameras, camera_hung, broken_update, interrupted_update, offline, uninstalled,
)  # fmt: skip


def main() -> None:
    # by name, for whoever works on one of them; most need the first ones
    for step in [one for one in STEPS if not sys.argv[1:] or one.__name__ in sys.argv[1:]]:
        begin = time.monotonic()
        step()
        print(f"-- {step.__name__}: {time.monotonic() - begin:.0f} s", flush=True)
    print("SERVICE OK")


if __name__ == "__main__":
    main()
