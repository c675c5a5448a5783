"""The styles of a view as they are sent: all of them in one answer."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls

import pytest

from engine.catalogue import game_named
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


HUES = {"violet": (255, 305), "green": (140, 180), "orange": (20, 45), "blue": (195, 225)}


@pytest.mark.parametrize("game", ["spell", "bigbook"])
def test_seats_called_by_a_colour_are_shown_in_it_by_day_and_by_night(game: str) -> None:
    sheet = assets()["base.css"].plain.decode()
    for seat, name in enumerate(game_named(game).seats):
        shown = re.findall(rf"--{'black' if name == 'black' else f'seat-{seat}'}: #(\w\w)(\w\w)(\w\w)", sheet)
        assert len(shown) == 3
        for red, green, blue in shown:
            hue, light, _ = rgb_to_hls(*(int(part, 16) / 255 for part in (red, green, blue)))
            if name == "black":
                assert light < 0.15
            else:
                assert HUES[name][0] < 360 * hue < HUES[name][1], (name, red, green, blue)
