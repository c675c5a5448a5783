"""docs/notation.md tells the truth, and the JSON of every state keeps to its published schema."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine.catalogue import game_named, game_of
from engine.datafile import packaged
from engine.errors import NotationError
from engine.record import read_record, replay, write_record
from engine.spell.deck import read_deck, write_deck
from engine.spell.notation.phrases import KINDS
from engine.spell.notation.position import FIELDS, PHASES

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
MODES: list[dict[str, Any]] = [
    {"edition": "2e"},
    {"edition": "1e", "asymmetric": True, "tournament": True},
    {"edition": "2e", "asymmetric": True, "deck": "advanced"},
    {"edition": "2e", "solo": "normal"},
    {"edition": "2e", "solo": "hard", "solo-orthogonal": True},
]


def examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_positions_of_the_page_are_read_and_come_back() -> None:
    line, drawn = examples("position")
    rules, state = game_of(line).read_position(line)
    assert rules.write_position(state) == line.strip()
    rules, state = game_of(drawn).read_position(drawn)
    assert rules.draw(state) == drawn.rstrip()


def test_the_record_of_the_page_is_legal_and_comes_back() -> None:
    (text,) = examples("record")
    match = read_record(text)
    assert write_record(match) == text
    assert all(step.is_legal for step in replay(match, match.open()))


def test_the_deck_of_the_page_is_read_and_comes_back() -> None:
    (text,) = examples("toml")
    deck = read_deck(text, "notation.md")
    assert [card.code for card in deck.cards] == ["1O"]
    assert read_deck(write_deck(deck), "again") == deck


def test_the_page_names_every_field_phase_and_kind_of_action() -> None:
    for name in FIELDS[1:]:
        assert re.search(rf"^\| `{name}\b", PAGE, re.MULTILINE), name
    for name in set(PHASES) - {"turn"}:
        assert f"`{name}" in PAGE, name
    for kind in KINDS:
        assert f"`{kind}" in PAGE, kind


@pytest.mark.parametrize("choices", MODES, ids=str)
def test_json_keeps_to_the_schema_and_comes_back(choices: dict[str, Any]) -> None:
    schema = json.loads(packaged("engine.spell", "state.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    chance = random.Random(7)
    rules = game_named("spell").open(choices)
    state = rules.start()
    while rules.result(state) is None:
        data = json.loads(json.dumps(rules.to_json(state)))
        validator.validate(data)
        assert rules.from_json(data) == state
        state = rules.play(state, chance.choice(list(rules.legal(state))))
    validator.validate(rules.to_json(state))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "ludo"}, '"game": "spell"'),
        ({"turn": "red"}, "a player"),
        ({"arena": "v b"}, "list"),
        ({"arena": [["v"] * 4] * 3}, "four rows"),
        ({"points": [1]}, "takes 2 words"),
        ({"colour": ["x"]}, "no field"),
        ({"head": "2e"}, "list"),
        ({"runes": [{"code": "1I"}]}, "list"),
        ({"claimed": [None]}, "list"),
    ],
)
def test_json_that_is_not_a_state_is_refused(change: dict[str, Any], said: str) -> None:
    rules, state = game_of("spell").read_position(examples("position")[0])
    with pytest.raises(NotationError, match=said):
        rules.from_json({**rules.to_json(state), **change})
