"""``python3 -m runewatch.installing install|update|rollback|uninstall``, as root, in the folder of the sources.

WHEELS=folder: libraries from there alone, for a box without a network. PURGE=1: uninstall takes the data too.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.errors import N_, RunewatchError, reason, shown
from engine.words import Words, language_from
from runewatch.installing.deeds import install, roll_back, uninstall, update
from runewatch.installing.machine import InstallError, Machine, wished_folder

SOURCE = Path(__file__).resolve().parents[2]
"""The folder of the sources, when it is run from there."""


def main(words: Sequence[str], environ: Mapping[str, str], machine: Machine) -> int:
    """Does what is asked for and gives the exit status."""
    try:
        deed = _deed(words, environ)
        with machine.alone():
            deed(machine)
    except RunewatchError as error:
        print(f"runewatch: {machine.words.error(error)}", file=sys.stderr)
        return 1
    except OSError as error:
        why = InstallError("{name}: {why}", name=str(error.filename or ""), why=reason(error))
        print(f"runewatch: {machine.words.error(why)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _deed(words: Sequence[str], environ: Mapping[str, str]) -> Callable[[Machine], None]:
    wheels = wished_folder(environ, "WHEELS")
    purge = environ.get("PURGE", "") not in ("", "0", "no")
    deeds: Mapping[str, Callable[[Machine], None]] = {
        "install": lambda machine: install(machine, SOURCE, wheels),
        "update": lambda machine: update(machine, SOURCE, wheels),
        "rollback": roll_back,
        "uninstall": lambda machine: uninstall(machine, purge=purge),
    }
    word = words[0] if len(words) == 1 else " ".join(words)
    if word not in deeds:
        raise InstallError(N_("say one of {words}, not {came}"), words=", ".join(deeds), came=shown(word))
    if os.geteuid() != 0:
        raise InstallError(N_("this changes the system: say sudo make {word}"), word=word)
    return deeds[word]


def _interrupted(*_: object) -> None:
    """A lost connection or an end from outside is like Ctrl-C: what was begun is taken back."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    # root may keep its files to itself, but these are for the user of the service
    os.umask(0o022)
    signal.signal(signal.SIGTERM, _interrupted)
    signal.signal(signal.SIGHUP, _interrupted)
    sys.exit(main(sys.argv[1:], os.environ, Machine(words=Words(language_from(os.environ)))))
