"""What keeps the page safe on a home network: who is asked for, who asks, how often, and what may be sent back.

Not here: what is done once somebody may do it.
"""
