"""``runewatch read``: what stands on the table in a picture, or how right that is over a folder of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import N_, RunewatchError, shown
from engine.table import Layout, TablePlan
from engine.verdict import Breach
from engine.words import capital
from runewatch.cli import picture as pictures
from runewatch.cli.framework import Command, Option, UsageError
from runewatch.cli.inputs import rules_from
from runewatch.cli.outputs import see_to_folder
from runewatch.cli.reply import Reply, glued
from runewatch.cli.report import breaches
from runewatch.cli.sighting import (
    IMAGE,
    about_picture,
    hints_from,
    percent,
    placing_options,
)

if TYPE_CHECKING:
    from runewatch.sight.looking import Hints, Sights, Unsure
    from vision.board import Found
    from vision.picture import Picture
    from vision.sighting import Belief, Heap, One, Sighting

DRAWN_FIRST = N_(
    "The set that can be printed is drawn and learnt first, which takes about half a minute, longer on a small "
    "machine. It is kept for the next time."
)
LEAST_TOLD = 0.01
"""What is less likely than this is no alternative worth telling."""


@click.command(
    "read",
    cls=Command,
    short_help=N_("Say what stands on the table in a picture."),
    help=N_(
        "Takes a profile that runewatch teach made; if there is only one, that. With --truth it takes folders, "
        "reads every picture with a JSON file of the truth beside it, and tells how much of it was right."
    ),
    examples=[
        "runewatch read table.jpg",
        "runewatch read table.jpg --overlay seen.png --json",
        "runewatch read one.jpg two.jpg three.jpg --together",
        "runewatch read pictures --truth",
        'runewatch read board.jpg --setup "archimage players=3"',
    ],
)
@click.option("--profile", "name", cls=Option, default="", metavar="NAME", help=N_("The profile of the set."))
@click.option(
    "--setup",
    cls=Option,
    default="",
    metavar='"GAME NAME=VALUE …"',
    help=N_("The game on the table and what was agreed, for one whose printed set is known."),
)
@click.option("--overlay", cls=Option, metavar="OUT.png", help=N_("Draw what was seen onto the picture."))
@click.option(
    "--together", cls=Option, is_flag=True, help=N_("The pictures show one board at rest: read them as one.")
)
@click.option(
    "--truth", cls=Option, is_flag=True, help=N_("Read folders of pictures, and hold them against the truth.")
)
@placing_options
@click.argument("images", metavar=f"{IMAGE} …", nargs=-1)
@click.pass_obj
def read(reply: Reply, /, images: Sequence[str], name: str, **wished: Any) -> None:
    if not images:
        raise UsageError(N_("{name} is missing"), name=IMAGE)
    hints = hints_from(wished["corners"], wished["turned"], len(images))
    if not wished["truth"]:
        _look_over(reply, images)
    if wished["overlay"]:
        see_to_folder(wished["overlay"])
    sight, profile = _sights(reply, name, wished["setup"])
    if wished["truth"]:
        _measure(reply, sight, profile, images)
        return
    if wished["overlay"] and len(images) > 1 and not wished["together"]:
        raise UsageError(
            N_("{name} belongs to one picture, but came with {count}"), name="--overlay", count=len(images)
        )
    answers = list(_answers(reply, sight, images, hints, together=wished["together"]))
    if wished["overlay"]:
        answers[-1].draw(wished["overlay"])
    if reply.as_json:
        plain = [answer.plain() for answer in answers]
        reply.document({"profile": profile, "game": sight.rules.game.name, "readings": plain})
        return
    for number, answer in enumerate(answers):
        if number:
            reply.line()
        answer.tell(titled=len(answers) > 1)


def _sights(reply: Reply, name: str, setup: str) -> tuple[Sights, str]:
    """What reads the pictures, and the name of the profile."""
    from runewatch.sight import looking, profiles  # noqa: PLC0415

    def say() -> None:
        click.echo(reply.words(DRAWN_FIRST), err=True)

    if setup:
        rules = rules_from(setup)
        profile = profiles.profile_for(rules, name, say)
    else:
        chosen = profiles.chosen(name, say)
        rules = profiles.rules_of(chosen)
        profile = profiles.completed(chosen, rules, say)
    return looking.sights(rules, profile), profile.name


def _look_over(reply: Reply, images: Sequence[str]) -> None:
    """What is no picture is told before anything that takes long: the printed set may have to be drawn first."""
    from runewatch.sight.looking import opened  # noqa: PLC0415

    for image in images:
        if Path(image).is_dir():
            raise UsageError(
                N_("{name} is a folder; --truth reads the pictures in it"), name=shown(image, limit=200)
            )
        with about_picture(reply, image, wanted=len(images) > 1):
            opened(image)


def _measure(reply: Reply, sights: Sights, profile: str, folders: Sequence[str]) -> None:
    from runewatch.cli.accuracy import Report  # noqa: PLC0415
    from runewatch.sight import scoring, truths  # noqa: PLC0415

    known = [one for folder in folders for one in truths.in_folder(Path(folder), sights.rules.game)]
    scores = []
    for one in known:
        with about_picture(reply, str(one.path)):
            scores.append(scoring.score_of(sights, one))
    Report(reply, sights.rules.game, sights.rules.watched(), profile, scores).tell()


def _answers(
    reply: Reply, sight: Sights, images: Sequence[str], hints: Hints, *, together: bool
) -> Iterator[_Answer]:
    """The readings of each picture, or the one of all."""
    from runewatch.sight.looking import opened  # noqa: PLC0415
    from vision.combining import combine  # noqa: PLC0415

    seen: list[tuple[str, Picture, tuple[Found | None, ...], Sighting]] = []
    for image in images:
        with about_picture(reply, image, wanted=len(images) > 1):
            picture = opened(image)
            seen.append((image, picture, *sight.look(picture, hints)))
    if together:
        name, picture, found, _ = seen[-1]
        yield _Answer(reply, sight, name, picture, found, combine([sighting for *_, sighting in seen]))
        return
    for name, picture, found, sighting in seen:
        yield _Answer(reply, sight, name, picture, found, sighting)


@dataclass(frozen=True, slots=True, eq=False)
class _Answer:
    """What was read, and how it is told."""

    reply: Reply
    sights: Sights
    name: str
    picture: Picture
    where: tuple[Found | None, ...]
    sighting: Sighting

    @property
    def plan(self) -> TablePlan:
        return self.sights.rules.watched()

    @property
    def found(self) -> Found:
        """Where the first of the sheets that are in view lies."""
        return next(one for one in self.where if one is not None)

    @property
    def unseen(self) -> tuple[RunewatchError, ...]:
        from runewatch.sight.looking import unseen  # noqa: PLC0415

        return unseen(self.plan, self.sighting)

    @property
    def layout(self) -> Layout:
        """What is seen; what is hidden is left out, whatever may be guessed of it."""
        from runewatch.sight.looking import layout_of  # noqa: PLC0415

        hidden = set(self.hidden)
        found = layout_of(self.plan, self.sighting)
        return {name: things for name, things in found.items() if name not in hidden}

    @property
    def hidden(self) -> tuple[str, ...]:
        from runewatch.sight.looking import hidden_in  # noqa: PLC0415

        return hidden_in(self.plan, self.sighting)

    @property
    def doubtful(self) -> tuple[Unsure, ...]:
        from runewatch.sight.looking import doubtful_in  # noqa: PLC0415

        return doubtful_in(self.plan, self.sighting)

    @property
    def doubtful_dice(self) -> tuple[tuple[str, One], ...]:
        """What lies side by side in sight and is not sure, with the name of its place."""
        from runewatch.sight.looking import SURE  # noqa: PLC0415

        hidden = set(self.hidden)
        return tuple(
            (name, one)
            for name, heap in self.sighting.heaps.items()
            if name not in hidden
            for one in heap.each
            if one.doubts or one.likely.get(one.best, 0.0) < SURE
        )

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """What cannot be as it is seen, whatever may be hidden."""
        from runewatch.sight.certain import certain  # noqa: PLC0415

        return certain(self.sights.rules, self.plan, self.layout, self.hidden)

    def draw(self, out: str) -> None:
        from vision.overlay import overlay  # noqa: PLC0415
        from vision.picture import write_picture  # noqa: PLC0415

        write_picture(out, overlay(self.picture, self.plan, self.sighting, self.sights.rules.game.letters))

    def tell(self, *, titled: bool) -> None:
        reply, rules = self.reply, self.sights.rules
        if titled:
            reply.line(reply.styled(click.format_filename(self.name), bold=True))
        doubtful, hidden = self.doubtful, self.hidden
        marked = {one.place for one in doubtful} | set(hidden)
        for line in pictures.drawn(reply, rules.picture_of(self.layout, marked)):
            reply.line(line)
        reply.line()
        if self.found.certainty < 1:
            reply.say(N_("The board was found, {sure} sure."), sure=percent(reply, self.sighting.certainty))
        if self.found.how == "bare":
            reply.say(N_("Nothing tells which side of it is the top: --turned says it."))
        for why in self.unseen:
            reply.paragraph(f"{capital(reply.words.error(why))}.")
        if hidden:
            reply.say(N_("Hidden, so nothing is told of them: {places}."), places=", ".join(hidden))
        for one in doubtful:
            reply.paragraph(self._doubt(one.place, one.belief.kinds[one.kind]), indent=4, first="  ? ")
        for place, die in self.doubtful_dice:
            reply.paragraph(self._doubt(place, die.likely), indent=4, first="  ? ")
        for breach in self.breaches:
            told = f"{reply.words.sentence(rules, breach)} ({breach.rule})"
            reply.paragraph(told, indent=4, first="  ! ")
        reply.line(rules.write_layout(self.layout))

    def _doubt(self, name: str, likely: Mapping[str, float]) -> str:
        ranked = sorted(likely.items(), key=lambda item: -item[1])
        told = [glued(f"{self._named(thing)} {percent(self.reply, p)}") for thing, p in ranked if p >= LEAST_TOLD]
        return f"{name}: {', '.join(told)}"

    def _named(self, thing: str) -> str:
        known = next((one for one in self.plan.things if one.name == thing), None)
        return self.reply.words.thing(self.sights.rules, known) if known else self.reply.words(N_("nothing"))

    @property
    def _first(self) -> TablePlan:
        """The sheet that ``found`` is about."""
        return self.plan.apart[self.where.index(self.found)]

    def plain(self) -> dict[str, Any]:
        from vision.board import lattice  # noqa: PLC0415

        rules, layout = self.sights.rules, self.layout
        corners = self.found.view.project(lattice(self._first).corners)
        certain = not (self.hidden or self.doubtful or self.doubtful_dice or self.unseen)
        return {
            "picture": self.name,
            "found": self.found.how,
            "certainty": round(self.sighting.certainty, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
            "layout": rules.write_layout(layout),
            "position": None if self.hidden else rules.position_of(layout),
            "certain": certain,
            "hidden": list(self.hidden),
            "unseen": [
                one.name for one, seen in zip(self.plan.sheets, self.sighting.sheets, strict=True) if not seen
            ],
            "places": {
                **{name: _plain_belief(belief) for name, belief in self.sighting.places.items()},
                **{name: _plain_heap(heap) for name, heap in self.sighting.heaps.items()},
            },
            "breaches": breaches(self.reply.words, rules, self.breaches),
        }


def _plain_belief(belief: Belief) -> dict[str, Any]:
    """How likely each thing is; null stands for nothing."""
    return {
        "hidden": round(belief.hidden, 4),
        "kinds": {
            kind: {
                "best": belief.best(kind)[0] or None,
                "sure": round(belief.best(kind)[1], 4),
                "likely": {name: round(float(p), 4) for name, p in chances.items()},
            }
            for kind, chances in belief.kinds.items()
        },
    }


def _plain_heap(heap: Heap) -> dict[str, Any]:
    return {
        "hidden": round(heap.hidden, 4),
        "each": [
            {
                "best": one.best or None,
                "sure": round(one.likely.get(one.best, 0.0), 4),
                "likely": {name: round(float(p), 4) for name, p in one.likely.items()},
                "doubts": list(one.doubts),
            }
            for one in heap.each
        ],
    }
