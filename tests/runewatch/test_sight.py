"""What lies between the command line and the eye: where profiles are kept, and how right a reading is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.catalogue import game_named
from engine.truth import Truth
from runewatch.sight import made_from, profiles
from runewatch.sight.accuracy import Share, calibration, confusion, summary, sure
from runewatch.sight.looking import Hints, board, board_places, quarters_to, turned
from runewatch.sight.scoring import Answer, Score, condition_of
from tests.sighted import photo, view
from vision.board import lattice
from vision.cut import CLOSE_SIDE, SIDE, Window
from vision.packing import Kept
from vision.profile import Photo, Profile, ProfileError

GAME = game_named("spell")
RULES = GAME.open(GAME.sight)
PLAN = RULES.plan()
ASKED = "v b V . / b Bm v N / VE v b v / b v bM Be"


def one_photo() -> Photo:
    """Of nothing at all."""
    cut, close = (np.zeros((side, side, 3), np.uint8) for side in (SIDE, CLOSE_SIDE))
    return Photo(cut, Kept.of(close), (3.5, 3.25, 9.0), Window(-2, -2), {})


# -- profiles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../a", "a b", "-a", "a\0", "é", "x" * 65, "a.b"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(ProfileError, match="no name for a profile"):
        profiles.path_of(name)


def test_where_they_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.delenv("RUNEWATCH_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert profiles.folder() == tmp_path / ".local/share/runewatch/profiles"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    assert profiles.folder() == tmp_path / "x/runewatch/profiles"
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "y"))
    assert profiles.folder() == tmp_path / "y/profiles"


def test_a_profile_keeps_the_rules_it_was_taught_under(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    rules, _ = GAME.read_layout(f"spell deck=advanced | {ASKED}")
    profiles.keep(Profile("mine", (), profiles.about(rules)))
    assert profiles.names() == ("mine",)
    found = profiles.rules_of(profiles.chosen())
    assert found.setup == rules.setup and found.plan() == rules.plan()
    assert "gem" in {place.name for place in found.plan().places}


def test_each_game_is_read_by_a_set_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    monkeypatch.setattr(profiles, "built_in", lambda game, *_: Profile("printed", (), {profiles.GAME: game.name}))
    other = game_named("spellbook")
    profiles.keep(Profile("mine", (), {profiles.GAME: "spell"}))
    assert profiles.profile_for(GAME.open(), "mine").name == profiles.profile_for(GAME.open()).name == "mine"
    # what is set for one game does not keep the box from reading another
    assert profiles.profile_for(other.open(), "mine").name == profiles.profile_for(other.open()).name == "printed"
    assert profiles.profile_for(GAME.open(), "printed").name == "printed"
    profiles.keep(Profile("gems", (), {profiles.GAME: "spellbook"}))
    assert profiles.profile_for(other.open(), "mine").name == "gems"
    profiles.keep(Profile("stones", (), {profiles.GAME: "spellbook"}))
    with pytest.raises(ProfileError, match="gems, stones"):
        profiles.profile_for(other.open())
    with pytest.raises(ProfileError, match="no profile none"):
        profiles.profile_for(other.open(), "none")


def test_the_printed_set_is_drawn_anew_only_if_what_it_is_drawn_from_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[str] = []
    sources = iter(("one", "one", "two", "one", "three", "four", "four"))

    def draw(rules: Any) -> Profile:
        made.append(rules.game.name)
        return Profile("printed", (one_photo(),), profiles.about(rules))

    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    monkeypatch.setattr("runewatch.sight.drawn.drawn_profile", draw)
    monkeypatch.setattr(profiles, "fingerprint", lambda game: next(sources))
    counts = []
    for _ in range(7):
        profiles.built_in(GAME)
        counts.append(len(made))
    assert counts == [1, 1, 2, 2, 3, 4, 4]
    # the last but one stays, for whoever goes back a version
    assert len(list((tmp_path / "drawn").iterdir())) == 2


def test_what_a_set_is_drawn_from_is_told_by_its_drawings_and_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = made_from.fingerprint.__wrapped__(GAME)
    assert before == made_from.fingerprint(GAME) != made_from.fingerprint(game_named("spellbook"))
    monkeypatch.setattr(type(RULES), "drawing", lambda self, thing: None)
    drawn_otherwise = made_from.fingerprint.__wrapped__(GAME)
    monkeypatch.setattr(made_from, "_code", lambda: "other code")
    assert len({before, drawn_otherwise, made_from.fingerprint.__wrapped__(GAME)}) == 3


# -- which way the board lies ---------------------------------------------------------------------------


@pytest.mark.parametrize("degrees", [6.0, 96.0, 186.0, 276.0])
def test_a_board_is_turned_the_way_it_truly_lies(degrees: float) -> None:
    seen = view(twist=np.radians(degrees))
    picture = photo(RULES, RULES.read_layout(ASKED), seen=seen, mat=False)
    found = board(picture, PLAN, Hints())
    right = turned(found, PLAN, quarters_to(found, PLAN, degrees))
    corners = lattice(PLAN).corners
    assert np.abs(right.view.project(corners) - seen.project(corners)).max() < 5
    assert quarters_to(found, PLAN, degrees) == round((degrees - 6) / 90)


def test_the_board_is_its_own_places() -> None:
    assert [place.name for place in board_places(PLAN)] == [f"{c}{r}" for r in "1234" for c in "abcd"]


# -- how right it is ------------------------------------------------------------------------------------


def answer(kind: str, truth: str, seen: str, surely: float = 0.995, **more: Any) -> Answer:
    given = {"place": "a1", "condition": "open", "said_hidden": False, "on_board": True, **more}
    return Answer(kind=kind, truth=truth, seen=seen, surely=surely, **given)


SCORES = [
    Score(Path("0.png"), "mat", (
        answer("tile", "neutral", "neutral"), answer("figure", "black-mage", "violet-mage", 0.6),
        answer("tile", "black-active", "black-active", place="b1"), answer("figure", "", "", place="b1"),
        answer("tile", "neutral", "", 0.95, condition="hidden", place="c1"),
        answer("tile", "neutral", "neutral", 0.3, condition="hidden", place="d1", said_hidden=True),
        answer("special", "", "black-special", 0.7, place="b0", on_board=False),
        answer("gem", "gem-up", "gem-up", place="gem", on_board=False),
    ), how="mat", certainty=0.99),
    Score(Path("1.png"), "bare", (
        answer("tile", "neutral", "black-active", 0.4, condition="glared"),
        answer("figure", "", "", 0.999, condition="glared"),
        answer("tile", "neutral", "neutral", place="b1", said_hidden=True),
        answer("special", "black-special", "violet-special", place="b0", on_board=False),
        answer("gem", "gem-up", "", place="gem", on_board=False),
    ), how="bare", certainty=0.9, off=0.3, quarters=1),
    Score(Path("2.png"), "bare", trouble=ProfileError("none")),
]  # fmt: skip


def test_a_summary() -> None:
    found = summary(SCORES, PLAN)
    assert (found.pictures, found.found) == (3, 1), "one was not found, and one not where it is"
    assert found.cells_wrong == Share(1, 3)
    assert found.kinds_wrong == {"tile": Share(0, 3), "figure": Share(1, 2)}
    assert found.standing_wrong == Share(1, 1)
    assert found.boards_right == Share(1, 3) and found.everything_right == Share(0, 3)
    assert found.around == {"special": Share(0, 1)} and found.imagined == {"special": 1}
    assert found.pointing_right == Share(1, 2)
    assert found.glared_wrong == Share(1, 1)
    assert found.hidden_told == Share(1, 2) and found.hidden_confident == 1
    assert found.falsely_hidden == Share(1, 3)
    assert found.turned_right == Share(0, 1)


def test_nothing_is_summed_up_from_nothing() -> None:
    assert summary([], PLAN).boards_right == Share(0, 0)
    assert Share(0, 0).part == 0


def test_answers_are_counted_by_how_sure_they_are() -> None:
    steps = calibration(SCORES, PLAN)
    assert sum(share.of for _, share in steps) == 11
    assert sure(steps) == Share(6, 7), "the gem was overlooked, and surely"
    assert dict(steps)[0.95] == Share(0, 1) and dict(steps)[0.999] == Share(1, 1)


def test_what_is_taken_for_what() -> None:
    assert dict(confusion(SCORES, "figure")) == {("black-mage", "violet-mage"): 1, ("", ""): 1}


def test_conditions() -> None:
    truth = Truth({}, ["a1"], "mat", 0.0, hidden=["a1"], glared=["b1", "a1"])
    assert [condition_of(name, truth) for name in ("a1", "b1", "c1")] == ["hidden", "glared", "open"]
