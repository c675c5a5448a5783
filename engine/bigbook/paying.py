"""Which cards best pay for something: no card could be withdrawn, and as little as can be is lost."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS
from engine.bigbook.costs import ANY, Cost, Pay, met, surplus
from engine.bigbook.hands import can_show, may_hold
from engine.bigbook.state import OWN_HAND, Player, State

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

MOST = 300
"""So many ways are weighed against each other."""


def cheapest(rules: BigbookRules, state: State, seat: int, cost: Cost, kind: str) -> list[Pay]:
    """Ways to pay from which no card could be withdrawn: with the least lost, then the fewest unknown cards."""
    if not cost:
        return []
    if cost[0][0] == ANY:
        found = [pay for letter in ELEMENTS for pay in cheapest(rules, state, seat, ((letter, cost[0][1]),), kind)]
    else:
        cards = _payable(state, seat)
        parts = [_parts(rules, cards, one, kind) for one in cost]
        found = [tuple(sorted(one for part in whole for one in part)) for whole in islice(product(*parts), MOST)]
    player = state.players[seat]
    possible = [pay for pay in found if can_show(player, (card for owner, card in pay if owner == OWN_HAND))]
    return sorted(possible, key=lambda pay: (surplus(rules, cost, pay, kind), _unknown(player, pay), len(pay)))


def _unknown(player: Player, pay: Pay) -> int:
    """How many of the cards nobody has seen in the hand."""
    mine = Counter(card for owner, card in pay if owner == OWN_HAND)
    return (mine - Counter(player.hand)).total()


def _payable(state: State, seat: int) -> Pay:
    """Every card that may pay, and where it is: in one's own hand, or in anybody's support."""
    mine = ((OWN_HAND, card) for card in may_hold(state.players[seat]))
    lent = ((owner, card) for owner, player in enumerate(state.players) for card in player.support)
    return (*mine, *lent)


def _parts(rules: BigbookRules, payable: Pay, asked: tuple[str, int], kind: str) -> list[Pay]:
    """What may pay for one element, with nothing to spare."""
    cost = (asked,)
    cards = [one for one in payable if one[1][0] == asked[0]]
    found: dict[Pay, None] = {}

    def choose(at: int, pay: Pay) -> None:
        if met(rules, cost, pay, kind):
            if all(not met(rules, cost, (*pay[:i], *pay[i + 1 :]), kind) for i in range(len(pay))):
                found[pay] = None
            return
        for i in range(at, len(cards)):
            if i == at or cards[i] != cards[i - 1]:
                choose(i + 1, (*pay, cards[i]))

    choose(0, ())
    return sorted(found, key=lambda pay: (surplus(rules, cost, pay, kind), len(pay)))
