"""Where taught sets are kept: a file each, in a folder of the user's, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from engine.catalogue import game_named, games
from engine.contract import Game, Rules
from engine.errors import N_, reason, shown
from engine.options import value_from_text, written
from engine.table import TablePlan
from runewatch.settings.places import data_folder
from runewatch.sight.made_from import fingerprint
from vision.profile import Profile, ProfileError, load, save

BUILT_IN = "printed"
"""The set that can be printed comes taught."""
SUFFIX = ".profile"
GAME = "game"
_DRAWING = Lock()
Warn = Callable[[], object]
"""What is called before something that takes long."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def _quietly() -> None:
    """Nobody has to be told."""


def folder() -> Path:
    """Where profiles are kept."""
    return data_folder() / "profiles"


def path_of(name: str) -> Path:
    """The file of a profile. Raises ProfileError for a name that is none."""
    if not _NAME.fullmatch(name):
        raise ProfileError(N_("{name} is no name for a profile: use letters, digits, - and _"), name=shown(name))
    return folder() / f"{name}{SUFFIX}"


def names() -> tuple[str, ...]:
    """The profiles there are, by name."""
    try:
        found = [path.stem for path in folder().iterdir() if path.suffix == SUFFIX and _NAME.fullmatch(path.stem)]
    except OSError:
        return ()
    return tuple(sorted(found))


def stored(name: str) -> Profile | None:
    """The profile of this name; None if there is none yet."""
    path = path_of(name)
    return load(path) if path.exists() else None


def profile_for(rules: Rules[Any, Any], name: str = "", say: Warn = _quietly) -> Profile:
    """The profile of this name if it is of what these rules watch; else the only one that is, or the printed one.

    So one box may be set to a taught set of one game and referee another. Raises ProfileError.
    """
    return completed(_own(rules, name), rules, say)


def completed(own: Profile | None, rules: Rules[Any, Any], say: Warn = _quietly) -> Profile:
    """A taught set with what is drawn of the printed one for sheets of which nothing was shown."""
    plan = rules.watched()
    if own is not None and not plan.sheets:
        return own
    sheets = [one for one in plan.apart if is_drawn(one) and not (own and own.of_sheet(one).photos)]
    if not sheets:
        return own or Profile(BUILT_IN, (), about(rules))
    drawn = built_in(rules.game, say)
    if own is None:
        return drawn
    photos = tuple(photo for one in sheets for photo in drawn.of_sheet(one).photos)
    return replace(own, photos=(*own.photos, *photos), about=drawn.about)


def _own(rules: Rules[Any, Any], name: str) -> Profile | None:
    """The set that was taught for what these rules watch, if there is one."""
    if name == BUILT_IN:
        return None
    if name and _serves(known := _named(name), rules):
        return known
    own = [one for one in names() if _serves(_named(one), rules)]
    if len(own) > 1:
        raise ProfileError(N_("say which set it is with --profile: {names}"), names=", ".join(own))
    return _named(own[0]) if own else None


def is_drawn(plan: TablePlan) -> bool:
    """Whether the printed set has to be drawn to be known: not what is known by its print, and by faces."""
    from vision.open_table import is_open_table  # noqa: PLC0415 - a list of profiles takes no reader
    from vision.spaces import has_spaces  # noqa: PLC0415

    return not is_open_table(plan) and not has_spaces(plan)


def _serves(profile: Profile, rules: Rules[Any, Any]) -> bool:
    """Whether it is of the same game, and of any sheet that these rules watch."""
    shows = (profile.of_sheet(sheet).photos for sheet in rules.watched().apart)
    return _game_of(profile) == rules.game.name and (not profile.photos or any(shows))


def _game_of(profile: Profile) -> str:
    """Whose set it is; profiles of old do not say and are of the first game there is."""
    return (profile.about or {}).get(GAME, next(iter(games())))


def chosen(name: str = "", say: Warn = _quietly) -> Profile:
    """The profile of this name; without one the only one there is, or the one that comes with the program."""
    if name:
        return _named(name, say)
    taught = names()
    if len(taught) == 1:
        return _named(taught[0])
    if taught:
        raise ProfileError(N_("say which set it is with --profile: {names}"), names=", ".join(taught))
    return built_in(say=say)


def _named(name: str, say: Warn = _quietly) -> Profile:
    found = stored(name)
    if found is None and name == BUILT_IN:
        found = built_in(say=say)
    if found is None:
        raise _unknown(name)
    return found


def _unknown(name: str) -> ProfileError:
    if not names():
        return ProfileError(
            N_("there is no profile {name}, nor any other yet: teach a set first, see runewatch teach --help"),
            name=name,
        )
    return ProfileError(N_("there is no profile {name}; there are: {names}"), name=name, names=", ".join(names()))


def built_in(game: Game | None = None, say: Warn = _quietly) -> Profile:
    """The profile of a game's set that can be printed, drawn when it is wanted for the first time.

    It is kept by what it is drawn from, so that it is drawn anew if that changes, and only then. ``say`` is
    called before that, because it takes long.
    """
    game = game or next(iter(games().values()))
    path = data_folder() / "drawn" / f"{game.name}-{fingerprint(game)}{SUFFIX}"
    # whoever comes while it is drawn waits for it, rather than drawing it once more
    with _DRAWING:
        with suppress(ProfileError):
            known = load(path)
            if known.photos:
                return known
        from runewatch.sight.drawn import drawn_profile  # noqa: PLC0415 - drawing takes the simulated table

        say()
        profile = drawn_profile(game.open(game.sight))
        with suppress(ProfileError):
            save(profile, path)
            _tidy(path, game)
        return profile


def _tidy(kept: Path, game: Game) -> None:
    """Of what was drawn earlier only the last stays: whoever goes back a version finds it."""
    others = [path for path in kept.parent.glob(f"{game.name}-*{SUFFIX}") if path != kept]
    for path in sorted(others, key=lambda path: path.stat().st_mtime)[:-1]:
        with suppress(OSError):
            path.unlink()


def keep(profile: Profile) -> Path:
    """Stores a profile under its name, and says where."""
    path = path_of(profile.name)
    save(profile, path)
    return path


def forget(name: str) -> None:
    """Removes a profile. Raises ProfileError if there is none."""
    path = path_of(name)
    try:
        path.unlink()
    except FileNotFoundError:
        raise _unknown(shown(name)) from None
    except OSError as error:
        raise ProfileError(N_("{path} cannot be written: {why}"), path=str(path), why=reason(error)) from error


# -- the game it is for -----------------------------------------------------------------------------------


def about(rules: Rules[Any, Any]) -> dict[str, str]:
    """What a profile keeps of the rules it was taught under: the game, and the options that are not as usual."""
    usual = rules.game.open().setup
    changed = {name: value for name, value in rules.setup.items() if value != usual.get(name)}
    return {GAME: rules.game.name} | {name: written(value) for name, value in changed.items()}


def begun(name: str, before: Profile | None, rules: Rules[Any, Any]) -> Profile:
    """A profile to be taught, or taught more, under these rules.

    What it keeps of them is where dice lay in trays and the like: not what spaces of a board show.
    """
    if before is None:
        return Profile(name, (), about(rules))
    is_open = not any(before.of_sheet(one).photos for one in rules.sheets() if is_drawn(one))
    return replace(before, about=about(rules)) if is_open else before


def rules_of(profile: Profile) -> Rules[Any, Any]:
    """The rules under which a profile's set is read."""
    told = dict(profile.about or {})
    game = game_named(told.pop(GAME, ""))
    return game.open(_choices(game, told))


def _choices(game: Game, told: Mapping[str, str]) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    return {name: value_from_text(known[name], text) for name, text in told.items() if name in known}
