"""One card in several frames: what they say of it together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vision.cards.fitting import MOST_NAMES
from vision.cards.knowing import CardKnown, Verdict

AGAINST = 0.4
"""So much a frame speaks against every name in which a card was called unknown: a blurred one says little."""
LEAST = 0.1
"""So much at least a frame speaks for what it names."""


def together(seen: Sequence[CardKnown]) -> CardKnown:
    """What successive looks at one card come to; it lies where the last one of that opinion saw it.

    What one look leaves open, another may tell. But a card that is known by two names is in doubt.
    """
    named = [one for one in seen if one.names]
    evidence = sum(max(1 - one.doubts, LEAST) for one in named) - AGAINST * (len(seen) - len(named))
    if not named or evidence <= 0:
        return next(one for one in reversed(seen) if not one.names)
    told = Counter(name for one in named for name in one.names)
    common = [name for name, _ in told.most_common() if told[name] == len(named)]
    names = tuple(common or [name for name, _ in told.most_common(MOST_NAMES)])
    verdict = Verdict.KNOWN if len(names) == 1 else Verdict.DOUBT
    return CardKnown(verdict, names, named[-1].corners, min(one.doubts for one in named))
