"""What the table owes, as values."""

from __future__ import annotations

from engine.table import Difference, Thing
from runewatch.referee.owing import more_owed, told, without

CUP, PEN, ANY = Thing("cup", "cup"), Thing("pen", "pen"), Thing("card", "card", unknown=True)
PLACES = {"a", "b", "c"}


def test_what_changed_may_look_as_it_did() -> None:
    debts = more_owed({}, {"a": (CUP,)}, {"b": (CUP,)}, (), PLACES)
    assert debts == {"a": (CUP,), "b": ()}
    assert told(debts, {"b": (CUP,)}) == (Difference("a", (), (CUP,)), Difference("b", (CUP,), ()))


def test_nothing_is_owed_where_nothing_is_seen() -> None:
    assert more_owed({}, {"a": (CUP,)}, {"b": (CUP,)}, (), {"b"}) == {"b": ()}


def test_what_was_owed_first_is_what_may_still_lie_there() -> None:
    debts = more_owed({"a": (CUP,)}, {"a": (PEN,)}, {}, (), PLACES)
    assert debts == {"a": (CUP,)}


def test_a_debt_ends_when_the_match_comes_back_to_what_lies_there() -> None:
    assert more_owed({"a": (CUP,)}, {}, {"a": (CUP,)}, (), PLACES) == {}


def test_places_that_mean_the_same_are_owed_together() -> None:
    debts = more_owed({}, {"a": (CUP,)}, {}, (("a", "b"),), PLACES)
    assert debts == {"a": (CUP,), "b": ()}


def test_what_followed_is_owed_no_more() -> None:
    assert without({"a": (CUP,), "b": ()}, ["a"]) == {"b": ()}


def test_where_anything_may_come_to_lie_what_lay_there_goes() -> None:
    assert told({"a": (CUP,)}, {"a": (ANY,)}) == (Difference("a", (), (CUP,)),)
    assert told({"a": ()}, {"a": (ANY,)}) == ()
