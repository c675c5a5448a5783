"""What it takes to read the spaces of a printed board: its print, and how what may lie and stand there looks."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from engine.contract import Rules
from engine.drawing import Drawing
from engine.table import TablePlan
from runewatch.sight.mats import shown_cards
from vision.picture import Picture
from vision.spaces import PER_MM, SpaceReader, looks_of, space_reader


def board_reader(rules: Rules[Any, Any], plan: TablePlan) -> SpaceReader:
    """A reader of the board that is played on under these choices."""
    low, high = (pick((marker.x, marker.y) for marker in plan.markers) for pick in (min, max))
    ground = next(part for part in rules.grounds() if part.marked and low < (part.x, part.y) < high)
    looks = looks_of(plan.things, rules.drawing, _shown(rules, plan))
    return space_reader(plan, ground.drawing, (ground.x, ground.y), looks)


def _shown(rules: Rules[Any, Any], plan: TablePlan) -> dict[str, tuple[Picture, ...]]:
    """The cards of one's own box that were shown, as large as those of the printed set."""
    shown = shown_cards()
    found: dict[str, tuple[Picture, ...]] = {}
    for thing in plan.things:
        drawn = rules.drawing(thing)
        if thing.name in shown and isinstance(drawn, Drawing):
            size = round(drawn.width_mm * PER_MM), round(drawn.height_mm * PER_MM)
            face = cv2.resize(shown[thing.name], size, interpolation=cv2.INTER_AREA)
            found[thing.name] = (np.asarray(face, np.uint8),)
    return found
