"""The rules of a game, to be looked up by the identifiers that verdicts cite."""

from __future__ import annotations

from dataclasses import dataclass

from engine.catalogue import game_named
from engine.contract import Game
from engine.digest import Entry
from engine.errors import N_, RunewatchError, shown
from engine.verdict import Breach, Notice
from engine.words import Words
from web.api.endpoints import Api
from web.past import NotThereError
from web.words import reader

api = Api("rules")


@dataclass(frozen=True, slots=True)
class RuleTold:
    """A rule: what it asks for, where it holds if not everywhere, how a fault shows, what is left to the table."""

    id: str
    text: str
    where: str
    sign: str
    silent: str


@dataclass(frozen=True, slots=True)
class ChapterTold:
    """Rules that belong together."""

    title: str
    rules: tuple[RuleTold, ...]


@api.get("/rules/<game>", gives=tuple[ChapterTold, ...], about=N_("The rules of a game, chapter by chapter."))
def all_rules(game: str) -> tuple[ChapterTold, ...]:
    return chapters(named(game), reader())


@api.get("/rules/<game>/<rule>", gives=RuleTold, about=N_("One rule, by the identifier that a verdict cites."))
def one_rule(game: str, rule: str) -> RuleTold:
    return found(named(game), rule, reader())[1]


def named(game: str) -> Game:
    """Raises NotThereError where there is no such game."""
    try:
        return game_named(game)
    except RunewatchError:
        raise NotThereError(N_("there is no game {name} here"), name=shown(game)) from None


def chapters(game: Game, words: Words) -> tuple[ChapterTold, ...]:
    return tuple(
        ChapterTold(words(one.title), tuple(_told(game, entry, words) for entry in one.entries))
        for one in game.digest()
    )


def found(game: Game, rule: str, words: Words) -> tuple[ChapterTold, RuleTold]:
    """A rule and the chapter it is in. Raises NotThereError."""
    for chapter in chapters(game, words):
        for one in chapter.rules:
            if one.id == rule:
                return chapter, one
    raise NotThereError(N_("there is no rule {name}"), name=shown(rule, limit=80))


def _told(game: Game, entry: Entry, words: Words) -> RuleTold:
    is_silent = entry.rule in game.notices
    return RuleTold(
        entry.rule,
        words.sentence(game, Breach(entry.rule)),
        words(entry.where) if entry.where else "",
        words(entry.sign) if entry.sign else "",
        words.sentence(game, Notice(entry.rule)) if is_silent else "",
    )
