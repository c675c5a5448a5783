"""``runewatch doctor``: is everything in order, and if not, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from engine.errors import N_
from runewatch.cli.framework import Command, Option
from runewatch.cli.reply import Reply
from runewatch.cli.settings import set_option

if TYPE_CHECKING:
    from runewatch.doctor.finding import Finding
    from runewatch.settings import Settings

_NAMES = {
    "python": "Python", "settings": N_("settings"), "disk": N_("disk"), "memory": N_("memory"),
    "clock": N_("clock"), "pins": N_("pins"), "camera": N_("camera"), "board": N_("board"),
    "profile": N_("profile"),
}  # fmt: skip
_SIGNS = {"fine": ("✓", "green"), "note": ("·", "yellow"), "wrong": ("✗", "red")}
_INDENT = 14


@click.command(
    "doctor",
    cls=Command,
    short_help=N_("Check camera, board, profile, pins and the machine, and say what to do."),
    help=N_("Ends with status 1 if something is wrong. What is marked with a dot is only good to know."),
    examples=["runewatch doctor", "runewatch doctor --picture table.jpg", "runewatch doctor --set camera.which=0"],
)
@click.option("--picture", cls=Option, default="", metavar="FILE", help=N_("Look for the board in this picture."))
@set_option
@click.pass_context
def doctor(ctx: click.Context, picture: str, overrides: Sequence[str]) -> None:
    # it looks at everything, so it loads everything
    from runewatch.doctor.examining import examine  # noqa: PLC0415
    from runewatch.settings import Settings, overridden, stored_settings  # noqa: PLC0415

    reply: Reply = ctx.obj
    # a fault in the file is a finding, one in the words just typed is not
    overridden(Settings(), overrides)

    def read() -> Settings:
        return overridden(stored_settings(), overrides)

    findings = []
    for finding in examine(read, picture):
        findings.append(finding)
        if not reply.as_json:
            tell(reply, finding, reply.words(_NAMES[finding.check]))
    wrong = sum(finding.level == "wrong" for finding in findings)
    if reply.as_json:
        reply.document({"fine": not wrong, "findings": [plain(reply, finding) for finding in findings]})
    else:
        reply.line()
        reply.paragraph(_summary(reply, wrong), bold=True)
    ctx.exit(1 if wrong else 0)


def _summary(reply: Reply, wrong: int) -> str:
    if not wrong:
        return reply.words(N_("Nothing is wrong."))
    return reply.words.ngettext("One thing is wrong.", "{number} things are wrong.", wrong)


def tell(reply: Reply, finding: Finding, name: str) -> None:
    """A finding under its name, and what to do about it."""
    from runewatch.doctor.finding import sentence  # noqa: PLC0415

    sign, colour = _SIGNS[finding.level]
    label = f"{name:<{_INDENT - 3}}"
    start = f"{reply.styled(sign, fg=colour)} {label} "
    lines = [sentence(reply.words, told) for told in (finding.found, finding.todo) if told is not None]
    reply.paragraph(lines[0], indent=_INDENT, first=start)
    for line in lines[1:]:
        reply.paragraph(line, indent=_INDENT + 2, first=f"{'':<{_INDENT}}→ ")


def plain(reply: Reply, finding: Finding) -> dict[str, Any]:
    """A finding as plain values."""
    from runewatch.doctor.finding import sentence  # noqa: PLC0415

    return {
        "check": finding.check,
        "level": str(finding.level),
        "found": sentence(reply.words, finding.found),
        "todo": None if finding.todo is None else sentence(reply.words, finding.todo),
    }
