"""Forms: a frozen dataclass says what goes over the wire; its JSON schema and its reading are made from it.

Known are texts, numbers, yes and no, choices (``Literal``), lists (``tuple[X, ...]``), objects with keys of
their own (``Mapping[str, X]``), other dataclasses, and ``X | None``. ``Annotated`` with a ``Limit`` says how much.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.errors import N_, RunewatchError, shown

Form = TypeVar("Form")
Schema = dict[str, Any]

LONGEST = 2000
"""Letters in a text, unless it says otherwise."""


class FormError(RunewatchError, ValueError):
    """Something that was sent is not in the form it should be in; ``pointer`` is a JSON pointer to it."""

    def __init__(self, pointer: str, message: str, **facts: str | int) -> None:
        super().__init__(message, **facts)
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a text or list may be, or how large a number."""

    most: int
    least: int = 0


Name = Annotated[str, Limit(60)]
Text = Annotated[str, Limit(LONGEST)]


def hints(form: Any) -> Mapping[str, Any]:
    """The types of a form's fields."""
    return get_type_hints(form, include_extras=True)


# -- as a schema ------------------------------------------------------------------------------------------


def schema(kind: Any) -> Schema:
    """The JSON schema of a type; other forms in it are referred to by name."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _limited(schema(args[0]), args[1])
    if origin in (Union, UnionType):
        return {"anyOf": [schema(one) for one in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": schema(args[0])}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema(args[1])}
    if isinstance(kind, type) and is_dataclass(kind):
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [str(one) for one in kind]}
    return {} if kind is Any else dict(_PLAIN[kind])


_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"}, bool: {"type": "boolean"}, int: {"type": "integer"}, float: {"type": "number"},
    NoneType: {"type": "null"},
}  # fmt: skip


def _limited(found: Schema, limit: Limit) -> Schema:
    least, most = {
        "string": ("minLength", "maxLength"),
        "array": ("minItems", "maxItems"),
    }.get(found.get("type", ""), ("minimum", "maximum"))
    return {**found, least: limit.least, most: limit.most}


def definition(form: type[Any]) -> Schema:
    """The schema of a form itself."""
    needed = [one.name for one in fields(form) if one.default is MISSING and one.default_factory is MISSING]
    found: Schema = {
        "type": "object",
        "description": (form.__doc__ or "").split("\n")[0],
        "properties": {_wire(one.name): schema(hints(form)[one.name]) for one in fields(form)},
        "additionalProperties": False,
    }
    return {**found, "required": [_wire(name) for name in needed]} if needed else found


def definitions(*forms: Any) -> dict[str, Schema]:
    """The schemas of these forms and of all that they refer to, by name."""
    found: dict[str, Schema] = {}
    waiting = list(forms)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and is_dataclass(kind):
            if kind.__name__ not in found:
                found[kind.__name__] = definition(kind)
                waiting += hints(kind).values()
        else:
            waiting += get_args(kind)
    return dict(sorted(found.items()))


def _wire(name: str) -> str:
    return name.rstrip("_")


# -- to and from JSON values ------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A form as JSON values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {_wire(one.name): plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def read(form: type[Form], told: Any, where: str = "") -> Form:
    """The form that somebody sent. Raises FormError naming the place of the fault."""
    if not isinstance(told, Mapping):
        raise FormError(where, N_("{where} must be an object"), where=_called(where))
    known = {_wire(one.name): one for one in fields(form)}  # type: ignore[arg-type]
    for name in told:
        if name not in known:
            raise FormError(
                f"{where}/{name}"[:200], N_("there is no {name} here; there are: {names}"),
                name=shown(str(name)), names=", ".join(known) or "–",
            )  # fmt: skip
    found = {}
    for name, one in known.items():
        if name in told:
            found[one.name] = _value(hints(form)[one.name], told[name], f"{where}/{name}")
        elif one.default is MISSING and one.default_factory is MISSING:
            raise FormError(f"{where}/{name}", N_("{where} is missing"), where=_called(f"{where}/{name}"))
    return form(**found)


def _value(kind: Any, told: Any, where: str) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _within(_value(args[0], told, where), args[1], where)
    if origin in (Union, UnionType):
        return None if told is None else _value(next(one for one in args if one is not NoneType), told, where)
    if origin is tuple and isinstance(told, list):
        if len(told) > LONGEST:
            raise FormError(where, N_("{where} is too long"), where=_called(where))
        return tuple(_value(args[0], one, f"{where}/{i}") for i, one in enumerate(told))
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(told, Mapping):
        return {name: _value(args[1], one, f"{where}/{name}") for name, one in told.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        return read(kind, told, where)
    return _single(kind, told, where)


def _single(kind: Any, told: Any, where: str) -> Any:
    """A value that has no parts."""
    is_one = {
        str: isinstance(told, str),
        bool: isinstance(told, bool),
        int: isinstance(told, int) and not isinstance(told, bool),
        float: isinstance(told, int | float) and not isinstance(told, bool) and math.isfinite(told),
        Any: True,
    }.get(kind, False)
    if get_origin(kind) is Literal:
        is_one = told in get_args(kind) and type(told) in {type(one) for one in get_args(kind)}
    if not is_one:
        wanted = ", ".join(map(str, get_args(kind))) or _NAMES.get(kind, N_("a list or an object"))
        raise FormError(where, N_("{where} must be {what}, not {came}"), where=_called(where), what=wanted,
                        came=shown(repr(told)))  # fmt: skip
    if isinstance(told, str) and _IMPOSSIBLE.search(told):
        raise FormError(where, N_("{where} holds a letter that cannot be"), where=_called(where))
    return told


_IMPOSSIBLE = re.compile("[\0\ud800-\udfff]")
"""Letters that no file can hold."""
_NAMES: Mapping[Any, str] = {
    str: N_("a text"), bool: N_("true or false"), int: N_("a whole number"), float: N_("a number"),
}  # fmt: skip


def _within(value: Any, limit: Limit, where: str) -> Any:
    size = len(value) if isinstance(value, str | tuple) else value
    if limit.least <= size <= limit.most:
        return value
    message = N_("{where} must be from {least} to {most}")
    if isinstance(value, str):
        message = N_("{where} must have from {least} to {most} letters")
    elif isinstance(value, tuple):
        message = N_("{where} must be a list of {least} to {most}")
    raise FormError(where, message, where=_called(where), least=limit.least, most=limit.most)


def _called(where: str) -> str:
    """A place as an error names it."""
    return where[:80] or "/"
