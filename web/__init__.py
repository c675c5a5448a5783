"""The page: a reader of the match and a way to press its buttons.

It shows what happened and sends requests; it judges nothing, keeps no state of the match, and imports only
`runewatch` and `engine`. docs/page.md tells how it is built and how to add to it.

Not here: a rule, a decision, a second way to draw a board.
"""
