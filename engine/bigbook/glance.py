"""The round at a glance: the monster, curses to come, the phase, madness left, and what is needed to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bigbook.calling import asked_for
from engine.bigbook.cards import ELEMENTS, MADNESS, counted
from engine.bigbook.changes import spread
from engine.bigbook.costs import curse_cost, totals
from engine.bigbook.effects import read_step
from engine.bigbook.judging import AWAITED
from engine.bigbook.state import OWN_HAND, ROUNDS, SLOTS_OF, TURNS, TURNS_A_ROUND, Curse, Player, State, space_of
from engine.bigbook.wording import worded
from engine.errors import N_
from engine.glance import Gauge, Glance, Mood, Side, Slip, Stop, Track, When
from engine.verdict import Fact, Phrase

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

CONCENTRATION, MONSTER, ACTIONS, RECUPERATION = range(4)
PHASES = (N_("Concentration"), N_("Monster"), N_("Actions"), N_("Recuperation"))
NEARLY_MAD = 4
"""With so many madness cards in a hand somebody is close to being eliminated."""
LATE = 2
"""So many turns before the last one is settled, curses that are left are a danger."""
_ASKS = {"mill": ("top",), "support-clear": ("drop",), "madness": ("drop",), "tokens": ("token",)}
"""What is asked for where that has another name than what a card does."""
_OPENING = ("clear", "open", "page", "appear", "lay")
"""What is still to be done while a round is not open yet, and its curses are not all known."""
_BESIDE = ("page", "book", "hat", "lay", "token", "read")
"""What the monster's phase asks for, whoever does it."""


def phase(rules: BigbookRules, state: State) -> int | None:
    """Which of the four phases of a turn it is; None while nothing is under way."""
    if not state.agenda or not state.turn:
        return None
    task = state.agenda[0]
    if task.kind in ("concentrate", "act") or task.kind in _BESIDE:
        return {"concentrate": CONCENTRATION, "act": ACTIONS}.get(task.kind, MONSTER)
    if any(one.kind == "book" for one in state.agenda):
        return CONCENTRATION
    if not any(one.kind == "act" for one in state.agenda):
        # what a round's end or an eliminated player's turn brings has no actions after it
        return MONSTER if any(one.kind in ("clear", "open") for one in state.agenda) else RECUPERATION
    # on space 1 it is the page that asks for something; on the others a curse, or else what was done since
    is_page = state.space == 1 and not _is_begun(state)
    return MONSTER if is_page or striking(rules, state) else ACTIONS


def _is_begun(state: State) -> bool:
    """Whether it shows that the player in turn has done something already."""
    player = state.players[state.seat]
    return state.learned or player.used or not all(ready for _, ready in player.spells)


def striking(rules: BigbookRules, state: State) -> str:
    """The curse that takes effect just now, if what is asked for can be its doing; else nothing."""
    asked = state.agenda[0].kind if state.agenda else ""
    kinds = [task.kind for task in state.agenda]
    if asked in ("", "act", "cut", "sanity") or "act" not in kinds or "book" in kinds or _is_begun(state):
        return ""
    here = [state.slots[slot] for slot in SLOTS_OF.get(state.space, ())]
    code = next((curse.code for curse in reversed(here) if curse and curse.triggered), "")
    return code if code and asked in _asking(rules, code) else ""


def _asking(rules: BigbookRules, code: str) -> set[str]:
    """What a curse may have people do; the text of one that is read aloud may ask for anything."""
    verbs = {deed.verb for step in rules.box.curses[code].effect for deed in read_step(step).deeds}
    if "read" in verbs:
        return set(AWAITED)
    return verbs | {kind for verb in verbs for kind in _ASKS.get(verb, ())}


def mood(rules: BigbookRules, state: State) -> Mood:
    """A curse strikes; or little is left between the players and losing."""
    if state.over or not state.turn:
        return "calm"
    if striking(rules, state):
        return "now"
    return "danger" if any(_warnings(rules, state)) else "calm"


def glance(rules: BigbookRules, state: State) -> Glance:
    """All of it, for whoever looks up from their cards."""
    return Glance(
        head=_head(rules, state),
        tracks=tuple(_tracks(rules, state)),
        slips=tuple(_pages(rules, state)),
        gauges=tuple(_gauges(state)),
        warnings=tuple(_warnings(rules, state)),
        needs=tuple(_needs(rules, state)),
        sums=() if state.over else tuple(_sums(rules, state)),
        sides=tuple(_side(rules, seat, player) for seat, player in enumerate(state.players)),
        note=_note(rules),
    )


def _note(rules: BigbookRules) -> Phrase | None:
    """No text that was made up is shown without saying so; without stand-ins they have none."""
    if rules.setup["stand-ins"] and rules.box.has_stand_ins:
        return Phrase(N_("Stand-in cards: not the published texts."))
    return None


def _head(rules: BigbookRules, state: State) -> Phrase:
    if not state.turn:
        return Phrase(N_("The book is closed still"))
    monster, _ = spread(rules, state)
    if monster is None:
        return Phrase(N_("Round {number} of {most}"), {"number": state.round, "most": ROUNDS})
    facts: dict[str, Fact] = {"number": state.round, "most": ROUNDS, "card": monster.code}
    return Phrase(N_("Monster {number} of {most}: {card}"), facts)


# -- tracks -------------------------------------------------------------------------------------------------


def _tracks(rules: BigbookRules, state: State) -> Iterator[Track]:
    if not state.turn:
        return
    spaces = (_space(rules, state, number) for number in range(1, TURNS_A_ROUND + 1))
    yield Track(Phrase(N_("Invocation track")), tuple(spaces))
    now = phase(rules, state)
    if now is not None:
        stops = (Stop(Phrase(name), _when(number, now)) for number, name in enumerate(PHASES))
        yield Track(Phrase(N_("turn of {who}"), {"who": rules.seats[state.seat]}), tuple(stops))


def _space(rules: BigbookRules, state: State, number: int) -> Stop:
    slips = (
        _slip(rules, state, number, curse) for slot in SLOTS_OF.get(number, ()) if (curse := state.slots[slot])
    )
    return Stop(Phrase(N_("Space {number}"), {"number": number}), _when(number, state.space), tuple(slips))


def _slip(rules: BigbookRules, state: State, number: int, curse: Curse) -> Slip:
    """A curse: what destroys it, what it does, and whether it did."""
    lines = (Phrase(N_("costs {asked}"), {"asked": asked_for(curse_cost(rules, curse))}),)
    is_now = curse.triggered and striking(rules, state) == curse.code and number == state.space
    if curse.triggered:
        mark = Phrase(N_("takes effect now")) if is_now else Phrase(N_("took effect"))
    else:
        mark = Phrase(N_("to come"))
    effect = worded(rules.box.curses[curse.code].effect)
    return Slip(Phrase("{card}", {"card": curse.code}), (*lines, *effect), mark, curse.triggered and not is_now)


def _when(number: int, now: int) -> When:
    return "here" if number == now else "past" if number < now else "ahead"


# -- the book, and what there is of everything ------------------------------------------------------------


def _pages(rules: BigbookRules, state: State) -> Iterator[Slip]:
    """What the monster brought, and what the page beside it says to how its round ends."""
    monster, page = spread(rules, state)
    if monster and monster.appearance:
        yield Slip(Phrase(N_("It appeared")), worded(monster.appearance), is_over=True)
    if page:
        yield Slip(Phrase(N_("If a curse is left at the end")), worded(page.failure))
        yield Slip(Phrase(N_("If none is left")), worded(page.bonus))


def _gauges(state: State) -> Iterator[Gauge]:
    yield Gauge(Phrase(N_("madness left")), state.madness, is_low=_is_low(state))
    if state.turn:
        turn = min(state.turn, TURNS)
        yield Gauge(Phrase(N_("curses on the track")), sum(map(bool, state.slots)))
        yield Gauge(Phrase(N_("turn of the round")), space_of(turn), TURNS_A_ROUND)
        yield Gauge(Phrase(N_("round")), state.round, ROUNDS)


def _is_low(state: State) -> bool:
    """Whether one new draw pile for everybody would use up the madness."""
    return state.madness <= sum(not player.out for player in state.players)


def _warnings(rules: BigbookRules, state: State) -> Iterator[Phrase]:
    if state.over or not state.turn:
        return
    if not state.madness:
        yield Phrase(N_("The madness pile is empty: the next card that is needed loses the game."))
    elif _is_low(state):
        yield Phrase(N_("Few madness cards are left: {left}."), {"left": state.madness})
    for seat, player in enumerate(state.players):
        if player.hand.count(MADNESS) >= NEARLY_MAD:
            facts: dict[str, Fact] = {"who": rules.seats[seat], "number": player.hand.count(MADNESS)}
            yield Phrase(N_("{who} holds {number} madness cards: six and nothing else eliminate."), facts)
    left = TURNS - state.turn
    if state.round == ROUNDS and left < LATE and any(state.slots):
        yield Phrase(
            N_("The last monster's curses have to go now; turns after this one: {number}."), {"number": left}
        )


# -- what is needed to win ----------------------------------------------------------------------------------


def _needs(rules: BigbookRules, state: State) -> Iterator[Phrase]:
    """What has to come about, the nearest first."""
    if state.over or not state.turn:
        return
    left = sum(map(bool, state.slots))
    is_last = state.round == ROUNDS
    is_opening = any(task.kind in _OPENING for task in state.agenda)
    turns = TURNS_A_ROUND + 1 - space_of(min(state.turn, TURNS))
    facts = {"count": left, "number": turns}
    if is_opening:
        yield Phrase(N_("The curses of this round are still to be laid."))
    elif left:
        yield Phrase(
            N_("Destroy all curses of the last monster: {count} left, turns with this one: {number}.")
            if is_last
            else N_("To vanquish this monster destroy its curses: {count} left, turns with this one: {number}."),
            facts,
        )
    else:
        yield Phrase(
            N_("The last monster is contained: play the turns that are left, {number} with this one.")
            if is_last
            else N_("This monster is contained; turns of the round that are left: {number}."),
            facts,
        )
    if not is_last:
        yield Phrase(
            N_("Only the last monster, in round {number}, has to be vanquished to win."), {"number": ROUNDS}
        )
    yield Phrase(N_("Never need a madness card that is not there; left: {left}."), {"left": state.madness})
    yield from _short_piles(rules, state)


def _short_piles(rules: BigbookRules, state: State) -> Iterator[Phrase]:
    """Whose draw pile will take the next madness."""
    sizes = {seat: player.deck_size for seat, player in enumerate(state.players) if not player.out}
    if sizes and (least := min(sizes.values())) < 6:
        who = tuple(rules.seats[seat] for seat, size in sizes.items() if size == least)
        facts: dict[str, Fact] = {"who": who, "number": least}
        yield Phrase(
            N_("The next new draw pile, and its madness, is likely that of {who}; cards left: {number}."), facts
        )


def _sums(rules: BigbookRules, state: State) -> Iterator[Gauge]:
    """Of each element: what the curses ask for, and what is known to be there for it."""
    asked: Counter[str] = Counter()
    for curse in state.slots:
        if curse:
            asked.update(dict(curse_cost(rules, curse)))
    cards = (card for player in state.players for card in (*player.hand, *player.support))
    known = totals(rules, tuple((OWN_HAND, card) for card in cards), "destroy")
    for letter, element in ELEMENTS.items():
        if asked[letter]:
            title = Phrase(N_("{element}: known in hands and support"), {"element": element})
            yield Gauge(title, known[letter], asked[letter], is_low=known[letter] < asked[letter])


# -- the books of the players -------------------------------------------------------------------------------


def _side(rules: BigbookRules, seat: int, player: Player) -> Side:
    if player.out:
        return Side((Phrase(N_("eliminated")),), brief=Phrase(N_("eliminated")))
    lines = []
    if player.magician:
        lines.append(Phrase("{card}", {"card": player.magician}))
        lines.append(
            Phrase(
                N_("hand {number}[: {cards}][; unknown: {count}]"),
                {"number": player.hand_size}
                | ({"cards": counted(player.hand)} if player.hand else {})
                | ({"count": player.unseen} if player.hand and player.unseen else {}),
            )
        )
        lines.append(
            Phrase(
                N_("draw pile {number}, discards {count}"),
                {"number": player.deck_size, "count": len(player.discard)},
            )
        )
        limit = rules.magician_of(player).support_limit
        lines.append(
            Phrase(
                N_("support {number} of {most}[: {cards}]"),
                {"number": len(player.support), "most": limit}
                | ({"cards": counted(player.support)} if player.support else {}),
            )
        )
    return Side(
        tuple(lines),
        tuple(_spell(rules, code, ready) for code, ready in player.spells),
        _brief(rules, player) if player.magician else None,
    )


def _brief(rules: BigbookRules, player: Player) -> Phrase:
    """How many cards a player has where, in one line."""
    mad = player.hand.count(MADNESS)
    facts: dict[str, Fact] = {
        "number": player.hand_size,
        "left": player.deck_size,
        "count": len(player.support),
        "most": rules.magician_of(player).support_limit,
        "ready": sum(ready for _, ready in player.spells),
        "all": len(player.spells),
    }
    return Phrase(
        N_("hand {number}[ (madness {mad})], draw {left}, support {count}/{most}, spells {ready}/{all}"),
        facts | ({"mad": mad} if mad else {}),
    )


def _spell(rules: BigbookRules, code: str, ready: bool) -> Slip:
    cost = rules.box.spells[code].cost
    lines = (Phrase("{asked}", {"asked": asked_for(cost)}),) if cost else ()
    return Slip(Phrase("{card}", {"card": code}), lines, None if ready else Phrase(N_("exhausted")), not ready)
