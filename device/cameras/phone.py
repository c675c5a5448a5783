"""A phone, or any camera that shows its pictures at an address: as a stream of JPEG pictures, or one at a time.

Only the host that the settings name is spoken to: nothing that it says leads elsewhere. It may be slow, silent,
or talk nonsense without end; each has its limit.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import unquote, urlsplit

from device.cameras.errors import CameraError
from device.cameras.opening import called
from device.cameras.shot import Decoding, Pace, Shot, Wanted
from engine.errors import N_, RunewatchError, reason

TIMEOUT = 5.0
"""Seconds without an answer, or without a whole picture."""
MOST = 8_000_000
"""Bytes of one picture."""
_MOST_HEAD = 8192
_CHUNK = 65536
_FAILURES = 5
"""So many damaged pictures in a row are no camera."""
_OK = 200
_REFUSED = (401, 403)


class PhoneCamera:
    """The camera at this address."""

    def __init__(self, address: str, wanted: Wanted, decoding: Decoding) -> None:
        self._address, self._decoding = address, decoding
        self._called = called(address)
        self._pace, self._leisure = Pace(wanted.rate), wanted.leisure
        self._connection: HTTPConnection | None = None
        self._answer: HTTPResponse | None = None
        self._pictures = self._opened()

    def shot(self) -> Shot:
        why: RunewatchError | None = None
        for _ in range(_FAILURES):
            try:
                data = self._next()
                return self._decoding.shot(data, self._called, time.monotonic())
            except CameraError:
                raise
            except RunewatchError as error:  # a damaged picture: the next may be whole
                why = error
            except (OSError, HTTPException) as error:
                raise self._unreachable(error) from error
        assert why is not None
        raise why

    def _next(self) -> bytes:
        data = next(self._pictures, None)
        if data is None:
            raise CameraError(N_("the camera {name} has stopped sending pictures"), name=self._called)
        return data

    def _opened(self) -> Iterator[bytes]:
        """The pictures of a stream, or of an address that gives one each time it is asked."""
        try:
            answer = self._asked()
            kind, _, more = answer.getheader("Content-Type", "").partition(";")
            if kind.strip().lower() == "multipart/x-mixed-replace":
                return self._stream(answer, _boundary(more))
        except (OSError, HTTPException) as error:
            self.close()
            raise self._unreachable(error) from error
        if kind.strip().lower() == "image/jpeg":
            return self._one_by_one(answer)
        self.close()
        raise CameraError(
            N_("{name} shows no pictures but {came}: give the address of the stream itself"),
            name=self._called, came=(kind.strip() or "?")[:60],
        )  # fmt: skip

    def _asked(self) -> HTTPResponse:
        self.close()
        parts = urlsplit(self._address)
        form = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = form(parts.hostname or "", parts.port, timeout=TIMEOUT)
        self._connection = connection
        heads = {"Accept": "multipart/x-mixed-replace, image/jpeg", "User-Agent": "runewatch"}
        if parts.username is not None:
            secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
            heads["Authorization"] = f"Basic {base64.b64encode(secret).decode('ascii')}"
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers=heads)
        self._answer = answer = connection.getresponse()
        if answer.status in _REFUSED:
            raise CameraError(
                N_("the camera {name} wants a password: write it as {example}"),
                name=self._called, example="http://user:password@…",
            )  # fmt: skip
        if answer.status != _OK:
            raise CameraError(
                N_("the camera {name} answers {came}: see to its address"), name=self._called, came=answer.status
            )
        return answer

    def _one_by_one(self, answer: HTTPResponse) -> Iterator[bytes]:
        while True:
            self._pace.wait(self._leisure)
            yield self._limited(_Reader(answer).rest(MOST))
            answer = self._asked()

    def _stream(self, answer: HTTPResponse, boundary: str) -> Iterator[bytes]:
        """The parts of an endless answer, each a picture. It has a pace of its own; what is not due is let go."""
        reader = _Reader(answer)
        mark = b"--" + boundary.removeprefix("--").encode("latin-1", "replace")
        reader.until(mark, MOST)
        while True:
            head = reader.until(b"\r\n\r\n", _MOST_HEAD)
            length = _length(head)
            if length is None:
                data = reader.until(b"\r\n" + mark, MOST)
            else:
                data = self._limited(reader.exactly(min(length, MOST + 1)))
            if self._pace.is_due(self._leisure):
                yield data
            if length is not None:
                # only now: it may come no sooner than the next picture
                reader.until(mark, _MOST_HEAD)

    def _limited(self, data: bytes) -> bytes:
        if len(data) > MOST:
            raise CameraError(
                N_("the pictures of {name} are too large: set it to fewer pixels"), name=self._called
            )
        return data

    def _unreachable(self, error: Exception) -> CameraError:
        if isinstance(error, CameraError):
            return error
        return CameraError(
            N_("the camera {name} cannot be reached: {why}; see that it is on and in the same network"),
            name=self._called, why=reason(error),
        )  # fmt: skip

    def close(self) -> None:
        # an answer that ends with its connection has taken the connection over
        for one in (self._answer, self._connection):
            if one is not None:
                one.close()
        self._answer = self._connection = None


class _Reader:
    """Bytes off the wire, up to a mark or so many, within limits of size and time."""

    def __init__(self, answer: HTTPResponse) -> None:
        self._answer = answer
        self._rest = bytearray()

    def until(self, mark: bytes, most: int) -> bytes:
        """What comes before a mark; the mark is left out."""
        end = time.monotonic() + TIMEOUT
        start = 0
        while (at := self._rest.find(mark, start)) < 0:
            start = max(0, len(self._rest) - len(mark))
            if len(self._rest) > most + len(mark):
                raise HTTPException(f"no {mark[:40]!r} within {most} bytes")
            self._more(end)
        return self._cut(at, at + len(mark))

    def rest(self, most: int) -> bytes:
        """All there is; a little more than ``most`` if there is more than that."""
        end = time.monotonic() + TIMEOUT
        with suppress(ConnectionError):
            while len(self._rest) <= most:
                self._more(end)
        return self._cut(len(self._rest), len(self._rest))

    def exactly(self, count: int) -> bytes:
        end = time.monotonic() + TIMEOUT
        while len(self._rest) < count:
            self._more(end)
        return self._cut(count, count)

    def _cut(self, at: int, after: int) -> bytes:
        found = bytes(self._rest[:at])
        del self._rest[:after]
        return found

    def _more(self, end: float) -> None:
        if time.monotonic() > end:
            raise TimeoutError
        found = self._answer.read1(_CHUNK)
        if not found:
            raise ConnectionError("it has hung up")
        self._rest += found


def _boundary(more: str) -> str:
    """The mark between the parts, as the answer's head tells."""
    for part in more.split(";"):
        name, _, value = part.strip().partition("=")
        if name.lower() == "boundary" and value:
            return value.strip('"')
    raise HTTPException("a stream without a boundary")


def _length(head: bytes) -> int | None:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return None
