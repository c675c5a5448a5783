"""``runewatch pair`` and ``runewatch token``: who may change things on the page and over its HTTP interface."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from engine.errors import N_
from runewatch.cli.framework import App, Command, Option, UsageError
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from runewatch.pairing import Tokens


@click.command(
    "pair",
    cls=Command,
    short_help=N_("Show the pairing code of the page."),
    help=N_(
        "Whoever can see the page may watch; whoever types in this code may take part. A running box knows of a "
        "new code at once."
    ),
    examples=["runewatch pair", "runewatch pair --new", "runewatch pair --forget"],
)
@click.option("--new", "is_new", is_flag=True, cls=Option, help=N_("Make another code; who is paired stays so."))
@click.option("--forget", is_flag=True, cls=Option, help=N_("Make another code, and have everybody pair again."))
@click.pass_obj
def pair(reply: Reply, is_new: bool, forget: bool) -> None:
    from runewatch.pairing import PairingCode  # noqa: PLC0415
    from runewatch.pairing.code import spaced  # noqa: PLC0415
    from runewatch.settings.places import data_folder  # noqa: PLC0415

    if is_new and forget:
        raise UsageError(N_("say {one} or {other}, not both"), one="--new", other="--forget")
    kept = PairingCode(data_folder())
    code = kept.forget() if forget else kept.renew() if is_new else kept.code
    if reply.as_json:
        reply.document({"code": code})
    else:
        reply.line(spaced(code))


token = App(
    name="token",
    short_help=N_("Tokens for scripts that use the HTTP interface."),
    help=N_("Each command says more about itself: runewatch token COMMAND --help."),
    examples=["runewatch token new scoreboard", "runewatch token list", "runewatch token revoke scoreboard"],
)


def _tokens() -> Tokens:
    from runewatch.pairing import Tokens  # noqa: PLC0415
    from runewatch.settings.places import data_folder  # noqa: PLC0415

    return Tokens(data_folder())


@click.command(
    "new",
    cls=Command,
    short_help=N_("Make a token and show it, this once."),
    help=N_("A script sends it as: Authorization: Bearer TOKEN. NAME says what it is for."),
    examples=["runewatch token new scoreboard"],
)
@click.argument("name", metavar="NAME")
@click.pass_obj
def new(reply: Reply, name: str) -> None:
    told = _tokens().new(name, time.time())
    if reply.as_json:
        reply.document({"name": name, "token": told})
    else:
        reply.line(told)


@click.command(
    "list",
    cls=Command,
    short_help=N_("List the tokens by name, with the day each was made."),
    examples=["runewatch token list"],
)
@click.pass_obj
def listed(reply: Reply) -> None:
    there = _tokens().all()
    if reply.as_json:
        reply.document({"tokens": [{"name": one.name, "made": one.made} for one in there]})
        return
    if not there:
        reply.say(N_("There are no tokens."))
    for one in there:
        reply.line(f"{time.strftime('%Y-%m-%d', time.localtime(one.made))}  {one.name}")


@click.command(
    "revoke",
    cls=Command,
    short_help=N_("Have a token be worth nothing any more."),
    examples=["runewatch token revoke scoreboard"],
)
@click.argument("name", metavar="NAME")
@click.pass_obj
def revoke(reply: Reply, name: str) -> None:
    _tokens().revoke(name)
    if reply.as_json:
        reply.document({"name": name})
    else:
        reply.say(N_("The token {name} is worth nothing any more."), name=name)


for command in (new, listed, revoke):
    token.add_command(command)
