"""A printed mat on the simulated table: which cards lie where and how, and where markers stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from engine.catalogue import game_named
from engine.drawing import Drawing
from engine.lettering import face
from engine.table import Layout, Place, Thing
from engine.words import Words, languages
from runewatch.sight import mats
from runewatch.sight.lessons import LessonError, lesson_after
from runewatch.sight.looking import layout_of
from runewatch.sight.mats import mat_reader
from runewatch.simulated import Wish, scene_of
from vision.board import find
from vision.camera import Points
from vision.cards.knowing import CardKnown, Knower, Verdict
from vision.network import network
from vision.open_table import AT_ONCE, LOOKS, OpenReader, face_of, is_open_table
from vision.picture import Picture
from vision.profile import Profile
from vision.scene.setting import Scene
from vision.sighting import NOTHING, Sighting

RULES = game_named("bigbook").open({"players": 2})
PLAN = RULES.watched()
THINGS = {thing.name: thing for thing in PLAN.things}
ICE, GROWTH = "base.ice", "base.growth"
TABLE: Mapping[str, str] = {
    "space-2": "book",
    "round-1": "hat",
    "slot-2": "standin.water.discard-element",
    "slot-3-left": "standin.fire.madness",
    "slot-4": "back-air",
    "library-air": "standin.lib.air.1",
    "black-spell-1": GROWTH,
    "black-spell-3": f"{ICE}-exhausted",
    "violet-spell-5": ICE,
}


def layout(table: Mapping[str, str]) -> dict[str, tuple[Thing, ...]]:
    return {place: (THINGS[name],) for place, name in table.items()}


@dataclass(frozen=True)
class Looking:
    """A table, looked at by a reader that remembers what it saw."""

    scene: Scene
    reader: OpenReader

    def __call__(self, laid: Layout, frames: int = 4) -> Sighting:
        """What is seen once each place had its turn."""
        pictures = [self.scene.picture(laid, moment=float(number)) for number in range(frames)]
        found = find(pictures[0], PLAN)
        assert found.how == "mat"
        return [self.reader.read(picture, found.view, found.certainty) for picture in pictures][-1]


@pytest.fixture(scope="module")
def looking() -> Looking:
    scene = scene_of(RULES, Wish(size=(1280, 720), tilt=6.0, light="lamp", seed=3), plan=PLAN)
    return Looking(scene, mat_reader(RULES, PLAN))


def test_a_mat_is_told_from_other_tables() -> None:
    assert is_open_table(PLAN)
    for name in ("spell", "spellbook", "archimage"):
        assert not is_open_table(game_named(name).open().watched())


def test_cards_backs_and_markers_are_read_and_spells_on_their_side(looking: Looking) -> None:
    laid = layout(TABLE)
    seen = looking(laid)
    assert layout_of(PLAN, seen) == laid
    assert not any(belief.hidden for belief in seen.places.values())


def test_cards_in_another_language_are_read_just_as_well() -> None:
    wish = Wish(size=(1280, 720), tilt=6.0, light="lamp", seed=3, language="fr")
    laid = layout(TABLE)
    assert layout_of(PLAN, Looking(scene_of(RULES, wish, plan=PLAN), mat_reader(RULES, PLAN))(laid)) == laid


def test_a_card_has_a_face_for_each_language_in_which_it_looks_different(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mats, "shown_cards", dict)
    faces = mat_reader(RULES, PLAN).faces("curse", 1.5)
    assert {name.startswith("back-"): len(own) for name, own in faces.items()} == {
        True: 1,
        False: len(languages()),
    }


def test_what_changed_is_asked_about_again_and_nothing_else(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking(layout(TABLE), frames=10)  # until nothing is looked at again because it was not told for sure
    asked: set[str] = set()
    looked = OpenReader._card

    def told(self: OpenReader, cut: Picture, place: Place, *rest: Any) -> Any:
        asked.add(place.name)
        return looked(self, cut, place, *rest)

    monkeypatch.setattr(OpenReader, "_card", told)
    turned = {**TABLE, "black-spell-1": f"{GROWTH}-exhausted", "space-2": "", "space-3": "book"}
    laid = layout({place: name for place, name in turned.items() if name})
    assert layout_of(PLAN, looking(laid)) == laid
    assert asked == {"black-spell-1"}


def test_a_card_that_was_not_told_for_sure_is_looked_at_again(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Points] = []

    def answered(self: Knower, picture: Picture, corners: Points, *, expected: bool) -> CardKnown:
        assert expected
        asked.append(corners)
        names = ((ICE, GROWTH), (ICE, "base.combustion"), (GROWTH,))[len(asked) - 1]
        return CardKnown(Verdict.DOUBT if len(names) > 1 else Verdict.KNOWN, names, corners, doubts=0.6)

    monkeypatch.setattr(Knower, "card_at", answered)
    looks = Looking(looking.scene, replace(looking.reader, _looked={}))
    laid = layout({"black-spell-1": ICE, "space-2": "book", "round-1": "hat"})
    # each says less than both together
    assert looks(laid, frames=1).places["black-spell-1"].best("spell")[1] < 0.9
    assert looks(laid, frames=1).places["black-spell-1"].best("spell")[0] == ICE
    assert looks(laid, frames=1).places["black-spell-1"].best("spell")[1] < 0.9  # now it was called by two names
    looks(laid, frames=2)
    assert len(asked) == LOOKS


def test_a_new_table_is_looked_at_a_few_places_a_frame(looking: Looking) -> None:
    fresh = replace(looking.reader, _looked={})
    seen = Looking(looking.scene, fresh)(layout(TABLE), frames=1)
    cards = [name for name in TABLE if not name.startswith(("space", "round"))]
    hidden = [name for name in cards if seen.places[name].hidden]
    assert len(hidden) == len(cards) - AT_ONCE
    assert all(not seen.places[name].hidden for name in seen.places if name not in hidden)


def test_cards_that_were_told_once_are_looked_at_again_one_a_frame(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Points] = []

    def answered(self: Knower, picture: Picture, corners: Points, *, expected: bool) -> CardKnown:
        asked.append(corners)
        return CardKnown(Verdict.KNOWN, (ICE,), corners, doubts=0.6)

    monkeypatch.setattr(Knower, "card_at", answered)
    looks = Looking(looking.scene, replace(looking.reader, _looked={}))
    cards = [name for name in TABLE if not name.startswith(("space", "round"))]
    counts = []
    for _ in range(4):
        before = len(asked)
        looks(layout(TABLE), frames=1)
        counts.append(len(asked) - before)
    assert counts == [AT_ONCE, len(cards) - AT_ONCE, 1, 1]


def test_a_card_that_nobody_showed_is_one_and_may_be_any(looking: Looking) -> None:
    drawings = {name: face(RULES, THINGS[name], Words()) for name in (ICE, GROWTH)}
    faces = {name: (face_of(drawn, 2.0),) for name, drawn in drawings.items() if isinstance(drawn, Drawing)}
    reader = OpenReader(PLAN, looking.reader.pattern, looking.reader.middle, partial(_of_kind, faces))
    seen = Looking(looking.scene, reader)(layout(TABLE))
    belief = seen.places["library-air"]
    name, _ = belief.best("spell")
    assert THINGS[name].unknown
    assert belief.kinds["spell"][NOTHING] < 0.01 < belief.kinds["spell"]["standin.lib.air.1"]
    assert seen.places["violet-spell-5"].best("spell")[0] == ICE


def _of_kind(
    faces: Mapping[str, tuple[Picture, ...]], kind: str, per_mm: float
) -> Mapping[str, tuple[Picture, ...]]:
    return faces if kind == "spell" else {}


def test_what_covers_a_place_and_is_no_card_hides_it(looking: Looking) -> None:
    hand = looking.scene.hand_over("black-spell-3")
    picture = looking.scene.picture(layout(TABLE), (hand,))
    found = find(picture, PLAN)
    fresh = replace(looking.reader, _looked={})
    seen = [fresh.read(picture, found.view) for _ in range(3)][-1]
    assert seen.places["black-spell-3"].hidden
    assert seen.places["slot-2"].best("curse")[0] == "standin.water.discard-element"


def test_what_is_not_in_view_is_hidden(looking: Looking) -> None:
    picture = looking.scene.picture(layout(TABLE))
    view = find(picture, PLAN).view
    half = np.ascontiguousarray(picture[:, : picture.shape[1] // 2])
    seen = looking.reader.read(half, view)
    assert seen.places["library-air"].hidden
    assert not seen.places["round-1"].hidden


def test_cards_are_not_taught_by_photos_of_a_table() -> None:
    with pytest.raises(LessonError, match="runewatch card add"):
        lesson_after(Profile("mine", ()), RULES, network())
