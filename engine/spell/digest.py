"""A digest of SPELL's rules to look things up in: which chapter a rule is in, where it holds, how a fault shows.

What a rule asks for is said by ``sentences``; here is what people want to know besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from engine.digest import Chapter, Entry
from engine.errors import N_
from engine.spell.sentences import SENTENCES

_TITLES: Mapping[str, str] = {
    "setup": N_("Setting up"),
    "turn": N_("The turn"),
    "mage": N_("The mage: a step or a flip"),
    "active": N_("Which tiles count"),
    "shift": N_("The shift"),
    "rune": N_("Claiming runes"),
    "cast": N_("Casting spells"),
    "end": N_("Rounds and the end"),
    "amulet": N_("Amulets"),
    "tournament": N_("Tournament"),
    "solo": N_("Against the rival"),
    "inv": N_("The table at rest"),
}
"""What the chapters are called, by the second part of the identifiers."""

_ELSEWHERE: Mapping[str, str] = {"summon": "cast", "levitate": "cast", "push": "cast", "round": "end"}
"""Parts that belong to the chapter of another one."""

_ALL_OF: Mapping[str, str] = {
    "amulet": N_("Only with amulets."),
    "tournament": N_("Only with the tournament's way of setting up."),
    "solo": N_("Only in solo play, which the second edition has."),
}
"""Where all of a chapter holds."""

WHERE: Mapping[str, str] = {
    "spell.setup.core": N_("In a tournament the neutral tile begins alone."),
    "spell.setup.core-mages": N_("In a tournament the mages come last."),
    "spell.setup.inactive": N_("In a tournament faces alternate."),
    "spell.mage.move.not-mage": N_(
        "The first edition leaves open whether a player's own two mages may share a tile; an option of "
        "the table decides."
    ),
    "spell.mage.move.not-elemental": N_(
        "Second edition. The first leaves it open, and an option of the table decides."
    ),
    "spell.mage.flip.own-inactive": N_("Second edition only."),
    "spell.mage.flip.any-colour": N_("First edition only."),
    "spell.mage.flip.not-occupied": N_(
        "Second edition. The first leaves it open, and an option of the table decides."
    ),
    "spell.active.own-mage": N_("Second edition: in its player's own turn. First edition: always."),
    "spell.active.rival-mage": N_("First edition. In the second the tile counts all the same."),
    "spell.active.special": N_("Only with amulets."),
    "spell.shift.special-fixed": N_("Only with amulets."),
    "spell.rune.take-card": N_(
        "Second edition: turned to its spell. First edition: laid beside the action cards."
    ),
    "spell.rune.level4-gone": N_(
        "Second edition: it is discarded. First edition: it stays, but pays for nothing."
    ),
    "spell.rune.pile-empty": N_("The second edition says it; the first is played alike."),
    "spell.summon.stays": N_("The second edition says it; the first is played alike."),
    "spell.push.step": N_("Second edition only."),
    "spell.push.anywhere": N_("First edition only."),
    "spell.end.threshold": N_("The first edition can be read in two ways; an option of the table decides."),
    "spell.end.tie": N_("Second edition: the second player wins it. First edition: it is a draw."),
    "spell.amulet.bilev.marker": N_("The editions mark it in different ways; either will do."),
    "spell.tournament.beside-neutral": N_("Second edition. In the first it is enough to touch any tile."),
    "spell.inv.one-per-tile": N_("The first edition leaves some cases open; options of the table decide."),
    "spell.inv.active-only-grows": N_("Second edition only."),
    "spell.inv.active-step": N_("First edition only."),
}
"""Where a rule holds, if not everywhere, and where the editions differ."""

SIGNS: Mapping[str, str] = {
    "spell.setup.pieces": N_("A second mage of a colour, a third elemental, or a tile outside the arena."),
    "spell.setup.tracks": N_("A marker is elsewhere before anybody has played."),
    "spell.setup.one-deck": N_("Runes of both decks lie on the table."),
    "spell.setup.piles": N_("A rune lies with those of another level."),
    "spell.setup.two-visible": N_("A level shows one rune or three, though its pile has more."),
    "spell.setup.core": N_(
        "The first three tiles make a corner, or a coloured one is in the middle, or a face is inactive."
    ),
    "spell.setup.core-mages": N_("Before the first turn a mage stands on the neutral tile or on the rival's."),
    "spell.setup.order": N_("Two tiles of one colour come one after the other."),
    "spell.setup.own-colour": N_("One colour is two tiles ahead of the other."),
    "spell.setup.inactive": N_("More than one active face of a colour when the arena is built."),
    "spell.setup.adjacent": N_("A tile lies apart from all others."),
    "spell.setup.grid-4x4": N_("The tiles take up five places in a row or a column."),
    "spell.setup.one-gap": N_("Two gaps, or none."),
    "spell.setup.no-rearrange": N_("A tile laid earlier has moved."),
    "spell.turn.own-only": N_("Something changes that only the other player could do."),
    "spell.turn.mage-once": N_("The mage has stepped twice, or has stepped and flipped, and no card was spent."),
    "spell.turn.shift-once": N_("Two tiles were carried, or two lines have slid."),
    "spell.turn.action-card": N_(
        "An action is done and its card still says that it is free; or the other way round."
    ),
    "spell.mage.one-option": N_("The mage has moved and a tile was turned over."),
    "spell.mage.move.adjacent": N_(
        "The mage is two places or more from where it was, and no line carried it there."
    ),
    "spell.mage.move.not-gap": N_("A mage stands on the bare table."),
    "spell.mage.move.not-mage": N_("Two mages share a tile."),
    "spell.mage.move.not-elemental": N_("A mage and an elemental share a tile."),
    "spell.mage.move.arena-only": N_("A mage stands outside the sixteen places."),
    "spell.mage.flip.orthogonal": N_("A tile across a corner, or farther away, was turned over."),
    "spell.mage.flip.own-inactive": N_("An active tile is inactive now, or one of the rival's was turned over."),
    "spell.mage.flip.not-occupied": N_("The tile under a figure shows its other face."),
    "spell.mage.flip.not-own-tile": N_("The tile under the mage itself was turned over."),
    "spell.mage.flip.not-neutral": N_("The neutral tile lies upside down."),
    "spell.mage.flip.single": N_("Two tiles were turned over."),
    "spell.active.own-face": N_("The pattern needs a tile that shows an inactive face, or one of the rival's."),
    "spell.active.own-mage": N_("The pattern needs the tile that the mage has just left."),
    "spell.active.own-elemental": N_("The pattern needs the tile of an elemental that is home already."),
    "spell.active.rival-mage": N_("The pattern needs the tile under the rival's mage."),
    "spell.active.face-kept": N_("A tile was turned over when a figure left it."),
    "spell.active.not-gap": N_("The pattern covers the gap."),
    "spell.shift.tile-empty": N_("A tile with a figure on it lies in the former gap."),
    "spell.shift.into-gap": N_("Two tiles changed places, or one lies somewhere else than in the gap."),
    "spell.shift.face-kept": N_("A tile shows another face after a shift."),
    "spell.shift.slide-mandatory": N_("One tile has moved, and the gap is where it was."),
    "spell.shift.slide-line": N_("Tiles of two lines have moved, or both ends of one."),
    "spell.shift.slide-whole": N_("The gap is inside the arena: only the nearest tile was pulled."),
    "spell.shift.slide-one-step": N_("A tile has passed another one."),
    "spell.shift.slide-nonzero": N_("A tile was carried, and no other has moved."),
    "spell.shift.riders": N_("A figure stayed behind while its tile slid away."),
    "spell.shift.gap-on-border": N_("After a shift the gap is one of the four inner places."),
    "spell.shift.special-fixed": N_("A special tile lies elsewhere than before."),
    "spell.shift.atomic": N_("A rune was taken while the hole was still open."),
    "spell.rune.own-turn": N_("A rune is taken while the rival plays."),
    "spell.rune.visible": N_("A rune is taken that nobody could see."),
    "spell.rune.pattern": N_("However it is turned, the pattern does not fit the tiles that count now."),
    "spell.rune.no-mirror": N_("Only the mirror image of the pattern lies there."),
    "spell.rune.one-per-level": N_("Both runes of a level are gone after one turn."),
    "spell.rune.no-steal": N_("A rune has changed hands."),
    "spell.rune.score": N_("The marker moved by another number than the levels taken together."),
    "spell.rune.max-ten": N_("More than ten points in one turn."),
    "spell.rune.take-card": N_("A rune is missing from the library, and lies with nobody."),
    "spell.rune.level4-gone": N_("A rune of level 4 pays for a spell."),
    "spell.rune.replace-at-end": N_("A new rune shows while the turn goes on."),
    "spell.cast.own-turn": N_("A card is spent while the rival plays."),
    "spell.cast.own-card": N_("A spell was cast, and no card was spent for it."),
    "spell.cast.level-cap": N_("A card of a lower level paid for a greater spell."),
    "spell.cast.one-per-card": N_("Two spells were cast with one card."),
    "spell.cast.single-use": N_("A card that was spent is used again."),
    "spell.summon.free-tile": N_("An elemental shares a tile, or stands on the bare table."),
    "spell.summon.reserve": N_("One elemental more than its player has."),
    "spell.summon.stays": N_("An elemental has moved, and its tile has not."),
    "spell.levitate.any-tile": N_(
        "After its flight the mage stands on the gap, outside, or beside another figure."
    ),
    "spell.push.step": N_("The rival's mage is more than one place from where it was."),
    "spell.push.free": N_("The rival's mage was pushed onto another figure, or off the tiles."),
    "spell.push.only-by-spell": N_("The rival's mage has moved, and nothing was spent for it."),
    "spell.turn.end.elementals": N_("An elemental is still out when the rival begins."),
    "spell.turn.end.action-cards": N_("A card is still turned when its owner begins a turn."),
    "spell.turn.end.kept": N_("Between two turns a tile, a mage or a card has changed."),
    "spell.round.marker": N_("The marker moves in the middle of a round, or twice."),
    "spell.end.full-round": N_("The match stops before the second player has had the turn."),
    "spell.end.round-six": N_("A seventh round begins."),
    "spell.amulet.doppel.two-mages": N_("The second mage is gone after a turn."),
    "spell.amulet.doppel.no-elementals": N_("An elemental of that colour is on the table."),
    "spell.amulet.doppel.second-start": N_(
        "The second mage starts on an active tile, or on one that is not its own."
    ),
    "spell.amulet.trio.three": N_("A fourth elemental, or a third without this amulet."),
    "spell.amulet.trio.displace": N_("The mage that made way is more than one place off."),
    "spell.amulet.extra.place": N_("A special tile lies inside the arena, or away from its sides."),
    "spell.amulet.extra.once": N_("A special tile was laid at two places in one turn."),
    "spell.amulet.extra.home": N_("A special tile is still out when the rival begins."),
    "spell.tournament.neutral-first": N_("Mages are on the table while it is built."),
    "spell.tournament.order": N_("Two tiles of one colour come one after the other."),
    "spell.tournament.beside-neutral": N_("A player's first tile is away from the neutral one."),
    "spell.tournament.alternate-faces": N_(
        "Two tiles of a colour were laid with the same face, one after the other."
    ),
    "spell.tournament.mages-last": N_("A mage starts on an inactive tile, or before the arena is built."),
    "spell.solo.activate": N_("The rival's mage has walked although it had a tile to flip."),
    "spell.solo.approach": N_("The rival's mage has walked away from the violet tiles."),
    "spell.solo.shift-central": N_("A tile from the border was carried for the rival."),
    "spell.solo.priority": N_("A tile was carried although one that comes before it was free."),
    "spell.solo.not-under-mage": N_("A mage has jumped along with a tile."),
    "spell.solo.no-spells": N_("A black elemental stands there, or the human's mage was moved."),
}
"""What the table looks like when a rule was broken."""


def chapters() -> tuple[Chapter, ...]:
    """All rules, in the order of the digest."""
    order = {part: number for number, part in enumerate(_TITLES)}
    rules = sorted(SENTENCES, key=lambda rule: order[_part(rule)])
    return tuple(
        Chapter(_TITLES[part], tuple(_entry(rule, part) for rule in group))
        for part, group in groupby(rules, _part)
    )


def _part(rule: str) -> str:
    part = rule.split(".")[1]
    return _ELSEWHERE.get(part, part)


def _entry(rule: str, part: str) -> Entry:
    return Entry(rule, WHERE.get(rule) or _ALL_OF.get(part, ""), SIGNS.get(rule, ""))
