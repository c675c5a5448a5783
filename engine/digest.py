"""A digest of a game's rules, for people who look one up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule. What it asks for is among the game's ``sentences``; both texts here are messages, or empty."""

    rule: str
    where: str = ""
    """Where it holds, if not in every match."""
    sign: str = ""
    """What the table looks like when it was broken."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: str
    """A message of the catalogue."""
    entries: tuple[Entry, ...]
