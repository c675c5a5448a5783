"""Words: verdicts, events, requests and errors said in the reader's language.

The messages stand in the code, in English, marked for the catalogue; their translations in
``locale/*/LC_MESSAGES/runewatch.po``, which ``make catalogue`` keeps up to date and compiles. A message
names its facts in braces. Nothing that can be said here raises: a fact that is missing shows its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from engine.contract import Game, Request, Result, Rules
from engine.errors import N_, NotationError, RunewatchError
from engine.verdict import Breach, Event, Fact, Notice, Refusal

if TYPE_CHECKING:
    from engine.options import Option

SOURCE = "en"
"""The language of the messages in the code; it needs no catalogue."""
DOMAIN = "runewatch"

_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_PART = re.compile(r"\[([^\[\]]*)\]")
_WISH = re.compile(r"\s*([A-Za-z]{1,8}|\*)[-_.@\w]*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", re.ASCII)
_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_SPOKEN_IN_ERRORS = ("what", "seat")
"""The facts of an error that are words; the others quote notation, which is the same in every language."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be spoken: English, and each that has a catalogue."""
    folders = (files("engine") / "locale").iterdir()
    found = {folder.name for folder in folders if (folder / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file()}
    return (SOURCE, *sorted(found - {SOURCE}))


def language_from(wish: Mapping[str, str] | str) -> str:
    """The language someone wishes, by the environment of a program or by an Accept-Language header."""
    if isinstance(wish, str):
        return _first_known(_accepted(wish))
    chosen = next((wish[name] for name in _ENVIRONMENT if wish.get(name)), "")
    return _first_known(chosen.split(":"))


def _accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first; what cannot be understood is left out."""
    found = [match for match in map(_WISH.fullmatch, header.split(",")) if match]
    weighed = [(float(match[2] or 1), match[1]) for match in found]
    return [name for weight, name in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0]


def _first_known(names: list[str]) -> str:
    bases = (re.split(r"[-_.@]", name.strip().lower(), maxsplit=1)[0] for name in names)
    return next((base for base in bases if base in languages()), SOURCE)


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (files("engine") / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


@dataclass(frozen=True, slots=True)
class Words:
    """All that is said, in one language; one that is not known is English."""

    language: str = SOURCE

    def __post_init__(self) -> None:
        object.__setattr__(self, "language", _first_known([self.language]))

    def __call__(self, message: str, /, **facts: Fact) -> str:
        """The message in this language, with its facts. A fact that is itself a message is translated too."""
        return _filled(self._translated(message), self._told(facts))

    def ngettext(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """The message for that many things, ``{number}`` among its facts."""
        template = _catalogue(self.language).ngettext(one, many, number)
        return _filled(template, self._told({"number": number, **facts}))

    def listed(self, items: tuple[str, ...]) -> str:
        """Several words in a row, none twice: a, b and c."""
        told = [self._translated(item) for item in dict.fromkeys(items)]
        if len(told) < 2:
            return "".join(told)
        first = self._translated(N_(", ")).join(told[:-1])
        return _filled(self._translated(N_("{first} and {last}")), {"first": first, "last": told[-1]})

    # -- play ---------------------------------------------------------------------------------------

    def sentence(self, of: Game | Rules[Any, Any], said: Breach | Notice | Result) -> str:
        """What a rule has to say: that it is broken, that the table decided, or how the match ended."""
        game = _game(of)
        if isinstance(said, Notice):
            facts = {**said.facts, "option": said.option}
            return self._said(game.notices, said.rule, facts, N_("The rulebook is silent here ({rule})."))
        if isinstance(said, Result):
            facts = {name: self._reason(game, fact) for name, fact in said.facts.items()}
            facts["winners"] = tuple(_seat(of, seat) for seat in said.winners)
            return self._said(game.results, said.rule, facts, N_("The match is over ({rule})."))
        return self._said(game.sentences, said.rule, said.facts, N_("The rules do not allow this ({rule})."))

    def refusal(self, of: Game | Rules[Any, Any], refusal: Refusal) -> list[str]:
        """A sentence for each rule that is broken, the plainest first, none twice."""
        return list(dict.fromkeys(self.sentence(of, breach) for breach in refusal.breaches))

    def event(self, of: Game | Rules[Any, Any], event: Event) -> str:
        return self._said(_game(of).events, event.name, event.facts, "{rule}")

    def request(self, of: Game | Rules[Any, Any], request: Request) -> str:
        return self._said(
            _game(of).requests, request.kind, {"seat": _seat(of, request.by), **request.facts}, "{rule}"
        )

    def _reason(self, game: Game, fact: Fact) -> Fact:
        return self._said(game.results, fact, {}, "") if isinstance(fact, str) and fact in game.results else fact

    def _said(self, sentences: Mapping[str, str], rule: str, facts: Mapping[str, Fact], otherwise: str) -> str:
        """The sentence, without those of its parts whose facts are not known or empty."""
        told = self._told({name: fact for name, fact in facts.items() if fact not in ("", ())} | {"rule": rule})
        template = self._translated(sentences.get(rule, otherwise))
        return _filled(_PART.sub(lambda part: part[1] if _complete(part[1], told) else "", template), told)

    # -- errors and options -------------------------------------------------------------------------

    def error(self, error: RunewatchError) -> str:
        """An error as a sentence, with the place it is at; in English the same as its ``str``."""
        facts = {
            name: self._translated(str(fact)) if name in _SPOKEN_IN_ERRORS else str(fact)
            for name, fact in error.facts.items()
        }
        told = _filled(self._translated(error.message), facts)
        if not isinstance(error, NotationError):
            return told
        if error.came:
            told = _filled(self._translated(N_("{told} (found {came})")), {"told": told, "came": error.came})
        where = [error.source] if error.source else []
        where += [self(N_("line {line}"), line=error.line)] if error.line else []
        where += [self(N_("column {column}"), column=error.column)] if error.column else []
        if not where:
            return told
        return _filled(self._translated(N_("{where}: {told}")), {"where": ", ".join(where), "told": told})

    def option(self, option: Option) -> str:
        """What an option is about."""
        return self._translated(option.about)

    # -- the parts of it ----------------------------------------------------------------------------

    def _translated(self, message: str) -> str:
        # the catalogue keeps its own header under the empty message
        return _catalogue(self.language).gettext(message) if message else ""

    def _told(self, facts: Mapping[str, Fact]) -> dict[str, str]:
        return {
            name: self.listed(fact if isinstance(fact, tuple) else (str(fact),)) for name, fact in facts.items()
        }


def _game(of: Game | Rules[Any, Any]) -> Game:
    return of if isinstance(of, Game) else of.game


def _seat(of: Game | Rules[Any, Any], seat: int) -> str:
    """The name of a seat; a match may have other seats than its game has by default."""
    return of.seats[seat] if 0 <= seat < len(of.seats) else ""


def _filled(template: str, facts: Mapping[str, str]) -> str:
    """The template with its facts in place, in one pass: braces in a fact mean nothing."""
    return _FIELD.sub(lambda field: facts.get(field[1], field[0]) if field[1] else field[0][0], template)


def _complete(part: str, facts: Mapping[str, str]) -> bool:
    return all(field[1] in facts for field in _FIELD.finditer(part) if field[1])
