"""Pictures with the truth beside them: a folder of such, read from disk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.contract import Game
from engine.errors import N_, DataError, RunewatchError, reason, shown
from engine.truth import Truth

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
MOST_BYTES = 4 << 20


class TruthError(RunewatchError, ValueError):
    """The truth beside a picture is missing or cannot be read; says which and why."""


@dataclass(frozen=True, slots=True)
class Known:
    """A picture whose truth is known."""

    path: Path
    truth: Truth


def in_folder(folder: Path, game: Game) -> Iterator[Known]:
    """The pictures of a folder, by name, with their truth; of those taken in motion none."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except OSError as error:
        raise TruthError(N_("{name} cannot be read: {why}"), name=shown(str(folder), limit=200),
                         why=reason(error)) from None  # fmt: skip
    beside = [path for path in paths if path.with_suffix(".json").exists()]
    if not beside:
        raise TruthError(
            N_("there is no picture with its truth beside it in {name}"), name=shown(str(folder), limit=200)
        )
    for path in beside:
        truth = truth_beside(path, game)
        if truth.still:
            yield Known(path, truth)


def truth_beside(picture: Path, game: Game) -> Truth:
    """The truth in the JSON file of the same name. Raises TruthError."""
    path = picture.with_suffix(".json")
    document = document_beside(picture)
    try:
        return drawn(document, game) if "places" in document else game.read_truth(document)
    except DataError as error:
        if "why" not in error.facts:
            raise
        message = N_("{name} is no truth file of {game}: {why}")
        raise TruthError(message, **{**error.facts, "name": shown(str(path), limit=200)}) from None


def drawn(document: Mapping[str, Any], game: Game) -> Truth:
    """What stands beside a picture of the simulated table, whatever the game. Raises DataError."""
    things = {thing.name: thing for thing in game.open(game.sight).plan().things}
    try:
        layout = {place: tuple(things[name] for name in names) for place, names in document["places"].items()}
        return Truth(
            {place: there for place, there in layout.items() if there},
            told=frozenset(layout),
            ground=str(document["surface"]),
            turned=float(document["arena_rotation_deg"]),
            corners=tuple((float(x), float(y)) for x, y in document["lattice_corners_px"]),
            hidden=frozenset(map(str, document["hidden_places"])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(N_("this is no truth file of {game}: {why}"), game=game.title, why=repr(error)) from None


def document_beside(picture: Path) -> Mapping[str, Any]:
    """What the JSON file of a picture's name says. Raises TruthError."""
    path = picture.with_suffix(".json")
    name = shown(str(path), limit=200)
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_BYTES + 1)[:MOST_BYTES])
    except FileNotFoundError:
        raise TruthError(N_("there is no file {name}"), name=name) from None
    except OSError as error:
        raise TruthError(N_("{name} cannot be read: {why}"), name=name, why=reason(error)) from None
    except (ValueError, RecursionError):
        raise TruthError(N_("{name} is not JSON"), name=name) from None
    if not isinstance(found, dict):
        raise TruthError(N_("{name} is not JSON"), name=name)
    return found
