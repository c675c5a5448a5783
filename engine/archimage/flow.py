"""The course of a match: setting up, taking dice, rolling, whose turn it is, how rounds and the match end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    BOND,
    EMPTY,
    GUARDIAN,
    HIGHEST,
    NATURE,
    SPIRIT,
    SYNERGY,
    TOKENS,
    TOKENS_EACH,
    Hand,
    card_of,
    colour_of,
    die,
    effect_of,
    element_of,
    face_of,
    is_scroll,
    is_token,
    plus,
    power_of,
    scroll,
    seal_of,
)
from engine.archimage.paying import rolls
from engine.archimage.state import (
    AT_HOME,
    DONE,
    NOBODY,
    NOT_DEALT,
    NOWHERE,
    Last,
    Owing,
    Phase,
    State,
    replaced,
)
from engine.archimage.ways import targets
from engine.contract import Result
from engine.verdict import Fact

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

PICKED = 3
FEWER_THAN = {2: 4, 3: 4, 4: 5, 5: 5}
"""A match is over once fewer level-6 scrolls than this are left, by players."""
QUIET_ENDS = 2
"""After so many round ends in a row at which nobody could reach a seal, it is over."""


def start(rules: ArchimageRules) -> State:
    """An empty board, everybody's pieces at home."""
    count = len(rules.seats)
    return State(
        board=(EMPTY,) * len(rules.board.spaces),
        mages=(NOWHERE,) * count,
        familiars=(AT_HOME,) * count,
        guardians=(NOT_DEALT,) * (SPIRIT + 1),
        hands=((),) * count,
        owned=((),) * count,
        bonds=0,
        phase=Phase.DEAL,
        seat=0,
        first=0,
        round=0,
    )


# -- setting up -----------------------------------------------------------------------------------------


def in_box(rules: ArchimageRules, state: State) -> Counter[int]:
    """The tokens and scrolls that are not on the board yet, while it is laid out."""
    left = Counter({cell: TOKENS_EACH[seal_of(cell)[1]] for cell in TOKENS})
    left.update({scroll(card): count for card, count in rules.cards.items()})
    left.subtract(cell for cell in state.board if cell)
    return left


def legal_lays(rules: ArchimageRules, state: State) -> Iterator[Action]:
    """Every token and scroll that fits onto an empty space."""
    left = [cell for cell, count in in_box(rules, state).items() if count > 0]
    for numbers, fits in ((rules.board.circles, is_token), (rules.board.scrolls, is_scroll)):
        for number in numbers:
            if not state.board[number]:
                power = rules.board.spaces[number].power
                yield from (
                    Action("lay", place=number, cell=cell)
                    for cell in left
                    if fits(cell) and seal_of(cell)[1] == power
                )


def lay(rules: ArchimageRules, state: State, action: Action) -> State:
    board = replaced(state.board, action.place, action.cell)
    guardians = state.guardians
    if is_scroll(action.cell) and effect_of(card_of(action.cell)) == GUARDIAN:
        guardians = replaced(guardians, element_of(card_of(action.cell)), AT_HOME)
    state = state._replace(board=board, guardians=guardians)
    is_laid = all(board[number] for number in (*rules.board.circles, *rules.board.scrolls))
    return state._replace(phase=Phase.FIRST) if is_laid else state


def draw_first(rules: ArchimageRules, state: State, action: Action) -> State:
    return state._replace(first=action.seat, seat=action.seat, phase=Phase.STAND)


def spots_left(rules: ArchimageRules, state: State) -> Iterator[int]:
    """The violet spots on which the mage in turn may be set."""
    if rules.house.fixed_spots:
        yield rules.board.starts[state.seat]
    else:
        yield from (number for number in rules.board.starts if number not in state.mages)


def legal_stands(rules: ArchimageRules, state: State) -> Iterator[Action]:
    return (Action("stand", place=number) for number in spots_left(rules, state))


def stand(rules: ArchimageRules, state: State, action: Action) -> State:
    mages = replaced(state.mages, state.seat, action.place)
    seat = (state.seat + 1) % state.players
    state = state._replace(mages=mages, seat=seat)
    if any(space < 0 for space in mages):
        return state
    return state._replace(phase=Phase.PICK, picking=from_first(state))


def from_first(state: State) -> tuple[int, ...]:
    """The seats clockwise, from the one with the first-player token."""
    return tuple((state.first + step) % state.players for step in range(state.players))


def drawn(rules: ArchimageRules, state: State, pick: Callable[[int], int]) -> Action:
    """The next token or scroll, drawn from those of its power that are in the box still."""
    lays = list(legal_lays(rules, state))
    left = in_box(rules, state)
    heap = [action for action in lays if action.place == lays[0].place for _ in range(left[action.cell])]
    return heap[pick(len(heap))]


# -- dice -----------------------------------------------------------------------------------------------


def wanted(state: State, seat: int) -> int:
    """How many dice a player takes now: three, or what there is."""
    return min(PICKED - len(state.hands[seat]), state.in_reserve())


def legal_picks(state: State) -> Iterator[Action]:
    left = [state.reserve(colour) for colour in NATURE]
    for colours in combinations_with_replacement(NATURE, wanted(state, state.picking[0])):
        if all(colours.count(colour) <= left[colour] for colour in set(colours)):
            yield Action("pick", dice=tuple(die(colour, 0) for colour in colours))


def pick(rules: ArchimageRules, state: State, action: Action) -> State:
    seat, *others = state.picking
    hands = replaced(state.hands, seat, plus(state.hands[seat], action.dice))
    return after_picking(rules, state._replace(hands=hands, picking=tuple(others)))


def after_picking(rules: ArchimageRules, state: State) -> State:
    """Goes on as soon as nobody has to take dice any more."""
    if state.picking:
        return state._replace(phase=Phase.PICK)
    if state.round == 0:
        return open_round(rules, state._replace(round=1))
    if state.is_active(state.seat):
        return state._replace(phase=Phase.TURN)
    return next_turn(rules, state)


def legal_rolls(state: State, seats: tuple[int, ...]) -> Iterator[Action]:
    for seat in seats:
        waiting = [sum(die(colour, 0) == one for one in state.hands[seat]) for colour in NATURE]
        for faces in product(*(rolls(count) for count in waiting)):
            dice = tuple(die(colour, face) for colour, rolled in enumerate(faces) for face in rolled)
            if dice:
                yield Action("roll", seat=seat, dice=dice)


def rollers(state: State) -> tuple[int, ...]:
    """Who has dice to roll now."""
    if state.phase is Phase.REROLL:
        return (state.seat,)
    return tuple(seat for seat in range(state.players) if state.waits_for_roll(seat))


def fallen(state: State, pick: Callable[[int], int]) -> Action:
    """How the dice fall that the next player has to roll."""
    seat = rollers(state)[0]
    waiting = [one for one in state.hands[seat] if not face_of(one)]
    return Action("roll", seat=seat, dice=tuple(sorted(die(colour_of(one), 1 + pick(6)) for one in waiting)))


def rolled(hand: Hand, dice: Hand) -> Hand:
    """A hand in which the dice that wait have fallen."""
    return plus((one for one in hand if face_of(one)), dice)


def roll(rules: ArchimageRules, state: State, action: Action) -> State:
    state = state._replace(hands=replaced(state.hands, action.seat, rolled(state.hands[action.seat], action.dice)))
    if state.phase is Phase.ROLL:
        return state if rollers(state) else state._replace(phase=Phase.TURN)
    owing = state.owing
    if owing.before and owing.before == state.hands[state.seat]:
        state = unturned(state, owing)
    return state._replace(phase=Phase.TURN, owing=Owing())


def unturned(state: State, owing: Owing) -> State:
    """The scrolls of a spell that came to nothing, face up again."""
    for seat, card in ((state.seat, owing.card), (owing.lender, owing.lent)):
        if card >= 0 and seat != NOBODY:
            down = next(one for one in state.owned[seat] if one.card == card and not one.is_up)
            mine = [one for one in state.owned[seat] if one is not down]
            state = state._replace(
                owned=replaced(state.owned, seat, tuple(sorted((*mine, down._replace(is_up=True)))))
            )
    return state


# -- turns and rounds -----------------------------------------------------------------------------------


def open_round(rules: ArchimageRules, state: State) -> State:
    """Familiars are lifted off their scrolls, and everybody rolls."""
    home = tuple(AT_HOME if space == DONE else space for space in state.familiars)
    state = state._replace(phase=Phase.ROLL, seat=state.first, familiars=home, last=Last())
    return state if rollers(state) else state._replace(phase=Phase.TURN)


def finish(rules: ArchimageRules, state: State, seat: int) -> State:
    """A player's round is over: dice back, scrolls face up, the familiar home, new dice to be taken."""
    mine = tuple(sorted(one._replace(is_up=True, is_fresh=False) for one in state.owned[seat]))
    return state._replace(
        hands=replaced(state.hands, seat, ()),
        owned=replaced(state.owned, seat, mine),
        bonds=state.bonds & ~(1 << seat),
        familiars=replaced(state.familiars, seat, DONE),
        picking=state.picking if rules.house.pick_last else (*state.picking, seat),
    )


def end_turn(rules: ArchimageRules, state: State, how: str, card: int = -1) -> State:
    """The player in turn has broken a seal, or could not."""
    seat = state.seat
    mine = tuple(one._replace(is_fresh=False) for one in state.owned[seat])
    state = state._replace(last=Last(seat, how, card), owned=replaced(state.owned, seat, tuple(sorted(mine))))
    if not state.hands[seat] or how == "return":
        state = finish(rules, state, seat)
    if rules.house.end_at_once and is_decided(rules, state):
        return over(state, "archimage.end.level6-left")
    return after_picking(rules, state) if state.picking else next_turn(rules, state)


def next_turn(rules: ArchimageRules, state: State) -> State:
    """The next player clockwise who has not finished; if there is none, the round is over."""
    for step in range(1, state.players + 1):
        seat = (state.seat + step) % state.players
        if state.is_active(seat):
            return state._replace(seat=seat, phase=Phase.TURN)
    return end_round(rules, state)


def end_round(rules: ArchimageRules, state: State) -> State:
    short = tuple(seat for seat in from_first(state) if lacks_dice(rules, state, seat))
    if short and state.in_reserve():
        return state._replace(picking=short, phase=Phase.PICK)
    if is_decided(rules, state):
        return over(state, "archimage.end.level6-left")
    reachable = any(targets(rules, state, seat) for seat in range(state.players))
    quiet = 0 if reachable else state.quiet + 1
    if quiet >= QUIET_ENDS and not rules.house.endless:
        return over(state, STALLED)
    first = (state.first + 1) % state.players
    return open_round(rules, state._replace(first=first, round=state.round + 1, quiet=min(quiet, QUIET_ENDS)))


STALLED = "archimage.end.stall"
"""The rulebook knows no such end, so its identifier is ours."""


def lacks_dice(rules: ArchimageRules, state: State, seat: int) -> bool:
    """Whether a player takes dice only now that the round is over."""
    held = len(state.hands[seat])
    return (rules.house.pick_last and not held) or (rules.house.top_up and held < PICKED)


def highest_left(rules: ArchimageRules, state: State) -> int:
    """How many level-6 scrolls count as left."""
    left = sum(is_scroll(cell) and seal_of(cell)[1] == HIGHEST for cell in state.board)
    if rules.house.count_owned:
        left += sum(power_of(one.card) == HIGHEST for owned in state.owned for one in owned)
    return left


def is_decided(rules: ArchimageRules, state: State) -> bool:
    return highest_left(rules, state) < FEWER_THAN[state.players]


def over(state: State, rule: str) -> State:
    return state._replace(phase=Phase.OVER, ended=rule, picking=())


# -- the score ------------------------------------------------------------------------------------------


def points(state: State, seat: int) -> int:
    """The powers of a player's scrolls, Bond among them, and what Synergies add."""
    cards = [BOND, *(one.card for one in state.owned[seat])]
    return sum(map(power_of, cards)) + sum(bonus for _, bonus in synergies(state, seat))


def synergies(state: State, seat: int) -> list[tuple[int, int]]:
    """Each Synergy of a player and what it adds: one for every scroll of its colour."""
    cards = [BOND, *(one.card for one in state.owned[seat])]
    colours = Counter(map(element_of, cards))
    return [(card, colours[element_of(card)]) for card in cards if card != BOND and effect_of(card) == SYNERGY]


_SEATS, _SCORES = ("p1", "p2", "p3", "p4", "p5"), ("first", "second", "third", "fourth", "fifth")
"""The facts of a result: who sits there, and with how many points."""


def result(rules: ArchimageRules, state: State) -> Result | None:
    if state.phase is not Phase.OVER:
        return None
    scores = [points(state, seat) for seat in range(state.players)]
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    facts: dict[str, Fact] = {"ended": state.ended}
    for seat, (name, points_of) in enumerate(zip(_SEATS, _SCORES, strict=True)):
        if seat < state.players:
            facts |= {name: rules.seats[seat], points_of: scores[seat]}
    return Result(winners, "archimage.score.tie", facts)
