"""How right a taught set of gems is read on path-traced pictures of an Agrica with truth, and what that costs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.timing import table
from engine.catalogue import game_named
from engine.contract import Game
from runewatch.sight.accuracy import Share, summary
from runewatch.sight.lessons import lesson_after
from runewatch.sight.looking import Hints, Sight, board, opened, sight
from runewatch.sight.scoring import Score, hints_of, score
from runewatch.sight.truths import in_folder, truth_beside
from vision import network as networks
from vision.profile import Profile
from vision.stones.table import beside

FRAMES = Path(__file__).resolve().parents[2] / "shared" / "frames" / "agrica"
CHOICES = ("000 001 003", "000 001 002", "000 002 003", "001 002 003")
LESSONS = tuple(tuple(names.split()) for names in CHOICES)
"""Every choice of three. The failures named are of the first; the second shows no cloth board."""
WIDE = (1920, 1080)
TIMES = 15
ABOUT = (
    "`make bench ARGS=agrica`. Taught from three pictures of `teach/`, then each of the twelve of `test/` read "
    "alone; the board's corners are where the truth has them, as somebody marks them once. Points count that are "
    "not hidden; one is wrong if owner or kind is, or if it is taken for empty or is not. A tray counts if all "
    "its gems are in the picture, and is right if it holds as many of every kind as were told; three of the 23 "
    "hold a gem that lies on its face, of which only the base is seen. The reader has no learnt part but the "
    "lesson. All twelve pictures were looked at while it was made: none is kept aside."
)


def section() -> str:
    game = game_named("spellbook")
    if not FRAMES.is_dir():
        return "## The Agrica\n\nNot measured: `../shared/frames/agrica` is not there.\n"
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _section(game)
    finally:
        cv2.setNumThreads(threads)


def _section(game: Game) -> str:
    known = list(in_folder(FRAMES / "test", game))
    rows: list[Sequence[object]] = []
    first: tuple[Sight, list[Score]] | None = None
    for lesson in LESSONS:
        seen = _taught(game, lesson)
        scores = [score(seen, one) for one in known]
        first = first or (seen, scores)
        told = summary(scores, seen.plan)
        hidden = f"{told.hidden_told.count} of {told.hidden_told.of}"
        rows.append(
            [", ".join(lesson), _share(told.cells_wrong), _share(told.boards_right), _share(_trays(seen, scores)),
             hidden, _share(told.falsely_hidden)]
        )  # fmt: skip
    assert first is not None
    head = [
        "taught from",
        "points wrong",
        "whole boards right",
        "trays right",
        "hidden told",
        "in sight, told as hidden",
    ]
    bounds = ["required", "≤ 0.7 %", "≥ 90 %", "≥ 95 %", "", ""]
    rest = f"{_failures(*first)}\n{_costs(game, first[0])}"
    return f"## The Agrica\n\n{ABOUT}\n\n{table(head, [*rows, bounds])}\n{rest}"


def _taught(game: Game, names: Sequence[str]) -> Sight:
    rules = game.open(game.sight)
    plan, profile = rules.plan(), Profile("bench")
    for name in names:
        path = FRAMES / "teach" / f"{name}.jpg"
        truth = truth_beside(path, game)
        lesson = lesson_after(profile, rules, networks.network())
        taken = lesson.taken(opened(path), truth.layout, hints_of(truth, plan) or Hints(), trusting=True)
        profile = profile.with_photo(*taken.photos)
    return sight(rules, profile)


def _tray_answers(seen: Sight, one: Score) -> dict[object, list[bool]]:
    """For each owner's tray that is told about, whether each of its places was read right."""
    owner_of = {place.name: place.owner for place in beside(seen.plan)}
    found: dict[object, list[bool]] = {}
    for answer in one.answers:
        if answer.place in owner_of:
            found.setdefault(owner_of[answer.place], []).append(answer.right)
    return found


def _trays(seen: Sight, scores: Sequence[Score]) -> Share:
    trays = [all(right) for one in scores for right in _tray_answers(seen, one).values()]
    return Share(sum(trays), len(trays))


def _share(share: Share) -> str:
    return f"{share.count} of {share.of} ({100 * share.part:.2f} %)" if share.of else "–"


def _failures(seen: Sight, scores: Sequence[Score]) -> str:
    own = {place.name for place in beside(seen.plan)}
    rows: list[Sequence[object]] = [
        [one.path.name, one.ground, wrong.place, wrong.truth or "nothing", wrong.seen or "nothing",
         f"{100 * wrong.surely:.1f} %"]
        for one in scores for wrong in one.wrong if wrong.condition == "open" and wrong.place not in own
    ]  # fmt: skip
    trays = [
        f"{one.path.stem} ({'white' if owner == 0 else 'black'})"
        for one in scores
        for owner, right in _tray_answers(seen, one).items()
        if not all(right)
    ]
    told = "Points misread after the first lesson:\n\n" + table(
        ["picture", "board", "point", "true", "read as", "sure"], rows
    )
    return (told if rows else "No point was misread after the first lesson.\n") + (
        f"\nTrays that were not counted right: {', '.join(trays) or 'none'}.\n"
    )


def _costs(game: Game, seen: Sight) -> str:
    """Processor time of one reading, of a picture as large as the camera's."""
    path = sorted((FRAMES / "test").glob("*.jpg"))[0]
    picture = opened(path)
    truth = truth_beside(path, game)
    share = WIDE[0] / picture.shape[1]
    wide = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_CUBIC), np.uint8)
    over = (wide.shape[0] - WIDE[1]) // 2
    wide = np.ascontiguousarray(wide[over : over + WIDE[1]])
    corners = tuple((x * share + (share - 1) / 2, y * share + (share - 1) / 2 - over) for x, y in truth.corners)
    found = board(wide, seen.plan, Hints(corners=corners))
    times = []
    for _ in range(TIMES):
        start = time.process_time()
        seen.reader.read(wide, found.view)
        times.append(time.process_time() - start)
    return (
        f"One frame of {WIDE[0]}×{WIDE[1]}, known camera, one thread: {1000 * statistics.median(times):.1f} ms of "
        "processor time, median (required: 20 ms).\n"
    )
