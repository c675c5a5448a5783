"""The table: its plan, its drawings, the picture for a terminal, and what counting finds."""

from __future__ import annotations

from typing import Any

import pytest

from engine.archimage import GAME
from engine.archimage.elements import CIRCLES
from engine.catalogue import games
from engine.drawing import Drawing, Standing
from engine.search import perft
from engine.table import differences
from engine.words import Words
from tests.engine.archimage.playing import match

POSITION = (
    "archimage circle=4 | board 1p=r2 1a=b3 16=speed-earth | mages shaman=v1 witch=1q | familiars witch=done | "
    "guardians earth=16 | dice shaman=r2,b3 witch=y,g,g | scrolls shaman=growth-air*,guardian-earth | "
    "turn shaman | first witch | round 3"
)
COUNTED = [
    ("archimage | board 1c=g4 | mages shaman=v1 witch=v2 | dice shaman=g2,g3,g4 witch=r3", 3, 78),
    ("archimage circle=4 | board 1p=r2 1a=b3 | mages shaman=v1 witch=v2 | dice shaman=r2,b1 witch=r3,g6", 2, 8),
    ("archimage circle=3 | board 1p=r2 | mages shaman=v1 witch=v2 | dice shaman=r2 witch=r2,g6 | "
     "scrolls shaman=theft-fire,borrow-water witch=growth-water,theft-air", 2, 46),
    ("archimage | board 1p=r2 | mages shaman=v1 witch=v2 | phase pick | round 0 | picks shaman witch", 2, 288),
]  # fmt: skip
"""Positions, depths, and the sequences of legal actions that there are, counted by hand."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("circle", CIRCLES)
def test_every_place_and_thing_has_one_name_and_a_look(players: int, circle: str) -> None:
    rules = GAME.open({"players": players, "circle": circle})
    plan = rules.plan()
    names = [place.name for place in plan.places]
    assert len(set(names)) == len(names)
    things = [thing.name for thing in plan.things]
    assert len(set(things)) == len(things)
    assert {name for supply in plan.supply for name in supply.things} <= set(things)
    assert {name for pair in plan.links for name in pair} <= set(names)
    for thing in plan.things:
        assert thing.unknown or isinstance(rules.drawing(thing), Drawing | Standing), thing
    kinds = {thing.kind for thing in plan.things}
    assert {kind for place in plan.places for kind in place.kinds} <= kinds
    for words in (Words("en"), Words("fr")):
        told = [words.thing(rules, thing) for thing in plan.things]
        told += [words.place(rules, place.name) for place in plan.places]
        assert not any("{" in one for one in told)


def test_faces_of_dice_and_seals_look_different() -> None:
    rules = GAME.open({})
    flat = [
        rules.drawing(thing)
        for thing in rules.plan().things
        if thing.kind in ("die", "seal", "scroll") and not thing.unknown
    ]
    assert len(set(flat)) == len(flat)


def test_a_layout_tells_what_lies_where() -> None:
    rules, state = GAME.read_position(POSITION)
    layout = rules.layout(state)
    told = {place: [thing.name for thing in lying] for place, lying in layout.items()}
    assert told["16"] == ["scroll-speed-earth", "guardian-earth"]
    assert told["v1"] == ["mage-shaman"]
    assert told["tray-shaman"] == ["die-blue-3", "die-red-2"]
    assert told["tray-witch"] == ["die-green", "die-green", "die-yellow"]
    assert told["bond-witch"] == ["bond-witch", "familiar-witch"]
    assert told["home-shaman"] == ["familiar-shaman"]
    assert told["scrolls-shaman"] == ["scroll-back", "scroll-guardian-earth"]
    assert told["zone-red"] == ["die-red", "die-red"]
    assert told["first-witch"] == ["first-player"]
    after = rules.play(state, rules.read_action(state, "break 1p with r2"))
    assert [one.place for one in differences(layout, rules.layout(after))] == [
        "1p", "tray-shaman", "v1", "zone-red",
    ]  # fmt: skip


def test_the_picture_shows_what_is_marked() -> None:
    rules, state = GAME.read_position(POSITION)
    panels = rules.picture(state, ("1p",))
    drawn = "\n".join("".join(ink.text for ink in line) for panel in panels for line in panel.lines)
    assert "◆" in drawn
    assert "!" in drawn
    assert "growth-air*" in drawn
    plain = "\n".join("".join(ink.text for ink in line) for line in rules.picture(state)[0].lines)
    assert "r2" in plain
    assert "◆" not in plain


@pytest.mark.parametrize(("position", "depth", "count"), COUNTED)
def test_sequences_are_counted(position: str, depth: int, count: int) -> None:
    rules, state = GAME.read_position(position)
    assert perft(rules, state, depth) == count


def test_it_does_not_stand_first_on_the_shelf() -> None:
    assert next(iter(games())) != "archimage"
    assert "archimage" in games()


def test_an_act_that_was_not_legal_is_named() -> None:
    """What a slip leaves on the table is blamed on a rule that has a sentence."""
    steps: list[Any] = list(match({"players": 3, "circle": "2"}, 3))
    rules, state, _, _ = steps[40]
    seen = dict(rules.layout(state))
    tray = next(place for place in seen if place.startswith("tray-") and seen[place][0].name.count("-") == 2)
    seen[tray] = seen[tray][1:]
    found = rules.diagnose(state, seen)
    assert found
    assert {breach.rule for breach in found} <= GAME.sentences.keys()


# -- sheet and board side by side -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_sheet_lies_beside_the_board_and_each_keeps_its_own_places(players: int) -> None:
    rules = GAME.open({"players": players})
    plan, (dice, board) = rules.watched(), rules.sheets()
    assert plan.sheets == plan.apart == (dice, board)
    assert [place.name for place in plan.places] == [place.name for place in (*dice.places, *board.places)]
    assert plan.places[len(dice.places) :] == board.places, "the board stays where it is"
    moved = {(new.x - old.x, new.y - old.y) for new, old in zip(plan.places, dice.places, strict=False)}
    assert len({(round(x, 6), round(y, 6)) for x, y in moved}) == 1
    right = max(place.x + place.width / 2 for place in plan.places[: len(dice.places)])
    assert right < min(marker.x - marker.side for marker in board.markers)
    assert len({marker.number for marker in plan.markers}) == len(plan.markers) == 8
    for camera, sheet in (("dice", dice), ("board", board)):
        alone = GAME.open({"players": players, "camera": camera})
        assert alone.watched() == alone.sheets()[("dice", "board").index(camera)]
        assert alone.watched().places == sheet.places, "what one taught serves beside the other"
        assert alone.watched().apart == (alone.watched(),)


def test_dice_and_board_are_taken_as_they_lie_together() -> None:
    rules, state = GAME.read_position(
        "archimage | board 1p=r2 1q=b3 | mages shaman=v1 witch=v2 | dice shaman=r2,b3 witch=y5 | turn shaman"
        " | first shaman | round 1"
    )
    layout = rules.layout(state)
    things = {thing.name: thing for thing in rules.plan().things}
    lying = {
        **layout,
        "1p": (),
        "tray-shaman": (things["die-blue-3"],),
        "zone-red": (*layout["zone-red"], things["die-red"]),
    }
    after = rules.amended(state, lying)
    assert after is not None
    assert rules.layout(after) == {name: there for name, there in lying.items() if there}
    short = {**lying, "zone-red": layout["zone-red"]}
    assert rules.amended(state, short) is None, "a die is nowhere"
