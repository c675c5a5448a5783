"""What is said of SPELL, in English: the catalogue of ``engine.words`` has it in the other languages.

A sentence says what is right, calmly; a part in square brackets is said only where all its facts are
known, so that one sentence serves a verdict, a glance at the table and a list of the rules.
"""

from __future__ import annotations

from engine.errors import N_

SENTENCES: dict[str, str] = {
    # -- set-up --
    "spell.setup.pieces": N_(
        "Without an amulet a player has one mage, two elementals and seven tiles of one colour; all other "
        "pieces stay in the box[; please look at {places}]."
    ),
    "spell.setup.tracks": N_("Before the first turn both score markers wait on 0 and the round marker on 1."),
    "spell.setup.one-deck": N_(
        "A match is played with one deck of runes, basic or advanced, not with both"
        "[; rune {rune} is not in this one]."
    ),
    "spell.setup.piles": N_(
        "Each level has a pile of its own, and new runes come from the top of it[; rune {rune} is out of place]."
    ),
    "spell.setup.two-visible": N_(
        "Each level shows two runes while its pile lasts[; please look at level {level}]."
    ),
    "spell.setup.first-player": N_("The Gem decides who begins, and its owner opens every round."),
    "spell.setup.core": N_(
        "The arena begins with three tiles in a straight line: the neutral tile between an active black one "
        "and an active violet one."
    ),
    "spell.setup.core-mages": N_("Each mage starts on the active tile of its own colour beside the neutral tile."),
    "spell.setup.order": N_(
        "The players lay their tiles by turns, one at a time, beginning with the player without the Gem"
        "[; now it is for {turn} to lay]."
    ),
    "spell.setup.own-colour": N_("While building, each player lays tiles of their own colour."),
    "spell.setup.inactive": N_("While building, tiles are laid with their inactive face up."),
    "spell.setup.adjacent": N_(
        "A new tile must touch a tile that lies there already[; at {place} it touches none]."
    ),
    "spell.setup.grid-4x4": N_(
        "All tiles must fit into a square of four by four[; with one at {place} they no longer do]."
    ),
    "spell.setup.one-gap": N_(
        "Turns begin once fifteen tiles fill the arena and leave one gap[; now it is bare at {places}]."
    ),
    "spell.setup.no-rearrange": N_(
        "While building, a tile that was laid stays where it is[; there is one at {place}]."
    ),
    # -- what may be done in a turn --
    "spell.turn.own-only": N_("Only the player in turn may act[; now it is {turn}'s turn]."),
    "spell.turn.alternate": N_("The players take turns, and the owner of the Gem opens every round."),
    "spell.turn.any-order": N_("In a turn everything may be done in any order."),
    "spell.turn.optional": N_("Nothing has to be done in a turn; it may simply be ended."),
    "spell.turn.mage-once": N_("A turn has one mage action."),
    "spell.turn.shift-once": N_("A turn has one shift, or two with the Bilevitagramaton."),
    "spell.turn.action-card": N_(
        "After an action its card is turned over, and the action must wait for the player's next turn."
    ),
    # -- mage action --
    "spell.mage.one-option": N_("A mage action is either a step or a flip, not both."),
    "spell.mage.move.adjacent": N_(
        "A mage may step only to a neighbouring tile, also diagonally[; {place} is not next to {source}]."
    ),
    "spell.mage.move.not-gap": N_("A mage cannot stand on the gap[; there is no tile at {place}]."),
    "spell.mage.move.not-mage": N_(
        "A mage cannot step onto a tile where a mage stands[; there is one at {place}]."
    ),
    "spell.mage.move.not-elemental": N_(
        "A mage cannot step onto a tile where an elemental stands[; there is one at {place}]."
    ),
    "spell.mage.move.arena-only": N_("Mages stay inside the arena[; {place} is outside]."),
    "spell.mage.flip.orthogonal": N_(
        "A mage can flip only a tile that shares an edge with its own[; {place} does not]."
    ),
    "spell.mage.flip.own-inactive": N_(
        "Only an inactive tile of one's own colour can be flipped, and then it stays active"
        "[; there was none at {place}]."
    ),
    "spell.mage.flip.any-colour": N_(
        "A mage can flip any black or violet tile beside its own, to either face[; there is none at {place}]."
    ),
    "spell.mage.flip.not-occupied": N_("A tile with a figure on it cannot be flipped[; there is one at {place}]."),
    "spell.mage.flip.not-own-tile": N_("A mage cannot flip the tile it stands on[, here {place}]."),
    "spell.mage.flip.not-neutral": N_("The neutral tile is never flipped[; it lies at {place}]."),
    "spell.mage.flip.single": N_("A mage action flips one tile only[; here the faces changed at {places}]."),
    # -- counting tiles --
    "spell.active.own-face": N_(
        "A player's tiles count while they show their active face, and so does any tile under a figure of "
        "theirs[; what is missing: {places}]."
    ),
    "spell.active.own-mage": N_("The tile under a mage counts for its player, but only while the mage is there."),
    "spell.active.own-elemental": N_(
        "The tile under an elemental counts for its player, but only while the elemental is there."
    ),
    "spell.active.rival-mage": N_(
        "At this table an active tile does not count while the rival's mage stands on it[, as at {places}]."
    ),
    "spell.active.face-kept": N_(
        "A tile keeps its face when figures come and go; only a flip turns it[: see {place}]."
    ),
    "spell.active.not-gap": N_("The gap counts for nobody[; there is no tile at {places}]."),
    "spell.active.special": N_("A special tile counts as an active tile of its owner."),
    # -- shift --
    "spell.shift.tile-empty": N_("Only a tile without a figure can be carried[; the one at {place} cannot]."),
    "spell.shift.any-colour": N_("Any tile without a figure can be carried, whatever its colour and face."),
    "spell.shift.into-gap": N_("The tile that is carried goes into the gap[; please look at {place}]."),
    "spell.shift.face-kept": N_("Tiles keep their face in a shift[; please look at {place}]."),
    "spell.shift.slide-mandatory": N_(
        "When a tile has been carried, a line must slide into the hole[ at {place}]"
        "[ (the table option {option} can change this)]."
    ),
    "spell.shift.slide-line": N_(
        "In a shift only one line slides, from one side of the hole[; please look at {place}]."
    ),
    "spell.shift.slide-whole": N_("The whole line slides, as far as the border: no tile of it stays behind."),
    "spell.shift.slide-one-step": N_("Each tile of the line slides by one place, in the same order."),
    "spell.shift.slide-nonzero": N_(
        "At least one tile must slide in a shift[; with the hole at {place} nothing can travel {direction}]."
    ),
    "spell.shift.riders": N_("Figures ride along on tiles that slide[; please look at {place}]."),
    "spell.shift.gap-on-border": N_("After a shift the gap lies on the border of the arena[, not at {place}]."),
    "spell.shift.special-fixed": N_(
        "A special tile is neither carried nor slid[; please put it back to {source}]."
    ),
    "spell.shift.atomic": N_("A shift is finished before anything else is done."),
    # -- claiming runes --
    "spell.rune.own-turn": N_("Runes are claimed in one's own turn[; now it is {turn}'s turn]."),
    "spell.rune.visible": N_("Only a rune that lies face up can be claimed[; rune {rune} does not]."),
    "spell.rune.pattern": N_(
        "A rune can be claimed when counting tiles form its pattern"
        "[; for rune {rune} these must count too: {missing}]."
    ),
    "spell.rune.rotation": N_("A pattern may be turned any way round."),
    "spell.rune.no-mirror": N_(
        "A pattern may be turned but not mirrored[; this is the mirror image of rune {rune}]."
    ),
    "spell.rune.anywhere": N_("A pattern may lie anywhere in the arena."),
    "spell.rune.contained": N_("A pattern may be part of a larger figure; further counting tiles do no harm."),
    "spell.rune.reuse-tiles": N_("The same tiles may serve for more than one rune."),
    "spell.rune.one-per-level": N_(
        "In one turn only one rune of each level can be claimed[; for level {level} this is done]."
    ),
    "spell.rune.any-order": N_("Runes may be claimed in any order of levels."),
    "spell.rune.optional": N_("Nobody has to claim a rune."),
    "spell.rune.no-steal": N_(
        "A rune that was taken from the library is out of reach for good[; rune {rune} is gone]."
    ),
    "spell.rune.score": N_("A claim moves the player's score marker on by the level of the rune."),
    "spell.rune.max-ten": N_("One turn brings 10 points at the very most: a rune of each level."),
    "spell.rune.take-card": N_("A claimed rune goes to the player who claimed it."),
    "spell.rune.level4-gone": N_("A rune of level 4 brings points only; it pays for no spell."),
    "spell.rune.replace-at-end": N_("New runes are turned up only when the turn is over."),
    "spell.rune.pile-empty": N_("When a pile has run out, its level shows the runes that are left."),
    "spell.rune.next-turn-again": N_("Every new turn each level can be claimed again."),
    # -- casting spells --
    "spell.cast.own-turn": N_("Spells are cast in one's own turn[; now it is {turn}'s turn]."),
    "spell.cast.own-card": N_("A spell is paid for with a card that the player holds and has not spent yet."),
    "spell.cast.level-cap": N_(
        "A card pays for spells of its own level and below, a card of level 4 for none"
        "[; this spell is of level {level}]."
    ),
    "spell.cast.one-per-card": N_("One card pays for one spell."),
    "spell.cast.single-use": N_("A card that was spent is gone for the rest of the match."),
    "spell.cast.unlimited": N_("In a turn a player may cast as many spells as their cards can pay for."),
    "spell.summon.free-tile": N_(
        "An elemental needs a tile of the arena without a figure[; {place} is no such tile]."
    ),
    "spell.summon.reserve": N_("Summoning needs an elemental in the reserve[; each player has only {most}]."),
    "spell.summon.stays": N_(
        "An elemental stays on its tile and travels only with it[; this one was at {source}]."
    ),
    "spell.levitate.any-tile": N_(
        "A mage can levitate to any tile without a figure, however far[; there is none at {place}]."
    ),
    "spell.push.step": N_(
        "A push moves the rival's mage to a neighbouring tile[; from {source} to {place} is no such step]."
    ),
    "spell.push.anywhere": N_(
        "A push moves the rival's mage to any free tile of the arena[; from {source} to {place} is no such move]."
    ),
    "spell.push.free": N_(
        "The rival's mage can only be pushed onto a tile without a figure[; there is none at {place}]."
    ),
    "spell.push.only-by-spell": N_(
        "The rival's mage is moved only by a spell or by the tile under it[; please leave it at {source}]."
    ),
    # -- end of turn, round and match --
    "spell.turn.end.elementals": N_(
        "When a turn ends, the player's elementals go back to the reserve[; still in the arena: {places}]."
    ),
    "spell.turn.end.action-cards": N_("When a turn ends, the player turns both action cards back."),
    "spell.turn.end.refill": N_("Before the next turn, runes are turned up until each level shows two."),
    "spell.turn.end.kept": N_(
        "Between two turns tiles, mages, unspent cards and points stay as they are[; please look at {places}]."
    ),
    "spell.round.marker": N_("The round marker moves on by one after the second player's turn."),
    "spell.end.full-round": N_("A match ends only with a full round: both players have the same number of turns."),
    "spell.end.threshold": N_("With the round in which a player has enough points, the match is over."),
    "spell.end.round-six": N_("After round 6 the match is over."),
    "spell.end.winner": N_("The player with more points wins, whoever was there first."),
    "spell.end.tie": N_(
        "On equal points the first edition calls it a draw, and in the second edition the second player wins."
    ),
    # -- amulets --
    "spell.amulet.deal": N_("Each player is dealt one amulet before the match, and keeps it."),
    "spell.amulet.side": N_("Each player picks one side of their amulet before the match, and keeps to it."),
    "spell.amulet.doppel.two-mages": N_("The Doppelgänger gives a player two mages, and both stay in the arena."),
    "spell.amulet.doppel.no-elementals": N_("Whoever wears the Doppelgänger has no elementals and cannot summon."),
    "spell.amulet.doppel.second-start": N_(
        "The Doppelgänger's second mage starts on an inactive tile of its own colour[; there is none at {place}]."
    ),
    "spell.amulet.doppel.level1": N_("Only with the Doppelgänger can a card pay for one more mage action."),
    "spell.amulet.doppel.which": N_("With the Doppelgänger either mage can take each mage action."),
    "spell.amulet.doppel.both-count": N_("With the Doppelgänger the tiles under both mages count."),
    "spell.amulet.trio.three": N_("The Trielementaris gives a player three elementals, and no more."),
    "spell.amulet.trio.on-rival": N_(
        "Only with the Trielementaris can an elemental be summoned onto a rival's mage."
    ),
    "spell.amulet.trio.displace": N_(
        "A mage that makes way for an elemental goes to a free neighbouring tile[; from {place}, {to} is none]."
    ),
    "spell.amulet.extra.place": N_(
        "Only with the Extralimitae can a special tile be laid, and only along the outside of the arena"
        "[; {place} will not do][ (at this table it must touch a tile, by the option {option})]."
    ),
    "spell.amulet.extra.once": N_(
        "The special tile is laid once in a turn, and there it stays until the turn ends."
    ),
    "spell.amulet.extra.home": N_(
        "When the turn ends, the special tile goes back to its owner[; it still lies at {place}]."
    ),
    "spell.amulet.bilev.two-shifts": N_(
        "The Bilevitagramaton allows two shifts in a turn, each of them complete."
    ),
    "spell.amulet.bilev.marker": N_(
        "The Bilevitagramaton is tilted as a reminder of a shift, and set straight when the turn ends."
    ),
    # -- tournament --
    "spell.tournament.neutral-first": N_("In a tournament the arena begins with the neutral tile alone."),
    "spell.tournament.order": N_(
        "In a tournament the players lay all their tiles by turns, beginning with the player without the Gem."
    ),
    "spell.tournament.beside-neutral": N_(
        "In a tournament each player's first tile goes beside the neutral one, on opposite sides"
        "[; {place} is not beside it]."
    ),
    "spell.tournament.alternate-faces": N_(
        "In a tournament each player lays an inactive tile first, then an active one, and so on by turns."
    ),
    "spell.tournament.three-active": N_(
        "A tournament arena has three active and four inactive tiles of each colour."
    ),
    "spell.tournament.mages-last": N_(
        "Once the arena is built, each mage is set on an active tile of its own colour, the second player's first"
        "[; {place} is not for the mage of {seat}]."
    ),
    # -- solo --
    "spell.solo.setup": N_(
        "Solo play needs one deck, a starting arena and no amulets; the human is violet and begins."
    ),
    "spell.solo.human-normal": N_("In solo play the human's turn follows the ordinary rules."),
    "spell.solo.mage-first": N_("The rival's turn begins with its mage."),
    "spell.solo.activate": N_(
        "The rival's mage flips a free, inactive black tile beside its own, if there is one[; now: {places}]."
    ),
    "spell.solo.approach": N_(
        "When the rival's mage has nothing to flip, it steps towards the nearest violet tile"
        "[; it can reach: {places}]."
    ),
    "spell.solo.shift-central": N_("The rival carries one of the four inner tiles[; now: {places}]."),
    "spell.solo.priority": N_(
        "The rival prefers to carry an active violet tile, then an inactive violet one, the neutral one, "
        "an inactive black one, and last an active black one[; now: {places}]."
    ),
    "spell.solo.not-under-mage": N_(
        "The rival never carries a tile with a mage on it[; there is one at {place}]."
    ),
    "spell.solo.gem": N_(
        "Once the rival has carried its tile, the Gem is spun: its tip shows which way the line slides[, "
        "here {direction}]."
    ),
    "spell.solo.human-breaks-ties": N_("Where the rival has several choices, the human picks one."),
    "spell.solo.rival-gains": N_("The rival ends its turn by taking the top rune of each pile that is due."),
    "spell.solo.schedule.normal": N_(
        "In normal solo play the rival takes levels 1 and 2 in round 3, level 3 as well in rounds 4 and 5, "
        "and all four in round 6[; still due: {levels}]."
    ),
    "spell.solo.schedule.hard": N_(
        "In hard solo play the rival takes levels 1, 2 and 3 in rounds 3, 4 and 5[; still due: {levels}]."
    ),
    "spell.solo.no-spells": N_("The solo rival casts no spells."),
    "spell.solo.hard-limit": N_(
        "After round 5 a hard solo match is over, and only a human with more points than the rival wins."
    ),
    "spell.solo.end": N_("A solo match is over once a player has enough points."),
    # -- the table at rest --
    "spell.inv.tiles": N_(
        "The arena holds seven black tiles, seven violet ones, the neutral one and a single gap[; "
        "{colour}: {count} instead of {most}]."
    ),
    "spell.inv.mages": N_(
        "Each player has one mage, or two with the Doppelgänger, always on a tile of the arena[; no mage "
        "of {seat} stands at {source}][; mages of {seat} now: {count}]."
    ),
    "spell.inv.one-per-tile": N_("A tile has room for one figure[; there are more at {place}]."),
    "spell.inv.elementals": N_(
        "Only the player in turn has elementals in the arena, and no more than that player owns[; please "
        "look at {places}]."
    ),
    "spell.inv.active-only-grows": N_(
        "An active tile stays active, and only its owner's flips make more of them[; {seat}: {before} "
        "before, {count} now]."
    ),
    "spell.inv.active-step": N_(
        "In the first edition each mage action turns one face at most[; here {count} have changed]."
    ),
}
"""What to say when a rule is broken; without facts, what the rule asks for."""

NOTICES: dict[str, str] = {
    "spell.amulet.doppel.second-start": N_(
        "Nobody says which Doppelgänger places the second mage first; usually it is the second player."
    ),
    "spell.mage.move.not-elemental": N_(
        "The first edition does not say whether a mage may join an elemental[ at {place}]"
        "[; here the table option {option} allows it]."
    ),
    "spell.mage.move.not-mage": N_(
        "The first edition does not say whether a player's two mages may share a tile[, here {place}]"
        "[; the table option {option} allows it]."
    ),
    "spell.mage.flip.not-occupied": N_(
        "The first edition does not say whether a tile under a figure may be flipped[, here {place}]"
        "[; the table option {option} allows it]."
    ),
    "spell.tournament.beside-neutral": N_(
        "The first two tiles should face each other across the neutral one, but the rulebook can be read "
        "otherwise[; {place} is accepted]."
    ),
}
"""What to say where the rulebook is silent and the table has decided."""

RESULTS: dict[str, str] = {
    "spell.end.winner": N_("{winners}[ ({side})] wins. Black: {black}, violet: {violet}.[ {ended}]"),
    "spell.end.tie": N_(
        "A tie. Black: {black}, violet: {violet}.[ The second player wins ties: {winners}.][ {ended}]"
    ),
    "spell.end.threshold": N_("A player has enough points, and the round is complete."),
    "spell.end.round-six": N_("Round 6 is complete."),
    "spell.solo.end": N_("Somebody has enough points."),
    "spell.solo.hard-limit": N_("Round 5 is complete."),
}
"""How a match ended, and why it ended then."""

EVENTS: dict[str, str] = {
    "rune-claimed": N_("Level {level}. Score ({seat}): {points}."),
    "rune-taken": N_("Level {level}. The rival's score: {points}."),
    "rune-revealed": N_("It is of level {level}."),
    "rune-formed": N_("The pattern of rune {rune} is there: it can be claimed."),
    "spell-cast": N_("The card of level {level} is spent."),
    "turn-began": N_("Round {round}."),
    "match-over": N_("The match is over."),
}
"""What happened, to be announced."""

TALLIES: dict[str, str] = {
    "rune-claimed": N_("runes of level {level}"),
    "spell-cast": N_("spells cast with level {level}"),
}
"""What statistics count, and by what."""

REQUESTS: dict[str, str] = {
    "gem": N_("Toss the Gem: who begins?"),
    "amulet": N_("{seat} chooses an amulet."),
    "reveal": N_("Turn up runes until each level shows two."),
    "core": N_("Lay the first line: the neutral tile between a black and a violet one, both active."),
    "lay": N_("{seat} lays a tile."),
    "mage": N_("{seat} sets a mage into the arena."),
    "turn": N_("It is {seat}'s turn[ ({side})]."),
    "rival-mage": N_("Play the rival's mage: it flips if it can, else it steps towards a violet tile."),
    "rival-carry": N_("Carry the rival's tile into the gap."),
    "rival-gem": N_("Spin the Gem, and slide the line the way its tip points."),
    "rival-take": N_("Take the top rune of each pile that is due for the rival."),
}
"""What the match waits for."""

DEEDS: dict[str, str] = {
    "gem": N_("the Gem falls: {seat} begins"),
    "amulet": N_("choose the amulet {amulet}"),
    "reveal": N_("turn up rune {rune}"),
    "core": N_("lay the first line, its black tile {direction}"),
    "lay": N_("lay one tile ({tile}) on {place}"),
    "mage": N_("set a mage on {place}"),
    "move": N_("step from {source} to {place}[ with a card of level {card}]"),
    "flip": N_("turn over the tile at {place}[ with a card of level {card}]"),
    "shift": N_("carry the tile at {place} into the gap[, then slide the line {direction}]"),
    "summon": N_(
        "summon an elemental to {place}[, from where the rival's mage goes to {to}][ with a card of level {card}]"
    ),
    "levitate": N_("levitate from {source} to {place}[ with a card of level {card}]"),
    "push": N_("push the rival's mage from {source} to {place}[ with a card of level {card}]"),
    "special": N_("lay the special tile at {place}"),
    "claim": N_("claim rune {rune}"),
    "end": N_("end the turn"),
    "rival-flip": N_("for the rival, turn over the tile at {place}"),
    "rival-move": N_("move the rival's mage from {source} to {place}"),
    "wait": N_("leave the rival's mage where it is"),
    "carry": N_("for the rival, carry the tile at {place} into the gap"),
    "slide": N_("for the rival, slide the line {direction}"),
    "take": N_("for the rival, take rune {rune}"),
}
"""What somebody does, by the kind of the action; after a name and a colon, or as an instruction."""

PLACES: dict[str, str] = {
    "library": N_("the library, level {level}, left"),
    "library-right": N_("the library, level {level}, right"),
    "middle": N_("the middle (d4)"),
    "sheet": N_("the place[ {left} left][ {right} right][ {up} up][ {down} down] from the neutral tile ({cell})"),
    "gem": N_("beside the arena"),
}
"""What people call the places of the plan that have no name of their own on the mat."""

FACTS: tuple[str, ...] = (
    N_("black"),
    N_("violet"),
    N_("neutral"),
    N_("up"),
    N_("right"),
    N_("down"),
    N_("left"),
    N_("doppelganger"),
    N_("trielementaris"),
    N_("extralimitae"),
    N_("bilevitagramaton"),
)
"""The words that facts are made of."""

THINGS: dict[str, str] = {
    "rune": N_("rune {rune}"),
    "tile": N_("tiles"),
    "figure": N_("figures"),
    "special": N_("special tiles"),
    "gem": N_("the Gem"),
    "card": N_("runes"),
    "black-active": N_("active black tile"),
    "black-inactive": N_("inactive black tile"),
    "violet-active": N_("active violet tile"),
    "violet-inactive": N_("inactive violet tile"),
    "neutral": N_("neutral tile"),
    "black-mage": N_("black mage"),
    "violet-mage": N_("violet mage"),
    "black-elemental": N_("black elemental"),
    "violet-elemental": N_("violet elemental"),
    "black-special": N_("black special tile"),
    "violet-special": N_("violet special tile"),
    "gem-up": N_("Gem pointing up"),
    "gem-right": N_("Gem pointing right"),
    "gem-down": N_("Gem pointing down"),
    "gem-left": N_("Gem pointing left"),
}
"""The things of the table plan, and the kinds of them."""
