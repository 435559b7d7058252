/**
 * The static page as a host: anywidget's model contract without a kernel.
 *
 * For each `.ln-widget[data-widget]` with a `.ln-config` script the static figure gives way to
 * the live widget, once that has drawn itself; each `.ln-vote` gets its reply button.
 *
 * @typedef {import("./registry.js").Config} Config
 * @typedef {import("./registry.js").Model} Model
 * @typedef {import("./state.js").State} State
 */

import { registry } from "./registry.js";
import {
  address,
  decode,
  equal,
  flush,
  opening,
  readParameter,
  withParameter,
  writeParameter,
} from "./state.js";
import { enhance } from "./vote.js";

/**
 * anywidget's model, kept in the page.
 *
 * @implements {Model}
 */
export class PageModel {
  /** @param {State} values */
  constructor(values) {
    this.values = { ...values };
    /** @type {Map<string, Set<() => void>>} */
    this.listeners = new Map();
  }

  /** @param {string} name */
  get(name) {
    return this.values[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (equal(this.values[name], value)) return;
    this.values[name] = value;
    for (const event of [`change:${name}`, "change"]) {
      for (const listener of [...(this.listeners.get(event) ?? [])]) listener();
    }
  }

  /** @param {string} event @param {() => void} listener */
  on(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }

  /** @param {string | null} [event] @param {(() => void) | null} [listener] */
  off(event, listener) {
    const events = event ? [event] : [...this.listeners.keys()];
    for (const name of events) {
      if (listener) this.listeners.get(name)?.delete(listener);
      else this.listeners.delete(name);
    }
  }

  save_changes() {}

  /** A message to a kernel that is not there. */
  send() {}
}

/**
 * Keep a model and the page's address in step.
 *
 * @param {PageModel} model
 * @param {Config} config
 * @param {string} key the parameter of the address
 */
function bind(model, config, key) {
  const { fields, presets } = config;
  const start = opening(config);
  const check = registry[config.widget].check ?? (() => null);
  const adopt = () => {
    const text = readParameter(key);
    const state = text === null ? start : { ...start, ...decode(fields, text, presets) };
    if (check(state, config) !== null) return;
    for (const name of Object.keys(fields)) model.set(name, state[name]);
  };
  const current = () => address(fields, model.values, start, presets);
  adopt();
  addEventListener("popstate", adopt);
  return Object.assign(model, {
    save_changes: () => writeParameter(key, current),
    link: () => withParameter(key, current() ?? `preset:${config.open}`),
  });
}

/**
 * Bring one host element to life; if that fails, its static figure stays.
 *
 * @param {HTMLElement} host
 * @param {string} key
 */
function mount(host, key) {
  const script = host.querySelector("script.ln-config");
  const el = document.createElement("div");
  try {
    const config = /** @type {Config} */ (JSON.parse(script?.textContent ?? ""));
    const model = bind(new PageModel({ config, ...opening(config) }), config, key);
    const { render } = registry[config.widget];
    host.append(el); // in the page, so that the widget can measure; seen only when it is drawn
    render({ model, el });
    host.replaceChildren(/** @type {Node} */ (script), el);
    host.dataset.live = "";
    delete host.dataset.waits;
  } catch (error) {
    el.remove();
    console.error(`lnteach: the widget ${host.dataset.widget} did not start`, error);
  }
}

/** How far below the screen a widget already starts: before a reader can scroll to it. */
const AHEAD = "800px";

/**
 * Call back once the host comes near the screen, or at the first key or print, whichever is first:
 * a page is quick to answer if it does not draw what nobody sees yet, and a reader who goes by
 * keyboard finds every control in its place.
 *
 * @param {HTMLElement} host
 * @param {() => void} begin
 */
function whenNear(host, begin) {
  if (typeof IntersectionObserver === "undefined") {
    begin();
    return;
  }
  const go = () => {
    observer.disconnect();
    for (const event of ["keydown", "beforeprint"]) removeEventListener(event, go, true);
    begin();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) go();
    },
    { rootMargin: AHEAD },
  );
  observer.observe(host);
  for (const event of ["keydown", "beforeprint"]) addEventListener(event, go, true);
}

/**
 * Start everything on a page; a second call leaves alone what already lives.
 *
 * @param {ParentNode} [root]
 */
export function start(root = document) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const host of root.querySelectorAll(".ln-widget[data-widget]")) {
    if (!(host instanceof HTMLElement)) continue;
    const widget = host.dataset.widget ?? "";
    const nth = (seen.get(widget) ?? 0) + 1;
    seen.set(widget, nth);
    const key = host.dataset.key ?? (nth === 1 ? widget : `${widget}-${nth}`);
    if ("live" in host.dataset || "waits" in host.dataset) continue;
    host.dataset.waits = "";
    whenNear(host, () => mount(host, key));
  }
  for (const section of root.querySelectorAll(".ln-vote")) {
    if (section instanceof HTMLElement) enhance(section);
  }
  addEventListener("pagehide", flush);
}
