"""What a table agrees on before a match: players, circle, board, and a reading for each doubt of the rulebook."""

from __future__ import annotations

from typing import NamedTuple

from engine.archimage.elements import CIRCLES
from engine.errors import N_, SetupError, shown
from engine.options import Option, Setup, switch

SEATS = ("shaman", "witch", "seer", "mage", "enchanter")
"""The mages, each of whom is a seat; a match has as many as there are players, clockwise."""

DICE, BOARD, BOTH = "dice", "board", "both"
"""What a camera may look at."""
SHEETS = {DICE: N_("the sheet with the dice"), BOARD: N_("the printed board")}
"""What people call it."""

DOUBTS: tuple[Option, ...] = (
    switch("violet-mixed", N_("dice of several colours together may pay for a violet seal"), "A1"),
    switch("fewest-dice", N_("a seal must be paid with the fewest dice possible"), "A2"),
    switch("transmutation-per-die", N_("each die of a Transmutation may get another colour"), "A3"),
    switch("all-dice", N_("Transmutation, Rebirth, Evolution and Alteration take all dice of the colour"), "A4"),
    switch("theft-by-power", N_("Theft takes a die that shows 5, whatever its colour"), "A5"),
    switch("scrolls-are-seals", N_("a spell that speaks of seals may take a scroll where it takes a token"), "A6"),
    switch("swap-any-seals", N_("Inversion and Exchange may swap a token with a scroll"), "A7"),
    switch("scrolls-open", N_("a scroll on the board does not bar the way"), "A9"),
    switch("chamber-bars", N_("figures on the violet spots bar the way like elsewhere"), "A10"),
    switch("store-face-up", N_("a seal is stored only on an Absorption that lies face up"), "A11"),
    switch("absorption-in-vain", N_("Absorption may be cast while all dice show 6"), "A12"),
    switch("leap-anywhere", N_("after a Leap any seal that can be reached may be broken"), "A13"),
    switch("leap-scrolls", N_("a Leap may go over a scroll"), "A14"),
    switch("teleport-both", N_("Teleportation passes a space with a mage and its familiar"), "A15"),
    switch("teleport-active", N_("Teleportation passes only figures of players who have not finished"), "A16"),
    switch("familiar-home", N_("a familiar must be at home to be sent out"), "A17"),
    switch("leap-bare", N_("a Leap never goes over a token with a familiar on it"), "A18"),
    switch("familiar-returns", N_("a familiar that breaks the token beneath it comes home"), "A19"),
    switch("bond-any-colour", N_("with Bond a die showing 1 breaks a token of any colour"), "A20"),
    switch("bond-any-dice", N_("with Bond more dice than needed may be paid"), "A21"),
    switch("transfer-itself", N_("a Transfer may give itself away"), "A22"),
    switch("transfer-later", N_("a scroll got by Transfer waits for the next turn"), "A22"),
    switch("spirit-any-scroll", N_("spirit names a colour for Transfer, Borrow, Reorganisation, Guardian"), "A23"),
    switch("lent-stays-used", N_("a borrowed scroll stays face down though its owner finished"), "A24"),
    switch("top-up", N_("whoever found fewer than three dice takes the others later"), "A25"),
    switch("fixed-spots", N_("each mage starts on the violet spot of its seat"), "A26"),
    switch("count-owned", N_("level-6 scrolls in front of players count as left, too"), "A27"),
    switch("end-at-once", N_("the match ends in mid-round, as soon as too few level-6 scrolls are left"), "A28"),
    switch("endless", N_("rounds go on even if nobody can reach a seal any more"), "A29"),
    switch("rebirth-changes", N_("a Rebirth that rolled the same faces does not use up its scroll"), "A30"),
    switch("alteration-hurts", N_("Alteration needs a die of an opponent that it can change"), "A31"),
    switch("alteration-drops", N_("Alteration sends a die showing 1 to its reserve"), "A32"),
    switch("speed-tokens", N_("the free seal of Speed is a token"), "A33"),
    switch("speed-before", N_("the free seal of Speed must have been within reach before the first break"), "A34"),
    switch("guardian-near", N_("a guardian is set only on a scroll within reach"), "A35"),
    switch("bond-not-at-start", N_("a familiar is not set down on a violet spot"), "A37"),
    switch("pick-last", N_("new dice are taken at the end of the round, by seat"), "A39"),
)  # fmt: skip
"""A yes takes the second reading of the digest."""

MOOT: tuple[Option, ...] = (
    switch("swap-alike", N_("Reorganisation may swap two scrolls that look alike"), "A8"),
    switch("mission-unguarded", N_("Mission never goes to a token under a guardian"), "A36"),
    switch("guardian-leaves", N_("a guardian leaves the board if its scroll changes hands"), "A38"),
    switch("lift-after-roll", N_("familiars are lifted off the Bond scrolls after the opening roll"), "A40"),
)
"""Doubts that come to the same either way: no two scrolls are alike under circle II; guardians stand on scrolls
only, and no scroll changes hands under circle IV; and nothing is done between lifting and rolling."""

OPTIONS: tuple[Option, ...] = (
    Option("players", 2, (2, 3, 4, 5), N_("how many play"), "archimage.board.segments-side"),
    Option(
        "circle",
        "1",
        CIRCLES,
        N_("which circle of magic joins the elementary circle"),
        "archimage.setup.two-circles",
        {
            "1": N_("I: the school of power"),
            "2": N_("II: the school of passages"),
            "3": N_("III: the school of conflict"),
            "4": N_("IV: the school of the voyager"),
        },
    ),
    Option(
        "mages",
        (),
        None,
        N_("who sits where, clockwise: as many of shaman, witch, seer, mage, enchanter as play, commas between"),
        "archimage.setup.mage-choice",
    ),
    Option("board", "", None, N_("a board that comes with Runewatch, or the text of your own"), is_long=True),
    Option(
        "camera",
        BOTH,
        (DICE, BOARD, BOTH),
        N_("what a camera looks at, if there is one"),
        titles={**SHEETS, BOTH: N_("both at once")},
    ),
    *sorted((*DOUBTS, *MOOT), key=lambda option: int(option.source.removeprefix("A"))),
)  # fmt: skip


class House(NamedTuple):
    """The readings in force at this table; a yes is the digest's second reading."""

    violet_mixed: bool = False
    fewest_dice: bool = False
    transmutation_per_die: bool = False
    all_dice: bool = False
    theft_by_power: bool = False
    scrolls_are_seals: bool = False
    swap_any_seals: bool = False
    scrolls_open: bool = False
    chamber_bars: bool = False
    store_face_up: bool = False
    absorption_in_vain: bool = False
    leap_anywhere: bool = False
    leap_scrolls: bool = False
    teleport_both: bool = False
    teleport_active: bool = False
    familiar_home: bool = False
    leap_bare: bool = False
    familiar_returns: bool = False
    bond_any_colour: bool = False
    bond_any_dice: bool = False
    transfer_itself: bool = False
    transfer_later: bool = False
    spirit_any_scroll: bool = False
    lent_stays_used: bool = False
    top_up: bool = False
    fixed_spots: bool = False
    count_owned: bool = False
    end_at_once: bool = False
    endless: bool = False
    rebirth_changes: bool = False
    alteration_hurts: bool = False
    alteration_drops: bool = False
    speed_tokens: bool = False
    speed_before: bool = False
    guardian_near: bool = False
    bond_not_at_start: bool = False
    pick_last: bool = False


def house(setup: Setup) -> House:
    """The readings a setup chooses. Raises SetupError where two of them leave no end to a match."""
    if setup["count-owned"] and setup["endless"]:
        raise SetupError(
            N_("with {one} and {other} together no match could end"), one="count-owned", other="endless"
        )
    return House(**{option.name.replace("-", "_"): bool(setup[option.name]) for option in DOUBTS})


def seats_of(setup: Setup) -> tuple[str, ...]:
    """Who sits at the table, clockwise. Raises SetupError unless each is a mage of their own."""
    players = int(str(setup["players"]))
    said = setup["mages"]
    names = said if isinstance(said, tuple) else tuple(str(said).replace(",", " ").split())
    if not names:
        return SEATS[:players]
    for name in names:
        if name not in SEATS:
            raise SetupError(
                N_("there is no mage {name}; the mages are: {known}"), name=shown(name), known=", ".join(SEATS)
            )
    if len(set(names)) != len(names) or len(names) != players:
        raise SetupError(
            N_("each of the {players} players has a mage of their own; named were: {came}"),
            players=players,
            came=", ".join(names),
        )
    return names
