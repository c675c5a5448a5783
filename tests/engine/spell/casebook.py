"""Cases of play written as text: how they are read, and how they are held against the rules.

A file of cases is made of blocks. A block begins with a line that names what it shows and, in brackets,
the heads it is to be run with; the lines after it are steps::

    spell.mage.move.adjacent [2e] [1e]
    given  <arena> | turn violet | used shift
    when   move a1
    then   legal

``[both]`` is ``[1e] [2e]``, and ``[both asymmetric]`` is ``[1e asymmetric] [2e asymmetric]``. The words in
brackets are those of a position's head. Empty lines and lines that begin with ``# `` are left out.

``given``    a position without its head. The deck is empty unless the head names one.
``start``    instead of ``given``: a match from its very start; may be followed by ``first=violet`` and the like.
``rune``     NAME LEVEL PATTERN: a visible rune, for the ``given`` before. ``pile``: a hidden one, in order.
``when``     an action, perhaps with ``by black`` behind it; several are parted by ``;``.
``then``     what must hold now; several are parted by ``|``. With ``not`` before it, what must not hold.

An action must be legal, unless ``then illegal`` follows at once. A refused action changes nothing.

``legal``                      the last action was legal
``illegal RULE ...``           it was refused; the first rule named comes first, the others are among the rest
``cited RULE ...``             it was refused for exactly these rules, in this order
``tells RULE FACT WORDS``      what the refusal tells beside a rule: a fact of this name
``arena ...``                  the arena; any text with a / in it is taken for one
``counting PLACES``            the places that count for the player in turn
``claimable NAMES``            the visible runes that may be claimed now; or ``none``
``visible NAMES``              the visible runes; or ``none``
``score N``, ``hand NNN``      of the player who made the last claim or cast
``points B V``, ``hands NNN NNN``, ``spent NNN NNN``, ``next SEAT``, ``phase NAME``, ``round N``,
``open`` (the match goes on)
``result WINNERS RULE``        how the match ended: black, violet or draw, and by which rule
``ended RULE``                 why it ended
``can ACTION``                 the action is among the legal ones
``moves N``                    how many legal actions there are, ``moves KIND N`` of a kind
``waits KIND SEAT``            what the state asks for, and from whom (table: from nobody)
``notice RULE``, ``quiet``     what the last legal action was remarked with; nothing
``event NAME``                 the last legal action brought this about
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.contract import ARBITER, TABLE
from engine.spell import GAME
from engine.spell.actions import Action
from engine.spell.frame import names
from engine.spell.notation.cells import write_arena
from engine.spell.state import SEATS, Phase, State
from engine.spell.turn import claimable, counting
from engine.verdict import Accepted, Refusal

HERE = Path(__file__).parent
VERBS = ("given", "start", "rune", "pile", "when", "then")
WHO = {"black": 0, "violet": 1, "B": 0, "V": 1, "table": TABLE, "arbiter": ARBITER}
CASTS = ("summon", "levitate", "push")


@dataclass(frozen=True)
class Rule:
    """A rule of the digest: the edition it holds in, and the evidence it needs ("none": a freedom)."""

    name: str
    edition: str
    evidence: str


def all_rules() -> dict[str, Rule]:
    lines = (HERE / "rules.txt").read_text(encoding="utf-8").splitlines()
    found = [Rule(*line.split()) for line in lines if line and not line.startswith("#")]
    return {rule.name: rule for rule in found}


RULES = all_rules()
FREEDOMS = frozenset(rule.name for rule in RULES.values() if rule.evidence == "none")


def check_refusal(refusal: Refusal, edition: str) -> None:
    """What must hold of any refusal: known rules of this edition, never a freedom, each only once."""
    assert refusal.breaches
    assert all(breach not in refusal.breaches[:i] for i, breach in enumerate(refusal.breaches))
    for rule in refusal.rules:
        assert rule in RULES, f"no such rule: {rule}"
        assert rule not in FREEDOMS, f"a freedom was refused: {rule}"
        # the words of one edition bind the other only where a table option says so
        assert RULES[rule].edition in ("both", edition) or rule in OPTIONAL_IN_1E, f"{rule} is not of {edition}"


OPTIONAL_IN_1E = {"spell.mage.move.not-elemental", "spell.mage.flip.not-occupied", "spell.inv.one-per-tile"}
"""Rules of the second edition that a table option brings into the first."""


@dataclass(frozen=True)
class Step:
    line: int
    verb: str
    said: str


@dataclass(frozen=True)
class Case:
    """A block of a file, with one of its heads."""

    title: str
    head: str
    number: int
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        return f"{self.title}[{self.head}]" + (f"-{self.number}" if self.number > 1 else "")

    def told(self) -> Iterator[str]:
        """What the block says must hold, piece by piece."""
        for step in self.steps:
            if step.verb == "then":
                yield from (part.strip() for part in step.said.split("|"))

    def asserts_legal(self) -> bool:
        """Whether the block shows something that its rule allows."""
        return any(told.split()[0] not in ("illegal", "cited", "tells", "not") for told in self.told())

    def asserts_illegal(self) -> bool:
        """Whether the block shows something that its rule forbids: a refusal for it, or an outcome denied."""
        return any(
            told.startswith("not ") or (told.startswith("illegal") and self.title in told.split())
            for told in self.told()
        )


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, once for each head they are to be run with."""
    return cases_of(path.read_text(encoding="utf-8"), path.name)


def cases_of(text: str, source: str) -> list[Case]:
    """The cases of a text, which ``source`` names in errors."""
    blocks: list[tuple[str, list[str], list[Step]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("# ") or line == "#":
            continue
        verb, _, said = line.strip().partition(" ")
        if verb in VERBS:
            assert blocks, f"{source}:{number}: a step before any block"
            blocks[-1][2].append(Step(number, verb, said.strip()))
        else:
            heads = re.findall(r"\[([^\]]+)\]", line)
            assert heads, f"{source}:{number}: a block names the heads it is run with"
            blocks.append((verb, [head for told in heads for head in _editions(told)], []))
    seen: dict[tuple[str, str], int] = {}
    cases = []
    for title, heads, steps in blocks:
        for head in heads:
            seen[title, head] = seen.get((title, head), 0) + 1
            cases.append(Case(title, head, seen[title, head], tuple(steps)))
    return cases


def _editions(head: str) -> list[str]:
    edition, *others = head.split()
    return [" ".join([one, *others]) for one in (("1e", "2e") if edition == "both" else (edition,))]


def choices_of(head: str) -> dict[str, Any]:
    """The options that the words of a head mean."""
    choices: dict[str, Any] = {"deck": "none"}
    for word in head.split():
        name, equals, value = word.partition("=")
        if word in ("1e", "2e"):
            choices["edition"] = word
        elif equals:
            choices[name] = value
        else:
            choices[name.removeprefix("no-")] = not name.startswith("no-")
    return choices


def opened(head: str, given: str) -> tuple[Any, State]:
    """The rules and the state of a position whose head is told apart from its fields."""
    deck = "" if "deck=" in head else " deck=none"
    return GAME.read_position(f"spell {head}{deck} | {given}")


def run(case: Case) -> None:
    """Play a case; an AssertionError names the line that failed."""
    table = Table(case.head)
    for step, following in zip(case.steps, (*case.steps[1:], None), strict=True):
        refused_next = following is not None and following.verb == "then" and following.said.startswith("illegal")
        try:
            table.take(step, refused_next)
        except Exception as error:
            error.add_note(f"line {step.line}: {step.verb} {step.said}")
            raise


class Table:
    """A match in progress, as the steps of a case see it."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.given = ""
        self.started: dict[str, Any] | None = None
        self.library: dict[str, list[str]] = {"runes": [], "pile": [], "bag": []}
        self.names: dict[str, str] = {}
        self.rules: Any = None
        self.state: Any = None
        self.before: Any = None
        self.verdict: Accepted[State] | Refusal | None = None
        self.last: Action | None = None
        self.caster = 0

    def take(self, step: Step, refused_next: bool) -> None:
        if step.verb in ("given", "start"):
            self.rules = None
            self.verdict = None
            self.library = {"runes": [], "pile": [], "bag": []}
            self.names = {}
            self.given = step.said
            self.started = choices_of(f"{self.head} {step.said}") if step.verb == "start" else None
        elif step.verb in ("rune", "pile"):
            name, level, pattern = step.said.split()
            code = name if name[0] == level else f"{level}{name}"
            self.names[name] = code
            # an example may show more runes of a level than a table can; those wait in the bag until turned up
            full = sum(card[0] == level for card in self.library["runes"]) == 2
            where = "pile" if step.verb == "pile" else "bag" if full else "runes"
            self.library[where].append(f"{code}={pattern}")
        else:
            self.open()
            if step.verb == "when":
                said = [part.strip() for part in step.said.split(";")]
                for i, action in enumerate(said):
                    self.act(action, refused_next and i == len(said) - 1)
            elif step.said.startswith("illegal"):
                self.refused(*step.said.split()[1:])
            else:
                for part in step.said.split("|"):
                    self.check(part.strip())

    def open(self) -> None:
        if self.rules is not None:
            return
        if self.started is not None:
            self.rules = GAME.open(self.started)
            self.state = self.rules.start()
        else:
            fields = [self.given, *(f"{name} {' '.join(said)}" for name, said in self.library.items() if said)]
            self.rules, self.state = opened(self.head, " | ".join(fields))
            self.state = self.turned_up()
        self.caster = self.state.stage.seat

    def turned_up(self) -> Any:
        """The state with the runes of the bag turned up too."""
        if not self.library["bag"]:
            return self.state
        stage = self.state.stage
        return self.state._replace(visible=self.state.visible | stage.hidden, stage=stage._replace(hidden=0))

    def act(self, said: str, may_be_refused: bool) -> None:
        said, by = re.fullmatch(r"(.*?)(?: by (\w+))?", said).groups()  # type: ignore[union-attr]
        words = [self.names.get(word, word) for word in said.split()]
        action = self.rules.read_action(self.state, " ".join(words))
        self.verdict = verdict = self.rules.judge(self.state, action, WHO[by] if by else None)
        self.last = action
        if isinstance(verdict, Refusal):
            check_refusal(verdict, str(self.rules.setup["edition"]))
            assert may_be_refused, f"refused: {verdict.rules}"
            return
        if by is None:
            assert action in set(self.rules.legal(self.state)), "judged legal, but not listed"
        if action.kind in (*CASTS, "claim"):
            self.caster = self.state.stage.seat
        self.before, self.state = self.state, verdict.state

    def refused(self, rule: str, *others: str) -> None:
        assert isinstance(self.verdict, Refusal), "the action was accepted"
        assert self.verdict.rules[0] == rule, f"refused by {self.verdict.rules}"
        assert set(others) <= set(self.verdict.rules), f"refused by {self.verdict.rules}"

    def check(self, said: str) -> None:
        wanted = not said.startswith("not ")
        said = said.removeprefix("not ")
        if said == "legal":
            assert isinstance(self.verdict, Accepted)
            return
        if " / " in said:
            said = f"arena {said.removeprefix('arena ')}"
        verb, _, rest = said.partition(" ")
        if verb == "can":
            words = [self.names.get(word, word) for word in rest.split()]
            action = self.rules.read_action(self.state, " ".join(words))
            assert (action in set(self.rules.legal(self.state))) is wanted, f"{rest}: {action}"
            assert isinstance(self.rules.judge(self.state, action), Accepted) is wanted
            return
        found, expected = self.look(verb, rest.split())
        assert (found == expected) is wanted, f"found {found}"

    def look(self, verb: str, rest: list[str]) -> tuple[Any, Any]:
        """What is the case, and what the words say it should be."""
        state, rules = self.state, self.rules
        stage = state.stage
        if verb == "arena":
            return write_arena(state.arena, stage.amulets_in_force), " ".join(rest)
        if verb == "counting":
            return set(names(counting(rules, state))), set(rest)
        if verb in ("claimable", "visible"):
            mask = claimable(rules, state) if verb == "claimable" else state.visible
            found = {rules.deck.cards[i].code for i in range(len(rules.deck.cards)) if mask >> i & 1}
            return found, {self.names.get(name, name) for name in rest if name != "none"}
        if verb == "score":
            return state.points[self.caster], int(rest[0])
        if verb in ("hand", "hands"):
            hands = ["".join(str(state.cards(seat, level)) for level in (1, 2, 3)) for seat in (0, 1)]
            return ([hands[self.caster]] if verb == "hand" else hands), rest
        if verb == "spent":
            return ["".join(str(state.spent(seat, level)) for level in (1, 2, 3)) for seat in (0, 1)], rest
        if verb == "points":
            return list(state.points), [int(word) for word in rest]
        if verb == "next":
            return [state.stage.phase is not Phase.OVER, stage.seat], [True, WHO[rest[0]]]
        if verb == "phase":
            return stage.phase.name.lower().replace("_", "-"), rest[0]
        if verb == "round":
            return rules.clock(state).round, int(rest[0])
        if verb == "open":
            return rules.result(state), None
        return self.look_further(verb, rest)

    def look_further(self, verb: str, rest: list[str]) -> tuple[Any, Any]:
        state, rules = self.state, self.rules
        if verb in ("result", "ended"):
            result = rules.result(state)
            if verb == "ended":
                return result and result.facts["ended"], rest[0]
            winners = [SEATS[seat] for seat in result.winners] or ["draw"] if result else ["open"]
            return [*winners, result.rule if result else ""][: len(rest)], rest
        if verb == "moves":
            kinds = [action.kind for action in rules.legal(state)]
            return (kinds.count(rest[0]) if len(rest) > 1 else len(kinds)), int(rest[-1])
        if verb == "waits":
            return [(request.kind, request.by) for request in rules.requests(state)], [(rest[0], WHO[rest[1]])]
        if verb in ("cited", "tells"):
            assert isinstance(self.verdict, Refusal), "nothing was refused"
            if verb == "cited":
                return self.verdict.rules, tuple(rest)
            told = [breach.facts.get(rest[1]) for breach in self.verdict.breaches if breach.rule == rest[0]]
            return told, [tuple(rest[2:])]
        assert isinstance(self.verdict, Accepted), f"nothing was accepted that could have a {verb}"
        if verb == "notice":
            return rest[0] in [notice.rule for notice in self.verdict.notices], True
        if verb == "quiet":
            return self.verdict.notices, ()
        if verb == "event":
            return rest[0] in [event.name for event in self.verdict.events], True
        raise AssertionError(f"no such assertion: {verb}")


def ids(cases: list[Case]) -> Iterator[str]:
    return (case.name for case in cases)
