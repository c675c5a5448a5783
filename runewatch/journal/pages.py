"""A damaged SQLite file read without SQLite: rows found page by page, in the file and in its write-ahead log.

https://www.sqlite.org/fileformat2.html tells the form. Nothing found here is to be believed before its
check value was looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

LEAF = 0x0D
SIZES = tuple(1 << power for power in range(9, 17))
LOG_HEADER, FRAME_HEADER = 32, 24
FIRST_PAGE_HEADER = 100
LONGEST = 1 << 20
"""No row of ours is longer; a length beyond it is damage."""
LONGEST_HEAD = 20
"""Nor is what tells of a row's values, which are few."""

Value = int | float | str | bytes | None
Cell = tuple[int, tuple[Value, ...]]
"""A row's key and its values."""


class _BadCellError(Exception):
    """These bytes are no row."""


@dataclass(slots=True)
class Images:
    """All pages that are left, several of one number where the log holds others than the file."""

    size: int
    pages: list[tuple[int, bytes]] = field(default_factory=list)
    by_number: dict[int, list[bytes]] = field(default_factory=dict)

    def add(self, number: int, page: bytes) -> None:
        self.pages.append((number, page))
        self.by_number.setdefault(number, []).append(page)


def cells(database: bytes, log: bytes, usual: int) -> Iterator[Cell]:
    """Every row that can be made out, the same one perhaps several times; the newest pages first."""
    for size in _sizes(database, log, usual):
        images = _images(database, log, size)
        for number, page in images.pages:
            yield from _cells_of(images, number, page)


def _sizes(database: bytes, log: bytes, usual: int) -> list[int]:
    """The page sizes it may have: what the headers say, if they say one, and what is usual."""
    told = int.from_bytes(database[16:18], "big")
    found = [65536 if told == 1 else told, int.from_bytes(log[8:12], "big"), usual]
    return [size for size in dict.fromkeys(found) if size in SIZES]


def _images(database: bytes, log: bytes, size: int) -> Images:
    images = Images(size)
    frames = range(LOG_HEADER, len(log) - FRAME_HEADER, FRAME_HEADER + size)
    for start in reversed(frames):
        page = log[start + FRAME_HEADER : start + FRAME_HEADER + size]
        images.add(int.from_bytes(log[start : start + 4], "big"), page)
    for number, start in enumerate(range(0, len(database), size), 1):
        images.add(number, database[start : start + size])
    return images


def _cells_of(images: Images, number: int, page: bytes) -> Iterator[Cell]:
    head = FIRST_PAGE_HEADER if number == 1 else 0
    if len(page) <= head + 8:
        return
    spots: list[int] = []
    if page[head] == LEAF:
        count = int.from_bytes(page[head + 3 : head + 5], "big")
        listed = page[head + 8 : head + 8 + 2 * min(count, images.size)]
        spots = [int.from_bytes(listed[i : i + 2], "big") for i in range(0, len(listed) - 1, 2)]
    broken = not spots or len(page) < images.size
    for spot in spots:
        try:
            yield _cell(images, page, spot)
        except _BadCellError:
            broken = True
    if broken:
        # where the list of rows cannot be trusted, a row may begin anywhere
        for spot in range(len(page)):
            try:
                yield _cell(images, page, spot)
            except _BadCellError:
                continue


def _cell(images: Images, page: bytes, spot: int) -> Cell:
    length, at = _varint(page, spot)
    key, at = _varint(page, at)
    # the first value of our rows is the key, which is stored as nothing
    if not 3 <= length <= LONGEST or page[at + 1 : at + 2] != b"\0":
        raise _BadCellError
    payload = _payload(images, page, at, length)
    return key, _values(payload)


def _payload(images: Images, page: bytes, at: int, length: int) -> bytes:
    """The bytes of a row, those on other pages too."""
    usable = images.size
    here = length
    if length > usable - 35:
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        here = here if here <= usable - 35 else least
    found = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big") if here < length else 0
    steps = 0
    while len(found) < length:
        steps += 1
        pages = images.by_number.get(following)
        if not pages or steps > len(images.by_number):
            raise _BadCellError
        found += pages[0][4 : 4 + length - len(found)]
        following = int.from_bytes(pages[0][:4], "big")
    return found


def _values(payload: bytes) -> tuple[Value, ...]:
    end, at = _varint(payload, 0)
    if end > min(len(payload), LONGEST_HEAD):
        raise _BadCellError
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    found: list[Value] = []
    for kind in kinds:
        size = _width(kind)
        part = payload[at : at + size]
        if len(part) < size:
            raise _BadCellError
        found.append(_value(kind, part))
        at += size
    if at != len(payload):
        raise _BadCellError
    return tuple(found)


def _width(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind in (10, 11):
        raise _BadCellError
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]


def _value(kind: int, part: bytes) -> Value:
    if kind == 0:
        return None
    if kind <= 6:
        return int.from_bytes(part, "big", signed=True)
    if kind == 7:
        return 0.0  # no table of ours has one
    if kind in (8, 9):
        return kind - 8
    if kind % 2 == 0:
        return part
    try:
        return part.decode()
    except UnicodeDecodeError:
        raise _BadCellError from None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing begins."""
    found = 0
    for count in range(9):
        if at >= len(data):
            raise _BadCellError
        byte = data[at]
        at += 1
        if count == 8:
            return found << 8 | byte, at
        found = found << 7 | byte & 0x7F
        if byte < 0x80:
            return found, at
    raise _BadCellError
