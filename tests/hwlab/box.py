"""Run in the lab's virtual machine: installs, starts, hangs, kills, updates and uninstalls the real service."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.hwlab.machine import LAB, PATH, UNIT, is_active, log, measured, process, proved, ready_after, run, wait

IDLE = 120
"""Seconds that the disk is watched for while nothing happens."""
WHEELS = str(LAB / "wheels")
DATA = Path("/var/lib/runewatch")


def install() -> None:
    begin = time.monotonic()
    told = run(str(LAB / "scripts/box"), "install", WHEELS=WHEELS)
    print(told)
    measured(f"make install takes {time.monotonic() - begin:.0f} s, all of it emulated")
    assert is_active() and "enabled" in run("systemctl", "is-enabled", UNIT)
    proved("the installer leaves a service that is ready and starts with the machine")
    before = process()
    assert "in use already" in run(str(LAB / "scripts/box"), "install", WHEELS=WHEELS)
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


def back_after(sign: signal.Signals) -> float:
    """Sends the service a signal that is no wish to end; how long until another process of it is ready."""
    before = process()
    os.kill(before, sign)
    return wait(f"a restart after {sign.name}", lambda: is_active() and process() not in (0, before))


def killed() -> None:
    measured(f"killed with SIGKILL: ready again after {back_after(signal.SIGKILL):.1f} s")
    proved("killed, it comes back")


def hung() -> None:
    """A process that stands still, as one that waits for a dead driver does, until the safe start."""
    run("systemctl", "restart", UNIT)
    for number in range(1, 4):
        took = back_after(signal.SIGSTOP)
        measured(f"hung for the {number}. time: running and ready again after {took:.1f} s")
    assert "without the camera" in run("journalctl", "--namespace=runewatch", "--no-pager", "--output=cat"), log()
    proved("three hangs in a row end in a start without the camera, which stays up")
    run("systemctl", "restart", UNIT)
    told = run("journalctl", "--namespace=runewatch", "--no-pager", "--output=cat", "--lines=5")
    assert is_active() and "without the camera" not in told, told
    proved("a restart by hand ends the safe mode")


def refereed() -> None:
    quick = {"OPENCV_FOR_THREADS_NUM": "1", "OPENCV_CPU_DISABLE": "AVX,FP16,AVX2,AVX512-SKX"}
    command = ["/opt/runewatch/current/bin/python", "-B", "-u", str(LAB / "tests/hwlab/turn.py")]
    subprocess.run(command, check=True, env={"PATH": PATH, "PYTHONPATH": str(LAB), "LC_ALL": "C.UTF-8", **quick})
    measured(f"from start to READY=1, with camera and page: {ready_after():.1f} s")


def written() -> tuple[int, int]:
    """Bytes that the service has had written, and sectors that the disk has written in all."""
    os.sync()
    told = Path(f"/proc/{process()}/io").read_text()
    found = re.search(r"^write_bytes: (\d+)", told, re.MULTILINE)
    sectors = Path("/sys/block/vda/stat").read_text().split()[6]
    return int(found[1]) if found else -1, int(sectors)


def idle() -> None:
    time.sleep(20)
    before = written()
    time.sleep(IDLE)
    after = written()
    own, disk = after[0] - before[0], (after[1] - before[1]) * 512
    measured(f"idle for {IDLE} s: {own} bytes written by the service, {disk} by the whole machine")
    assert own == 0


def broken_update() -> None:
    """A version that never becomes ready, and what is then in use."""
    old = Path("/opt/runewatch/current").readlink()
    broken = Path("/var/tmp/broken")
    shutil.copytree(LAB, broken, ignore=shutil.ignore_patterns("wheels"))
    with (broken / "runewatch/notify.py").open("a") as file:
        file.write("\n\ndef _silent(heart: Heart) -> None:\n    pass\n\n\nHeart.beat = _silent\n")
    conf = Path("/etc/systemd/system/runewatch.service.d/lab.conf")
    conf.write_text(conf.read_text() + "TimeoutStartSec=30\n")
    run("systemctl", "daemon-reload")
    begin = time.monotonic()
    told = run(str(broken / "scripts/box"), "update", fails=True, WHEELS=WHEELS)
    print(told)
    assert "is in use again" in told
    assert Path("/opt/runewatch/current").readlink() == old and is_active()
    assert len(list(Path("/opt/runewatch/releases").iterdir())) == 1
    measured(f"an update that fails takes {time.monotonic() - begin:.0f} s to be back at the version before")
    proved("an update that does not become ready goes back to the version before by itself")


def uninstalled() -> None:
    print(run(str(LAB / "scripts/box"), "uninstall"))
    assert not Path("/opt/runewatch").exists() and not Path(f"/etc/systemd/system/{UNIT}").exists()
    assert (DATA / "settings.toml").is_file() and not is_active()
    run(str(LAB / "scripts/box"), "uninstall", PURGE="1")
    assert not DATA.exists()
    proved("uninstalling leaves the data, unless they are to go too")


def main() -> None:
    install()
    measured(f"from start to READY=1: {ready_after():.1f} s")
    hardened()
    logged_in_memory()
    killed()
    hung()
    idle()
    broken_update()
    refereed()
    uninstalled()
    print("BOX OK")


if __name__ == "__main__":
    main()
