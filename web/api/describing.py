"""The description of the HTTP interface, in OpenAPI 3.1: made from the endpoints' declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.words import Words
from runewatch import __version__
from web.api import forms
from web.api.endpoints import BASE, HIGHEST, Endpoint
from web.problems import PROBLEMS, Problem
from web.security.access import WORD

_PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
_KINDS: Mapping[str, forms.Schema] = {"int": {"type": "integer", "minimum": 0, "maximum": HIGHEST}}
_ANYWHERE = (400, 404, 409, 429, 503)
"""Answers that every endpoint may give: to a request that is none, for what is not there, and so on."""
_CLOSED = (401, 403)


@dataclass(frozen=True, slots=True)
class _Part:
    endpoint: Endpoint
    words: Words

    def described(self) -> dict[str, Any]:
        one = self.endpoint
        found: dict[str, Any] = {
            "operationId": one.name,
            "summary": self.words(one.about),
            "parameters": [*self._in_path(), *self._in_query()],
            "responses": {str(one.status): self._given(), **self._problems()},
        }
        if one.takes is not None:
            body = {"schema": forms.schema(one.takes)}
            found["requestBody"] = {"required": True, "content": {"application/json": body}}
        found["security"] = [{}] if one.is_open else [{"token": []}, {"cookie": [], "word": []}]
        return found

    def _in_path(self) -> Iterable[dict[str, Any]]:
        for kind, name in _PARAMETER.findall(self.endpoint.path):
            schema = _KINDS.get(kind, {"type": "string", "minLength": 1, "maxLength": 100})
            yield {"name": name, "in": "path", "required": True, "schema": schema}

    def _in_query(self) -> Iterable[dict[str, Any]]:
        for name, about in self.endpoint.query.items():
            yield {"name": name, "in": "query", "description": self.words(about), "schema": {"type": "string"}}

    def _given(self) -> dict[str, Any]:
        gives = self.endpoint.gives
        if isinstance(gives, str):
            return {"description": self.words(self.endpoint.about), "content": {gives: {}}}
        content = {"application/json": {"schema": forms.schema(gives)}}
        return {"description": (gives.__doc__ or "").split("\n")[0], "content": content}

    def _problems(self) -> dict[str, Any]:
        one = self.endpoint
        may = [*_ANYWHERE, *(() if one.is_open else _CLOSED)]
        may += [403] if one.method != "GET" else []
        may += [413] if one.method in ("POST", "PUT") else []
        content = {"application/problem+json": {"schema": forms.schema(Problem)}}
        return {str(status): {"description": PROBLEMS[status], "content": content} for status in sorted(set(may))}


def described(endpoints: Iterable[Endpoint], words: Words) -> dict[str, Any]:
    """The whole description."""
    endpoints = tuple(endpoints)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        path = BASE + _PARAMETER.sub(r"{\2}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _Part(one, words).described()
    used = [kind for one in endpoints for kind in (one.takes, one.gives) if kind and not isinstance(kind, str)]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Runewatch", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": forms.definitions(Problem, *used),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "runewatch"},
                "word": {"type": "apiKey", "in": "header", "name": WORD},
            },
        },
    }
