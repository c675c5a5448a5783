"""A phone's camera, over the loopback: streams and single pictures, and all that may be wrong with them."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras import phone
from device.cameras.errors import CameraError
from device.cameras.phone import MOST, PhoneCamera
from device.cameras.shot import Pace, Wanted
from engine.errors import RunewatchError
from tests.device.cameras.doubles import DECODING, jpeg, scene

FAST = Wanted(rate=1e9)
FRAMES = [scene(320, 240, seed) for seed in range(4)]
DATA = [jpeg(frame) for frame in FRAMES]
MARK = b"--frame"
STREAM = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"

Answer = Callable[[bytes], Iterator[bytes]]


class Phone:
    """Answers each request with what the test says, and remembers what was asked."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[bytes] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                talk, _ = self.listening.accept()
                with talk, suppress(OSError):
                    self.asked.append(talk.recv(4096))
                    for piece in self.answer(self.asked[-1]):
                        talk.sendall(piece)

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.thread.join(2)


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], Phone]]:
    phones: list[Phone] = []

    def served(answer: Answer) -> Phone:
        phones.append(Phone(answer))
        return phones[-1]

    yield served
    hang_up()
    for one in phones:
        one.close()


def part(data: bytes, length: bool = True) -> bytes:
    told = b"Content-Length: %d\r\n" % len(data) if length else b""
    return MARK + b"\r\nContent-Type: image/jpeg\r\n" + told + b"\r\n" + data + b"\r\n"


CAMERAS: list[PhoneCamera] = []


def hang_up() -> None:
    while CAMERAS:
        CAMERAS.pop().close()


def opened(phone: Phone, path: str = "/video", user: str = "") -> PhoneCamera:
    CAMERAS.append(PhoneCamera(f"http://{user}127.0.0.1:{phone.port}{path}", FAST, DECODING))
    return CAMERAS[-1]


def matches(camera: PhoneCamera, number: int) -> None:
    assert (camera.shot().large() == DECODING.whole(DATA[number], "")).all()


@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("size", [1 << 20, 1000, 7])
def test_a_stream_is_taken_apart(serve: Callable[[Answer], Phone], length: bool, size: int) -> None:
    def answer(asked: bytes) -> Iterator[bytes]:
        sent = STREAM + b"".join(part(data, length) for data in DATA[: 2 if size < 100 else 4]) + MARK + b"--\r\n"
        for at in range(0, len(sent), size):
            yield sent[at : at + size]

    camera = opened(serve(answer))
    for number in range(2 if size < 100 else 4):
        matches(camera, number)
    with pytest.raises(CameraError, match="hung up"):
        camera.shot()


def test_pictures_one_at_a_time(serve: Callable[[Answer], Phone]) -> None:
    numbers = iter(range(100))

    def answer(asked: bytes) -> Iterator[bytes]:
        data = DATA[next(numbers) % 4]
        yield b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data) + data

    phone = serve(answer)
    camera = opened(phone, "/shot.jpg?size=large")
    for number in range(3):
        matches(camera, number)
    assert phone.asked[0].startswith(b"GET /shot.jpg?size=large HTTP/1.1\r\n")


@pytest.mark.parametrize("stream", [True, False])
def test_none_is_fetched_before_its_time_and_none_due_is_lost(
    serve: Callable[[Answer], Phone], stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(phone, "Pace", lambda rate: Pace(10, lambda: now[0], sleep))
    one = b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" + DATA[0]
    there = serve(lambda asked: iter([STREAM + part(DATA[0]) * 40 if stream else one]))
    camera = opened(there)
    for number in range(5):
        camera.shot()
        assert stream or round(now[0], 3) == number / 10
        now[0] += 0.1 if stream else 0.0
    assert len(there.asked) == (1 if stream else 5)


def test_a_password_goes_to_the_phone_and_nowhere_else(serve: Callable[[Answer], Phone]) -> None:
    phone = serve(lambda asked: iter([b"HTTP/1.0 401 No\r\n\r\n"]))
    with pytest.raises(CameraError) as told:
        opened(phone, user="ann:s%3Acret@")
    assert b"Authorization: Basic YW5uOnM6Y3JldA==" in phone.asked[0]
    assert "cret" not in str(told.value)
    assert "wants a password" in str(told.value)


def test_nobody_is_sent_elsewhere(serve: Callable[[Answer], Phone]) -> None:
    other = serve(lambda asked: iter([STREAM]))
    moved = b"HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:%d/\r\n\r\n" % other.port
    with pytest.raises(CameraError, match="answers 302"):
        opened(serve(lambda asked: iter([moved])))
    assert other.asked == []


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"HTTP/1.0 404 Not here\r\n\r\n", "answers 404"),
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", "no pictures but text/html"),
        (b"HTTP/1.0 200 OK\r\n\r\n", "shows no pictures but"),
        (b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace\r\n\r\n", "cannot be reached"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "cannot be reached"),
        (b"", "cannot be reached"),
        (STREAM, "hung up"),
        (STREAM + b"\0" * 20_000, "hung up"),
        (STREAM + MARK + b"\r\n" + b"X: y\r\n" * 3000, "cannot be reached"),
        (STREAM + part(b"no picture") * 9, "not a picture"),
        (STREAM + part(DATA[0][:-100]) * 9, "cut short"),
        (STREAM + part(DATA[0])[:-100], "hung up"),
    ],
)
def test_nonsense_is_said_to_be_some(serve: Callable[[Answer], Phone], head: bytes, expected: str) -> None:
    with pytest.raises(RunewatchError, match=expected):
        opened(serve(lambda asked: iter([head]))).shot()


def test_a_damaged_picture_is_passed_over(serve: Callable[[Answer], Phone]) -> None:
    sent = STREAM + part(DATA[0][:-100]) + part(DATA[1])
    matches(opened(serve(lambda asked: iter([sent]))), 1)


@pytest.mark.parametrize("length", [True, False])
def test_a_picture_without_end_is_refused(
    serve: Callable[[Answer], Phone], length: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "MOST", 100_000)

    def answer(asked: bytes) -> Iterator[bytes]:
        told = b"Content-Length: 99999999999\r\n" if length else b""
        yield STREAM + MARK + b"\r\n" + told + b"\r\n"
        while True:
            yield bytes(50_000)

    with pytest.raises(CameraError):
        opened(serve(answer)).shot()
    assert MOST == 8_000_000


def test_a_silent_phone_is_not_waited_for_for_long(
    serve: Callable[[Answer], Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "TIMEOUT", 0.05)

    def slow(asked: bytes) -> Iterator[bytes]:
        yield STREAM + MARK
        from time import sleep  # noqa: PLC0415

        for _ in range(10):  # a sign of life now and then is no picture
            sleep(0.02)
            yield b"."

    with pytest.raises(CameraError, match="cannot be reached"):
        opened(serve(slow)).shot()


def test_a_phone_that_is_off_is_said_to_be() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(CameraError, match="nothing answers there; see that it is on"):
        PhoneCamera(f"http://127.0.0.1:{port}/", FAST, DECODING)


# -- whatever comes off the wire ------------------------------------------------------------------------------


class Wire:
    """An answer that comes in the pieces it is cut into, and then no more."""

    status = 200

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def request(self, method: str, target: str, headers: dict[str, str]) -> None:
        """Sent."""

    def getresponse(self) -> Wire:
        return self

    def getheader(self, name: str, otherwise: str) -> str:
        return 'multipart/x-mixed-replace; boundary="frame"'

    def read1(self, most: int) -> bytes:
        piece = self.pieces.pop(0) if self.pieces else b""
        self.pieces[:0] = [piece[most:]] if len(piece) > most else []
        return piece[:most]

    def close(self) -> None:
        """Closed."""


def over(monkeypatch: pytest.MonkeyPatch, sent: bytes, cuts: list[int]) -> PhoneCamera:
    places = sorted({cut % (len(sent) + 1) for cut in cuts} | {0, len(sent)})
    wire = Wire([sent[one:other] for one, other in pairwise(places)])
    monkeypatch.setattr(phone, "HTTPConnection", lambda *_, **__: wire)
    return PhoneCamera("http://phone/video", FAST, DECODING)


@given(cuts=st.lists(st.integers(0, 1 << 20), max_size=40), length=st.booleans())
def test_a_stream_may_be_cut_anywhere(cuts: list[int], length: bool) -> None:
    sent = b"".join(part(data, length) for data in DATA) + MARK + b"--\r\n"
    with pytest.MonkeyPatch.context() as patch:
        camera = over(patch, sent, cuts)
        for number in range(4):
            matches(camera, number)


@given(
    pieces=st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from(
                [MARK, b"\r\n", b"\r\n\r\n", b"Content-Length: 5", b"Content-Length: -1", DATA[0], b"--"]
            ),
        ),
        max_size=12,
    )
)
def test_whatever_is_sent_is_a_picture_or_a_sentence(pieces: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        camera = over(patch, b"".join(pieces), [])
        with suppress(RunewatchError):
            while True:
                camera.shot()
