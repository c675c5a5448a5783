"""The pictures that the README and the guides show, and a short film of the demo: make pictures.

Taken of the page as it is, in a real browser, and written into ``docs/pictures``. Nothing in them is arranged
by hand: who changes the page says ``make pictures`` again.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from runewatch.live.host import Host
from tests.web.browsing import chromium, lacking
from tests.web.hosting import OPENING
from tests.web.screenshots import PATIENCE, a_table, at_home, the_simulation
from web.serving import Page

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDE, HIGH = 1180, 980
"""The window that is filmed."""
FILM_WIDTH = 840
EVERY = 0.4
"""Seconds from one picture of the film to the next."""
SCENES = range(2, 5)
"""What the film shows: something forbidden, how it is put right, and a rune."""
QUALITY, FILM_QUALITY = 82, 60


def opened(browser: Any, served: Page, size: tuple[int, int], language: str = "en-GB", scale: float = 1) -> Any:
    """A page that takes part, in a browser of its own."""
    width, height = size
    context = browser.new_context(
        locale=language,
        reduced_motion="reduce",
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(served.url + f"#pair={served.code}")
    page.wait_for_selector("body[data-paired=yes]")
    return page


def pictured(page: Any, **wish: Any) -> Image.Image:
    """What the browser shows now."""
    return Image.open(io.BytesIO(page.screenshot(**wish))).convert("RGB")


def written(picture: Image.Image, name: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.webp"
    picture.save(path, quality=QUALITY, method=6)
    print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)


# -- what is shown ----------------------------------------------------------------------------------------


def trouble(browser: Any, home: Path) -> None:
    """A tile that may not be turned over, on a large screen and on a phone, in both languages."""
    with a_table(home) as (table, served):
        table.begin(OPENING)
        table.spoil("a1", "violet-active")
        for language in ("en-GB", "fr-FR"):
            page = opened(browser, served, (1180, 800), language)
            page.locator("#fixes li").first.wait_for()
            written(pictured(page), f"trouble-{language[:2]}")
            page.context.close()
        page = opened(browser, served, (390, 844))
        page.locator("#fixes li").first.wait_for()
        written(pictured(page), "phone")
        page.context.close()


def setup(browser: Any, home: Path) -> None:
    """The step of setting up in which the game is chosen."""
    with the_simulation(home) as (_host, served):
        page = opened(browser, served, (1180, 800))
        page.goto(served.url + "setup")
        page.locator("#camera img").first.wait_for()
        page.evaluate("location.hash = 'game'")
        page.locator("#game").wait_for()
        page.wait_for_timeout(1500)
        written(pictured(page), "setup")
        page.context.close()


def film(browser: Any, home: Path) -> None:
    """Something forbidden at the simulated table is caught, explained and put right; then a rune is scored."""
    with the_simulation(home) as (host, served):
        page = opened(browser, served, (WIDE, HIGH))
        page.goto(served.url + "sim")
        page.locator("#guide-start").click()
        page.locator("#sim-board .cell").first.wait_for()
        frames, lasting = condensed(filmed(page, host))
        page.context.close()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "demo.webp"
    first, *rest = frames
    first.save(path, save_all=True, append_images=rest, duration=lasting, loop=0, quality=FILM_QUALITY, method=4)
    print(f"{path.name}: {path.stat().st_size // 1000} kB, {len(frames)} pictures, {sum(lasting) / 1000:.0f} s")


def filmed(page: Any, host: Host) -> Iterator[tuple[float, Image.Image]]:
    """One picture after the other, with when it was taken, while the scenes play."""
    while (scene := scene_of(page)) < SCENES.start:
        page.wait_for_timeout(100)
    while scene in SCENES and host.sitting is not None:
        began = time.monotonic()
        picture = pictured(page)
        yield began, picture.resize((FILM_WIDTH, FILM_WIDTH * HIGH // WIDE), Image.Resampling.LANCZOS)
        page.wait_for_timeout(max(0.0, EVERY - (time.monotonic() - began)) * 1000)
        scene = scene_of(page)


def scene_of(page: Any) -> int:
    """How many scenes of the demo have begun."""
    return int(page.evaluate("document.getElementById('guide-progress').value"))


def condensed(shots: Iterator[tuple[float, Image.Image]]) -> tuple[list[Image.Image], list[int]]:
    """Pictures that differ, each with how many milliseconds it stands."""
    frames: list[Image.Image] = []
    begun: list[float] = []
    end = 0.0
    for when, picture in shots:
        end = when + EVERY
        if not frames or picture.tobytes() != frames[-1].tobytes():
            frames.append(picture)
            begun.append(when)
    return frames, [round(1000 * (later - now)) for now, later in zip(begun, [*begun[1:], end], strict=True)]


KINDS = {"trouble": trouble, "film": film, "setup": setup}


def main() -> None:
    """Takes all pictures, or those that are named."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="which to take; all, if none")
    wished = asked.parse_args()
    if why := lacking():
        sys.exit(why)
    with chromium() as browser, at_home() as home:
        for kind in wished.kinds or KINDS:
            KINDS[kind](browser, home)


if __name__ == "__main__":
    main()
