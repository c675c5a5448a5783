"""Reading what happens: move, place, swap, push."""

from __future__ import annotations

from engine.errors import N_
from engine.spellbook.language.groups import COUNTS, ENEMY, Line, count_of
from engine.spellbook.language.lexing import NUMBER, expected, forbidden
from engine.spellbook.language.spells import (
    Effect,
    Gems,
    Move,
    Place,
    Push,
    Spot,
    Swap,
    Zone,
)
from engine.spellbook.language.ways import POINTS_RULE, stays_on_board


class EffectLine(Line):
    """A statement that may hold an effect."""

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
        if self.takes("from") or self._pair_begins():
            self.takes("points")
            return Move(gems, pairs=self._pairs())
        start = self.here
        way = self.way("way")
        stays_on_board(gems.zone, way, start, self.words)
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
            count = token.number if token.number >= 0 else count_of(token)
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


def _fixed(spots: tuple[Spot, ...]) -> bool:
    return all(spot.point >= 0 and not spot.way for spot in spots)
