"""The game contract: what a game must say for the rest of the house to referee it.

A ``Game`` is what stands on the shelf: a name, its options, its sentences. Opened with a setup it
gives ``Rules``: everything that can be asked about a match under these options. States and actions
are values of the game's own; nobody outside the game looks inside them.

A new game subclasses both. Only the methods marked abstract must be written; docs/new-game.md shows one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.answers import (
    ARBITER,
    TABLE,
    Addition,
    Best,
    Clock,
    NewCard,
    Pattern,
    Request,
    Result,
    Seat,
    Shown,
    Stock,
)
from engine.digest import Chapter, Entry
from engine.drawing import Drawing, Standing
from engine.errors import N_, DataError, IllegalActionError
from engine.glance import Glance, Mood
from engine.laid import read_plain, write_plain
from engine.offers import Item, Offer, Picks, Priced
from engine.options import Option, Setup, read_setup
from engine.picture import Panel, Sign, plain
from engine.printed import Batch, Ground, Wording
from engine.review import Review
from engine.table import Layout, Motion, TablePlan, Thing, motions
from engine.truth import Truth
from engine.verdict import Accepted, Breach, Event, Notice, Phrase, Refusal
from engine.volumes import Volume

__all__ = [
    "ARBITER",
    "TABLE",
    "Addition",
    "Best",
    "Clock",
    "Game",
    "NewCard",
    "Pattern",
    "Request",
    "Result",
    "Rules",
    "Seat",
    "Shown",
    "Stock",
]

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Rules(ABC, Generic[State, Action]):
    """A game opened with a setup. Pure: the same question always gets the same answer."""

    game: Game
    setup: Setup

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in this match; a game for two to five players gives as many as there are."""
        return self.game.seats

    @property
    def is_aided(self) -> bool:
        """Whether the camera only helps, under these choices: all can be said, and so is what it does not see."""
        return self.game.is_aided

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people take; a script plays the others."""
        return tuple(range(len(self.seats)))

    def facing(self, seat: Seat) -> int:
        """Where a seat is at the table: degrees clockwise from the lower edge of the table plan."""
        return 360 * seat // len(self.seats)

    # -- play ---------------------------------------------------------------------------------------

    @abstractmethod
    def start(self) -> State:
        """The first state."""

    @abstractmethod
    def legal(self, state: State) -> Iterator[Action]:
        """Every legal action in the state, lazily, whoever may take it."""

    @abstractmethod
    def play(self, state: State, action: Action) -> State:
        """The state after a legal action. Fast and trusting: for actions that ``legal`` gave; else ``judge``."""

    @abstractmethod
    def requests(self, state: State) -> tuple[Request, ...]:
        """Whom the state waits for, and for what. Empty when the match is over."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """How the match ended, or None while it goes on."""

    def actor(self, state: State, action: Action) -> Seat:
        """Who takes this action in this state. To be told apart by the game only if several may act at once."""
        waiting = self.requests(state)
        return waiting[0].by if waiting else ARBITER

    def clock(self, state: State) -> Clock:
        waiting = self.requests(state)
        return Clock(0, waiting[0].by if waiting else ARBITER)

    def points(self, state: State) -> tuple[int, ...]:
        """The score of each seat; empty in a game without one."""
        return ()

    def by_chance(self, state: State, pick: Callable[[int], int]) -> Action | None:
        """What the table does next if nobody rolls or draws; None where nothing is left to chance.

        ``pick(n)`` gives one of the numbers from 0 to n - 1, each as likely as any other. A game has its own
        whose outcomes are not equally likely, or too many to list.
        """
        if self.scripted(state) or all(request.by != TABLE for request in self.requests(state)):
            return None
        found = list(self.legal(state))
        return found[pick(len(found))]

    # -- judging ------------------------------------------------------------------------------------

    def breaches(self, state: State, action: Action, by: Seat) -> tuple[Breach, ...]:
        """Every rule that ``by`` would break by this action, the plainest first; empty exactly if legal."""
        if by == self.actor(state, action) and action in set(self.legal(state)):
            return ()
        return (Breach(f"{self.game.name}.not-legal", {"action": self.write_action(state, action)}),)

    def events(self, before: State, action: Action, after: State) -> tuple[Event, ...]:
        """What a legal action brought about, to be announced."""
        return ()

    def notices(self, state: State, action: Action) -> tuple[Notice, ...]:
        """What to mention about a legal action: places where the rulebook is silent."""
        return ()

    def judge(self, state: State, action: Action, by: Seat | None = None) -> Accepted[State] | Refusal:
        """The verdict on any action, legal or not. ``by`` is who did it, if that is known."""
        broken = self.breaches(state, action, self.actor(state, action) if by is None else by)
        if broken:
            return Refusal(broken)
        after = self.play(state, action)
        return Accepted(after, self.events(state, action, after), self.notices(state, action))

    def played(self, state: State, action: Action) -> State:
        """``play`` for those who do not trust: raises IllegalActionError with the refusal."""
        verdict = self.judge(state, action)
        if isinstance(verdict, Refusal):
            raise IllegalActionError(verdict)
        return verdict.state

    def reveals(self, state: State, action: Action) -> bool:
        """Whether the action showed something hidden, or is final for another reason: it cannot be undone."""
        return self.actor(state, action) == TABLE

    def seen_by(self, state: State, viewer: Seat | None) -> State:
        """The state as one seat (None: an onlooker) may see it. Games without secrets show all."""
        return state

    # -- help, where a game can give it -------------------------------------------------------------

    def patterns(self, state: State, drawn: Sequence[str] = ()) -> tuple[Pattern, ...] | None:
        """The patterns on display, or those ``drawn`` as ``name=drawing``, as they lie for the player in turn.

        None in a game without patterns. Raises NotationError for a drawing that is none.
        """
        return None

    def best(self, state: State, out_of_time: Callable[[], bool] = lambda: False) -> Best | None:
        """The highest-scoring legal sequence for the player in turn; None if there is no turn, or no telling.

        ``out_of_time`` is asked now and then; once it says yes, the best found so far is returned, unproven.
        """
        return None

    def volumes(self, state: State) -> tuple[Volume, ...]:
        """The books that the players brought, as they stand now; none in a game without such books."""
        return ()

    def sayable(self, state: State) -> tuple[Action, ...]:
        """The few legal actions that leave no trace on the table and are said by a press of a button."""
        return ()

    def offers(self, state: State) -> tuple[Offer, ...]:
        """What the players have to use now, those of the player in turn first; to be quick, without its ways."""
        return ()

    def ways(self, state: State, offer: Offer) -> Iterator[Action]:
        """The legal actions by which an offer can be used now, lazily."""
        return iter(())

    def hindrances(self, state: State, offer: Offer) -> tuple[Breach, ...]:
        """Why an offer without any way cannot be used now; empty if it is just not its player's turn."""
        return ()

    def picks(self, state: State, offer: Offer) -> tuple[Picks, ...]:
        """What may be put together for an offer, where its ways are too many to be told one by one."""
        return ()

    def priced(self, state: State, offer: Offer, chosen: Sequence[str]) -> Priced[Action]:
        """What comes of it if these picks are chosen, by name, some of them several times."""
        return Priced(())

    def glance(self, state: State) -> Glance | None:
        """What people look up again and again; None in a game whose table says it all."""
        return None

    def mood(self, state: State) -> Mood:
        """How pressing the match is, for lights and colours."""
        return "calm"

    def reckoning(self, state: State, seat: Seat) -> tuple[Item, ...]:
        """What a seat's points are the sum of; empty where there is no more to say than the sum."""
        return ()

    # -- the table ----------------------------------------------------------------------------------

    @abstractmethod
    def plan(self) -> TablePlan:
        """Which places there are and which things can stand on them."""

    def watched(self) -> TablePlan:
        """What a camera looks at: all of the plan, or a part of it that lies by itself, its places named alike.

        Several such parts at once are one plan of several sheets.
        """
        return self.plan()

    def sheets(self) -> tuple[TablePlan, ...]:
        """All parts that a camera may look at, whatever was chosen, each found and taught by itself."""
        return self.watched().apart

    def grounds(self) -> Iterator[Ground]:
        """The printed grounds that a match is played on under these choices."""
        for part in self.game.printed():
            if isinstance(part, Ground) and all(self.setup.get(name) == one for name, one in part.choices.items()):
                yield part

    @abstractmethod
    def layout(self, state: State) -> Layout:
        """What the table looks like in this state."""

    def trays(self, seat: Seat) -> tuple[str, ...]:
        """The places of the plan in front of a seat, shown with its player; the shared ones for ``TABLE``."""
        return ()

    def drawing(self, thing: Thing) -> Drawing | Standing | None:
        """What a thing of the plan looks like, printed or on the simulated table; None if nobody drew it."""
        return None

    def words_on(self, thing: Thing) -> tuple[Wording, ...]:
        """What is printed on its drawing besides, in the reader's language."""
        return ()

    def title(self, thing: Thing, language: str) -> str:
        """What is printed on a thing as its title, in this language or else in English; empty if nothing is."""
        return ""

    def named(self, word: str) -> Thing | None:
        """The thing that a word of an action or a fact means; None where it means none."""
        return None

    def shown(self, action: Action) -> Shown:
        """How the action makes itself known."""
        return "camera"

    def traces(self, before: State, action: Action, after: State) -> Layout:
        """What the table looks like just after a legal action, told in the places that it was told in before.

        Only a game whose things move house as one, from an overlay to the places below it, has to say.
        """
        return self.layout(after)

    def effort(self, action: Action) -> float:
        """How much it takes to believe an action that nobody announced; an ordinary one has 1."""
        return 1.0

    def lingers(self, action: Action) -> bool:
        """Whether an action that ends its turn is a draft all the same, until the next one is done.

        So where things are put down one after the other and nobody says when it was the last.
        """
        return False

    def inspect(self, layout: Layout) -> tuple[Breach, ...]:
        """What can be told to be wrong from one still view alone (a piece too many, two on one tile)."""
        return ()

    def diagnose(self, state: State, layout: Layout) -> tuple[Breach, ...]:
        """Which rule is broken if the table went from ``state`` to ``layout`` by one action that is not legal.

        Empty when some legal action (or none at all) leads there, or when nothing explains it.
        """
        return ()

    def explained(self, state: State, layout: Layout) -> tuple[Action, ...]:
        """The legal actions after which the table looks like this. Games that know a quicker way have it."""
        return tuple(
            action for action in self.legal(state) if self.layout(self.play(state, action)) == dict(layout)
        )

    def toward(self, state: State, table: Mapping[str, Sequence[tuple[Thing, ...]]]) -> Iterable[Action]:
        """The legal actions that may have led to what is seen: all of them, unless there are too many to try.

        ``table`` tells what each place that is seen may hold, the likeliest first; a hidden one may hold anything.
        """
        return self.legal(state)

    def attempted(self, state: State, action: Action) -> Layout | None:
        """What the table looks like if somebody takes an action, legal or not; None if that cannot be said."""
        return self.layout(self.play(state, action)) if action in set(self.legal(state)) else None

    def amended(self, state: State, layout: Layout) -> State | None:
        """The state as it is, but with what lies on the table as in a layout; None where no match could be so."""
        return None

    @property
    def has_closing(self) -> bool:
        """Whether turns of this game are ended by an action of their own."""
        return type(self).closing is not Rules.closing

    def closing(self, state: State) -> Action | None:
        """The action by which the player in turn says that the turn is over; None where there is no such thing."""
        return None

    def unclosed(self, state: State) -> tuple[Breach, ...]:
        """Which rule says that no turn can be ended now, where there is a turn to end at other times."""
        return ()

    def gesture(self, state: State) -> tuple[str, ...]:
        """The places of the plan on which a resting hand ends the turn; none where there is no such gesture."""
        return ()

    def scripted(self, state: State) -> bool:
        """Whether a script decides what happens next, and people only carry it out."""
        return False

    def called_for(self, state: State, layout: Layout) -> Action | None:
        """The action that what lies on the table asks for, such as the way a pointer points.

        Where the table itself acts and no script asked it to, what lies there is read aloud, such as how dice
        fell, and done once somebody says that it is so.
        """
        return None

    def awaited(self, state: State, place: str) -> tuple[Thing, ...]:
        """All that may come to lie next in a place of which nobody knows yet what will; for most it is nothing."""
        after = (self.layout(self.play(state, action)).get(place, ()) for action in self.legal(state))
        return tuple(dict.fromkeys(thing for things in after for thing in things if not thing.unknown))

    def is_plain(self, action: Action) -> bool:
        """Whether what the table turns up by this action is believed by sight alone, with nobody to confirm it."""
        return False

    def motions(self, state: State, action: Action) -> tuple[Motion, ...]:
        """How the pieces go in a legal action, one after the other, for whoever draws it or does it by hand.

        Only a game in which several alike pieces move at once has to say.
        """
        return motions(self.layout(state), self.traces(state, action, self.play(state, action)))

    # -- text ---------------------------------------------------------------------------------------

    def deed(self, state: State, action: Action) -> Phrase:
        """What somebody does by this action, legal or not, in words: "turn over the tile at b2".

        It stands alone, after a name and a colon, and in an instruction; so it does not name who does it.
        """
        return Phrase(self.write_action(state, action))

    @abstractmethod
    def write_position(self, state: State) -> str:
        """One line that says the state completely; ``Game.read_position`` reads it back."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """The state of a position written by ``write_position``, or by hand. Raises NotationError."""

    @abstractmethod
    def write_action(self, state: State, action: Action) -> str:
        """The action in words of the game's notation."""

    @abstractmethod
    def read_action(self, state: State, text: str) -> Action:
        """The action meant by the text, legal or not. Raises NotationError if it is none."""

    def read_layout(self, text: str) -> Layout:
        """What lies where on a table somebody describes, possible or not; of a position, what it shows.

        Raises NotationError.
        """
        return read_plain(self.game.name, self.plan(), text)

    def write_layout(self, layout: Layout) -> str:
        """One line that ``read_layout`` reads back."""
        return write_plain(self.game.name, layout)

    def position_of(self, layout: Layout) -> str | None:
        """The position a table shows, as far as one look tells; None where it shows none."""
        return None

    def draw(self, state: State) -> str:
        """The state drawn for a terminal; ``read_position`` understands it too, where a game says so."""
        return self.write_position(state)

    def picture(self, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        """The state as a picture for people, the ``marked`` places pointed at."""
        return (plain(self.draw(state)),)

    def picture_of(self, layout: Layout, marked: Collection[str] = ()) -> tuple[Panel, ...]:
        """What lies on a table as a picture for people, the ``marked`` places pointed at."""
        return (plain(self.write_layout(layout)),)

    def to_json(self, state: State) -> dict[str, Any]:
        """The state as plain JSON values, among them the game's name."""
        return {"game": self.game.name, "position": self.write_position(state)}

    def from_json(self, data: Mapping[str, Any]) -> State:
        """The state that ``to_json`` wrote."""
        return self.read_position(str(data.get("position", "")))


class Game(ABC):
    """A game on the shelf."""

    name: str
    """One lower-case word; also the name of its folder and the first part of its rule identifiers."""

    title: str
    shelf: int = 0
    """Where on the shelf it stands: where no game is named, the first is meant. Among equals the name decides."""

    seats: tuple[str, ...]
    """The names of the seats, in order, as notation and records write them."""

    options: tuple[Option, ...] = ()
    """What can be chosen before a match. The set-up page and the record header are made from it."""

    sentences: Mapping[str, str] = {}
    """Rule identifier -> what to say when it is broken, with the names of facts in braces.

    A [part in square brackets] is said only where all its facts are known; the same holds for the four below.
    ``{seat}``, ``{turn}``, ``{who}``, ``{winners}`` and ``{p1}`` to ``{p5}`` are players, told by their names
    where they are known; ``{side}`` is then the seat. Places of the plan may stand in the facts that
    ``words.PLACES`` lists.
    """

    notices: Mapping[str, str] = {}
    """Rule identifier -> what to say where the rulebook is silent; ``{option}`` is what decided."""

    results: Mapping[str, str] = {}
    """Rule identifier -> how a match ended; ``{winners}`` are seats. A fact that is a key here is said by it."""

    events: Mapping[str, str] = {}
    """Name of an event -> how to announce it."""

    tallies: Mapping[str, str] = {}
    """Name of an event -> what to call it in statistics; counted apart for each value of the facts in braces."""

    requests: Mapping[str, str] = {}
    """Kind of a request -> how to ask for it; ``{seat}`` is who is asked."""

    things: Mapping[str, str] = {}
    """Names of things and of their kinds -> what people call them."""

    letters: Mapping[str, str] = {}
    """Names of things -> the letters they are written with, where the notation has them."""

    sight: Mapping[str, Any] = {}
    """The choices under which all that can be seen is on the table plan; outside a match sight reads by them."""

    is_watched: bool = True
    """Whether a camera can follow a match of it; if not, all that is done has to be said."""

    is_aided: bool = False
    """Whether the camera only helps, whatever was chosen: all can be said, and so is what it does not see."""

    is_said: bool = False
    """Whether much is done where no camera looks: then the page lists what may be done, though it is watched."""

    signs: tuple[Sign, ...] = ()
    """The legend of this game's pictures."""

    def place_name(self, place: str) -> Phrase:
        """What people call a place of the plan."""
        return Phrase(place)

    def thing_name(self, thing: Thing) -> Phrase:
        """What people call a thing of the plan."""
        return Phrase(self.things.get(thing.name, thing.name.replace("-", " ")))

    def digest(self) -> tuple[Chapter, ...]:
        """Its rules for people to look up, chapter by chapter: every rule that a verdict may cite."""
        return (Chapter(self.title, tuple(map(Entry, self.sentences))),)

    def stock(self) -> tuple[Stock, ...]:
        """The decks and the like that come with the game."""
        return ()

    def printed(self) -> tuple[Batch | Ground, ...]:
        """What there is to print and cut out, in the order of use."""
        return ()

    def own_ground(self, text: str) -> Ground:
        """A board of the players' own, described in a text, to be printed. Raises DataError."""
        raise DataError(N_("{game} has no boards of one's own"), game=self.title)

    def deck_with(self, card: NewCard, text: str, source: str) -> Addition:
        """A player's own deck with this card too. ``text`` is its file so far, nothing for a new one.

        ``source`` is what errors call it. Raises DataError where the card does not fit into the deck.
        """
        raise DataError(N_("{game} has no decks of one's own"), game=self.title)

    def open(self, choices: Mapping[str, Any] | None = None) -> Rules[Any, Any]:
        """The rules under these choices. Raises SetupError naming the option that is wrong."""
        return self.rules(read_setup(self.options, choices or {}))

    @abstractmethod
    def rules(self, setup: Setup) -> Rules[Any, Any]:
        """The rules for a setup whose single values were found valid; checks how they fit together."""

    def read_position(self, text: str) -> tuple[Rules[Any, Any], Any]:
        """The rules and the state of a position that names its own setup. Raises NotationError."""
        rules = self.open()
        return rules, rules.read_position(text)

    def from_json(self, data: Mapping[str, Any]) -> tuple[Rules[Any, Any], Any]:
        """The same for a state that ``Rules.to_json`` wrote."""
        return self.read_position(str(data.get("position", "")))

    def read_layout(self, text: str) -> tuple[Rules[Any, Any], Layout]:
        """A layout, and the rules under which its things can lie there. Raises NotationError."""
        rules = self.open(self.sight)
        return rules, rules.read_layout(text)

    def books(self) -> Mapping[str, str]:
        """The books that come with it, by title, for whoever writes one; none where players write no books."""
        return {}

    def review(self, text: str) -> Review:
        """What there is to say of something players wrote for the game, a book of spells for instance.

        Raises NotationError with the place of what cannot be read.
        """
        raise DataError(N_("{game} has no books that players write"), game=self.title)

    def read_truth(self, document: Mapping[str, Any]) -> Truth:
        """What a picture truly shows, from the file beside it. Raises DataError."""
        raise DataError(N_("{game} knows no truth files"), game=self.title)
