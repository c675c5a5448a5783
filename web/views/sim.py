"""The simulated table: things to be moved, what the camera makes of it, the box, and the guided demo."""

from __future__ import annotations

from flask import Blueprint, render_template

from engine.errors import N_
from runewatch.live.demo import record
from runewatch.live.opening import cameras
from runewatch.live.sources import Simulated
from web import drawing
from web.api.match import host
from web.api.watching import stream
from web.security.access import is_open
from web.views import Link
from web.words import reader

views = Blueprint("sim", __name__)


def is_simulated() -> bool:
    """Whether what is played here is played on the simulated table."""
    source = host().source
    return isinstance(source, Simulated) or (source is None and not cameras(host().settings))


LINK = Link(30, N_("Simulated table"), "sim.sim", "hand", is_simulated)


@views.get("/sim")
@is_open
def sim() -> str:
    return render_template(
        "sim.html", whole=stream().whole(reader()), preview=_preview(), is_simulated=is_simulated()
    )


def _preview() -> dict[str, str]:
    """The table that the demo begins with, for those who have not begun it yet."""
    if host().sitting is not None:
        return {}
    script = record()
    rules = script.open()
    layout = rules.layout(script.start(rules))
    names = drawing.drawn_names(layout)
    return {"board": drawing.board(rules, reader(), layout), "symbols": drawing.symbols(rules, reader(), names)}
