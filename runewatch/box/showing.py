"""What lights, buzzer and display say of a match: pure functions from the moment to patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from device.display import Sign
from device.patterns import (
    BEEPS,
    BLIP,
    CHIME,
    DANGER,
    DARK,
    DOUBLE,
    FOUND,
    HURRY,
    LONG,
    LONGS,
    NOW,
    REFUSED,
    SLOW,
    STEADY,
    WARNING,
    WINK,
    Pattern,
)
from engine.contract import Seat
from engine.glance import Mood
from engine.words import Words
from runewatch.box.wiring import IN_DOUBT, IN_STEP, OUT_OF_STEP, SIGNAL, light_of
from runewatch.clocks import RanOut, Warned
from runewatch.events import Ended
from runewatch.live.moment import Moment
from runewatch.live.sitting import Announcement, Blind, FellDue, Lost, Trouble
from runewatch.match import Match
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing

SOUNDS = {
    "turn": BLIP, "question": BEEPS, "warning": HURRY, "refused": LONG, "trouble": LONGS, "found": CHIME,
    "over": CHIME,
}  # fmt: skip
"""What the buzzer plays, by the words of the settings."""
STANDINGS = {
    Standing.IN_STEP: (IN_STEP, STEADY),
    Standing.IN_DOUBT: (IN_DOUBT, SLOW),
    Standing.OUT_OF_STEP: (OUT_OF_STEP, DOUBLE),
}
"""Each standing has its light and its pattern, so that neither has to be told by its colour."""
MOODS: Mapping[Mood, Pattern] = {"now": NOW, "danger": DANGER}
"""What the signal shows of how pressing a match is; a calm one leaves it to what is to be done."""
_WIDEST = 14


def acting(match: Match | None) -> frozenset[Seat]:
    """Whose move it is; below 0 it is that of the table, or of all."""
    if match is None or match.over is not None:
        return frozenset()
    return frozenset(request.by for request in match.rules.requests(match.state))


def found(before: Moment, now: Moment) -> bool:
    """Whether something can be taken now that could not be a moment ago, in the same turn."""
    if before.match is now.match or _turn(before) != _turn(now):
        return False
    return bool(_formed(now.match) - _formed(before.match))


def _formed(match: Match | None) -> frozenset[str]:
    if match is None or match.over is not None or match.rules.scripted(match.state):
        return frozenset()
    return frozenset(one.name for one in match.rules.patterns(match.state) or () if one.claimable)


def _turn(moment: Moment) -> object:
    return None if moment.match is None else moment.match.rules.clock(moment.match.state)


# -- lights ---------------------------------------------------------------------------------------------


def lasting(moment: Moment, lights: Iterable[str]) -> dict[str, Pattern]:
    """What each of these lights shows until something else happens."""
    return dict.fromkeys(lights, DARK) | dict(_lit(moment))


def _lit(moment: Moment) -> Iterator[tuple[str, Pattern]]:
    match = moment.match
    if match is None:
        return
    if match.over is not None:
        for seat in match.over.winners if isinstance(match.over, Ended) else ():
            yield light_of(seat), SLOW
        return
    yield (OUT_OF_STEP, WINK) if moment.lost or moment.blind else STANDINGS[moment.standing]
    waited_for = [seat for seat in acting(match) if seat >= 0]
    for seat in waited_for:
        yield light_of(seat), WINK if match.paused else STEADY
    mood = match.rules.mood(match.state)
    if mood in MOODS:
        yield SIGNAL, MOODS[mood]
    elif moment.owed or not waited_for:
        yield SIGNAL, SLOW


def passing(before: Moment, now: Moment, said: Iterable[Announcement]) -> Iterator[tuple[str, Pattern]]:
    """What lights show once, because of what was said between two moments."""
    for one in said:
        match one:
            case FellDue(Warned(seat) | RanOut(seat)):
                yield (SIGNAL if seat is None else light_of(seat)), WARNING
            case say.Refused() | Trouble():
                yield SIGNAL, REFUSED
    if found(before, now):
        yield SIGNAL, FOUND


# -- sounds ---------------------------------------------------------------------------------------------


def sounds(before: Moment, now: Moment, said: Iterable[Announcement]) -> Iterator[str]:
    """What is to be heard of it, by the words of the settings: the weightiest first."""
    heard = {sound for one in said if (sound := _sound(one))}
    if now.standing is not before.standing and now.standing is not Standing.IN_STEP:
        heard.add("question" if now.standing is Standing.IN_DOUBT else "trouble")
    if _turn(before) != _turn(now) and "over" not in heard:
        heard.add("turn")
    if found(before, now):
        heard.add("found")
    yield from (sound for sound in WEIGHT if sound in heard)


WEIGHT = ("over", "trouble", "refused", "question", "warning", "found", "turn")


def _sound(said: Announcement) -> str:
    match said:
        case FellDue(Warned() | RanOut()):
            return "warning"
        case say.Refused():
            return "refused"
        case Trouble():
            return "trouble"
        case Lost(why) | Blind(why):
            return "trouble" if why is not None else ""
        case say.Kept(Ended()):
            return "over"
    return ""


# -- the display ----------------------------------------------------------------------------------------


def sign(match: Match | None, words: Words) -> Sign:
    """The scores, as a display shows them."""
    if match is None:
        return Sign()
    points = match.rules.points(match.state)
    return Sign(_digits(match, points), len(points) == 2, tuple(_lines(match, points, words)))


def _digits(match: Match, points: tuple[int, ...]) -> str:
    if len(points) <= 2:
        return "".join(f"{min(one, 99):2d}" for one in points)
    # there is room for one of several only: whose turn it is, and their score
    seat = match.rules.clock(match.state).seat
    return f"{seat + 1}-{min(points[seat], 99):2d}" if seat >= 0 else ""


def _lines(match: Match, points: tuple[int, ...], words: Words) -> Iterator[str]:
    turn = acting(match)
    for seat, name in enumerate(match.rules.seats):
        named = match.began.names[seat] if seat < len(match.began.names) else words(name)
        score = str(points[seat]) if seat < len(points) else ""
        yield f"{'>' if seat in turn else ' '} {named[:_WIDEST]:<{_WIDEST}}{score:>4}"
