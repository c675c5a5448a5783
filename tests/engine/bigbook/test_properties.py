"""What holds in every match, tried in matches played at random under many options."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from bench.bigbook import PLAYERS, played
from engine.bigbook.cards import ELEMENTS, IN_BOX, KINDS, MADNESS
from engine.bigbook.changes import tokens_left
from engine.bigbook.costs import PAID
from engine.bigbook.game import Bigbook, BigbookRules
from engine.bigbook.house import OPTIONS
from engine.bigbook.sentences import DEEDS, EVENTS, REQUESTS, RESULTS
from engine.bigbook.state import Action, State
from engine.contract import TABLE
from engine.errors import NotationError
from engine.record import read_record, replay
from engine.verdict import Refusal
from engine.words import Words

GAME = Bigbook()
SWITCHES = [option for option in OPTIONS if option.is_switch and option.name != "stand-ins"]
VALUED = [option for option in OPTIONS if option.name in ("costs", "settling", "reward", "library", "reshuffle")]
HERE = Path(__file__).parent


def opened(chance: random.Random) -> BigbookRules:
    """A table with some of the options chosen."""
    choices: dict[str, object] = {"players": chance.choice([2, 3, 4, 5])}
    choices |= {option.name: True for option in chance.sample(SWITCHES, 6)}
    choices |= {option.name: chance.choice(option.values or ()) for option in VALUED}
    rules = GAME.open(choices)
    assert isinstance(rules, BigbookRules)
    return rules


def cards_of(rules: BigbookRules, state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for player in state.players:
        found.update((*player.hand, *player.pool, *player.discard, *player.support))
    for at, letter in enumerate(ELEMENTS):
        found[f"{letter}2"] += state.value2[at]
        found[f"{letter}3"] += state.value3[at]
    return found


def holds(rules: BigbookRules, state: State) -> None:
    """What is so in every state."""
    for seat, player in enumerate(state.players):
        assert 0 <= player.unseen <= len(player.pool)
        assert not (player.pool and player.deck_size == 0)
        limit = rules.magician(state, seat).support_limit
        assert len(player.support) <= limit
    found = cards_of(rules, state)
    for letter in ELEMENTS:
        assert all(found[f"{letter}{value}"] <= IN_BOX[value] for value in IN_BOX)
    assert found[MADNESS] + state.madness <= rules.house.madness
    laid = Counter(curse.code for curse in state.slots if curse) + Counter(state.under) + Counter(state.gone)
    assert all(count <= rules.box.curses[code].copies for code, count in laid.items())
    assert len(tokens_left(state)) >= 0
    assert bool(rules.requests(state)) != bool(rules.result(state))


@pytest.mark.parametrize("seed", range(10))
def test_random_matches(seed: int) -> None:
    """Legal and judged agree, texts are read back, everything can be said, until a rule ends it."""
    chance = random.Random(seed)
    rules = opened(chance)
    words = Words(chance.choice(["en", "fr"]))
    state = rules.start()
    plan = {place.name for place in rules.plan().places}
    things = set(rules.plan().things)
    for number in range(1200):
        if state.over:
            break
        found = list(islice(rules.legal(state), 600))
        kind = chance.choice(sorted({action.kind for action in found}))
        action = chance.choice([one for one in found if one.kind == kind])
        verdict = rules.judge(state, action)
        assert not isinstance(verdict, Refusal), (rules.write_action(state, action), rules.write_position(state))
        text = rules.write_action(state, action)
        assert rules.read_action(state, text) == action
        if number % 5 == 0:
            deed, by = rules.deed(state, action), rules.actor(state, action)
            # whoever does it is named before it; but one may choose oneself
            assert by < 0 or action.kind == "pick" or rules.seats[by] not in deed.facts.values()
            said = [words.phrase(rules, deed)]
            said += [words.event(rules, event) for event in verdict.events]
            said += [words.request(rules, request) for request in rules.requests(state)]
            said += [words.sentence(rules, notice) for notice in verdict.notices]
            assert not any("{" in one or "[" in one for one in said), said
            if len(found) < 300:
                _agree(rules, state, _spoilt(chance, chance.choice(found)))
        state = verdict.state
        holds(rules, state)
        assert rules.read_position(rules.write_position(state)) == state
        laid = rules.layout(state)
        assert set(laid) <= plan
        assert {thing for lying in laid.values() for thing in lying} <= things
        assert not rules.inspect(laid)
    result = rules.result(state)
    assert result is not None
    assert result.rule in RESULTS


def _spoilt(chance: random.Random, action: Action) -> Action:
    """The action with another slot, with a card less or more that pays, or with another reward."""
    if action.kind in ("destroy", "lay", "book", "hat", "token", "dispel"):
        action = action._replace(slot=chance.randrange(5))
    if action.kind in PAID:
        more = chance.choice([(), (), ((-1, chance.choice(KINDS)),)])
        action = action._replace(pay=tuple(sorted((*action.pay[chance.randrange(2) :], *more))))
    if action.kind == "destroy":
        action = action._replace(extra=chance.choice(["fire", "water", "nothing"]))
    if action.kind in ("discard", "put", "drop", "mill"):
        action = action._replace(cards=action.cards[chance.randrange(2) :])
    return action


def _agree(rules: BigbookRules, state: State, action: Action) -> None:
    """An action changed at random is judged as the listing has it."""
    judged = not rules.breaches(state, action, rules.actor(state, action))
    assert judged == (action in set(rules.legal(state))), (
        rules.write_action(state, action),
        rules.write_position(state),
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_bots_play_to_an_end_that_a_rule_names(players: int) -> None:
    rules = GAME.open({"players": players})
    assert isinstance(rules, BigbookRules)
    assert all(played(rules, seed)[0] in RESULTS for seed in range(5))


def test_everything_has_its_words() -> None:
    from engine.bigbook.judging import AWAITED  # noqa: PLC0415

    assert set(AWAITED) == set(REQUESTS)
    assert {kind for kinds in AWAITED.values() for kind in kinds} | {"show", "home"} == set(DEEDS)
    assert set(GAME.tallies) <= set(EVENTS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("spell", "begins with bigbook"),
        ("bigbook fly", "an option"),
        ("bigbook players=7", "must be one of"),
        ("bigbook | turn 99 black", "a turn"),
        ("bigbook | turn 2", "needs 2 words"),
        ("bigbook | black hand x9", "no card is"),
        ("bigbook | black hand e1 hand e1", "said twice"),
        ("bigbook | black unseen 3 pool e1", "from 0 to 1"),
        ("bigbook | black hand e3 e3 e3 e3 e3 e3 e3", "only 6"),
        ("bigbook | slots 2:standin.fire.madness 3-left:standin.fire.madness 4:standin.fire.madness", "only 2"),
        ("bigbook | slots 9:standin.fire.madness", "a slot"),
        ("bigbook | todo dance:black", "something to be done"),
        ("bigbook | todo act:nobody", "a seat"),
        ("bigbook | todo effect:black:0:fly", "expected"),
        ("bigbook | todo gain:black:1", "a value"),
        ("bigbook | book standin.page.owl standin.page.candle", "cover"),
        ("bigbook | turn 26 black | book grim.cover.bee", "at least 6 pages"),
        ("bigbook | black out | violet out", "nobody is left"),
        ("bigbook | black out spells", "this player is out"),
        ("bigbook | over bigbook.end.never", "how it ended"),
        ("bigbook | library earth:9 water:3 fire:3 air:3", "how many spells"),
        ("bigbook | black spells base.flight", "knows no card"),
    ],
)
def test_a_position_that_is_none_says_where(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        GAME.read_position(text)


@pytest.mark.parametrize(
    "text",
    ["", "fly", "cast", "learn standin.lib.fire.1 with", "destroy 2 with f1", "lay 7 x", "heal brain", "end now"],
)
def test_an_action_that_is_none_is_refused(text: str) -> None:
    rules = GAME.open()
    with pytest.raises(NotationError):
        rules.read_action(rules.start(), text)


def test_chance_comes_from_the_table_and_cannot_be_undone() -> None:
    rules, state = GAME.read_position("bigbook | black pool e1 f1 w1 | todo mill:black:2 act:black:all")
    action = rules.read_action(state, "mill e1 f1")
    assert rules.actor(state, action) == TABLE
    assert rules.reveals(state, action)
    assert rules.seen_by(state, 1) == state


def test_positions_spoilt_at_random_are_refused_or_can_be_played() -> None:
    chance = random.Random(7)
    whole = (HERE / "golden-3.rwr").read_text(encoding="utf-8")
    match = read_record(whole)
    rules = match.open()
    texts = [rules.write_position(step.after) for step in islice(replay(match, rules), 0, None, 9)]
    pieces = [word for text in texts for word in text.split()]
    readable = 0
    for _ in range(400):
        spoilt = chance.choice(texts).split()
        spoilt[chance.randrange(1, len(spoilt))] = chance.choice(pieces)
        try:
            its, state = GAME.read_position(" ".join(spoilt))
        except NotationError:
            continue
        readable += 1
        assert its.read_position(its.write_position(state)) == state
        for _ in range(5):
            if not state.over:
                state = its.play(state, next(iter(its.legal(state))))
                its.requests(state)
                its.layout(state)
    assert readable > 20
