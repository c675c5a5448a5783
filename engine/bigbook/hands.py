"""Hands, draw piles and discards: what cards leave and enter, and what everybody knows afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.bigbook.cards import MADNESS, Cards, minus, plus
from engine.bigbook.state import Player


def can_show(player: Player, cards: Iterable[str]) -> bool:
    """Whether these cards may all be in the hand at the same time, as far as anybody knows."""
    rest = Counter(cards) - Counter(player.hand)
    return rest.total() <= player.unseen and rest <= Counter(player.pool)


def out_of_hand(player: Player, cards: Cards) -> Player:
    """The player without these cards, which were in the hand; those that were shown before go first."""
    rest = Counter(cards) - Counter(player.hand)
    shown = Counter(cards) - rest
    return settled(
        player._replace(
            hand=minus(player.hand, shown.elements()),
            pool=minus(player.pool, rest.elements()),
            unseen=player.unseen - rest.total(),
        )
    )


def said(player: Player, cards: Cards) -> Player:
    """The player after showing cards, or naming them, that stay in hand."""
    new = tuple((Counter(cards) - Counter(player.hand)).elements())
    return settled(
        player._replace(hand=plus(player.hand, new), pool=minus(player.pool, new), unseen=player.unseen - len(new))
    )


def settled(player: Player) -> Player:
    """The player with what follows from the counts: where the draw pile is empty, the hand is known."""
    if player.pool and player.deck_size == 0:
        return player._replace(hand=plus(player.hand, player.pool), pool=(), unseen=0)
    return player


def reshuffled(player: Player) -> Player:
    """The player with a new draw pile of the discards; the one before is empty."""
    return player._replace(pool=player.discard, discard=())


def may_be_mad(player: Player) -> bool:
    """Whether the hand may be nothing but madness."""
    return set(player.hand) <= {MADNESS} and Counter(player.pool)[MADNESS] >= player.unseen


def must_be_mad(player: Player) -> bool:
    """Whether it is nothing but madness, as everybody can tell."""
    return set(player.hand) <= {MADNESS} and (not player.unseen or set(player.pool) <= {MADNESS})


def may_hold(player: Player) -> Cards:
    """Every card that may be in the hand, as often as it may be there."""
    known = Counter(player.hand)
    hidden = Counter(player.pool) if player.unseen else Counter()
    return tuple(
        sorted(card for card in known | hidden for _ in range(known[card] + min(hidden[card], player.unseen)))
    )


def in_hand(player: Player, least: int, most: int, allowed: Iterable[str]) -> Iterator[Cards]:
    """Every choice of so many cards that the hand may hold."""
    kinds = [(card, count) for card, count in sorted(Counter(may_hold(player)).items()) if card in set(allowed)]
    known = Counter(player.hand)

    def choose(at: int, chosen: Cards, unseen: int) -> Iterator[Cards]:
        if at == len(kinds):
            if len(chosen) >= least:
                yield chosen
            return
        card, count = kinds[at]
        for number in range(min(count, most - len(chosen)) + 1):
            hidden = max(0, number - known[card])
            if hidden > unseen:
                return
            yield from choose(at + 1, chosen + (card,) * number, unseen - hidden)

    return choose(0, (), player.unseen)
