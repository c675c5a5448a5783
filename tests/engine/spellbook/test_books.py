"""Books: what is read, what is refused and where, and that a book stays as it is."""

from __future__ import annotations

import pytest

from engine.errors import NotationError, SetupError
from engine.spellbook import GAME
from engine.spellbook.books import packaged_book, packaged_books, read_book
from engine.spellbook.language.lexing import ForbiddenError
from engine.spellbook.language.spells import Text
from tests.engine.spellbook.positions import BOOKS

BOOK = "book: Storms\nauthor: Ana\n\nspell: Sky Fire\nnote: from the front\nplace my fire: one on 2\n"


def spells(count: int) -> str:
    return "book: Many\n" + "".join(f"spell: S{i}\nmove my fire clockwise by 1\n" for i in range(count))


def test_a_book_has_a_name_an_author_and_spells() -> None:
    book = read_book(BOOK)
    assert (book.title, book.author, book.language) == ("Storms", "Ana", "en")
    assert [(spell.name, spell.note) for spell in book.spells] == [("Sky Fire", "from the front")]


@pytest.mark.parametrize("name", packaged_books())
def test_the_books_that_come_along_say_where_they_are_from(name: str) -> None:
    book = packaged_book(name)
    assert len(book.spells) == 40
    assert "CC BY-SA 4.0" in book.licence
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in book.licence
    assert "changes were made" in book.licence
    assert "Zero" in book.author
    assert "Maître des Grimoires" in book.origin


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_in_french_say_the_same(name: str) -> None:
    for one, other in zip(packaged_book(name).spells, packaged_book(f"{name}-fr").spells, strict=True):
        assert meant(one.text) == meant(other.text), other.name
        assert [(option, value) for option, value, _ in one.readings] == [(o, v) for o, v, _ in other.readings]
        for (_, _, text), (_, _, same) in zip(one.readings, other.readings, strict=True):
            assert meant(text) == meant(same), other.name


def meant(text: Text) -> Text:
    """A text without the words in which it was said."""
    return text._replace(source="", line=0)


# grimoire.max-forty
def test_forty_spells_fit_into_a_book_and_the_next_is_refused_with_its_place() -> None:
    assert len(read_book(spells(40)).spells) == 40
    with pytest.raises(NotationError, match="at most 40 spells") as caught:
        read_book(spells(41))
    assert (caught.value.line, caught.value.column) == (82, 8)
    assert "book: Storms" in str(caught.value)


# grimoire.unique-names, design.one-name
def test_two_spells_of_one_name_are_refused_unless_the_table_tolerates_them() -> None:
    text = spells(2).replace("S1", "s0")
    with pytest.raises(NotationError, match="line 2 has this name") as caught:
        read_book(text)
    assert (caught.value.line, caught.value.column) == (4, 8)
    assert len(read_book(text, name_clash=True).spells) == 2
    rules = GAME.open({"south-book": text, "name-clash": True, "first": "south"})
    state = rules.read_position(rules.write_position(rules.start()))
    assert state == rules.start()
    _, state = GAME.read_position(
        f"{rules.write_position(state).split(' |')[0]} | south F1 | open south | turn south"
    )
    assert {rules.write_action(state, a) for a in rules.legal(state) if a.kind == "cast"} == {"cast s1", "cast s2"}


# grimoire.frozen, study.no-edit
def test_a_book_that_was_changed_is_another_book_and_its_positions_are_not_of_this_match() -> None:
    changed = BOOK.replace("one on 2", "one on 3")
    assert read_book(BOOK).fingerprint != read_book(changed).fingerprint
    mine, other = GAME.open({"south-book": BOOK}), GAME.open({"south-book": changed})
    assert mine.read_position(mine.write_position(mine.start())) == mine.start()
    with pytest.raises(NotationError, match="south-book"):
        mine.read_position(other.write_position(other.start()))


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 1, 1, "book: Storms"),
        ("hello", 1, 1, "book: Storms"),
        ("book:", 1, 6, "a name of 1 to 60 letters"),
        ('book: A "B"', 1, 7, "without quotes"),
        ("book: B\nmove my fire clockwise by 1", 2, 1, "spell: Sky Fire"),
        ("book: B\nspell: S", 2, 8, "move my fire clockwise by 1"),
        ("book: B\nspell: S\nmove my firre clockwise", 3, 9, "did you mean fire"),
        ("book: B\nspell: S\nmvoe my fire clockwise", 3, 1, "did you mean move"),
        ("book: B\nspell: S\nmove my fire xylophone", 3, 14, "a line looks like this"),
        ("book: B\nspell: S\nmove my fire clockwise by 9", 3, 27, "from 1 to 7"),
        ("book: B\nspell: S\nplace my fire on 25", 3, 18, "from 1 to 24"),
        ("book: B\nspell: S\nplace my fire on 1, 1", 3, 21, "final-points"),
        ("book: B\nspell: S\nplace fire on 1", 3, 7, "one owner and one kind"),
        ("book: B\nspell: S\nplace my fire on a", 3, 18, "a letter"),
        ("book: B\nspell: S\notherwise: move my fire clockwise", 3, 1, "a condition"),
        ("book: B\nspell: S\nneeds 4 of my fire; move my fire clockwise by 1", 3, 7, "3 gems of a kind"),
        ("book: B\nspell: S\nmove my earth inward", 3, 15, "point 17"),
        ("book: B\nspell: S\nmove my fire from 1 to 2, 1 to 3", 3, 27, "final-points"),
        ("book: B\nspell: S\nmove my fire ☃", 3, 14, "words, numbers"),
        ("book: B\nspell: S\nmove my fire clockwise by 1\nreading leopard sideways", 4, 17, "one of"),
        ("book: B\nspell: S\nmove my fire clockwise by 1 1 1", 3, 29, "the line to end here"),
        ("livre: L\nsort: S\ndéplacer mon feu horaire", 3, 18, "did you mean"),
        ("book: B\nspell: S\n" + "if my fire: " * 6 + "move my fire clockwise", 3, 52, "at most 4"),
        ("book: B\nspell: S\n" + "move my fire clockwise by 1;" * 30, 3, 673, "at most 24 lines"),
        ("book: B\nspell: S\nmove my fire " + "then " * 190, 3, 14, "where the gems go"),
        ("book: B\n" + "x" * 1001, 2, 1000, "at most 1000"),
        ("book: B\nnote: of nothing", 2, 1, "spell: Sky Fire"),
        ("book: B\nauthor: A\nauthor: B", 3, 1, "spell: Sky Fire"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_an_example(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_book(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text", ["book: B\n" * 40_000, "spell: " * 20_000, "book: B\nspell: S\nmove " + "my " * 300]
)
def test_huge_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_book(text)


def test_a_forbidden_wish_is_told_by_its_rule() -> None:
    with pytest.raises(ForbiddenError) as caught:
        read_book("book: B\nspell: S\nremove all water")
    assert caught.value.rule == "spellbook.design.no-removal"
    assert (caught.value.line, caught.value.column) == (3, 1)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"south-book": "nowhere"}, "elements"),
        ({"south-book": "book: B\nspell: S"}, "line 2"),
        ({"same-book": False, "south-book": "elements", "north-book": "elements"}, "different books"),
    ],
)
def test_a_match_does_not_begin_with_a_faulty_book(choices: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        GAME.open(choices)


def test_a_book_in_french_means_the_same() -> None:
    english = read_book(
        "book: B\nspell: S\nneeds three of my air and as many of my fire as of my water\n"
        "let a be my air on the angles of the guard\nplace my air on a, neighbours of a\n"
        "move their earth of the outer arc or the middle arc inward, then clockwise by one\n"
        "move my earth 2 points clockwise\nif two of their fire: move all water across the axis\n"
        "otherwise: move fire and water from 1 to 2, 3 to 4\n"
        "swap my water with my fire\npush their gems away from my fire, my choice\nwhere two meet, mine stays\n"
    )
    french = read_book(
        "livre: L\nsort: S\nil faut trois de mes airs et autant de mes feux que de mes eaux\n"
        "soit a = mon air sur les angles de la garde\nplacer mon air sur a, les voisins de a\n"
        "déplacer la terre adverse de l'arc extérieur ou l'arc médian vers l'intérieur, "
        "puis dans le sens horaire de 1\n"
        "déplacer ma terre de deux points dans le sens horaire\n"
        "si deux feux adverses: déplacer toute eau à travers l'axe\n"
        "sinon: déplacer feu et eau depuis 1 à 2, 3 à 4\néchanger mon eau avec mon feu\n"
        "pousser les gemmes adverses loin de mon feu, à mon choix\nen cas de rencontre, la mienne reste\n"
    )

    def bare(text: object) -> object:
        spell = text
        return (spell.needs, [n._replace(line=0, column=0) for n in spell.names],  # type: ignore[attr-defined]
                [g._replace(line=0, column=0) for g in spell.effects], spell.meeting)  # type: ignore[attr-defined]  # fmt: skip

    assert bare(english.spells[0].text) == bare(french.spells[0].text)
