"""Help: how a match goes with the referee, what lights and buttons mean, and the rules to look up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template

from engine.catalogue import games
from engine.errors import N_
from runewatch.box.meanings import COLOURS, MEANINGS, NAMES, PRESSES
from web.api import rules as api
from web.security.access import is_open
from web.views import Link
from web.words import reader

if TYPE_CHECKING:
    from runewatch.box.meanings import Meaning

views = Blueprint("help", __name__, url_prefix="/help")
LINK = Link(70, N_("Help"), "help.help_page", "help")

SHOWN = 4.0
"""Seconds of a pattern that are drawn."""
WIDE, HIGH = 160, 20


@views.get("")
@is_open
def help_page() -> Response:
    return _page(
        "help.html", meanings=[(one, pattern(one)) for one in MEANINGS], lights=NAMES, colours=COLOURS,
        presses=PRESSES, games=games().values(), licence=licence(),
    )  # fmt: skip


@views.get("/rules/<game>")
@is_open
def rules(game: str) -> Response:
    found = api.named(game)
    return _page("rules.html", game=found, chapters=api.chapters(found, reader()))


@views.get("/rules/<game>/<rule>")
@is_open
def rule(game: str, rule: str) -> Response:
    of = api.named(game)
    chapter, one = api.found(of, rule, reader())
    return _page("rule.html", game=of, chapter=chapter, rule=one)


def pattern(of: Meaning) -> str:
    """How a light is lit, second by second."""
    drawn = "".join(_lit(of))
    return (
        f'<svg class="pattern" data-light="{of.light}" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">'
        f'<rect class="dark" width="{WIDE}" height="{HIGH}" rx="4"/>{drawn}</svg>'
    )


def _lit(of: Meaning) -> Iterator[str]:
    scale, now, begin, round_ = WIDE / SHOWN, 0.0, -1.0, 0
    while now < SHOWN and (not of.pattern.times or round_ < of.pattern.times):
        for step in of.pattern.steps:
            if step.level and begin < 0:
                begin = now
            elif not step.level and begin >= 0:
                yield _stretch(begin * scale, now * scale)
                begin = -1.0
            now += step.seconds
        round_ += 1
    if begin >= 0:
        yield _stretch(begin * scale, min(now, SHOWN) * scale)


def _stretch(begin: float, end: float) -> str:
    """A time in which it is lit."""
    wide = max(min(end, WIDE) - begin, 0)
    return f'<rect class="lit" x="{begin:.1f}" width="{wide:.1f}" height="{HIGH}" rx="3"/>'


@cache
def licence() -> str:
    """The text of the licence, as it came with the program."""
    try:
        return distribution("runewatch").read_text("licenses/LICENSE") or ""
    except PackageNotFoundError:
        return ""


def _page(template: str, **known: object) -> Response:
    return Response(render_template(template, **known))
