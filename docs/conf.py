"""How the guides become a site: make docs. They read just as well as they are, in any view of Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

_VERSION = Path(__file__).parent.parent / "runewatch" / "__init__.py"

project = "Runewatch"
release = "".join(re.findall(r'__version__ = "(.+)"', _VERSION.read_text(encoding="utf-8")))
version = release
copyright = "the authors of Runewatch"
extensions = ["myst_parser"]
exclude_patterns = ["site"]

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block"]

html_theme = "furo"
html_title = "Runewatch"
html_static_path = ["site"]
html_css_files = ["guide.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

OWN_LANGUAGES = ("position", "layout", "record", "book")
"""Fences of our own text forms: the tests read them, nothing colours them."""


def setup(app: Any) -> None:
    for name in OWN_LANGUAGES:
        app.add_lexer(name, TextLexer)
