"""SPELL as text: cells, positions, actions; written and read.

Not here: whether a position can come up, or an action is legal.
"""
