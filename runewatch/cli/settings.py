"""``runewatch settings``: what is set, and where it is set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import N_, RunewatchError, reason, shown
from runewatch.cli.framework import Command, Option, UsageError
from runewatch.cli.reply import WIDTH, Reply

if TYPE_CHECKING:
    from runewatch.settings import Settings

_COLUMN = 52
"""Where it is told from on a line, if there is room."""


def set_option(command: Any) -> Any:
    """The option that overrides settings for once."""
    return click.option(
        "--set",
        "overrides",
        cls=Option,
        multiple=True,
        metavar="KEY=VALUE",
        help=N_("Set a key for this time only, such as web.port=80."),
    )(command)


@click.command(
    "settings",
    cls=Command,
    short_help=N_("Show the settings, and where each of them comes from."),
    help=N_(
        "Settings are kept in one TOML file. What is not in it has its default; docs/settings.md lists it all."
    ),
    examples=[
        "runewatch settings",
        "runewatch settings --set table.language=fr",
        "runewatch settings --write",
        "runewatch settings --example > settings.toml",
    ],
)
@click.option("--file", "path_only", cls=Option, is_flag=True, help=N_("Say only which file it is."))
@click.option("--example", cls=Option, is_flag=True, help=N_("Print a file that sets every key to its default."))
@click.option("--write", cls=Option, is_flag=True,
              help=N_("Write that file where settings are kept; one that is there stays as it is."))  # fmt: skip
@set_option
@click.pass_obj
def settings(reply: Reply, path_only: bool, example: bool, write: bool, overrides: Sequence[str]) -> None:
    # the parser of the file is not worth loading for other commands
    from runewatch.settings import overridden, settings_file  # noqa: PLC0415

    wished = {"--file": path_only, "--example": example, "--write": write}
    modes = [name for name, is_said in wished.items() if is_said]
    if len(modes) > 1:
        raise UsageError(N_("say {one} or {other}, not both"), one=modes[0], other=modes[1])
    if example:
        _tell_example(reply)
        return
    path = settings_file()
    if path_only:
        _tell_file(reply, path)
        return
    if write:
        _write_example(reply, path)
        return
    _Effective(reply, path, overridden(stored(reply), overrides)).tell()


def stored(reply: Reply) -> Settings:
    """The settings that are kept; where they cannot be read it is said how to go on."""
    from runewatch.settings import stored_settings  # noqa: PLC0415

    try:
        return stored_settings()
    except RunewatchError as error:
        hint = N_("Correct it; until then nothing starts. runewatch settings --example shows every key.")
        error.hint = reply.words(hint)  # type: ignore[attr-defined]  # only this command line has hints
        raise


def _write_example(reply: Reply, path: Path) -> None:
    """The example as a file to begin with, in a folder that need not be there yet."""
    from runewatch.settings.writing import example  # noqa: PLC0415

    called = shown(str(path), limit=200)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # never in the place of one that is there
        with path.open("x", encoding="utf-8") as file:
            file.write(example(reply.words))
    except FileExistsError:
        raise UsageError(
            N_("{name} is there already and stays as it is; --example prints one to compare it with"), name=called
        ) from None
    except OSError as error:
        raise UsageError(N_("{name} cannot be written: {why}"), name=called, why=reason(error)) from None
    if reply.as_json:
        _tell_file(reply, path)
    else:
        reply.say(N_("Written: {name}"), name=str(path))


def _tell_file(reply: Reply, path: Path) -> None:
    if reply.as_json:
        reply.document({"file": str(path), "exists": path.is_file()})
    else:
        reply.line(str(path))


def _tell_example(reply: Reply) -> None:
    from runewatch.settings.writing import example  # noqa: PLC0415

    text = example(reply.words)
    if reply.as_json:
        reply.document({"example": text})
    else:
        reply.line(text.removesuffix("\n"))


class _Effective:
    """The settings in force, and how they are told."""

    def __init__(self, reply: Reply, path: Path, found: Any) -> None:
        self.reply = reply
        self.path = path
        self.found = found

    def tell(self) -> None:
        from runewatch.settings.forms import KEYS, PARTS  # noqa: PLC0415

        if self.reply.as_json:
            self.reply.document(
                {
                    "file": str(self.path),
                    "exists": self.path.is_file(),
                    "settings": [self._plain(name) for name in KEYS],
                }
            )
            return
        there = N_("The settings are in {file}.") if self.path.is_file() else N_("There is no file {file} yet.")
        self.reply.say(there, file=str(self.path))
        for part in PARTS:
            self.reply.line()
            self.reply.line(self.reply.styled(f"[{part}]", bold=True))
            for name in KEYS:
                if name.startswith(f"{part}."):
                    self._tell_key(name)

    def _tell_key(self, name: str) -> None:
        from runewatch.settings.writing import written  # noqa: PLC0415

        told = f"{name.partition('.')[2]} = {written(self.found.value(name))}"
        origin = self._origin(name)
        start = max(_COLUMN, len(told) + 2)
        if start + len(origin) < WIDTH:
            self.reply.line(f"{told:<{start}}{origin}")
        else:
            self.reply.line(told)
            self.reply.line(f"{'':<{_COLUMN}}{origin}")

    def _origin(self, name: str) -> str:
        origin = self.found.origins.get(name)
        if origin is None:
            return self.reply.words(N_("default"))
        if not origin.file:
            return self.reply.words(N_("command line"))
        return f"{Path(origin.file).name}:{origin.line}"

    def _plain(self, name: str) -> dict[str, Any]:
        from runewatch.settings.forms import KEYS  # noqa: PLC0415

        value, origin = self.found.value(name), self.found.origins.get(name)
        source = "default" if origin is None else "file" if origin.file else "command-line"
        return {
            "key": name,
            "value": list(value) if isinstance(value, tuple) else value,
            "about": self.reply.words(KEYS[name].about),
            "from": source,
            "line": origin.line or None if origin else None,
        }
