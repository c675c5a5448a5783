"""Sight: what the camera sees, what is made of it, and where somebody says that the board lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from flask import Response, current_app, request

from engine.errors import N_
from engine.words import Words, capital
from runewatch.live.host import HostError
from runewatch.live.moment import Stage
from runewatch.live.viewing import Image, Seen, State, Viewer, camera_in_use, camera_title
from runewatch.settings import changed
from runewatch.sight.looking import Unsure, doubtful_in, hidden_in, layout_of
from web.api.endpoints import Api
from web.api.forms import FormError, Limit
from web.api.match import host, outcome
from web.words import reader

api = Api("sight")

LEAST_TOLD, MOST_TOLD = 0.05, 3
"""What is less likely than this is no alternative worth telling, and no more than so many are."""

FOUND = {
    "mat": N_("The board was found by the marks of its mat."),
    "bare": N_("The board was found by its tiles."),
    "corners": N_("The board lies where you said."),
}
STATES = {
    State.SEEN: N_("The table is read."),
    State.FOUND: N_("The board is in view; what lies on it is read in a moment."),
    State.MOVING: N_("Something moves; this is what was seen before."),
    State.LOST: N_("No board is found."),
}


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of the board, as shares of the picture's width and height."""

    x: Annotated[float, Limit(1)]
    y: Annotated[float, Limit(1)]


@dataclass(frozen=True, slots=True)
class Pointed:
    """Where the board's corners are, clockwise from its own top left; none, and it is looked for."""

    corners: Annotated[tuple[Corner, ...], Limit(4)] = ()


@dataclass(frozen=True, slots=True)
class Quarter:
    """By how many quarters a board without marks is turned clockwise in the picture."""

    quarter: Annotated[int, Limit(3)]


@dataclass(frozen=True, slots=True)
class UnsurePlace:
    """A place of which it is not sure, and what it takes to lie there."""

    place: str
    title: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SightNow:
    """What is made of the camera's picture just now."""

    camera: str
    is_simulated: bool
    state: str
    """``seen``, ``found`` (not read yet), ``moving`` or ``lost``."""
    sentence: str
    why: str
    """Why there is no more to tell; or which of several sheets is not in view."""
    how: str
    """By what the board was found: ``mat``, ``bare``, ``corners``; empty in a match, where it is followed."""
    corners: tuple[Corner, ...]
    """Those of the board; none of several sheets, which nobody has to point out."""
    by_hand: bool
    """Whether somebody said where the corners are."""
    quarter: int
    unsure: tuple[UnsurePlace, ...]
    hidden: tuple[str, ...]
    things: int
    """How many things are seen."""
    layout: str
    """What is seen, as it is written."""


def viewer() -> Viewer:
    """What looks for everybody."""
    found: Viewer = current_app.extensions.setdefault("viewer", Viewer(host()))
    return found


# -- looking ----------------------------------------------------------------------------------------------


@api.get("/sight", gives=SightNow, is_open=False, about=N_("What is made of the camera's picture now."))
def sight_now() -> SightNow:
    seen, words, settings = viewer().seen(), reader(), host().settings
    name = camera_in_use(settings)
    told = FOUND[seen.how] if seen.how is not None else STATES[seen.state]
    plan, sighting = seen.rules.watched(), seen.sighting
    layout = layout_of(plan, sighting) if sighting is not None else {}
    return SightNow(
        camera_title(words, name),
        name == "simulated",
        str(seen.state),
        words(told),
        words.error(seen.why) if seen.why else " ".join(f"{capital(words.error(why))}." for why in seen.unseen),
        seen.how or "",
        tuple(Corner(min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in seen.corners),
        host().corners is not None,
        settings.camera.quarter,
        tuple(_unsure(words, seen, one) for one in doubtful_in(plan, sighting)) if sighting is not None else (),
        tuple(words.place(seen.rules, name) for name in hidden_in(plan, sighting)) if sighting is not None else (),
        sum(map(len, layout.values())),
        seen.rules.write_layout(layout) if layout else "",
    )


def _unsure(words: Words, seen: Seen, one: Unsure) -> UnsurePlace:
    things = {thing.name: thing for thing in seen.rules.watched().things}
    ranked = sorted(one.belief.kinds[one.kind].items(), key=lambda item: -item[1])
    likeliest = [*ranked[:1], *(one for one in ranked[1:MOST_TOLD] if one[1] >= LEAST_TOLD)]
    titles = [words.thing(seen.rules, things[name]) if name else words(N_("nothing")) for name, _ in likeliest]
    told = [f"{title} {min(int(100 * p), 99)}\u00a0%" for title, (_, p) in zip(titles, likeliest, strict=True)]
    return UnsurePlace(one.place, words.place(seen.rules, one.place), tuple(told))


@api.get(
    "/sight/picture",
    gives="image/jpeg",
    is_open=False,
    about=N_("What the camera sees."),
    query={"drawn": N_("Whether what was seen is drawn over it: yes or no.")},
)
def sight_picture() -> Response:
    """Only for those who take part: a camera sees more of a home than the table."""
    return shown(viewer().drawn() if request.args.get("drawn") == "yes" else viewer().picture())


def shown(image: Image) -> Response:
    """The picture, or that it is still the same."""
    answer = Response(image.data, content_type="image/jpeg")
    answer.set_etag(image.tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    return answer


# -- where the board lies ---------------------------------------------------------------------------------


@api.put("/sight/corners", takes=Pointed, about=N_("Say where the board's corners are; none to look for them."))
def point(wanted: Pointed) -> None:
    if len(wanted.corners) not in (0, 4):
        raise FormError("/corners", N_("a board has four corners"))
    viewer().point(tuple((one.x, one.y) for one in wanted.corners) or None)


@api.put("/sight/quarter", takes=Quarter, about=N_("Say how a board without marks is turned."))
def turn_board(wanted: Quarter) -> None:
    current = host()
    if current.moment.stage is Stage.PLAYING:
        raise HostError(N_("while a match is played, say where the corners are"))
    settings = changed(current.settings, {"camera.quarter": wanted.quarter})
    outcome(current.do(lambda: current.change(settings)))
    viewer().forget()
