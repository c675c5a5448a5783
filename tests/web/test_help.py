"""Help: a page to read, and every rule that a verdict cites."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from device.patterns import Pattern
from engine.catalogue import games
from engine.words import Words, languages
from runewatch.box import showing
from runewatch.box.meanings import COLOURS, MEANINGS, NAMES
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of, out_of_step

PHONE = {"width": 390, "height": 844}


def test_every_standing_has_its_light_explained() -> None:
    told: set[tuple[str, Pattern]] = {(one.light, one.pattern) for one in MEANINGS}
    assert set(showing.STANDINGS.values()) <= told
    assert len(told) == len(MEANINGS)
    assert {one.light for one in MEANINGS} <= set(NAMES) & set(COLOURS)


@pytest.mark.parametrize("language", languages())
def test_the_page_has_lights_keys_and_licence(watcher: Browser, language: str) -> None:
    text = watcher.client.get(f"/help?lang={language}").text
    assert text.count('class="pattern"') == len(MEANINGS)
    assert "MIT" in text
    assert "<kbd>Tab</kbd>" in text
    keys = {"en": ("Enter", "Esc", "Home", "End"), "fr": ("Entrée", "Échap", "Début", "Fin")}[language]
    assert all(f"<kbd>{key}</kbd>" in text for key in keys)


@pytest.mark.parametrize("language", languages())
def test_no_title_of_a_game_needs_an_elision(language: str) -> None:
    for game in games().values():
        assert not re.search(r"\b[Dd]e$", Words(language)("Rules of {game}", game="").strip()), game.title


def test_every_rule_has_a_page_and_is_told_over_http(watcher: Browser) -> None:
    for game in games().values():
        found = watcher.get(f"/rules/{game.name}").json
        rules = [one for chapter in found for one in chapter["rules"]]
        assert {one["id"] for one in rules} >= set(game.sentences)
        assert watcher.get(f"/rules/{game.name}/{rules[0]['id']}").json == rules[0]
        assert rules[0]["text"] in watcher.client.get(f"/help/rules/{game.name}/{rules[0]['id']}").text


def test_what_there_is_not_is_told(watcher: Browser) -> None:
    for path in ("/rules/chess", "/rules/spell/spell.castling"):
        assert watcher.get(path).status_code == 404
        assert watcher.client.get(f"/help{path}").status_code == 404


def test_a_silent_rulebook_is_told(watcher: Browser) -> None:
    found = watcher.get("/rules/spell/spell.mage.flip.not-occupied").json
    assert found["silent"]
    assert found["where"]
    assert found["sign"]


def test_a_verdict_leads_to_its_rule(table: Table, window: Window) -> None:
    out_of_step(table)
    page = window.open()
    page.locator("#rules a").first.click()
    page.get_by_text("How a fault shows").wait_for()
    assert "/help/rules/spell/spell." in page.url
    assert faults_of(page) == []


def test_rules_are_looked_for_by_words(table: Table, window: Window) -> None:
    page = window.open("help/rules/spell", viewport=PHONE)
    page.get_by_label("Look for").fill("gap MAGE stand")
    expect(page.locator("#found")).to_have_text("1 rule")
    expect(page.locator("#rules li:visible code")).to_have_text("spell.mage.move.not-gap")
    assert faults_of(page) == []


def test_what_is_not_there_and_what_is_closed_keep_nobody_out(table: Table, window: Window) -> None:
    for path in ("nowhere", "settings", "settings/health"):
        page = window.open(path, viewport=PHONE)
        page.locator("main h1").first.wait_for()
        assert faults_of(page) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(table: Table, window: Window, scheme: str) -> None:
    page = window.open("help", viewport=PHONE, color_scheme=scheme)
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
