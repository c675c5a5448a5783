"""Reading one statement from left to right: which gems, which points, how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.errors import N_
from engine.spellbook.agrica import ARC, EACH, EVERYWHERE, MAPS, POINTS, ZONES
from engine.spellbook.agrica import KINDS as KIND_NAMES
from engine.spellbook.language.lexing import LETTER, NUMBER, Token, expected, forbidden
from engine.spellbook.language.spells import (
    Condition,
    Gems,
    Meeting,
    Name,
    Owner,
    Spot,
    Step,
    Zone,
)
from engine.spellbook.language.vocabulary import Vocabulary
from engine.spellbook.language.ways import stays_on_board

DEEPEST = 4
"""So many conditions may stand before one effect, and so many groups of gems within each other."""
COUNTS = frozenset("0123456")
TURNS = ("clockwise", "counterclockwise")
ARCS = ("inward", "outward")
ENEMY = "spellbook.design.no-enemy-anchor"


class Line:
    """One statement, read from left to right."""

    def __init__(self, line: list[Token], words: Vocabulary, letters: Mapping[str, Zone]) -> None:
        self.line = line
        self.words = words
        self.letters = letters
        self.index = 0
        self.depth = 0
        """How many groups of gems the one being read is part of: on a point after my fire on …"""

    # -- stepping on ----------------------------------------------------------------------------------

    @property
    def here(self) -> Token:
        if self.index < len(self.line):
            return self.line[self.index]
        last = self.line[-1]
        return Token(frozenset(), "", last.line, last.column + len(last.text) + 1)

    def at(self, *terms: str) -> bool:
        return not self.here.terms.isdisjoint(terms)

    def skip(self) -> Token:
        token = self.here
        self.index += 1
        return token

    def takes(self, *terms: str) -> bool:
        if self.at(*terms):
            self.index += 1
            return True
        return False

    def wanted(self, part: str, *terms: str) -> Token:
        if not self.at(*terms):
            raise expected(part, self.here, self.words)
        return self.skip()

    def end(self, part: str) -> None:
        if self.index < len(self.line):
            raise self.here.word.error(
                N_("expected the line to end here, as in: {example}"), example=self.words.examples[part]
            )

    def point(self) -> int:
        """A number of the board, counted from 0."""
        token = self.wanted("zone", NUMBER)
        if not 1 <= token.number <= POINTS:
            raise token.word.error(
                N_("expected a point of the board, a number from {least} to {most}, as in: {example}"),
                least=1,
                most=POINTS,
                example=self.words.examples["place"],
            )
        return token.number - 1

    # -- which gems -----------------------------------------------------------------------------------

    def gems(self, part: str = "gems", *, zoned: bool = True) -> Gems:
        """A group of gems: whose, of which kinds, and where they stand."""
        owner = self._owner("unnamed")
        kinds: list[int] = []
        named = self.takes("gems")
        while self.at(*KIND_NAMES):
            token = self.skip()
            kinds += [kind for kind, name in enumerate(KIND_NAMES) if name in token.terms]
            self.takes("gems")
            if not self._another_kind(owner):
                break
        if not kinds and not named:
            raise expected(part, self.here, self.words)
        owner = self._owner(owner)
        chosen = tuple(sorted(set(kinds))) if kinds else tuple(range(len(KIND_NAMES)))
        return Gems(owner, chosen, self.zone() if zoned else Zone())

    def _owner(self, known: Owner) -> Owner:
        found = known
        owners: tuple[Owner, ...] = ("mine", "theirs", "both")
        for owner in owners:
            if self.at(owner):
                if found not in ("unnamed", owner):
                    raise expected("gems", self.here, self.words)
                self.skip()
                found = owner
        return found

    def _another_kind(self, owner: Owner) -> bool:
        """Steps over "and" or a comma if another kind of the same owner follows."""
        start = self.index
        if self.takes("and", ","):
            self.takes(owner)
            self.takes("gems")
            if self.at(*KIND_NAMES):
                return True
        self.index = start
        return False

    def zone(self) -> Zone:
        """Where gems stand, if anything is said of it."""
        if self.at(*ZONES):
            return self._parts(outside=False)  # gems of the middle arc
        if not self.at("on", "off") or (self.at("on") and self.at("to") and not self._zone_follows()):
            return Zone()
        return self._parts(outside="off" in self.skip().terms)

    def _parts(self, *, outside: bool) -> Zone:
        """The parts of a zone, parted by "or"."""
        mask, spots = 0, []
        while True:
            here = EVERYWHERE
            begun = self.index
            while self.at(*ZONES):
                token = self.skip()
                here &= ZONES[next(name for name in ZONES if name in token.terms)]
            if self.index > begun:
                mask |= here
            else:
                self.takes("points")
                for spot in self.spots("zone"):
                    if spot.point >= 0 and not spot.way:
                        mask |= 1 << spot.point
                    else:
                        spots.append(spot)
            if not self.takes("or"):
                return Zone(mask, tuple(spots), outside)

    def _zone_follows(self) -> bool:
        """Whether a word that means both "on" and "to" begins a zone: only a pair of points follows "to"."""
        after = self.line[self.index + 1] if self.index + 1 < len(self.line) else None
        return after is not None and not after.terms.isdisjoint({*ZONES, "points", NUMBER, LETTER, "mine", *MAPS})

    # -- points ---------------------------------------------------------------------------------------

    def spots(self, part: str) -> list[Spot]:
        """Points one after the other, parted by commas or "and"; in a zone what leads on is the gems' way."""
        found = [self.spot(part)]
        further = (NUMBER, LETTER) if part == "zone" else (NUMBER, LETTER, *MAPS)
        while True:
            start = self.index
            parted = self.takes(",", "and")
            self.takes("and")
            self.takes("points")
            if not self.at(*(further if parted else further[:2])) or self._pair_begins():
                self.index = start
                return found
            found.append(self.spot(part))
            if len(found) > POINTS:
                raise expected(part, self.here, self.words)

    def _pair_begins(self) -> bool:
        following = self.line[self.index + 1] if self.index + 1 < len(self.line) else None
        return (
            self.at(NUMBER) and following is not None and "to" in following.terms and "on" not in following.terms
        )

    def spot(self, part: str) -> Spot:
        """A number, a letter, or where own gems stand, perhaps led on: the next number of my water."""
        self.takes("points")
        start = self.here
        way = self.way(part) if self.at(*MAPS) else ()
        self.takes("points")
        spot = self._based(part, way)
        if way:
            zone = Zone(1 << spot.point) if spot.point >= 0 else self.letters.get(spot.name, Zone())
            stays_on_board(zone if spot.gems is None else spot.gems.zone, way, start, self.words)
        return spot

    def _based(self, part: str, way: tuple[Step, ...]) -> Spot:
        """What a way leads on from."""
        if self.at(NUMBER):
            return Spot(self.point(), way=way)
        if self.at(LETTER):
            token = self.skip()
            if token.text not in self.letters:
                raise expected("let", token, self.words)
            return Spot(name=token.text, way=way)
        if self.at("theirs", "both"):
            raise forbidden(ENEMY, self.here, self.words.examples["place"])
        if not self.at("mine") or self.depth == DEEPEST:
            raise expected(part, self.here, self.words)
        self.depth += 1
        gems = self.gems()
        self.depth -= 1
        return Spot(gems=gems, way=way)

    def way(self, part: str) -> tuple[Step, ...]:
        """One map after the other."""
        steps: list[Step] = []
        while True:
            by = self._told_before()
            token = self.wanted(part, *MAPS)
            name = next(name for name in MAPS if name in token.terms)
            if by and not 1 <= by <= (ARC - 1 if name in TURNS else 2 if name in ARCS else 0):
                raise expected("move", token, self.words)
            if not by and (name in TURNS or name in ARCS):
                by = self._distance(ARC - 1 if name in TURNS else 2)
            if name in ARCS:
                steps += [Step(name)] * max(by, 1)
            else:
                steps.append(Step(name, by))
            start = self.index
            self.takes(",")
            if not self.takes("then"):
                self.index = start
                return tuple(steps)
            if len(steps) > DEEPEST:
                raise expected(part, self.here, self.words)

    def _told_before(self) -> int:
        """A distance that stands before its direction: 2 points clockwise."""
        start = self.index
        self.takes("by")
        if self.at(NUMBER, *COUNTS):
            token = self.skip()
            self.takes("points")
            if self.at(*TURNS, *ARCS):
                return token.number if token.number >= 0 else count_of(token)
        self.index = start
        return 0

    def _distance(self, most: int) -> int:
        """How far, if it is said."""
        said = self.takes("by")
        if not self.at(NUMBER, *COUNTS):
            if said:
                raise expected("move", self.here, self.words)
            return 0
        token = self.skip()
        by = token.number if token.number >= 0 else count_of(token)
        if not 1 <= by <= most:
            raise token.word.error(
                N_("expected a distance, a number from {least} to {most}, as in: {example}"),
                least=1,
                most=most,
                example=self.words.examples["move"],
            )
        self.takes("points")
        return by

    # -- how many -------------------------------------------------------------------------------------

    def conditions(self, part: str) -> list[Condition]:
        found = [self._condition(part)]
        while self.takes("and", ","):
            found.append(self._condition(part))
        return found

    def _condition(self, part: str) -> Condition:
        if self.takes("as many"):
            gems = self.gems("as many")
            self.wanted("as many", "as")
            return Condition(gems, others=self.gems("as many"))
        least_only, most_only = self.takes("at least"), self.takes("at most")
        self.takes("exactly")
        if not self.at(NUMBER, *COUNTS):
            return Condition(self.gems(part))
        token = self.skip()
        count = token.number if token.number >= 0 else count_of(token)
        if count > POINTS:
            raise expected(part, token, self.words)
        gems = self.gems(part)
        if count > EACH * len(gems.kinds) * (1 if gems.owner in ("mine", "theirs") else 2) and not most_only:
            raise token.word.error(
                N_("a master has {most} gems of a kind, so this never holds; as in: {example}"),
                most=EACH,
                example=self.words.examples["needs"],
            )
        return Condition(gems, 0 if most_only else count, POINTS if least_only else count)

    # -- lines ----------------------------------------------------------------------------------------

    def name(self, known: list[Name]) -> Name:
        """A letter for a point; only own gems may be pointed at."""
        choice = self.at("choose")
        part = "choose" if choice else "let"
        first = self.skip()
        letter = self.wanted(part, LETTER)
        if any(name.letter == letter.text for name in known):
            raise letter.word.error(N_("this letter stands for something already; take another one"))
        self.wanted(part, "among" if choice else "be")
        start = self.here
        gems = self.gems(part)
        if gems.owner != "mine":
            raise forbidden(ENEMY, start, self.words.examples[part])
        return Name(letter.text, gems, choice, first.line, first.column)

    def meeting(self) -> Meeting:
        token = self.wanted("meeting", "mine stays", "theirs stays", "choice")
        self.takes(",")
        stays: Literal["mine", "theirs", "choice"] = (
            "choice" if "choice" in token.terms else "mine" if "mine stays" in token.terms else "theirs"
        )
        return Meeting(stays, self.takes("even at rest"))


def count_of(token: Token) -> int:
    """The number that a word says."""
    return int(next(iter(token.terms & COUNTS)))
