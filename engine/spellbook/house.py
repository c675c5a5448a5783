"""What a table agrees on before a match: books, confrontations, and where the rulebook is silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.errors import N_
from engine.options import Option, Setup, switch

FIRST_BOOK, SECOND_BOOK = "elements", "formations"
TITLES: Mapping[str, Mapping[str, str]] = {
    FIRST_BOOK: {"en": "Elements", "fr": "Elements (en anglais)"},
    f"{FIRST_BOOK}-fr": {"en": "Éléments (in French)", "fr": "Éléments"},
    SECOND_BOOK: {"en": "Formations", "fr": "Formations (en anglais)"},
    f"{SECOND_BOOK}-fr": {"en": "Formations (in French)", "fr": "Formations"},
}
"""What the books that come along are called."""


_TITLES: Mapping[str, Mapping[str, str]] = {
    "numbering": {"clockwise": N_("clockwise"), "mirrored": N_("anticlockwise")},
    "meeting": {
        "choice": N_("the invoker chooses which stays"),
        "impossible": N_("the spell cannot be cast there"),
        "contestable": N_("the invoker chooses, and the spell can be contested even after use"),
    },
    "dealing": {"alike": N_("alike gems have no identity"), "dealt": N_("the invoker deals them out")},
    "seated": {"stays": N_("it may stay"), "moves": N_("it changes places with an alike one")},
    "unnamed-owner": {"both": N_("both masters' gems"), "mine": N_("the invoker's")},
    "angles": {"arcs": N_("go to the same corner of that arc"), "lines": N_("stay, for no line leads there")},
    "columns": {"printed": N_("hop from one side to the other"), "lines": N_("stay at the hole")},
    "turn-distance": {"one": N_("one point"), "two": N_("two points")},
    "storm-air": {"mine": N_("the invoker's"), "both": N_("both masters' gems")},
    "southern-anticyclone": {"list": N_("its list of points"), "prose": N_("its words")},
    "great-drum": {"printed": N_("to the points that are printed"), "pattern": N_("to 13, 6 and 15")},
    "leopard": {
        "choice": N_("the invoker chooses which stays"),
        "impossible": N_("the spell cannot be cast there"),
        "left": N_("the one on 15 stays"),
    },
    "microcosm": {"rest": N_("they rest"), "one": N_("one of them is moved")},
    "outer-axis": {"arc": N_("the outer arc"), "axis": N_("the axis alone")},
    "centaurs": {"overrun": N_("it is taken"), "impossible": N_("the spell cannot be cast there")},
    "hemmed-in": {
        "choice": N_("the invoker chooses its way"),
        "rest": N_("it stays"),
        "contestable": N_("the invoker chooses, and the spell can be contested even after use"),
    },
    "flames": {"points": N_("their points"), "names": N_("their names")},
    "whirl-corners": {"turn": N_("turn with the others"), "stay": N_("stay")},
    "gregorian": {"overrun": N_("the one at rest is taken"), "invoker": N_("the invoker's stays")},
    "only-one": {"exactly": N_("exactly one"), "at-least": N_("at least one")},
    "dispute-loser": {"user": N_("who has cast it"), "author": N_("who wrote it")},
    "precedent": {"completed": N_("from the next action on"), "any-use": N_("at once")},
    "inhibition-lasts": {"confrontation": N_("for the confrontation"), "series": N_("for the whole match")},
    "doubters": {"anybody": N_("anybody's"), "masters": N_("the two masters'")},
}
"""What people call the values of an option."""

_OPTIONS: tuple[Option, ...] = (
    Option(
        "south-book",
        FIRST_BOOK,
        None,
        N_("South's book: one that comes with Runewatch, or a whole text"),
        is_long=True,
    ),
    Option(
        "north-book",
        SECOND_BOOK,
        None,
        N_("North's book: one that comes with Runewatch, or a whole text"),
        is_long=True,
    ),
    Option("wins", 1, (1, 2, 3), N_("how many confrontations win the match"), "spellbook.turn.series"),
    Option(
        "first",
        None,
        ("south", "north"),
        N_("who acts first, if no coin is tossed"),
        "spellbook.turn.first-by-coin",
    ),
    Option("numbering", "clockwise", ("clockwise", "mirrored"), N_("which way the points are numbered"), "Q1"),
    switch("passing", N_("a master may pass"), "Q2"),
    switch("taken-return", N_("taken gems go back to their reserve"), "Q3"),
    switch("book-closes", N_("a book closes when its master has fewer than six gems on the board"), "Q4"),
    switch("enemy-start-barred", N_("a spell may not move the opponent's gems by where they start"), "Q5"),
    switch("own-takings-count", N_("gems a master takes from themselves count as destroyed"), "Q6", default=True),
    Option(
        "round-limit", 0, (0, 50, 100, 200), N_("after how many rounds a confrontation is drawn; 0 for none"), "Q7"
    ),
    switch("in-sequence", N_("a spell moves its gems one after the other"), "Q8"),
    Option(
        "meeting",
        "choice",
        ("choice", "impossible", "contestable"),
        N_("two moved gems come to one point, and the text is silent"),
        "Q9",
    ),
    Option(
        "dealing",
        "alike",
        ("alike", "dealt"),
        N_("alike gems on several points; either way the same table is right"),
        "Q10",
        {"alike": N_("alike gems have no identity"), "dealt": N_("the invoker deals them out")},
    ),
    Option(
        "seated",
        "stays",
        ("stays", "moves"),
        N_("a gem on one of its points already; either way the same table is right"),
        "Q11",
        {"stays": N_("it may stay"), "moves": N_("it changes places with an alike one")},
    ),
    switch("empty-casts", N_("a spell may be cast though nothing changes"), "Q12", default=True),
    Option(
        "unnamed-owner",
        "both",
        ("both", "mine"),
        N_("whose gems are meant if a text does not say"),
        "Q13",
        {"both": N_("both masters' gems"), "mine": N_("the invoker's")},
    ),
    switch("same-spell-once", N_("a spell that is in both books is one spell"), "Q14", default=True),
    Option("angles", "arcs", ("arcs", "lines"), N_("gems on angles that a spell sends to the next arc"), "Q15"),
    Option("columns", "printed", ("printed", "lines"), N_("one point toward a master, across the hole"), "Q16"),
    Option("turn-distance", "one", ("one", "two"), N_("how far gems turn if a spell does not say"), "Q17"),
    Option("storm-air", "mine", ("mine", "both"), N_("whose air the Storm in the Eye turns"), "Q18"),
    Option(
        "southern-anticyclone",
        "list",
        ("list", "prose"),
        N_("which half of a text that contradicts itself holds"),
        "Q19",
    ),
    Option("great-drum", "printed", ("printed", "pattern"), N_("where the Great Drum sends three gems"), "Q20"),
    Option(
        "leopard",
        "choice",
        ("choice", "impossible", "left"),
        N_("the Leopard King with earth on both points"),
        "Q21",
    ),
    Option("microcosm", "rest", ("rest", "one"), N_("two or three fires or waters in the Microcosm"), "Q22"),
    Option("outer-axis", "arc", ("arc", "axis"), N_("what the outer axis of Father's Wrath is"), "Q23"),
    Option("centaurs", "overrun", ("overrun", "impossible"), N_("the next number holds own water"), "Q24"),
    Option(
        "hemmed-in", "choice", ("choice", "rest", "contestable"), N_("a gem between two gems it flees from"), "Q25"
    ),
    Option(
        "flames",
        "points",
        ("points", "names"),
        N_("the flames follow the points they list, or their names"),
        "Q26",
    ),
    Option("whirl-corners", "turn", ("turn", "stay"), N_("gems on corners in a whirl"), "Q27"),
    Option(
        "gregorian",
        "overrun",
        ("overrun", "invoker"),
        N_("a gem arrives where the invoker's rests on the river"),
        "Q28",
    ),
    Option("only-one", "exactly", ("exactly", "at-least"), N_("what only one gem means in a requirement"), "Q29"),
    switch("irregular-forfeits", N_("any irregular use of a spell forfeits"), "Q30"),
    Option(
        "dispute-loser", "user", ("user", "author"), N_("who forfeits in a dispute over a spell under way"), "Q31"
    ),
    Option(
        "precedent",
        "completed",
        ("completed", "any-use"),
        N_("from when a used spell can no longer be barred"),
        "Q32",
    ),
    Option(
        "inhibition-lasts",
        "confrontation",
        ("confrontation", "series"),
        N_("how long a spell stays barred"),
        "Q33",
    ),
    Option("doubters", "anybody", ("anybody", "masters"), N_("whose doubt bars a spell"), "Q34"),
    switch("slips-forfeit", N_("a slip in carrying something out forfeits"), "Q35"),
    switch("name-clash", N_("a book may hold two spells of one name"), "Q36"),
    switch("same-book", N_("both masters may bring the same book"), "Q37", default=True),
)

OPTIONS: tuple[Option, ...] = tuple(replace(option, titles=_TITLES.get(option.name, {})) for option in _OPTIONS)


class House(NamedTuple):
    """The rules in force at this table, as far as play asks for them."""

    wins: int
    passing: bool
    taken_return: bool
    book_closes: bool
    own_takings_count: bool
    round_limit: int
    empty_casts: bool
    contestable: bool


def house(setup: Setup) -> House:
    """The rules in force under a setup."""
    return House(
        wins=int(str(setup["wins"])),
        passing=bool(setup["passing"]),
        taken_return=bool(setup["taken-return"]),
        book_closes=bool(setup["book-closes"]),
        own_takings_count=bool(setup["own-takings-count"]),
        round_limit=int(str(setup["round-limit"])),
        empty_casts=bool(setup["empty-casts"]),
        contestable="contestable" in (setup["meeting"], setup["hemmed-in"]),
    )
