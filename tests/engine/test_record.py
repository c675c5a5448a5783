"""Records: form, round trip, and what is said of broken ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import game_named
from engine.errors import NotationError, RunewatchError
from engine.record import (
    UNFINISHED,
    Entry,
    Record,
    blank,
    final_state,
    read_record,
    replay,
    result_text,
    write_record,
)
from engine.verdict import Refusal

GOOD = """\
[game "spell"]
[edition "2e"]
[deck "none"]
[black "Ana \\"the owl\\""]
[position "spell 2e deck=none | b v . Vm / b V v v / BM V v b / B b N b | turn violet"]

{ They begin. }
1 violet: shift b2 up; end
arbiter: set spell 2e deck=none | b v V Vm / b v v v / BM b v b / B . N b | turn black | round 2
{ The arbiter has put it right. }
2 black: end
result: unfinished
"""


def test_it_reads_replays_and_writes_back_exactly() -> None:
    match = read_record(GOOD)
    assert match.tags["black"] == 'Ana "the owl"'
    assert write_record(match) == GOOD
    steps = list(replay(match, match.open()))
    assert all(step.is_legal for step in steps)
    assert [step.entry.is_correction for step in steps] == [False, False, True, False]
    assert final_state(match, match.open()).stage.round == 2


@pytest.mark.parametrize("seed", range(8))
def test_a_random_match_survives_being_written_down(seed: int) -> None:
    chance = random.Random(seed)
    mode: dict[str, Any] = chance.choice(
        [{"first": "violet"}, {"asymmetric": True}, {"solo": "hard"}, {"edition": "1e"}]
    )
    rules = game_named("spell").open(mode)
    state, kept = rules.start(), blank(rules.game, rules.setup, {"date": "2026-11-18"})
    while rules.result(state) is None:
        action = chance.choice(list(rules.legal(state)))
        kept = kept.plus(rules, state, action)
        state = rules.play(state, action)
    kept = kept.ended(rules, state).with_comment("that's {all}")
    again = read_record(write_record(kept))
    assert again == kept
    assert final_state(again, again.open()) == state
    assert again.result == result_text(rules, state) != UNFINISHED


def test_whoever_acts_out_of_turn_is_told() -> None:
    match = read_record(GOOD.replace("1 violet: shift", "1 black: shift"))
    first = next(replay(match, match.open()))
    assert isinstance(first.verdict, Refusal)
    assert first.verdict.rules[0] == "spell.turn.own-only"


def test_an_unreadable_action_is_told_with_its_place() -> None:
    match = read_record(GOOD.replace("shift b2 up", "shift b2 upp"))
    steps = list(replay(match, match.open()))
    error = steps[0].verdict
    assert isinstance(error, NotationError)
    assert (error.line, error.column) == (8, 20)
    assert error.came == "'upp'"


BROKEN = {
    "cut in the middle": (GOOD[:200], "result"),
    "cut in a comment": (GOOD[: GOOD.index("begin")], "never closed"),
    "empty": ("", "result"),
    "tag twice": (GOOD.replace('[edition "2e"]', '[game "spell"]'), "twice"),
    "tag misspelt": (GOOD.replace('[edition "2e"]', "[edition 2e]"), "tag"),
    "tag after actions": (GOOD.replace("2 black: end", '[place "x"]'), "before the first action"),
    "no label": (GOOD.replace("2 black: end", "end"), "such as"),
    "nothing between": (GOOD.replace("up; end", "up;; end"), "expected an action"),
    "text after the result": (GOOD + "more\n", "nothing after"),
    "text after a comment": (GOOD.replace("They begin. }", "They begin. } end"), "after a comment"),
    "control character": (GOOD.replace("shift", "shi\x00ft"), "control character"),
    "huge": ("x" * 2_000_000, "at most"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_refused_with_a_clear_word(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said) as caught:
        read_record(text)
    assert caught.value.line or "at most" in said


@pytest.mark.parametrize("length", range(0, GOOD.index("result:") + len("result:"), 7))
def test_every_cut_of_a_record_is_refused(length: int) -> None:
    with pytest.raises(NotationError):
        read_record(GOOD[:length])


def test_line_ends_of_other_systems_are_fine() -> None:
    assert read_record(GOOD.replace("\n", "\r\n")) == read_record(GOOD)


def test_a_record_must_name_a_known_game() -> None:
    with pytest.raises(NotationError, match="begins with"):
        Record({}).open()
    with pytest.raises(RunewatchError, match="there is no game"):
        Record({"game": "ludo"}).open()


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_a_clear_error(text: str) -> None:
    for candidate in (text, GOOD[:60] + text + GOOD[60:], GOOD + text):
        try:
            match = read_record(candidate)
            list(replay(match, match.open()))
        except RunewatchError as error:
            assert str(error)


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20), max_size=4))
def test_actions_of_any_words_come_back_as_they_were(actions: list[str]) -> None:
    texts = [text.strip() for text in actions if text.strip()]
    match = Record({}, tuple(Entry(text, "left", 1) for text in [*texts, "say; or not", "two\nlines \\; \\n"]))
    assert read_record(write_record(match)) == match


def test_the_round_a_line_names_must_be_the_round_it_is() -> None:
    match = read_record(GOOD.replace("2 black: end", "3 black: end"))
    error = list(replay(match, match.open()))[-1].verdict
    assert isinstance(error, NotationError)
    assert "round 2" in str(error)
    assert error.line == 11


def test_a_tag_that_is_nearly_an_option_is_asked_about() -> None:
    with pytest.raises(NotationError, match=r"line 2, column 10: .* edition"):
        read_record(GOOD.replace('[edition "2e"]', '[editon "1e"]')).open()
    read_record(GOOD.replace('[edition "2e"]', '[weather "fine"]')).open()


words = st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="{}"), max_size=30)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), words, max_size=4), st.lists(words, max_size=3)
)
def test_tags_and_comments_come_back_as_they_were(tags: dict[str, str], comments: list[str]) -> None:
    match = Record(tags, tuple(Entry(" ".join(comment.split())) for comment in comments))
    assert read_record(write_record(match)) == match
