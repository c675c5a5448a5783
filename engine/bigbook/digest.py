"""A digest of the rules to look things up in: which chapter a rule is in, and where it holds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from engine.bigbook.sentences import CHAPTERS, SENTENCES
from engine.digest import Chapter, Entry
from engine.errors import N_

_ELSEWHERE: Mapping[str, str] = {"turn": "game", "cost": "action", "deck": "recuperation"}
"""Parts that belong to the chapter of another one."""

WHERE: Mapping[str, str] = {
    "bigbook.setup.difficulty-levels": N_("The numbers of the published track are not known; write yours down."),
    "bigbook.round.multi-by-difficulty": N_("The numbers of the published track are not known; write yours down."),
    "bigbook.setup.madness-pile": N_("Reports differ: the table may count its pile."),
    "bigbook.cost.value-counts": N_("An option of the table (A1) may count cards."),
    "bigbook.invocation.end-space-no-turn": N_("An option of the table (A2) settles a round earlier."),
    "bigbook.round.appearance": N_("An option of the table (A3) puts it after the curses."),
    "bigbook.curse.reward-destination": N_("An option of the table (A4) decides."),
    "bigbook.curse.destroyed-where": N_("An option of the table (A5) takes it out of the game."),
    "bigbook.madness.heal-own-zone": N_("An option of the table (A6) adds the piles."),
    "bigbook.learn.reveal-next": N_("At once, or by an option of the table (A8) at the end of the turn."),
    "bigbook.deck.reshuffle-when": N_("By an option of the table (A9) as soon as it is empty."),
    "bigbook.player.eliminated-madness": N_("An option of the table (A11) gives the madness back to the pile."),
    "bigbook.end.eliminated-share": N_("An option of the table (A12) decides otherwise."),
}
"""Where a rule holds, if not everywhere."""


def chapters() -> tuple[Chapter, ...]:
    """All rules, chapter by chapter."""
    order = {part: number for number, part in enumerate(CHAPTERS)}
    rules = sorted(SENTENCES, key=lambda rule: order[_part(rule)])
    return tuple(
        Chapter(CHAPTERS[part], tuple(Entry(rule, WHERE.get(rule, "")) for rule in group))
        for part, group in groupby(rules, _part)
    )


def _part(rule: str) -> str:
    part = rule.split(".")[1]
    return _ELSEWHERE.get(part, part)
