"""Measure what one update of a widget costs in script, in a real browser, at two sizes."""

from __future__ import annotations

from pathlib import Path

from lnteach.bench.record import Figure, Record
from lnteach.bench.serving import chromium, serving

__all__ = ["measure_frames"]

SIZES = {8: "<= 4", 128: "<= 16"}  # features: milliseconds of script
UPDATES = 120

# A second widget is put on the page with the sizes we want; its own stopwatch is what we read.
_SCRIPT = """async ([d, updates]) => {
  document.querySelector('.ln-widget').scrollIntoView();
  const config = JSON.parse(document.querySelector('.ln-widget script.ln-config').textContent);
  const bundle = [...document.scripts].find(s => s.type === 'module' && s.src).src;
  const { default: widget } = await import(bundle);
  const row = k => Array.from({length: d}, (_, i) => Math.sin(k * i + 1));
  const state = {h: row(1), dh: row(2), gamma: row(3), g_z: row(4), eps: 0.5, view: 'du'};
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
    model.set('h', row(1 + k / 7));
    await new Promise(requestAnimationFrame);
    await new Promise(r => setTimeout(r, 2));
    times.push(Number(el.querySelector('.ln-live').dataset.updateMs));
  }
  return times.slice(20);
}"""


def measure_frames(folder: Path) -> Record:
    """Update the three-routes widget many times at d = 8 and d = 128.

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

    record = Record("frames", notes="Script time of one update, three-routes widget.")
    path = chromium()
    with serving(folder) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        page = browser.new_page()
        page.goto(f"{base}notebooks/three-routes.html")
        for d, target in SIZES.items():
            times = page.evaluate(_SCRIPT, [d, UPDATES])
            record.figures.append(Figure(f"update at d = {d}", "ms", times, target))
        record.tools = {"browser": browser.version}
        browser.close()
    return record
