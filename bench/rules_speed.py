"""How fast actions are generated and played, beside python-chess doing the same from its first position."""

from __future__ import annotations

from typing import Any

import chess

from bench.positions import Perft, perft_positions
from bench.timing import seconds, table
from engine.catalogue import game_of
from engine.contract import Rules
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
    asked = perft_positions()
    read = [game_of(one.position).read_position(one.position) for one in asked]
    yardstick: list[float] = []
    ours: list[list[float]] = []
    for _ in range(ROUNDS):
        yardstick.append(seconds(lambda: chess_perft(chess.Board(), CHESS_DEPTH)))
        ours.append([_timed(rules, state, one) for (rules, state), one in zip(read, asked, strict=True)])
    best = min(ours, key=sum)
    chess_speed = CHESS_NODES / min(yardstick)
    ratios = [one.nodes / spent / chess_speed for one, spent in zip(asked, best, strict=True)]
    rows = [
        [
            i,
            f"`{one.position}`",
            one.depth,
            f"{one.nodes:,}",
            f"{ratio * chess_speed / 1000:,.0f} k",
            f"{ratio:.2f}",
        ]
        for i, (one, ratio) in enumerate(zip(asked, ratios, strict=True), 1)
    ]
    speed = sum(one.nodes for one in asked) / sum(best)
    return (
        "## Generating and playing actions\n\n"
        "`make bench ARGS=perft`. Every action is generated, played and dropped; no bulk counting. "
        f"python-chess {chess.__version__}, first position, depth {CHESS_DEPTH}, every move pushed and popped: "
        f"{chess_speed / 1000:,.0f} k nodes/s. All twenty positions together: **{speed / 1000:,.0f} k nodes/s, "
        f"{speed / chess_speed:.2f} times python-chess** (lowest single position {min(ratios):.2f}). "
        f"Best of {ROUNDS} rounds, both in turns.\n\n"
        + table(["", "position", "depth", "nodes", "nodes/s", "ratio"], rows)
    )


def _timed(rules: Rules[Any, Any], state: Any, asked: Perft) -> float:
    """How long the count takes; it has to be right, too."""
    counted: list[int] = []
    spent = seconds(lambda: counted.append(perft(rules, state, asked.depth)))
    if counted != [asked.nodes]:
        raise SystemExit(f"counted {counted[0]} instead of {asked.nodes}: {asked.position}")
    return spent
