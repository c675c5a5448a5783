"""Debian's own browser, without a window: for tests of the page, for its pictures, and to measure it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")


def lacking() -> str:
    """Why there is no browser, and what brings it; empty if there is one."""
    if not CHROMIUM.exists():
        return f"there is no Chromium at {CHROMIUM}: apt-get install chromium libatomic1"
    driver = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True, check=False
    )
    told = driver.stderr.strip().splitlines()
    return f"{told[-1]}: apt-get install libatomic1" if driver.returncode else ""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, for as long as it is needed."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
