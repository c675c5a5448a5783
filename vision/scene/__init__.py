"""A made-up table: flat things, standing things, lamps and a sensor, for the simulated camera and for training.

Not here: the games' drawings and grounds, which are handed in.
"""
