"""Sight of dice and number tokens: what lies somewhere in a frame, whatever the table."""
