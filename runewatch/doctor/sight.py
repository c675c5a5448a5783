"""Checks of what is seen: the camera, the board in its view, and the taught set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.errors import N_, RunewatchError
from runewatch.doctor.finding import Finding, fine, note, said, wrong
from runewatch.settings.rules import AUTO, Device

if TYPE_CHECKING:
    from vision.board import Found
    from vision.picture import Picture
    from vision.profile import Profile
    from vision.teaching import Confusion

WELL, ENOUGH = 0.97, 0.9
"""The share that is told apart: a set that is taught well, and one that can be used."""


def check_camera(
    wanted: str | int, size: tuple[int, int], there: Sequence[str], take: Callable[[], Picture]
) -> tuple[Finding, Picture | None]:
    """Whether the camera gives a picture, and the picture. ``there`` are the cameras of this machine."""
    if wanted == Device.SIMULATED:
        return fine("camera", said(N_("The simulated table is used, as the settings say."))), None
    if wanted == AUTO and not there:
        return note(
            "camera",
            said(N_("There is no camera; the simulated table is used.")),
            said(N_("If there should be one, see to its cable and run this again.")),
        ), None
    try:
        picture = take()
    except RunewatchError as error:
        return wrong(
            "camera", error, said(N_("See to its cable, its lens and the lamp, and that nothing else uses it."))
        ), None
    height, width = picture.shape[:2]
    found = said(N_("The camera gives pictures of {width} by {height} pixels."), width=width, height=height)
    if (width, height) != size:
        todo = said(N_("Set camera.width and camera.height to this, or to what it can give."))
        return note("camera", found, todo), picture
    return fine("camera", found), picture


def check_board(picture: Callable[[], Picture | None], find: Callable[[Picture], Found]) -> Finding:
    """Whether the board is in view of a picture; without one nobody can tell."""
    try:
        seen = picture()
    except RunewatchError as error:
        # a file, which no turning of the camera mends
        return wrong("board", error, said(N_("Give another picture: runewatch doctor --picture FILE.")))
    if seen is None:
        return note(
            "board",
            said(N_("There is no picture in which to look for the board.")),
            said(N_("Give one: runewatch doctor --picture FILE.")),
        )
    try:
        found = find(seen)
    except RunewatchError as error:
        todo = said(N_("Turn the camera until all of the board is in view, evenly lit, with no hand over it."))
        return wrong("board", error, todo)
    sure = f"{100 * found.certainty:.0f}"
    if found.how == "bare":
        return note(
            "board",
            said(N_("The board is in view, found by its tiles, {sure} % sure."), sure=sure),
            said(N_("Nothing tells which side of it is the top: see that camera.quarter does.")),
        )
    return fine(
        "board", said(N_("The board is in view, found by the marks of its mat, {sure} % sure."), sure=sure)
    )


def check_profile(
    load: Callable[[], Profile],
    game: str,
    separation: Callable[[Profile], Sequence[Confusion]],
    things: Mapping[str, str],
) -> Finding:
    """Whether there is a taught set of this game, and how well its things are told apart."""
    teach = said(N_("Teach it another photo of a known board: runewatch teach."))
    try:
        profile = load()
        of = (profile.about or {}).get("game", game)
        if of != game:
            return wrong(
                "profile",
                said(N_("Profile {name} is of another game: {game}"), name=profile.name, game=of),
                said(N_("Choose another one with table.profile, or teach one: runewatch teach.")),
            )
        told = [one for one in separation(profile) if one.asked]
    except RunewatchError as error:
        return wrong(
            "profile", error, said(N_("Teach a set from one to three photos of known boards: runewatch teach."))
        )
    if not told:
        found = said(N_("Profile {name} has too few photos to tell how well it does."), name=profile.name)
        return note("profile", found, teach)
    worst = min(told, key=lambda one: one.right / one.asked)
    share = worst.right / worst.asked
    kind = things.get(worst.kind, worst.kind)
    found = said(
        N_("Profile {name} tells {right} of {asked} apart where it does worst ({kind})."),
        name=profile.name, right=worst.right, asked=worst.asked, kind=kind,
    )  # fmt: skip
    if share >= WELL:
        return fine("profile", found)
    return note("profile", found, teach) if share >= ENOUGH else wrong("profile", found, teach)
