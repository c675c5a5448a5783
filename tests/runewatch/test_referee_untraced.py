"""What leaves no trace on the table: said, and taken back only by saying so."""

from __future__ import annotations

from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from tests.runewatch.refereeing import sitting


def test_what_was_said_is_not_doubted_because_it_cannot_be_seen() -> None:
    sit = sitting("spell", setup={"asymmetric": True})
    for text in ("gem violet", "amulet black doppelganger"):
        sit.referee.request(ask.Say(text))
    said = sit.state
    sit.wait(4)
    assert sit.state == said
    assert sit.of(say.InDoubt) == []
    sit.referee.request(ask.StepBack())
    sit.wait(4)
    assert sit.state != said
    assert sit.referee.standing is Standing.IN_STEP
