"""The digest of the rules: nothing a verdict may cite is missing from it."""

from __future__ import annotations

import re

import pytest

from engine.catalogue import game_named
from engine.contract import Game
from engine.spell.digest import SIGNS, WHERE, chapters
from engine.spell.sentences import NOTICES, RESULTS, SENTENCES
from engine.verdict import Breach
from engine.words import Words

RULES = [entry.rule for chapter in chapters() for entry in chapter.entries]


def test_every_rule_that_may_be_cited_is_in_it_once() -> None:
    assert sorted(RULES) == sorted(SENTENCES)
    assert {*NOTICES, *RESULTS} <= set(RULES)


def test_what_is_added_is_about_rules_that_there_are() -> None:
    assert set(WHERE) <= set(RULES)
    assert set(SIGNS) <= set(RULES)


def test_chapters_are_named_once() -> None:
    titles = [chapter.title for chapter in chapters()]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("rule", RULES)
def test_each_is_a_sentence_without_open_facts(rule: str) -> None:
    told = Words().sentence(game_named("spell"), Breach(rule))
    for text in (told, WHERE.get(rule, "."), SIGNS.get(rule, ".")):
        assert text.endswith((".", "!"))
        assert not re.search(r"[\[\]{}]", text)


def test_a_game_that_says_nothing_more_has_one_chapter() -> None:
    game = game_named("spell")
    (chapter,) = Game.digest(game)
    assert [entry.rule for entry in chapter.entries] == list(game.sentences)
