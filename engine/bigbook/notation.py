"""Positions and actions as text. What a position leaves out is as at the start of an action phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from engine.bigbook.agenda import run
from engine.bigbook.box import in_box
from engine.bigbook.cards import ELEMENTS, IN_BOX, KINDS, LETTERS, MADNESS, MULTI, Cards
from engine.bigbook.effects import EVERYBODY, VERBS, read_step
from engine.bigbook.hands import settled
from engine.bigbook.house import OPTIONS
from engine.bigbook.log import Log
from engine.bigbook.sentences import RESULTS
from engine.bigbook.state import (
    ALL_TURN,
    NOBODY,
    ROUNDS,
    SEATS,
    SLOTS,
    TURNS,
    TURNS_A_ROUND,
    Curse,
    Player,
    State,
    Task,
    space_of,
)
from engine.contract import ARBITER, TABLE
from engine.errors import N_, NotationError, SetupError
from engine.options import Value, read_setup, same_setup, value_from_text, written
from engine.text import Word, checked_text, end_of, one_of, parts, whole_number

if TYPE_CHECKING:
    from engine.bigbook.game import Bigbook, BigbookRules

MOST_CARDS = 136
MOST_TASKS = 60
_NOT_ASKED = {TABLE: "table", ARBITER: "arbiter", NOBODY: "-"}
_PARTS = ("as", "hand", "unseen", "pool", "discard", "support", "spells", "out", "used")
_OF_PLAYER = (
    *(verb for verb in VERBS if verb not in ("read", "tokens", "win", "lose", "none")),
    *("concentrate", "book", "act", "cut", "refill", "test", "next", "turn", "pick", "drop", "top", "hat"),
    *("settle", "open", "appear", "trigger", "effect", "group", "sanity", "tokens"),
)
"""Tasks that belong to a seat."""
_OF_NOBODY = {
    "magicians": ARBITER,
    "first": ARBITER,
    "read": ARBITER,
    "cover": TABLE,
    "page": TABLE,
    "reveal": TABLE,
    "lay": TABLE,
    "token": TABLE,
    "deal": NOBODY,
    "library": NOBODY,
    "clear": NOBODY,
    "conclude": NOBODY,
    "win": NOBODY,
    "lose": NOBODY,
    "none": NOBODY,
}
_GO_ON = ("next", "turn", "book", "first")
"""The last thing to be done is one of these; where none is written down, the next turn is meant."""
_AFTER_ACTING = ("act", "cut", "refill", "test", "next")


# -- what goes without saying ---------------------------------------------------------------------------


def usual_player(rules: BigbookRules, seat: int) -> Player:
    """A player about whom a position says nothing."""
    magicians = tuple(rules.box.magicians)
    return Player(magicians[seat % len(magicians)], spells=tuple((code, True) for code in rules.box.basic))


def usual(rules: BigbookRules, players: tuple[Player, ...], turn: int, seat: int) -> State:
    """The state of which a position says only who plays and which turn it is: somebody acts."""
    held = Counter(
        card for player in players for card in (*player.hand, *player.pool, *player.discard, *player.support)
    )
    pages = list(rules.box.pages.values())
    covers = [page.code for page in pages if page.kind == "cover"]
    inner = [page.code for page in pages if page.kind == "page"]
    state = State(
        players,
        tuple(Task(kind, seat, ALL_TURN if kind == "act" else 0) for kind in _AFTER_ACTING),
        turn=turn,
        seat=seat,
        space=space_of(turn) if 0 < turn <= TURNS else 0,
        madness=rules.house.madness,
        library=tuple(
            (3, next(s.code for s in rules.box.spells.values() if s.element == element and s.value == 1))
            for element in LETTERS
        ),
        value2=tuple(max(0, IN_BOX[2] - held[f"{letter}2"]) for letter in ELEMENTS),
        value3=tuple(max(0, IN_BOX[3] - held[f"{letter}3"]) for letter in ELEMENTS),
    )
    return state._replace(
        hat=state.round, book=(covers[0], *inner[: min(state.round, ROUNDS - 1)]) if turn else ()
    )


# -- writing --------------------------------------------------------------------------------------------


def write_position(rules: BigbookRules, state: State) -> str:
    fields = [_head(rules), f"turn {state.turn} {rules.seats[state.seat]}", *_board(rules, state)]
    for seat, player in enumerate(state.players):
        if said := _player(player, usual_player(rules, seat)):
            fields.append(f"{rules.seats[seat]} {said}")
    if state.over:
        fields.append(f"over {state.over}")
    elif state.agenda != usual(rules, state.players, state.turn, state.seat).agenda:
        fields.append(" ".join(["todo", *map(_task, state.agenda)]))
    return " | ".join(fields)


def _head(rules: BigbookRules) -> str:
    """The game and the options that are not as usual."""
    head = [rules.game.name]
    for option in OPTIONS:
        value = rules.setup.get(option.name)
        if value == rules.usual_setup.get(option.name) or value is None:
            continue
        if option.is_switch:
            head.append(option.name if value else f"no-{option.name}")
        else:
            head.append(f"{option.name}={quote(written(value), safe='')}")
    return " ".join(head)


def _board(rules: BigbookRules, state: State) -> Iterator[str]:
    """What is not as usual in the middle of the table."""
    bare = usual(rules, state.players, state.turn, state.seat)
    for name in ("space", "hat", "madness"):
        if getattr(state, name) != getattr(bare, name):
            yield f"{name} {getattr(state, name)}"
    for name in ("book", "under", "gone"):
        if getattr(state, name) != getattr(bare, name):
            yield " ".join([name, *getattr(state, name)])
    if state.library != bare.library:
        piles = zip(LETTERS, state.library, strict=True)
        yield "library " + " ".join(f"{element}:{left}:{top}".rstrip(":") for element, (left, top) in piles)
    for name in ("value2", "value3"):
        if getattr(state, name) != getattr(bare, name):
            yield f"{name} " + " ".join(map(str, getattr(state, name)))
    if any(state.slots):
        laid = (_curse(name, curse) for name, curse in zip(SLOTS, state.slots, strict=True) if curse)
        yield "slots " + " ".join(laid)
    if state.learned:
        yield "learned"


def _curse(name: str, curse: Curse) -> str:
    return ":".join([name, curse.code, *curse.tokens, *["!"] * curse.triggered])


def _player(player: Player, bare: Player) -> str:
    parts = []
    if player.magician != bare.magician:
        parts.append(f"as {player.magician or '-'}")
    for name in ("hand", "pool", "discard", "support"):
        if getattr(player, name):
            parts.append(" ".join([name, *getattr(player, name)]))
    if player.unseen:
        parts.append(f"unseen {player.unseen}")
    if player.spells != bare.spells:
        parts.append(" ".join(["spells", *(code if ready else f"{code}!" for code, ready in player.spells)]))
    return " ".join([*parts, *["out"] * player.out, *["used"] * player.used])


def _task(task: Task) -> str:
    seat = _NOT_ASKED.get(task.seat) or SEATS[task.seat]
    number = "all" if task.n == ALL_TURN else str(task.n)
    told = [task.kind, seat, number, task.arg.replace(" ", "_")]
    return ":".join(told[:4] if task.arg else told[:3] if task.n else told[:2])


# -- reading --------------------------------------------------------------------------------------------


def read_position(game: Bigbook, text: str, within: BigbookRules | None = None) -> tuple[BigbookRules, State]:
    """The rules and the state of a position. Raises NotationError."""
    fields = parts(checked_text(text))
    if not fields or fields[0][0].text != game.name:
        where = fields[0][0] if fields else Word("", 1, 1)
        raise where.error(N_("expected a position that begins with {name}"), name=game.name)
    rules = _rules(game, fields[0][1:], within)
    found: dict[str, list[Word]] = {}
    known = ("turn", "space", "hat", "madness", "book", "under", "gone", "library", "value2", "value3")
    names = (*known, "slots", "learned", "over", "todo", *rules.seats)
    for name, *rest in fields[1:]:
        one_of(name, names, N_("a field"))
        if name.text in found:
            raise name.error(N_("field {name} is said twice"), name=name.text)
        found[name.text] = [name, *rest]
    return rules, _state(rules, found)


def _rules(game: Bigbook, head: list[Word], within: BigbookRules | None) -> BigbookRules:
    choices: dict[str, Value] = {}
    options = {option.name: option for option in OPTIONS}
    for word in head:
        name, equals, value = word.text.partition("=")
        if not equals and name.removeprefix("no-") in options and options[name.removeprefix("no-")].is_switch:
            choices[name.removeprefix("no-")] = not name.startswith("no-")
            continue
        one_of(word._replace(text=name), options, N_("an option"))
        option = options[name]
        if not equals or option.is_switch:
            raise word.error(N_("expected an option such as {example}"), example=f"{name}=…")
        if value:
            try:
                choices[name] = value_from_text(option, unquote(value))
            except SetupError as error:
                raise word.error(N_("{why}"), why=str(error)) from error
    try:
        rules = game.rules(read_setup(OPTIONS, choices))
    except SetupError as error:
        raise (head[0] if head else Word("", 1, 1)).error(N_("{why}"), why=str(error)) from error
    if within is not None:
        same_setup(within.setup, rules.setup)
    return rules


def _state(rules: BigbookRules, found: dict[str, list[Word]]) -> State:
    players = tuple(
        _read_player(rules, found[name], usual_player(rules, seat)) if name in found else usual_player(rules, seat)
        for seat, name in enumerate(rules.seats)
    )
    _check_cards(players)
    turn, seat = 2, 0
    if "turn" in found:
        number, who = _exactly(found["turn"], 2)
        turn = whole_number(number, N_("a turn"), 0, TURNS + 1)
        seat = rules.seats.index(one_of(who, rules.seats, N_("a seat")))
    state = _read_board(rules, usual(rules, players, turn, seat), found)
    _check_curses(rules, state, found)
    if "over" in found:
        (word,) = _exactly(found["over"], 1)
        return state._replace(over=one_of(word, RESULTS, N_("how it ended")), agenda=())
    if all(player.out for player in players):
        raise end_of(None, "").error(N_("nobody is left in this position"))
    if "todo" in found:
        state = state._replace(agenda=_tasks(rules, seat, found["todo"]))
    elif players[seat].out:
        raise found.get("turn", found[rules.seats[seat]])[-1].error(N_("this player is out"))
    # what happens by itself has happened
    return run(rules, _check_book(rules, state, found), Log())


def _read_board(rules: BigbookRules, state: State, found: dict[str, list[Word]]) -> State:
    """The middle of the table: a field after the other."""
    numbers = {"space": (0, TURNS_A_ROUND), "hat": (1, ROUNDS), "madness": (0, 200)}
    for name, (least, most) in numbers.items():
        if name in found:
            (word,) = _exactly(found[name], 1)
            state = state._replace(**{name: whole_number(word, N_("a number"), least, most)})  # type: ignore[arg-type]
    if "book" in found:
        state = state._replace(book=_codes(found["book"][1:], rules.box.pages, N_("a page"), ROUNDS))
    for name in ("under", "gone"):
        if name in found:
            codes = _codes(found[name][1:], rules.box.curses, N_("a curse"), 60)
            state = state._replace(**{name: codes})  # type: ignore[arg-type]
    for name in ("value2", "value3"):
        if name in found:
            counted = _exactly(found[name], len(ELEMENTS))
            most = IN_BOX[int(name[5])]
            piles = tuple(whole_number(word, N_("a number of cards"), 0, most) for word in counted)
            state = state._replace(**{name: piles})  # type: ignore[arg-type]
    if "library" in found:
        state = state._replace(library=_library(rules, found["library"]))
    if "slots" in found:
        state = state._replace(slots=_slots(rules, found["slots"][1:]))
    if "learned" in found:
        _exactly(found["learned"], 0)
        state = state._replace(learned=True)
    return state


def _check_book(rules: BigbookRules, state: State, found: dict[str, list[Word]]) -> State:
    """The pages that what is still to be done will look at must be known."""
    kinds = {task.kind for task in state.agenda}
    at = found.get("book", found.get("todo", [Word("", 1, 1)]))[0]
    setting_up = kinds & {"cover", "magicians"} or not state.turn
    opens = state.turn % TURNS_A_ROUND == 1 and kinds & {"concentrate", "book", "open", "page", "settle"}
    least = min(state.round + (not opens), ROUNDS)
    if not setting_up and len(state.book) < least:
        raise at.error(N_("expected at least {least} pages in the book"), least=least)
    if kinds & {"settle", "book"} and state.hat < ROUNDS and state.turn > 1 and len(state.book) <= state.hat:
        raise at.error(N_("expected at least {least} pages in the book"), least=state.hat + 1)
    for number, code in enumerate(state.book):
        if rules.box.pages[code].kind != ("page" if number else "cover"):
            raise at.error(N_("the book is a cover and then pages, not {code}"), code=code)
    if len(set(state.book)) < len(state.book):
        raise at.error(N_("a page is in the book twice"))
    return state


def _check_cards(players: tuple[Player, ...]) -> None:
    held = Counter(
        card for player in players for card in (*player.hand, *player.pool, *player.discard, *player.support)
    )
    for card, count in held.items():
        most = 35 if card == MADNESS else IN_BOX[int(card[1])]
        if count > most:
            raise NotationError(N_("there are {count} cards {card}, but only {most} in the box"), count=count,
                                card=card, most=most)  # fmt: skip


def _check_curses(rules: BigbookRules, state: State, found: dict[str, list[Word]]) -> None:
    seen = Counter(curse.code for curse in state.slots if curse) + Counter(state.under) + Counter(state.gone)
    for code, count in seen.items():
        if count > rules.box.curses[code].copies:
            at = next(found[name][0] for name in ("slots", "under", "gone") if name in found)
            raise at.error(
                N_("there are {count} cards {card}, but only {most} in the box"),
                count=count,
                card=code,
                most=rules.box.curses[code].copies,
            )


def _exactly(field: list[Word], count: int) -> list[Word]:
    """The words of a field after its name, of which there must be so many."""
    if len(field) - 1 < count:
        raise end_of(field[-1], "").error(N_("field {name} needs {count} words"), name=field[0].text, count=count)
    if len(field) - 1 > count:
        raise field[count + 1].error(N_("field {name} needs {count} words"), name=field[0].text, count=count)
    return field[1:]


def _codes(found: list[Word], known: Iterable[str], what: str, most: int) -> tuple[str, ...]:
    if len(found) > most:
        raise found[most].error(N_("these are more than {most}"), most=most)
    return tuple(in_box(word, known, what) for word in found)


def read_cards(found: list[Word]) -> Cards:
    """Element and madness cards."""
    if len(found) > MOST_CARDS:
        raise found[MOST_CARDS].error(N_("these are more than {most}"), most=MOST_CARDS)
    return tuple(sorted(in_box(word, KINDS, N_("a card")) for word in found))


def _read_player(rules: BigbookRules, field: list[Word], player: Player) -> Player:  # noqa: PLR0912
    parts: dict[str, list[Word]] = {}
    part: list[Word] | None = None
    for word in field[1:]:
        if word.text in _PARTS:
            if word.text in parts:
                raise word.error(N_("field {name} is said twice"), name=word.text)
            part = parts[word.text] = []
        elif part is None:
            one_of(word, _PARTS, N_("what a player has"))
        else:
            part.append(word)
    for name in ("hand", "pool", "discard", "support"):
        if name in parts:
            player = player._replace(**{name: read_cards(parts[name])})  # type: ignore[arg-type]
    for name in ("out", "used"):
        if name in parts:
            _exactly([field[0], *parts[name]], 0)
            player = player._replace(**{name: True})  # type: ignore[arg-type]
    if "as" in parts:
        (word,) = _exactly([field[0], *parts["as"]], 1)
        magician = "" if word.text == "-" else in_box(word, rules.box.magicians, N_("a magician"))
        player = player._replace(magician=magician)
    if "spells" in parts:
        if len(parts["spells"]) > 9:
            raise parts["spells"][9].error(N_("these are more than {most}"), most=9)
        spells = (
            (in_box(word._replace(text=word.text.removesuffix("!")), rules.box.spells, N_("a spell")), word)
            for word in parts["spells"]
        )
        player = player._replace(spells=tuple((code, not word.text.endswith("!")) for code, word in spells))
    if "unseen" in parts:
        (word,) = _exactly([field[0], *parts["unseen"]], 1)
        number = whole_number(word, N_("how many cards of the pool are in hand"), 0, len(player.pool))
        player = player._replace(unseen=number)
    return settled(player)


def _library(rules: BigbookRules, field: list[Word]) -> tuple[tuple[int, str], ...]:
    found = []
    for word, element in zip(_exactly(field, len(LETTERS)), LETTERS, strict=True):
        name, _, rest = word.text.partition(":")
        left, _, top = rest.partition(":")
        if name != element:
            raise word.error(N_("expected the library pile of {element}"), element=element)
        number = whole_number(word._replace(text=left), N_("how many spells are left"), 0, 3)
        if top:
            spell = rules.box.spells[in_box(word._replace(text=top), rules.box.spells, N_("a spell"))]
            if spell.element != element or spell.value != 4 - number:
                raise word.error(N_("a spell of value {value} lies on top of this pile"), value=4 - number)
        found.append((number, top))
    return tuple(found)


def _slots(rules: BigbookRules, found: list[Word]) -> tuple[Curse | None, ...]:
    slots: list[Curse | None] = [None] * len(SLOTS)
    for word in found:
        name, _, rest = word.text.partition(":")
        at = SLOTS.index(one_of(word._replace(text=name), SLOTS, N_("a slot")))
        code, *marks = rest.split(":")
        in_box(word._replace(text=code), rules.box.curses, N_("a curse"))
        triggered = marks[-1:] == ["!"]
        tokens = marks[:-1] if triggered else marks
        for token in tokens:
            one_of(word._replace(text=token), [card for card in KINDS if card != MADNESS], N_("a token"))
        if slots[at] or len(tokens) > 16:
            raise word.error(N_("field {name} is said twice"), name=name)
        slots[at] = Curse(code, tuple(sorted(tokens)), triggered)
    return tuple(slots)


def _tasks(rules: BigbookRules, seat: int, field: list[Word]) -> tuple[Task, ...]:
    found = field[1:]
    if not 1 <= len(found) <= MOST_TASKS:
        raise field[0].error(N_("expected 1 to {most} things still to be done"), most=MOST_TASKS)
    tasks = tuple(_read_task(rules, word) for word in found)
    if tasks[-1].kind in _GO_ON:
        return tasks
    return (*tasks, Task("next", seat))


def _read_task(rules: BigbookRules, word: Word) -> Task:
    kind, seat, number, arg, *more = (*word.text.split(":", 3), "", "", "")
    del more
    arg = arg.replace("_", " ")
    one_of(word._replace(text=kind), (*_OF_PLAYER, *_OF_NOBODY), N_("something to be done"))
    who = _OF_NOBODY.get(kind, NOBODY)
    if kind in _OF_PLAYER:
        who = rules.seats.index(one_of(word._replace(text=seat), rules.seats, N_("a seat")))
    elif seat not in ("", _NOT_ASKED[who]):
        raise word.error(N_("expected {what}"), what=_NOT_ASKED[who])
    n = 0
    if number == "all" and kind == "act":
        n = ALL_TURN
    elif number:
        most = {
            "reveal": 0,
            "lay": 4,
            "token": 4,
            "trigger": 4,
            "read": len(rules.seats) - 1,
            "book": 5,
            "hat": 6,
        }.get(kind, 20)
        n = whole_number(word._replace(text=number), N_("a number"), 0, most)
    if kind == "gain" and n not in (2, 3):
        raise word.error(
            N_("expected {what}, a number from {least} to {most}"), what=N_("a value"), least=2, most=3
        )
    _check_arg(rules, word, kind, arg)
    return Task(kind, who, n, arg)


def _check_arg(rules: BigbookRules, word: Word, kind: str, arg: str) -> None:
    """What a task says besides must be something that it can say."""
    bare = word._replace(text=arg)
    if kind == "reveal":
        one_of(bare, LETTERS, N_("an element"))
    elif kind == "lay":
        one_of(bare, (*LETTERS, MULTI, "any"), N_("a type of curses"))
    elif kind == "token":
        one_of(bare, ("1", "2", "3"), N_("a number"))
    elif kind == "tokens":
        one_of(bare, [f"{amount} {source}" for amount in "123" for source in range(6)], N_("a number"))
    elif kind in ("effect", "pick"):
        try:
            read_step(arg)
        except NotationError as error:
            raise word.error(N_("{why}"), why=str(error)) from error
    elif kind == "read" and arg:
        one_of(bare, (EVERYBODY,), N_("a word"))
    elif kind == "trigger" and arg:
        in_box(bare, rules.box.curses, N_("a curse"))
    elif arg:
        for one in arg.split():
            one_of(bare._replace(text=one), VERBS.get(kind, ()), N_("a word"))
