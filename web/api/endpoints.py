"""Endpoints: one declaration each says the path, what it takes and gives, and who may use it.

A module of ``web.api`` holds ``api = Api("name")`` and decorates its functions; the application finds it
by itself. Routes, checks and the OpenAPI description are all made from the declarations.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from flask import Response, abort, request

from engine.errors import N_, RunewatchError
from web.api import forms

BASE = "/api/v1"
HIGHEST = 2**31 - 1
"""No number in a path is higher."""
Method = Literal["GET", "POST", "PUT", "DELETE"]


class TooLargeError(RunewatchError, ValueError):
    """More was sent than is taken."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to tell: it is done."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked over HTTP."""

    method: Method
    path: str
    """Below ``BASE``, with parameters as Flask writes them: ``/matches/<int:number>``."""
    about: str
    """A message of the catalogue."""
    answer: Callable[..., Any]
    takes: type[Any] | None
    gives: Any
    """A form, or the media type of what is not JSON."""
    is_open: bool
    """Whether those may use it who only watch."""
    query: Mapping[str, str] = field(default_factory=dict)
    """Parameters after the question mark, with what they are about."""
    most: int = 64_000
    """Bytes that may be sent."""
    status: int = 200

    @property
    def name(self) -> str:
        return self.answer.__name__


class Api:
    """The endpoints of one module."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.endpoints: list[Endpoint] = []

    def get(self, path: str, gives: Any, about: str, **more: Any) -> Callable[[Callable[..., Any]], Any]:
        """Something to look at; open to everybody unless ``is_open=False``."""
        return self._endpoint("GET", path, about, gives=gives, **{"takes": None, "is_open": True, **more})

    def post(self, path: str, about: str, **more: Any) -> Callable[[Callable[..., Any]], Any]:
        """Something to do; only for those who are paired unless ``is_open=True``."""
        return self._endpoint("POST", path, about, **more)

    def put(self, path: str, about: str, **more: Any) -> Callable[[Callable[..., Any]], Any]:
        return self._endpoint("PUT", path, about, **more)

    def delete(self, path: str, about: str, **more: Any) -> Callable[[Callable[..., Any]], Any]:
        return self._endpoint("DELETE", path, about, **more)

    def _endpoint(self, method: Method, path: str, about: str, **more: Any) -> Callable[[Callable[..., Any]], Any]:
        wished = {"takes": None, "gives": Nothing, "is_open": False, **more}

        def declared(answer: Callable[..., Any]) -> Callable[..., Any]:
            self.endpoints.append(Endpoint(method, path, about, answer, **wished))
            return answer

        return declared


def answered(endpoint: Endpoint, **parts: Any) -> Response:
    """What a request to this endpoint gets."""
    if any(isinstance(part, int) and part > HIGHEST for part in parts.values()):
        abort(404)
    if endpoint.takes is not None:
        parts["wanted"] = forms.read(endpoint.takes, _body(endpoint.most))
    found = endpoint.answer(**parts)
    if isinstance(found, Response):
        return found
    return as_json(forms.plain(found if found is not None else Nothing()), endpoint.status)


def as_json(value: Any, status: int = 200, kind: str = "application/json") -> Response:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Response(text, status, content_type=kind)


def _body(most: int) -> Any:
    """What was sent, as JSON values; nothing at all is an empty object."""
    if request.content_length is not None and request.content_length > most:
        raise TooLargeError(N_("what was sent is larger than {most} bytes"), most=most)
    sent = request.get_data(cache=False)
    if not sent:
        return {}
    if request.mimetype != "application/json":
        raise forms.FormError("", N_("send JSON, as application/json"))
    try:
        return json.loads(sent, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise forms.FormError("", N_("what was sent is not JSON")) from None


def _refused(word: str) -> None:
    raise ValueError(word)
