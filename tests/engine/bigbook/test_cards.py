"""The cards of the box: what the digest knows, what the stand-ins are, and how one's own are read."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.bigbook.box import STAND_IN, CurseCard, box_of, read_cards
from engine.bigbook.cards import ELEMENTS, IN_BOX, KINDS, LETTERS, MADNESS, value
from engine.bigbook.changes import tokens_left
from engine.bigbook.effects import OF_THE_TABLE, read_step, write_step
from engine.bigbook.game import Bigbook
from engine.bigbook.house import NUMBERED, OPTIONS, TRACKS
from engine.bigbook.sentences import SENTENCES
from engine.bigbook.state import Curse, State, Task
from engine.contract import TABLE
from engine.errors import DataError, NotationError, SetupError
from engine.verdict import Breach
from engine.words import Words

BOX = box_of("", True)
MINE = """
[[curse]]
code = "mine.fire.1"
replaces = "standin.fire.madness"
origin = "our box"
title = { en = "Our own" }
type = "fire"
effect = ["read"]
copies = 2
"""


RULES = Bigbook().open({"players": 5})
PLAN = RULES.plan()
MARKERS = ("book", "hat")
LIBRARY = [spell for spell in BOX.spells.values() if spell.value]
PAGES = Counter((page.kind, bool(page.failure and page.bonus), len(page.symbols)) for page in BOX.pages.values())


def places(*kinds: str) -> set[str]:
    return {place.name for place in PLAN.places if place.kind in kinds and "-spell-" not in place.name}


def lying(element: str, number: int) -> State:
    """A table where so many tokens of an element lie on a curse."""
    return State((), (), slots=(Curse("standin.fire.madness", (f"{element}1",) * number), *[None] * 4))


def said(rule: str) -> list[str]:
    return [Words(language).sentence(RULES.game, Breach(rule)) for language in ("en", "fr")]


def refused_in_the_library() -> set[str]:
    """The spells that cannot be turned up on any pile of the library."""
    found = set(BOX.spells)
    for number, element in enumerate(LETTERS):
        for left in (3, 2, 1):
            piles = tuple((left, "") for _ in LETTERS)
            state = State((), (Task("reveal", TABLE, number, element),), library=piles)
            found -= {action.code for action in RULES.legal(state)}
    return found


FACTS: dict[str, tuple[object, object]] = {
    "bigbook.components.element-total": (
        {element: sum(IN_BOX.values()) for element in ELEMENTS}, {"e": 34, "w": 34, "f": 34, "a": 34}
    ),
    "bigbook.components.element-values": (IN_BOX, {1: 18, 2: 10, 3: 6}),
    "bigbook.components.element-sums": (
        {number: len(ELEMENTS) * count for number, count in IN_BOX.items()}, {1: 72, 2: 40, 3: 24}
    ),
    "bigbook.components.curses": (
        (sum(card.copies for card in BOX.curses.values()), {card.type for card in BOX.curses.values()}),
        (48, {"earth", "water", "fire", "air", "multi"}),
    ),
    "bigbook.components.madness": (
        (max(next(one.values or () for one in OPTIONS if one.name == "madness")), KINDS.count(MADNESS)), (35, 1)
    ),
    "bigbook.components.spells": (
        (sum(BOX.spells[code].copies for code in BOX.basic), sum(spell.copies for spell in LIBRARY)), (20, 36)
    ),
    "bigbook.components.basic-spells": (
        {BOX.spells[code].title["en"]: BOX.spells[code].copies for code in BOX.basic},
        {"Combustion": 5, "Ice": 5, "Growth": 5, "Telepathy": 5},
    ),
    # each of the three has a card of its own; of a stand-in there are three alike
    "bigbook.components.library-spells": (
        sum((Counter({(spell.element, spell.value): spell.copies}) for spell in LIBRARY), Counter()),
        Counter({(element, number): 3 for element in LETTERS for number in (1, 2, 3)}),
    ),
    "bigbook.components.spell-border": (
        (refused_in_the_library(), said("bigbook.components.spell-border")),
        ({"base.growth", "base.ice", "base.combustion", "base.telepathy"},
         ["Basic spells have a white border, those of the library a black one.",
          "Les sortilèges de base ont un bord blanc, ceux de la bibliothèque un bord noir."]),
    ),
    "bigbook.components.magicians": (
        Counter(magician.element for magician in BOX.magicians.values()), Counter(2 * list(LETTERS))
    ),
    "bigbook.components.grimoire": (
        Counter(page.kind for page in BOX.pages.values()), {"cover": 4, "page": 12, "final": 1}
    ),
    # the token is whoever's turn it is
    "bigbook.components.markers": (
        (
            {thing.name for thing in PLAN.things if thing.kind in MARKERS},
            RULES.clock(State((), (), turn=1, seat=3)).seat,
        ),
        ({"book", "hat"}, 3),
    ),
    "bigbook.components.element-tokens": (
        [tokens_left(lying(element, number)) for element in "ewfa" for number in (3, 4)],
        [tuple(left) for left in ("ewfa", "wfa", "ewfa", "efa", "ewfa", "ewa", "ewfa", "ewf")],
    ),
    "bigbook.components.board": (
        places("track", "slot", "page") | places("pile") & {"madness"},
        {*(f"space-{number}" for number in range(6)), *(f"round-{number}" for number in range(1, 7)),
         "slot-2", "slot-3-left", "slot-3-right", "slot-4", "slot-5", "monster", "panel", "madness"},
    ),
    "bigbook.components.card-sizes": (
        {(kind, round(place.width * PLAN.unit_mm, 1), round(place.height * PLAN.unit_mm, 1))
         for place in PLAN.places for kind in place.kinds if kind not in MARKERS},
        {("card", 44, 63), ("curse", 63, 88), ("spell", 75, 75), ("page", 88, 126.5)},
    ),
    "bigbook.components.colours": (
        said("bigbook.components.colours"),
        ["Water is blue, fire red, air yellow and earth green.",
         "L’eau est bleue, le feu rouge, l’air jaune et la terre verte."],
    ),
    # whether there is a panel, and the symbols of the monster
    "bigbook.components.page-faces": (
        PAGES, {("cover", False, 3): 4, ("page", True, 3): 12, ("final", True, 0): 1}
    ),
}  # fmt: skip
"""What the program holds of each fact about the box, and what the digest says of it."""


@pytest.mark.parametrize("rule", FACTS)
def test_the_box_has_what_the_digest_counts(rule: str) -> None:
    found, known = FACTS[rule]
    assert found == known


def test_every_fact_about_the_box_is_checked() -> None:
    assert set(FACTS) == {rule for rule in SENTENCES if rule.startswith("bigbook.components.")}


def test_the_basic_spells_are_as_they_are_known() -> None:
    known = {code: (BOX.spells[code].cost, BOX.spells[code].effect) for code in BOX.basic}
    assert known == {
        "base.growth": ((("e", 1),), ("draw",)),
        "base.ice": ((("w", 1),), ("support",)),
        "base.combustion": ((("f", 1),), ("destroy-card hand",)),
        "base.telepathy": ((("a", 1),), ("other: act",)),
    }
    for element, spelled in ((e, v) for e in LETTERS for v in (1, 2, 3)):
        found = [one for one in BOX.spells.values() if (one.element, one.value) == (element, spelled)]
        assert sum(one.copies for one in found) == 3


def test_magicians_begin_with_twelve_cards_that_the_box_has() -> None:
    assert Counter(magician.element for magician in BOX.magicians.values()) == dict.fromkeys(LETTERS, 2)
    for magician in BOX.magicians.values():
        assert Counter(map(value, magician.deck)) == {1: 11, 2: 1}
        assert f"{LETTERS[magician.element]}2" in magician.deck
    for letter in ELEMENTS:
        ones = sorted(Counter(one.deck)[f"{letter}1"] for one in BOX.magicians.values())
        assert sum(ones[-5:]) <= 18


def test_pages_show_panels_and_monsters_and_the_last_one_no_monster() -> None:
    for page in BOX.pages.values():
        assert len(page.symbols) == (0 if page.kind == "final" else 3)
        assert bool(page.failure and page.bonus) == (page.kind != "cover")
    assert BOX.final.failure == ("lose",)
    assert BOX.final.bonus == ("win",)


def test_what_is_not_known_is_marked_by_code_and_origin() -> None:
    every = (*BOX.magicians.values(), *BOX.spells.values(), *BOX.curses.values(), *BOX.pages.values())
    for card in every:
        assert (card.origin == STAND_IN) == card.code.startswith("standin.")
        assert set(card.title) == {"en", "fr"}


@pytest.mark.parametrize("code", BOX.curses)
def test_a_curse_strikes_everybody_or_says_otherwise(code: str) -> None:
    """bigbook.curse.trigger: only a text that names others strikes fewer."""
    whom = {
        step.who
        for step in map(read_step, BOX.curses[code].effect)
        if any(deed.verb not in OF_THE_TABLE for deed in step.deeds)
    }
    assert whom <= {"any" if code in ("standin.fire.madness", "standin.water.madness") else "all"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("discard 2", "all: discard 2"),
        ("you: discard 2", "you: discard 2"),
        ("any: discard 2", "any: discard 2"),
        ("discard 2, remove-madness 1", "all: discard 2, remove-madness"),
        ("remove-madness 1", "remove-madness"),
        ("read", "read"),
    ],
)
def test_a_curse_that_names_nobody_means_everybody(written: str, meant: str) -> None:
    (curse,) = read_cards(MINE.replace('"read"', f'"{written}"'), "mine.toml")
    assert isinstance(curse, CurseCard)
    assert curse.effect == (meant,)


def test_what_befalls_the_table_happens_once() -> None:
    mine = MINE.replace('"read"', '"discard 1, remove-madness 1"').replace("mine.fire.1", "mine.fire")
    rules = Bigbook().open({"cards": mine})
    position = "space 1 | madness 9 | slots 2:mine.fire | black hand e1 | violet hand f1 | todo book:black:2"
    state = rules.read_position(f"{rules.write_position(State((), ())).split(' | ')[0]} | {position}")
    for text in ("book 2", "discard e1", "discard f1"):
        state = rules.played(state, rules.read_action(state, text))
    assert state.madness == 8


def test_cards_of_one_s_own_take_the_place_of_stand_ins() -> None:
    box = box_of(MINE, True)
    assert "standin.fire.madness" not in box.curses
    assert box.curses["mine.fire.1"].effect == ("read",)
    rules = Bigbook().open({"cards": MINE})
    state = rules.read_position(rules.write_position(rules.start()))
    assert state == rules.start()


def test_without_stand_ins_texts_are_read_out_and_magicians_must_be_written_down() -> None:
    with pytest.raises(SetupError, match="write down the magicians"):
        Bigbook().open({"stand-ins": False})
    mine = "".join(
        f'[[magician]]\ncode = "mine.{n}"\norigin = "box"\ntitle = {{ en = "M" }}\nelement = "fire"\n'
        'deck = "f2 f1 f1 f1 e1 e1 w1 w1 a1 a1 a1 w1"\n'
        for n in (1, 2)
    )
    rules = Bigbook().rules({**Bigbook().open({"cards": mine}).setup, "stand-ins": False})
    assert {card.effect for card in rules.box.curses.values()} == {("read",)}
    assert rules.box.pages["grim.cover.bee"].appearance == ("all: mill 2",)
    assert rules.box.spells["standin.lib.fire.1"].cost == ()
    position = "turn 2 black | black hand f1 spells standin.lib.fire.1 | violet hand e1"
    state = rules.read_position(f"{rules.write_position(State((), ())).split(' | ')[0]} | {position}")
    state = rules.played(state, rules.read_action(state, "cast standin.lib.fire.1 with f1"))
    assert rules.requests(state)[0].kind == "read"
    state = rules.played(state, rules.read_action(state, "effect draw 1; all: discard 1"))
    assert state.agenda[0].kind == "discard"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[curse]]\ncode = 'x.y'", "origin is missing"),
        (MINE.replace("mine.fire.1", "Mine"), "two lower-case words"),
        (MINE.replace("our box", "stand-in"), "begins with standin"),
        (MINE.replace('"fire"', '"mud"'), "must be one of"),
        (MINE.replace('"read"', '"dance 1"'), "expected an effect"),
        (MINE.replace('"read"', '"draw 1 hand"'), "only these words"),
        (MINE.replace('"read"', '"group: draw 1"'), "only destroy spells"),
        (MINE.replace('"read"', '"cats: draw 1"'), "who it is for"),
        (MINE.replace("copies = 2", "copies = 99"), "a number from 1 to 20"),
        (MINE.replace("[[curse]]", "[[curses]]"), "no key"),
        ("[[page]]\ncode='a.b'\norigin='o'\ntitle={en='t'}\nkind='page'\nsymbols=['fire']", "three symbols"),
        (
            "[[spell]]\ncode='a.b'\norigin='o'\ntitle={en='t'}\nelement='fire'\ncost='x'\neffect=[]",
            "element cards",
        ),
        ("[[magician]]\ncode='a.b'\norigin='o'\ntitle={en='t'}\nelement='fire'\ndeck='f1 f2'", "eleven cards"),
    ],
)
def test_a_fault_in_cards_is_told_with_its_place(text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        read_cards(text, "mine.toml")
    with pytest.raises(SetupError, match=why):
        Bigbook().open({"cards": text})


def test_a_box_that_is_not_complete_is_refused() -> None:
    gone = MINE.replace("standin.fire.madness", "standin.page.nowhere")
    with pytest.raises(SetupError, match="to be replaced"):
        Bigbook().open({"cards": gone})
    with pytest.raises(SetupError, match="six numbers"):
        Bigbook().open({"multi": "0 1 3"})
    with pytest.raises(SetupError, match="players"):
        Bigbook().open({"players": 6})


@pytest.mark.parametrize(
    "text", ["draw", "all: discard 2", "other: draw, act 2", "tokens cost 2", "support-clear 1"]
)
def test_effects_are_written_as_they_are_read(text: str) -> None:
    assert write_step(read_step(text)) == text


def test_a_step_that_is_none_is_told() -> None:
    with pytest.raises(NotationError):
        read_step("fly 3")


def test_every_numbered_question_has_its_option() -> None:
    assert set(NUMBERED) == {f"A{number}" for number in range(1, 33)}
    assert set(NUMBERED.values()) <= {option.name for option in OPTIONS}
    strict = Bigbook().open({"strict-seed": True})
    assert (strict.setup["costs"], strict.setup["reward"]) == ("cards-to-acquire", "hand")
    plain = Bigbook().open()
    assert (plain.setup["costs"], plain.setup["reward"]) == ("value", "discard")


def test_harder_games_bring_more_multi_element_curses() -> None:
    easy, medium, hard = (TRACKS[name] for name in ("easy", "medium", "hard"))
    assert sum(easy) < sum(medium) < sum(hard)
    assert easy[:3] == (0, 0, 1)
    assert hard[0] == 1
