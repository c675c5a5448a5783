"""In doubt: the readings to choose from, as they are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.contract import Rules
from engine.table import Layout, differences
from runewatch.match import Match
from runewatch.referee import announcements as say
from runewatch.referee.readings import Reading

Readings = tuple[Reading, ...]


def in_order(readings: Readings, offered: Readings) -> Readings:
    """The readings as they were offered before, if they are the same: nobody's finger is to meet another one."""
    now = {reading.actions: reading for reading in readings}
    told = tuple(reading.actions for reading in offered)
    return tuple(now[actions] for actions in told) if now.keys() == set(told) else readings


def disputed(rules: Rules[Any, Any], readings: Readings) -> Layout:
    """The places that tell readings apart."""
    layouts = [rules.layout(reading.state) for reading in readings]
    return {one.place: one.seen for other in layouts[1:] for one in differences(layouts[0], other)}


def alternative(match: Match, reading: Reading) -> say.Alternative:
    """A reading as it is told: its actions as written and in words, but for what cannot be in doubt.

    That is what only lingers of the turn before, and what was shown and cannot be taken back.
    """
    rules, texts, deeds, state = match.rules, [], [], match.turn_state
    for action in reading.actions:
        texts.append(rules.write_action(state, action))
        deeds.append(rules.deed(state, action))
        state = rules.play(state, action)
    before = tuple(step.action for step in match.lingering)
    is_left = before == reading.actions[: len(before)] and len(before) < len(deeds)
    fixed = min(match.fixed - match.turn, len(deeds))
    settled = max(len(before) if is_left else 0, fixed)
    return say.Alternative(tuple(texts), reading.likely, tuple(deeds[settled:]), settled)


def news(told: say.Announcement) -> say.Announcement:
    """What is new in it once it was told: how likely each reading is changes with every frame, and is no news."""
    if isinstance(told, say.InDoubt):
        return say.InDoubt(tuple(replace(one, likely=0.0) for one in told.alternatives))
    return told
