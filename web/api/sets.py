"""Sets: what to lay out for a photo that teaches one, and what a photo taught."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import request

from engine.catalogue import games
from engine.contract import Game, Rules
from engine.errors import N_
from engine.table import Layout
from engine.words import Words
from runewatch.live.viewing import camera_in_use, photo, read_photo
from runewatch.settings import changed
from runewatch.sight import profiles
from runewatch.sight.fitting import Answer
from runewatch.sight.lessons import learnt
from runewatch.sight.looking import Hints
from runewatch.sight.showing import LESSONS, lesson_layout
from runewatch.sight.subjects import Subject, subject, subjects
from runewatch.sight.teaching import Taught, taught
from web import drawing
from web.api.endpoints import Api
from web.api.forms import FormError
from web.api.match import host, outcome
from web.api.sight import FOUND, viewer
from web.words import reader

api = Api("sets")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of the table that is shown by itself, as it is printed: its name, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class LessonNow:
    """A board to lay out: which of how many, its picture with the symbols it needs, and the same in words."""

    number: int
    of: int
    sheet: str
    """Which of several sheets it is about; empty where there is no more than one."""
    sheets: tuple[Sheet, ...]
    """All of them, in the order in which they are best shown."""
    board: str
    symbols: str
    places: tuple[tuple[str, ...], ...]
    layout: str
    """As it is written; what is laid out otherwise may be said with the photo."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How often a thing was shown."""

    title: str
    times: int


@dataclass(frozen=True, slots=True)
class Apart:
    """How well the things of a kind are told apart: how many of how many, and which two are most alike."""

    title: str
    right: int
    asked: int
    alike: tuple[str, ...]
    margin: float
    """From 1, far apart, to below 0: one was taken for the other."""


@dataclass(frozen=True, slots=True)
class TaughtNow:
    """What a photo taught, and how well the set is known now."""

    name: str
    photos: int
    sentence: str
    covered: tuple[str, ...]
    doubts: tuple[str, ...]
    shown: tuple[Shown, ...]
    apart: tuple[Apart, ...]


def _game() -> Game:
    return games().get(request.args.get("game", "")) or next(iter(games().values()))


def _subject() -> Subject:
    return subject(_game(), request.args.get("sheet", ""))


GAME = {
    "game": N_("The game the set is for; the first on the shelf if it is not said."),
    "sheet": N_("Which of several sheets lies there; the first if it is not said."),
}


@api.get("/lessons/<int:number>", gives=LessonNow, query=GAME, about=N_("What to lay out for a photo."))
def lesson_now(number: int) -> LessonNow:
    words, number, shown = reader(), number % LESSONS, _subject()
    rules = shown.rules
    layout = lesson_layout(rules, number, shown.plan)
    places = tuple((words.place(rules, name), _said(words, rules, layout, name)) for name in layout)
    apart = () if shown.plan == rules.plan() else shown.plan.places
    return LessonNow(
        number,
        LESSONS,
        shown.name,
        tuple(Sheet(one.name, words(one.title)) for one in subjects(rules.game) if one.name),
        drawing.board(rules, words, layout, places=apart),
        drawing.symbols(rules, words, drawing.drawn_names(layout)),
        places,
        rules.write_layout(layout),
    )


def _said(words: Words, rules: Rules[Any, Any], layout: Layout, name: str) -> str:
    return drawing.spoken(rules, words, layout[name])


@api.post(
    "/sets/<name>/photos",
    gives=TaughtNow,
    about=N_("Teach a set by a photo: the one that is sent, or what the camera sees now."),
    query={
        **GAME,
        "lesson": N_("Which board lies there, counted from 0."),
        "layout": N_("What lies there, if it is another board."),
        "trust": N_("Whether to believe that, whatever the photo looks like: yes or no."),
    },
)
def teach_photo(name: str) -> TaughtNow:
    profiles.path_of(name)
    if name == profiles.BUILT_IN:
        raise FormError("", N_("the printed set is known already; choose another name"))
    shown, told, number = _subject(), request.args.get("layout", "")[:2000], _lesson()
    rules = shown.rules
    layout = rules.read_layout(told) if told else lesson_layout(rules, number, shown.plan)
    sent = request.get_data(cache=False)
    settings, corners = host().settings, host().corners
    if sent:
        picture, corners = read_photo(sent), None
    elif camera_in_use(settings) == "simulated":
        # hands lay it out at once
        picture, corners = photo(rules, layout, number, shown.plan), None
    else:
        picture = viewer().frame()
    hints = Hints(corners, settings.camera.quarter or None)
    trusting = request.args.get("trust") == "yes"
    found = viewer().apart(lambda: taught(name, rules, picture, layout, hints, trusting=trusting))
    current, wanted = host(), changed(settings, {"table.profile": name})
    outcome(current.do(lambda: current.change(wanted)))
    viewer().taught()
    return _taught(reader(), shown, found)


def _lesson() -> int:
    with suppress(ValueError):
        return int(request.args.get("lesson", "0")[:3]) % LESSONS
    return 0


@api.delete("/sets/<name>", about=N_("Forget a set."))
def forget_set(name: str) -> None:
    profiles.forget(name)
    current = host()
    if current.settings.table.profile == name:
        wanted = changed(current.settings, {"table.profile": profiles.BUILT_IN})
        outcome(current.do(lambda: current.change(wanted)))
    viewer().taught()


# -- what was learnt --------------------------------------------------------------------------------------


def _taught(words: Words, shown: Subject, found: Taught) -> TaughtNow:
    rules = shown.rules

    def named(name: str) -> str:
        return words(rules.game.things.get(name, name) if name else N_("nothing"))

    def doubt(one: Answer) -> str:
        told, sure = N_("{place}: said to be {said}, but it looks like {looks} ({sure})."), 1 - one.likely
        place, said, looks = words.place(rules, one.place), named(one.told), named(one.looks)
        return words(told, place=place, said=said, looks=looks, sure=f"{100 * sure:.0f}\u00a0%")

    counts = learnt(shown.plan, found.profile)
    return TaughtNow(
        found.profile.name,
        found.profile.count,
        words(FOUND[found.taken.found.how]),
        tuple(words.place(rules, name) for name in found.taken.covered),
        tuple(map(doubt, found.taken.doubts)),
        tuple(Shown(named(name), times) for name, times in counts.items()),
        tuple(
            Apart(named(one.kind), one.right, one.asked, tuple(map(named, one.worst or ())), one.margin)
            for one in found.confusions
            if one.asked
        ),
    )
