"""The command line: one module a command, and what they share.

``app`` puts the commands together, ``framework`` says help and errors in the reader's language, ``reply``
prints text or JSON, ``inputs`` reads what is given, ``report`` turns what the engine says into plain values.

Not here: anything that the page or a test would want without a terminal; that is in the packages beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""128 and the number of the signal, as shells count."""


def main(args: Sequence[str] | None = None) -> None:
    """Runs the words of a command line, those of this process if none are given, and exits."""
    try:
        # here, so that Ctrl-C while still loading is as quiet as later on
        from runewatch.cli.app import app  # noqa: PLC0415

        app.main(args, prog_name="runewatch")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
