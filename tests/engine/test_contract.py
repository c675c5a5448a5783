"""What the contract promises beyond one game: many seats, secrets, chance, playing together, free words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import pytest

from engine.catalogue import games
from engine.contract import ARBITER, TABLE, Game, Request, Result, Rules, Seat
from engine.errors import N_, NotationError, SetupError
from engine.options import Option, Setup
from engine.record import blank as blank_record
from engine.record import final_state, read_record, replay, write_record
from engine.table import Place, TablePlan, Thing
from engine.verdict import Accepted, Breach, Refusal
from engine.words import Words

CARD = Thing("card-back", "card")
HIDDEN = -1


class State(NamedTuple):
    """Everybody hides a number; together they must reach the number that the table turns up."""

    hands: tuple[int, ...]
    target: int = 0
    ruled: str = ""


class Action(NamedTuple):
    kind: str
    seat: int = 0
    number: int = 0
    words: str = ""


class TogetherRules(Rules[State, Action]):
    def __init__(self, game: Game, setup: Setup) -> None:
        self.game, self.setup = game, setup

    @property
    def seats(self) -> tuple[str, ...]:
        return ("red", "blue", "green", "white", "black")[: int(str(self.setup["players"]))]

    def start(self) -> State:
        return State((0,) * len(self.seats))

    def legal(self, state: State) -> Iterator[Action]:
        for seat, number in product(range(len(self.seats)), (1, 2, 3)):
            if not state.hands[seat]:
                yield Action("hide", seat, number)
        if all(state.hands) and not state.target:
            yield from (Action("turn-up", number=number) for number in range(3, 16))

    def play(self, state: State, action: Action) -> State:
        if action.kind == "hide":
            hands = list(state.hands)
            hands[action.seat] = action.number
            return state._replace(hands=tuple(hands))
        if action.kind == "rule":
            return state._replace(ruled=action.words)
        return state._replace(target=action.number)

    def actor(self, state: State, action: Action) -> Seat:
        return {"hide": action.seat, "turn-up": TABLE}.get(action.kind, ARBITER)

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        if action.kind == "rule" and by == ARBITER:
            return ()
        return super().breaches(state, action, by)

    def requests(self, state: State) -> tuple[Request, ...]:
        if state.target:
            return ()
        waiting = tuple(Request(seat, "hide") for seat, number in enumerate(state.hands) if not number)
        return waiting or (Request(TABLE, "turn-up"),)

    def result(self, state: State) -> Result | None:
        if not state.target:
            return None
        everybody = tuple(range(len(self.seats)))
        return Result(everybody if sum(state.hands) == state.target else (), "together.sum")

    def seen_by(self, state: State, viewer: Seat | None) -> State:
        hands = (number if seat == viewer else min(number, 1) * HIDDEN for seat, number in enumerate(state.hands))
        return state._replace(hands=tuple(hands))

    def plan(self) -> TablePlan:
        places = (Place(f"hand-{seat}", "hand", i, 0) for i, seat in enumerate(self.seats))
        return TablePlan(tuple(places), (CARD,), 90)

    def layout(self, state: State) -> Mapping[str, tuple[Thing, ...]]:
        return {f"hand-{seat}": (CARD,) for seat, number in zip(self.seats, state.hands, strict=True) if number}

    def write_position(self, state: State) -> str:
        return f"together {state.target} {' '.join(map(str, state.hands))} {state.ruled}".rstrip()

    def read_position(self, text: str) -> State:
        _, target, *rest = text.split()
        count = len(self.seats)
        return State(tuple(map(int, rest[:count])), int(target), " ".join(rest[count:]))

    def write_action(self, state: State, action: Action) -> str:
        return f"{action.kind} {action.words or action.number}"

    def read_action(self, state: State, text: str) -> Action:
        kind, _, said = text.partition(" ")
        seat = next((seat for seat, number in enumerate(state.hands) if not number), 0)
        return Action(kind, seat, words=said) if kind == "rule" else Action(kind, seat, int(said))


class Together(Game):
    name = "together"
    title = "Together"
    seats = ("red", "blue")
    options = (Option("players", 2, (2, 3, 4, 5), N_("how many play")), Option("book", "", None, N_("a book")))
    requests: Mapping[str, str] = {"hide": N_("{seat} hides a number.")}
    results: Mapping[str, str] = {"together.sum": N_("It is over[, won by {winners}].")}

    def rules(self, setup: Setup) -> TogetherRules:
        return TogetherRules(self, setup)


@pytest.fixture(name="game")
def game_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = Together()
    monkeypatch.setattr("engine.catalogue.games", lambda: {"together": game})
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_seats_as_there_are_players_all_asked_at_once(game: Game, players: int) -> None:
    rules = game.open({"players": players})
    asked = rules.requests(rules.start())
    assert [request.by for request in asked] == list(range(players))
    assert Words("en").request(rules, asked[-1]) == f"{rules.seats[-1].capitalize()} hides a number."
    assert sorted({rules.facing(seat) for seat in range(players)})[0] == 0
    assert len({rules.facing(seat) for seat in range(players)}) == players


def test_whoever_is_asked_may_act_in_any_order_but_only_for_themselves(game: Game) -> None:
    rules = game.open({"players": 3})
    state = rules.start()
    last = Action("hide", 2, 3)
    assert isinstance(rules.judge(state, last, by=1), Refusal)
    verdict = rules.judge(state, last, by=2)
    assert isinstance(verdict, Accepted)
    assert [request.by for request in rules.requests(verdict.state)] == [0, 1]


def test_a_seat_sees_only_its_own_secret(game: Game) -> None:
    rules = game.open({"players": 3})
    state = State((1, 2, 3))
    assert rules.seen_by(state, 1).hands == (HIDDEN, 2, HIDDEN)
    assert rules.seen_by(state, None).hands == (HIDDEN,) * 3


@pytest.mark.parametrize(("target", "winners"), [(6, (0, 1, 2)), (7, ())])
def test_all_win_or_none(game: Game, target: int, winners: tuple[int, ...]) -> None:
    rules = game.open({"players": 3})
    state = rules.played(State((1, 2, 3)), Action("turn-up", number=target))
    result = rules.result(state)
    assert result is not None
    assert result.winners == winners
    assert Words("en").sentence(rules, result) == (
        "It is over, won by Red, Blue and Green." if winners else "It is over."
    )


def test_rulings_in_free_words_and_whole_books_fit_into_a_record(game: Game) -> None:
    rules: Any = game.open({"players": 3, "book": 'Fire: "cast; then\nwait"'})
    state = rules.start()
    kept = blank_record(game, rules.setup)
    ruling = Action("rule", words="one point; as the owner says")
    hidden = [Action("hide", seat, seat + 1) for seat in range(3)]
    for action in (hidden[0], ruling, *hidden[1:], Action("turn-up", number=6)):
        kept = kept.plus(rules, state, action)
        state = rules.played(state, action)
    again = read_record(write_record(kept.ended(rules, state)))
    assert again.open().setup == rules.setup
    assert all(step.is_legal for step in replay(again, again.open()))
    assert final_state(again, again.open()) == state
    assert again.result == "red+blue+green"


def setups(shelved: Game) -> Iterator[dict[str, Any]]:
    """The usual setup, and each that is chosen by one word alone."""
    yield {}
    for option in shelved.options:
        yield from ({option.name: value} for value in option.values or () if value != option.default)


@pytest.mark.parametrize("name", games())
def test_a_state_as_json_says_which_game_it_is_and_under_which_rules(name: str) -> None:
    shelved = games()[name]
    for choices in setups(shelved):
        try:
            rules = shelved.open(choices)
        except SetupError:
            continue  # it takes more than this one
        told = json.loads(json.dumps(rules.to_json(rules.start())))
        assert told["game"] == name
        again, state = shelved.from_json(told)
        assert state == rules.start() == rules.from_json(told), choices
        assert again.write_position(state) == rules.write_position(rules.start())
    with pytest.raises(NotationError):
        shelved.from_json({"game": name, "position": "| |"})
