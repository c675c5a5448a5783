"""The referee on a board of points, where thousands of actions are legal and few leave what is seen."""

from __future__ import annotations

import pytest

from engine.table import Layout
from runewatch.events import Acted, SteppedBack
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.runewatch.refereeing import Sitting, sitting

PLAYED = "spellbook | south F2 E5 W7 | north W10 A12 | turn south | round 2 | reserve 2322 3223"


def acted(sit: Sitting) -> list[str]:
    return [event.text for event in sit.kept if isinstance(event, Acted)]


def after(sit: Sitting, text: str) -> Layout:
    rules = sit.rules
    return rules.layout(rules.played(sit.state, rules.read_action(sit.state, text)))


@pytest.mark.parametrize("text", ["place fire 1", "place air 6 14 22", "move 2-3", "move 2-10"])
def test_placing_moving_and_taking_need_no_word(text: str) -> None:
    sit = sitting("spellbook", PLAYED)
    sit.look(after(sit, text))
    assert acted(sit) == [text]
    assert sit.referee.standing is Standing.IN_STEP


def test_a_first_placement_is_read_among_thousands() -> None:
    sit = sitting("spellbook", "spellbook | turn south | round 1")
    assert sum(1 for _ in sit.rules.legal(sit.state)) > 9000
    sit.look(after(sit, "place water 1 9 17"))
    assert acted(sit) == ["place water 1 9 17"]


def test_what_is_proposed_is_legal_and_little() -> None:
    sit = sitting("spellbook", PLAYED)
    legal = set(sit.rules.legal(sit.state))
    shown = after(sit, "place air 6 14 22")
    table = {place.name: [shown.get(place.name, ())] for place in sit.rules.plan().places}
    found = list(sit.rules.toward(sit.state, table))
    assert sit.rules.read_action(sit.state, "place air 6 14 22") in found
    assert set(found) <= legal
    assert len(found) < 20


def test_a_hidden_point_may_hold_what_was_placed() -> None:
    sit = sitting("spellbook", PLAYED, hidden=("14",))
    sit.look(after(sit, "place air 6 14 22"))
    assert sit.referee.standing is not Standing.OUT_OF_STEP


def test_two_kinds_at_once_are_against_the_rules_and_say_which() -> None:
    sit = sitting("spellbook", PLAYED)
    table = {**after(sit, "place fire 1"), "4": after(sit, "place air 4")["4"]}
    sit.look(table)
    sit.wait(5)
    (told,) = sit.of(say.OutOfStep)
    assert [breach.rule for breach in told.breaches] == ["spellbook.place.one-to-three-same-kind"]


def test_trays_are_heaps_that_nobody_has_to_keep_tidy() -> None:
    sit = sitting("spellbook", PLAYED)
    table = {place: things for place, things in sit.table.items() if "tray" not in place}
    sit.look(table)
    assert sit.referee.standing is Standing.IN_STEP
    assert acted(sit) == []


# -- what was put down may be added to, and taken up again, until the other master acts ----------------------


def test_a_gem_added_later_belongs_to_the_same_placing() -> None:
    sit = sitting("spellbook", PLAYED)
    sit.look(after(sit, "place air 6"))
    begun = sit.state
    rules, first = sit.rules, sit.referee.match.first
    sit.look(rules.layout(rules.played(first, rules.read_action(first, "place air 6 14"))))
    assert acted(sit) == ["place air 6", "place air 6 14"]
    assert [event.left for event in sit.kept if isinstance(event, SteppedBack)] == [0]
    assert sit.state != begun
    assert len(sit.referee.match.steps) == 1


def test_a_gem_taken_up_again_was_never_placed() -> None:
    sit = sitting("spellbook", PLAYED)
    before = sit.table
    sit.look(after(sit, "place air 6"))
    sit.look(before)
    assert sit.state == sit.referee.match.first
    assert sit.referee.standing is Standing.IN_STEP


def test_what_the_other_master_did_seals_the_turn_before() -> None:
    sit = sitting("spellbook", PLAYED)
    sit.look(after(sit, "place air 6"))
    sit.look(after(sit, "move 10-9"))
    table = dict(sit.table)
    del table["6"]
    sit.look(table)
    sit.wait(5)
    assert [breach.rule for breach in sit.of(say.OutOfStep)[0].breaches] == ["spellbook.take.only-by-arrival"]


# -- spells -------------------------------------------------------------------------------------------------

OPENED = "spellbook | south F2 E5 W7 A20 A22 E13 | north W10 A16 | round 6 | reserve 2111 3223 | open south"


def test_what_may_be_a_move_or_a_spell_is_asked() -> None:
    sit = sitting("spellbook", OPENED)
    sit.look(after(sit, "move 2-3"))
    sit.wait(2)
    assert sit.referee.standing is Standing.IN_DOUBT
    texts = [one.actions[-1] for one in sit.of(say.InDoubt)[0].alternatives]
    assert texts[0] == "move 2-3"
    assert 'cast "Fire Whirl"' in texts
    sit.referee.request(ask.Choose(texts.index('cast "Fire Whirl"')))
    assert acted(sit) == ['cast "Fire Whirl"']


def test_what_the_other_master_did_is_no_part_of_the_question() -> None:
    head = "spellbook north-book=elements south-book=formations"
    sit = sitting(
        "spellbook",
        f"{head} | south F2 E5 W7 | north F18 W10 A16 | round 6 | reserve 2111 2223 | open north",
        {"north-book": "elements", "south-book": "formations"},
    )
    sit.look(after(sit, "move 7-6"))
    sit.look(after(sit, "move 18-19"))
    sit.wait(2)
    alternatives = sit.of(say.InDoubt)[0].alternatives
    assert {one.actions for one in alternatives} == {("move 7-6", "move 18-19"), ("move 7-6", 'cast "Fire Whirl"')}
    assert [len(one.deeds) for one in alternatives] == [1, 1]
    sit.referee.request(ask.Choose(0, alternatives[0].actions))
    assert sit.referee.standing is Standing.IN_STEP


def test_a_move_that_no_spell_makes_needs_no_word_though_the_book_is_open() -> None:
    sit = sitting("spellbook", OPENED)
    sit.look(after(sit, "move 7-8"))
    assert acted(sit) == ["move 7-8"]


def test_the_table_has_to_show_what_was_cast() -> None:
    sit = sitting("spellbook", OPENED)
    cast = 'cast "Lake Mirror"'
    wanted = after(sit, cast)
    sit.referee.request(ask.Say(cast))
    # the water has to go from 7 to 5, where earth is taken, and not to 6
    wrong = {**wanted, "6": wanted["5"], "5": sit.table["5"]}
    sit.look(wrong)
    sit.wait(5)
    assert {one.place for one in sit.of(say.OutOfStep)[0].differences} <= {"5", "6"}
    sit.look(wanted)
    sit.wait(1)
    assert sit.referee.standing is Standing.IN_STEP
    assert acted(sit) == [cast]
