"""Why an action of Archimage is refused, and what is told of one that is not.

Not here: the words of a refusal (``sentences``), and which actions are legal (the turn's own modules).
"""
