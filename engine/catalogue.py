"""Which games are on the shelf: every folder of the engine that holds a ``GAME``."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import engine
from engine.contract import Game
from engine.errors import N_, UnknownGameError, shown


@cache
def games() -> dict[str, Game]:
    """All games by name, in the order in which they stand on the shelf."""
    folders = (found.name for found in pkgutil.iter_modules(engine.__path__) if found.ispkg)
    found = (getattr(import_module(f"engine.{name}"), "GAME", None) for name in folders)
    shelf = sorted((game for game in found if isinstance(game, Game)), key=lambda game: (game.shelf, game.name))
    return {game.name: game for game in shelf}


def game_named(name: str) -> Game:
    """The game of this name. Raises UnknownGameError that says which there are."""
    if name not in games():
        raise UnknownGameError(
            N_("there is no game {name}; there are: {games}"), name=shown(name), games=", ".join(games())
        )
    return games()[name]


def game_of(position: str) -> Game:
    """The game a position belongs to: its first word."""
    first = position.split(maxsplit=1)
    return game_named(first[0] if first else "")
