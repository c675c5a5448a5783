"""Why an action of Archimage is refused, and what is told of one that is not."""
