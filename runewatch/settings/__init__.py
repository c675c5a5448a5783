"""What can be set: in one TOML file, and on the command line for once.

``forms`` and ``hardware`` declare every key, ``rules`` says what a value may be, ``wired`` what can be wired
together, ``reading`` reads the file and what overrides it, ``lines`` finds the line a key stands in, ``writing``
shows values as TOML, ``places`` knows the folders.

Not here: what a setting does; whoever is set asks for its own.
"""

from runewatch.settings.forms import KEYS, Key, Origin, Settings
from runewatch.settings.places import data_folder, settings_file
from runewatch.settings.reading import changed, overridden, read_settings, stored_settings
from runewatch.settings.rules import SettingsError

__all__ = [
    "KEYS", "Key", "Origin", "Settings", "SettingsError", "changed", "data_folder", "overridden", "read_settings",
    "settings_file", "stored_settings",
]  # fmt: skip
