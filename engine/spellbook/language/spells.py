"""What a spell is once it was read: values, in the invoker's own points counted from 0.

Nothing here can remove a gem, bring one from the reserve, or last: most of what the rules forbid cannot be built
from these parts. The rest ``reading`` refuses or ``checking`` finds.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.spellbook.agrica import EVERYWHERE

Owner = Literal["mine", "theirs", "both", "unnamed"]


class Step(NamedTuple):
    """One leg of a way: a map, and how far where it turns; 0 if the text does not say."""

    name: str
    by: int = 0


class Spot(NamedTuple):
    """Points named in a text: a number, a named point, or where own gems stand; then led on step by step."""

    point: int = -1
    name: str = ""
    gems: Gems | None = None
    way: tuple[Step, ...] = ()


class Zone(NamedTuple):
    """Where gems are looked for: fixed points as bits, and points that depend on own gems."""

    mask: int = EVERYWHERE
    spots: tuple[Spot, ...] = ()
    outside: bool = False


class Gems(NamedTuple):
    """Which gems are meant. ``kinds`` are counted from 0."""

    owner: Owner
    kinds: tuple[int, ...]
    zone: Zone = Zone()


class Condition(NamedTuple):
    """So many gems: at least ``least``, at most ``most``; or as many as of others."""

    gems: Gems
    least: int = 1
    most: int = 24
    others: Gems | None = None


class Move(NamedTuple):
    """Each gem goes where its own point leads. ``choice``: the caster picks where it may lead to several."""

    gems: Gems
    way: tuple[Step, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    choice: bool = False


class Place(NamedTuple):
    """Gems of one owner and kind end up on these points; ``cases`` lists them by how many gems there are."""

    gems: Gems
    spots: tuple[Spot, ...] = ()
    cases: tuple[tuple[int, tuple[Spot, ...]], ...] = ()
    in_order: bool = False
    choice: bool = False


class Swap(NamedTuple):
    """The gems of two groups trade places."""

    gems: Gems
    others: Gems


class Push(NamedTuple):
    """Each gem beside an anchor on its arc goes to the other side. ``hemmed``: what if both sides push."""

    gems: Gems
    anchors: Gems
    hemmed: Literal["", "choice", "rest"] = ""


Effect = Move | Place | Swap | Push


class Guarded(NamedTuple):
    """An effect, the conditions for it (each with whether it has to hold), and where it is written."""

    effect: Effect
    conditions: tuple[tuple[Condition, bool], ...] = ()
    line: int = 0
    column: int = 0


class Name(NamedTuple):
    """A point called by a letter: where the one gem stands, or one of several that the caster chooses."""

    letter: str
    gems: Gems
    choice: bool = False
    line: int = 0
    column: int = 0


class Meeting(NamedTuple):
    """Who stays where two moved gems come to one point; nothing if the text is silent."""

    stays: Literal["", "mine", "theirs", "choice"] = ""
    even_at_rest: bool = False


class Text(NamedTuple):
    """What a spell does, in one of its readings."""

    needs: tuple[Condition, ...] = ()
    names: tuple[Name, ...] = ()
    effects: tuple[Guarded, ...] = ()
    meeting: Meeting = Meeting()
    source: str = ""
    """The words it was read from."""
    line: int = 0


class Spell(NamedTuple):
    """A spell of a book: its name, its text, and what it says under other choices of the table."""

    name: str
    text: Text
    readings: tuple[tuple[str, str, Text], ...] = ()
    """Option of the table, its value, and the text that holds then."""
    note: str = ""
    line: int = 0
    column: int = 0
