"""How wide letters are, as printed: those of Helvetica, of which every printer has some likeness as wide.

Whoever sets words to a width, and whoever paints them as a camera sees them, measures them by these.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_PLAIN = {
    191: "'", 222: "ijl’‘", 260: "|", 278: " !,./:;I[\\]ft·ìíîï", 333: "()-`r“”", 334: "{}", 350: "•", 355: '"',
    389: "*", 400: "°", 469: "^", 500: "Jcksvxyz", 556: "#$0123456789?L_abdeghnopqu–«»€", 584: "+<=>~×",
    611: "FTZßø", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQØ", 833: "Mm", 889: "%æ", 944: "Wœ", 1000: "—…ŒÆ",
    1015: "@",
}  # fmt: skip
_BOLD = {
    238: "'", 278: " ,./I\\ijl’‘·", 280: "|", 333: "!()-:;[]`ft", 350: "•", 389: "*r{}", 400: "°", 474: '"',
    500: "z“”", 556: "#$0123456789J_aceksvxy–«»€", 584: "+<=>^~×", 611: "?FLTZbdghnopqußø", 667: "EPSVXY",
    722: "&ABCDHKNRU", 778: "GOQwØ", 833: "M", 889: "%mæ", 944: "Wœ", 975: "@", 1000: "—…ŒÆ",
}  # fmt: skip
_WIDTHS = tuple({letter: wide for wide, letters in one.items() for letter in letters} for one in (_PLAIN, _BOLD))
_USUAL = 556
"""In thousandths of the size of the letters, as all these."""


@lru_cache(maxsize=4096)
def width(text: str, size: float, *, is_bold: bool = False) -> float:
    """How wide a line of letters of this size is; one with a mark is as wide as it is without."""
    known = _WIDTHS[is_bold]
    return size / 1000 * sum(known.get(one, known.get(_bare(one), _USUAL)) for one in text)


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter)[0]
