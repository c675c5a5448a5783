"""The checker: reads a book and looks for what its texts leave open or may not do, on boards made up for them.

Boards are drawn at random, always the same ones for the same text, mostly of the gems that the text speaks of.
What is found is made as small as possible before it is shown. A spell that passes may hide something rarer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple
from zlib import crc32

from engine.errors import N_
from engine.picture import Panel
from engine.review import Example, Finding, Review
from engine.spellbook.agrica import EACH, EVERYWHERE, POINTS
from engine.spellbook.books import Book, read_book
from engine.spellbook.language.meaning import MOST_WAYS, PLAIN, Cast, Meaning
from engine.spellbook.language.spells import Gems, Place, Push, Spell, Swap, Text
from engine.spellbook.layouts import layout_of, motions_of
from engine.spellbook.notation.words import CALLED
from engine.spellbook.picture import drawn_board
from engine.verdict import Breach

BOARDS = 700
"""Boards tried for each spell."""
MORE_BOARDS = 3000
"""Boards tried until a spell can be cast at all."""
WAYS = 150
"""Boards on which a spell can end in more ways are passed over, except to tell where it can in too many."""
MOST_FOLLOWED = 1500
"""Ways to go on that are followed for one spell, beyond one for each board."""
SHOWN = 120
"""Boards among which the one is chosen on which a spell is shown."""
MOST_SHOWN = 2
"""So many outcomes of one spell are shown."""
REMEMBERED = 512
"""So many texts are remembered with what was found in them."""


def review(text: str) -> Review:
    """Everything there is to say of a book. Raises NotationError if it cannot be read."""
    book = read_book(text)
    names = tuple(spell.name for spell in book.spells)
    examples = (_example(spell) for spell in book.spells)
    return Review(book.title, book.language, names, tuple(_findings(book)), tuple(one for one in examples if one))


def _findings(book: Book) -> Iterator[Finding]:
    for spell in book.spells:
        yield from check_spell(spell)


def check_spell(spell: Spell) -> Iterator[Finding]:
    """What is found in one spell, each kind of thing once."""
    tried = _tried(_Wording(spell.text))
    for what, board in tried.faults:
        yield _finding(spell, Meaning(spell.text, PLAIN), board, what)
    if not tried.is_castable:
        yield _plain(spell, "forbidden", "spellbook.cast.requirement")
    elif not tried.changes and all(what != "twice" for what, _ in tried.faults):
        yield _plain(spell, "remark", "spellbook.cast.empty-allowed")


class _Wording:
    """A text that is the same as any other with the same words, wherever in a book they stand."""

    __slots__ = ("text",)

    def __init__(self, text: Text) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wording) and other.text.source == self.text.source

    def __hash__(self) -> int:
        return hash(self.text.source)


class _Tried(NamedTuple):
    """What came of trying a text on all its boards."""

    faults: tuple[tuple[str, bytes], ...]
    """Each kind of fault, and the smallest board on which it shows."""
    is_castable: bool
    changes: bool
    telling: bytes
    """A board on which much happens and little else lies; nothing if there is none."""


@lru_cache(REMEMBERED)
def _tried(wording: _Wording) -> _Tried:
    """Whoever writes a book changes one spell at a time: the others need not be tried again."""
    text = wording.text
    meaning = Meaning(text, PLAIN)
    faults: dict[str, bytes] = {}
    castable = changes = False
    followed, telling, most = 0, b"", -POINTS
    for number, board in enumerate(_boards(text)):
        if (number >= BOARDS or followed > MOST_FOLLOWED) and castable:
            break
        found = meaning.cast(board, most=WAYS)
        followed += min(found.ways, WAYS) - 1
        for what in _what(found):
            if what not in faults:
                faults[what] = _smallest(board, partial(_shows, meaning, what))
        castable = castable or bool(found.boards) or found.why not in ("", "needs")
        changes = changes or found.why == "many" or any(after != board for after in found.boards)
        if number < SHOWN and found.boards and found.boards[0] != board:
            much = 3 * _changed(board, found.boards[0]) - 2 * (POINTS - board.count(0))
            telling, most = (board, much) if much > most else (telling, most)
    return _Tried(tuple(faults.items()), castable, changes, telling)


def forget() -> None:
    """Nothing is remembered any more, as if no text had been tried yet."""
    _tried.cache_clear()


def _shows(meaning: Meaning, what: str, board: bytes) -> bool:
    return what in _what(meaning.cast(board, most=WAYS))


def _changed(before: bytes, after: bytes) -> int:
    return sum(one != other for one, other in zip(before, after, strict=True))


def _example(spell: Spell) -> Example | None:
    """What a spell does on a board that shows it well; None if nothing happens on any."""
    telling = _tried(_Wording(spell.text)).telling
    if not telling:
        return None
    found = Meaning(spell.text, PLAIN).cast(telling, most=WAYS)
    return _pictured(spell, telling, tuple(after for after in found.boards if after != telling)[:MOST_SHOWN])


def _pictured(spell: Spell, before: bytes, ways: Sequence[bytes]) -> Example:
    going = Meaning(spell.text, PLAIN).going(before, ways[0]) if ways else ()
    gone = tuple(motions_of(before, ways[0], going)) if ways else ()
    return Example(spell.name, layout_of(before), tuple(map(layout_of, ways)), gone)


def _what(found: Cast) -> Iterator[str]:
    if found.ambiguous:
        yield "ambiguous"
    if found.why == "twice" or (found.why == "many" and found.ways > MOST_WAYS):
        yield found.why


def _plain(spell: Spell, weight: str, rule: str) -> Finding:
    return Finding(
        "forbidden" if weight == "forbidden" else "remark",
        spell.name,
        Breach(rule, {"name": spell.name}),
        spell.line,
        spell.column,
    )


def _finding(spell: Spell, meaning: Meaning, board: bytes, what: str) -> Finding:
    """The finding, shown on a board."""
    found = meaning.cast(board, most=WAYS)
    drawn = [Panel(drawn_board(board), N_("Before, from the caster's seat"))]
    captions = (N_("It may mean this"), N_("or this"))
    drawn += [
        Panel(drawn_board(after), caption) for after, caption in zip(found.ambiguous, captions, strict=False)
    ]
    return Finding(
        "unclear" if what == "ambiguous" else "forbidden",
        spell.name,
        Breach(_RULES[what], {"name": spell.name}),
        spell.line,
        spell.column,
        written(board),
        tuple(drawn),
        _pictured(spell, board, found.ambiguous or found.boards[:MOST_SHOWN]),
    )


_RULES = {
    "ambiguous": "spellbook.design.clear",
    "twice": "spellbook.cast.each-gem-once",
    "many": "spellbook.design.clear",
}


def written(board: bytes) -> str:
    """A caster's board as fields of a position with the caster in South's seat."""
    seats = []
    for name, first in (("south", "S"), ("north", "N")):
        gems = [
            f"{CALLED[gem][1]}{point + 1}" for point, gem in enumerate(board) if gem and CALLED[gem][0] == first
        ]
        if gems:
            seats.append(f"{name} {' '.join(gems)}")
    return " | ".join(seats)


def _smallest(board: bytes, shows: Callable[[bytes], bool]) -> bytes:
    """The board without every gem that can be left out."""
    for point in range(POINTS):
        if board[point]:
            smaller = board[:point] + b"\0" + board[point + 1 :]
            if shows(smaller):
                board = smaller
    return board


# -- boards ---------------------------------------------------------------------------------------------


def _boards(text: Text) -> Iterator[bytes]:
    """Boards on which a text has something to do, always the same ones."""
    random = Random(crc32(text.source.encode("utf-8", "replace")))
    groups = list(_groups(text))
    meaning = Meaning(text, PLAIN)
    spoken = sorted({code for gems in groups for code in meaning.codes(gems)})
    masks = [gems.zone.mask for gems in groups if gems.zone.mask != EVERYWHERE and not gems.zone.outside]
    for _ in range(MORE_BOARDS):
        yield _board(random, spoken, masks)


def _board(random: Random, spoken: list[int], masks: list[int]) -> bytes:
    board = bytearray(POINTS)
    free = list(range(POINTS))
    random.shuffle(free)
    if masks and random.random() < 0.7:
        # points that the text speaks of come first, as often as not
        near = random.choice(masks)
        free.sort(key=lambda point: near >> point & 1 and random.random() < 0.6)
    others = random.choice((0, 0, 1, 3))
    for code in range(1, 9):
        count = random.choice((0, 1, 2, 3, 3, 3)) if code in spoken else random.randint(0, others)
        for _ in range(min(count, EACH, len(free))):
            board[free.pop()] = code
    return bytes(board)


def _groups(text: Text) -> Iterator[Gems]:
    """Every group of gems that a text speaks of."""
    for need in text.needs:
        yield from filter(None, (need.gems, need.others))
    for name in text.names:
        yield name.gems
    for guarded in text.effects:
        effect = guarded.effect
        yield effect.gems
        for condition, _ in guarded.conditions:
            yield from filter(None, (condition.gems, condition.others))
        if isinstance(effect, Swap):
            yield effect.others
        elif isinstance(effect, Push):
            yield effect.anchors
        elif isinstance(effect, Place):
            for spot in (*effect.spots, *(spot for _, spots in effect.cases for spot in spots)):
                if spot.gems is not None:
                    yield spot.gems
