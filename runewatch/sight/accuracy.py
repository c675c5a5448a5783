"""Many scores summed up: shares, whole boards, confusions, and whether what is said to be sure is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.table import TablePlan
from runewatch.sight.scoring import MISPLACED, Answer, Score
from vision.sighting import NOTHING

STEPS = (0.999, 0.99, 0.95, 0.9, 0.7, 0.5, 0.0)
"""How sure answers are, for telling whether they are right as often."""
CONFIDENT = 0.9
"""What is given as surely as this on a hidden place must not be wrong."""
ALL_SURE = 0.99


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def part(self) -> float:
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """How right the readings of some pictures are."""

    pictures: int
    found: int
    """In so many the board was found, and lies where it was found."""
    cells_wrong: Share
    """Of the board's places that are neither hidden nor glared: those with anything wrong."""
    kinds_wrong: Mapping[str, Share]
    """The same by kind of thing."""
    standing_wrong: Share
    """Of the standing things on such places: taken for another, or overlooked."""
    boards_right: Share
    """Of all pictures: all such places right."""
    everything_right: Share
    """The same with what lies around the board."""
    around: Mapping[str, Share]
    """By kind, of the things around the board: those that were seen, and rightly named."""
    imagined: Mapping[str, int]
    """By kind, things around the board that are not there."""
    pointing_right: Share
    glared_wrong: Share
    hidden_told: Share
    """Of the hidden places: those reported as hidden."""
    hidden_confident: int
    """Wrong answers on hidden places that were given as sure."""
    falsely_hidden: Share
    """Of the places in plain sight: those reported as hidden."""
    turned_right: Share
    """Of the boards without marks: those that were found the right way round by themselves."""


def summary(scores: Sequence[Score], plan: TablePlan) -> Summary:
    found = [score for score in scores if score.trouble is None]
    every = [answer for score in found for answer in score.answers]
    on_board = [answer for answer in every if answer.on_board]
    seen = [answer for answer in on_board if answer.condition == "open"]
    tall = {thing.kind for thing in plan.things if thing.tall}
    pointing = {thing.kind for thing in plan.things if thing.turn is not None}
    around = [answer for answer in every if not answer.on_board and answer.kind not in pointing]
    hidden = [answer for answer in on_board if answer.condition == "hidden"]
    bare = [score for score in found if score.how == "bare"]
    return Summary(
        len(scores),
        sum(score.off <= MISPLACED for score in found),
        _cells(found, "open", _any_wrong),
        {kind: _share(_of(kind, seen), _is_wrong, lambda one: True) for kind in _kinds(seen)},
        _share(seen, _is_wrong, lambda one: one.kind in tall and one.truth != NOTHING),
        Share(sum(all(one.right for one in score.open_board) for score in found), len(scores)),
        Share(sum(all(one.right for one in _plain(score)) for score in found), len(scores)),
        {kind: _share(_of(kind, around), _is_right, lambda one: one.truth != NOTHING) for kind in _kinds(around)},
        dict(Counter(one.kind for one in around if one.truth == NOTHING and not one.right)),
        _share(every, _is_right, lambda one: one.kind in pointing and one.truth != NOTHING),
        _cells(found, "glared", _any_wrong),
        _cells(found, "hidden", lambda cell: cell[0].said_hidden),
        sum(not one.right and one.surely >= CONFIDENT for one in hidden),
        _cells(found, "open", lambda cell: cell[0].said_hidden),
        Share(sum(score.quarters == 0 for score in bare), len(bare)),
    )


def _plain(score: Score) -> Iterator[Answer]:
    """All the answers about what can be seen, wherever it lies."""
    return (one for one in score.answers if one.condition == "open")


def _kinds(answers: Iterable[Answer]) -> list[str]:
    return list(dict.fromkeys(one.kind for one in answers))


def _of(kind: str, answers: Iterable[Answer]) -> list[Answer]:
    return [one for one in answers if one.kind == kind]


def _is_wrong(one: Answer) -> bool:
    return not one.right


def _is_right(one: Answer) -> bool:
    return one.right


def _share(answers: Iterable[Answer], counts: Callable[[Answer], bool], asked: Callable[[Answer], bool]) -> Share:
    found = [one for one in answers if asked(one)]
    return Share(sum(map(counts, found)), len(found))


def _any_wrong(cell: Sequence[Answer]) -> bool:
    return any(not one.right for one in cell)


def _cells(scores: Iterable[Score], condition: str, counts: Callable[[Sequence[Answer]], bool]) -> Share:
    """Of the board's places in a condition, those that count."""
    found: list[list[Answer]] = []
    for score in scores:
        places: dict[str, list[Answer]] = {}
        for one in score.answers:
            if one.on_board and one.condition == condition:
                places.setdefault(one.place, []).append(one)
        found += places.values()
    return Share(sum(map(counts, found)), len(found))


# -- tables -------------------------------------------------------------------------------------------------


def calibration(scores: Iterable[Score], plan: TablePlan) -> list[tuple[float, Share]]:
    """For each step of sureness: how many answers as sure as this, but no surer, are right. The surest first."""
    pointing = {thing.kind for thing in plan.things if thing.turn is not None}
    counted = [one for score in scores for one in score.answers if one.on_board or one.kind in pointing]
    found = []
    for number, least in enumerate(STEPS):
        most = STEPS[number - 1] if number else 2.0
        here = [one for one in counted if least <= one.surely < most]
        found.append((least, Share(sum(one.right for one in here), len(here))))
    return found


def sure(steps: Iterable[tuple[float, Share]]) -> Share:
    """Of the answers given as 99 % sure or surer: those that are right."""
    some = [share for least, share in steps if least >= ALL_SURE]
    return Share(sum(share.count for share in some), sum(share.of for share in some))


def confusion(scores: Iterable[Score], kind: str) -> Counter[tuple[str, str]]:
    """How often each thing of a kind on the board, in plain sight, was taken for which."""
    return Counter((one.truth, one.seen) for score in scores for one in score.open_board if one.kind == kind)
