"""What a table agrees on before a match: edition, mode, deck, and the table options of the digest."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import N_, SetupError
from engine.options import Option, Setup, switch

FIRST_EDITION, SECOND_EDITION = "1e", "2e"

OPTIONS: tuple[Option, ...] = (
    Option(
        "edition",
        SECOND_EDITION,
        (SECOND_EDITION, FIRST_EDITION),
        N_("which printed rulebook is in force"),
        titles={SECOND_EDITION: N_("second edition"), FIRST_EDITION: N_("first edition")},
    ),
    switch("asymmetric", N_("each player wears an amulet"), "spell.amulet.deal"),
    switch("tournament", N_("build the arena by the tournament rules"), "spell.tournament.order"),
    Option(
        "solo",
        "no",
        ("no", "normal", "hard"),
        N_("play alone against the scripted rival"),
        "spell.solo.setup",
        {"normal": N_("normal rival"), "hard": N_("hard rival")},
    ),
    Option("deck", "basic", None, N_("the deck of runes that comes with Runewatch, or none")),
    Option("cards", (), None, N_("further rune cards, each as code=pattern")),
    Option("opening", "", None, N_("the starting arena of a solo match")),
    Option("first", None, ("black", "violet"), N_("who owns the Gem and begins"), "spell.setup.first-player"),
    switch("zero-slide", N_("a tile of the border may go to the gap with nothing sliding after it"), "A1"),
    switch("rival-mage-masks", N_("my active tile does not count under the rival's mage"), "A3", default=None),
    switch("one-meeple-per-tile", N_("a figure bars a tile to mages and to flips"), "A4, A5", default=None),
    switch("edge-contact", N_("while building, tiles must touch along an edge"), "A7"),
    switch("over-16", N_("17 points are needed to end the match"), "A9"),
    switch("tie-second-player", N_("the second player wins a tie"), "A11", default=None),
    switch("special-touches-tile", N_("the special tile must lie beside a tile"), "A12"),
    switch("strict-touch", N_("a piece that was let go stays where it is"), "A26"),
    switch("solo-orthogonal", N_("the solo rival measures distance along rows and columns"), "A29"),
    switch("solo-no-card-no-points", N_("the solo rival scores nothing for an empty pile"), "A32"),
    switch("solo-stop-at-16", N_("a solo player who reaches 16 wins at the end of that turn"), "A34, A35"),
)

_DEFAULT_BY_EDITION = {
    "rival-mage-masks": {FIRST_EDITION: True, SECOND_EDITION: False},
    "one-meeple-per-tile": {FIRST_EDITION: False, SECOND_EDITION: True},
    "tie-second-player": {FIRST_EDITION: False, SECOND_EDITION: True},
}
_FIXED_IN_2E = ("rival-mage-masks", "one-meeple-per-tile", "tie-second-player", "over-16")
_SOLO_ONLY = ("solo-orthogonal", "solo-no-card-no-points", "solo-stop-at-16")
LAST_ROUND = 6
HARD_LAST_ROUND = 5


class House(NamedTuple):
    """The rules in force at this table, edition and options worked out."""

    first_edition: bool
    asymmetric: bool
    tournament: bool
    solo: str
    zero_slide: bool
    rival_mage_masks: bool
    one_per_tile: bool
    edge_contact: bool
    ending_points: int
    second_wins_ties: bool
    special_touches_tile: bool
    strict_touch: bool
    orthogonal: bool
    no_card_no_points: bool
    stop_at_16: bool

    @property
    def last_round(self) -> int:
        return HARD_LAST_ROUND if self.solo == "hard" else LAST_ROUND

    @property
    def is_solo(self) -> bool:
        return self.solo != "no"


def complete(setup: Setup) -> Setup:
    """The setup with the defaults that depend on the edition. Raises SetupError where choices clash."""
    edition = str(setup["edition"])
    full = dict(setup)
    for name, by_edition in _DEFAULT_BY_EDITION.items():
        full.setdefault(name, by_edition[edition])
    if edition == SECOND_EDITION:
        for name in _FIXED_IN_2E:
            fixed = _DEFAULT_BY_EDITION.get(name, {}).get(SECOND_EDITION, False)
            if full[name] != fixed:
                raise SetupError(N_("option {name} can only be changed in edition 1e"), name=name)
    if full["solo"] != "no":
        _check_solo(full)
    else:
        for name in (*_SOLO_ONLY, "opening"):
            if full[name]:
                raise SetupError(N_("option {name} needs a solo match"), name=name)
    return full


def _check_solo(setup: Setup) -> None:
    if setup["edition"] != SECOND_EDITION:
        raise SetupError(N_("solo play belongs to edition 2e"))
    for name in ("asymmetric", "tournament"):
        if setup[name]:
            raise SetupError(N_("solo play goes without {name}"), name=name)
    if setup.get("first", "violet") != "violet":
        raise SetupError(N_("in solo play the human is violet and begins"))


def house(setup: Setup) -> House:
    """The rules in force under a complete setup."""
    return House(
        first_edition=setup["edition"] == FIRST_EDITION,
        asymmetric=bool(setup["asymmetric"]),
        tournament=bool(setup["tournament"]),
        solo=str(setup["solo"]),
        zero_slide=bool(setup["zero-slide"]),
        rival_mage_masks=bool(setup["rival-mage-masks"]),
        one_per_tile=bool(setup["one-meeple-per-tile"]),
        edge_contact=bool(setup["edge-contact"]),
        ending_points=17 if setup["over-16"] else 16,
        second_wins_ties=bool(setup["tie-second-player"]),
        special_touches_tile=bool(setup["special-touches-tile"]),
        strict_touch=bool(setup["strict-touch"]),
        orthogonal=bool(setup["solo-orthogonal"]),
        no_card_no_points=bool(setup["solo-no-card-no-points"]),
        stop_at_16=bool(setup["solo-stop-at-16"]),
    )
