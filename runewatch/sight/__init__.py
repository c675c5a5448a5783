"""Sight put to use: where taught sets are kept, how a picture is opened and read, and how right that was.

Not here: how a picture is read; that is ``vision``, which knows no files and no game.
"""
