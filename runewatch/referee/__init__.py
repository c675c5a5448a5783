"""The referee: what was seen, held against what is legal.

Not here: frames, threads and files (``live``, ``journal``), and rules, which the engine has.
"""
