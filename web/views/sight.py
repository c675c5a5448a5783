"""What do you see: the camera's picture, and what is made of it."""

from __future__ import annotations

from flask import Blueprint, render_template

from engine.errors import N_
from web.security.access import is_open
from web.views import Link

views = Blueprint("sight", __name__)
LINK = Link(25, N_("Camera"), "sight.sight", "camera")


@views.get("/sight")
@is_open
def sight() -> str:
    return render_template("sight.html")
