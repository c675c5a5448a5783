"""The printed set of Archimage: all that is in the box but the dice, boards as their texts have them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.archimage import GAME
from engine.archimage.board import load_board
from engine.archimage.drawings import INKS, sign
from engine.archimage.elements import NATURE
from engine.drawing import Area, Drawing, Line, Standing, Text, box
from engine.lettering import SMALLEST_MM, worded
from engine.printed import Batch, Ground
from engine.words import Words, languages
from runewatch.simulated import sheets_of

PARTS = GAME.printed()
BATCHES = [part for part in PARTS if isinstance(part, Batch)]
GROUNDS = {part.name: part for part in PARTS if isinstance(part, Ground)}


def test_the_quantities_are_those_of_the_box() -> None:
    counted = Counter({piece.name: piece.count for part in BATCHES for piece in part.pieces})
    seals = {name: count for name, count in counted.items() if name.startswith("seal-")}
    assert sum(seals.values()) == 120
    assert (counted["seal-red-2"], counted["seal-green-6"]) == (10, 5)
    scrolls = [part for part in BATCHES if part.name == "scrolls"]
    assert [len(part.pieces) for part in scrolls] == [30, 25, 25, 25, 25]
    assert len({piece.name for part in scrolls for piece in part.pieces}) == 130
    assert all(piece.back for part in scrolls for piece in part.pieces)
    figures = next(part for part in BATCHES if part.name == "figures")
    assert Counter(piece.name.partition("-")[0] for piece in figures.pieces) == Counter(
        mage=5, familiar=5, guardian=5
    )
    assert counted["first-player"] == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_board_shows_every_space_of_its_text_with_its_power(players: int) -> None:
    drawn = GROUNDS[f"board-{players}"].drawing
    told = Counter(shape.text for shape in drawn.shapes if isinstance(shape, Text))
    board = load_board("", players)
    assert {space.name for space in board.spaces} - {"hub"} <= set(told)
    powers = Counter(str(space.power) for space in board.spaces if space.power)
    assert all(told[power] == count for power, count in powers.items())
    reach = drawn.width_mm / 2
    assert all(abs(space.x) < reach and abs(space.y) < reach for space in board.spaces)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_table_lies_the_board_that_is_played_on(players: int) -> None:
    rules = GAME.open({"players": players})
    (sheet,) = sheets_of(rules, rules.plan())
    assert sheet.drawing == GROUNDS[f"board-{players}"].drawing


def test_nothing_is_told_by_colour_alone() -> None:
    assert len({sign(element, 0, 0) for element in range(5)}) == 5
    drawn = {thing.name: GAME.open().drawing(thing) for thing in GAME.open().plan().things}
    for colour in ("red", "blue", "yellow", "green"):
        others = [one for one in ("red", "blue", "yellow", "green") if one != colour]
        assert all(_shapes(drawn[f"seal-{colour}-4"]) != _shapes(drawn[f"seal-{one}-4"]) for one in others)
    board = GROUNDS["board-2"].drawing
    assert all(any(getattr(shape, "points", ()) and shape.colour == INKS[name] for shape in board.shapes)
               for name, _ in zip(("red", "blue", "yellow", "green"), NATURE, strict=True))  # fmt: skip


def _shapes(drawn: Drawing | Standing | None) -> list[object]:
    """What is drawn, whatever its colour."""
    assert isinstance(drawn, Drawing)
    return [shape.points for shape in drawn.shapes if isinstance(shape, Area)]


@pytest.mark.parametrize("language", languages())
def test_a_printed_scroll_says_what_it_does_in_words_that_all_have_room(language: str) -> None:
    words = Words(language)
    for batch in (part for part in BATCHES if part.name == "scrolls"):
        for piece in batch.pieces:
            told = [" ".join(words.phrase(GAME, one) for one in wording.told) for wording in piece.words]
            printed = worded(piece, GAME.open(), words).front.shapes
            letters = [shape for shape in printed if isinstance(shape, Text)]
            assert len(told) == 2, piece.name
            assert all(told), piece.name
            said = " ".join(shape.text for shape in letters[1:]).lower().split()
            assert said == " ".join(told).lower().split(), piece.name
            assert min(shape.size for shape in letters) >= SMALLEST_MM
            lowest = max(shape.y + 0.3 * shape.size for shape in letters)
            assert lowest <= piece.front.height_mm / 2 - 1, piece.name


def test_the_sheet_for_dice_has_the_trays_and_marks_that_a_camera_looks_for() -> None:
    sheet = GROUNDS["dice"]
    for players in (2, 3, 4, 5):
        plan = GAME.open({"players": players, "camera": "dice"}).watched()
        assert sum(place.name.startswith("tray-") for place in plan.places) == players
        for place in plan.places:
            x, y = (round((at - to) * plan.unit_mm, 6) for at, to in ((place.x, sheet.x), (place.y, sheet.y)))
            wide, high = place.width * plan.unit_mm, place.height * plan.unit_mm
            edges = [shape.points for shape in sheet.drawing.shapes if isinstance(shape, Line)]
            assert box(x, y, wide, high, 4) in edges, place.name
        for marker in plan.markers:
            reach = marker.side * plan.unit_mm / 2 + 5
            assert abs(marker.x - sheet.x) * plan.unit_mm + reach <= sheet.drawing.width_mm / 2
            assert abs(marker.y - sheet.y) * plan.unit_mm + reach <= sheet.drawing.height_mm / 2
