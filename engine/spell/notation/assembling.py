"""A state put together from the fields of a position, each checked, and how they fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.errors import N_, NotationError
from engine.spell.arena import BLACK, VIOLET, active, free, gap, mages, tiles
from engine.spell.flow import is_over
from engine.spell.frame import INNER, PLACES, SIDE
from engine.spell.notation import cells
from engine.spell.notation.position import AMULET_NAMES, MAGE_USES, PHASES, REST, usual_first
from engine.spell.notation.standing import checked_arena, checked_sheet
from engine.spell.runes import LEVELS
from engine.spell.state import SEATS, SPENT, UNUSED, Amulet, Laid, Phase, Stage, State, hand_of
from engine.spell.turn import shifts_a_turn
from engine.text import Word, one_of, whole_number

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Fields = dict[str, list[Word]]
EXTRA_FIELDS = ("hand",)
"""Fields people may write that are never printed: ``hand 110`` is the hand of the player in turn."""
MOST_POINTS = 10**9 - 1
BUILDING = (Phase.CORE, Phase.BUILD)
BEFORE_BUILDING = (Phase.GEM, Phase.AMULETS)
SEAT_LETTERS = {"B": "black", "V": "violet"}


class Assembly:
    """Builds a state from the fields of a position, checking each and how they fit together."""

    def __init__(self, rules: SpellRules, said: Fields) -> None:
        self.rules = rules
        self.said = said

    def state(self) -> State:
        phase, after_phase = self.phase()
        pending = self.pending(phase, after_phase)
        first = self.seat("first", usual_first(self.rules))
        sheet, builder = self.sheet(phase, first)
        usual = pending[0] if phase is Phase.MAGES else usual_first(self.rules)
        seat = self.seat("turn", usual) if builder is None else builder
        number = self.number("round", 1, self.rules.house.last_round, 1)
        visible, hidden, order = self.library()
        stage = Stage(
            phase, seat, number, first, self.amulets(phase), hidden, order,
            pending, sheet,
        )  # fmt: skip
        mage_used, shifts = self.used(stage)
        state = State(
            self.arena(stage), mage_used, shifts, self.claimed(phase), self.special(stage),
            self.hands(stage), self.points(), visible, stage,
        )  # fmt: skip
        self.check_moment(state)
        return state

    def only(self, name: str) -> Word | None:
        """The one word of a field, if it is said."""
        found = self.said.get(name)
        if found and len(found) > 1:
            raise found[1].error(N_("field {name} takes one word"), name=name)
        return found[0] if found else None

    def exactly(self, name: str, count: int) -> list[Word] | None:
        found = self.said.get(name)
        if found and len(found) != count:
            raise found[-1].error(N_("field {name} takes {count} words"), name=name, count=count)
        return found

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        word = self.only(name)
        return usual if word is None else whole_number(word, name, least, most)

    def seat(self, name: str, usual: int) -> int:
        word = self.only(name)
        return usual if word is None else _seat(word)

    def phase(self) -> tuple[Phase, list[Word]]:
        found = self.said.get("phase")
        if not found:
            return Phase.TURN, []
        phase = PHASES[one_of(found[0], PHASES, N_("a phase of the match"))]
        if phase.name.startswith("RIVAL") and not self.rules.house.is_solo:
            raise found[0].error(N_("the scripted rival plays only in solo matches"))
        return phase, found[1:]

    def pending(self, phase: Phase, found: list[Word]) -> tuple[int, ...]:
        """Who still places a mage, or which levels the rival still takes."""
        if phase is Phase.MAGES and found:
            return tuple(_seat(word) for word in found)
        if phase is Phase.RIVAL_TAKE and found:
            return tuple(whole_number(word, N_("a level"), 1, 4) for word in _distinct(found))
        if found:
            raise found[0].error(N_("nothing follows the name of this phase"))
        if phase in (Phase.MAGES, Phase.RIVAL_TAKE):
            raise self.said["phase"][0].error(N_("after this phase, say what is still to be done"))
        return ()

    def amulets(self, phase: Phase) -> tuple[Amulet, Amulet]:
        found = self.exactly("amulets", 2)
        if found is None:
            if self.rules.house.asymmetric and phase not in BEFORE_BUILDING:
                raise NotationError(N_("in an asymmetric match the position names both amulets"))
            return cells.NO_AMULETS
        if not self.rules.house.asymmetric:
            raise found[0].error(N_("amulets are worn only in an asymmetric match"))
        worn = [Amulet(AMULET_NAMES.index(one_of(word, AMULET_NAMES, N_("an amulet")))) for word in found]
        if phase not in BEFORE_BUILDING and Amulet.NONE in worn:
            raise found[worn.index(Amulet.NONE)].error(N_("by now both players wear an amulet"))
        return (worn[BLACK], worn[VIOLET])

    def used(self, stage: Stage) -> tuple[int, int]:
        """What the mage action went into, and how many shifts are left."""
        if stage.phase is not Phase.TURN:
            return (UNUSED, int(self.nothing("used", 0)))
        mage_used, shifts = UNUSED, shifts_a_turn(stage.amulets[stage.seat])
        for word in self.said.get("used", []):
            name = one_of(word, (*MAGE_USES, "shift"), N_("an action: step, flip or shift"))
            if (name == "shift" and not shifts) or (name != "shift" and mage_used):
                raise word.error(N_("this action cannot be used so often in a turn"))
            mage_used, shifts = (mage_used, shifts - 1) if name == "shift" else (MAGE_USES[name], shifts)
        return mage_used, shifts

    def nothing(self, name: str, usual: Any) -> Any:
        """What a field means where it must not be said."""
        if name in self.said:
            raise self.said[name][0].error(N_("field {name} has no meaning in this phase"), name=name)
        return usual

    def claimed(self, phase: Phase) -> int:
        if phase is not Phase.TURN:
            return int(self.nothing("claimed", 0))
        return sum(
            1 << whole_number(word, N_("a level"), 1, 4) for word in _distinct(self.said.get("claimed", []))
        )

    def special(self, stage: Stage) -> int:
        word = self.only("special")
        if word is None:
            return 0
        if stage.phase is not Phase.TURN or stage.amulets[stage.seat] is not Amulet.EXTRALIMITAE:
            raise word.error(N_("only the wearer of Extralimitae lays a special tile, in their own turn"))
        place = PLACES.get(word.text, 0)
        if place < SIDE * SIDE:
            raise word.error(N_("expected a place of the ring around the frame, such as z2 or c0"))
        return 1 << place

    def hands(self, stage: Stage) -> int:
        spent = sum(_hand(word, seat) for seat, word in enumerate(self.exactly("spent", 2) or [])) << SPENT
        word = self.only("hand")
        if word is not None:
            if "hands" in self.said:
                raise word.error(N_("say hand or hands, not both"))
            return spent | _hand(word, stage.seat)
        return spent | sum(_hand(word, seat) for seat, word in enumerate(self.exactly("hands", 2) or []))

    def points(self) -> tuple[int, int]:
        found = self.exactly("points", 2)
        black, violet = (whole_number(word, N_("points"), 0, MOST_POINTS) for word in found) if found else (0, 0)
        return (black, violet)

    # -- the library --

    def library(self) -> tuple[int, int, tuple[int, ...]]:
        """(visible, hidden, known order) as bits and numbers of the deck."""
        seen: dict[int, Word] = {}
        runes = [self.card(word, seen) for word in self.said.get("runes", [])]
        for level in LEVELS:
            at_level = [card for card in runes if self.rules.deck.cards[card].level == level]
            if len(at_level) > 2:
                raise seen[at_level[2]].error(N_("this is the third visible rune of level {level}"), level=level)
        order = tuple(self.card(word, seen) for word in self.said.get("pile", []))
        bag = self.said.get("bag", [])
        if [word.text for word in bag] == [REST]:
            hidden = (1 << len(self.rules.deck.cards)) - 1
        else:
            hidden = sum(1 << self.card(word, seen) for word in bag)
        visible = sum(1 << card for card in runes)
        return visible, (hidden | sum(1 << card for card in order)) & ~visible, order

    def card(self, word: Word, seen: dict[int, Word]) -> int:
        codes = [card.code for card in self.rules.deck.cards]
        index = codes.index(one_of(word, codes, N_("a card of the deck")))
        if index in seen:
            raise word.error(N_("card {code} is named twice"), code=word.text)
        seen[index] = word
        return index

    # -- the arena, and the whole --

    def arena(self, stage: Stage) -> int:
        found = self.said.get("arena")
        if stage.phase in (*BEFORE_BUILDING, *BUILDING):
            return int(self.nothing("arena", 0))
        if not found:
            if stage.phase is Phase.REVEAL and not self.rules.house.is_solo:
                return 0
            raise NotationError(N_("expected the arena: four rows joined by /"))
        return checked_arena(self.rules, stage, found)

    def sheet(self, phase: Phase, first: int) -> tuple[tuple[Laid, ...], int | None]:
        """The tiles laid while building, and whose turn it is after them."""
        if phase not in BUILDING:
            return tuple(self.nothing("sheet", ())), None
        laid, seat = checked_sheet(self.rules, phase, first, self.said.get("sheet", []))
        turn = self.only("turn")
        if turn is not None and _seat(turn) != seat:
            raise turn.error(N_("after these tiles it is the turn of {seat}"), seat=SEATS[seat])
        return laid, seat

    def check_moment(self, state: State) -> None:
        """Whether such a moment comes up in a match: the right player, and something left to do."""
        phase, seat = state.stage.phase, state.stage.seat
        where = (self.said.get("phase") or self.said.get("turn") or [Word("")])[0]
        if self.rules.house.is_solo:
            if phase in (*BEFORE_BUILDING, *BUILDING, Phase.MAGES):
                raise where.error(N_("a solo match begins with the first turn"))
            if state.stage.first != VIOLET:
                raise self.said["first"][0].error(N_("in solo play the human is violet and begins"))
            if phase not in (Phase.REVEAL, Phase.OVER) and (phase is Phase.TURN) != (seat == VIOLET):
                raise where.error(N_("in solo play violet takes turns and black is the scripted rival"))
        if phase is Phase.RIVAL_GEM and not gap(state.arena) & INNER:
            raise where.error(N_("while the Gem is awaited, the hole is one of the four inner places"))
        if phase is Phase.MAGES:
            self.check_mages_due(state, where)
        if phase is Phase.OVER and not is_over(self.rules, state):
            raise where.error(N_("the match is not over by points or rounds"))
        missing = [n for n in state.stage.pending if phase is Phase.RIVAL_TAKE and not self.showing(state, n)]
        if missing or (phase is not Phase.OVER and next(self.rules.legal(state), None) is None):
            raise where.error(N_("nothing could ever be done in this position, though the match is not over"))

    def check_mages_due(self, state: State, where: Word) -> None:
        """Whether every mage that is still due finds a tile of its own to stand on."""
        due = state.stage.pending
        if state.stage.seat != due[0]:
            raise where.error(N_("the first of those who still place a mage is the one whose turn it is"))
        for seat in set(due):
            own = tiles(state.arena, seat) & free(state.arena)
            first_due = not mages(state.arena, seat)
            second_due = not first_due or due.count(seat) > 1
            if (first_due and not own & active(state.arena)) or (second_due and not own & ~active(state.arena)):
                raise where.error(N_("{seat} has no tile to place a mage on"), seat=SEATS[seat])

    def showing(self, state: State, level: int) -> int:
        return state.visible & self.rules.level_masks[level]


def _seat(word: Word) -> int:
    name = SEAT_LETTERS.get(word.text, word.text)
    return SEATS.index(one_of(word._replace(text=name), SEATS, N_("a player")))


def _hand(word: Word, seat: int) -> int:
    """The cards of a hand: a digit for each level, or numbers joined by dashes if one is longer."""
    counts = word.text.split("-") if "-" in word.text else list(word.text)
    if len(counts) != 3 or not all(count.isascii() and count.isdecimal() and len(count) < 3 for count in counts):
        raise word.error(N_("expected the number of cards of level 1, 2, 3, as in 120 or 12-0-3"))
    one, two, three = (int(count) for count in counts)
    return hand_of((one, two, three), seat)


def _distinct(found: list[Word]) -> list[Word]:
    seen: set[str] = set()
    for word in found:
        if word.text in seen:
            raise word.error(N_("this is said twice"))
        seen.add(word.text)
    return found
