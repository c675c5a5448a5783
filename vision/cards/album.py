"""The cards of a box that were shown: their names and faces, in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import N_, RunewatchError
from vision.cards.looks import FACE, Picture
from vision.packing import Packed, Sort, pack, unpacked

MOST_CARDS = 500
LONGEST_NAME = 60


class AlbumError(RunewatchError, ValueError):
    """An album cannot be read, written, or added to; says why."""


_SORT = Sort(
    "album.json", 1, AlbumError,
    too_large=N_("{path} is too large for an album"),
    another=N_("{path} is an album of another version"),
    missing=N_("there is no album {path}"),
    damaged=N_("{path} is not an album, or a damaged one: take it away, and show the cards anew"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """Faces by the names of their cards. ``game`` is the game they are of, if that was said."""

    game: str = ""
    faces: Mapping[str, Picture] = field(default_factory=dict)

    def with_card(self, name: str, face: Picture) -> Album:
        """The album with this card, in place of one of the same name. Raises AlbumError."""
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise AlbumError(N_("a card's name has at most {most} letters, all on one line"), most=LONGEST_NAME)
        if name not in self.faces and len(self.faces) >= MOST_CARDS:
            raise AlbumError(N_("the album is full: it holds {most} cards"), most=MOST_CARDS)
        return Album(self.game, {**self.faces, name: face})

    def without(self, name: str) -> Album:
        return Album(self.game, {key: face for key, face in self.faces.items() if key != name})


def save(album: Album, path: Path) -> None:
    """Writes the album, whole or not at all."""
    pictures = ((f"{number}.png", face) for number, face in enumerate(album.faces.values()))
    pack(path, _SORT, {"game": album.game, "cards": list(album.faces)}, pictures)


def load(path: Path) -> Album:
    """Reads an album. Raises AlbumError for anything that is not one."""
    return unpacked(path, _SORT, _album)


def _album(document: Mapping[str, Any], packed: Packed) -> Album:
    names = [str(name) for name in document["cards"]]
    if len(names) > MOST_CARDS or len(set(names)) < len(names):
        raise ValueError
    wide, high = FACE
    return Album(
        str(document["game"]),
        {name: packed.picture(f"{number}.png", high, wide) for number, name in enumerate(names)},
    )
