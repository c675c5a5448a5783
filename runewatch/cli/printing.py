"""``runewatch print``: a set to play with, on one's own printer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_named, games
from engine.contract import Game
from engine.errors import N_, shown
from runewatch.cli.framework import Command, Option, UsageError
from runewatch.cli.inputs import FILE, text_of
from runewatch.cli.outputs import write_file
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from runewatch.printing.pages import Page

ALL, BOTH = "all", "both"
SUFFIX = ".pdf"


@click.command(
    "print",
    cls=Command,
    short_help=N_("Write a set to print and cut out as PDF, true to size."),
    help=N_(
        "Print at 100 %, on both sides where pages are marked front and back, turned over the long edge. "
        "The page with the ruler tells whether the printer is true to size."
    ),
    examples=[
        "runewatch print set.pdf",
        "runewatch print --paper letter --what mat --what tiles set.pdf",
        "runewatch print --what cards --deck advanced cards.pdf",
    ],
)
@click.option("--paper", cls=Option, default="a4", metavar="a4|letter|a3", help=N_("The paper to print on."))
@click.option(
    "--what",
    cls=Option,
    multiple=True,
    default=[ALL],
    metavar="PART",
    help=N_("Only this part; may be given several times."),
)
@click.option("--deck", cls=Option, default=BOTH, metavar="NAME", help=N_("Only this deck."))
@click.option("--game", "name", cls=Option, default="", metavar="NAME", help=N_("The game to print."))
@click.option(
    "--board", cls=Option, default="", metavar="FILE", help=N_("A board of your own, instead of the set.")
)
@click.argument("out", metavar="OUT.pdf")
@click.pass_obj
def print_set(reply: Reply, /, out: str, name: str, **wished: Any) -> None:
    # drawing and writing PDF take their time to load, and no other command needs them
    from runewatch.printing import choosing, pages, pdf  # noqa: PLC0415

    game = game_named(name) if name else next(iter(games().values()))
    _refuse_another_kind(out)
    paper = _one_of("--paper", wished["paper"], tuple(pages.PAPERS))
    wish = choosing.Wish(
        pages.PAPERS[paper],
        _some_of("--what", wished["what"], choosing.parts_of(game), ALL),
        _some_of("--deck", [wished["deck"]], choosing.stocks_of(game), BOTH),
        game.own_ground(text_of(f"{FILE}{wished['board']}", reply.words)[0]) if wished["board"] else None,
    )
    found = list(choosing.pages(game, wish, reply.words))
    write_file(out, pdf.pdf(found, f"Runewatch: {game.title}"))
    _tell(reply, game, out, paper, found)


def _refuse_another_kind(out: str) -> None:
    """A PDF in a file of another name is opened by nothing; a device or a pipe has no such name."""
    if not out.lower().endswith(SUFFIX) and (Path(out).is_file() or not Path(out).exists()):
        raise UsageError(
            N_("{name} does not end in {suffix}, but what is written is a PDF; call it {other}"),
            name=shown(out, limit=200),
            suffix=SUFFIX,
            other=shown(f"{Path(out).stem}{SUFFIX}", limit=200),
        )


def _one_of(option: str, came: str, choices: Sequence[str]) -> str:
    if came in choices:
        return came
    raise UsageError(
        N_("{name} must be one of: {choices}; not {came}"),
        name=option,
        choices=", ".join(choices),
        came=shown(came),
    )


def _some_of(option: str, came: Sequence[str], names: Sequence[str], everything: str) -> tuple[str, ...]:
    """The names wished for; nothing is left out if everything is among them."""
    known = tuple(_one_of(option, name, (everything, *names)) for name in came)
    return () if everything in known else known


def _tell(reply: Reply, game: Game, out: str, paper: str, found: Sequence[Page]) -> None:
    if reply.as_json:
        reply.document({"game": game.name, "file": out, "paper": paper, "pages": list(map(_plain, found))})
        return
    name = click.format_filename(out)
    reply.line(
        reply.words.ngettext(
            "{number} page written to {name}", "{number} pages written to {name}", len(found), name=name
        )
    )
    for number, page in enumerate(found, 1):
        reply.line(f"  {number:>2}  {page.title}")
    reply.say(N_("Print at 100 %, not fitted to the page, and check the ruler."))


def _plain(page: Page) -> dict[str, Any]:
    return {
        "part": page.part,
        "title": page.title,
        "side": page.side,
        "width_mm": page.width,
        "height_mm": page.height,
    }
