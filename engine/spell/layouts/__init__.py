"""SPELL as the table shows it: its places, what lies where, what is wrong with a view or a change.

Not here: pixels and probabilities; a layout is what lies there for certain.
"""
