"""The book as a static site: `build` makes the folder, `serve` shows it, `app` is its ASGI half."""

from __future__ import annotations

from .builder import build
from .errors import NoSiteError, SiteError
from .server import serve
from .static_app import app

__all__ = ["NoSiteError", "SiteError", "app", "build", "serve"]
