"""What successive looks at one card come to: evidence adds up, and what changed is not spoken."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.knowing import CardKnown, Verdict
from vision.cards.together import together


def seen(*names: str, doubts: float = 0.2, at: float = 0.0) -> CardKnown:
    verdict = Verdict.DOUBT if len(names) > 1 else Verdict.KNOWN if names else Verdict.UNKNOWN
    return CardKnown(verdict, names, np.full((4, 2), at), doubts)


UNKNOWN = seen(doubts=1.5)


@pytest.mark.parametrize(
    ("looks", "verdict", "names"),
    [
        ([seen("frost")], Verdict.KNOWN, {"frost"}),
        ([UNKNOWN], Verdict.UNKNOWN, set()),
        ([UNKNOWN, seen("frost")], Verdict.KNOWN, {"frost"}),
        ([seen("frost"), UNKNOWN, seen("frost")], Verdict.KNOWN, {"frost"}),
        ([UNKNOWN, seen("frost", doubts=0.95), UNKNOWN], Verdict.UNKNOWN, set()),
        ([UNKNOWN, UNKNOWN, UNKNOWN, seen("frost")], Verdict.UNKNOWN, set()),
        ([seen("frost"), seen("frost"), seen("ember")], Verdict.DOUBT, {"frost", "ember"}),
        ([seen("frost", "ember"), seen("frost", "growth")], Verdict.KNOWN, {"frost"}),
        ([seen("frost", "ember"), seen("ember", doubts=0.6)], Verdict.KNOWN, {"ember"}),
        ([seen("frost", "ember"), seen("ember", "frost")], Verdict.DOUBT, {"frost", "ember"}),
    ],
)
def test_looks_together(looks: list[CardKnown], verdict: Verdict, names: set[str]) -> None:
    found = together(looks)
    assert (found.verdict, set(found.names)) == (verdict, names)
    assert together(looks[::-1]).verdict is verdict


def test_it_lies_where_it_was_seen_last() -> None:
    found = together([seen("frost", at=1.0), seen("frost", doubts=0.5, at=2.0), UNKNOWN])
    assert (found.corners == 2.0).all()
    assert found.doubts == pytest.approx(0.2)
