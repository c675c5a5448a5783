"""Every package says in its first lines what lives there and what does not, so that a newcomer finds the place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOPS = ("engine", "vision", "device", "runewatch", "web", "bench", "training")
FOLDERS = sorted({path.parent.relative_to(ROOT).as_posix() for top in TOPS for path in (ROOT / top).rglob("*.py")})
LONGEST = 30
"""Lines a package may take to say what it is."""

PLACES = {
    "how a rune is matched": ("engine/spell/runes.py", "def formed"),
    "an LED's pattern": ("device/patterns.py", "class Pattern"),
    "the words of a refusal": ("engine/spell/sentences.py", "spell.mage.move.adjacent"),
    "how the corners of the board are found": ("vision/board/finding.py", "def find"),
}


def told(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_package_says_what_lives_there_and_what_must_not(folder: str) -> None:
    words = told(ROOT / folder / "__init__.py")
    lives, _, elsewhere = words.partition("\n\nNot here: ")
    assert lives and elsewhere, folder
    assert words.count("\n") < LONGEST, "short, or nobody reads it"


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_modules_that_a_package_names_are_there(folder: str) -> None:
    """Where it speaks of a package elsewhere, that is there, too."""
    for name in re.findall(
        r"``((?:engine|vision|device|runewatch|web)\.[a-z_.]+)``", told(ROOT / folder / "__init__.py")
    ):
        path = ROOT / name.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_every_module_says_what_it_is_for() -> None:
    silent = [path for top in TOPS for path in (ROOT / top).rglob("*.py") if not told(path)]
    assert not silent


@pytest.mark.parametrize("wanted", PLACES)
def test_what_newcomers_look_for_is_where_the_guide_sends_them(wanted: str) -> None:
    file, holds = PLACES[wanted]
    guide = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    row = next(line for line in guide.splitlines() if line.startswith("| ") and wanted in line)
    assert Path(file).name in row
    assert holds in (ROOT / file).read_text(encoding="utf-8")
