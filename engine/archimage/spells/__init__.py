"""The spells: for each effect how it may be cast now, and what it brings about.

Not here: whether a spell may be cast; that is refused in ``judging``.
"""
