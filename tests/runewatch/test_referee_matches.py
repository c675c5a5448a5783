"""Whole matches, in every mode, told by the table alone: what the referee kept is what was played."""

from __future__ import annotations

import random
from importlib.resources import files
from typing import Any

import pytest

from engine.catalogue import game_named
from engine.record import read_record, replay
from runewatch.events import Began, Ended
from runewatch.match import Match, begun, replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from tests.runewatch.modes import FAIR, MODES
from tests.runewatch.refereeing import Camera, Sitting


def show(sit: Sitting, action: Any) -> Any:
    """Somebody takes an action: it is seen if that can be, and said if not. Gives the state it should lead to."""
    rules, before = sit.rules, sit.state
    after = rules.played(before, action)
    traced = rules.traces(before, action, after)
    if rules.shown(action) == "said" or traced == rules.layout(before):
        sit.referee.request(ask.Say(rules.write_action(before, action)))
    if sit.referee.overlay:
        sit.look(traced)
    sit.look(rules.layout(after))
    return after


def choose(sit: Sitting, rng: random.Random) -> Any:
    rules, state = sit.rules, sit.state
    legal = list(rules.legal(state))
    closing = rules.closing(state)
    if closing is not None and rng.random() < 0.25:
        return closing
    claims = [action for action in legal if action.kind == "claim"]
    fair = [action for action in legal if action.card <= FAIR.get(action.kind, 0)]
    return rng.choice(claims or fair or legal)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("misread", [0.0, 0.01])
def test_a_match_is_followed_to_its_end(mode: str, misread: float) -> None:
    rng = random.Random(f"{mode} {misread}")
    match = begun(Began("spell", MODES[mode]))
    sit = Sitting(match, Camera(match.rules.plan(), random.Random(1), misread))
    for _ in range(400):
        if sit.referee.match.over is not None:
            break
        wanted = show(sit, choose(sit, rng))
        # what a script leaves no choice about, the referee does by itself
        assert sit.state == wanted or sit.rules.scripted(wanted)
    assert isinstance(sit.kept[-1], Ended)
    assert sit.of(say.OutOfStep) == []
    assert sit.of(say.InDoubt) == []
    assert replayed(sit.kept).state == sit.state


def test_the_match_of_the_demo_is_followed_to_its_last_point() -> None:
    record = read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))
    rules = record.open()
    began = Began(rules.game.name, dict(rules.setup))
    sit = Sitting(Match(began, rules, record.start(rules)))
    for step in replay(record, rules):
        if step.is_legal:
            assert sit.state == step.before, step.entry.text
            show(sit, rules.read_action(step.before, step.entry.text))
    assert isinstance(sit.kept[-1], Ended)
    assert rules.points(sit.state) == (16, 12)


def test_in_solo_play_the_screen_says_what_the_rival_does() -> None:
    rules = game_named("spell").open({"solo": "normal"})
    sit = Sitting(Match(Began("spell", {"solo": "normal"}), rules, rules.start()))
    rng = random.Random(4)
    while not rules.scripted(sit.state):
        show(sit, choose(sit, rng))
    first = sit.of(say.Instructed)[-1]
    assert first.choices
    assert all(rules.judge(sit.state, rules.read_action(sit.state, text)) for text in first.choices)
    assert first.places
    while sit.state.stage.phase.name != "RIVAL_GEM":
        show(sit, next(iter(rules.legal(sit.state))))
    gem = next(thing for thing in rules.plan().things if thing.turn == 90)
    sit.look({**sit.table, "gem": (gem,)})
    assert sit.of(say.Instructed)[-1].choices == ("slide right",)


def test_a_made_up_rival_cannot_do_otherwise() -> None:
    rules = game_named("spell").open({"solo": "normal"})
    sit = Sitting(Match(Began("spell", {"solo": "normal"}), rules, rules.start()))
    rng = random.Random(4)
    while not rules.scripted(sit.state):
        show(sit, choose(sit, rng))
    before = sit.state
    owner = rules.plan().things[0]
    wrong = {**sit.table, "a1": (owner,), "d4": (owner,), "a4": (owner,)}
    sit.look(wrong)
    sit.wait(4)
    assert sit.state == before
    assert sit.of(say.OutOfStep)
