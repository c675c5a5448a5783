"""Positions and actions of Spellbook Master as text, and back."""
