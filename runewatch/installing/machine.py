"""The machine that is installed on: its folders, and commands run on it."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import N_, RunewatchError, shown
from engine.verdict import Fact
from engine.words import Words

Done = subprocess.CompletedProcess[str]
Run = Callable[[Sequence[str]], Done]

PROGRAMS = "/opt/runewatch"
"""Where the versions lie."""
DATA = "/var/lib/runewatch"
"""Settings, matches and taught sets."""
UNIT = "runewatch.service"
USER = "runewatch"


class InstallError(RunewatchError, RuntimeError):
    """The installation cannot go on; the machine is as it was before."""


def run(command: Sequence[str]) -> Done:
    """Runs a command to its end and keeps what it says."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            check=False, encoding="utf-8", errors="replace",
        )  # fmt: skip
    except OSError as error:
        return Done(command, 127, str(error.strerror or error))


def _print(text: str) -> None:
    print(text, flush=True)


@dataclass(frozen=True, slots=True)
class Machine:
    """Where things are, how commands run, and to whom it is told. Tests have one in a folder of their own."""

    root: Path = Path("/")
    run: Run = run
    words: Words = field(default_factory=Words)
    print: Callable[[str], None] = _print

    def path(self, name: str) -> Path:
        """A path of this machine."""
        return self.root / name.lstrip("/")

    @property
    def is_running(self) -> bool:
        """Whether systemd runs on it; it does not where an image for a card is being made."""
        return self.path("/run/systemd/system").is_dir()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else installs meanwhile. Raises InstallError if somebody does."""
        folder = os.open(self.root, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise InstallError(N_("another installation is going on: wait for its end")) from None
        finally:
            os.close(folder)

    def say(self, message: str, /, **facts: Fact) -> None:
        self.print(self.words(message, **facts))

    def tries(self, *command: str | Path) -> bool:
        """Whether a command succeeds."""
        return self.run([str(word) for word in command]).returncode == 0

    def must(self, *command: str | Path) -> str:
        """What a command says. Raises InstallError if it fails, with the last of what it said."""
        words = [str(word) for word in command]
        done = self.run(words)
        if done.returncode:
            last = "\n".join(done.stdout.strip().splitlines()[-5:])
            raise InstallError(
                N_("{command} failed ({status}): {said}"),
                command=shown(" ".join(words), limit=120), status=done.returncode, said=last,
            )  # fmt: skip
        return done.stdout


def wished_folder(environ: Mapping[str, str], name: str) -> Path | None:
    """A folder that the environment names. Raises InstallError if there is none."""
    if not (named := environ.get(name)):
        return None
    folder = Path(named).resolve()
    if not folder.is_dir():
        raise InstallError(N_("{name} should be a folder, and {came} is none"), name=name, came=shown(named))
    return folder
