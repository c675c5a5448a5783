"""What a spell does on a board: the set of positions it may lead to, and whether its text leaves that open.

Boards here are the invoker's own (``Sides.seen``): own numbers, own gems 1 to 4, the opponent's 5 to 8.
Everything is worked out on the position before the cast and happens at once; what is open is a branch. Branches
the text leaves to its caster are declared; if the others lead to different positions, it is ambiguous there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from engine.spellbook.agrica import ARC, EVERYWHERE, POINTS, turned
from engine.spellbook.language.branches import Branch, Moves, one_by_one, seated, settled
from engine.spellbook.language.spells import (
    Condition,
    Gems,
    Guarded,
    Move,
    Name,
    Place,
    Push,
    Spot,
    Step,
    Swap,
    Text,
    Zone,
)
from engine.spellbook.language.ways import targets

MOST_WAYS = 2048
"""A cast that may end in more ways than this on one board is not followed further."""


class Law(NamedTuple):
    """What the table decided about how texts are read."""

    unnamed_is_mine: bool = False
    in_sequence: bool = False
    meeting_bars: bool = False
    """Two moved gems on one point, and the text silent: the cast is impossible there."""


PLAIN = Law()
ANYWHERE = Zone()


class Cast(NamedTuple):
    """What a spell does on one board."""

    boards: tuple[bytes, ...] = ()
    """The positions it may lead to; none if it cannot be cast."""
    why: str = ""
    """Why it cannot: needs, twice, meeting, many."""
    ambiguous: tuple[bytes, ...] = ()
    """Two positions between which the text does not decide, if there are any."""
    ways: int = 1
    """How many ways were followed to find out."""


IMPOSSIBLE = Cast(why="needs")
CONTRADICTION = "twice"

Standing = tuple[tuple[int, ...], ...]
"""For each gem code the points where such gems stand."""


def standing(board: bytes) -> Standing:
    found: tuple[list[int], ...] = ([], [], [], [], [], [], [], [], [])
    for point, gem in enumerate(board):
        if gem:
            found[gem].append(point)
    return tuple(map(tuple, found))


class Meaning:
    """A text made ready to be cast under one law."""

    def __init__(self, text: Text, law: Law) -> None:
        self.text = text
        self.law = law
        self._codes: dict[Gems, tuple[int, ...]] = {}
        self._ways: dict[tuple[Step, ...], tuple[tuple[int, ...], ...]] = {}
        self._fixed = dict(_fixed(text))
        self.simple = self._simple()
        counted = [(need, self._counts(need)) for need in text.needs]
        self._counted = tuple(counts for _, counts in counted if counts)
        self._needs = tuple(need for need, counts in counted if counts is None)

    def _counts(self, need: Condition) -> tuple[tuple[int, ...], int, int, tuple[int, ...]] | None:
        """A requirement that only counts gems, anywhere on the board, made quick to ask; None for another one."""
        if need.gems.zone != ANYWHERE or (need.others is not None and need.others.zone != ANYWHERE):
            return None
        others = () if need.others is None else self.codes(need.others)
        return self.codes(need.gems), need.least, need.most, others

    def _simple(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None:
        """The text as tables from point to point (-1: stays), where nothing in it depends on anything else."""
        text = self.text
        if text.needs or text.names or self.law.in_sequence:
            return None
        found = []
        for guarded in text.effects:
            effect = guarded.effect
            if guarded.conditions or not isinstance(effect, Move) or effect.gems.zone.spots:
                return None
            mask = _mask(effect.gems.zone)
            table = [-1] * POINTS
            for point in range(POINTS):
                if mask >> point & 1:
                    led = self._targets(effect, point)
                    if len(led) > 1:
                        return None
                    table[point] = led[0] if led else -1
            found.append((self.codes(effect.gems), tuple(table)))
        return tuple(found)

    def codes(self, gems: Gems) -> tuple[int, ...]:
        """The codes of the gems a group may hold."""
        if gems not in self._codes:
            owner = gems.owner
            if owner == "unnamed":
                owner = "mine" if self.law.unnamed_is_mine else "both"
            found = [1 + kind for kind in gems.kinds if owner != "theirs"]
            found += [5 + kind for kind in gems.kinds if owner != "mine"]
            self._codes[gems] = tuple(found)
        return self._codes[gems]

    def _targets(self, effect: Move, point: int) -> tuple[int, ...]:
        if effect.pairs:
            return tuple(target for source, target in effect.pairs if source == point)
        return self._led(effect.way, point)

    def _led(self, way: tuple[Step, ...], point: int) -> tuple[int, ...]:
        if way not in self._ways:
            self._ways[way] = tuple(targets(way, start) for start in range(POINTS))
        return self._ways[way][point]

    # -- casting --------------------------------------------------------------------------------------

    def cast(self, board: bytes, at: Standing | None = None, most: int = MOST_WAYS) -> Cast:
        """Everything the text may do on this board, unless it can go on in more than ``most`` ways."""
        at = standing(board) if at is None else at
        for codes, least, upper, others in self._counted:
            count = 0
            for gem in codes:
                count += len(at[gem])
            if others:
                for gem in others:
                    count -= len(at[gem])
                if count:
                    return IMPOSSIBLE
            elif not least <= count <= upper:
                return IMPOSSIBLE
        if self.simple is not None:
            moves: list[tuple[int, int]] = []
            for codes, table in self.simple:
                moves += [(point, table[point]) for gem in codes for point in at[gem] if table[point] >= 0]
            if len(dict(moves)) == len(moves):
                return self._single(board, moves) or self._landed(board, [((), tuple(moves))], most)
        return self._branched(board, at, most)

    def _branched(self, board: bytes, at: Standing, most: int) -> Cast:
        count = self._ways_to_name(at) if all(self._holds(need, at, {}) for need in self._needs) else 0
        if not 0 < count <= most:
            return Cast(why="many", ways=count) if count else IMPOSSIBLE
        found: list[tuple[tuple[int, ...], Moves]] = []
        for key, names in self._named(at):
            branches: list[Branch] = []
            for guarded in self.text.effects:
                if not guarded.conditions or all(
                    self._holds(condition, at, names) is holds for condition, holds in guarded.conditions
                ):
                    branches += self._branches(guarded, board, at, names)
            ways = 1
            for branch in branches:
                ways *= len(branch.ways)
            if ways + len(found) > most:
                return Cast(why="many", ways=ways + len(found))
            if ways == 1 and not found and not self.text.names:
                moves = [move for branch in branches for move in branch.ways[0]]
                single = self._single(board, moves) if len(dict(moves)) == len(moves) else None
                if single is not None:
                    return single
            for picked in product(*(range(len(branch.ways)) for branch in branches)):
                moves = [move for branch, way in zip(branches, picked, strict=True) for move in branch.ways[way]]
                sent = dict(moves)
                if any(sent[source] != target for source, target in moves):
                    return Cast(why=CONTRADICTION)
                own = tuple(way for branch, way in zip(branches, picked, strict=True) if branch.declared)
                found.append(((*key, *own), tuple(sent.items())))
        return self._landed(board, found, most) if found else IMPOSSIBLE

    def going(self, board: bytes, after: bytes) -> Moves:
        """From where to where each gem goes, in one of the ways that lead to a position; nothing if none does."""
        at = standing(board)
        for _, names in self._named(at):
            branches = [
                branch
                for guarded in self.text.effects
                if all(self._holds(condition, at, names) is holds for condition, holds in guarded.conditions)
                for branch in self._branches(guarded, board, at, names)
            ]
            for picked in islice(product(*(branch.ways for branch in branches)), MOST_WAYS):
                moves = tuple(dict(move for way in picked for move in way).items())
                meetings, landed = self._arrived(board, moves)
                if landed is not None and after in (settled(landed, meetings) if meetings else (landed,)):
                    return moves
        return ()

    def _single(self, board: bytes, moves: Sequence[tuple[int, int]]) -> Cast | None:
        """The short way for what nearly always happens: one way to go on, and no two gems meet."""
        if self.law.in_sequence or self.text.meeting.even_at_rest:
            return None
        after = bytearray(board)
        for source, _ in moves:
            after[source] = 0
        reached = 0
        for source, target in moves:
            bit = 1 << target
            if reached & bit:
                return None
            reached |= bit
            after[target] = board[source]
        return Cast((bytes(after),))

    def _landed(self, board: bytes, ways: Sequence[tuple[tuple[int, ...], Moves]], most: int) -> Cast:
        """The positions all ways lead to, and two between which nobody was to choose."""
        by_choice: dict[tuple[int, ...], dict[bytes, None]] = {}
        for key, moves in ways:
            meetings, landed = self._arrived(board, moves)
            if landed is None:
                continue
            if not meetings:
                by_choice.setdefault(key, {})[landed] = None
                continue
            if self.text.meeting.stays != "choice" and self.law.meeting_bars:
                return Cast(why="meeting")
            for number, one in enumerate(settled(landed, meetings)):
                chosen = (*key, -1 - number) if self.text.meeting.stays == "choice" else key
                by_choice.setdefault(chosen, {})[one] = None
                if len(by_choice) + number > most:
                    return Cast(why="many", ways=len(ways) + number)
        boards = tuple({one: None for found in by_choice.values() for one in found})
        open_ = next((tuple(found)[:2] for found in by_choice.values() if len(found) > 1), ())
        return Cast(boards, ambiguous=open_, ways=len(ways))

    def _arrived(self, board: bytes, moves: Moves) -> tuple[dict[int, tuple[int, ...]], bytes | None]:
        """The board after the moves, and for each point where different gems meet those that may stay."""
        if self.law.in_sequence:
            return {}, one_by_one(board, moves)
        after = bytearray(board)
        for source, _ in moves:
            after[source] = 0
        arrived: dict[int, list[int]] = {}
        crowded = False
        for source, target in moves:
            if target in arrived:
                arrived[target].append(board[source])
                crowded = True
            else:
                arrived[target] = [board[source]]
        resting = self.text.meeting.even_at_rest
        meetings: dict[int, tuple[int, ...]] = {}
        for target, gems in arrived.items():
            if resting and after[target]:
                gems.append(after[target])
            if len(gems) == 1 or not (crowded or resting):
                after[target] = gems[0]
                continue
            left = self._preferred(gems)
            after[target] = left[0]
            if len(left) > 1:
                meetings[target] = left
        return meetings, bytes(after)

    def _preferred(self, gems: Sequence[int]) -> tuple[int, ...]:
        """Of the gems that meet, those that may stay; alike ones count once."""
        stays = self.text.meeting.stays
        favoured = [gem for gem in gems if (gem <= 4) is (stays == "mine")] if stays in ("mine", "theirs") else []
        return tuple(sorted(set(favoured or gems)))

    # -- what is meant --------------------------------------------------------------------------------

    def _holds(self, condition: Condition, at: Standing, names: Mapping[str, int]) -> bool:
        count = len(self._found(condition.gems, at, names))
        if condition.others is not None:
            return count == len(self._found(condition.others, at, names))
        return condition.least <= count <= condition.most

    def _found(self, gems: Gems, at: Standing, names: Mapping[str, int]) -> list[int]:
        """The points where the gems of a group stand."""
        zone = gems.zone
        codes = self._codes.get(gems) or self.codes(gems)
        if zone is ANYWHERE or zone == ANYWHERE:
            return [point for gem in codes for point in at[gem]]
        mask = zone.mask
        for spot in zone.spots:
            for point in self._points((spot,), at, names):
                mask |= 1 << point
        if zone.outside:
            mask = ~mask
        return [point for gem in codes for point in at[gem] if mask >> point & 1]

    def _points(self, spots: tuple[Spot, ...], at: Standing, names: Mapping[str, int]) -> tuple[int, ...]:
        """The points that are named, each once."""
        fixed = self._fixed.get(spots)
        if fixed is not None:
            return fixed
        found: dict[int, None] = {}
        for spot in spots:
            if spot.name:
                starts = [names[spot.name]]
            elif spot.gems is not None:
                starts = self._found(spot.gems, at, names)
            else:
                starts = [spot.point]
            for start in starts:
                found |= dict.fromkeys(self._led(spot.way, start) if spot.way else (start,))
        return tuple(found)

    def _named(self, at: Standing) -> Iterator[tuple[tuple[int, ...], dict[str, int]]]:
        """Every way to say which point each letter stands for; none if one stands for nothing."""
        names = self.text.names
        if not names:
            yield (), {}
            return
        for picked in self._picked(names, at, {}):
            key = tuple(picked[name.letter] for name in names if name.choice)
            yield key, picked

    def _ways_to_name(self, at: Standing) -> int:
        """In how many ways letters may stand for points, as far as they do not depend on each other."""
        count = 1
        for name in self.text.names:
            count *= 1 if name.gems.zone.spots else len(self._found(name.gems, at, {}))
        return count

    def _picked(self, names: Sequence[Name], at: Standing, known: dict[str, int]) -> Iterator[dict[str, int]]:
        if not names:
            yield known
            return
        for point in self._found(names[0].gems, at, known):
            yield from self._picked(names[1:], at, {**known, names[0].letter: point})

    # -- effects --------------------------------------------------------------------------------------

    def _branches(
        self, guarded: Guarded, board: bytes, at: Standing, names: Mapping[str, int]
    ) -> Iterator[Branch]:
        effect = guarded.effect
        points = self._found(effect.gems, at, names)
        if isinstance(effect, Move):
            yield from self._moved(effect, points)
        elif isinstance(effect, Place):
            yield from self._placed(effect, points, at, names)
        elif isinstance(effect, Swap):
            others = self._found(effect.others, at, names)
            yield from seated(points, tuple(others), declared=False)
            yield from seated(others, tuple(points), declared=False)
        else:
            yield from self._pushed(effect, points, at, names)

    def _moved(self, effect: Move, points: Sequence[int]) -> Iterator[Branch]:
        if any(step.name in ("clockwise", "counterclockwise") and not step.by for step in effect.way):
            # a distance that is not told is the same for all
            ways = [
                tuple((point, targets(_told(effect.way, by), point)[0]) for point in points)
                for by in range(1, ARC)
            ]
            yield Branch(tuple(dict.fromkeys(ways)), effect.choice)
            return
        fixed: list[tuple[int, int]] = []
        for point in points:
            led = self._targets(effect, point)
            if len(led) == 1:
                fixed.append((point, led[0]))
            elif led:
                yield Branch(tuple(((point, target),) for target in led), effect.choice)
        if fixed:
            yield Branch((tuple(fixed),), declared=True)

    def _placed(
        self, effect: Place, points: Sequence[int], at: Standing, names: Mapping[str, int]
    ) -> Iterator[Branch]:
        if effect.cases:
            spots = dict(effect.cases).get(len(points), ())
            if not spots:
                return
        else:
            spots = effect.spots
        onto = self._points(spots, at, names)
        if effect.in_order:
            onto = onto[: len(points)]
        yield from seated(points, onto, declared=effect.choice)

    def _pushed(
        self, effect: Push, points: Sequence[int], at: Standing, names: Mapping[str, int]
    ) -> Iterator[Branch]:
        anchors = set(self._found(effect.anchors, at, names))
        for point in points:
            after, before = turned(point, 1), turned(point, -1)
            led = [before] * (after in anchors) + [after] * (before in anchors)
            if len(led) == 1 or (led and effect.hemmed != "rest"):
                yield Branch(tuple(((point, target),) for target in led), effect.hemmed == "choice")


def _fixed(text: Text) -> Iterator[tuple[tuple[Spot, ...], tuple[int, ...]]]:
    """The lists of points in a text that are numbers only."""
    for guarded in text.effects:
        effect = guarded.effect
        if isinstance(effect, Place):
            for spots in (effect.spots, *(spots for _, spots in effect.cases)):
                if all(spot.point >= 0 and not spot.way for spot in spots):
                    yield spots, tuple(dict.fromkeys(spot.point for spot in spots))


def _mask(zone: Zone) -> int:
    return EVERYWHERE & ~zone.mask if zone.outside else zone.mask


def _told(way: tuple[Step, ...], by: int) -> tuple[Step, ...]:
    turning = ("clockwise", "counterclockwise")
    return tuple(step._replace(by=by) if step.name in turning and not step.by else step for step in way)
