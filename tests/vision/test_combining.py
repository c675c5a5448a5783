"""Several frames as one: idempotent, not more certain than the best, and looking past what hides a place."""

from __future__ import annotations

import pytest

from vision.camera import Lens, View
from vision.combining import combine
from vision.sighting import NOTHING, Belief, Sighting

VIEW = View(Lens.usual(640, 480), (0.0, 0.0, 0.0), (0.0, 0.0, 9.0))


def seen(tile: dict[str, float], hidden: float = 0.0, certainty: float = 0.9) -> Sighting:
    return Sighting({"a1": Belief({"tile": tile}, hidden)}, certainty)


def chances(*sightings: Sighting) -> dict[str, float]:
    return dict(combine(sightings).places["a1"].kinds["tile"])


def test_one_frame_is_what_it_is() -> None:
    only = seen({"white": 0.7, "black": 0.3})
    assert combine([only]) is only


def test_there_must_be_a_frame() -> None:
    with pytest.raises(ValueError, match="nothing to combine"):
        combine([])


def test_the_same_frame_again_makes_nothing_more_certain() -> None:
    tile = {"white": 0.7, "black": 0.2, NOTHING: 0.1}
    found = combine([seen(tile, hidden=0.1)] * 9)
    assert dict(found.places["a1"].kinds["tile"]) == pytest.approx(tile)
    assert found.places["a1"].hidden == 0.1 and found.certainty == pytest.approx(0.9)


@pytest.mark.parametrize("times", range(2, 8))
def test_frames_that_are_the_very_same_are_combined_without_a_fault_of_rounding(times: int) -> None:
    tile = {"white": 0.1, "black": 0.3, "violet": 0.55, NOTHING: 0.05}
    sure = {"white": 1 - 3e-17, "black": 3e-17}
    for one in (tile, sure):
        assert chances(*[seen(one, hidden=0.3)] * times) == pytest.approx(one)


def test_one_doubtful_frame_does_not_outweigh_several_clear_ones() -> None:
    clear, doubtful = seen({"white": 0.98, "black": 0.02}), seen({"white": 0.4, "black": 0.6})
    found = chances(clear, doubtful, clear, clear)
    assert 0.9 < found["white"] < 0.98
    assert sum(found.values()) == pytest.approx(1)


def test_frames_that_contradict_each_other_leave_it_open() -> None:
    found = chances(seen({"white": 0.99, "black": 0.01}), seen({"white": 0.01, "black": 0.99}))
    assert found == pytest.approx({"white": 0.5, "black": 0.5})


def test_nothing_becomes_likelier_than_some_frame_had_it() -> None:
    found = chances(
        seen({"white": 0.6, "black": 0.4, NOTHING: 0.0}), seen({"white": 0.6, "black": 0.0, NOTHING: 0.4})
    )
    assert found["white"] == pytest.approx(0.6)
    assert found["black"] == pytest.approx(found[NOTHING]) == pytest.approx(0.2)


def test_a_thing_only_some_frames_know_is_unlikely_in_the_others() -> None:
    found = chances(seen({"white": 1.0}), seen({"white": 0.9, "black": 0.1}))
    assert found["white"] > 0.9 and 0 < found["black"] < 0.1


def test_a_thing_that_no_frame_saw_stays_out() -> None:
    first, second = {"white": 0.9, "black": 0.1, NOTHING: 0.0}, {"white": 0.6, "black": 0.4, NOTHING: 0.0}
    without = chances(seen({"white": 0.9, "black": 0.1}), seen({"white": 0.6, "black": 0.4}))
    assert chances(seen(first), seen(second)) == pytest.approx({**without, NOTHING: 0.0})


def test_a_hidden_place_takes_what_other_frames_saw() -> None:
    found = combine([seen({"white": 0.5, "black": 0.5}, hidden=0.95), seen({"white": 0.97, "black": 0.03})])
    assert found.places["a1"].hidden == 0
    assert found.places["a1"].best("tile")[0] == "white" and found.places["a1"].best("tile")[1] > 0.95


def test_of_many_frames_one_alone_does_not_uncover_a_place() -> None:
    hidden = seen({"white": 0.5, "black": 0.5}, hidden=0.9)
    assert combine([hidden] * 7 + [seen({"white": 1.0, "black": 0.0})]).places["a1"].hidden == 0.9
    assert combine([seen({"white": 1.0}, hidden=1.0)] * 3).places["a1"].hidden == 1


def test_a_frame_that_lost_the_board_counts_little() -> None:
    lost, sure = seen({"white": 0.1, "black": 0.9}, certainty=0.05), seen({"white": 0.95, "black": 0.05})
    found = combine([lost, sure, lost])
    assert found.places["a1"].best("tile")[0] == "white"
    assert 0.5 < found.certainty < 0.9


def test_frames_that_are_all_lost_still_combine() -> None:
    found = combine([seen({"white": 0.5, "black": 0.5}, certainty=0.0)] * 2)
    assert found.certainty == 0 and sum(found.places["a1"].kinds["tile"].values()) == pytest.approx(1)


def test_places_that_only_some_frames_tell_of_are_kept() -> None:
    other = Sighting({"b2": Belief({"gem": {"up": 1.0}})}, 0.8, VIEW)
    found = combine([seen({"white": 1.0}), other])
    assert set(found.places) == {"a1", "b2"} and found.view is VIEW


def test_the_view_is_that_of_the_surest_frame() -> None:
    moved = View(VIEW.lens, VIEW.turn, (0.1, 0.0, 9.0))
    assert combine([Sighting({}, 0.5, moved), Sighting({}, 0.9, VIEW)]).view is VIEW
