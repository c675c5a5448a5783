"""Printing: pages true to size, backs behind their fronts, markers where the plan has them, and the command."""

from __future__ import annotations

import json
import math
import re
import zlib
from base64 import a85decode
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]  # it ships no types

from engine.catalogue import game_named
from engine.datafile import packaged
from engine.drawing import BLEED_MM, Area, Drawing, Line, Text, box
from engine.lettering import lines
from engine.printed import Batch, Ground, Piece
from engine.words import Words
from runewatch.cli.app import app
from runewatch.printing.choosing import Wish, pages, parts_of, stocks_of
from runewatch.printing.filling import backs, filled, marks
from runewatch.printing.joining import joined
from runewatch.printing.pages import CAPTION_MM, MARGIN_MM, PAPERS, Page, Placed, Size
from runewatch.printing.pdf import pdf
from runewatch.printing.scale import BANK_CARD_MM, INCH_MM, ruler
from tests.painting import painted_page

GAME = game_named("spell")
GROUNDS = {part.name for part in GAME.printed() if isinstance(part, Ground)}
PLAN = GAME.open().plan()
ENGLISH, FRENCH = Words("en"), Words("fr")
SETS = {name: list(pages(GAME, Wish(size), ENGLISH)) for name, size in PAPERS.items()}
POINT_MM = 25.4 / 72


def cut_pages(paper: str) -> list[tuple[Page, Page]]:
    """Fronts with their backs."""
    found = SETS[paper]
    return [(page, found[i + 1]) for i, page in enumerate(found) if page.side == "front"]


def square(size: float, height: float = 0.0) -> Drawing:
    return Drawing((Area(box(0, 0, size, height or size), "#101010"),), size, height or size)


# -- pages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_is_on_the_paper_asked_for(paper: str) -> None:
    for page in SETS[paper]:
        assert sorted((page.width, page.height)) == sorted(PAPERS[paper])
        if page.side != "single":
            assert page.height > page.width, (
                "turning over the long edge means left and right only if it is upright"
            )


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_of_the_box_is_there(paper: str) -> None:
    found: dict[str, int] = {}
    for page in SETS[paper]:
        if page.side != "back":
            for item in page.placed:
                found[item.name] = found.get(item.name, 0) + 1
    for part in GAME.printed():
        if isinstance(part, Batch):
            assert {piece.name: found[piece.name] for piece in part.pieces} == {
                piece.name: piece.count for piece in part.pieces
            }
        else:
            assert found[part.name] >= 1


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_lie_within_what_a_printer_can_print_and_apart(paper: str) -> None:
    for page in SETS[paper]:
        if page.part in GROUNDS:
            continue
        edges = [item.edge for item in page.placed]
        for edge in edges:
            assert edge.left >= MARGIN_MM + BLEED_MM - 1e-9
            assert edge.top >= MARGIN_MM + CAPTION_MM + BLEED_MM - 1e-9
            assert edge.right <= page.width - MARGIN_MM - BLEED_MM + 1e-9
            assert edge.bottom <= page.height - MARGIN_MM - BLEED_MM + 1e-9
        for i, one in enumerate(edges):
            for other in edges[:i]:
                across = max(one.left - other.right, other.left - one.right)
                down = max(one.top - other.bottom, other.top - one.bottom)
                assert max(across, down) >= -1e-9


@pytest.mark.parametrize("paper", PAPERS)
def test_a_piece_never_covers_its_neighbour(paper: str) -> None:
    for page in SETS[paper]:
        for item in page.placed:
            for other in page.placed:
                if item is other or item.room is None:
                    continue
                across = min(item.room.right, other.edge.right) - max(item.room.left, other.edge.left)
                down = min(item.room.bottom, other.edge.bottom) - max(item.room.top, other.edge.top)
                assert min(across, down) < 1e-6, (item.name, other.name)


# -- both sides -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_a_back_lies_behind_its_front(paper: str) -> None:
    assert cut_pages(paper)
    for front, back in cut_pages(paper):
        assert back.side == "back"
        assert len(front.placed) == len(back.placed)
        behind = {(round(front.width - item.x, 6), round(item.y, 6)): item for item in back.placed}
        for item in front.placed:
            its_back = behind[round(item.x, 6), round(item.y, 6)]
            assert its_back.name == item.name
            assert (its_back.drawing.width_mm, its_back.drawing.height_mm) == (
                item.drawing.width_mm,
                item.drawing.height_mm,
            )


def test_every_card_has_the_back_of_its_level() -> None:
    wanted = {
        piece.name: piece.back for part in GAME.printed() if isinstance(part, Batch) for piece in part.pieces
    }
    for _, back in cut_pages("a4"):
        for item in back.placed:
            assert item.drawing == wanted[item.name]


def test_a_sheet_that_slips_by_the_bleed_shows_no_white() -> None:
    for front, back in cut_pages("letter"):
        picture = painted_page(back, 2.0)
        for item in front.placed:
            if item.drawing.outline:
                continue
            x, edge = front.width - item.x, item.edge
            half = item.drawing.width_mm / 2 + BLEED_MM - 0.5
            rows = slice(round((edge.top - BLEED_MM + 0.5) * 2), round((edge.bottom + BLEED_MM - 0.5) * 2))
            assert picture[rows, round((x - half) * 2) : round((x + half) * 2)].max() < 254, item.name


# -- filling ----------------------------------------------------------------------------------------------


def test_pieces_fill_rows_and_go_on_to_the_next_page() -> None:
    batch = Batch("b", "B", "", (Piece("p", square(50), count=20),), 4.0)
    sheets = filled(batch, PAPERS["a4"])
    assert [len(sheet) for sheet in sheets] == [15, 5]
    assert len({round(spot.front.x, 6) for spot in sheets[0]}) == 3
    left, right = min(s.front.edge.left for s in sheets[0]), max(s.front.edge.right for s in sheets[0])
    assert left == pytest.approx(210 - right), "in the middle of the page"


def test_a_small_piece_fills_up_a_row_of_large_ones() -> None:
    batch = Batch("b", "B", "", (Piece("large", square(60), count=4), Piece("small", square(20))), 0.0)
    (sheet,) = filled(batch, (210, 297))
    tops = {spot.front.name: spot.front.edge.top for spot in sheet}
    assert tops["small"] == sheet[0].front.edge.top or tops["small"] == tops["large"]


def test_neighbours_share_the_room_between_them() -> None:
    for apart, reach in ((0.0, 0.0), (1.0, 0.5), (9.0, BLEED_MM)):
        one, _ = filled(Batch("b", "B", "", (Piece("p", square(50), count=2),), apart), PAPERS["a4"])[0]
        assert one.front.room is not None
        assert one.front.room.right - one.front.edge.right == pytest.approx(reach)
        assert one.front.edge.left - one.front.room.left == BLEED_MM


def test_marks_show_where_to_cut_and_stay_off_the_pieces() -> None:
    batch = Batch("b", "B", "", (Piece("p", square(50), square(50), 4),), 0.0)
    (spots,) = filled(batch, PAPERS["a4"])
    edges = [spot.front.edge for spot in spots]
    corners = {(x, y) for e in edges for x in (e.left, e.right) for y in (e.top, e.bottom)}
    found = [mark for mark in marks(spots) if isinstance(mark, Line)]
    assert found
    for mark in found:
        middle = tuple(sum(point[i] for point in mark.points) / 2 for i in (0, 1))
        assert min(math.dist(middle, corner) for corner in corners) < 3
        assert not any(e.left < middle[0] < e.right and e.top < middle[1] < e.bottom for e in edges)


def test_what_has_no_back_has_no_page_behind() -> None:
    spots = filled(Batch("b", "B", "", (Piece("p", square(50)),), 0.0), PAPERS["a4"])[0]
    assert backs(spots, PAPERS["a4"]) == ()
    (figures,) = (page for page in SETS["a4"] if page.part == "figures")
    assert figures.side == "single"


def test_folds_are_dashed_within_the_outline() -> None:
    (page,) = (page for page in SETS["a4"] if page.part == "figures")
    dashes = [mark for mark in page.marks if isinstance(mark, Line) and not mark.closed]
    folded = [item for item in page.placed if not item.name.endswith("sole")]
    assert len(folded) == 10
    for item in folded:
        own = [
            dash for dash in dashes if all(item.edge.left <= x <= item.edge.right for x, _ in dash.points)
            and all(item.edge.top <= y <= item.edge.bottom for _, y in dash.points)
        ]  # fmt: skip
        assert len({round(dash.points[0][1], 3) for dash in own}) == 3


# -- grounds ----------------------------------------------------------------------------------------------


def mat_pages(paper: str) -> list[Page]:
    return [page for page in SETS[paper] if page.part == "mat"]


def found_markers(page: Page, per_mm: float = 6.0) -> dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Markers a camera would find, with their corners in millimetres on the page."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    tuned = cv2.aruco.DetectorParameters()
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, tuned).detectMarkers(painted_page(page, per_mm))
    numbers = ids.ravel().tolist() if corners else []
    return {
        int(number): (np.asarray(four, dtype=np.float64).reshape(-1, 2) + 0.5) / per_mm
        for number, four in zip(numbers, corners, strict=True)
    }


@pytest.mark.parametrize(("paper", "count"), [("a4", 2), ("letter", 4), ("a3", 1)])
def test_the_markers_are_found_where_the_plan_has_them(paper: str, count: int) -> None:
    assert len(mat_pages(paper)) == count
    seen = {}
    for page in mat_pages(paper):
        (mat,) = page.placed
        for number, found in found_markers(page).items():
            assert number not in seen, "once is enough"
            marker = PLAN.markers[number]
            x, y = ((at - 1.5) * PLAN.unit_mm for at in (marker.x, marker.y))
            # painting makes everything half a pixel larger on all sides; what is drawn is exact
            seen[number] = float(np.abs(found.mean(axis=0) - (x + mat.x, y + mat.y)).max())
            assert any(np.allclose(shape.points, box(x, y, 30, 30)) for shape in black(mat.drawing))
    assert sorted(seen) == [0, 1, 2, 3]
    assert max(seen.values()) < 0.1, seen


def test_a_sheet_that_lies_by_itself_carries_the_marks_of_what_is_watched() -> None:
    game = game_named("archimage")
    for part, sheet in zip(("dice", "board-2"), game.open().watched().sheets, strict=True):
        printed = pages(game, Wish(PAPERS["a3"], (part,)), Words("en"))
        found = {number for page in printed for number in found_markers(page, 3.0)}
        assert found == {marker.number for marker in sheet.markers}


def black(drawing: Drawing) -> list[Area]:
    return [shape for shape in drawing.shapes if isinstance(shape, Area) and shape.colour == "#000000"]


@pytest.mark.parametrize("paper", PAPERS)
def test_markers_are_wholly_printed_and_have_white_around(paper: str) -> None:
    for page in mat_pages(paper):
        for number, found in found_markers(page).items():
            assert (found > MARGIN_MM - 0.2).all(), number
            assert (found < np.array([page.width, page.height]) - MARGIN_MM + 0.2).all(), number


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_to_be_joined_have_their_lines_in_common(paper: str) -> None:
    first, second = mat_pages(paper)[:2]
    shift = first.placed[0].x - second.placed[0].x
    assert shift == pytest.approx(200)
    joint = {round(mark.points[0][0], 6) for mark in joints(first)}
    assert joint == {round(x + shift, 6) for x in {round(mark.points[0][0], 6) for mark in joints(second)}}
    assert max(joint) <= first.width - MARGIN_MM + 1e-9
    assert min(joint) - shift >= MARGIN_MM - 1e-9, "room for the glue"


def joints(page: Page) -> list[Line]:
    return [
        mark for mark in page.marks
        if isinstance(mark, Line) and mark.points[0][0] == mark.points[1][0] and mark.points[1][1] == page.height
        and mark.points[0][1] == 0
    ]  # fmt: skip


def ground(width: float, height: float, inner: Size) -> Ground:
    return Ground("g", "G", "", square(width, height), 0, 0, inner)


@pytest.mark.parametrize(
    ("inner", "paper", "count", "is_upright"),
    [
        ((200, 287), "a4", 1, True),
        ((287, 200), "a4", 1, False),
        ((200.5, 287), "a4", 2, True),
        ((400, 277), "a4", 2, True),
        ((400, 277), "a3", 1, False),
        ((574, 400), "a4", 4, False),
    ],
)
def test_grounds_take_as_few_pages_as_they_can(inner: Size, paper: str, count: int, is_upright: bool) -> None:
    found = list(joined(ground(inner[0] + 20, inner[1] + 20, inner), PAPERS[paper], ENGLISH))
    assert len(found) == count
    assert all((page.height > page.width) == is_upright for page in found)


def test_all_of_the_inner_part_is_printed_somewhere() -> None:
    inner = (500.0, 400.0)
    covered = np.zeros((400, 500), bool)
    for page in joined(ground(520, 420, inner), PAPERS["letter"], ENGLISH):
        (item,) = page.placed
        left, top = (round(MARGIN_MM - at + size / 2) for at, size in ((item.x, inner[0]), (item.y, inner[1])))
        right, bottom = left + int(page.width - 2 * MARGIN_MM), top + int(page.height - 2 * MARGIN_MM)
        covered[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True
    assert covered.all()


# -- the ruler --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_the_bars_are_as_long_as_they_say(paper: str) -> None:
    page = ruler(PAPERS[paper], ENGLISH)
    straight = [mark for mark in page.marks if isinstance(mark, Line) and len(mark.points) == 2]
    lengths = sorted(math.dist(*mark.points) for mark in straight)[-3:]
    assert lengths == pytest.approx([100.0, 100.0, 4 * INCH_MM])
    (frame,) = (mark for mark in page.marks if isinstance(mark, Line) and mark.closed)
    for axis, size in enumerate(BANK_CARD_MM):
        along = [point[axis] for point in frame.points]
        assert max(along) - min(along) == pytest.approx(size)
    for mark in page.marks:
        for x, y in ((mark.x, mark.y),) if isinstance(mark, Text) else mark.points:
            assert MARGIN_MM < x < page.width - MARGIN_MM
            assert MARGIN_MM < y < page.height - MARGIN_MM


@pytest.mark.parametrize("words", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_all_words_stay_on_the_page(paper: str, words: Words) -> None:
    for page in pages(GAME, Wish(PAPERS[paper]), words):
        for mark in page.marks:
            if isinstance(mark, Text):
                wide = stringWidth(mark.text, "Helvetica-Bold" if mark.is_bold else "Helvetica", mark.size)
                left = {"left": mark.x, "middle": mark.x - wide / 2, "right": mark.x - wide}[mark.anchor]
                assert left > 3, mark.text
                assert left + wide < page.width - 3, mark.text


def test_lines_fit_what_they_are_given() -> None:
    assert lines("one two three", 2.0, 8.0) == ["one two", "three"]
    assert lines("", 2.0, 8.0) == []


# -- choosing ---------------------------------------------------------------------------------------------


def test_the_parts_of_the_set() -> None:
    assert parts_of(GAME) == ("ruler", "mat", "library", "tracks", "tiles", "figures", "actions", "cards")
    assert stocks_of(GAME) == ("basic", "advanced")


def test_only_what_is_wished_for() -> None:
    def chosen(*parts: str, stocks: tuple[str, ...] = ()) -> list[str]:
        return [page.title for page in pages(GAME, Wish(PAPERS["a3"], parts, stocks), ENGLISH)]

    assert chosen("mat", "ruler") == ["Ruler: is the printer true to size?", "Mat"]
    assert chosen("cards", stocks=("advanced",)) == ["Advanced runes, front", "Advanced runes, back"]
    assert len(chosen("cards")) == 4
    assert "Library" in chosen()


# -- PDF --------------------------------------------------------------------------------------------------


def streams(document: bytes) -> list[str]:
    """The content of each page."""
    found = re.findall(rb"stream\r?\n(.*?)endstream", document, re.DOTALL)
    return [zlib.decompress(a85decode(stream.strip(), adobe=False) if b"~>" not in stream else a85decode(
        b"<~" + stream.strip(), adobe=True)).decode("latin-1") for stream in found]  # fmt: skip


def test_the_same_pages_are_the_same_bytes() -> None:
    some = [page for page in SETS["a4"] if page.part in ("mat", "figures", "actions")]
    assert pdf(some, "A set") == pdf(some, "A set")


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_of_the_file_are_as_large_as_the_paper(paper: str) -> None:
    some = [page for page in SETS[paper] if page.part in ("ruler", *GROUNDS)]
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf(some, ""))
    sizes = [(float(width) * POINT_MM, float(height) * POINT_MM) for width, height in boxes]
    wanted = [(page.width, page.height) for page in some]
    assert [size for pair in sizes for size in pair] == pytest.approx(
        [side for pair in wanted for side in pair], abs=1e-3
    )


def test_a_file_asks_not_to_be_scaled() -> None:
    assert b"/PrintScaling /None" in pdf(SETS["a4"][:1], "")


def test_shapes_are_written_in_millimetres_from_the_upper_left_corner() -> None:
    item = Placed("p", square(30, 20), 50, 40)
    (content,) = streams(pdf([Page("p", "P", 210, 297, (item,))], ""))
    scale, _, _, down, across, height = map(
        float, re.search(r"((?:[-\d.]+ ){6})cm", content.split("cm", 1)[1])[1].split()  # type: ignore[index]
    )  # fmt: skip
    assert (scale * POINT_MM, down * POINT_MM) == pytest.approx((1, -1), abs=1e-6)
    assert (across, height * POINT_MM) == pytest.approx((0, 297), abs=1e-3)
    points = {(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+) [ml]\b", content)}
    assert points == {(35, 30), (65, 30), (65, 50), (35, 50)}


def test_letters_of_every_language_are_written() -> None:
    page = Page("p", "P", 100, 100, (), (Text("Élémentaires à découper", 5, 5, 3, "#000000"),))
    (content,) = streams(pdf([page], ""))
    assert r"\311l\351mentaires \340 d\351couper" in content


# -- the command ------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None}).invoke(
        app, ["print", *args], catch_exceptions=False
    )


def test_the_command_writes_a_set_and_says_what(tmp_path: Path) -> None:
    out = tmp_path / "set.pdf"
    wish = ("--paper", "letter", "--what", "mat", "--what", "actions")
    result = run(str(out), *wish)
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF-")
    assert "6 pages" in result.stdout
    assert "Mat, 4 of 4" in result.stdout
    again = tmp_path / "again.pdf"
    assert run(str(again), *wish).exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_the_command_as_json(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    result = run(str(out), "--what", "cards", "--what", "mat", "--deck", "basic", "--json")
    found = json.loads(result.stdout)
    schema = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator({"$ref": "#/$defs/print", "$defs": schema["$defs"]}).validate(found)
    assert [page["part"] for page in found["pages"]] == ["mat"] * 2 + ["cards"] * 4
    assert [page["side"] for page in found["pages"]] == ["single"] * 2 + ["front", "back"] * 2
    assert found["file"] == str(out)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "OUT.pdf is missing"),
        (["--paper", "b5", "x.pdf"], "--paper must be one of: a4, letter, a3; not 'b5'"),
        (["--what", "x", "x.pdf"], "all, ruler, mat, library, tracks, tiles, figures, actions, cards; not 'x'"),
        (["--deck", "big", "x.pdf"], "--deck must be one of: both, basic, advanced; not 'big'"),
        (["--game", "chess", "x.pdf"], "there is no game 'chess'"),
        (["a.txt"], "'a.txt' does not end in .pdf, but what is written is a PDF; call it 'a.pdf'"),
        (["one.pdf", "two.pdf"], "'two.pdf' is more than this command takes"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said(args: list[str], told: str, tmp_path: Path) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert told in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_board_of_ones_own_is_printed_by_itself(tmp_path: Path) -> None:
    own, out = tmp_path / "tower.toml", tmp_path / "tower.pdf"
    own.write_text(packaged("engine.archimage", "fan-2.toml"), encoding="utf-8")
    wish = ("--paper", "a3", "--game", "archimage", "--board", str(own), str(out))
    result = run(*wish)
    assert result.exit_code == 0, result.output
    assert "7 pages" in result.stdout
    own.write_text("name = 1", encoding="utf-8")
    assert run(*wish).exit_code == 2
    other = run("--game", "spell", "--board", str(own), str(out))
    assert other.exit_code == 2
    assert "has no boards of one's own" in other.stderr


@pytest.mark.parametrize("name", [".", "missing/set.pdf", "a\0b.pdf"])
def test_a_file_that_cannot_be_written_is_said(name: str, tmp_path: Path) -> None:
    result = run(f"{tmp_path}/{name}", "--what", "ruler")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.stderr
