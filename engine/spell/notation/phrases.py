"""Actions of SPELL as text: ``shift b2 up``, ``levitate d4 with L2``. Described in docs/notation.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import N_
from engine.spell.actions import END, WAIT, Action, Kind
from engine.spell.arena import BLACK, mages
from engine.spell.building import COLUMNS, SHEET, sheet_name, sheet_place, sheet_spot
from engine.spell.frame import DIRECTION_NAMES, NAMES, PLACES, places
from engine.spell.notation.position import AMULET_NAMES
from engine.spell.state import SEATS, Amulet, Phase, State, rival
from engine.text import ActionText, Word, one_of

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

KINDS: tuple[Kind, ...] = (
    "move", "flip", "shift", "summon", "levitate", "push", "special", "claim", "end",
    "gem", "amulet", "reveal", "core", "lay", "mage", "carry", "slide", "take", "wait",
)  # fmt: skip
WITH = "with"
TO = "to"
CARD = "L"
MOVERS = ("move", "levitate", "push")


def write_action(rules: SpellRules, state: State, action: Action) -> str:
    """The shortest text that ``read_action`` understands in this state."""
    kind, place, source, card, other, tile = action
    said: list[str] = [kind]
    if kind in ("claim", "reveal", "take"):
        said.append(rules.deck.cards[other].code)
    elif kind in ("shift", "slide", "core"):
        said += [NAMES[place]] if kind == "shift" else []
        said += [DIRECTION_NAMES[other]] if other >= 0 else []
    elif kind == "gem":
        said.append(SEATS[other])
    elif kind == "amulet":
        said += [SEATS[source], AMULET_NAMES[other]]
    elif kind == "lay":
        said += [tile, sheet_name(*sheet_spot(place))]
    elif kind in MOVERS:
        said.append(NAMES[place] if source == _only_mage(state, kind) else f"{NAMES[source]}-{NAMES[place]}")
    elif place >= 0:
        said.append(NAMES[place])
        said += [TO, NAMES[other]] if other >= 0 else []
    if card:
        said += [WITH, f"{CARD}{card}"]
    return " ".join(said)


def _only_mage(state: State, kind: Kind) -> int:
    """Where the mage stands that an action of this kind moves; -1 if there are two to choose from."""
    seat = _mover(state, kind)
    standing = mages(state.arena, seat)
    if state.stage.amulets[seat] is Amulet.DOPPELGANGER and standing.bit_count() > 1:
        return -1
    return standing.bit_length() - 1


def _mover(state: State, kind: Kind) -> int:
    """Whose mage an action of this kind moves."""
    if state.stage.phase is Phase.RIVAL_MAGE:
        return BLACK
    return rival(state.stage.seat) if kind == "push" else state.stage.seat


def read_action(rules: SpellRules, state: State, text: str) -> Action:
    """The action a text names, whether or not it is legal here."""
    phrase = _Phrase(rules, state, text)
    action = phrase.read()
    phrase.end()
    return action


class _Phrase(ActionText[Kind]):
    """What follows an action's name, in words of SPELL."""

    def __init__(self, rules: SpellRules, state: State, text: str) -> None:
        super().__init__(text, KINDS, N_("expected an action, such as move c3, shift b2 up, claim 1O, end"))
        self.rules = rules
        self.state = state

    def read(self) -> Action:
        kind = self.kind
        if kind in ("end", "wait"):
            return END if kind == "end" else WAIT
        if kind in ("claim", "reveal", "take"):
            codes = [card.code for card in self.rules.deck.cards]
            return Action(kind, other=codes.index(self.choice(codes, N_("a card of the deck"))))
        if kind in ("slide", "core"):
            return Action(kind, other=self.direction())
        if kind == "gem":
            return Action(kind, other=SEATS.index(self.choice(SEATS, N_("a player"))))
        if kind == "amulet":
            seat = SEATS.index(self.choice(SEATS, N_("a player")))
            return Action(
                kind, source=seat, other=AMULET_NAMES.index(self.choice(AMULET_NAMES[1:], N_("an amulet")))
            )
        if kind == "lay":
            tile = self.choice("BbVvN", N_("a tile: B b V v"))
            return Action(kind, self.sheet_place(), tile=tile)
        if kind == "shift":
            place = self.place()
            return Action(kind, place, other=self.direction() if self.left else -1)
        if kind in MOVERS:
            source, place = self.journey()
            return Action(kind, place, source, self.card())
        place = self.place()
        other = self.place() if self.follows(TO) else -1
        return Action(kind, place, card=self.card(), other=other)

    def direction(self) -> int:
        return DIRECTION_NAMES.index(self.choice(DIRECTION_NAMES, N_("a direction")))

    def place(self) -> int:
        return _place(self.take(N_("a place")))

    def sheet_place(self) -> int:
        word = self.take(N_("a place of the sheet"))
        names = [sheet_name(row, column) for row in range(SHEET) for column in range(len(COLUMNS))]
        row, column = divmod(names.index(one_of(word, names, N_("a place of the sheet, a1 to g7"))), SHEET)
        return sheet_place(row, column)

    def journey(self) -> tuple[int, int]:
        """Where a mage comes from and goes to; with one mage only, the place it goes to is enough."""
        word = self.take(N_("a place"))
        source_name, dash, target = word.text.partition("-")
        if dash:
            to = word._replace(text=target, column=word.column + len(source_name) + 1)
            return _place(word._replace(text=source_name)), _place(to)
        source = _only_mage(self.state, self.kind)
        if source < 0:
            standing = mages(self.state.arena, _mover(self.state, self.kind))
            if not standing:
                raise word.error(N_("there is no mage to move yet"))
            raise word.error(
                N_("say which mage moves: {one}-{place} or {two}-{place}"),
                place=word.text, **dict(zip(("one", "two"), (NAMES[p] for p in places(standing)), strict=True)),
            )  # fmt: skip
        return source, _place(word)

    def card(self) -> int:
        if not self.follows(WITH):
            return 0
        levels = [f"{CARD}{level}" for level in (1, 2, 3, 4)]
        return levels.index(self.choice(levels, N_("a card"))) + 1


def _place(word: Word) -> int:
    one_of(word, NAMES, N_("a place of the arena, a1 to d4, or of the ring around it"))
    return PLACES[word.text]
