"""What SPELL gives to the printer: everything of the box, in the order of use."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import BLEED_MM
from engine.errors import N_
from engine.printed import Batch, Ground, Piece
from engine.spell.arena import BLACK
from engine.spell.deck import Deck, deck_names, load_deck
from engine.spell.drawings import aside, cards, figures, gem, grounds, tiles
from engine.spell.layouts import plan
from engine.spell.state import SEATS

APART_MM = 2 * BLEED_MM
OWNERS = tuple(enumerate(SEATS))
MAGES, ELEMENTALS = 2, 3
"""Each player's; the last of each is for an amulet."""
INNER_MAT_MM = (400.0, 277.0)
"""From marker to marker."""
INNER_STRIP_MM = (115.0, 269.0)


def printed() -> tuple[Batch | Ground, ...]:
    """The mat, what lies beside it, tiles, figures, action cards, and a deck after the other."""
    return (_mat(), _library(), _tracks(), _tiles(), _figures(), _aside(), *_decks())


def _mat() -> Ground:
    return Ground(
        "mat",
        N_("Mat"),
        N_("The camera finds the arena by the four squares: leave them uncovered if you can."),
        grounds.mat(),
        grounds.MIDDLE,
        grounds.MIDDLE,
        INNER_MAT_MM,
        marked=True,
    )


def _library() -> Ground:
    return Ground(
        "library",
        N_("Library"),
        N_("Lay it against the right edge of the mat, arrow to arrow. The visible runes lie in it by level."),
        grounds.strip(),
        grounds.STRIP_X,
        grounds.MIDDLE,
        INNER_STRIP_MM,
    )


def _tracks() -> Ground:
    return Ground(
        "tracks",
        N_("Points and rounds"),
        N_("Lay it beside the mat, where you like: the camera does not read it."),
        aside.tracks(),
        grounds.MIDDLE,
        grounds.BESIDE_Y,
        aside.TRACKS_MM,
    )


def _tiles() -> Batch:
    face = {name: draw() for name, draw in tiles.FACES.items()}
    return Batch(
        "tiles",
        N_("Tiles and Gem"),
        N_("Print on both sides of card, or glue the backs on. Cut along the marks."),
        (
            Piece("black", face["black-active"], face["black-inactive"], 7),
            Piece("violet", face["violet-active"], face["violet-inactive"], 7),
            Piece("neutral", face["neutral"], face["neutral"]),
            Piece("black-special", face["black-special"], face["black-special"]),
            Piece("violet-special", face["violet-special"], face["violet-special"]),
            Piece("gem", gem.gem("sun"), gem.gem("star")),
        ),
        APART_MM,
    )


def _figures() -> Batch:
    return Batch(
        "figures",
        N_("Mages and elementals"),
        N_(
            "Cut out, fold at the dashed lines, glue the two sides together, bend both halves of the foot "
            "outwards and glue them on the round sole. Card of 200 g stands best."
        ),
        tuple(_standing()),
        APART_MM,
    )


def _standing() -> Iterator[Piece]:
    for owner, name in OWNERS:
        yield figures.folded(f"{name}-mage", figures.mage(owner), MAGES)
    for owner, name in OWNERS:
        yield figures.folded(f"{name}-elemental", figures.elemental(owner), ELEMENTALS)
    yield figures.sole("mage-sole", figures.mage(BLACK), MAGES * len(OWNERS))
    yield figures.sole("elemental-sole", figures.elemental(BLACK), ELEMENTALS * len(OWNERS))


def _aside() -> Batch:
    return Batch(
        "actions",
        N_("Action cards and markers"),
        N_("Print on both sides of card. A card shows its bright side until its action is used up."),
        tuple(_beside()),
        APART_MM,
    )


def _beside() -> Iterator[Piece]:
    for owner, name in OWNERS:
        for action in plan.ACTIONS:
            yield Piece(f"{name}-{action}-action", aside.action(owner, action), aside.action_used(owner, action))
    for owner, name in OWNERS:
        yield Piece(f"{name}-points", aside.marker(owner), aside.marker(owner))
    yield Piece("round", aside.marker(None), aside.marker(None))


def _decks() -> Iterator[Batch]:
    titles = {"basic": N_("Basic runes"), "advanced": N_("Advanced runes")}
    for deck in map(load_deck, deck_names()):
        yield Batch(
            "cards",
            titles[deck.name],
            N_("Print on both sides of card and cut along the lines between the marks."),
            tuple(_cards(deck)),
            0.0,
            stock=deck.name,
        )


def _cards(deck: Deck) -> Iterator[Piece]:
    for card in deck.cards:
        yield Piece(f"{deck.name}-{card.code}", cards.face(card, deck.name), cards.back(card.level, deck.name))
