"""What cards do, as text: ``all: discard 1`` or ``other: draw 1, act 1``.

A step says who (nobody named: whoever acts) and one thing or several, parted by commas. A card has a list of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.errors import N_, NotationError, shown

WHO = ("you", "all", "others", "other", "any", "group")
ZONES = ("hand", "discard", "support")
MOST = 9

VERBS: dict[str, tuple[str, ...]] = {
    "draw": (),
    "discard": (),
    "discard-element": (),
    "mill": (),
    "madness": ("hand", "discard", "support"),
    "remove-madness": (),
    "heal": ("own", "hands", "anyone"),
    "destroy-card": ("hand", "discard", "may", "element"),
    "destroy-spell": (),
    "exhaust-spell": (),
    "refresh-spell": (),
    "support": (),
    "support-clear": (),
    "support-swap": (),
    "act": (),
    "gain": (),
    "tokens": ("cost",),
    "destroy-curse": (),
    "learn": (),
    "read": (),
    "win": (),
    "lose": (),
    "none": (),
}
"""What can be done, and the words that may follow the number."""


class Deed(NamedTuple):
    """One thing to do: ``madness 1 discard``."""

    verb: str
    n: int = 1
    words: str = ""


class Step(NamedTuple):
    """Who does or suffers what, one thing after the other."""

    who: str
    deeds: tuple[Deed, ...]


@lru_cache(maxsize=512)
def read_step(text: str) -> Step:
    """The step a text means. Raises NotationError."""
    who, colon, rest = text.partition(":")
    if not colon:
        who, rest = "you", text
    if who.strip() not in WHO:
        raise NotationError(N_("expected who it is for, one of: {choices}"), choices=", ".join(WHO)).at(came=who)
    step = Step(who.strip(), tuple(map(_deed, rest.split(","))))
    if step.who == "group" and any(deed.verb not in ("destroy-spell", "none") for deed in step.deeds):
        raise NotationError(N_("a group can only destroy spells together")).at(came=text)
    return step


def _deed(text: str) -> Deed:
    verb, *rest = text.split() or [""]
    if verb not in VERBS:
        raise NotationError(N_("expected an effect, one of: {choices}"), choices=", ".join(VERBS)).at(came=verb)
    n = 0 if verb == "support-clear" else 1
    if rest and re.fullmatch("[0-9]", rest[0], re.ASCII):
        n = int(rest.pop(0))
    for word in rest:
        if word not in VERBS[verb] and not (verb == "tokens" and word in "123"):
            raise NotationError(
                N_("after {verb} only these words may stand: {choices}"),
                verb=verb,
                choices=", ".join(VERBS[verb]) or shown(""),
            ).at(came=word)
    return Deed(verb, n, " ".join(rest))


def is_step(text: str) -> bool:
    """Whether a text is a step."""
    try:
        read_step(text)
    except NotationError:
        return False
    return True


def write_step(step: Step) -> str:
    """The step as ``read_step`` reads it."""
    deeds = ", ".join(
        " ".join(
            filter(None, [deed.verb, str(deed.n) if deed.n != (deed.verb != "support-clear") else "", deed.words])
        )
        for deed in step.deeds
    )
    return deeds if step.who == "you" else f"{step.who}: {deeds}"


def read_steps(texts: Sequence[str]) -> tuple[str, ...]:
    """Steps in their one written form."""
    return tuple(write_step(read_step(text)) for text in texts)
