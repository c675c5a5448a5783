"""Words: verdicts, events, requests and errors said in the reader's language.

The messages stand in the code, in English, marked for the catalogue; their translations in
``locale/*/LC_MESSAGES/runewatch.po``, which ``make catalogue`` keeps up to date and compiles. A message
names its facts in braces. Nothing that can be said here raises: a fact that is missing shows its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from engine.contract import Game, Request, Result, Rules
from engine.errors import N_, NotationError, RunewatchError
from engine.options import written
from engine.table import Thing
from engine.verdict import Breach, Event, Fact, Notice, Phrase, Refusal

if TYPE_CHECKING:
    from engine.options import Option, Value

SOURCE = "en"
"""The language of the messages in the code; it needs no catalogue."""
DOMAIN = "runewatch"

PLAYERS = ("seat", "turn", "who", "winners", "p1", "p2", "p3", "p4", "p5")
"""The facts that are players: told by name where it is known, otherwise by the seat, written like a name."""
YES_NO = {"yes": N_("yes"), "no": N_("no")}
WHY = "why"
"""The fact of an error that is another error, the one it was raised from."""
PLACES = ("place", "places", "source", "to", "missing")
"""The facts that are places of the plan."""

THINGS = ("card", "cards", "old", "pay", "asked", "effect", "dice", "theirs")
"""The facts that may be things, which ``Rules.named`` knows by the words that actions are written with."""

_COUNTED = re.compile(r"(\d+ × )(.+)")
_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_PART = re.compile(r"\[([^\[\]]*)\]")
_WISH = re.compile(r"\s*([A-Za-z]{1,8}|\*)[-_.@\w]*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", re.ASCII)
_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_SPOKEN_IN_ERRORS = ("what", "seat", "sheet", WHY)
"""The facts of an error that are words; the others quote notation, which is the same in every language."""


def capital(text: str) -> str:
    """A text that stands alone, or begins a line."""
    return text[:1].upper() + text[1:]


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
    names: tuple[tuple[str, str], ...] = ()
    """Seats and who sits there; a seat without a name is called by its own."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "language", _first_known([self.language]))

    def calling(self, seats: Sequence[str], names: Sequence[str]) -> Words:
        """The same words, with the players of a match called by their names."""
        known = tuple((seat, name) for seat, name in zip(seats, names, strict=False) if name and name != seat)
        return replace(self, names=known)

    def __call__(self, message: str, /, **facts: Fact) -> str:
        """The message in this language, with its facts. A fact that is itself a message is translated too."""
        return _filled(self._translated(message), self._told(facts))

    def ngettext(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """The message for that many things, ``{number}`` among its facts."""
        template = _catalogue(self.language).ngettext(one, many, number)
        return _filled(template, self._told({"number": number, **facts}))

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits behind its point, which is a comma for some."""
        whole, _, part = f"{value:.{digits}f}".partition(".")
        return self(N_("{whole}.{part}"), whole=whole, part=part)

    def listed(self, items: tuple[str, ...]) -> str:
        """Several words in a row, none twice: a, b and c."""
        return self._row([self._translated(item) for item in _several(items)])

    def _row(self, told: Sequence[str]) -> str:
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
            return self._said(of, game.notices, said.rule, facts, N_("The rulebook is silent here ({rule})."))
        if isinstance(said, Result):
            facts = {name: self._reason(game, fact) for name, fact in said.facts.items()}
            facts["winners"] = tuple(_seat(of, seat) for seat in said.winners)
            return self._said(of, game.results, said.rule, facts, N_("The match is over ({rule})."))
        otherwise = N_("The rules do not allow this ({rule}).")
        return self._said(of, game.sentences, said.rule, said.facts, otherwise)

    def refusal(self, of: Game | Rules[Any, Any], refusal: Refusal) -> list[str]:
        """A sentence for each rule that is broken, the plainest first, none twice."""
        return list(dict.fromkeys(self.sentence(of, breach) for breach in refusal.breaches))

    def event(self, of: Game | Rules[Any, Any], event: Event) -> str:
        return self._said(of, _game(of).events, event.name, event.facts, "{rule}")

    def request(self, of: Game | Rules[Any, Any], request: Request) -> str:
        facts = {"seat": _seat(of, request.by), **request.facts}
        return self._said(of, _game(of).requests, request.kind, facts, "{rule}")

    def phrase(self, of: Game | Rules[Any, Any], phrase: Phrase) -> str:
        """Words that are part of a sentence."""
        return self._spoken(of, phrase.message, phrase.facts)

    def place(self, of: Game | Rules[Any, Any], name: str) -> str:
        """What people call a place of the plan."""
        return self.phrase(of, _game(of).place_name(name))

    def thing(self, of: Game | Rules[Any, Any], thing: Thing) -> str:
        """What people call a thing of the plan."""
        return self.phrase(of, _game(of).thing_name(thing))

    def _reason(self, game: Game, fact: Fact) -> Fact:
        return (
            self._said(game, game.results, fact, {}, "")
            if isinstance(fact, str) and fact in game.results
            else fact
        )

    def _said(
        self,
        of: Game | Rules[Any, Any],
        sentences: Mapping[str, str],
        rule: str,
        facts: Mapping[str, Fact],
        otherwise: str,
    ) -> str:
        return self._spoken(of, sentences.get(rule, otherwise), {**facts, "rule": rule})

    def _spoken(self, of: Game | Rules[Any, Any], message: str, facts: Mapping[str, Fact]) -> str:
        """The message, without those of its parts whose facts are not known or empty."""
        known = {name: fact for name, fact in facts.items() if fact not in ("", ())}
        told = self._told(known) | self._side(known)
        told |= {name: self._row([self.place(of, one) for one in _several(known[name])]) for name in PLACES
                 if name in known}  # fmt: skip
        told |= {name: self._row([self._named(of, one) for one in _several(known[name])]) for name in THINGS
                 if name in known}  # fmt: skip
        template = self._translated(message)
        return _filled(_PART.sub(lambda part: part[1] if _complete(part[1], told) else "", template), told)

    def _named(self, of: Game | Rules[Any, Any], word: str) -> str:
        """A word of an action as people say it: what it names by its title, or by what things are called."""
        thing = None if isinstance(of, Game) else of.named(word)
        if thing is None and (several := _COUNTED.fullmatch(word)):
            return several[1] + self._named(of, several[2])
        if thing is None or isinstance(of, Game):
            return self._translated(word)
        return of.title(thing, self.language) or self.thing(of, thing)

    # -- errors and options -------------------------------------------------------------------------

    def reason(self, error: RunewatchError) -> str:
        """An error as a sentence, without the place it is at: who wrote one line sees where that is."""
        facts = {
            name: self._translated(str(fact)) if name in _SPOKEN_IN_ERRORS else str(fact)
            for name, fact in error.facts.items()
        }
        if WHY in facts and (cause := _raised_from(error)) is not None:
            facts[WHY] = self.error(cause)
        return _filled(self._translated(error.message), facts)

    def error(self, error: RunewatchError) -> str:
        """An error as a sentence, with the place it is at; in English the same as its ``str``."""
        told = self.reason(error)
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

    def value(self, option: Option, value: Value) -> str:
        """What people call a value of an option."""
        plain = written(value)
        return self._translated(option.titles.get(plain) or YES_NO.get(plain, plain))

    # -- the parts of it ----------------------------------------------------------------------------

    def _translated(self, message: str) -> str:
        # the catalogue keeps its own header under the empty message
        return _catalogue(self.language).gettext(message) if message else ""

    def _told(self, facts: Mapping[str, Fact]) -> dict[str, str]:
        return {
            name: self._row(
                [self._player(one) if name in PLAYERS else self._translated(one) for one in _several(fact)]
            )
            for name, fact in facts.items()
        }

    def _player(self, seat: str) -> str:
        """The name of whoever sits there; a seat without one is written like a name."""
        called = dict(self.names).get(seat) or self._translated(seat)
        return capital(called)

    def _side(self, facts: Mapping[str, Fact]) -> dict[str, str]:
        """The seat of the one player a sentence is about, if it calls that player by name."""
        about = {one for name in ("seat", "winners") for one in _several(facts.get(name, ()))}
        (seat,) = about if len(about) == 1 else ("",)
        return {"side": self._translated(seat)} if seat in dict(self.names) else {}


def _raised_from(error: RunewatchError) -> RunewatchError | None:
    """The error that one was raised from. One that says the very same, and was only of another kind, is none."""
    cause = error.__cause__
    if not isinstance(cause, RunewatchError):
        return None
    is_same = (cause.message, cause.facts) == (error.message, error.facts)
    return _raised_from(cause) if is_same else cause


def _several(fact: Fact) -> tuple[str, ...]:
    """What a fact lists, none twice."""
    return tuple(dict.fromkeys(fact)) if isinstance(fact, tuple) else (str(fact),)


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
