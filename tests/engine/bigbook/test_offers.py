"""What there is to do now: offers, what pays for them, cards picked one by one; and the round at a glance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bench.bigbook import Bot, Dealer
from engine.bigbook.costs import met
from engine.bigbook.game import Bigbook, BigbookRules
from engine.bigbook.glance import PHASES
from engine.bigbook.state import OWN_HAND, Action, State
from engine.bigbook.wording import EFFECTS
from engine.contract import TABLE
from engine.offers import Offer, Priced
from engine.verdict import Phrase
from engine.words import Words

GAME = Bigbook()
TURN = (
    "bigbook players=3 | turn 13 green | madness 4"
    " | slots 3-left:standin.fire.madness:! 4:standin.water.support:w1"
    " | black hand f2 m | green hand f1 f3 m unseen 2 pool e1 e1 w1 a1 support f2 m"
)


def opened(text: str) -> tuple[BigbookRules, State]:
    return GAME.read_position(text)


def offer(rules: BigbookRules, state: State, name: str) -> Offer:
    return next(one for one in rules.offers(state) if one.name == name)


def priced(text: str, name: str, *chosen: str) -> tuple[Priced[Action], list[str], list[str]]:
    """What comes of it, what is said of it, and the rules that are broken."""
    rules, state = opened(text)
    found = rules.priced(state, offer(rules, state, name), chosen)
    said = [Words().phrase(rules, line) for line in found.lines]
    return found, said, [one.rule for one in found.breaches]


def written(rules: BigbookRules, state: State, name: str) -> list[str]:
    return [rules.write_action(state, one) for one in rules.ways(state, offer(rules, state, name))]


# -- offers ---------------------------------------------------------------------------------------------------


def test_the_cheapest_way_comes_first_and_none_has_a_card_too_many() -> None:
    rules, state = opened(TURN)
    assert written(rules, state, "destroy 3-left") == [
        "destroy 3-left with f1 f3 gain earth",
        "destroy 3-left with f3 f2@green gain earth",
    ]
    assert written(rules, state, "destroy 4") == []
    (why,) = rules.hindrances(state, offer(rules, state, "destroy 4"))
    assert Words().sentence(rules, why) == "Destroying a curse costs four of its element: 5 water."


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_offered_is_legal_and_all_kinds_of_actions_are(seed: int) -> None:
    for rules, state in moments(seed):
        kinds = {action.kind for action in islice(rules.legal(state), 400)}
        offered = set()
        for one in rules.offers(state):
            for action in islice(rules.ways(state, one), 8):
                assert not rules.breaches(state, action, rules.actor(state, action)), rules.write_action(
                    state, action
                )
                offered.add(action.kind)
        for action in rules.sayable(state):
            assert not rules.breaches(state, action, rules.actor(state, action))
            offered.add(action.kind)
        ending = rules.closing(state)
        offered |= {ending.kind} if ending else set()
        assert kinds <= offered, (kinds - offered, rules.write_position(state))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_can_be_paid_is_found(seed: int) -> None:
    """Held against the plain list of everything that is legal, which is written apart from it."""
    for rules, state in islice(moments(seed), 60):
        if state.agenda[0].kind != "act":
            continue
        legal = list(islice(rules.legal(state), 4000))
        if len(legal) == 4000:
            continue
        for one in rules.offers(state):
            kind, _, rest = one.name.partition(" ")
            mine = [a for a in legal if a.kind == kind and (rest in (a.code, "") or one.name == _named(a))]
            assert bool(mine) == any(True for _ in rules.ways(state, one)) or kind == "show", one.name


def _named(action: Action) -> str:
    return f"destroy {('2', '3-left', '3-right', '4', '5')[action.slot]}"


def moments(seed: int) -> Iterator[tuple[BigbookRules, State]]:
    """What comes up in a match of bots, some of whose hands nobody sees."""
    chance = random.Random(seed)
    rules = GAME.open({"players": chance.choice([2, 3, 5]), "difficulty": "hard"})
    assert isinstance(rules, BigbookRules)
    dealer, bot = Dealer(rules, seed), Bot(rules, chance)
    state = rules.start()
    while not state.over:
        if chance.random() < 0.1:
            yield rules, state
        state = dealer.dealt(state)
        if chance.random() < 0.3:
            yield rules, state
        task = state.agenda[0]
        by_table = task.kind == "top" or task.seat == TABLE
        state = rules.play(state, dealer.outcome(state, task) if by_table else bot.choice(state))


# -- what is picked -------------------------------------------------------------------------------------------


def _questions(rules: BigbookRules, state: State, words: Words) -> Iterator[tuple[str, list[str]]]:
    """What is asked, and what is offered for an answer, as it is read."""

    def deeds(actions: Iterator[Action]) -> list[str]:
        found = islice(actions, 60)
        return [f"{rules.actor(state, one)} {words.phrase(rules, rules.deed(state, one))}" for one in found]

    offered = rules.offers(state)
    yield "says", deeds(iter(rules.sayable(state)))
    yield "offers", [f"{one.group}: {words.phrase(rules, one.title)}" for one in offered]
    for one in offered:
        yield f"ways of {one.name}", deeds(rules.ways(state, one))
        parts = rules.picks(state, one)
        yield f"parts of {one.name}", [words.phrase(rules, part.title) for part in parts]
        for part in parts:
            yield f"picks of {one.name}", [words.phrase(rules, pick.title) for pick in part.picks]
    if all(request.by == TABLE for request in rules.requests(state)):
        for place in rules.plan().places:
            faces = rules.awaited(state, place.name) if place.kind in ("slot", "library", "page") else ()
            yield place.name, [words.thing(rules, face) for face in faces]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", range(3))
def test_no_two_answers_to_a_question_read_alike(seed: int, language: str) -> None:
    for rules, state in moments(seed):
        words = Words(language).calling(rules.seats, ("Ana", "Ben", "Cleo", "Dan", "Eve"))
        for question, answers in _questions(rules, state, words):
            twice = {one for one in answers if answers.count(one) > 1}
            assert not twice, (question, twice, rules.write_position(state))


def test_cards_are_added_up_and_what_is_too_much_is_told() -> None:
    found, said, broken = priced(TURN, "destroy 3-left", "hand f3", "gain air")
    assert (said, broken) == (["fire: 3 of 4 paid"], ["bigbook.curse.destroy-cost"])
    found, said, broken = priced(TURN, "destroy 3-left", "hand f3", "green f2", "gain air")
    assert said == ["fire: 5 of 4 paid", "Lost, since no change is given: 1"]
    assert (found.action, broken) == (
        Action("destroy", pay=((OWN_HAND, "f3"), (2, "f2")), slot=1, extra="air"),
        [],
    )


def test_madness_pays_nothing_and_the_rule_is_told() -> None:
    found, _, broken = priced(TURN, "destroy 3-left", "hand f3", "hand f1", "hand m")
    assert broken == ["bigbook.cost.madness-pays-nothing"]
    assert found.action is not None
    assert Words().sentence(GAME, found.breaches[0]) == "A madness card pays nothing."


def test_a_spell_is_paid_several_times() -> None:
    _, said, broken = priced(TURN, "cast base.combustion", "hand f3", "green f2")
    assert said == ["fire: 5 of 1 paid", "Paid 5 times, for as many times the effect"]
    assert broken == []


def test_a_sixth_spell_needs_one_that_goes() -> None:
    five = "base.growth base.ice base.combustion base.telepathy standin.lib.water.1"
    text = TURN.replace("support f2 m", f"support f2 m spells {five}")
    _, _, broken = priced(text, "learn standin.lib.fire.1", "green f2")
    assert broken == ["bigbook.learn.limit"]
    found, _, broken = priced(text, "learn standin.lib.fire.1", "green f2", "over base.ice")
    assert (broken, found.action and found.action.extra) == ([], "base.ice")
    rules, state = opened(text)
    assert len(written(rules, state, "learn standin.lib.fire.1")) >= 5


def test_which_madness_is_healed_is_chosen() -> None:
    found, _, broken = priced(TURN, "heal", "hand f3", "wound support")
    assert (broken, found.action and found.action.extra) == ([], "support")
    found, said, broken = priced(TURN, "heal", "hand f1", "hand w1")
    assert "bigbook.madness.heal-cost" in broken
    assert said == ["1 of 2 paid"]


def test_cards_that_an_effect_asks_for_are_picked() -> None:
    text = f"{TURN} | todo discard:green:2 act:green:all"
    assert priced(text, "ask discard", "hand f1")[1:] == (["1 of 2 chosen"], ["bigbook.curse.trigger"])
    found, _, broken = priced(text, "ask discard", "hand m", "hand f1")
    assert (found.action, broken) == (Action("discard", cards=("f1", "m")), [])
    text = f"{TURN} | todo support-swap:green:2 act:green:all"
    found, _, broken = priced(text, "ask support-swap", "hand f1", "green f2")
    assert (found.action, broken) == (Action("swap", cards=("f1",), pay=((2, "f2"),)), [])
    found, _, broken = priced(f"{TURN} | todo top:green:2 act:green:all", "ask top", "hand e1", "hand e1")
    assert (found.action, broken) == (Action("mill", cards=("e1", "e1")), [])


def test_a_card_that_is_read_aloud_is_put_together() -> None:
    text = f"{TURN} | todo read:arbiter:0 act:green:all"
    found, said, broken = priced(text, "ask read", "who all", "do discard 1", "do discard 1", "do draw 1")
    assert (found.action and found.action.extra, broken) == ("all: discard 2, draw", [])
    assert said == ["each player: discard 2 cards from the hand", "each player: draw a card"]


@pytest.mark.parametrize(
    ("card", "who", "meant"),
    [("", (), "discard"), (":all", (), "all: discard"), (":all", ("who you",), "you: discard")],
)
def test_a_curse_read_aloud_is_for_everybody_unless_it_says_otherwise(
    card: str, who: tuple[str, ...], meant: str
) -> None:
    text = f"{TURN} | todo read:arbiter:0{card} act:green:all"
    found, _, broken = priced(text, "ask read", *who, "do discard 1")
    assert (found.action and found.action.extra, broken) == (meant, [])


def test_cards_are_shown_or_said() -> None:
    found, _, broken = priced(TURN, "show", "hand e1", "hand f1")
    assert (found.action, broken) == (Action("show", seat=2, cards=("e1", "f1")), [])
    assert priced(TURN, "show", "hand e1", "hand e1", "hand a1")[2] == ["bigbook.game.talk"]


@pytest.mark.parametrize("seed", range(2))
def test_every_pick_can_be_priced_and_everything_said(seed: int) -> None:
    chance = random.Random(seed)
    for rules, state in islice(moments(seed), 80):
        words = Words("fr").calling(rules.seats, ("Ana",))
        for one in rules.offers(state):
            parts = rules.picks(state, one)
            every = [pick.name for part in parts for pick in part.picks]
            chosen = chance.sample(every, min(len(every), 3))
            found = rules.priced(state, one, chosen)
            told = [one.title, *one.lines, *found.lines, *(pick.title for part in parts for pick in part.picks)]
            assert all("{" not in words.phrase(rules, phrase) for phrase in told)
            if found.action is not None:
                text = rules.write_action(state, found.action)
                assert rules.read_action(state, text) == found.action


# -- at a glance ----------------------------------------------------------------------------------------------


def said_of(text: str) -> dict[str, list[str]]:
    rules, state = opened(text)
    words = Words().calling(rules.seats, ("Ana", "Ben", "Cleo"))
    found = rules.glance(state)
    assert found is not None

    def said(phrases: tuple[Phrase, ...]) -> list[str]:
        return [words.phrase(rules, one) for one in phrases]

    here = [stop.title for track in found.tracks for stop in track.stops if stop.when == "here"]
    slips = [slip for stop in found.tracks[0].stops for slip in stop.slips]
    return {
        "head": said((found.head,)),
        "here": said(tuple(here)),
        "curses": [
            " – ".join(said((slip.title, *slip.lines, *([slip.mark] if slip.mark else [])))) for slip in slips
        ],
        "warnings": said(found.warnings),
        "needs": said(found.needs),
        "sums": [f"{said((one.title,))[0]} {one.value}/{one.most}" for one in found.sums],
        "cleo": said(found.sides[-1].lines),
    }


def test_the_round_is_told_at_a_glance() -> None:
    told = said_of(TURN)
    assert told["head"] == ["Monster 3 of 6: Hungry shelf"]
    assert told["here"] == ["Space 3", "Actions"]
    assert told["curses"] == [
        "Creeping doubt (fire) – costs 4 fire – one player: take a madness card (hand) – took effect",
        "Cold shoulder (water) – costs 5 water – each player: discard all support – to come",
    ]
    assert told["sums"] == [
        "water: known in hands and support 0/5",
        "fire: known in hands and support 8/4",
    ]
    assert told["needs"][0] == "To vanquish this monster destroy its curses: 2 left, turns with this one: 3."
    assert told["cleo"] == [
        "Diver",
        "hand 5: fire 1, fire 3 and madness; unknown: 2",
        "draw pile 2, discards 0",
        "support 2 of 4: fire 2 and madness",
    ]


@pytest.mark.parametrize(
    ("change", "warning", "mood"),
    [
        (("madness 4", "madness 4"), "", "calm"),
        (("madness 4", "madness 3"), "Few madness cards are left: 3.", "danger"),
        (
            ("madness 4", "madness 0"),
            "The madness pile is empty: the next card that is needed loses the game.",
            "danger",
        ),
        (
            ("black hand f2 m", "black hand m m m m"),
            "Ana holds 4 madness cards: six and nothing else eliminate.",
            "danger",
        ),
        (
            ("turn 13", "turn 29"),
            "The last monster's curses have to go now; turns after this one: 1.",
            "danger",
        ),
    ],
)
def test_what_presses_is_told_and_colours_the_mood(change: tuple[str, str], warning: str, mood: str) -> None:
    text = TURN.replace(*change)
    assert said_of(text)["warnings"] == ([warning] if warning else [])
    rules, state = opened(text)
    assert rules.mood(state) == mood


def test_a_curse_that_strikes_is_named_with_what_it_asks() -> None:
    text = (
        "bigbook players=3 | turn 2 violet | slots 2:standin.air.discard-1"
        " | black unseen 6 pool e1 e1 e1 e1 e1 e1 e1"
        " | green unseen 6 pool e1 e1 e1 e1 e1 e1 f1 | todo book:violet:2"
    )
    rules, state = opened(text)
    assert rules.mood(state) == "calm"
    state = rules.played(state, rules.read_action(state, "book 2"))
    assert rules.mood(state) == "now"
    (asked,) = rules.requests(state)
    told = Words().request(rules, asked)
    assert told.startswith("Space 2, Slippery fingers (air) – each player: discard a card from the hand. ")
    assert told.endswith("Green: discard cards from the hand: 1.")
    for _ in range(2):
        state = rules.play(state, next(iter(rules.legal(state))))
    assert rules.mood(state) == "calm"


def test_what_a_magician_is_asked_after_a_curse_is_not_its_doing() -> None:
    text = "bigbook | turn 2 black | slots 2:standin.air.mill-2:! 4:standin.fire.madness"
    rules, state = opened(f"{text} | black as standin.mag.fire.m hand f3 f1 discard e1")
    state = rules.played(state, rules.read_action(state, "destroy 4 with f1 f3 gain fire"))
    (asked,) = rules.requests(state)
    assert (asked.kind, "card" in asked.facts) == ("destroy-card", False)
    assert rules.mood(state) == "calm"


@pytest.mark.parametrize("seed", range(2))
def test_every_moment_can_be_looked_up_in_every_language(seed: int) -> None:
    for rules, state in moments(seed):
        found = rules.glance(state)
        assert found is not None
        assert len(found.sides) == len(rules.seats)
        assert sum(stop.when == "here" for track in found.tracks[1:] for stop in track.stops) <= 1
        words = Words("fr")
        phrases = [
            found.head,
            *found.needs,
            *found.warnings,
            *(line for side in found.sides for line in side.lines),
        ]
        phrases += [
            line for track in found.tracks for stop in track.stops for slip in stop.slips for line in slip.lines
        ]
        assert all("{" not in words.phrase(rules, phrase) for phrase in phrases)
    assert len(PHASES) == 4


def test_everything_a_card_may_do_has_its_words() -> None:
    from engine.bigbook.effects import VERBS  # noqa: PLC0415

    assert set(EFFECTS) == set(VERBS)


def test_ways_to_pay_are_met() -> None:
    rules, state = opened(TURN)
    for action in rules.ways(state, offer(rules, state, "heal")):
        assert met(rules, (("*", 2),), action.pay, "heal")


@pytest.mark.parametrize(
    ("task", "is_together"), [("discard:green:1", False), ("discard:green:2", True), ("read:arbiter:0", True)]
)
def test_one_card_of_a_few_is_said_by_a_button_and_several_are_put_together(task: str, is_together: bool) -> None:
    rules, state = opened(f"{TURN} | todo {task} act:green:all")
    due = [one for one in rules.offers(state) if one.is_due]
    answers = [one for one in rules.sayable(state) if one.kind != "pass"]
    assert (bool(due), bool(answers)) == (is_together, not is_together)


def test_support_that_pays_is_what_goes_and_the_rest_stays() -> None:
    rules, state = opened(TURN)
    assert list(state.players[2].support) == ["f2", "m"]
    gone = rules.motions(state, rules.read_action(state, "destroy 3-left with f3 f2@green gain air"))
    assert [(one.thing.name, one.source) for one in gone if one.source] == [
        ("f2", "green-support-1"), ("standin.fire.madness", "slot-3-left"),
    ]  # fmt: skip
