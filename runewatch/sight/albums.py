"""Where the cards of a box are kept that were shown to the camera: albums, a file each, by name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from engine.contract import Game
from engine.errors import N_, shown
from engine.words import languages
from runewatch.settings.places import data_folder
from vision.cards.album import Album, AlbumError, load, save
from vision.cards.knowing import Knower, Verdict
from vision.cards.taking import face_shown
from vision.picture import Picture

USUAL = "box"
SUFFIX = ".album"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class UnknownCardError(AlbumError):
    """The box of a game has no such card."""

    near: tuple[str, ...] = ()
    """Cards that are called much the same."""


class AlikeError(AlbumError):
    """A card looks like one that is known by another name."""


def folder() -> Path:
    return data_folder() / "albums"


def path_of(name: str) -> Path:
    """The file of an album. Raises AlbumError for a name that is none."""
    if not _NAME.fullmatch(name):
        raise AlbumError(N_("{name} is no name for an album: use letters, digits, - and _"), name=shown(name))
    return folder() / f"{name}{SUFFIX}"


def stored(name: str) -> Album:
    """The album of this name; an empty one if there is none yet."""
    path = path_of(name)
    return load(path) if path.exists() else Album()


def keep(name: str, album: Album) -> Path:
    path = path_of(name)
    save(album, path)
    return path


def box_names(game: Game) -> dict[str, str]:
    """What the cards of a game may be called, and what the plan calls them: the name itself, and its titles."""
    rules = game.open()
    plan = rules.plan()
    found: dict[str, str] = {}
    for thing in plan.things:
        if thing.kind in plan.cards and not thing.turn:
            titles = (rules.title(thing, language) for language in languages())
            found |= {called.casefold(): thing.name for called in (*titles, thing.name) if called}
    return found


def name_in_box(game: Game, name: str) -> str:
    """The plan's name for a card. Raises UnknownCardError if the box has none of that name."""
    known = box_names(game)
    if name.casefold() in known:
        return known[name.casefold()]
    near = get_close_matches(name.casefold(), known, 3, 0.5)
    error = UnknownCardError(N_("the box of {game} has no card {name}"), game=game.title, name=shown(name))
    error.near = tuple(dict.fromkeys(known[one] for one in near))
    raise error


def shown_once(album: Album, name: str, picture: Picture, *, whole: bool = False, trusting: bool = False) -> Album:
    """The album with the card of this picture. Raises CardNotReadError, or AlikeError if it is known already."""
    face, corners = face_shown(picture, whole=whole)
    others = {known: other for known, other in album.faces.items() if known != name}
    if others and not trusting:
        seen = Knower(others).card_at(picture, corners)
        if seen.verdict is Verdict.KNOWN:
            raise AlikeError(N_("this card looks like {name}, which is known already"), name=seen.name)
    return album.with_card(name, face)
