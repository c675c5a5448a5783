"""Run in the lab: the cameras of ``device.cameras`` on real drivers.

The Pi's own way (picamera2, libcamera) with a camera of the kernel's whose picture we choose; V4L2 with a device
that vanishes while it is read and comes back (vivid), and with one that gives JPEG (v4l2loopback).
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import lab_scene  # type: ignore[import-not-found]
import numpy as np

from device.cameras.errors import CameraError
from device.cameras.finding import cameras, captures
from device.cameras.judging import judged
from device.cameras.keeping import Keeper
from device.cameras.opening import open_camera
from device.cameras.shot import Camera, Decoding, Frame, Wanted
from engine.errors import RunewatchError
from tests.hwlab.machine import measured, proved
from vision.picture import decode, decode_small

T = TypeVar("T")

DECODING = Decoding(decode, decode_small)
LONG = 60.0
"""Seconds: the virtual machine is slow, and in a bad moment very."""
NODES = Path("/sys/class/video4linux")


def until(true: Callable[[], T | None], what: str) -> T:
    end = time.monotonic() + LONG
    while not (found := true()):
        assert time.monotonic() < end, f"never: {what}"
    return found


def scene(width: int, height: int, seed: int) -> Frame:
    coarse = np.random.default_rng(seed).integers(20, 235, (9, 16, 3), np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def shows(camera: Camera, frame: Frame) -> bool:
    shot = camera.shot()
    try:
        return np.array_equal(shot.large(), frame)
    finally:
        shot.close()


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def named(words: str) -> str:
    """The device whose driver calls it so."""
    found = (node for node in NODES.iterdir() if words in (node / "name").read_text(encoding="utf-8"))
    return f"/dev/{min(found, key=lambda node: node.name).name}"


# -- the Pi's own way -----------------------------------------------------------------------------------------


def picamera2() -> None:
    there = cameras()
    measured(f"cameras found: {', '.join(there)}")
    assert there[0] == "picamera2:0"
    for size in ((640, 480), (1280, 720), (1281, 721)):
        seen_exactly(size)
    proved("what is shown to the kernel's camera comes out of picamera2 byte for byte, three times in a row")


def seen_exactly(size: tuple[int, int]) -> None:
    camera = open_camera("picamera2:0", Wanted(size, 10), DECODING)
    frame = scene(size[0] // 2 * 2, size[1] // 2 * 2, size[0])
    for one in (frame, np.ascontiguousarray(frame[::-1])):
        lab_scene.show(np.ascontiguousarray(one[:, :, ::-1]))
        until(lambda one=one: shows(camera, one) or None, "what is shown is seen, byte for byte")  # type: ignore[misc]
    quality = judged(camera.shot() for _ in range(12))
    measured(f"picamera2 asked for {size}: {quality}")
    assert (quality.width, quality.height) == frame.shape[1::-1]
    camera.close()


def refused_a_second_time() -> None:
    first = open_camera("picamera2:0", Wanted((640, 480), 10), DECODING)
    code = "from device.cameras.pi import PiCamera; from device.cameras.shot import Wanted; PiCamera(0, Wanted())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG, check=False)
    first.close()
    assert "in use elsewhere" in told.stderr, told.stderr
    proved(f"another process is told: {told.stderr.strip().splitlines()[-1]}")


def kept() -> None:
    frame = scene(640, 480, 3)
    lab_scene.show(np.ascontiguousarray(frame[:, :, ::-1]))
    keeper = Keeper("picamera2:0", lambda: open_camera("picamera2:0", Wanted((640, 480), 10), DECODING))
    for _ in range(60):
        shot = until(keeper.shot, "the keeper gives shots")
    assert np.array_equal(shot.large(), frame)
    proved("picamera2 read in a thread of its own, 60 shots, and let go of again")
    keeper.close()
    assert keeper.trouble is None


# -- V4L2 -----------------------------------------------------------------------------------------------------


def vanishing() -> None:
    run("modprobe", "vivid", "n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0")
    run("udevadm", "settle")
    name = named("vivid")
    assert captures(Path(name)) and name in cameras()
    keeper = Keeper(name, lambda: open_camera(name, Wanted((640, 480), 10), DECODING))
    shot = until(keeper.shot, "vivid gives shots")
    proved(f"V4L2 without JPEG: {name} gives {shot.large().shape}, small {shot.small.shape}")
    run("v4l2-ctl", "-d", name, "-c", "disconnect=1")
    # as udev does when a cable is pulled; this one would be back as soon as it is let go of
    Path(name).unlink()
    until(lambda: keeper.trouble, "that it is gone is noticed")
    proved(f"a camera that vanishes is said to: {keeper.trouble}")
    # nobody holds it any more, or it could not be taken out
    until(
        lambda: subprocess.run(["rmmod", "vivid"], capture_output=True, check=False).returncode == 0, "let go of"
    )
    until(lambda: "is not there" in str(keeper.trouble) or None, "that it is not there is said")
    proved(f"its device is let go of, and that it is not there is said: {keeper.trouble}")
    run("modprobe", "vivid", "n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0")
    until(lambda: (keeper.trouble is None and keeper.shot() is not None) or None, "it is back")
    assert named("vivid") == name
    proved("when it is plugged in again, its pictures come again")
    refuse_nobody(name)
    keeper.close()


def refuse_nobody(name: str) -> None:
    code = (
        "import sys; from pathlib import Path; from device.cameras.video import VideoCamera\n"
        "from device.cameras.shot import Wanted\nVideoCamera(Path(sys.argv[1]), Wanted(), None)"
    )
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-c", code, name]
    told = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert "usermod -aG video nobody," in told.stderr, told.stderr
    proved(f"who may not use it is told: {told.stderr.strip().splitlines()[-1]}")


def compressed() -> None:
    run("modprobe", "v4l2loopback", "devices=1", "video_nr=30", "card_label=webcam", "exclusive_caps=1")
    name, film = "/dev/video30", "testsrc=size=1280x720:rate=10"
    command = ["ffmpeg", "-loglevel", "error", "-re", "-f", "lavfi", "-i", film, "-c:v", "mjpeg", "-q:v", "5",
               "-pix_fmt", "yuvj420p", "-f", "v4l2", name]  # fmt: skip
    with subprocess.Popen(command) as sender:
        try:
            until(lambda: name in cameras() or None, "the webcam is found")
            keeper = Keeper(name, lambda: open_camera(name, Wanted((1280, 720), 10), DECODING))
            shot = until(keeper.shot, "the webcam gives shots")
            proved(f"V4L2 with JPEG: {shot.large().shape}, small {shot.small.shape}")
            assert shot.large().shape == (720, 1280, 3)
            assert shot.small.shape == (360, 640), "it came as JPEG"
            sender.kill()
            until(lambda: keeper.trouble, "that nobody sends any more is noticed")
            proved(f"a camera that falls silent is said to: {keeper.trouble}")
            keeper.close()
        finally:
            sender.kill()


def main() -> None:
    try:
        open_camera("/dev/video77", Wanted(), DECODING)
    except CameraError as error:
        proved(f"of a camera that is not there: {error}")
    for step in (picamera2, refused_a_second_time, kept, vanishing, compressed):
        if not sys.argv[1:] or step.__name__ in sys.argv[1:]:
            step()
    assert issubclass(CameraError, RunewatchError)


main()
