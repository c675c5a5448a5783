"""What the referee relies on, for each sort of thing."""

from __future__ import annotations

from engine.catalogue import games
from engine.words import Words, languages
from web.relying import relying

RULES = next(game for game in games().values() if game.is_aided).open()
PLACES = [place.name for place in RULES.watched().places]


def test_where_a_camera_sees_all_there_is_nothing_to_tell() -> None:
    for game in games().values():
        if not game.open().is_aided:
            assert list(relying(game.open(), Words("en"), ())) == []


def test_each_sort_of_thing_is_seen_or_said_or_both() -> None:
    without = [name for name in PLACES if name != "slot-4" and not name.startswith("space")]
    told = list(relying(RULES, Words("en"), without))
    assert [one.source for one in told] == ["said", "seen", "both", "seen", "seen", "said"]
    assert told[2].sentence == "Curses: seen by the camera; said by the players: slot 4 of the curses"
    assert {one.source for one in relying(RULES, Words("en"), ())} == {"said"}
    assert [one.source for one in relying(RULES, Words("en"), PLACES)] == ["seen"] * 5 + ["said"]


def test_a_sheet_that_is_not_in_view_is_said_once() -> None:
    rules = next(rules for game in games().values() if (rules := game.open()).watched().sheets)
    dice, board = rules.watched().sheets
    told = list(relying(rules, Words("en"), [place.name for place in dice.places]))
    assert [one.source for one in told] == ["said", "seen", "said"]
    assert told[0].sentence == "Not in view, so what lies there is as you say: the printed board"
    both = [place.name for place in (*dice.places, *board.places)]
    assert "Not in view" not in " ".join(one.sentence for one in relying(rules, Words("en"), both))


def test_it_is_told_in_every_language() -> None:
    for language in languages():
        for one in relying(RULES, Words(language), PLACES[1:]):
            assert not any(sign in one.sentence for sign in "{}[]")
