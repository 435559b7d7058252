/**
 * A large matrix as a picture of shades: too many entries for a button each.
 *
 * `lnteach.widgets.heat` makes the same picture for pages without JavaScript. What it shows is told in
 * words and numbers elsewhere: the chosen row in the table, the chosen entry under the picture.
 */

import { make } from "./dom.js";

/** Pixels of an entry, each way: enough to hatch what is below 0. */
const CELL = 3;

const NOTE = "A shade is the square root of an entry’s size: the diagonal would drown the rest.";

/** @param {string} text such as #1b1f24 @returns {number} blue, green, red, as a canvas keeps them */
const packed = (text) =>
  (parseInt(text.slice(5, 7), 16) << 16) |
  (parseInt(text.slice(3, 5), 16) << 8) |
  parseInt(text.slice(1, 3), 16);

/** @param {(i: number, j: number) => void} choose */
export function heatMap(choose) {
  const canvas = make("canvas", { class: "ln-map", role: "img" });
  const root = make("div", {}, canvas, make("p", { class: "ln-map-note" }, NOTE));
  const context = canvas.getContext("2d");
  /** @type {ImageData | undefined} */
  let image;
  let last = { J: /** @type {ArrayLike<number>} */ ([]), d: 0, chosen: 0 };
  let theme = "";
  let [plus, minus, ink] = ["", "", ""];

  canvas.addEventListener("click", (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = (/** @type {number} */ share) =>
      Math.min(last.d - 1, Math.max(0, Math.floor(share * last.d)));
    choose(at((event.clientY - top) / height), at((event.clientX - left) / width));
  });

  /** The colours of the page; asking for them costs a look at its styles, so only when they change. */
  const ask = () => {
    const { documentElement: html, body } = document;
    const now = `${html.dataset.theme} ${body.dataset.jpThemeLight} ${dark?.matches}`;
    if (now === theme || !root.isConnected) return;
    theme = now;
    const style = getComputedStyle(canvas);
    [plus, minus, ink] = ["--ln-direct", "--ln-mean", "--ln-ink"].map((name) =>
      style.getPropertyValue(name).trim(),
    );
  };
  const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  const watch = new MutationObserver(() => {
    if (root.isConnected) paint();
    else watch.disconnect();
  });
  for (const node of [document.documentElement, document.body]) {
    watch.observe(node, { attributeFilter: ["data-theme", "data-jp-theme-light"] });
  }

  function paint() {
    const { J, d, chosen } = last;
    if (!context || d === 0) return;
    ask();
    const wide = d * CELL;
    if (!image || image.width !== wide) {
      canvas.width = wide;
      canvas.height = wide;
      image = context.createImageData(wide, wide);
    }
    const colors = [plus, minus].map((color) => {
      context.fillStyle = color || "#57606a";
      return packed(String(context.fillStyle));
    });
    const pixels = new Uint32Array(image.data.buffer);
    let largest = 1e-300;
    for (let k = 0; k < J.length; k++) largest = Math.max(largest, Math.abs(J[k]));
    for (let k = 0; k < J.length; k++) {
      const below = J[k] < 0;
      const color = colors[Number(below)];
      const shade = Math.round(230 * Math.sqrt(Math.abs(J[k]) / largest));
      const full = ((shade << 24) | color) >>> 0;
      const thin = below ? (((shade >> 1) << 24) | color) >>> 0 : full;
      const start = Math.floor(k / d) * CELL * wide + (k % d) * CELL;
      for (let y = 0; y < CELL; y++) {
        for (let x = 0; x < CELL; x++)
          pixels[start + y * wide + x] = x + y === CELL - 1 ? thin : full;
      }
    }
    context.putImageData(image, 0, 0);
    context.strokeStyle = ink || "#57606a";
    const [x, y] = [(chosen % d) * CELL, Math.floor(chosen / d) * CELL];
    context.strokeRect(x - 1.5, y - 1.5, CELL + 3, CELL + 3);
    context.globalAlpha = 0.35;
    context.strokeRect(-1, y - 0.5, wide + 2, CELL + 1);
    context.strokeRect(x - 0.5, -1, CELL + 1, wide + 2);
    context.globalAlpha = 1;
  }

  return {
    root,
    /** @param {ArrayLike<number>} J row by row @param {number} d @param {number} chosen */
    draw(J, d, chosen) {
      if (d !== last.d) canvas.setAttribute("aria-label", mapWords(d));
      last = { J, d, chosen };
      paint();
    },
  };
}

/** @param {number} d */
export const mapWords = (d) =>
  `The ${d} by ${d} entries of the Jacobian, each a shade: the chosen row stands in the table`;
