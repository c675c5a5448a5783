"""What people type, as requests."""

from __future__ import annotations

from runewatch.referee.requests import (
    Abandon,
    AcceptTable,
    Choose,
    Confirm,
    EndTurn,
    Misread,
    Pause,
    Request,
    Resume,
    Say,
    StepBack,
)  # fmt: skip

WORDS: dict[str, Request] = {
    "end": EndTurn(), "back": StepBack(), "accept": AcceptTable(), "pause": Pause(), "go": Resume(),
    "abandon": Abandon(), "right": Confirm(), "misread": Misread(),
}  # fmt: skip
"""The same in every language, as actions are."""


def spoken(text: str) -> Request | None:
    """What a line asks for; a number chooses in doubt, anything unknown is an action. None for an empty line."""
    text = text.strip()
    if not text:
        return None
    if text.isdecimal() and text.isascii() and len(text) < 4:
        return Choose(int(text) - 1)
    return WORDS.get(text.lower()) or Say(text)
