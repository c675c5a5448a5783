"""The application: everything put together for one host."""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Blueprint, Flask, Response, abort, request

from engine.words import languages
from runewatch import __version__
from runewatch.live.host import Host
from runewatch.pairing import secret
from runewatch.settings.places import data_folder
from web import api, assets, problems, recent, scripts, styles, views, words
from web.api import describing
from web.api.endpoints import BASE, Api, Endpoint, answered, as_json
from web.security import access, hosts
from web.security.headers import with_headers
from web.snapshot import Snapshots, standing_of
from web.stream import Stream
from web.views import Link

LARGEST = 16_000_000
"""Bytes that may be sent in one request: a photo; most endpoints take far less."""


def create_app(host: Host, doors: access.Doors | None = None, folder: Path | None = None) -> Flask:
    """The page and the HTTP interface of one host. Raises PairingError.

    ``folder`` is where it is kept who may take part, if not with the user's data.
    """
    folder = folder or data_folder()
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=secret(folder),
        MAX_CONTENT_LENGTH=LARGEST,
        MAX_FORM_MEMORY_SIZE=100_000,
        SESSION_COOKIE_NAME="runewatch",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        PERMANENT_SESSION_LIFETIME=timedelta(seconds=access.WEEK),
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    snapshots = Snapshots()
    app.extensions |= {"host": host, "snapshots": snapshots, "stream": Stream(host, snapshots)}
    app.extensions |= {"started": host.settings, "began": time.monotonic()}
    recent.listen()
    names = hosts.own_names()
    app.before_request(partial(_refuse_strangers, names))
    access.guard(app, doors or access.doors(folder))
    problems.handle(app)
    assets.serve(app)
    scripts.serve(app)
    styles.serve(app)
    _add_api(app)
    _add_views(app)
    app.after_request(words.remembered)
    app.after_request(with_headers)
    return app


def _refuse_strangers(names: frozenset[str]) -> None:
    if not hosts.is_ours(request.host, names):
        abort(421)


# -- the HTTP interface -----------------------------------------------------------------------------------


def endpoints() -> tuple[Endpoint, ...]:
    """All endpoints that the modules of ``web.api`` declare."""
    apis = (getattr(module, "api", None) for module in _modules(api))
    return tuple(one for found in apis if isinstance(found, Api) for one in found.endpoints)


def _add_api(app: Flask) -> None:
    all_of_them = endpoints()
    for module in _modules(api):
        if callable(attach := getattr(module, "attach", None)):
            attach(app)
    for one in all_of_them:
        view: Any = partial(answered, one)
        view.is_open = one.is_open
        app.add_url_rule(BASE + one.path, f"api.{one.name}", view, methods=[one.method])

    @app.get(f"{BASE}/openapi.json", endpoint="api.openapi")
    @access.is_open
    def openapi() -> Response:
        return as_json(describing.described(all_of_them, words.reader()))


# -- the pages --------------------------------------------------------------------------------------------


def _add_views(app: Flask) -> None:
    links: list[Link] = []
    for module in _modules(views):
        if isinstance(getattr(module, "views", None), Blueprint):
            app.register_blueprint(module.views)
        if isinstance(getattr(module, "LINK", None), Link):
            links.append(module.LINK)
    links.sort(key=lambda link: link.order)

    @app.context_processor
    def known() -> dict[str, Any]:
        host: Host = app.extensions["host"]
        return {
            "_": words.reader(), "ngettext": words.reader().ngettext, "language": words.reader().language,
            "languages": {name: words.NAMES.get(name, name) for name in languages()},
            "links": [link for link in links if link.is_shown()],
            "is_paired": access.is_paired(), "version": __version__, "stage": host.moment.stage.value,
            "standing": standing_of(host.moment, words.reader()), "theme": _theme(),
            "scripts_at": scripts.address, "styles_at": styles.address,
            "amiss": [words.reader().error(fault) for fault in host.amiss],
        }  # fmt: skip


def _theme() -> str:
    """Light or dark, if somebody chose."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)
