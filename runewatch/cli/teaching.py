"""``runewatch teach``: learn a set of tiles and figures from photos of known boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.contract import Game, Rules
from engine.errors import N_, NotationError
from engine.table import Layout
from runewatch.cli.framework import Command, Option, UsageError
from runewatch.cli.inputs import rules_from, text_of
from runewatch.cli.reply import Reply, glued
from runewatch.cli.sighting import (
    IMAGE,
    about_picture,
    game_for,
    hints_from,
    percent,
    placing_options,
    thing_named,
)

if TYPE_CHECKING:
    from runewatch.sight.fitting import Answer
    from runewatch.sight.lessons import Taken
    from runewatch.sight.looking import Hints
    from vision.profile import Profile
    from vision.teaching import Confusion

LAYOUT = "--layout"


@dataclass(frozen=True, slots=True)
class Shown:
    """A photo and what lies on it."""

    name: str
    rules: Rules[Any, Any]
    layout: Layout
    hints: Hints | None = None
    """Where its board lies, if its truth has to say so."""


@click.command(
    "teach",
    cls=Command,
    short_help=N_("Learn a set of tiles and figures from photos of boards whose layout is known."),
    help=N_(
        "One to three photos are enough, if every tile and figure is on one of them. A layout is the arena as in "
        "a position, and what lies beside it: docs/notation.md. Photos are added to what the profile knows."
    ),
    examples=[
        "runewatch teach a.jpg --layout @a.txt --profile mine",
        "runewatch teach b.jpg c.jpg --layout @b.txt --layout @c.txt --profile mine",
        "runewatch teach photos/*.jpg --truth --profile mine --new",
        'runewatch teach a.jpg --layout @a --profile a --setup "archimage players=3"',
    ],
)
@click.option(
    LAYOUT,
    "layouts",
    cls=Option,
    multiple=True,
    metavar="POSITION",
    help=N_("What lies on the board, one for each picture, in their order; or @FILE."),
)
@click.option(
    "--truth", cls=Option, is_flag=True, help=N_("Take the layouts from the JSON files beside the pictures.")
)
@click.option("--profile", "name", cls=Option, default="", metavar="NAME", help=N_("The profile to teach."))
@click.option("--new", cls=Option, is_flag=True, help=N_("Forget what the profile knew."))
@click.option(
    "--trust", cls=Option, is_flag=True, help=N_("Believe the layouts even where a picture looks otherwise.")
)
@placing_options
@click.option(
    "--game", "game_name", cls=Option, default="", metavar="NAME", help=N_("The game that is on the table.")
)
@click.option(
    "--setup",
    cls=Option,
    default="",
    metavar='"GAME NAME=VALUE …"',
    help=N_("The game on the table and what was agreed, where a camera may look at one thing or another."),
)
@click.argument("images", metavar=f"{IMAGE} …", nargs=-1)
@click.pass_obj
def teach(reply: Reply, /, images: Sequence[str], name: str, **wished: Any) -> None:
    # OpenCV takes its time to load, and few commands need it
    from runewatch.sight import lessons, looking, profiles  # noqa: PLC0415
    from vision import network as networks  # noqa: PLC0415

    if not images:
        raise UsageError(N_("{name} is missing"), name=IMAGE)
    if not name:
        raise UsageError(N_("{name} is missing"), name="--profile")
    hints = hints_from(wished["corners"], wished["turned"], len(images))
    profiles.path_of(name)
    shown = list(_shown(reply, images, wished))
    before = None if wished["new"] else profiles.stored(name)
    about = profiles.about(shown[0].rules)
    if (
        before is not None
        and (before.about or {}).get(profiles.GAME, about[profiles.GAME]) != about[profiles.GAME]
    ):
        raise UsageError(N_("profile {name} is of another game; --new forgets what it knew"), name=name)
    profile = profiles.begun(name, before, shown[0].rules)
    network, rules = networks.network(), shown[0].rules
    taken: list[Taken] = []
    for one in shown:
        with about_picture(reply, one.name, wanted=len(shown) > 1):
            found = lessons.taken_by(profile, rules, network, looking.opened(one.name), one.layout,
                                     one.hints or hints, trusting=wished["trust"])  # fmt: skip
            profile = profile.with_photo(*found.photos)
            taken.append(found)
    path = profiles.keep(profile)
    learnt = _Learnt(reply, rules, profile, path, list(zip(shown, taken, strict=True)),
                     lessons.told_apart(rules, profile, network))  # fmt: skip
    learnt.tell()


def _shown(reply: Reply, images: Sequence[str], wished: dict[str, Any]) -> Iterator[Shown]:
    """The pictures and their layouts, however they were given."""
    layouts = wished["layouts"]
    if wished["truth"]:
        if layouts:
            raise UsageError(N_("say {one} or {other}, not both"), one=LAYOUT, other="--truth")
        yield from _with_truth(images, game_for(wished["game_name"]))
        return
    if not layouts:
        raise UsageError(N_("{name} is missing"), name=LAYOUT)
    if len(layouts) != len(images):
        raise UsageError(N_("every picture needs its layout: there are {images} pictures and {layouts} layouts"),
                         images=len(images), layouts=len(layouts))  # fmt: skip
    for image, given in zip(images, layouts, strict=True):
        with about_picture(reply, image, wanted=len(images) > 1):
            yield Shown(image, *_layout(reply, given, wished))


def _with_truth(images: Sequence[str], game: Game) -> Iterator[Shown]:
    from runewatch.sight.scoring import hints_of  # noqa: PLC0415
    from runewatch.sight.truths import truth_beside  # noqa: PLC0415

    rules = game.open(game.sight)
    for image in images:
        truth = truth_beside(Path(image), game)
        yield Shown(image, rules, truth.layout, hints_of(truth, rules.plan()))


def _layout(reply: Reply, given: str, wished: dict[str, Any]) -> tuple[Rules[Any, Any], Layout]:
    text, source = text_of(given, reply.words)
    rules = rules_from(wished["setup"]) if wished["setup"] else None
    try:
        return (rules, rules.read_layout(text)) if rules else game_for(wished["game_name"], text).read_layout(text)
    except NotationError as error:
        raise error.at(source=source) from None


# -- what was learnt ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Learnt:
    """The answer: what each photo taught, and how well the profile tells things apart now."""

    reply: Reply
    rules: Rules[Any, Any]
    profile: Profile
    path: Path
    taken: list[tuple[Shown, Taken]]
    confusions: tuple[Confusion, ...]

    def tell(self) -> None:
        from runewatch.sight.lessons import learnt  # noqa: PLC0415

        counts = learnt(self.rules.watched(), self.profile)
        if self.reply.as_json:
            self.reply.document(self._plain(counts))
            return
        for shown, taken in self.taken:
            self._tell_photo(shown, taken)
        self._tell_counts(counts)
        self._tell_separation()

    def _plain(self, counts: Any) -> dict[str, Any]:
        return {
            "profile": self.profile.name,
            "file": str(self.path),
            "game": self.rules.game.name,
            "photos": self.profile.count,
            "added": [self._plain_photo(shown, taken) for shown, taken in self.taken],
            "examples": {name: count for name, count in counts.items() if count},
            "missing": [name for name, count in counts.items() if not count],
            "separation": [
                {
                    "kind": one.kind,
                    "right": one.right,
                    "asked": one.asked,
                    "worst": list(one.worst) if one.worst else None,
                    "margin": round(one.margin, 4) if one.worst else None,
                }
                for one in self.confusions
            ],
        }

    def _plain_photo(self, shown: Shown, taken: Taken) -> dict[str, Any]:
        return {
            "picture": shown.name,
            "layout": self.rules.write_layout(shown.layout),
            "found": taken.found.how,
            "certainty": round(taken.found.certainty, 4),
            "covered": list(taken.covered),
            "doubts": [
                {"place": one.place, "told": one.told, "looks": one.looks, "sure": round(1 - one.likely, 4)}
                for one in taken.doubts
            ],
        }

    def _tell_photo(self, shown: Shown, taken: Taken) -> None:
        reply = self.reply
        how = {
            "mat": N_("{picture}: the board was found by the marks of its mat."),
            "bare": N_("{picture}: the board was found by its tiles."),
            "corners": N_("{picture}: the board lies where you said."),
        }[taken.found.how]
        reply.say(how, picture=click.format_filename(shown.name, shorten=True))
        for sheet in taken.unseen:
            told = reply.words(N_("Not in view, so nothing was learnt of it: {sheet}."), sheet=reply.words(sheet))
            reply.paragraph(told, indent=2)
        if taken.covered:
            reply.paragraph(
                reply.words(
                    N_("Covered, so nothing was learnt there: {places}."), places=", ".join(taken.covered)
                ),
                indent=2,
            )
        for one in taken.doubts:
            reply.paragraph(self._doubt(one), indent=4, first="  ! ")

    def _doubt(self, one: Answer) -> str:
        said, looks = (thing_named(self.reply, self.rules.game, name) for name in (one.told, one.looks))
        return self.reply.words(
            N_("{place}: said to be {said}, but it looks like {looks} ({sure})."),
            place=one.place, said=said, looks=looks, sure=glued(percent(self.reply, 1 - one.likely)),
        )  # fmt: skip

    def _tell_counts(self, counts: Any) -> None:
        reply, game = self.reply, self.rules.game
        reply.line()
        reply.line(
            reply.words.ngettext(
                "Profile {name}: {number} photo, kept in {path}",
                "Profile {name}: {number} photos, kept in {path}",
                self.profile.count,
                name=self.profile.name,
                path=click.format_filename(self.path),
            )
        )
        wide = max(len(thing_named(reply, game, name)) for name in counts)
        for name, count in counts.items():
            told = str(count) if count else reply.words(N_("none yet"))
            reply.line(f"  {thing_named(reply, game, name):<{wide}}  {told:>3}")

    def _tell_separation(self) -> None:
        reply, game = self.reply, self.rules.game
        reply.line()
        reply.say(N_("How well it tells them apart, each photo read with what the others teach:"))
        for one in self.confusions:
            kind = thing_named(reply, game, one.kind)
            if not one.asked:
                reply.paragraph(reply.words(N_("{kind}: too few to tell."), kind=kind), indent=2)
                continue
            told = reply.words(
                N_("{kind}: {right} of {asked} right."), kind=kind, right=one.right, asked=one.asked
            )
            if one.worst:
                shown, other = (thing_named(reply, game, name) for name in one.worst)
                alike = N_("Most alike: {shown} and {other} ({margin} apart).")
                message = alike if one.margin > 0 else N_("Most alike: {shown} was taken for {other}.")
                margin = glued(percent(reply, max(one.margin, 0.0)))
                told += " " + reply.words(message, shown=shown, other=other, margin=margin)
            reply.paragraph(told, indent=2)
