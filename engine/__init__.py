"""The rules of every game: pure, without a clock, a file, a pixel, or chance it was not handed.

The shared modules hold the contract and what all games need; each game is a folder of its own.

Not here: what stands only in one game's rulebook; that is in the game's folder.
"""
