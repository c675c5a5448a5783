"""Every announcement says something sensible in every language."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any, get_args

import pytest

from engine.catalogue import game_named
from engine.contract import TABLE, Rules
from engine.errors import N_, RunewatchError
from engine.table import Difference, Thing
from engine.verdict import Breach, Phrase, Refusal
from engine.words import Words, languages
from runewatch.clocks import Due, NotCounted, RanOut, Warned
from runewatch.events import (
    AGREED,
    TIME,
    Abandoned,
    Acted,
    Began,
    Corrected,
    Ended,
    Event,
    Paused,
    Resumed,
    SteppedBack,
)
from runewatch.live.sitting import Announcement, Blind, FellDue, Lost, Trouble
from runewatch.recounting import PAUSES, recounted
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.telling import DOUBTS, told
from tests.runewatch.refereeing import sitting
from tests.runewatch.test_referee_matches import choose, show
from tests.runewatch.test_referee_more import OPENING, RIVAL, SOLO, in_doubt, out_of_step

RULES: Rules[Any, Any] = game_named("spell").open({})
THINGS = {thing.name: thing for thing in RULES.plan().things}
TILE, BACK, MAGE = THINGS["black-active"], THINGS["black-inactive"], THINGS["violet-mage"]
DIE, FIVE = Thing("die", "die", colour="red", pips=0), Thing("die-5", "die", colour="red", pips=5)
FACTS = {"black": 16, "violet": 12, "ended": "spell.end.threshold"}
EVENTS: tuple[Event, ...] = (
    Began("spell", {}), Acted(0, "move c3", seen=True), Acted(-1, "gem black"), Acted(-2, "end"),
    SteppedBack(0), SteppedBack(3), Corrected("spell 2e"), Corrected("spell 2e", "the cat"),
    *map(Paused, PAUSES), Paused("some day another reason"), Resumed(), Ended((0,), "spell.end.winner", FACTS),
    Ended((), TIME), Ended((1,), TIME), Ended((0, 1), AGREED), Ended((), "rule.of-another-version"), Abandoned(),
)  # fmt: skip
DUES: tuple[Due, ...] = (
    Warned(None, 60.0), Warned(1, 9.6), RanOut(None), RanOut(0, ends=True), NotCounted(3600.0), NotCounted(-5.0)
)  # fmt: skip
REASON = RunewatchError(N_("there is no match {number} in the journal"), number=7)
DIFFERENCES = (
    Difference("a1", (), (TILE, MAGE)), Difference("b2", (TILE,), ()), Difference("c3", (TILE, MAGE), (TILE,)),
    Difference("d4", (TILE,), (BACK,)),
)  # fmt: skip
SAID: tuple[Announcement, ...] = (
    *map(say.Kept, EVENTS), *map(FellDue, DUES), Lost(REASON), Lost(), Blind(REASON), Blind(),
    Trouble(REASON), say.InStep(),
    say.InDoubt((say.Alternative(("move a3", "end"), 0.5), say.Alternative((), 0.5))), say.Held(0),
    say.OutOfStep(DIFFERENCES, ()), say.Outstanding(DIFFERENCES), say.Instructed(1, ("flip b1", "wait"), ("b1",)),
    say.Waiting(RULES.requests(RULES.start())),
    say.Refused(0, "", error=RunewatchError(N_("nothing was done yet"))),
    say.Refused(0, "x", error=RunewatchError(N_("{text} is not legal here"), text="'x'")),
    say.ReadAloud({"a1": (say.Spot(DIE, FIVE), say.Spot(DIE, FIVE, ("leaning",))), "b2": (say.Spot(DIE, FIVE),)}),
    say.ReadAloud({"a1": (say.Spot(DIE, FIVE, tuple(DOUBTS)),)}), say.Relies(), say.Relies(frozenset({"a1"})),
)  # fmt: skip
NAMES = [f"{number} {type(getattr(said, 'event', said)).__name__}" for number, said in enumerate(SAID)]


def check(words: Words, rules: Rules[Any, Any], said: Announcement) -> list[str]:
    """The sentences, each whole: words in it, no fact left open, nothing of Python showing."""
    sentences = told(words, rules, said)
    for sentence in sentences:
        assert re.search(r"\w{2}", sentence), (said, sentence)
        assert not re.search(r"[{}]|\[|None|<|Thing\(|  ", sentence), (said, sentence)
    return sentences


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("said", SAID, ids=NAMES)
def test_every_announcement_says_something(language: str, said: Announcement) -> None:
    assert check(Words(language), RULES, said)


def test_what_fell_is_asked_about_and_what_was_not_read_needs_no_words() -> None:
    read = say.ReadAloud({"a1": (say.Spot(DIE, FIVE), say.Spot(FIVE))})
    assert told(Words("en"), RULES, read) == ["a1 – I read die 5. Right?"]
    assert told(Words("en"), RULES, say.ReadAloud({"a1": (say.Spot(DIE),)})) == []
    assert told(Words("en"), RULES, say.ReadAloud()) == []
    lies = say.ReadAloud({"a1": (say.Spot(DIE, FIVE),)}, frozenset({"a1"}))
    assert told(Words("en"), RULES, lies) == ["a1 – not rolled yet: all lies as it lay before."]


def test_nothing_that_can_be_announced_is_forgotten_here() -> None:
    assert {type(said) for said in SAID} | {say.Told} == set(get_args(Announcement))
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert {type(due) for due in DUES} == set(get_args(Due))


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
@pytest.mark.parametrize("said", SAID, ids=NAMES)
def test_no_language_falls_back_to_english(language: str, said: Announcement) -> None:
    same_everywhere = isinstance(said, say.Kept) and isinstance(said.event, Acted) and said.event.by < 0
    if not same_everywhere:
        assert told(Words(language), RULES, said) != told(Words("en"), RULES, said)


def test_what_needs_no_words_has_none() -> None:
    assert told(Words("en"), RULES, say.Outstanding(())) == []
    assert told(Words("en"), RULES, say.Waiting(())) == []
    assert told(Words("en"), RULES, say.Told(())) == []


def test_a_difference_says_what_to_do() -> None:
    english = told(Words("en"), RULES, say.Outstanding(DIFFERENCES))
    assert english == [
        "Still to be done at the table:",
        "a1 – take away: active black tile and violet mage",
        "b2 – put there: active black tile",
        "c3 – put there: violet mage",
        "d4 – instead of inactive black tile: active black tile",
    ]


def test_one_second_is_one() -> None:
    for language, second in (("en", "1 second is"), ("fr", "reste 1 seconde")):
        for due in (Warned(None, 1.2), Warned(0, 1.2)):
            (said,) = told(Words(language), RULES, FellDue(due))
            assert second in said
            assert f"{second}s" not in said


def test_players_are_called_by_their_names() -> None:
    began = Began("spell", {}, ("Ann", "Bob"))
    for language in languages():
        words = Words(language).calling(RULES.seats, began.names)
        for said in (
            say.Kept(Acted(0, "end")),
            FellDue(RanOut(0)),
            FellDue(Warned(0, 9.0)),
            say.Kept(Ended((0,), TIME)),
        ):
            (sentence,) = told(words, RULES, said)
            assert "Ann" in sentence
            assert words("black") not in sentence.lower()
        (sentence,) = told(words, RULES, say.Kept(began))
        assert f"Ann {'plays black' if language == 'en' else 'joue noir'}." in sentence


def test_what_was_taken_back_is_said() -> None:
    sit = sitting("spell", OPENING)
    sit.referee.request(ask.Say("move c3"))
    sit.referee.request(ask.StepBack())
    (sentence,) = told(Words("en"), sit.rules, sit.of(say.Kept)[-1])
    assert sentence == "Taken back: step from b3 to c3."


def test_instructions_say_and_show_how_the_pieces_go() -> None:
    rival = sitting("spell", RIVAL, SOLO)
    rival.referee.take_up()
    (instructed,) = rival.of(say.Instructed)
    assert tuple(one.text for one in instructed.instructions) == instructed.choices
    for one in instructed.instructions:
        (way,) = one.motions
        assert way.source == way.target
        assert (way.thing.name, way.becomes and way.becomes.name) == ("black-inactive", "black-active")
        assert {way.source} <= set(instructed.places)
    sentences = told(Words("en"), rival.rules, instructed)
    assert sentences[-1].endswith(
        "for the rival, turn over the tile at " + instructed.instructions[-1].motions[0].source
    )
    assert len(sentences) == (1 if len(instructed.choices) == 1 else 1 + len(instructed.choices))


def test_what_the_table_chooses_is_not_listed() -> None:
    choices = tuple(say.Instruction(way, Phrase(way), ()) for way in ("slide up", "slide down"))
    by_table = say.Instructed(TABLE, ("slide up", "slide down"), (), choices)
    assert told(Words("en"), RULES, by_table) == []
    assert told(Words("en"), RULES, replace(by_table, by=1)) == [
        "To do, one of these:",
        "– slide up",
        "– slide down",
    ]
    pointed = replace(by_table, instructions=choices[:1])
    assert told(Words("en"), RULES, pointed) == ["To do: slide up"]


def test_a_board_that_has_to_move_is_not_told_place_by_place() -> None:
    (sentence,) = told(Words("en"), RULES, say.Outstanding(DIFFERENCES, as_a_whole=True))
    assert sentence.endswith("push it there as a whole.")
    # anything else is
    head, *places = told(Words("en"), RULES, say.Outstanding(DIFFERENCES))
    assert head == "Still to be done at the table:"
    assert len(places) == len(DIFFERENCES)


def test_a_refusal_says_each_rule_once() -> None:
    state = RULES.read_position(OPENING)
    verdict = RULES.judge(state, RULES.read_action(state, "move d4"))
    assert isinstance(verdict, Refusal)
    refused = say.Refused(0, "move d4", (*verdict.breaches, *verdict.breaches))
    for language in languages():
        assert len(check(Words(language), RULES, refused)) == len({breach.rule for breach in verdict.breaches})


def test_the_reasons_why_clocks_stand_differ() -> None:
    for language in languages():
        assert len({recounted(Words(language), RULES, Paused(why)) for why in PAUSES}) == len(PAUSES)


@pytest.mark.parametrize("setup", [{}, SOLO, {"asymmetric": True}], ids=str)
def test_all_that_is_said_in_a_match_can_be_said_in_every_language(setup: dict[str, Any]) -> None:
    sit, rng = sitting("spell", setup=setup), random.Random(7)
    for _ in range(90):
        if sit.referee.match.over is None:
            show(sit, choose(sit, rng))
    assert {say.Kept, say.Told, say.Waiting} <= {type(said) for said in sit.said}
    for language in languages():
        for said in sit.said:
            check(Words(language), sit.rules, said)


def test_doubt_faults_and_scripts_can_be_said_too() -> None:
    rival = sitting("spell", RIVAL, SOLO)
    rival.referee.take_up()
    rival.referee.request(ask.Say("flip d4"))
    for sit in (in_doubt(), out_of_step(), rival):
        for language in languages():
            assert [sentence for said in sit.said for sentence in check(Words(language), sit.rules, said)]


def test_a_refusal_is_in_ones_language_to_its_cause() -> None:
    cause = RunewatchError(N_("nothing was done yet"))
    error = RunewatchError(N_("the networks of sight are missing or of another version: {why}"), why=str(cause))
    error.__cause__ = cause
    for language in languages():
        words = Words(language)
        assert words.error(cause) in "".join(told(words, RULES, say.Refused(0, "x", error=error)))


def test_at_a_terminal_the_rules_that_are_broken_are_named() -> None:
    refused = say.Refused(0, "", (Breach("spell.inv.one-per-tile"), Breach("spell.inv.one-per-tile")))
    assert told(Words("en"), RULES, refused, is_cited=True)[-1] == "Rules: spell.inv.one-per-tile"
    assert "spell.inv" not in " ".join(told(Words("en"), RULES, refused))
    assert told(Words("en"), RULES, say.InStep(), is_cited=True) == told(Words("en"), RULES, say.InStep())
