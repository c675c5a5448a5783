"""What is said of Spellbook Master, in English: the catalogue of ``engine.words`` has it in the other languages.

A part in square brackets is said only where all its facts are known.
"""

from __future__ import annotations

from engine.errors import N_

SENTENCES: dict[str, str] = {
    # -- what is on the table --
    "spellbook.components.twelve-gems": N_(
        "Each master owns twelve gems, three of each kind[; here are {count} of one: {gem}]."
    ),
    "spellbook.components.owner-visible": N_("Whose a gem is must be plain to see, by its base for example."),
    "spellbook.components.board": N_("Play happens on a Nine Men's Morris board of twenty-four points."),
    "spellbook.components.book-each": N_("Each master brings exactly one book."),
    "spellbook.setup.start-empty": N_("A confrontation starts with an empty board and both books closed."),
    "spellbook.board.twenty-four-points": N_(
        "The points count clockwise from each master's far left: outer arc 1 to 8, middle 9 to 16, inner 17 to 24."
    ),
    "spellbook.board.adjacency": N_("Two points are adjacent if one follows the other on a line."),
    "spellbook.board.zones": N_("Front, guard, left and right are those of the master who casts."),
    "spellbook.board.subjective-numbering": N_(
        "A spell counts the points from its caster's seat[; this is what it would do in the numbers of the "
        "other seat, not in {seat}'s]."
    ),
    "spellbook.board.camera-frame": N_("Where South sits is entered once; points are counted from there."),
    "spellbook.board.one-gem-per-point": N_("A point holds one gem at most[; please look at {places}]."),
    "spellbook.board.gems-on-points-only": N_("A gem in play stands on a point and nowhere else."),
    # -- order of play --
    "spellbook.turn.first-by-coin": N_("A coin decides who acts first, once both masters have studied."),
    "spellbook.turn.alternate": N_("The masters take turns[; now it is {turn}'s]."),
    "spellbook.turn.one-action": N_(
        "A turn is one action: place gems, move one, open the book, or cast a spell; there is no passing."
    ),
    "spellbook.turn.always-possible": N_("A master who has not lost can always place or move something."),
    "spellbook.turn.first-action-is-placement": N_("A master without a gem on the board has to place some."),
    "spellbook.turn.series": N_(
        "In a match of several confrontations the masters begin by turns, each with an empty board."
    ),
    # -- placing --
    "spellbook.place.one-to-three-same-kind": N_(
        "One, two or three gems of one kind are placed in a turn[; not {count}]."
    ),
    "spellbook.place.empty-points": N_("Gems are placed on empty points[; please look at {places}]."),
    "spellbook.place.own-reserve": N_(
        "A master places gems of their own reserve[; of {kind} it has {left} left]."
    ),
    "spellbook.place.no-return": N_(
        "A gem that was taken is out for the confrontation[; of {kind} {left} are left to place]."
    ),
    "spellbook.place.any-time": N_("Gems can be placed on any turn while there are any in reserve."),
    # -- moving --
    "spellbook.move.own-gem-only": N_("A move shifts one gem of one's own[; there is none at {place}]."),
    "spellbook.move.along-line": N_("A move follows a drawn line[; none joins {source} and {to}]."),
    "spellbook.move.one-step": N_("A move goes to an adjacent point[; {to} is not one step from {source}]."),
    "spellbook.move.empty-or-take": N_("A move ends on an empty point, or takes the opposing gem there."),
    "spellbook.move.never-own": N_("A move cannot take a gem of one's own[; there is one at {place}]."),
    "spellbook.move.no-kind-strength": N_("Any kind takes any kind, and three in a row earn nothing."),
    # -- taking --
    "spellbook.take.only-by-arrival": N_(
        "A gem leaves the board only because another one arrives on its point[; please look at {places}]."
    ),
    "spellbook.take.removed-from-board": N_("A taken gem leaves the board and counts as destroyed."),
    "spellbook.take.spell-overrun": N_(
        "A gem that a spell brings takes whatever rests on its point, the invoker's own gems too."
    ),
    # -- books --
    "spellbook.grimoire.max-forty": N_("A book has at most forty spells."),
    "spellbook.grimoire.unique-names": N_("The spells of a book have different names."),
    "spellbook.grimoire.frozen": N_("A book stays as it is from the beginning of the study to the end of play."),
    "spellbook.grimoire.language": N_("A book is written out in a language that its master uses every day."),
    "spellbook.grimoire.legible": N_("A book can be read easily, whatever adorns it."),
    "spellbook.open.six-gems": N_(
        "Opening a book takes six of one's own gems on the board[; {seat} has {count}]."
    ),
    "spellbook.open.uses-turn": N_("Opening the book is the whole turn."),
    "spellbook.open.announce": N_("Opening the book is announced."),
    "spellbook.open.stays-open": N_("An open book stays open until the confrontation is over."),
    "spellbook.open.only-when-closed": N_("Only a closed book can be opened[; {seat}'s is open]."),
    # -- casting --
    "spellbook.cast.own-open": N_("Spells are cast from an open book[; {seat}'s is closed]."),
    "spellbook.cast.from-grimoire": N_("A spell must be in the book it is cast from[; there is no {name}]."),
    "spellbook.cast.once": N_("A master casts a spell only once in a confrontation[; {seat} has cast {name}]."),
    "spellbook.cast.name-first": N_("The name of a spell is said before its gems are moved."),
    "spellbook.cast.requirement": N_("The board must hold what a spell asks for[; for {name} it does not]."),
    "spellbook.cast.exact-effect": N_(
        "The gems end up exactly where a spell sends them[; after {name} please look at {places}]."
    ),
    "spellbook.cast.free-paths": N_("A spell moves gems without regard to lines, distance and gems in the way."),
    "spellbook.cast.no-take-in-passing": N_("A spell takes nothing on the way, only where a gem lands."),
    "spellbook.cast.simultaneous": N_("All gems of a spell move at once, from the position before it."),
    "spellbook.cast.each-gem-once": N_("A spell moves a gem at most once[; {name} would move one twice here]."),
    "spellbook.cast.both-sides-move": N_("A spell that names no owner moves the gems of both masters."),
    "spellbook.cast.meeting": N_(
        "Of two moved gems that come to one point one is left[; at this table {name} cannot be cast then]."
    ),
    "spellbook.cast.like-gems-interchangeable": N_("It does not matter which of several alike gems goes where."),
    "spellbook.cast.empty-allowed": N_(
        "A spell may be cast though nothing changes, unless the table says otherwise[; {name} changes nothing]."
    ),
    "spellbook.cast.not-inhibited": N_("A barred spell is cast by nobody any more[; {name} is barred]."),
    "spellbook.cast.creates-nothing": N_("A spell brings no new gem onto the board."),
    # -- the other book --
    "spellbook.appropriate.conditions": N_(
        "A spell of the opponent's book is cast only under several conditions[; {name} is not free yet]."
    ),
    "spellbook.appropriate.both-open": N_("To cast from the opponent's book both books must be open."),
    "spellbook.appropriate.all-placed": N_(
        "To cast from the opponent's book all twenty-four gems must have been placed[; {left} have not]."
    ),
    "spellbook.appropriate.owner-cast-first": N_(
        "A spell of the opponent's book must have been cast by its owner before[; {turn} has not cast it]."
    ),
    # -- what a spell may be --
    "spellbook.design.positions-only": N_("A spell only rearranges gems that are on the board."),
    "spellbook.design.instant": N_("A spell acts at once and leaves nothing behind."),
    "spellbook.design.selectors": N_("The gems of a spell are picked by place, kind and owner."),
    "spellbook.design.references": N_(
        "Where gems go may depend on where they start, on their kinds, on fixed places and on the invoker's gems."
    ),
    "spellbook.design.no-enemy-anchor": N_(
        "Where gems go may not depend on where the opponent's gems stand[; {name} does that]."
    ),
    "spellbook.design.no-removal": N_("A spell takes gems only by bringing others onto their points."),
    "spellbook.design.final-points": N_("After a spell each gem stands on a point of its own."),
    "spellbook.design.clear": N_(
        "The text of a spell must be clear[; that of {name} leaves open what happens here]."
    ),
    "spellbook.design.one-name": N_("A spell has one name, different from the others of its book."),
    # -- study --
    "spellbook.study.full-access": N_("Each master may read the whole book of the other before play."),
    "spellbook.study.both-ready": N_(
        "Play begins when both masters have studied enough[; {who} has still to say so]."
    ),
    "spellbook.study.no-edit": N_("From the beginning of the study no word of a book is changed."),
    # -- doubts --
    "spellbook.ambiguity.any-doubt": N_(
        "A spell whose meaning somebody doubts is barred for both[; at this table {name} can be doubted by the "
        "masters only]."
    ),
    "spellbook.ambiguity.refusal-loses": N_(
        "Whoever answers for a doubted spell gives it up or forfeits[; that is {seat}]."
    ),
    "spellbook.ambiguity.precedent": N_("A spell that was used can no longer be barred[; {name} was]."),
    "spellbook.ambiguity.owner-settles": N_(
        "Once a spell was used its book's owner says what it means[; {name} was not used yet]."
    ),
    "spellbook.ambiguity.referee-silent": N_("The referee voices no doubts of its own."),
    # -- the end --
    "spellbook.win.annihilation": N_("Whoever has lost all twelve gems has lost."),
    "spellbook.win.hold": N_("Whoever ends a turn without a gem on the board has lost."),
    "spellbook.win.affair-ambiguous": N_("Whoever insists on a spell that is not clear has lost."),
    "spellbook.win.affair-illegal-spell": N_(
        "Whoever uses a spell that the rules do not allow has lost; this needs such a spell just cast."
    ),
    "spellbook.win.play-stops": N_("After a victory nothing more is played."),
    "spellbook.win.one-winner": N_("A confrontation has at most one winner."),
    "spellbook.win.agreed": N_("The masters may agree on a result."),
    "spellbook.win.round-limit": N_("At this table a confrontation is drawn after a number of rounds."),
    "spellbook.win.slip": N_("A slip is put right; it forfeits only where the table has agreed on that."),
}
"""Rule -> what it asks for."""

NOTICES: dict[str, str] = {
    "spellbook.design.clear": N_(
        "The text of {name} leaves open what happens here; the invoker chose, and somebody may doubt it "
        "({option})."
    ),
    "spellbook.ambiguity.referee-silent": N_(
        "{name} is read as this table has chosen; the booklet leaves it open ({option})."
    ),
    "spellbook.cast.empty-allowed": N_("{name} was spent though nothing changed ({option})."),
}
"""Rule -> what to mention where the rulebook is silent."""

RESULTS: dict[str, str] = {
    "spellbook.win.annihilation": N_("{winners} wins: all gems of {turn} are destroyed."),
    "spellbook.win.hold": N_("{winners} wins: {turn} has ended a turn without a gem on the board."),
    "spellbook.win.affair-ambiguous": N_("{winners} wins: {turn} insisted on a doubted spell."),
    "spellbook.win.affair-illegal-spell": N_("{winners} wins: {turn} used a spell that the rules do not allow."),
    "spellbook.win.agreed": N_("The match ends as agreed[: {winners} wins]."),
    "spellbook.win.round-limit": N_("The match is drawn: so many rounds were agreed on."),
    "spellbook.win.slip": N_("{winners} wins: {turn} made a slip, which forfeits at this table."),
}
"""Rule -> how a match ended."""

EVENTS: dict[str, str] = {
    "opened": N_("The book of {seat} is open."),
    "cast": N_("{seat} has cast {name}."),
    "taken": N_("{seat} loses a gem: {kind}."),
    "inhibited": N_("{name} is barred for both masters."),
    "taken-back": N_("The cast is taken back; {seat} acts again."),
    "settled": N_("{name} means from now on: {text}"),
    "confrontation-over": N_("The confrontation is over[: {winners} wins]. South {south}, North {north}."),
}
"""What happened."""

TALLIES: dict[str, str] = {
    "opened": N_("books opened"),
    "cast": N_("casts of {name}"),
    "taken": N_("gems lost: {kind}"),
    "inhibited": N_("spells barred"),
}
"""What is counted in statistics."""

REQUESTS: dict[str, str] = {
    "ready": N_("{seat} studies the books and says when it is enough."),
    "toss": N_("Toss a coin: who acts first?"),
    "turn": N_("It is {seat}'s turn[ ({side})]."),
    "next": N_("Clear the board for the next confrontation; {turn} begins."),
}
"""What the match waits for."""

DEEDS: dict[str, str] = {
    "ready": N_("the books are studied"),
    "toss": N_("the coin falls: {seat} acts first"),
    "place": N_("place {kind} on {places}"),
    "move": N_("move from {source} to {to}"),
    "open": N_("open the book"),
    "cast": N_("cast {name}[; it changes {places}]"),
    "pass": N_("pass"),
    "next": N_("begin the next confrontation"),
    "inhibit": N_("bar the spell {name}"),
    "settle": N_("settle what {name} means"),
    "forfeit": N_("{seat} forfeits"),
    "agree": N_("agree on a result[: {seat} wins]"),
}
"""What somebody does, by the kind of the action; after a name and a colon, or as an instruction."""

PLACES: dict[str, str] = {
    "point": N_("point {number}"),
    "tray": N_("place {number} beside the board, {seat}"),
}
"""What people call the places of the plan."""

FACTS: tuple[str, ...] = (N_("south"), N_("north"), N_("fire"), N_("air"), N_("water"), N_("earth"))
"""The words that facts are made of."""

THINGS: dict[str, str] = {
    "gem": N_("gems"),
    "south-fire": N_("south's fire gem"),
    "south-air": N_("south's air gem"),
    "south-water": N_("south's water gem"),
    "south-earth": N_("south's earth gem"),
    "north-fire": N_("north's fire gem"),
    "north-air": N_("north's air gem"),
    "north-water": N_("north's water gem"),
    "north-earth": N_("north's earth gem"),
}
"""The things of the table plan, and the kinds of them."""
