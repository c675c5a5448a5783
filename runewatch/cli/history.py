"""``runewatch history``: the matches that were played, one of them step by step, out to files and in from them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from engine.errors import N_, NotationError, RunewatchError
from runewatch.cli import matches
from runewatch.cli.framework import App, Command, Option, Speaking
from runewatch.cli.inputs import read_match
from runewatch.cli.outputs import write_file
from runewatch.cli.picture import show as show_position
from runewatch.cli.reply import Reply
from runewatch.cli.settings import stored
from runewatch.journal import recording, replaying
from runewatch.journal.counting import tally
from runewatch.journal.faults import DamagedJournalError, NoMatchError, OlderJournalError
from runewatch.journal.folder import journal_path
from runewatch.journal.keeping import PAGE_SIZE, Journal
from runewatch.journal.listing import Summary
from runewatch.journal.lock import check_folder
from runewatch.journal.players import players
from runewatch.journal.rows import Kept

MATCH = "N"


class _History(App):
    """The group; by itself it lists the matches."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # an App without words shows its help
        return Speaking.parse_args(self, ctx, args)


@click.group(
    "history",
    cls=_History,
    invoke_without_command=True,
    short_help=N_("Look through the matches that were played."),
    help=N_("By itself it lists the matches, the newest first."),
    examples=[
        "runewatch history",
        "runewatch history show 7",
        "runewatch history export 7 match.rwr",
        "runewatch history stats",
    ],
)
@click.option(
    "--page", cls=Option, type=click.IntRange(1, 100_000), default=1, metavar="N",
    help=N_("Which page of the list."),
)  # fmt: skip
@click.pass_context
def history(ctx: click.Context, page: int) -> None:
    if ctx.invoked_subcommand is not None:
        return
    reply: Reply = ctx.obj
    with _journal(reply) as journal:
        count = journal.count() if journal else 0
        found = journal.history(page - 1) if journal else ()
    pages = max(-(-count // PAGE_SIZE), 1)
    if reply.as_json:
        listed = [matches.plain(one) for one in found]
        reply.document({"count": count, "page": page, "pages": pages, "matches": listed})
        return
    if not count:
        reply.say(N_("No match has been played yet."))
        return
    for one in found:
        matches.tell_summary(reply, one)
    if pages > 1:
        reply.line()
        reply.say(N_("Page {page} of {pages}; --page shows another."), page=page, pages=pages)


@click.command(
    "show",
    cls=Command,
    short_help=N_("Tell a match step by step."),
    help=N_("N is the number of the match in the list. What was taken back is told as well."),
    examples=["runewatch history show 7", "runewatch history show 7 --draw"],
)
@click.option("--draw", cls=Option, is_flag=True, help=N_("Draw the position after each step."))
@click.argument("number", metavar=MATCH, type=click.IntRange(1, 1 << 40))
@click.pass_obj
def show(reply: Reply, /, number: int, draw: bool) -> None:
    summary, kept = _match(reply, number)
    walked = zip(replaying.steps(one.event for one in kept), kept, strict=True)
    if reply.as_json:
        told = [matches.plain_step(reply, step, one) for step, one in walked]
        reply.document({"match": matches.plain(summary), "steps": told})
        return
    matches.tell_summary(reply, summary)
    reply.line()
    for step, one in walked:
        matches.tell_step(reply, step, one)
        if draw and (step.number == 0 or step.after.steps != step.before.steps):
            reply.line()
            show_position(reply, step.after.rules, step.after.state)
            reply.line()


@click.command(
    "export",
    cls=Command,
    short_help=N_("Write a match as a record, or as JSON with every event."),
    help=N_(
        "N is the number of the match in the list. The record holds what stands of the match; runewatch check "
        "reads it. Without FILE it is shown."
    ),
    examples=["runewatch history export 7 match.rwr", "runewatch history export 7 match.json --json"],
)
@click.argument("number", metavar=MATCH, type=click.IntRange(1, 1 << 40))
@click.argument("file", metavar="[FILE]", required=False, default="")
@click.pass_obj
def export(reply: Reply, /, number: int, file: str) -> None:
    summary, kept = _match(reply, number)
    if reply.as_json:
        document = {"match": matches.plain(summary), **recording.to_json(kept)}
        if not file:
            reply.document(document)
            return
        write_file(file, (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())
        reply.document({"match": matches.plain(summary), "file": file})
        return
    text = recording.record_text(kept)
    if file:
        write_file(file, text.encode())
        reply.say(N_("Match {number} is written to {name}."), number=number, name=click.format_filename(file))
    else:
        reply.line(text.rstrip("\n"))


@click.command(
    "import",
    cls=Command,
    short_help=N_("Take a record into the history."),
    help=N_("FILE is a record, or - for standard input. Every action is judged; one that is not legal stops it."),
    examples=["runewatch history import match.rwr"],
)
@click.argument("file", metavar="FILE")
@click.pass_obj
def take_in(reply: Reply, /, file: str) -> None:
    record, source = read_match(file, reply.words)
    try:
        found = recording.from_record(record, time.time())
    except NotationError as error:
        raise error.at(source=source) from None
    with Journal.open(_path(reply)) as journal:
        _warn(reply, journal)
        number = journal.begin(found.began, found.at, then=found.then)
        summary = journal.summary(number)
    if reply.as_json:
        reply.document({"match": matches.plain(summary)})
    else:
        reply.say(N_("It is match {number} of the history."), number=number)


@click.command(
    "stats",
    cls=Command,
    short_help=N_("Give the figures of every player."),
    help=N_("Matches that were played to their end count, and players whose names were given."),
    examples=["runewatch history stats", "runewatch history stats --json"],
)
@click.pass_obj
def stats(reply: Reply) -> None:
    with _journal(reply) as journal:
        found = players(_counted(journal)) if journal else []
    if reply.as_json:
        reply.document({"players": [matches.plain_player(reply, one) for one in found]})
        return
    if not found:
        reply.say(N_("No match of named players has been played to its end yet."))
    for number, one in enumerate(found):
        if number:
            reply.line()
        matches.tell_player(reply, one)


for command in (show, export, take_in, stats):
    history.add_command(command)


# -- the journal ----------------------------------------------------------------------------------------


def _path(reply: Reply) -> Path:
    return journal_path(stored(reply))


@contextmanager
def _journal(reply: Reply) -> Iterator[Journal | None]:
    """The journal for reading, saved first if it is damaged; None if there is none yet."""
    path = _path(reply)
    check_folder(path)
    if not path.exists():
        yield None
        return
    try:
        journal = Journal.read(path)
    except (DamagedJournalError, OlderJournalError):
        journal = Journal.open(path, thorough=True)
        _warn(reply, journal)
    with journal:
        yield journal


def _match(reply: Reply, number: int) -> tuple[Summary, tuple[Kept, ...]]:
    """A match of the journal; a damaged one is saved first. Raises NoMatchError."""
    with _journal(reply) as journal:
        if journal is None:
            raise NoMatchError(N_("there is no match {number} in the journal"), number=number)
        try:
            return journal.summary(number), journal.events(number)
        except DamagedJournalError:
            journal.close()
    with Journal.open(_path(reply), thorough=True) as journal:
        _warn(reply, journal)
        return journal.summary(number), journal.events(number)


def _warn(reply: Reply, journal: Journal) -> None:
    """What had to be saved, if anything, beside the answer."""
    if journal.salvage:
        for sentence in journal.salvage.sentences(reply.words):
            click.echo(f"runewatch: {sentence}", err=True)


def _counted(journal: Journal) -> Iterator[Summary]:
    """The matches that ended, with figures for those too that have none yet."""
    for summary in journal.ended():
        try:
            yield summary if summary.tally else replace(summary, tally=tally(journal.events(summary.match)))
        except RunewatchError:
            yield summary
