"""The referee while the board is being built: what lies on the table can be declared right, and taken back."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import game_named
from engine.table import Layout
from engine.words import Words
from runewatch.events import Acted, Corrected, SteppedBack
from runewatch.match import replayed
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.telling import told
from tests.runewatch.refereeing import Sitting, sitting

RUNES = "runes 1O 1S 2U 2F 3R 3C 4T 4W | bag rest"
BEGUN = f"spell 2e | sheet Nd4 Bc4 Ve4 | phase build | turn black | first violet | {RUNES}"
NEARLY = (
    "spell 2e | sheet Nd4 Bc4 Ve4 bc5 vd5 be5 vc6 bd6 ve6 bc7 vd7 be7 vf4 bf5 "
    f"| phase build | turn violet | first violet | {RUNES}"
)


def moved(table: Layout, source: str, target: str) -> Layout:
    """The same table with what lies on one place put on another."""
    return {**{name: things for name, things in table.items() if name != source}, target: table[source]}


def laid(sit: Sitting, text: str) -> Layout:
    """What the table looks like once this was done."""
    state = sit.state
    action = sit.rules.read_action(state, text)
    return sit.rules.traces(state, action, sit.rules.play(state, action))


def test_a_table_is_accepted_while_the_board_is_being_built() -> None:
    sit = sitting("spell", BEGUN)
    sit.look(laid(sit, "lay b c5"))
    sit.look(laid(sit, "lay v d5"))
    elsewhere = moved(sit.table, "sheet-c5", "sheet-b4")
    sit.look(elsewhere)
    sit.wait(4)
    assert sit.referee.standing is Standing.OUT_OF_STEP
    sit.referee.request(ask.AcceptTable())
    assert isinstance(sit.kept[-2], Corrected)
    assert sit.of(say.InStep)
    assert sit.rules.layout(sit.state) == elsewhere
    assert replayed(sit.kept).state == sit.state
    sit.look(laid(sit, "lay b c5"))
    assert sit.kept[-1] == Acted(0, "lay b c5", seen=True)


def test_a_table_that_no_building_leads_to_is_not_accepted() -> None:
    sit = sitting("spell", BEGUN)
    sit.look({**sit.table, "sheet-c5": sit.table["sheet-d4"]})
    sit.wait(4)
    sit.referee.request(ask.AcceptTable())
    assert "no match can stand like this" in str(sit.of(say.Refused)[-1].error)


def put(table: Layout, source: Layout, *places: str, most: int = 9) -> Layout:
    """The table with what lies on these places of another one, no more than so many things on each."""
    return {**table, **{name: source[name][:most] for name in places}}


def missing(sit: Sitting) -> list[tuple[str, list[str]]]:
    """What is told to be still to be put down."""
    lacks = sit.of(say.Outstanding)[-1].differences
    return [(one.place, [thing.name for thing in one.expected[len(one.seen) :]]) for one in lacks]


def test_the_first_line_may_be_laid_piece_by_piece() -> None:
    sit = sitting("spell", f"spell 2e | sheet Nd4 | phase core | turn black | first violet | {RUNES}")
    sit.look()
    line = laid(sit, "core left")
    sit.look(put(sit.table, line, "sheet-c4", most=1))
    sit.wait(10)
    assert missing(sit) == [("sheet-c4", ["black-mage"]), ("sheet-e4", ["violet-active", "violet-mage"])]
    sit.look(put(sit.table, line, "sheet-e4", most=1))
    sit.wait(10)
    assert missing(sit) == [("sheet-c4", ["black-mage"]), ("sheet-e4", ["violet-mage"])]
    assert sit.referee.owed
    sit.look(line)
    assert sit.kept[-1] == Acted(-1, "core left", seen=True)
    assert not sit.referee.owed
    assert not sit.of(say.OutOfStep)


def test_the_last_rune_may_come_before_the_neutral_tile() -> None:
    sit = sitting(
        "spell", "spell 2e | phase reveal | turn violet | first violet | runes 1O 1S 2U 2F 3R 3C 4T | bag rest"
    )
    sit.look()
    last = laid(sit, "reveal 4W")
    bare = {name: things for name, things in last.items() if name != "sheet-d4"}
    sit.look(bare)
    sit.wait(10)
    assert missing(sit) == [("sheet-d4", ["neutral"])]
    sit.look(last)
    assert sit.kept[-1] == Acted(-1, "reveal 4W", seen=True)
    assert not sit.of(say.OutOfStep)


def test_a_piece_beside_the_first_line_is_told_all_the_same() -> None:
    sit = sitting("spell", f"spell 2e | sheet Nd4 | phase core | turn black | first violet | {RUNES}")
    sit.look()
    sit.look({**sit.table, "sheet-c3": laid(sit, "core left")["sheet-c4"][:1]})
    sit.wait(10)
    assert [one.place for one in sit.of(say.OutOfStep)[-1].differences] == ["sheet-c3"]


def test_a_table_that_may_not_be_accepted_is_not_offered() -> None:
    sit = sitting("spell", BEGUN)
    sit.look({**sit.table, "sheet-c5": sit.table["sheet-d4"]})
    sit.wait(4)
    out = sit.of(say.OutOfStep)[-1]
    assert not out.may_stand
    assert told(Words("en"), sit.rules, out)[-1].startswith("Put the table right like this: no match")


def test_the_last_tile_said_and_taken_back_is_owed_until_it_is_gone() -> None:
    sit = sitting("spell", NEARLY)
    sit.look()
    before, full = sit.table, laid(sit, "lay v d3")
    sit.referee.request(ask.Say("lay v f6"))
    full = sit.referee.match.table
    assert not sit.referee.overlay
    sit.referee.request(ask.StepBack())
    assert sit.referee.overlay
    assert sit.kept[-1] == SteppedBack(0)
    owed = sit.of(say.Outstanding)[-1]
    assert [(one.place, len(one.expected), len(one.seen)) for one in owed.differences] == [("sheet-f6", 0, 1)]
    assert told(Words("en"), sit.rules, owed) == [
        "Still to be done at the table:",
        "the place 2 right 2 down from the neutral tile (f6) – take away: inactive violet tile",
    ]
    sit.look(full)
    sit.wait(5)
    assert sit.referee.match.steps == ()
    assert sit.referee.standing is Standing.IN_STEP
    sit.look(before)
    assert sit.of(say.Outstanding)[-1] == say.Outstanding(())
    sit.look(full)
    assert sit.kept[-1] == Acted(1, "lay v f6", seen=True)


def test_a_last_tile_seen_can_be_taken_back_by_button_too() -> None:
    sit = sitting("spell", NEARLY)
    full = laid(sit, "lay v f6")
    sit.look(full)
    assert not sit.referee.overlay
    sit.referee.request(ask.StepBack())
    sit.look(full)
    sit.wait(5)
    assert sit.referee.match.steps == ()
    assert sit.of(say.Outstanding)[-1].differences


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_whatever_was_built_is_read_back_from_the_table(seed: int, tournament: bool) -> None:
    rules, chance = game_named("spell").open({"tournament": tournament}), random.Random(seed)
    state = rules.start()
    stop = chance.randrange(8, 30)
    for _ in range(stop):
        state = rules.play(state, chance.choice(list(rules.legal(state))))
        if not state.stage.sheet:
            continue
        found = rules.amended(state, rules.layout(state))
        assert found == state
        for action in chance.sample(list(rules.legal(state)), 2):
            after = rules.play(state, action)
            if after.stage.sheet:
                # as if nobody had seen it being laid
                assert rules.amended(state, rules.layout(after)) == after


def test_runes_beside_the_board_do_not_make_it_look_past_the_sheet() -> None:
    rules = game_named("spell").open({})
    state, looked = rules.start(), []
    rng = random.Random(5)
    while rules.closing(state) is None:
        sit = sitting("spell", rules.write_position(state))
        looked.append(sit.referee.overlay)
        after = rules.play(state, rng.choice(list(rules.legal(state))))
        if state.stage.phase.name == "REVEAL" and after.stage.phase.name == "CORE":
            # the last rune is turned up and the neutral tile laid, between two looks
            sit.look(rules.layout(after))
            assert sit.state == after
        state = after
    assert all(looked)
    assert not sitting("spell", rules.write_position(state)).referee.overlay
