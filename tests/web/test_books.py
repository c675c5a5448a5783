"""Books beside the board, and the desk to write them at: over HTTP, and in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from engine.catalogue import games
from engine.words import languages
from runewatch.events import Acted
from runewatch.referee import requests as ask
from runewatch.settings import overridden
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of

BOOKS: dict[str, Any] = {"south-book": "formations", "north-book": "elements"}
HEAD = "spellbook south-book=formations north-book=elements"
PLAYED = "south F1 F3 A20 W7 E14 E22 | north A2 W10 | round 6 | open south | reserve 1221 3223 | cast south s1"
CHOICE = f"{HEAD} | {PLAYED}"
UNCLEAR = "book: Storms\n\nspell: Whirl\nmove my fire clockwise\n"


def spoken(table: Table) -> list[str]:
    match = table.host.moment.match
    assert match is not None
    return [step.event.text for step in match.steps if isinstance(step.event, Acted)]


def test_the_books_say_what_can_be_done_now(table: Table, watcher: Browser) -> None:
    table.begin(CHOICE, **BOOKS)
    told = watcher.get("/books").json
    south, north = told["volumes"]
    assert (south["whose"], south["is_open"], north["is_open"]) == ("Ana", True, False)
    by_name = {one["name"]: (number, one) for number, one in enumerate(south["leaves"])}
    assert by_name["Dragon's Breath"][1]["used"] == ["Ana"]
    assert by_name["Dragon's Breath"][1]["rule"] == "spellbook.cast.once"
    number, one = by_name["Dread of Fire"]
    shown = watcher.get(f"/books/0/{number}").json
    assert len(shown["ways"]) == one["ways"] == 2
    assert all("<svg" in way["board"] and way["gone"] for way in shown["ways"])


@pytest.mark.parametrize("path", ["/books", "/books/0/0", "/books/0/findings"])
def test_where_no_books_are_none_are_shown(table: Table, watcher: Browser, path: str) -> None:
    assert watcher.get(path).status_code == 404
    table.begin()
    assert watcher.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/books/0/40", "/books/2/0", "/books/7/findings"])
def test_what_no_book_holds_is_not_there(table: Table, watcher: Browser, path: str) -> None:
    table.begin(CHOICE, **BOOKS)
    assert watcher.get(path).status_code == 404


def test_a_book_is_looked_through_while_it_is_written(player: Browser) -> None:
    told = player.post("/books/review", text=UNCLEAR).json
    assert [one["name"] for one in told["entries"]] == ["Whirl"]
    assert [(one["weight"], one["about"], one["line"]) for one in told["findings"]] == [("unclear", "Whirl", 3)]
    assert "t-south-fire" in told["symbols"]
    fault = player.post("/books/review", text=UNCLEAR.replace("clockwise", "clokwise")).json["fault"]
    assert (fault["line"], fault["column"]) == (4, 14)
    assert "clockwise" in fault["sentence"]


def test_only_those_who_take_part_have_books_checked(watcher: Browser) -> None:
    assert watcher.post("/books/review", text=UNCLEAR).status_code == 401


@pytest.mark.parametrize("language", languages())
def test_the_pages_are_there_in_every_language(watcher: Browser, language: str) -> None:
    for path in ("/books", "/books/write"):
        assert f'lang="{language}"' in watcher.client.get(f"{path}?lang={language}").text
    assert [name for name, game in games().items() if game.books()] == ["spellbook"]


def test_the_way_to_the_books_is_shown_where_they_are_of_use(table: Table, player: Browser) -> None:
    def is_shown(path: str = "/") -> bool:
        return 'href="/books"' in player.client.get(path).text

    assert not is_shown()
    assert is_shown("/books/write")
    assert [player.post("/setup/choices", game=name).json["has_books"] for name in ("spell", "spellbook")] == [
        False, True
    ]  # fmt: skip
    table.begin()
    assert not is_shown()
    table.ask(ask.Abandon())
    table.begin(CHOICE, **BOOKS)
    assert is_shown()


def test_where_a_game_with_books_is_usual_they_are_at_hand(table: Table, player: Browser) -> None:
    table.host.settings = overridden(table.host.settings, ["table.game=spellbook"])
    assert 'href="/books"' in player.client.get("/").text


def test_a_spell_with_a_choice_is_cast_on_the_page(table: Table, window: Window) -> None:
    table.begin(CHOICE, **BOOKS)
    page = window.open("books", paired=True)
    entry = page.locator(".leaf", has_text="Dread of Fire")
    entry.locator("summary").first.click()
    expect(entry.locator(".ways figure")).to_have_count(2)
    assert faults_of(page) == []
    assert is_narrow(page)
    entry.get_by_role("button", name="This one").first.click()
    expect(page.locator("#volume-0 .leaf", has_text="Dread of Fire").locator(".chip.used")).to_be_visible()
    assert spoken(table)[0].startswith('cast "Dread of Fire" with')


def test_books_are_studied_and_a_question_is_recorded(table: Table, window: Window) -> None:
    table.begin(f"{HEAD} | phase study", **BOOKS)
    page = window.open("books", paired=True)
    entry = page.locator("#volume-0 .leaf", has_text="Leopard King")
    entry.locator("summary").first.click()
    # what it does is shown on a board made up for it
    entry.locator(".ways figure").first.wait_for()
    entry.locator(".rulings summary").click()
    entry.get_by_role("button", name="Leo doubts it, and it is given up").click()
    expect(page.locator("#volume-0 .leaf", has_text="Leopard King").locator(".chip.barred")).to_be_visible()
    page.get_by_role("button", name="Ana: the books are studied").click()
    # once only Leo is asked, his name stands above
    page.get_by_role("button", name="The books are studied", exact=True).click()
    expect(page.get_by_role("button", name="the coin falls")).to_have_count(2)
    assert spoken(table) == ['inhibit "Leopard King" from south doubted north', "ready south", "ready north"]


def test_the_desk_shows_what_a_spell_does_and_where_it_cannot_be_read(window: Window) -> None:
    page = window.open("books/write", paired=True)
    page.locator("#text").fill(UNCLEAR)
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.locator(".finding.unclear figure")).to_have_count(3)
    assert faults_of(page) == []
    assert is_narrow(page)
    page.locator("#text").fill(UNCLEAR.replace("clockwise", "clokwise"))
    page.locator("#to-fault").click()
    assert selected(page) == "clokwise"


def is_narrow(page: Any) -> bool:
    """Whether nothing stands out to the side, on the narrowest of phones, and on a desk."""
    found = []
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        found.append(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    return all(found)


def selected(page: Any) -> str:
    field = "document.getElementById('text')"
    found: str = page.evaluate(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")
    return found
