"""A real Chromium on the built site, at a loopback address and at one that is not trusted."""

from __future__ import annotations

import fcntl
import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from lnteach import site as lnsite

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A phone in the hall reaches the machine by a network name over plain http. This name is such an
# origin for the browser (no secure context) while its packets stay on this machine.
HALL = "hall.test"


def chromium() -> str:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail("the browser tests need Chromium; `make test` installs it where it can")
    return path


@pytest.fixture(scope="session")
def built() -> Path:
    """The built site; the first test process builds it if `make test` has not."""
    out = ROOT / "build" / "site"
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lnsite.build(ROOT, out)
    return out


@contextmanager
def running(server: http.server.ThreadingHTTPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def port(built: Path) -> Iterator[int]:
    """The project's own server on a free port."""
    import uvicorn

    config = uvicorn.Config(lnsite.app(built), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
        assert thread.is_alive()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain file server that keeps its log to itself."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def subpath(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site below a sub-path of a plain file server, as any static host would have it."""
    top = tmp_path_factory.mktemp("host")
    for name in ("ln", "other"):
        shutil.copytree(built, top / "courses" / name)
    handler = functools.partial(Quiet, directory=str(top))
    with running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as number:
        yield f"http://127.0.0.1:{number}/courses/ln/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    arguments += ["--disable-component-update", f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield chrome
        chrome.close()


@dataclass
class Visit:
    """One page in one window, and everything it complained of or asked for."""

    page: Page
    base: str
    complaints: list[str]
    requests: list[str]

    def open(self, path: str) -> Page:
        """Open a page and scroll to its first widget, which starts when it comes near."""
        self.page.goto(self.base + path, wait_until="load")
        self.page.evaluate("document.querySelector('.ln-widget')?.scrollIntoView()")
        return self.page

    def off_site(self) -> list[str]:
        allowed = (self.base, "data:", "blob:")
        return [url for url in self.requests if not url.startswith(allowed)]


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator:
    """Open a window: ``visit(width=360, dark=True, base=…, script=False, touch=True)``."""
    contexts = []

    def opened(
        *,
        width: int = 1280,
        dark: bool = False,
        base: str | None = None,
        hall: bool = False,
        script: bool = True,
        touch: bool = False,
        **more: object,
    ) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            has_touch=touch,
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        if base is None:
            host = HALL if hall else "127.0.0.1"
            base = f"http://{host}:{request.getfixturevalue('port')}/"
        seen = Visit(page, base, [], [])
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                seen.complaints.append(message.text)
                if message.type in {"error", "warning"}
                else None
            ),
        )
        return seen

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def axe_source() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def axe(axe_source: str):
    """Run axe on a page, and give each violation with the elements that have it.

    ``axe(page, formulas=False)`` first puts a letter in the place of each formula, for good: KaTeX
    makes ten elements of every other one on a page, all of one kind. ``within`` is a selector: only
    what lies in it is judged.
    """

    def run(page: Page, *, formulas: bool = True, within: str = "html") -> list[str]:
        page.evaluate(axe_source)
        if not formulas:
            page.evaluate(
                "for (const x of document.querySelectorAll('.katex')) x.textContent = 'x'"
            )
        result = page.evaluate("where => axe.run(where, {resultTypes: ['violations']})", within)
        return [
            f"{violation['id']}: {[node['html'][:160] for node in violation['nodes']]}"
            for violation in result["violations"]
        ]

    return run
