"""A digest of Archimage's rules to look things up in: which chapter a rule is in, and where it holds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from engine.archimage.sentences import SENTENCES
from engine.digest import Chapter, Entry
from engine.errors import N_

_TITLES: Mapping[str, str] = {
    "comp": N_("What is in the box"),
    "board": N_("The board"),
    "setup": N_("Setting up"),
    "round": N_("The round"),
    "turn": N_("The turn"),
    "break": N_("Breaking seals"),
    "path": N_("Ways and figures"),
    "familiar": N_("Familiars"),
    "bond": N_("Bond"),
    "spell": N_("Spells"),
    "end": N_("The end"),
    "score": N_("The score"),
    "inv": N_("The table at rest"),
}
"""What the chapters are called, by the second part of the identifiers."""

_ELSEWHERE: Mapping[str, str] = {"colour": "comp", "reserve": "setup", "move": "path"}
"""Parts that belong to the chapter of another one."""

_CIRCLES: Mapping[str, str] = {
    **dict.fromkeys(
        ("inversion", "exchange", "absorption", "disintegration", "reorganisation"), N_("Only with circle II.")
    ),
    **dict.fromkeys(
        ("conflict", "mystification", "alteration", "transfer", "theft", "borrow"), N_("Only with circle III.")
    ),
    **dict.fromkeys(
        ("mission", "leap", "teleportation", "guardian", "speed", "immediate-protection"),
        N_("Only with circle IV."),
    ),
}
"""Where the rules of a spell hold."""

WHERE: Mapping[str, str] = {
    "archimage.setup.guardians-aside": N_("Only with circle IV."),
    "archimage.familiar.protects-seal": N_("Only with circle IV."),
    "archimage.path.protected-seal": N_("Only with circle IV."),
    "archimage.spell.finished-immune": N_("Only with circle III."),
    "archimage.score.synergy-stack": N_("Only with circle I."),
    "archimage.end.stall": N_("The rulebook does not say it; an option of the table decides."),
}
"""Where a rule holds, if not everywhere."""


def chapters() -> tuple[Chapter, ...]:
    """All rules, in the order of the digest."""
    order = {part: number for number, part in enumerate(_TITLES)}
    rules = sorted(SENTENCES, key=lambda rule: order[_part(rule)])
    return tuple(
        Chapter(_TITLES[part], tuple(_entry(rule) for rule in group)) for part, group in groupby(rules, _part)
    )


def _part(rule: str) -> str:
    part = rule.split(".")[1]
    return _ELSEWHERE.get(part, part)


def _entry(rule: str) -> Entry:
    topic = rule.split(".")[2]
    is_spell = rule.startswith("archimage.spell.")
    return Entry(rule, WHERE.get(rule) or (_CIRCLES.get(topic, "") if is_spell else ""))
