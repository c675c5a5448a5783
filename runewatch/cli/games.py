"""``runewatch games``: what is on the shelf."""

from __future__ import annotations

from typing import Any

import click

from engine.catalogue import games as all_games
from engine.contract import Game, Stock
from engine.errors import N_
from engine.options import Option, Value, written
from engine.words import Words
from runewatch.cli.framework import Command
from runewatch.cli.reply import Reply

STAND_IN = "stand-in"


@click.command(
    cls=Command,
    short_help=N_("Say which games there are, with their options and decks."),
    help=N_("Options are chosen in the first words of a position, and by the tags of a record."),
    examples=["runewatch games", "runewatch games --json"],
)
@click.pass_obj
def games(reply: Reply) -> None:
    if reply.as_json:
        reply.document({"games": [_plain(game, reply.words) for game in all_games().values()]})
        return
    for number, game in enumerate(all_games().values()):
        if number:
            reply.line()
        _tell(game, reply)


def _plain(game: Game, words: Words) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "about": words.option(option),
                "values": None if option.values is None else list(map(_value, option.values)),
                "default": _value(option.default),
                "source": option.source or None,
            }
            for option in game.options
        ],
        "stock": [
            {
                "option": item.option,
                "name": item.name,
                "title": _title(item, words),
                "origin": item.origin,
                "stand_in": item.origin == STAND_IN,
                "size": item.size or None,
            }
            for item in game.stock()
        ],
    }


def _value(value: Value | None) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _tell(game: Game, reply: Reply) -> None:
    words = reply.words
    seats = words.listed(game.seats)
    reply.line(f"{reply.styled(game.title, bold=True)}  ({game.name})  {words(N_('for {seats}'), seats=seats)}")
    reply.line()
    reply.line(f"  {words(N_('Options'))}")
    for option in game.options:
        reply.line(f"    {reply.styled(option.name, bold=True)}  {_choices(option, words)}")
        source = f" ({option.source})" if option.source else ""
        reply.paragraph(f"{words.option(option)}{source}", indent=8)
    stock = game.stock()
    for kind in dict.fromkeys(item.option for item in stock):
        reply.line()
        # options are named as they are typed, though a word of the catalogue may be the same
        reply.line(f"  {words(N_('For the option {name}')).format(name=kind)}")
        for item in stock:
            if item.option == kind:
                reply.line(f"    {reply.styled(item.name.ljust(12), bold=True)}  {_about(item, words)}")
    if any(item.origin == STAND_IN for item in stock):
        reply.line()
        reply.paragraph(
            words(
                N_(
                    "Stand-in: made up by us, because the printed ones were not to hand. "
                    "They play well, but are not those of your box."
                )
            ),
            indent=2,
        )


def _about(item: Stock, words: Words) -> str:
    told = [_title(item, words)]
    if item.size:
        told.append(words.ngettext("{number} card", "{number} cards", item.size))
    told.append(words(N_("stand-in")) if item.origin == STAND_IN else item.origin)
    return ", ".join(told)


def _title(item: Stock, words: Words) -> str:
    return item.title.get(words.language) or next(iter(item.title.values()), item.name)


def _choices(option: Option, words: Words) -> str:
    """What an option may be, the default first among equals: ``2e* | 1e``."""
    if option.values is None:
        default = written(option.default) if option.default else ""
        text = words(N_("any text"))
        return f"{text} [{default}]" if default else text
    if option.default is None:
        return f"{' | '.join(map(written, option.values))} [{words(N_('it depends'))}]"
    return f"{' | '.join(map(written, option.values))} [{written(option.default)}]"
