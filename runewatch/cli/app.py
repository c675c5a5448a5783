"""All commands together."""

from __future__ import annotations

from engine.errors import N_
from runewatch.cli.books import book
from runewatch.cli.box import box
from runewatch.cli.cards import card
from runewatch.cli.check import check
from runewatch.cli.decks import deck
from runewatch.cli.demo import demo
from runewatch.cli.doctor import doctor
from runewatch.cli.framework import App
from runewatch.cli.games import games
from runewatch.cli.history import history
from runewatch.cli.legal import legal
from runewatch.cli.pairing import pair, token
from runewatch.cli.positions import convert, draw
from runewatch.cli.printing import print_set
from runewatch.cli.reading import read
from runewatch.cli.running import run
from runewatch.cli.searching import best, perft, runes
from runewatch.cli.settings import settings
from runewatch.cli.simulating import simulate
from runewatch.cli.teaching import teach

app = App(
    name="runewatch",
    short_help=N_("A referee for tabletop games: it watches the table, judges each action and keeps the score."),
    help=N_("Each command says more about itself: runewatch COMMAND --help."),
    examples=["runewatch demo", "runewatch games", "runewatch legal -h"],
)
for command in (
    demo,
    run,
    games,
    draw,
    legal,
    runes,
    best,
    check,
    convert,
    perft,
    print_set,
    teach,
    read,
    simulate,
    deck,
    card,
    book,
    history,
    settings,
    doctor,
    box,
    pair,
    token,
):
    app.add_command(command)
