"""Actions as text: ``learn standin.lib.fire.1 with f2 f1@white over base.ice``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.bigbook.box import in_box
from engine.bigbook.calling import paid
from engine.bigbook.cards import KINDS, LETTERS
from engine.bigbook.effects import NOBODY_NAMED, read_steps
from engine.bigbook.listing import NOTHING
from engine.bigbook.moves import KINDS as ACTIONS
from engine.bigbook.notation import read_cards
from engine.bigbook.state import HANDS, OWN_HAND, SEATS, SLOTS, Action, State
from engine.errors import N_, NotationError
from engine.text import Word, checked_text, end_of, one_of, whole_number, words

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

ZONES = ("hand", "support", "discard", "deck")
LONGEST_EFFECT = 300
_PAID_LAST = {"swap": "for", "put": "for"}


# -- writing --------------------------------------------------------------------------------------------


def write_action(rules: BigbookRules, action: Action) -> str:  # noqa: PLR0912
    parts = [action.kind]
    kind = action.kind
    if kind in ("magician", "first", "pick", "show"):
        parts.append(rules.seats[action.seat])
    if kind in ("book", "hat"):
        parts.append(str(action.slot))
    elif action.slot >= 0:
        parts.append(SLOTS[action.slot])
    if kind in ("heal", "mend"):
        parts.append(action.extra)
    if action.code:
        parts.append(action.code)
    if kind in ("discard", "put"):
        parts += action.cards or (NOTHING,)
    else:
        parts += action.cards
    if kind in ("heal", "mend") and action.seat >= 0:
        parts.append(rules.seats[action.seat])
    if kind == "forget" and action.seat >= 0:
        parts += ["of", rules.seats[action.seat]]
    if action.pay:
        parts += [_PAID_LAST.get(kind, "with"), *paid(action)]
    if kind in ("learn", "study") and action.extra:
        parts += ["over", action.extra]
    if kind == "destroy":
        parts += ["gain", action.extra]
    if kind in ("gain", "token", "effect"):
        parts.append(action.extra)
    return " ".join(parts)


# -- reading --------------------------------------------------------------------------------------------


class _Reader:
    """The words of an action, taken one after the other."""

    def __init__(self, rules: BigbookRules, state: State, text: str) -> None:
        self.rules = rules
        self.state = state
        self.text = text
        self.words = words(checked_text(text).replace("\n", " "))
        self.last: Word | None = None

    def next(self) -> Word:
        if not self.words:
            raise end_of(self.last, self.text).error(N_("expected more; this action is not complete"))
        self.last = self.words.pop(0)
        return self.last

    def one(self, known: Iterable[str], what: str) -> str:
        return one_of(self.next(), known, what)

    def seat(self) -> int:
        return self.rules.seats.index(self.one(self.rules.seats, N_("a seat")))

    def cards(self) -> tuple[str, ...]:
        """Cards up to the next word that is none, or the word for none at all."""
        if self.words and self.words[0].text == NOTHING:
            self.next()
            return ()
        taken = [self.next()]
        while self.words and self.words[0].text in KINDS:
            taken.append(self.next())
        return read_cards(taken)

    def says(self, word: str) -> bool:
        """Whether this word comes next; if so, it is taken."""
        if self.words and self.words[0].text == word:
            self.next()
            return True
        return False

    def pay(self, *, ordered: bool = False) -> tuple[tuple[int, str], ...]:
        found = [self._offered(self.next())]
        while self.words and self.words[0].text.partition("@")[0] in KINDS:
            found.append(self._offered(self.next()))
            if len(found) > 60:
                raise self.words[0].error(N_("these are more than {most}"), most=60)
        return tuple(found if ordered else sorted(found))

    def _offered(self, word: Word) -> tuple[int, str]:
        card, at, owner = word.text.partition("@")
        in_box(word._replace(text=card), KINDS, N_("a card"))
        if not at:
            return (OWN_HAND, card)
        is_hand = owner.endswith("-hand")
        seat = one_of(word._replace(text=owner.removesuffix("-hand")), self.rules.seats, N_("a seat"))
        return (SEATS.index(seat) + (HANDS if is_hand else 0), card)

    def code(self, known: Iterable[str], what: str) -> str:
        return in_box(self.next(), known, what)

    def slot(self) -> int:
        return SLOTS.index(self.one(SLOTS, N_("a slot")))


def read_action(rules: BigbookRules, state: State, text: str) -> Action:
    """The action that a text means, legal or not. Raises NotationError."""
    reader = _Reader(rules, state, text)
    kind = reader.one(ACTIONS, N_("an action"))
    action = _READERS[kind](reader, Action(kind)) if kind in _READERS else Action(kind)
    if reader.words:
        raise reader.words[0].error(N_("expected the action to end here"))
    return action


def _coded(kind: str, what: str) -> Callable[[_Reader, Action], Action]:
    def read(reader: _Reader, action: Action) -> Action:
        return action._replace(code=reader.code(getattr(reader.rules.box, kind), what))

    return read


def _magician(reader: _Reader, action: Action) -> Action:
    seat = reader.seat()
    return action._replace(seat=seat, code=reader.code(reader.rules.box.magicians, N_("a magician")))


def _seat(reader: _Reader, action: Action) -> Action:
    return action._replace(seat=reader.seat())


def _number(reader: _Reader, action: Action) -> Action:
    most = 5 if action.kind == "book" else 6
    return action._replace(slot=whole_number(reader.next(), N_("a number"), 0, most))


def _concentrate(reader: _Reader, action: Action) -> Action:
    codes: list[str] = []
    while reader.words and len(codes) < 9:
        codes.append(reader.code(reader.rules.box.spells, N_("a spell")))
    return action._replace(cards=tuple(sorted(codes)))


def _lay(reader: _Reader, action: Action) -> Action:
    slot = reader.slot()
    return action._replace(slot=slot, code=reader.code(reader.rules.box.curses, N_("a curse")))


def _with_pay(reader: _Reader, action: Action, word: str = "with") -> Action:
    return action._replace(pay=reader.pay()) if reader.says(word) else action


def _cast(reader: _Reader, action: Action) -> Action:
    return _with_pay(reader, action._replace(code=reader.code(reader.rules.box.spells, N_("a spell"))))


def _learn(reader: _Reader, action: Action) -> Action:
    action = _cast(reader, action)
    if reader.says("over"):
        return action._replace(extra=reader.code(reader.rules.box.spells, N_("a spell")))
    return action


def _acquire(reader: _Reader, action: Action) -> Action:
    return _with_pay(reader, action._replace(code=reader.code(KINDS, N_("a card"))))


def _destroy(reader: _Reader, action: Action) -> Action:
    action = _with_pay(reader, action._replace(slot=reader.slot()))
    reader.one(["gain"], N_("a word"))
    return action._replace(extra=reader.one([*LETTERS, NOTHING], N_("an element")))


def _heal(reader: _Reader, action: Action) -> Action:
    action = action._replace(extra=reader.one(ZONES, N_("where the madness is")))
    if reader.words and reader.words[0].text != "with":
        action = action._replace(seat=reader.seat())
    return _with_pay(reader, action)


def _cards(reader: _Reader, action: Action) -> Action:
    return action._replace(cards=reader.cards())


def _forget(reader: _Reader, action: Action) -> Action:
    action = action._replace(code=reader.code(reader.rules.box.spells, N_("a spell")))
    return action._replace(seat=reader.seat()) if reader.says("of") else action


def _put(reader: _Reader, action: Action) -> Action:
    return _with_pay(reader, action._replace(cards=reader.cards()), "for")


def _swap(reader: _Reader, action: Action) -> Action:
    action = action._replace(cards=reader.cards())
    reader.one(["for"], N_("a word"))
    return action._replace(pay=reader.pay(ordered=True))


def _element(reader: _Reader, action: Action) -> Action:
    return action._replace(extra=reader.one(LETTERS, N_("an element")))


def _token(reader: _Reader, action: Action) -> Action:
    return _element(reader, action._replace(slot=reader.slot()))


def _slot(reader: _Reader, action: Action) -> Action:
    return action._replace(slot=reader.slot())


def _show(reader: _Reader, action: Action) -> Action:
    return _cards(reader, action._replace(seat=reader.seat()))


def meant(state: State) -> str:
    """Who is meant by a step of a card read aloud that names nobody."""
    task = state.agenda[0] if state.agenda else None
    return task.arg if task and task.kind == "read" else NOBODY_NAMED


def _effect(reader: _Reader, action: Action) -> Action:
    first = reader.next()
    told = " ".join([first.text, *(word.text for word in reader.words)])
    reader.words = []
    if len(told) > LONGEST_EFFECT:
        raise first.error(N_("a text of at most {most} characters"), most=LONGEST_EFFECT)
    try:
        steps = read_steps([step.strip() for step in told.split(";")], meant(reader.state))
        return action._replace(extra="; ".join(steps))
    except NotationError as error:
        raise error.at(first.line, first.column) from None


_READERS: dict[str, Callable[[_Reader, Action], Action]] = {
    "magician": _magician,
    "first": _seat,
    "cover": _coded("pages", N_("a page")),
    "page": _coded("pages", N_("a page")),
    "reveal": _coded("spells", N_("a spell")),
    "concentrate": _concentrate,
    "book": _number,
    "hat": _number,
    "lay": _lay,
    "cast": _cast,
    "learn": _learn,
    "acquire": _acquire,
    "destroy": _destroy,
    "heal": _heal,
    "discard": _cards,
    "mill": _cards,
    "drop": _cards,
    "mend": _heal,
    "ruin": _cards,
    "forget": _forget,
    "tire": _coded("spells", N_("a spell")),
    "straighten": _coded("spells", N_("a spell")),
    "pick": _seat,
    "put": _put,
    "swap": _swap,
    "gain": _element,
    "token": _token,
    "dispel": _slot,
    "study": _learn,
    "effect": _effect,
    "show": _show,
}
