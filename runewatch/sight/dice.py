"""Pictures of dice and tokens with the truth beside them: lessons from them, and how right their readings are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import N_, reason, shown
from runewatch.sight.accuracy import Share
from runewatch.sight.looking import opened
from runewatch.sight.truths import SUFFIXES, TruthError, document_beside
from vision.dice.network import Kind
from vision.dice.pieces import Piece
from vision.dice.profile import DiceProfile, Named
from vision.dice.reading import DiceReader

HIDDEN = 0.1
"""What is covered more than this is not asked about."""
_NEAR, _NEAR_LEANING = 0.6, 1.0
"""A piece read this near to a true one, in its sizes, is that one; of what leans another face may be read."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A die or a token that is truly there."""

    kind: Kind
    colour: str
    face: int
    x: float
    y: float
    size: float
    hidden: float
    is_flat: bool
    in_frame: bool

    @property
    def is_asked(self) -> bool:
        """Whether it has to be read rightly."""
        return self.hidden <= HIDDEN and self.is_flat and self.in_frame

    @property
    def named(self) -> Named:
        return Named(self.kind, self.colour, self.face, self.x, self.y, self.size)


@dataclass(frozen=True, slots=True)
class Miss:
    """Something read wrongly: what is true, if anything is there, and what was read, if anything was."""

    picture: str
    truth: Fact | None
    seen: Piece | None


@dataclass(frozen=True, slots=True)
class Score:
    """How right the reading of a picture is: how many of each kind were asked about, and what is wrong."""

    asked: Mapping[Kind, int]
    wrong: tuple[Miss, ...]
    """Of those asked about."""
    invented: tuple[Miss, ...]
    """What was read where nothing is."""
    lenient: tuple[Miss, ...]
    """Of those that lean or are hidden: what was read wrongly, without a doubt."""
    leaning: Share
    """Of the dice that lean: those that are asked about, not told."""
    doubted: int
    """Of those asked about: those read rightly, but with a doubt."""


def truth_of(path: Path) -> tuple[Fact, ...]:
    """The dice and tokens that truly lie in a picture. Raises TruthError."""
    document = document_beside(path)
    try:
        return (*map(_die, document["dice"]), *map(_token, document["tokens"]))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise TruthError(
            N_("{name} does not say what dice and tokens there are: {why}"),
            name=shown(str(path.with_suffix(".json")), limit=200),
            why=repr(error),
        ) from None


def _die(entry: Mapping[str, Any]) -> Fact:
    quad = [(float(x), float(y)) for x, y in entry["top_quad_px"]]
    edge = sum(math.dist(a, b) for a, b in zip(quad, quad[1:] + quad[:1], strict=True)) / len(quad)
    x, y = entry["centre_px"]
    return Fact("die", str(entry["colour"]), int(entry["value"]), float(x), float(y), edge, _hidden(entry),
                 not entry.get("cocked", False), _within(entry))  # fmt: skip


def _token(entry: Mapping[str, Any]) -> Fact:
    x, y = entry["centre_px"]
    return Fact("token", str(entry["colour"]), int(entry["number"]), float(x), float(y),
                 2 * float(entry["radius_px"]), _hidden(entry), True, _within(entry))  # fmt: skip


def _within(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("in_frame", True))


def _hidden(entry: Mapping[str, Any]) -> float:
    return sum(float(share) for share in entry.get("hidden", {}).values())


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder that have their truth beside them, by name."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except OSError as error:
        raise TruthError(N_("{name} cannot be read: {why}"), name=shown(str(folder), limit=200),
                         why=reason(error)) from None  # fmt: skip
    return [path for path in found if path.with_suffix(".json").exists()]


def lesson(profile: DiceProfile, paths: Sequence[Path]) -> DiceProfile:
    """A profile with what these pictures show in plain sight."""
    for path in paths:
        named = [one.named for one in truth_of(path) if one.is_asked]
        profile = profile.with_photo(opened(path), named)
    return profile


def score(reader: DiceReader, path: Path) -> Score:
    """Reads a picture and holds it against its truth."""
    return scored(reader.read(opened(path)), truth_of(path), path.name)


def scored(pieces: Sequence[Piece], truth: Sequence[Fact], name: str) -> Score:
    left = list(pieces)
    wrong: list[Miss] = []
    lenient: list[Miss] = []
    doubted, told_leaning = 0, 0
    # what leans must not take the reading of its neighbour
    for one in sorted(truth, key=lambda one: not one.is_flat):
        piece = _nearest(one, left)
        if piece is not None:
            left.remove(piece)
        is_right = piece is not None and (piece.colour, piece.face) == (one.colour, one.face)
        if one.is_asked:
            if not is_right:
                wrong.append(Miss(name, one, piece))
            elif piece is not None and piece.doubts:
                doubted += 1
        elif piece is not None and not piece.doubts and (not is_right or not one.is_flat):
            lenient.append(Miss(name, one, piece))
        told_leaning += not one.is_flat and piece is not None and bool(piece.doubts)
    kinds: tuple[Kind, ...] = ("die", "token")
    return Score(
        {kind: sum(one.is_asked for one in truth if one.kind == kind) for kind in kinds},
        tuple(wrong),
        tuple(Miss(name, None, piece) for piece in left),
        tuple(lenient),
        Share(told_leaning, sum(not one.is_flat for one in truth)),
        doubted,
    )


def _nearest(one: Fact, pieces: Sequence[Piece]) -> Piece | None:
    reach = (_NEAR if one.is_flat else _NEAR_LEANING) * one.size
    near = [
        piece
        for piece in pieces
        if piece.kind == one.kind and math.dist((piece.x, piece.y), (one.x, one.y)) <= reach
    ]
    return min(near, key=lambda piece: math.dist((piece.x, piece.y), (one.x, one.y)), default=None)


@dataclass(frozen=True, slots=True)
class Total:
    """Many scores summed up."""

    right: Mapping[Kind, Share]
    invented: Mapping[Kind, int]
    """What was read where nothing is, without a doubt."""
    suspected: Mapping[Kind, int]
    """The same with a doubt: people are asked whether it is there."""
    leaning: Share
    doubted: int
    misses: tuple[Miss, ...]


def total(scores: Sequence[Score]) -> Total:
    kinds: tuple[Kind, ...] = ("die", "token")
    right, invented, suspected = {}, {}, {}
    for kind in kinds:
        asked = sum(score.asked[kind] for score in scores)
        wrong = sum(miss.truth is not None and miss.truth.kind == kind for score in scores for miss in score.wrong)
        right[kind] = Share(asked - wrong, asked)
        extra = [miss.seen for score in scores for miss in score.invented if miss.seen and miss.seen.kind == kind]
        suspected[kind] = sum(bool(piece.doubts) for piece in extra)
        invented[kind] = len(extra) - suspected[kind]
    return Total(
        right,
        invented,
        suspected,
        Share(sum(score.leaning.count for score in scores), sum(score.leaning.of for score in scores)),
        sum(score.doubted for score in scores),
        tuple(_every(scores)),
    )


def _every(scores: Sequence[Score]) -> Iterator[Miss]:
    for score in scores:
        yield from (*score.wrong, *score.invented, *score.lenient)
