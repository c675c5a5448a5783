"""What there is to do now, as players use it: spells, library, piles, curses, madness, answers to effects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

from engine.bigbook.agenda import wounds
from engine.bigbook.calling import asked_for
from engine.bigbook.cards import ELEMENTS, LETTERS
from engine.bigbook.changes import filled, pile
from engine.bigbook.costs import PAID, cost_of
from engine.bigbook.listing import NOTHING, legal
from engine.bigbook.paying import cheapest
from engine.bigbook.state import ALL_TURN, NOBODY, SLOTS, Action, State, Task
from engine.bigbook.wording import worded
from engine.errors import N_
from engine.offers import Offer
from engine.verdict import Breach, Fact, Phrase

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

ASK, SHOW, USE = "ask", "show", "use"
"""What an offer is for that is none of the five paid actions: an answer to an effect, cards shown, an ability."""
MAGICIAN = "magician"
SHORT = 16
"""So many answers are said by a button each; where there are more, they are put together."""
CHOSEN = ("discard", "discard-element", "cut", "top", "drop", "support", "support-swap", "read")
"""What may ask for several cards at once, or for a text."""

_SPELLS, _CURSES, _LIBRARY = N_("Activate a spell"), N_("Destroy a curse"), N_("Learn a spell")
_PILES, _MADNESS, _ASKED = N_("Acquire an element"), N_("Heal a madness"), N_("What is asked for")
_ABILITY, _SAYING = N_("The magician's ability"), N_("Say what somebody holds")


def offers(rules: BigbookRules, state: State) -> Iterator[Offer]:
    """What whoever is asked can do, as far as it is not said by a button; and whose cards could be told."""
    if state.over or not state.agenda:
        return
    task = state.agenda[0]
    if task.kind == "act":
        yield from _curses(rules, state, task)
        yield from _spells(rules, state, task)
        yield from _ability(rules, state, task)
        yield from _library(rules, state, task)
        yield from _piles(rules, state, task)
        yield Offer(
            task.seat, "heal", Phrase(N_("Heal a madness: {asked}"), {"asked": ("2*",)}), group=Phrase(_MADNESS)
        )
    elif task.kind == "magicians":
        yield from _magicians(rules, state)
    elif _is_put_together(rules, state, task):
        yield Offer(max(task.seat, 0), f"{ASK} {task.kind}", Phrase(N_("Choose")), is_due=True)
    for seat, player in enumerate(state.players):
        if player.unseen and not player.out:
            # its heading says what is to be said
            yield Offer(seat, SHOW, Phrase("{who}", {"who": rules.seats[seat]}), group=Phrase(_SAYING))


def sayable(rules: BigbookRules, state: State) -> tuple[Action, ...]:
    """The few answers to what is asked for; the end of the actions has a button of its own."""
    if state.over or not state.agenda:
        return ()
    task = state.agenda[0]
    if task.kind == "act":
        return () if task.n == ALL_TURN else (Action("pass"),)
    if task.kind == "magicians":
        return tuple(one for one in legal(rules, state) if one.seat == state.without_magician[0])
    found = tuple(islice(legal(rules, state), SHORT + 1))
    return tuple(one for one in found if one.kind == "pass") if _is_put_together(rules, state, task) else found


def _is_put_together(rules: BigbookRules, state: State, task: Task) -> bool:
    """Whether what is asked for is picked bit by bit, and not said by one button of a few."""
    is_several = task.kind in CHOSEN and task.n != 1
    return is_several or len(list(islice(legal(rules, state), SHORT + 1))) > SHORT


# -- in the action phase ------------------------------------------------------------------------------------


def _curses(rules: BigbookRules, state: State, task: Task) -> Iterator[Offer]:
    for slot, curse in enumerate(state.slots):
        if curse:
            action = Action("destroy", slot=slot)
            facts: dict[str, Fact] = {
                "card": curse.code,
                "slot": SLOTS[slot],
                "asked": asked_for(cost_of(rules, state, action, task.seat)),
            }
            title = Phrase(N_("{card}, {slot}: {asked}"), facts)
            lines = worded(rules.box.curses[curse.code].effect)
            place = f"slot-{SLOTS[slot]}"
            yield Offer(task.seat, f"destroy {SLOTS[slot]}", title, lines, place=place, group=Phrase(_CURSES))


def _spells(rules: BigbookRules, state: State, task: Task) -> Iterator[Offer]:
    for code, ready in dict.fromkeys(sorted(state.players[task.seat].spells, key=lambda one: not one[1])):
        spell = rules.box.spells[code]
        title = Phrase(N_("{card}[: {asked}]"), {"card": code, "asked": asked_for(spell.cost)})
        name = f"cast {code}" if ready else f"cast {code} used"
        yield Offer(task.seat, name, title, worded(spell.effect), is_used=not ready, group=Phrase(_SPELLS))


def _ability(rules: BigbookRules, state: State, task: Task) -> Iterator[Offer]:
    magician = rules.magician(state, task.seat)
    if magician.use and task.n == ALL_TURN:
        is_used = state.players[task.seat].used
        title = Phrase("{card}", {"card": magician.code})
        yield Offer(task.seat, USE, title, worded(magician.effect), is_used=is_used, group=Phrase(_ABILITY))


def _library(rules: BigbookRules, state: State, task: Task) -> Iterator[Offer]:
    for _, code in state.library:
        if code:
            asked = asked_for(cost_of(rules, state, Action("learn", code), task.seat))
            title = Phrase(N_("{card}[: {asked}]"), {"card": code, "asked": asked})
            place = f"library-{rules.box.spells[code].element}"
            yield Offer(
                task.seat,
                f"learn {code}",
                title,
                worded(rules.box.spells[code].effect),
                place=place,
                group=Phrase(_LIBRARY),
            )


def _piles(rules: BigbookRules, state: State, task: Task) -> Iterator[Offer]:
    for letter, number in product(ELEMENTS, (2, 3)):
        if left := pile(state, letter, number):
            card = f"{letter}{number}"
            title = Phrase(N_("{card} (left: {count})"), {"card": card, "count": left})
            yield Offer(task.seat, f"acquire {card}", title, place=f"pile-{card}", group=Phrase(_PILES))


def _magicians(rules: BigbookRules, state: State) -> Iterator[Offer]:
    """Those who have none yet; whoever is first has buttons."""
    for seat in state.without_magician[1:]:
        title = Phrase(N_("A magician for {who}"), {"who": rules.seats[seat]})
        yield Offer(seat, MAGICIAN, title, group=Phrase(_ASKED))


# -- ways -----------------------------------------------------------------------------------------------------


def bare(rules: BigbookRules, state: State, offer: Offer) -> Action | None:
    """The paid action that an offer is for, with nothing paid yet."""
    kind, _, rest = offer.name.partition(" ")
    if kind not in PAID:
        return None
    if kind == "destroy":
        return Action("destroy", slot=SLOTS.index(rest), extra=_reward(rules, state))
    if kind == "heal":
        seat = state.agenda[0].seat
        where, who = next(iter(wounds(rules, state, seat)), ("hand", seat))
        return Action("heal", seat=NOBODY if who == seat else who, extra=where)
    return Action(kind, rest.partition(" ")[0])


def _reward(rules: BigbookRules, state: State) -> str:
    """The element of which most cards are left."""
    return max(filled(state, 2), key=lambda element: pile(state, LETTERS[element], 2), default=NOTHING)


def ways(rules: BigbookRules, state: State, offer: Offer) -> Iterator[Action]:
    """How it can be done now: of payments those that waste nothing, the cheapest first; of answers all."""
    if state.over or not state.agenda or offer.is_used:
        return
    task = state.agenda[0]
    kind = offer.name.partition(" ")[0]
    if kind == SHOW:
        player = state.players[offer.seat]
        yield from (Action("show", seat=offer.seat, cards=(card,)) for card in dict.fromkeys(player.pool))
    elif kind == MAGICIAN:
        yield from (one for one in legal(rules, state) if one.seat == offer.seat)
    elif kind == ASK:
        yield from legal(rules, state)
    elif kind == USE:
        yield Action("use")
    elif action := bare(rules, state, offer):
        for pay in cheapest(rules, state, task.seat, cost_of(rules, state, action, task.seat), kind):
            for old in _given_up(rules, state, task.seat) if kind == "learn" else (action.extra,):
                paid = action._replace(pay=pay, extra=old)
                if not rules.breaches(state, paid, task.seat):
                    yield paid


def _given_up(rules: BigbookRules, state: State, seat: int) -> tuple[str, ...]:
    """The spells of which one has to be destroyed to learn another; where there is room for it none has."""
    player = state.players[seat]
    return ("",) if len(player.spells) < rules.magician(state, seat).spell_limit else player.codes


# -- why not ----------------------------------------------------------------------------------------------------


def hindrances(rules: BigbookRules, state: State, offer: Offer) -> tuple[Breach, ...]:
    """Why it cannot be done now, by the rule."""
    if state.over or not state.agenda:
        return ()
    task = state.agenda[0]
    if offer.name == USE:
        return rules.breaches(state, Action("use"), task.seat)
    action = bare(rules, state, offer)
    if action is None:
        return ()
    found = rules.breaches(state, action, task.seat)
    full = [one for one in found if one.rule == "bigbook.learn.limit"]
    return tuple(full) or found
