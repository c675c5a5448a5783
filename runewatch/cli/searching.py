"""``runewatch perft``, ``runes`` and ``best``: counting, recognising and planning in a position."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import click

from engine.contract import Best, Pattern
from engine.errors import N_, NotationError
from engine.record import seat_name
from engine.search import divide as divided
from engine.search import perft as counted
from engine.verdict import Accepted
from runewatch.cli import report
from runewatch.cli.framework import Command, InputError, Number, Option, UsageError
from runewatch.cli.inputs import Position, position_argument, read_position
from runewatch.cli.positions import GIVEN_HELP
from runewatch.cli.reply import Reply

DEPTH = "DEPTH"
DEEPEST = 20
LONGEST = 86_400
PATTERN_MARKS = str.maketrans({"#": "■", ".": "·"})


# -- perft ----------------------------------------------------------------------------------------------


@click.command(
    cls=Command,
    short_help=N_("Count the sequences of legal actions."),
    help=N_("DEPTH is how many actions one after the other. Every sequence is played, none is counted twice."),
    examples=["runewatch perft @position.txt 3", "runewatch perft --divide @position.txt 2"],
)
@position_argument
@click.argument("depth", metavar=DEPTH, required=False, type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, cls=Option, help=N_("Count for each first action apart."))
@click.pass_context
def perft(ctx: click.Context, position: Sequence[str], depth: int | None, divide: bool) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    if depth is None:
        raise UsageError(N_("{name} is missing"), name=DEPTH)
    parts: list[dict[str, Any]] = []
    total = 0
    began = time.perf_counter()
    if divide and depth:
        for action, count in divided(given.rules, given.state, depth):
            parts.append({"action": given.rules.write_action(given.state, action), "count": count})
            total += count
            if not reply.as_json:
                reply.line(f"{_grouped(count):>14}  {parts[-1]['action']}")
    else:
        total = counted(given.rules, given.state, depth)
    seconds = time.perf_counter() - began
    rate = round(total / seconds) if seconds else 0
    if reply.as_json:
        document = {
            "position": given.text,
            "depth": depth,
            "count": total,
            "seconds": round(seconds, 6),
            "per_second": rate,
        }
        reply.document(document | ({"divide": parts} if divide else {}))
        return
    if parts:
        reply.line()
    told = reply.words.ngettext(
        "{count} sequence of depth {depth} in {seconds} s: {rate} a second",
        "{count} sequences of depth {depth} in {seconds} s: {rate} a second",
        total, count=_grouped(total), depth=depth, seconds=reply.words.decimal(seconds, 3), rate=_grouped(rate),
    )  # fmt: skip
    reply.paragraph(told)


def _grouped(number: int) -> str:
    """A number as both languages may write it: 12 345."""
    return f"{number:,}".replace(",", " ")


# -- runes ----------------------------------------------------------------------------------------------


@click.command(
    cls=Command,
    short_help=N_("Say which runes are formed, and where."),
    help=N_("For the player in turn. Without --rune, the runes on display are looked at."),
    examples=["runewatch runes @position.txt", "runewatch runes --rune '1S=.##/##.' @position.txt"],
)
@position_argument
@click.option(
    "--rune", "drawn", multiple=True, metavar="CODE=PATTERN",
    cls=Option, help=N_("A rune to look for instead, drawn with # and . in rows joined by /; may be repeated."),
)  # fmt: skip
@click.pass_context
def runes(ctx: click.Context, position: Sequence[str], drawn: tuple[str, ...]) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    try:
        found = given.rules.patterns(given.state, drawn)
    except NotationError as error:
        raise error.at(source="--rune") from None
    if found is None:
        raise InputError(N_("the game {name} has no runes"), name=given.rules.game.name)
    if reply.as_json:
        reply.document({"position": given.text, "by": _in_turn(given), "runes": list(map(_rune, found))})
        return
    if not found:
        reply.say(N_("No rune is on display."))
    for number, rune in enumerate(found):
        if number:
            reply.line()
        _tell_rune(reply, rune)


def _rune(rune: Pattern) -> dict[str, Any]:
    return {
        "code": rune.name,
        "pattern": rune.drawing,
        "formed": bool(rune.placements),
        "claimable": rune.claimable,
        "placements": [list(names) for names in rune.placements],
    }


def _in_turn(given: Position) -> str:
    return seat_name(given.rules, given.rules.clock(given.state).seat)


def _tell_rune(reply: Reply, rune: Pattern) -> None:
    """The drawing on the left, where it lies on the right."""
    told = [" ".join(names) for names in rune.placements] or [reply.words(N_("not formed"))]
    if rune.placements:
        state = N_("formed, can be claimed") if rune.claimable else N_("formed")
        told.insert(0, reply.words(state))
    rows = drawing(rune)
    for number in range(max(len(rows), len(told))):
        code = reply.styled(rune.name.ljust(8), bold=True) if number == 0 else " " * 8
        row = rows[number] if number < len(rows) else ""
        reply.line(f"{code}  {row.ljust(9)}   {told[number] if number < len(told) else ''}".rstrip())


def drawing(rune: Pattern) -> list[str]:
    """A pattern as rows of squares."""
    return [" ".join(row.translate(PATTERN_MARKS)) for row in rune.drawing.split("/")]


# -- best -----------------------------------------------------------------------------------------------


@click.command(
    cls=Command,
    short_help=N_("Find the highest-scoring way to play the turn."),
    help=GIVEN_HELP,
    examples=["runewatch best --seconds 5 @position.txt"],
)
@position_argument
@click.option(
    "--seconds", type=Number(0, LONGEST), default=10.0, metavar="S",
    cls=Option, help=N_("How long to search at most; 10 if not said."),
)  # fmt: skip
@click.pass_context
def best(ctx: click.Context, position: Sequence[str], seconds: float) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    began = time.monotonic()
    found = given.rules.best(given.state, lambda: time.monotonic() - began >= seconds)
    took = time.monotonic() - began
    if found is None:
        raise InputError(N_("there is no turn of {name} to look through here"), name=given.rules.game.name)
    actions, after = _played(reply, given, found)
    document = {
        "position": given.text,
        "by": _in_turn(given),
        "points": found.points,
        "proven": found.proven,
        "seconds": round(took, 6),
        "positions": found.positions,
        "actions": actions,
        "after": after,
    }
    if reply.as_json:
        reply.document(document)
    else:
        _tell_best(reply, document, seconds)


def _played(reply: Reply, given: Position, found: Best) -> tuple[list[dict[str, Any]], str]:
    """The line, action by action, and the position it leads to."""
    rules, state = given.rules, given.state
    actions = []
    for action in found.actions:
        verdict = rules.judge(state, action)
        assert isinstance(verdict, Accepted), "the best line is legal"
        events = report.events(reply.words, rules, verdict.events)
        actions.append({"action": rules.write_action(state, action), "events": events})
        state = verdict.state
    return actions, rules.write_position(state)


def _tell_best(reply: Reply, document: dict[str, Any], seconds: float) -> None:
    words = reply.words
    for action in document["actions"]:
        reply.line(f"  {reply.styled(action['action'], bold=True)}")
        for event in action["events"]:
            reply.paragraph(event["text"], indent=6)
    if document["actions"]:
        reply.line()
    points = words.ngettext("{number} point", "{number} points", document["points"])
    if document["proven"]:
        reply.say(N_("Proven best: {points}."), points=points)
    else:
        reply.say(N_("Best found in {seconds} s: {points}."), seconds=f"{seconds:g}", points=points)
    looked = words.ngettext("{number} position", "{number} positions", document["positions"])
    reply.say(N_("{looked} looked at in {took} s"), looked=looked, took=words.decimal(document["seconds"], 2))
    if document["actions"]:
        reply.line()
        reply.line(reply.styled(document["after"], fg=244))
