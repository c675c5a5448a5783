"""How a match goes: what may be done in each phase, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.contract import ARBITER, TABLE, Request, Result
from engine.spellbook.agrica import EMPTY, NORTH, SEATS, SOUTH, count_of, has_gems
from engine.spellbook.language.meaning import Cast, standing
from engine.spellbook.state import (
    NEXT,
    OPEN,
    OWN,
    PASS,
    STEPS,
    Action,
    Contested,
    Phase,
    Stage,
    State,
    placements,
)

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

TO_OPEN = 6
ALL_READY = 3
ANNIHILATION = "spellbook.win.annihilation"
HOLD = "spellbook.win.hold"
AMBIGUOUS = "spellbook.win.affair-ambiguous"
ILLEGAL_SPELL = "spellbook.win.affair-illegal-spell"
AGREED = "spellbook.win.agreed"
DRAWN = "spellbook.win.round-limit"
SLIP = "spellbook.win.slip"
REASONS = {"ambiguity": AMBIGUOUS, "illegal-spell": ILLEGAL_SPELL, "irregular": ILLEGAL_SPELL, "slip": SLIP}
"""Why somebody forfeits, as it is written, and the rule that says so."""


def start(rules: SpellbookRules) -> State:
    return State()


# -- what may be done -----------------------------------------------------------------------------------


def legal(rules: SpellbookRules, state: State) -> Iterator[Action]:
    phase = state.stage.phase
    if phase is Phase.TURN:
        return _legal_turn(rules, state)
    if phase is Phase.STUDY:
        return (Action("ready", seat=seat) for seat in (SOUTH, NORTH) if not state.stage.ready >> seat & 1)
    if phase is Phase.TOSS:
        return (Action("toss", seat=seat) for seat in (SOUTH, NORTH))
    return iter((NEXT,) if phase is Phase.NEXT else ())


def _legal_turn(rules: SpellbookRules, state: State) -> Iterator[Action]:
    seat, board = state.seat, state.board
    own = OWN[seat]
    free = 0
    steps: list[Action] = []
    for point, gem in enumerate(board):
        if not gem:
            free |= 1 << point
        elif own[gem]:
            steps += [step for target, step in STEPS[point] if not own[board[target]]]
    any_placed = False
    for kind, left in enumerate(state.reserve_of(seat)):
        if left:
            any_placed = True
            yield from placements(free, 4 * seat + kind + 1, left)
    yield from steps
    if may_open(state, seat):
        yield OPEN
    if state.stage.open >> seat & 1:
        yield from _legal_casts(rules, state, seat)
    if rules.house.passing or not (any_placed or steps):
        yield PASS


def may_open(state: State, seat: int) -> bool:
    return not state.stage.open >> seat & 1 and count_of(state.board, seat) >= TO_OPEN


def _legal_casts(rules: SpellbookRules, state: State, seat: int) -> Iterator[Action]:
    castable = castable_by(rules, state, seat)
    if not castable:
        return
    view = rules.sides.seen(state.board, seat)
    at = standing(view)
    settled, seen, empty_casts = state.stage.settled, rules.sides.seen, rules.house.empty_casts
    while castable:
        bit = castable & -castable
        castable ^= bit
        spell = bit.bit_length() - 1
        for after in rules.meaning(spell, settled).cast(view, at).boards:
            if empty_casts or after != view:
                yield Action("cast", spell=spell, board=seen(after, seat))


def castable_by(rules: SpellbookRules, state: State, seat: int) -> int:
    """The spells a master may cast as far as books, earlier casts and rulings go, as bits."""
    stage = state.stage
    open_ = rules.of_book[seat]
    if stage.open == ALL_READY and not any(state.reserve):
        # of the other book what its owner has cast; a spell that is in both is cast from one's own
        open_ |= rules.of_book[1 - seat] & rules.with_twins(stage.cast[1 - seat]) & ~rules.with_twins(open_)
    return open_ & ~rules.with_twins(stage.cast[seat]) & ~rules.with_twins(stage.inhibited) & ~rules.illegal


def outcomes(rules: SpellbookRules, state: State, spell: int) -> Cast:
    """What a spell does now for the master in turn; boards are the master's own."""
    view = rules.sides.seen(state.board, state.seat)
    found = rules.meaning(spell, state.stage.settled).cast(view)
    if not rules.house.empty_casts and view in found.boards:
        boards = tuple(board for board in found.boards if board != view)
        return found._replace(boards=boards, why="" if boards else "empty")
    return found


# -- what comes of it -----------------------------------------------------------------------------------


def play(rules: SpellbookRules, state: State, action: Action) -> State:
    return _PLAYS[action.kind](rules, state, action)


def _place(rules: SpellbookRules, state: State, action: Action) -> State:
    board = bytearray(state.board)
    for point in action.points:
        board[point] = action.gem
    reserve = bytearray(state.reserve)
    reserve[action.gem - 1] -= len(action.points)
    return _turned(rules, state, bytes(board), bytes(reserve))


def _move(rules: SpellbookRules, state: State, action: Action) -> State:
    source, target = action.points
    board = bytearray(state.board)
    taken = board[target]
    board[target] = board[source]
    board[source] = 0
    if not taken:
        return _turned(rules, state, bytes(board), state.reserve)
    return _ended(rules, _taken(rules, state, bytes(board), state.stage), state.seat)


def _open(rules: SpellbookRules, state: State, action: Action) -> State:
    stage = state.stage._replace(open=state.stage.open | 1 << state.seat, contested=None)
    return _limited(rules, State(state.board, state.turns + 1, state.reserve, stage))


def _pass(rules: SpellbookRules, state: State, action: Action) -> State:
    stage = state.stage._replace(contested=None)
    return _ended(rules, State(state.board, state.turns + 1, state.reserve, stage), state.seat)


def _cast(rules: SpellbookRules, state: State, action: Action) -> State:
    stage, seat, bit = state.stage, state.seat, 1 << action.spell
    cast = list(stage.cast)
    cast[seat] |= bit
    contested = Contested(action.spell, state.board, stage.open)
    # spelt out, because it is done for every cast that a search looks at
    stage = Stage(
        stage.phase, stage.ready, stage.first, stage.game, stage.wins, stage.open, (cast[0], cast[1]),
        stage.inhibited, stage.settled, stage.used, contested, stage.lost, stage.ended,
    )  # fmt: skip
    return _ended(rules, _taken(rules, state, action.board, stage), seat)


def _turned(rules: SpellbookRules, state: State, board: bytes, reserve: bytes) -> State:
    """The next turn, where nothing was taken."""
    stage = state.stage if state.stage.contested is None else state.stage._replace(contested=None)
    return _limited(rules, State(board, state.turns + 1, reserve, stage))


def _taken(rules: SpellbookRules, state: State, board: bytes, stage: Stage) -> State:
    """The next turn after an action that may have taken gems."""
    house, reserve = rules.house, state.reserve
    if stage is state.stage and stage.contested is not None:
        stage = stage._replace(contested=None)
    if house.taken_return:
        left = bytearray(reserve)
        for gem in range(1, 9):
            left[gem - 1] += state.board.count(gem) - board.count(gem)
        reserve = bytes(left)
    if not house.own_takings_count:
        lost = list(stage.lost)
        lost[state.seat] += count_of(state.board, state.seat) - count_of(board, state.seat)
        stage = stage._replace(lost=(lost[0], lost[1]))
    if house.book_closes and stage.open:
        closed = sum(1 << seat for seat in (SOUTH, NORTH) if count_of(board, seat) < TO_OPEN)
        stage = stage._replace(open=stage.open & ~closed)
    return State(board, state.turns + 1, reserve, stage)


def _limited(rules: SpellbookRules, state: State) -> State:
    limit = 2 * rules.house.round_limit
    return _won(rules, state, ARBITER, DRAWN) if limit and state.turns >= limit else state


def _ended(rules: SpellbookRules, state: State, seat: int) -> State:
    """The state after a turn that may have ended the confrontation; ``seat`` has just acted."""
    board = state.board
    if has_gems(board, SOUTH) and has_gems(board, NORTH):
        return _limited(rules, state)
    for loser in (1 - seat, seat):
        if not has_gems(board, loser) and not any(state.reserve_of(loser)) and not state.stage.lost[loser]:
            return _won(rules, state, 1 - loser, ANNIHILATION)
    if not has_gems(board, seat):
        return _won(rules, state, 1 - seat, HOLD)
    return _limited(rules, state)


def _won(rules: SpellbookRules, state: State, winner: int, rule: str) -> State:
    """The end of a confrontation, and of the match if enough are won."""
    stage = state.stage
    wins = (stage.wins[0] + (winner == SOUTH), stage.wins[1] + (winner == NORTH))
    over = max(wins) >= rules.house.wins or (winner < 0 and rules.house.wins == 1)
    stage = stage._replace(phase=Phase.OVER if over else Phase.NEXT, wins=wins, ended=(winner, rule))
    return state._replace(stage=stage)


def _ready(rules: SpellbookRules, state: State, action: Action) -> State:
    ready = state.stage.ready | 1 << action.seat
    stage = state.stage._replace(ready=ready)
    if ready == ALL_READY:
        first = rules.first
        phase = Phase.TOSS if first is None else Phase.TURN
        stage = stage._replace(phase=phase, first=first or 0)
    return state._replace(stage=stage)


def _toss(rules: SpellbookRules, state: State, action: Action) -> State:
    return state._replace(stage=state.stage._replace(phase=Phase.TURN, first=action.seat))


def _next(rules: SpellbookRules, state: State, action: Action) -> State:
    """The table is cleared; the other master begins."""
    old = state.stage
    stays = rules.setup["inhibition-lasts"] == "series"
    stage = Stage(
        Phase.TURN,
        ALL_READY,
        1 - old.first,
        old.game + 1,
        old.wins,
        inhibited=old.inhibited if stays else 0,
        settled=old.settled if stays else (),
        used=old.used | old.cast[0] | old.cast[1] if stays else 0,
    )
    return State(EMPTY, stage=stage)


def _inhibit(rules: SpellbookRules, state: State, action: Action) -> State:
    """A spell is given up; if it was just cast, the cast is taken back and its master acts again."""
    bit = 1 << action.spell
    contested = state.stage.contested
    if contested is not None and rules.with_twins(1 << contested.spell) & bit:
        state = _before_cast(rules, state, contested)
    return state._replace(stage=state.stage._replace(inhibited=state.stage.inhibited | bit))


def _before_cast(rules: SpellbookRules, state: State, contested: Contested) -> State:
    """The state before the cast just made."""
    stage, now, before, seat = state.stage, state.board, contested.before, 1 - state.seat
    cast = list(stage.cast)
    cast[seat] &= ~(1 << contested.spell)
    wins = list(stage.wins)
    if stage.ended is not None and stage.ended[0] >= 0:
        wins[stage.ended[0]] -= 1
    lost, left = list(stage.lost), bytearray(state.reserve)
    if not rules.house.own_takings_count:
        lost[seat] -= count_of(before, seat) - count_of(now, seat)
    if rules.house.taken_return:
        for gem in range(1, 9):
            left[gem - 1] -= before.count(gem) - now.count(gem)
    stage = stage._replace(
        phase=Phase.TURN,
        wins=(wins[0], wins[1]),
        open=contested.open,
        cast=(cast[0], cast[1]),
        contested=None,
        lost=(lost[0], lost[1]),
        ended=None,
    )
    return State(before, state.turns - 1, bytes(left), stage)


def _settle(rules: SpellbookRules, state: State, action: Action) -> State:
    settled = {**dict(state.stage.settled), action.spell: action.words}
    return state._replace(stage=state.stage._replace(settled=tuple(sorted(settled.items()))))


def _forfeit(rules: SpellbookRules, state: State, action: Action) -> State:
    return _won(rules, _final(state), 1 - action.seat, REASONS[action.words])


def _agree(rules: SpellbookRules, state: State, action: Action) -> State:
    return _won(rules, _final(state), action.seat, AGREED)


def _final(state: State) -> State:
    """The state once nobody may object to the last cast any more."""
    return state._replace(stage=state.stage._replace(contested=None))


_PLAYS = {
    "ready": _ready,
    "toss": _toss,
    "place": _place,
    "move": _move,
    "open": _open,
    "cast": _cast,
    "pass": _pass,
    "next": _next,
    "inhibit": _inhibit,
    "settle": _settle,
    "forfeit": _forfeit,
    "agree": _agree,
}
"""What each kind of action brings about."""


# -- who is waited for ----------------------------------------------------------------------------------


def requests(state: State) -> tuple[Request, ...]:
    stage = state.stage
    if stage.phase is Phase.STUDY:
        return tuple(Request(seat, "ready", timed=False) for seat in (SOUTH, NORTH) if not stage.ready >> seat & 1)
    if stage.phase is Phase.TOSS:
        return (Request(TABLE, "toss"),)
    if stage.phase is Phase.NEXT:
        return (Request(ARBITER, "next", {"turn": SEATS[1 - stage.first]}),)
    return (Request(state.seat, "turn"),) if stage.phase is Phase.TURN else ()


def result(state: State) -> Result | None:
    if state.stage.phase is not Phase.OVER or state.stage.ended is None:
        return None
    winner, rule = state.stage.ended
    return Result((winner,) if winner >= 0 else (), rule, {} if winner < 0 else {"turn": SEATS[1 - winner]})
