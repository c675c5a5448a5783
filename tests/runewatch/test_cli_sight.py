"""``teach`` and ``read`` from end to end, on painted tables and with a network that tells plain colours apart."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from engine.catalogue import game_named
from runewatch.cli.app import app
from runewatch.cli.reply import wished
from runewatch.cli.sighting import percent
from runewatch.sight import profiles
from tests.sighted import SIZE, Plain, photo, use_plain_network, view
from vision.board import lattice
from vision.network import Network
from vision.profile import load

SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))
GAME = game_named("spell")
RULES = GAME.open(GAME.sight)
TAUGHT = "Vm vE BM be / N V b v / v B b V / b v . B | special violet e2 black z1"
ASKED = "v b V . / b Bm v N / VE v b v / b v bM Be | special violet b0"


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own, with pictures in it."""
    use_plain_network(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    paint("taught.png", TAUGHT)
    paint("asked.png", ASKED)


def paint(name: str, layout: str, hidden: tuple[str, ...] = (), twist: float = 0.1, *, mat: bool = True) -> None:
    Path(name).write_bytes(painted(layout, hidden, twist, mat))


@cache
def painted(layout: str, hidden: tuple[str, ...], twist: float, mat: bool) -> bytes:
    picture = photo(RULES, RULES.read_layout(layout), hidden, view(twist=twist), mat=mat)
    return cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()


def run(*args: str) -> Result:
    return CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None}).invoke(app, args, catch_exceptions=False)


def text(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(name: str, *args: str, status: int = 0) -> Any:
    result = run(name, *args, "--json")
    assert result.exit_code == status, result.output
    found = json.loads(result.stdout)
    told = "error" if status == 2 else name
    Draft202012Validator({"$ref": f"#/$defs/{told}", "$defs": SCHEMA["$defs"]}).validate(found)
    return found


def teach(*args: str) -> Any:
    return document("teach", "taught.png", "--layout", TAUGHT, "--profile", "mine", *args)


def refused(*args: str) -> str:
    """What is said, once as text and once as JSON."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == "" and "Traceback" not in result.stderr
    problem = document(*args, status=2)["error"]
    assert problem["message"] in result.stderr
    return str(result.stderr)


# -- teach ----------------------------------------------------------------------------------------------


def test_a_lesson_of_one_photo() -> None:
    found = teach()
    assert found["profile"] == "mine" and found["photos"] == 1 and found["missing"] == []
    assert Path(found["file"]).is_file() and Path(found["file"]).parent == Path("data/profiles").absolute()
    assert found["examples"]["black-active"] == 3 and found["examples"]["violet-special"] == 1
    (added,) = found["added"]
    assert added["found"] == "mat"
    assert added["layout"] == f"spell | {TAUGHT}"
    assert added["doubts"] == [] and added["covered"] == []


def test_a_lesson_in_words() -> None:
    told = text("teach", "taught.png", "--layout", TAUGHT, "--profile", "mine")
    assert "taught.png: the board was found by the marks of its mat." in told
    assert "Profile mine: 1 photo, kept in" in told
    assert "black mage" in told and "none yet" not in told
    assert "How well it tells them apart" in told
    assert max(map(len, told.replace(str(Path("data").absolute()), "").split("\n"))) <= 80


def test_a_second_photo_adds_and_new_starts_afresh() -> None:
    teach()
    both = document("teach", "asked.png", "--layout", ASKED, "--profile", "mine")
    assert both["photos"] == 2
    tiles = next(one for one in both["separation"] if one["kind"] == "tile")
    assert tiles["right"] == tiles["asked"] == 30 and len(tiles["worst"]) == 2
    assert teach("--new")["photos"] == 1


def test_several_photos_at_once_each_with_its_layout() -> None:
    Path("asked.txt").write_text(f"spell | {ASKED}\n", encoding="utf-8")
    found = document(
        "teach", "taught.png", "--layout", TAUGHT, "asked.png", "--layout", "@asked.txt", "--profile", "two"
    )
    assert [one["picture"] for one in found["added"]] == ["taught.png", "asked.png"]


@pytest.mark.parametrize("quarters", range(4))
def test_on_a_bare_table_the_layout_tells_which_way_the_board_lies(quarters: int) -> None:
    paint("bare.png", TAUGHT, twist=0.1 + quarters * np.pi / 2, mat=False)
    found = document("teach", "bare.png", "--layout", TAUGHT, "--profile", "bare")
    assert found["added"][0]["found"] == "bare" and found["added"][0]["doubts"] == []
    assert text("read", "asked.png", "--profile", "bare").splitlines()[-1] == f"spell | {ASKED}"


def test_covered_places_teach_nothing_and_are_named() -> None:
    paint("hand.png", TAUGHT, hidden=("c2",))
    found = document("teach", "hand.png", "--layout", TAUGHT, "--profile", "mine")
    assert "c2" in found["added"][0]["covered"]
    paint("hands.png", TAUGHT, hidden=("a1", "b1", "c1", "d1", "a2", "c2", "a3", "c3", "d3"))
    assert "too much of the board is covered" in refused(
        "teach", "hands.png", "--layout", TAUGHT, "--profile", "mine"
    )


def test_a_layout_that_does_not_match_is_refused_and_nothing_is_stored() -> None:
    told = refused("teach", "asked.png", "--layout", TAUGHT, "--profile", "mine")
    assert "the layout does not match the photo: look at" in told and "d1" in told
    assert not Path("data/profiles/mine.profile").exists()
    assert document("teach", "asked.png", "--layout", TAUGHT, "--profile", "mine", "--trust")["photos"] == 1


def test_names_that_lie_are_noticed_by_the_others() -> None:
    """Every place holds something, but under other names."""
    teach()
    other = ASKED.translate(str.maketrans("vbVB", "bvBV"))
    told = refused("teach", "asked.png", "--layout", other.partition(" |")[0], "--profile", "mine")
    assert "does not match" in told


def test_one_slip_is_a_doubt() -> None:
    teach()
    found = document("teach", "asked.png", "--layout", ASKED.replace("Be", "B"), "--profile", "mine")
    (doubt,) = found["added"][0]["doubts"]
    assert (doubt["place"], doubt["told"]) == ("d4", "") and doubt["sure"] > 0.9
    assert "d4: said to be nothing" in text(
        "teach", "asked.png", "--layout", ASKED.replace("Be", "B"), "--profile", "mine"
    ).replace("\n    ", " ")


def test_a_photo_in_which_no_board_is_seen() -> None:
    rng = np.random.default_rng(0)
    cv2.imwrite("noise.png", rng.integers(0, 255, (480, 640, 3), np.uint8))
    cv2.imwrite("black.png", np.zeros((480, 640, 3), np.uint8))
    cv2.imwrite("dot.png", np.zeros((1, 1, 3), np.uint8))
    Path("text.jpg").write_text("not a picture", encoding="utf-8")
    Path("cut.png").write_bytes(Path("asked.png").read_bytes()[:20000])
    teach()
    words = {
        "noise.png": "board", "black.png": "black", "dot.png": "1×1", "text.jpg": "not a picture",
        "cut.png": "cut short", "none.png": "no file", ".": "folder",
    }  # fmt: skip
    for name, word in words.items():
        assert word in refused("read", name), name
        assert word in refused("teach", name, "--layout", ASKED, "--profile", "mine"), name
    assert "noise.png" in refused("read", "asked.png", "noise.png")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "IMAGE is missing"),
        (["taught.png"], "--profile is missing"),
        (["taught.png", "--profile", "x"], "--layout is missing"),
        (["taught.png", "--profile", "../x", "--layout", TAUGHT], "no name for a profile"),
        (["taught.png", "--profile", "", "--layout", TAUGHT], "--profile is missing"),
        (["taught.png", "asked.png", "--profile", "x", "--layout", TAUGHT], "2 pictures and 1 layouts"),
        (["taught.png", "--profile", "x", "--layout", "v b"], "row 1 needs 4 cells"),
        (["taught.png", "--profile", "x", "--layout", "@none"], "no file"),
        (["taught.png", "--profile", "x", "--layout", TAUGHT, "--truth"], "not both"),
        (["taught.png", "--profile", "x", "--truth"], "no file"),
        (["taught.png", "--profile", "x", "--layout", TAUGHT, "--game", "chess"], "no game"),
        (["taught.png", "--profile", "x", "--layout", TAUGHT, "--turned", "45"], "--turned must be one of"),
        (
            ["taught.png", "--profile", "x", "--layout", TAUGHT, "--corners", "1,1", "2", "3,3", "4,4"],
            "four points",
        ),
        (
            ["taught.png", "--profile", "x", "--layout", TAUGHT, "--corners", "1,1", "2,2", "3,3", "4,4"],
            "too close",
        ),
        (["taught.png", "--profile", "x", "--layout", TAUGHT, "--corners", "1,1"], "needs"),
    ],
)
def test_what_teach_refuses(args: list[str], told: str) -> None:
    assert told in refused("teach", *args)


def test_a_profile_that_is_damaged() -> None:
    path = Path(teach()["file"])
    path.write_bytes(path.read_bytes()[:1000])
    assert "not a profile" in refused("read", "asked.png", "--profile", "mine")
    assert "not a profile" in refused("teach", "asked.png", "--layout", ASKED, "--profile", "mine")
    assert teach("--new")["photos"] == 1


# -- read -----------------------------------------------------------------------------------------------


def test_reading_with_the_only_profile() -> None:
    teach()
    told = text("read", "asked.png")
    assert told.splitlines()[-1] == f"spell | {ASKED}"
    assert "│   v   │   b   │  ▐V▌  │       │" in told and "special tile b0" in told


def test_the_answer_in_json() -> None:
    teach()
    cv2.imwrite("plain.png", photo(RULES, RULES.read_layout(ASKED.partition(" |")[0]), seen=view()))
    (found,) = document("read", "plain.png")["readings"]
    assert found["layout"] == f"spell | {ASKED.partition(' |')[0]}"
    assert found["position"] is None, "a mage is missing: nothing a match could come to"
    assert found["certain"] and found["hidden"] == []
    tile = found["places"]["a1"]["kinds"]["tile"]
    assert tile["best"] == "violet-inactive" and sum(tile["likely"].values()) == pytest.approx(1, abs=1e-3)
    assert found["places"]["d1"]["kinds"]["tile"]["best"] is None
    corners = view().project(lattice(RULES.plan()).corners)
    assert np.abs(np.array(found["corners"]) - corners).max() < 4


def test_a_reading_that_is_a_position() -> None:
    teach()
    arena = "v b V . / b B v N / Vm v b v / b v bM B"
    paint("position.png", arena)
    (found,) = document("read", "position.png")["readings"]
    assert found["position"] == f"spell 2e | {arena} | turn black"


def test_hidden_places_are_told_as_guesses() -> None:
    teach()
    paint("hand.png", ASKED, hidden=("b3",))
    (found,) = document("read", "hand.png")["readings"]
    assert found["hidden"] == ["b3"] and not found["certain"]
    assert "Hidden, so nothing is told of them: b3." in text("read", "hand.png")


def test_several_pictures_one_by_one_or_together() -> None:
    teach()
    paint("hand.png", ASKED, hidden=("b3",))
    apart = document("read", "hand.png", "asked.png")["readings"]
    assert [one["picture"] for one in apart] == ["hand.png", "asked.png"]
    (together,) = document("read", "hand.png", "asked.png", "--together")["readings"]
    assert together["layout"] == f"spell | {ASKED}" and together["hidden"] == []
    assert "hand.png\n" in text("read", "hand.png", "asked.png")


def test_the_overlay_is_a_picture_of_the_same_size() -> None:
    teach()
    paint("hand.png", ASKED, hidden=("b3",))
    document("read", "hand.png", "--overlay", "seen.png")
    seen, before = cv2.imread("seen.png"), cv2.imread("hand.png")
    assert seen.shape == (SIZE[1], SIZE[0], 3)
    assert (seen != before).any()
    assert "cannot be written" in refused("read", "hand.png", "--overlay", "none/seen.png")
    assert "one picture" in refused("read", "hand.png", "asked.png", "--overlay", "seen.png")
    assert "kind of picture" in refused("read", "hand.png", "--overlay", "seen.txt")


def test_corners_and_turns_by_hand() -> None:
    teach()
    paint("bare.png", ASKED, mat=False)
    corners = [f"{x:.0f},{y:.0f}" for x, y in view().project(lattice(RULES.plan()).corners)]
    assert text("read", "bare.png", "--corners", *corners).splitlines()[-1] == f"spell | {ASKED}"
    upright = text("read", "bare.png")
    assert "Nothing tells which side of it is the top" in upright
    assert upright.splitlines()[-1] == f"spell | {ASKED}"
    assert text("read", "bare.png", "--turned", "180").splitlines()[-1] != f"spell | {ASKED}"


def test_which_profile() -> None:
    teach()
    document("teach", "taught.png", "--layout", TAUGHT, "--profile", "other")
    assert "say which set it is with --profile: mine, other" in refused("read", "asked.png")
    assert "there is no profile none; there are: mine, other" in refused("read", "asked.png", "--profile", "none")
    assert "no name for a profile" in refused("read", "asked.png", "--profile", "a/b")
    assert "IMAGE is missing" in refused("read")


def test_the_printed_set_needs_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    teach()
    path = profiles.path_of("mine")
    taught = load(path)
    path.unlink()
    monkeypatch.setattr(profiles, "built_in", lambda **_: taught)
    assert text("read", "asked.png").splitlines()[-1] == f"spell | {ASKED}"
    assert text("read", "asked.png", "--profile", profiles.BUILT_IN).splitlines()[-1] == f"spell | {ASKED}"


def test_a_network_that_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    teach()
    monkeypatch.setattr("vision.network.network", lambda: Network(b"?", b"?", b"?", Plain.fit))
    assert "hash" in refused("read", "asked.png")


# -- accuracy -------------------------------------------------------------------------------------------


def truth_of(layout: str, twist: float = 0.1, **more: Any) -> dict[str, Any]:
    """The truth file of a painted picture."""
    seats = {"M": "bw", "m": "vw", "E": "be", "e": "ve"}
    words = [row.split() for row in layout.partition(" |")[0].split(" / ")]
    found: dict[str, Any] = {
        "rows": ["".join(word[0].replace("N", "n") for word in row) for row in words],
        "occupants": [[seats.get(word[1:]) for word in row] for row in words],
        "arena_rotation_deg": float(np.degrees(twist)),
        "lattice_corners_px": view(twist=twist).project(lattice(RULES.plan()).corners).tolist(),
        "special_tiles": [{"color": "violet", "side": "top", "index": 1}] if "special violet b0" in layout else [],
        "surface": "mat",
        "gem": None,
    }
    return {**found, **more}


@pytest.fixture
def folder() -> Path:
    """Three readable pictures, one turned, one with a hand; one that moves; one that shows nothing."""
    here = Path("pictures")
    here.mkdir()
    bare = ASKED.partition(" |")[0]
    paint("pictures/0.png", ASKED)
    paint("pictures/1.png", bare, twist=0.1 + np.pi / 2, mat=False)
    paint("pictures/2.png", ASKED, hidden=("b3",))
    paint("pictures/3.png", ASKED)
    cv2.imwrite("pictures/4.png", np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8))
    truths = [
        truth_of(ASKED),
        truth_of(bare, 0.1 + np.pi / 2, surface="bare"),
        truth_of(ASKED.replace("VE", "Ve"), hidden_cells=[[2, 1]]),
        truth_of(ASKED, stable=False),
        truth_of(ASKED),
    ]
    for number, truth in enumerate(truths):
        (here / f"{number}.json").write_text(json.dumps(truth), encoding="utf-8")
    (here / "README.md").write_text("not a picture", encoding="utf-8")
    return here


def test_accuracy(folder: Path) -> None:
    teach()
    found = document("read", str(folder), "--truth")
    assert [one["picture"] for one in found["pictures"]] == ["0.png", "1.png", "2.png", "4.png"]
    bare, mat = found["grounds"]["bare"], found["grounds"]["mat"]
    assert (bare["pictures"], bare["found"], bare["boards_right"]) == (1, 1, {"count": 1, "of": 1})
    assert bare["cells_wrong"] == {"count": 0, "of": 16}
    assert bare["turned_right"] == {"count": 0, "of": 1} and found["pictures"][1]["turned"] in (90, 270)
    assert (mat["pictures"], mat["found"]) == (3, 2)
    assert mat["cells_wrong"] == {"count": 1, "of": 31} and mat["boards_right"] == {"count": 1, "of": 3}
    assert mat["hidden_told"] == {"count": 1, "of": 1} and mat["hidden_confident"] == 0
    assert mat["around"]["special"] == {"count": 2, "of": 2} and mat["imagined"] == {}
    (failure,) = [one for one in found["pictures"][2]["failures"] if one["condition"] == "open"]
    assert (failure["place"], failure["truth"], failure["seen"]) == ("a3", "violet-elemental", "black-elemental")
    assert "error" in found["pictures"][3] and found["pictures"][3]["found"] is None
    assert {"truth": "violet-elemental", "seen": "black-elemental", "count": 1} in found["confusion"]["figure"]
    assert sum(step["of"] for step in found["calibration"]) == 3 * 33
    assert found["pictures"][0]["off"] < 0.1


def test_accuracy_in_words(folder: Path) -> None:
    teach()
    told = text("read", str(folder), "--truth")
    assert "On the mat" in told and "On a bare table" in told
    assert "2.png  a3: violet elemental, read as black elemental" in told
    assert "4.png  " in told
    assert " / 31    3.23 %" in told
    assert max(map(len, told.split("\n"))) <= 80
    in_french = text("--lang", "fr", "read", str(folder), "--truth")
    assert " / 31    3,23 %" in in_french
    assert not re.search(r"\d\.\d", in_french)


def test_what_accuracy_refuses(folder: Path) -> None:
    teach()
    (folder / "0.json").write_text("{}", encoding="utf-8")
    assert "no truth file of SPELL" in refused("read", str(folder), "--truth")
    (folder / "0.json").write_text("[", encoding="utf-8")
    assert "is not JSON" in refused("read", str(folder), "--truth")
    Path("empty").mkdir()
    assert "no picture with its truth" in refused("read", "empty", "--truth")
    assert "cannot be read" in refused("read", "nowhere", "--truth")
    assert "cannot be read" in refused("read", "asked.png", "--truth")


def test_teaching_from_truth_files(folder: Path) -> None:
    found = document("teach", str(folder / "0.png"), str(folder / "1.png"), "--truth", "--profile", "told")
    assert found["added"][0]["layout"] == f"spell | {ASKED}"
    assert document("read", "asked.png")["readings"][0]["layout"] == f"spell | {ASKED}"


def test_profiles_are_kept_where_programs_keep_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RUNEWATCH_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert teach()["file"] == str(tmp_path / "xdg" / "runewatch" / "profiles" / "mine.profile")
    assert profiles.names() == ("mine",)


def test_where_no_set_is_taught_it_is_said_how_to() -> None:
    told = refused("read", "asked.png", "--profile", "nope")
    assert "there is no profile nope, nor any other yet" in told
    assert "runewatch teach" in told


def test_a_folder_that_is_not_there_is_told_before_anything_takes_long() -> None:
    told = refused("read", "asked.png", "--overlay", "none/seen.png")
    assert "there is no folder 'none'; make it first, or name another" in told


@pytest.mark.parametrize(("language", "begins"), [("en", "The set that can"), ("fr", "Le jeu de pièces")])
def test_the_first_drawing_of_the_printed_set_is_announced(
    language: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    teach()
    path = profiles.path_of("mine")
    taught = load(path)
    path.unlink()
    monkeypatch.setattr("runewatch.sight.drawn.drawn_profile", lambda rules: taught)
    first = run("read", "asked.png", "--json", "--lang", language)
    assert first.stderr.startswith(begins)
    assert len(first.stderr.splitlines()) == 1
    assert json.loads(first.stdout)["profile"]
    assert run("read", "asked.png", "--json", "--lang", language).stderr == ""


def test_how_sure_it_is_is_written_as_people_write_it_and_never_rounded_up() -> None:
    told = [
        percent(wished([], {"LANG": language}), share)
        for language in ("en", "fr")
        for share in (0.69499, 0.99999, 1.0)
    ]
    assert told == ["69.4 %", "99.9 %", "100 %", "69,4 %", "99,9 %", "100 %"]
