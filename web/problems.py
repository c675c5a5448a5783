"""Errors as answers: problem+json for scripts, a page for people; a sentence either way, never a traceback."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from flask import Flask, Response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from engine.errors import N_, NotationError, RunewatchError, SetupError, UnknownGameError
from runewatch.journal.faults import NoMatchError
from runewatch.live.host import HostError
from runewatch.live.viewing import NoPictureError, PhotoError
from web.api.box import NoButtonError
from web.api.endpoints import BASE, TooLargeError, as_json
from web.api.forms import FormError, plain
from web.api.match import BusyError, NoPlaceError, RefusedError
from web.past import NotThereError
from web.security import access
from web.stream import TooManyStreamsError
from web.words import reader

KIND = "application/problem+json"
PROBLEMS = {
    400: N_("This is not what can be sent here."),
    401: N_("This needs the pairing code."),
    403: N_("This may not be done from here."),
    404: N_("There is no such thing here."),
    405: N_("This cannot be done here."),
    409: N_("This does not go with what is on the table."),
    413: N_("This is too much at once."),
    415: N_("This is not in a form that is taken here."),
    421: N_("This box does not have that name."),
    429: N_("This was asked too often."),
    500: N_("Something went wrong inside; the match goes on."),
    503: N_("The box cannot do this now."),
}

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (FormError, 400), (access.NotPairedError, 401), (access.WrongWordError, 403), (access.WrongCodeError, 403),
    (access.TooOftenError, 429), (TooLargeError, 413), (BusyError, 503), (TooManyStreamsError, 503),
    (RefusedError, 409), (HostError, 409), (NoMatchError, 404), (NoPlaceError, 404), (NoButtonError, 404),
    (NotThereError, 404),
    (NoPictureError, 503), (PhotoError, 400), (UnknownGameError, 400), (SetupError, 400), (NotationError, 400),
    (RunewatchError, 409),
)  # fmt: skip
"""Which answer an error is; the first that fits."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong (RFC 9457): a title for the status, the sentence, and where in what was sent the fault is."""

    title: str
    status: int
    detail: str
    pointer: str = ""
    """A JSON pointer into what was sent."""
    line: int = 0
    column: int = 0
    """In a text that was sent; counted from 1."""
    rules: tuple[str, ...] = ()
    """The rules of the game that are broken."""


def handle(app: Flask) -> None:
    """Has every error answered in a sentence."""
    app.register_error_handler(RunewatchError, _told)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _told(error: RunewatchError) -> Response:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    words = reader()
    problem = Problem(
        words(PROBLEMS[status]), status, words.error(error), getattr(error, "pointer", ""),
        getattr(error, "line", 0), getattr(error, "column", 0), getattr(error, "rules", ()),
    )  # fmt: skip
    answer = _answer(problem)
    if isinstance(error, access.TooOftenError):
        answer.headers["Retry-After"] = str(error.wait)
    return answer


def _http(error: HTTPException) -> Response:
    status = error.code if error.code in PROBLEMS else 400
    told = reader()(PROBLEMS[status or 400])
    answer = _answer(Problem(told, status or 400, told))
    if error.response is not None:
        return error.get_response()  # type: ignore[return-value]  # a redirect
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _broken(error: Exception) -> Response:
    # never what was sent: it may hold a code
    _log.error("%s %s failed: %s", request.method, request.path, type(error).__name__, exc_info=error)
    told = reader()(PROBLEMS[500])
    return _answer(Problem(told, 500, told))


def _answer(problem: Problem) -> Response:
    if request.path.startswith(BASE) or request.path == "/events":
        return as_json(plain(problem), problem.status, KIND)
    if problem.status == 421 or request_ctx.url_adapter is None:
        # a stranger gets no page
        return Response(problem.detail, problem.status, content_type="text/plain; charset=utf-8")
    return Response(render_template("problem.html", problem=problem), problem.status)
