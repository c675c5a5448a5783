"""The figures of every player, over all matches that were played to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.catalogue import games
from engine.contract import Game
from engine.verdict import Fact
from engine.words import Words
from runewatch.journal.counting import Counted
from runewatch.journal.listing import Summary


@dataclass(slots=True)
class Player:
    """One player at one game."""

    name: str
    game: str
    matches: int = 0
    wins: int = 0
    points: int = 0
    rounds: int = 0
    is_scored: bool = False
    """Whether the game has points at all."""
    turns: int = 0
    timed_turns: int = 0
    seconds: float = 0.0
    counts: Counter[Counted] = field(default_factory=Counter)

    @property
    def points_a_round(self) -> float | None:
        return self.points / self.rounds if self.rounds and self.is_scored else None

    @property
    def seconds_a_turn(self) -> float | None:
        """Over the matches whose time was taken."""
        return self.seconds / self.timed_turns if self.timed_turns else None

    def add(self, seat: int, match: Summary) -> None:
        """One more match, played in this seat."""
        self.matches += 1
        self.wins += seat in match.winners
        if (tally := match.tally) is None:
            return
        self.points += _at(tally.points, seat, 0)
        self.is_scored |= bool(tally.points)
        self.rounds += tally.rounds
        turns, seconds = _at(tally.turns, seat, 0), _at(tally.seconds, seat, 0.0)
        self.turns += turns
        self.timed_turns += turns if seconds else 0
        self.seconds += seconds
        self.counts.update(_at(tally.counts, seat, {}))


def players(matches: Iterable[Summary]) -> list[Player]:
    """Everybody who sat in a match under a name, who played most first."""
    found: dict[tuple[str, str], Player] = {}
    for match in matches:
        for seat, name in enumerate(match.names):
            if name.strip():
                # one who writes the name in small letters today is the same
                key = name.strip().casefold(), match.game
                found.setdefault(key, Player(name.strip(), match.game)).add(seat, match)
    return sorted(found.values(), key=lambda one: (-one.matches, one.name.casefold(), one.game))


def _at(values: Any, seat: int, otherwise: Any) -> Any:
    return values[seat] if seat < len(values) else otherwise


# -- in words -------------------------------------------------------------------------------------------


def told(words: Words, player: Player) -> Iterator[tuple[Counted, int, str]]:
    """What was counted, each with its number and what to call it: in the words of the game where it has some."""
    game = games().get(player.game)
    for counted, count in sorted(player.counts.items(), key=lambda item: _order(item[0])):
        name, by = counted
        yield counted, count, _called(words, game, name, dict(by))


def _order(counted: Counted) -> tuple[str, list[tuple[str, str]]]:
    name, by = counted
    return name, [(fact, str(value).zfill(6)) for fact, value in by]


def _called(words: Words, game: Game | None, name: str, by: dict[str, Fact]) -> str:
    said = game.tallies if game else {}
    if name in said:
        return words(said[name], **by)
    return " ".join([name, *(f"{fact} {value}" for fact, value in by.items())])
