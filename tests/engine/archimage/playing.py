"""Random matches of Archimage: how the board is laid out, what lively players do, what is nearly right."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from engine.archimage import GAME
from engine.archimage.actions import Action
from engine.archimage.elements import (
    ABSORPTION,
    BOND,
    EXCHANGE,
    HIGHEST,
    INVERSION,
    NATURE,
    REORGANISATION,
    card_of,
    colour_of,
    die,
    effect_of,
    face_of,
    is_scroll,
    is_token,
    seal_of,
)
from engine.archimage.flow import in_box, rollers
from engine.archimage.spells.power import in_order
from engine.archimage.state import Phase, State

TWO_SPACES = (INVERSION, EXCHANGE, REORGANISATION)


def laid_out(rules: Any, chance: random.Random) -> Iterator[Action]:
    """A random seal for every space."""
    pool = list(in_box(rules, rules.start()).elements())
    chance.shuffle(pool)
    for numbers, fits in ((rules.board.circles, is_token), (rules.board.scrolls, is_scroll)):
        piles = defaultdict(list)
        for cell in pool:
            if fits(cell):
                piles[seal_of(cell)[1]].append(cell)
        for number in numbers:
            yield Action("lay", place=number, cell=piles[rules.board.spaces[number].power].pop())


def chosen(rules: Any, state: State, chance: random.Random) -> Action:
    """What a lively player does: every scroll is as likely as breaking a seal."""
    if state.phase in (Phase.ROLL, Phase.REROLL):
        seat = rollers(state)[0]
        colours = (colour_of(one) for one in state.hands[seat] if not face_of(one))
        dice = sorted(die(colour, chance.randint(1, 6)) for colour in colours)
        return Action("roll", seat=seat, dice=tuple(dice))
    kinds: dict[tuple[str, int], list[Action]] = defaultdict(list)
    for action in rules.legal(state):
        kinds[action.kind, action.card].append(action)
    return chance.choice(kinds[chance.choice(list(kinds))])


def match(choices: dict[str, Any], seed: object, most: int = 5000) -> Iterator[tuple[Any, State, Action, State]]:
    """The steps of a random match after the board was laid out: rules, state, action, state after."""
    chance = random.Random(f"{sorted(choices.items())} {seed}")
    rules = GAME.open(choices)
    state = rules.start()
    for action in laid_out(rules, chance):
        state = rules.play(state, action)
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        action = chosen(rules, state, chance)
        after = rules.play(state, action)
        yield rules, state, action, after
        state = after


def check_conserved(rules: Any, before: State, after: State) -> None:
    """Dice and scrolls stay as many as they are, tokens and level-6 scrolls on the board never become more."""
    for colour in NATURE:
        held = sum(colour_of(one) == colour for hand in after.hands for one in hand)
        assert after.reserve(colour) + held == after.players + 1
        assert after.reserve(colour) >= 0
    assert all(list(hand) == sorted(hand) for hand in after.hands)
    tokens = [[cell for cell in one.board if is_token(cell)] for one in (before, after)]
    stored = [sum(bool(own.stored) for owned in one.owned for own in owned) for one in (before, after)]
    assert len(tokens[1]) + stored[1] <= len(tokens[0]) + stored[0]
    scrolls = [
        Counter(card_of(cell) for cell in one.board if is_scroll(cell))
        + Counter(own.card for owned in one.owned for own in owned)
        for one in (before, after)
    ]
    assert scrolls[0] == scrolls[1] or rules.house.scrolls_are_seals
    assert scrolls[1] <= rules.cards
    highest = [
        sum(is_scroll(cell) and seal_of(cell)[1] == HIGHEST for cell in one.board) for one in (before, after)
    ]
    assert highest[1] <= highest[0]
    standing = [at for at in after.mages if at >= 0]
    assert len(set(standing)) == len(standing)
    assert not any(after.board[at] for at in standing)


def nearly(rules: Any, state: State, action: Action, chance: random.Random) -> Action:
    """The action with something about it changed, so that it may be legal or not."""
    spaces = len(rules.board.spaces)
    changes: list[dict[str, Any]] = []
    for name in ("place", "other", "over"):
        if getattr(action, name) >= 0:
            changes.append({name: chance.randrange(spaces)})
    if action.dice:
        other = list(action.dice)
        other[chance.randrange(len(other))] = die(chance.randrange(4), chance.randint(1, 6))
        pool = state.hands[state.seat]
        some = chance.sample(pool, chance.randint(0, len(pool)))
        changes += [{"dice": tuple(sorted(other))}, {"dice": tuple(sorted(some))}]
    if action.theirs:
        changes.append({"theirs": (die(chance.randrange(4), chance.randint(1, 6)),)})
    if action.seat >= 0:
        changes.append({"seat": chance.randrange(state.players)})
    if action.card not in (-1, BOND) and action.lent < 0:
        changes.append({"card": effect_of(action.card) * 5 + chance.randrange(5)})
    if action.colours:
        changes.append({"colours": tuple(chance.randrange(4) for _ in action.colours)})
    if action.give >= 0:
        changes.append({"give": chance.choice([one.card for one in state.owned[state.seat]] + [BOND])})
        changes.append({"take": chance.choice([one.card for own in state.owned for one in own] + [BOND])})
    if action.breaks:
        changes.append({"store": ABSORPTION * 5 + chance.randrange(5)})
    found = action._replace(**chance.choice(changes)) if changes else action
    return tidied(found)


def tidied(action: Action) -> Action:
    """The action as it would be read: swapped spaces in order, and new colours too."""
    if action.kind == "cast" and action.card != BOND and effect_of(action.card) in TWO_SPACES:
        one, other = sorted((action.place, action.other))
        return action._replace(place=one, other=other)
    if len(action.colours) == len(action.dice):
        return action._replace(colours=in_order(action.dice, action.colours))
    return action
