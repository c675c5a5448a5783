"""What the table owes: where the match went on without it, a place may look as it did until it follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.table import Difference, Layout, Thing, differences

Debts = Mapping[str, tuple[Thing, ...]]
"""The places that still have to follow, and what lay there before."""


def more_owed(
    debts: Debts, was: Layout, now: Layout, alike: Sequence[Collection[str]], within: Collection[str]
) -> Debts:
    """What is owed when what lay like ``was`` should lie like ``now``; only places ``within`` are seen to follow.

    Where it means nothing on which place a thing lies (``alike``), places are owed together.
    """
    changed = {one.place for one in differences(was, now)}.intersection(within)
    together = {name for names in alike if not changed.isdisjoint(names) for name in names}
    owed = {
        name: debts.get(name, was.get(name, ())) for name in (*debts, *sorted(changed | together - debts.keys()))
    }
    return {name: things for name, things in owed.items() if name in together or things != now.get(name, ())}


def without(debts: Debts, places: Collection[str]) -> Debts:
    """What is still owed once these places have followed."""
    return {name: things for name, things in debts.items() if name not in places}


def told(debts: Debts, layout: Layout) -> tuple[Difference, ...]:
    """How the places that owe something look, and how they should."""
    found = []
    for name, things in sorted(debts.items()):
        wanted = layout.get(name, ())
        # where anything may come to lie, what lay there goes
        wanted = () if any(one.unknown for one in wanted) else wanted
        if things != wanted:
            found.append(Difference(name, wanted, things))
    return tuple(found)
