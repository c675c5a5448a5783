"""Every cost rule held against a plain restatement, on whatever cards somebody may offer."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.bigbook.cards import ELEMENTS, IN_BOX, LETTERS
from engine.bigbook.game import Bigbook
from engine.bigbook.state import Action, State
from engine.verdict import Accepted

GAME = Bigbook()
KINDS = [f"{letter}{value}" for letter in ELEMENTS for value in (1, 2, 3)]
CARDS = st.lists(st.sampled_from([*KINDS, "m"]), max_size=6)
ELEMENT = st.sampled_from(list(LETTERS))
POOL = " ".join(["a1"] * 9 + ["w1"] * 9)
FEW = settings(max_examples=40, deadline=None)


def judged(options: str, mine: list[str], lent: list[str], slots: str, deed: str) -> bool:
    """Whether the table accepts an action that is paid with all these cards, and where they go."""
    assume(all(count <= IN_BOX[int(card[1:] or 1)] for card, count in Counter(mine + lent).items()))
    rules, before = GAME.read_position(
        f"bigbook {options} | black hand {' '.join(mine)} m m pool {POOL} | violet support {' '.join(lent)}{slots}"
    )
    pay = " ".join([*mine, *(f"{card}@violet" for card in lent)])
    action = rules.read_action(before, deed.replace("PAY", f"with {pay}" if pay else ""))
    verdict = rules.judge(before, action)
    assert isinstance(verdict, Accepted) == (action in set(rules.legal(before)))
    if isinstance(verdict, Accepted):
        went_home(before, verdict.state, mine, lent)
    return isinstance(verdict, Accepted)


def went_home(before: State, after: State, mine: list[str], lent: list[str]) -> None:
    """Each card that paid lies in the discard pile of the player who owned it."""
    gone = [Counter(player.discard) - Counter() for player in after.players]
    assert Counter(mine) <= gone[0]
    assert Counter(lent) == gone[1] - Counter(before.players[1].discard)


def total(cards: list[str], element: str, *, by_number: bool = False) -> int:
    """Added up by hand: a card is a letter and a value."""
    return sum(1 if by_number else int(card[1]) for card in cards if card[0] == LETTERS[element])


def only(cards: list[str], elements: list[str]) -> bool:
    return all(card[0] in {LETTERS[element] for element in elements} for card in cards)


OPTIONS = {"": (False, False), "strict-seed": (False, True), "costs=cards": (True, True)}
"""How a table counts: whether all costs, and whether acquiring, are counted in cards."""
TABLE = st.sampled_from(list(OPTIONS))


@given(CARDS, CARDS.map(lambda cards: cards[:3]), ELEMENT, st.sampled_from([2, 3]), TABLE)
@FEW
def test_acquiring(mine: list[str], lent: list[str], element: str, value: int, table: str) -> None:
    paid = mine + lent
    fine = only(paid, [element]) and total(paid, element, by_number=OPTIONS[table][1]) >= value
    assert judged(table, mine, lent, "", f"acquire {LETTERS[element]}{value} PAY") == fine


@given(CARDS, CARDS.map(lambda cards: cards[:3]), ELEMENT, TABLE)
@FEW
def test_learning(mine: list[str], lent: list[str], element: str, table: str) -> None:
    paid = mine + lent
    fine = only(paid, [element]) and total(paid, element, by_number=OPTIONS[table][0]) >= 2
    assert judged(table, mine, lent, "", f"learn standin.lib.{element}.1 PAY") == fine


@given(CARDS, CARDS.map(lambda cards: cards[:3]), ELEMENT, st.lists(ELEMENT, max_size=2), TABLE)
@FEW
def test_destroying(mine: list[str], lent: list[str], element: str, tokens: list[str], table: str) -> None:
    paid, by_number = mine + lent, OPTIONS[table][0]
    asked = Counter({element: 4}) + Counter(tokens)
    fine = only(paid, list(asked)) and all(
        total(paid, one, by_number=by_number) >= amount for one, amount in asked.items()
    )
    marks = "".join(f":{LETTERS[token]}1" for token in tokens)
    slots = f" | slots 2:standin.{element}.support{marks}"
    assert judged(table, mine, lent, slots, "destroy 2 PAY gain fire") == fine


@given(CARDS, CARDS.map(lambda cards: cards[:3]), st.lists(ELEMENT, max_size=2), TABLE)
@FEW
def test_destroying_what_is_of_all_elements(
    mine: list[str], lent: list[str], tokens: list[str], table: str
) -> None:
    paid, by_number = mine + lent, OPTIONS[table][0]
    asked = Counter(list(LETTERS)) + Counter(tokens)
    fine = "m" not in paid and all(
        total(paid, one, by_number=by_number) >= amount for one, amount in asked.items()
    )
    marks = "".join(f":{LETTERS[token]}1" for token in tokens)
    slots = f" | slots 2:standin.multi.madness{marks}"
    assert judged(table, mine, lent, slots, "destroy 2 PAY gain fire") == fine


@given(CARDS, CARDS.map(lambda cards: cards[:3]), TABLE)
@FEW
def test_healing(mine: list[str], lent: list[str], table: str) -> None:
    paid = mine + lent
    fine = any(only(paid, [one]) and total(paid, one, by_number=OPTIONS[table][0]) >= 2 for one in LETTERS)
    assert judged(table, mine, lent, "", "heal hand PAY") == fine


@given(CARDS, CARDS.map(lambda cards: cards[:3]))
@FEW
def test_activating_and_how_often(mine: list[str], lent: list[str]) -> None:
    paid = mine + lent
    fine = only(paid, ["earth"]) and total(paid, "earth") >= 1
    pool = f" pool {POOL}"
    assert judged("", mine, lent, "", "cast base.growth PAY") == fine
    if fine:
        text = f"bigbook | black hand {' '.join(mine)}{pool} | violet support {' '.join(lent)}"
        rules, state = GAME.read_position(text)
        pay = tuple(sorted([*((-1, card) for card in mine), *((1, card) for card in lent)]))
        after = rules.play(state, Action("cast", "base.growth", pay=pay))
        assert after.players[0].unseen == total(paid, "earth")


@given(st.lists(st.sampled_from(["e1", "e2", "e3"]), min_size=1, max_size=6))
@FEW
def test_a_card_may_pay_for_one_use_only_at_some_tables(mine: list[str]) -> None:
    rules, state = GAME.read_position(f"bigbook once-a-card | black hand {' '.join(mine)} pool {POOL}")
    after = rules.play(state, Action("cast", "base.growth", pay=tuple((-1, card) for card in sorted(mine))))
    assert after.players[0].unseen == len(mine)


@given(CARDS, ELEMENT, st.lists(st.tuples(ELEMENT, st.sampled_from([1, 2, 3])), max_size=3), st.booleans())
@FEW
def test_destroying_what_tokens_made_dearer(
    mine: list[str], element: str, tokens: list[tuple[str, int]], one_each: bool
) -> None:
    """A token adds what the card says that laid it, or one at a table that plays by the other reading."""
    asked = Counter({element: 4})
    for token, adds in tokens:
        asked[token] += 1 if one_each else adds
    fine = only(mine, list(asked)) and all(total(mine, one) >= amount for one, amount in asked.items())
    marks = "".join(f":{LETTERS[token]}{adds}" for token, adds in tokens)
    options = "tokens=one" if one_each else ""
    assert (
        judged(options, mine, [], f" | slots 2:standin.{element}.support{marks}", "destroy 2 PAY gain fire")
        == fine
    )


@given(CARDS, ELEMENT, st.booleans())
@FEW
def test_the_first_spell_of_a_turn_for_less(mine: list[str], element: str, is_first: bool) -> None:
    """Some magicians learn it for one less; the next one costs two again."""
    assume(all(count <= IN_BOX[int(card[1:] or 1)] for card, count in Counter(mine).items()))
    rules, state = GAME.read_position(f"bigbook | black as standin.mag.fire.f hand {' '.join(mine)} m pool {POOL}")
    state = state._replace(learned=not is_first)
    text = f"learn standin.lib.{element}.1" + (f" with {' '.join(mine)}" if mine else "")
    action = rules.read_action(state, text)
    fine = only(mine, [element]) and total(mine, element) >= (1 if is_first else 2)
    assert (not rules.breaches(state, action, 0)) == fine == (action in set(rules.legal(state)))


@given(
    CARDS,
    CARDS.map(lambda cards: cards[:2]),
    st.sampled_from(["deck", "discard", "hand", "support"]),
    st.booleans(),
)
@FEW
def test_healing_where_the_table_lets_it(mine: list[str], lent: list[str], zone: str, anywhere: bool) -> None:
    paid = mine + lent
    assume(all(count <= IN_BOX[int(card[1:] or 1)] for card, count in Counter(paid).items()))
    rules, state = GAME.read_position(
        f"bigbook {'heal-anywhere' if anywhere else ''} | violet support {' '.join(lent)}"
        f" | black hand {' '.join(mine)} m pool a1 m discard m support m"
    )
    pay = " ".join([*mine, *(f"{card}@violet" for card in lent)])
    action = rules.read_action(state, f"heal {zone}" + (f" with {pay}" if pay else ""))
    enough = any(only(paid, [one]) and total(paid, one) >= 2 for one in LETTERS)
    fine = enough and (anywhere or zone in {"hand", "support"})
    assert (not rules.breaches(state, action, 0)) == fine == (action in set(rules.legal(state)))


@given(CARDS, CARDS.map(lambda cards: cards[:3]), st.sampled_from([1, 2, 3]))
@FEW
def test_activating_what_costs_more(mine: list[str], lent: list[str], value: int) -> None:
    paid = mine + lent
    assume(all(count <= IN_BOX[int(card[1:] or 1)] for card, count in Counter(paid).items()))
    code = f"standin.lib.water.{value}"
    rules, state = GAME.read_position(
        f"bigbook | black hand {' '.join(mine)} m pool {POOL} spells {code} | violet support {' '.join(lent)}"
    )
    pay = " ".join([*mine, *(f"{card}@violet" for card in lent)])
    action = rules.read_action(state, f"cast {code}" + (f" with {pay}" if pay else ""))
    fine = only(paid, ["water"]) and total(paid, "water") >= value
    assert (not rules.breaches(state, action, 0)) == fine == (action in set(rules.legal(state)))
