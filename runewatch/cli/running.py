"""``runewatch run``: referee a match, live."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_named, game_of
from engine.contract import Rules
from engine.errors import N_, shown
from engine.record import Record, read_record
from runewatch.cli.framework import Command, InputError, Option, UsageError
from runewatch.cli.reply import Reply
from runewatch.cli.settings import set_option
from runewatch.settings.rules import AUTO

if TYPE_CHECKING:
    from runewatch.events import Began
    from runewatch.live.service import Service
    from runewatch.live.sitting import Announcement, Sitting
    from runewatch.settings import Settings

LONGEST = 10_000_000
"""Seconds that a run can be limited to."""
HELP = N_("Type help for what can be said, quit to stop.")
WHAT = N_(
    "end – the turn is over; back – the last action was none; 1, 2 … – this is what was done; accept – the table "
    "is right; pause, go – the clocks; abandon – give up; anything else is an action, as it is written."
)


@click.command(
    cls=Command,
    short_help=N_("Referee a match: watch the table, judge every action, keep the score."),
    help=N_(
        "Goes on with the match that was broken off, or begins a new one. Without a camera it watches the "
        "simulated table, where --play acts out a record. What people have to say is typed in, a line each."
    ),
    examples=[
        "runewatch run",
        "runewatch run --new --game spell --set clocks.turn=down",
        "runewatch run --new --play match.rwr --set camera.which=simulated",
    ],
)
@click.option("--new", is_flag=True, cls=Option, help=N_("Begin a new match, though another is unfinished."))
@click.option("--position", default="", metavar="TEXT", cls=Option, help=N_("Begin from this position."))
@click.option("--play", "script", metavar="RECORD", default="", cls=Option,
              help=N_("Have a record acted out on the simulated table."))  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, LONGEST), default=None, metavar="N", cls=Option,
              help=N_("Stop after so many seconds; with --play when all is played."))  # fmt: skip
@set_option
@click.pass_obj
def run(reply: Reply, /, overrides: Sequence[str], **wished: Any) -> None:
    from runewatch.settings import overridden, stored_settings  # noqa: PLC0415

    settings = overridden(stored_settings(), overrides)
    record = _record(wished["script"]) if wished["script"] else None
    if record and wished["position"]:
        raise UsageError(N_("say {one} or {other}, not both"), one="--play", other="--position")
    wanted = _wanted(settings, record, wished["position"])
    is_new = wished["new"] or record is not None or bool(wished["position"])
    _Run(reply, settings, record, wished["seconds"]).go(wanted, new=is_new)


def _record(name: str) -> Record:
    try:
        return read_record(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(N_("{name} cannot be read: {why}"), name=shown(name, limit=200), why=why) from None


def _wanted(settings: Settings, record: Record | None, position: str) -> Began:
    """The match to begin with if none is gone on with."""
    from engine.catalogue import games  # noqa: PLC0415
    from runewatch.events import Began  # noqa: PLC0415

    names = settings.table.names
    if record is not None:
        rules = record.open()
        names = names or tuple(record.tags.get(seat, seat) for seat in rules.seats)
        return Began(rules.game.name, dict(rules.setup), names, _first_turn(record))
    if position:
        rules, state = game_of(position).read_position(position)
        return Began(rules.game.name, dict(rules.setup), names, rules.write_position(state))
    name = settings.table.game if settings.table.game != AUTO else next(iter(games()))
    return Began(name, dict(game_named(name).open().setup), names)


def _first_turn(record: Record) -> str:
    """The position in which the first turn of a record begins: what comes before takes long to watch."""
    from engine.record import replay  # noqa: PLC0415

    rules = record.open()
    for step in replay(record, rules):
        if rules.closing(step.before) is not None:
            return rules.write_position(step.before)
    return ""


def _kind(said: Announcement) -> str:
    """What sort of announcement it is, in one word: ``kept``, ``out-of-step``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(said).__name__).lower()


class _Run:
    """One run, told line by line."""

    def __init__(self, reply: Reply, settings: Settings, record: Record | None, seconds: float | None) -> None:
        self.reply, self.settings, self.record, self.seconds = reply, settings, record, seconds
        self.stopped = threading.Event()

    def go(self, wanted: Began, *, new: bool) -> None:
        from runewatch.live import opening  # noqa: PLC0415

        house = opening.house(self.settings)
        try:
            if house.journal.salvage is not None:
                self._say("salvaged", house.journal.salvage.sentences(self.reply.words))
            early = house.listeners.listen("early")
            sitting = opening.sitting(house, wanted, new=new)
            rules = sitting.match.rules
            early.close()
            house.listeners.call("terminal", lambda said: self._tell(rules, said))
            for said in early:
                self._tell(rules, said)
            self._watch(sitting)
        finally:
            house.listeners.close()
            house.journal.close()

    def _watch(self, sitting: Sitting) -> None:
        from device.camera import CameraGoneError  # noqa: PLC0415
        from runewatch.live import opening  # noqa: PLC0415
        from runewatch.live.sources import Simulated  # noqa: PLC0415

        names = () if self.record else opening.cameras(self.settings)
        source = opening.camera(self.settings, names[0]) if names else opening.simulated(sitting, self.settings)
        if isinstance(source, Simulated):
            self._say("simulated", [self.reply.words(N_("There is no camera: this is the simulated table."))])
        service = opening.service(sitting, self.settings, source)
        self._listen(service)
        actor = (
            opening.actor(service, source, self.record) if self.record and isinstance(source, Simulated) else None
        )
        begin = time.monotonic()

        def is_over() -> bool:
            if actor is not None:
                actor.step()
            late = self.seconds is not None and time.monotonic() - begin >= self.seconds
            return late or self.stopped.is_set() or (actor is not None and actor.is_done)

        try:
            with suppress(KeyboardInterrupt):
                service.run(is_over)
        except CameraGoneError:
            # it was there, and is no more: pulled out, or its driver gave up
            raise opening.CameraError(N_("the camera {name} gives no picture"), name=names[0]) from None

    def _tell(self, rules: Rules[Any, Any], said: Announcement) -> None:
        from runewatch.telling import told  # noqa: PLC0415

        self._say(_kind(said), told(self.reply.words, rules, said))

    def _say(self, kind: str, sentences: Sequence[str]) -> None:
        """A line each; as JSON one document in a line, so that it can be read while the match goes on."""
        if self.reply.as_json:
            self.reply.line(json.dumps({"kind": kind, "said": list(sentences)}))
            return
        for sentence in sentences:
            self.reply.paragraph(sentence)

    def _listen(self, service: Service) -> None:
        """Lines that are typed in become requests."""
        if sys.stdin is None or sys.stdin.closed:
            return
        if isinstance(sys.stdin, io.TextIOWrapper):
            # what is no text at all is refused like any other nonsense
            sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty() and not self.reply.as_json:
            self.reply.say(HELP)
        threading.Thread(target=self._hear, args=(service,), name="typed", daemon=True).start()

    def _hear(self, service: Service) -> None:
        from runewatch.live.spoken import spoken  # noqa: PLC0415

        for line in sys.stdin:
            word = line.strip().lower()
            if word == "quit":
                self.stopped.set()
            elif word == "help":
                self._say("help", [self.reply.words(WHAT)])
            elif (asked := spoken(line)) is not None:
                service.ask(asked)
