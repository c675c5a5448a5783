"""The checker: reads a book and looks for what its texts leave open or may not do, on boards made up for them.

Boards are drawn at random, always the same ones for the same text, mostly of the gems that the text speaks of.
What is found is made as small as possible before it is shown. A spell that passes may hide something rarer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from zlib import crc32

from engine.errors import N_
from engine.picture import Panel
from engine.review import Finding, Review
from engine.spellbook.agrica import EACH, EVERYWHERE, POINTS
from engine.spellbook.books import Book, read_book
from engine.spellbook.language.meaning import MOST_WAYS, PLAIN, Cast, Meaning
from engine.spellbook.language.spells import Gems, Place, Push, Spell, Swap, Text
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


def review(text: str) -> Review:
    """Everything there is to say of a book. Raises NotationError if it cannot be read."""
    book = read_book(text)
    names = tuple(spell.name for spell in book.spells)
    return Review(book.title, book.language, names, tuple(_findings(book)))


def _findings(book: Book) -> Iterator[Finding]:
    for spell in book.spells:
        yield from check_spell(spell)


def check_spell(spell: Spell) -> Iterator[Finding]:
    """What is found in one spell, each kind of thing once."""
    meaning = Meaning(spell.text, PLAIN)
    seen: set[str] = set()
    castable = changes = False
    followed = 0
    for number, board in enumerate(_boards(spell.text)):
        if (number >= BOARDS or followed > MOST_FOLLOWED) and castable:
            break
        found = meaning.cast(board, most=WAYS)
        followed += min(found.ways, WAYS) - 1
        for what in _what(found):
            if what not in seen:
                seen.add(what)
                yield _finding(spell, meaning, board, what)
        castable = castable or bool(found.boards) or found.why not in ("", "needs")
        changes = changes or found.why == "many" or any(after != board for after in found.boards)
    if not castable:
        yield _plain(spell, "forbidden", "spellbook.cast.requirement")
    elif not changes and "twice" not in seen:
        yield _plain(spell, "remark", "spellbook.cast.empty-allowed")


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
    """The finding with the smallest board on which it shows."""
    board = _smallest(board, lambda smaller: what in _what(meaning.cast(smaller, most=WAYS)))
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
