"""The modes whose matches are played from their beginning to their end, and what people pay in them."""

from __future__ import annotations

from typing import Any

MODES: dict[str, dict[str, Any]] = {
    "2e": {},
    "1e": {"edition": "1e"},
    "tournament": {"tournament": True},
    "asymmetric": {"asymmetric": True},
    "normal solo": {"solo": "normal"},
    "hard solo": {"solo": "hard", "opening": "siege"},
}
FAIR = {"summon": 1, "levitate": 2, "push": 3}
"""The cheapest card that pays for a spell: nobody pays more than needed, and what paid cannot be seen."""
