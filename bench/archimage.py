"""Whether matches of Archimage end, in how many rounds, and how fast the legal actions of a turn are listed."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.timing import percentile, table
from engine.archimage import GAME
from engine.archimage.actions import Action
from engine.archimage.elements import CIRCLES, GUARDIAN, NATURE, card_of, die, effect_of, element_of, is_scroll
from engine.archimage.flow import STALLED, wanted
from engine.archimage.spells import bond, breaking
from engine.archimage.state import AT_HOME, Phase, State
from engine.archimage.turn import castings
from tests.engine.archimage.playing import check_conserved, chosen, laid_out

MATCHES = int(os.environ.get("RUNEWATCH_MATCHES", "750"))
"""For each number of players under each circle; so each number, and each circle, has three thousand."""
LONGEST = 10_000
"""Actions after which a match counts as one that does not end."""
SETUPS = tuple((players, circle) for players in (2, 3, 4, 5) for circle in CIRCLES)
TIMED = 150
"""Every so many turns all legal actions are listed and timed."""


@dataclass
class Played:
    """What came of the matches of one setup."""

    rounds: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    cast: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    illegal: int = 0
    """Matches with a state that cannot be: dice, scrolls or tokens too many or lost, two mages on one space."""


def lively(rules: Any, state: State, chance: random.Random) -> Action:
    """Breaks a seal or casts a scroll, each scroll as likely as the break; lists no more than it needs."""
    if state.phase is Phase.PICK:
        pool = [die(colour, 0) for colour in NATURE for _ in range(state.reserve(colour))]
        return Action("pick", dice=tuple(sorted(chance.sample(pool, wanted(state, state.picking[0])))))
    if state.phase is not Phase.TURN:
        return chosen(rules, state, chance)
    seat = state.seat
    kinds: list[Any] = [None, *(["bond"] if state.bond_is_up(seat) else [])]
    kinds += dict.fromkeys(one.card for one in state.owned[seat] if one.is_up)
    chance.shuffle(kinds)
    for kind in kinds:
        found = list(_of_kind(rules, state, kind))
        if found:
            return chance.choice(found)
    return Action("return")


def _of_kind(rules: Any, state: State, kind: Any) -> Iterator[Action]:
    if kind is None:
        breaks = list(breaking.legal_breaks(rules, state))
        yield from breaks or (Action("return"),)
    elif kind == "bond":
        yield from bond.listed(rules, state)
    else:
        yield from castings(rules, state, kind)


def dealt(rules: Any, chance: random.Random) -> State:
    """A board laid out at random: all but its last space at once, which is quicker than one by one."""
    *others, last = laid_out(rules, chance)
    state: State = rules.start()
    board, guardians = list(state.board), list(state.guardians)
    for action in others:
        board[action.place] = action.cell
        if is_scroll(action.cell) and effect_of(card_of(action.cell)) == GUARDIAN:
            guardians[element_of(card_of(action.cell))] = AT_HOME
    after: State = rules.play(state._replace(board=tuple(board), guardians=tuple(guardians)), last)
    return after


def play(rules: Any, seed: str, played: Played) -> None:
    """One match from the empty board to its end."""
    chance = random.Random(seed)
    state = dealt(rules, chance)
    turns = 0
    is_whole = True
    for _ in range(LONGEST):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.TURN:
            turns += 1
            if turns % TIMED == 0:
                begin = time.thread_time()
                played.listed.append(len(list(rules.legal(state))))
                played.seconds.append(time.thread_time() - begin)
        action = lively(rules, state, chance)
        if action.kind == "cast":
            played.cast["cast"] += 1
        before, state = state, rules.play(state, action)
        is_whole = is_whole and _is_whole(rules, before, state)
    played.illegal += not is_whole
    played.ends[state.ended or "none"] += 1
    played.rounds.append(state.round)
    played.winners.append(max(rules.points(state)))


def _is_whole(rules: Any, before: State, after: State) -> bool:
    """Whether nothing was lost or made from one state to the next."""
    try:
        check_conserved(rules, before, after)
    except AssertionError:
        return False
    return True


def measured(setup: tuple[int, str], first: int = 0) -> Played:
    """All matches of one number of players under one circle."""
    players, circle = setup
    rules, played = GAME.open({"players": players, "circle": circle}), Played()
    for number in range(first, first + MATCHES):
        play(rules, f"{players} {circle} {number}", played)
    return played


def section() -> str:
    return told({setup: measured(setup) for setup in SETUPS})


def told(found: dict[tuple[int, str], Played]) -> str:
    seconds = [one for played in found.values() for one in played.seconds]
    ends = sum((played.ends for played in found.values()), Counter[str]())
    illegal = sum(played.illegal for played in found.values())
    most = max(count for played in found.values() for count in played.listed)
    head = [
        "players",
        "circles",
        "ended",
        "stalled",
        "rounds: median / 95 % / most",
        "winner's points",
        "spells a match",
    ]
    rows = [
        [
            players,
            f"0+{circle}",
            f"{MATCHES - played.ends['none']} of {MATCHES}",
            played.ends[STALLED],
            f"{statistics.median(played.rounds):.0f} / {percentile(played.rounds, 0.95)} / {max(played.rounds)}",
            f"{statistics.median(played.winners):.0f}",
            f"{played.cast['cast'] / MATCHES:.0f}",
            f"{1000 * percentile(played.seconds, 0.99):.1f}",
        ]
        for (players, circle), played in found.items()
    ]
    ended, total = ends.total() - ends["none"], ends.total()
    middle, late, worst = statistics.median(seconds), percentile(seconds, 0.99), max(seconds)
    text = (
        "## Archimage: matches end\n\n"
        f"`make bench ARGS=archimage`. {total:,} matches of random players on the stand-in boards, {MATCHES:,} "
        f"for each number of players under each circle, so {4 * MATCHES:,} for each number and for each "
        "circle; every scroll that can be cast is as likely as breaking a seal. "
        f"**{ended:,} ended**, **{illegal} with a state that cannot be** (every state was held against the counts "
        f"of the box), {ends[STALLED]} of them because nobody could reach a seal any more "
        "(`archimage.end.stall`, ambiguity A29). All legal actions of a turn, listed "
        f"{len(seconds):,} times: median {1000 * middle:.2f} ms, 99th percentile **{1000 * late:.1f} ms**, "
        f"worst {1000 * worst:.1f} ms of processor time; at most {most:,} actions.\n\n"
    )
    return text + table([*head, "listing, 99 %, ms"], rows)
