"""The grammar: the lines of a spell become a ``Text``, or are refused with their place and an example."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from engine.errors import N_, NotationError
from engine.spellbook.agrica import ARC, EACH, EVERYWHERE, MAPS, POINTS, ZONES
from engine.spellbook.agrica import KINDS as KIND_NAMES
from engine.spellbook.language.lexing import LETTER, NUMBER, Token, expected, forbidden, tokens
from engine.spellbook.language.spells import (
    Condition,
    Effect,
    Gems,
    Guarded,
    Meeting,
    Move,
    Name,
    Owner,
    Place,
    Push,
    Spot,
    Step,
    Swap,
    Text,
    Zone,
)
from engine.spellbook.language.vocabulary import Vocabulary
from engine.text import Word

MOST_STATEMENTS = 24
"""A spell has at most this many lines that do something."""
DEEPEST = 4
"""So many conditions may stand before one effect."""
COUNTS = frozenset("0123456")
TURNS = ("clockwise", "counterclockwise")
ARCS = ("inward", "outward")
ENEMY = "spellbook.design.no-enemy-anchor"
POINTS_RULE = "spellbook.design.final-points"

Line = tuple[str, int, int]
"""A statement: its text, its line, and the column it begins in."""


def read_text(lines: Iterable[Line], words: Vocabulary, where: Word) -> Text:
    """What the lines of a spell mean. ``where`` is its name, for a spell that says nothing."""
    kept = list(lines)
    reader = _Spell(words)
    for number, line in enumerate(kept):
        if number == MOST_STATEMENTS:
            raise Word(line[0].strip(), line[1], line[2]).error(
                N_("a spell has at most {most} lines"), most=MOST_STATEMENTS
            )
        reader.statement(tokens(*line, words))
    if not reader.effects:
        raise expected("move", where, words)
    source = "; ".join(" ".join(line[0].split()) for line in kept)
    return Text(
        tuple(reader.needs), tuple(reader.names), tuple(reader.effects), reader.meeting, source, where.line
    )


class _Spell:
    """What was read of a spell so far."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.needs: list[Condition] = []
        self.names: list[Name] = []
        self.effects: list[Guarded] = []
        self.meeting = Meeting()
        self.before: tuple[tuple[Condition, bool], ...] | None = None
        """The conditions of the line before, which an "otherwise" turns round."""

    def statement(self, line: list[Token]) -> None:
        reader = _Line(line, self.words, {name.letter: name.gems.zone for name in self.names})
        if reader.takes("needs"):
            first = reader.here
            self.needs += reader.conditions("needs")
            self._agrees(first)
        elif reader.at("let", "choose"):
            self.names.append(reader.name(self.names))
        elif reader.takes("meeting"):
            reader.takes(",")
            self.meeting = reader.meeting()
        else:
            self._effect(reader)
            reader.end("move")
            return
        self.before = None
        reader.end("needs")

    def _agrees(self, token: Token) -> None:
        """Refuses a requirement that contradicts one before it: of the same gems there cannot be two counts."""
        known: dict[Gems, tuple[int, int]] = {}
        for need in self.needs:
            if need.others is None:
                least, most = known.get(need.gems, (0, POINTS))
                known[need.gems] = max(least, need.least), min(most, need.most)
        if any(least > most for least, most in known.values()):
            raise token.word.error(
                N_("this contradicts another requirement, so the spell can never be cast; as in: {example}"),
                example=self.words.examples["needs"],
            )

    def _effect(self, reader: _Line) -> None:
        first = reader.here
        conditions: tuple[tuple[Condition, bool], ...] = ()
        if reader.at("otherwise"):
            if not self.before:
                raise expected("if", first, self.words)
            reader.skip()
            reader.takes(",", ":")
            *others, (last, holds) = self.before
            conditions = (*others, (last, not holds))
        while reader.takes("if"):
            if len(conditions) == DEEPEST:
                raise reader.here.word.error(N_("an effect has at most {most} conditions"), most=DEEPEST)
            found = reader.conditions("if")
            for condition in found:
                _presence_only(condition, first, self.words)
            if not reader.takes(":"):
                raise expected("if", reader.here, self.words)
            conditions = (*conditions, *((condition, True) for condition in found))
        self.before = conditions or None
        effect = reader.effect()
        self.effects.append(Guarded(effect, conditions, first.line, first.column))


def _presence_only(condition: Condition, token: Token, words: Vocabulary) -> None:
    """Of the opponent's gems a condition may ask whether they are there, not where."""
    for gems in (condition.gems, condition.others):
        if gems is not None and gems.owner != "mine" and gems.zone != Zone():
            raise forbidden(ENEMY, token, words.examples["if"])


class _Line:
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
        if not self.at("on", "off") or (self.at("on") and self.at("to") and not self._zone_follows()):
            return Zone()
        outside = "off" in self.skip().terms
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
            _stays_on_board(zone if spot.gems is None else spot.gems.zone, way, start, self.words)
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
            token = self.wanted(part, *MAPS)
            name = next(name for name in MAPS if name in token.terms)
            by = 0
            if name in TURNS or name in ARCS:
                by = self._distance(ARC - 1 if name in TURNS else 2)
            if name in ARCS:
                steps += [Step(name)] * max(by, 1)
            else:
                steps.append(Step(name, by))
            if not self.takes("then"):
                return tuple(steps)
            if len(steps) > DEEPEST:
                raise expected(part, self.here, self.words)

    def _distance(self, most: int) -> int:
        """How far, if it is said."""
        said = self.takes("by")
        if not self.at(NUMBER, *COUNTS):
            if said:
                raise expected("move", self.here, self.words)
            return 0
        token = self.skip()
        by = token.number if token.number >= 0 else _count(token)
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
        count = token.number if token.number >= 0 else _count(token)
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

    def effect(self) -> Effect:
        token = self.wanted("move", "move", "place", "swap", "push")
        if "place" in token.terms:
            return self._place()
        if "swap" in token.terms:
            return self._swap()
        if "push" in token.terms:
            return self._push()
        start = self.index
        self.gems()
        is_placing = self.at("to")  # people say: move my fire to 3
        self.index = start
        return self._place() if is_placing else self._move()

    def _choice(self) -> bool:
        self.takes(",")
        return self.takes("choice")

    def _move(self) -> Move:
        gems = self.gems()
        if self.at("from", NUMBER):
            self.takes("from")
            self.takes("points")
            return Move(gems, pairs=self._pairs())
        start = self.here
        way = self.way("way")
        _stays_on_board(gems.zone, way, start, self.words)
        return Move(gems, way, choice=self._choice())

    def _pairs(self) -> tuple[tuple[int, int], ...]:
        found: dict[int, int] = {}
        while True:
            token = self.here
            source = self.point()
            if source in found:
                raise forbidden("spellbook.design.final-points", token, self.words.examples["pairs"])
            self.wanted("pairs", "to")
            self.takes("points")
            found[source] = self.point()
            if not self.takes(",", "and"):
                return tuple(found.items())
            self.takes("from")

    def _place(self) -> Place:
        start = self.here
        gems = self._placed()
        if gems.owner not in ("mine", "theirs") or len(gems.kinds) > 1:
            raise start.word.error(
                N_("gems are placed one owner and one kind at a time, as in: {example}"),
                example=self.words.examples["place"],
            )
        if self.takes(":"):
            return Place(gems, cases=self._cases())
        self.wanted("place", "on", "to")
        spots = self._distinct(self.spots("place"))
        self.takes(",")
        in_order = self.takes("in order")
        return Place(gems, spots, in_order=in_order, choice=self._choice())

    def _placed(self) -> Gems:
        """The gems to place; a zone is theirs only if points to place them on follow it."""
        start = self.index
        gems = self.gems("place")
        if gems.zone == Zone() or self.at("on", "to", ":"):
            return gems
        self.index = start
        return self.gems("place", zoned=False)

    def _cases(self) -> tuple[tuple[int, tuple[Spot, ...]], ...]:
        found: dict[int, tuple[Spot, ...]] = {}
        while True:
            token = self.wanted("cases", *COUNTS, NUMBER)
            count = token.number if token.number >= 0 else _count(token)
            self.takes("gems")
            self.wanted("cases", "on", "to")
            spots = self._distinct(self.spots("cases"))
            if count in found or not 1 <= count <= 3 or (len(spots) != count and _fixed(spots)):
                raise expected("cases", token, self.words)
            found[count] = spots
            if not self.takes(",", "and"):
                return tuple(found.items())

    def _distinct(self, spots: list[Spot]) -> tuple[Spot, ...]:
        points = [spot.point for spot in spots if spot.point >= 0 and not spot.way]
        if len(points) != len(set(points)):
            raise forbidden(POINTS_RULE, self.line[self.index - 1], self.words.examples["place"])
        return tuple(spots)

    def _swap(self) -> Swap:
        start = self.here
        gems = self.gems("swap")
        self.wanted("swap", "with", "and")
        others = self.gems("swap")
        if gems.owner != "mine" or others.owner != "mine":
            raise forbidden(ENEMY, start, self.words.examples["swap"])
        if len(gems.kinds) > 1 or len(others.kinds) > 1 or gems == others:
            raise expected("swap", start, self.words)
        return Swap(gems, others)

    def _push(self) -> Push:
        gems = self.gems("push")
        self.wanted("push", "away from")
        start = self.here
        anchors = self.gems("push")
        if anchors.owner != "mine":
            raise forbidden(ENEMY, start, self.words.examples["push"])
        self.takes(",")
        if self.takes("hemmed rest"):
            return Push(gems, anchors, "rest")
        return Push(gems, anchors, "choice" if self.takes("choice") else "")


def _count(token: Token) -> int:
    return int(next(iter(token.terms & COUNTS)))


def _fixed(spots: tuple[Spot, ...]) -> bool:
    return all(spot.point >= 0 and not spot.way for spot in spots)


def _stays_on_board(zone: Zone, way: tuple[Step, ...], token: Token, words: Vocabulary) -> None:
    """Refuses a way that leads beyond the board from a point of the zone, or from one that may be in it."""
    mask = EVERYWHERE & ~zone.mask if zone.outside else EVERYWHERE if zone.spots else zone.mask
    for start in range(POINTS):
        if mask >> start & 1 and not targets(way, start):
            raise _beyond(start + 1, token, words)


def _beyond(point: int, token: Token, words: Vocabulary) -> NotationError:
    error = forbidden(POINTS_RULE, token, words.examples["gems"])
    error.message = N_("from point {point} this leads beyond the board; say which gems go, such as: {example}")
    error.facts = {"point": point, "example": words.examples["gems"]}
    error.args = (error.message.format(**error.facts),)
    return error


def targets(way: tuple[Step, ...], start: int) -> tuple[int, ...]:
    """Where a way leads from a point: nowhere, to a point, or to one of several."""
    here: tuple[int, ...] = (start,)
    for step in way:
        found: dict[int, None] = {}
        for point in here:
            led = MAPS[step.name][point]
            if step.by:
                led = (led[step.by - 1],)
            found |= dict.fromkeys(led)
        here = tuple(found)
    return here
