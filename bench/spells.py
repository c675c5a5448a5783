"""Spells: against a second interpreter on many boards, how fast actions come, how fast a book is checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import chess

from bench.rules_speed import CHESS_DEPTH, CHESS_NODES, chess_perft
from bench.timing import table
from engine.catalogue import game_of
from engine.search import perft
from tests.engine.spellbook.independent import may_be_cast, outcomes
from tests.engine.spellbook.independent import table as digest
from tests.engine.spellbook.positions import BOOKS, examples, meaning, random_board, told

BOARDS = 10_000
"""Boards for each spell."""
ROUNDS = 3
PERFT = Path(__file__).parent.parent / "tests" / "engine" / "spellbook" / "perft.txt"
DEEPER = 3
"""Positions in which little is legal are counted deeper, so that they take some time."""


def cpu(work: Callable[[], object]) -> float:
    """The processor time of a piece of work: what else runs on the machine does not count."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def agreement_section() -> str:
    """Each spell held against the digest's table on random boards, half of them made to suit it."""
    boards = castable = unlike = 0
    for row in digest():
        random, ours = Random(1000 + row.number), meaning(row.number)
        for number in range(BOARDS):
            board = random_board(random, 16 if number % 2 and row.requirement != "-" else 1)
            if number % 2:
                tries = 6
                while tries and not may_be_cast(told(board), row.requirement):
                    board, tries = random_board(random, 16), tries - 1
            wanted = outcomes(told(board), row)
            found = {frozenset(told(after).items()) for after in ours.cast(board).boards}
            boards += 1
            castable += bool(wanted)
            unlike += found != wanted
    return (
        "## Spells against the table\n\n"
        "`make bench ARGS=spells`. The eighty example spells, as the engine reads them from the books, against a "
        f"second interpreter of the digest's table that shares no code with it: {boards:,} boards, "
        f"{BOARDS:,} for each spell, on {castable:,} of which it could be cast. "
        f"**Boards on which the outcomes differ: {unlike}.**\n"
    )


def speed_section() -> str:
    """How many actions are listed and played in a second, beside python-chess."""
    lines = PERFT.read_text(encoding="utf-8").splitlines()
    asked = [line.split(maxsplit=2) for line in lines if not line.startswith("#")]
    yardstick = min(cpu(lambda: chess_perft(chess.Board(), CHESS_DEPTH)) for _ in range(ROUNDS))
    chess_speed = CHESS_NODES / yardstick
    rows, nodes_in_all, spent_in_all = [], 0, 0.0
    for depth, _, position in asked:
        rules, state = game_of(position).read_position(position)
        deep = min(int(depth) + 1, DEEPER) if position != asked[0][2] else int(depth)
        nodes = perft(rules, state, deep)
        # the state and rules of this round, not of the next
        spent = min(cpu(lambda r=rules, s=state, d=deep: perft(r, s, d)) for _ in range(ROUNDS))  # type: ignore[misc]
        nodes_in_all, spent_in_all = nodes_in_all + nodes, spent_in_all + spent
        speed = nodes / spent
        rows.append([f"`{position}`", deep, f"{nodes:,}", f"{speed / 1000:,.0f} k", f"{speed / chess_speed:.2f}"])
    speed = nodes_in_all / spent_in_all
    return (
        "## Actions of Spellbook Master\n\n"
        "`make bench ARGS=spell-actions`. Every action is listed, played and dropped, in processor time. "
        f"python-chess {chess.__version__} beside it: {chess_speed / 1000:,.0f} k nodes/s. All together: "
        f"**{speed / 1000:,.0f} k nodes/s, {speed / chess_speed:.2f} times python-chess**, best of {ROUNDS}.\n\n"
        + table(["position", "depth", "nodes", "nodes/s", "ratio"], rows)
    )


def checking_section() -> str:
    """How long a book of forty spells takes to be checked, the worst we could think of too."""
    # the checker is only needed here
    from engine.datafile import packaged  # noqa: PLC0415
    from engine.spellbook.checking import forget, review  # noqa: PLC0415

    def anew(text: str) -> None:
        forget()
        review(text)

    texts = {name: packaged("engine.spellbook", f"{name}.book") for name in BOOKS}
    texts |= {"longest": longest(), "widest": widest()}
    rows = [
        [name, f"{min(cpu(lambda t=text: anew(t)) for _ in range(2)):.1f} s", len(review(text).findings)]  # type: ignore[misc]
        for name, text in texts.items()
    ]
    return (
        "## Checking books\n\n"
        f"`make bench ARGS=books`. Forty spells each, in processor time. The examples ({len(examples())} in "
        "two books), and two books made to be slow: every spell as long as it may be, and every spell with as "
        "many outcomes as it can have.\n\n" + table(["book", "time", "findings"], rows)
    )


def longest() -> str:
    lines = "\n".join(f"if two of my fire: move my air from {p} to {p + 1}" for p in range(1, 23))
    return "book: Longest\n" + "".join(f"spell: S{i}\nneeds {i % 4} of their water\n{lines}\n" for i in range(40))


def widest() -> str:
    line = "move gems to a neighbour, my choice"
    return "book: Widest\n" + "".join(
        f"spell: S{i}\nneeds at least {i % 3} of my air\n{line}\n" for i in range(40)
    )
