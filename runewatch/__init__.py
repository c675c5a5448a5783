"""The referee itself: watch, explain, judge, record, tell. The command line and the wiring."""

__version__ = "0.1.0"
