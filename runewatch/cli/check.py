"""``runewatch check``: a record replayed, a verdict for every action."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from engine.contract import Rules
from engine.errors import N_, NotationError, RunewatchError
from engine.record import UNFINISHED, Record, Step, replay, result_text
from engine.verdict import Accepted
from runewatch.cli import report
from runewatch.cli.framework import UNREADABLE, Command, described
from runewatch.cli.inputs import read_match
from runewatch.cli.reply import Reply

LEGAL, REFUSED, NOT_READ = "legal", "refused", "unreadable"
NOT_IN_ORDER = 1
WHO = (N_("table"), N_("arbiter"))
"""Those who act in a record and sit in no seat; they are said like the names of the seats."""
SAID = {REFUSED: N_("not legal"), NOT_READ: N_("cannot be read")}


@click.command(
    cls=Command,
    short_help=N_("Replay a record and judge every action."),
    help=N_(
        "RECORD is a file, or - for standard input. The exit status is 0 if every action is legal and the result "
        "is right, 1 if something is not, and 2 if something cannot be read."
    ),
    examples=["runewatch check match.rwr", "runewatch check --json - < match.rwr"],
)
@click.argument("record", metavar="RECORD")
@click.pass_context
def check(ctx: click.Context, record: str) -> None:
    reply: Reply = ctx.obj
    read, source = read_match(record, reply.words)
    rules = _opened(read, source)
    document = checked(reply, read, rules, source)
    if reply.as_json:
        reply.document(document)
    else:
        _tell(reply, document)
    ctx.exit(_status(document))


def _opened(record: Record, source: str) -> Rules[Any, Any]:
    """The rules of the record; what is wrong with its tags is told before anything is played."""
    try:
        rules = record.open()
        record.start(rules)
    except NotationError as error:
        raise error.at(source=source) from None
    return rules


def checked(reply: Reply, record: Record, rules: Rules[Any, Any], source: str) -> dict[str, Any]:
    """Everything there is to say of a record."""
    steps = list(replay(record, rules))
    told = [_step(reply, rules, step, source) for step in steps]
    state = steps[-1].after if steps else record.start(rules)
    is_over = rules.result(state) is not None
    found = result_text(rules, state)
    verdicts = Counter(step["verdict"] for step in told)
    document: dict[str, Any] = {
        "tags": dict(record.tags),
        "steps": told,
        "count": len(told),
        **{name: verdicts[name] for name in (LEGAL, REFUSED)},
        NOT_READ: verdicts[NOT_READ],
        "position": rules.write_position(state),
        "result": {
            "line": record.result_line,
            "said": record.result,
            "found": found,
            "over": is_over,
            "agrees": record.result == found if is_over else None,
            "text": (report.result(reply.words, rules, rules.result(state)) or {}).get("text"),
        },
    }
    document["in_order"] = verdicts[LEGAL] == len(told) and document["result"]["agrees"] is not False
    errors = [step["error"] for step in told if "error" in step]
    return document | ({"error": errors[0]} if errors else {})


def _step(reply: Reply, rules: Rules[Any, Any], step: Step, source: str) -> dict[str, Any]:
    entry, verdict, words = step.entry, step.verdict, reply.words
    found: dict[str, Any] = {
        "line": entry.line,
        "column": entry.column,
        "round": entry.round or None,
        "by": entry.who,
        "action": entry.text,
    }
    if isinstance(verdict, RunewatchError):
        if isinstance(verdict, NotationError):
            verdict.at(source=source)
        return found | {"verdict": NOT_READ, "error": described(words, verdict)}
    if isinstance(verdict, Accepted):
        return found | {
            "verdict": LEGAL,
            "events": report.events(words, rules, verdict.events),
            "notices": report.notices(words, rules, verdict.notices),
        }
    return found | {"verdict": REFUSED, "breaches": report.breaches(words, rules, verdict.breaches)}


def _status(document: dict[str, Any]) -> int:
    if document[NOT_READ]:
        return UNREADABLE
    return 0 if document["in_order"] else NOT_IN_ORDER


# -- as text --------------------------------------------------------------------------------------------


def _tell(reply: Reply, document: dict[str, Any]) -> None:
    for step in document["steps"]:
        _tell_step(reply, step)
    words, result = reply.words, document["result"]
    reply.line()
    counted = {name: document[name] for name in (LEGAL, REFUSED, NOT_READ)}
    told = N_("{actions}: {legal} legal, {refused} not legal")
    if document[NOT_READ]:
        told = N_("{actions}: {legal} legal, {refused} not legal, {unreadable} unreadable")
    reply.say(told, actions=words.ngettext("{number} action", "{number} actions", document["count"]), **counted)
    if result["text"]:
        reply.paragraph(result["text"])
    if result["agrees"] is False:
        told = words(
            N_("Line {line} gives the result as “{said}”, but it is “{found}”."),
            line=result["line"], said=result["said"], found=result["found"],
        )  # fmt: skip
        reply.paragraph(told, first=f"{reply.styled('✗', fg='red')} ", indent=2)
    elif not result["over"] and result["said"] != UNFINISHED:
        reply.say(N_("The match goes on; the record gives its result as “{said}”."), said=result["said"])
    elif not result["over"]:
        reply.say(N_("The match goes on."))
    if document["in_order"]:
        reply.line(reply.styled(f"✓ {words(N_('The record is in order.'))}", fg="green"))


def _tell_step(reply: Reply, step: dict[str, Any]) -> None:
    is_legal = step["verdict"] == LEGAL
    mark = reply.styled("✓", fg="green") if is_legal else reply.styled("✗", fg="red", bold=True)
    who = f"{step['round'] or ''} {reply.words(step['by'])}".strip()
    action = step["action"] if len(step["action"]) < 50 else step["action"][:49] + "…"
    said = "" if is_legal else f"  {reply.words(SAID[step['verdict']])}"
    reply.line(f"{step['line']:4} {mark} {who.ljust(10)} {reply.styled(action, bold=not is_legal)}{said}")
    for breach in step.get("breaches", ()):
        reply.line(f"         {reply.styled(breach['rule'], fg='red')}")
        reply.paragraph(breach["text"], indent=11)
    if "error" in step:
        reply.paragraph(step["error"]["message"], indent=9)
    for notice in step.get("notices", ()):
        reply.paragraph(f"{notice['text']} ({notice['rule']})", indent=9)
    for event in step.get("events", ()):
        reply.paragraph(event["text"], indent=9, fg=244)
