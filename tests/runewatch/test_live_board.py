"""A board laid out and played on at the simulated table, read from its pictures: what is kept is what was done."""

from __future__ import annotations

from collections.abc import Mapping

from runewatch.events import Acted, Began
from runewatch.live.handling import as_laid
from runewatch.match import begun
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing
from runewatch.sight.boards import board_reader
from runewatch.simulated import Wish, in_view, scene_of
from tests.runewatch.refereeing import Camera, Sitting
from vision.board import find
from vision.profile import Profile
from vision.sighting import Sighting

SETUP = {"players": 2, "camera": "board"}
TURN = (
    "archimage camera=board | board 1p=r2 1q=b2 1a=b3 2p=g2 2q=y2 12=transmutation-earth"
    " | mages shaman=v1 witch=v2 | dice shaman=r2,r6,b3 witch=y5,g4,g6 | turn shaman | first shaman"
)


class Photographed(Camera):
    """Takes pictures of the simulated table and reads them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rules = begun(Began("archimage", SETUP)).rules
        self.scene = scene_of(self.rules, Wish(tilt=4.0, seed=5), plan=self.plan)
        self.reader = board_reader(self.rules, self.plan, Profile("printed"))
        self.taken = 0
        self.view = find(self.scene.picture({}), self.plan).view

    def sighting(self, layout: Mapping[str, object], *, overlay: bool = False) -> Sighting:
        self.taken += 1
        return self.reader.read(self.scene.picture(layout, moment=float(self.taken)), self.view)  # type: ignore[arg-type]


def changed(sit: Sitting, changes: Mapping[str, str]) -> None:
    """The table as the match has it, with these changes, looked at."""
    things = {thing.name: thing for thing in sit.referee.plan.things}
    plan = sit.camera.plan
    layout = dict(as_laid(plan, in_view(plan, sit.rules.layout(sit.state))))
    layout |= {place: tuple(things[name] for name in names.split()) for place, names in changes.items()}
    sit.look({place: lying for place, lying in layout.items() if lying}, frames=3)


def kept(sit: Sitting) -> list[tuple[str, bool]]:
    return [(event.text, event.seen) for event in sit.kept if isinstance(event, Acted)]


def test_a_board_is_laid_out_and_a_seal_broken_with_hardly_a_word() -> None:
    match = begun(Began("archimage", SETUP))
    camera = Photographed(match.rules.watched())
    sit = Sitting(match, camera)
    changed(sit, {"1p": "seal-red-2", "5e": "seal-blue-5", "36": "scroll-synergy-fire"})
    assert sorted(kept(sit)) == [("lay 1p r2", True), ("lay 36 synergy-fire", True), ("lay 5e b5", True)]
    changed(sit, {"2a": "seal-green-4"})
    (spot,) = sit.referee.aloud.places["2a"]
    assert [breach.rule for breach in spot.breaches] == ["archimage.setup.seals", "archimage.board.spaces"]
    sit = Sitting(begun(Began("archimage", SETUP, (), TURN)), camera)
    changed(sit, {})
    changed(sit, {"v1": "", "1q": "mage-shaman"})
    assert kept(sit) == [("break 1q with b3", True)]
    assert sit.referee.standing is Standing.IN_STEP
    assert not sit.of(say.OutOfStep)
