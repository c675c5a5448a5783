"""The match that is never lost: every event on disk before anyone is told of it.

``keeping`` is the journal itself, one SQLite file; ``rows``, ``schema`` and ``lock`` are what it is made of.
``salvage`` saves what a damaged file still holds, with ``pages`` where SQLite gives up. ``replaying`` makes the
state out of events again, ``recording`` makes records and JSON of a match and reads records in, ``counting``
makes the figures of a match and ``players`` those of everybody.

Not here: judging; what was accepted is kept as it came, and replayed by the engine.
"""
