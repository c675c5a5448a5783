"""What cards do, in words: a phrase for each thing that somebody has to do, in our own words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bigbook.effects import Deed, read_step, write_step
from engine.errors import N_
from engine.verdict import Fact, Phrase

WHOM = {
    "you": N_("whoever acts"),
    "all": N_("each player"),
    "others": N_("each other player"),
    "other": N_("one other player"),
    "any": N_("one player"),
    "group": N_("all together"),
}
"""Whom a step is for."""

HEALED = {
    "": N_("one's own"),
    "own": N_("one's own"),
    "hands": N_("in anybody's hand"),
    "anyone": N_("in anybody's hand or support"),
}
"""Which madness may be healed."""

EFFECTS: dict[str, tuple[str, str]] = {
    "draw": (N_("{whom}: draw a card"), N_("{whom}: draw {number} cards")),
    "discard": (N_("{whom}: discard a card from the hand"), N_("{whom}: discard {number} cards from the hand")),
    "discard-element": (
        N_("{whom}: discard an element card from the hand"),
        N_("{whom}: discard {number} element cards from the hand"),
    ),
    "mill": (
        N_("{whom}: discard the top card of the draw pile"),
        N_("{whom}: discard the top {number} cards of the draw pile"),
    ),
    "madness": (N_("{whom}: take a madness card ({zone})"), N_("{whom}: take {number} madness cards ({zone})")),
    "remove-madness": (
        N_("a madness card leaves the pile for good"),
        N_("{number} madness cards leave the pile for good"),
    ),
    "heal": (N_("{whom}: heal a madness ({which})"), N_("{whom}: heal {number} madness cards ({which})")),
    "destroy-card": (
        N_("{whom}: destroy a card ({zone})[; {only}][; {may}]"),
        N_("{whom}: destroy {number} cards ({zone})[; {only}][; {may}]"),
    ),
    "destroy-spell": (N_("{whom}: destroy a spell"), N_("{whom}: destroy {number} spells")),
    "exhaust-spell": (N_("{whom}: exhaust a spell"), N_("{whom}: exhaust {number} spells")),
    "refresh-spell": (N_("{whom}: straighten a spell"), N_("{whom}: straighten {number} spells")),
    "support": (N_("{whom}: put a card into support"), N_("{whom}: put up to {number} cards into support")),
    "support-clear": (N_("{whom}: discard a card of support"), N_("{whom}: discard {number} cards of support")),
    "support-swap": (
        N_("{whom}: may exchange a card with any support"),
        N_("{whom}: may exchange up to {number} cards with any support"),
    ),
    "act": (N_("{whom}: may take an action"), N_("{whom}: may take {number} actions")),
    "gain": (N_("{whom}: gain a card of value {number}"), N_("{whom}: gain a card of value {number}")),
    "tokens": (
        N_("each other curse gets a token and costs {number} more"),
        N_("each other curse gets {count} tokens, each of which costs {number} more"),
    ),
    "destroy-curse": (
        N_("{whom}: destroy a curse for nothing"),
        N_("{whom}: destroy {number} curses for nothing"),
    ),
    "learn": (N_("{whom}: may learn a spell for nothing"), N_("{whom}: may learn {number} spells for nothing")),
    "read": (N_("the table reads the card aloud"), N_("the table reads the card aloud")),
    "win": (N_("everybody wins"), N_("everybody wins")),
    "lose": (N_("everybody loses"), N_("everybody loses")),
    "none": (N_("nothing happens"), N_("nothing happens")),
}
"""What is to be done, once and several times."""
ALL_SUPPORT = N_("{whom}: discard all support")
MAY, ELEMENTS_ONLY = N_("may be declined"), N_("element cards only")


def worded(steps: Iterable[str]) -> tuple[Phrase, ...]:
    """The effect of a card, one thing after the other."""
    return tuple(map(phrase_of, single(steps)))


def single(steps: Iterable[str]) -> tuple[str, ...]:
    """An effect in steps of which each has one thing to do: words that a sentence may tell of."""
    return tuple(write_step(step._replace(deeds=(deed,))) for step in map(read_step, steps) for deed in step.deeds)


def phrase_of(text: str) -> Phrase:
    """A step that has one thing to do, in words."""
    step = read_step(text)
    (deed,) = step.deeds
    return Phrase(_message(deed), _facts(deed, WHOM[step.who or "you"]))


def _message(deed: Deed) -> str:
    if deed.verb == "support-clear" and not deed.n:
        return ALL_SUPPORT
    return EFFECTS[deed.verb][deed.n > 1]


def _facts(deed: Deed, whom: str) -> dict[str, Fact]:
    words = deed.words.split()
    facts: dict[str, Fact] = {"whom": whom, "number": deed.n}
    if deed.verb == "tokens":
        facts |= {"count": deed.n, "number": int(words[-1]) if words else 1}
    elif deed.verb == "heal":
        facts["which"] = HEALED[deed.words]
    elif deed.verb == "madness":
        facts["zone"] = deed.words or "hand"
    elif deed.verb == "destroy-card":
        facts["zone"] = "hand" if "hand" in words else "discard"
        facts |= {"may": MAY} if "may" in words else {}
        facts |= {"only": ELEMENTS_ONLY} if "element" in words else {}
    return facts
