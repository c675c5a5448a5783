"""Run in the lab's container: what is wrong around the service is a sentence on its page, and the page is up."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

from tests.hwlab.machine import DATA, UNIT, is_active, proved, run, shown, wait

SETTINGS = DATA / "settings.toml"
GOOD = '[web]\naddress = "0.0.0.0"\nport = 80\n'
TABLE = f'{GOOD}[camera]\nwhich = "{DATA}/table.png"\n'


def write(text: str) -> None:
    SETTINGS.write_text(text)
    run("chown", "runewatch:", str(SETTINGS))


def fetched(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1{path}", timeout=60) as answer:
        return str(answer.read().decode())


def now() -> dict[str, Any]:
    """What the page is told."""
    found: dict[str, Any] = json.loads(fetched("/api/v1/now"))
    return found


def page(language: str = "en") -> str:
    return " ".join(unescape(fetched(f"/?lang={language}")).split())


def said() -> str:
    """What the service has said since it was started last, without line breaks."""
    began = f"_SYSTEMD_INVOCATION_ID={shown('InvocationID')[0]}"
    told = run("journalctl", "--namespace=runewatch", "--no-pager", "--output=cat", began)
    return " ".join(told.split())


def restarted(*expected: str) -> None:
    """It comes up, and says on its page what is wrong."""
    run("systemctl", "restart", UNIT)
    assert is_active()
    told = page()
    for words in expected:
        assert words in told, (words, told)
        assert words in said(), (words, said())


def well_again() -> None:
    run("systemctl", "restart", UNIT)
    wait("the table to be read", lambda: now()["standing"] == "in-step")
    assert 'class="amiss"' not in page()


def spoilt_settings() -> None:
    write(f"{TABLE}[lights]\nin_step = 17\nin_doubt = 17\n")
    restarted("lights.in_doubt: pin 17 is used by lights.in_step already")
    assert "la broche 17" in page("fr"), page("fr")
    proved("a pin used twice: said on the page, in French too, and the page is up")
    write(f"{TABLE}[clocks\nturn = 1\n")
    restarted("this is not TOML")
    proved("a line that is no TOML: said, and the rest of the settings holds")
    SETTINGS.unlink()
    restarted("there is no such file")
    proved("no settings at all: said, and the page is where it was")
    write(TABLE)
    well_again()


@contextmanager
def _disk(size: str) -> Iterator[None]:
    """Another disk with the same data in the place of the service's."""
    run("systemctl", "stop", UNIT)
    copy = Path("/var/tmp/copy")
    shutil.rmtree(copy, ignore_errors=True)
    run("cp", "--archive", str(DATA), str(copy))
    run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(DATA))
    try:
        run("cp", "--archive", f"{copy}/.", str(DATA))
        yield
    finally:
        subprocess.run(["systemctl", "stop", UNIT], check=False)
        run("umount", str(DATA))


def full_disk() -> None:
    """Full when it starts, and full in the middle of a match."""
    with _disk("100m"):
        shutil.rmtree(DATA / "drawn")
        _fill()
        for name in ("journal.db-wal", "journal.db-shm"):
            (DATA / name).unlink(missing_ok=True)
        run("systemctl", "restart", UNIT)
        assert is_active() and page()
        proved(f"a disk that is full at the start: the page is up, the table {now()['stage']}")
        print(said()[:600])
    with _disk("100m"):
        for name in ("journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock"):
            (DATA / name).unlink(missing_ok=True)
        _fill()
        restarted("matches are kept in memory alone", "disk")
        proved("a disk that is full before there is a journal: said, and the page is up")
    run("systemctl", "start", UNIT)
    well_again()


def _fill() -> None:
    with (DATA / "filling").open("wb") as file:
        try:
            while True:
                file.write(bytes(4096))
                file.flush()
        except OSError:
            pass


def read_only_disk() -> None:
    with _disk("100m"):
        run("mount", "-o", "remount,ro", str(DATA))
        restarted("matches are kept in memory alone", "it can only be read there")
        run("mount", "-o", "remount,rw", str(DATA))
        well_again()
    run("systemctl", "start", UNIT)
    proved("a read-only disk: said, and the page is up; writable again, all is well after a restart")


def cameras() -> None:
    """None there, one that this user may not use, one that shows nothing."""
    cases = {
        "/dev/video9": "is not there",
        "/dev/video7": "may not be used by this user",
        str(DATA / "black.png"): "",
    }
    os.mknod("/dev/video7", 0o600 | 0o020000, os.makedev(81, 7))
    code = "import cv2, numpy; cv2.imwrite('black.png', numpy.zeros((720, 1280, 3), 'uint8'))"
    subprocess.run(["/opt/runewatch/current/bin/python", "-c", code], check=True, cwd=DATA)
    (DATA / "black.png").chmod(0o644)
    for camera, expected in cases.items():
        write(f'{GOOD}[camera]\nwhich = "{camera}"\n')
        run("systemctl", "restart", UNIT)
        assert is_active() and page()
        wait(f"what is wrong with {camera}", lambda expected=expected: _is_told(expected))  # type: ignore[misc]
        proved(f"{camera}: {_trouble()}")
    Path("/dev/video7").unlink()
    write(TABLE)
    well_again()


def _is_told(expected: str) -> bool:
    told = _trouble()
    return bool(told) and expected in told


def _trouble() -> str:
    """What the page is told of why nothing is seen."""
    return str(now()["lost"])
