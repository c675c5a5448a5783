"""The page: a reader of the match and a way to press its buttons.

It shows what happened and sends requests; it judges nothing, keeps no state of the match, and imports only
`runewatch` and `engine`. Nothing is in it yet.
"""
