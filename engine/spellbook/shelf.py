"""The masters' books as they stand in a match: what is used, barred, and to be cast now, and what may be ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.contract import ARBITER
from engine.errors import N_
from engine.spellbook import flow, judging
from engine.spellbook.agrica import NORTH, SEATS, SOUTH
from engine.spellbook.books import MOST_SPELLS
from engine.spellbook.notation.actions import write_action
from engine.spellbook.state import Action, Phase, State
from engine.verdict import Phrase
from engine.volumes import Leaf, Ruling, Volume

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

WORDS = "{words}"
"""Stands for what somebody says in words of their own."""


def volumes(rules: SpellbookRules, state: State) -> tuple[Volume, ...]:
    return tuple(_volume(rules, state, seat) for seat in (SOUTH, NORTH))


def _volume(rules: SpellbookRules, state: State, seat: int) -> Volume:
    book = rules.books[seat]
    leaves = tuple(_leaf(rules, state, MOST_SPELLS * seat + number) for number in range(len(book.spells)))
    is_open = bool(state.stage.open >> seat & 1)
    return Volume(
        seat, book.title, book.source, book.language, leaves, book.author, book.origin, book.licence, is_open
    )


def _leaf(rules: SpellbookRules, state: State, spell: int) -> Leaf:
    stage, written = state.stage, rules.spells[spell]
    breaches = judging.breaches(rules, state, Action("cast", spell=spell), state.seat)
    settled = next((text for other, text in stage.settled if other == spell), "")
    return Leaf(
        written.name,
        tuple(rules.texts[spell].source.split("\n")),
        written.note,
        tuple(seat for seat in (SOUTH, NORTH) if rules.with_twins(stage.cast[seat]) >> spell & 1),
        bool(rules.with_twins(stage.inhibited) >> spell & 1),
        settled,
        breaches,
        () if breaches else tuple(_ways(rules, state, spell)),
        tuple(_rulings(rules, state, spell)),
    )


def _ways(rules: SpellbookRules, state: State, spell: int) -> Iterator[str]:
    """The casts of a spell; empty ones too, where they are allowed."""
    for after in flow.outcomes(rules, state, spell).boards:
        action = Action("cast", spell=spell, board=rules.sides.seen(after, state.seat))
        yield write_action(rules, state, action)


def _rulings(rules: SpellbookRules, state: State, spell: int) -> Iterator[Ruling]:
    """What may be ruled of a spell: it is barred because somebody doubts it, or its owner says what it means."""
    if state.stage.phase is Phase.OVER:
        return
    for doubter in (SOUTH, NORTH, -1):
        doubt = Action("inhibit", spell=spell, seat=doubter)
        if not judging.breaches(rules, state, doubt, ARBITER):
            title = (
                Phrase(N_("{seat} doubts it, and it is given up"), {"seat": SEATS[doubter]})
                if doubter >= 0
                else Phrase(N_("somebody who looks on doubts it, and it is given up"))
            )
            yield Ruling(title, write_action(rules, state, doubt))
    owner = spell // MOST_SPELLS
    settle = Action("settle", spell=spell, words=rules.texts[spell].source)
    if not judging.breaches(rules, state, settle, ARBITER):
        said = write_action(rules, state, settle._replace(words=WORDS))
        yield Ruling(Phrase(N_("{seat} lays down what it means"), {"seat": SEATS[owner]}), said, is_worded=True)


def sayable(rules: SpellbookRules, state: State) -> Iterator[Action]:
    """What can be said by a press: that the books are read, how the coin fell, a book opened, the next game."""
    phase = state.stage.phase
    if phase is Phase.TURN:
        if flow.may_open(state, state.seat):
            yield Action("open")
        if rules.house.passing:
            yield Action("pass")
    else:
        yield from flow.legal(rules, state)
