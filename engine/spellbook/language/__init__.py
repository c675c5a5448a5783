"""The language in which spells are written: its words, its grammar, and what a text means on a board.

Not here: which spells a match has, who may cast them and when; that is the game's.
"""
