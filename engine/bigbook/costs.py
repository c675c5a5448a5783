"""What things cost, and what cards pay for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS, LETTERS, MADNESS, MULTI, counted, value
from engine.bigbook.hands import can_show, in_hand
from engine.bigbook.state import HANDS, OWN_HAND, Action, Curse, State
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

Cost = tuple[tuple[str, int], ...]
"""How much of each element, by its letter. ``*`` stands for any one element."""
Pay = tuple[tuple[int, str], ...]
ANY = "*"
PAID = ("cast", "learn", "acquire", "destroy", "heal")
"""The five kinds of actions, each of which costs something."""


def cost_of(rules: BigbookRules, state: State, action: Action, seat: int) -> Cost:
    """What an action costs whose target there is."""
    if action.kind == "cast":
        return rules.box.spells[action.code].cost
    if action.kind == "learn":
        return learning_cost(rules, state, seat, rules.box.spells[action.code].element)
    if action.kind == "acquire":
        return ((action.code[0], value(action.code)),)
    if action.kind == "heal":
        return ((ANY, 2),)
    curse = state.slots[action.slot]
    return curse_cost(rules, curse) if curse else ()


def learning_cost(rules: BigbookRules, state: State, seat: int, element: str) -> Cost:
    """Two of the spell's element, whatever its value; some magicians learn a turn's first spell for less."""
    discount = rules.magician(state, seat).discount
    is_first = seat == state.seat and not state.learned
    return ((LETTERS[element], 2 - discount if is_first else 2),)


def curse_cost(rules: BigbookRules, curse: Curse) -> Cost:
    """Four of the curse's element, or one of each; and what its tokens add."""
    curse_type = rules.box.curses[curse.code].type
    asked = Counter(dict.fromkeys(ELEMENTS, 1)) if curse_type == MULTI else Counter({LETTERS[curse_type]: 4})
    one = rules.house.has("tokens=one")
    for token in curse.tokens:
        asked[token[0]] += 1 if one else value(token)
    return tuple(sorted(asked.items()))


def counts(rules: BigbookRules, card: str, kind: str) -> int:
    """What a card counts for an action of this kind."""
    costs = rules.house.costs
    by_number = costs == "cards" or (costs == "cards-to-acquire" and kind == "acquire")
    return 1 if by_number and card != MADNESS else value(card)


def totals(rules: BigbookRules, pay: Pay, kind: str) -> Counter[str]:
    """What is offered of each element."""
    found: Counter[str] = Counter()
    for _, card in pay:
        if card != MADNESS:
            found[card[0]] += counts(rules, card, kind)
    return found


def met(rules: BigbookRules, cost: Cost, pay: Pay, kind: str) -> bool:
    """Whether the cards cover the cost."""
    offered = totals(rules, pay, kind)
    if cost and cost[0][0] == ANY:
        return any(total >= cost[0][1] for total in offered.values())
    return all(offered[letter] >= amount for letter, amount in cost)


def surplus(rules: BigbookRules, cost: Cost, pay: Pay, kind: str) -> int:
    """How much more is offered than asked for."""
    return totals(rules, pay, kind).total() - sum(amount for _, amount in cost)


def spare(rules: BigbookRules, cost: Cost, pay: Pay, kind: str) -> str:
    """A card that could be withdrawn and the cost would still be met, or nothing."""
    for at, (_, card) in enumerate(pay):
        if met(rules, cost, (*pay[:at], *pay[at + 1 :]), kind):
            return card
    return ""


def times(rules: BigbookRules, cost: Cost, pay: Pay) -> int:
    """How often a spell's effect was paid for. Without a known cost: once."""
    if not cost:
        return 1
    if not rules.house.has("once-a-card"):
        offered = totals(rules, pay, "cast")
        return min(offered[letter] // amount for letter, amount in cost)
    return min(
        _groups(tuple(sorted(counts(rules, card, "cast") for _, card in pay if card[0] == letter)), amount)
        for letter, amount in cost
    )


def altogether(rules: BigbookRules, cost: Cost, pay: Pay, kind: str) -> Cost:
    """A cost as often as it is paid, which a spell's may be several times."""
    count = times(rules, cost, pay) if kind == "cast" else 1
    return tuple((letter, amount * count) for letter, amount in cost)


@cache
def _groups(values: tuple[int, ...], amount: int) -> int:
    """Into how many groups of at least this amount the values can be parted."""
    best = 0
    for bits in range(1, 1 << len(values)):
        if sum(one for i, one in enumerate(values) if bits >> i & 1) >= amount:
            rest = tuple(one for i, one in enumerate(values) if not bits >> i & 1)
            best = max(best, 1 + _groups(rest, amount))
            if best == sum(values) // amount:
                break
    return best


def letters(cost: Cost, pay: Pay) -> frozenset[str]:
    """The elements that pay for a cost; where any one will do, the one that is offered most."""
    if not cost:
        return frozenset(ELEMENTS)
    if cost[0][0] != ANY:
        return frozenset(letter for letter, _ in cost)
    offered = Counter({letter: sum(value(card) for _, card in pay if card[0] == letter) for letter in ELEMENTS})
    return frozenset(offered.most_common(1)[0][0])


def faults(rules: BigbookRules, state: State, seat: int, pay: Pay, cost: Cost) -> Iterator[Breach]:
    """What is wrong with the cards that are offered, apart from how much they are worth."""
    if any(card == MADNESS for _, card in pay):
        yield Breach("bigbook.cost.madness-pays-nothing")
    for owner in sorted({owner for owner, _ in pay if owner >= HANDS}):
        yield Breach("bigbook.cost.hands-not-shared", {"who": rules.seats[owner - HANDS]})
    mine = tuple(card for owner, card in pay if owner == OWN_HAND)
    if not can_show(state.players[seat], mine):
        yield Breach("bigbook.cost.pay", {"cards": counted(mine)})
    for owner in sorted({owner for owner, _ in pay if 0 <= owner < HANDS}):
        cards = [card for whose, card in pay if whose == owner]
        if Counter(cards) <= Counter(state.players[owner].support):
            continue
        if state.players[owner].out:
            yield Breach("bigbook.player.eliminated-madness", {"who": rules.seats[owner]})
        else:
            yield Breach("bigbook.cost.support", {"who": rules.seats[owner], "cards": counted(cards)})
    allowed = letters(cost, pay)
    if strange := [card for _, card in pay if card != MADNESS and card[0] not in allowed]:
        yield Breach(
            "bigbook.madness.heal-cost" if cost and cost[0][0] == ANY else "bigbook.cost.same-element",
            {"cards": counted(strange)},
        )


def payments(rules: BigbookRules, state: State, seat: int, cost: Cost, kind: str) -> Iterator[Pay]:
    """Every way to pay a cost that is legal; more than asked for may be paid."""
    if cost and cost[0][0] == ANY:
        for letter in ELEMENTS:
            yield from payments(rules, state, seat, ((letter, cost[0][1]),), kind)
        return
    asked = {letter for letter, _ in cost} or set(ELEMENTS)
    cards = [f"{letter}{number}" for letter in asked for number in (1, 2, 3)]
    lying = sorted(
        Counter(
            (owner, card)
            for owner, player in enumerate(state.players)
            for card in player.support
            if card[0] in asked
        ).items()
    )

    def from_support(at: int, chosen: Pay) -> Iterator[Pay]:
        if at == len(lying):
            yield chosen
            return
        one, count = lying[at]
        for number in range(count + 1):
            yield from from_support(at + 1, chosen + (one,) * number)

    most = state.players[seat].hand_size
    for mine in in_hand(state.players[seat], 0, most, cards):
        for lent in from_support(0, ()):
            pay = (*((OWN_HAND, card) for card in mine), *lent)
            if met(rules, cost, pay, kind):
                yield pay
