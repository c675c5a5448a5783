"""``runewatch box``: the lights, buttons and camera of the box tried, and its wiring shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import click

from engine.errors import N_, RunewatchError
from runewatch.cli.doctor import plain, tell
from runewatch.cli.framework import App, Command, Number, Option
from runewatch.cli.outputs import write_file
from runewatch.cli.reply import Reply
from runewatch.cli.settings import set_option, stored

if TYPE_CHECKING:
    from device.panel import Panel
    from runewatch.box.looking import Seen
    from runewatch.doctor.finding import Finding
    from runewatch.settings import Settings

_NAMES = {
    "pins": N_("pins"), "light": N_("light"), "buzzer": N_("buzzer"), "lamp": N_("lamp"), "display": N_("display"),
    "button": N_("button"), "camera": N_("camera"), "frame": N_("frame"),
}  # fmt: skip

box = App(
    name="box",
    short_help=N_("Try the lights, buttons and camera of the box, or show its wiring."),
    help=N_("Each command says more about itself: runewatch box COMMAND --help."),
    examples=["runewatch box test", "runewatch box wiring", "runewatch box wiring wiring.svg"],
)


# -- trying ---------------------------------------------------------------------------------------------


@click.command(
    "test",
    cls=Command,
    short_help=N_("Light every light, wait for every button, look through the camera."),
    help=N_(
        "Stop Runewatch first: a pin serves one program at a time. Where there are no pins, twins are tried. "
        "Ends with status 1 if something is wrong."
    ),
    examples=["runewatch box test", "runewatch box test --wait 5 --frame table.jpg", "runewatch box test --json"],
)
@click.option("--lit", type=Number(0, 60), default=1.0, metavar="SECONDS", cls=Option,
              help=N_("How long each light is lit."))  # fmt: skip
@click.option("--wait", type=Number(0, 600), default=15.0, metavar="SECONDS", cls=Option,
              help=N_("How long to wait for each button."))  # fmt: skip
@click.option("--frame", "file", default="", metavar="FILE.jpg", cls=Option,
              help=N_("Keep the frame of the camera in this file."))  # fmt: skip
@set_option
@click.pass_context
def test(ctx: click.Context, /, file: str, overrides: Sequence[str], **wished: Any) -> None:
    from runewatch.settings import overridden  # noqa: PLC0415

    reply: Reply = ctx.obj
    settings = overridden(stored(reply), overrides)
    findings: list[Finding] = []
    for finding in (*_tried(reply, settings, wished["lit"], wished["wait"]), *_looked(reply, settings, file)):
        findings.append(finding)
    is_fine = all(finding.level != "wrong" for finding in findings)
    if reply.as_json:
        reply.document({"fine": is_fine, "findings": [plain(reply, finding) for finding in findings]})
    ctx.exit(0 if is_fine else 1)


def _tried(reply: Reply, settings: Settings, lit: float, wait: float) -> Iterator[Finding]:
    from device.buttons import Press  # noqa: PLC0415
    from device.panel import Ears, Panel  # noqa: PLC0415
    from runewatch.box.trying import Times, Trial  # noqa: PLC0415
    from runewatch.box.wiring import wiring  # noqa: PLC0415
    from runewatch.doctor.finding import Said, sentence  # noqa: PLC0415

    presses: SimpleQueue[Press] = SimpleQueue()
    panel = Panel.open(wiring(settings), settings.box.pins, Ears(presses.put)).start()

    def ask(wanted: Said) -> None:
        if not reply.as_json:
            reply.paragraph(sentence(reply.words, wanted), bold=True)

    try:
        yield _say(reply, _way(reply, panel))
        for finding in Trial(panel, presses, ask, Times(lit, wait)).run():
            yield _say(reply, finding)
    finally:
        panel.close()


def _way(reply: Reply, panel: Panel) -> Finding:
    """Through what the pins are reached, and why."""
    from runewatch.doctor.finding import fine, note, said  # noqa: PLC0415

    pins = panel.pins
    why = reply.words(pins.why, **pins.facts)
    if pins.is_simulated:
        todo = said(N_("Nothing, if there should be none: the page has them."))
        return note("pins", said(N_("These are twins of lights and buttons: {why}."), why=why), todo)
    return fine("pins", said(N_("The pins are reached through {name}: {why}."), name=pins.name, why=why))


def _looked(reply: Reply, settings: Settings, file: str) -> Iterator[Finding]:
    # OpenCV takes its time to load
    from runewatch.box.looking import in_letters, look  # noqa: PLC0415
    from runewatch.doctor.finding import fine, said, wrong  # noqa: PLC0415
    from vision.picture import write_picture  # noqa: PLC0415

    try:
        seen = look(settings)
    except RunewatchError as error:
        todo = said(N_("See to its cable, its lens and the lamp, and that nothing else uses it."))
        yield _say(reply, wrong("camera", error, todo))
        return
    if not reply.as_json:
        for line in in_letters(seen.frame):
            reply.line(f"  {line}")
    yield _say(reply, _judged(seen))
    if file:
        write_picture(Path(file), seen.frame)
        yield _say(reply, fine("frame", said(N_("Written: {name}"), name=file)))


def _judged(seen: Seen) -> Finding:
    """How good the picture is."""
    from device.cameras.judging import BLURRED, BRIGHT, DARK  # noqa: PLC0415
    from runewatch.doctor.finding import fine, note, said  # noqa: PLC0415

    quality = seen.quality
    found = said(
        N_("{name}: {width} by {height}, {rate} pictures a second; sharpness {sharpness}, brightness {bright}."),
        name=seen.name, width=quality.width, height=quality.height, rate=f"{quality.rate:.1f}",
        sharpness=f"{quality.sharpness:.0f}", bright=f"{quality.brightness:.0f}",
    )  # fmt: skip
    if quality.sharpness < BLURRED:
        return note("camera", found, said(N_("It is out of focus: turn the lens, or see that it is clean.")))
    if not DARK <= quality.brightness <= BRIGHT:
        return note("camera", found, said(N_("It is too dark or too bright: see to the light over the table.")))
    return fine("camera", found)


def _say(reply: Reply, finding: Finding) -> Finding:
    if not reply.as_json:
        tell(reply, finding, reply.words(_NAMES[finding.check]))
    return finding


# -- the wiring -----------------------------------------------------------------------------------------


@click.command(
    "wiring",
    cls=Command,
    short_help=N_("Show what is wired to which pin, as a table or as a picture."),
    help=N_("By the settings in force. With FILE.svg it draws the header with every wire."),
    examples=[
        "runewatch box wiring",
        "runewatch box wiring wiring.svg",
        "runewatch box wiring --set buzzer.pin=12",
    ],
)
@click.argument("file", metavar="FILE.svg", required=False, default="")
@set_option
@click.pass_obj
def show_wiring(reply: Reply, /, file: str, overrides: Sequence[str]) -> None:
    from runewatch.box.picture import drawing, wires  # noqa: PLC0415
    from runewatch.box.wiring import wiring  # noqa: PLC0415
    from runewatch.settings import overridden  # noqa: PLC0415

    words = reply.words
    wired = wiring(overridden(stored(reply), overrides))
    if file:
        write_file(file, drawing(wired, words).encode())
    told = [(wire, words(wire.about, **dict(wire.facts))) for wire in wires(wired)]
    if reply.as_json:
        rows = [
            {"pin": wire.pin, "header": wire.header, "name": wire.name, "kind": wire.kind, "about": about,
             "to": "ground" if wire.to_ground else "3.3 V"}
            for wire, about in told
        ]  # fmt: skip
        reply.document({"file": file or None, "wires": rows})
    elif file:
        reply.say(N_("Written: {name}"), name=click.format_filename(file))
    else:
        header, about = words(N_("header")), words(N_("what is there"))
        reply.line(reply.styled(f" BCM {header:>7}  {about}", bold=True))
        for wire, about in told:
            reply.line(f"{wire.pin:>4} {wire.header:>7}  {about}")


box.add_command(test)
box.add_command(show_wiring)
