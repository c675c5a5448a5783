"""Sight put to use: where taught sets are kept, how a picture is opened and read, and how right that was."""
