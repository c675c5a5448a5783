"""Pictures in files: what is read, and a clear word for everything else."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.words import Words
from vision.header import header
from vision.picture import (
    MOST_BYTES,
    MissingPictureError,
    Picture,
    PictureError,
    PictureFileError,
    decode,
    decode_small,
    read_picture,
    refuse_blank,
    write_picture,
)

KINDS = [".jpg", ".png", ".webp", ".bmp"]


def drawn(width: int = 160, height: int = 120) -> Picture:
    rows, columns = np.mgrid[:height, :width]
    return np.dstack([columns * 255 // width, rows * 255 // height, (rows // 8 + columns // 8) % 2 * 200]).astype(
        np.uint8
    )


def packed(picture: NDArray[Any], kind: str = ".png", *options: int) -> bytes:
    return bytes(np.asarray(cv2.imencode(kind, picture, options)[1], np.uint8))


def part(name: bytes, contents: bytes) -> bytes:
    return struct.pack(">I", len(contents)) + name + contents + struct.pack(">I", zlib.crc32(name + contents))


def png(width: int, height: int, *parts: bytes) -> bytes:
    start = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + start + b"".join(parts) + part(b"IEND", b"")


def with_exif_turn(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"MM\0*" + struct.pack(">IHHHIHxxI", 8, 1, 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_comes_back(kind: str, tmp_path: Path) -> None:
    write_picture(tmp_path / f"table{kind}", drawn())
    found = read_picture(tmp_path / f"table{kind}")
    assert found.shape == (120, 160, 3) and found.dtype == np.uint8
    assert np.abs(found.astype(int) - drawn()).mean() < 25  # what the lossy kinds leave of sharp colours
    assert [path.name for path in tmp_path.iterdir()] == [f"table{kind}"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_header_tells_kind_and_size(kind: str) -> None:
    told = header(packed(drawn(200, 90), kind))
    assert told is not None
    assert (told.width, told.height, told.whole, told.sound, told.animated) == (200, 90, True, True, False)


def test_the_header_tells_the_size_of_lossless_webp_and_of_one_with_more_parts() -> None:
    lossless = header(packed(drawn(200, 90), ".webp", cv2.IMWRITE_WEBP_QUALITY, 101))
    clear = np.dstack([drawn(200, 90), np.full((90, 200), 99, np.uint8)])
    extended = header(packed(clear, ".webp"))
    assert lossless and extended
    assert [(told.kind, told.width, told.height) for told in (lossless, extended)] == [("WebP", 200, 90)] * 2


def test_grey_transparent_and_deep_pictures_become_ordinary_ones() -> None:
    grey = drawn()[:, :, 0]
    for given in (grey, np.dstack([drawn(), grey]), drawn().astype(np.uint16) * 256):
        found = decode(packed(given))
        assert found.shape == (120, 160, 3) and found.dtype == np.uint8
    assert np.array_equal(decode(packed(grey))[:, :, 1], grey)


def test_a_picture_taken_with_the_camera_turned_is_upright() -> None:
    picture = decode(packed(drawn(), ".jpg"))
    turned = decode(with_exif_turn(packed(drawn(), ".jpg"), 6))
    assert np.array_equal(turned, np.rot90(picture, -1))


@pytest.mark.parametrize(("width", "small"), [(4000, 500), (1920, 480), (1280, 640), (640, 640), (100, 100)])
def test_a_small_grey_one_is_had_from_the_same_bytes(width: int, small: int) -> None:
    shape = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (60, 100), np.uint8), (0, 0), 4)
    whole = cv2.resize(shape, (width, width * 3 // 5), interpolation=cv2.INTER_CUBIC)
    found = decode_small(np.asarray(cv2.imencode(".jpg", whole)[1], np.uint8).tobytes())
    assert found.shape == (small * 3 // 5, small)
    expected = cv2.resize(whole, (small, small * 3 // 5), interpolation=cv2.INTER_AREA)
    assert float(cv2.absdiff(found, expected).mean()) < 3


def test_a_small_one_is_refused_for_the_same_reasons() -> None:
    data = np.asarray(cv2.imencode(".jpg", np.zeros((480, 640, 3), np.uint8))[1], np.uint8).tobytes()
    with pytest.raises(PictureError, match="'phone' is cut short"):
        decode_small(data[:-9], "phone")
    with pytest.raises(PictureError, match="not a picture"):
        decode_small(b"nothing")


def test_what_follows_the_end_of_a_jpeg_does_no_harm() -> None:
    assert decode(packed(drawn(), ".jpg") + b"a film of two seconds").shape == (120, 160, 3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.03, 0.3, 0.6, 0.9, 0.999])
def test_a_file_cut_short_is_noticed(kind: str, share: float) -> None:
    data = packed(np.random.default_rng(5).integers(0, 255, (120, 160, 3), np.uint8), kind)
    with pytest.raises(PictureError, match="the picture is cut short"):
        decode(data[: max(20, int(share * len(data)))])


def test_a_file_whose_end_was_never_written_is_noticed() -> None:
    data = packed(drawn(), ".jpg")
    with pytest.raises(PictureError, match="cut short"):
        decode(data[: len(data) // 2] + bytes(len(data) // 2))


def test_a_changed_byte_in_a_png_is_noticed() -> None:
    data = bytearray(packed(drawn()))
    data[len(data) // 2] ^= 0x10
    with pytest.raises(PictureError, match="damaged"):
        decode(bytes(data))


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "the picture is empty"),
        (b"spell 2e | v b b v", "not a picture"),
        (b"\xff\xd8\xff", "cut short"),
        (b"\xff\xd8\xff\xd9", "damaged"),
        (b"\xff\xd8" + b"\xff" * 200_000, "damaged"),
        (b"\x89PNG\r\n\x1a\n", "cut short"),
        (png(64, 48), "damaged"),
        (png(64, 48, *[part(b"tEXt", b"")] * 60_000), "damaged"),
        (png(64, 48, part(b"acTL", bytes(8))), "a moving picture"),
        (b"GIF89a" + bytes(100), "is a GIF file; save it as one of: JPEG, PNG, WebP, BMP"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "is a HEIC file"),
        (packed(drawn(1, 1)), "only 1×1 pixels"),
        (packed(drawn(640, 47)), "only 640×47 pixels"),
        (png(10_000, 10_000), "10000×10000 pixels; it may have 40 millions"),
        (png(2**31 - 1, 2**31 - 1), "it may have 40 millions"),
        (b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff", "cut short"),
        (b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff" + bytes(10) + b"\xff\xda\0\x02\xff\xd9", "65535×65535"),
        (bytes(MOST_BYTES + 1), "too large: it may have 64000000 bytes"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_clear_word(data: bytes, word: str) -> None:
    with pytest.raises(PictureError, match=word):
        decode(data)


def test_any_bytes_give_a_picture_or_a_word() -> None:
    random = np.random.default_rng(1)
    for kind in KINDS:
        whole = packed(drawn(), kind)
        for _ in range(60):
            data = bytearray(whole)
            for at in random.integers(0, min(len(data), 400), 4):
                data[at] = random.integers(256)
            try:
                assert decode(bytes(data)).ndim == 3
            except PictureError as error:
                assert "\n" not in str(error)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no file '.*none.png'") as missing:
        read_picture(tmp_path / "none.png")
    assert isinstance(missing.value, MissingPictureError) and isinstance(missing.value, ValueError)
    with pytest.raises(PictureFileError, match="is a folder, not a file"):
        read_picture(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PictureFileError, match=r"'.*pipe' is not a file"):
        read_picture(tmp_path / "pipe")
    for name in (str(tmp_path / ("a" * 300)), "a\0b"):
        with pytest.raises(PictureFileError, match=r"cannot be read|there is no file"):
            read_picture(name)
    (tmp_path / "notes.png").write_text("spell", encoding="utf-8")
    with pytest.raises(PictureError, match=r"'.*notes.png' is not a picture"):
        read_picture(tmp_path / "notes.png")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.png").touch(mode=0o000)
    with pytest.raises(PictureFileError, match="may not be read"):
        read_picture(tmp_path / "secret.png")


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(PictureFileError, match="cannot be written: it is not there"):
        write_picture(tmp_path / "none" / "a.png", drawn())
    with pytest.raises(PictureError, match="does not end in a kind of picture"):
        write_picture(tmp_path / "a.txt", drawn())
    (tmp_path / "a.png").mkdir()
    with pytest.raises(PictureFileError, match="cannot be written"):
        write_picture(tmp_path / "a.png", drawn())
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize(
    ("level", "noise", "word"),
    [(0, 3, "black"), (255, 0, "washed out"), (128, 0, "one even colour"), (128, 20, "one even colour")],
)
def test_a_picture_with_nothing_in_it_is_refused(level: int, noise: int, word: str) -> None:
    random = np.random.default_rng(2)
    picture = np.clip(level + random.normal(0, max(noise, 0.01), (480, 640, 3)), 0, 255).astype(np.uint8)
    with pytest.raises(PictureError, match=word):
        refuse_blank(picture)


def test_a_dim_picture_of_something_is_not_blank() -> None:
    refuse_blank((drawn(640, 480) // 6).astype(np.uint8))
    refuse_blank(drawn(640, 480)[:, :, 0])


def test_an_error_is_said_in_the_words_of_the_reader() -> None:
    with pytest.raises(PictureError) as caught:
        decode(b"")
    assert Words("en").error(caught.value) == str(caught.value) == "the picture is empty"
