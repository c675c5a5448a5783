"""The referee: what was seen, held against what is legal."""
