"""A built site as a Starlette app: compressed, cached, careful with paths."""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib
import importlib.util
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

# What the system's table may not know, or may know wrongly (Windows keeps it in the registry).
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
COMPRESSED: Final = re.compile(r"text/|[a-z]+/[\w.+-]*(?:json|xml)\b|application/wasm")
HASHED: Final = re.compile(r"\.[0-9a-f]{8}\.\w+$")
INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@dataclass
class File:
    """One file of the site as it is served, in every encoding that was asked for."""

    stamp: tuple[int, int]
    body: bytes
    kind: str
    headers: dict[str, str]
    encoded: dict[str, bytes] = field(default_factory=dict)

    def encode(self, encoding: str) -> bytes:
        """Compress once, then remember."""
        if encoding not in self.encoded:
            self.encoded[encoding] = _ENCODERS[encoding](self.body)
        return self.encoded[encoding]


def _brotli(body: bytes) -> bytes:
    packed: bytes = importlib.import_module("brotli").compress(body, quality=9)
    return packed


_ENCODERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": lambda body: gzip.compress(body, 9, mtime=0)
}
if importlib.util.find_spec("brotli"):
    _ENCODERS["br"] = _brotli


def choose_encoding(accepted: str) -> str | None:
    """Choose brotli or gzip from an ``Accept-Encoding`` header; None means as it is.

    Examples
    --------
    >>> choose_encoding("gzip;q=0.5, identity")
    'gzip'
    >>> choose_encoding("gzip;q=0") is None
    True
    """
    offers = {}
    for offer in accepted.lower().split(","):
        name, _, weight = offer.partition(";")
        number = re.search(r"q\s*=\s*([0-9.]+)", weight)
        offers[name.strip()] = float(number[1]) if number else 1.0
    able = [name for name in ("br", "gzip") if name in _ENCODERS]
    return next((name for name in able if offers.get(name, offers.get("*", 0.0)) > 0), None)


class Site:
    """The files of a built site, read when first asked for and again when they change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[Path, File] = {}

    def answer(self, request: Request) -> Response:
        """Answer a GET or HEAD request."""
        name = request.path_params.get("path", "")
        path = self.find(name)
        if path is None:
            return self._missing(request)
        if path.is_dir():
            if name and not name.endswith("/"):
                query = f"?{request.url.query}" if request.url.query else ""
                return RedirectResponse(quote(name.rpartition("/")[2]) + "/" + query, 308)
            path = path / "index.html"
            if not path.is_file():
                return self._missing(request)
        return self._send(request, path)

    def find(self, name: str) -> Path | None:
        """Find a file or folder of the site by its address; None for anything else.

        No address leads out of the site: not by dots, not by a drive, not by a link; and none to
        a hidden file.
        """
        parts = [part for part in name.split("/") if part]
        if any(part.startswith(".") or re.search(r"[\\:\x00-\x1f]", part) for part in parts):
            return None
        base = self.folder.resolve()
        path = base.joinpath(*parts).resolve()
        if not path.is_relative_to(base) or not path.exists():
            return None
        return None if path.is_file() and name.endswith("/") else path

    def read(self, path: Path) -> File:
        """Read a file, or give it as it was read before when it has not changed."""
        status = path.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._files.get(path)
        if known is None or known.stamp != stamp:
            known = self._files[path] = _load(path, stamp, status.st_mtime)
        return known

    def _send(self, request: Request, path: Path, status: int = 200) -> Response:
        file = self.read(path)
        headers = dict(file.headers)
        body, encoding = file.body, None
        if COMPRESSED.match(file.kind):
            headers["Vary"] = "Accept-Encoding"
            encoding = choose_encoding(request.headers.get("accept-encoding", ""))
        if encoding:
            body = file.encode(encoding)
            headers["Content-Encoding"] = encoding
            headers["ETag"] = f'{headers["ETag"][:-1]}-{encoding}"'
        if status == 200 and _unchanged(request, headers):
            return Response(status_code=304, headers=headers)
        headers["Content-Type"] = file.kind
        headers["Content-Length"] = str(len(body))
        return Response(b"" if request.method == "HEAD" else body, status, headers)

    def _missing(self, request: Request) -> Response:
        path = self.find("404.html")
        if path is None:
            return Response("There is no such page.\n", 404, media_type="text/plain")
        return self._send(request, path, 404)


def _load(path: Path, stamp: tuple[int, int], modified: float) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    headers = {
        "ETag": f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        "Last-Modified": formatdate(modified, usegmt=True),
        "Cache-Control": "public, max-age=31536000, immutable"
        if HASHED.search(path.name)
        else "no-cache",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
    }
    if kind.startswith("text/html"):
        headers["Content-Security-Policy"] = _policy(body)
    return File(stamp, body, kind, headers)


def _policy(page: bytes) -> str:
    """Allow the site itself, and of inline scripts exactly those that the page has."""
    digests = [hashlib.sha256(script).digest() for script in INLINE.findall(page)]
    hashes = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
    scripts = " ".join(["'self'", *sorted(set(hashes))])
    return (
        f"default-src 'self'; script-src {scripts}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'self'; form-action 'self'"
    )


def _unchanged(request: Request, headers: dict[str, str]) -> bool:
    """Say whether the client has this very answer already."""
    asked = request.headers.get("if-none-match")
    if asked is not None:
        tags = [tag.strip().removeprefix("W/") for tag in asked.split(",")]
        return headers["ETag"] in tags or "*" in tags
    since = request.headers.get("if-modified-since")
    if since is None:
        return False
    try:
        return parsedate_to_datetime(headers["Last-Modified"]) <= parsedate_to_datetime(since)
    except (TypeError, ValueError):
        return False


def app(site: Path) -> Starlette:
    """Make the ASGI app that serves a built site; more routes may be put before its own.

    Parameters
    ----------
    site : Path
        The folder that `build` made. It may be replaced while the app runs.

    Examples
    --------
    >>> served = app(Path("build/site"))
    >>> [route.path for route in served.routes]
    ['/{path:path}']
    """
    files = Site(site)
    # A plain function: Starlette runs it in a thread, so compressing holds nobody up.
    return Starlette(routes=[Route("/{path:path}", files.answer, methods=["GET", "HEAD"])])
