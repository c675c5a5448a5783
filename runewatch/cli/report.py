"""What the engine says, as plain values for JSON; the sentences in the reader's language are among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.contract import Result, Rules
from engine.record import seat_name
from engine.verdict import Breach, Event, Notice
from engine.words import Words

Plain = dict[str, Any]


def events(words: Words, rules: Rules[Any, Any], found: Iterable[Event]) -> list[Plain]:
    return [{"name": e.name, "text": words.event(rules, e), "facts": _facts(e.facts)} for e in found]


def notices(words: Words, rules: Rules[Any, Any], found: Iterable[Notice]) -> list[Plain]:
    return [
        {"rule": n.rule, "text": words.sentence(rules, n), "option": n.option or None, "facts": _facts(n.facts)}
        for n in found
    ]


def breaches(words: Words, rules: Rules[Any, Any], found: Iterable[Breach]) -> list[Plain]:
    return [{"rule": b.rule, "text": words.sentence(rules, b), "facts": _facts(b.facts)} for b in found]


def requests(words: Words, rules: Rules[Any, Any], state: Any) -> list[Plain]:
    return [
        {"by": seat_name(rules, r.by), "kind": r.kind, "text": words.request(rules, r)}
        for r in rules.requests(state)
    ]


def result(words: Words, rules: Rules[Any, Any], found: Result | None) -> Plain | None:
    if found is None:
        return None
    return {
        "winners": [rules.seats[seat] for seat in found.winners],
        "rule": found.rule,
        "text": words.sentence(rules, found),
    }


def _facts(facts: Any) -> Plain:
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}
