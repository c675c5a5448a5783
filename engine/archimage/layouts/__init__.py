"""The table of Archimage: what lies where in a state, and what is wrong with what lies there."""
