"""Which card fits best where one was laid: the one, a look-alike of it, or none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.camera import Points
from vision.cards.aligning import Laid
from vision.cards.comparing import Matched, Seen, free_of, held, matched
from vision.cards.covers import cover_of, in_picture, on_face, sheet_over
from vision.cards.faces import LIKE, Faces
from vision.cards.fitting import Fit
from vision.cards.layers import Layers
from vision.cards.looks import FACE, PLAIN, laid_corners, rescaled
from vision.cards.telling import Told, told

CLOSELY = 5
"""So many look-alikes are held against a picture at most."""
TIMES = 3
"""So often a cover's outline is drawn: where a card is laid better it is seen better."""
CLOSELY_LAID = 0.8
"""So much of a card agrees where it could not be laid better."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """The cards that were laid, and the frames of those that were laid first."""

    cards: set[int]
    frames: set[int]


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The cards that were shown, a picture, and how much may speak against what is named in it."""

    faces: Faces
    layers: Layers
    most: float = 1.0

    def fit(self, at: Laid, first: int, sides: Points | None = None) -> Fit:
        """How the likeliest card fits where ``first`` was laid; more are tried if too much speaks against it.

        ``sides``: the way a face would lie if its sides were just where they are seen.
        """
        fit = self.in_sight(self.settled(at, first))
        tried = _Tried({first, fit.card}, {self.faces.frames[first], self.faces.frames[fit.card]})
        for other in (self._better_laid, self._leant_to, self._leant_to, self._nearest):
            if fit.named(self.most):
                break
            found = other(fit, tried)
            if found is not None:
                fit = self._better(fit, self.in_sight(found))
        if sides is not None and not fit.named(self.most):
            # what lies over a card of which little is printed draws it aside
            at = self.faces.as_it_lies(self.layers, sides, fit.card)
            fit = self._better(fit, self.in_sight(self._held_at(at, fit.card)))
        return self._least_covered(fit)

    def _better(self, one: Fit, other: Fit) -> Fit:
        return max(one, other, key=lambda fit: (bool(fit.named(self.most)), fit.at.held))

    def in_sight(self, fit: Fit) -> Fit:
        """The same, laid and judged anew by what is in sight, if something strange covers a part of it."""
        if fit.held.over.any():
            # one card lies on it already: what else is strange is its print
            return fit
        for _ in range(TIMES):
            cover = self._cover(fit)
            if cover is None:
                break
            layers = self.layers.below([*self.layers.over, in_picture(cover, fit.at.warp)])
            at = self.faces.laid(layers, fit.at.warp, fit.card)
            if at is None:
                break
            fit = Trial(self.faces, layers, self.most).settled(at, fit.card)
            if fit.named(self.most):
                break
        return fit

    def _cover(self, fit: Fit) -> Points | None:
        """What lies over a card and is not known, in pixels of the face."""
        if not fit.named(self.most):
            sheet = sheet_over(fit.held, [on_face(corners, fit.at.warp) for corners in self.layers.sheets])
            if sheet is not None:
                return sheet
        return cover_of(fit.held)

    def settled(self, at: Laid, first: int) -> Fit:
        """How the likeliest of a card and its look-alikes fits where that card was laid."""
        seen = Seen.at(self.layers, rescaled(at.warp, PLAIN, FACE))
        expected = matched(self._face(first, seen), seen)
        others, apart = self.faces.alike(first)
        among = told(seen, expected, apart)
        if among.better.min(initial=0) >= 0:
            return self._held(seen, at, first, (expected, among))
        card = others[int(among.better.argmin())]
        if self.faces.frames[card] == self.faces.frames[first]:
            return self._held(seen, at, card)
        return self._held_at(self.faces.laid(self.layers, at.warp, card) or at, card)

    def _least_covered(self, fit: Fit) -> Fit:
        """Of a card and those from which a cover hides it, the one of which least is covered.

        By what a card differs, next to a cover, is taken for a part of it.
        """
        if fit.doubts > self.most or not fit.hidden.any():
            return fit
        hidden = [fit.others[i] for i in np.flatnonzero(fit.hidden)][:CLOSELY]
        tried = [self._held_at(self._laid_as(fit, card), card) for card in (fit.card, *hidden)]
        least = min(tried, key=lambda one: int(one.held.covered.sum()))
        return fit if least.card == fit.card and len(fit.named(self.most)) > 0 else self.in_sight(least)

    def _laid_as(self, fit: Fit, card: int) -> Laid:
        """A card laid where a look-alike of it was."""
        if self.faces.frames[card] == self.faces.frames[fit.card]:
            return fit.at
        return self.faces.laid(self.layers, fit.at.warp, card) or fit.at

    def _better_laid(self, fit: Fit, _: _Tried) -> Fit | None:
        """The same card by its marks, if it may have been laid wrongly."""
        if fit.at.held >= CLOSELY_LAID:
            return None
        at = self.faces.laid_by_marks(self.layers, fit.at.warp, fit.card)
        return self.settled(at, fit.card) if at is not None and at.held > fit.at.held else None

    def _leant_to(self, fit: Fit, tried: _Tried) -> Fit | None:
        """The look-alike to which the picture leans most, if it was not tried."""
        other = fit.others[int(fit.told.leaning.argmin())] if fit.others else fit.card
        if other in tried.cards:
            return None
        tried.cards.add(other)
        at = self.faces.laid(self.layers, fit.at.warp, other)
        return None if at is None else self._held_at(at, other)

    def _nearest(self, fit: Fit, tried: _Tried) -> Fit | None:
        """The card that looks most like what is seen there, but for those that lie as one that was tried."""
        likeness = self.faces.likeness(self.layers, [laid_corners(fit.at.warp)])[0, 0].copy()
        likeness[np.isin(self.faces.frames, list(tried.frames))] = 0
        card = int(likeness.argmax())
        at = self.faces.laid(self.layers, fit.at.warp, card) if likeness[card] >= LIKE else None
        return None if at is None else self.settled(at, card)

    def _face(self, card: int, seen: Seen) -> Seen:
        known = self.faces.seen(card)
        return known if seen.hidden is None else known.below(seen.hidden)

    def _held_at(self, at: Laid, card: int) -> Fit:
        return self._held(Seen.at(self.layers, rescaled(at.warp, PLAIN, FACE)), at, card)

    def _held(self, seen: Seen, at: Laid, card: int, ready: tuple[Matched, Told] | None = None) -> Fit:
        """How a card fits; ``ready`` is what was found out already, as if nothing covered it."""
        known = self._face(card, seen)
        fit = held(seen, known, ready[0] if ready else matched(known, seen))
        others, apart = self.faces.alike(card)
        among = ready[1] if ready else None
        if among is None or fit.covered.any():
            among = told(seen, fit.matched, apart, free_of(fit.covered, 0))
        # of one card there may be several faces, and nobody wants to know by which it was known
        strangers = [i for i, other in enumerate(others) if self.faces.names[other] != self.faces.names[card]]
        return Fit(at, card, [others[i] for i in strangers], fit, among.of(strangers))
