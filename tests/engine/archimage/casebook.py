"""Cases of play written as text: how they are read, and how they are held against the rules.

A file of cases is made of blocks. A block begins with the rule it shows; the lines after it are steps::

    archimage.break.power
    given  circle=1 | board 1p=r2 | mages shaman=v1 witch=v2 | dice shaman=r2
    when   break 1p with r2
    then   legal

Empty lines and lines that begin with ``# `` are left out. Steps:

``given``    a position without the name of the game. Spaces that are not named are empty.
``dealt``    the same, with a seal of the right power on every space that is not named.
``setup``    options to open the game with.
``again``    back to the position that was given.
``when``     an action, perhaps with ``by witch`` behind it. Unless ``illegal`` follows, it must be legal.
``done``     the table as it looks after an action; the match does not know of it.
``see``      the table as it looks, but for these places: ``PLACE=THING,THING | PLACE=``
``then``     what must hold now; several are parted by ``|``. With ``not`` before it, what must not hold.

What can be asked: ``legal``; ``illegal RULE …`` (all of these were cited; ``leap`` stands for any rule of it);
``duty RULE``; ``can ACTION``; ``fault RULE`` and ``unfault RULE`` (what a change of the table is blamed on, or
not; of several one is enough); ``wrong RULE`` and ``unwrong RULE`` (the same of one look); ``opened``,
``refused WORDS``; ``unread WORDS`` (the position was refused); ``notice RULE`` or ``notice none``; and the state:
``phase``, ``turn``, ``first``, ``round``, ``dice SEAT DICE``, ``scrolls SEAT SCROLLS``, ``points SEAT N``,
``at SEAT SPACE``, ``familiar SEAT SPACE``, ``bondup SEAT``, ``space SPACE WHAT``, ``zone COLOUR N``,
``ended RULE``, ``result WINNERS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.archimage import GAME
from engine.archimage.elements import COLOURS, cell_name
from engine.archimage.flow import in_box
from engine.archimage.notation.position import DONE_NAME, HOME_NAME, PHASES, fields
from engine.archimage.state import AT_HOME, DONE, State
from engine.errors import RunewatchError
from engine.record import result_text
from engine.table import Layout, Thing
from engine.verdict import Accepted, Refusal

HERE = Path(__file__).parent
VERBS = ("given", "dealt", "setup", "again", "when", "done", "see", "then")
NEGATIVE = ("illegal", "duty", "fault", "wrong", "refused", "unread", "not")
"""What shows that something is not allowed, or does not come out."""


@dataclass(frozen=True)
class Step:
    line: int
    verb: str
    said: str


@dataclass(frozen=True)
class Case:
    """A block of a file."""

    title: str
    steps: tuple[Step, ...]

    def told(self) -> Iterator[str]:
        """What the block says must hold, piece by piece."""
        for step in self.steps:
            if step.verb == "then":
                yield from (piece.strip() for piece in step.said.split("|"))

    def asserts_illegal(self) -> bool:
        return any(piece.split()[0] in NEGATIVE for piece in self.told())

    def asserts_legal(self) -> bool:
        return any(piece.split()[0] not in NEGATIVE for piece in self.told())


def read_cases(path: Path) -> list[Case]:
    found: list[tuple[str, list[Step]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        verb, _, said = line.partition(" ")
        if verb not in VERBS:
            found.append((line.strip(), []))
        else:
            found[-1][1].append(Step(number, verb, said.strip()))
    return [Case(title, tuple(steps)) for title, steps in found]


def run(case: Case) -> None:
    book = _Book()
    for step in case.steps:
        try:
            getattr(book, step.verb)(step.said)
        except AssertionError as error:
            raise AssertionError(f"line {step.line}: {step.verb} {step.said}: {error}") from error
    book.settle()


class _Book:
    """A match in which a case is played through."""

    def __init__(self) -> None:
        self.rules: Any = None
        self.state: Any = None
        self.start: Any = None
        self.error: RunewatchError | None = None
        self.verdict: Any = None
        self.notices: tuple[str, ...] = ()
        self.seen: Layout | None = None

    # -- steps ------------------------------------------------------------------------------------------

    def given(self, said: str) -> None:
        self.settle()
        self.error, self.seen, self.verdict = None, None, None
        try:
            self.rules, self.state = GAME.read_position(f"archimage {said}")
        except RunewatchError as error:
            self.error = error
        self.start = self.state

    def dealt(self, said: str) -> None:
        head, _, rest = said.partition("|")
        rules, state = GAME.read_position(f"archimage {head} | phase deal")
        while state.phase == 0:
            state = rules.play(state, next(rules.legal(state)))
        assert min(in_box(rules, state).values()) >= 0
        board = dict(fields(rules, state))["board"]
        self.given(f"{head} | board {board} | {rest}")

    def setup(self, said: str) -> None:
        pairs = (word.partition("=") for word in said.split())
        self.error = None
        try:
            GAME.open({name: {"yes": True}.get(value) or (int(value) if name == "players" else value)
                       for name, _, value in pairs})  # fmt: skip
        except RunewatchError as error:
            self.error = error

    def again(self, said: str) -> None:
        self.settle()
        self.state, self.seen, self.verdict = self.start, None, None

    def when(self, said: str) -> None:
        self.settle()
        text, _, who = said.partition(" by ")
        assert self.error is None, self.error
        action = self.rules.read_action(self.state, text)
        by = self.rules.seats.index(who) if who else self.rules.actor(self.state, action)
        self.verdict = self.rules.judge(self.state, action, by)
        is_legal = not who and action in set(self.rules.legal(self.state))
        assert bool(self.verdict) == is_legal or who, (self.verdict, is_legal)
        if isinstance(self.verdict, Accepted):
            self.state = self.verdict.state
            self.notices = tuple(notice.rule for notice in self.verdict.notices)

    def done(self, said: str) -> None:
        action = self.rules.read_action(self.state, said)
        assert self.rules.judge(self.state, action)
        self.seen = dict(self.rules.layout(self.rules.play(self.state, action)))

    def see(self, said: str) -> None:
        things = {thing.name: thing for thing in self.rules.plan().things}
        seen = dict(self.seen if self.seen is not None else self.rules.layout(self.state))
        for part in said.split("|"):
            place, _, names = part.strip().partition("=")
            lying: list[Thing] = [things[name] for name in names.split(",") if name]
            seen[place] = tuple(lying)
        self.seen = seen

    def settle(self) -> None:
        """A refusal that nobody asked about is a fault of the case."""
        assert not isinstance(self.verdict, Refusal), self.verdict

    def then(self, said: str) -> None:
        for piece in said.split("|"):
            words = piece.split()
            wanted = words[0] != "not"
            name, *rest = words if wanted else words[1:]
            holds = getattr(self, f"is_{name}", None)
            found = holds(*rest) if holds else self.is_state(name, *rest)
            assert bool(found) == wanted, f"{piece.strip()}: {self.told()}"

    def told(self) -> str:
        return f"{self.verdict} {self.error} {self.rules.write_position(self.state) if self.state else ''}"

    # -- what can be asked ------------------------------------------------------------------------------

    def is_legal(self) -> bool:
        return isinstance(self.verdict, Accepted)

    def is_illegal(self, *rules: str) -> bool:
        verdict, self.verdict = self.verdict, None
        assert isinstance(verdict, Refusal), verdict
        assert set(verdict.rules) <= GAME.sentences.keys(), verdict.rules
        self.refused = verdict
        return all(any(cited.endswith(rule) or f".{rule}." in cited for cited in verdict.rules) for rule in rules)

    def is_duty(self, rule: str) -> bool:
        return any(one.duty and one.rule.endswith(rule) for one in self.refused.breaches)

    def is_can(self, *words: str) -> bool:
        return self.rules.read_action(self.state, " ".join(words)) in set(self.rules.legal(self.state))

    def is_fault(self, *rules: str) -> bool:
        found = {one.rule for one in self.rules.diagnose(self.state, self.seen or {})}
        assert found & {f"archimage.{rule}" for rule in rules}, found
        return True

    def is_unfault(self, rule: str) -> bool:
        return not self.rules.diagnose(self.state, self.rules.layout(self.state))

    def is_wrong(self, rule: str) -> bool:
        found = {one.rule for one in self.rules.inspect(self.seen)}
        assert f"archimage.{rule}" in found, found
        return True

    def is_unwrong(self, rule: str) -> bool:
        found = self.rules.inspect(self.rules.layout(self.state))
        assert not found, found
        return True

    def is_opened(self) -> bool:
        return self.error is None

    def is_refused(self, word: str) -> bool:
        return self.error is not None and word in str(self.error)

    def is_unread(self, word: str) -> bool:
        assert self.error is not None
        return word in str(self.error)

    def is_notice(self, rule: str) -> bool:
        return f"archimage.{rule}" in self.notices if rule != "none" else not self.notices

    def is_points(self, seat: str, points: str) -> bool:
        return bool(self.rules.points(self.state)[self.rules.seats.index(seat)] == int(points))

    def is_result(self, winners: str) -> bool:
        return result_text(self.rules, self.state).split()[0] == winners

    def is_zone(self, colour: str, count: str) -> bool:
        return bool(self.state.reserve(COLOURS.index(colour)) == int(count))

    def is_space(self, name: str, what: str) -> bool:
        cell = self.state.board[self.rules.board.numbers[name]]
        return (cell_name(cell) if cell else "empty") == what

    def is_familiar(self, seat: str, where: str) -> bool:
        at = self.state.familiars[self.rules.seats.index(seat)]
        return ({AT_HOME: HOME_NAME, DONE: DONE_NAME}.get(at) or self.rules.board.name_of(at)) == where

    def is_at(self, seat: str, where: str) -> bool:
        return bool(self.rules.board.name_of(self.state.mages[self.rules.seats.index(seat)]) == where)

    def is_bondup(self, seat: str) -> bool:
        return bool(self.state.bond_is_up(self.rules.seats.index(seat)))

    def is_phase(self, name: str) -> bool:
        return PHASES[self.state.phase] == name

    def is_state(self, name: str, *rest: str) -> bool:
        """What a field of the position says."""
        said = dict(fields(self.rules, self.state))[name]
        if len(rest) == 1:
            return said == rest[0]
        seat, items = rest
        mine = dict(word.split("=") for word in said.split()).get(seat, "")
        return sorted(mine.split(",")) == sorted(items.split(","))


def states(case: Case) -> Iterator[State]:
    """The positions that a case gives, for whoever wants to look at them otherwise."""
    for step in case.steps:
        if step.verb == "given":
            try:
                yield GAME.read_position(f"archimage {step.said}")[1]
            except RunewatchError:
                continue
