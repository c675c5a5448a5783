"""What the README shows works as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_engine_example_says_which_rule_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "spell.mage.move.adjacent" in capsys.readouterr().out


@pytest.mark.parametrize("said", re.findall(r'ARGS="(.*)"', README))
def test_the_commands_shown_run(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from runewatch.cli import main  # noqa: PLC0415 - so that the other tests here do not need the command line

    with pytest.raises(SystemExit) as left:
        main(shlex.split(said))
    assert left.value.code in (0, None)
    assert capsys.readouterr().out


def test_the_pages_it_links_to_are_there() -> None:
    root = Path(__file__).parent.parent
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (root / link).exists(), link
