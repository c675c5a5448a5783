"""Pixels in, beliefs out: is the table still, where is the board, how likely is each thing on each place.

Vision knows places and things, never a rule: of the engine it imports the table vocabulary alone, and it
gives probabilities, not answers.

Not here: a rule, a match, a file's place, a camera that is opened.
"""
