"""How wide letters are: as wide as what writes the pages has them."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]  # it ships no types

from engine.letters import width

LETTERS = [chr(code) for code in range(32, 127)] + list("ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïôöùûüÿœŒæ’‘“”«»–—…×°\u00a0")


@pytest.mark.parametrize(("is_bold", "font"), [(False, "Helvetica"), (True, "Helvetica-Bold")])
def test_letters_are_as_wide_as_they_are_printed(is_bold: bool, font: str) -> None:
    told = {letter: width(letter, 1000, is_bold=is_bold) for letter in LETTERS}
    assert told == pytest.approx({letter: stringWidth(letter, font, 1000) for letter in LETTERS})


def test_a_line_is_as_wide_as_its_letters() -> None:
    assert width("il", 10) == pytest.approx(4.44)
    assert width("il", 5, is_bold=True) == pytest.approx(2.78)
    assert not width("", 10)
