"""How right cards are known again that were shown once, among families of look-alikes."""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from bench.card_faces import CardFace, every_face
from bench.card_shots import CardShot, How, empty, shot
from bench.timing import table
from vision.cards.knowing import CardKnown, Knower, Verdict
from vision.cards.spot import CardNotReadError
from vision.cards.taking import face_shown
from vision.picture import Picture

SHARE = float(os.environ.get("RUNEWATCH_CARDS", "1"))
"""How much of all this is done."""
PLAIN, COVERED, STRANGE, STRANGE_COVERED, BARE = (
    max(1, round(number * SHARE)) for number in (250, 45, 100, 15, 20)
)
WAYS = {
    "": How(),
    ", a thumb over it": How(cover="thumb"),
    ", another card over 4 to 15 % of it": How(cover="card", share=(0.04, 0.15)),
    ", another card over 15 to 33 % of it": How(cover="card", share=(0.15, 0.33)),
    ", another card over 33 to 50 % of it": How(cover="card", share=(0.33, 0.5)),
}
"""How cards are shown, and what is said of it."""
HELD_BACK = 4
"""Every so many-th card is never shown."""
NEAR_PX = 60.0
TELLING = 0.5
"""Where less of what tells a card from a look-alike is in sight, nobody can tell."""
DIFFERS = 24
LESSON = 11
"""Other pictures than those by which the weights of ``vision/cards/edges.py`` were fitted."""
LESSONS = 3
"""So often a card is shown until it is taken: people see at once that it was not."""
_MARKERS = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
_WORDS = {
    "right": "right",
    "doubt": "in doubt",
    "unknown": "called unknown",
    "wrong": "named wrongly",
    "none": "not seen",
}


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one picture."""

    name: str
    is_known: bool
    way: str
    """One of ``WAYS``."""
    can_tell: bool
    said: str
    told: str
    milliseconds: float
    measure: float
    """What OpenCV needs to look for markers in the same picture: this machine may be busy otherwise."""


@dataclass(frozen=True, slots=True)
class _Group:
    """All cards, and those that were shown."""

    faces: Sequence[CardFace]
    known: Sequence[CardFace]


def section() -> str:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _section()
    finally:
        cv2.setNumThreads(threads)


def _section() -> str:
    faces = every_face()
    known = [face for number, face in enumerate(faces) if number % HELD_BACK != HELD_BACK - 1]
    others = [face for number, face in enumerate(faces) if number % HELD_BACK == HELD_BACK - 1]
    album, again, refused = lesson(known)
    knower = Knower(album)
    rng = np.random.default_rng(2027)
    group = _Group(faces, known)
    tried = [
        _tried(knower, face, way, group, rng)
        for some, plain, covered in ((known, PLAIN, COVERED), (others, STRANGE, STRANGE_COVERED))
        for way, how in WAYS.items()
        for face in _some(some, covered if how.cover else plain, rng)
    ]
    bare = Counter(_bare(knower.cards(empty(rng))) for _ in range(BARE))
    return _about(faces, len(album), again, refused) + _told(tried, bare)


def lesson(known: Sequence[CardFace]) -> tuple[dict[str, Picture], int, list[str]]:
    """Every card shown once; how many had to be shown again, and which were not taken at all."""
    album: dict[str, Picture] = {}
    again, refused = 0, []
    for number, face in enumerate(known):
        for attempt in range(LESSONS):
            rng = np.random.default_rng([number, attempt, LESSON])
            seen = shot(face, rng, How(long_px=(420.0, 640.0), tilt=12.0, is_calm=True))
            try:
                album[face.name] = face_shown(seen.picture)[0]
                break
            except CardNotReadError:
                again += 1
        else:
            refused.append(face.name)
    return album, again, refused


def _some(group: Sequence[CardFace], count: int, rng: np.random.Generator) -> list[CardFace]:
    return [group[int(i)] for i in rng.permutation(max(len(group), count))[:count] % len(group)]


def _tried(knower: Knower, face: CardFace, way: str, group: _Group, rng: np.random.Generator) -> Tried:
    seen = shot(face, rng, WAYS[way], group.faces)
    begun = time.process_time()
    found = knower.cards(seen.picture)
    spent = 1000 * (time.process_time() - begun)
    begun = time.process_time()
    _MARKERS.detectMarkers(seen.picture)
    measure = 1000 * (time.process_time() - begun)
    middle = seen.corners.mean(axis=0)
    near = [one for one in found if float(np.linalg.norm(one.corners.mean(axis=0) - middle)) < NEAR_PX]
    said, told = "none", ""
    if near:
        said, told = near[0].verdict.value, ", ".join(near[0].names)
    if near and near[0].verdict is Verdict.KNOWN:
        said = "right" if near[0].name == face.name else "wrong"
    return Tried(
        face.name, face in group.known, way, _can_tell(face, seen, group.known), said, told, spent, measure
    )


def _can_tell(face: CardFace, seen: CardShot, known: Sequence[CardFace]) -> bool:
    """Whether enough is in sight of what tells the card from each look-alike that was shown."""
    for other in known:
        if other.name == face.name or other.ink.shape != face.ink.shape:
            continue
        apart = cv2.absdiff(other.ink, face.ink)[..., :3].max(axis=2) > DIFFERS
        if float((apart & seen.in_sight).sum()) < TELLING * float(apart.sum()):
            return False
    return True


def _bare(found: Sequence[CardKnown]) -> str:
    if any(one.verdict is Verdict.KNOWN for one in found):
        return "wrong"
    return "unknown" if found else "none"


def _about(faces: Sequence[CardFace], taught: int, again: int, refused: Sequence[str]) -> str:
    families = len({face.family for face in faces})
    never = f", never: {', '.join(refused)}" if refused else ""
    part = (
        f" Only {100 * SHARE:.0f} % of the pictures were taken (`RUNEWATCH_CARDS={SHARE:g}`)." if SHARE < 1 else ""
    )
    return (
        "## Cards\n\n`make bench ARGS=cards`. "
        f"{len(faces)} cards of {families} families of look-alikes: those of the printed sets, and made-up ones "
        "that differ by their words, one symbol, a number, or the picture. "
        f"{taught} were shown once ({again} times a card had to be shown again before it was taken{never}), "
        f"every {HELD_BACK}th never. Pictures of 1280×720 are drawn: "
        "in every turn, tilted up to 30 degrees, from 280 to 620 pixels long, in dim and coloured light, with "
        "shadows, glare, blur and noise, on wood, cloth and among other things; a thumb hides 4 to "
        f"25 % of a card.{part} Required: shown ones right 99 %, others called unknown 98 %, 60 ms.\n\n"
    )


def _told(tried: Sequence[Tried], bare: Counter[str]) -> str:
    told = [one for one in tried if one.can_tell]
    rows = []
    for is_known, title in ((True, "shown once"), (False, "never shown")):
        some = [one for one in tried if one.is_known == is_known]
        for way in WAYS:
            rows.append(_row(title + way, [one for one in some if one.can_tell and one.way == way]))
        rows.append(_row(f"{title}, what tells it apart hidden", [one for one in some if not one.can_tell]))
    spent = sorted(one.milliseconds for one in tried)
    times = statistics.median(one.milliseconds / one.measure for one in tried)
    return (
        table(["", *_WORDS.values(), "of"], rows)
        + f"\nOf {sum(bare.values())} pictures without a card {bare['none']} were said to show none, "
        f"{bare['unknown']} an unknown one, {bare['wrong']} a known one. A picture takes "
        f"{statistics.median(spent):.0f} ms of processor time, nineteen of twenty at most "
        f"{spent[int(0.95 * (len(spent) - 1))]:.0f} ms; that is {times:.2f} times what "
        "`ArucoDetector.detectMarkers` takes for it.\n\n" + _failures(told)
    )


def _row(title: str, some: Sequence[Tried]) -> list[str]:
    counts = Counter(one.said for one in some)
    return [title, *(str(counts[word]) for word in _WORDS), str(len(some))]


def _failures(told: Sequence[Tried]) -> str:
    bad = [one for one in told if one.said != ("right" if one.is_known else "unknown")]
    lines = [f"- {one.name}{one.way}: {_WORDS[one.said]}"
             f"{' (' + one.told + ')' if one.told else ''}" for one in bad]  # fmt: skip
    return "Failures:\n\n" + "\n".join(lines) + "\n" if lines else "There were no failures.\n"
