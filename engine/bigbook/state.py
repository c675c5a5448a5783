"""A match as a value: what everybody at the table may know, and what is still to be done.

Hands are hidden, so a state does not hold them. Of each player it knows the cards that were shown and stayed in
hand, how many others the hand has, and the pool that these and the draw pile make up.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.bigbook.cards import Cards

SEATS = ("black", "violet", "green", "orange", "blue")
NOBODY = -3
"""In place of a seat where nobody is meant."""
SLOTS = ("2", "3-left", "3-right", "4", "5")
SLOTS_OF = {2: (0,), 3: (1, 2), 4: (3,), 5: (4,)}
"""The slots for curses on each space of the track."""
TURNS, ROUNDS, TURNS_A_ROUND = 30, 6, 5
HAND = 6
ALL_TURN = -1
"""How many actions somebody has whose turn it is."""

OWN_HAND = -1
HANDS = 10
"""A card from somebody's hand comes from this number and the seat; one from support, from the seat."""


class Curse(NamedTuple):
    """A curse in its slot."""

    code: str
    tokens: Cards = ()
    """Each token by its element and what it adds to the cost."""
    triggered: bool = False


class Player(NamedTuple):
    """What is known of a player."""

    magician: str = ""
    hand: Cards = ()
    """The cards in hand that were shown."""
    unseen: int = 0
    """How many more cards are in hand."""
    pool: Cards = ()
    """What these cards and the draw pile are, taken together."""
    discard: Cards = ()
    support: Cards = ()
    spells: tuple[tuple[str, bool], ...] = ()
    """Each spell and whether it is ready."""
    out: bool = False
    used: bool = False
    """Whether the magician's ability was used."""

    @property
    def hand_size(self) -> int:
        return len(self.hand) + self.unseen

    @property
    def deck_size(self) -> int:
        return len(self.pool) - self.unseen

    @property
    def codes(self) -> tuple[str, ...]:
        """The spells, each once."""
        return tuple(sorted({code for code, _ in self.spells}))


class Task(NamedTuple):
    """Something still to be done: what, by or to whom, how often, and what else there is to say."""

    kind: str
    seat: int = NOBODY
    n: int = 0
    arg: str = ""


class Action(NamedTuple):
    """Something somebody does. Which fields count depends on the kind."""

    kind: str
    code: str = ""
    cards: Cards = ()
    pay: tuple[tuple[int, str], ...] = ()
    """The cards offered, and where each is from: one's own hand, or the support of a seat."""
    slot: int = -1
    seat: int = NOBODY
    extra: str = ""


class State(NamedTuple):
    """A moment of a match. What comes next is the first of ``agenda``."""

    players: tuple[Player, ...]
    agenda: tuple[Task, ...]
    turn: int = 0
    seat: int = 0
    space: int = 0
    hat: int = 1
    """The round that the hat shows."""
    slots: tuple[Curse | None, ...] = (None,) * len(SLOTS)
    book: tuple[str, ...] = ()
    """The cards of the book that were seen, from the cover on."""
    library: tuple[tuple[int, str], ...] = ((3, ""),) * 4
    """Of each element: how many spells are left, and which lies on top."""
    value2: tuple[int, ...] = (10,) * 4
    value3: tuple[int, ...] = (6,) * 4
    madness: int = 0
    under: tuple[str, ...] = ()
    """Curses that went under their piles, in this order."""
    gone: tuple[str, ...] = ()
    """Curses out of the game."""
    learned: bool = False
    """Whether a spell was learned in this turn."""
    over: str = ""
    """The rule by which the match ended."""

    @property
    def round(self) -> int:
        return min(max(self.turn - 1, 0) // TURNS_A_ROUND + 1, ROUNDS)

    @property
    def without_magician(self) -> tuple[int, ...]:
        """The seats that have not chosen yet."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.magician)

    def with_player(self, seat: int, player: Player) -> State:
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def then(self, *tasks: Task) -> State:
        """The state with these tasks before all others."""
        return self._replace(agenda=(*tasks, *self.agenda))

    def in_order(self, first: int) -> tuple[int, ...]:
        """The seats still in, in turn order from one of them on."""
        count = len(self.players)
        return tuple(
            seat for seat in ((first + step) % count for step in range(count)) if not self.players[seat].out
        )


def space_of(turn: int) -> int:
    """The space of the track that the book reaches in a turn: which turn of its round it is."""
    return (turn - 1) % TURNS_A_ROUND + 1


def offered(curse: Curse | None) -> str:
    """What to call what lies in a slot."""
    return curse.code if curse else ""
