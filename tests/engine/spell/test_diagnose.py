"""Diagnosis: legal changes are never blamed, illegal ones are named; the rules one by one are in pictures.txt."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.spell.frame import DIRECTION_NAMES
from engine.spell.layouts import acts, faults, plan, readings, still
from engine.spell.layouts.diagnose import diagnose, explained
from engine.spell.layouts.inspect import inspect
from engine.spell.layouts.look import Look, look_of_state, passes_for, view_of
from engine.spell.state import Phase, State
from engine.table import Thing
from engine.verdict import Breach
from tests.engine.spell.casebook import FREEDOMS, OPTIONAL_IN_1E, RULES, opened
from tests.engine.spell.looks import SETUPS, layout_of_look, layout_of_text, random_states

ARENA = "v v b . / b Vm v b / v v b N / bM b b v"
ACTING = (Phase.TURN, Phase.RIVAL_MAGE, Phase.RIVAL_CARRY, Phase.RIVAL_GEM)


def check(rules: Any, found: tuple[Breach, ...]) -> None:
    """What must hold of any diagnosis: known rules of this edition, never a freedom, facts that can be told."""
    for breach in found:
        rule = RULES[breach.rule]
        assert rule.name not in FREEDOMS
        assert rule.edition in ("both", rules.setup["edition"]) or rule.name in OPTIONAL_IN_1E
        assert all(isinstance(fact, str | int | tuple) for fact in breach.facts.values())


@pytest.mark.parametrize("setup", SETUPS)
def test_a_table_at_rest_is_never_blamed(setup: str) -> None:
    for seed in range(3):
        for rules, state in random_states(setup, seed):
            assert diagnose(rules, state, plan.layout(rules, state)) == ()
            assert diagnose(rules, state, plan.layout(rules, state, beside=True)) == ()


@pytest.mark.parametrize("setup", SETUPS)
def test_a_legal_action_is_never_blamed(setup: str) -> None:
    for rules, state in random_states(setup, 11, 70):
        for action in rules.legal(state):
            after = rules.play(state, action)
            assert diagnose(rules, state, plan.layout(rules, after)) == ()
            assert diagnose(rules, state, plan.layout(rules, after, beside=True)) == ()


def all_acts(state: State) -> list[tuple[Any, Any]]:
    before = look_of_state(state)
    return [
        (action, look) for action, look in acts.everything(state, before, acts.hole_of(state)) if look != before
    ]


@pytest.mark.parametrize("setup", SETUPS)
def test_an_illegal_act_is_blamed_as_the_judge_does(setup: str) -> None:
    chance = random.Random(12)
    tried = 0
    for rules, state in random_states(setup, 12, 150):
        if state.stage.phase not in ACTING:
            continue
        possible = all_acts(state)
        for action, look in chance.sample(possible, 5):
            found = layout_of_look(look, rules.layout(state))
            legal = readings.arrivals(rules, state, view_of(found))
            # the scripted rival's turn is watched in larger steps: two of them may be seen at once
            if legal or (state.stage.phase is not Phase.TURN and readings.in_two(rules, state, view_of(found))):
                assert diagnose(rules, state, found) == ()
                continue
            told = {breach.rule for breach in diagnose(rules, state, found)}
            alike = [other for other, its_look in possible if its_look == look]
            judged = {b.rule for other in alike for b in still.judged(rules, state, other)}
            # a slide against the Gem is a legal action that something else forbids
            assert told & (judged | {"spell.solo.gem"}), action
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("setup", SETUPS)
def test_a_spoilt_shift_is_blamed_or_could_be_legal(setup: str) -> None:
    chance = random.Random(13)
    for rules, state in random_states(setup, 13, 120):
        if state.stage.phase is not Phase.TURN:
            continue
        before = look_of_state(state)
        spoilt = list(faults._all_shifts(before, acts.hole_of(state)))
        for breaches, look in chance.sample(spoilt, 4):
            found = layout_of_look(look, rules.layout(state))
            view = view_of(found)
            told = diagnose(rules, state, found)
            check(rules, told)
            readable = readings.arrivals(rules, state, view) or readings.in_two(rules, state, view)
            assert told or readable, breaches


@pytest.mark.parametrize("setup", SETUPS)
def test_whatever_is_seen_the_diagnosis_is_well_formed(setup: str) -> None:
    chance = random.Random(14)
    for rules, state in random_states(setup, 14, 80):
        found = dict(rules.layout(state))
        for _ in range(chance.randint(1, 4)):
            one, other = chance.sample([place.name for place in rules.plan().places], 2)
            taken = found.pop(one, ())
            if chance.random() < 0.7:
                found[other] = (*found.get(other, ()), *taken)
        told = diagnose(rules, state, found)
        check(rules, told)
        check(rules, inspect(rules, found))
        assert told == diagnose(rules, state, found)


def told(head: str, given: str, shown: str) -> list[Breach]:
    rules, state = opened(head, given)
    return list(diagnose(rules, state, layout_of_text(shown)))


def test_of_several_acts_the_one_that_breaks_least_is_told() -> None:
    # to the gap, two places off: a step breaks two rules, a levitation that is paid for only one
    shown = ARENA.replace("Vm", "V").replace(".", ".m")
    without = told("2e", f"{ARENA} | turn violet", shown)
    assert [b.rule for b in without] == ["spell.mage.move.adjacent", "spell.mage.move.not-gap"]
    paid = told("2e", f"{ARENA} | turn violet | hand 010", shown)
    assert [b.rule for b in paid] == ["spell.levitate.any-tile"]


def test_a_spell_without_a_card_is_a_last_resort() -> None:
    # a second step is told as such, not as a levitation that nothing paid for
    shown = ARENA.replace("Vm", "V").replace("v v b . ", "vm v b . ")
    found = told("2e", f"{ARENA} | turn violet | used flip", shown)
    assert [b.rule for b in found] == [
        "spell.turn.mage-once", "spell.mage.one-option", "spell.turn.action-card",
    ]  # fmt: skip


def test_facts_name_places() -> None:
    (breach,) = told("2e", f"{ARENA} | turn violet", ARENA.replace("Vm", "V").replace("b b v", "b b vm"))
    assert breach.facts == {"place": "d4", "source": "b2", "seat": "violet"}
    (breach, *_) = told("2e", f"{ARENA} | turn violet", "v V b . / b Vm v b / v V b N / bM b b v")
    assert breach.rule == "spell.mage.flip.single"
    assert breach.facts["places"] == ("b1", "b3")


def test_what_was_left_undone_is_a_duty() -> None:
    left = told("2e", f"{ARENA} | turn black", ARENA.replace("N", "Ne"))
    assert [(b.rule, b.duty) for b in left] == [
        ("spell.turn.end.elementals", True), ("spell.inv.elementals", False),
    ]  # fmt: skip
    stepped = ARENA.replace("Vm", "V").replace("v v b . ", "vm v b . ")
    (card,) = told("2e", f"{ARENA} | turn violet", f"{stepped} | card-violet-mage available")
    assert (card.rule, card.duty) == ("spell.turn.action-card", True)


def test_what_was_left_behind_does_not_hide_what_was_done_since() -> None:
    shown = "v v b . / b Vm v b / v v b Ne / bM b b V"
    found = [b.rule for b in told("2e", f"{ARENA} | turn black", shown)]
    assert found[0] == "spell.turn.end.elementals"
    assert "spell.mage.flip.orthogonal" in found


def test_the_library_is_judged_after_the_arena() -> None:
    given = "V V . b / V v v b / v vm b b / N b b bM | turn violet | runes 1O | bag rest"
    after = "V V . b / V V v b / v vm b b / N b b bM"
    assert told("2e deck=basic", given, f"{after} | library-1a") == []
    assert [b.rule for b in told("2e deck=basic", given, f"{given.partition(' |')[0]} | library-1a")] == [
        "spell.rune.pattern", "spell.active.own-face",
    ]  # fmt: skip


def test_a_claim_that_is_not_shown_may_have_moved_the_marker() -> None:
    arena = "V V V . / V V Vm b / v b N b / BM b b b"
    given = f"{arena} | turn violet | runes 1O 2P | bag rest"
    for points in (0, 1, 2, 3):
        assert told("2e deck=basic", given, f"{arena} | score-violet at-{points} | hand-violet held-2") == []
    assert [b.rule for b in told("2e deck=basic", given, f"{arena} | score-violet at-4")] == ["spell.rune.score"]
    assert [b.rule for b in told("2e deck=basic", given, f"{arena} | score-black at-1")] == ["spell.rune.score"]


def test_a_shift_that_changed_nothing_may_have_turned_its_card() -> None:
    # carried from c1 and slid straight back: only the card tells
    assert told("2e", f"{ARENA} | turn violet", f"{ARENA} | card-violet-shift used") == []
    inner = "v v b b / b . v b / v v b N / bM b Vm v"
    found = told("2e", f"{inner} | turn violet", f"{inner} | card-violet-shift used")
    assert [b.rule for b in found] == ["spell.turn.end.action-cards"]


def test_two_legal_actions_seen_at_once_are_not_blamed() -> None:
    # flipped, then carried away: the face of the carried tile changed
    given = "v b V . / b v B N / vm b v v / b v bM B | turn violet"
    shown = "v b V B / b v B N / vm b v v / v bM B ."
    assert told("1e", given, shown) == []
    assert [b.rule for b in told("1e", f"{given} | used step", shown)] == ["spell.shift.face-kept"]
    # in the second edition violet can never turn a black tile
    assert [b.rule for b in told("2e", given, shown)] == [
        "spell.shift.face-kept", "spell.inv.active-only-grows",
    ]  # fmt: skip


def test_nothing_is_said_before_there_is_an_arena_or_after_the_match() -> None:
    for rules, state in random_states("2e asymmetric", 3):
        if state.stage.phase in (Phase.GEM, Phase.AMULETS):
            assert diagnose(rules, state, layout_of_text(ARENA)) == ()
    rules, state = opened("2e", f"{ARENA} | phase over | turn violet | round 6 | points 1 2")
    assert diagnose(rules, state, {}) == ()
    assert explained(rules, state, {}) == ()


def test_the_last_tile_may_still_lie_on_the_sheet() -> None:
    for rules, state in random_states("tournament", 4):
        if len(state.stage.sheet) == 14:
            action = next(iter(rules.legal(state)))
            after = rules.play(state, action)
            assert after.arena
            assert action in explained(rules, state, rules.layout(after))
            row, column = divmod(action.place, 7)
            last = {f"sheet-{'abcdefg'[column]}{row + 1}": plan.pieces(action.tile)}
            assert explained(rules, state, {**rules.layout(state), **last}) == (action,)
            return
    raise AssertionError("no match came so far")


def test_a_figure_where_another_stood_joined_it() -> None:
    # of two figures on a tile one is seen; whichever, the act is named before what is missing
    summoned = told("2e", f"{ARENA} | turn violet | hand 100", ARENA.replace("bM", "be"))
    assert [b.rule for b in summoned] == ["spell.summon.free-tile", "spell.inv.mages"]
    stepped = told("2e", f"{ARENA} | turn violet", ARENA.replace("Vm", "V").replace("bM", "bm"))
    assert [b.rule for b in stepped][:2] == ["spell.mage.move.adjacent", "spell.mage.move.not-mage"]


def test_a_figure_that_is_gone_is_missing_and_may_stand_with_another() -> None:
    gone = told("2e", f"{ARENA} | turn violet", ARENA.replace("Vm", "V"))
    assert [b.rule for b in gone] == ["spell.inv.mages", "spell.mage.move.not-mage"]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_crowd_of_which_one_is_seen_is_blamed_on_an_act_that_breaks_it(setup: str) -> None:
    chance = random.Random(15)
    tried = 0
    for rules, state in random_states(setup, 15, 150):
        if state.stage.phase is not Phase.TURN:
            continue
        before = look_of_state(state)
        possible = all_acts(state)
        crowded = [look for _, look in possible if look != shown_of(look)]
        for look in chance.sample(crowded, min(2, len(crowded))):
            shown = shown_of(look)
            assert passes_for(look, shown)
            if shown == before or any(len(set(on)) < len(on) for on in look.figures):
                continue
            found = layout_of_look(shown, rules.layout(state))
            if readings.arrivals(rules, state, view_of(found)) or readings.in_two(rules, state, view_of(found)):
                continue
            told = diagnose(rules, state, found)
            check(rules, told)
            alike = [act for act, its_look in possible if passes_for(its_look, shown)]
            judged = {breach.rule for act in alike for breach in still.judged(rules, state, act)}
            # a mage may join its own elemental in the first edition: then it is only missing
            assert {breach.rule for breach in told} & (judged | {"spell.inv.mages"})
            tried += 1
    assert tried > 10


def shown_of(look: Look) -> Look:
    """A look with the last figure of each crowd only, as sight tells it."""
    return look._replace(figures=tuple(on[-1:] for on in look.figures))


def test_the_gem_tells_which_way_a_line_was_slid() -> None:
    rules, state = next(
        found
        for seed in range(20)
        for found in random_states("normal", seed)
        if found[1].stage.phase is Phase.RIVAL_GEM
    )
    for action in rules.legal(state):
        after = plan.layout(rules, rules.play(state, action))
        for turned, name in enumerate(DIRECTION_NAMES):
            shown = {**after, plan.GEM: (Thing(f"{plan.GEM}-{name}", plan.GEM),)}
            assert explained(rules, state, shown) == ((action,) if turned == action.other else ())
