"""Finding the board: from a frame to the view in which the table plan lies before the camera.

``find`` searches a frame, ``follow`` looks whether the board still lies where an ``Anchor`` says it does.

Not here: what lies on the board; that is read from what is cut out along the view.
"""

from vision.board.anchor import Anchor, follow
from vision.board.finding import find
from vision.board.found import BoardNotFoundError, CornersError, Found, How
from vision.board.lattice import Lattice, lattice

__all__ = [
    "Anchor",
    "BoardNotFoundError",
    "CornersError",
    "Found",
    "How",
    "Lattice",
    "find",
    "follow",
    "lattice",
]
