"""What the networks that read dice and tokens learn from, and how they are taught; never shipped.

Not here: anything that runs on a box; the reader itself is ``vision.dice``.
"""
