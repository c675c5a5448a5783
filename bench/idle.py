"""What watching a table costs that nobody touches: the whole loop at ten pictures a second."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.timing import table

SIZE = (1920, 1080)
RATE = 10
SETTLING, SECONDS = 8.0, 20.0
"""Seconds before it is measured, and for how long."""
NOISE, FRAMES = 2.0, 4
POSITION = "spell 2e | V Vm v b / v N b b / v BM b v / v B b . | turn black | bag rest"
SOURCES = {
    "pi": "a Camera Module: both streams at hand",
    "jpeg": "a webcam or a phone: JPEG",
    "frames": "a camera without JPEG",
    "folder": "a folder with a picture",
}


def drawn(folder: Path) -> None:
    """A table as a camera sees it, again and again, with noise; in a process of its own, as it takes memory."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    from engine.catalogue import game_of  # noqa: PLC0415
    from runewatch.simulated import Wish, scene_of  # noqa: PLC0415
    from vision.scene.table import SimulatedTable  # noqa: PLC0415

    rules, state = game_of(POSITION).read_position(POSITION)
    layout = rules.layout(state)
    clean = SimulatedTable(scene_of(rules, Wish(size=SIZE), layout), layout).frame(0.0)
    rng = np.random.default_rng(1)
    (folder / "pictures").mkdir()
    cv2.imwrite(str(folder / "pictures" / "table.png"), clean)
    for number in range(FRAMES):
        noisy = np.clip(clean + rng.normal(0, NOISE, clean.shape), 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.jpg"), noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])
        np.save(folder / f"{number}.npy", noisy)


class _Looped:
    """A camera whose pictures were taken before."""

    def __init__(self, shots: list[Callable[[float], Any]], leisure: Any = None) -> None:
        from device.cameras.shot import Pace  # noqa: PLC0415

        self._shots, self._pace, self._leisure = cycle(shots), Pace(RATE), leisure

    def shot(self) -> Any:
        return next(self._shots)(self._pace.wait(self._leisure))

    def close(self) -> None:
        """There is nothing to close."""


def _camera(kind: str, folder: Path, leisure: Any) -> Any:
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    from device.cameras.pictures import PictureCamera  # noqa: PLC0415
    from device.cameras.shot import Decoding, Shot, Wanted, shrunk  # noqa: PLC0415
    from vision.picture import decode, decode_small  # noqa: PLC0415

    decoding = Decoding(decode, decode_small)
    if kind == "folder":
        return PictureCamera(folder / "pictures", Wanted(SIZE, RATE), decoding)
    if kind == "jpeg":
        files = [(folder / f"{number}.jpg").read_bytes() for number in range(FRAMES)]
        return _Looped([lambda now, data=data: decoding.shot(data, "", now) for data in files], leisure)  # type: ignore[misc]
    frames = [np.load(folder / f"{number}.npy") for number in range(FRAMES)]
    if kind == "frames":
        return _Looped([lambda now, frame=frame: Shot.of(frame, now) for frame in frames], leisure)  # type: ignore[misc]
    pairs = [(frame, cv2.cvtColor(shrunk(frame), cv2.COLOR_BGR2GRAY)) for frame in frames]
    # copied out of the camera's memory, as there
    return _Looped([
        lambda now, frame=frame, small=small: Shot(now, small.copy(), frame.copy)  # type: ignore[misc]
        for frame, small in pairs
    ])  # fmt: skip


def _watch(kind: str, folder: Path) -> None:
    """One loop, measured from inside: what it takes of a core, its memory, and how it stands with the match."""
    from device.cameras.keeping import Keeper  # noqa: PLC0415
    from device.cameras.shot import Leisure  # noqa: PLC0415
    from engine.catalogue import game_of  # noqa: PLC0415
    from runewatch.events import Began  # noqa: PLC0415
    from runewatch.live import opening  # noqa: PLC0415
    from runewatch.live.sitting import Sitting  # noqa: PLC0415
    from runewatch.settings import Settings, overridden  # noqa: PLC0415

    house = opening.house(overridden(Settings(), [f"journal.folder={folder / kind}"]))
    rules, _ = game_of(POSITION).read_position(POSITION)
    sitting = Sitting.begin(house, Began(rules.game.name, dict(rules.setup), (), POSITION))
    leisure = Leisure()
    keeper = Keeper(kind, lambda: _camera(kind, folder, leisure), leisure=leisure)
    service = opening.service(sitting, Settings(), keeper)
    _loop(service.step, SETTLING)
    begin, cpu = time.monotonic(), time.process_time()
    shots = _loop(service.step, SECONDS)
    passed = time.monotonic() - begin
    share = 100 * (time.process_time() - cpu) / passed
    service.source.close()
    now, most = (_memory(name) for name in ("VmRSS", "VmHWM"))
    print(f"{share:.1f} %|{shots / passed:.1f}|{now:.0f} MB|{most:.0f} MB|{sitting.referee.standing}")


def _loop(step: Callable[[], object], seconds: float) -> int:
    end, steps = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        step()
        steps += 1
    return steps


def _memory(name: str) -> float:
    """Megabytes, as the kernel counts them for this process."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def _apart(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bench.idle", *words], check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()


def section() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        _apart("draw", folder)
        for kind, about in SOURCES.items():
            rows.append([about, *_apart(kind, folder).splitlines()[-1].split("|")])
    return (
        "## Idle\n\n"
        f"`make bench ARGS=idle`. A match whose table nobody touches, watched at {RATE} pictures a second of\n"
        f"{SIZE[0]}×{SIZE[1]} with some noise: camera thread, stillness, reading, referee, clocks, journal;\n"
        f"without the page. Share of one core over {SECONDS:.0f} seconds, all threads together; memory of the\n"
        f"process when it ends and at its most, {FRAMES} pictures of the camera's among it.\n\n"
        + table(["camera", "of a core", "looks a second", "memory", "at most", "standing"], rows)
    )


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    if what == "draw":
        drawn(where)
    else:
        _watch(what, where)
