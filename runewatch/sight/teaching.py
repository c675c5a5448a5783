"""A set taught photo by photo, as somebody who holds no command line does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout
from runewatch.sight import profiles
from runewatch.sight.lessons import Taken, taken_by, told_apart
from runewatch.sight.looking import Hints
from vision import network as networks
from vision.picture import Picture, refuse_blank
from vision.profile import Profile, ProfileError
from vision.teaching import Confusion


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What a photo added to a set, and how well that is told apart now."""

    profile: Profile
    taken: Taken
    confusions: tuple[Confusion, ...]


def taught(  # noqa: PLR0913 - that is what a lesson is made of
    name: str, rules: Rules[Any, Any], picture: Picture, layout: Layout, hints: Hints, *, trusting: bool = False
) -> Taught:
    """The set of this name with a photo more, kept. Raises whatever keeps the photo from teaching anything."""
    refuse_blank(picture)
    before, about = profiles.stored(name), profiles.about(rules)
    if before is not None and (before.about or {}).get(profiles.GAME) != about[profiles.GAME]:
        raise ProfileError(N_("the set {name} is of another game; choose another name"), name=name)
    profile = profiles.begun(name, before, rules)
    network = networks.network()
    taken = taken_by(profile, rules, network, picture, layout, hints, trusting=trusting)
    profile = profile.with_photo(*taken.photos)
    profiles.keep(profile)
    return Taught(profile, taken, told_apart(rules, profile, network))
