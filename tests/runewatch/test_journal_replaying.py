"""A match made again from its events: on paper, in figures, and with a word where it does not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from engine.errors import NotationError, RunewatchError
from engine.record import Record, read_record, write_record
from engine.record import replay as replay_record
from engine.verdict import Event as Told
from engine.words import Words
from runewatch.events import Abandoned, Acted, Began, Corrected, Ended, Event, Paused, Resumed, SteppedBack
from runewatch.journal.counting import Tally, counted, tally
from runewatch.journal.faults import ReplayError
from runewatch.journal.keeping import Journal
from runewatch.journal.players import players, told
from runewatch.journal.recording import from_record, record_text, to_json, to_record
from runewatch.journal.replaying import replayed, steps
from runewatch.journal.rows import Kept

POSITION = "spell 2e | v b v b / v BM N Vm / b v b v / b v b . | turn black"
BEGAN = Began("spell", {}, ("Ana", "Léo"), POSITION)
RECORD = f"""[game "spell"]
[black "Ana"]
[violet "Léo"]
[date "2026-11-18"]
[position "{POSITION}"]

1 black: move c3; end
{{ the cat }}
arbiter: set {POSITION.replace("turn black", "turn violet")}
1 violet: flip d3; end
result: unfinished
"""


def demo() -> Record:
    """The match of the demo without the actions that are refused there."""
    record = read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))
    legal = tuple(step.entry for step in replay_record(record, record.open()) if step.is_legal)
    return replace(record, entries=legal)


def kept(*events: Event, every: float = 10) -> tuple[Kept, ...]:
    return tuple(Kept(1000 + every * number, event) for number, event in enumerate(events))


# -- replaying --------------------------------------------------------------------------------------------


def test_what_stands_and_what_was_taken_back() -> None:
    happened: list[Event] = [BEGAN, Acted(0, "move c3"), SteppedBack(1), Acted(0, "end"), Paused()]
    walked = list(steps(happened))
    assert [step.number for step in walked] == [0, 1, 2, 3, 4]
    assert [step.is_played for step in walked] == [False, True, False, True, False]
    match = replayed(happened)
    assert [step.event for step in match.steps] == [Acted(0, "move c3"), Acted(0, "end")]
    assert match.rules.write_position(match.state).endswith("turn violet")
    assert walked[3].told


@pytest.mark.parametrize(
    ("happened", "message"),
    [
        ([], "begins with its set-up"),
        ([Acted(0, "end")], "begins with its set-up"),
        ([BEGAN, BEGAN], "event 1 does not replay"),
        ([BEGAN, Acted(0, "move c3"), Acted(0, "move a1")], "event 2 does not replay: .*not legal"),
        ([BEGAN, Acted(0, "jump")], "event 1 does not replay"),
        ([BEGAN, Acted(1, "move c3")], "event 1 does not replay"),
        ([BEGAN, Acted(0, "move c3"), SteppedBack(2)], "event 2 does not replay"),
        ([BEGAN, Corrected("spell 2e | nonsense")], "event 1 does not replay"),
        ([replace(BEGAN, game="nowhere")], "event 0 does not replay: there is no game"),
        ([replace(BEGAN, setup={"edition": "9e"})], "event 0 does not replay: option edition"),
    ],
)
def test_what_does_not_replay_is_named(happened: list[Event], message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        replayed(happened)


# -- records ----------------------------------------------------------------------------------------------


def test_a_record_comes_in_and_goes_out_again() -> None:
    found = from_record(read_record(RECORD), 5.0)
    assert found.began.names == ("Ana", "Léo")
    assert found.then[2] == Corrected(POSITION.replace("turn black", "turn violet"), "the cat")
    events = [found.began, *found.then]
    text = record_text([Kept(found.at, event) for event in events])
    assert read_record(text).entries == read_record(RECORD).entries
    assert read_record(text).tags == read_record(RECORD).tags
    again = from_record(read_record(text), 5.0)
    assert (again.then, again.began.position, again.at) == (found.then, POSITION, found.at)


def test_a_whole_match_comes_in_and_goes_out_again(tmp_path: Path) -> None:
    record = demo()
    found = from_record(record, 7.0)
    assert found.at == 7.0
    assert found.then[-1] == Ended((0,), "spell.end.winner", found.then[-1].facts)  # type: ignore[union-attr]
    with Journal.open(tmp_path / "journal.db") as journal:
        match = journal.begin(found.began, found.at, then=found.then)
        out = to_record(journal.events(match))
        assert journal.summary(match).over == "ended"
    assert (out.entries, out.result) == (tuple(entry for entry in record.entries), record.result)


def test_only_what_stands_is_in_the_record() -> None:
    text = record_text(
        kept(BEGAN, Acted(0, "move c3"), SteppedBack(0), Acted(0, "move c1"), Acted(0, "end"), Abandoned())
    )
    assert "1 black: move c1; end\nresult: unfinished\n" in text


def test_a_result_that_was_agreed_on() -> None:
    for said, winners in (("black 0-0", (0,)), ("black+violet", (0, 1)), ("nobody 0-0", ())):
        found = from_record(read_record(RECORD.replace("unfinished", said)), 1.0)
        assert found.then[-1] == Ended(winners, "agreed")
        text = record_text([Kept(1.0, event) for event in (found.began, *found.then)])
        assert f"result: {said.split()[0]} 0-0\n" in text


def test_names_that_a_record_cannot_hold_are_made_to_fit() -> None:
    text = record_text(kept(replace(BEGAN, names=('A"n\\a\n\x07', ""))))
    assert from_record(read_record(text), 1.0).began.names == ('A"n\\a', "")


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("move c3", "move d4", 7, 10),
        ("flip d3", "flip z9", 10, 16),
        ("move c3; end", "move c3; fly", 7, 19),
        ("1 violet", "2 violet", 10, 1),
        ("unfinished", "green 3-0", 11, 1),
        ('"spell"', '"nowhere"', 0, 0),
        ("v b v b", "v b v q", 5, 29),
    ],
)
def test_a_faulty_record_is_told_with_its_place(old: str, new: str, line: int, column: int) -> None:
    with pytest.raises(RunewatchError) as caught:
        from_record(read_record(RECORD.replace(old, new, 1)), 1.0)
    if line:
        assert isinstance(caught.value, NotationError)
        assert (caught.value.line, caught.value.column) == (line, column)


def test_a_result_that_is_not_the_one_is_told() -> None:
    record = demo()
    with pytest.raises(NotationError, match="the result is black 16-12") as caught:
        from_record(replace(record, result="violet 12-16"), 1.0)
    assert caught.value.line == record.result_line


def test_json_holds_all_that_was_kept() -> None:
    found = to_json(kept(BEGAN, Acted(0, "move c3", seen=True), SteppedBack(0), Paused("restart"), Resumed()))
    json.dumps(found)
    assert [one["event"] for one in found["events"]] == ["began", "acted", "stepped-back", "paused", "resumed"]
    assert found["events"][1]["text"] == "move c3"
    assert found["record"] == write_record(to_record(kept(BEGAN)))
    assert to_json(kept(replace(BEGAN, game="nowhere")))["record"] is None


# -- figures ----------------------------------------------------------------------------------------------


def test_the_figures_of_a_match() -> None:
    found = from_record(demo(), 1.0)
    figures = tally(kept(found.began, *found.then))
    assert (figures.points, figures.rounds, figures.turns) == ((16, 12), 4, (4, 4))
    levels = [
        {
            dict(by).get("level"): n
            for (name, by), n in of.items()
            if name == "rune-claimed" and "level" in dict(by)
        }
        for of in figures.counts
    ]
    assert levels == [{1: 2, 2: 2, 3: 2, 4: 1}, {1: 2, 2: 2, 3: 2}]
    # an event every ten seconds, and every event of a turn is in its time
    own = [event.text for event in found.then if isinstance(event, Acted) and event.by == 0]
    assert figures.seconds[0] == 10 * len([text for text in own if not text.startswith(("lay", "gem", "mage"))])
    assert Tally.from_json(json.loads(json.dumps(figures.to_json()))) == figures


def test_pauses_and_clocks_put_right_are_no_thinking() -> None:
    happened = [
        Kept(0, BEGAN), Kept(10, Acted(0, "move c3")), Kept(20, Paused()), Kept(500, Resumed()),
        Kept(9e8, Paused()), Kept(9e8 - 5, Resumed()), Kept(9e8 + 2, Acted(0, "end")),
    ]  # fmt: skip
    assert tally(happened).seconds == (27.0, 0.0)


def test_a_game_says_what_is_counted_and_in_which_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = from_record(demo(), 1.0)
    game = replayed([found.began]).rules.game
    monkeypatch.setattr(type(game), "tallies", {"rune-claimed": "runes of level {level}"}, raising=False)
    event = Told("rune-claimed", {"seat": "black", "rune": "1J", "level": 1, "points": 7})
    assert counted(game, event) == [("rune-claimed", (("level", 1),))]
    assert counted(game, Told("turn-began", {"seat": "black"})) == []
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin(found.began, 1.0, then=found.then)
        ana, leo = players(journal.ended())
    assert [(text, count) for _, count, text in told(Words(), ana)] == [
        ("runes of level 1", 2), ("runes of level 2", 2), ("runes of level 3", 2), ("runes of level 4", 1),
    ]  # fmt: skip
    assert leo.name == "Leo"


def test_players_are_known_by_their_names(tmp_path: Path) -> None:
    found = from_record(demo(), 1.0)
    with Journal.open(tmp_path / "journal.db") as journal:
        for names in (("Ana", "Leo"), ("LEO ", "ana"), ("Ana", "")):
            match = journal.begin(replace(found.began, names=names), 1.0)
            for number, event in enumerate(found.then):
                journal.add(match, [event], 1.0 + number)
        journal.begin(replace(found.began, names=("Ana", "Leo")), 1.0)
        ana, leo = players(journal.ended())
    assert (ana.name, ana.matches, ana.wins, ana.points, ana.rounds) == ("Ana", 3, 2, 44, 12)
    assert (leo.name, leo.matches, leo.wins, leo.points_a_round) == ("Leo", 2, 1, 28 / 8)
    assert ana.seconds_a_turn is not None
    assert ana.seconds_a_turn > 1


WHIRLED = (
    (0, "ready south"), (1, "ready north"), (-1, "toss south"), (0, "place fire 2 10 18"), (1, "place air 11"),
    (0, "place water 1 3 5"), (1, "place air 19"), (0, "open"), (1, "place water 24"), (0, 'cast "Fire Whirl"'),
    (-2, 'inhibit "Bull" from south doubted north'), (-2, "agree south"),
)  # fmt: skip


def test_where_every_turn_is_one_action_what_is_said_before_play_is_none(tmp_path: Path) -> None:
    began = Began("spellbook", {}, ("Ana", "Léo"))
    happened: list[Event] = [began, *(Acted(by, text) for by, text in WHIRLED)]
    figures = tally(kept(*happened))
    assert figures.turns == (4, 3)
    match = replayed(happened)
    result = match.rules.result(match.state)
    assert result is not None
    ended = Ended(result.winners, result.rule, dict(result.facts))
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin(began, 1.0, then=(*happened[1:], ended))
        ana, leo = players(journal.ended())
    assert [(text, count) for _, count, text in told(Words(), ana)] == [
        ("casts of Fire Whirl", 1), ("spells barred", 1), ("books opened", 1), ("gems lost: water", 1),
    ]  # fmt: skip
    assert [(text, count) for _, count, text in told(Words(), leo)] == [("gems lost: air", 2)]
