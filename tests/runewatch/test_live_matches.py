"""Whole matches, acted out at a table and seen through frames alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from runewatch.events import Began
from tests.runewatch.acted import Room
from tests.runewatch.modes import MODES
from tests.runewatch.painted import PaintedRoom
from tests.runewatch.scripted import acted_out


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_match_is_kept_as_it_was_played(tmp_path: Path, mode: str) -> None:
    here = PaintedRoom(tmp_path, Began("spell", MODES[mode]))
    with here.journal, here.listeners:
        acted_out(here, mode)


def test_a_whole_match_on_the_drawn_set_is_read_by_the_networks(room: Callable[..., Room]) -> None:
    # the other modes take their minutes in the bench
    acted_out(room(setup=MODES["normal solo"]), "normal solo")
