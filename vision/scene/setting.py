"""A table as a camera over it sees it: the room, the table top, what is printed on it, and any layout on top."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from zlib import crc32

import cv2
import numpy as np

from engine.drawing import Drawing, Standing
from engine.errors import N_, RunewatchError, shown
from engine.table import Layout, Place, TablePlan, Thing
from vision.camera import View
from vision.scene import blocks, pieces, sheets, tops
from vision.scene import hands as hand_drawing
from vision.scene.blocks import Block
from vision.scene.film import REACH, Film, Lighting, Picture, exposed
from vision.scene.flats import Face, generated, painted
from vision.scene.hands import Hand
from vision.scene.layers import THICK_MM, Layer, Room, Stack, flat
from vision.scene.light import Light
from vision.scene.moods import MOODS, Mood, over
from vision.scene.pieces import Figure, Pawn
from vision.scene.seeing import NOWHERE, Box, Pose, Seen, sampled
from vision.scene.sheets import Sheet
from vision.scene.viewpoint import middle_of, rim

Draw = Callable[[Thing], Drawing | Standing | None]

_LOOSE, _CROOKED = 0.011, 0.017
"""How far beside its place, in its widths, and how far turned, in radians, a thing is put down."""
_STANDS_LOOSE, _STANDS_TURNED = 0.045, 0.45
_WIDEST = 2.2
"""No jitter is larger."""
_APART = 1.12
"""How far apart things lie that lie side by side, in their widths, at least."""
_ASLANT = 1.43
_PAPER_MM = 0.3
_SHOULDER = 1.5
"""How far beyond the rim of the plan somebody sits, in its sizes."""
_PALM_MM = 72.0
"""From the fingertips to the middle of a flat hand."""
_MOST_KEPT = 400
_STRIP = 96
_BAND = 192
_TURN_STEP = 5
"""A hand is lit anew when it has turned by so many degrees."""


class UnknownPlaceError(RunewatchError, LookupError):
    """A layout names a place that is not on the table."""


def undrawn(thing: Thing) -> None:
    """The drawing of a thing in a game without drawings."""


@dataclass(frozen=True, slots=True)
class Loose:
    """Things on their way, bottom first: where they are now, and the place they lie as if on.

    Dice may lean, so many radians.
    """

    things: tuple[Thing, ...]
    x: float
    y: float
    up: float
    like: str
    lean: float = 0.0


@dataclass(slots=True)
class _Kept:
    """What was drawn before and may be wanted again: it saves time and changes no picture."""

    layout: dict[str, tuple[Thing, ...]] = field(default_factory=dict)
    drawings: dict[Thing, Drawing | Standing | None] = field(default_factory=dict)
    made: dict[tuple[Thing, float, float], Face | Figure | Pawn | Block] = field(default_factory=dict)
    layers: dict[tuple[str, tuple[Thing, ...]], tuple[Layer, ...]] = field(default_factory=dict)
    hands: dict[tuple[bool, int], Face] = field(default_factory=dict)
    last: tuple[Stack, Picture] | None = None


@dataclass(frozen=True, eq=False)
class Scene:
    """All that does not move. Pictures of it depend on nothing else but the layout, the hands and the moment."""

    plan: TablePlan
    view: View
    draw: Draw = undrawn
    mood: Mood = field(default_factory=lambda: MOODS["day"])
    top: str = "wood"
    sheets: tuple[Sheet, ...] = ()
    seed: int = 0

    def picture(
        self, layout: Layout, hands: Sequence[Hand] = (), loose: Sequence[Loose] = (), moment: float = 0.0
    ) -> Picture:
        """What the camera sees: this layout, these hands and what they carry, and the noise of this moment."""
        still = self._shown(layout)
        seen = self._with_moving(still, hands, loose) if hands or loose else still
        return self._film.noisy(seen, crc32(f"{self.seed} {moment:.6f}".encode()))

    def hand_over(self, name: str, side: float = 0.0, up_mm: float = 18.0) -> Hand:
        """A flat hand over a place, of somebody who sits so many degrees clockwise from the plan's lower edge."""
        place = self._place(name)
        hand = self.hand_at(place.x, place.y, side)
        way, palm = math.radians(hand.turn), _PALM_MM / self.plan.unit_mm
        tips = place.x + palm * math.sin(way), place.y - palm * math.cos(way)
        return replace(hand, x=tips[0], y=tips[1], up=up_mm / self.plan.unit_mm)

    def hand_at(self, x: float, y: float, side: float = 0.0) -> Hand:
        """The hand of somebody on that side with its fingertips at a point of the plan."""
        away, reach = math.radians(side), (0.5 + _SHOULDER) * self.size
        right = x - (self.middle[0] - reach * math.sin(away))
        down = y - (self.middle[1] + reach * math.cos(away))
        return Hand(x, y, math.degrees(math.atan2(right, -down)))

    def corners(self, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The pixels of a place's corners, clockwise from its top left."""
        place = self._place(name)
        size = (place.width, place.height)
        return self.view.project(self._seen.corners(Pose(place.x, place.y), size))

    def covered(self, hands: Sequence[Hand], name: str) -> float:
        """The share of a place that hands hide; what the frame does not show is hidden too."""
        place = self._place(name)
        outline = np.round(self.corners(name) * 16).astype(np.int32)
        inside = np.zeros((self.view.lens.height, self.view.lens.width), np.uint8)
        cv2.fillPoly(inside, [outline], (255,), cv2.LINE_8, 4)
        hidden = np.zeros_like(inside)
        for hand in hands:
            patch = self._hand(hand).patch
            part = hidden[patch.box.part]
            np.maximum(part, patch.cover, out=part)
        whole = float(place.width * place.height) * self._seen.scale_at(place.x, place.y) ** 2
        left = int(((inside > 0) & (hidden < 128)).sum())
        return float(np.clip(1 - left / max(1.0, min(whole, 1e9)), 0, 1))

    def changed(self, view: View | None = None, mood: Mood | None = None) -> Scene:
        """The same table from elsewhere, or in another light; what stays as it was is not drawn again."""
        found = replace(self, view=view or self.view, mood=mood or self.mood)
        known, mine = found.__dict__, self.__dict__
        names = ["_top", "_places", "middle", "size", *(["_seen"] if found.view == self.view else [])]
        known.update({name: mine[name] for name in names if name in mine})
        found._kept.drawings, found._kept.made = self._kept.drawings, self._kept.made
        return found

    # -- what is fixed ----------------------------------------------------------------------------------

    @cached_property
    def _seen(self) -> Seen:
        return Seen.by(self.view)

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The middle of the plan."""
        return middle_of(self.plan)

    @cached_property
    def size(self) -> float:
        """How far the plan goes across or down, whichever is more."""
        return float(np.ptp(rim(self.plan), axis=0).max())

    @cached_property
    def _light(self) -> Light:
        return over(self.mood.light, self.middle, self.plan.unit_mm)

    @cached_property
    def _room(self) -> Room:
        return Room(self._seen, self._light, self.middle, self.plan.unit_mm)

    @cached_property
    def _per_mm(self) -> float:
        """How fine drawings must be: as fine as the camera sees them."""
        return min(6.0, max(0.25, 1.15 * self._seen.scale_at(*self.middle) / self.plan.unit_mm))

    @cached_property
    def _top(self) -> tops.Top:
        return tops.top(self.top, self.seed)

    @cached_property
    def _lighting(self) -> Lighting:
        return Lighting.of(self._seen, self._light, self._top.gloss, self.middle)

    @cached_property
    def _bare(self) -> Stack:
        """The table with its sheets and nothing on them."""
        texture, unit = self._top.texture, self.plan.unit_mm
        spot = np.random.default_rng([self.seed, 3])
        turn, off = spot.uniform(-0.06, 0.06), texture.shape[0] / 2
        # a millimetre a pixel, but a camera that comes close sees finer grain, not coarse pixels
        fine = unit * max(1.0, self._per_mm / 3)
        cos, sin = math.cos(turn) * fine, math.sin(turn) * fine
        x, y = self.middle
        move = np.array([[cos, sin, off - cos * x - sin * y], [-sin, cos, off + sin * x - cos * y]])
        ground = sampled(texture, self._seen.at, move, cv2.BORDER_REFLECT)
        stack = Stack.bare(ground, 1 + len(self._light.lamps))
        for sheet in self.sheets:
            face = sheets.printed(sheet, self.plan, self._per_mm)
            stack.build([flat(self._room, face, Pose(sheet.x, sheet.y), _PAPER_MM)])
        return stack

    @cached_property
    def _film(self) -> Film:
        return Film.of(self.mood.sensor, exposed(self._lighting, self._bare))

    # -- what lies on it --------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.name: place for place in self.plan.places}

    def _place(self, name: str) -> Place:
        if name not in self._places:
            raise UnknownPlaceError(N_("there is no place {name} on this table"), name=shown(name))
        return self._places[name]

    @cached_property
    def _kept(self) -> _Kept:
        return _Kept()

    def _shown(self, layout: Layout) -> Picture:
        """The still picture of a layout, without noise; only what differs from the last one is done again."""
        kept = self._kept
        wanted = {name: tuple(things) for name, things in layout.items() if things}
        for name in wanted:
            self._place(name)
        if kept.last is None:
            frame = self._seen.frame
            kept.last = self._bare.cut(frame), np.zeros((*frame.shape, 3), np.uint8)
            changed = [frame]
        else:
            names = sorted(name for name in {*kept.layout, *wanted} if kept.layout.get(name) != wanted.get(name))
            both = [(name, things) for name in names for things in (kept.layout.get(name), wanted.get(name))]
            changed = [layer.box for name, things in both if things for layer in self._layers(name, things)]
        stack, picture = kept.last
        layers = [layer for name, things in wanted.items() for layer in self._layers(name, things)]
        changed = [band for box in _apart(changed) for band in _bands(box)]
        for box in changed:
            part = self._bare.cut(box)
            part.build(layers)
            stack.put(part)
        for box in changed:
            self._develop(stack, box, picture)
        kept.layout = wanted
        return picture

    def _develop(self, stack: Stack, box: Box, picture: Picture) -> None:
        """Bring a part of a picture up to date with its stack."""
        inner = box.grown(REACH).within(stack.box)
        wide = inner.grown(REACH).within(stack.box)
        developed = self._film.developed(self._lighting.on(stack.cut(wide)))
        picture[inner.part] = developed[inner.seen_from(wide).part]

    def _with_moving(self, still: Picture, hands: Sequence[Hand], loose: Sequence[Loose]) -> Picture:
        assert self._kept.last is not None
        picture, stack = still.copy(), self._kept.last[0]
        layers = [layer for each in loose for layer in self._loose(each)] + [self._hand(hand) for hand in hands]
        boxes = _apart([layer.box for layer in layers])
        for box in (strip for around in boxes for strip in _strips(around, layers)):
            part = stack.cut(box.grown(2 * REACH).within(stack.box))
            part.build(layers)
            self._develop(part, box, picture)
        return picture

    def _hand(self, hand: Hand) -> Layer:
        lit = round(hand.turn / _TURN_STEP) * _TURN_STEP % 360
        key = (hand.grips, lit)
        faces = self._kept.hands
        if key not in faces:
            faces[key] = hand_drawing.dressed(hand_drawing.shape(hand.grips, self.seed), lit, self._around)
        return hand_drawing.laid(self._room, hand, faces[key])

    @cached_property
    def _around(self) -> Light:
        """The light seen from the middle of the plan."""
        return over(self.mood.light, (0.0, 0.0), self.plan.unit_mm)

    def _loose(self, loose: Loose) -> Iterator[Layer]:
        like = self._place(loose.like)
        moved = replace(like, x=loose.x, y=loose.y)
        for thing, pose in self.poses(moved, loose.things):
            yield self._layer(thing, like, replace(pose, up=pose.up + loose.up, lean=loose.lean))

    # -- things -----------------------------------------------------------------------------------------

    def _layers(self, name: str, things: tuple[Thing, ...]) -> tuple[Layer, ...]:
        made = self._kept.layers
        if len(made) > _MOST_KEPT:
            made.clear()
        if (name, things) not in made:
            place = self._place(name)
            poses = self.poses(place, things)
            made[name, things] = tuple(self._layer(thing, place, pose) for thing, pose in poses)
        return made[name, things]

    def poses(self, place: Place, things: Sequence[Thing]) -> Iterator[tuple[Thing, Pose]]:
        """How things lie or stand on a place: a little crooked, always the same way for the same thing."""
        if place.many:
            yield from self._strewn(place, things)
            return
        thick = THICK_MM / self.plan.unit_mm
        lying = [thing for thing in things if not self._stands(thing)]
        standing = [thing for thing in things if self._stands(thing)]
        least = min(place.width, place.height)
        lies, stands = _LOOSE * least, _STANDS_LOOSE * least
        for level, thing in enumerate(lying):
            # number tokens are round, and lie any way round
            crooked = _CROOKED if thing.number is None else math.pi
            dx, dy, turn = self._jitter(place, thing, level) * (lies, lies, crooked)
            side = 0.12 * level * least
            yield thing, Pose(place.x + dx + side, place.y + dy - side, turn, level * thick)
        for i, thing in enumerate(standing):
            dx, dy, turn = self._jitter(place, thing, i) * (stands, stands, _STANDS_TURNED)
            apart = 0.22 * least * (len(standing) > 1)
            dx += apart * math.cos(2 * math.pi * i / len(standing))
            dy += apart * math.sin(2 * math.pi * i / len(standing))
            yield thing, Pose(place.x + dx, place.y + dy, turn, len(lying) * thick)

    def _strewn(self, place: Place, things: Sequence[Thing]) -> Iterator[tuple[Thing, Pose]]:
        """Things side by side, a few of them close together; dice lie any way round."""
        sizes = [self._width(thing, place) for thing in things]
        # a die that lies aslant takes its diagonal
        is_aslant = any(thing.pips is not None for thing in things)
        pitch = max(sizes, default=1.0) * (_ASLANT if is_aslant else _APART)
        columns = max(1, int(place.width / pitch))
        rows = max(1, int(place.height / pitch), -(-len(things) // columns))
        across, down = place.width / columns, place.height / rows
        for number, (thing, size) in enumerate(zip(things, sizes, strict=True)):
            row, column = divmod(number % (columns * rows), columns)
            wide = size * (_ASLANT if thing.pips is not None else 1.0)
            room_x, room_y = max(across - wide, 0.0) / 2, max(down - wide, 0.0) / 2
            dx, dy, turn = self._jitter(place, thing, number) / _WIDEST
            x = place.x - place.width / 2 + (column + 0.5) * across + dx * room_x
            y = place.y - place.height / 2 + (row + 0.5) * down + dy * room_y
            yield thing, Pose(x, y, turn * (math.pi if thing.pips is not None else _CROOKED))

    def _width(self, thing: Thing, place: Place) -> float:
        """How wide a thing is, in the plan's unit."""
        drawing = self._drawing(thing)
        drawn = drawing.foot if isinstance(drawing, Standing) else drawing
        return drawn.width_mm / self.plan.unit_mm if drawn else min(place.width, place.height)

    def _jitter(self, place: Place, thing: Thing, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        seed = [self.seed, crc32(place.name.encode()), crc32(thing.name.encode()), count]
        return np.clip(np.random.default_rng(seed).standard_normal(3), -_WIDEST, _WIDEST)

    def _stands(self, thing: Thing) -> bool:
        return thing.tall or isinstance(self._drawing(thing), Standing)

    def _drawing(self, thing: Thing) -> Drawing | Standing | None:
        drawings = self._kept.drawings
        if thing not in drawings:
            drawings[thing] = self.draw(thing)
        return drawings[thing]

    def _layer(self, thing: Thing, place: Place, pose: Pose) -> Layer:
        made = self._made(thing, place)
        if isinstance(made, Face):
            return flat(self._room, made, pose)
        if isinstance(made, Block):
            return blocks.block(self._room, made, pose)
        if isinstance(made, Figure):
            return pieces.figure(self._room, made, pose)
        return pieces.pawn(self._room, made, pose)

    def _made(self, thing: Thing, place: Place) -> Face | Figure | Pawn | Block:
        key = (thing, place.width, place.height)
        made = self._kept.made
        if key not in made:
            made[key] = self._make(thing, place)
        return made[key]

    def _make(self, thing: Thing, place: Place) -> Face | Figure | Pawn | Block:
        drawing = self._drawing(thing)
        die = Block.of(thing, self.plan, self._drawing, 1.5 * self._per_mm) if thing.pips is not None else None
        if die is not None:
            return die
        if isinstance(drawing, Standing):
            return Figure.of(drawing, 1.5 * self._per_mm, self.plan.unit_mm)
        if drawing is None and thing.tall:
            return Pawn.of(thing, min(place.width, place.height))
        return painted(drawing or generated(thing, place, self.plan.unit_mm), self._per_mm)


def _apart(boxes: Iterable[Box]) -> Iterator[Box]:
    """Boxes that cover the same pixels and do not meet."""
    waiting = [box for box in boxes if not box.is_empty]
    while waiting:
        box = waiting.pop()
        near = [other for other in waiting if not box.grown(2 * REACH).within(other).is_empty]
        if not near:
            yield box
            continue
        waiting = [other for other in waiting if other not in near]
        for other in near:
            box = box.around(other)
        waiting.append(box)


def _bands(box: Box) -> Iterator[Box]:
    """A box a few rows at a time: what is worked out of one on the way is much larger than the picture."""
    for top in range(box.top, box.bottom, _BAND):
        yield Box(box.left, top, box.right, min(top + _BAND, box.bottom))


def _strips(box: Box, layers: Sequence[Layer]) -> Iterator[Box]:
    """What layers really change of a box: an arm that reaches across the picture covers little of it."""
    masks = [(layer.patch.box, layer.patch.cover) for layer in layers]
    masks += [(shade.box, shade.dark) for layer in layers for shade in layer.shades]
    for top in range(box.top, box.bottom, _STRIP):
        strip = Box(box.left, top, box.right, min(top + _STRIP, box.bottom))
        found = NOWHERE
        for around, mask in masks:
            both = around.within(strip)
            if not both.is_empty:
                columns = np.flatnonzero(mask[both.seen_from(around).part].max(axis=0))
                if len(columns):
                    left, right = both.left + int(columns[0]), both.left + int(columns[-1]) + 1
                    found = found.around(Box(left, top, right, strip.bottom))
        if not found.is_empty:
            yield found
