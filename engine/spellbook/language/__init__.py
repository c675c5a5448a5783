"""The language in which spells are written: its words, its grammar, and what a text means on a board."""
