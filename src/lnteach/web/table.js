/**
 * The numbers behind the picture: a table with a column a feature, and a line of scalars.
 *
 * Each number carries its full double in `data-value`; the text is made for reading.
 *
 * @typedef {{
 *   name: string, label: string, mark?: string, values: ArrayLike<number>, power?: boolean,
 * }} Row `mark` is a route's name, `label` markup of our own; `power`: written with powers of ten
 * @typedef {{ name: string, label: string, value: number }} Scalar
 */

import { fragment, make } from "./dom.js";
import { fraction, rowStyle, show, speak } from "./numbers.js";

/** What a cell shows already. @type {WeakMap<HTMLElement, { x: number, style: string | number }>} */
const shown = new WeakMap();

/**
 * Write a number into an element, in place.
 *
 * @param {HTMLElement} cell
 * @param {number} x
 * @param {"fraction" | number | "power"} style
 */
export function write(cell, x, style) {
  const before = shown.get(cell);
  if (before && Object.is(before.x, x) && before.style === style) return;
  shown.set(cell, { x, style });
  cell.setAttribute("data-value", String(x));
  const found = style === "fraction" ? fraction(x) : null;
  if (!found || found[1] === 1) {
    const text = show(x, style);
    if (cell.firstChild instanceof Text && cell.childNodes.length === 1)
      cell.firstChild.data = text;
    else cell.textContent = text;
    return;
  }
  if (cell.childNodes.length !== 2) {
    cell.replaceChildren(
      make(
        "span",
        { class: "ln-frac", "aria-hidden": "true" },
        make("span", {}),
        make("span", { class: "ln-over" }),
        make("span", { class: "ln-slash" }, "/"),
        make("span", { class: "ln-under" }),
      ),
      make("span", { class: "ln-said" }),
    );
  }
  const [drawn, said] = cell.children;
  const [sign, over, , under] = drawn.children;
  sign.textContent = found[0] < 0 ? "\u2212" : "";
  over.textContent = String(Math.abs(found[0]));
  under.textContent = String(found[1]);
  said.textContent = speak(x, style);
}

/** @param {string} mark @param {string} shape */
const pointSwatch = (mark, shape) =>
  `<svg class="ln-swatch" width="18" height="14" viewBox="-9 -7 18 14" aria-hidden="true"><g class="ln-point ln-${mark}">${shape}</g></svg>`;

const POINTS = /** @type {Record<string, string>} */ ({
  mistake: pointSwatch("mistake", `<circle r="6"/>`),
  measured: pointSwatch("measured", `<path d="M-5-5L5 5M-5 5L5-5"/>`),
});

/** A swatch in a route's colour and mark. @param {string} mark @param {string} id */
export const swatch = (mark, id) =>
  POINTS[mark] ??
  `<svg class="ln-swatch" width="18" height="14" aria-hidden="true"><rect class="ln-bar ln-${mark}" x="1.5" y="1.5" width="15" height="11"${
    mark === "mean" || mark === "variance" ? ` style="fill:url(#${id}-${mark})"` : ""
  }/></svg>`;

/**
 * @param {{ caption: string, title: string, id: string, columns?: string }} options `title` tells
 *   the tables of a page apart; `id` of the patterns; `columns`, what is numbered
 */
export function valueTable({ caption, title: of, id, columns = "feature" }) {
  const head = make("tr");
  const body = make("tbody");
  const title = make("caption", { class: "ln-said" }, caption);
  const root = make(
    "div",
    { class: "ln-scroll", role: "region", "aria-label": `${of}: ${caption}`, tabindex: 0 },
    make("table", { class: "ln-table" }, title, make("thead", {}, head), body),
  );
  let shape = "";
  /** @type {HTMLElement[][]} */
  let cells = [];

  /** @param {Row[]} rows @param {number} d */
  const rebuild = (rows, d) => {
    const features = Array.from({ length: d }, (_, i) => make("th", { scope: "col" }, `${i + 1}`));
    head.replaceChildren(make("th", { scope: "col" }, columns), ...features);
    cells = rows.map(({ name }) =>
      features.map((_, i) => make("td", { "data-name": name, "data-index": i })),
    );
    body.replaceChildren(
      ...rows.map(({ label, mark }, r) => {
        const text = fragment(`${mark ? swatch(mark, id) : ""}<span>${label}</span>`);
        const first = make("th", { scope: "row" }, make("div", {}, text));
        return make("tr", { class: mark ? `ln-of-${mark}` : null }, first, ...cells[r]);
      }),
    );
  };
  return {
    root,
    /** @param {Row[]} rows */
    update(rows) {
      const d = rows[0].values.length;
      const next = `${d} ${rows.map(({ label }) => label).join()}`; // a view's rows never change
      if (next !== shape) rebuild(rows, d);
      shape = next;
      // The routes and their sum are written alike, so that they can be added in one's head.
      const sum = rows.filter(summed).flatMap(({ values }) => Array.from(values));
      const common = rowStyle(sum, d);
      rows.forEach((row, r) => {
        const { values } = row;
        const style = row.power ? "power" : summed(row) ? common : rowStyle(values);
        for (let i = 0; i < d; i++) write(cells[r][i], values[i], style);
      });
    },
  };
}

/** What is measured is no part of a sum. @param {Row} row */
const summed = ({ mark }) => mark !== undefined && mark !== "measured";

/** A line of named scalars: μ = 2, v = 2/3, … */
export function scalarLine() {
  const root = make("p", { class: "ln-scalars" });
  let shape = "";
  return {
    root,
    /** @param {Scalar[]} scalars */
    update(scalars) {
      const next = scalars.map(({ label }) => label).join();
      if (next !== shape) {
        root.replaceChildren(
          ...scalars.map(({ name, label }) =>
            make("span", {}, fragment(`${label} = `), make("span", { "data-name": name })),
          ),
        );
      }
      shape = next;
      scalars.forEach(({ value }, i) => {
        write(
          /** @type {HTMLElement} */ (root.children[i].lastElementChild),
          value,
          rowStyle([value]),
        );
      });
    },
  };
}
