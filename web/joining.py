"""Where the page can be found from another device, and the same as a QR code."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import segno

SOMEWHERE = "192.0.2.1"
"""An address that nobody has: asking the way there tells which of its own a machine would use; nothing is sent."""


@dataclass(frozen=True, slots=True)
class Way:
    """An address of the page, by its name or by number."""

    kind: str
    url: str


def ways(host: str) -> tuple[Way, ...]:
    """The addresses of the page, the best first; ``host`` is the Host header by which it was asked for now."""
    name, port = _parts(host)
    found = [name] if name and not _is_own(name) else []
    found += [f"{socket.gethostname().lower().removesuffix('.local')}.local", *_numbers()]
    return tuple(Way(_kind(one), _url(one, port)) for one in dict.fromkeys(found))


def _parts(host: str) -> tuple[str, str]:
    """Name and port of a Host header."""
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name, rest.removeprefix(":")
    name, _, port = host.partition(":")
    return name, port


def _is_own(name: str) -> bool:
    """Whether only this machine reaches itself by it."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _kind(name: str) -> str:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "name"
    return "number"


def _url(name: str, port: str) -> str:
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}/" if port in ("", "80") else f"http://{name}:{port}/"


def _numbers() -> Iterator[str]:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((SOMEWHERE, 9))
            number = str(asked.getsockname()[0])
    except OSError:
        return
    if not _is_own(number) and number != "0.0.0.0":
        yield number


def qr(text: str, label: str) -> str:
    """A QR code as SVG, dark on light in any theme; the quiet border belongs to it."""
    code = segno.make(text, micro=False, error="m")
    rows = [bytes(row) for row in code.matrix]
    size = len(rows) + 8
    path = "".join(f"M{x + 4} {y + 4}h{wide}v1h-{wide}z" for y, row in enumerate(rows) for x, wide in _runs(row))
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}"'
        f' shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many of them are in a row."""
    x = 0
    while x < len(row):
        wide = 0
        while x + wide < len(row) and row[x + wide]:
            wide += 1
        if wide:
            yield x, wide
        x += wide + 1
