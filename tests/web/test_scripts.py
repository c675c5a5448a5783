"""The scripts of a view as they are sent: all of them in one answer."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Browser
from web import scripts
from web.assets import assets

MODULES = sorted(name for name in assets() if name.endswith(".js"))


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_left_of_imports_and_exports(name: str) -> None:
    """What is written in a way that is not known would reach the browser as it is."""
    told = scripts.joined("en", name).plain.decode()
    assert not re.findall(r"^\s*(?:import|export)\b.*$", told, re.MULTILINE)
    assert not re.findall(r"\bimport\(|\bimport\.meta|^await ", told, re.MULTILINE), "it would hold up all others"
    assert set(re.findall(r"^const \{.*\} = (\$\w+);$", told, re.MULTILINE)) <= set(
        re.findall(r"^let (\$\w+);$", told, re.MULTILINE)
    )


def test_each_comes_once_and_before_whoever_needs_it() -> None:
    told = scripts.joined("en", "base.js", "table.js").plain.decode()
    order = re.findall(r"^// ([a-z]+\.js)$", told, re.MULTILINE)
    assert len(order) == len(set(order))
    assert order.index("words.js") < order.index("ask.js") < order.index("base.js") < order.index("table.js")


def test_they_bring_their_words_along() -> None:
    english, french = (scripts.joined(language, "base.js").plain.decode() for language in ("en", "fr"))
    assert '"The box does not answer.": "The box does not answer."' in english
    assert '"The box does not answer.": "Le boîtier ne répond pas."' in french


def test_they_are_kept_until_they_change(watcher: Browser) -> None:
    place = scripts.address("fr", "base.js", "table.js")
    found = watcher.client.get(place)
    assert found.status_code == 200
    assert found.content_type.startswith("text/javascript")
    assert "immutable" in found.headers["Cache-Control"]
    changed = watcher.client.get(place.partition("?")[0] + "?is=0123")
    assert changed.headers["Cache-Control"] == "no-cache"
    assert changed.data == found.data


@pytest.mark.parametrize(
    "path",
    ["en/nothing.js", "xx/base.js", "en/base.css", "en/" + "+".join(["base.js"] * 9), "en/", "en/..%2Fapp.py"],
)
def test_there_is_nothing_else_to_be_had(watcher: Browser, path: str) -> None:
    assert watcher.client.get(f"/scripts/{path}").status_code == 404
