"""Whatever is written, it is understood or refused; nothing else happens, and nothing takes long."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError, RunewatchError
from engine.spellbook import GAME
from engine.spellbook.books import packaged_book, read_book
from engine.spellbook.language.meaning import MOST_WAYS, PLAIN, Law, Meaning
from engine.spellbook.language.vocabulary import vocabulary
from tests.engine.spellbook.positions import BOOKS, random_board

HEADS = {"en": "book: B\nspell: S\n", "fr": "livre: B\nsort: S\n"}
LAWS = (PLAIN, Law(unnamed_is_mine=True), Law(in_sequence=True), Law(meeting_bars=True))


def phrases(language: str) -> list[str]:
    words = vocabulary(language)
    return [" ".join(phrase) for phrase in words.phrases] + [",", ":", ";", "a", "b", "1", "2", "14", "24", "25"]


def lines(language: str) -> list[str]:
    """Lines that mean something, to be spoilt."""
    examples = [line for line in vocabulary(language).examples.values() if ": S" not in line]
    if language == "fr":
        return examples
    texts = [spell.text.source for name in BOOKS for spell in packaged_book(name).spells]
    return [*examples, *(line for text in texts for line in text.split("; "))]


def holds(text: str, seed: int) -> bool:
    """Whether the text was understood; if so it must do nothing that no spell may do."""
    try:
        book = read_book(text)
    except NotationError as error:
        assert error.line >= 1
        assert error.column >= 1
        return False
    random = Random(seed)
    for law in LAWS:
        meaning = Meaning(book.spells[0].text, law)
        for _ in range(4):
            board = random_board(random)
            found = meaning.cast(board, most=200)
            assert bool(found.boards) is not bool(found.why)
            assert len(found.boards) <= MOST_WAYS
            for after in found.boards:
                assert len(after) == 24
                assert any(after)
                assert all(after.count(gem) <= board.count(gem) for gem in range(1, 9))
                emptied = sum(not there for there in after) - sum(not there for there in board)
                assert emptied == sum(board.count(gem) - after.count(gem) for gem in range(1, 9))
    return True


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(sorted(HEADS)), st.integers(0, 10**6))
def test_words_in_any_order(data: st.DataObject, language: str, seed: int) -> None:
    words = data.draw(st.lists(st.sampled_from(phrases(language)), max_size=12))
    holds(HEADS[language] + " ".join(words), seed)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(HEADS)), st.integers(0, 10**6))
def test_lines_that_somebody_has_spoilt(language: str, seed: int) -> None:
    random = Random(seed)
    known = lines(language)
    text = []
    for _ in range(random.randint(1, 3)):
        words = random.choice(known).split()
        for _ in range(random.randint(0, 2)):
            at = random.randrange(len(words))
            words[at : at + random.randint(0, 1)] = random.choice([[], [random.choice(phrases(language))]])
            words = words or ["move"]
        text.append(" ".join(words))
    holds(HEADS[language] + "\n".join(text), seed)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=80))
def test_any_letters_at_all(text: str) -> None:
    for head in HEADS.values():
        holds(head + text, 1)


@pytest.mark.parametrize(
    "text",
    [
        "place my fire on " + "my water on " * 120 + "2",
        "move my fire on " + "next number of my water on " * 90 + "2 through the centre",
        "needs " + "my fire and " * 190 + "my fire",
        "move my fire from " + "1 to 2, " * 100,
        "if my fire: " * 100 + "move my fire clockwise by 1",
        "move my fire " + "clockwise by 1 then " * 90 + "inward",
        "let a be my fire;" * 20,
        "place my fire on " + "1, " * 150,
        "move my fire clockwise by " + "9" * 200,
    ],
)
def test_endless_texts_are_refused(text: str) -> None:
    assert not holds(HEADS["en"] + text, 1)


POSITION = (
    "spellbook wins=2 south-book=formations north-book=elements | south F1 A3 W6 | north E5 W7 | turn north | "
    "round 3 | reserve 2222 3322 | open south north | cast south s1 s17 | cast north n28 | inhibited n5 | "
    'game 2 | wins 1 0 | settled s3 "move my fire clockwise by 1" | contested n28 open south north before SF1 NE5'
)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9))
def test_spoilt_positions_are_read_or_refused(seed: int) -> None:
    random = Random(seed)
    words = POSITION.split()
    for _ in range(random.randint(1, 3)):
        at = random.randrange(1, len(words))
        change = random.choice(
            ["", "|", random.choice(words), words[at][:-1], words[at] + "1", "n41", "phase over"]
        )
        words[at : at + random.randint(0, 1)] = [change] if change else []
    try:
        rules, state = GAME.read_position(" ".join(words))
    except RunewatchError:
        return
    assert GAME.read_position(rules.write_position(state))[1] == state
    for action in list(rules.legal(state))[:40]:
        after = rules.play(state, action)
        assert GAME.read_position(rules.write_position(after))[1] == after


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='abcdefghijklmnopqrstuvwxyz" 0123456789-.', max_size=40))
def test_spoilt_actions_are_read_or_refused(text: str) -> None:
    rules, state = GAME.read_position(POSITION)
    for verb in ("", "cast ", "place ", "move ", "settle ", "inhibit ", "forfeit "):
        try:
            action = rules.read_action(state, verb + text)
        except RunewatchError:
            continue
        rules.judge(state, action)
        assert rules.read_action(state, rules.write_action(state, action)) == action
