"""What it takes to read the spaces of a printed board: its print, and how what may lie and stand there looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from engine.contract import Rules
from engine.drawing import Drawing
from engine.printed import Ground
from engine.table import Marker, TablePlan
from runewatch.sight.mats import shown_cards
from vision.profile import Profile
from vision.spaces import PER_MM, SpaceReader, looks_of, shown_in, soft, space_reader
from vision.spaces.cuts import Colours
from vision.spaces.looks import Faces


def board_reader(rules: Rules[Any, Any], plan: TablePlan, profile: Profile) -> SpaceReader:
    """A reader of the board that is played on under these choices, by what was taught of what lies there."""
    ground = next(part for part in rules.grounds() if part.marked and _lies_amid(part, plan.markers))
    looks = looks_of(plan.things, rules.drawing, {**_cards(rules, plan), **_taught(plan, profile)})
    return space_reader(plan, ground.drawing, (ground.x, ground.y), looks)


def _lies_amid(ground: Ground, markers: Sequence[Marker]) -> bool:
    """Whether these markers are around the middle of a ground, and not around another one's."""
    xs, ys = [one.x for one in markers], [one.y for one in markers]
    return min(xs) < ground.x < max(xs) and min(ys) < ground.y < max(ys)


def _taught(plan: TablePlan, profile: Profile) -> Faces:
    found: dict[str, list[Colours]] = {}
    for one in shown_in(profile.photos, plan):
        found.setdefault(one.name, []).append(one.tile.astype(np.float32))
    return found


def _cards(rules: Rules[Any, Any], plan: TablePlan) -> Faces:
    """The cards of one's own box that were shown, as large as those of the printed set."""
    shown = shown_cards()
    found: dict[str, tuple[Colours, ...]] = {}
    for thing in plan.things:
        drawn = rules.drawing(thing)
        if thing.name in shown and isinstance(drawn, Drawing):
            size = round(drawn.width_mm * PER_MM), round(drawn.height_mm * PER_MM)
            face = cv2.resize(shown[thing.name], size, interpolation=cv2.INTER_AREA)
            found[thing.name] = (soft(np.asarray(face, np.uint8)),)
    return found
