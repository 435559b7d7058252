"""Measure what one update of each widget costs in script, in a real browser, at two sizes."""

from __future__ import annotations

import re
from pathlib import Path

from lnteach.bench.record import Figure, Record
from lnteach.bench.serving import chromium, serving
from lnteach.course import widget

__all__ = ["measure_frames"]

SIZES = {8: "<= 4", 128: "<= 16"}  # features: milliseconds of script
UPDATES = 120

# A second widget is put on the page with the sizes we want; its own stopwatch is what we read.
_SCRIPT = """async ([name, d, updates]) => {
  const host = document.querySelector(`.ln-widget[data-widget=${name}]`);
  host.scrollIntoView();
  const config = JSON.parse(host.querySelector('script.ln-config').textContent);
  const bundle = [...document.scripts].find(s => s.type === 'module' && s.src).src;
  const { default: widget } = await import(bundle);
  const row = k => Array.from({length: d}, (_, i) => Math.sin(k * i + 1));
  const state = {...config.state, eps: 0.5};
  const vectors = Object.keys(config.fields).filter(f => config.fields[f].type === 'vector');
  vectors.forEach((f, k) => { state[f] = row(k + 1); });
  const traits = {config: {...config, state}, ...state};
  const listeners = {};
  const model = {
    get: name => traits[name], send() {}, save_changes() {}, off() {},
    set(name, value) {
      traits[name] = value;
      (listeners['change:' + name] ?? []).forEach(f => f());
    },
    on(name, f) { (listeners[name] ??= []).push(f); },
  };
  const el = document.createElement('div');
  document.querySelector('article').append(el);
  widget.render({model, el});
  const times = [];
  for (let k = 0; k < updates; k += 1) {
    model.set(vectors[0], row(1 + k / 7));
    await new Promise(requestAnimationFrame);
    await new Promise(r => setTimeout(r, 2));
    times.push(Number(el.querySelector('.ln-live').dataset.updateMs));
  }
  return times.slice(20);
}"""


def _chapters(folder: Path) -> dict[str, str]:
    """Find a chapter for each widget that the site has."""
    found: dict[str, str] = {}
    for page in sorted((folder / "notebooks").glob("*.html")):
        for name in re.findall(r'data-widget="([a-z-]+)"', page.read_text(encoding="utf-8")):
            found.setdefault(name, page.stem)
    return found


def _sizes(most: int) -> dict[int, str]:
    """Give the sizes to measure a widget at; one with a limit of its own ends there.

    Examples
    --------
    >>> _sizes(8), _sizes(3), _sizes(16)
    ({8: '<= 4', 128: '<= 16'}, {}, {8: '<= 4', 16: '<= 16'})
    """
    small, large = SIZES
    if most < small:
        return {}
    return {small: SIZES[small], most if most > small else large: SIZES[large]}


def measure_frames(folder: Path) -> Record:
    """Update every widget of the site many times at d = 8 and at d = 128, or the most it takes.

    Parameters
    ----------
    folder : Path
        The built site.

    Raises
    ------
    SiteError
        If Chromium is missing.
    """
    from playwright.sync_api import sync_playwright

    record = Record("frames", notes="Script time of one update of each widget, in its chapter.")
    path = chromium()
    with serving(folder) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        page = browser.new_page()
        for name, chapter in sorted(_chapters(folder).items()):
            page.goto(f"{base}notebooks/{chapter}.html")
            for d, target in _sizes(widget(name).lengths["max"]).items():
                times = page.evaluate(_SCRIPT, [name, d, UPDATES])
                record.figures.append(Figure(f"{name}: update at d = {d}", "ms", times, target))
        record.tools = {"browser": browser.version}
        browser.close()
    return record
