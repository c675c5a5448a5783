"""The pages. A module here holds ``views``, a blueprint, and if it is to be found by people a ``LINK`` to it.

Not here: what can be done or fetched; that is ``api``, for scripts as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A place in the navigation: where in the row, what it is called, and the endpoint it leads to."""

    order: int
    title: str
    """A message of the catalogue."""
    endpoint: str
    icon: str = ""
    """The name of a sign in ``templates/icons.svg``."""
    is_shown: Callable[[], bool] = lambda: True
    """Whether it is of any use now."""
