"""A digest of the rules of Spellbook Master to look things up in, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from engine.digest import Chapter, Entry
from engine.errors import N_
from engine.spellbook.sentences import SENTENCES

_TITLES: Mapping[str, str] = {
    "components": N_("Gems, board and books"),
    "board": N_("The Agrica"),
    "turn": N_("Order of play"),
    "place": N_("Placing"),
    "move": N_("Moving"),
    "take": N_("Taking"),
    "grimoire": N_("What a book is"),
    "open": N_("Opening the book"),
    "cast": N_("Casting"),
    "appropriate": N_("Casting from the opponent's book"),
    "design": N_("What a spell may be"),
    "study": N_("Study"),
    "ambiguity": N_("Doubts"),
    "win": N_("The end"),
}
"""What the chapters are called, by the second part of the identifiers."""

_ELSEWHERE: Mapping[str, str] = {"setup": "components"}

_BOOK_OPTION = N_("The booklet leaves it open, and an option of the table decides.")
WHERE: Mapping[str, str] = {
    "spellbook.place.no-return": _BOOK_OPTION,
    "spellbook.open.stays-open": _BOOK_OPTION,
    "spellbook.cast.simultaneous": _BOOK_OPTION,
    "spellbook.cast.meeting": _BOOK_OPTION,
    "spellbook.cast.empty-allowed": _BOOK_OPTION,
    "spellbook.cast.both-sides-move": _BOOK_OPTION,
    "spellbook.turn.one-action": _BOOK_OPTION,
    "spellbook.ambiguity.any-doubt": _BOOK_OPTION,
    "spellbook.ambiguity.precedent": _BOOK_OPTION,
    "spellbook.ambiguity.refusal-loses": _BOOK_OPTION,
    "spellbook.ambiguity.referee-silent": N_("This is how Runewatch does it; the booklet knows no referee."),
    "spellbook.board.camera-frame": N_("This is how Runewatch does it; the booklet knows no referee."),
    "spellbook.turn.series": N_("Only if more than one confrontation was agreed on."),
    "spellbook.win.agreed": N_("The booklet knows no agreed result; the people at the table may."),
    "spellbook.win.round-limit": N_("Only if the table has agreed on a number of rounds."),
    "spellbook.win.slip": N_("Only if the table has agreed on it."),
}
"""Where a rule holds, if not everywhere."""

SIGNS: Mapping[str, str] = {
    "spellbook.components.twelve-gems": N_("Four gems of a kind and an owner are in sight."),
    "spellbook.setup.start-empty": N_("A gem stands on the board before the first action."),
    "spellbook.board.one-gem-per-point": N_("Two gems crowd one point."),
    "spellbook.board.gems-on-points-only": N_("A gem stands between the points, or in the hole."),
    "spellbook.board.subjective-numbering": N_(
        "The gems are where the spell would send them from the other seat."
    ),
    "spellbook.place.one-to-three-same-kind": N_("New gems of two kinds, or more than three."),
    "spellbook.place.empty-points": N_("A point shows another gem than before, and nothing moved."),
    "spellbook.move.own-gem-only": N_("The opponent's gem has moved, and no spell was announced."),
    "spellbook.move.along-line": N_("A gem has gone from corner to corner, or over the hole."),
    "spellbook.move.one-step": N_("A gem is two points along its line."),
    "spellbook.take.only-by-arrival": N_("A gem is gone and its point is empty."),
    "spellbook.cast.name-first": N_("Many gems have moved, and no name was said."),
    "spellbook.cast.exact-effect": N_("A gem was forgotten, or turned the wrong way."),
    "spellbook.open.six-gems": N_("A book is opened with fewer than six gems of its master on the points."),
    "spellbook.win.hold": N_("A turn is over, and none of its master's gems is on the board."),
}
"""What the table looks like when a rule was broken."""


def chapters() -> tuple[Chapter, ...]:
    """All rules, in the order of play."""
    order = {part: number for number, part in enumerate(_TITLES)}
    rules = sorted(SENTENCES, key=lambda rule: order[_part(rule)])
    return tuple(
        Chapter(_TITLES[part], tuple(Entry(rule, WHERE.get(rule, ""), SIGNS.get(rule, "")) for rule in group))
        for part, group in groupby(rules, _part)
    )


def _part(rule: str) -> str:
    part = rule.split(".")[1]
    return _ELSEWHERE.get(part, part)
