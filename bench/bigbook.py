"""How The Big Book of Madness plays with its cards: simple bots play it, and who wins how often is counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

from bench.timing import table
from engine.bigbook.agenda import burnable, mendable
from engine.bigbook.cards import ELEMENTS, LETTERS, MADNESS, Cards, value
from engine.bigbook.changes import pile
from engine.bigbook.costs import Cost, Pay, curse_cost, learning_cost, met
from engine.bigbook.game import Bigbook, BigbookRules
from engine.bigbook.state import ALL_TURN, NOBODY, OWN_HAND, ROUNDS, TURNS, Action, State, Task
from engine.contract import TABLE

GAMES = 350
"""So many are played at each difficulty by each number of players: a thousand for each number."""
PLAYERS = (2, 3, 4, 5)
DIFFICULTIES = ("easy", "medium", "hard")
LONGEST = 3000
"""No match takes so many actions; one that does has hung."""


class Dealer:
    """Chance: shuffles by choosing from what a hand or a pile may be, and shows every hand at once."""

    def __init__(self, rules: BigbookRules, seed: int) -> None:
        self.rules = rules
        self.random = random.Random(seed)

    def dealt(self, state: State) -> State:
        """The state with all hands shown; the unseen cards come from their pools, each as likely as any other."""
        for seat, player in enumerate(state.players):
            if player.unseen:
                cards = tuple(sorted((*player.hand, *self.random.sample(player.pool, player.unseen))))
                state = self.rules.play(state, Action("show", seat=seat, cards=cards))
        return state

    def outcome(self, state: State, task: Task) -> Action:
        """What the table shows."""
        if task.kind == "top":
            pool = state.players[task.seat].pool
            return Action("mill", cards=tuple(sorted(self.random.sample(pool, task.n))))
        found = list(self.rules.legal(state))
        if task.kind == "lay":
            copies = [self.rules.box.curses[action.code].copies for action in found]
            return self.random.choices(found, copies)[0]
        return self.random.choice(found)


class Bot:
    """One of those who play together: destroys what it can, helps who can, buys and heals with what is left."""

    def __init__(self, rules: BigbookRules, chance: random.Random) -> None:
        self.rules = rules
        self.random = chance

    def choice(self, state: State) -> Action:
        task = state.agenda[0]
        if task.kind == "act":
            return self._act(state, task)
        if task.kind in _ANSWERS:
            return _ANSWERS[task.kind](self, state, task)
        found = list(self.rules.legal(state))
        return self.random.choice(found)

    # -- the action phase -------------------------------------------------------------------------------

    def _act(self, state: State, task: Task) -> Action:
        seat = task.seat
        wishes = [self._destroyed, self._helped, self._healed, self._bought]
        if task.n == ALL_TURN:
            wishes[3:] = [self._learned, self._grown, self._bought, self._frozen, self._shed]
        for wish in wishes:
            if action := wish(state, seat):
                return action
        return Action("end" if task.n == ALL_TURN else "pass")

    def _destroyed(self, state: State, seat: int) -> Action | None:
        """Curses to come before those that took effect; these only as the last one, or of the last monster."""
        left = {slot: curse for slot, curse in enumerate(state.slots) if curse}
        if state.hat < ROUNDS and len(left) > 1:
            left = {slot: curse for slot, curse in left.items() if not curse.triggered}
        for slot, curse in sorted(left.items(), key=lambda one: one[1].triggered):
            if (pay := self.payment(state, seat, curse_cost(self.rules, curse))) is not None:
                return Action("destroy", pay=pay, slot=slot, extra=self._reward(state))
        return None

    def _reward(self, state: State) -> str:
        left = {element: pile(state, letter, 2) for element, letter in LETTERS.items() if pile(state, letter, 2)}
        return max(left, key=lambda element: (left[element], element)) if left else "nothing"

    def _helped(self, state: State, seat: int) -> Action | None:
        """Telepathy, where somebody else could destroy a curse."""
        if ("base.telepathy", True) not in state.players[seat].spells or self._helper(state, seat) is None:
            return None
        return self._cast(state, seat, "base.telepathy")

    def _helper(self, state: State, seat: int) -> int | None:
        return next((other for other in state.in_order(seat)[1:] if self._destroyed(state, other)), None)

    def _cast(self, state: State, seat: int, code: str) -> Action | None:
        if (code, True) not in state.players[seat].spells:
            return None
        pay = self.payment(state, seat, self.rules.box.spells[code].cost)
        return None if pay is None else Action("cast", code, pay=pay)

    def _healed(self, state: State, seat: int) -> Action | None:
        """Madness of one's own, or in anybody's support."""
        if state.hat == ROUNDS and state.players[seat].hand.count(MADNESS) < 3 and not self._is_idle(state):
            return None
        if MADNESS in state.players[seat].hand:
            where, owner = "hand", seat
        else:
            lying = [other for other, player in enumerate(state.players) if MADNESS in player.support]
            where, owner = "support", lying[0] if lying else -1
        pay = self._spare(state, seat, 2) if owner >= 0 else None
        if pay is None:
            return None
        return Action("heal", pay=pay, seat=NOBODY if owner == seat else owner, extra=where)

    def _spare(self, state: State, seat: int, amount: int) -> Pay | None:
        """Cards of one element that no curse calls for, or fewest of those that one does."""
        ways = (
            self.payment(state, seat, ((letter, amount),), lent=False)
            for letter in sorted(ELEMENTS, key=lambda letter: self._calls(state, letter))
        )
        return next((way for way in ways if way is not None), None)

    def _calls(self, state: State, letter: str) -> int:
        return sum(
            amount
            for curse in state.slots
            if curse
            for one, amount in curse_cost(self.rules, curse)
            if one == letter
        )

    def _learned(self, state: State, seat: int) -> Action | None:
        """A spell that draws cards, with what no curse calls for."""
        player = state.players[seat]
        if len(player.spells) >= self.rules.magician(state, seat).spell_limit or self._calls(state, "e"):
            return None
        code = state.library[0][1]
        if not code or state.round > 3:
            return None
        pay = self.payment(state, seat, learning_cost(self.rules, state, seat, "earth"), lent=False)
        return None if pay is None else Action("learn", code, pay=pay)

    def _grown(self, state: State, seat: int) -> Action | None:
        """Draws for earth that is not called for, while the pile of madness lasts."""
        player = state.players[seat]
        if not any(state.slots) or state.madness <= 2 * len(state.players):
            return None
        ready = [code for code, is_ready in player.spells if is_ready and code != "base.ice"]
        for code in ready:
            spell = self.rules.box.spells[code]
            if spell.element != "earth" or not (player.deck_size or len(player.discard) > 6):
                continue
            earth = tuple((OWN_HAND, card) for card in player.hand if card[0] == "e")
            if state.hat == ROUNDS and not self._calls(state, "e") and met(self.rules, spell.cost, earth, "cast"):
                return Action("cast", code, pay=earth)
            return self._cast(state, seat, code)
        return None

    def _bought(self, state: State, seat: int) -> Action | None:
        """Better cards, for the last monster only with what none of its curses calls for."""
        if self._is_idle(state):
            return None
        for number in (3, 2):
            for letter in sorted(ELEMENTS, key=lambda letter: pile(state, letter, number), reverse=True):
                if not pile(state, letter, number) or self._is_kept(state, letter):
                    continue
                pay = self.payment(state, seat, ((letter, number),), lent=False)
                if pay is not None and (number == 3 or any(value(card) == 1 for _, card in pay)):
                    return Action("acquire", f"{letter}{number}", pay=pay)
        return None

    def _is_kept(self, state: State, letter: str) -> bool:
        """Whether cards of an element are kept for a curse of the last monster."""
        return state.hat == ROUNDS and state.turn < TURNS and self._calls(state, letter) > 0

    def _is_idle(self, state: State) -> bool:
        """Whether every card that is spent now only brings the next madness nearer."""
        return state.madness <= len(state.players) // 2

    def _frozen(self, state: State, seat: int) -> Action | None:
        """Ice for the best cards that are left, so that others may pay with them and new ones are drawn."""
        player = state.players[seat]
        room = self.rules.magician(state, seat).support_limit - len(player.support)
        cards = [card for card in player.hand if card != MADNESS]
        is_late = state.hat >= ROUNDS - 1
        useful = [card for card in cards if is_late or value(card) > 1 or self._calls(state, card[0])]
        if room < 1 or len(useful) < 2 or state.hat < 3 or self._is_idle(state):
            return None
        water = sorted((card for card in cards if card[0] == "w"), key=value)
        enough = [card for card in water if value(card) >= min(room, len(useful) - 1)]
        if enough and ("base.ice", True) in player.spells:
            return Action("cast", "base.ice", pay=((OWN_HAND, enough[0]),))
        return self._cast(state, seat, "base.ice")

    def _shed(self, state: State, seat: int) -> Action | None:
        """For the last monster, what no curse calls for is spent on anything, so that other cards are drawn."""
        if state.hat < ROUNDS or self._is_idle(state) or not any(state.slots):
            return None
        idle = (card for card in state.players[seat].hand if card != MADNESS and not self._calls(state, card[0]))
        return next((action for card in idle if (action := self._spent(state, seat, card))), None)

    def _spent(self, state: State, seat: int, card: str) -> Action | None:
        """What a card pays for by itself."""
        player = state.players[seat]
        pay = ((OWN_HAND, card),)
        for number in (3, 2):
            if value(card) >= number and pile(state, card[0], number):
                return Action("acquire", f"{card[0]}{number}", pay=pay)
        for letter, code in (("e", "base.growth"), ("f", "base.combustion")):
            if card[0] == letter and (code, True) in player.spells:
                return Action("cast", code, pay=pay)
        return Action("heal", pay=pay, extra="hand") if MADNESS in player.hand and value(card) > 1 else None

    # -- paying -----------------------------------------------------------------------------------------

    def payment(self, state: State, seat: int, cost: Cost, *, lent: bool = True) -> Pay | None:
        """The cheapest cards for a cost: least lost, then as few from one's own hand as can be."""
        paid: list[tuple[int, str]] = []
        for letter, amount in cost:
            own = [(OWN_HAND, card) for card in state.players[seat].hand if card[0] == letter]
            others = [
                (owner, card)
                for owner, player in enumerate(state.players)
                for card in player.support
                if lent and card[0] == letter
            ]
            best = _cheapest([*others, *own], amount)
            if best is None:
                return None
            paid += best
        pay = tuple(sorted(paid))
        return pay if met(self.rules, cost, pay, "cast") else None

    # -- answers to effects -------------------------------------------------------------------------------

    def _worst(self, state: State, cards: Cards, n: int) -> Cards:
        """What is missed least: madness, then low values that nothing calls for."""
        return tuple(sorted(sorted(cards, key=lambda card: (card != MADNESS, self._worth(state, card)))[:n]))

    def _worth(self, state: State, card: str) -> int:
        return value(card) + 2 * min(2, self._calls(state, card[0]))

    def _discard(self, state: State, task: Task) -> Action:
        hand = state.players[task.seat].hand
        if task.kind != "discard":
            hand = tuple(card for card in hand if card != MADNESS)
        return Action("discard", cards=self._worst(state, hand, task.n))

    def _drop(self, state: State, task: Task) -> Action:
        return Action("drop", cards=self._worst(state, state.players[task.seat].support, task.n))

    def _put(self, state: State, task: Task) -> Action:
        free = self.rules.magician(state, task.seat).support_limit - len(state.players[task.seat].support)
        hand = [card for card in state.players[task.seat].hand if card != MADNESS]
        best = sorted(hand, key=lambda card: -self._worth(state, card))[: max(0, min(free, task.n))]
        return Action("put", cards=tuple(sorted(best)))

    def _ruin(self, state: State, task: Task) -> Action:
        cards = [card for card in burnable(self.rules, state, task) if value(card) == 1]
        legal = list(self.rules.legal(state))
        if cards and len(state.players[task.seat].discard) > 8:
            return Action("ruin", cards=(min(cards, key=lambda card: self._worth(state, card)),))
        return legal[-1]

    def _pick(self, state: State, task: Task) -> Action:
        helper = self._helper(state, task.seat)
        if helper is not None and "act" in task.arg:
            return Action("pick", seat=helper)
        return self.random.choice(list(self.rules.legal(state)))

    def _mend(self, state: State, task: Task) -> Action:
        where, seat = mendable(state, task.seat, task.arg)[0]
        return Action("mend", extra=where) if seat == task.seat else Action("mend", seat=seat, extra=where)

    def _keep(self, state: State, task: Task) -> Action:
        found = list(self.rules.legal(state))
        return next((one for one in found if one.code in ("base.combustion", "base.growth")), found[-1])

    def _say(self, state: State, task: Task) -> Action:
        return Action("mad" if set(state.players[task.seat].hand) == {MADNESS} else "sane")


_ANSWERS = {
    "discard": Bot._discard,
    "discard-element": Bot._discard,
    "cut": Bot._discard,
    "drop": Bot._drop,
    "support": Bot._put,
    "destroy-card": Bot._ruin,
    "pick": Bot._pick,
    "heal": Bot._mend,
    "destroy-spell": Bot._keep,
    "exhaust-spell": Bot._keep,
    "sanity": Bot._say,
}


def _cheapest(offers: list[tuple[int, str]], amount: int) -> list[tuple[int, str]] | None:
    """Of some cards of one element those that reach an amount with the least lost, those of others first."""
    ways: dict[int, list[tuple[int, str]]] = {0: []}
    for offer in offers:
        for total, chosen in list(ways.items()):
            new = total + value(offer[1])
            if total < amount and new not in ways:
                ways[new] = [*chosen, offer]
    reached = [total for total in ways if total >= amount]
    return ways[min(reached)] if reached else None


def played(rules: BigbookRules, seed: int) -> tuple[str, State, int]:
    """A match of bots: the rule it ended by, its last state, and how many actions it took."""
    dealer = Dealer(rules, seed)
    bot = Bot(rules, dealer.random)
    state = rules.start()
    for number in range(LONGEST):
        if state.over:
            return state.over, state, number
        task = state.agenda[0]
        by_table = task.kind == "top" or task.seat == TABLE
        action = dealer.outcome(state, task) if by_table else bot.choice(state)
        if broken := rules.breaches(state, action, rules.actor(state, action)):
            raise SystemExit(f"{rules.write_action(state, action)}: {broken} in {rules.write_position(state)}")
        state = dealer.dealt(rules.play(state, action))
    raise SystemExit(f"a match that does not end: {rules.write_position(state)}")


def cells() -> Iterator[tuple[int, str]]:
    return product(PLAYERS, DIFFICULTIES)


def counted(players: int, difficulty: str, games: int) -> Counter[str]:
    """How so many matches ended."""
    rules = Bigbook().open({"players": players, "difficulty": difficulty})
    assert isinstance(rules, BigbookRules)
    return Counter(played(rules, seed)[0] for seed in range(games))


def section() -> str:
    rows = []
    for players, difficulty in cells():
        ended = counted(players, difficulty, GAMES)
        total = ended.total()
        rows.append(
            [
                players,
                difficulty,
                *(
                    f"{100 * ended[f'bigbook.end.{rule}'] / total:.1f} %"
                    for rule in ("win", "lose-last-monster", "lose-madness", "lose-all-eliminated")
                ),
            ]
        )
    return (
        "## The Big Book of Madness with its stand-in cards\n\n"
        f"`make bench ARGS=bigbook`. {GAMES:,} matches of simple bots in each row, {3 * GAMES:,} for each number "
        "of players; each action was judged, and each match ended by a rule. The bots know each other's hands, "
        "look no turn ahead and use few spells of the library. The published cards are not known: these figures "
        "tell of the stand-ins only.\n\n"
        + table(["players", "difficulty", "won", "last monster", "madness", "all eliminated"], rows)
    )
