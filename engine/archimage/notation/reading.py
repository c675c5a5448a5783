"""Positions of Archimage read. Every fault is told with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.archimage.elements import (
    BOND,
    ELEMENTS,
    EMPTY,
    GUARDIAN,
    SPIRIT,
    card_of,
    effect_of,
    element_of,
    is_scroll,
    is_token,
    plus,
)
from engine.archimage.flow import QUIET_ENDS, STALLED
from engine.archimage.house import OPTIONS, SEATS
from engine.archimage.notation.checking import check
from engine.archimage.notation.position import (
    DONE_NAME,
    DOWN,
    FIELDS,
    HOME_NAME,
    OWN_BOARD,
    PHASES,
    STORED,
    fingerprint,
)
from engine.archimage.notation.words import read_card, read_cell, read_die, read_seat, read_space
from engine.archimage.state import AT_HOME, DONE, NOT_DEALT, NOWHERE, Last, Owing, Owned, Phase, State
from engine.contract import Game
from engine.errors import N_, NotationError, SetupError
from engine.options import value_from_text
from engine.text import Word, checked_text, one_of, parts, whole_number

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

MOST_ROUNDS = 9999
ENDS = ("archimage.end.level6-left", STALLED)
HOWS = ("break", "bond", "terminal", "return")
_MARKED = re.compile(r"(?P<card>[a-z-]+)(?:\+(?P<token>[a-z0-9]+))?(?P<down>\*)?(?P<fresh>!)?")
Fields = Mapping[str, list[Word]]


def read_position(game: Game, text: str, within: ArchimageRules | None = None) -> tuple[ArchimageRules, State]:
    """The rules and the state that a position describes.

    ``within`` a match, a head that names nothing but the game means the setup of that match, and a board of
    somebody's own is known.
    """
    head, said = _split(game, checked_text(text))
    rules = _rules(game, head, within)
    state = _Reader(rules, said).state()
    check(rules, state, said)
    return rules, state


def _split(game: Game, text: str) -> tuple[list[Word], dict[str, list[Word]]]:
    found = _parts(text)
    first = found[0][0] if found else Word("", 1, 1)
    if first.text != game.name:
        raise first.error(N_("a position begins with the name of its game, {game}"), game=game.name)
    said: dict[str, list[Word]] = {}
    for part in found[1:]:
        name = one_of(part[0], FIELDS, N_("a field"))
        if name in said:
            raise part[0].error(N_("field {name} is said twice"), name=name)
        said[name] = part
    return found[0][1:], said


def _parts(text: str) -> list[list[Word]]:
    """The words of every field; lines that are comments are left out."""
    return parts("\n".join("" if line.lstrip().startswith("#") else line for line in text.split("\n")))


def _rules(game: Game, head: list[Word], within: ArchimageRules | None) -> ArchimageRules:
    if within is not None and not head:
        return within
    choices: dict[str, Any] = {}
    known = {option.name: option for option in OPTIONS}
    for word in head:
        name, equals, value = word.text.partition("=")
        option = known.get(name) or known.get(name.removeprefix("no-"))
        if option is None or option.is_switch == bool(equals) or (not option.is_switch and name not in known):
            one_of(
                word, [other.name if other.is_switch else f"{other.name}=" for other in OPTIONS], N_("an option")
            )
        if option is None:
            continue
        if option.name in choices:
            raise word.error(N_("option {name} is said twice"), name=option.name)
        if option.is_switch:
            choices[option.name] = name == option.name
        elif option.name == "board" and value.startswith(OWN_BOARD):
            choices[option.name] = _own_board(word, value, within)
        else:
            choices[option.name] = _value(word, value, option.name)
    try:
        rules: ArchimageRules = game.open(choices)  # type: ignore[assignment]  # a game opens its own rules
    except SetupError as error:
        raise NotationError(error.message, **error.facts).at(head[0].line, head[0].column) from None
    return rules


def _value(word: Word, value: str, name: str) -> Any:
    option = next(option for option in OPTIONS if option.name == name)
    try:
        return tuple(value.split(",")) if name == "mages" else value_from_text(option, value)
    except SetupError as error:
        raise NotationError(error.message, **error.facts).at(word.line, word.column) from None


def _own_board(word: Word, value: str, within: ArchimageRules | None) -> str:
    if within is None or fingerprint(str(within.setup["board"])) != value:
        raise word.error(N_("this position was written on a board of somebody's own, which is not the one here"))
    return str(within.setup["board"])


class _Reader:
    """The fields of a position, each made into its part of the state."""

    def __init__(self, rules: ArchimageRules, said: Fields) -> None:
        self.rules, self.said = rules, said

    def words(self, name: str) -> list[Word]:
        return self.said.get(name, [Word("")])[1:]

    def state(self) -> State:
        rules, count = self.rules, len(self.rules.seats)
        board = [EMPTY] * len(rules.board.spaces)
        for number, word in self.pairs("board", self.space).items():
            board[number] = read_cell(word)
        mages, familiars = [NOWHERE] * count, [AT_HOME] * count
        for seat, word in self.pairs("mages", self.seat).items():
            mages[seat] = read_space(rules, word)
        for seat, word in self.pairs("familiars", self.seat).items():
            familiars[seat] = {HOME_NAME: AT_HOME, DONE_NAME: DONE}.get(word.text, NOWHERE)
            if word.text not in (HOME_NAME, DONE_NAME):
                familiars[seat] = read_space(rules, word)
        hands: list[tuple[int, ...]] = [()] * count
        for seat, word in self.pairs("dice", self.seat).items():
            hands[seat] = plus((), map(read_die, _listed(word)))
        owned: list[tuple[Owned, ...]] = [()] * count
        for seat, word in self.pairs("scrolls", self.seat).items():
            owned[seat] = tuple(sorted(map(_owned, _listed(word))))
        phases = {name: phase for phase, name in PHASES.items()}
        phase = self.one("phase", lambda word: phases[one_of(word, phases, N_("a phase"))], Phase.TURN)
        first = self.one("first", self.seat, 0)
        return State(
            board=tuple(board),
            mages=tuple(mages),
            familiars=tuple(familiars),
            guardians=self.guardians(board, owned),
            hands=tuple(hands),
            owned=tuple(owned),
            bonds=sum(1 << seat for seat in {self.seat(word) for word in self.words("bonds")}),
            phase=phase,
            seat=self.one("turn", self.seat, first),
            first=first,
            round=self.number("round", MOST_ROUNDS, 0 if phase < Phase.PICK else 1),
            picking=tuple(self.seat(word) for word in self.words("picks")),
            owing=self.owing(),
            quiet=self.number("quiet", QUIET_ENDS, 0),
            last=self.last(),
            ended=self.one("ended", lambda word: one_of(word, ENDS, N_("the rule that ended the match")), ""),
        )

    def guardians(self, board: list[int], owned: list[tuple[Owned, ...]]) -> tuple[int, ...]:
        """Those of the scrolls that are in the match; beside the board unless they are said to be on it."""
        cards = [card_of(cell) for cell in board if is_scroll(cell)] + [one.card for own in owned for one in own]
        found = [NOT_DEALT] * (SPIRIT + 1)
        for card in cards:
            if card != BOND and effect_of(card) == GUARDIAN:
                found[element_of(card)] = AT_HOME
        for element, word in self.pairs("guardians", self.element).items():
            if found[element] == NOT_DEALT:
                raise word.error(
                    N_("the guardian of {element} has no scroll in this match"), element=ELEMENTS[element]
                )
            found[element] = read_space(self.rules, word)
        return tuple(found)

    def owing(self) -> Owing:
        found = Owing()
        left = self.words("owes")
        if left and left[0].text in SEATS:
            found = found._replace(victim=self.seat(left.pop(0)))
        if left:
            found = found._replace(card=read_card(left.pop(0)))
        if len(left) == 2:
            found = found._replace(lender=self.seat(left[0]), lent=read_card(left[1]))
        elif left:
            raise left[0].error(N_("expected who lent a scroll, and which"))
        before = self.one("before", lambda word: plus((), map(read_die, _listed(word))), ())
        return found._replace(before=before)

    def last(self) -> Last:
        left = self.words("last")
        if not left:
            return Last()
        if not 2 <= len(left) <= 3:
            raise left[0].error(N_("expected who played, how the turn ended, and perhaps the scroll that was won"))
        how = one_of(left[1], HOWS, N_("how the turn ended"))
        return Last(self.seat(left[0]), how, read_card(left[2]) if len(left) == 3 else -1)

    # -- single fields --------------------------------------------------------------------------------

    def pairs(self, name: str, key: Callable[[Word], int]) -> dict[int, Word]:
        """Words of the form ``NAME=VALUE``."""
        found: dict[int, Word] = {}
        for word in self.words(name):
            left, equals, right = word.text.partition("=")
            if not equals or not right:
                raise word.error(N_("expected NAME=VALUE"))
            number = key(word._replace(text=left))
            if number in found:
                raise word.error(N_("{name} is said twice"), name=left)
            found[number] = word._replace(text=right, column=word.column + len(left) + 1)
        return found

    def one(self, name: str, read: Callable[[Word], Any], default: Any) -> Any:
        found = self.words(name)
        if name in self.said and len(found) != 1:
            raise self.said[name][0].error(N_("expected one word in the field {name}"), name=name)
        return read(found[0]) if found else default

    def number(self, name: str, most: int, default: int) -> int:
        return int(self.one(name, lambda word: whole_number(word, N_("a number"), 0, most), default))

    def seat(self, word: Word) -> int:
        return read_seat(self.rules, word)

    def space(self, word: Word) -> int:
        return read_space(self.rules, word)

    def element(self, word: Word) -> int:
        return ELEMENTS.index(one_of(word, ELEMENTS, N_("an element")))


def _listed(word: Word) -> Iterator[Word]:
    """What stands between commas."""
    column = word.column
    for item in word.text.split(","):
        yield word._replace(text=item, column=column)
        column += len(item) + 1


def _owned(word: Word) -> Owned:
    match = _MARKED.fullmatch(word.text)
    if match is None:
        raise word.error(
            N_("expected a scroll, such as evolution-fire, absorption-air{stored}r5, theft-water{down}"),
            stored=STORED,
            down=DOWN,
        )
    card = read_card(word._replace(text=match["card"]))
    if card == BOND:
        raise word.error(N_("expected a scroll of the board; everybody has a Bond scroll anyway"))
    stored = read_cell(word._replace(text=match["token"])) if match["token"] else EMPTY
    if stored and not is_token(stored):
        raise word.error(N_("expected a seal token on the scroll"))
    return Owned(card, not match["down"], stored, bool(match["fresh"]))
