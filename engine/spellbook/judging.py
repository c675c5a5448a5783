"""Why an action is refused: every rule it breaks, one by one, apart from how legal actions are listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.contract import ARBITER, TABLE, Seat
from engine.errors import RunewatchError
from engine.spellbook import flow
from engine.spellbook.agrica import ADJACENT, EACH, KINDS, LINES, POINTS, SEATS, count_of, kind, owner
from engine.spellbook.books import read_statements
from engine.spellbook.language.meaning import Cast, Meaning
from engine.spellbook.state import RULED, Action, Phase, State
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

GAME = "spellbook"
_WHY = {
    "needs": "cast.requirement",
    "twice": "cast.each-gem-once",
    "meeting": "cast.meeting",
    "empty": "cast.empty-allowed",
    "many": "design.clear",
}
"""What a cast that leads nowhere breaks."""


def _breach(rule: str, /, **facts: Fact) -> Breach:
    return Breach(f"{GAME}.{rule}", facts)


def breaches(rules: SpellbookRules, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
    """Every rule that ``by`` would break by this action, the plainest first."""
    if action.kind in RULED:
        return tuple(_ruled(rules, state, action)) if by == ARBITER else (_breach("turn.one-action"),)
    phase = state.stage.phase
    if phase is Phase.OVER or (phase is Phase.NEXT and action.kind != "next"):
        return (_breach("win.play-stops"),)
    if phase is Phase.STUDY or action.kind == "ready":
        return tuple(_studying(state, action, by))
    if phase is Phase.TOSS or action.kind == "toss":
        legal = phase is Phase.TOSS and action.kind == "toss" and by == TABLE
        return () if legal else (_breach("turn.first-by-coin"),)
    if phase is Phase.NEXT or action.kind == "next":
        return () if phase is Phase.NEXT and by == ARBITER else (_breach("turn.series"),)
    if by != state.seat:
        return (_breach("turn.alternate", turn=SEATS[state.seat]),)
    return tuple(_IN_TURN[action.kind](rules, state, action))


def _studying(state: State, action: Action, by: Seat) -> Iterator[Breach]:
    """Before play each master says once that the books were studied."""
    if state.stage.phase is not Phase.STUDY:
        yield _breach("study.both-ready")
        return
    waiting = [SEATS[seat] for seat in (0, 1) if not state.stage.ready >> seat & 1]
    if action.kind != "ready" or by != action.seat or SEATS[action.seat] not in waiting:
        if action.kind == "place":
            yield _breach("setup.start-empty")
        yield _breach("study.both-ready", who=tuple(waiting))


# -- ordinary actions -----------------------------------------------------------------------------------


def _places(points: tuple[int, ...] | list[int]) -> tuple[str, ...]:
    return tuple(str(point + 1) for point in points)


def _place(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    seat, gem, points = state.seat, action.gem, action.points
    if not 1 <= len(points) <= EACH:
        yield _breach("place.one-to-three-same-kind", count=len(points))
    taken = [point for point in points if state.board[point]]
    if taken or len(set(points)) < len(points):
        yield _breach("place.empty-points", places=_places(taken or list(points)))
    if owner(gem) != seat:
        yield _breach("place.own-reserve", seat=SEATS[seat])
        return
    left = state.reserve[gem - 1]
    if len(points) > left:
        lost = EACH - left - state.board.count(gem)
        if lost and not rules.house.taken_return:
            yield _breach("place.no-return", kind=KINDS[kind(gem)], left=left)
        else:
            yield _breach("place.own-reserve", kind=KINDS[kind(gem)], left=left)


def _move(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    source, target = action.points
    seat = state.seat
    gem = state.board[source]
    if not count_of(state.board, seat):
        yield _breach("turn.first-action-is-placement")
    if not gem or owner(gem) != seat:
        yield _breach("move.own-gem-only", place=str(source + 1))
    if source == target:
        yield _breach("move.one-step", source=str(source + 1), to=str(target + 1))
    elif target not in ADJACENT[source]:
        on_line = any(source in line and target in line for line in LINES)
        rule = "move.one-step" if on_line else "move.along-line"
        yield _breach(rule, source=str(source + 1), to=str(target + 1))
    there = state.board[target]
    if there and owner(there) == seat and source != target:
        yield _breach("move.never-own", place=str(target + 1))


def _open(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    seat = state.seat
    count = count_of(state.board, seat)
    if state.stage.open >> seat & 1:
        yield _breach("open.only-when-closed", seat=SEATS[seat])
    if not count:
        yield _breach("turn.first-action-is-placement")
    if count < flow.TO_OPEN:
        yield _breach("open.six-gems", seat=SEATS[seat], count=count)


def _pass(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    if not rules.house.passing and action not in set(flow.legal(rules, state)):
        yield _breach("turn.one-action")


# -- casting --------------------------------------------------------------------------------------------


def _cast(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    seat, stage = state.seat, state.stage
    if action.spell < 0:
        yield _breach("cast.from-grimoire", name=action.words)
        return
    bit, name = 1 << action.spell, rules.spells[action.spell].name
    if rules.of_book[seat] & bit:
        if not stage.open >> seat & 1:
            yield _breach("cast.own-open", seat=SEATS[seat], name=name)
    else:
        yield from _appropriating(rules, state, action)
    if rules.with_twins(stage.cast[seat]) & bit:
        yield _breach("cast.once", seat=SEATS[seat], name=name)
    if rules.with_twins(stage.inhibited) & bit:
        yield _breach("cast.not-inhibited", name=name)
    if rules.illegal & bit:
        yield _breach("design.no-enemy-anchor", name=name)
    yield from _effect(rules, state, action, name)


def _appropriating(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    """Casting from the opponent's book."""
    seat, stage = state.seat, state.stage
    found = []
    if stage.open != flow.ALL_READY:
        found.append(_breach("appropriate.both-open"))
    if any(state.reserve):
        found.append(_breach("appropriate.all-placed", left=sum(state.reserve)))
    if not rules.with_twins(stage.cast[1 - seat]) >> action.spell & 1:
        found.append(_breach("appropriate.owner-cast-first", turn=SEATS[1 - seat]))
    twin = rules.with_twins(1 << action.spell) & rules.of_book[seat]
    if not found and twin:
        found.append(_breach("cast.from-grimoire", name=rules.spells[action.spell].name))
    if found:
        yield _breach("appropriate.conditions", name=rules.spells[action.spell].name)
    yield from found


def _effect(rules: SpellbookRules, state: State, action: Action, name: str) -> Iterator[Breach]:
    found = flow.outcomes(rules, state, action.spell)
    if not found.boards:
        yield _breach(_WHY[found.why], name=name)
        return
    if not action.board:
        return
    seat = state.seat
    allowed = [rules.sides.seen(after, seat) for after in found.boards]
    if action.board in allowed:
        return
    nearest = min(allowed, key=lambda after: sum(a != b for a, b in zip(after, action.board, strict=True)))
    wrong = [point for point in range(POINTS) if nearest[point] != action.board[point]]
    yield _breach("cast.exact-effect", name=name, places=_places(wrong))
    if action.board in _with_the_others_numbers(rules, state, action.spell).boards:
        yield _breach("board.subjective-numbering", seat=SEATS[seat])
    if any(action.board.count(gem) > state.board.count(gem) for gem in range(1, 9)):
        yield _breach("cast.creates-nothing", name=name)


def _with_the_others_numbers(rules: SpellbookRules, state: State, spell: int) -> Cast:
    """What the spell would do if its points were read from the other seat; boards are absolute."""
    seat = state.seat
    # turned round, and the owners put right again
    view = rules.sides.seen(state.board, 1 - seat).translate(_SWAP)
    found = rules.meaning(spell, state.stage.settled).cast(view)
    back = (rules.sides.seen(after.translate(_SWAP), 1 - seat) for after in found.boards)
    return found._replace(boards=tuple(back))


_SWAP = bytes([0, 5, 6, 7, 8, 1, 2, 3, 4]) + bytes(range(9, 256))


_IN_TURN = {"place": _place, "move": _move, "open": _open, "pass": _pass, "cast": _cast}


# -- rulings --------------------------------------------------------------------------------------------


def _ruled(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    """What the people at the table rule, and when it is too late for it."""
    stage = state.stage
    if action.kind == "inhibit":
        yield from _inhibiting(rules, state, action)
        return
    if stage.phase in (Phase.OVER, Phase.NEXT):
        yield _breach("win.play-stops")
        return
    if action.kind == "settle":
        yield from _settling(rules, state, action)
    elif action.kind == "forfeit":
        yield from _forfeiting(rules, state, action)


def used(rules: SpellbookRules, state: State, spell: int) -> bool:
    """Whether a spell was used so that its clarity can no longer be questioned."""
    stage = state.stage
    bits = stage.cast[0] | stage.cast[1]
    contested = stage.contested
    if contested is not None and rules.setup["precedent"] == "completed":
        # the cast just made does not count yet, if it is the first
        seat = 1 - state.seat
        bits = stage.cast[1 - seat] | stage.cast[seat] & ~(1 << contested.spell)
    return bool(rules.with_twins(bits | stage.used) >> spell & 1)


def _inhibiting(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    stage, spell = state.stage, action.spell
    if spell < 0:
        yield _breach("cast.from-grimoire", name=action.words)
        return
    name = rules.spells[spell].name
    just_cast = stage.contested is not None and bool(rules.with_twins(1 << stage.contested.spell) >> spell & 1)
    if stage.phase in (Phase.OVER, Phase.NEXT) and not just_cast:
        yield _breach("win.play-stops")
        return
    if rules.with_twins(stage.inhibited) >> spell & 1:
        yield _breach("cast.not-inhibited", name=name)
    if rules.setup["doubters"] == "masters" and action.seat < 0:
        yield _breach("ambiguity.any-doubt", name=name)
    if used(rules, state, spell) and not rules.house.contestable:
        yield _breach("ambiguity.precedent", name=name)


def _settling(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    """An owner lays down a meaning only once the spell was used, and only one that a spell may have."""
    if action.spell < 0:
        yield _breach("cast.from-grimoire", name=action.words)
        return
    stage, name = state.stage, rules.spells[action.spell].name
    if not rules.with_twins(stage.cast[0] | stage.cast[1] | stage.used) >> action.spell & 1:
        yield _breach("ambiguity.owner-settles", name=name)
    try:
        Meaning(read_statements(action.words, rules.language_of(action.spell)), rules.law)
    except RunewatchError:
        yield _breach("design.clear", name=name)


def _forfeiting(rules: SpellbookRules, state: State, action: Action) -> Iterator[Breach]:
    """Who forfeits over a spell depends on whether it is under way; other forfeits need the table's agreement."""
    why, contested = action.words, state.stage.contested
    if why == "ambiguity" and contested is not None:
        author = 0 if rules.of_book[0] >> contested.spell & 1 else 1
        loser = 1 - state.seat if rules.setup["dispute-loser"] == "user" else author
        if action.seat != loser:
            yield _breach("ambiguity.refusal-loses", seat=SEATS[loser])
    elif why == "illegal-spell" and contested is None:
        yield _breach("win.affair-illegal-spell")
    elif why == "irregular":
        if not rules.setup["irregular-forfeits"]:
            yield _breach("win.affair-illegal-spell")
    elif why == "slip" and not rules.setup["slips-forfeit"]:
        yield _breach("win.slip")
