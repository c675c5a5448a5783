"""Sight of dice and number tokens: what lies somewhere in a frame, whatever the table.

Not here: what a roll does; faces are told, and what is unclear is asked.
"""
