"""Positions and actions of Archimage as text. Described in docs/archimage.md.

Not here: whether a position can come up, or an action is legal.
"""
