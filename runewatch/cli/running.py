"""``runewatch run``: referee a match, live."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

import click

from engine.catalogue import game_of
from engine.errors import N_, RunewatchError
from engine.record import Record
from runewatch.cli.framework import Command, Option, UsageError
from runewatch.cli.inputs import read_match
from runewatch.cli.reply import Reply
from runewatch.cli.settings import set_option, stored

if TYPE_CHECKING:
    from runewatch.box import Box
    from runewatch.events import Began
    from runewatch.live.host import Host
    from runewatch.live.moment import Moment
    from runewatch.live.sitting import Announcement, House
    from runewatch.notify import Heart
    from runewatch.settings import Settings

SAFE = ("camera.which=simulated",)
"""What is set where the starts before went badly: nothing is looked through that may hang."""
SPARE = 20
"""So many ports after the usual one are tried."""
LONGEST = 10_000_000
"""Seconds that a run can be limited to."""
HELP = N_("Type help for what can be said, quit to stop.")
WHAT = N_(
    "end – the turn is over; back – the last action was none; 1, 2 … – this is what was done; accept – the table "
    "is right; pause, go – the clocks; abandon – give up; anything else is an action, as it is written."
)

UNSAFE = N_(
    "The last {number} starts went badly, so this one does without the camera. When it is mended, stop and start "
    "again."
)
NOT_KEPT = N_(
    "Make room on the disk, or let it be written to, then start Runewatch anew. Until then matches are kept in "
    "memory alone, and are lost with the power."
)


class NotKeptError(RunewatchError, OSError):
    """What is played is not kept for long."""


@click.command(
    cls=Command,
    short_help=N_("Referee a match: watch the table, judge every action, keep the score."),
    help=N_(
        "Goes on with the match that was broken off, or begins a new one. Without a camera it watches the "
        "simulated table, where --play acts out a record. What people have to say is typed in, a line each."
    ),
    examples=[
        "runewatch run",
        "runewatch run --new --set table.game=spell --set clocks.turn=down",
        "runewatch run --simulated",
        "runewatch run --new --play match.rwr --set camera.which=simulated",
    ],
)
@click.option("--new", is_flag=True, cls=Option, help=N_("Begin a new match, though another is unfinished."))
@click.option("--position", default="", metavar="TEXT", cls=Option, help=N_("Begin from this position."))
@click.option("--play", "script", metavar="RECORD", default="", cls=Option,
              help=N_("Have a record acted out on the simulated table."))  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, LONGEST), default=None, metavar="N", cls=Option,
              help=N_("Stop after so many seconds; with --play when all is played."))  # fmt: skip
@click.option("--simulated", is_flag=True, cls=Option,
              help=N_("At the simulated table, whatever camera there is; its page has a demo."))  # fmt: skip
@click.option("--page/--no-page", default=True, cls=Option, help=N_("Serve the page, or do without it."))
@set_option
@click.pass_obj
def run(reply: Reply, /, overrides: Sequence[str], **wished: Any) -> None:
    from runewatch.notify import Heart  # noqa: PLC0415
    from runewatch.settings import overridden  # noqa: PLC0415
    from runewatch.settings.bearing import bearable_settings  # noqa: PLC0415

    heart = Heart.start()
    record = read_match(wished["script"], reply.words)[0] if wished["script"] else None
    # a record can be acted out at the simulated table only
    simulated = SAFE if heart.is_safe or record or wished["simulated"] else ()
    # a service comes up with what it can have, and its page says what is wrong
    kept, faults = (stored(reply), ()) if heart.folder is None else bearable_settings()
    settings = overridden(kept, [*overrides, *simulated])
    if record and wished["position"]:
        raise UsageError(N_("say {one} or {other}, not both"), one="--play", other="--position")
    wanted = _wanted(settings, record, wished["position"])
    is_new = wished["new"] or record is not None or bool(wished["position"])
    one = _Run(reply, settings, record, heart)
    one.has_demo, one.amiss = wished["simulated"], faults
    one.go(wanted, new=is_new, page=wished["page"], seconds=wished["seconds"])
    heart.stop()


def _wanted(settings: Settings, record: Record | None, position: str) -> Began:
    """The match to begin with if none is gone on with."""
    from runewatch.choosing import usual_game  # noqa: PLC0415
    from runewatch.events import Began  # noqa: PLC0415

    names = settings.table.names
    if record is not None:
        rules = record.open()
        names = names or tuple(record.tags.get(seat, seat) for seat in rules.seats)
        return Began(rules.game.name, dict(rules.setup), names, _first_turn(record))
    if position:
        rules, state = game_of(position).read_position(position)
        return Began(rules.game.name, dict(rules.setup), names, rules.write_position(state))
    game = usual_game(settings)
    return Began(game.name, dict(game.open().setup), names)


def _first_turn(record: Record) -> str:
    """The position in which the first turn of a record begins: what comes before takes long to watch.

    Where turns have no end of their own, that in which the record begins.
    """
    from engine.record import replay  # noqa: PLC0415

    rules = record.open()
    for step in replay(record, rules):
        if rules.closing(step.before) is not None:
            return rules.write_position(step.before)
    return record.tags.get("position", "")


def _kind(said: Announcement) -> str:
    """What sort of announcement it is, in one word: ``kept``, ``out-of-step``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(said).__name__).lower()


class _Run:
    """One run, told line by line."""

    def __init__(self, reply: Reply, settings: Settings, record: Record | None, heart: Heart) -> None:
        self.reply, self.settings, self.record, self.heart = reply, settings, record, heart
        self.stopped = threading.Event()
        self.has_demo = False
        """Whether to tell where the simulated table and its demo are."""
        self.amiss: tuple[RunewatchError, ...] = ()
        """What is found wrong, and done without."""
        self._told = 0

    def go(self, wanted: Began, *, new: bool, page: bool, seconds: float | None) -> None:
        """``page``: the page is served, and says what is played if nothing is to be begun or gone on with."""
        from runewatch.live.host import Host  # noqa: PLC0415

        house = self._house()
        try:
            if self.heart.is_safe:
                self._say("safe", [self.reply.words(UNSAFE, number=self.heart.bad_starts)])
            if house.journal.salvage is not None:
                self._say("salvaged", house.journal.salvage.sentences(self.reply.words))
            host = Host(house, self.settings)
            host.is_safe = self.heart.is_safe
            try:
                with self._box(host), self._page(host) if page else nullcontext():
                    self._tell_amiss(host)
                    host.moments.call("terminal", self._tell)
                    self._begin(host, wanted, new=new, waits=page)
                    self._watch(host, seconds)
            finally:
                host.close()
        finally:
            house.listeners.close()
            house.journal.close()

    def _house(self) -> House:
        """The house with its journal; a service that cannot have that goes on with one in memory."""
        from runewatch.journal.faults import JournalError, JournalInUseError  # noqa: PLC0415
        from runewatch.live import opening  # noqa: PLC0415

        try:
            return opening.house(self.settings)
        except JournalInUseError:
            raise
        except JournalError as error:
            if self.heart.folder is None:
                raise
            self.amiss = (*self.amiss, error, NotKeptError(NOT_KEPT))
            return opening.house(self.settings, folder=self.heart.folder)

    def _tell_amiss(self, host: Host) -> None:
        host.amiss = self.amiss
        for fault in self.amiss:
            self._say("trouble", [self.reply.words.error(fault)])

    def _box(self, host: Host) -> Box:
        """The lights and buttons of the host; those that cannot be used are told."""
        from runewatch.box import attach  # noqa: PLC0415

        box = attach(host, self.settings, self.reply.words)
        for fault in box.panel.faults:
            self._say("trouble", [self.reply.words.error(fault)])
        return box

    @contextmanager
    def _page(self, host: Host) -> Iterator[None]:
        """The page of the host, and the code that lets people take part."""
        from runewatch.live.demo import prepare  # noqa: PLC0415
        from runewatch.pairing import PairingError  # noqa: PLC0415
        from runewatch.pairing.code import spaced  # noqa: PLC0415
        from runewatch.settings.forms import WebSettings  # noqa: PLC0415
        from web.serving import Page  # noqa: PLC0415

        # a port that nobody chose may be another one, where somebody tries it out and reads which
        port = self.settings.web.port
        spare = SPARE if self.has_demo and port == WebSettings().port else 0
        try:
            served = Page(host, self.settings, spare=spare)
        except PairingError as error:
            if self.heart.folder is None:
                raise
            self.amiss = (*self.amiss, error)
            served = Page(host, self.settings, self.heart.folder)
        with served as page:
            if spare and page.port != port:
                told = N_("Port {port} is in use, so the page has another one.")
                self._say("page", [self.reply.words(told, port=port)])
            code = spaced(page.code)
            self._say(
                "page", [self.reply.words(N_("The page: {url} – pairing code: {code}"), url=page.url, code=code)]
            )
            if self.has_demo:
                # what stands behind the # is never sent over the network; whoever reads this has the code anyway
                told = N_("See it play in a minute, then move things yourself: {url}")
                self._say("page", [self.reply.words(told, url=f"{page.url}sim#pair={page.code}")])
                host.apart(prepare)
            yield

    def _begin(self, host: Host, wanted: Began, *, new: bool, waits: bool) -> None:
        """The match that was broken off, or a new one; if neither is wished it is begun on the page."""
        from runewatch.match import MatchError  # noqa: PLC0415

        if not new and host.moment.unfinished is not None:
            try:
                host.go_on()
            except MatchError as error:
                if not waits:
                    raise
                # the box is to come up all the same: another match can be begun on the page
                host.look()
                self._say("trouble", [self.reply.words.error(error)])
        elif new or not waits:
            host.begin(wanted)
        else:
            host.look()
            self._say("waiting", [self.reply.words(N_("Nothing is played yet: begin a match on the page."))])

    def _watch(self, host: Host, seconds: float | None) -> None:
        from runewatch.live import opening  # noqa: PLC0415
        from runewatch.live.sources import Simulated  # noqa: PLC0415

        service, source = host.service, host.source
        if isinstance(source, Simulated):
            self._say("simulated", [self.reply.words(N_("There is no camera: this is the simulated table."))])
        self._listen(host)
        is_acted = self.record and service and isinstance(source, Simulated)
        actor = opening.actor(service, source, self.record) if is_acted else None  # type: ignore[arg-type]
        begin = time.monotonic()

        def is_over() -> bool:
            self._beat(host)
            if actor is not None:
                actor.step()
            late = seconds is not None and time.monotonic() - begin >= seconds
            return late or self.stopped.is_set() or (actor is not None and actor.is_done)

        with suppress(KeyboardInterrupt):
            host.run(is_over)

    def _beat(self, host: Host) -> None:
        """A camera that is known to be gone is looked for; one that hangs needs a new process.

        That it hangs may be known before the first beat, where all is slow: then the page is up first.
        """
        source = host.source
        if source is None or (
            (host.shot is not None or source.trouble is not None) and not (source.is_stuck and self.heart.is_ready)
        ):
            self.heart.beat()

    def _tell(self, moment: Moment) -> None:
        """What was announced since the last moment."""
        from runewatch.telling import told  # noqa: PLC0415

        for entry in moment.log:
            if entry.number > self._told and entry.match is not None:
                words = self.reply.words.calling(entry.match.rules.seats, entry.match.began.names)
                self._say(
                    _kind(entry.said), told(words, entry.match.rules, entry.said, is_cited=not self.reply.as_json)
                )
        self._told = max(self._told, moment.log[-1].number if moment.log else 0)

    def _say(self, kind: str, sentences: Sequence[str]) -> None:
        """A line each; as JSON one document in a line, so that it can be read while the match goes on."""
        if self.reply.as_json:
            self.reply.line(json.dumps({"kind": kind, "said": list(sentences)}))
            return
        for sentence in sentences:
            self.reply.paragraph(sentence)

    def _listen(self, host: Host) -> None:
        """Lines that are typed in become requests."""
        if sys.stdin is None or sys.stdin.closed:
            return
        if isinstance(sys.stdin, io.TextIOWrapper):
            # what is no text at all is refused like any other nonsense
            sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty() and not self.reply.as_json:
            self.reply.say(HELP)
        threading.Thread(target=self._hear, args=(host,), name="typed", daemon=True).start()

    def _hear(self, host: Host) -> None:
        from runewatch.live.spoken import spoken  # noqa: PLC0415

        for line in sys.stdin:
            word = line.strip().lower()
            if word == "quit":
                self.stopped.set()
            elif word == "help":
                self._say("help", [self.reply.words(WHAT)])
            elif (asked := spoken(line)) is not None:
                host.ask(asked).add_done_callback(self._refuse)

    def _refuse(self, done: Future[Any]) -> None:
        """What the referee itself refuses is announced; this is where there is no match to ask about."""
        if isinstance(error := done.exception(), RunewatchError):
            self._say("refused", [self.reply.words.error(error)])
