"""What a press asks for, as things stand."""

from __future__ import annotations

from device.buttons import Press
from runewatch.box.wiring import seat_of
from runewatch.live.moment import Moment
from runewatch.match import Match
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import AcceptTable, Choose, Confirm, EndTurn, Pause, Request, Resume, StepBack


def asked(press: Press, moment: Moment, *, ends_turns: bool = True) -> tuple[Request, ...]:
    """The requests a press makes; none where it means nothing. ``ends_turns``: a button may end a turn."""
    match = moment.match
    if match is None:
        return ()
    seat = seat_of(press.name)
    if seat is None:
        return (_arbiter(match, moment, press.long),)
    if press.long:
        return (StepBack(),) * _draft(match)
    return (EndTurn(by=seat),) if ends_turns and seat < len(match.rules.seats) else ()


def _arbiter(match: Match, moment: Moment, long: bool) -> Request:
    """Accept what is asked; where nothing is asked, contest what was done last. Held: the clocks."""
    if long:
        return Resume() if match.paused else Pause()
    if moment.standing is Standing.IN_DOUBT:
        return Choose(0)
    if moment.standing is Standing.OUT_OF_STEP:
        return AcceptTable()
    if moment.aloud is not None and moment.aloud.sure and not match.paused:
        return Confirm()
    return Resume() if match.paused else StepBack()


def _draft(match: Match) -> int:
    """So many steps back lead to the beginning of the turn; where nothing was done, one, into the turn before.

    What a script did goes with what came before it, and what showed something hidden stays.
    """
    draft = match.steps[max(match.turn, match.fixed) :]
    return max(sum(not match.rules.scripted(step.before) for step in draft), 1)
