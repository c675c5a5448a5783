"""In which language somebody reads, and what the scripts of the page have to say in it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from flask import Response, g, request

from engine.words import Words, language_from, languages

COOKIE = "language"
STATIC = Path(__file__).parent / "static"
_MARKED = re.compile(r'\b_\(\s*"((?:[^"\\]|\\.)*)"')
_FORMS = re.compile(r'\bngettext\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
NAMES = {"en": "English", "fr": "Français"}
"""What languages call themselves."""


def reader() -> Words:
    """The words of whoever asks: the language they chose, else that of their browser."""
    if "words" not in g:
        chosen = request.args.get("lang") or request.cookies.get(COOKIE, "")
        known = chosen in languages()
        g.words = Words(chosen if known else language_from(request.headers.get("Accept-Language", "")))
    found: Words = g.words
    return found


def remembered(response: Response) -> Response:
    """The answer, and the language that was chosen with it kept for the next time."""
    chosen = request.args.get("lang", "")
    if chosen in languages() and request.cookies.get(COOKIE) != chosen:
        response.set_cookie(COOKIE, chosen, max_age=365 * 86400, samesite="Strict", httponly=True)
    response.vary.update(("Accept-Language", "Cookie"))
    return response


@cache
def messages() -> tuple[str, ...]:
    """What the scripts of the page say, as it is marked in them."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js"))]
    single = [found for text in texts for found in _MARKED.findall(text)]
    return tuple(dict.fromkeys(json.loads(f'"{one}"') for one in single))


@cache
def counted() -> tuple[tuple[str, str], ...]:
    """The same for what depends on a number."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js"))]
    pairs = [found for text in texts for found in _FORMS.findall(text)]
    return tuple(dict.fromkeys((json.loads(f'"{one}"'), json.loads(f'"{many}"')) for one, many in pairs))


@cache
def told(language: str) -> str:
    """The words of the scripts, as JSON."""
    words = Words(language)
    found: dict[str, str | list[str]] = {message: words(message) for message in messages()}
    for one, many in counted():
        found[one] = [words.ngettext(one, many, number, number="{number}") for number in (1, 2)]
    return json.dumps(found, ensure_ascii=False)
