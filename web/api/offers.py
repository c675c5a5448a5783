"""What the players have to use in the match, and what it would do now, way by way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import request

from engine.contract import Rules
from engine.errors import N_
from engine.offers import Offer, Picks
from engine.table import differences
from engine.words import Words, capital
from runewatch.match import Match
from web import drawing
from web.api.endpoints import Api
from web.api.match import host
from web.past import NotThereError
from web.words import reader

api = Api("offers")

MOST_WAYS = 60
"""So many ways to use one thing are told; nobody looks through more."""
QUICK = 4
"""So many are told where one can put together what one likes."""
NOTHING = N_("nothing like this is to be used now")


@dataclass(frozen=True, slots=True)
class OfferTold:
    """Something to use: whose it is, where it is on the board, and whether it can be used now."""

    seat: int
    title: str
    picture: str
    place: str
    is_ready: bool
    is_used: bool
    group: str
    """Under which heading it is listed; empty where whose it is and where it lies says enough."""
    is_due: bool
    """It is the answer to what is asked for now."""


@dataclass(frozen=True, slots=True)
class Offers:
    """All that there is to use, after so many steps of a match."""

    number: int
    steps: int
    offers: tuple[OfferTold, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """One way to use it: as it is written and in words, and the pieces that are moved or turned for it."""

    text: str
    sentence: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PickTold:
    """Something that may be chosen, at most so often, and what to ask for it by."""

    name: str
    title: str
    most: int


@dataclass(frozen=True, slots=True)
class PicksTold:
    """Things to choose from; ``is_one``: one of them only."""

    title: str
    picks: tuple[PickTold, ...]
    is_one: bool


@dataclass(frozen=True, slots=True)
class PricedTold:
    """What comes of a choice: the action, as it is written and in words, or what is wrong, with the rule."""

    steps: int
    lines: tuple[str, ...]
    text: str
    sentence: str
    why: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferShown:
    """What it does, each way to use it now; or why there is none, with the rule."""

    steps: int
    lines: tuple[str, ...]
    ways: tuple[Use, ...]
    more: bool
    why: str
    rule: str
    picks: tuple[PicksTold, ...]
    """What may be put together instead, where there are too many ways to tell them all."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A place as it is and as it would be: what lies there in pictures, and in words."""

    place: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class UseShown:
    """What one way would do: the board after it, and place by place what would be another."""

    steps: int
    board: str
    changes: tuple[Changed, ...]


@api.get("/match/offers", gives=Offers, about=N_("What the players have to use, and whether they can now."))
def offers() -> Offers:
    match, words = _match()
    found = tuple(_offer(match, words, one) for one in match.rules.offers(match.state))
    return Offers(host().moment.match_number, len(match.steps), found)


@api.get(
    "/match/offers/<int:offer>",
    gives=OfferShown,
    about=N_("What one of the things to use does, and each way to use it now. They are counted from 0."),
)
def offer(offer: int) -> OfferShown:
    match, words = _match()
    rules, found = match.rules, _chosen(match, offer)
    picks = tuple(_picks(match, words, part) for part in rules.picks(match.state, found))
    most = QUICK if picks else MOST_WAYS
    ways = list(islice(rules.ways(match.state, found), most + 1))
    why = () if ways else rules.hindrances(match.state, found)
    return OfferShown(
        len(match.steps),
        tuple(capital(words.phrase(rules, line)) for line in found.lines),
        tuple(_use(match, words, action) for action in ways[:most]),
        len(ways) > most,
        words.sentence(rules, why[0]) if why else "",
        why[0].rule if why else "",
        picks,
    )


@api.get(
    "/match/offers/<int:offer>/price",
    gives=PricedTold,
    about=N_("What comes of it if these are picked for one of the things to use."),
    query={
        "chosen": N_("The names of what is picked, with commas between; what is picked twice stands there twice.")
    },
)
def price(offer: int) -> PricedTold:
    match, words = _match()
    rules, found = match.rules, _chosen(match, offer)
    chosen = [name for name in request.args.get("chosen", "").split(",") if name]
    known = {pick.name: pick.most for part in rules.picks(match.state, found) for pick in part.picks}
    if any(count > known.get(name, 0) for name, count in Counter(chosen).items()):
        raise NotThereError(NOTHING)
    priced = rules.priced(match.state, found, chosen)
    action = priced.action
    deed = capital(words.phrase(rules, rules.deed(match.state, action))) if action is not None else ""
    return PricedTold(
        len(match.steps),
        tuple(capital(words.phrase(rules, line)) for line in priced.lines),
        rules.write_action(match.state, action) if action is not None and not priced.breaches else "",
        deed,
        tuple(dict.fromkeys(words.sentence(rules, one) for one in priced.breaches)),
        tuple(dict.fromkeys(one.rule for one in priced.breaches)),
    )


@api.get(
    "/match/offers/<int:offer>/<int:way>",
    gives=UseShown,
    about=N_("What the table would look like after using it in this way. Ways are counted from 0."),
)
def way(offer: int, way: int) -> UseShown:
    match, words = _match()
    rules, state = match.rules, match.state
    found = next(islice(rules.ways(state, _chosen(match, offer)), way, None), None)
    if found is None or way >= MOST_WAYS:
        raise NotThereError(NOTHING)
    before, after = rules.layout(state), rules.layout(rules.play(state, found))
    others = differences(before, after)
    board = drawing.board(rules, words, after, {one.place: "changed" for one in others})
    changes = (
        Changed(
            capital(words.place(rules, one.place)),
            tuple(drawing.pieces(rules, words, one.expected)),
            tuple(drawing.pieces(rules, words, one.seen)),
            drawing.spoken(rules, words, one.seen),
        )
        for one in others
    )
    return UseShown(len(match.steps), board, tuple(changes))


def _match() -> tuple[Match, Words]:
    """The match that is played, in the words of whoever asks. Raises NotThereError."""
    match = host().moment.match
    if match is None:
        raise NotThereError(N_("there is no match on the table: begin one on the page"))
    return match, reader().calling(match.rules.seats, match.began.names)


def _chosen(match: Match, number: int) -> Offer:
    found = match.rules.offers(match.state)
    if number >= len(found):
        raise NotThereError(NOTHING)
    return found[number]


def _offer(match: Match, words: Words, one: Offer) -> OfferTold:
    rules: Rules[Any, Any] = match.rules
    picture = "".join(drawing.pieces(rules, words, (one.thing,) if one.thing else ()))
    is_ready = next(iter(rules.ways(match.state, one)), None) is not None
    title, group = words.phrase(rules, one.title), words.phrase(rules, one.group) if one.group else ""
    return OfferTold(one.seat, capital(title), picture, one.place, is_ready, one.is_used, group, one.is_due)


def _picks(match: Match, words: Words, part: Picks) -> PicksTold:
    rules = match.rules
    told = (PickTold(one.name, capital(words.phrase(rules, one.title)), one.most) for one in part.picks)
    return PicksTold(capital(words.phrase(rules, part.title)), tuple(told), part.is_one)


def _use(match: Match, words: Words, action: Any) -> Use:
    rules, state = match.rules, match.state
    told = capital(words.phrase(rules, rules.deed(state, action)))
    moved = tuple(one.thing for one in rules.motions(state, action) if one.source)
    return Use(rules.write_action(state, action), told, tuple(drawing.pieces(rules, words, moved)))
