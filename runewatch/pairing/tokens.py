"""Tokens for scripts: told once, kept only as a hash, and revocable one by one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import N_, shown
from runewatch.pairing.keeping import FOLDER, PairingError, keep, kept

MOST = 50
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is kept: what it is for, when it was made (seconds of the wall's clock), and its hash."""

    name: str
    made: float
    hash: str


class Tokens:
    """The tokens of this box."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FOLDER / "tokens"

    def all(self) -> tuple[Token, ...]:
        found = kept(self._path)
        told = found.get("tokens", []) if isinstance(found, dict) else []
        try:
            return tuple(Token(str(one["name"]), float(one["made"]), str(one["hash"])) for one in told)
        except (KeyError, TypeError, ValueError):
            return ()

    def new(self, name: str, now: float) -> str:
        """A new token under this name; nobody can read it again. Raises PairingError."""
        name = name.strip()
        there = self.all()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise PairingError(N_("a token needs a name of 1 to {most} letters, not {came}"), most=LONGEST_NAME,
                               came=shown(name))  # fmt: skip
        if any(one.name == name for one in there):
            raise PairingError(N_("there is a token {name} already"), name=shown(name))
        if len(there) >= MOST:
            raise PairingError(N_("there are {most} tokens already: revoke one first"), most=MOST)
        told = f"rw_{secrets.token_urlsafe(32)}"
        self._keep((*there, Token(name, now, _hash(told))))
        return told

    def revoke(self, name: str) -> None:
        """This token is worth nothing any more. Raises PairingError if there is none."""
        there = self.all()
        left = tuple(one for one in there if one.name != name)
        if len(left) == len(there):
            names = ", ".join(one.name for one in there) or "–"
            raise PairingError(N_("there is no token {name}; there are: {names}"), name=shown(name), names=names)
        self._keep(left)

    def knows(self, told: str) -> bool:
        """Whether this is one of them."""
        wanted = _hash(told)
        return any(hmac.compare_digest(one.hash, wanted) for one in self.all())

    def _keep(self, tokens: tuple[Token, ...]) -> None:
        keep(self._path, {"tokens": [asdict(one) for one in tokens]})


def _hash(told: str) -> str:
    # 256 random bits need no slow hash
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()
