"""``runewatch simulate``: a position as a camera over a table would see it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import N_, shown
from engine.table import Layout, TablePlan, Thing
from runewatch.cli.framework import Command, Number, Option, UsageError
from runewatch.cli.inputs import POSITION, position_argument, read_position
from runewatch.cli.outputs import see_to_folder, write_file
from runewatch.cli.reply import Reply

if TYPE_CHECKING:
    from runewatch.simulated import Wish

OUT = "OUT.png"
LIGHTS, TABLES, LENSES = ("day", "lamp", "evening"), ("wood", "cloth", "dark"), ("standard", "wide")
LEAST, MOST = 160, 4096
MOST_SEED = 2**31 - 1


@click.command(
    cls=Command,
    short_help=N_("Draw a position as a camera over the table would see it."),
    help=N_(
        "For demonstrations and tests: how well cameras are read is not measured on these pictures. "
        "The same command always gives the same picture."
    ),
    examples=[
        "runewatch simulate @position.txt table.png",
        "runewatch simulate @position.txt table.jpg --bare --light lamp --tilt 20",
        "runewatch simulate @position.txt table.png --hand b2 --truth",
    ],
)
@position_argument
@click.argument("out", metavar=OUT, required=False, default="")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=0, metavar="N", cls=Option,
              help=N_("Another table top, other hands, things put down a little otherwise."))  # fmt: skip
@click.option("--mat/--bare", "has_mat", default=True, cls=Option, help=N_("With the printed mat, or without."))
@click.option("--table", "top", type=click.Choice(TABLES), default=TABLES[0], metavar="|".join(TABLES), cls=Option,
              help=N_("What the table is made of."))  # fmt: skip
@click.option("--light", type=click.Choice(LIGHTS), default=LIGHTS[0], metavar="|".join(LIGHTS), cls=Option,
              help=N_("The light in the room."))  # fmt: skip
@click.option("--lens", type=click.Choice(LENSES), default=LENSES[0], metavar="|".join(LENSES), cls=Option,
              help=N_("The lens of the camera."))  # fmt: skip
@click.option("--size", default="1280x960", metavar="WxH", cls=Option, help=N_("Width and height in pixels."))
@click.option("--tilt", type=Number(0, 45), default=12.0, metavar="DEG", cls=Option,
              help=N_("How far from straight above the camera looks."))  # fmt: skip
@click.option("--turn", type=Number(-360, 360), default=0.0, metavar="DEG", cls=Option,
              help=N_("How far the table is turned clockwise in the picture."))  # fmt: skip
@click.option("--thing", "things", multiple=True, metavar="NAME@PLACE", cls=Option,
              help=N_("Put one more thing on a place; may be given several times."))  # fmt: skip
@click.option("--hand", "hands", multiple=True, metavar="PLACE", cls=Option,
              help=N_("A hand over a place; may be given several times."))  # fmt: skip
@click.option("--truth", "has_truth", is_flag=True, cls=Option,
              help=N_("Write what the picture truly shows into a JSON file beside it."))  # fmt: skip
@click.pass_context
def simulate(ctx: click.Context, /, position: Sequence[str], out: str, **wished: Any) -> None:
    # OpenCV takes its time to load
    from runewatch import simulated  # noqa: PLC0415
    from runewatch.live.handling import as_laid  # noqa: PLC0415
    from vision.picture import write_picture  # noqa: PLC0415

    if not position:
        # of the two words one is given at most, and the first would be the position
        raise UsageError(N_("{name} is missing"), name=OUT if out else POSITION)
    given = read_position(position, ctx)
    see_to_folder(out)
    # of a table that is more than one sheet what a camera sees of it, else all of it
    plan = given.rules.watched() if given.rules.watched().sheets else given.rules.plan()
    shown = simulated.in_view(plan, given.rules.layout(given.state))
    layout = _with_things(as_laid(plan, shown) if plan.sheets else shown, plan, wished["things"])
    for name in wished["hands"]:
        _known(name, [place.name for place in plan.places], "--hand")
    scene = simulated.scene_of(given.rules, _wish(wished), layout, plan)
    hands = tuple(scene.hand_over(name) for name in wished["hands"])
    path = Path(out)
    write_picture(path, scene.picture(layout, hands))
    truth = simulated.truth(scene, layout, hands) if wished["has_truth"] else None
    beside = path.with_suffix(".json")
    if truth is not None:
        told = {"image": path.name, "game": given.rules.game.name, "position": given.text, **truth}
        write_file(str(beside), (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode())
    _tell(ctx.obj, path, beside if truth else None, layout)


def _wish(wished: dict[str, Any]) -> Wish:
    from runewatch.simulated import Wish  # noqa: PLC0415

    names = ("tilt", "turn", "light", "top", "lens", "has_mat", "seed")
    return Wish(size=_size(wished["size"]), **{name: wished[name] for name in names})


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip(), re.ASCII | re.IGNORECASE)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise UsageError(
            N_("--size must be two numbers from {least} to {most}, such as 1280x960; not {came}"),
            least=LEAST,
            most=MOST,
            came=shown(text),
        )
    return width, height


def _with_things(layout: Layout, plan: TablePlan, wanted: Sequence[str]) -> Layout:
    """The layout with more things on top, each given as NAME@PLACE."""
    found: dict[str, tuple[Thing, ...]] = dict(layout)
    things = {thing.name: thing for thing in plan.things}
    for text in wanted:
        name, at, place = text.partition("@")
        if not at:
            example = f"{next(iter(things), 'NAME')}@{plan.places[0].name}"
            raise UsageError(N_("--thing must be a thing and a place, such as {example}; not {came}"),
                             example=example, came=shown(text))  # fmt: skip
        _known(name, things, "--thing")
        _known(place, [each.name for each in plan.places], "--thing")
        found[place] = (*found.get(place, ()), things[name])
    return found


def _known(name: str, names: Sequence[str] | dict[str, Thing], option: str) -> None:
    if name in names:
        return
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        raise UsageError(
            N_("{option}: there is no {name} on this table; did you mean {near}?"),
            option=option, name=shown(name), near=near[0],
        )  # fmt: skip
    raise UsageError(
        N_("{option}: there is no {name} on this table; there are: {names}"),
        option=option, name=shown(name), names=", ".join([*names][:12]) + (" …" if len(names) > 12 else ""),
    )  # fmt: skip


def _tell(reply: Reply, out: Path, truth: Path | None, layout: Layout) -> None:
    if reply.as_json:
        places = {name: [thing.name for thing in things] for name, things in layout.items() if things}
        reply.document({"file": str(out), "truth": str(truth) if truth else None, "places": places})
        return
    reply.say(N_("Written: {name}"), name=click.format_filename(out))
    if truth:
        reply.say(N_("Written: {name}"), name=click.format_filename(truth))
