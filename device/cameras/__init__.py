"""Cameras: those of a Pi, USB ones, a phone, and what may stand in for one: a film, a folder of pictures.

All are a ``Camera``: they give one ``Shot`` after the other. ``opening`` opens one by its name, ``keeping`` keeps
it going whatever happens to it.

Not here: what is in a picture; that is for ``vision``.
"""
