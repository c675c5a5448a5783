"""Decks that cannot be: each fault is told with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DataError
from engine.spell.deck import load_deck, read_deck, write_deck
from engine.spell.runes import (
    read_pattern,
    write_pattern,
)

BASIC = load_deck("basic")
GOOD = write_deck(replace(BASIC, cards=BASIC.cards[:3]))


def swap(old: str, new: str) -> Callable[[], str]:
    assert GOOD.count(old) >= 1, old
    return lambda: GOOD.replace(old, new, 1)


def rune(code: str, pattern: str) -> Callable[[], str]:
    return lambda: GOOD + f'\n[[rune]]\ncode = "{code}"\npattern = "{pattern}"\n'


def without_runes(extra: str = "") -> Callable[[], str]:
    return lambda: extra + GOOD[: GOOD.index("[[rune]]")]


SPELLS_2 = '2 = ["summon", "levitate"]'
CODE_RULE = "a rune's code is its level, 1 to 4, and 1 to 7 letters or digits, not"

FAULTS: dict[str, tuple[Callable[[], str], str]] = {
    "no TOML": (swap('name = "basic"', "name"), "my.toml, line 1, column 5: this is not TOML: behind a key"),
    "no TOML further down": (swap("[title]", "[title"), "my.toml, line 4, column 7: this is not TOML: a heading"),
    "a key twice": (
        swap('code = "1O"', 'code = "1O"\ncode = "1O"'),
        "my.toml, line 22, column 12: this is not TOML: this key or heading is there already",
    ),
    "an open text": (
        lambda: GOOD + '\nx = """',
        "my.toml, line 34, column 8: this is not TOML: a text has no quotation mark",
    ),
    "a very long number": (lambda: "x = " + "1" * 900 + "\n" + GOOD, "my.toml: there is no key 'x'"),
    "too deep": (lambda: "\n".join(["x = ["] + ["["] * 9000), "my.toml: this is nested too deeply"),
    "too large": (lambda: GOOD + "#\n" * 50_000, "my.toml: a data file has at most 100000 bytes, not 100"),
    "a long line": (
        lambda: "a." * 600 + "a = 1",
        "my.toml, line 1: a line has at most 1000 letters, not 1205",
    ),
    "a long line with odd ends": (
        lambda: '"\u2028".' + "a." * 600 + "a = 1",
        "my.toml, line 1: a line has at most 1000 letters, not 1209",
    ),
    "empty": (lambda: "", "my.toml: the key name is missing"),
    "no name": (swap('name = "basic"', ""), "my.toml: the key name is missing"),
    "no origin": (swap('origin = "stand-in"', ""), "my.toml: the key origin is missing"),
    "a misspelt key": (swap('origin = "', 'orign = "'), "my.toml: the key origin is missing"),
    "an unknown key": (
        lambda: 'level = "1"\n' + GOOD,
        "my.toml: there is no key 'level'; the keys are: name, origin, title, spells, rune",
    ),
    "a number as name": (swap('name = "basic"', "name = 7"), "my.toml: name must be a text, not '7'"),
    "a yes as name": (swap('name = "basic"', "name = true"), "my.toml: name must be a text, not true"),
    "a huge number as name": (
        swap('name = "basic"', "name = 0x" + "f" * 900),
        "my.toml: name must be a text, not …",
    ),
    "a date as name": (swap('name = "basic"', "name = 2020-01-01"), "must be a text, not '2020-01-01'"),
    "a blank name": (
        swap('name = "basic"', 'name = " "'),
        "name must be one line of 1 to 100 letters, not ' '",
    ),
    "a name of two lines": (swap('"basic"', '"ba\\nsic"'), "name must be one line of 1 to 100 letters"),
    "a long name": (swap('"basic"', '"' + "x" * 101 + '"'), "name must be one line of 1 to 100 letters"),
    "no title": (swap("[title]", "[titel]"), "my.toml: the key title is missing"),
    "a title without languages": (
        lambda: GOOD.replace("[title]\n", "").replace("en =", "title =").replace("fr =", "#"),
        "my.toml: title must be a table, not 'Basic runes'",
    ),
    "no English title": (swap("en = ", "de = "), "my.toml, [title]: the key en is missing"),
    "no language": (
        swap("fr = ", "french = "),
        "my.toml, [title]: there is no key 'french'; the keys are: en",
    ),
    "a title that is no text": (swap('"Basic runes"', "[]"), "my.toml, [title]: en must be a text, not []"),
    "no spells": (swap("[spells]", "[magic]"), "my.toml: the key spells is missing"),
    "a level without spells": (swap("4 = []", ""), "my.toml, [spells]: the key 4 is missing"),
    "a fifth level": (swap("4 = []", "4 = []\n5 = []"), "my.toml, [spells]: there is no key '5'"),
    "too much magic": (
        swap(SPELLS_2, '2 = ["summon", "levitate", "push"]'),
        'my.toml, [spells]: the spells of level 2 are ["summon", "levitate"], '
        'not \'["summon", "levitate", "push"]\' (spell.cast.level-cap)',
    ),
    "too little magic": (swap(SPELLS_2, "2 = []"), "my.toml, [spells]: the spells of level 2 are"),
    "a spell that is no text": (swap(SPELLS_2, "2 = [2]"), "[spells]: 2 must be a list of texts, not […]"),
    "spells as one text": (swap(SPELLS_2, '2 = "summon"'), "2 must be a list of texts, not 'summon'"),
    "no rune": (without_runes(), "my.toml: the key rune is missing"),
    "an empty deck": (without_runes("rune = []\n"), "my.toml: there must be 1 to 60 entries [[rune]], not 0"),
    "one table as runes": (
        lambda: without_runes()() + '[rune]\ncode = "1O"\n',
        "my.toml: rune must be tables under [[rune]], not {…}",
    ),
    "texts as runes": (without_runes('rune = ["1O"]\n'), "rune must be tables under [[rune]], not […]"),
    "too many runes": (
        lambda: without_runes()() + "[[rune]]\n" * 61,
        "my.toml: there must be 1 to 60 entries [[rune]], not 61",
    ),
    "no code": (swap('code = "1O"', ""), "my.toml, [[rune]] 2: the key code is missing"),
    "no pattern": (
        lambda: GOOD + '\n[[rune]]\ncode = "1X"\n',
        "my.toml, [[rune]] 4 '1X': the key pattern is missing",
    ),
    "a rune's own spell": (
        lambda: GOOD + 'spell = "summon"\n',
        "my.toml, [[rune]] 3 '1T': there is no key 'spell'; the keys are: code, pattern",
    ),
    "a number as code": (swap('code = "1O"', "code = 10"), "my.toml, [[rune]] 2 '10': code must be a text"),
    "a level too high": (rune("5X", "##"), f"my.toml, [[rune]] 4 '5X': {CODE_RULE} '5X'"),
    "no level": (rune("X", "##"), f"my.toml, [[rune]] 4 'X': {CODE_RULE} 'X'"),
    "only a level": (rune("1", "##"), f"my.toml, [[rune]] 4 '1': {CODE_RULE} '1'"),
    "a long code": (rune("1ABCDEFGH", "##"), f"{CODE_RULE} '1ABCDEFGH'"),
    "a foreign digit": (
        rune("\N{ARABIC-INDIC DIGIT ONE}X", "##"),
        f"{CODE_RULE} '\N{ARABIC-INDIC DIGIT ONE}X'",
    ),
    "a code with a line end": (rune("1X\\n", "##"), CODE_RULE),
    "a code twice": (
        rune("1O", "##"),
        "my.toml, [[rune]] 4 '1O': every rune needs a code of its own; 1O is rune 2 already",
    ),
    "a pattern twice": (
        rune("2O", "##/##"),
        "my.toml, [[rune]] 4 '2O': the pattern ##/## is that of rune 2 (1O) already, perhaps turned",
    ),
    "a turned pattern": (
        rune("1U", ".#./###"),
        "my.toml, [[rune]] 4 '1U': the pattern .#./### is that of rune 3 (1T) already, perhaps turned",
    ),
    "a pattern that is no text": (
        lambda: GOOD + '\n[[rune]]\ncode = "1X"\npattern = ["##"]\n',
        "my.toml, [[rune]] 4 '1X': pattern must be a text, not […]",
    ),
    "a wrong mark": (
        rune("1X", "##\\n#o"),
        "my.toml, [[rune]] 4 '1X': a pattern is drawn with # and . only; row 2, column 2 has 'o'",
    ),
    "no mark": (rune("1X", "..\\n.."), "[[rune]] 4 '1X': a pattern needs at least one #, not '..�..'"),
    "too long": (rune("1X", "######"), "'1X': a pattern is at most 5 places long, not as '######'"),
    "too high": (rune("1X", "#\\n" * 6), "'1X': a pattern is at most 5 places long"),
    "out of the frame twice": (
        rune("1X", "#####/#####"),
        "[[rune]] 4 '1X': the pattern #####/##### can never be formed, with 11 counting tiles at most",
    ),
    "too many places": (rune("4X", "####/####/####"), "the pattern ####/####/#### can never be formed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_deck_is_refused(fault: str) -> None:
    make, told = FAULTS[fault]
    with pytest.raises(DataError) as error:
        read_deck(make(), "my.toml")
    assert told in str(error.value)
    assert error.value.facts["source"] == "my.toml"


def test_a_fault_keeps_its_facts() -> None:
    with pytest.raises(DataError) as error:
        read_deck(rune("5X", "##")(), "my.toml")
    assert error.value.facts["number"] == 4
    assert error.value.facts["label"] == "'5X'"
    assert error.value.facts["came"] == "'5X'"
    assert "{where}" in error.value.message


def test_braces_in_a_deck_do_no_harm() -> None:
    with pytest.raises(DataError, match=r"\{name\}"):
        read_deck(rune("{name}", "##")(), "my{0}.toml")


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(DataError):
        read_deck(text, "my.toml")


@given(st.integers(0, len(GOOD)), st.sampled_from(["", '"', "[", "]", "=", "\n", "#", "\0", "x", "{", "."]))
def test_no_slip_of_the_pen_breaks_the_reader(at: int, slip: str) -> None:
    try:
        deck = read_deck(GOOD[:at] + slip + GOOD[at + 1 :], "my.toml")
    except DataError as error:
        assert str(error).startswith("my.toml")
    else:
        assert read_deck(write_deck(deck), "again") == deck


def test_patterns_of_any_deck_are_drawn_as_they_are_written() -> None:
    drawn = [write_pattern(card.pattern) for card in BASIC.cards]
    assert [write_pattern(read_pattern(text)) for text in drawn] == drawn
