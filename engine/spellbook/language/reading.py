"""The grammar: the lines of a spell become a ``Text``, or are refused with their place and an example."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import N_
from engine.spellbook.agrica import POINTS
from engine.spellbook.language.effects import EffectLine
from engine.spellbook.language.groups import DEEPEST, ENEMY
from engine.spellbook.language.lexing import Token, expected, forbidden, tokens
from engine.spellbook.language.spells import (
    Condition,
    Gems,
    Guarded,
    Meeting,
    Name,
    Text,
    Zone,
)
from engine.spellbook.language.vocabulary import Vocabulary
from engine.text import Word

MOST_STATEMENTS = 24
"""A spell has at most this many lines that do something."""

Statement = tuple[str, int, int]
"""A line of a spell: its text, its number, and the column it begins in."""


def read_text(lines: Iterable[Statement], words: Vocabulary, where: Word) -> Text:
    """What the lines of a spell mean. ``where`` is its name, for a spell that says nothing."""
    kept = list(lines)
    reader = _Spell(words)
    for number, line in enumerate(kept):
        if number == MOST_STATEMENTS:
            raise Word(line[0].strip(), line[1], line[2]).error(
                N_("a spell has at most {most} lines"), most=MOST_STATEMENTS
            )
        reader.statement(tokens(*line, words))
    if not reader.effects:
        raise expected("move", where, words)
    source = "; ".join(" ".join(line[0].split()) for line in kept)
    return Text(
        tuple(reader.needs), tuple(reader.names), tuple(reader.effects), reader.meeting, source, where.line
    )


class _Spell:
    """What was read of a spell so far."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.needs: list[Condition] = []
        self.names: list[Name] = []
        self.effects: list[Guarded] = []
        self.meeting = Meeting()
        self.before: tuple[tuple[Condition, bool], ...] | None = None
        """The conditions of the line before, which an "otherwise" turns round."""

    def statement(self, line: list[Token]) -> None:
        reader = EffectLine(line, self.words, {name.letter: name.gems.zone for name in self.names})
        if reader.takes("needs"):
            first = reader.here
            self.needs += reader.conditions("needs")
            self._agrees(first)
        elif reader.at("let", "choose"):
            self.names.append(reader.name(self.names))
        elif reader.takes("meeting"):
            reader.takes(",")
            self.meeting = reader.meeting()
        else:
            self._effect(reader)
            reader.end("move")
            return
        self.before = None
        reader.end("needs")

    def _agrees(self, token: Token) -> None:
        """Refuses a requirement that contradicts one before it: of the same gems there cannot be two counts."""
        known: dict[Gems, tuple[int, int]] = {}
        for need in self.needs:
            if need.others is None:
                least, most = known.get(need.gems, (0, POINTS))
                known[need.gems] = max(least, need.least), min(most, need.most)
        if any(least > most for least, most in known.values()):
            raise token.word.error(
                N_("this contradicts another requirement, so the spell can never be cast; as in: {example}"),
                example=self.words.examples["needs"],
            )

    def _effect(self, reader: EffectLine) -> None:
        first = reader.here
        conditions: tuple[tuple[Condition, bool], ...] = ()
        if reader.at("otherwise"):
            if not self.before:
                raise expected("if", first, self.words)
            reader.skip()
            reader.takes(",", ":")
            *others, (last, holds) = self.before
            conditions = (*others, (last, not holds))
        while reader.takes("if"):
            if len(conditions) == DEEPEST:
                raise reader.here.word.error(N_("an effect has at most {most} conditions"), most=DEEPEST)
            found = reader.conditions("if")
            for condition in found:
                _presence_only(condition, first, self.words)
            if not reader.takes(":"):
                raise expected("if", reader.here, self.words)
            conditions = (*conditions, *((condition, True) for condition in found))
        self.before = conditions or None
        effect = reader.effect()
        self.effects.append(Guarded(effect, conditions, first.line, first.column))


def _presence_only(condition: Condition, token: Token, words: Vocabulary) -> None:
    """Of the opponent's gems a condition may ask whether they are there, not where."""
    for gems in (condition.gems, condition.others):
        if gems is not None and gems.owner != "mine" and gems.zone != Zone():
            raise forbidden(ENEMY, token, words.examples["if"])
