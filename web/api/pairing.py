"""Pairing: from watching to taking part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.errors import N_
from web.api.endpoints import Api
from web.api.forms import Limit
from web.security import access

api = Api("pairing")


@dataclass(frozen=True, slots=True)
class Code:
    """The code that the box shows; blanks in it mean nothing."""

    code: Annotated[str, Limit(20)]


@dataclass(frozen=True, slots=True)
class Paired:
    """Whether this browser may change things, and the word that it has to send in a header with each change."""

    paired: bool
    word: str


@api.get("/pairing", gives=Paired, about=N_("Whether this browser is paired."))
def pairing() -> Paired:
    return Paired(access.is_paired(), access.word())


@api.post("/pairing", takes=Code, gives=Paired, is_open=True, about=N_("Pair this browser by the code."))
def pair(wanted: Code) -> Paired:
    return Paired(True, access.pair(wanted.code))


@api.delete("/pairing", gives=Paired, about=N_("Only watch from now on."))
def part() -> Paired:
    access.part()
    return Paired(False, "")
