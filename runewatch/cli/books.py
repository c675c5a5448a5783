"""``runewatch book``: a book that players write for a game, looked through before anybody plays with it."""

from __future__ import annotations

from typing import Any

import click

from engine.catalogue import game_named, games
from engine.contract import Game
from engine.errors import N_, DataError, NotationError, RunewatchError
from engine.review import Finding, Review
from engine.words import Words
from runewatch.cli.framework import App, Command, InputError, Option
from runewatch.cli.inputs import FILE, STDIN, text_of
from runewatch.cli.picture import drawn
from runewatch.cli.reply import Reply

FORBIDDEN = 1
WEIGHTS = {
    "forbidden": N_("not allowed"),
    "unclear": N_("not clear"),
    "remark": N_("worth knowing"),
}
STYLES: dict[str, dict[str, Any]] = {"forbidden": {"fg": "red"}, "unclear": {"fg": 172}, "remark": {"fg": 244}}

book = App(
    name="book",
    short_help=N_("Look through books that players write."),
    help=N_("Each command says more about itself: runewatch book COMMAND --help."),
    examples=["runewatch book check storms.book", "runewatch book check -h"],
)


@click.command(
    "check",
    cls=Command,
    short_help=N_("Read a book and say what is not allowed or not clear in it."),
    help=N_(
        "BOOK is a file, or - for standard input. The exit status is 0 if nothing in it is forbidden, 1 if "
        "something is, and 2 if it cannot be read. What is not clear is shown by an example."
    ),
    examples=["runewatch book check storms.book", "runewatch book check --json - < storms.book"],
)
@click.option("--game", "name", cls=Option, default="", metavar="NAME", help=N_("The game it is a book of."))
@click.argument("book", metavar="BOOK")
@click.pass_context
def check(ctx: click.Context, book: str, name: str) -> None:
    reply: Reply = ctx.obj
    text, source = text_of(book if book == STDIN or book.startswith(FILE) else f"{FILE}{book}", reply.words)
    try:
        game, review = _reviewed(text, name)
    except NotationError as error:
        raise error.at(source=source) from None
    if reply.as_json:
        reply.document(_plain(reply.words, game, review))
    else:
        _tell(reply, game, review)
    ctx.exit(0 if review.is_allowed else FORBIDDEN)


book.add_command(check)


def _reviewed(text: str, name: str) -> tuple[Game, Review]:
    """What the game has to say of the book; without a name, the first game that has books."""
    for game in [game_named(name)] if name else games().values():
        try:
            return game, game.review(text)
        except DataError as error:
            last: RunewatchError = error
    raise InputError(last.message, **last.facts)


def _plain(words: Words, game: Game, review: Review) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": review.title,
        "language": review.language,
        "entries": list(review.entries),
        "allowed": review.is_allowed,
        "findings": [
            {
                "weight": one.weight,
                "about": one.about,
                "rule": one.breach.rule,
                "text": words.sentence(game, one.breach),
                "line": one.line,
                "column": one.column,
                "example": one.example or None,
            }
            for one in review.findings
        ],
    }


def _tell(reply: Reply, game: Game, review: Review) -> None:
    count = reply.words.ngettext("{number} entry", "{number} entries", len(review.entries))
    reply.line(f"{reply.styled(review.title, bold=True)}  {count}")
    for finding in review.findings:
        reply.line()
        _tell_one(reply, game, finding)
    if not review.findings:
        reply.say(N_("Nothing was found that is forbidden or not clear."))


def _tell_one(reply: Reply, game: Game, finding: Finding) -> None:
    words = reply.words
    where = f"{words(N_('line {line}'), line=finding.line)}, " if finding.line else ""
    weight = reply.styled(words(WEIGHTS[finding.weight]), **STYLES[finding.weight])
    reply.line(f"{reply.styled(finding.about, bold=True)} ({where}{weight})")
    reply.paragraph(f"{words.sentence(game, finding.breach)} ({finding.breach.rule})", indent=2)
    if finding.drawn:
        reply.line()
        for line in drawn(reply, finding.drawn):
            reply.line(f"  {line}".rstrip())
    if finding.example:
        reply.paragraph(reply.words(N_("As a position: {example}"), example=finding.example), indent=2)
