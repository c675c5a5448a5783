"""Stand-ins for what cannot be had here: picamera2 with a camera of a Pi, and a V4L2 device.

They keep to the real ones' ways: what is not there is refused as there, in the same order, with the same errors.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from device.cameras.shot import Decoding, Frame
from vision.picture import decode, decode_small

DECODING = Decoding(decode, decode_small)


def scene(width: int = 64, height: int = 48, seed: int = 1) -> Frame:
    """Something to look at: soft shapes, which survive JPEG."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(30, 220, (6, 8, 3), np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def jpeg(frame: Frame) -> bytes:
    return np.asarray(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])[1], np.uint8).tobytes()


# -- picamera2 ----------------------------------------------------------------------------------------------

MODULE_3 = frozenset({
    "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits", "AfMode",
    "AfRange", "AfTrigger", "LensPosition", "NoiseReductionMode", "ScalerCrop", "Brightness",
})  # fmt: skip
"""What a Camera Module 3 lists; others lack those of focus."""
VIMC = frozenset({"Brightness", "Contrast", "Saturation"})
"""What the kernel's own simulated camera lists."""
STEADY = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1), "AeLocked": True}


class Request:
    """A completed request: both streams of a moment, until it is released."""

    def __init__(self, camera: PiDouble) -> None:
        self._camera = camera
        self.config = dict(camera.configured)
        self.is_released = False

    def make_array(self, stream: str) -> Any:
        if self.is_released or self.config.get(stream) is None:
            raise RuntimeError(f"Stream {stream!r} is not defined")
        self._camera.copied.append(stream)
        if stream == "main":
            return self._camera.frame
        width, height = self.config["lores"]["size"]
        stride = -(-width // 64) * 64
        grey = np.zeros((height * 3 // 2, stride), np.uint8)
        grey[:height, :width] = cv2.cvtColor(cv2.resize(self._camera.frame, (width, height)), cv2.COLOR_BGR2GRAY)
        return grey

    def get_metadata(self) -> dict[str, Any]:
        self._camera.asked += 1
        return self._camera.told(len(self._camera.requests))

    def release(self) -> None:
        if self.is_released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self.is_released = True


class PiDouble:
    """A ``Picamera2`` as far as it is used."""

    known = MODULE_3
    lores = True
    there = 2

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.frame = scene(1280, 720)
        self.configured: dict[str, Any] = {}
        self.controls: list[dict[str, Any]] = []
        self.requests: list[Request] = []
        self.copied: list[str] = []
        self.asked = 0
        self.fails: Exception | None = None
        self.told: Callable[[int], dict[str, Any]] = lambda number: dict(STEADY)
        self.is_started = self.is_closed = self.is_flushed = False

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        own = [{"Model": "imx708", "Id": f"/base/soc/i2c0mux/i2c@{one}/imx708@1a"} for one in range(cls.there)]
        return [*own, {"Model": "Webcam", "Id": "/base/scb/pcie/usb1/1-1.2:1.0-046d:0825"}]

    @property
    def camera_controls(self) -> dict[str, tuple[int, int, int]]:
        return dict.fromkeys(self.known, (0, 1, 0))

    def create_video_configuration(
        self, main: dict[str, Any], lores: dict[str, Any] | None = None, buffer_count: int = 6
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        if configuration["lores"] is not None and not self.lores:
            raise RuntimeError(f"Invalid camera configuration: {configuration}")
        if any(side % 2 for side in configuration["main"]["size"]):
            raise RuntimeError("width and height should be even")
        self.configured = configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            real = "FrameDurationLimits" if name == "FrameRate" else name
            if real not in self.known:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.append(controls)

    def start(self) -> None:
        assert self.configured
        self.is_started = True

    def capture_request(self, wait: float) -> Request:
        assert self.is_started
        if self.fails is not None:
            raise self.fails
        held = sum(not one.is_released for one in self.requests)
        if held >= self.configured["buffer_count"]:
            raise TimeoutError
        self.requests.append(Request(self))
        return self.requests[-1]

    def cancel_all_and_flush(self) -> None:
        self.is_flushed = True

    def close(self) -> None:
        self.is_closed = True


def module(form: Callable[[int], PiDouble], info: Callable[[], list[dict[str, Any]]] | None = None) -> Any:
    """The module ``picamera2`` that makes such cameras."""

    def made(number: int) -> PiDouble:
        return form(number)

    made.global_camera_info = info or PiDouble.global_camera_info  # type: ignore[attr-defined]
    return SimpleNamespace(Picamera2=made)


# -- V4L2 -----------------------------------------------------------------------------------------------------


class VideoDouble:
    """A ``cv2.VideoCapture`` of a webcam."""

    def __init__(self, *, jpeg: bool = True, opens: bool = True, bare: bool = False) -> None:
        self.gives_jpeg, self.opens, self.is_bare = jpeg, opens, bare
        self.frame: Any = scene(320, 240)
        self.data: bytes | None = None
        self.set_to: dict[int, float] = {}
        self.is_silent = self.is_released = False
        self.retrieved = 0

    def __call__(self, name: str, backend: int) -> VideoDouble:
        assert backend == cv2.CAP_V4L2
        self.is_released = False
        self.set_to = {}
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, key: int, value: float) -> bool:
        self.set_to[key] = value
        return True

    def get(self, key: int) -> float:
        jpeg_, yuyv = (cv2.VideoWriter.fourcc(*name) for name in ("MJPG", "YUYV"))
        sizes = {cv2.CAP_PROP_FRAME_HEIGHT: self.frame.shape[0], cv2.CAP_PROP_FRAME_WIDTH: self.frame.shape[1]}
        return float(sizes.get(key, jpeg_ if self.gives_jpeg else yuyv))

    def grab(self) -> bool:
        return not self.is_silent

    def retrieve(self) -> tuple[bool, Any]:
        self.retrieved += 1
        if not self.gives_jpeg:
            return True, self.frame.reshape(1, -1) if self.is_bare else self.frame
        assert self.set_to[cv2.CAP_PROP_CONVERT_RGB] == 0
        # the device's whole buffer comes, with what was in it before behind the picture
        data = (self.data or jpeg(self.frame)) + bytes(100)
        return True, np.frombuffer(data, np.uint8).reshape(1, -1)

    def release(self) -> None:
        self.is_released = True
