"""Why an action is refused: every rule it breaks, the plainest first.

Written apart from the listing of legal actions on purpose: the tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    ABSORPTION,
    BOND,
    COLOURS,
    NATURE,
    SPIRIT,
    card_of,
    colour_of,
    effect_of,
    element_of,
    face_of,
    is_scroll,
    is_token,
    seal_of,
)
from engine.archimage.flow import in_box, rollers, wanted
from engine.archimage.judging import casting
from engine.archimage.judging.faults import (
    Found,
    broken,
    called,
    is_seal,
    name,
    out_of_reach,
    told,
    under_protection,
)
from engine.archimage.judging.faults import unpaid as _unpaid
from engine.archimage.spells.breaking import paying
from engine.archimage.spells.conflict import stealable
from engine.archimage.state import Phase, State
from engine.archimage.ways import targets
from engine.contract import TABLE, Seat
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

WHEN = {
    "lay": (Phase.DEAL,),
    "first": (Phase.FIRST,),
    "stand": (Phase.STAND,),
    "pick": (Phase.PICK,),
    "roll": (Phase.ROLL, Phase.REROLL),
    "break": (Phase.TURN,),
    "return": (Phase.TURN,),
    "cast": (Phase.TURN,),
    "give": (Phase.GIVE,),
}
BY_TABLE = ("lay", "first", "roll")
UNTIMELY = {
    "lay": "setup.seals",
    "first": "setup.first-player",
    "stand": "move.only-by-break",
    "pick": "round.finish-pick",
    "roll": "round.no-reroll",
    "give": "spell.theft.effect",
}
"""What is said of an action that belongs to another phase."""


def breaches(rules: ArchimageRules, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
    """Every rule the action breaks; empty exactly if it is legal."""
    found = list(_out_of_place(rules, state, action, by))
    if not found:
        found = list(_JUDGES[action.kind](rules, state, action))
    return tuple(dict.fromkeys(found))


def actor(state: State, action: Action) -> Seat:
    """Whose act it is."""
    return TABLE if action.kind in BY_TABLE else whose(state)


def whose(state: State) -> Seat:
    """Whom the match waits for."""
    if state.phase in (Phase.DEAL, Phase.FIRST, Phase.ROLL, Phase.REROLL):
        return TABLE
    if state.phase is Phase.PICK and state.picking:
        return state.picking[0]
    return state.owing.victim if state.phase is Phase.GIVE else state.seat


# -- out of place ---------------------------------------------------------------------------------------


def _out_of_place(rules: ArchimageRules, state: State, action: Action, by: Seat) -> Found:
    """The action belongs to another phase, or to somebody else."""
    if state.phase not in WHEN[action.kind]:
        yield from _untimely(rules, state, action)
        return
    turn = actor(state, action)
    if turn in (TABLE, by):
        return
    facts = {"turn": rules.seats[turn]}
    if action.kind == "pick":
        yield broken("reserve.pick-three", **facts)
    elif action.kind == "give":
        yield broken("spell.theft.effect", who=rules.seats[turn])
    elif action.kind == "stand":
        yield broken("setup.start-spot", **facts)
    else:
        yield from _out_of_turn(rules, state, action, by)


def _untimely(rules: ArchimageRules, state: State, action: Action) -> Found:
    if action.kind not in ("break", "return", "cast"):
        if action.kind == "stand" and state.phase < Phase.STAND:
            yield broken("setup.start-spot")
        elif action.kind == "pick" and state.round == 0:
            yield broken("reserve.pick-three")
        else:
            yield broken(UNTIMELY[action.kind])
        return
    phase = state.phase
    if phase is Phase.PICK and state.round and state.is_active(state.seat):
        # somebody lost the last die to a spell and takes new ones before the caster goes on
        yield Breach("archimage.spell.theft.last-die", {"who": rules.seats[state.picking[0]]}, duty=True)
    elif phase is Phase.PICK and state.round:
        yield Breach("archimage.round.finish-pick", {"who": rules.seats[state.picking[0]]}, duty=True)
        yield broken("round.finish-when")
    elif phase is Phase.PICK:
        yield Breach("archimage.reserve.pick-three", {"turn": rules.seats[state.picking[0]]}, duty=True)
    elif phase is Phase.ROLL:
        yield Breach("archimage.round.roll", {}, duty=True)
    elif phase in (Phase.REROLL, Phase.GIVE):
        yield broken("spell.one-at-a-time")
    elif phase is Phase.OVER:
        yield broken("end.level6-left")
    else:
        yield broken("setup.first-player")


def _out_of_turn(rules: ArchimageRules, state: State, action: Action, by: Seat) -> Found:
    last = state.last
    who = {"turn": rules.seats[state.seat]}
    if 0 <= by < state.players and last.seat == by:
        # whoever has just played goes on as if the turn had not ended
        if action.kind == "break":
            yield broken("turn.one-seal")
        elif action.kind == "cast":
            if last.how == "bond":
                yield broken("bond.ends-turn")
            elif last.how == "terminal":
                yield broken("spell.terminal")
            if action.card == last.card and last.card >= 0:
                yield broken("break.scroll-next-turn", **called(action.card))
            yield broken("turn.spells-first")
    if 0 <= by < state.players and not state.is_active(by):
        yield broken("turn.skip-finished", who=rules.seats[by])
    yield broken("turn.order", **who)


# -- setting up and dice --------------------------------------------------------------------------------


def _lay(rules: ArchimageRules, state: State, action: Action) -> Found:
    space = rules.board.spaces[action.place]
    power = seal_of(action.cell)[1]
    facts: dict[str, Fact] = {"place": space.name, "power": space.power}
    if space.kind in ("hub", "start"):
        yield broken("board.chamber", place=space.name)
        return
    if is_token(action.cell):
        if space.kind == "scroll":
            yield broken("setup.no-token-on-rectangle", place=space.name)
        elif power != space.power:
            yield broken("setup.seals", **facts)
            yield broken("board.spaces", **facts)
    else:
        card = card_of(action.cell)
        if not rules.cards[card]:
            yield broken("setup.two-circles", **called(card))
        if space.kind == "circle" or power != space.power:
            yield broken("setup.scroll-deal", **facts)
    if state.board[action.place]:
        yield broken("setup.seals" if is_token(action.cell) else "setup.scroll-deal", place=space.name)
    if in_box(rules, state)[action.cell] <= 0:
        if is_token(action.cell):
            yield broken("comp.seals")
        elif rules.cards[card_of(action.cell)]:
            yield broken("comp.scrolls", **called(card_of(action.cell)))


def _first(rules: ArchimageRules, state: State, action: Action) -> Found:
    if not 0 <= action.seat < state.players:
        yield broken("setup.first-player")


def _stand(rules: ArchimageRules, state: State, action: Action) -> Found:
    starts = rules.board.starts
    facts = {"place": name(rules, action.place)}
    if action.place not in starts or action.place in state.mages:
        yield broken("setup.start-spot", **facts)
    elif rules.house.fixed_spots and action.place != starts[state.seat]:
        yield broken("setup.start-spot", option="fixed-spots", **facts)


def _pick(rules: ArchimageRules, state: State, action: Action) -> Found:
    seat = state.picking[0]
    counted = Counter(map(colour_of, action.dice))
    if len(action.dice) != wanted(state, seat):
        rule = "round.finish-pick" if state.round else "reserve.pick-three"
        yield broken(rule, count=wanted(state, seat))
    for colour in NATURE:
        if counted[colour] > state.reserve(colour):
            yield broken("reserve.dice-count", colour=COLOURS[colour], count=state.players + 1)
    if any(face_of(one) for one in action.dice):
        yield broken("round.unrolled-dice")


def _roll(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "round.roll" if state.phase is Phase.ROLL else "spell.one-at-a-time"
    if action.seat not in rollers(state):
        yield broken("round.no-reroll")
        return
    waiting = [colour_of(one) for one in state.hands[action.seat] if not face_of(one)]
    if sorted(map(colour_of, action.dice)) != sorted(waiting) or not all(map(face_of, action.dice)):
        yield broken(rule, who=rules.seats[action.seat])


def _give(rules: ArchimageRules, state: State, action: Action) -> Found:
    owing = state.owing
    card = owing.lent if owing.lent >= 0 else owing.card
    fits = stealable(rules, card, state.hands[owing.victim])
    if len(action.dice) != 1 or action.dice[0] not in fits:
        rule = "spell.theft.spirit" if element_of(card) == SPIRIT else "spell.theft.effect"
        option = {"option": "theft-by-power"} if rules.house.theft_by_power and element_of(card) != SPIRIT else {}
        yield broken(rule, who=rules.seats[owing.victim], **option)


# -- the turn -------------------------------------------------------------------------------------------


def _break(rules: ArchimageRules, state: State, action: Action) -> Found:
    if not is_seal(state, action.place):
        yield broken("break.targets", place=name(rules, action.place))
        return
    yield from out_of_reach(rules, state, action.place)
    yield from under_protection(rules, state, action.place)
    yield from _unpaid(rules, state, state.board[action.place], action.dice)
    yield from stored_wrongly(rules, state, action)


def stored_wrongly(rules: ArchimageRules, state: State, action: Action) -> Found:
    """What is wrong with laying the broken token on a scroll."""
    if action.store < 0:
        return
    cell, card = state.board[action.place], action.store
    mine = next((one for one in state.owned[state.seat] if one.card == card), None)
    rule = "spell.absorption.trigger"
    if card == BOND or effect_of(card) != ABSORPTION or mine is None or is_scroll(cell):
        yield broken(rule)
    elif element_of(card) not in (SPIRIT, seal_of(cell)[0]):
        yield broken(rule, **called(card))
    elif rules.house.store_face_up and not mine.is_up:
        yield broken(rule, option="store-face-up", **called(card))


def _return(rules: ArchimageRules, state: State, action: Action) -> Found:
    """The dice go back only if nothing can be broken."""
    hand, reached = state.hands[state.seat], targets(rules, state, state.seat)
    missed = tuple(
        rules.board.name_of(place)
        for place, cell in enumerate(state.board)
        if reached >> place & 1 and paying(rules, hand, cell)
    )
    if missed:
        yield Breach("archimage.turn.must-break", {"places": missed, "dice": told(hand)}, duty=True)
        yield broken("turn.no-voluntary-stop")
        violet = [
            seal_of(cell)[0] for place, cell in enumerate(state.board) if rules.board.name_of(place) in missed
        ]
        if set(violet) == {SPIRIT}:
            yield broken("colour.spirit-no-dice")


def _cast(rules: ArchimageRules, state: State, action: Action) -> Found:
    yield from casting.breaches(rules, state, action)
    if action.breaks and is_seal(state, action.place):
        yield from stored_wrongly(rules, state, action)


_JUDGES = {
    "lay": _lay,
    "first": _first,
    "stand": _stand,
    "pick": _pick,
    "roll": _roll,
    "break": _break,
    "return": _return,
    "cast": _cast,
    "give": _give,
}
