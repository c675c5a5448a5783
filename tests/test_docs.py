"""The guides and the README: no link leads nowhere, both languages say the same, and what is shown runs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def prose_of(path: Path) -> str:
    """A page without what is fenced."""
    return FENCE.sub("", text_of(path))


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """What can be linked to on a page: its headings, as all views of Markdown name them."""
    found = re.findall(r"^#{1,6} +(.+?) *$", prose_of(path), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found)


def fenced(kind: str, *pages: Path) -> Iterator[tuple[str, str]]:
    """The samples of a kind, with the page each stands on."""
    for path in pages or PAGES:
        for sample in re.findall(rf"^```{kind}\n(.*?)^```", text_of(path), re.MULTILINE | re.DOTALL):
            yield path.relative_to(ROOT).as_posix(), sample


# -- links ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_link_leads_nowhere(name: str) -> None:
    page = ROOT / name
    for link in LINK.findall(prose_of(page)):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert ROOT in target.parents, link
        if anchor:
            assert anchor in anchors_of(target), link
        # the site holds the guides alone: whatever else is linked to is a file that it can hand out
        assert page.parent == ROOT or target.suffix != ".md" or DOCS in target.parents, link
        assert page.parent == ROOT or target.is_file(), link


def test_every_page_has_its_place_in_the_table_of_contents() -> None:
    placed = {
        f"{line.strip()}.md"
        for _, block in fenced(r"\{toctree\}", DOCS / "index.md")
        for line in block.splitlines()
        if line.strip() and not line.startswith(":")
    }
    assert placed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"index.md"}


@pytest.mark.parametrize("path", sorted((DOCS / "players" / "en").glob("*.md")), ids=lambda path: path.name)
def test_players_read_the_same_in_both_languages(path: Path) -> None:
    other = DOCS / "players" / "fr" / path.name
    assert shape(path) == shape(other)


def shape(path: Path) -> list[str]:
    """What a page is built of: headings, steps, points, rows and pictures, and where its links lead."""
    lines = [line for line in prose_of(path).splitlines() if re.match(r"#|\d\.|- |\||!", line)]
    links = [link.replace("-fr.", "-en.") for link in LINK.findall(prose_of(path))]
    return [re.split(r"[ \[]", line)[0] for line in lines] + sorted(links)


def test_the_site_is_made_of_nothing_from_elsewhere() -> None:
    for path in PAGES:
        assert not re.search(r"!\[[^]]*\]\(https?:", prose_of(path)), path
    assert not re.search(r"https?:", text_of(DOCS / "conf.py"))


MEASURED = re.compile(r"\d[\d.,]* (?:ms|MB|nodes/s|k nodes)\b|\d[\d.,]* times python-chess")
QUOTING = [ROOT / "README.md", DOCS / "index.md", DOCS / "tinkering.md", DOCS / "contributing.md",
           DOCS / "journey.md", DOCS / "referee.md", *sorted((DOCS / "players").rglob("*.md"))]  # fmt: skip


@pytest.mark.parametrize("page", QUOTING, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_figures_are_those_of_the_benchmarks(page: Path) -> None:
    measured = text_of(DOCS / "benchmarks.md")
    for figure in MEASURED.findall(text_of(page)):
        assert figure in measured, f"{figure} was not measured, or is out of date"


# -- samples ----------------------------------------------------------------------------------------------


def commands() -> Iterator[tuple[str, str]]:
    """Every call of ours in a shell sample."""
    for name, sample in fenced("sh"):
        for line in sample.replace("\\\n", " ").splitlines():
            if found := re.search(r"^(?:\.venv/bin/|sudo )?runewatch (.*)", line.partition("  #")[0]):
                yield name, found[1]
            if found := re.match(r'make run ARGS="(.*)"', line):
                yield name, found[1]


def words_of(line: str) -> list[str]:
    """The words of a command, without what the shell does with its answer."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return [*takewhile(lambda word: word not in {">", "|", "&", ";"}, lexer)]


@pytest.mark.parametrize(("name", "line"), [*commands()])
def test_the_commands_are_there_with_their_options(name: str, line: str) -> None:
    from runewatch.cli.app import app  # noqa: PLC0415 - the other tests here do without the command line

    words = words_of(line)
    command: click.Command | None = app
    context: click.Context | None = None
    while command is not None:
        # what is unknown is refused here, too; only values are not looked at
        context = command.make_context(command.name, words, parent=context, resilient_parsing=True)
        words = [*context._protected_args, *context.args]
        command = (
            command.get_command(context, words.pop(0)) if isinstance(command, click.Group) and words else None
        )
        assert command is not None or not isinstance(context.command, click.Group) or not words, line


def test_what_is_made_can_be_made() -> None:
    there = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    for path in PAGES:
        said = re.findall(r"`(?:sudo )?make ([a-z]+)", prose_of(path))
        said += [one for _, sample in fenced("sh", path) for one in re.findall(r"\bmake ([a-z]+)", sample)]
        assert set(said) <= there, path


RUN_ELSEWHERE = {"docs/new-game.md": "tests/engine/test_new_game.py", "README.md": "tests/test_readme.py"}


@pytest.mark.parametrize(("name", "sample"), [*fenced("python")])
def test_python_is_run_by_a_test(name: str, sample: str) -> None:
    if name in RUN_ELSEWHERE:
        assert Path(name).name in text_of(ROOT / RUN_ELSEWHERE[name])
    elif modules := [import_module(found) for found in re.findall(r"vision(?:\.\w+)+", sample)]:
        # an outline, which says where each part comes from
        for called in re.findall(r"(?<![.\w])(\w+)\(", sample):
            assert any(hasattr(module, called) for module in modules), called
    elif "urlopen" not in sample:  # what asks a box is run with one, in tests/web/test_serving.py
        exec(compile(sample, name, "exec"), {})


OWN_FORMS = ("position", "layout", "record", "book", "toml")


@pytest.mark.parametrize("kind", OWN_FORMS)
def test_our_own_forms_are_read_by_a_test(kind: str) -> None:
    """Each page with samples in a form of ours is named by a test that reads them."""
    tests = "".join(text_of(path) for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__))
    for name, _ in fenced(kind):
        assert Path(name).name in tests, name
