"""The HTTP interface: everything that the page can do, and what a script may want."""
