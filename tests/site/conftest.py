"""The built site, and the parts of its pages that tests ask about."""

from __future__ import annotations

import asyncio
import functools
import gzip
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import brotli
import pytest

from lnteach import site
from lnteach.site.fonts import VOID


@dataclass
class Element:
    """One element of a page."""

    tag: str
    attributes: dict[str, str]
    text: str = field(default="", repr=False)
    children: list[Element] = field(default_factory=list, repr=False)  # at any depth
    inside: tuple[str, ...] = field(default=(), repr=False)  # the tags and classes of its ancestors


@dataclass
class Page(HTMLParser):
    """A page, taken apart without any of the code that made it."""

    path: Path
    elements: list[Element] = field(default_factory=list, repr=False)

    def __post_init__(self):
        super().__init__()
        self._open: list[Element] = []
        self.source = self.path.read_text("utf-8")
        self.feed(self.source)

    def handle_starttag(self, tag, attrs):
        inside = self._open[-1].inside if self._open else ()
        if self._open:
            parent = self._open[-1]
            inside += (parent.tag, *parent.attributes.get("class", "").split())
        element = Element(tag, {k: v or "" for k, v in attrs}, inside=inside)
        self.elements.append(element)
        for ancestor in self._open:
            ancestor.children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data):
        for element in self._open:
            element.text += data

    def all(self, *tags):
        return [e for e in self.elements if e.tag in tags]

    @property
    def ids(self):
        return [e.attributes["id"] for e in self.elements if "id" in e.attributes]


@functools.cache
def read(path: Path) -> Page:
    return Page(path)


@pytest.fixture(scope="session")
def built_site(root) -> Path:
    """The site of the checkout, built if anything has changed."""
    out = root / "build" / "site"
    site.build(root, out)
    return out


@pytest.fixture(scope="session")
def pages(built_site) -> dict[str, Page]:
    """Every page by its address."""
    found = sorted(built_site.rglob("*.html"))
    return {path.relative_to(built_site).as_posix(): read(path) for path in found}


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
        encoding = self.headers.get("content-encoding")
        return (unpack[encoding](self.body) if encoding else self.body).decode()


class Client:
    """A client for an ASGI app that sends addresses exactly as they are written."""

    def __init__(self, app):
        self.app = app

    def __call__(self, method: str, target: str, **headers: str) -> Answer:
        path, _, query = target.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [
                (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        sent = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        start, *rest = sent
        answered = {name.decode(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], answered, b"".join(m.get("body", b"") for m in rest))

    def get(self, target: str, **headers: str) -> Answer:
        return self("GET", target, **headers)


@pytest.fixture
def asgi() -> type[Client]:
    return Client
