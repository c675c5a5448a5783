"""The kept events: each goes to JSON and back, and what is none is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DataError
from runewatch.events import (
    Abandoned,
    Acted,
    Began,
    Corrected,
    Ended,
    Event,
    Paused,
    Resumed,
    SteppedBack,
    from_json,
    kind_of,
    to_json,
)

TEXTS = st.text(max_size=30)
SEATS = st.integers(-2, 4)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Began,
        TEXTS,
        st.dictionaries(TEXTS, TEXTS | st.integers() | st.booleans()),
        st.lists(TEXTS).map(tuple),
        TEXTS,
    ),
    st.builds(Acted, SEATS, TEXTS, st.booleans()),
    st.builds(SteppedBack, st.integers(0, 500)),
    st.builds(Corrected, TEXTS, TEXTS),
    st.builds(Paused, TEXTS),
    st.builds(Resumed),
    st.builds(Ended, st.lists(SEATS).map(tuple), TEXTS, st.dictionaries(TEXTS, TEXTS | st.integers())),
    st.builds(Abandoned),
)


@given(EVENTS)
def test_events_go_to_json_and_back(event: Event) -> None:
    told = json.loads(json.dumps(to_json(event)))
    assert from_json(kind_of(event), told) == event


def test_kinds_are_names_that_last() -> None:
    """They are in people's journals: none may change."""
    all_kinds: list[Event] = [
        Began("", {}), Acted(0, ""), SteppedBack(1), Corrected(""), Paused(), Resumed(), Ended((), ""),
        Abandoned(),
    ]  # fmt: skip
    assert " ".join(map(kind_of, all_kinds)) == "began acted stepped-back corrected paused resumed ended abandoned"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("flown", {}),
        ("acted", {}),
        ("acted", {"by": 0, "text": "a", "how": 1}),
        ("stepped-back", []),
        ("paused", 7),
    ],
)
def test_what_is_no_event_is_told(kind: str, told: Any) -> None:
    with pytest.raises(DataError, match="is not an event of a match"):
        from_json(kind, told)
