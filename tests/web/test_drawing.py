"""Tables and things as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

import pytest

from engine.catalogue import game_of, games
from engine.drawing import Area, Line
from engine.table import Motion, Place
from engine.words import Words
from web import drawing

POSITION = "spell 2e | v N b b / v BM b v / v B b . / b v Vm v | runes 1O 2P"
BUILDING = "spell 2e"


def laid(position: str = POSITION):  # type: ignore[no-untyped-def]
    rules, state = game_of(position).read_position(position)
    return rules, rules.layout(state)


def parsed(text: str) -> Xml.Element:
    return Xml.fromstring(f"<svg>{text}</svg>")


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_thing_that_is_drawn_is_a_symbol(game) -> None:  # type: ignore[no-untyped-def]
    rules = game.open()
    for thing in rules.plan().things:
        text = drawing.symbol(rules, Words(), thing.name)
        assert bool(text) == (rules.drawing(thing) is not None)
        assert "style=" not in text, "the page's policy allows none"
        parsed(text)


def test_a_place_by_itself_shows_a_card_as_a_whole_and_calls_one_that_nobody_drew() -> None:
    rules = games()["bigbook"].open()
    things = {thing.name: thing for thing in rules.plan().things}
    for thing in things.values():
        flat = rules.drawing(thing)
        picture = drawing.place_picture(rules, Words("fr"), (thing,))
        high = float(re.findall(r'viewBox="[^"]* ([0-9.]+)"', picture)[0])
        assert flat is None or high >= max(flat.width_mm, flat.height_mm)
    assert ">inconnue<" in drawing.place_picture(rules, Words("fr"), (things["unknown-curse"],))


def test_neighbours_of_one_colour_are_one_path_and_nothing_is_left_out_where_they_overlap() -> None:
    right = Area(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), "#112233")
    left = Area(((2.0, 2.0), (2.0, 6.04), (6.0, 6.0), (6.0, 2.0)), "#112233")
    line = Line(((0.0, -0.5), (0.0, -0.5), (1.0, 1.0)), "#112233", 0.3)
    told = "".join(drawing._painted(Words(), (right, left, line, line)))
    assert told.count("<path") == 2
    assert 'd="M0 0l4 0 0 4-4 0ZM6 2l0 4-4 0 0-4Z"' in told, "both the same way round, in steps of tenths"
    assert 'd="M0-.5l1 1.5M0-.5l1 1.5"' in told


def test_a_symbol_is_named_once() -> None:
    rules, _ = laid()
    text = drawing.symbols(rules, Words(), ["neutral", "neutral", "unknown", "<script>"])
    assert re.findall(r'<symbol id="([^"]+)"', text) == ["t-neutral"]


def test_what_is_written_on_a_thing_is_in_the_readers_language() -> None:
    rules, _ = laid("archimage circle=1 | mages shaman=v1 witch=v2")
    assert ">Growth</text>" in drawing.symbol(rules, Words(), "scroll-growth-fire")
    assert ">Croissance</text>" in drawing.symbol(rules, Words("fr"), "scroll-growth-fire")


def test_cards_say_what_they_do_in_the_readers_language_and_not_in_notation() -> None:
    rules = games()["bigbook"].open()
    english, french = (drawing.symbol(rules, Words(one), "standin.page.spider") for one in ("en", "fr"))
    assert ">Spider</text>" in english
    assert ">If none is left</text>" in english
    assert ">Araignée</text>" in french
    assert ">S’il n’en reste aucune</text>" in french
    lines = re.findall(r'<text [^>]*textLength="([0-9.]+)"[^>]*>([^<]+)<', french)
    assert len(lines) > 6, "letters of another width stay within the card"
    assert all(float(long) <= 88 - 6 for long, _ in lines)
    for thing in rules.plan().things:
        told = re.findall(">([^<]+)</text>", drawing.symbol(rules, Words("fr"), thing.name))
        assert not any(re.search(r"^(all|other|you|any): |destroy-card|Stand-in", one) for one in told), told


def test_a_board_shows_its_places_and_what_lies_there() -> None:
    rules, layout = laid()
    root = parsed(drawing.board(rules, Words(), layout, {"a1": "wrong"}))
    cells = root.findall(".//g[@data-place]")
    assert len(cells) == 16
    assert "is-wrong" in cells[0].get("class", "")
    used = {use.get("href", "")[3:] for use in root.iter("use")}
    assert {"black-mage", "violet-mage", "neutral"} <= used


def test_places_that_are_joined_have_a_line_between_them() -> None:
    joined = next(rules for rules in (game.open() for game in games().values()) if rules.plan().links)
    root = parsed(drawing.board(joined, Words(), {}))
    cells = root.findall(".//g[@data-place]")
    lines = [path for path in root.iter("path") if path.get("class") == "link"]
    assert len(cells) > 1
    assert len(lines) == len(joined.plan().links)
    assert [path for path in parsed(drawing.board(laid()[0], Words(), {})).iter("path") if path.get("class")] == []


def test_a_place_between_walls_tells_its_name_whatever_lies_there() -> None:
    rules, layout = laid("archimage | board 1p=r2 12=growth-fire | mages shaman=v1 witch=1q | round 2")
    root = parsed(drawing.board(rules, Words(), layout, {"12": "todo"}))
    tags = ["".join(tag.itertext()) for tag in root.findall(".//g[@class='tag']")]
    # what is flagged has its name there, what is bare in its middle
    assert sorted(tags) == ["1p", "1q", "v1"]
    said = [text.text for text in root.iter("text") if text.get("class") == "name"]
    assert "2p" in said
    assert not {*tags, "12"} & {*said}
    rules, layout = laid()
    assert not parsed(drawing.board(rules, Words(), layout)).findall(".//g[@class='tag']")


def test_places_beside_the_board_come_in_when_they_are_used() -> None:
    rules, layout = laid()
    special = next(thing for thing in rules.plan().things if thing.kind == "special")
    names = {place.name for place in drawing.board_places(rules.plan(), {**layout, "a0": (special,)})}
    assert "a0" in names
    assert not any(name.startswith("library") for name in names)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_everything_on_the_table_is_drawn_or_told_beside_it(game) -> None:  # type: ignore[no-untyped-def]
    rules = game.open()
    plan, kinds = rules.plan(), {thing.kind: thing for thing in rules.plan().things}
    layout = {place.name: (kinds[place.kinds[0]],) for place in plan.places if place.kinds and not place.overlay}
    shown = {place.name for place in drawing.board_places(plan, layout)}
    beside = list(drawing.beside(rules, Words(), layout))
    printed = {name for name, things in layout.items() if things[0].name in plan.printed}
    assert len(beside) == len(layout.keys() - shown - printed)
    parsed(drawing.board(rules, Words("fr"), layout))


def test_what_nobody_drew_has_its_letters_or_its_title() -> None:
    for game in games().values():
        rules = game.open()
        for thing in rules.plan().things:
            if rules.drawing(thing) is None:
                text = "".join(parsed(drawing.place_picture(rules, Words("fr"), (thing,))).itertext())
                letters, title = game.letters.get(thing.name), rules.title(thing, "fr")
                assert text.replace(" ", "")[:4] in (letters or title or Words("fr").thing(rules, thing)).replace(
                    " ", ""
                )


def test_letters_stay_on_the_card_they_are_on() -> None:
    text = "a title that is much longer than any card has room for, whatever the size of its letters " * 3
    for title in (text, text.replace(" ", "")):
        size, lines = drawing._fitted(title, 60, 40)
        assert 1.2 * size * len(lines) <= 40
        assert all(drawing.WIDE * size * len(line) <= 60 for line in lines)


def test_what_is_alike_lies_abreast() -> None:
    rules = next(
        one for one in (game.open() for game in games().values()) if any(p.many for p in one.plan().places)
    )
    place = next(place for place in rules.plan().places if place.many)
    die = next(thing for thing in rules.plan().things if thing.kind == place.kinds[0] and rules.drawing(thing))
    root = parsed(drawing.board(rules, Words(), {place.name: (die, die, die)}, places=(place,)))
    assert len({use.get("x") for use in root.iter("use")}) == 3


def test_a_place_has_its_sign_or_none() -> None:
    signs = {name: drawing.sign_of(Place(name, "", 0, 0)) for name in ("a1", "16", "pile-e2", "space-3", "gem")}
    assert signs == {"a1": "a1", "16": "16", "pile-e2": "e2", "space-3": "3", "gem": ""}


def test_while_it_is_built_the_places_that_lie_over_are_shown() -> None:
    rules = game_of(BUILDING).open()
    tile = next(thing for thing in rules.plan().things if thing.name == "neutral")
    names = [place.name for place in drawing.board_places(rules.plan(), {"sheet-d4": (tile,)})]
    assert len(names) == 9
    assert all(name.startswith("sheet") for name in names)


@pytest.mark.parametrize(("source", "target"), [("a1", "b1"), ("a1", "a1"), ("", "a1"), ("a1", "")])
def test_arrows_stay_on_the_picture(source: str, target: str) -> None:
    rules, layout = laid()
    thing = layout["a1"][0]
    root = parsed(drawing.board(rules, Words(), layout, {}, [Motion(thing, source, target)]))
    assert len(root.findall(".//g[@class='arrow']")) == 1


def test_a_place_says_what_lies_there() -> None:
    rules, layout = laid()
    text = drawing.place_picture(rules, Words(), layout["b2"])
    assert "black mage" in text
    assert 'aria-label="nothing"' in drawing.place_picture(rules, Words(), ())


def test_the_name_of_a_place_has_room_in_it() -> None:
    for game in games().values():
        rules = game.open()
        for place in rules.plan().places:
            sign = drawing.sign_of(place)
            told = drawing._label(sign, place.width * rules.plan().unit_mm)
            size = float(found[1]) if (found := re.search(r'font-size="([\d.]+)"', told)) else drawing.LABEL
            assert drawing.WIDE * (size - 0.1) * len(sign) <= place.width * rules.plan().unit_mm, place
