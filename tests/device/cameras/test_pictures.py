"""A folder of pictures, one picture, and a film, in the place of a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from device.cameras import film, pictures
from device.cameras.errors import CameraError
from device.cameras.film import FilmCamera
from device.cameras.pictures import SHOWN, PictureCamera
from device.cameras.shot import Frame, Pace, Wanted
from engine.errors import RunewatchError
from tests.clock import Clock
from tests.device.cameras.doubles import DECODING, scene

WANTED = Wanted(rate=10)


@pytest.fixture(autouse=True)
def hours(monkeypatch: pytest.MonkeyPatch) -> Clock:
    hours = Clock(0)
    for module in (film, pictures):
        monkeypatch.setattr(module, "Pace", lambda rate: Pace(rate, hours, hours.sleep))
    return hours


def write(folder: Path, *names: str) -> list[Frame]:
    frames = [scene(seed=1 + number) for number, _ in enumerate(names)]
    for name, frame in zip(names, frames, strict=True):
        cv2.imwrite(str(folder / name), frame)
    return frames


def shown(camera: PictureCamera, seconds: float) -> list[Frame]:
    """The different pictures of so many seconds."""
    found: list[Frame] = []
    for _ in range(round(seconds * WANTED.rate)):
        large = camera.shot().large()
        if not found or not (found[-1] == large).all():
            found.append(large)
    return found


def same(found: list[Frame], expected: list[Frame]) -> bool:
    return len(found) == len(expected) and all(
        (one == other).all() for one, other in zip(found, expected, strict=True)
    )


def test_pictures_come_by_name_and_the_last_stays(tmp_path: Path) -> None:
    frames = write(tmp_path, "a.png", "b.png", "c.png")
    (tmp_path / "notes.txt").touch()
    assert same(shown(PictureCamera(tmp_path, WANTED, DECODING), 10 * SHOWN), frames)


def test_a_picture_that_is_added_is_shown(tmp_path: Path) -> None:
    frames = write(tmp_path, "a.png")
    camera = PictureCamera(tmp_path, WANTED, DECODING)
    assert same(shown(camera, 2 * SHOWN), frames)
    more = scene(seed=9)
    cv2.imwrite(str(tmp_path / "b.png"), more)
    assert same(shown(camera, 3 * SHOWN)[-1:], [more])


def test_a_faulty_picture_is_passed_over(tmp_path: Path) -> None:
    frames = write(tmp_path, "a.png", "c.png")
    (tmp_path / "b.png").write_bytes(b"half of a pic")
    assert same(shown(PictureCamera(tmp_path, WANTED, DECODING), 5 * SHOWN), frames)


def test_one_picture_stays(tmp_path: Path) -> None:
    frames = write(tmp_path, "table.png")
    assert same(shown(PictureCamera(tmp_path / "table.png", WANTED, DECODING), 3 * SHOWN), frames)


def test_nothing_to_show_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no pictures"):
        PictureCamera(tmp_path, WANTED, DECODING).shot()
    with pytest.raises(CameraError, match="it is not there"):
        PictureCamera(tmp_path / "none.png", WANTED, DECODING).shot()
    (tmp_path / "b.png").write_bytes(b"no picture")
    with pytest.raises(RunewatchError, match="not a picture"):
        PictureCamera(tmp_path, WANTED, DECODING).shot()


def test_a_film_is_shown_at_its_own_speed_and_its_end_stays(tmp_path: Path, hours: Clock) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    frames = [scene(seed=number) for number in range(20)]
    for frame in frames:
        writer.write(frame)
    writer.release()
    camera = FilmCamera(path, WANTED)
    found = [camera.shot() for _ in range(15)]
    for shot, expected in zip(found, [*frames[::2], *([frames[-2]] * 5)], strict=True):
        assert float(cv2.absdiff(shot.large(), expected).mean()) < 6
    assert [round(shot.seconds, 3) for shot in found[:3]] == [0.0, 0.1, 0.2]
    camera.close()


def test_what_is_no_film_is_said(tmp_path: Path) -> None:
    path = tmp_path / "table.mp4"
    path.write_bytes(b"no film")
    with pytest.raises(CameraError, match="cannot be played"):
        FilmCamera(path, WANTED)
