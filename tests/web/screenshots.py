"""Pictures of every view at three sizes, light and dark, to be looked at: make screenshots.

What is shown are the same tables that the tests use, and the simulated table as it is. Nothing is compared with
anything: whether the page is beautiful and calm is for people to see.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from engine.catalogue import games
from runewatch.box import attach
from runewatch.events import Began
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live.host import Host
from runewatch.live.sitting import House
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.settings import Settings, overridden
from tests.runewatch.test_referee_more import RIVAL, SOLO
from tests.web.browsing import chromium, lacking
from tests.web.conftest import free_port
from tests.web.hosting import OPENING, Table, hosting
from tests.web.playing import ENDED, ILLEGAL, PLAYED, kept
from web.serving import Page

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
WALL = {"wall": (1920, 1080)}
"""A screen beside the table, for the view that is made for it."""
READY = "spell 2e | v N b b / v BM B v / v B B . / b v Vm v | runes 1O 2P"
PATIENCE = 180_000
CLOCKS = ("clocks.turn=down", "clocks.turn_seconds=90", "clocks.round=up")


class Studio:
    """Takes the pictures of one run."""

    def __init__(self, browser: Any, folder: Path, language: str, only: str) -> None:
        self._browser, self._folder, self._language, self._only = browser, folder, language, only

    def wants(self, name: str) -> bool:
        return self._only in name

    @contextmanager
    def opened(self, served: Page, path: str = "", *, paired: bool = True, wait: str = "main") -> Iterator[Any]:
        """A page of the box in a browser of its own."""
        context = self._browser.new_context(locale=self._language, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(served.url + (f"#pair={served.code}" if paired else path))
        if paired:
            page.wait_for_selector("body[data-paired=yes]")
            page.goto(served.url + path)
        page.locator(wait).first.wait_for()
        yield page
        context.close()

    def take(self, page: Any, name: str, sizes: dict[str, tuple[int, int]] = SIZES) -> None:
        """All of the page at every size, in the light and in the dark."""
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for size, (width, height) in sizes.items():
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(150)
                page.screenshot(path=self._folder / f"{name}-{size}-{scheme}.png", full_page=True)
        print(name, flush=True)


# -- tables -----------------------------------------------------------------------------------------------


@contextmanager
def a_table(folder: Path) -> Iterator[tuple[Table, Page]]:
    """A table that is seen without a camera, with its page."""
    settings = overridden(Settings(), [*CLOCKS, f"web.port={free_port()}"])
    with hosting(folder, settings, settings.clocks.timing) as table, Page(table.host, settings) as page:
        yield table, page


@contextmanager
def the_simulation(folder: Path) -> Iterator[tuple[Host, Page]]:
    """The simulated table as people have it, pictures and all."""
    words = ["camera.which=simulated", "box.pins=simulated", f"web.port={free_port()}"]
    settings = overridden(Settings(), words)
    with Journal.open(folder / "journal.db") as journal, Listeners[Any]() as listeners:
        host, stopped = Host(House(journal, listeners), settings), threading.Event()
        with attach(host, settings), Page(host, settings) as page:
            thread = threading.Thread(target=host.run, args=(stopped.is_set,), name="host")
            thread.start()
            try:
                yield host, page
            finally:
                stopped.set()
                thread.join()


# -- what is shown ----------------------------------------------------------------------------------------


def nothing_is_played(studio: Studio, table: Table, served: Page) -> None:
    with studio.opened(served, wait="#empty") as page:
        studio.take(page, "table-empty")


def a_turn(studio: Studio, table: Table, served: Page) -> None:
    table.begin(OPENING)
    table.lay("flip c2")
    with studio.opened(served, wait="#done li") as page:
        studio.take(page, "table-turn")
        page.locator("#arbiter").click()
        page.locator("#correct-arena [data-place=c2]").focus()
        page.keyboard.press("Enter")
        studio.take(page, "table-correcting")
    with studio.opened(served, paired=False, wait="#done li") as page:
        page.locator("#pair").click()
        studio.take(page, "pairing")
    with studio.opened(served, "kiosk", wait="#done li") as page:
        studio.take(page, "kiosk", {**SIZES, **WALL})
    table.ask(ask.Pause())
    with studio.opened(served, wait="#paused") as page:
        studio.take(page, "table-paused")
    table.ask(ask.Resume())


def a_rune(studio: Studio, table: Table, served: Page) -> None:
    table.begin(READY)
    with studio.opened(served, wait=".rune.ready") as page:
        studio.take(page, "table-rune")


def in_doubt(studio: Studio, table: Table, served: Page) -> None:
    table.begin(OPENING)
    table.doubt("move a1", "move c1")
    with studio.opened(served, wait=".choice") as page:
        studio.take(page, "table-doubt")
    with studio.opened(served, "kiosk", wait=".choice") as page:
        studio.take(page, "kiosk-doubt", WALL)


def out_of_step(studio: Studio, table: Table, served: Page) -> None:
    table.begin(OPENING)
    table.spoil("a1", "violet-active")
    table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)
    with studio.opened(served, wait="#fixes li") as page:
        studio.take(page, "table-trouble")
    with studio.opened(served, "kiosk", wait="#fixes li") as page:
        studio.take(page, "kiosk-trouble", WALL)


def the_rival(studio: Studio, table: Table, served: Page) -> None:
    table.begin(RIVAL, ("", "Ana"), **SOLO)
    with studio.opened(served, wait="#tasks .order") as page:
        studio.take(page, "table-solo")
    with studio.opened(served, "kiosk", wait="#tasks .order") as page:
        studio.take(page, "kiosk-solo", WALL)


def every_game(studio: Studio, table: Table, served: Page) -> None:
    """The table of each game as a match of it begins."""
    for name, game in games().items():
        began = Began(name, dict(game.open().setup))
        table.host.do(partial(table.host.begin, began)).result()
        with studio.opened(served, wait="#players li") as page:
            studio.take(page, f"game-{name}")
        table.ask(ask.Abandon())


CHOICE = (
    "spellbook south-book=formations north-book=elements | south F1 F3 A20 W7 E14 E22 | north A2 W10 | round 6 | "
    "open south | reserve 1221 3223 | cast south s1"
)


def the_books(studio: Studio, table: Table, served: Page) -> None:
    """Books beside the board: while they are studied, and with a spell that leaves something to choose."""
    began = Began("spellbook", {}, ("Ana", "Ben"))
    table.host.do(partial(table.host.begin, began)).result()
    with studio.opened(served, "books", wait="#volume-1 .leaf") as page:
        page.locator("#volume-0 .leaf summary").first.click()
        page.locator("#check").click()
        page.locator(".chip.unclear").first.wait_for()
        studio.take(page, "books-study")
    table.ask(ask.Abandon())
    rules, _ = games()["spellbook"].read_position(CHOICE)
    began = Began("spellbook", dict(rules.setup), ("Ana", "Ben"), CHOICE)
    table.host.do(partial(table.host.begin, began)).result()
    with studio.opened(served, "books", wait="#volume-1 .leaf") as page:
        page.locator(".leaf", has_text="Dread of Fire").locator("summary").first.click()
        page.locator(".ways .choices figure").first.wait_for()
        page.locator(".leaf", has_text="Dread of Fire").locator(".rulings summary").click()
        studio.take(page, "books-choice")
    table.ask(ask.Abandon())


def the_desk(studio: Studio, table: Table, served: Page) -> None:
    """A book is written: what it does, what is not clear, and where it cannot be read."""
    with studio.opened(served, "books/write", wait="#found li") as page:
        text = "book: Storms\n\nspell: Tide\nmove all water of the outer arc inward\n\n"
        text += "spell: Whirl\nmove my fire clockwise\n"
        page.locator("#text").fill(text)
        page.locator(".finding.unclear").first.wait_for()
        studio.take(page, "write")
        page.locator("#text").fill(text.replace("inward", "inwart"))
        page.locator("#to-fault").wait_for()
        studio.take(page, "write-fault", {"desktop": SIZES["desktop"]})


ROUND = (
    "bigbook players=5 difficulty=hard | turn 23 green | madness 3 | slots 2:standin.multi.whirlwind:! "
    "3-left:standin.fire.madness:! 3-right:standin.multi.tokens:! 4:standin.water.support:w1 "
    "5:standin.air.discard-element | black hand f2 m m m m unseen 1 pool e1 e1 w1 w1 discard a2 f1 | "
    "violet hand w1 w2 unseen 4 pool e1 e1 f1 f1 w1 w2 a1 support w2 m spells base.ice base.growth! "
    "standin.lib.fire.1 base.telepathy | green hand f1 f3 m unseen 3 pool e1 e1 e2 w1 a1 a1 support f2 | "
    "orange hand e1 e2 unseen 4 pool w1 w2 w3 f1 a1 a1 | blue unseen 6 pool w1 w2 w3 f1 a1 a1 e1 f1"
)


def at_a_glance(studio: Studio, table: Table, served: Page) -> None:
    """A round that is looked up at a glance, on the page and on a screen; cards picked to pay for something."""
    rules, _ = games()["bigbook"].read_position(ROUND)
    began = Began("bigbook", dict(rules.setup), ("Ana", "Ben", "Cleo", "Dan", "Eve"), ROUND)
    table.host.do(partial(table.host.begin, began)).result()
    with studio.opened(served, wait="#offered .offer") as page:
        studio.take(page, "glance", {**SIZES, **WALL})
        page.locator(".offer.ready summary").first.click()
        page.locator(".picker .pick").first.click()
        page.locator(".picker .pick").last.click()
        page.locator(".sum-up li").first.wait_for()
        studio.take(page, "glance-pick")
    with studio.opened(served, "kiosk", wait="#gauges dd") as page:
        studio.take(page, "kiosk-glance", WALL)
    table.ask(ask.Abandon())


def it_is_over(studio: Studio, table: Table, served: Page) -> None:
    table.begin(OPENING)
    table.ask(ask.Abandon())
    with studio.opened(served, wait="#leave") as page:
        studio.take(page, "table-over")


def the_past(studio: Studio, table: Table, served: Page) -> None:
    number = kept(table, *PLAYED, ENDED, times=21)
    broken = kept(table, *PLAYED, ILLEGAL)
    opened = kept(table, *PLAYED)
    for name, path, wait in (
        ("history", "history", "main li"),
        ("history-match", f"history/{number}?event=3", "#on"),
        ("history-broken", f"history/{broken}", ".broken"),
        ("history-open", f"history/{opened}", "#open-end"),
        ("history-players", "history/players", "main svg"),
    ):
        with studio.opened(served, path, wait=wait) as page:
            studio.take(page, name)


def the_rest(studio: Studio, table: Table, served: Page) -> None:
    for name, path, wait in (
        ("settings", "settings", "main summary, main h2"),
        ("health", "settings/health", "#examine"),
        ("join", "join", ".qr"),
        ("help", "help", "svg.pattern"),
        ("rules", "help/rules/spell", "main li"),
        ("rule", "help/rules/spell/spell.mage.move.not-gap", "main code"),
        ("problem", "nowhere", "main h1"),
    ):
        with studio.opened(served, path, wait=wait) as page:
            if name == "settings":
                page.evaluate("document.querySelectorAll('details').forEach((one, i) => { one.open = i < 2; })")
            studio.take(page, name)
    with studio.opened(served, "settings", paired=False) as page:
        studio.take(page, "closed")


TABLES: dict[str, Callable[[Studio, Table, Page], None]] = {
    "table-empty": nothing_is_played, "table-turn table-correcting pairing kiosk table-paused": a_turn,
    "table-rune": a_rune, "table-doubt kiosk-doubt": in_doubt, "table-trouble kiosk-trouble": out_of_step,
    "table-solo kiosk-solo": the_rival,
    "books-study books-choice": the_books, "write write-fault": the_desk,
    "glance glance-pick kiosk-glance": at_a_glance, "game-": every_game, "table-over": it_is_over,
    "history history-match history-broken history-open history-players": the_past,
    "settings health join help rules rule problem closed": the_rest,
}  # fmt: skip


def the_wizard(studio: Studio, host: Host, served: Page) -> None:
    with studio.opened(served, "setup", wait="#camera img") as page:
        for step in ("camera", "board", "set", "game", "start"):
            page.evaluate(f"location.hash = '{step}'")
            page.locator(f"#{step}").wait_for()
            if step in ("camera", "board"):
                page.locator(f"#{step} .veil").wait_for(state="hidden")
            page.wait_for_timeout(1500)
            studio.take(page, f"setup-{step}")
        page.evaluate("location.hash = 'set'")
        page.locator("#teach-new").click()
        page.locator("#lesson svg.board").wait_for()
        studio.take(page, "setup-lesson")
        page.locator("#take").click()
        page.locator("#taught .meter").first.wait_for()
        studio.take(page, "setup-taught")
    with studio.opened(served, "sight", wait="#looking img") as page:
        page.locator("#looking .veil").wait_for(state="hidden")
        page.wait_for_timeout(3000)
        studio.take(page, "sight")


def the_bench(studio: Studio, host: Host, served: Page) -> None:
    with studio.opened(served, "sim", wait="#preview svg") as page:
        studio.take(page, "sim-before")
        page.locator("#guide-start").click()
        page.locator("#sim-board .cell").first.wait_for()
        page.wait_for_timeout(6000)
        studio.take(page, "sim-demo")
        page.locator("#sim-trouble").wait_for()
        studio.take(page, "sim-trouble")


SIMULATIONS: dict[str, Callable[[Studio, Host, Page], None]] = {
    "setup-camera setup-board setup-set setup-game setup-start setup-lesson setup-taught sight": the_wizard,
    "sim-before sim-demo sim-trouble": the_bench,
}


# -- the command ------------------------------------------------------------------------------------------


def main() -> None:
    """Takes all pictures, or those whose name holds a word."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("only", nargs="?", default="", help="only views whose name holds this")
    asked.add_argument("--to", type=Path, default=Path("build/screenshots"), help="the folder they are put into")
    asked.add_argument("--lang", default="en-GB", help="the language of the browser")
    wished = asked.parse_args()
    if why := lacking():
        sys.exit(why)
    wished.to.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        studio = Studio(browser, wished.to, wished.lang, wished.only)
        for names, show in TABLES.items():
            if studio.wants(names):
                with at_home() as folder, a_table(folder) as (table, served):
                    show(studio, table, served)
        # in one home, so that the simulated table's set is drawn once
        with at_home() as folder:
            for names, play in SIMULATIONS.items():
                if studio.wants(names):
                    with the_simulation(folder) as (host, served):
                        play(studio, host, served)
    print(f"{len(list(wished.to.glob('*.png')))} pictures in {wished.to}")


@contextmanager
def at_home() -> Iterator[Path]:
    """A folder for all that is kept; nothing of this machine is read or written."""
    kept_ = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="runewatch-shots-") as folder:
        os.environ |= {"RUNEWATCH_DATA": f"{folder}/data", "XDG_CONFIG_HOME": folder, "RUNEWATCH_CONFIG": ""}
        try:
            yield Path(folder)
        finally:
            os.environ.clear()
            os.environ |= kept_


if __name__ == "__main__":
    main()
