"""What people call actions, places and things of SPELL, where the notation is not what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.spell import solo
from engine.spell.actions import Action
from engine.spell.building import COLUMNS, MIDDLE, sheet_spot
from engine.spell.frame import DIRECTION_NAMES, NAMES
from engine.spell.layouts.plan import GEM, LIBRARY, ON_SHEET, RUNE, SLOTS, on_sheet, pieces
from engine.spell.notation.position import AMULET_NAMES
from engine.spell.sentences import DEEDS, PLACES, THINGS
from engine.spell.state import SEATS, State
from engine.table import Thing
from engine.verdict import Fact, Phrase

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

_AIMED = ("shift", "slide", "core")
_OF_RUNES = ("claim", "reveal", "take")
_OF_THE_RIVAL = ("move", "flip")


def deed(rules: SpellRules, state: State, action: Action) -> Phrase:
    """What somebody does; what a script has done for the rival is said to be the rival's."""
    kind, place, source, card, other, tile = action
    facts: dict[str, Fact] = {"card": card or ""}
    if kind in _OF_RUNES:
        facts["rune"] = rules.deck.cards[other].code
    elif kind in _AIMED:
        facts["direction"] = DIRECTION_NAMES[other] if other >= 0 else ""
    elif kind == "gem":
        facts["seat"] = SEATS[other]
    elif kind == "amulet":
        facts["amulet"] = AMULET_NAMES[other]
    elif kind == "summon" and other >= 0:
        facts["to"] = NAMES[other]
    if kind == "lay":
        facts |= {"place": on_sheet(*sheet_spot(place)), "tile": THINGS[pieces(tile)[0].name]}
    elif place >= 0:
        facts["place"] = NAMES[place]
    if source >= 0 and kind != "amulet":
        facts["source"] = NAMES[source]
    is_rivals = kind in _OF_THE_RIVAL and state.stage.phase in solo.PHASES
    return Phrase(DEEDS[f"rival-{kind}" if is_rivals else kind], facts)


def place_name(place: str) -> Phrase:
    """A place of the plan: the frame and the ring by their names, the library and the sheet by where they are."""
    if place.startswith(LIBRARY):
        level, slot = place[-2], place[-1]
        return Phrase(PLACES["library" if slot == SLOTS[0] else "library-right"], {"level": level})
    if place.startswith(ON_SHEET):
        return _sheet_place(place.removeprefix(ON_SHEET))
    return Phrase(PLACES[GEM] if place == GEM else place)


def _sheet_place(name: str) -> Phrase:
    """The sheet is not printed, but everybody sees the neutral tile in its middle; pictures of it bear signs."""
    across, down = COLUMNS.index(name[0]) - MIDDLE, int(name[1:]) - 1 - MIDDLE
    if not across and not down:
        return Phrase(PLACES["middle"])
    steps = {"left": -across, "right": across, "up": -down, "down": down}
    ways = {way: count for way, count in steps.items() if count > 0}
    return Phrase(PLACES["sheet"], {**ways, "cell": name})


def thing_name(thing: Thing) -> Phrase:
    """A thing of the plan; a rune is called by the code on its card."""
    if thing.name.startswith(RUNE):
        return Phrase(THINGS["rune"], {"rune": thing.name.removeprefix(RUNE)})
    return Phrase(THINGS.get(thing.name, thing.name.replace("-", " ")))
