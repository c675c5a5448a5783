"""The simulated table: where things are put, and the light and the camera over it.

Only where things are put is told here. What it means the referee sees through the camera, as with a real table.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Any, Literal

from flask import Flask, Response, current_app, request

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout, Place, Thing
from engine.words import Words
from runewatch.live.handling import Piece, piece_of
from runewatch.live.hands import Hands, Laid, as_jpeg
from runewatch.live.host import Host, HostError
from web import drawing
from web.api.endpoints import Api
from web.api.forms import Limit, Name
from web.api.match import host, outcome
from web.stream import Stream
from web.words import reader

api = Api("sim")


class Bench:
    """The simulated table of one application: hands at it, and what its camera saw last."""

    def __init__(self, host: Host, stream: Stream) -> None:
        self.hands = Hands(host)
        self._turn = Lock()
        self._picture: tuple[float, bytes] = (-1.0, b"")
        self.hands.changed.call("page table", stream.hint)

    def picture(self) -> tuple[float, bytes]:
        """What the camera sees, as JPEG, and when it saw that. Raises HostError where it sees nothing yet."""
        seconds, frame = self.hands.frame()
        with self._turn:
            if self._picture[0] != seconds:
                self._picture = seconds, as_jpeg(frame)
            return self._picture


def attach(app: Flask) -> Bench:
    """The bench of an application."""
    if "bench" not in app.extensions:
        app.extensions["bench"] = Bench(app.extensions["host"], app.extensions["stream"])
    found: Bench = app.extensions["bench"]
    return found


def bench() -> Bench:
    """The bench of this application."""
    found: Bench = current_app.extensions["bench"]
    return found


# -- what lies there ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SimThing:
    """A thing on the simulated table, and whether it has another side or points another way."""

    name: str
    title: str
    turns: Literal["", "over", "round"] = ""


@dataclass(frozen=True, slots=True)
class SimPlace:
    """A place of the simulated table with what lies there, from below."""

    name: str
    title: str
    kind: str
    kinds: tuple[str, ...]
    things: tuple[SimThing, ...]
    rolls: bool = False
    """There are dice that may be rolled."""


@dataclass(frozen=True, slots=True)
class SimPiece:
    """Alike pieces beside the table: one of the faces they show, and how many there are."""

    thing: SimThing
    kind: str
    count: int
    picture: str


@dataclass(frozen=True, slots=True)
class SimKind:
    """Pieces of one kind beside the table."""

    kind: str
    title: str
    pieces: tuple[SimPiece, ...]
    is_wanted: bool
    """Some are to be put down next."""


@dataclass(frozen=True, slots=True)
class SimTable:
    """The simulated table; where there is none, a sentence says why and all else is empty."""

    why: str
    board: str = ""
    """As SVG that uses the symbols of ``/drawings``."""
    places: tuple[SimPlace, ...] = ()
    aside: tuple[SimKind, ...] = ()
    things: tuple[str, ...] = ()
    """The symbols that the pictures use."""
    light: float = 1.0
    is_right: bool = True
    """Everything lies as the match has it."""


@api.get("/sim", gives=SimTable, about=N_("What lies on the simulated table, and beside it."))
def sim_table() -> SimTable:
    words, hands = reader(), bench().hands
    try:
        laid = hands.laid()
    except HostError as error:
        return SimTable(words.error(error))
    return _Told(laid, words).table()


class _Told:
    """A table in somebody's words."""

    def __init__(self, laid: Laid, words: Words) -> None:
        self.laid, self.words = laid, words
        self.rules: Rules[Any, Any] = laid.rules
        self.layout: Layout = laid.layout

    def table(self) -> SimTable:
        lying = [thing.name for things in self.layout.values() for thing in things]
        beside = [face.name for piece in self.laid.aside for face in piece.faces[:1]]
        return SimTable(
            "",
            drawing.board(self.rules, self.words, self.layout, places=self.laid.places),
            tuple(map(self.place, self.laid.places)),
            tuple(map(self.kind, dict.fromkeys(piece.faces[0].kind for piece in self.laid.aside))),
            tuple(dict.fromkeys((*lying, *beside))),
            self.laid.light,
            self.laid.is_right,
        )

    def place(self, place: Place) -> SimPlace:
        things = tuple(map(self.thing, self.layout.get(place.name, ())))
        rolls = not place.blank and any(one.pips is not None for one in self.layout.get(place.name, ()))
        told = self.words.place(self.rules, place.name)
        return SimPlace(place.name, told, place.kind, place.kinds, things, rolls)

    def kind(self, kind: str) -> SimKind:
        pieces = tuple(self.piece(one) for one in self.laid.aside if one.faces[0].kind == kind)
        title = self.words(self.rules.game.things.get(kind, kind))
        return SimKind(kind, title, pieces, kind in self.laid.wanted)

    def piece(self, piece: Piece) -> SimPiece:
        face = piece.faces[0]
        picture = drawing.place_picture(self.rules, self.words, (face,))
        return SimPiece(self.thing(face), face.kind, piece.count, picture)

    def thing(self, thing: Thing) -> SimThing:
        faces = len(piece_of(self.rules.watched(), thing).faces)
        turns: Literal["", "over", "round"] = "" if faces < 2 else "over" if thing.turn is None else "round"
        return SimThing(thing.name, self.words.thing(self.rules, thing), turns)


@api.get("/sim/picture", gives="image/jpeg", about=N_("The simulated table as its camera sees it."))
def sim_picture() -> Response:
    seconds, data = bench().picture()
    answer = Response(data, content_type="image/jpeg", headers={"Cache-Control": "no-cache"})
    answer.set_etag(f"{seconds:.3f}")
    answer.make_conditional(request)
    return answer


# -- what hands do ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SimMove:
    """A thing that is carried from a place to another; no place is beside the table."""

    thing: Name
    source: Name = ""
    target: Name = ""


@dataclass(frozen=True, slots=True)
class SimTurn:
    """A thing that is turned over, or turned to point the next way."""

    thing: Name
    place: Name


@dataclass(frozen=True, slots=True)
class SimSpot:
    """A place that a hand is laid on."""

    place: Name


@dataclass(frozen=True, slots=True)
class SimLight:
    """How much light there is, of 100."""

    percent: Annotated[int, Limit(100)]


@dataclass(frozen=True, slots=True)
class SimCamera:
    """What happens to the camera: somebody knocks against it, or puts it back."""

    deed: Literal["bump", "straighten"]


@api.post("/sim/move", takes=SimMove, about=N_("Carry a thing to a place of the simulated table, or aside."))
def sim_move(wanted: SimMove) -> None:
    hands = bench().hands
    outcome(host().do(lambda: hands.move(wanted.thing, wanted.source, wanted.target)))


@api.post("/sim/turn", takes=SimTurn, about=N_("Turn a thing on the simulated table over, or round."))
def sim_turn(wanted: SimTurn) -> None:
    hands = bench().hands
    outcome(host().do(lambda: hands.turn(wanted.thing, wanted.place)))


@api.post("/sim/roll", takes=SimSpot, about=N_("Roll the dice in a place of the simulated table."))
def sim_roll(wanted: SimSpot) -> None:
    hands = bench().hands
    outcome(host().do(lambda: hands.roll(wanted.place)))


@api.post("/sim/tidy", about=N_("Lay the simulated table as the match has it."))
def sim_tidy() -> None:
    outcome(host().do(bench().hands.tidy))


@api.post("/sim/hand", takes=SimSpot, about=N_("Lay a hand on the simulated table for a while."))
def sim_hand(wanted: SimSpot) -> None:
    hands = bench().hands
    outcome(host().do(lambda: hands.reach(wanted.place)))


@api.post("/sim/light", takes=SimLight, about=N_("Dim the light over the simulated table."))
def sim_light(wanted: SimLight) -> None:
    hands = bench().hands
    outcome(host().do(lambda: hands.light(wanted.percent / 100)))


@api.post("/sim/camera", takes=SimCamera, about=N_("Knock against the camera over the simulated table."))
def sim_camera(wanted: SimCamera) -> None:
    hands = bench().hands
    outcome(host().do(hands.bump if wanted.deed == "bump" else hands.straighten))
