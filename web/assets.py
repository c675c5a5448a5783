"""What the page is made of: files that are read once, and sent small."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, request

from web.security.access import is_open

FOLDER = Path(__file__).parent / "static"
SMALL = 700
"""Bytes below which squeezing is not worth it."""
SQUEEZED = ("text/", "application/json", "application/problem+json", "image/svg+xml")
"""Kinds that get smaller."""
YEAR = "public, max-age=31536000, immutable"
"""What never changes at its address."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    kind: str
    plain: bytes
    squeezed: bytes
    tag: str


@cache
def assets() -> dict[str, Asset]:
    """All files by their path below the folder."""
    return {path.relative_to(FOLDER).as_posix(): _asset(path) for path in FOLDER.rglob("*") if path.is_file()}


def _asset(path: Path) -> Asset:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = "text/javascript" if path.suffix == ".js" else kind
    return made(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


def made(data: bytes, kind: str) -> Asset:
    """What is sent just as it is, again and again."""
    return Asset(kind, data, gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:16])


def serve(app: Flask) -> None:
    """Has the files answered, and every answer squeezed if that is wished."""

    @app.get("/static/<path:name>", endpoint="asset")
    @is_open
    def asset(name: str) -> Response:
        found = assets().get(name)
        if found is None:
            abort(404)
        # asked for again each time, and then hardly ever sent again
        return answer(found, "no-cache")

    app.after_request(_squeezed)


def answer(asset: Asset, keeping: str) -> Response:
    """The asset for whoever asks, and how long it may be kept."""
    found = Response(asset.plain, content_type=asset.kind)
    found.set_etag(asset.tag)
    found.headers["Cache-Control"] = keeping
    if _takes_gzip():
        found.set_data(asset.squeezed)
        _mark(found)
    found.make_conditional(request)
    return found


def _squeezed(answer: Response) -> Response:
    kind = answer.content_type or ""
    if (
        answer.is_streamed or answer.direct_passthrough or "Content-Encoding" in answer.headers
        or answer.status_code in (204, 304) or not kind.startswith(SQUEEZED) or not _takes_gzip()
    ):  # fmt: skip
        return answer
    data = answer.get_data()
    if len(data) >= SMALL:
        answer.set_data(gzip.compress(data, 5))
        _mark(answer)
    return answer


def _mark(answer: Response) -> None:
    answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0
