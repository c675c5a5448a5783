"""``runewatch demo``: a whole match in the terminal, played from the record that comes with us.

Turns are told one by one: what is done, what the referee says of it, and the table when all is done.
What happens between turns (runes turned up, tiles laid while building) is told in a few lines.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.contract import Pattern, Rules
from engine.errors import N_
from engine.record import Entry, Record, Step, read_record, replay
from engine.verdict import Accepted, Refusal
from engine.words import Words
from runewatch.cli import picture
from runewatch.cli.check import checked
from runewatch.cli.framework import Command, Number, Option
from runewatch.cli.reply import GLUE, WIDTH, Reply, glued, is_terminal, wrapped
from runewatch.cli.searching import drawing

FASTEST = 1000
READING, ACTING, LOOKING = 1.6, 0.5, 1.6
"""Seconds to wait at speed 1, after a comment, an action and a picture."""
AFTER_ACTION = 30
"""The column where the answer to an action begins."""


@click.command(
    cls=Command,
    short_help=N_("Watch a whole match, from building to the last point."),
    help=N_("It plays by itself. Ctrl-C ends it at any time."),
    examples=["runewatch demo", "runewatch demo --speed 3", "runewatch demo --speed 0 | less -R"],
)
@click.option(
    "--speed", type=Number(0, FASTEST), default=1.0, metavar="N",
    cls=Option, help=N_("How fast: 1 as usual, 2 twice as fast, 0 without any pause."),
)  # fmt: skip
@click.pass_obj
def demo(reply: Reply, speed: float) -> None:
    record = read_record(_text(reply.words))
    rules = record.open()
    if reply.as_json:
        reply.document(checked(reply, record, rules, ""))
        return
    _Show(reply, record, rules, speed if is_terminal() else 0).play()


def _text(words: Words) -> str:
    """The record with comments in the reader's language, if there is one."""
    folder = files("runewatch") / "data"
    own = folder / f"demo.{words.language}.rwr"
    return (own if own.is_file() else folder / "demo.rwr").read_text(encoding="utf-8")


class _Show:
    """One showing of a record."""

    def __init__(self, reply: Reply, record: Record, rules: Rules[Any, Any], speed: float) -> None:
        self.reply = reply
        self.words = reply.words
        self.record = record
        self.rules = rules
        self.speed = speed
        self.state = record.start(rules)
        self.marked: tuple[str, ...] = ()

    def play(self) -> None:
        self.title()
        seen = False
        for is_turn, moments in _parts(self.record, self.rules):
            if not is_turn:
                self.between(moments)
                continue
            if not seen:
                self.show()
                seen = True
            self.turn(moments)
        self.ending()

    def pause(self, seconds: float) -> None:
        if self.speed:
            time.sleep(seconds / self.speed)

    # -- the parts of it ----------------------------------------------------------------------------

    def title(self) -> None:
        reply, game = self.reply, self.rules.game
        players = [
            f"{self.record.tags[seat]} ({self.words(seat)})"
            for seat in self.rules.seats
            if seat in self.record.tags
        ]
        told = self.words(N_("a match of {game}"), game=game.title)
        reply.line()
        reply.line(f"  {reply.styled('RUNEWATCH', bold=True)}  {told}")
        reply.line(f"  {reply.styled(' – '.join(players), fg=244)}")
        reply.line()
        for line in picture.legend(reply, game.signs):
            reply.line(line)
        reply.line()

    def between(self, moments: Sequence[Moment]) -> None:
        """What is done between turns, in as few lines as it takes."""
        told: list[str] = []
        for who, group in groupby(moments, lambda moment: moment.entry.who):
            found = list(group)
            if not who:
                self.aside(told)
                for moment in found:
                    self.comment(moment.entry)
                continue
            acts = [glued(moment.entry.text) for moment in found]
            told.append(self.words(N_("{who}: {told}"), who=who, told="; ".join(acts)).replace(" ", GLUE, 1))
            self.state = found[-1].step.after if found[-1].step else self.state
        self.aside(told)

    def aside(self, told: list[str]) -> None:
        if told:
            self.reply.paragraph("   ".join(told), indent=2, fg=244)
            self.reply.line()
            self.pause(LOOKING)
            told.clear()

    def turn(self, moments: Sequence[Moment]) -> None:
        self.rule(next(moment.entry for moment in moments if moment.step))
        self.marked = ()
        after_action = False
        for entry, step in moments:
            if step is None:
                if after_action:
                    self.reply.line()
                self.comment(entry)
            elif self._stays(step):
                self.action(step)
            else:
                # the turn passes: the table is shown as it was before everything goes home
                self.reply.line()
                self.show()
            self.state = step.after if step else self.state
            after_action = step is not None and self._stays(step) and bool(step.verdict)

    def _stays(self, step: Step) -> bool:
        """Whether the same player goes on after this."""
        same = self.rules.clock(step.after) == self.rules.clock(step.before)
        return same and self.rules.result(step.after) is None

    def rule(self, entry: Entry) -> None:
        """The heading of a turn, with the score on the right."""
        reply = self.reply
        left = f"── {self.words(N_('Round {round}'), round=entry.round)} · {self.words(entry.who)} "
        right = f" {picture.score(reply, self.rules, self.state)} ──"
        reply.line(reply.styled(left.ljust(WIDTH - len(right), "─") + right, bold=True))
        reply.line()

    def comment(self, entry: Entry) -> None:
        self.reply.paragraph(entry.text, indent=2)
        self.reply.line()
        self.pause(READING)

    def action(self, step: Step) -> None:
        if isinstance(step.verdict, Refusal):
            self.refused(step, step.verdict)
        elif isinstance(step.verdict, Accepted):
            claimed = self.claimed(step)
            told = [self.words.event(self.rules, event) for event in step.verdict.events]
            self.line_of("▸", step, [line for text in told for line in self.fitted(text)], "cyan")
            for rune in claimed:
                self.rune(rune)
        self.pause(ACTING)

    def line_of(self, mark: str, step: Step, told: Sequence[str], colour: str) -> None:
        """An action on the left and what it brought about on the right."""
        reply, action = self.reply, step.entry.text
        gap = " " * max(AFTER_ACTION - 4 - len(action), 2)
        left = f"  {reply.styled(mark, fg=colour, bold=True)} {reply.styled(action, bold=True)}"
        reply.line(f"{left}{gap}{(*told, '')[0]}".rstrip())
        for line in told[1:]:
            reply.line(" " * AFTER_ACTION + line)

    def fitted(self, text: str) -> list[str]:
        return wrapped(text, WIDTH - AFTER_ACTION - 1)

    def refused(self, step: Step, refusal: Refusal) -> None:
        reply, breach = self.reply, refusal.breaches[0]
        told = self.fitted(self.words.sentence(self.rules, breach))
        self.line_of("✗", step, [reply.styled(breach.rule, fg="red"), *told], "red")
        reply.line()
        self.pause(LOOKING)

    def claimed(self, step: Step) -> tuple[Pattern, ...]:
        """The patterns that this action took off the display."""
        before = self.rules.patterns(step.before) or ()
        left = {pattern.name for pattern in self.rules.patterns(step.after) or ()}
        return tuple(pattern for pattern in before if pattern.name not in left)

    def rune(self, rune: Pattern) -> None:
        """A claimed rune, and where it was formed."""
        self.marked = rune.placements[0] if rune.placements else ()
        rows = drawing(rune)
        wide = max(map(len, rows))
        for number, row in enumerate(rows):
            where = f"   {' '.join(self.marked)}" if number == 0 else ""
            self.reply.line(f"{' ' * AFTER_ACTION}{row.ljust(wide)}{where}")

    def show(self) -> None:
        for line in picture.drawn(self.reply, self.rules.picture(self.state, self.marked)):
            self.reply.line(f"  {line}".rstrip())
        self.reply.line()
        self.pause(LOOKING)

    def ending(self) -> None:
        reply, result = self.reply, self.rules.result(self.state)
        reply.line(reply.styled("─" * WIDTH, bold=True))
        reply.line()
        if result:
            reply.paragraph(self.words.sentence(self.rules, result), indent=2, bold=True)
        reply.line()
        reply.line(f"  {self.words(N_('How to go on:'))}")
        examples = [(f"{called()} {arguments}", meaning) for arguments, meaning in GO_ON]
        longest = max(len(example) for example, _ in examples)
        for example, meaning in examples:
            reply.line(f"    {reply.styled(example.ljust(longest + 3), bold=True)}{self.words(meaning)}")
        reply.line()


NAME = "runewatch"
GO_ON = (
    ("games", N_("what is on the shelf")),
    ("legal -h", N_("what may be done in a position of yours")),
    ("best -h", N_("the best that can be made of a turn")),
    ("check -h", N_("a record of yours, judged action by action")),
)


def called() -> str:
    """How this program is started from here: by its name, or by where it lies if that is not on the path."""
    own = Path(sys.argv[0])
    return str(own) if own.name == NAME and not shutil.which(NAME) else NAME


class Moment(NamedTuple):
    """An entry of the record, and what came of it if it is no comment."""

    entry: Entry
    step: Step | None


def _parts(record: Record, rules: Rules[Any, Any]) -> Iterator[tuple[bool, list[Moment]]]:
    """Turns, and between them whatever is done one by one; comments go with what follows them.

    A turn is what a player does in one go, if that is more than a single action.
    """
    steps = replay(record, rules)
    goes: list[tuple[Any, list[Moment]]] = []
    waiting: list[Moment] = []
    for entry in record.entries:
        if entry.is_comment:
            waiting.append(Moment(entry, None))
            continue
        step = next(steps)
        key = (entry.label, tuple(request.kind for request in rules.requests(step.before)))
        if not goes or goes[-1][0] != key:
            goes.append((key, []))
        goes[-1][1].extend([*waiting, Moment(entry, step)])
        waiting = []
    if waiting:
        goes.append((None, waiting))
    for is_turn, group in groupby(goes, lambda go: _is_turn(go[1])):
        if is_turn:
            yield from ((True, moments) for _, moments in group)
        else:
            yield False, [moment for _, moments in group for moment in moments]


def _is_turn(moments: Sequence[Moment]) -> bool:
    acts = [moment.entry for moment in moments if moment.step]
    return len(acts) > 1 and acts[0].round > 0
