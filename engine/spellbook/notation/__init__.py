"""Positions and actions of Spellbook Master as text, and back.

Not here: the language of spells (``language``), and whether an action is legal.
"""
