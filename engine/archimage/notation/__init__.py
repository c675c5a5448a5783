"""Positions and actions of Archimage as text. Described in docs/archimage.md."""
