"""The Host header: a page that was asked for under a stranger's name is not given (DNS rebinding)."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::\d{1,5})?", re.ASCII)


def own_names() -> frozenset[str]:
    """What this machine is called at home."""
    name = socket.gethostname().lower().removesuffix(".local")
    return frozenset({"localhost", name, f"{name}.lan", f"{name}.home", f"{name}.fritz.box"})


def is_ours(host: str, names: Collection[str]) -> bool:
    """Whether a Host header means this machine: an address, or one of its own names."""
    found = _HOST.fullmatch(host)
    if not found:
        return False
    name = (found[1] or found[2]).lower().rstrip(".")
    # nobody outside this network can give out names that end in .local
    if name in names or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
