"""The command line: every command as text and as JSON, in both languages, with its exit status."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from engine.catalogue import game_named
from engine.words import languages
from runewatch import __version__
from runewatch.cli.app import app
from runewatch.cli.reply import wished
from runewatch.settings import Settings, overridden

ROUND_ONE = "spell 2e | v b v b / v BM N Vm / b v b v / b v b ."
ROUND_FOUR = (
    "spell 2e | V V v b / b V bm vM / v B B N / v B B . | turn black | round 4 | points 6 6"
    " | hands 001 001 | runes 1L 1J 2Q 2V 3R 3M 4O 4T | bag rest"
)
BUILDING = "spell 2e | sheet Nd4 Bd3 Vd5 vc5 | phase build | turn black"
OVER = "spell 2e | V V v b / b V bm vM / v B B N / v B B . | phase over | turn violet | round 6 | points 3 9"
SOLO = "spell 2e solo=normal | v b v b / v BM N Vm / b v b v / b v b . | phase rival-mage | turn black"
POSITIONS = [ROUND_ONE, ROUND_FOUR, BUILDING, OVER, SOLO]
RECORD = f"""[game "spell"]
[position "{ROUND_ONE}"]

1 black: move c3; end
1 violet: flip c2
"""
IN_ORDER = RECORD.replace("flip c2", "move d3; end") + "result: unfinished\n"
SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))


def run(*args: str, given: str | bytes | None = None, **environ: str) -> Result:
    return CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None, "NO_COLOR": None, **environ}).invoke(
        app, args, input=given, catch_exceptions=False
    )


def document(name: str, *args: str, status: int = 0, given: str | bytes | None = None) -> Any:
    """The JSON document of a command, which must be as its schema says."""
    result = run(name, *args, "--json", given=given)
    assert result.exit_code == status, result.output
    assert not result.stderr
    found = json.loads(result.stdout)
    as_told = "error" if status == 2 and set(found) == {"error"} else name
    Draft202012Validator({"$ref": f"#/$defs/{as_told}", "$defs": SCHEMA["$defs"]}).validate(found)
    return found


def text(*args: str, status: int = 0, given: str | None = None) -> str:
    result = run(*args, given=given)
    assert result.exit_code == status, result.output
    return result.stdout


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


# -- help and version -----------------------------------------------------------------------------------


def test_help_names_every_command() -> None:
    assert text() == text("--help") == text("-h")
    for name in app.commands:
        assert f"  {name}" in text("-h")
        assert "--json" in text(name, "-h")


@pytest.mark.parametrize("args", [["-h"], *([name, "-h"] for name in app.commands)])
def test_help_fits_and_differs_by_language(args: list[str]) -> None:
    english, french = text(*args, "--lang", "en"), text(*args, "--lang", "fr")
    assert "Show this help." in english
    assert "Show this help." not in french
    assert max(map(len, (english + french).split("\n"))) <= 80


def test_the_version() -> None:
    assert text("--version") == text("legal", "--version") == f"runewatch {__version__}\n"
    assert json.loads(text("--version", "--json")) == {"name": "runewatch", "version": __version__}


@pytest.mark.parametrize(
    ("args", "environ", "language"),
    [
        ([], {"LANG": "C"}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        (["--lang", "fr"], {"LANG": "C"}, "fr"),
        (["--lang=en"], {"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language(args: list[str], environ: dict[str, str], language: str) -> None:
    assert language in languages()
    expected = {"en": "round", "fr": "manche"}[language]
    for order in ([*args, "draw", ROUND_FOUR], ["draw", ROUND_FOUR, *args]):
        assert expected in run(*order, **environ).stdout.lower()


@pytest.mark.parametrize("name", app.commands)
def test_all_help_is_translated(name: str) -> None:
    """No line of the help is the same in both languages, but for what is typed."""
    typed = re.compile(r"\W*(runewatch .*|--?[\w-]+.*|\w+)?\s*")
    english, french = (text(name, "-h", "--lang", language).splitlines() for language in ("en", "fr"))
    assert [line for line in english if line in french and not typed.fullmatch(line)] == []
    told = [re.split(r"  +", line.strip(), maxsplit=1) for line in english if line.strip().startswith("-")]
    assert [parts[1] for parts in told if len(parts) > 1 and parts[1] in "\n".join(french)] == []


# -- games ----------------------------------------------------------------------------------------------


def test_games_says_plainly_what_is_a_stand_in() -> None:
    assert "basic         Basic runes, 26 cards, stand-in" in text("games")
    assert "Runes de base, 26 cartes" in text("games", "--lang", "fr")
    (game,) = [game for game in document("games")["games"] if game["name"] == "spell"]
    assert game["options"][0] == {
        "name": "edition",
        "about": "which printed rulebook is in force",
        "values": ["2e", "1e"],
        "default": "2e",
        "source": None,
    }
    assert {item["option"] for item in game["stock"]} == {"deck", "opening"}
    assert all(item["stand_in"] for item in game["stock"])


# -- positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("language", languages())
def test_draw_fits(position: str, language: str) -> None:
    drawn = text("draw", position, "--lang", language)
    assert max(map(len, drawn.split("\n"))) <= 80
    assert "\x1b" not in drawn


def test_draw() -> None:
    assert text("draw", ROUND_ONE) == (
        "  Round 1   black 0 · violet 0\n"
        "  It is Black's turn.\n"
        "\n"
        "      a       b       c       d\n"
        "  ┌───────┬───────┬───────┬───────┐\n"
        "1 │   v   │   b   │   v   │   b   │\n"
        "  │       │       │       │       │\n"
        "  ├───────┼───────┼───────┼───────┤\n"
        "2 │   v   │  ▐B▌  │   N   │  ▐V▌  │\n"
        "  │       │   ▲M  │       │   △m  │\n"
        "  ├───────┼───────┼───────┼───────┤\n"
        "3 │   b   │   v   │   b   │   v   │\n"
        "  │       │       │       │       │\n"
        "  ├───────┼───────┼───────┼───────┤\n"
        "4 │   b   │   v   │   b   │       │\n"
        "  │       │       │       │       │\n"
        "  └───────┴───────┴───────┴───────┘\n"
    )


def test_draw_shows_amulets_special_tile_and_crowds() -> None:
    worn = "spell 1e asymmetric | vmm b v b / v BME N V / b v b v / b v b . | amulets extralimitae doppelganger"
    drawn = text("draw", f"{worn} | special c0 | turn black")
    assert "special tile c0" in drawn
    assert "black  extralimitae" in drawn
    assert "△m△m" in drawn
    assert "▲M●E" in drawn


def test_colours_only_if_wanted() -> None:
    assert "\x1b" not in text("draw", ROUND_ONE)
    assert "\x1b" in text("draw", ROUND_ONE, "--color")
    assert "\x1b" not in text("draw", ROUND_ONE, "--color", "--no-color")


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("form", ["line", "drawn", "json"])
def test_every_form_can_be_read_back(position: str, form: str) -> None:
    written = text("convert", position, "--to", form)
    usual = text("convert", position, "--to", "line")
    assert text("convert", "-", "--to", "line", given=written) == usual
    assert text("convert", written, "--to", "line") == usual
    found = document("convert", position, "--to", form)
    assert found["to"] == form
    if form == "json":
        assert json.loads(written) == found["state"] == document("draw", position)["state"]


def test_a_position_may_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_bytes(b"\xef\xbb\xbf" + ROUND_ONE.replace(" | ", "\r\n").encode())
    assert text("draw", f"@{path}") == text("draw", ROUND_ONE)


# -- legal, runes, best, perft --------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS)
def test_legal(position: str) -> None:
    found = document("legal", position)
    assert found["count"] == len(found["actions"]) == document("perft", position, "1")["count"]
    told = text("legal", position)
    for action in found["actions"]:
        assert f"\n    {action['position']}\n" in told
        text("convert", action["position"], "--to", "line")


def test_legal_says_what_comes_of_it() -> None:
    told = text("legal", ROUND_FOUR)
    assert "78 legal actions\n" in told
    assert "move d3\n    The pattern of rune 1L is there: it can be claimed.\n" in told
    by_name = {action["action"]: action for action in document("legal", ROUND_FOUR)["actions"]}
    assert [event["facts"] for event in by_name["move d3"]["events"]] == [{"rune": "1L"}, {"rune": "2Q"}]


def test_legal_when_it_is_over() -> None:
    found = document("legal", OVER)
    assert (found["count"], found["result"]["winners"]) == (0, ["violet"])
    assert "Violet wins." in text("legal", OVER)


def test_runes_on_display() -> None:
    square = ROUND_FOUR.replace("1L 1J", "1O 1J")
    first = document("runes", square)["runes"][0]
    assert first == {
        "code": "1O",
        "pattern": "##/##",
        "formed": True,
        "claimable": True,
        "placements": [["b3", "c3", "b4", "c4"]],
    }
    told = text("runes", square).splitlines()
    assert told[:2] == ["1O        ■ ■         formed, can be claimed", "          ■ ■         b3 c3 b4 c4"]


def test_runes_given() -> None:
    found = document("runes", ROUND_FOUR, "--rune", "1T=##", "--rune", "2Long=####")["runes"]
    assert [len(rune["placements"]) for rune in found] == [4, 0]
    assert not any(rune["claimable"] for rune in found)
    assert "No rune is on display." in text("runes", ROUND_ONE)


def test_best() -> None:
    found = document("best", ROUND_FOUR)
    assert (found["points"], found["proven"], found["by"]) == (10, True, "black")
    assert "points 16 6" in found["after"]
    assert "Proven best: 10 points.\n" in text("best", ROUND_FOUR)
    assert "Best found in 0 s: 0 points.\n" in text("best", ROUND_FOUR, "--seconds", "0")
    assert "no turn" in document("best", OVER, status=2)["error"]["message"]


def test_perft() -> None:
    found = document("perft", ROUND_FOUR, "2", "--divide")
    assert found["count"] == sum(part["count"] for part in found["divide"]) == 3414
    assert document("perft", ROUND_FOUR, "2")["count"] == 3414
    assert document("perft", ROUND_FOUR, "0", "--divide")["count"] == 1
    assert "3 414 sequences of depth 2 in " in text("perft", ROUND_FOUR, "2")
    assert "            78  " in text("perft", ROUND_FOUR, "2", "--divide")


def test_only_games_that_can_help_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game need not have runes, nor know the best turn."""
    kind = type(game_named("spell").open())
    monkeypatch.setattr(kind, "patterns", lambda *_: None)
    monkeypatch.setattr(kind, "best", lambda *_: None)
    assert "has no runes" in document("runes", ROUND_ONE, status=2)["error"]["message"]
    assert "no turn" in document("best", ROUND_ONE, status=2)["error"]["message"]


# -- check ----------------------------------------------------------------------------------------------


def test_a_record_in_order() -> None:
    found = document("check", "-", given=IN_ORDER)
    assert (found["count"], found["legal"], found["in_order"]) == (4, 4, True)
    assert found["result"]["agrees"] is None
    assert "✓ The record is in order." in text("check", "-", given=IN_ORDER)


def test_a_record_with_an_illegal_action(tmp_path: Path) -> None:
    path = tmp_path / "match.rwr"
    path.write_text(f"{RECORD}result: unfinished\n", encoding="utf-8")
    found = document("check", str(path), status=1)
    (refused,) = [step for step in found["steps"] if step["verdict"] == "refused"]
    assert (refused["line"], refused["column"], refused["by"]) == (5, 11, "violet")
    assert refused["breaches"][0]["rule"] == "spell.mage.flip.not-neutral"
    told = text("check", str(path), status=1)
    assert "spell.mage.flip.not-neutral" in told
    assert refused["breaches"][0]["text"][:40] in told
    assert "3 actions: 2 legal, 1 not legal" in told


def test_a_record_with_an_unreadable_action() -> None:
    given = RECORD.replace("flip c2", "flip z9") + "result: unfinished\n"
    found = document("check", "-", status=2, given=given)
    assert (found["error"]["line"], found["error"]["column"], found["error"]["found"]) == (5, 16, "'z9'")
    assert found["error"]["source"] == "standard input"
    assert "line 5, column 16" in text("check", "-", status=2, given=given)


@pytest.mark.parametrize(("said", "status"), [("violet 3-9", 0), ("black 3-9", 1), ("unfinished", 1)])
def test_the_result_must_agree_when_it_is_over(said: str, status: int) -> None:
    given = f'[game "spell"]\n[position "{OVER}"]\nresult: {said}\n'
    assert document("check", "-", status=status, given=given)["result"]["agrees"] is (status == 0)
    assert ("but it is “violet 3-9”" in text("check", "-", status=status, given=given)) is (status == 1)


def test_a_result_agreed_by_the_players_is_no_fault() -> None:
    given = IN_ORDER.replace("result: unfinished", "result: black 0-0")
    assert "The match goes on; the record gives its result as “black 0-0”." in text("check", "-", given=given)


# -- errors ---------------------------------------------------------------------------------------------

NASTY: list[tuple[list[str], str, str]] = [
    (["frobnicate"], "", "there is no command 'frobnicate'"),
    (["lega", ROUND_ONE], "", "did you mean legal?"),
    (["--frobnicate"], "", "there is no option '--frobnicate'"),
    (["legal", "--divid", ROUND_ONE], "", "there is no option '--divid'"),
    (["games", "--json=1"], "", "option --json takes no value"),
    (["games", "--lang"], "", "option --lang needs a value"),
    (["games", "--lang", "xx"], "", "--lang must be one of: en, fr; not 'xx'"),
    (["games", "extra"], "", "'extra' is more than this command takes"),
    (["draw"], "", "POSITION is missing"),
    (["perft"], "", "POSITION is missing"),
    (["perft", "3"], "", "POSITION is missing"),
    (["draw", ""], "", "expected a position"),
    (["draw", " \n "], "", "expected a position"),
    (["draw", "spell", "2e"], "", "expected one text, but came 2 words"),
    (["draw", "@"], "", "there is no game '@'"),
    (["draw", "@/nowhere/at/all"], "", "there is no file '/nowhere/at/all'"),
    (["draw", "@/"], "", "'/' is a folder, not a file"),
    (["draw", "@a\0b"], "", "cannot be read"),
    (["draw", f"@{'x' * 5000}"], "", "cannot be read"),
    (["draw", "@/dev/zero"], "", "is too large"),
    (["draw", "-"], "", "expected a position"),
    (["draw", "-"], "\0\1\2", "there is no game"),
    (["draw", "-"], "spell \x1b[2J", "column 7: expected readable text, not a control character"),
    (["draw", "-"], "spell " + "(" * 2_000_000, "a text of at most"),
    (["draw", "\udcff\udcfe"], "", "there is no game"),
    (["draw", "{"], "", "line 1, column 2: expected JSON"),
    (["draw", "{}"], "", "there is no game ''"),
    (["draw", "-"], '{"game":' + "[" * 100_000, "expected JSON"),
    (["draw", "-"], '{"game": "spell", "round": ' + "9" * 5000 + "}", "expected JSON of a reasonable size"),
    (["draw", '{"game": "spell", "arena": {"a": 1}}'], "", "arena"),
    (["draw", '{"game": "spell", "head": 7}'], "", "head"),
    (["draw", '{"game": "spell", "frob": 7}'], "", "there is no field of this name"),
    (["draw", "chess 2e | x"], "", "there is no game 'chess'"),
    (["draw", f"{ROUND_ONE} | turn green"], "", "line 1, column 59: expected a player"),
    (["convert", ROUND_ONE], "", "--to is missing; it must be one of: line, drawn, json"),
    (["read", "x.png", "--corners", "1,2"], "", "option --corners needs 4 values after it: X,Y X,Y X,Y X,Y"),
    (["convert", ROUND_ONE, "--to", "xml"], "", "--to must be one of: line, drawn, json"),
    (["perft", ROUND_ONE, "21"], "", "DEPTH must be a number from 0 to 20"),
    (["perft", ROUND_ONE, "two"], "", "DEPTH must be a number from 0 to 20"),
    (["best", ROUND_ONE, "--seconds", "nan"], "", "--seconds must be a number"),
    (["best", ROUND_ONE, "--seconds", "inf"], "", "--seconds must be a number"),
    (["demo", "--speed", "-1"], "", "--speed must be a number"),
    (["runes", ROUND_ONE, "--rune", "1O"], "", "--rune, column 3"),
    (["runes", ROUND_ONE, "--rune", "1O=##/#x"], "", "--rune, column 8"),
    (["check"], "", "RECORD is missing"),
    (["check", "-"], "", "it may have been cut off"),
    (["check", "-"], "result: unfinished\n", '[game "…"]'),
    (["check", "-"], '[game "chess"]\nresult: unfinished\n', "there is no game 'chess'"),
    (["check", "-"], '[game "spell"]\n[edition "9e"]\nresult: unfinished\n', "option edition must be one of"),
    (["check", "-"], '[game "spell"]\n[position "spell 2e"]\nresult: unfinished\n', "expected the arena"),
    (
        ["check", "-"],
        '[game "spell"]\n[position "spell 3e"]\nresult: unfinished\n',
        "line 2, column 18: ",
    ),
]


@pytest.mark.parametrize(("args", "given", "message"), NASTY)
def test_bad_input_is_told_in_one_sentence(args: list[str], given: str, message: str) -> None:
    result = run(*args, given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    first, *hints = result.stderr.splitlines()
    assert first.startswith("runewatch: ")
    assert message in first
    assert all(hint.startswith("  ") for hint in hints)
    in_french = run(*args, given=given, LANG="fr_FR.UTF-8")
    assert in_french.exit_code == 2
    assert in_french.stderr.startswith("runewatch")
    as_json = run("--json", *args, given=given)
    assert as_json.exit_code == 2
    assert as_json.stderr == ""
    assert message in json.loads(as_json.stdout)["error"]["message"]


def test_bytes_that_are_no_text() -> None:
    for name in ("draw", "check"):
        error = document(name, "-", status=2, given=b"spell\n2e \xff\xfe")["error"]
        assert (error["line"], error["column"], error["found"]) == (2, 4, "'0xff'")


@pytest.mark.parametrize("given", [["spell", "2e"], ["spell"]])
def test_a_position_without_quotes_gets_a_hint(given: list[str]) -> None:
    hint = run("legal", *given).stderr.splitlines()[1]
    assert hint.startswith("  Put the whole position in quotes")
    assert f"runewatch legal '{' '.join(given)} | …'" in hint


@pytest.mark.parametrize("given", ["", " \n "])
def test_nothing_for_a_position_gets_an_example(given: str) -> None:
    hint = document("draw", given, status=2)["error"]["hint"]
    assert hint == document("draw", "-", given=given, status=2)["error"]["hint"]
    assert text("draw", hint.partition(": ")[2])


def test_a_file_without_its_sign_gets_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "position"
    path.write_text(ROUND_ONE, encoding="utf-8")
    error = document("draw", str(path), status=2)["error"]
    assert error["hint"] == f"To read a file, write @{path}."


# -- examples -------------------------------------------------------------------------------------------


def commands(found: click.Command, *names: str) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(names), found
    if isinstance(found, click.Group):
        for name, inner in found.commands.items():
            yield from commands(inner, *names, name)


EXAMPLES = [(name, example) for name, command in commands(app) for example in getattr(command, "examples", ())]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_of_the_help_is_understood(name: str, example: str) -> None:
    """Nothing is done: the words are parsed, and the settings that they set are looked at."""
    program, *words = takewhile(lambda word: word not in ("<", ">", "|"), shlex.split(example))
    assert program == "runewatch"
    found: click.Command = app
    while isinstance(found, click.Group) and words and words[0] in found.commands:
        found = found.commands[words.pop(0)]
    with suppress(click.exceptions.Exit):  # of those that show the help
        ctx = found.make_context(name, words, obj=wished([], {}))
        overridden(Settings(), ctx.params.get("overrides", ()))


def test_every_command_but_groups_has_an_example() -> None:
    assert len(EXAMPLES) > 40
    groups = {name for name, command in app.commands.items() if isinstance(command, click.Group)}
    assert {name for name, _ in EXAMPLES} >= set(app.commands) - groups


def test_options_are_named_as_they_are_typed() -> None:
    for language in languages():
        told = run("games", "--lang", language).stdout
        for game in json.loads(run("games", "--json").stdout)["games"]:
            for item in game["stock"]:
                assert re.search(rf"^  \w.* {item['option']}$", told, re.MULTILINE)
