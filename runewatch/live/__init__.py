"""The referee at work: frames in, a match kept, everything told.

Not here: which actions explain a table (``referee``), and what a picture shows (``vision``).
"""
