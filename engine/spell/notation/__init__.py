"""SPELL as text: cells, positions, actions; written and read."""
