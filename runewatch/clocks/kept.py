"""Clocks as JSON values. No moment of any clock is among them, so they can be read after a restart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import N_, DataError, shown
from runewatch.clocks.account import Account, ms
from runewatch.clocks.match import RESTART, Clocks
from runewatch.clocks.timing import Timer, Timing, Way

Plain = dict[str, Any]


def to_json(clocks: Clocks) -> Plain:
    """The clocks as plain values: seconds used, who is to act, why they stand, and how time is kept."""
    timing = clocks.timing
    return {
        "timing": {
            "turn": _timer(timing.turn),
            "round": _timer(timing.round),
            "out_ends": timing.out_ends,
            "most_gap": timing.most_gap,
        },
        "seats": [_account(account) for account in clocks.seats],
        "round": _account(clocks.round),
        "acting": sorted(clocks.acting),
        "stands": list(clocks.stands),
        "stood": clocks.stood / 1000,
        "lost": clocks.lost / 1000,
    }


def from_json(told: Mapping[str, Any]) -> Clocks:
    """The clocks that ``to_json`` wrote; they stand until somebody lets them go on. Raises DataError."""
    try:
        seats = tuple(map(_account_from, told["seats"]))
        acting = frozenset(map(int, told["acting"]))
        if not seats or not acting <= set(range(len(seats))):
            raise ValueError
        return Clocks(
            _timing_from(told["timing"]),
            seats,
            _account_from(told["round"]),
            acting,
            tuple(dict.fromkeys((*map(str, told["stands"]), RESTART))),
            _ms_from(told["stood"]),
            _ms_from(told["lost"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise DataError(N_("{text} are not the clocks of a match"), text=shown(str(told))) from error


def _timer(timer: Timer) -> Plain:
    return {
        "way": str(timer.way),
        "seconds": timer.seconds,
        "increment": timer.increment,
        "warnings": list(timer.warnings),
    }


def _account(account: Account) -> Plain:
    return {
        "used": account.used / 1000,
        "lap": account.lap / 1000,
        "before": account.before / 1000,
        "granted": account.granted / 1000,
        "told": None if account.told is None else account.told / 1000,
    }


def _timing_from(told: Mapping[str, Any]) -> Timing:
    return Timing(
        _timer_from(told["turn"]), _timer_from(told["round"]), bool(told["out_ends"]), _seconds(told["most_gap"])
    )


def _timer_from(told: Mapping[str, Any]) -> Timer:
    return Timer(
        Way(told["way"]),
        _seconds(told["seconds"]),
        _seconds(told["increment"]),
        tuple(map(_seconds, told["warnings"])),
    )


def _account_from(told: Mapping[str, Any]) -> Account:
    # journals of the first version keep no lap before the present one
    before = _ms_from(told.get("before", 0))
    account = Account(_ms_from(told["used"]), _ms_from(told["lap"]), before, _ms_from(told["granted"]))
    return account if told["told"] is None else replace(account, told=_ms_from(told["told"]))


def _seconds(told: Any) -> float:
    seconds = float(told)
    if not math.isfinite(seconds) or seconds < 0:
        raise ValueError(told)
    return seconds


def _ms_from(told: Any) -> int:
    return ms(_seconds(told))
