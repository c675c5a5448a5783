"""Which cameras this machine has. Asks the hardware, loads nothing of sight."""

from __future__ import annotations

import os
import re
import struct
from contextlib import suppress
from importlib import import_module
from pathlib import Path

OWN = "picamera2"
"""Cameras of the Pi are named with it and their number, as in picamera2:0."""

_DEVICES = Path("/sys/class/video4linux")
_NO_CAMERA = re.compile(r"codec|isp|hevc|unicam|rp1-cfe|loopback", re.IGNORECASE)
"""Video devices of a Pi that are none, or that only libcamera can speak to."""
_ASK = 0x80685600
"""VIDIOC_QUERYCAP: the kernel fills in what a device can do."""
_CAPABILITY = struct.Struct("16s32s32sIII12x")
_CAPTURES = 0x00000001
_PARTS = 0x80000000
"""The device tells what this very node can do, not only the whole."""


def cameras() -> tuple[str, ...]:
    """The cameras there are: the Pi's own ones first, then devices of Linux."""
    return (*(f"{OWN}:{number}" for number in range(_own())), *devices())


def _own() -> int:
    """How many cameras libcamera knows; USB ones, which it lists last, are better asked for as devices."""
    with suppress(Exception):  # it comes with the system, and is missing or broken in ways of its own
        found = import_module(OWN).Picamera2.global_camera_info()
        return sum("/usb" not in str(one.get("Id", "")) for one in found)
    return 0


def devices(folder: Path = _DEVICES, nodes: Path = Path("/dev")) -> tuple[str, ...]:
    """The devices of Linux that may be cameras, by number."""
    found = []
    with suppress(OSError):
        for device in folder.iterdir():
            number = device.name.removeprefix("video")
            name = (device / "name").read_text(encoding="utf-8", errors="replace")
            if number.isdecimal() and not _NO_CAMERA.search(name) and captures(nodes / device.name):
                found.append(int(number))
    return tuple(f"/dev/video{number}" for number in sorted(found))


def captures(node: Path) -> bool:
    """Whether a device gives pictures; many cameras have a second node that does not. Yes if it will not tell."""
    from fcntl import ioctl  # noqa: PLC0415 - Linux only

    told = bytearray(_CAPABILITY.size)
    try:
        device = os.open(node, os.O_RDWR | os.O_NONBLOCK)
        try:
            ioctl(device, _ASK, told)
        finally:
            os.close(device)
    except OSError:
        return True
    *_, whole, own = _CAPABILITY.unpack(told)
    return bool((own if whole & _PARTS else whole) & _CAPTURES)
