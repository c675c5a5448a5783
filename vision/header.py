"""What a picture file says of itself before anything is decoded: its kind, its size, whether it is all there."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_MOST_PARTS = 50_000
"""A file of more parts than this was made to keep us busy."""
_PNG = b"\x89PNG\r\n\x1a\n"
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN, _END = 0xDA, 0xD9
_BARE = frozenset({0x01, *range(0xD0, 0xD8)})
_ANIMATED_WEBP = 0x02


@dataclass(frozen=True, slots=True)
class Header:
    """A picture file's own account of itself. A size of 0 by 0 means that it does not tell."""

    kind: str
    width: int = 0
    height: int = 0
    whole: bool = True
    """Whether the file goes on to its end."""
    sound: bool = True
    """Whether what can be checked without decoding is right."""
    animated: bool = False


def header(data: bytes) -> Header | None:
    """What this file is, or None if it is no kind of picture. Of other kinds than ``KINDS`` only the kind."""
    for kind, (knows, read) in _READERS.items():
        if knows(data):
            try:
                return read(data)
            except (IndexError, struct.error):
                return Header(kind, whole=False)
    return next((Header(kind) for kind, knows in _OTHERS.items() if knows(data)), None)


def _jpeg(data: bytes) -> Header:
    width = height = 0
    for marker, at in _jpeg_parts(data):
        if marker in _SIZES:
            height, width = struct.unpack_from(">HH", data, at + 1)
        elif marker == _SCAN:
            # within a scan 0xFF is always followed by something else, so the next end mark is the picture's own
            return Header("JPEG", width, height, whole=data.find(bytes([0xFF, _END]), at) >= 0)
    return Header("JPEG", width, height, sound=False)


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, int]]:
    """The marker of each part up to the first scan, and where its contents begin."""
    at = 2
    for _ in range(_MOST_PARTS):
        if data[at] != 0xFF:
            return
        marker = data[at + 1]
        if marker == _END:
            return
        if marker == 0xFF:  # filling
            at += 1
        elif marker in _BARE:
            at += 2
        else:
            yield marker, at + 2 + 2
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    at, animated = len(_PNG), False
    for _ in range(_MOST_PARTS):
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + length
        (check,) = struct.unpack_from(">I", data, end)
        if zlib.crc32(memoryview(data)[at + 4 : end]) != check:
            return Header("PNG", width, height, sound=False)
        animated |= name == b"acTL"
        if name == b"IEND":
            return Header("PNG", width, height, animated=animated)
        at = end + 4
    return Header("PNG", width, height, sound=False)


def _webp(data: bytes) -> Header:
    whole = struct.unpack_from("<I", data, 4)[0] + 8 <= len(data)
    part = data[12:16]
    if part == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return Header("WebP", width, height, whole, animated=bool(data[20] & _ANIMATED_WEBP))
    if part == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return Header("WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, whole)
    width, height = struct.unpack_from("<HH", data, 26)
    return Header("WebP", width & 0x3FFF, height & 0x3FFF, whole, sound=part == b"VP8 ")


def _bmp(data: bytes) -> Header:
    size, start, form = struct.unpack_from("<I4xII", data, 2)
    width, height = struct.unpack_from("<HH" if form == 12 else "<ii", data, 18)
    # some writers leave the file's size at 0
    return Header("BMP", abs(width), abs(height), whole=max(size, start) <= len(data))


_READERS: dict[str, tuple[Callable[[bytes], bool], Callable[[bytes], Header]]] = {
    "JPEG": (lambda data: data.startswith(b"\xff\xd8\xff"), _jpeg),
    "PNG": (lambda data: data.startswith(_PNG), _png),
    "WebP": (lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _webp),
    "BMP": (lambda data: data.startswith(b"BM") and data[6:10] == bytes(4), _bmp),
}
KINDS = tuple(_READERS)
"""The kinds of picture that are read."""
_OTHERS: dict[str, Callable[[bytes], bool]] = {
    "GIF": lambda data: data.startswith((b"GIF87a", b"GIF89a")),
    "TIFF": lambda data: data.startswith((b"II*\0", b"MM\0*")),
    "HEIC": lambda data: data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"hevc"),
    "AVIF": lambda data: data[4:8] == b"ftyp" and data[8:12] in (b"avif", b"avis"),
    "JPEG XL": lambda data: data.startswith((b"\xff\x0a", b"\0\0\0\x0cJXL \r\n\x87\n")),
    "JPEG 2000": lambda data: data.startswith((b"\xff\x4f\xff\x51", b"\0\0\0\x0cjP  \r\n\x87\n")),
    "PDF": lambda data: data.startswith(b"%PDF"),
    "SVG": lambda data: b"<svg" in data[:1000],
}
