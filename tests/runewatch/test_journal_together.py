"""Figures of a game that is played together: for many seats, without points, with events that are everybody's."""

from __future__ import annotations

from pathlib import Path

from engine.record import read_record
from runewatch.journal.counting import tally
from runewatch.journal.players import Player
from runewatch.journal.recording import from_record
from runewatch.journal.rows import Kept

RECORD = Path(__file__).parents[1] / "engine" / "bigbook" / "golden-3.rwr"


def test_what_names_a_player_is_theirs_and_the_rest_is_everybodys() -> None:
    taken = from_record(read_record(RECORD.read_text(encoding="utf-8")), 0.0)
    found = tally([Kept(0.0, event) for event in (taken.began, *taken.then)])
    counts = [{name: count for (name, _), count in of.items()} for of in found.counts]
    assert (found.points, found.rounds, found.turns) == ((), 6, (10, 10, 10))
    assert len({of["triggered"] for of in counts}) == 1
    assert counts[0]["triggered"] > 10
    assert sum(of.get("destroyed", 0) for of in counts) > 5
    assert len({of.get("destroyed", 0) for of in counts}) > 1


def test_a_game_without_points_has_none_a_round() -> None:
    assert Player("Ana", "bigbook", matches=1, rounds=6).points_a_round is None
    assert Player("Ana", "bigbook", matches=1, rounds=6, points=3, is_scored=True).points_a_round == 0.5
