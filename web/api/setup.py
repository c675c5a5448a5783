"""Setting up: camera, set, game and clocks, up to the match that begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from engine.catalogue import game_named, games
from engine.contract import Game, Rules
from engine.errors import N_, RunewatchError
from engine.options import Value, written
from engine.words import Words
from runewatch.choosing import Chance, Choices, Way, choices
from runewatch.events import Began
from runewatch.live.viewing import camera_in_use, camera_title, cameras
from runewatch.settings import Settings, SettingsError, changed
from runewatch.settings.rules import AUTO
from runewatch.sight import profiles
from web.api.endpoints import Api
from web.api.forms import FormError, Limit, Name, Text
from web.api.match import host, outcome
from web.api.sight import viewer
from web.words import reader

api = Api("setup")

STAND_IN = "stand-in"
ADDRESSES = ("http://", "https://")

WAYS = {
    "off": N_("none"),
    "up": N_("counts up"),
    "down": N_("counts down"),
    "bank": N_("a bank of time"),
    "increment": N_("a bank, and more with every turn"),
}
OUT = {"said": N_("it is said"), "ends": N_("the match is over")}


@dataclass(frozen=True, slots=True)
class Named:
    """Something to choose: its name, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was broken off: its number, the game, who played, and when it began (seconds since 1970)."""

    number: int
    game: str
    names: tuple[str, ...]
    began: float


@dataclass(frozen=True, slots=True)
class TimerWish:
    """A timer: how it goes, what from, and what is added each time, in seconds."""

    way: str
    seconds: Annotated[float, Limit(86_400)]
    increment: Annotated[float, Limit(86_400)] = 0.0


@dataclass(frozen=True, slots=True)
class ClockWish:
    """The clocks: of turns and of rounds, and what running out of time means."""

    turn: TimerWish
    round: TimerWish
    out: str = "said"


@dataclass(frozen=True, slots=True)
class SetChoice:
    """A set that can be read: its name, the game it is for (any, if empty), and how many photos taught it."""

    name: str
    title: str
    game: str
    photos: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """All there is to set up, and how it stands."""

    stage: str
    unfinished: Unfinished | None
    camera: str
    cameras: tuple[Named, ...]
    set: str
    sets: tuple[SetChoice, ...]
    games: tuple[Named, ...]
    names: tuple[str, ...]
    clocks: ClockWish
    ways: tuple[Named, ...]
    outs: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """What is chosen, by its name."""

    name: Annotated[str, Limit(300, 1)]


@dataclass(frozen=True, slots=True)
class Choosing:
    """What was chosen so far."""

    game: Name
    setup: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChoiceWay:
    """A value that can be chosen; ``refused`` says what speaks against it."""

    value: Any
    title: str
    about: str
    refused: str


@dataclass(frozen=True, slots=True)
class ChoiceNow:
    """An option as it stands; without ways it takes any text. Those that are not main are matters of the table."""

    name: str
    about: str
    source: str
    value: Any
    is_switch: bool
    is_long: bool
    """Beside its ways it takes a whole text."""
    is_main: bool
    is_open: bool
    ways: tuple[ChoiceWay, ...]


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat of the match; a script plays those that people do not."""

    name: str
    title: str
    is_played: bool


@dataclass(frozen=True, slots=True)
class ChoicesNow:
    """The choices that go together, what can be chosen now, and what was put back because it did not fit."""

    game: str
    setup: Mapping[str, Any]
    options: tuple[ChoiceNow, ...]
    seats: tuple[SeatNow, ...]
    has_books: bool
    """Whether players may write something for it at a desk of their own."""
    put_back: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A match to begin."""

    game: Name
    setup: Mapping[str, Any] = field(default_factory=dict)
    names: Annotated[tuple[Annotated[str, Limit(40)], ...], Limit(10)] = ()
    clocks: ClockWish | None = None
    position: Text = ""


# -- how it stands ----------------------------------------------------------------------------------------


@api.get("/setup", gives=SetUp, is_open=False, about=N_("All there is to set up."))
def set_up() -> SetUp:
    current, words = host(), reader()
    settings = current.settings
    shelf = games()
    return SetUp(
        current.moment.stage.value,
        _unfinished(),
        camera_in_use(settings),
        tuple(Named(name, camera_title(words, name)) for name in cameras(settings)),
        _set_in_use(settings),
        _sets(words),
        tuple(Named(name, game.title) for name, game in shelf.items()),
        settings.table.names,
        _clocks(settings),
        tuple(Named(way, words(WAYS[way])) for way in WAYS),
        tuple(Named(out, words(OUT[out])) for out in OUT),
    )


def _unfinished() -> Unfinished | None:
    current = host()
    number = current.moment.unfinished
    if number is None:
        return None
    found = current.house.journal.summary(number)
    game = games().get(found.game)
    return Unfinished(number, game.title if game else found.game, found.names, found.began)


def _set_in_use(settings: Settings) -> str:
    name, taught = settings.table.profile, profiles.names()
    if name != AUTO:
        return name
    return taught[0] if len(taught) == 1 else profiles.BUILT_IN


def _sets(words: Words) -> tuple[SetChoice, ...]:
    printed = SetChoice(profiles.BUILT_IN, words(N_("The set that can be printed")), "", 0)
    return (printed, *(found for name in profiles.names() if (found := _set(name)) is not None))


def _set(name: str) -> SetChoice | None:
    """A taught set; None for a file that cannot be read."""
    try:
        profile = profiles.stored(name)
    except RunewatchError:
        return None
    if profile is None or name == profiles.BUILT_IN:
        return None
    return SetChoice(name, name, (profile.about or {}).get(profiles.GAME, ""), profile.count)


def _clocks(settings: Settings) -> ClockWish:
    kept = settings.clocks
    return ClockWish(
        TimerWish(kept.turn, kept.turn_seconds, kept.turn_increment),
        TimerWish(kept.round, kept.round_seconds, kept.round_increment),
        kept.out,
    )


# -- camera and set ---------------------------------------------------------------------------------------


@api.post("/setup/camera", takes=Pick, about=N_("Choose the camera to look through."))
def choose_camera(wanted: Pick) -> None:
    current = host()
    # who holds a page may not have any file of the box shown
    if wanted.name not in cameras(current.settings) and not wanted.name.startswith(ADDRESSES):
        raise FormError("/name", N_("there is no such camera; give the address of a phone's camera in full"))
    _change({"camera.which": wanted.name})


@api.post("/setup/set", takes=Pick, about=N_("Choose the set that is on the table."))
def choose_set(wanted: Pick) -> None:
    if wanted.name != profiles.BUILT_IN and wanted.name not in profiles.names():
        raise FormError("/name", N_("there is no such set"))
    _change({"table.profile": wanted.name})


def _change(values: Mapping[str, Any]) -> None:
    current = host()
    try:
        settings = changed(current.settings, values)
    except SettingsError as error:
        raise FormError("", error.message, **dict(error.facts)) from None
    outcome(current.do(lambda: current.change(settings)))
    viewer().taught()


# -- the game ---------------------------------------------------------------------------------------------


@api.post("/setup/choices", takes=Choosing, gives=ChoicesNow, about=N_("What can be chosen, after these choices."))
def choices_now(wanted: Choosing) -> ChoicesNow:
    words, game = reader(), game_named(wanted.game)
    found = choices(game, wanted.setup)
    viewer().begin_preparing(game)  # it takes a while, and people take one to choose
    return ChoicesNow(
        game.name,
        found.setup,
        tuple(_choice(words, found, chance) for chance in found.chances),
        _seats(words, found.rules),
        bool(game.books()),
        tuple(
            words(N_("{what}: put back, since {why}"), what=words.option(option), why=words.error(error))
            for option, error in found.put_back
        ),
    )


def _choice(words: Words, found: Choices, chance: Chance) -> ChoiceNow:
    option = chance.option
    is_text = not chance.ways
    value = found.setup.get(option.name) if option.default is None and not option.is_switch else chance.value
    return ChoiceNow(
        option.name,
        words.option(option),
        option.source,
        written(value) if is_text and value is not None else value,
        option.is_switch,
        option.is_long,
        chance.is_main,
        chance.is_open,
        tuple(_way(words, chance, way) for way in chance.ways),
    )


def _way(words: Words, chance: Chance, way: Way) -> ChoiceWay:
    if way.title is not None:
        title = way.title.get(words.language) or next(iter(way.title.values()), str(way.value))
    elif way.value is None:
        title = words(N_("left open"))
    elif way.value == "":
        title = words(N_("as the rules have it"))
    else:
        title = words.value(chance.option, way.value)
    about = words(N_("made up by us, not the printed one")) if way.origin == STAND_IN else ""
    return ChoiceWay(way.value, title, about, words.error(way.refused) if way.refused else "")


def _seats(words: Words, rules: Rules[Any, Any]) -> tuple[SeatNow, ...]:
    return tuple(
        SeatNow(name, words(name), number in set(rules.people)) for number, name in enumerate(rules.seats)
    )


# -- the match --------------------------------------------------------------------------------------------


@api.post("/setup/start", takes=Start, about=N_("Begin a match with all that was set up."))
def start(wanted: Start) -> None:
    """What can be wrong is found before anything is changed; learning the printed set goes first."""
    current, game = host(), game_named(wanted.game)
    found = choices(game, wanted.setup)
    if found.put_back:
        _, why = found.put_back[0]
        raise why
    setup = found.setup
    settings = current.settings if wanted.clocks is None else _with_clocks(current.settings, wanted.clocks)
    began = Began(game.name, dict(setup), wanted.names, wanted.position)
    # what no camera follows is read by no set, and cards by their faces
    if game.is_watched and any(map(profiles.is_drawn, found.rules.watched().apart)):
        if not found.rules.is_aided:
            _refuse_another_set(settings, game)
        viewer().prepare(game)

    def begin_it() -> None:
        current.change(settings)
        current.begin(began)

    outcome(current.do(begin_it))


def _with_clocks(settings: Settings, wish: ClockWish) -> Settings:
    values: dict[str, Value | float] = {"clocks.out": wish.out}
    for kind, timer in (("turn", wish.turn), ("round", wish.round)):
        values[f"clocks.{kind}"] = timer.way
        # what a timer does not use may be anything
        if timer.way in ("down", "bank", "increment"):
            values[f"clocks.{kind}_seconds"] = timer.seconds
        if timer.way == "increment":
            values[f"clocks.{kind}_increment"] = timer.increment
    try:
        return changed(settings, values)
    except SettingsError as error:
        raise FormError("/clocks", error.message, **dict(error.facts)) from None


def _refuse_another_set(settings: Settings, game: Game) -> None:
    name = _set_in_use(settings)
    profile = None if name == profiles.BUILT_IN else profiles.stored(name)
    of = "" if profile is None else str((profile.about or {}).get(profiles.GAME, ""))
    if profile is not None and of != game.name:
        shelf = games()
        told = N_(
            "the set {name} was taught for {of}, not for {game}: choose the printed set, or teach one for {game}"
        )
        raise FormError("", told, name=name, of=shelf[of].title if of in shelf else of or "?", game=game.title)


@api.post("/setup/give-up", about=N_("Give up the match that was broken off."))
def give_up() -> None:
    current = host()
    outcome(current.do(current.give_up))
