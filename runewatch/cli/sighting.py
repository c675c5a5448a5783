"""What the commands that look at pictures share: where the board lies, which game it is, how sure is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_named, games
from engine.contract import Game
from engine.errors import N_, RunewatchError, shown
from runewatch.cli.framework import Option, UsageError
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from runewatch.sight.looking import Hints

IMAGE = "IMAGE"
TURNS = ("0", "90", "180", "270")
_POINT = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,6})?),(-?[0-9]{1,6}(?:\.[0-9]{1,6})?)")


def placing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say where the board lies in the picture."""
    corners = click.option(
        "--corners",
        cls=Option,
        nargs=4,
        metavar="X,Y X,Y X,Y X,Y",
        help=N_("The pixels of the board's outer corners, clockwise from its own top left."),
    )
    turned = click.option(
        "--turned",
        cls=Option,
        metavar="|".join(TURNS),
        help=N_("By how many degrees a board on a bare table is turned clockwise in the picture."),
    )
    return corners(turned(command))


def hints_from(corners: tuple[str, ...] | None, turned: str | None, pictures: int) -> Hints:
    """Where the board lies, as far as it was said."""
    from runewatch.sight.looking import Hints  # noqa: PLC0415

    if corners and pictures != 1:
        raise UsageError(
            N_("{name} belongs to one picture, but came with {count}"), name="--corners", count=pictures
        )
    if turned is not None and turned not in TURNS:
        raise UsageError(
            N_("{name} must be one of: {choices}; not {came}"),
            name="--turned",
            choices=", ".join(TURNS),
            came=shown(turned),
        )
    points = tuple(_point(text) for text in corners) if corners else None
    return Hints(points, None if turned is None else TURNS.index(turned))


def _point(text: str) -> tuple[float, float]:
    found = _POINT.fullmatch(text)
    if found is None:
        raise UsageError(
            N_("{name} takes four points, such as 120,80; not {came}"), name="--corners", came=shown(text)
        )
    return float(found[1]), float(found[2])


def game_for(name: str, text: str = "") -> Game:
    """The game of this name; else the one a text begins with, or the first on the shelf."""
    if name:
        return game_named(name)
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    return games().get(first) or next(iter(games().values()))


@contextmanager
def about_picture(reply: Reply, name: str, *, wanted: bool = True) -> Iterator[None]:
    """Errors in here say which of several pictures they are about."""
    try:
        yield
    except RunewatchError as error:
        if wanted and not getattr(error, "hint", "") and shown(name, limit=200) not in str(error):
            hint = reply.words(N_("This is about {name}."), name=shown(name, limit=200))
            error.hint = hint  # type: ignore[attr-defined]  # only this command line has hints
        raise


def percent(reply: Reply, share: float) -> str:
    """How sure, never rounded up to certainty."""
    if share >= 1:
        return "100 %"
    return f"{reply.words.decimal(int(1000 * share) / 10, 1)} %"


def thing_named(reply: Reply, game: Game, name: str) -> str:
    """What people call a thing or a kind; nothing at all has a name, too."""
    return reply.words(game.things.get(name, name) if name else N_("nothing"))
