"""What lies beside the arena: the library, and markers and cards where the table shows them.

Nothing is said of what a layout does not show. A marker that has not been moved yet is a duty, not a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engine.spell.actions import Action, Kind
from engine.spell.arena import BLACK, VIOLET
from engine.spell.frame import places
from engine.spell.judging import judge
from engine.spell.layouts import plan
from engine.spell.layouts.inspect import broken, inspect, owed
from engine.spell.layouts.look import View
from engine.spell.layouts.readings import codes
from engine.spell.state import SEATS, UNUSED, Amulet, Phase, State, rival
from engine.spell.turn import claimable, shifts_a_turn
from engine.table import Layout
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]
_SEATS = (BLACK, VIOLET)
MOST_A_TURN = 10
_ON_DISPLAY = ("spell.setup.one-deck", "spell.setup.piles", "spell.setup.two-visible")


def breaches(
    rules: SpellRules, before: State, arrived: list[State], view: View, found: Layout
) -> tuple[Breach, ...]:
    """What is wrong beside the arena, by the reading of the arena that leaves least to complain about."""
    display = [breach for breach in inspect(rules, found) if breach.rule in _ON_DISPLAY]
    if display:
        return tuple(display)
    ways = [(_turned(before, after), _of_reading(rules, before, after, view, found)) for after in arrived]
    # that a turn has been ended is believed only if then nothing is wrong
    return min(ways, key=lambda way: (bool(way[1]), way[0], len(way[1])))[1]


def _turned(before: State, after: State) -> bool:
    """Whether the turn has passed."""
    return before.stage != after.stage


def _of_reading(rules: SpellRules, before: State, after: State, view: View, found: Layout) -> tuple[Breach, ...]:
    said: list[Breach] = []
    if view.library is not None:
        said, after = _library(rules, after, view.library)
        if said:
            return tuple(said)
    said += _scores(rules, before, after, view, found)
    said += _round(rules, before, after, found)
    said += _hands(rules, before, after, view, found)
    said += _action_cards(rules, before, after, found)
    return tuple(said)


# -- the library --------------------------------------------------------------------------------------------


def _library(rules: SpellRules, state: State, shown: tuple[str, ...]) -> tuple[list[Breach], State]:
    """Runes that went or came, one after the other: what is wrong, and the state they lead to."""
    known = {card.code: index for index, card in enumerate(rules.deck.cards)}
    was, now = Counter(codes(rules, state)), Counter(shown)
    gone = sorted(known[code] for code in was - now)
    came = sorted(known[code] for code in now - was)
    said: list[Breach] = []
    taking: Kind = "take" if state.stage.phase is Phase.RIVAL_TAKE else "claim"
    steps = [Action(taking, other=card) for card in gone] + [Action("reveal", other=card) for card in came]
    for action in steps:
        wrong = _card_moved(rules, state, action)
        if wrong:
            said += wrong
        else:
            state = rules.play(state, action)
    return said, state


def _card_moved(rules: SpellRules, state: State, action: Action) -> tuple[Breach, ...]:
    phase = state.stage.phase
    card = rules.deck.cards[action.other]
    if action.kind == "claim" and phase is not Phase.TURN:
        facts: dict[str, Fact] = {"rune": card.code, "level": card.level, "turn": SEATS[state.stage.seat]}
        return (Breach("spell.rune.own-turn", facts),)
    return judge.breaches(rules, state, action, rules.actor(state, action))


# -- markers ------------------------------------------------------------------------------------------------


def _number(found: Layout, place: str, prefix: str) -> int | None:
    """The number that the thing on a place tells; None if the place is not shown."""
    for thing in found.get(place, ()):
        if thing.name.startswith(prefix):
            return int(thing.name.removeprefix(prefix))
    return None


def _counted(seat: int, count: int, expected: int, place: str) -> dict[str, Fact]:
    return {"seat": SEATS[seat], "count": count, "expected": expected, "place": place}


def _scores(rules: SpellRules, before: State, after: State, view: View, found: Layout) -> Found:
    for seat in _SEATS:
        shown = _number(found, plan.score_place(seat), "at-")
        levels = _unseen(rules, after, view, seat)
        gains = (sum(some) for count in range(len(levels) + 1) for some in combinations(levels, count))
        if shown is None or shown in {after.points[seat] + gain for gain in gains}:
            continue
        facts = _counted(seat, shown, after.points[seat], plan.score_place(seat))
        late = shown == before.points[seat]
        yield owed("rune.score", **facts) if late else broken("rune.score", **facts)
        if shown - before.points[seat] > MOST_A_TURN:
            yield broken("rune.max-ten", **facts, most=MOST_A_TURN)


def _unseen(rules: SpellRules, state: State, view: View, seat: int) -> list[int]:
    """The levels that may have been claimed unseen, where no library is shown."""
    if view.library is not None or seat != state.stage.seat or state.stage.phase is not Phase.TURN:
        return []
    return sorted({rules.deck.cards[card].level for card in places(claimable(rules, state))})


def _round(rules: SpellRules, before: State, after: State, found: Layout) -> Found:
    shown = _number(found, plan.ROUND, "round-")
    right = after.stage.round
    if shown is not None and shown != right:
        opening = after.stage.seat == after.stage.first and shown == right - 1
        facts: dict[str, Fact] = {"count": shown, "expected": right, "place": plan.ROUND}
        yield owed("round.marker", **facts) if opening else broken("round.marker", **facts)


def _hands(rules: SpellRules, before: State, after: State, view: View, found: Layout) -> Found:
    """Cards before the players: a claimed one that did not arrive, one that changed sides, one not paid with."""
    for seat in _SEATS:
        shown = _number(found, plan.hand_place(seat), "held-")
        was, right = plan.held(before, seat), plan.held(after, seat)
        unseen = sum(level < 4 for level in _unseen(rules, after, view, seat))
        if shown is None or right <= shown <= right + unseen:
            continue
        facts = _counted(seat, shown, right, plan.hand_place(seat))
        other = _number(found, plan.hand_place(rival(seat)), "held-")
        lost = 0 if other is None else plan.held(after, rival(seat)) - other
        if shown > right and lost > 0:
            yield broken("rune.no-steal", **facts)
        elif shown < right > was:
            yield owed("rune.take-card", **facts) if shown == was else broken("rune.take-card", **facts)
        elif shown < right:
            if lost >= 0:
                yield broken("turn.end.kept", **facts)
        elif shown == was > right:
            yield owed("cast.own-card", **facts)
        elif not rules.house.first_edition:
            # in the first edition spent cards and runes of level 4 stay beside the others
            top = after.claimed >> 4 & 1 and shown == right + 1
            yield owed("rune.level4-gone", **facts) if top else broken("cast.single-use", **facts)


def _action_cards(rules: SpellRules, before: State, after: State, found: Layout) -> Found:
    """Cards still to be turned, and cards still turned at the start of a turn."""
    stage = after.stage
    for seat in _SEATS:
        for action in plan.ACTIONS:
            name = plan.card_place(seat, action)
            shown = found.get(name)
            if not shown:
                continue
            facts: dict[str, Fact] = {"seat": SEATS[seat], "action": action, "place": name}
            mine = stage.phase is Phase.TURN and seat == stage.seat
            used = mine and _is_used(after, action)
            if used and plan.AVAILABLE in shown:
                yield owed("turn.action-card", **facts)
            elif plan.USED in shown and not used and not (mine and _maybe_used(rules, after, action)):
                yield owed("turn.end.action-cards", **facts)


def _is_used(state: State, action: str) -> bool:
    return state.mage_used != UNUSED if action == "mage" else state.shifts <= 0


def _maybe_used(rules: SpellRules, state: State, action: str) -> bool:
    """Whether a turned card can be right although nothing shows it: in mid-turn, or after a shift in vain."""
    amulet = state.stage.amulets[state.stage.seat]
    if action == "shift" and amulet is Amulet.BILEVITAGRAMATON and state.shifts < shifts_a_turn(amulet):
        return True
    if not fresh(state):
        return False
    return action == "shift" and any(
        rules.play(state, done).arena == state.arena for done in rules.legal(state) if done.kind == "shift"
    )


def fresh(state: State) -> bool:
    """Whether nothing has been done yet in this turn, as far as a state tells."""
    shifts = shifts_a_turn(state.stage.amulets[state.stage.seat])
    return state.mage_used == UNUSED and state.shifts == shifts and not state.claimed and not state.special
