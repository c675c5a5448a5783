"""What the pictures of a printed set are made from, as a short text that changes if any of it does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine.contract import Game
from engine.lettering import face
from engine.printed import Ground
from engine.words import Words

_CODE = ("vision", "runewatch/sight/drawn.py", "runewatch/sight/lessons.py", "runewatch/simulated.py")
"""What draws the table, photographs it, and cuts out of the pictures what a profile keeps."""
LENGTH = 12


@cache
def fingerprint(game: Game) -> str:
    """Of a game's table, its drawings and printed grounds, and of the code that makes pictures of them."""
    rules = game.open(game.sight)
    plan = rules.watched()
    grounds = [part for part in game.printed() if isinstance(part, Ground)]
    told = (rules.setup, plan, [face(rules, thing, Words()) for thing in plan.things], grounds)
    return hashlib.sha256((repr(told) + _code()).encode()).hexdigest()[:LENGTH]


@cache
def _code() -> str:
    return "".join(file.read_text(encoding="utf-8") for name in _CODE for file in _sources(_root(name)))


def _root(name: str) -> Traversable:
    package, _, inside = name.partition("/")
    return files(package) / inside if inside else files(package)


def _sources(found: Traversable) -> Iterator[Traversable]:
    """The Python files at or below a path, in one order."""
    if found.is_dir():
        for inner in sorted(found.iterdir(), key=lambda one: one.name):
            yield from _sources(inner)
    elif found.name.endswith(".py"):
        yield found
