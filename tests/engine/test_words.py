"""Words: everything is said in full in every language, and the catalogues are in step with the code."""

import gettext
import io
import random
import re
import runpy
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine import words as words_module
from engine.catalogue import game_named
from engine.contract import TABLE, Request, Result
from engine.errors import DataError, IllegalActionError, NotationError, RunewatchError, SetupError
from engine.verdict import Accepted, Breach, Event, Fact, Notice, Refusal
from engine.words import Words, language_from, languages

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "catalogue"))
RULES = [line.split() for line in (ROOT / "tests/engine/spell/rules.txt").read_text(encoding="utf-8").splitlines()]
GAME = game_named("spell")
ENGLISH, FRENCH = Words("en"), Words("fr")
OTHERS = [language for language in languages() if language != "en"]

FACTS = {
    "place", "places", "source", "to", "direction", "seat", "turn", "tile", "colour", "count", "most", "before",
    "rune", "level", "levels", "missing", "card", "option", "points", "round", "black", "violet",
    "winners", "ended", "side",
}  # fmt: skip
"""The facts that verdicts, events and requests of SPELL may carry."""
ALWAYS = {
    "results": {"winners", "black", "violet"},
    "events": {"seat", "rune", "level", "points", "round", "black", "violet"},
    "requests": {"seat"},
}
"""The facts that may stand outside brackets, because they are always there."""


def fields(template: str) -> list[str]:
    """The facts that a template names, part by part: outside brackets, then within each."""
    parts = re.findall(r"\[([^\[\]]*)\]", template)
    outside = re.sub(r"\[([^\[\]]*)\]", "", template)
    first, *others = (" ".join(sorted(all_fields(part))) for part in (outside, *parts))
    return [first, *sorted(others)]


def all_fields(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", template))


# -- which language ---------------------------------------------------------------------------------------


def test_english_and_french_are_spoken() -> None:
    assert languages()[0] == "en"
    assert "fr" in languages()


@pytest.mark.parametrize("asked", ["tlh", "", "*", "../../etc", "e\0n"])
def test_a_language_that_is_not_known_is_english(asked: str) -> None:
    assert Words(asked) == ENGLISH


def test_words_are_values() -> None:
    assert Words("fr_CA.UTF-8") == FRENCH
    assert len({Words("fr"), Words("fr-BE"), Words("en")}) == 2
    with pytest.raises(AttributeError):
        FRENCH.language = "en"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_CH@euro"}, "fr"),
        ({"LANGUAGE": "de:fr:en", "LANG": "en_US"}, "fr"),
        ({"LANGUAGE": "", "LANG": "fr"}, "fr"),
        ({"LANG": "POSIX"}, "en"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("en;q=0.5, FR ; q=0.7", "fr"),
        ("de, fr;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("fr;q=2.5,;;,en", "en"),
        ("", "en"),
    ],
)
def test_the_language_follows_the_wish(wish: Any, language: str) -> None:
    assert language_from(wish) == language


# -- messages and facts -----------------------------------------------------------------------------------


def test_a_message_and_its_words_are_translated() -> None:
    message = "It is {seat}'s turn[ ({side})]."
    asked = Request(0, "turn")
    assert GAME.requests["turn"] == message
    assert ENGLISH.request(GAME, asked) == "It is Black's turn."
    assert FRENCH.request(GAME, asked) == "C’est à Noir de jouer."


def test_players_are_called_by_their_names() -> None:
    english, french = (words.calling(GAME.seats, ("Ann", "")) for words in (ENGLISH, FRENCH))
    assert english.request(GAME, Request(0, "turn")) == "It is Ann's turn (black)."
    assert french.request(GAME, Request(0, "turn")) == "C’est à Ann (noir) de jouer."
    assert english.request(GAME, Request(1, "turn")) == "It is Violet's turn."
    won = Result((0,), "spell.end.winner", {"black": 12, "violet": 9})
    assert english.sentence(GAME, won) == "Ann (black) wins. Black: 12, violet: 9."
    claimed = Event("rune-claimed", {"seat": "black", "rune": "1O", "level": 1, "points": 1})
    assert english.event(GAME, claimed) == "Level 1. Score (Ann): 1."


def test_a_name_that_is_a_word_of_the_catalogue_stays_a_name() -> None:
    assert (
        FRENCH.calling(("black",), ("left",))("{who}: {side}", who="black", side="left") == "Left: vers la gauche"
    )


def test_several_facts_are_listed() -> None:
    assert [ENGLISH.listed(("a1", "b2", "c3", "d4")[:n]) for n in range(5)] == [
        "", "a1", "a1 and b2", "a1, b2 and c3", "a1, b2, c3 and d4",
    ]  # fmt: skip
    assert FRENCH("{places}", places=("black", "violet", "a1", "black")) == "noir, violet et a1"


@pytest.mark.parametrize(
    ("message", "facts", "told"),
    [
        ("{place} and {other}", {"place": "a1"}, "a1 and {other}"),
        ("{place}", {"place": "{other} {0} {place!r} }{"}, "{other} {0} {place!r} }{"),
        ("{{{place}}} [{place}]", {"place": 3}, "{3} [3]"),
        ("no facts {}", {"message": "x", "self": "y"}, "no facts {}"),
        ("", {"place": "a1"}, ""),
        ("{place}", {"place": ""}, ""),
    ],
)
@pytest.mark.parametrize("words", [ENGLISH, FRENCH])
def test_nothing_that_is_said_raises(words: Words, message: str, facts: dict[str, Any], told: str) -> None:
    assert words(message, **facts) == told


def test_numbers_choose_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    many = SCRIPT["Steady"](locale="fr", fuzzy=False)
    many.add(
        ("{number} point for {seat}", "{number} points for {seat}"),
        ("{number} point {seat}", "{number} points {seat}"),
    )
    compiled = gettext.GNUTranslations(io.BytesIO(SCRIPT["mo_bytes"](many)))
    spoken = ENGLISH.ngettext("{number} point for {seat}", "{number} points for {seat}", 0, seat="black")
    assert spoken == "0 points for Black"
    monkeypatch.setattr(words_module, "_catalogue", lambda language: compiled)
    told = [
        FRENCH.ngettext("{number} point for {seat}", "{number} points for {seat}", n, seat="x") for n in (0, 1, 2)
    ]
    assert told == ["0 point X", "1 point X", "2 points X"]


# -- errors and options -----------------------------------------------------------------------------------

PLACED = [
    NotationError("expected {what}, one of: {choices}", what="a player", choices="black, violet").at(
        line, column, came, source=source
    )
    for line, column, came, source in product((0, 3), (0, 4), ("", "purple"), ("", "match.rwr"))
]
OTHER_ERRORS: list[RunewatchError] = [
    SetupError(
        "option {name} must be one of: {values}; not {came}", name="edition", values="2e, 1e", came="'{x}'"
    ),
    DataError("{where}: the key {key} is missing", where="deck.toml, [[rune]] 3", key="code"),
    IllegalActionError(Refusal((Breach("spell.turn.own-only"), Breach("spell.turn.mage-once")))),
]


@pytest.mark.parametrize("error", [*PLACED, *OTHER_ERRORS], ids=str)
def test_an_error_in_english_is_its_str(error: RunewatchError) -> None:
    assert ENGLISH.error(error) == str(error)


def test_an_error_in_french_keeps_its_place_and_the_notation() -> None:
    error = NotationError("expected {what}; did you mean {near}?", what="a player", near="black").at(3, 4, "blcak")
    assert FRENCH.error(error) == (
        "ligne 3, colonne 4\u00a0: il faut ici un joueur\u00a0; vouliez-vous dire black\u00a0? "
        "(trouvé\u00a0: 'blcak')"
    )


def test_an_error_of_the_reader_is_told_in_french() -> None:
    with pytest.raises(NotationError) as raised:
        GAME.read_position("spell 2e | arena x")
    assert ENGLISH.error(raised.value) == str(raised.value)
    assert FRENCH.error(raised.value).startswith("ligne 1, colonne ")


def test_options_are_told() -> None:
    for option in GAME.options:
        assert ENGLISH.option(option) == option.about
        assert FRENCH.option(option) not in ("", option.about)


# -- the sentences of the rules ---------------------------------------------------------------------------


def test_every_rule_of_the_digest_has_a_sentence() -> None:
    assert [rule for rule, *_ in RULES] == list(GAME.sentences)


def test_every_rule_that_the_code_cites_has_a_sentence() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "engine/spell").rglob("*.py")))
    cited = set(re.findall(r'"(spell\.[a-z0-9.-]+)"', code))
    cited |= {f"spell.{rule}" for rule in re.findall(r'\bbroken\(\s*"([a-z0-9.-]+)"', code)}
    assert cited <= GAME.sentences.keys()
    assert set(re.findall(r'\bNotice\(\s*"([a-z0-9.-]+)"', code)) == GAME.notices.keys()
    assert set(re.findall(r'\bEvent\(\s*"([a-z0-9.-]+)"', code)) <= GAME.events.keys()


@pytest.mark.parametrize("kind", ["sentences", "notices", "results", "events", "requests"])
def test_a_sentence_names_only_facts_that_there_are(kind: str) -> None:
    for name, sentence in getattr(GAME, kind).items():
        assert all_fields(sentence) <= FACTS, name
        assert set(fields(sentence)[0].split()) <= ALWAYS.get(kind, set()), name


@pytest.mark.parametrize("language", languages())
def test_a_rule_without_facts_reads_well(language: str) -> None:
    for rule in GAME.sentences:
        told = Words(language).sentence(GAME, Breach(rule))
        assert re.fullmatch(r"[A-ZÀÉ][^{}\[\]]+[.?]", told), told
        assert "  " not in told
        assert " ." not in told


def test_a_part_is_said_only_when_all_its_facts_are_known() -> None:
    step = "spell.mage.move.adjacent"
    plain = ENGLISH.sentence(GAME, Breach(step))
    assert plain == "A mage may step only to a neighbouring tile, also diagonally."
    assert ENGLISH.sentence(GAME, Breach(step, {"place": "d4"})) == plain
    assert ENGLISH.sentence(GAME, Breach(step, {"place": "d4", "source": ""})) == plain
    assert ENGLISH.sentence(GAME, Breach(step, {"place": "d4", "source": "b2"})) == (
        "A mage may step only to a neighbouring tile, also diagonally; d4 is not next to b2."
    )
    assert ENGLISH.sentence(GAME, Breach("spell.solo.activate", {"places": ()})).endswith("if there is one.")


def test_a_refusal_is_said_rule_by_rule_and_nothing_twice() -> None:
    twice = Breach("spell.active.own-face"), Breach("spell.turn.mage-once"), Breach("spell.active.own-face")
    assert len(ENGLISH.refusal(GAME, Refusal(twice))) == 2


def test_a_notice_names_the_option_that_decided() -> None:
    notice = Notice("spell.mage.move.not-mage", {"place": "b2"}, "one-meeple-per-tile")
    for words in (ENGLISH, FRENCH):
        assert "one-meeple-per-tile" in words.sentence(GAME, notice)
        assert "b2" in words.sentence(GAME, notice)


def test_a_result_names_who_won_and_why_it_ended() -> None:
    points: dict[str, Fact] = {"black": 12, "violet": 17, "ended": "spell.end.threshold"}
    assert ENGLISH.sentence(GAME, Result((1,), "spell.end.winner", points)) == (
        "Violet wins. Black: 12, violet: 17. A player has enough points, and the round is complete."
    )
    drawn: dict[str, Fact] = {"black": 9, "violet": 9, "ended": "spell.end.round-six"}
    assert ENGLISH.sentence(GAME, Result((), "spell.end.tie", drawn)) == (
        "A tie. Black: 9, violet: 9. Round 6 is complete."
    )
    assert FRENCH.sentence(GAME, Result((0,), "spell.end.tie", drawn)) == (
        "Égalité. Noir\u00a0: 9, violet\u00a0: 9. Le deuxième joueur l’emporte\u00a0: Noir. "
        "La manche 6 est terminée."
    )


def test_what_a_game_has_no_sentence_for_is_still_said() -> None:
    for words in (ENGLISH, FRENCH):
        for said in (Breach("spell.not-legal"), Notice("spell.new"), Result((), "spell.new")):
            assert said.rule in words.sentence(GAME, said)
        assert words.event(GAME, Event("dawn")) == "dawn"
        assert words.request(GAME, Request(TABLE, "dawn")) == "dawn"


# -- everything that play brings up is said in full -------------------------------------------------------

SETUPS: list[dict[str, Any]] = [
    {},
    {"edition": "1e", "asymmetric": True},
    {"tournament": True, "asymmetric": True},
    {"solo": "hard"},
    {"solo": "normal", "solo-stop-at-16": True},
    {"edition": "1e", "over-16": True, "one-meeple-per-tile": True},
]


def everything_said(choices: dict[str, Any], words: Words) -> Iterator[str]:
    """What is said in a match of random actions, most of them tried where they are not legal too."""
    chance = random.Random(7)
    rules = GAME.open(choices)
    state = rules.start()
    tried: list[Any] = []
    for _ in range(250):
        legal = list(rules.legal(state))
        yield from (words.request(GAME, request) for request in rules.requests(state))
        if not legal:
            break
        for action in chance.sample(tried, min(len(tried), 12)):
            verdict = rules.judge(state, action, chance.choice((None, 0, 1, 2)))
            if isinstance(verdict, Refusal):
                yield from words.refusal(GAME, verdict)
        action = chance.choice(legal)
        tried += chance.sample(legal, min(len(legal), 3))
        verdict = rules.judge(state, action)
        assert isinstance(verdict, Accepted)
        yield from (words.event(GAME, event) for event in verdict.events)
        yield from (words.sentence(GAME, notice) for notice in verdict.notices)
        state = verdict.state
    for action in tried[:50]:
        verdict = rules.judge(state, action)
        if isinstance(verdict, Refusal):
            yield from words.refusal(GAME, verdict)
    if result := rules.result(state):
        yield words.sentence(GAME, result)


@pytest.mark.parametrize("choices", SETUPS, ids=str)
@pytest.mark.parametrize("language", languages())
def test_everything_in_play_is_said_in_full(choices: dict[str, Any], language: str) -> None:
    said = set(everything_said(choices, Words(language)))
    assert len(said) > 30
    for told in said:
        assert re.fullmatch(r"[A-ZÀÉ0-9][^{}\[\]]+[.?]", told), told
        assert "  " not in told


# -- the catalogues ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=OTHERS)
def catalogue(request: pytest.FixtureRequest) -> Any:
    return SCRIPT["read"](request.param)


def test_every_message_in_the_code_is_translated(catalogue: Any) -> None:
    fresh = SCRIPT["catalogue"](str(catalogue.locale), catalogue)
    assert list(SCRIPT["untranslated"](fresh)) == [], "fill in the translations, then run make catalogue"


def test_the_catalogue_is_what_the_script_writes(catalogue: Any) -> None:
    path = SCRIPT["po_path"](str(catalogue.locale))
    fresh = SCRIPT["catalogue"](str(catalogue.locale), catalogue)
    assert path.read_bytes() == SCRIPT["po_text"](fresh), "run make catalogue"
    assert path.with_suffix(".mo").read_bytes() == SCRIPT["mo_bytes"](fresh), "run make catalogue"


def test_the_catalogue_says_nothing_of_when_and_where_it_was_made(catalogue: Any) -> None:
    text = SCRIPT["po_path"](str(catalogue.locale)).read_text(encoding="utf-8")
    assert "Date" not in text
    assert str(ROOT) not in text
    assert not re.search(r"^#: .*:\d", text, re.MULTILINE)


def test_a_translation_names_the_facts_of_its_message(catalogue: Any) -> None:
    for message in catalogue:
        if not message.id:
            continue
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        for form in forms:
            if len(originals) == 1:
                assert fields(form) == fields(originals[0]), message.id
            else:  # a form for one thing may leave the number out
                assert all_fields(form) <= all_fields(originals[-1]), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_a_game_is_translated(language: str) -> None:
    words = Words(language)
    for kind in ("sentences", "notices", "results", "events", "requests"):
        for sentence in getattr(GAME, kind).values():
            assert words(sentence) != ENGLISH(sentence), sentence


@pytest.mark.parametrize(("language", "told"), [("en", "3.50"), ("fr", "3,50")])
def test_decimals_are_written_as_the_reader_writes_them(language: str, told: str) -> None:
    assert Words(language).decimal(3.496, 2) == told


def test_french_keeps_its_marks_with_their_words() -> None:
    for message in SCRIPT["read"]("fr"):
        for form in message.string if isinstance(message.string, tuple) else (message.string,):
            if message.id:
                assert not re.search(r" [:;!?»]|« |[A-Za-zé]'[a-zéA-Z]", form), form


def test_english_has_one_apostrophe() -> None:
    for said, _ in SCRIPT["marked"]().values():
        assert "’" not in "".join(said), said


def test_what_is_not_translated_is_found() -> None:
    fresh = SCRIPT["catalogue"]("fr", SCRIPT["Steady"](locale="fr", fuzzy=False))
    assert len(list(SCRIPT["untranslated"](fresh))) == len(fresh)
