"""Scripts as a browser gets them: the modules of a view one after the other, in one answer.

They are written as modules that import each other. A browser that comes for the first time would ask for each of
them by itself, which takes longer than to run them; so what one view needs is sent as one module, in which each of
them has a block of its own. Nothing is changed in them but the lines with ``import`` and the word ``export``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flask import Flask, Response, abort, request

from engine.words import languages
from web import assets, words
from web.security.access import is_open

WORDS = "words.js"
"""The module that is told, instead of fetching them, the words of the language that is asked for."""
MOST = 8
"""So many modules may be asked for by name in one request; no view has as many."""
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./([\w.]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def address(language: str, *names: str) -> str:
    """Where the scripts of these names are found: another address with every change, so that they may be kept."""
    return f"/scripts/{language}/{'+'.join(names)}?is={joined(language, *names).tag}"


@lru_cache(64)
def joined(language: str, *names: str) -> assets.Asset:
    """These modules and all that they import, each before whoever needs it. Raises KeyError."""
    told = "".join(_block(name, language) for name in _in_order(names))
    return assets.made(told.encode(), "text/javascript; charset=utf-8")


def _in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        if name not in found:
            needed = tuple(other for _, other in _IMPORT.findall(_source(name)))
            found |= dict.fromkeys((*_in_order(needed), name))
    return tuple(found)


def _source(name: str) -> str:
    return assets.assets()[name].plain.decode()


def _block(name: str, language: str) -> str:
    """A module in a block: what it imports is taken from the others, what it exports is left for them."""
    text = _source(name)
    given = ", ".join(found for _, found in _EXPORT.findall(text))
    text = _IMPORT.sub(lambda line: f"const {line[1]} = {_variable(line[2])};" if line[1] else "", text)
    text = _EXPORT.sub(r"\1", text)
    known = f"const known = {words.told(language)};\n" if name == WORDS else ""
    return f"// {name}\nlet {_variable(name)};\n{{\n{known}{text}{_variable(name)} = {{ {given} }};\n}}\n"


def _variable(name: str) -> str:
    return f"${name.removesuffix('.js')}"


def serve(app: Flask) -> None:
    """Has the scripts answered."""

    @app.get("/scripts/<language>/<names>", endpoint="scripts")
    @is_open
    def scripts(language: str, names: str) -> Response:
        wished = names.split("+")
        if language not in languages() or len(wished) > MOST or not all(map(_is_script, wished)):
            abort(404)
        found = joined(language, *wished)
        is_this = request.args.get("is") == found.tag
        return assets.answer(found, assets.YEAR if is_this else "no-cache")


def _is_script(name: str) -> bool:
    return name.endswith(".js") and name in assets.assets()
