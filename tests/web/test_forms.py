"""Forms: what is declared is what is described and what is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from web.api import forms
from web.api.forms import FormError, Limit, Name


@dataclass(frozen=True, slots=True)
class Inner:
    """A part."""

    size: float
    from_: str = ""


@dataclass(frozen=True, slots=True)
class Outer:
    """A whole. With more to say."""

    name: Name
    number: Annotated[int, Limit(10)]
    kind: Literal["a", "b"] = "a"
    flag: bool = False
    parts: tuple[Inner, ...] = ()
    more: Mapping[str, Any] | None = None


SCHEMA = {"$ref": "#/components/schemas/Outer", "components": {"schemas": forms.definitions(Outer)}}
GOOD = {"name": "x", "number": 3, "kind": "b", "parts": [{"size": 1, "from": "y"}], "more": {"k": [1]}}


def test_what_is_read_can_be_written() -> None:
    found = forms.read(Outer, GOOD)
    assert found.parts == (Inner(1, "y"),)
    assert forms.plain(found) == {**GOOD, "flag": False}
    Draft202012Validator(SCHEMA).validate(forms.plain(found))


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ([], ""),
        ({}, "/name"),
        ({**GOOD, "other": 1}, "/other"),
        ({**GOOD, "name": 5}, "/name"),
        ({**GOOD, "name": "x" * 61}, "/name"),
        ({**GOOD, "name": "a\0b"}, "/name"),
        ({**GOOD, "number": 11}, "/number"),
        ({**GOOD, "number": -1}, "/number"),
        ({**GOOD, "number": True}, "/number"),
        ({**GOOD, "number": 1.5}, "/number"),
        ({**GOOD, "kind": "c"}, "/kind"),
        ({**GOOD, "flag": 1}, "/flag"),
        ({**GOOD, "parts": {}}, "/parts"),
        ({**GOOD, "parts": [{"size": "1"}]}, "/parts/0/size"),
        ({**GOOD, "parts": [{"size": float("inf")}]}, "/parts/0/size"),
        ({**GOOD, "parts": [GOOD]}, "/parts/0/name"),
        ({**GOOD, "parts": [{"size": 1}] * 3000}, "/parts"),
        ({**GOOD, "more": []}, "/more"),
    ],
)
def test_a_fault_is_told_with_its_place(sent: Any, pointer: str) -> None:
    with pytest.raises(FormError) as caught:
        forms.read(Outer, sent)
    assert caught.value.pointer == pointer
    assert len(str(caught.value)) < 300


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.just("a"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "number", "kind", "flag", "parts", "more", "size", "from"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_what_is_taken_is_as_described(sent: Any) -> None:
    is_valid = Draft202012Validator(SCHEMA).is_valid(sent)
    try:
        forms.read(Outer, sent)
    except FormError:
        # a few things are refused that a schema cannot say
        assert not is_valid or "\0" in str(sent) or "\\x00" in repr(sent) or _has_whole_float(sent)
    else:
        assert is_valid


def _has_whole_float(sent: Any) -> bool:
    """1.0 is an integer to a schema, and infinity a number."""
    if isinstance(sent, float):
        return True
    if isinstance(sent, Mapping):
        return any(map(_has_whole_float, sent.values()))
    return isinstance(sent, list) and any(map(_has_whole_float, sent))
