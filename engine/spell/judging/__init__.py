"""Why an action of SPELL is refused, and what is told of one that is not.

Not here: the words of a refusal (``sentences``), and what is legal (``turn``, ``building``, ``flow``).
"""
