"""One's own tokens, scrolls and figures, taught by photos of known boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from engine.catalogue import game_named
from engine.table import Layout, Thing
from runewatch.sight import profiles
from runewatch.sight.lessons import LessonError, Taken, learnt, lesson_after, taken_by, told_apart
from runewatch.sight.looking import Hints, layout_of, sight
from runewatch.sight.showing import lesson_layout
from runewatch.simulated import Wish, scene_of
from tests.vision.another_set import another
from vision.network import network
from vision.picture import Picture
from vision.profile import Profile

RULES = game_named("archimage").open({"players": 2, "camera": "board"})
PLAN = RULES.watched()
THINGS = {thing.name: thing for thing in PLAN.things}
SHOWN = lesson_layout(RULES, 0)
TABLE = {
    "1p": ("seal-red-2",),
    "2p": ("seal-green-6",),
    "3d": ("seal-yellow-3",),
    "1f": ("seal-blue-4",),
    "5h": ("seal-red-5",),
    "12": ("scroll-transmutation-fire",),
    "14": ("scroll-growth-air",),
    "16": ("scroll-synergy-spirit",),
    "4q": ("mage-shaman",),
    "v3": ("mage-witch",),
}


def laid(table: Mapping[str, tuple[str, ...]]) -> Layout:
    return {place: tuple(THINGS[name] for name in names) for place, names in table.items()}


def seen(layout: Layout, wish: Wish) -> Picture:
    scene = replace(scene_of(RULES, wish, layout), draw=another)
    return scene.picture(layout)


@pytest.fixture(scope="module")
def photo() -> Picture:
    return seen(SHOWN, Wish(size=(1920, 1080), tilt=5.0, seed=1))


@pytest.fixture(scope="module")
def taken(photo: Picture) -> Taken:
    return lesson_after(Profile("mine"), RULES, network()).taken(photo, SHOWN, Hints())


@pytest.fixture(scope="module")
def taught(taken: Taken) -> Profile:
    return Profile("mine", (), profiles.about(RULES)).with_photo(*taken.photos)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_board_to_lay_out_shows_everything_and_needs_no_more_than_the_box_holds(players: int) -> None:
    plan = game_named("archimage").open({"players": players, "camera": "board"}).watched()
    shown = [
        lesson_layout(game_named("archimage").open({"players": players, "camera": "board"}), n) for n in (0, 1)
    ]
    for laid_out in shown:
        names = Counter(thing.name for things in laid_out.values() for thing in things)
        for supply in plan.supply:
            assert sum(names[name] for name in supply.things) <= supply.count
        assert all(thing.kind in plan.place(name).kinds for name, things in laid_out.items() for thing in things)
    every = {thing.name for one in shown for things in one.values() for thing in things}
    assert every == {thing.name for thing in plan.things if not thing.unknown}


def test_a_set_of_another_drawing_is_read_once_it_was_shown(taught: Profile) -> None:
    picture = seen(laid(TABLE), Wish(size=(1920, 1080), tilt=8.0, light="lamp", seed=7))
    _, told = sight(RULES, taught).look(picture)
    assert layout_of(PLAN, told) == laid(TABLE)
    _, untaught = sight(RULES, Profile("printed")).look(picture)
    assert layout_of(PLAN, untaught) != laid(TABLE)


def test_a_photo_that_fits_its_layout_leaves_no_doubt(taken: Taken, taught: Profile) -> None:
    assert taken.doubts == ()
    assert min(learnt(PLAN, taught).values()) > 0
    assert len(taught.photos) > 1 == taught.count
    seals = next(one for one in told_apart(RULES, taught, network()) if one.kind == "seal")
    assert seals.right >= 0.9 * seals.asked > 40


def test_a_layout_that_does_not_match_the_photo_is_refused_with_its_places(photo: Picture) -> None:
    lesson = lesson_after(Profile("mine"), RULES, network())
    names = list(SHOWN)
    moved = {name: SHOWN[other] for name, other in zip(names, names[7:] + names[:7], strict=True)
             if SHOWN[other][0].kind in PLAN.place(name).kinds}  # fmt: skip
    with pytest.raises(LessonError, match="does not match the photo: look at"):
        lesson.taken(photo, moved, Hints())
    bare = {name: things for name, things in SHOWN.items() if name not in names[:12]}
    with pytest.raises(LessonError, match=names[0]):
        lesson.taken(photo, bare, Hints())
    assert lesson.taken(photo, moved, Hints(), trusting=True).photos


def test_a_few_things_on_a_board_are_a_lesson_too_but_none_are_not(photo: Picture) -> None:
    lesson = lesson_after(Profile("mine"), RULES, network())
    picture = seen(laid(TABLE), Wish(tilt=4.0, seed=2))
    assert lesson.taken(picture, laid(TABLE), Hints()).doubts == ()
    with pytest.raises(LessonError, match="nothing was said to lie alone"):
        lesson.taken(photo, {}, Hints())


def test_two_tokens_taken_for_each_other_are_told_as_a_doubt(photo: Picture) -> None:
    first = next(name for name, (thing, *_) in SHOWN.items() if thing.name == "seal-red-2")
    other: Thing = THINGS["seal-red-4"]
    told = lesson_after(Profile("mine"), RULES, network()).taken(photo, {**SHOWN, first: (other,)}, Hints())
    assert (first, "seal-red-4", "seal-red-2") in {(one.place, one.told, one.looks) for one in told.doubts}


def test_a_taught_set_is_kept_beside_that_of_the_dice(
    taught: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    monkeypatch.setattr(profiles, "built_in", lambda *_: Profile("printed"))
    profiles.keep(taught)
    known = profiles.profile_for(RULES)
    assert (known.name, len(known.photos)) == ("mine", len(taught.photos))
    assert profiles.rules_of(known).watched() == PLAN
    # dice are not read by what tokens taught
    assert profiles.profile_for(game_named("archimage").open({"camera": "dice"})).name == "printed"
    # what one board taught serves on every other
    five = game_named("archimage").open({"players": 5, "camera": "board"})
    assert profiles.profile_for(five).name == "mine"
    assert sight(five, known).plan == five.watched()


def test_above_dice_and_board_each_is_read_by_what_was_shown_of_it(
    taught: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    drawn = replace(taught.photos[0], sheet="dice", told={"tray-witch": ("seal-red-2",)})
    about = {"game": "archimage", "players": "5"}
    monkeypatch.setattr(profiles, "built_in", lambda *_: Profile("printed", (drawn,), about))
    both = game_named("archimage").open()
    dice, board = both.watched().sheets
    assert profiles.profile_for(both).name == "printed"
    profiles.keep(taught)
    known = profiles.profile_for(both)
    assert known.name == "mine"
    # photos of old do not say what they show, and things tell; what says so is believed
    assert known.of_sheet(board).photos == known.photos[: len(taught.photos)]
    assert known.of_sheet(dice).photos == (drawn,)
    assert (known.about or {})["players"] == "5", "where trays were is told by who drew them"
    kept = replace(taught, photos=tuple(replace(one, sheet="board") for one in taught.photos))
    profiles.keep(kept)
    again = profiles.stored("mine")
    assert again is not None
    assert {one.sheet for one in again.photos} == {"board"}
    assert not again.of_sheet(dice).photos


def test_one_photo_of_both_sheets_teaches_what_is_in_view(tmp_path: Path) -> None:
    rules = game_named("archimage").open({"players": 2})
    dice, board = rules.watched().sheets
    layout = {**lesson_layout(rules, 0, dice), **lesson_layout(rules, 0, board)}
    picture = scene_of(rules, Wish(size=(1920, 1080), tilt=2.0, seed=3), layout).picture(layout)
    taken = taken_by(Profile("mine"), rules, network(), picture, layout, Hints())
    assert {one.sheet for one in taken.photos} == {"dice", "board"}
    assert not taken.unseen
    alone = scene_of(rules, Wish(tilt=2.0, seed=3), plan=board).picture({**lesson_layout(rules, 0, board)})
    taken = taken_by(Profile("mine"), rules, network(), alone, layout, Hints())
    assert {one.sheet for one in taken.photos} == {"board"}
    assert taken.unseen == ("the sheet with the dice",)
    profile = Profile("mine").with_photo(*taken.photos)
    assert all(
        learnt(board, profile)[one.name] for things in lesson_layout(rules, 0, board).values() for one in things
    )
