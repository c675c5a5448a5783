"""The guided demo as the simulated camera shows it: a live match reads every table of it as it lies."""

from __future__ import annotations

from engine.record import replay
from engine.table import Layout
from runewatch.live.demo import record
from runewatch.live.opening import TILT
from runewatch.live.watching import TOGETHER
from runewatch.sight.drawn import drawn_profile
from runewatch.sight.looking import Hints, board, board_places, layout_of, sight
from runewatch.simulated import Wish, in_view, scene_of
from vision.combining import combine
from vision.network import EVERY_WAY


def named(layout: Layout, own: set[str]) -> dict[str, set[str]]:
    return {place: {one.name for one in things} for place, things in layout.items() if things and place in own}


def test_every_table_of_it_is_read_as_it_lies() -> None:
    rules = record().open()
    eyes = sight(rules, drawn_profile(rules))
    scene = scene_of(rules, Wish(tilt=TILT))
    own = {place.name for place in board_places(eyes.plan)}
    steps = list(replay(record(), rules))
    for number, state in enumerate([*(step.before for step in steps), steps[-1].after]):
        laid = in_view(eyes.plan, rules.layout(state))
        looks = []
        for i in range(TOGETHER):
            picture = scene.picture(laid, moment=float(number * TOGETHER + i))
            found = board(picture, eyes.plan, Hints())
            looks.append(eyes.seen(picture, found, turns=(EVERY_WAY[i % len(EVERY_WAY)],)))
        assert named(layout_of(eyes.plan, combine(looks)), own) == named(laid, own), number
