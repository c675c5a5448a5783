"""Where settings and data are kept. The environment may name other places."""

from __future__ import annotations

import os
from pathlib import Path

CONFIG = "RUNEWATCH_CONFIG"
DATA = "RUNEWATCH_DATA"
NAME = "settings.toml"


def settings_file() -> Path:
    """The file of settings, there or not: what the environment names (or lies in that folder), else the usual."""
    if named := os.environ.get(CONFIG):
        path = Path(named).expanduser()
        return path / NAME if path.is_dir() else path
    return _base("XDG_CONFIG_HOME", "~/.config") / "runewatch" / NAME


def is_named() -> bool:
    """Whether the environment names a place for the file, which then should be there."""
    return bool(os.environ.get(CONFIG))


def data_folder() -> Path:
    """Where matches and taught sets are kept, unless settings say otherwise."""
    if named := os.environ.get(DATA):
        return Path(named)
    return _base("XDG_DATA_HOME", "~/.local/share") / "runewatch"


def _base(variable: str, usual: str) -> Path:
    home = os.environ.get(variable, "")
    # a relative one is to be ignored, says the XDG specification
    return Path(home) if Path(home).is_absolute() else Path(usual).expanduser()
