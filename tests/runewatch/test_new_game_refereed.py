"""The contract is enough for the referee too: the game of docs/new-game.md, followed by what is seen and said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.contract import TABLE
from runewatch.events import Acted, Ended, SteppedBack
from runewatch.referee import announcements as say
from runewatch.referee import requests as ask
from tests.runewatch.refereeing import Sitting, sitting

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"


@pytest.fixture(name="pebbles")
def pebbles_at_the_table(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "engine.pebbles"}
    exec(compile(code, PAGE.name, "exec"), names)
    game = names["GAME"]
    shelf = {**catalogue.games(), game.name: game}
    monkeypatch.setattr(catalogue, "games", lambda: shelf)
    return sitting("pebbles", setup={"pebbles": 5})


def heap(sit: Sitting, count: int) -> Any:
    return sit.rules.layout(sit.rules.read_position(f"pebbles {count} seat 0 die 0"))


def test_what_is_rolled_is_said_and_what_is_taken_is_seen(pebbles: Sitting) -> None:
    pebbles.referee.request(ask.Say("roll 3"))
    pebbles.look(heap(pebbles, 3), frames=20)
    pebbles.referee.request(ask.Say("roll 6"))
    pebbles.look(heap(pebbles, 0), frames=20)
    assert pebbles.kept[1:-1] == [
        Acted(TABLE, "roll 3"),
        Acted(0, "take 2", seen=True),
        Acted(TABLE, "roll 6"),
        Acted(1, "take 3", seen=True),
    ]
    assert pebbles.kept[-1] == Ended((1,), "pebbles.last-wins")
    assert pebbles.of(say.InDoubt) == pebbles.of(say.OutOfStep) == []


def test_too_many_taken_are_noticed_and_put_back(pebbles: Sitting) -> None:
    pebbles.referee.request(ask.Say("roll 1"))
    pebbles.look(heap(pebbles, 2), frames=50)
    (out,) = pebbles.of(say.OutOfStep)
    assert [one.place for one in out.differences] == ["spot-2", "spot-3", "spot-4"]
    pebbles.look(heap(pebbles, 5), frames=20)
    assert pebbles.of(say.InStep) == [say.InStep()]
    assert not any(isinstance(event, SteppedBack) for event in pebbles.kept)
