"""Profiles: kept whole, read back alike, and refused in a word when damaged."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cut import CLOSE_SIDE, SIDE, Window
from vision.packing import Kept
from vision.profile import MOST_PHOTOS, SORT, Photo, Profile, ProfileError, load, save


def photo(seed: int = 0) -> Photo:
    rng = np.random.default_rng(seed)
    cut, close = (rng.integers(0, 255, (side, side, 3), np.uint8) for side in (SIDE, CLOSE_SIDE))
    return Photo(
        cut, Kept.of(close), (3.5, 3.25, 9.0), Window(-2, -2), {"a1": ("black-active", "black-mage"), "b1": ()}
    )


def profile(count: int = 2) -> Profile:
    return Profile("mine", tuple(photo(seed) for seed in range(count)), {"game": "spell"})


def packed(index: object, **members: bytes) -> bytes:
    out = io.BytesIO()
    if "_0" in members:
        members = {"_0-close": png(CLOSE_SIDE), **members}
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("profile.json", index if isinstance(index, str) else json.dumps(index))
        for name, data in members.items():
            archive.writestr(f"{name.strip('_')}.png", data)
    return out.getvalue()


def entry(**changed: object) -> dict[str, object]:
    return {"eye": [3.5, 3.25, 9.0], "window": [-2, -2], "told": {"a1": ["neutral"]}, **changed}


def index(**changed: object) -> dict[str, object]:
    return {"form": SORT.form, "name": "mine", "about": {}, "photos": [entry()], **changed}


def png(side: int = SIDE) -> bytes:
    return cv2.imencode(".png", np.zeros((side, side, 3), np.uint8))[1].tobytes()


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mine.profile"
    kept = profile()
    save(kept, path)
    found = load(path)
    assert (found.name, found.about) == ("mine", {"game": "spell"})
    assert [one.told for one in found.photos] == [dict(one.told) for one in kept.photos]
    for one, other in zip(found.photos, kept.photos, strict=True):
        assert (one.cut == other.cut).all() and one.close.data == other.close.data
        assert (one.eye, one.window) == (other.eye, other.window)
    assert [one.name for one in path.parent.iterdir()] == ["mine.profile"]


def test_saving_the_same_gives_the_same_bytes(tmp_path: Path) -> None:
    save(profile(), tmp_path / "a")
    save(profile(), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_profile_has_room_for_so_many_photos() -> None:
    full = Profile("mine", (photo(),) * MOST_PHOTOS)
    with pytest.raises(ProfileError, match="photos already"):
        full.with_photo(photo())
    assert len(Profile("mine").with_photo(photo()).photos) == 1


def test_what_does_not_fit_one_photo_still_counts_for_one(tmp_path: Path) -> None:
    full, empty = Profile("mine"), replace(photo(), close=Kept.of(np.zeros((CLOSE_SIDE, CLOSE_SIDE, 3), np.uint8)))
    for _ in range(MOST_PHOTOS):
        full = full.with_photo(empty, empty)
    assert (full.count, len(full.photos)) == (MOST_PHOTOS, 2 * MOST_PHOTOS)
    save(full, tmp_path / "full")
    found = load(tmp_path / "full")
    assert [one.goes_on for one in found.photos] == [False, True] * MOST_PHOTOS
    with pytest.raises(ProfileError, match="photos already"):
        found.with_photo(photo())


def test_what_cannot_be_written_says_why_and_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ProfileError, match="cannot be written"):
        save(profile(), tmp_path / "file" / "mine.profile")


def test_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no profile"):
        load(tmp_path / "none")
    with pytest.raises(ProfileError, match="cannot be read"):
        load(tmp_path)


def test_one_of_tomorrow_is_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(packed(index(form=SORT.form + 1), _0=png()))
    with pytest.raises(ProfileError, match="another version"):
        load(tmp_path / "p")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"no zip at all", packed("{"), packed([]), packed(index(photos=None)), packed(index()),
        packed("[" * 100_000), packed(index(), _0=b""), packed(index(photos=[entry(window=[1e999, 0])]), _0=png()),
        packed(index(), _0=b"not a picture"), packed(index(), _0=png(8)),
        packed(index(), **{"_0": png(), "_0-close": png(8)}), packed(index(), **{"_0": png(), "_0-close": b""}),
        packed(index(photos=[entry(eye=[1, 2])]), _0=png()),
        packed(index(photos=[entry(eye=[1, 2, -3])]), _0=png()),
        packed(index(photos=[entry(eye=["nan", 2, 3])]), _0=png()),
        packed(index(photos=[entry(window=["x", 1])]), _0=png()),
        packed(index(photos=[entry(told=[])]), _0=png()),
        packed(index(photos=[entry()] * (MOST_PHOTOS + 1)), _0=png()),
        packed(index(about=None), _0=png()),
    ],
)  # fmt: skip
def test_what_is_no_profile_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "p").write_bytes(data)
    with pytest.raises(ProfileError, match="not a profile"):
        load(tmp_path / "p")


def test_a_damaged_one_is_refused_wherever_it_is_damaged(tmp_path: Path) -> None:
    whole = packed(index(), _0=png())
    for end in range(0, len(whole), 97):
        (tmp_path / "p").write_bytes(whole[:end])
        with pytest.raises(ProfileError):
            load(tmp_path / "p")
