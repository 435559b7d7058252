/**
 * The browser half of lnteach: one module for JupyterLab, the static site and the live pages.
 *
 * JupyterLab (anywidget) imports it from a blob and calls `render`; a page loads it as a module
 * script, and it starts by itself.
 *
 * @typedef {import("./registry.js").Model} Model
 */

import { start } from "./host.js";
import { registry } from "./registry.js";

/** @param {{ model: Model, el: HTMLElement }} args */
function render({ model, el }) {
  const { widget } = model.get("config");
  if (!Object.hasOwn(registry, widget)) throw new Error(`lnteach has no widget “${widget}”`);
  // JupyterLab takes bare keys from focused controls: `b` would insert a cell, `x` delete one.
  el.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  return registry[widget].render({ model, el });
}

export { start } from "./host.js";
export { registry } from "./registry.js";
export default { render };

if (typeof document !== "undefined" && /^(https?|file):/.test(import.meta.url)) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => start());
  else start();
}
