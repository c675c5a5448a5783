"""A whole match at the simulated table, in a real browser: every piece is carried there by the mouse."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine.record import Record, Step, read_record, replay
from engine.table import Layout, Thing
from runewatch.live.acting import deed_of
from runewatch.live.handling import piece_of, settled
from runewatch.live.hands import Hands
from runewatch.live.sources import Simulated
from runewatch.referee.assessing import Standing
from tests.web.conftest import Window
from tests.web.hosting import until
from tests.web.simulating import Simulation, use_simulation
from tests.web.test_sim_view import opened

SPOT = """([name, x, y]) => {
    const box = document.querySelector(`#sim-board .cell[data-place='${name}'] .mat`).getBoundingClientRect();
    return [box.x + x * box.width, box.y + y * box.height];
}"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('#sim-board .cell')]
    .map(one => [one.dataset.place, [...one.querySelectorAll('use')].map(u => u.getAttribute('href').slice(3))])
    .filter(([, things]) => things.length))"""
MIDDLE, CORNER = (0.5, 0.5), (0.1, 0.1)
"""Where a figure is taken, and where the tile that it stands on."""
AGAIN = 3.0
"""Seconds after which a button that was not heeded is pressed once more."""
Carried = tuple[Thing, str, str]
"""A thing, where it lies, and where it is to lie; nowhere is beside the table."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulation]:
    yield from use_simulation(tmp_path, monkeypatch)


class Player:
    """Somebody with a mouse, who plays what a record says."""

    def __init__(self, table: Simulation, page: Any, other: Any) -> None:
        self.table, self.page, self.other = table, page, other
        self.hands = Hands(table.host)
        self.pressed: float | None = None
        """When the button was pressed last for the step that is being done."""

    @property
    def rules(self) -> Any:
        match = self.table.host.moment.match
        assert match is not None
        return match.rules

    @property
    def lying(self) -> Layout:
        return {name: things for name, things in self.hands.laid().layout.items() if things}

    def do(self, step: Step) -> None:
        """An entry of the record; what is not legal is put right as soon as the referee says so."""
        deed, self.pressed = deed_of(self.rules, step), None
        if deed is None:
            return
        if deed.layout is None:
            self.table.until(lambda moment: self.is_at_rest() and self.is_understood(step.before))
            self.say(step, deed.said)
        else:
            self.lay(deed.layout)
        if deed.is_fault:
            self.table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)
            self.page.locator("#sim-trouble").wait_for()
            self.page.get_by_role("button", name="Lay it as the match has it").click()
        self.table.until(lambda moment: self.is_understood(deed.expected) or self.is_heard(step))
        if self.lying != (wanted := self.laid(deed.expected)):
            self.lay(wanted)

    def is_understood(self, expected: Any) -> bool:
        moment = self.table.host.moment
        if moment.standing is Standing.IN_DOUBT and moment.doubt is not None:
            self.choose(expected)
        match = moment.match
        return moment.standing is Standing.IN_STEP and match is not None and match.state == expected

    def is_at_rest(self) -> bool:
        """No hand is at work any more."""
        source = self.table.host.source
        assert isinstance(source, Simulated)
        return not source.table.is_busy(source.now())

    def is_heard(self, step: Step) -> bool:
        """Never true: a button pressed while the table was not understood yet is pressed again when it is."""
        match, referee = self.table.host.moment.match, self.table.host.sitting.referee  # type: ignore[union-attr]
        assert match is not None
        is_waiting = referee.standing is Standing.IN_STEP and match.state == step.before
        if is_waiting and self.pressed is not None and time.monotonic() > self.pressed + AGAIN:
            self.press(step)
        return False

    def laid(self, state: Any) -> Layout:
        return {name: things for name, things in self.rules.layout(state).items() if things}

    def say(self, step: Step, text: str) -> None:
        """What no hand can do: turns are ended at the box, all else is typed in."""
        if self.rules.read_action(step.before, text) == self.rules.closing(step.before):
            self.press(step)
            return
        self.other.locator("#arbiter").click()
        self.other.locator("#action").fill(text)
        self.other.locator("#say-action").click()
        self.other.locator("#correcting").wait_for(state="hidden")

    def press(self, step: Step) -> None:
        """The button of whoever acts."""
        seat = self.rules.clock(step.before).seat
        self.page.locator(f".knob[data-name=button-{seat + 1}]").click()
        self.pressed = time.monotonic()

    def choose(self, expected: Any) -> None:
        """Several things may have been done: the one that was."""
        for number, reading in enumerate(self.table.host.sitting.referee.offered):  # type: ignore[union-attr]
            if reading.state == expected:
                # what the page shows may be an earlier question still: then it is refused, and picked again
                self.page.locator("#sim-doubt button").evaluate_all("(them, n) => them[n]?.click()", number)
                self.page.wait_for_timeout(50)
                return

    def lay(self, wanted: Layout) -> None:
        """Carries one thing after the other until the table looks like this."""
        for _ in range(30):
            # once the frame of the arena is known, the same places go by other names
            overlay = self.table.host.sitting.referee.overlay  # type: ignore[union-attr]
            named = settled(self.rules.plan(), overlay=overlay, layout=wanted)
            moves = list(self.carried(named))
            along = next((one for one in moves if one[1] and one[2]), None)
            if along is not None:
                self.carry(*along)
            elif not self.turned(named):
                if not moves:
                    return
                self.carry(*moves[0])
        raise AssertionError(f"it does not come to {wanted}")

    def turned(self, wanted: Layout) -> bool:
        """Turns one thing over that lies where it should, with the wrong side up."""
        plan = self.rules.plan()
        for name, things in self.lying.items():
            for thing in things:
                there = {one.name for one in wanted.get(name, ())}
                faces = {one.name for one in piece_of(plan, thing).faces} - {thing.name}
                if thing.name not in there and faces & there:
                    self.turn(name)
                    return True
        return False

    def turn(self, name: str) -> None:
        self.until_shown()
        before = self.lying
        self.page.locator(f"#sim-board [data-place={name}]").focus()
        self.page.keyboard.press("t")
        until(lambda: self.lying != before)

    def carried(self, wanted: Layout) -> Iterator[Carried]:
        """What may be carried next: to where it belongs, tiles before what stands on them; then off the table."""
        lying = self.lying
        missing = [
            (name, thing)
            for name, things in wanted.items()
            for thing in things
            if thing not in lying.get(name, ()) and (thing.kind == "figure" or not lying.get(name))
        ]
        spare = [
            (name, thing)
            for name, things in lying.items()
            for thing in things
            if thing not in wanted.get(name, ())
        ]
        for name, thing in sorted(missing, key=lambda one: one[1].kind == "figure"):
            source = next((at for at, one in spare if one == thing), "")
            yield thing, source, name
        for name, thing in spare:
            yield thing, name, ""

    def carry(self, thing: Thing, source: str, target: str) -> None:
        self.until_shown()
        mouse, page, before = self.page.mouse, self.page, self.lying
        if source:
            mouse.move(*page.evaluate(SPOT, [source, *(MIDDLE if thing.kind == "figure" else CORNER)]))
        else:
            # beside the table a piece shows one of its faces; it is turned over when it lies
            thing = piece_of(self.rules.plan(), thing).faces[0]
            piece = page.locator(f".piece[data-thing={thing.name}]")
            piece.evaluate("one => { one.closest('details').open = true; }")
            piece.hover()
        mouse.down()
        if target:
            mouse.move(*page.evaluate(SPOT, [target, *MIDDLE]), steps=3)
        else:
            tray = page.locator("#tray-title").bounding_box()
            mouse.move(tray["x"] + 5, tray["y"] + 5, steps=3)
        mouse.up()
        until(lambda: self.lying != before)

    def until_shown(self) -> None:
        """The page has drawn what lies there."""
        until(lambda: self.page.evaluate(SHOWN) == {k: [one.name for one in v] for k, v in self.lying.items()})


def built(script: Record, rules: Any) -> list[Step]:
    """What is played from the first tile on; the display is there already."""
    steps = list(replay(script, rules))
    first = next(number for number, step in enumerate(steps) if step.entry.text.startswith("core"))
    return steps[first:]


def test_a_whole_match_is_played_by_dragging(table: Simulation, window: Window) -> None:
    """From the first tile to the last rune: built, shifted, conjured, claimed, once forbidden and put right."""
    script = read_record((files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8"))
    rules = script.open()
    steps = built(script, rules)
    table.begin(rules.write_position(steps[0].before), ("Ana", "Leo"), **rules.setup)
    page = opened(window, viewport={"width": 1400, "height": 2400})
    player = Player(table, page, window.open(paired=True))
    for step in steps:
        player.do(step)
    page.locator("#sim-turn").get_by_text("16").first.wait_for()
    match = table.host.moment.match
    assert match is not None
    assert match.rules.points(match.state) == (16, 12)
    assert match.over is not None
