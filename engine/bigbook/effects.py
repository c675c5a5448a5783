"""What cards do, as text: ``all: discard 1`` or ``other: draw 1, act 1``.

A step says who and one thing or several, parted by commas. A card has a list of them. Where a step names nobody,
whoever acts is meant; of a curse, everybody: its text is read as one that says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.errors import N_, NotationError, shown

WHO = ("you", "all", "others", "other", "any", "group")
NOBODY_NAMED = ""
EVERYBODY = "all"
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
OF_THE_TABLE = ("remove-madness", "tokens", "read", "win", "lose", "none")
"""What befalls no player: it is done once, whomever a step names."""


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
    named, colon, rest = text.partition(":")
    who = named.strip() if colon else NOBODY_NAMED
    if colon and who not in WHO:
        raise NotationError(N_("expected who it is for, one of: {choices}"), choices=", ".join(WHO)).at(came=named)
    step = Step(who, tuple(map(_deed, (rest if colon else text).split(","))))
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
    return f"{step.who}: {deeds}" if step.who else deeds


def read_steps(texts: Sequence[str], nobody: str = NOBODY_NAMED) -> tuple[str, ...]:
    """Steps in their one written form; ``nobody``: who is meant by those that name nobody."""
    return tuple(write_step(_named(read_step(text), nobody)) for text in texts)


def _named(step: Step, nobody: str) -> Step:
    is_open = not step.who and any(deed.verb not in OF_THE_TABLE for deed in step.deeds)
    return step._replace(who=nobody) if is_open else step
