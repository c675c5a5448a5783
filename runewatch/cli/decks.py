"""``runewatch deck``: a deck of one's own, card by card from pictures of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_named, games
from engine.contract import Addition, NewCard
from engine.errors import N_, RunewatchError, reason, shown
from runewatch.cli.framework import App, Command, InputError, Option, UsageError
from runewatch.cli.inputs import FILE, text_of
from runewatch.cli.outputs import write_file
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from vision.cards import CardReading, CardSeen

MARKS = str.maketrans({"#": "■", ".": "·"})
LISTED = 4
"""So many readings are told where it is not plain which is right."""

deck = App(
    name="deck",
    short_help=N_("Make a deck of the cards of one's own box."),
    help=N_("Each command says more about itself: runewatch deck COMMAND --help."),
    examples=["runewatch deck add card.jpg --deck mine.toml", "runewatch deck add -h"],
)


@click.command(
    "add",
    cls=Command,
    short_help=N_("Read a card from a picture and add it to a deck."),
    help=N_(
        "IMAGE shows one card, its pattern up, with a little of the table around it. Its level is read if pips "
        "tell it; otherwise say it. Without --deck nothing is written."
    ),
    examples=[
        "runewatch deck add card.jpg --level 2",
        "runewatch deck add card.jpg --deck mine.toml --code 2X",
        "runewatch deck add card.jpg --deck mine.toml --reading 2",
    ],
)
@click.option(
    "--deck", "file", cls=Option, default="", metavar="FILE.toml", help=N_("The deck's file, made if need be.")
)
@click.option(
    "--code", cls=Option, default="", metavar="2X", help=N_("What to call the card: its level and some letters.")
)
@click.option(
    "--level", cls=Option, type=click.IntRange(1, 9), default=None, metavar="N", help=N_("The card's level.")
)
@click.option(
    "--reading", cls=Option, type=click.IntRange(1, 99), default=None, metavar="N",
    help=N_("Of several readings of the card, which is right."),
)  # fmt: skip
@click.option("--title", cls=Option, default="", metavar="TEXT", help=N_("What to call the deck."))
@click.option("--game", "name", cls=Option, default="", metavar="NAME", help=N_("The game it is a card of."))
@click.argument("image", metavar="IMAGE")
@click.pass_obj
def add(reply: Reply, /, image: str, file: str, name: str, **wished: Any) -> None:
    # seeing takes its time to load
    from vision.cards import read_card  # noqa: PLC0415
    from vision.picture import read_picture  # noqa: PLC0415

    game = game_named(name) if name else next(iter(games().values()))
    seen = read_card(read_picture(image))
    chosen = _chosen(reply, seen, wished["reading"])
    level = wished["level"] or (None if wished["code"] else seen.level)
    card = NewCard(chosen.pattern, wished["code"], level, wished["title"])
    try:
        added = game.deck_with(card, _so_far(file, reply), file or image)
    except RunewatchError as error:
        error.hint = reply.words(N_("The card shows {pattern}."), pattern="/".join(chosen.pattern))  # type: ignore[attr-defined]
        raise
    if file:
        write_file(file, added.text.encode())
    _tell(reply, seen, chosen, added, file)


deck.add_command(add)


def _chosen(reply: Reply, seen: CardSeen, number: int | None) -> CardReading:
    """The reading that was asked for, or the one that is sure."""
    if number is not None:
        if number > len(seen.readings):
            raise UsageError(
                N_("{name} must be a number from {least} to {most}"),
                name="--reading",
                least="1",
                most=str(len(seen.readings)),
            )
        return seen.readings[number - 1]
    if seen.is_sure:
        return seen.readings[0]
    listed = ", ".join(
        f"{i}: {'/'.join(reading.pattern)} ({_percent(reading)})"
        for i, reading in enumerate(seen.readings[:LISTED], 1)
    )
    error = InputError(N_("the card is not read surely: {readings}"), readings=listed)
    error.hint = reply.words(N_("If one is right, say which with --reading; or take a clearer picture."))
    raise error


def _percent(reading: CardReading) -> str:
    return f"{int(reading.certainty * 100)} %"


def _so_far(file: str, reply: Reply) -> str:
    """The text of the deck's file; nothing if there is none yet."""
    try:
        if not file or not Path(file).exists():
            return ""
    except (OSError, ValueError) as error:
        why = reason(error)
        raise InputError(N_("{name} cannot be read: {why}"), name=shown(file, limit=200), why=why) from None
    return text_of(f"{FILE}{file}", reply.words)[0]


def _tell(reply: Reply, seen: CardSeen, chosen: CardReading, added: Addition, file: str) -> None:
    if reply.as_json:
        reply.document(_plain(seen, chosen, added, file))
        return
    for row in chosen.pattern:
        reply.line(f"  {' '.join(row.translate(MARKS))}")
    reply.say(N_("Read as {code}, level {level}, {certainty} sure."), **_facts(chosen, added))
    if seen.level is None:
        reply.say(N_("No level was read from the card."))
    elif seen.level != added.level:
        reply.paragraph(
            reply.words.ngettext(
                "But {number} pip was read from the card.",
                "But {number} pips were read from the card.",
                seen.level,
            )
        )
    if file:
        count = reply.words.ngettext("{number} card", "{number} cards", added.cards)
        reply.say(N_("Written to {name}, which has {count} now."), name=click.format_filename(file), count=count)
    else:
        reply.say(N_("Nothing was written: name a file with --deck."))
    reply.say(N_("In a position: {line}"), line=added.line)


def _facts(chosen: CardReading, added: Addition) -> dict[str, Any]:
    return {"code": added.code, "level": added.level, "certainty": _percent(chosen)}


def _plain(seen: CardSeen, chosen: CardReading, added: Addition, file: str) -> dict[str, Any]:
    return {
        "code": added.code,
        "level": added.level,
        "pattern": list(chosen.pattern),
        "certainty": round(chosen.certainty, 4),
        "readings": [
            {"pattern": list(reading.pattern), "certainty": round(reading.certainty, 4)}
            for reading in seen.readings
        ],
        "level_read": seen.level,
        "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners.tolist()],
        "deck": file or None,
        "cards": added.cards,
        "line": added.line,
    }
