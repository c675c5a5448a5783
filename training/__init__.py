"""Making the network that sight uses: made-up sets on made-up tables, and what learns from them. Never shipped.

Not here: anything that runs on a box.
"""
