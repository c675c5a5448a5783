"""Puts Runewatch into a box: ``sudo make install``, ``update``, ``rollback``, ``uninstall``.

It runs before anything is installed, so it needs nothing but Python itself and the engine's words. Every version
lies in a folder of its own, whole with its libraries and system files; a link names the one in use. A folder
is used when it is complete, so that there is no half installation, and the version before is kept to go back to.

Not here: whatever is needed while a match is played.
"""
