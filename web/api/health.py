"""How the box is: versions, camera, room on the disk; what the doctor finds; its log; starting anew."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from dataclasses import dataclass
from threading import Lock, Timer
from typing import Any, Literal

from flask import Response, current_app

from engine.errors import N_
from engine.words import Words
from runewatch import __version__
from runewatch.doctor.examining import Running, examine
from runewatch.doctor.finding import Finding, sentence
from runewatch.live.host import Host, HostError
from runewatch.live.sources import Simulated
from runewatch.settings import stored_settings
from runewatch.settings.changing import with_overrides
from web.api.endpoints import Api
from web.api.match import PATIENCE, host
from web.recent import RECENT
from web.words import reader

api = Api("health")

SOON = 0.3
"""Seconds until it starts anew: the answer is to be sent first."""
SERVICE = "NOTIFY_SOCKET"
"""What the environment of a service holds: systemd starts it again when it ends."""
NAMES = {
    "python": "Python", "settings": N_("settings"), "disk": N_("disk"), "memory": N_("memory"),
    "clock": N_("clock"), "pins": N_("pins"), "camera": N_("camera"), "board": N_("board"),
    "profile": N_("profile"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FindingTold:
    """One thing the doctor looked at: how grave it is, what was found, and what to do (nothing if it is fine)."""

    check: str
    title: str
    level: Literal["fine", "note", "wrong"]
    found: str
    todo: str


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor found; still at it while it is ``running``. ``at`` is when it began, 0 if it never did."""

    running: bool
    at: float
    findings: tuple[FindingTold, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """How the box is. Times are seconds, room is in megabytes."""

    version: str
    python: str
    system: str
    started: float
    uptime: float
    is_service: bool
    is_safe: bool
    """It does without the camera, because it failed too often."""
    amiss: tuple[str, ...]
    """What was found wrong when it started, and it does without."""
    camera: str
    camera_works: bool
    disk_free: int
    disk_size: int
    examined: Examined


class Doctor:
    """One examination at a time. May be used from several threads."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._at = 0.0
        self._findings: list[Finding] = []
        self._is_running = False

    def begin(self, current: Host) -> None:
        """Looks at everything, apart from the match; not a second time while it is at it."""
        with self._turn:
            if self._is_running:
                return
            self._is_running, self._at, self._findings = True, time.time(), []
        current.apart(lambda: self._examine(current))

    def _examine(self, current: Host) -> None:
        try:
            for finding in examine(
                lambda: with_overrides(stored_settings(), current.settings), "", running(current)
            ):
                self._findings.append(finding)
        finally:
            self._is_running = False

    def told(self, words: Words) -> Examined:
        findings = tuple(_finding(words, one) for one in list(self._findings))
        return Examined(self._is_running, self._at, findings)


def _finding(words: Words, one: Finding) -> FindingTold:
    todo = sentence(words, one.todo) if one.todo is not None else ""
    return FindingTold(one.check, words(NAMES[one.check]), one.level.value, sentence(words, one.found), todo)


def running(current: Host) -> Running:
    """What this program holds in its hands."""

    def picture() -> Any:
        def taken() -> Any:
            if current.shot is None:
                trouble = current.source.trouble if current.source else None
                raise trouble or HostError(N_("the camera has not shown anything yet"))
            return current.shot.large().copy()

        return current.do(taken).result(PATIENCE)

    is_simulated = current.source is None or isinstance(current.source, Simulated)
    return Running(current.box.panel if current.box else None, picture, is_simulated)


def doctor() -> Doctor:
    found: Doctor = current_app.extensions.setdefault("doctor", Doctor())
    return found


@api.get("/health", gives=Health, is_open=False, about=N_("How the box is."))
def health() -> Health:
    current, words = host(), reader()
    disk = shutil.disk_usage(current.house.journal.path.parent)
    works, camera = _camera(current, words)
    began: float = current_app.extensions["began"]
    return Health(
        __version__, platform.python_version(), f"{platform.system()} {platform.release()} ({platform.machine()})",
        time.time() - (time.monotonic() - began), time.monotonic() - began, is_service(), current.is_safe,
        tuple(map(words.error, current.amiss)), camera, works, disk.free // 1_000_000, disk.total // 1_000_000,
        doctor().told(words),
    )  # fmt: skip


def is_service() -> bool:
    """Whether systemd starts this program again when it ends."""
    return bool(os.environ.get(SERVICE))


def _camera(current: Host, words: Words) -> tuple[bool, str]:
    """Whether the camera works, and how it is, in a sentence."""
    source, shot = current.source, current.shot
    if source is None:
        return True, words(N_("No camera is looked through just now."))
    if source.trouble is not None:
        return False, words.error(source.trouble)
    if isinstance(source, Simulated):
        return True, words(N_("The simulated table takes the place of a camera."))
    if source.is_stuck or shot is None:
        return False, words(N_("The camera has not shown anything yet."))
    return True, words(N_("The camera gives pictures."))


@api.post("/health/examination", gives=Examined, about=N_("Have the doctor look at everything, beside the match."))
def begin_examination() -> Examined:
    doctor().begin(host())
    return doctor().told(reader())


@api.get("/health/log", gives="text/plain", is_open=False, about=N_("What was logged lately, without secrets."))
def log() -> Response:
    words = Words()
    lines = [f"runewatch {__version__}, Python {sys.version.split()[0]}, {platform.platform()}"]
    works, camera = _camera(host(), words)
    lines += [f"camera: {camera}" if works else f"camera (trouble): {camera}"]
    for one in doctor().told(words).findings:
        lines += [f"doctor: {one.check} {one.level}: {one.found} {one.todo}".rstrip()]
    text = "\n".join([*lines, *RECENT.lines()]) + "\n"
    headers = {"Content-Disposition": 'attachment; filename="runewatch.log"'}
    return Response(text, content_type="text/plain; charset=utf-8", headers=headers)


@api.post("/health/restart", about=N_("Start anew, as a service does."))
def restart() -> None:
    if not is_service():
        raise HostError(N_("this is not a service, so nobody would start it again: stop it and start it by hand"))
    Timer(SOON, host().end).start()
