"""Why an action is refused: every rule it breaks, the plainest first.

Written apart from the listing of legal actions on purpose: the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.contract import TABLE, Seat
from engine.spell import flow
from engine.spell.actions import Action
from engine.spell.arena import mages
from engine.spell.judging import claiming, in_turn, off_turn
from engine.spell.judging.in_turn import Found, broken
from engine.spell.state import SEATS, Phase, State
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

SPELLS = ("summon", "levitate", "push")
OWN_TURN = {"claim": "spell.rune.own-turn"} | dict.fromkeys(SPELLS, "spell.cast.own-turn")


def breaches(rules: SpellRules, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
    """Every rule the action breaks; empty exactly if it is legal."""
    found = list(_out_of_turn(rules, state, action, by))
    if found:
        # what an action of the other player would break in their own turn is not the question
        return tuple(found)
    phase = state.stage.phase
    if action.kind in _AT_HOME[phase]:
        found += _CHECKS[phase, action.kind](rules, state, action)
    elif phase is Phase.OVER:
        found.append(Breach(flow.why_ended(rules, state)))
    elif phase.name.startswith("RIVAL"):
        found.append(broken(_rivals(phase, action.kind)))
    else:
        found.append(broken(_misplaced(rules, state, action.kind)))
    return tuple(breach for i, breach in enumerate(found) if breach not in found[:i])


def _rivals(phase: Phase, kind: str) -> str:
    """The rule that an action breaks which the scripted rival does not take now."""
    if phase is not Phase.RIVAL_MAGE and kind in ("move", "flip", "wait"):
        return "turn.mage-once"
    return _RIVALS_OTHERWISE.get(kind, _RIVALS_RULE[phase])


def _misplaced(rules: SpellRules, state: State, kind: str) -> str:
    """The rule that an action of another phase breaks."""
    phase = state.stage.phase
    if phase is Phase.REVEAL:
        return "turn.end.refill"
    if phase is Phase.MAGES and kind not in _MISPLACED:
        second_due = mages(state.arena, state.stage.pending[0])
        return "amulet.doppel.second-start" if second_due else "tournament.mages-last"
    if phase is Phase.BUILD and kind == "mage":
        return "tournament.mages-last" if rules.house.tournament else "setup.core-mages"
    if phase in _BEFORE_TURNS and (kind not in _MISPLACED or (phase, kind) == (Phase.CORE, "lay")):
        return _BEFORE_TURNS[phase]
    if not rules.house.is_solo and kind in _NO_RIVAL:
        return _NO_RIVAL[kind]
    return _MISPLACED[kind]


def _out_of_turn(rules: SpellRules, state: State, action: Action, by: Seat) -> Found:
    actor = rules.actor(state, action)
    phase = state.stage.phase
    nobodys = by < 0 and action.kind not in _AT_HOME[phase]
    if nobodys or actor in (TABLE, by) or phase.name.startswith("RIVAL"):
        return
    seats = {"seat": SEATS[by] if 0 <= by < len(SEATS) else "", "turn": SEATS[actor] if actor >= 0 else ""}
    if action.kind in OWN_TURN:
        yield Breach(OWN_TURN[action.kind], seats)
    yield broken("setup.order" if action.kind == "lay" else "turn.own-only", **seats)


def _legal_here(rules: SpellRules, state: State, action: Action) -> Found:
    return iter(())


Check = Callable[["SpellRules", State, Action], Found]

_CHECKS: dict[tuple[Phase, str], Check] = {
    (Phase.GEM, "gem"): _legal_here,
    (Phase.AMULETS, "amulet"): off_turn.amulet,
    (Phase.REVEAL, "reveal"): off_turn.reveal,
    (Phase.CORE, "core"): _legal_here,
    (Phase.BUILD, "lay"): off_turn.lay,
    (Phase.MAGES, "mage"): off_turn.place_mage,
    (Phase.TURN, "move"): in_turn.move,
    (Phase.TURN, "flip"): in_turn.flip,
    (Phase.TURN, "shift"): in_turn.shift,
    (Phase.TURN, "summon"): in_turn.summon,
    (Phase.TURN, "levitate"): in_turn.levitate,
    (Phase.TURN, "push"): in_turn.push,
    (Phase.TURN, "special"): in_turn.special,
    (Phase.TURN, "claim"): claiming.breaches,
    (Phase.TURN, "end"): _legal_here,
    (Phase.RIVAL_MAGE, "flip"): off_turn.rival_mage,
    (Phase.RIVAL_MAGE, "move"): off_turn.rival_mage,
    (Phase.RIVAL_MAGE, "wait"): off_turn.rival_mage,
    (Phase.RIVAL_CARRY, "carry"): off_turn.carry,
    (Phase.RIVAL_GEM, "slide"): _legal_here,
    (Phase.RIVAL_TAKE, "take"): off_turn.take,
}
"""Which actions belong to which phase, and who checks them."""

_AT_HOME = {phase: {kind for at, kind in _CHECKS if at is phase} for phase in Phase}

_MISPLACED = {
    "gem": "setup.first-player",
    "amulet": "amulet.deal",
    "reveal": "rune.replace-at-end",
    "core": "setup.core",
    "lay": "setup.one-gap",
    "mage": "inv.mages",
    "carry": "shift.slide-mandatory",
    "slide": "shift.atomic",
    "take": "solo.rival-gains",
    "wait": "solo.mage-first",
}
"""What an action breaks that belongs to another phase."""
_NO_RIVAL = {"take": "rune.take-card", "wait": "turn.own-only"}
"""The same where no scripted rival plays."""

_BEFORE_TURNS = {
    Phase.GEM: "setup.first-player",
    Phase.AMULETS: "amulet.deal",
    Phase.CORE: "setup.core",
    Phase.BUILD: "setup.one-gap",
}
_RIVALS_RULE = {
    Phase.RIVAL_MAGE: "solo.mage-first",
    Phase.RIVAL_CARRY: "solo.shift-central",
    Phase.RIVAL_GEM: "solo.gem",
    Phase.RIVAL_TAKE: "solo.rival-gains",
}
_RIVALS_OTHERWISE = dict.fromkeys(SPELLS, "solo.no-spells") | {"slide": "solo.gem", "claim": "rune.own-turn"}
