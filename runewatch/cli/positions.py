"""``runewatch draw`` and ``runewatch convert``: a position as a picture, and in its other forms."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from engine.errors import N_
from runewatch.cli.framework import Command, Option
from runewatch.cli.inputs import position_argument, read_position
from runewatch.cli.picture import show
from runewatch.cli.reply import Reply

EXAMPLE = "'spell 2e | v b v b / v BM N Vm / b v b v / b v b .'"
GIVEN_HELP = N_(
    "POSITION is a text in quotes: one line, several lines, or JSON. With - it is read from standard input, "
    "with @FILE from a file."
)


@click.command(
    cls=Command,
    short_help=N_("Draw a position."),
    help=GIVEN_HELP,
    examples=[f"runewatch draw {EXAMPLE}", "runewatch draw @position.txt"],
)
@position_argument
@click.pass_context
def draw(ctx: click.Context, position: Sequence[str]) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    if reply.as_json:
        drawn = given.rules.draw(given.state)
        reply.document({"position": given.text, "drawn": drawn, "state": given.rules.to_json(given.state)})
        return
    show(reply, given.rules, given.state)


@click.command(
    cls=Command,
    short_help=N_("Write a position in another form."),
    help=GIVEN_HELP,
    examples=["runewatch convert --to json @position.txt", "runewatch convert --to line - < position.json"],
)
@position_argument
@click.option(
    "--to", type=click.Choice(["line", "drawn", "json"]), required=True, cls=Option, help=N_("The form to write."),
)  # fmt: skip
@click.pass_context
def convert(ctx: click.Context, position: Sequence[str], to: str) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    if to == "json":
        state = given.rules.to_json(given.state)
        if reply.as_json:
            reply.document({"to": to, "state": state})
        else:
            reply.line(json.dumps(state, ensure_ascii=False))
        return
    text = given.text if to == "line" else given.rules.draw(given.state)
    if reply.as_json:
        reply.document({"to": to, "text": text})
    else:
        reply.line(text)
