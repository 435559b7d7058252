"""The same exploration built the usual way: ``interact`` and matplotlib, and a default book page.

What is compared is "three routes": three features of h, their change, the scale and ε on sliders,
and bars of the three routes to du. Ours is the chapter's widget; theirs calls the same core.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from lnteach.bench.lab import jupyterlab, run_all_cells
from lnteach.bench.record import Figure, Record
from lnteach.bench.serving import chromium, serving
from lnteach.site import SiteError

__all__ = ["measure_usual"]

TEXT = r"""# Three routes

$$\mathrm{d}u = \frac{1}{s}\left(\mathrm{d}h - \mathbf{1}\,\mathrm{d}\mu\right)
- \frac{u}{s}\,\mathrm{d}s, \qquad \mathrm{d}s = \frac{\mathrm{d}v}{2s}$$"""
USUAL = """import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import FloatSlider, interact
from lnteach import core

def show(eps, **x):
    h, dh = (np.array([x[f"{name}{i}"] for i in range(3)]) for name in ("h", "dh"))
    change = core.differentials(h, dh, eps)
    figure, axes = plt.subplots(figsize=(6, 3))
    for k, (name, route) in enumerate(change.routes._asdict().items()):
        axes.bar(np.arange(3) + k / 5, route, 0.18, label=name)
    axes.bar(np.arange(3) + 3 / 5, change.du, 0.18, label="du")
    axes.legend()
    plt.show()

sliders = {f"h{i}": FloatSlider(value=i - 1, min=-5, max=5, step=0.1) for i in range(3)}
sliders |= {f"dh{i}": FloatSlider(value=i == 0, min=-1, max=1, step=0.1) for i in range(3)}
interact(show, eps=FloatSlider(value=0.5, min=0.01, max=2, step=0.01), **sliders);"""
OURS = 'import lnteach\nlnteach.explore("three-routes")'

# What a default page asks other hosts for, and the npm package that holds the same file.
PACKAGES = {
    "@jupyter-widgets/html-manager": "1.0.6",
    "mathjax": "3.2.2",
    "requirejs": "2.3.4",
}
UPDATES = 40
# From a key on a slider until the picture that belongs to it is there.
_UPDATE = """async ([handle, picture, updates]) => {
  const slider = document.querySelector(handle);
  slider.focus();
  const times = [];
  for (let k = 0; k < updates; k += 1) {
    const old = document.querySelector(picture)?.outerHTML;
    const key = k % 2 ? 'ArrowDown' : 'ArrowUp';
    const start = performance.now();
    slider.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    while (document.querySelector(picture)?.outerHTML === old
           || !document.querySelector(picture)) {
      if (performance.now() > start + 10000) throw new Error('no new picture');
      await new Promise(r => { const c = new MessageChannel();
        c.port1.onmessage = r; c.port2.postMessage(0); });
    }
    times.push(performance.now() - start);
    await new Promise(r => setTimeout(r, 300));
  }
  return times.slice(5);
}"""


def measure_usual(folder: Path, root: Path, *, runs: int = 5) -> Record:
    """Measure a page and a notebook of both kinds, in one run.

    The default page asks public hosts for its scripts. They are answered here with the same files
    from their packages, compressed, so that nothing leaves this machine: its times are those of a
    network without any delay, and thus the kindest to it.

    Parameters
    ----------
    folder : Path
        The built site.
    root : Path
        The checkout: its ``tools/node.py`` fetches the packages into ``.cache/usual``, once.
    runs : int
        Visits of each page; the figure is their median.

    Raises
    ------
    SiteError
        If Chromium or a package cannot be had, or the default book does not build.
    """
    from playwright.sync_api import sync_playwright

    record = Record(
        "usual",
        notes="three-routes beside the same exploration by interact + matplotlib, and its default "
        "Jupyter Book page. Pages: processor slowed fourfold, no network delay. "
        "On the default page a slider moves and the picture does not: there is no kernel.",
    )
    path = chromium()
    files = _packages(root)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        work = Path(name)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        default = _default_book(work / "book")
        pages = (
            ("ours", folder, "notebooks/three-routes.html", ".ln-live svg"),
            ("default page", default, "page.html", ".widget-slider"),
        )
        for kind, site, page, shown in pages:
            record.figures += _page(browser, kind, site, page, shown, files, runs)
        record.figures += _notebooks(browser, work)
        record.tools = {"browser": browser.version}
        browser.close()
    return record


def _packages(root: Path) -> dict[str, Path]:
    """Fetch what a default page loads from elsewhere; package name to its folder."""
    found = {}
    for package, version in PACKAGES.items():
        at = root / ".cache" / "usual" / f"{package.replace('/', '-').strip('@')}-{version}"
        if not at.is_dir():
            at.parent.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(
                [sys.executable, str(root / "tools" / "node.py"), "npm", "pack", "--silent",
                 "--pack-destination", str(at.parent), f"{package}@{version}"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                raise SiteError(f"the package {package} cannot be had: {done.stderr[-300:]}")
            archive = at.parent / done.stdout.split()[-1]
            with tarfile.open(archive) as tar:
                tar.extractall(at, filter="data")
            archive.unlink()
        found[package] = at / "package"
    _minify(root, found["requirejs"] / "require.js")
    return found


def _minify(root: Path, script: Path) -> None:
    """Make the small form of a script, which its public host has and its package has not."""
    small = script.with_name("require.min.js")
    esbuild = root / "node_modules" / "esbuild" / "bin" / "esbuild"
    command = [sys.executable, str(root / "tools" / "node.py"), "node", str(esbuild), "--minify"]
    done = subprocess.run(
        [*command, str(script), f"--outfile={small}"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SiteError(f"{script.name} cannot be made small: {done.stderr[-300:]}")


def _default_book(folder: Path) -> Path:
    """Build a book of one page with the defaults of Jupyter Book."""
    folder.mkdir()
    (folder / "_toc.yml").write_text("format: jb-book\nroot: page\n", "utf-8")
    _notebook(folder / "page.ipynb", TEXT, USUAL)
    script = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "build", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    html = folder / "_build" / "html"
    if done.returncode or not (html / "page.html").is_file():
        raise SiteError(f"the default book does not build: {done.stdout[-300:]}")
    # The same script from its package has another digest than at its public host.
    page = html / "page.html"
    page.write_text(re.sub(r' integrity="[^"]*"', "", page.read_text("utf-8")), "utf-8")
    return html


def _notebook(path: Path, *cells: str) -> None:
    import nbformat

    v4: Any = nbformat.v4
    made = [v4.new_code_cell(c) if "import" in c else v4.new_markdown_cell(c) for c in cells]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=made, metadata={"kernelspec": kernel})
    path.write_text(v4.writes(notebook), "utf-8")


def _page(
    browser: Any, kind: str, site: Path, page: str, shown: str, files: dict[str, Path], runs: int
) -> list[Figure]:
    """Visit a page some times: until its formulas and its widget are there, and what it loaded."""
    with serving(site) as base:
        visits = [_visit(browser, base, page, shown, files) for _ in range(runs)]
    ready, sizes, elsewhere = zip(*visits, strict=True)
    return [
        Figure(f"{kind}: formulas and widget ready", "s", ready),
        Figure(f"{kind}: loaded, compressed", "KB", sizes),
        Figure(f"{kind}: requests to other hosts", "requests", elsewhere),
    ]


def _visit(
    browser: Any, base: str, page: str, shown: str, files: dict[str, Path]
) -> tuple[float, float, float]:
    """Open a page on a slow phone: seconds until it is ready, kilobytes, requests elsewhere."""
    # Our server lets no page load from elsewhere; the default page has to.
    context = browser.new_context(viewport={"width": 360, "height": 640}, bypass_csp=True)
    window = context.new_page()
    asked: list[str] = []
    sizes: list[int] = []
    own: set[str] = set()

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        _from_package(route, files, sizes)

    def responded(event: Any) -> None:
        if event["response"]["url"].startswith(base):
            own.add(event["requestId"])

    def loaded(event: Any) -> None:
        if event["requestId"] in own:
            sizes.append(int(event["encodedDataLength"]))

    window.route(lambda url: not url.startswith((base, "data:", "blob:")), answer)
    client = context.new_cdp_session(window)
    client.send("Network.enable")
    client.on("Network.responseReceived", responded)
    client.on("Network.loadingFinished", loaded)
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    window.goto(base + page, wait_until="load", timeout=120_000)
    window.evaluate("document.querySelector('.ln-widget')?.scrollIntoView()")
    window.locator(shown).first.wait_for(state="attached", timeout=120_000)
    window.locator("mjx-container, .katex").first.wait_for(state="attached")
    ready = float(window.evaluate("performance.now()")) / 1000
    window.wait_for_load_state("networkidle")
    context.close()
    return ready, sum(sizes) / 1000, float(len(asked))


def _from_package(route: Any, files: dict[str, Path], sizes: list[int]) -> None:
    """Answer a request to a public host with the file of the package it names."""
    url = route.request.url.split("?")[0]
    for package, folder in files.items():
        short = package.rsplit("/", 1)[-1]
        marker = f"{package}@" if f"{package}@" in url else "require.js/"
        if marker not in url or (marker == "require.js/" and short != "requirejs"):
            continue
        inside = url.split(marker, 1)[1].partition("/")[2]
        path = folder / ("require.min.js" if short == "requirejs" else inside)
        if path.is_file():
            body = path.read_bytes()
            sizes.append(len(gzip.compress(body, 6)))
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            route.fulfill(
                body=body,
                headers={"content-type": kind, "access-control-allow-origin": "*"},
            )
            return
    route.abort()


def _notebooks(browser: Any, work: Path) -> list[Figure]:
    """Press keys on a slider in JupyterLab, and wait for the new picture."""
    folder, home = work / "notebooks", work / "home"
    folder.mkdir()
    home.mkdir()
    _notebook(folder / "ours.ipynb", OURS)
    _notebook(folder / "usual.ipynb", USUAL)
    kinds = (
        ("ours", "ours.ipynb", ".ln-live [role=slider]", ".ln-live svg:not(.ln-swatch)", ""),
        ("ours, with the core's answer", "ours.ipynb", ".ln-live [role=slider]", ".ln-core", ""),
        ("interact", "usual.ipynb", ".noUi-handle", ".jp-OutputArea img", ".jp-OutputArea img"),
    )
    figures = []
    with jupyterlab(folder, home) as base:
        for kind, name, handle, picture, shown in kinds:
            page = browser.new_context().new_page()
            run_all_cells(page, f"{base}lab/tree/{name}?reset", shown or ".ln-live svg")
            times = page.evaluate(_UPDATE, [handle, picture, UPDATES])
            figures.append(Figure(f"JupyterLab, {kind}: key to picture", "ms", times))
            page.close()
    return figures
