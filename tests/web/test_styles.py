"""The styles of a view as they are sent: all of them in one answer."""

from __future__ import annotations

import pytest

from tests.web.conftest import Browser
from web import styles
from web.assets import assets


def test_they_come_in_the_order_they_are_asked_for() -> None:
    base, table = (assets()[name].plain for name in ("base.css", "table.css"))
    assert styles.joined("base.css", "table.css").plain == base + table


def test_they_are_kept_until_they_change(watcher: Browser) -> None:
    place = styles.address("base.css", "table.css")
    found = watcher.client.get(place)
    assert found.status_code == 200
    assert found.content_type.startswith("text/css")
    assert "immutable" in found.headers["Cache-Control"]
    changed = watcher.client.get(place.partition("?")[0] + "?is=0123")
    assert changed.headers["Cache-Control"] == "no-cache"
    assert changed.data == found.data


@pytest.mark.parametrize("path", ["nothing.css", "base.js", "+".join(["base.css"] * 5), "", "..%2Fapp.py"])
def test_there_is_nothing_else_to_be_had(watcher: Browser, path: str) -> None:
    assert watcher.client.get(f"/styles/{path}").status_code == 404
