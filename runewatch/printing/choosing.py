"""Which parts of a game's set are wanted, and their pages in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.contract import Game
from engine.errors import N_
from engine.lettering import worded
from engine.printed import Batch, Ground
from engine.words import Words
from runewatch.printing import scale
from runewatch.printing.filling import backs, filled, marks
from runewatch.printing.joining import joined
from runewatch.printing.markers import lies_on, markers
from runewatch.printing.pages import Page, Side, Size, caption

Part = Batch | Ground


@dataclass(frozen=True, slots=True)
class Wish:
    """What to print: on which paper, which parts (all if none are named), which of several stocks."""

    paper: Size
    parts: Collection[str] = ()
    stocks: Collection[str] = ()
    own: Ground | None = None
    """A board of the players' own, to be printed and nothing else of the set."""


def parts_of(game: Game) -> tuple[str, ...]:
    """The names of all that can be printed for a game, none twice."""
    return tuple(dict.fromkeys((scale.NAME, *(part.name for part in game.printed()))))


def stocks_of(game: Game) -> tuple[str, ...]:
    """The printed matter there is a choice of."""
    return tuple(part.stock for part in game.printed() if isinstance(part, Batch) and part.stock)


def pages(game: Game, wish: Wish, words: Words) -> Iterator[Page]:
    """The pages wished for, the check of the printer first."""
    if _wanted(scale.NAME, wish.parts):
        yield scale.ruler(wish.paper, words)
    rules = game.open()
    for part in (wish.own,) if wish.own else game.printed():
        if not _wanted(part.name, wish.parts):
            continue
        if isinstance(part, Ground):
            yield from joined(_marked(part, game), wish.paper, words)
        elif not part.stock or _wanted(part.stock, wish.stocks):
            pieces = tuple(worded(piece, rules, words) for piece in part.pieces)
            yield from _cut_out(replace(part, pieces=pieces), wish.paper, words)


def _wanted(name: str, names: Collection[str]) -> bool:
    return not names or name in names


def _marked(ground: Ground, game: Game) -> Ground:
    if not ground.marked:
        return ground
    rules = game.open(ground.choices)
    # a camera may look at a part of the table that is not on this ground
    plan = next((one for one in (*rules.sheets(), rules.plan()) if lies_on(ground, one)), rules.watched())
    shapes = (*ground.drawing.shapes, *markers(ground, plan))
    return replace(ground, drawing=replace(ground.drawing, shapes=shapes))


def _cut_out(batch: Batch, paper: Size, words: Words) -> Iterator[Page]:
    sheets = filled(batch, paper)
    for number, spots in enumerate(sheets, 1):
        turned = backs(spots, paper)
        title = _title(words, batch, "front" if turned else "single", number, len(sheets))
        over = (*marks(spots), *caption(title, words(batch.about), paper[0]))
        front = tuple(spot.front for spot in spots)
        yield Page(batch.name, title, *paper, front, over, "front" if turned else "single")
        if turned:
            title = _title(words, batch, "back", number, len(sheets))
            yield Page(batch.name, title, *paper, turned, tuple(caption(title, "", paper[0])), "back")


_SIDES = {"front": N_("front"), "back": N_("back")}


def _title(words: Words, batch: Batch, side: Side, number: int, count: int) -> str:
    told: Sequence[str] = [words(batch.title)]
    if count > 1:
        told = [words(N_("{part}, {number} of {count}"), part=told[0], number=number, count=count)]
    return ", ".join((*told, words(_SIDES[side])) if side in _SIDES else told)
