"""What is said beside the rules: notices, results, events, deeds, and the words that facts are."""

from __future__ import annotations

from engine.errors import N_

NOTICES: dict[str, str] = {
    "archimage.spell.absorption.trigger": N_(
        "The rulebook does not say whether a token may be laid on an Absorption that lies face "
        "down; the table option {option} decided."
    ),
    "archimage.bond.option-place": N_(
        "The rulebook does not speak of a familiar in the chamber; the table option {option} decided."
    ),
    "archimage.familiar.where": N_(
        "The rulebook does not say whether a familiar on the board may be sent again; the table "
        "option {option} decided."
    ),
    "archimage.familiar.return": N_(
        "The rulebook does not say where a familiar goes that breaks the token beneath it; the "
        "table option {option} decided."
    ),
    "archimage.spell.leap.effect": N_(
        "The rulebook does not say whether a Leap may go over a token with the own familiar on "
        "it; the table option {option} decided."
    ),
    "archimage.spell.teleportation.effect": N_(
        "The rulebook does not say whether figures of players who have finished can be passed; "
        "the table option {option} decided."
    ),
    "archimage.spell.alteration.pre": N_(
        "The rulebook does not say whether Alteration may change own dice alone; the table "
        "option {option} decided."
    ),
    "archimage.spell.speed.effect": N_(
        "The rulebook does not say whether the first break may open the way to the second; the "
        "table option {option} decided."
    ),
    "archimage.reserve.pick-three": N_(
        "The rulebook does not say what happens when there are fewer than three dice; the table "
        "option {option} decided."
    ),
}
"""What to mention where the rulebook is silent."""

RESULTS: dict[str, str] = {
    "archimage.score.tie": N_(
        "{winners} won.[ {ended}][ {p1}: {first}][, {p2}: {second}][, {p3}: {third}][, {p4}: {fourth}]"
        "[, {p5}: {fifth}]."
    ),
    "archimage.end.level6-left": N_("Too few scrolls of power 6 are left."),
    "archimage.end.stall": N_("Nobody could reach a seal any more."),
}
"""How a match ended."""

EVENTS: dict[str, str] = {
    "seal-broken": N_("{who} broke the seal of {place}."),
    "scroll-won": N_("{who} won a scroll of power {power}: {spell} ({element})."),
    "spell-cast": N_("{who} cast {spell} ({element})."),
    "player-finished": N_("{who} has finished the round."),
    "round-over": N_("Round {round} is over."),
    "match-over": N_("The match is over."),
}

TALLIES: dict[str, str] = {
    "scroll-won": N_("scrolls of power {power}"),
    "seal-broken": N_("seals broken"),
    "spell-cast": N_("{spell} cast"),
}
"""What is counted in statistics."""

REQUESTS: dict[str, str] = {
    "lay": N_("Lay a seal or a scroll on each space."),
    "first": N_("Draw who begins."),
    "stand": N_("{seat} sets the mage on a violet spot."),
    "pick": N_("{seat} takes dice."),
    "roll": N_("Everybody rolls their dice."),
    "reroll": N_("{seat} rolls dice."),
    "turn": N_("It is {seat}'s turn: a seal can be broken, so one must be."),
    "stuck": N_("It is {seat}'s turn: no seal can be broken now without a spell."),
    "give": N_("{seat} hands over a die."),
}
"""What a state waits for."""

DEEDS: dict[str, str] = {
    "lay-token": N_("lay a {colour} seal of power {power} on {place}"),
    "lay-scroll": N_("lay {spell} ({element}) on {place}"),
    "first": N_("{who} begins"),
    "stand": N_("set the mage on {place}"),
    "pick": N_("take dice: {dice}"),
    "roll": N_("{who} rolls {dice}"),
    "break": N_("break the seal of {place} with {dice}[ and lay it on {store}]"),
    "return": N_("lay all dice back"),
    "give": N_("hand over {dice}"),
    "bond-place": N_("cast {spell} ({element}): set the familiar down at {place}"),
    "bond-break": N_(
        "cast {spell} ({element}): the familiar breaks the seal of {place}[, paid as usual with {dice}]"
        "[, and lay it on {store}]"
    ),
    "bond-one": N_(
        "cast {spell} ({element}): the familiar breaks the seal of {place} for a single 1[, with {dice}]"
        "[, and lay it on {store}]"
    ),
    "cast": N_(
        "cast {spell} ({element})[, using {lent} ({lent_element})][: {dice}][ to {colours}][, a {die} die]"
        "[ at {places}][ against {who}][: {theirs}][; giving {given} ({given_element})]"
        "[; taking {taken} ({taken_element})][ and lay it on {store}]"
    ),
}
"""What somebody does, by the kind of the action; with Bond, by its option."""

THINGS: dict[str, str] = {
    "red-die": N_("red die"),
    "blue-die": N_("blue die"),
    "yellow-die": N_("yellow die"),
    "green-die": N_("green die"),
    "scroll-back": N_("scroll face down"),
    "first-player": N_("first-player token"),
    "unknown-seal": N_("a seal that is not clear"),
    "unknown-scroll": N_("a scroll that is not known"),
    "die": N_("dice"),
    "seal": N_("seals"),
    "scroll": N_("scrolls"),
    "figure": N_("figures"),
}
"""Things that are called otherwise than by their parts."""

KINDS: dict[str, str] = {
    "die": N_("{colour} die showing {face}"),
    "fell": N_("{colour} {face}"),
    "token": N_("{colour} seal of power {power}"),
    "scroll": N_("{spell} ({element})"),
    "figure-mage": N_("the {who}'s mage"),
    "figure-familiar": N_("the familiar of {who}"),
    "guardian": N_("{colour} guardian"),
    "bond": N_("Bond scroll of {who}"),
}
"""Things that are called by their parts."""

OFFERS: dict[str, str] = {
    "token": N_("{place}: {colour} seal of power {power}"),
    "scroll": N_("{place}: {spell} ({element}), a {colour} seal of power {power}"),
}
"""Seals within reach, with where they lie."""

ITEMS: dict[str, str] = {
    "synergy": N_("{spell} ({element}): 1 for each scroll of its colour, {count} in all"),
}
"""Lines of a score sheet that are no scroll's own worth."""

PLACES: dict[str, str] = {
    "reserve": N_("the {colour} zone"),
    "tray": N_("the dice of {who}"),
    "area": N_("the scrolls of {who}"),
    "bond": N_("the Bond scroll of {who}"),
    "home": N_("the place beside the Bond scroll of {who}"),
    "first": N_("the place for the first-player token of {who}"),
    "beside": N_("beside the board"),
}
"""Places beside the board."""

NAMES = (
    N_("shaman"),
    N_("witch"),
    N_("seer"),
    N_("mage"),
    N_("enchanter"),
    N_("raven"),
    N_("cat"),
    N_("owl"),
    N_("cobra"),
    N_("toad"),
    N_("Fire"),
    N_("Water"),
    N_("Air"),
    N_("Earth"),
    N_("Spirit"),
    N_("red"),
    N_("blue"),
    N_("yellow"),
    N_("green"),
    N_("violet"),
    N_("Transmutation"),
    N_("Rebirth"),
    N_("Evolution"),
    N_("Growth"),
    N_("Synergy"),
    N_("Inversion"),
    N_("Exchange"),
    N_("Absorption"),
    N_("Disintegration"),
    N_("Reorganisation"),
    N_("Mystification"),
    N_("Alteration"),
    N_("Transfer"),
    N_("Theft"),
    N_("Borrow"),
    N_("Mission"),
    N_("Leap"),
    N_("Teleportation"),
    N_("Guardian"),
    N_("Speed"),
    N_("Bond"),
)
"""The words that facts are: mages, familiars, elements, colours, spells."""
