"""Twins of real hardware: they remember what they were told, and are pressed by a page or a script."""

from __future__ import annotations

from device.display import Sign
from device.lines import Edge


class TwinOutput:
    """A light that nobody sees."""

    def __init__(self) -> None:
        self.levels: list[float] = []
        """Every level it was told, the last ones if there are many."""

    @property
    def level(self) -> float:
        return self.levels[-1] if self.levels else 0.0

    def write(self, level: float) -> None:
        self.levels = [*self.levels[-255:], level]

    def close(self) -> None:
        self.write(0.0)


class TwinInput:
    """A button that is pressed by calling it."""

    def __init__(self, edge: Edge) -> None:
        self._edge = edge
        self._is_down = False

    def is_down(self) -> bool:
        return self._is_down

    def press(self) -> None:
        """A finger goes down."""
        self._is_down = True
        self._edge(True)

    def release(self) -> None:
        """And up again."""
        self._is_down = False
        self._edge(False)

    def close(self) -> None:
        self._is_down = False


class TwinDisplay:
    """A display that nobody sees."""

    def __init__(self) -> None:
        self.signs: list[Sign] = []

    def show(self, sign: Sign) -> None:
        self.signs = [*self.signs[-255:], sign]

    def close(self) -> None:
        """There is nothing to close."""


def is_twin(line: object) -> bool:
    """Whether nothing real is behind it."""
    return isinstance(line, TwinOutput | TwinInput | TwinDisplay)
