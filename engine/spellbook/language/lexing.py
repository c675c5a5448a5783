"""From letters to terms: the words of a line, each phrase taken as long as it goes, with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from engine.errors import N_, NotationError
from engine.spellbook.language.vocabulary import WHATS, Vocabulary
from engine.text import Word

MOST_WORDS = 400
"""A line of a spell has at most this many words."""
LETTER = "letter"
NUMBER = "number"
_WORD = re.compile(
    r"(?P<word>(?:[ldLD]['’])?[^\W\d_]+(?:[-'’][^\W\d_]+)*['’]?)|(?P<number>\d+)|(?P<mark>[,:=])|(?P<other>\S)"
)
_REASONS = {
    "spellbook.design.no-removal": N_("a spell moves gems and cannot take any away"),
    "spellbook.design.positions-only": N_("a spell only moves gems that are on the board"),
    "spellbook.design.instant": N_("a spell acts at once and leaves nothing behind"),
    "spellbook.design.no-enemy-anchor": N_("where gems go cannot depend on where the opponent's gems stand"),
    "spellbook.design.final-points": N_("no point can hold two gems"),
}


class Token(NamedTuple):
    """One phrase, number or mark: what it may mean, and where it stands."""

    terms: frozenset[str]
    text: str
    line: int
    column: int
    number: int = -1

    @property
    def word(self) -> Word:
        return Word(self.text, self.line, self.column)


class ForbiddenError(NotationError):
    """What is written is understood, and the rules do not allow it in a spell."""

    rule = ""


def forbidden(rule: str, token: Token | Word, example: str) -> ForbiddenError:
    """The refusal of something that no spell may do."""
    error = ForbiddenError(
        N_("{what} ({rule}); right would be: {example}"), what=_REASONS[rule], rule=rule, example=example
    )
    error.rule = rule
    error.at(token.line, token.column, token.text)
    return error


def expected(part: str, token: Token | Word, words: Vocabulary) -> NotationError:
    """The error that another part of a text was awaited here, with an example of it."""
    return Word(token.text, token.line, token.column).error(
        N_("expected {what}, as in: {example}"), what=WHATS[part], example=words.examples[part]
    )


def tokens(text: str, line: int, column: int, words: Vocabulary) -> list[Token]:
    """The terms of one statement. Raises NotationError for a word that is not known, with the nearest one."""
    found = list(_pieces(text, line, column, words))
    if len(found) > MOST_WORDS:
        raise found[MOST_WORDS].word.error(N_("a line of a spell has at most {most} words"), most=MOST_WORDS)
    result: list[Token] = []
    at = 0
    while at < len(found):
        token, used = _longest(found, at, words)
        result.append(token)
        at += used
    return result


def _pieces(text: str, line: int, column: int, words: Vocabulary) -> Iterator[Token]:
    """Words, numbers and marks one by one; words that change nothing are left out."""
    for match in _WORD.finditer(text):
        piece = match.group().lower().replace("’", "'")
        here = column + match.start()
        if match["number"]:
            if len(piece) > 4:
                raise Word(piece, line, here).error(
                    N_("expected a number from {least} to {most}"), least=1, most=24
                )
            yield Token(frozenset({NUMBER}), piece, line, here, int(piece))
        elif match["other"]:
            raise Word(piece, line, here).error(
                N_("expected words, numbers, commas and colons, as in: {example}"), example=words.examples["move"]
            )
        elif match["mark"]:
            yield Token(frozenset({piece, "be"} if piece == "=" else {piece}), piece, line, here)
        else:
            if piece[:2] in ("l'", "d'") and len(piece) > 2:
                piece, here = piece[2:], here + 2
            if piece not in words.noise:
                yield Token(frozenset(), piece, line, here)


def _longest(found: list[Token], at: int, words: Vocabulary) -> tuple[Token, int]:
    """The longest phrase that begins here, and how many words it takes."""
    first = found[at]
    if first.terms:
        return first, 1
    for length in range(min(words.longest, len(found) - at), 0, -1):
        piece = found[at : at + length]
        terms = words.phrases.get(tuple(token.text for token in piece))
        if terms:
            return first._replace(terms=terms, text=" ".join(token.text for token in piece)), length
    if len(first.text) == 1:
        return first._replace(terms=frozenset({LETTER})), 1
    raise _unknown(first, words)


def _unknown(token: Token, words: Vocabulary) -> NotationError:
    rule = words.forbidden.get(token.text)
    if rule:
        return forbidden(rule, token, words.examples["move"])
    near = get_close_matches(token.text[:40], [*words.words, *words.heads], n=1, cutoff=0.6)
    if near:
        return token.word.error(
            N_("this word is not known; did you mean {near}? A line looks like this: {example}"),
            near=near[0],
            example=words.examples["move"],
        )
    return token.word.error(
        N_("this word is not known; a line looks like this: {example}"), example=words.examples["move"]
    )
