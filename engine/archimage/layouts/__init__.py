"""The table of Archimage: what lies where in a state, and what is wrong with what lies there.

Not here: pixels and probabilities; a layout is what lies there for certain.
"""
