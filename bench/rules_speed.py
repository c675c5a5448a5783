"""How fast actions are generated and played, beside python-chess doing the same from its first position."""

from __future__ import annotations

import chess

from bench.positions import PERFT
from bench.timing import seconds, table
from engine.catalogue import game_of
from engine.search import perft

CHESS_DEPTH = 4
CHESS_NODES = 197_281
ROUNDS = 3
"""Both are timed this often, in turns, and each keeps its best."""


def chess_perft(board: chess.Board, depth: int) -> int:
    """Every legal move generated, pushed and popped; no bulk counting."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


def section() -> str:
    read = [(game_of(text).read_position(text), depth) for text, depth in PERFT]
    yardstick, ours, counts = [], [], [0] * len(read)
    for _ in range(ROUNDS):
        board = chess.Board()
        yardstick.append(seconds(lambda board=board: chess_perft(board, CHESS_DEPTH)))  # type: ignore[misc]
        spent = []
        for i, ((rules, state), depth) in enumerate(read):

            def work(i: int = i, rules: object = rules, state: object = state, depth: int = depth) -> None:
                counts[i] = perft(rules, state, depth)  # type: ignore[arg-type]

            spent.append(seconds(work))
        ours.append(spent)
    best = min(ours, key=sum)
    chess_speed = CHESS_NODES / min(yardstick)
    rows = [
        [
            i,
            f"`{text}`",
            depth,
            f"{count:,}",
            f"{count / spent / 1000:,.0f} k",
            f"{count / spent / chess_speed:.2f}",
        ]
        for i, ((text, depth), count, spent) in enumerate(zip(PERFT, counts, best, strict=True), 1)
    ]
    speed = sum(counts) / sum(best)
    return (
        "## Generating and playing actions\n\n"
        f"`make bench ARGS=perft`. Every action is generated, played and dropped; no bulk counting. "
        f"python-chess {chess.__version__}, first position, depth {CHESS_DEPTH}, every move pushed and popped: "
        f"{chess_speed / 1000:,.0f} k nodes/s. All twenty positions together: **{speed / 1000:,.0f} k nodes/s, "
        f"{speed / chess_speed:.2f} times python-chess** (lowest single position "
        f"{min(c / s for c, s in zip(counts, best, strict=True)) / chess_speed:.2f}). "
        f"Best of {ROUNDS} rounds, both in turns.\n\n"
        + table(["", "position", "depth", "nodes", "nodes/s", "ratio"], rows)
    )
