"""Cards that are picked one by one: what they add up to, and the action they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bigbook.agenda import room, wounds
from engine.bigbook.cards import ELEMENTS, MADNESS, Cards
from engine.bigbook.changes import filled
from engine.bigbook.costs import ANY, Cost, Pay, altogether, cost_of, letters, met, surplus, times, totals
from engine.bigbook.effects import MOST, read_steps
from engine.bigbook.hands import may_hold
from engine.bigbook.judging import AWAITED
from engine.bigbook.offers import ASK, SHOW, bare
from engine.bigbook.state import NOBODY, OWN_HAND, Action, State, Task
from engine.bigbook.wording import WHOM, worded
from engine.errors import N_, NotationError
from engine.offers import Offer, Pick, Picks, Priced
from engine.verdict import Fact, Phrase

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

HAND, GAIN, OVER, WOUND, WHO, DO = "hand", "gain", "over", "wound", "who", "do"
"""What a pick is, the first word of its name; a card in support begins with the seat of its owner."""
READABLE = (
    "discard 1", "discard-element 1", "mill 1", "madness 1 hand", "madness 1 discard", "madness 1 support",
    "draw 1", "remove-madness 1", "heal 1 own", "heal 1 anyone", "destroy-card 1 hand", "destroy-card 1 discard",
    "destroy-spell 1", "exhaust-spell 1", "refresh-spell 1", "support 1", "support-clear", "act 1", "gain 2",
    "tokens 1 cost 1", "destroy-curse 1", "learn 1",
)  # fmt: skip
"""What a card that is read aloud may do, to be picked so often as it does it."""
_ONCE = ("support-clear", "gain 2")


def picks(rules: BigbookRules, state: State, offer: Offer) -> Iterator[Picks]:
    """What there is to pick for an offer, part by part; nothing where its ways say it all."""
    if state.over or not state.agenda:
        return
    task = state.agenda[0]
    if offer.name == SHOW:
        yield _hand(rules, state, offer.seat, ())
    elif offer.name.startswith(f"{ASK} "):
        yield from _answers(rules, state, task)
    elif action := bare(rules, state, offer):
        yield from _payable(rules, state, task, letters(cost_of(rules, state, action, task.seat), ()))
        yield from _besides(rules, state, task, action)


def _cards(title: Phrase, first: str, cards: Iterable[str], wanted: Iterable[str]) -> Picks:
    """Cards to pick, those that are called for before the others and madness last."""
    called = tuple(wanted)
    found = sorted(Counter(cards).items(), key=lambda one: (one[0] == MADNESS, one[0][0] not in called, one[0]))
    return Picks(
        title, tuple(Pick(f"{first} {card}", Phrase("{card}", {"card": card}), count) for card, count in found)
    )


def _hand(rules: BigbookRules, state: State, seat: int, wanted: Iterable[str]) -> Picks:
    title = Phrase(N_("Hand of {who}"), {"who": rules.seats[seat]})
    return _cards(title, HAND, may_hold(state.players[seat]), wanted)


def _support(rules: BigbookRules, state: State, seat: int, wanted: Iterable[str]) -> Picks:
    title = Phrase(N_("Support of {who}"), {"who": rules.seats[seat]})
    return _cards(title, rules.seats[seat], state.players[seat].support, wanted)


def _payable(rules: BigbookRules, state: State, task: Task, wanted: Iterable[str]) -> Iterator[Picks]:
    asked = tuple(wanted)
    yield _hand(rules, state, task.seat, asked)
    for seat, player in enumerate(state.players):
        if player.support:
            yield _support(rules, state, seat, asked)


def _besides(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Picks]:
    """What is chosen along with a payment: a reward, a spell that goes, a madness."""
    if action.kind == "destroy":
        told = tuple(Pick(f"{GAIN} {one}", Phrase("{element}", {"element": one})) for one in filled(state, 2))
        yield Picks(Phrase(N_("Gain a card of value 2")), told, is_one=True)
    elif action.kind == "learn":
        spells = state.players[task.seat].codes
        told = tuple(Pick(f"{OVER} {code}", Phrase("{card}", {"card": code})) for code in spells)
        yield Picks(Phrase(N_("Destroy one of your spells for it")), told, is_one=True)
    elif action.kind == "heal":
        told = tuple(_wound(rules, task, where, who) for where, who in wounds(rules, state, task.seat))
        yield Picks(Phrase(N_("Which madness")), told, is_one=True)


def _wound(rules: BigbookRules, task: Task, where: str, who: int) -> Pick:
    facts = {"who": rules.seats[who], "zone": where}
    name = f"{WOUND} {where}" if who == task.seat else f"{WOUND} {where} {rules.seats[who]}"
    return Pick(name, Phrase(N_("{who} ({zone})"), facts))


def _answers(rules: BigbookRules, state: State, task: Task) -> Iterator[Picks]:
    """What an effect asks somebody to choose."""
    if task.kind in ("discard", "discard-element", "cut", "support", "support-swap"):
        yield _hand(rules, state, task.seat, ELEMENTS)
    if task.kind == "top":
        title = Phrase(N_("Draw pile of {who}"), {"who": rules.seats[task.seat]})
        yield _cards(title, HAND, state.players[task.seat].pool, ())
    if task.kind == "drop" or (task.kind == "support" and rules.house.has("swap-support")):
        yield _support(rules, state, task.seat, ())
    if task.kind == "support-swap":
        yield from (_support(rules, state, seat, ()) for seat, one in enumerate(state.players) if one.support)
    if task.kind == "read":
        told = tuple(Pick(f"{WHO} {who}", Phrase(message)) for who, message in WHOM.items() if who != "group")
        yield Picks(Phrase(N_("For whom")), told, is_one=True)
        yield Picks(Phrase(N_("What it does")), tuple(map(_readable, READABLE)))


def _readable(deed: str) -> Pick:
    (phrase,) = worded([deed])
    return Pick(f"{DO} {deed}", phrase, 1 if deed in _ONCE else MOST)


# -- what comes of it ---------------------------------------------------------------------------------------


def priced(rules: BigbookRules, state: State, offer: Offer, chosen: Sequence[str]) -> Priced[Action]:
    """What the picks add up to, the action they make, and what is wrong with it."""
    if state.over or not state.agenda:
        return Priced(())
    task = state.agenda[0]
    words = [one.partition(" ")[::2] for one in chosen]
    cards = tuple(sorted(rest for kind, rest in words if kind == HAND))
    lent = tuple((rules.seats.index(kind), rest) for kind, rest in words if kind in rules.seats)
    rest = {kind: rest for kind, rest in words if kind in (GAIN, OVER, WOUND, WHO)}
    lines: tuple[Phrase, ...]
    if offer.name == SHOW:
        action, lines = Action("show", seat=offer.seat, cards=cards), ()
    elif offer.name.startswith(f"{ASK} "):
        answer = _read_aloud(task, words, rest) if task.kind == "read" else _answer(task, words, cards, lent)
        if answer is None:
            return Priced(())
        action, lines = answer, _counted(rules, state, task, answer)
    else:
        plain = bare(rules, state, offer)
        if plain is None:
            return Priced(())
        pay = tuple(sorted((*((OWN_HAND, card) for card in cards), *lent)))
        action = _with(rules, plain._replace(pay=pay), rest)
        lines = tuple(_sum(rules, action, cost_of(rules, state, action, task.seat)))
    return Priced(lines, action, rules.breaches(state, action, rules.actor(state, action)))


def _with(rules: BigbookRules, action: Action, rest: dict[str, str]) -> Action:
    """The action with what was chosen besides."""
    if action.kind == "heal" and WOUND in rest:
        where, _, owner = rest[WOUND].partition(" ")
        return action._replace(extra=where, seat=rules.seats.index(owner) if owner in rules.seats else NOBODY)
    besides = {"destroy": GAIN, "learn": OVER}.get(action.kind, "")
    return action._replace(extra=rest[besides]) if besides in rest else action


def _sum(rules: BigbookRules, action: Action, cost: Cost) -> Iterator[Phrase]:
    """Element by element what is paid of what it costs; how often, and what is lost."""
    offered = totals(rules, action.pay, action.kind)
    for letter, amount in cost:
        if letter == ANY:
            paid = max(offered.values(), default=0)
            yield Phrase(N_("{number} of {most} paid"), {"number": paid, "most": amount})
        else:
            facts: dict[str, Fact] = {"element": ELEMENTS[letter], "number": offered[letter], "most": amount}
            yield Phrase(N_("{element}: {number} of {most} paid"), facts)
    if not cost:
        yield Phrase(N_("What it costs is read from the card."))
    elif met(rules, cost, action.pay, action.kind):
        if action.kind == "cast" and (count := times(rules, cost, action.pay)) > 1:
            yield Phrase(N_("Paid {count} times, for as many times the effect"), {"count": count})
        whole = altogether(rules, cost, action.pay, action.kind)
        if (lost := surplus(rules, whole, action.pay, action.kind)) > 0:
            yield Phrase(N_("Lost, since no change is given: {number}"), {"number": lost})


def _answer(task: Task, words: Sequence[tuple[str, str]], cards: Cards, lent: Pay) -> Action:
    kind = AWAITED[task.kind][0]
    if kind == "drop":
        return Action("drop", cards=tuple(sorted(card for _, card in lent)))
    if kind == "swap":
        # the first card goes where the first one was taken from
        return Action("swap", cards=tuple(rest for first, rest in words if first == HAND), pay=lent)
    return Action(kind, cards=cards, pay=tuple(sorted(lent)))


def _counted(rules: BigbookRules, state: State, task: Task, action: Action) -> tuple[Phrase, ...]:
    """How many were chosen of how many."""
    if action.kind == "effect":
        return worded(action.extra.split("; "))
    most = min(task.n, room(rules, state, task.seat)) if task.kind == "support" and not action.pay else task.n
    return (Phrase(N_("{number} of {most} chosen"), {"number": len(action.cards), "most": most}),)


def _read_aloud(task: Task, words: Sequence[tuple[str, str]], rest: dict[str, str]) -> Action | None:
    """The step that a card was read out to be; none as long as it says nothing."""
    deeds = Counter(deed for kind, deed in words if kind == DO)
    if not deeds:
        return Action("effect", extra="none")
    told = ", ".join(
        deed if deed in _ONCE else deed.replace(" 1", f" {count}", 1) for deed, count in deeds.items()
    )
    step = f"{rest[WHO]}: {told}" if WHO in rest else told
    try:
        return Action("effect", extra=read_steps([step], task.arg)[0])
    except NotationError:
        return None
