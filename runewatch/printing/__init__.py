"""Printing a game's set to play with: true to size, on the paper one has.

``pages`` is the model (drawings placed on pages, in millimetres), ``filling`` lays pieces out and ``joining``
grounds that are larger than the paper, ``scale`` checks the printer, ``choosing`` puts the wanted parts together,
and only ``pdf`` knows a file format.

Not here: what a thing looks like; that is drawn by its game.
"""
