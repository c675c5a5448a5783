"""The guided demo: begun, paused and stopped here; what it tells comes in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Flask, current_app

from engine.errors import N_
from runewatch.live.demo import Demo, captions
from web.api import sim
from web.api.endpoints import Api
from web.stream import Stream
from web.words import reader

api = Api("demo")


def attach(app: Flask) -> None:
    """The demo of an application."""
    hands = sim.attach(app).hands
    stream: Stream = app.extensions["stream"]
    found = Demo(app.extensions["host"], lambda: hands.changed.tell("table"))
    found.changed.call("page demo", lambda _: stream.hint("demo"))
    app.extensions["demo"] = found


def demo() -> Demo:
    """The demo of this application."""
    found: Demo = current_app.extensions["demo"]
    return found


@dataclass(frozen=True, slots=True)
class DemoNow:
    """What the demo tells now; ``scene`` is counted from 1, and ``why`` says what is off."""

    going: Literal["off", "playing", "paused", "stuck", "done"]
    scene: int
    scenes: int
    caption: str
    why: str


@dataclass(frozen=True, slots=True)
class DemoWish:
    """What is to happen with the demo."""

    deed: Literal["start", "pause", "go-on", "next", "stop"]


@api.get("/demo", gives=DemoNow, about=N_("What the guided demo tells now."))
def demo_now() -> DemoNow:
    now, words = demo().showing, reader()
    told = captions(words.language)
    caption = told[now.caption] if 0 <= now.caption < len(told) else ""
    why = words.error(now.why) if now.why else ""
    return DemoNow(now.going.value, now.scene, demo().scenes, caption, why)


@api.post("/demo", takes=DemoWish, about=N_("Start, pause or stop the guided demo."))
def demo_do(wanted: DemoWish) -> None:
    found = demo()
    {
        "start": found.start, "pause": found.pause, "go-on": found.go_on, "next": found.next, "stop": found.stop,
    }[wanted.deed]()  # fmt: skip
