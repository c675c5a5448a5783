"""Books: at most forty spells with their names, and who wrote them; files that people write by hand.

    book: Storms
    author: Ana
    # a remark that nobody reads out

    spell: Sky Fire
    note: falls from the front
    place my fire: one on 2, two on 1, 3, three on 1, 2, 3

A book in French begins with ``livre:``. A book that cannot be read is refused with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from typing import NamedTuple
from zlib import crc32

from engine.datafile import LARGEST, LONGEST_LINE, packaged
from engine.errors import N_, NotationError
from engine.spellbook.house import OPTIONS
from engine.spellbook.language.lexing import expected
from engine.spellbook.language.reading import Statement, read_text
from engine.spellbook.language.spells import Spell, Text
from engine.spellbook.language.vocabulary import Vocabulary, language_of, vocabulary
from engine.text import Word, checked_text, one_of, words

MOST_SPELLS = 40
LONGEST_NAME = 60
LONGEST_NOTE = 300
SUFFIX = ".book"
_HEAD = re.compile(r"\s*(?P<head>[^\W\d_]+)\s*:(?P<rest>.*)", re.DOTALL)
_NAME = re.compile(r'[^"\\|\x00-\x1f]+')


class Book(NamedTuple):
    """A master's spells."""

    title: str
    language: str
    spells: tuple[Spell, ...] = ()
    author: str = ""
    origin: str = ""
    licence: str = ""
    source: str = ""
    """The whole text."""

    @property
    def fingerprint(self) -> str:
        """Eight letters that change when anything in the book does."""
        return f"{crc32(self.source.encode('utf-8', 'replace')):08x}"


class _Draft(NamedTuple):
    """A spell while its lines are gathered; the first part has no reading."""

    name: Word
    note: str
    parts: list[tuple[Word | None, list[Statement]]]


def read_book(text: str, *, name_clash: bool = False) -> Book:
    """The book in a text. Raises NotationError with the place of the first fault.

    ``name_clash``: the table tolerates two spells of one name.
    """
    if len(text) > LARGEST:
        raise NotationError(N_("a book has at most {most} letters"), most=LARGEST)
    text = checked_text(text)
    lines = list(_lines(text))
    first = next(iter(lines), ("", 1, 1))
    match = _HEAD.fullmatch(first[0])
    language = language_of(match["head"].lower()) if match else ""
    if not match or not language:
        raise expected("book", Word(first[0].strip()[:LONGEST_NAME], first[1], 1), vocabulary("en"))
    vocab = vocabulary(language)
    about = {"book": _titled(match["rest"], first, vocab)}
    drafts: list[_Draft] = []
    for line in lines[1:]:
        _take(line, vocab, about, drafts)
    if not name_clash:
        _all_different(drafts, vocab)
    return Book(
        about["book"],
        language,
        tuple(_spell(draft, vocab) for draft in drafts),
        about.get("author", ""),
        about.get("origin", ""),
        about.get("licence", ""),
        text,
    )


def _lines(text: str) -> Iterator[Statement]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise NotationError(N_("a line has at most {most} letters"), most=LONGEST_LINE).at(
                number, LONGEST_LINE
            )
        if line.strip() and not line.lstrip().startswith("#"):
            yield line, number, 1


def _titled(rest: str, line: Statement, vocab: Vocabulary, part: str = "book") -> str:
    title = rest.strip()
    if not 1 <= len(title) <= LONGEST_NAME or not _NAME.fullmatch(title):
        column = len(line[0]) - len(rest.lstrip()) + 1
        raise Word(title, line[1], column).error(
            N_("expected a name of 1 to {most} letters without quotes or strokes, as in: {example}"),
            most=LONGEST_NAME,
            example=vocab.examples[part],
        )
    return title


def _take(line: Statement, vocab: Vocabulary, about: dict[str, str], drafts: list[_Draft]) -> None:
    """Sorts one line into the head of the book, or into its last spell."""
    match = _HEAD.fullmatch(line[0])
    head = vocab.heads.get(match["head"].lower(), "") if match else ""
    if match and head:
        _take_head((head, match["rest"]), line, vocab, about, drafts)
        return
    if not drafts:
        raise expected("spell", _word(line), vocab)
    stripped = line[0].split(maxsplit=1)
    if stripped[0].lower() in (vocab.phrase("reading"),):
        drafts[-1].parts.append((_word(line), []))
        return
    column = 1
    for piece in line[0].split(";"):
        if piece.strip():
            drafts[-1].parts[-1][1].append((piece, line[1], column))
        column += len(piece) + 1


def _take_head(
    head: tuple[str, str], line: Statement, vocab: Vocabulary, about: dict[str, str], drafts: list[_Draft]
) -> None:
    name, rest = head
    if name == "spell":
        word = Word(_titled(rest, line, vocab, "spell"), line[1], len(line[0]) - len(rest.lstrip()) + 1)
        if len(drafts) == MOST_SPELLS:
            raise word.error(
                N_("a book has at most {most} spells; put this one into another book that begins with: {example}"),
                most=MOST_SPELLS,
                example=vocab.examples["book"],
            )
        drafts.append(_Draft(word, "", [(None, [])]))
    elif name == "note" and drafts:
        note = " ".join(filter(None, [drafts[-1].note, rest.strip()]))
        if len(note) > LONGEST_NOTE:
            raise _word(line).error(N_("a note has at most {most} letters"), most=LONGEST_NOTE)
        drafts[-1] = drafts[-1]._replace(note=note)
    elif name in about or name == "note" or drafts:
        raise expected("spell", _word(line), vocab)
    else:
        about[name] = rest.strip()[:LONGEST_NOTE]


def _word(line: Statement) -> Word:
    text = line[0].strip()
    return Word(text, line[1], line[2] + len(line[0]) - len(line[0].lstrip()))


def _all_different(drafts: list[_Draft], vocab: Vocabulary) -> None:
    known: dict[str, Word] = {}
    for draft in drafts:
        key = draft.name.text.casefold()
        if key in known:
            raise draft.name.error(
                N_("a spell on line {line} has this name already; give it another one, such as: {example}"),
                line=known[key].line,
                example=f"{vocab.examples['spell'].split(':')[0]}: {draft.name.text} II",
            )
        known[key] = draft.name


def _spell(draft: _Draft, vocab: Vocabulary) -> Spell:
    name = draft.name
    (_, first), *others = draft.parts
    text = read_text(first, vocab, name)
    readings = tuple((*_reading(word, vocab), read_text(lines, vocab, word)) for word, lines in others if word)
    return Spell(name.text, text, readings, draft.note, name.line, name.column)


def _reading(word: Word, vocab: Vocabulary) -> tuple[str, str]:
    """The option of the table and its value under which another text holds."""
    parts = words(word.text, line=word.line, column=word.column)
    if len(parts) != 3:
        raise expected("reading", word, vocab)
    options = {option.name: option for option in OPTIONS if option.values and not option.is_switch}
    option = options[one_of(parts[1], options, N_("an option of the table"))]
    value = one_of(parts[2], [str(value) for value in option.values or ()], N_("a value of this option"))
    return option.name, value


def read_statements(text: str, language: str) -> Text:
    """What an owner says a spell means: its lines, parted by semicolons. Raises NotationError."""
    pieces: list[Statement] = []
    column = 1
    for piece in checked_text(text)[:LARGEST].replace("\n", ";").split(";"):
        if piece.strip():
            pieces.append((piece, 1, column))
        column += len(piece) + 1
    return read_text(pieces, vocabulary(language), Word(text[:LONGEST_NAME], 1, 1))


def text_under(spell: Spell, setup: Mapping[str, object]) -> Text:
    """The text that holds at a table."""
    for option, value, text in spell.readings:
        if str(setup.get(option)) == value:
            return text
    return spell.text


# -- books that come with the game ------------------------------------------------------------------------


@cache
def packaged_books() -> tuple[str, ...]:
    """The names of the books that come with the game."""
    folder = files("engine.spellbook") / "data"
    return tuple(sorted(PurePath(path.name).stem for path in folder.iterdir() if path.name.endswith(SUFFIX)))


@cache
def packaged_book(name: str) -> Book:
    return read_book(packaged("engine.spellbook", f"{name}{SUFFIX}"))
