"""Why an action of SPELL is refused, and what is told of one that is not."""
