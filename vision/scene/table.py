"""A table that plays along: the twin of a camera over a real one, for the demo and for tests.

It is shown layouts and hands bring them about, one thing after the other. Its pictures depend on the scene, on
what was asked of it, and on the time the caller tells: the same calls give the same pictures.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from engine.table import Layout, Place
from vision.scene.film import Picture
from vision.scene.hands import Hand, shape
from vision.scene.moves import Move, Slide, Stacks, Step, Turned, steps
from vision.scene.setting import Loose, Scene
from vision.scene.viewpoint import bumped

COME, PICK, CARRY, PUT, LEAVE, TURN = 0.6, 0.2, 0.7, 0.2, 0.5, 0.7
"""Seconds that the parts of a step take."""

_HIGH_MM, _LOW_MM = 42.0, 18.0
"""How high a hand travels, and where it takes things."""
_OUTSIDE = 0.05
"""A hand is gone when its tips are so far outside the frame, in its widths."""
_FARTHEST, _STEPS = 2.0, 60

Reach = tuple[float, float, float]
"""Where fingertips are: x, y, up."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What is on the table, over it, and on its way."""

    layout: Stacks
    hands: tuple[Hand, ...] = ()
    loose: tuple[Loose, ...] = ()


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that happens between two times, and the layout it leaves behind."""

    begin: float
    end: float
    at: Callable[[float], _Moment]
    """The moment so many seconds after the beginning."""
    after: Stacks


class SimulatedTable:
    """A table with people at it: what it is told to show, hands put there."""

    def __init__(self, scene: Scene, layout: Layout | None = None) -> None:
        self.scene = scene
        # drawn now, or the first hand that comes would make the picture stutter
        for grips in (True, False):
            shape(grips, scene.seed)
        self._first = scene
        self._start = _stacks(layout or {})
        self._acts: list[_Act] = []
        self._now = 0.0

    # -- what happens -----------------------------------------------------------------------------------

    def show(self, layout: Layout, side: float = 0.0, pace: float = 1.0) -> float:
        """Have hands bring about a layout, beginning now or after what is still going on; gives when it is done.

        ``side`` is where the person sits: degrees clockwise from the lower edge of the plan. At twice the pace
        everything takes half as long.
        """
        goal = _stacks(layout)
        places = {place.name: place for place in self.scene.plan.places}
        for name in goal:
            self.scene.corners(name)
        found = steps(self._last, goal, places)
        for i, step in enumerate(found):
            after = step.done(self._last) if i + 1 < len(found) else goal
            self._add(_Staging(self.scene, self._last, side, pace).act(step, after, self._free))
        return self._free

    def put(self, layout: Layout) -> None:
        """The layout is there at once, as after a cut in a film; whatever was going on is over."""
        self._start = _stacks(layout)
        self._acts = []

    def reach(self, place: str, side: float = 0.0, stay: float = 1.0) -> float:
        """A hand comes, lies over a place for so many seconds, and leaves; gives when it is gone."""
        self.scene.corners(place)
        self._add(_Staging(self.scene, self._last, side, 1.0).visit(place, stay, self._free))
        return self._free

    def dim(self, share: float) -> None:
        """From now on there is only so much of the light there is now."""
        self.scene = self.scene.changed(mood=self.scene.mood.dimmed(share))

    def light(self, share: float) -> None:
        """From now on there is so much of the light that there was at first."""
        self.scene = self.scene.changed(mood=self._first.mood.dimmed(share))

    def straighten(self) -> None:
        """The camera is put back to where it was at first."""
        self.scene = self.scene.changed(view=self._first.view)

    def bump(self, right: float = 0.0, down: float = 0.0, turn: float = 0.0, tilt: float = 0.0) -> None:
        """The camera is knocked: slid by some of the plan's units along its picture, turned by some degrees."""
        self.scene = self.scene.changed(view=bumped(self.scene.view, right, down, turn, tilt))

    @property
    def goal(self) -> Layout:
        """What lies there when all that goes on is done. For any thread."""
        return dict(self._last)

    @property
    def free(self) -> float:
        """When all that goes on is done, on the table's own clock."""
        return self._free

    def _add(self, act: _Act) -> None:
        self._acts.append(act)

    @property
    def _last(self) -> Stacks:
        acts = self._acts
        return acts[-1].after if acts else self._start

    @property
    def _free(self) -> float:
        """When the next thing can begin."""
        acts = self._acts
        return max(self._now, acts[-1].end) if acts else self._now

    # -- what is seen -----------------------------------------------------------------------------------

    def frame(self, seconds: float) -> Picture:
        """What the camera sees at this time. Time that has passed is not asked for again."""
        self._now = max(self._now, seconds)
        moment = self._at(seconds)
        return self.scene.picture(moment.layout, moment.hands, moment.loose, seconds)

    def layout(self, seconds: float) -> Layout:
        """What lies on the table at this time; what a hand carries does not."""
        return {name: things for name, things in self._at(seconds).layout.items() if things}

    def is_busy(self, seconds: float) -> bool:
        """Whether a hand is over the table."""
        return bool(self._at(seconds).hands)

    def _at(self, seconds: float) -> _Moment:
        while len(self._acts) > 1 and self._acts[0].end <= self._now and self._acts[0].end <= seconds:
            self._start = self._acts.pop(0).after
        layout = self._start
        for act in self._acts:
            if seconds < act.begin:
                break
            if seconds < act.end:
                return act.at(seconds - act.begin)
            layout = act.after
        return _Moment(layout)


def _stacks(layout: Layout) -> Stacks:
    return {name: tuple(things) for name, things in layout.items() if things}


# -- how hands do it --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Staging:
    """Somebody's hand, who sits on one side of a table that looks like this."""

    scene: Scene
    before: Stacks
    side: float
    pace: float

    def act(self, step: Step, after: Stacks, begin: float) -> _Act:
        if isinstance(step, Turned):
            return self._turned(step, after, begin)
        if isinstance(step, Slide):
            return self._slid(step, after, begin)
        return self._moved(step, after, begin)

    def visit(self, place: str, stay: float, begin: float) -> _Act:
        return self._over(place, stay, begin, lambda _: self.before, self.before)

    def _turned(self, step: Turned, after: Stacks, begin: float) -> _Act:
        stay = TURN / self.pace
        return self._over(step.place, stay, begin, lambda part: self.before if part < 0.5 else after, after)

    def _over(
        self, place: str, stay: float, begin: float, layout: Callable[[float], Stacks], after: Stacks
    ) -> _Act:
        """A flat hand over a place, under which the layout may change."""
        flat = self.scene.hand_over(place, self.side, _LOW_MM)
        above = flat.x, flat.y, flat.up
        outside = self._outside(above)
        path = _Path(
            ((COME / self.pace, outside, above), (stay, above, above), (LEAVE / self.pace, above, outside))
        )

        def at(seconds: float) -> _Moment:
            leg, part, spot = path.at(seconds)
            shown = layout(part) if leg == 1 else (self.before, self.before, after)[leg]
            return _Moment(shown, (self._hand(spot, grips=False),))

        return _Act(begin, begin + path.seconds, at, after)

    def _moved(self, step: Move, after: Stacks, begin: float) -> _Act:
        """Something picked up here and put down there, or brought, or taken away."""
        target = step.target if step.target is not None else step.source
        source = step.source if step.source is not None else step.target
        assert source is not None
        assert target is not None
        low, down = self._above(source, _LOW_MM), self._above(target, _LOW_MM)
        come, leave = self._outside(low), self._outside(down)
        lifted = step.taken(self.before)
        pick, put = (PICK if step.source is not None else 0.0), (PUT if step.target is not None else 0.0)
        high, over = self._above(source, _HIGH_MM), self._above(target, _HIGH_MM)
        times = [COME, pick, CARRY if step.source and step.target else 0.0, put, LEAVE]
        spots = [(come, high), (high, low), (low, over), (over, down), (down, leave)]
        if step.source is None:
            spots[0], spots[1] = (come, over), (over, over)
        path = _Path(tuple((time / self.pace, *ends) for time, ends in zip(times, spots, strict=True)))

        def at(seconds: float) -> _Moment:
            leg, _, spot = path.at(seconds)
            held = leg >= (2 if step.source is not None else 0) and leg < (4 if step.target is not None else 5)
            layout = self.before if leg < 2 else (lifted if leg < 4 or step.target is None else after)
            loose = (self._held(step, spot, target),) if held else ()
            return _Moment(layout, (self._hand(spot, grips=True),), loose)

        return _Act(begin, begin + path.seconds, at, after)

    def _slid(self, step: Slide, after: Stacks, begin: float) -> _Act:
        """Several stacks pushed over the table at once."""
        first = step.moves[-1]
        assert first.source is not None
        assert first.target is not None
        low, there = self._above(first.source, _LOW_MM), self._above(first.target, _LOW_MM)
        path = _Path(
            (
                (COME / self.pace, self._outside(low), low),
                (CARRY / self.pace, low, there),
                (LEAVE / self.pace, there, self._outside(there)),
            )
        )
        without = step.taken(self.before)
        starts = [self._place(move.source or "") for move in step.moves]

        def at(seconds: float) -> _Moment:
            leg, _, spot = path.at(seconds)
            hand = (self._hand(spot, grips=False),)
            if leg != 1:
                return _Moment(self.before if leg == 0 else after, hand)
            gone = spot[0] - low[0], spot[1] - low[1]
            loose = tuple(
                Loose(move.things, start.x + gone[0], start.y + gone[1], 0.0, move.target or start.name)
                for move, start in zip(step.moves, starts, strict=True)
            )
            return _Moment(without, hand, loose)

        return _Act(begin, begin + path.seconds, at, after)

    # -- places and hands -------------------------------------------------------------------------------

    def _place(self, name: str) -> Place:
        return self.scene.plan.place(name)

    def _above(self, name: str, up_mm: float) -> Reach:
        place = self._place(name)
        return place.x, place.y, up_mm / self.scene.plan.unit_mm

    def _held(self, step: Move, spot: Reach, like: str) -> Loose:
        up = max(0.0, spot[2] - _LOW_MM / self.scene.plan.unit_mm)
        return Loose(step.things, spot[0], spot[1], up, like)

    def _hand(self, spot: Reach, grips: bool) -> Hand:
        x, y, up = spot
        return replace(self.scene.hand_at(x, y, self.side), up=up, grips=grips)

    def _outside(self, spot: Reach) -> Reach:
        """Where the fingertips are when no camera sees them, on the way to a spot."""
        x, y, up = spot
        way = math.radians(self.scene.hand_at(x, y, self.side).turn)
        lens, high = self.scene.view.lens, _HIGH_MM / self.scene.plan.unit_mm
        at = x, y
        for share in np.linspace(0, 1, _STEPS):
            away = share * _FARTHEST * self.scene.size
            at = x - away * math.sin(way), y + away * math.cos(way)
            ((right, down),) = self.scene.view.project([(*at, up)])
            free = _OUTSIDE * lens.width
            if not (-free < right < lens.width + free and -free < down < lens.height + free):
                break
        return *at, high


@dataclass(frozen=True, slots=True)
class _Path:
    """Legs of a way: how long each takes, from where, to where. Hands set out and arrive gently."""

    legs: tuple[tuple[float, Reach, Reach], ...]

    @property
    def seconds(self) -> float:
        return sum(seconds for seconds, _, _ in self.legs)

    def at(self, seconds: float) -> tuple[int, float, Reach]:
        """Which leg, how far along it, and where."""
        for i, (lasts, begin, end) in enumerate(self.legs):
            if seconds < lasts:
                part = seconds / lasts
                eased = part * part * (3 - 2 * part)
                x, y, up = (a + (b - a) * eased for a, b in zip(begin, end, strict=True))
                return i, part, (x, y, up)
            seconds -= lasts
        return len(self.legs) - 1, 1.0, self.legs[-1][2]
