"""The spells: for each effect how it may be cast now, and what it brings about."""
