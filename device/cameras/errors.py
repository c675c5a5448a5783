"""The one error of cameras, apart from them so that catching it loads nothing."""

from __future__ import annotations

from engine.errors import RunewatchError


class CameraError(RunewatchError, OSError):
    """A camera gives no picture, or no more; says which, why, and what can be done."""
