"""Why an action is not legal: every rule it breaks, the plainest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.bigbook import costs
from engine.bigbook.agenda import burnable, mendable, pickable, room
from engine.bigbook.calling import asked_for
from engine.bigbook.cards import LETTERS, MADNESS, MULTI, counted, holds
from engine.bigbook.changes import on_top, pile, tokens_left
from engine.bigbook.hands import can_show, may_be_mad, may_hold, out_of_hand
from engine.bigbook.listing import NOTHING, may_decline, too_often
from engine.bigbook.state import ALL_TURN, NOBODY, SLOTS, Action, State, Task
from engine.contract import ARBITER, TABLE, Seat
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

Judge = Callable[["BigbookRules", State, Task, Action], Iterator[Breach]]

AWAITED: dict[str, tuple[str, ...]] = {
    "magicians": ("magician",),
    "first": ("first",),
    "cover": ("cover",),
    "page": ("page",),
    "reveal": ("reveal",),
    "concentrate": ("concentrate",),
    "book": ("book",),
    "hat": ("hat",),
    "lay": ("lay",),
    "act": (*costs.PAID, "use", "end", "pass", "forget"),
    "cut": ("discard",),
    "discard": ("discard",),
    "discard-element": ("discard",),
    "top": ("mill",),
    "drop": ("drop",),
    "heal": ("mend", "pass"),
    "destroy-card": ("ruin", "pass"),
    "destroy-spell": ("forget",),
    "group": ("forget",),
    "exhaust-spell": ("tire",),
    "refresh-spell": ("straighten",),
    "pick": ("pick",),
    "support": ("put",),
    "support-swap": ("swap", "pass"),
    "gain": ("gain",),
    "token": ("token",),
    "destroy-curse": ("dispel",),
    "learn": ("study", "pass"),
    "read": ("effect",),
    "sanity": ("mad", "sane"),
}
"""Which kinds of actions answer what is waited for."""

UNASKED = {
    "magician": "bigbook.setup.magician",
    "first": "bigbook.setup.first-player",
    "cover": "bigbook.setup.grimoire-cover",
    "page": "bigbook.round.turn-page",
    "reveal": "bigbook.setup.library-visible",
    "concentrate": "bigbook.concentration.refresh",
    "book": "bigbook.invocation.advance",
    "hat": "bigbook.round.marker-down",
    "lay": "bigbook.round.curse-total",
    "discard": "bigbook.recuperation.keep",
    "mill": "bigbook.setup.deck",
    "drop": "bigbook.support.forced-full",
    "mend": "bigbook.madness.heal-cost",
    "forget": "bigbook.learn.destroy-first",
    "straighten": "bigbook.spell.exhausted-until",
    "put": "bigbook.support.source",
    "swap": "bigbook.support.source",
    "gain": "bigbook.curse.destroy-reward",
    "token": "bigbook.setup.tokens",
    "dispel": "bigbook.curse.destroy-cost",
    "study": "bigbook.learn.cost",
    "pick": "bigbook.turn.active-only",
    "effect": "bigbook.curse.trigger",
    "mad": "bigbook.player.eliminated-only-then",
    "sane": "bigbook.player.eliminated-only-then",
}
"""The rule that an action breaks which nothing called for; for others it is the order of the phases."""


def actor(rules: BigbookRules, state: State, action: Action) -> Seat:
    """Who takes an action."""
    if action.kind in ("magician", "show"):
        return action.seat
    return state.agenda[0].seat if state.agenda and state.agenda[0].kind not in ("top",) else TABLE


def breaches(rules: BigbookRules, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
    """All that is wrong; nothing if the action is legal."""
    if action.kind == "show":
        player = state.players[action.seat]
        return () if can_show(player, action.cards) else (_breach("bigbook.game.talk", cards=action.cards),)
    if state.over or not state.agenda:
        return (Breach("bigbook.end.trigger-pages"),)
    task = state.agenda[0]
    if action.kind not in AWAITED[task.kind]:
        return (Breach(UNASKED.get(action.kind, "bigbook.turn.phases")),)
    who = actor(rules, state, action)
    if by not in (who, ARBITER) and who >= 0 and task.kind != "magicians":
        return (_breach("bigbook.turn.active-only", turn=rules.seats[who]),)
    judge = _JUDGES.get(action.kind)
    return tuple(judge(rules, state, task, action)) if judge else ()


def _breach(rule: str, **facts: object) -> Breach:
    told = {name: counted(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}
    return Breach(rule, told)  # type: ignore[arg-type]


# -- setting up, and the course of a turn -----------------------------------------------------------------


def _magician(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if state.players[action.seat].magician or action.code not in rules.box.magicians:
        yield Breach("bigbook.setup.magician")
    elif action.code in {player.magician for player in state.players}:
        yield _breach("bigbook.setup.magician-unique", card=action.code)


def _first(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if not 0 <= action.seat < len(state.players):
        yield Breach("bigbook.setup.first-player")


def _cover(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if rules.box.pages[action.code].kind != "cover":
        yield _breach("bigbook.setup.grimoire-cover", card=action.code)


def _page(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if rules.box.pages[action.code].kind != "page" or action.code in state.book:
        yield _breach("bigbook.setup.grimoire-interior", card=action.code)


def _reveal(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    spell = rules.box.spells[action.code]
    left = state.library[list(LETTERS).index(task.arg)][0]
    if spell.element != task.arg or spell.value != 4 - left:
        first = not state.turn
        yield _breach(
            "bigbook.setup.library" if first else "bigbook.learn.reveal-next", element=task.arg, value=4 - left
        )


def _concentrate(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if not action.cards:
        return
    tired = [code for code, ready in state.players[task.seat].spells if not ready]
    if not set(action.cards) <= set(tired) or len(set(action.cards)) < len(action.cards):
        yield Breach("bigbook.concentration.own-only")
    elif not rules.house.has("choose-ready"):
        yield Breach("bigbook.concentration.refresh")


def _book(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if action.slot == task.n:
        return
    if action.slot == 0 and state.space == 5:
        yield Breach("bigbook.invocation.end-space-no-turn")
    yield _breach("bigbook.invocation.advance", number=task.n)


def _hat(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if action.slot != task.n:
        yield _breach("bigbook.round.marker-down", number=task.n)


def _lay(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    curse_type = rules.box.curses[action.code].type
    if action.slot != task.n:
        yield _breach("bigbook.round.multi-place", slot=SLOTS[task.n])
    if task.arg not in (curse_type, "any") or (task.arg == "any" and curse_type == MULTI):
        if MULTI in (task.arg, curse_type):
            yield _breach("bigbook.round.multi-count", number=rules.house.multi[state.round - 1])
        elif curse_type in rules.box.pages[state.book[state.round - 1]].symbols:
            yield _breach("bigbook.round.curse-order", element=task.arg)
        else:
            yield _breach("bigbook.round.element-curses", element=task.arg)
    elif action.code not in on_top(rules, state, curse_type):
        yield _breach("bigbook.round.new-pile-recycled", card=action.code)


# -- the action phase ---------------------------------------------------------------------------------------


def _paid(rules: BigbookRules, state: State, task: Task, action: Action, rule: str) -> Iterator[Breach]:
    """What is wrong with the payment; too little is named by the action's own rule."""
    cost = costs.cost_of(rules, state, action, task.seat)
    found = list(costs.faults(rules, state, task.seat, action.pay, cost))
    yield from found
    if not costs.met(rules, cost, action.pay, action.kind) and all(one.rule != rule for one in found):
        yield _breach(rule, asked=asked_for(cost))


def _cast(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    spells = state.players[task.seat].spells
    if action.code not in state.players[task.seat].codes:
        yield _breach("bigbook.spell.own-only", card=action.code)
        return
    if (action.code, True) not in spells:
        yield _breach("bigbook.spell.not-exhausted", card=action.code)
        yield _breach("bigbook.spell.once", card=action.code)
    found = list(_paid(rules, state, task, action, "bigbook.spell.activate-cost"))
    yield from found
    if not found and too_often(rules, state, task.seat, action):
        yield _breach("bigbook.support.limit", number=rules.magician(state, task.seat).support_limit)


def _learn(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    found = list(_learnable(rules, state, task, action))
    yield from found
    if not any(one.rule in ("bigbook.learn.visible", "bigbook.learn.pile-empty") for one in found):
        yield from _paid(rules, state, task, action, "bigbook.learn.cost")


def _learnable(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    spell = rules.box.spells[action.code]
    left, top = state.library[list(LETTERS).index(spell.element)]
    if not left:
        yield _breach("bigbook.learn.pile-empty", element=spell.element)
    elif top != action.code:
        yield _breach("bigbook.learn.visible", card=action.code)
    own = [code for code, _ in state.players[task.seat].spells]
    if action.extra and action.extra not in own:
        yield _breach("bigbook.learn.destroy-first", card=action.extra)
    limit = rules.magician(state, task.seat).spell_limit
    if len(own) - (action.extra in own) >= limit:
        yield _breach("bigbook.learn.limit", number=limit)


def _study(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    return _learnable(rules, state, task, action)


def _acquire(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if action.code == MADNESS:
        yield Breach("bigbook.acquire.values")
        return
    if action.code[1] == "1":
        yield Breach("bigbook.acquire.no-value1")
        return
    if not pile(state, action.code[0], int(action.code[1])):
        yield _breach("bigbook.acquire.pile-empty", card=action.code)
    yield from _paid(rules, state, task, action, "bigbook.acquire.cost")


def _destroy(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    curse = state.slots[action.slot]
    if curse is None:
        yield _breach("bigbook.curse.destroy-any-slot", slot=SLOTS[action.slot])
        return
    bare = costs.curse_cost(rules, curse._replace(tokens=()))
    if rules.box.curses[curse.code].type == MULTI:
        rule = "bigbook.curse.destroy-cost-multi"
    else:
        rule = "bigbook.curse.destroy-cost"
    if curse.tokens and costs.met(rules, bare, action.pay, "destroy"):
        rule = "bigbook.curse.token-surcharge"
    yield from _paid(rules, state, task, action, rule)
    letter = LETTERS.get(action.extra)
    anything = any(pile(state, one, 2) for one in LETTERS.values())
    is_fine = bool(letter and pile(state, letter, 2)) if anything else action.extra == NOTHING
    if not is_fine and not (letter and anything and rules.house.has("reward-may-fail")):
        yield Breach("bigbook.curse.reward-empty")


def _heal(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    seat = task.seat if action.seat == NOBODY else action.seat
    found = list(_paid(rules, state, task, action, "bigbook.madness.heal-cost"))
    yield from found
    player = state.players[seat]
    if action.extra in ("discard", "deck"):
        lying = player.discard if action.extra == "discard" else player.pool if player.deck_size else ()
        if not rules.house.has("heal-anywhere"):
            yield Breach("bigbook.madness.heal-own-zone")
        elif seat != task.seat or action.seat == seat or MADNESS not in lying:
            yield Breach("bigbook.madness.heal-target")
        return
    if action.extra == "hand" and not found:
        mine = tuple(card for owner, card in action.pay if owner < 0)
        player = out_of_hand(player, mine) if seat == task.seat else player
    zone = may_hold(player) if action.extra == "hand" else player.support
    if MADNESS not in zone or (action.extra == "hand" and seat != task.seat) or action.seat == task.seat:
        yield Breach("bigbook.madness.heal-target")


def _use(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    usable = rules.magician(state, task.seat).use and not state.players[task.seat].used
    if not usable or task.n != ALL_TURN:
        yield Breach("bigbook.setup.magician")


def _end(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if task.n != ALL_TURN:
        yield Breach("bigbook.turn.phases")


def _pass(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if task.kind == "act" and task.n == ALL_TURN:
        yield Breach("bigbook.turn.phases")
    if task.kind == "destroy-card" and not may_decline(rules, state, task):
        yield Breach("bigbook.spell.as-much-as-possible")


def _forget(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if task.kind == "act" and not rules.house.has("free-forgetting"):
        yield Breach("bigbook.learn.destroy-first")
        return
    if (task.kind == "group") != (action.seat != NOBODY):
        yield Breach("bigbook.curse.trigger")
        return
    seat = task.seat if action.seat == NOBODY else action.seat
    if action.code not in state.players[seat].codes:
        yield _breach("bigbook.spell.own-only", card=action.code)


# -- what effects ask for -----------------------------------------------------------------------------------


def _discard(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    player = state.players[task.seat]
    is_cut = task.kind == "cut"
    rule = "bigbook.recuperation.over6" if is_cut else "bigbook.curse.trigger"
    if task.kind != "discard" and MADNESS in action.cards:
        yield Breach("bigbook.recuperation.over6-element-only" if is_cut else rule)
        return
    if not can_show(player, action.cards):
        yield _breach(rule, number=task.n)
        return
    rest_is_mad = task.kind != "discard" and may_be_mad(out_of_hand(player, action.cards))
    if is_cut and rules.house.has("drop-all"):
        if not rest_is_mad:
            yield _breach(rule, number=task.n)
    elif len(action.cards) > task.n or (len(action.cards) < task.n and not rest_is_mad):
        yield _breach(rule, number=task.n)


def _mill(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if len(action.cards) != task.n or not holds(state.players[task.seat].pool, action.cards):
        yield _breach("bigbook.setup.deck", number=task.n)


def _drop(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if len(action.cards) != task.n or not holds(state.players[task.seat].support, action.cards):
        yield _breach("bigbook.support.forced-full", number=task.n)


def _mend(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    seat = task.seat if action.seat == NOBODY else action.seat
    if action.seat == task.seat or (action.extra, seat) not in mendable(state, task.seat, task.arg):
        yield Breach("bigbook.madness.heal-target")


def _ruin(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if len(action.cards) != 1 or action.cards[0] not in burnable(rules, state, task):
        is_mad = action.cards == (MADNESS,)
        yield Breach("bigbook.madness.in-hand" if is_mad else "bigbook.spell.as-much-as-possible")


def _tire(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if (action.code, action.kind == "tire") not in state.players[task.seat].spells:
        yield Breach("bigbook.spell.own-only" if action.kind == "tire" else "bigbook.spell.exhausted-until")


def _pick(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if action.seat not in pickable(rules, state, task):
        yield Breach("bigbook.turn.active-only")


def _put(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    player = state.players[task.seat]
    if rules.house.has("elements-only") and MADNESS in action.cards:
        yield Breach("bigbook.support.madness")
    if not can_show(player, action.cards):
        yield _breach("bigbook.support.source", cards=action.cards)
    old = tuple(card for _, card in action.pay)
    if any(owner != task.seat for owner, _ in action.pay) or not holds(player.support, old):
        yield Breach("bigbook.support.forced-full")
    free = max(0, len(action.cards) - room(rules, state, task.seat))
    if len(action.cards) > task.n or len(old) != free:
        yield _breach("bigbook.support.limit", number=rules.magician(state, task.seat).support_limit)


def _swap(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    lying = Counter((seat, card) for seat, player in enumerate(state.players) for card in player.support)
    fits = 1 <= len(action.cards) == len(action.pay) <= task.n
    if not fits or not can_show(state.players[task.seat], action.cards) or not Counter(action.pay) <= lying:
        yield _breach("bigbook.support.source", cards=action.cards)


def _gain(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if not pile(state, LETTERS.get(action.extra, ""), task.n) if action.extra in LETTERS else True:
        yield Breach("bigbook.curse.reward-empty")


def _token(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if action.slot != task.n or LETTERS.get(action.extra) not in tokens_left(state):
        yield _breach("bigbook.setup.tokens", slot=SLOTS[task.n])


def _dispel(rules: BigbookRules, state: State, task: Task, action: Action) -> Iterator[Breach]:
    if state.slots[action.slot] is None:
        yield _breach("bigbook.curse.destroy-any-slot", slot=SLOTS[action.slot])


_JUDGES: dict[str, Judge] = {
    "magician": _magician,
    "first": _first,
    "cover": _cover,
    "page": _page,
    "reveal": _reveal,
    "concentrate": _concentrate,
    "book": _book,
    "hat": _hat,
    "lay": _lay,
    "cast": _cast,
    "learn": _learn,
    "acquire": _acquire,
    "destroy": _destroy,
    "heal": _heal,
    "use": _use,
    "end": _end,
    "pass": _pass,
    "forget": _forget,
    "discard": _discard,
    "mill": _mill,
    "drop": _drop,
    "mend": _mend,
    "ruin": _ruin,
    "tire": _tire,
    "straighten": _tire,
    "pick": _pick,
    "put": _put,
    "swap": _swap,
    "gain": _gain,
    "token": _token,
    "dispel": _dispel,
    "study": _study,
}
