"""How right a taught set is read on path-traced pictures with truth, and what a reading costs."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from bench.memory import peak_mb
from bench.timing import seconds, table
from engine.catalogue import games
from engine.contract import Game
from runewatch.sight.accuracy import Share, Summary, calibration, summary, sure
from runewatch.sight.lessons import lesson_after
from runewatch.sight.looking import Hints, Sight, board, layout_of, opened, sight
from runewatch.sight.scoring import MISPLACED, Score, score
from runewatch.sight.truths import Known, in_folder, truth_beside
from vision import network as networks
from vision.board import Anchor, find, follow
from vision.model import ModelError
from vision.network import EVERY_WAY, ONE_WAY
from vision.picture import Picture
from vision.profile import Profile
from vision.reader import Reader

FRAMES = Path(__file__).resolve().parents[2] / "shared" / "frames"
LESSON = ("000", "001", "003")
"""A bare table and two mats: the first three on which every thing but one special tile is shown."""
WIDE = (1920, 1080)
TIMES = 41
SEARCHES = 5
ABOUT = (
    "`make bench ARGS=sight`. Taught from `teach/` {lesson}, then each picture of `test/` read alone, in all four "
    "ways round, as `runewatch read` does; a live match looks at each frame in one way. Cells are "
    "the sixteen of the frame, without those that are hidden or washed out by glare; one is wrong if its tile or "
    "its figure is. Which way round a board on a bare table lies cannot be seen: it is taken as the truth says, "
    "as a player says it once. No network learnt from any of these pictures, but what failed in `test/` was "
    "looked at while the reader was made: only `turn/` was kept aside from reading tiles and figures."
)
MISSING = "## Sight\n\nNot measured: {what} is not there.\n"

_IMPORT = (
    "import time; start = time.perf_counter()\n"
    "import vision.board, vision.reader, vision.picture, vision.combining\n"
    "took = time.perf_counter() - start"
)
_READING = """
from pathlib import Path
from engine.catalogue import games
from runewatch.sight import lessons, looking, truths
from vision import network as networks
from vision.profile import Profile
game = next(iter(games().values())); rules = game.open(game.sight)
path = Path({path!r}); picture = looking.opened(path)
taken = lessons.lesson_after(Profile("bench"), rules, networks.network()).taken(
    picture, truths.truth_beside(path, game).layout, looking.Hints(), trusting=True)
sight = looking.sight(rules, Profile("bench", taken.photos))
for _ in range(5):
    sight.look(picture)
"""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A line of the table: what, how it is counted, and the bounds for a bare table and for the mat."""

    title: str
    share: Callable[[Summary], Share]
    bounds: tuple[str, str]


_LINES = (
    _Wanted("boards found", lambda told: Share(told.found, told.pictures), ("", "")),
    _Wanted("cells wrong", lambda told: told.cells_wrong, ("≤ 1 %", "≤ 1 %")),
    _Wanted("whole boards right", lambda told: told.boards_right, ("≥ 82 %", "≥ 88 %")),
    _Wanted("the same with what lies around", lambda told: told.everything_right, ("", "")),
    _Wanted("figures wrong in kind or colour", lambda told: told.standing_wrong, ("≤ 1 %", "≤ 1 %")),
    _Wanted("direction of the gem right", lambda told: told.pointing_right, ("≥ 99 %", "≥ 99 %")),
    _Wanted("cells with glare wrong", lambda told: told.glared_wrong, ("", "")),
    _Wanted("hidden cells told as hidden", lambda told: told.hidden_told, ("≥ 95 %", "≥ 95 %")),
    _Wanted("cells in sight told as hidden", lambda told: told.falsely_hidden, ("", "")),
    _Wanted("right way round by itself", lambda told: told.turned_right, ("", "")),
)


_BRIEFLY: tuple[Callable[[Summary], Share], ...] = (
    lambda told: told.cells_wrong,
    lambda told: told.boards_right,
    lambda told: told.standing_wrong,
)


def section() -> str:
    game = next(iter(games().values()))
    folder = FRAMES / game.name
    if not folder.is_dir():
        return MISSING.format(what="`../shared/frames`")
    try:
        seen = _taught(game, folder / "teach")
    except ModelError:
        return MISSING.format(what="the trained network (`make train`)")
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        scores = [score(seen, known) for known in in_folder(folder / "test", game)]
        turns = [score(seen, known) for known in in_folder(folder / "turn", game)]
        once = [score(seen, known, turns=ONE_WAY) for known in in_folder(folder / "test", game)]
        parts = [
            _accuracy(seen, scores), _once(seen, once), _failures(scores), _calibration(seen, scores),
            _turn(seen, turns),
        ]  # fmt: skip
        return "\n".join([*parts, _costs(seen, game, folder)])
    finally:
        cv2.setNumThreads(threads)


def _taught(game: Game, folder: Path) -> Sight:
    """A reader that three photos taught."""
    rules = game.open(game.sight)
    network, profile = networks.network(), Profile("bench")
    for name in LESSON:
        path = folder / f"{name}.jpg"
        lesson = lesson_after(profile, rules, network)
        taken = lesson.taken(opened(path), truth_beside(path, game).layout, Hints(), trusting=True)
        profile = profile.with_photo(*taken.photos)
    return sight(rules, profile)


# -- how right ------------------------------------------------------------------------------------------------


def _accuracy(seen: Sight, scores: Sequence[Score]) -> str:
    columns = [summary([one for one in scores if one.ground == ground], seen.plan) for ground in ("bare", "mat")]
    rows = [
        [line.title, *(_share(line.share(one)) for one in columns), " / ".join(filter(None, line.bounds)) or "–"]
        for line in _LINES
    ]
    confident = [str(one.hidden_confident) for one in columns]
    rows.append(["confident (≥ 90 %) and wrong on a hidden place", *confident, "0 / 0"])
    head = ["", "bare table", "mat", "required"]
    told = ABOUT.format(lesson=", ".join(LESSON))
    return f"## Sight\n\n{told}\n\n{table(head, rows)}"


def _share(share: Share) -> str:
    return f"{share.count} of {share.of} ({100 * share.part:.2f} %)" if share.of else "–"


def _failures(scores: Iterable[Score]) -> str:
    rows: list[Sequence[object]] = []
    for one in scores:
        if one.trouble is not None:
            rows.append([one.path.name, one.ground, "", "board not found", "", ""])
            continue
        if one.off > MISPLACED:
            rows.append([one.path.name, one.ground, "", f"board {one.off:.2f} cells off", "", ""])
        rows += [
            [one.path.name, one.ground, wrong.place, wrong.truth or "nothing", wrong.seen or "nothing",
             f"{100 * wrong.surely:.1f} %"]
            for wrong in one.wrong if wrong.condition == "open"
        ]  # fmt: skip
    if not rows:
        return "Nothing in plain sight was misread.\n"
    return "Failures in plain sight:\n\n" + table(["picture", "on", "place", "true", "read as", "sure"], rows)


def _calibration(seen: Sight, scores: Sequence[Score]) -> str:
    steps = calibration(scores, seen.plan)
    rows = [[f"≥ {100 * least:.1f} %", share.of, _share(share)] for least, share in steps if share.of]
    return (
        f"Of the answers given as 99 % sure or surer **{_share(sure(steps))}** are right (required: 98.5 %). "
        "All answers about the frame and the gem count here, hidden and glared ones too.\n\n"
        + table(["given as", "answers", "right"], rows)
    )


def _once(seen: Sight, scores: Sequence[Score]) -> str:
    told = [summary([one for one in scores if one.ground == ground], seen.plan) for ground in ("bare", "mat")]
    cells, boards, figures = (" and ".join(_share(share(one)) for one in told) for share in _BRIEFLY)
    return (
        f"Looked at in one way only, on the bare table and on the mat: cells wrong {cells}, whole boards right "
        f"{boards}, figures wrong {figures}.\n"
    )


def _turn(seen: Sight, scores: Sequence[Score]) -> str:
    told = summary(scores, seen.plan)
    cells, boards = _share(told.cells_wrong), _share(told.boards_right)
    return (
        f"The still frames of `turn/` ({told.pictures}; the lamp is dimmed, the camera knocked at the end): "
        f"cells wrong {cells}, whole boards right {boards}.\n"
    )


# -- what it costs ------------------------------------------------------------------------------------------


def _costs(seen: Sight, game: Game, folder: Path) -> str:
    mat, bare = (_wide(folder / "test", game, ground) for ground in ("mat", "bare"))
    found = find(mat, seen.plan)
    anchor = Anchor.of(mat, found, seen.plan)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    grey = np.asarray(cv2.cvtColor(mat, cv2.COLOR_BGR2GRAY), np.uint8)
    yardstick = _median(lambda: detector.detectMarkers(grey), TIMES)
    works: list[tuple[str, float, str]] = [
        ("`ArucoDetector.detectMarkers`, the same frame, grey", yardstick, ""),
        ("one still frame, known camera: cuts, network, beliefs",
         _median(lambda: layout_of(seen.plan, _grid(seen).read(mat, found.view)), TIMES), "≤ 20 ms"),
        ("the same, looked at in all four ways",
         _median(lambda: layout_of(seen.plan, _grid(seen).read(mat, found.view, turns=EVERY_WAY)), TIMES), ""),
        ("whether the board still lies there", _median(lambda: follow(mat, anchor, seen.plan), TIMES), ""),
        ("with the cards beside the board", _median(lambda: seen.seen(mat, found, turns=ONE_WAY), TIMES), ""),
        ("first search, mat", _median(lambda: board(mat, seen.plan, Hints()), SEARCHES), "≤ 200 ms"),
        ("first search, bare table", _median(lambda: board(bare, seen.plan, Hints()), SEARCHES), "≤ 200 ms"),
    ]  # fmt: skip
    rows: list[Sequence[object]] = [
        [title, f"{1000 * took:.1f} ms", f"{took / yardstick:.2f}", bound] for title, took, bound in works
    ]
    lesson = _lesson_seconds(game, folder / "teach")
    rows.append(["a lesson of three photos", f"{lesson:.2f} s", f"{lesson / yardstick:.0f}", "seconds"])
    imports = min(_import_seconds() for _ in range(3))
    bare_python = min(peak_mb("") for _ in range(3))
    peak = peak_mb(_READING.format(path=str(folder / "teach" / f"{LESSON[0]}.jpg")))
    return (
        f"One thread, a picture of the folder enlarged to {WIDE[0]}×{WIDE[1]}, median; beside it how many times "
        "OpenCV's own search for markers that is.\n\n"
        + table(["", "median", "of detectMarkers", "required"], rows)
        + f"\nImporting what reads takes {imports:.2f} s (required: 0.7 s), NumPy and OpenCV among it. A process "
        f"that learns and reads peaks at {peak:.0f} MB (required: 150 MB); bare Python is {bare_python:.0f} MB.\n"
    )


def _grid(seen: Sight) -> Reader:
    assert isinstance(seen.reader, Reader)
    return seen.reader


def _wide(folder: Path, game: Game, ground: str) -> Picture:
    """A picture of the folder that fills the frame, as large as the camera's."""
    for known in in_folder(folder, game):
        picture = opened(known.path) if _is_plain(known, ground) else None
        if picture is not None and picture.shape[1] * WIDE[1] == picture.shape[0] * WIDE[0]:
            return np.asarray(cv2.resize(picture, WIDE, interpolation=cv2.INTER_CUBIC), np.uint8)
    raise SystemExit(f"no picture of {ground} fills the frame")


def _is_plain(known: Known, ground: str) -> bool:
    return known.truth.ground == ground and not known.truth.hidden


def _median(work: Callable[[], object], times: int) -> float:
    work()
    return statistics.median(seconds(work) for _ in range(times))


def _lesson_seconds(game: Game, folder: Path) -> float:
    return seconds(lambda: _taught(game, folder))


def _import_seconds() -> float:
    said = subprocess.run(
        [sys.executable, "-c", f"{_IMPORT}; print(took)"], check=True, capture_output=True, text=True
    )
    return float(said.stdout)
