"""Which places of a plan lie on its lattice of cells, and in which cut each is looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.table import Place, TablePlan, Thing
from vision.cut import CELLS, RIM, Window


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The things of a plan, by how they are told apart."""

    faces: Mapping[str, tuple[Thing, ...]]
    """Flat things, by kind: told by what is printed on them."""
    pieces: Mapping[str, tuple[Thing, ...]]
    """Standing things, by kind: told by shape and colour."""
    pointers: Mapping[str, tuple[Thing, ...]]
    """Things told only by which way they point, by kind."""


def vocabulary(plan: TablePlan) -> Vocabulary:
    """What of the plan is seen on its cells. Cards and markers are read elsewhere, or not by eye."""
    on_cells = {kind for place in plan.places if is_cell(place) for kind in place.kinds}
    found = Vocabulary({}, {}, {})
    for thing in plan.things:
        if thing.turn is not None:
            _add(found.pointers, thing)
        elif thing.kind in on_cells:
            _add(found.pieces if thing.tall else found.faces, thing)
    return found


def _add(kinds: Mapping[str, tuple[Thing, ...]], thing: Thing) -> None:
    assert isinstance(kinds, dict)
    kinds[thing.kind] = (*kinds.get(thing.kind, ()), thing)


def is_cell(place: Place) -> bool:
    """Whether a place is one of the lattice: a whole number of units from the origin, and a unit wide."""
    return (
        place.x == int(place.x)
        and place.y == int(place.y)
        and place.width == place.height == 1
        and bool(place.kinds)
    )


def cells(plan: TablePlan, overlay: bool = False) -> tuple[Place, ...]:
    """The places of the lattice; those of the overlay in their stead if asked for."""
    return tuple(place for place in plan.places if is_cell(place) and place.overlay == overlay)


def windows(places: Iterable[Place]) -> dict[Window, list[tuple[Place, int, int]]]:
    """The cuts that show all these places, and the row and column of each in its cut."""
    places = list(places)
    found: dict[Window, list[tuple[Place, int, int]]] = {}
    left = min((int(place.x) for place in places), default=0)
    top = min((int(place.y) for place in places), default=0)
    reach = CELLS - 2 * RIM
    for place in places:
        column, row = (int(place.x) - left) // reach, (int(place.y) - top) // reach
        window = Window(left - RIM + column * reach, top - RIM + row * reach)
        found.setdefault(window, []).append((place, int(place.y) - window.y, int(place.x) - window.x))
    return found
