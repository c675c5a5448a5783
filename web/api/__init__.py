"""The HTTP interface: everything that the page can do, and what a script may want.

Not here: what a page looks like (``views``, ``templates``), and who may ask (``security``).
"""
