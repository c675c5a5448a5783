"""``runewatch legal``: everything that may be done, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from engine.errors import N_
from engine.record import seat_name
from engine.verdict import Accepted
from runewatch.cli import report
from runewatch.cli.framework import Command
from runewatch.cli.inputs import Position, position_argument, read_position
from runewatch.cli.positions import EXAMPLE, GIVEN_HELP
from runewatch.cli.reply import Reply


@click.command(
    cls=Command,
    short_help=N_("List every legal action and what it leads to."),
    help=GIVEN_HELP,
    examples=[f"runewatch legal {EXAMPLE}"],
)
@position_argument
@click.pass_context
def legal(ctx: click.Context, position: Sequence[str]) -> None:
    reply: Reply = ctx.obj
    given = read_position(position, ctx)
    document = described(reply, given)
    if reply.as_json:
        reply.document(document)
    else:
        _tell(reply, document)


def described(reply: Reply, given: Position) -> dict[str, Any]:
    rules, state, words = given.rules, given.state, reply.words
    actions = []
    for action in rules.legal(state):
        verdict = rules.judge(state, action, rules.actor(state, action))
        assert isinstance(verdict, Accepted), "what is listed is legal"
        actions.append(
            {
                "action": rules.write_action(state, action),
                "by": seat_name(rules, rules.actor(state, action)),
                "position": rules.write_position(verdict.state),
                "events": report.events(words, rules, verdict.events),
                "notices": report.notices(words, rules, verdict.notices),
            }
        )
    return {
        "position": given.text,
        "requests": report.requests(words, rules, state),
        "result": report.result(words, rules, rules.result(state)),
        "count": len(actions),
        "actions": actions,
    }


def _tell(reply: Reply, document: dict[str, Any]) -> None:
    for request in document["requests"]:
        reply.paragraph(request["text"])
    if document["result"]:
        reply.paragraph(document["result"]["text"])
    reply.line(reply.words.ngettext("{number} legal action", "{number} legal actions", document["count"]))
    several = len({action["by"] for action in document["actions"]}) > 1
    for action in document["actions"]:
        reply.line()
        told = reply.styled(action["action"], bold=True)
        reply.line(reply.words(N_("{who}: {told}"), who=action["by"], told=told) if several else told)
        for said in action["events"] + action["notices"]:
            reply.paragraph(said["text"], indent=4)
        reply.line(f"    {reply.styled(action['position'], fg=244)}")
