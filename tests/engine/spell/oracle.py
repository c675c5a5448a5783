"""SPELL a second time, slowly: what a player may do in a turn, worked out with dictionaries and sets.

Written from the rules alone; it shares no code with ``engine.spell``, only the way actions are written. The
tests hold the two against each other. A place is (row, column) from (0, 0), which is a1; the ring lies at -1
and 4. A cell is its letters: the tile, then who stands on it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

Spot = tuple[int, int]
Shape = frozenset[Spot]

FRAME = [(row, column) for row in range(4) for column in range(4)]
RING = (
    [(-1, i) for i in range(4)]
    + [(i, 4) for i in range(4)]
    + [(4, i) for i in range(4)]
    + [(i, -1) for i in range(4)]
)
TRAVEL = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
EDGE_STEPS = list(TRAVEL.values())
KING_STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
LETTERS = {"black": ("B", "b", "M", "E"), "violet": ("V", "v", "m", "e")}
"""Of each player: the active tile, the inactive tile, the mage, the elemental."""
AMULETS = ("doppelganger", "trielementaris", "extralimitae", "bilevitagramaton")


def name(spot: Spot) -> str:
    return "zabcde"[spot[1] + 1] + str(spot[0] + 1)


def near(spot: Spot, steps: list[Spot]) -> list[Spot]:
    """The places of the frame around one."""
    found = [(spot[0] + r, spot[1] + c) for r, c in steps]
    return [other for other in found if other in FRAME]


def shift(tiles: dict[Spot, str], standing: dict[Spot, str], gap: Spot, carried: Spot, travel: Spot) -> Spot:
    """A shift, word by word: carry a tile to the gap, then slide a line into the hole. Gives the new gap."""
    assert carried != gap and not standing[carried]
    line = []
    spot = (carried[0] - travel[0], carried[1] - travel[1])
    while spot in FRAME:
        line.append(spot)
        spot = (spot[0] - travel[0], spot[1] - travel[1])
    assert line
    tiles[gap], tiles[carried] = tiles[carried], "."
    hole = carried
    for spot in line:
        tiles[hole], standing[hole] = tiles[spot], standing[spot]
        tiles[spot], standing[spot] = ".", ""
        hole = spot
    return hole


def turned(shape: Shape) -> Shape:
    return frozenset((column, -row) for row, column in shape)


def fits(shape: Shape, counting: set[Spot]) -> bool:
    """Whether some quarter turn of a shape, somewhere, lies within the counting places."""
    for _ in range(4):
        shape = turned(shape)
        first = min(shape)
        for spot in counting:
            row, column = spot[0] - first[0], spot[1] - first[1]
            if all((r + row, c + column) in counting for r, c in shape):
                return True
    return False


def drawn(shape: Shape) -> str:
    top, left = min(r for r, _ in shape), min(c for _, c in shape)
    height, width = max(r for r, _ in shape) - top + 1, max(c for _, c in shape) - left + 1
    return "/".join(
        "".join("#" if (r + top, c + left) in shape else "." for c in range(width)) for r in range(height)
    )


@dataclass
class Turn:
    """A player's turn on a table, as plain data."""

    edition: str
    cells: dict[Spot, str]
    seat: str
    options: set[str] = field(default_factory=set)
    amulets: dict[str, str] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=lambda: {"black": [0, 0, 0], "violet": [0, 0, 0]})
    spent: dict[str, list[int]] = field(default_factory=lambda: {"black": [0, 0, 0], "violet": [0, 0, 0]})
    points: dict[str, int] = field(default_factory=lambda: {"black": 0, "violet": 0})
    round: int = 1
    used: list[str] = field(default_factory=list)
    claimed: set[int] = field(default_factory=set)
    special: Spot | None = None
    cards: dict[str, Shape] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    """Of the cards, those that no longer lie in the library."""

    # -- as text --

    def arena(self) -> str:
        return " / ".join(" ".join(self.cells[row, column] for column in range(4)) for row in range(4))

    def text(self) -> str:
        head = [
            "spell",
            self.edition,
            *(["asymmetric"] if self.amulets else []),
            *sorted(self.options),
            "deck=none",
        ]
        parts = [" ".join(head), self.arena(), f"turn {self.seat}"]
        if self.round > 1:
            parts.append(f"round {self.round}")
        if any(self.points.values()):
            parts.append(f"points {self.points['black']} {self.points['violet']}")
        for what, cards in (("hands", self.hands), ("spent", self.spent)):
            if any(map(any, cards.values())):
                parts.append(f"{what} " + " ".join("".join(map(str, cards[seat])) for seat in LETTERS))
        if self.used:
            parts.append("used " + " ".join(self.used))
        if self.claimed:
            parts.append("claimed " + " ".join(map(str, sorted(self.claimed))))
        if self.special:
            parts.append(f"special {name(self.special)}")
        if self.amulets:
            parts.append(f"amulets {self.amulets['black']} {self.amulets['violet']}")
        if self.cards:
            parts.append("cards " + " ".join(f"{code}={drawn(shape)}" for code, shape in self.cards.items()))
        if self.runes:
            parts.append("runes " + " ".join(self.runes))
        return " | ".join(parts)

    # -- what the rules say --

    @property
    def runes(self) -> list[str]:
        return [code for code in self.cards if code not in self.gone]

    @property
    def rival(self) -> str:
        return "violet" if self.seat == "black" else "black"

    @property
    def amulet(self) -> str:
        return self.amulets.get(self.seat, "")

    @property
    def one_per_tile(self) -> bool:
        return self.edition == "2e" or "one-meeple-per-tile" in self.options

    @property
    def masked(self) -> bool:
        """Whether an own active tile under the rival's mage does not count."""
        return self.edition == "1e" and "no-rival-mage-masks" not in self.options

    def mages(self, seat: str) -> list[Spot]:
        return [spot for spot in FRAME if LETTERS[seat][2] in self.cells[spot][1:]]

    def free(self) -> list[Spot]:
        return [spot for spot in FRAME if self.cells[spot] != "." and len(self.cells[spot]) == 1]

    def counting(self) -> set[Spot]:
        active, _, mage, elemental = LETTERS[self.seat]
        found = set()
        for spot, cell in self.cells.items():
            under_rival = LETTERS[self.rival][2] in cell[1:]
            if (
                mage in cell[1:]
                or elemental in cell[1:]
                or (cell[0] == active and not (self.masked and under_rival))
            ):
                found.add(spot)
        return found | ({self.special} if self.special else set())

    def may_stand(self, spot: Spot) -> bool:
        """Whether a step of the mage may end here."""
        cell = self.cells[spot]
        if cell == "." or LETTERS[self.rival][2] in cell[1:]:
            return False
        return len(cell) == 1 or not self.one_per_tile

    def may_turn(self, spot: Spot) -> bool:
        """Whether this tile may be turned over, if it lies beside the mage."""
        cell = self.cells[spot]
        if self.one_per_tile and len(cell) > 1:
            return False
        if self.edition == "2e":
            return cell[0] == LETTERS[self.seat][1]
        return cell[0] in "BbVv"

    def journey(self, seat: str, source: Spot, to: Spot) -> str:
        """How a mage's way is written: from where is said if there are two to choose from."""
        return f"{name(source)}-{name(to)}" if len(self.mages(seat)) > 1 else name(to)

    def mage_actions(self) -> Iterator[str]:
        for mage in self.mages(self.seat):
            for spot in near(mage, KING_STEPS):
                if self.may_stand(spot):
                    yield f"move {self.journey(self.seat, mage, spot)}"
            for spot in near(mage, EDGE_STEPS):
                if self.may_turn(spot):
                    yield f"flip {name(spot)}"

    def shifts(self) -> Iterator[str]:
        for row, column in self.free():
            for way, (down, right) in TRAVEL.items():
                if (row - down, column - right) in FRAME:
                    yield f"shift {name((row, column))} {way}"
            if "zero-slide" in self.options and (row in (0, 3) or column in (0, 3)):
                yield f"shift {name((row, column))}"

    def spells(self, level: int) -> Iterator[str]:
        """What one card of a level can pay for."""
        if self.amulet == "doppelganger":
            yield from self.mage_actions()
        else:
            yield from self.summons()
        if level >= 2:
            for mage in self.mages(self.seat):
                yield from (f"levitate {self.journey(self.seat, mage, spot)}" for spot in self.free())
        if level >= 3:
            for mage in self.mages(self.rival):
                reach = (
                    self.free()
                    if self.edition == "1e"
                    else [s for s in near(mage, KING_STEPS) if s in self.free()]
                )
                yield from (f"push {self.journey(self.rival, mage, spot)}" for spot in reach)

    def summons(self) -> Iterator[str]:
        out = sum(LETTERS[self.seat][3] in cell[1:] for cell in self.cells.values())
        if out >= (3 if self.amulet == "trielementaris" else 2):
            return
        yield from (f"summon {name(spot)}" for spot in self.free())
        # under two mages on one tile there is no room even when one of them has left
        stacked = any("MM" in cell or "mm" in cell for cell in self.cells.values())
        if self.amulet == "trielementaris" and not stacked:
            for mage in self.mages(self.rival):
                for spot in near(mage, KING_STEPS):
                    if spot in self.free():
                        yield f"summon {name(mage)} to {name(spot)}"

    def legal(self) -> set[str]:
        """Everything the player in turn may do, as it is written."""
        found = {"end"}
        if not {"step", "flip"} & set(self.used):
            found.update(self.mage_actions())
        if self.used.count("shift") < (2 if self.amulet == "bilevitagramaton" else 1):
            found.update(self.shifts())
        for level in (1, 2, 3):
            if self.hands[self.seat][level - 1]:
                found.update(f"{spell} with L{level}" for spell in self.spells(level))
        if self.amulet == "extralimitae" and not self.special:
            found.update(f"special {name(spot)}" for spot in RING if self.may_lay_special(spot))
        counting = self.counting()
        for code in self.runes:
            shape = self.cards[code]
            if int(code[0]) not in self.claimed and fits(shape, counting):
                found.add(f"claim {code}")
        return found

    def may_lay_special(self, spot: Spot) -> bool:
        beside = near(spot, EDGE_STEPS)
        return "special-touches-tile" not in self.options or all(self.cells[other] != "." for other in beside)

    def after(self, action: str) -> Turn:
        """The whole table after a legal action, before new runes are turned up."""
        told, _, card = action.partition(" with L")
        kind, *words = told.split()
        spots = {name(spot): spot for spot in (*FRAME, *RING)}
        turn = deepcopy(self)
        cells = turn.cells
        if card:
            turn.hands[self.seat][int(card) - 1] -= 1
            turn.spent[self.seat][int(card) - 1] += 1
        elif kind in ("move", "flip", "shift"):
            turn.used.append("step" if kind == "move" else kind)
        if kind == "flip":
            cell = cells[spots[words[0]]]
            cells[spots[words[0]]] = cell[0].swapcase() + cell[1:]
        elif kind == "shift":
            turn.cells = self.shifted(spots[words[0]], words[1] if len(words) > 1 else "")
        elif kind == "summon":
            if len(words) > 1:
                self.carry(cells, LETTERS[self.rival][2], spots[words[0]], spots[words[2]])
            cells[spots[words[0]]] += LETTERS[self.seat][3]
        elif kind in ("move", "levitate", "push"):
            seat = self.rival if kind == "push" else self.seat
            source, _, to = words[0].rpartition("-")
            self.carry(cells, LETTERS[seat][2], spots[source] if source else self.mages(seat)[0], spots[to])
        elif kind == "special":
            turn.special = spots[words[0]]
        elif kind == "claim":
            turn.claim(words[0])
        elif kind == "end":
            turn.end()
        turn.cells = {spot: ordered(cell) for spot, cell in turn.cells.items()}
        turn.used.sort(key=["step", "flip", "shift"].index)
        return turn

    def claim(self, code: str) -> None:
        """A rune leaves the library: points, and but for the fourth level a card."""
        level = int(code[0])
        self.gone.add(code)
        self.points[self.seat] += level
        self.claimed.add(level)
        if level < 4:
            self.hands[self.seat][level - 1] += 1

    def end(self) -> None:
        """What was lent goes home, and the other plays; black began."""
        own = LETTERS[self.seat][3]
        self.cells = {spot: cell.replace(own, "") for spot, cell in self.cells.items()}
        self.used, self.claimed, self.special = [], set(), None
        self.round += self.seat == "violet"
        self.seat = self.rival

    @staticmethod
    def carry(cells: dict[Spot, str], mage: str, source: Spot, to: Spot) -> None:
        cells[source] = cells[source][0] + cells[source][1:].replace(mage, "", 1)
        cells[to] += mage

    def shifted(self, carried: Spot, way: str) -> dict[Spot, str]:
        tiles = {spot: cell[0] for spot, cell in self.cells.items()}
        standing = {spot: cell[1:] for spot, cell in self.cells.items()}
        gap = next(spot for spot in FRAME if tiles[spot] == ".")
        if way:
            shift(tiles, standing, gap, carried, TRAVEL[way])
        else:
            tiles[gap], tiles[carried] = tiles[carried], "."
        return {spot: tiles[spot] + standing[spot] for spot in FRAME}


def ordered(cell: str) -> str:
    """The letters of a cell in the order they are written: tile, mages, elementals."""
    return cell[0] + "".join(sorted(cell[1:], key="MmEe".index))


def random_turn(chance: random.Random, edition: str, *, amulets: tuple[str, str] | None = None) -> Turn:
    """A turn on some table, not necessarily one that play would lead to, but one that breaks no rule."""
    tiles = [chance.choice("Bb") for _ in range(7)] + [chance.choice("Vv") for _ in range(7)] + ["N", "."]
    chance.shuffle(tiles)
    turn = Turn(edition, dict(zip(FRAME, tiles, strict=True)), chance.choice(["black", "violet"]))
    if amulets:
        turn.amulets = dict(zip(LETTERS, amulets, strict=True))
    turn.options = {option for option in ("zero-slide", "special-touches-tile") if chance.random() < 0.3}
    if edition == "1e":
        turn.options |= {o for o in ("no-rival-mage-masks", "one-meeple-per-tile") if chance.random() < 0.3}
    for seat in LETTERS:
        for _ in range(2 if turn.amulets.get(seat) == "doppelganger" else 1):
            turn.cells[chance.choice(turn.free())] += LETTERS[seat][2]
    _crowd(chance, turn)
    turn.hands = {seat: [chance.choice((0, 0, 1, 2)) for _ in range(3)] for seat in LETTERS}
    turn.used = chance.choice([[], [], ["step"], ["flip"]]) + ["shift"] * chance.choice((0, 0, 1))
    if turn.amulet == "bilevitagramaton" and chance.random() < 0.3:
        turn.used = [*(use for use in turn.used if use != "shift"), "shift", "shift"]
    turn.spent = {seat: [chance.choice((0, 0, 1, 2)) for _ in range(3)] for seat in LETTERS}
    turn.points = {seat: chance.randint(0, 15) for seat in LETTERS}
    turn.round = chance.randint(1, 5)
    turn.claimed = {level for level in (1, 2, 3, 4) if chance.random() < 0.2}
    if turn.amulet == "extralimitae" and chance.random() < 0.5:
        turn.special = chance.choice(RING)
    turn.cards = {f"{level}{letter}": random_shape(chance) for level in (1, 2, 3, 4) for letter in "AB"}
    return turn


def _crowd(chance: random.Random, turn: Turn) -> None:
    """Elementals of the player in turn; where a table lets figures share a tile, they sometimes do."""
    most = {"doppelganger": 0, "trielementaris": 3}.get(turn.amulet, 2)
    elemental = LETTERS[turn.seat][3]
    for _ in range(chance.randint(0, most)):
        shared = [spot for spot in turn.mages(turn.seat) if elemental not in turn.cells[spot]]
        share = not turn.one_per_tile and shared and chance.random() < 0.3
        turn.cells[chance.choice(shared if share else turn.free())] += elemental
    for seat in LETTERS:
        standing = turn.mages(seat)
        if len(standing) > 1 and not turn.one_per_tile and chance.random() < 0.3:
            turn.carry(turn.cells, LETTERS[seat][2], standing[0], standing[1])
    turn.cells = {spot: ordered(cell) for spot, cell in turn.cells.items()}


def random_shape(chance: random.Random) -> Shape:
    """A pattern of one to five places, in one piece by edges or corners, or a straight line of five."""
    if chance.random() < 0.15:
        return frozenset((0, i) for i in range(5))
    shape = {(0, 0)}
    size = chance.randint(1, 5)
    while len(shape) < size:
        row, column = chance.choice(sorted(shape))
        down, right = chance.choice(KING_STEPS)
        grown = shape | {(row + down, column + right)}
        if all(max(axis) - min(axis) < 4 for axis in zip(*grown, strict=True)):
            shape = grown
    return frozenset(shape)
