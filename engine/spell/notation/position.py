"""Positions of SPELL written: one line, a drawn form, and JSON. Described in docs/notation.md.

All three are made from the same fields, in the same order; a field that says nothing new is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.options import read_setup, written
from engine.spell.arena import BLACK, VIOLET
from engine.spell.building import COLUMNS, SHEET, sheet_name
from engine.spell.deck import load_deck
from engine.spell.frame import NAMES, places
from engine.spell.house import OPTIONS, complete
from engine.spell.notation import cells
from engine.spell.runes import LEVELS
from engine.spell.state import FLIP, SEATS, STEP, Amulet, Laid, Phase, Stage, State
from engine.spell.turn import shifts_a_turn

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

SEPARATOR = " | "
STARTING_OPTIONS = ("first", "opening", "cards")
"""Options that a position does not carry in its head: they say how a match starts, or have a field."""

FIELDS = (
    "arena", "sheet", "phase", "turn", "round", "first", "points", "hands", "spent", "used", "claimed",
    "special", "amulets", "cards", "runes", "pile", "bag",
)  # fmt: skip
PHASES = {phase.name.lower().replace("_", "-"): phase for phase in Phase}
AMULET_NAMES = tuple(amulet.name.lower() for amulet in Amulet)
MAGE_USES = {"step": STEP, "flip": FLIP}
REST = "rest"
NO_CARDS = "000"
COMMENT = "#"


def usual_first(rules: SpellRules) -> int:
    """Who begins if a position does not say."""
    return VIOLET if rules.house.is_solo else BLACK


def head(rules: SpellRules) -> list[str]:
    """The game, the edition, and every option that is not as usual."""
    found = [rules.game.name, str(rules.setup["edition"])]
    usual = complete(read_setup(OPTIONS, {"edition": rules.setup["edition"]}))
    for option in OPTIONS:
        value = rules.setup.get(option.name)
        if option.name in ("edition", *STARTING_OPTIONS) or value is None or value == usual.get(option.name):
            continue
        if option.is_switch:
            found.append(option.name if value else f"no-{option.name}")
        else:
            found.append(f"{option.name}={written(value)}")
    return found


def fields(rules: SpellRules, state: State) -> dict[str, list[str]]:
    """Everything a position says beyond its head, as words."""
    stage = state.stage
    found: dict[str, list[str]] = {}
    if stage.sheet:
        found["sheet"] = [_laid_word(laid) for laid in stage.sheet]
    elif state.arena:
        found["arena"] = cells.write_arena(state.arena, stage.amulets_in_force).split()
    if stage.phase is not Phase.TURN:
        found["phase"] = [stage.phase.name.lower().replace("_", "-"), *_pending_words(stage)]
    found["turn"] = [SEATS[stage.seat]]
    if stage.round != 1:
        found["round"] = [str(stage.round)]
    if stage.first != usual_first(rules):
        found["first"] = [SEATS[stage.first]]
    if any(state.points):
        found["points"] = [str(points) for points in state.points]
    for name, count in (("hands", state.cards), ("spent", state.spent)):
        counts = [_counts([count(seat, level) for level in (1, 2, 3)]) for seat in (BLACK, VIOLET)]
        if counts != [NO_CARDS, NO_CARDS]:
            found[name] = counts
    if used := _used_words(state):
        found["used"] = used
    if state.claimed:
        found["claimed"] = [str(level) for level in LEVELS if state.claimed >> level & 1]
    if state.special:
        found["special"] = [NAMES[state.special.bit_length() - 1]]
    if any(stage.amulets):
        found["amulets"] = [AMULET_NAMES[amulet] for amulet in stage.amulets]
    return found | _library_words(rules, state)


def _counts(counts: list[int]) -> str:
    """A digit each, or joined by dashes if one is longer."""
    return ("" if max(counts) < 10 else "-").join(map(str, counts))


def _laid_word(laid: Laid) -> str:
    return f"{laid.tile}{sheet_name(laid.row, laid.column)}"


def _pending_words(stage: Stage) -> list[str]:
    """After the phase: who still places a mage, or which levels the rival still takes."""
    return [SEATS[entry] if stage.phase is Phase.MAGES else str(entry) for entry in stage.pending]


def _used_words(state: State) -> list[str]:
    if state.stage.phase is not Phase.TURN:
        return []
    shifts_used = shifts_a_turn(state.stage.amulets[state.stage.seat]) - state.shifts
    return [name for name, use in MAGE_USES.items() if use == state.mage_used] + ["shift"] * shifts_used


def _library_words(rules: SpellRules, state: State) -> dict[str, list[str]]:
    stage, cards = state.stage, rules.deck.cards
    found: dict[str, list[str]] = {}
    printed = len(load_deck(str(rules.setup["deck"])).cards)
    if cards[printed:]:
        found["cards"] = [str(card) for card in cards[printed:]]
    if state.visible:
        found["runes"] = [cards[i].code for i in places(state.visible)]
    if stage.order:
        found["pile"] = [cards[i].code for i in stage.order]
    bag = stage.hidden & ~sum(1 << i for i in stage.order)
    if bag:
        everything = (1 << len(cards)) - 1
        is_rest = everything == state.visible | stage.hidden
        found["bag"] = [REST] if is_rest else [cards[i].code for i in places(bag)]
    return found


def write_position(rules: SpellRules, state: State) -> str:
    """One line, complete."""
    parts = [" ".join(head(rules))]
    for name, said in fields(rules, state).items():
        parts.append(" ".join(said if name == "arena" else [name, *said]))
    return SEPARATOR.join(parts)


def draw(rules: SpellRules, state: State) -> str:
    """The drawn form: the same fields, a line each, the arena as a grid with its names."""
    lines = [" ".join(head(rules))]
    for name, said in fields(rules, state).items():
        if name == "arena":
            lines += cells.draw_arena(" ".join(said))
        else:
            lines.append(" ".join([name, *said]))
            if name == "sheet":
                lines += _draw_sheet(state.stage.sheet)
    return "\n".join(lines)


def _draw_sheet(sheet: tuple[Laid, ...]) -> list[str]:
    """A picture for people; readers skip it as a comment, since the sheet field says it all."""
    tiles = {(laid.row, laid.column): laid.tile for laid in sheet}
    lines = [f"{COMMENT}     " + " ".join(COLUMNS)]
    for row in range(SHEET):
        lines.append(
            f"{COMMENT} {row + 1}   " + " ".join(tiles.get((row, col), cells.BLANK) for col in range(SHEET))
        )
    return lines


def to_json(rules: SpellRules, state: State) -> dict[str, Any]:
    """The same fields, numbers as numbers and rows as lists; data/state.schema.json describes it."""
    said: dict[str, Any] = dict(fields(rules, state))
    if "arena" in said:
        said["arena"] = [row.split() for row in " ".join(said["arena"]).split(f" {cells.ROW_END} ")]
    for name in ("turn", "first", "special"):
        if name in said:
            said[name] = said[name][0]
    if "round" in said:
        said["round"] = state.stage.round
    for name in ("points", "claimed"):
        if name in said:
            said[name] = [int(word) for word in said[name]]
    return {"game": rules.game.name, "head": head(rules)[1:], **said}
