"""How a key of a part is declared."""

from __future__ import annotations

from dataclasses import field
from typing import TypeVar

from runewatch.settings.rules import Rule

Value = TypeVar("Value")

MOST_SEATS = 5


def key(default: Value, rule: Rule, about: str) -> Value:
    """A key of a part: its default, what it may be, and what it is about."""
    found: Value = field(default=default, metadata={"rule": rule, "about": about})
    return found
