"""What to tell of an action: what it brought about, what the table decided, what it is in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bigbook.calling import paid, type_name
from engine.bigbook.cards import MADNESS, counted
from engine.bigbook.costs import PAID, altogether, cost_of, spare, surplus, times, totals
from engine.bigbook.glance import striking
from engine.bigbook.judging import actor
from engine.bigbook.log import Log
from engine.bigbook.moves import play
from engine.bigbook.sentences import DEEDS
from engine.bigbook.state import ALL_TURN, NOBODY, SLOTS, SLOTS_OF, Action, State, offered, space_of
from engine.bigbook.wording import single
from engine.contract import TABLE, Request
from engine.verdict import Event, Fact, Notice, Phrase

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules


def events(rules: BigbookRules, before: State, action: Action, after: State) -> tuple[Event, ...]:
    """What a legal action brought about, and what is worth knowing now."""
    log = Log()
    play(rules, before, action, log)
    if after.over:
        return (*log.events, Event("over"))
    if after.madness != before.madness and after.madness <= len(after.players):
        log.tell(*(("pile-low",) if after.madness else ("pile-empty",)), left=after.madness)
    if after.turn != before.turn and (cards := waiting(after, space_of(after.turn))):
        log.tell("next-space", cards=counted(cards))
    return tuple(log.events)


def waiting(state: State, space: int) -> tuple[str, ...]:
    """The curses on a space, in the order in which they take effect."""
    return tuple(offered(state.slots[slot]) for slot in SLOTS_OF.get(space, ()) if state.slots[slot])


def notices(rules: BigbookRules, state: State, action: Action) -> tuple[Notice, ...]:
    """What is lost by this action, and where the table decided."""
    found = []
    seat = state.agenda[0].seat if state.agenda else 0
    if action.kind == "magician" and rules.house.madness != 10 + 2 * rules.house.players:
        found.append(Notice("bigbook.setup.madness-pile", {"number": rules.house.madness}, "madness"))
    if action.kind in PAID and state.agenda:
        cost = cost_of(rules, state, action, seat)
        if action.kind == "cast":
            found += _uses(rules, action)
        cost = altogether(rules, cost, action.pay, action.kind)
        if cost and (lost := surplus(rules, cost, action.pay, action.kind)) > 0:
            card = spare(rules, cost, action.pay, action.kind)
            found.append(Notice("bigbook.cost.overpay-lost", {"number": lost, "card": card}))
        if action.kind == "destroy" and rules.house.reward == "hand":
            found.append(Notice("bigbook.curse.reward-destination", {}, "reward"))
        if action.kind == "acquire" and rules.house.costs == "cards-to-acquire":
            found.append(Notice("bigbook.acquire.cost", {}, "costs"))
    if action.kind == "effect":
        found.append(Notice("bigbook.curse.trigger", {}, "stand-ins"))
    if action.kind == "ruin" and action.cards == (MADNESS,) and "hand" in state.agenda[0].arg:
        found.append(Notice("bigbook.madness.in-hand", {}, "burn-madness"))
    return tuple(found)


def _uses(rules: BigbookRules, action: Action) -> list[Notice]:
    cost = rules.box.spells[action.code].cost
    if not cost:
        return [Notice("bigbook.spell.activate-cost", {}, "stand-ins")]
    if times(rules, cost, action.pay) > 1 and totals(rules, action.pay, "cast").total() > len(action.pay):
        return [Notice("bigbook.spell.multiply", {}, "once-a-card")]
    return []


def requests(rules: BigbookRules, state: State) -> tuple[Request, ...]:
    """Whom the match waits for."""
    if state.over or not state.agenda:
        return ()
    task = state.agenda[0]
    if task.kind == "magicians":
        return tuple(Request(seat, "magicians") for seat in state.without_magician)
    facts: dict[str, Fact] = {"number": task.n}
    by = task.seat
    if task.kind == "act":
        facts = {"space": state.space} if task.n == ALL_TURN else {"number": task.n}
    elif task.kind in ("reveal", "lay"):
        facts = {"element": type_name(task.arg), "slot": SLOTS[task.n]}
    elif task.kind == "token":
        facts = {"slot": SLOTS[task.n]}
    elif task.kind == "book" and task.n:
        facts["cards"] = counted(waiting(state, task.n))
    elif task.kind == "destroy-card":
        facts["zone"] = "hand" if "hand" in task.arg.split() else "discard"
    elif task.kind == "top":
        facts["seat"] = rules.seats[task.seat]
        by = TABLE
    if code := striking(rules, state):
        facts |= {"card": code, "space": state.space, "effect": single(rules.box.curses[code].effect)}
    return (Request(by, task.kind, facts),)


def deed(rules: BigbookRules, state: State, action: Action) -> Phrase:
    """What somebody does by an action, in words."""
    facts: dict[str, Fact] = {
        "card": action.code,
        "cards": counted(action.cards) or ("nothing" if action.kind in ("discard", "put") else ""),
        "pay": counted(paid(action)),
        "old": action.extra if action.kind in ("learn", "study") else "",
        "element": action.extra if action.kind in ("destroy", "gain", "token") else "",
        "zone": action.extra if action.kind in ("heal", "mend") else "",
        "text": action.extra if action.kind == "effect" else "",
    }
    if action.seat not in (NOBODY, actor(rules, state, action)) or action.kind == "pick":
        facts["who"] = rules.seats[action.seat]
    if action.kind == "mill":
        # the table turns it over, from the draw pile of whoever is asked
        facts["seat"] = rules.seats[state.agenda[0].seat]
    if action.slot >= 0:
        facts["number"] = action.slot
        if action.kind in ("lay", "destroy", "token", "dispel"):
            facts["slot"] = SLOTS[action.slot]
            facts["card"] = action.code or offered(state.slots[action.slot])
    return Phrase(DEEDS["home" if action.kind == "book" and not action.slot else action.kind], facts)
