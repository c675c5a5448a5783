"""What a table agrees on before a match: players, difficulty, cards, and every point the rules leave open."""

from __future__ import annotations

from typing import NamedTuple

from engine.bigbook.state import ROUNDS
from engine.errors import N_, SetupError, shown
from engine.options import Option, Setup, switch

TRACKS = {"easy": (0, 0, 1, 1, 1, 1), "medium": (0, 1, 1, 1, 2, 1), "hard": (1, 1, 2, 2, 2, 1)}
"""How many multi-element curses each round brings. Invented: the published numbers are not known.

The last monster has one at each difficulty: with two, five of the bots that measure this hardly ever win."""

OPTIONS: tuple[Option, ...] = (
    Option("players", 2, (2, 3, 4, 5), N_("how many play"), "bigbook.setup.players"),
    Option(
        "difficulty",
        "medium",
        ("easy", "medium", "hard"),
        N_("where the hat starts"),
        "bigbook.setup.difficulty-levels",
        {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")},
    ),
    Option("multi", "", None, N_("the numbers beside the hat on your own board, six of them, each 0 to 2")),
    Option(
        "madness", None, tuple(range(1, 36)), N_("madness cards in the pile, if you count them yourselves"), "C1"
    ),
    switch("stand-ins", N_("play by the stand-in texts; no: the table reads its cards aloud"), default=True),
    Option(
        "cards",
        "",
        None,
        N_("cards of your own box, written as data; they take the place of stand-ins"),
        is_long=True,
    ),
    switch("strict-seed", N_("keep to the letter of the summary: A1 for acquiring, A4"), "A1, A4"),
    Option("costs", None, ("value", "cards", "cards-to-acquire"), N_("what costs count"), "A1"),
    Option("settling", "next-turn", ("next-turn", "fifth-turn"), N_("when a round is settled"), "A2"),
    switch("curses-first", N_("the monster appears after the curses are laid"), "A3"),
    Option("reward", None, ("discard", "hand"), N_("where the reward for a curse goes"), "A4"),
    switch("curses-leave", N_("a destroyed curse leaves the game"), "A5"),
    switch("heal-anywhere", N_("madness in one's own draw or discard pile can be healed too"), "A6"),
    switch(
        "always-vanquished", N_("leftover curses bring the penalty, yet the monster counts as vanquished"), "A7"
    ),
    Option("library", "at-once", ("at-once", "end-of-turn"), N_("when the next spell is turned up"), "A8"),
    Option("reshuffle", "needed", ("needed", "empty"), N_("when an empty draw pile is made anew"), "A9"),
    Option(
        "tokens", "card", ("card", "one"), N_("what a token adds to a cost: what its card says, or one"), "A10"
    ),
    switch("madness-returns", N_("the madness of an eliminated player goes back to the pile"), "A11"),
    switch("eliminated-lose", N_("eliminated players do not win with the others"), "A12"),
    switch("once-a-card", N_("a card pays for one use of a spell only"), "A13"),
    switch("one-helper", N_("all actions of one casting go to the same player"), "A14"),
    switch("self-is-other", N_("the player who acts may be the other player"), "A15"),
    switch("burn-madness", N_("a madness card in hand may be destroyed by a spell"), "A16"),
    switch("elements-only", N_("a spell puts only element cards into support"), "A17"),
    switch("swap-support", N_("a spell may put a card into a full support in exchange"), "A18"),
    switch("within-support", N_("a spell must not be paid more often than support has room"), "A19"),
    switch("all-or-nothing", N_("a player who cannot do all that a curse asks is passed over"), "A20"),
    switch("reward-may-fail", N_("whoever chooses an empty pile for the reward gets nothing"), "A21"),
    switch("free-forgetting", N_("spells may be destroyed without learning one"), "A22"),
    switch("removal-loses", N_("madness that cannot be removed from the pile loses the game"), "A23"),
    switch("win-early", N_("the game is won as soon as the last monster's curses are gone"), "A24"),
    switch("loss-first", N_("the last page's panel is carried out before the win"), "A25"),
    switch("last-turn-counts", N_("a player eliminated in the very last turn loses the game"), "A26"),
    switch("nobody-wins", N_("with nobody left, a last page without curses still wins"), "A27"),
    switch("lost-turns", N_("the turn of an eliminated player is lost, and the book moves"), "A28"),
    switch("drop-all", N_("a hand above six drops all its elements"), "A29"),
    switch("both-fixed", N_("both curses of space 3 are fixed when the book arrives"), "A30"),
    switch("draw-none", N_("with draw and discard piles empty no card is drawn"), "A31"),
    switch("choose-ready", N_("one chooses which spells to straighten"), "A32"),
)

NUMBERED = {
    number: option.name for option in OPTIONS for number in option.source.split(", ") if number.startswith("A")
}
"""Each open point by its number, and the option that decides it. ``strict-seed`` only changes defaults."""
NUMBERED |= {"A1": "costs", "A4": "reward"}


class House(NamedTuple):
    """The rules in force at this table, worked out."""

    players: int
    multi: tuple[int, ...]
    madness: int
    costs: str
    reward: str
    switches: frozenset[str]
    """Which of the yes/no options were chosen."""

    def has(self, name: str) -> bool:
        return name in self.switches


def complete(setup: Setup) -> Setup:
    """The setup with the defaults that depend on others."""
    full = dict(setup)
    strict = bool(setup["strict-seed"])
    full.setdefault("costs", "cards-to-acquire" if strict else "value")
    full.setdefault("reward", "hand" if strict else "discard")
    full.setdefault("madness", 10 + 2 * int(str(setup["players"])))
    return full


def house(setup: Setup) -> House:
    """The rules in force under a complete setup. Raises SetupError."""
    return House(
        players=int(str(setup["players"])),
        multi=_track(str(setup["multi"])) if setup["multi"] else TRACKS[str(setup["difficulty"])],
        madness=int(str(setup["madness"])),
        costs=str(setup["costs"]),
        reward=str(setup["reward"]),
        switches=frozenset(option.name for option in OPTIONS if option.is_switch and setup[option.name])
        | {f"{name}={setup[name]}" for name in ("settling", "library", "reshuffle", "tokens")},
    )


def _track(text: str) -> tuple[int, ...]:
    numbers = text.split()
    if len(numbers) != ROUNDS or not all(number in {"0", "1", "2"} for number in numbers):
        raise SetupError(
            N_("option {name} must be six numbers from 0 to 2, one a round, not {came}"),
            name="multi",
            came=shown(text),
        )
    return tuple(map(int, numbers))
