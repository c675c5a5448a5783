"""The HTTP interface against its own description, and as it is described."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from engine.words import Words
from tests.web.conftest import Browser
from tests.web.hosting import Table
from web.api.describing import described
from web.app import endpoints
from web.security.access import WORD
from web.security.limits import Limits, Rate

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PLAIN = {"Accept-Encoding": "identity"}
ENDLESS = "/api/v1/events"
ENDING = ("/api/v1/pairing/code",)
"""What parts the browser that asks for everything else."""
QUICK = settings(
    deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def test_the_description_is_served(watcher: Browser) -> None:
    found = watcher.get("/openapi.json").json
    assert found["openapi"].startswith("3.1")
    assert json.loads(json.dumps(described(endpoints(), Words()))) == found
    french = watcher.get("/openapi.json?lang=fr").json
    assert french["paths"].keys() == found["paths"].keys()


def test_names_are_said_once() -> None:
    names = [one.name for one in endpoints()]
    assert len(names) == len(set(names))


def test_all_that_is_said_of_now_is_as_described(table: Table, watcher: Browser) -> None:
    document = described(endpoints(), Words())
    schema = {"$ref": "#/components/schemas/Snapshot", "components": document["components"]}
    Draft202012Validator(schema).validate(watcher.get("/now").json)
    table.begin()
    table.spoil("a1", "violet-active")
    table.until(lambda moment: moment.out is not None)
    Draft202012Validator(schema).validate(watcher.get("/now").json)


@pytest.mark.parametrize("paired", [False, True])
def test_no_request_breaks_it_or_gets_what_is_not_described(
    app: Flask, table: Table, player: Browser, paired: bool
) -> None:
    """Random requests, right and wrong, for every endpoint: no server error, nothing undocumented."""
    table.begin()
    plenty = Rate(1e9, 1e-9)
    doors = app.extensions["doors"]
    doors.changes = doors.looks = doors.tries = Limits(plenty, plenty)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app).exclude(path=[ENDLESS, *ENDING])
    for found in schema.get_all_operations():
        _try(found.ok(), player if paired else None)  # type: ignore[union-attr]
    assert table.host.moment.number > 0


def _try(operation: Any, player: Browser | None) -> None:
    sent: dict[str, Any] = {"headers": PLAIN}
    if player is not None:
        cookie = player.client.get_cookie("runewatch")
        assert cookie is not None
        sent = {"headers": {WORD: player.word, **PLAIN}, "cookies": {"runewatch": cookie.value}}

    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(QUICK, max_examples=4 if player else 1)
        @given(operation.as_strategy(mode))
        def tried(case: Any) -> None:
            answer = case.call(**sent)
            case.validate_response(answer, checks=CHECKS)

        try:
            tried()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, "there is nothing to get wrong"
