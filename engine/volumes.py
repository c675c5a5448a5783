"""Books that players bring to a match: what is in them, what has been used, what can be done with it now."""

from __future__ import annotations

from dataclasses import dataclass

from engine.verdict import Breach, Phrase


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the people at the table may decide about an entry: in words, and as the notation has it.

    ``is_worded``: somebody has to say it in words of their own, which take the place of ``{words}``.
    """

    title: Phrase
    action: str
    is_worded: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """One entry of a book as it stands in a match."""

    name: str
    lines: tuple[str, ...]
    """What is written, as it holds at this table."""
    note: str = ""
    used: tuple[int, ...] = ()
    """The seats that have used it."""
    is_barred: bool = False
    settled: str = ""
    """What its owner has laid down that it means."""
    breaches: tuple[Breach, ...] = ()
    """Why it cannot be used now; empty if it can."""
    ways: tuple[str, ...] = ()
    """The actions by which it can be used now: one, unless something is left to whoever uses it."""
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class Volume:
    """A book on the table."""

    seat: int
    title: str
    source: str
    """Its whole text."""
    language: str
    leaves: tuple[Leaf, ...]
    author: str = ""
    origin: str = ""
    licence: str = ""
    is_open: bool = False
