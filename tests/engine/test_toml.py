"""A text that is no TOML: what is wrong, in our words and in every language, with line and column."""

from __future__ import annotations

import tomllib

import pytest

from engine.bigbook.game import Bigbook
from engine.datafile import read_file
from engine.errors import DataError, SetupError
from engine.words import Words

FAULTS: dict[str, tuple[str, int, int, str]] = {
    "no key": ('"x" y', 1, 5, "behind a key stand = and its value"),
    "a word alone": ("hello", 1, 6, "behind a key stand = and its value"),
    "no word at all": ("x = 1\n= 2", 2, 1, "a line is a heading such as [name] or a key"),
    "a heading half closed": ('[[spell]\ncode = "x"', 1, 8, "a heading is written [name] or [[name]]"),
    "two values": ('a = "b" "c"', 1, 9, "behind a value or a heading the line has to end"),
    "no quotation marks": ("x = tree", 1, 5, "behind = stands a text in quotation marks"),
    "a text that goes on": ('x = 1\ny = "tree\nz = 2', 2, 10, "a text has no quotation mark at its end"),
    "a text open to the end": ('x = """tree', 1, 12, "a text has no quotation mark at its end"),
    "a plain text open to the end": ("x = 'tree", 1, 10, "a text has no quotation mark at its end"),
    "an odd character": ('x = "\x01"', 1, 6, "this character may not stand in a text"),
    "an odd character in a comment": ("# \x01", 1, 3, "this character may not stand in a comment"),
    "an odd backslash": (r'x = "\q"', 1, 8, "in a text a backslash stands only in"),
    "a key twice": ("x = 1\nx = 2", 2, 6, "this key or heading is there already"),
    "a heading twice": ("[x]\n[x]", 2, 3, "this key or heading is there already"),
    "a key twice in braces": ("x = {a = 1, a = 2}", 1, 18, "this key or heading is there already"),
    "a list left open": ('x = ["a"\n\n', 1, 9, "a list is not closed"),
    "a table left open": ("x = {a = 1", 1, 11, "what is in braces is not closed"),
    "no such date": ("x = 2024-02-30", 1, 5, "there is no such date or time"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_toml_is_told_in_words_of_ours(name: str) -> None:
    text, line, column, why = FAULTS[name]
    with pytest.raises(DataError) as caught:
        read_file(text, "my.toml")
    assert str(caught.value).startswith(f"my.toml, line {line}, column {column}: this is not TOML: {why}")
    with pytest.raises(tomllib.TOMLDecodeError) as foreign:
        tomllib.loads(text)
    theirs = str(foreign.value).split(" (at")[0]
    for language in ("en", "fr"):
        assert theirs not in Words(language).error(caught.value)
    assert f"ligne {line}, colonne {column}" in Words("fr").error(caught.value)


CURSE = """[[curse]]
code = "mine.fire.1"
origin = "our box"
title = { en = "Our curse" }
type = "fire"
effect = ["%s"]
"""


@pytest.mark.parametrize(
    ("cards", "told", "french"),
    [
        (CURSE % "all: foo 1", "expected an effect", "on attend un effet"),
        ("[[spell]", "this is not TOML", "ce n’est pas du TOML"),
    ],
)
def test_a_fault_in_cards_of_ones_own_is_told_once_and_in_the_readers_language(
    cards: str, told: str, french: str
) -> None:
    with pytest.raises(SetupError) as caught:
        Bigbook().open({"cards": cards})
    assert Words("en").error(caught.value) == str(caught.value)
    assert str(caught.value).count(told) == 1
    in_french = Words("fr").error(caught.value)
    assert (in_french.count(french), in_french.count("cards,")) == (1, 1)
    assert told not in in_french
