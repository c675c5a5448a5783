"""``runewatch card``: cards that were shown to the camera once, and are known from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_named
from engine.contract import Game
from engine.errors import N_, shown
from runewatch.cli.framework import App, Command, InputError, Option
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from vision.cards.album import Album
    from vision.cards.knowing import CardKnown

card = App(
    name="card",
    short_help=N_("Show cards once, and have them known from then on."),
    help=N_("Each command says more about itself: runewatch card COMMAND --help."),
    examples=["runewatch card add frost.jpg --name Frost", "runewatch card read table.jpg", "runewatch card list"],
)


def _album_option(command: Any) -> Any:
    return click.option(
        "--album", cls=Option, default="box", metavar="NAME", help=N_("The box whose cards they are.")
    )(command)


@click.command(
    "add",
    cls=Command,
    short_help=N_("Learn a card from one picture of it."),
    help=N_(
        "IMAGE shows one card, whole and upright, with a little of what lies around it. With --game its name must "
        "be that of a card of this game. A card of the same name is replaced."
    ),
    examples=[
        "runewatch card add frost.jpg --name Frost",
        "runewatch card add ice.jpg --name base.ice --game bigbook",
    ],
)
@click.option("--name", cls=Option, required=True, metavar="NAME", help=N_("What the card is called."))
@_album_option
@click.option("--game", "game_name", cls=Option, default="", metavar="NAME", help=N_("The game it is a card of."))
@click.option(
    "--whole", cls=Option, is_flag=True, help=N_("The picture is nothing but the card, as from a scanner.")
)
@click.option("--trust", cls=Option, is_flag=True, help=N_("Learn it even if it looks like another card."))
@click.argument("image", metavar="IMAGE")
@click.pass_obj
def add(reply: Reply, /, image: str, name: str, album: str, game_name: str, **wished: bool) -> None:
    # seeing takes its time to load
    from runewatch.sight import albums  # noqa: PLC0415
    from runewatch.sight.looking import opened  # noqa: PLC0415

    before = albums.stored(album)
    if game_name and before.game not in ("", game_named(game_name).name):
        raise InputError(N_("album {name} is of another game"), name=album)
    if game_name or before.game:
        game = game_named(game_name or before.game)
        name, before = _in_box(reply, game, name), replace(before, game=game.name)
    try:
        after = albums.shown_once(before, name, opened(image), whole=wished["whole"], trusting=wished["trust"])
    except albums.AlikeError as error:
        told = InputError(error.message, **error.facts)
        told.hint = reply.words(N_("If it is another card all the same, --trust learns it."))
        raise told from None
    path = albums.keep(album, after)
    if reply.as_json:
        reply.document({"name": name, "album": album, "file": str(path), "cards": len(after.faces)})
        return
    count = reply.words.ngettext("{number} card", "{number} cards", len(after.faces))
    reply.say(N_("{name} is known from now on; album {album} has {count}."), name=name, album=album, count=count)


def _in_box(reply: Reply, game: Game, name: str) -> str:
    """What the box calls a card; for one that it does not know, what it may have been, and what to do about it."""
    from runewatch.sight import albums  # noqa: PLC0415

    try:
        return albums.name_in_box(game, name)
    except albums.UnknownCardError as error:
        told = InputError(error.message, **error.facts)
        near = [reply.words(N_("Close to it: {names}."), names=", ".join(error.near))] if error.near else []
        told.hint = " ".join((*near, reply.words(WRITTEN)))
        raise told from None


WRITTEN = N_(
    "A card of one's own has to be written down for the game first; in an album of no game any name will do."
)


@click.command(
    "read",
    cls=Command,
    short_help=N_("Say which cards are in a picture."),
    help=N_(
        "However they are turned, in any light, and if up to a quarter of one is covered. A card that was never "
        "shown is called unknown. The exit status is 0 if a card is known, 1 if not."
    ),
    examples=["runewatch card read table.jpg", "runewatch card read table.jpg --album box --json"],
)
@_album_option
@click.argument("image", metavar="IMAGE")
@click.pass_context
def read(ctx: click.Context, /, image: str, album: str) -> None:
    from runewatch.sight import albums  # noqa: PLC0415
    from runewatch.sight.looking import opened  # noqa: PLC0415
    from vision.cards.knowing import Knower  # noqa: PLC0415
    from vision.cards.spot import CardNotReadError  # noqa: PLC0415

    reply: Reply = ctx.obj
    known = _filled(reply, albums.stored(album), album)
    found = Knower(known.faces).cards(opened(image))
    if not found:
        raise CardNotReadError(N_("no card is in view: lay it flat, with a little of the table around it"))
    if reply.as_json:
        reply.document({"album": album, "cards": [_plain(one) for one in found]})
    for one in () if reply.as_json else found:
        reply.say(SAID[one.verdict.value], names=", ".join(one.names))
    ctx.exit(0 if any(one.name for one in found) else 1)


SAID = {
    "known": N_("It is {names}."),
    "doubt": N_("It is one of these, and what tells them apart cannot be seen: {names}."),
    "unknown": N_("A card that was never shown: runewatch card add IMAGE --name NAME learns it."),
}


def _filled(reply: Reply, album: Album, name: str) -> Album:
    if album.faces:
        return album
    error = InputError(N_("there are no cards in album {name} yet"), name=shown(name))
    error.hint = reply.words(N_("Show them one by one: runewatch card add IMAGE --name NAME"))
    raise error


def _plain(one: CardKnown) -> dict[str, Any]:
    return {
        "verdict": one.verdict.value,
        "name": one.name or None,
        "names": list(one.names),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in one.corners],
    }


@click.command(
    "list", cls=Command, short_help=N_("Say which cards are known."), examples=["runewatch card list --album box"]
)
@_album_option
@click.pass_obj
def list_cards(reply: Reply, /, album: str) -> None:
    from runewatch.sight import albums  # noqa: PLC0415

    found = albums.stored(album)
    if reply.as_json:
        reply.document({"album": album, "game": found.game or None, "cards": sorted(found.faces)})
        return
    for name in sorted(_filled(reply, found, album).faces):
        reply.line(name)


@click.command(
    "forget", cls=Command, short_help=N_("Forget a card."), examples=["runewatch card forget Frost --album box"]
)
@_album_option
@click.argument("name", metavar="NAME")
@click.pass_obj
def forget(reply: Reply, /, name: str, album: str) -> None:
    from runewatch.sight import albums  # noqa: PLC0415

    before = albums.stored(album)
    if name not in before.faces:
        raise InputError(N_("album {album} has no card {name}"), album=album, name=shown(name))
    albums.keep(album, before.without(name))
    if reply.as_json:
        reply.document({"album": album, "game": before.game or None, "cards": sorted(before.without(name).faces)})
        return
    reply.say(N_("{name} is forgotten."), name=name)


for command in (add, read, list_cards, forget):
    card.add_command(command)
