"""click, as this command line uses it: help and errors in the reader's language, errors as JSON if asked for."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click

from engine.errors import N_, NotationError, RunewatchError, reason, shown
from engine.words import Words, languages
from runewatch import __version__
from runewatch.cli import INTERRUPTED
from runewatch.cli.reply import Reply, wished

UNREADABLE = 2
PIPE_CLOSED = 141
"""128 and the number of the signal, as shells count."""


class UsageError(RunewatchError, ValueError):
    """The command line is not as it should be."""


class InputError(RunewatchError, ValueError):
    """What should be read cannot be read."""

    hint = ""
    """What may help, already in the reader's language."""


def words_of(ctx: click.Context) -> Words:
    return ctx.obj.words if isinstance(ctx.obj, Reply) else Words()


# -- help -----------------------------------------------------------------------------------------------


class Option(click.Option):
    """An option whose help is a message of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return (record[0], words_of(ctx)(self.help or "")) if record else None


class Number(click.FloatRange):
    """A number within bounds; "nan" is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail("nan", param, ctx)
        return found


class Speaking(click.Command):
    """What commands and the whole have in common."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        self.examples = examples
        super().__init__(*args, **kwargs)
        self.context_settings.setdefault("help_option_names", ["-h", "--help"])
        self.params += _shared()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if ctx.args and not isinstance(self, click.Group):
            raise UsageError(N_("{came} is more than this command takes"), came=shown(ctx.args[0]))
        return rest

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option:
            option.help = words_of(ctx)(N_("Show this help."))
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        return self.short_help or ""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        pieces = [words(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{words(N_('Usage:'))} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        for message in filter(None, (self.short_help, self.help)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(words(message))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        records = [param.get_help_record(ctx) for param in self.get_params(ctx) if isinstance(param, click.Option)]
        if isinstance(self, click.Group):
            commands = [(name, self.commands[name]) for name in self.list_commands(ctx)]
            with formatter.section(words(N_("Commands"))):
                formatter.write_dl([(name, words(command.short_help or "")) for name, command in commands])
        with formatter.section(words(N_("Options"))):
            formatter.write_dl([record for record in records if record])
        if self.examples:
            with formatter.section(words(N_("Examples"))):
                formatter.write(
                    "".join(f"{' ' * formatter.current_indent}{example}\n" for example in self.examples)
                )


class Command(Speaking):
    """One command."""


class _Language(click.ParamType[str]):
    name = "en|fr"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in languages():
            return str(value)
        raise UsageError(
            N_("{name} must be one of: {choices}; not {came}"),
            name="--lang",
            choices=", ".join(languages()),
            came=shown(str(value)),
        )


def _shared() -> list[click.Parameter]:
    """The options that every command has. ``reply.wished`` reads them, before anything is parsed."""

    def version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
        if is_asked:
            reply: Reply = ctx.obj
            if reply.as_json:
                reply.document({"name": "runewatch", "version": __version__})
            else:
                reply.line(f"runewatch {__version__}")
            ctx.exit()

    return [
        Option(["--json"], is_flag=True, expose_value=False, help=N_("Answer with one JSON document.")),
        Option(
            ["--lang"], type=_Language(), metavar="en|fr", expose_value=False, help=N_("The language to speak.")
        ),
        Option(["--color/--no-color"], default=None, expose_value=False, help=N_("Colours, or none.")),
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=version,
            help=N_("Show the version."),
        ),
    ]


# -- the whole, and how it ends -------------------------------------------------------------------------


class App(Speaking, click.Group):
    """All commands, and what becomes of their errors."""

    command_class = Command

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, subcommand_metavar=N_("COMMAND …"), **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            ctx.obj.line(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        # in the order they were added, which is the order of use
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in self.commands:
            return name, self.commands[name], args[1:]
        if name.startswith("-"):
            raise _no_option(name, [option for param in self.params for option in param.opts])
        near = get_close_matches(name, self.commands, n=1, cutoff=0.6)
        if near:
            raise UsageError(
                N_("there is no command {name}; did you mean {near}?"), name=shown(name), near=near[0]
            )
        raise UsageError(
            N_("there is no command {name}; there are: {commands}"),
            name=shown(name),
            commands=", ".join(self.commands),
        )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        reply = wished(words, os.environ)
        _speak_any_alphabet()
        try:
            status = super().main(words, prog_name or "runewatch", complete_var, False, obj=reply, **extra)
        except RunewatchError as error:
            status = _failed(reply, error)
        except click.ClickException as error:
            status = _failed(reply, _understood(error, self.options()))
        except click.Abort:
            status = INTERRUPTED
        except OSError as error:
            _mute()
            status = _failed(reply, UsageError(N_("the answer cannot be written: {why}"), why=reason(error)))
        sys.exit(status if isinstance(status, int) else 0)

    def options(self) -> dict[str, click.Option]:
        """All options there are, by name."""
        params = [param for command in (self, *self.commands.values()) for param in command.params]
        return {name: param for param in params if isinstance(param, click.Option) for name in param.opts}

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _mute()
            return PIPE_CLOSED


def _speak_any_alphabet() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="runewatch-plain")


def _mute() -> None:
    """Nobody listens any more: what is still waiting to be written goes nowhere."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())


def _no_option(name: str, known: list[str]) -> UsageError:
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    if near:
        return UsageError(N_("there is no option {name}; did you mean {near}?"), name=shown(name), near=near[0])
    return UsageError(N_("there is no option {name}"), name=shown(name))


def _understood(error: click.ClickException, options: Mapping[str, click.Option]) -> RunewatchError:
    """What click found wrong, as an error of ours."""
    ctx = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return _no_option(
            error.option_name, [name for param in ctx.command.params for name in param.opts] if ctx else []
        )
    if isinstance(error, click.MissingParameter):
        return _missing(error.param)
    if isinstance(error, click.BadParameter):
        return _bad_value(error)
    if isinstance(error, click.BadOptionUsage):
        return _bad_option(error.option_name, options.get(error.option_name))
    return UsageError("{told}", told=error.format_message())


def _missing(param: click.Parameter | None) -> UsageError:
    if param is not None and isinstance(param.type, click.Choice):
        return UsageError(
            N_("{name} is missing; it must be one of: {choices}"),
            name=_called(param),
            choices=", ".join(map(str, param.type.choices)),
        )
    return UsageError(N_("{name} is missing"), name=_called(param))


def _bad_option(name: str, known: click.Option | None) -> UsageError:
    if known is not None and known.is_flag:
        return UsageError(N_("option {name} takes no value"), name=name)
    if known is not None and known.nargs > 1:
        return UsageError(
            N_("option {name} needs {count} values after it: {values}"),
            name=name,
            count=known.nargs,
            values=str(known.metavar),
        )
    return UsageError(N_("option {name} needs a value"), name=name)


def _bad_value(error: click.BadParameter) -> RunewatchError:
    kind = error.param.type if error.param else None
    name = _called(error.param)
    if isinstance(kind, click.Choice):
        return UsageError(
            N_("{name} must be one of: {choices}"), name=name, choices=", ".join(map(str, kind.choices))
        )
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        return UsageError(
            N_("{name} must be a number from {least} to {most}"),
            name=name,
            least=str(kind.min),
            most=str(kind.max),
        )
    return UsageError(N_("{name}: {told}"), name=name, told=error.message)


def _called(param: click.Parameter | None) -> str:
    if param is None:
        return ""
    return param.opts[0] if isinstance(param, click.Option) else str(param.metavar or param.human_readable_name)


def _failed(reply: Reply, error: RunewatchError) -> int:
    """Says what went wrong, and gives the exit status."""
    hint = getattr(error, "hint", "")
    if reply.as_json:
        reply.document({"error": described(reply.words, error)})
    else:
        click.echo(f"runewatch: {reply.words.error(error)}", err=True)
        if hint:
            click.echo(f"  {hint}", err=True)
    return UNREADABLE


def described(words: Words, error: RunewatchError) -> dict[str, Any]:
    """An error as plain values."""
    found: dict[str, Any] = {
        "kind": type(error).__name__,
        "message": words.error(error),
        "line": None,
        "column": None,
        "found": None,
        "source": None,
    }
    if isinstance(error, NotationError):
        found["line"], found["column"] = error.line or None, error.column or None
        found["found"], found["source"] = error.came or None, error.source or None
    if hint := getattr(error, "hint", ""):
        found["hint"] = hint
    return found
