/** A widget opened in a document, and hands to use it with. */

import { PageModel } from "../../src/lnteach/web/host.js";
import widget from "../../src/lnteach/web/index.js";

/**
 * @param {string} name
 * @param {Record<string, any>} config fields, visible, state, …
 */
export function opened(name, config) {
  const presets = [{ id: "first", title: "First", state: config.state }];
  const lengths = { min: 1, max: 8 };
  const whole = { widget: name, title: name, lengths, presets, open: "first", ...config };
  const el = document.createElement("div");
  document.body.append(el);
  const model = new PageModel({ config: whole, ...structuredClone(config.state) });
  const stop = widget.render({ model, el });
  const all = (selector) => [...el.querySelectorAll(selector)];
  return {
    el,
    model,
    all,
    close() {
      stop?.();
      el.remove();
    },
    row: (of) => all(`td[data-name="${of}"]`).map((cell) => Number(cell.dataset.value)),
    scalar: (of) => Number(all(`.ln-scalars [data-name="${of}"]`)[0].dataset.value),
    problem: () => all(".ln-problem")[0].textContent,
    claims: () => all(".ln-claims li").map((one) => [one.className, one.textContent]),
    type(field, at, text) {
      const input = all(`input[data-field="${field}"][data-at="${at}"]`)[0];
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    press: (node, key, more = {}) =>
      node.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
      ),
  };
}

export const vector = { type: "vector", min: -10, max: 10, step: 0.1 };
export const number = { type: "number", min: 0, max: 10, step: 0.01, least: 0 };
